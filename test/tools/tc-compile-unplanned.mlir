// A launch without a memory plan, one that reads what no launch makes: errors at
// the launch.
// RUN: not tc-compile %s --pipeline=cse -o %t.so 2>&1 | FileCheck %s --check-prefix=MAKES
// MAKES: [TC-0602] 'loop.launch' op cannot be made a step of a program: it reads a value that no launch, weight or constant makes
// RUN: sed -e '/prim.exp %y/d' -e 's/(%made) {loop.places = .*}\]}/(%y)/' %s > %t.mlir
// RUN: not tc-compile %t.mlir --pipeline=cse -o %t.so 2>&1 | FileCheck %s --check-prefix=PLACES
// PLACES: [TC-0602] 'loop.launch' op cannot be made a step of a program: its results have no places; run loop-plan-memory first
loop.kernel private @k(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    %1 = prim.exp %a : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<8xf32>
}
func.func @main(%y: tensor<8xf32>) -> tensor<8xf32> attributes {loop.arena = #tc.size<0>} {
  %made = prim.exp %y : tensor<8xf32>
  %0 = loop.launch @k(%made) {loop.places = [{result = 0 : i64}]} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
