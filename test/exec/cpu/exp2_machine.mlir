// The machine's own 2^x and 1/x, where ops are marked tc.absolute or tc.narrow,
// of every number of bf16: infinities, NaN, denormals, what overflows. In whole
// vectors, in fewer lanes and in one. (What is 200 and more is left out but for
// infinity: the check says nothing of a power that such a number's rounding
// makes infinite.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --repeat=1
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// CHECK: vreduceps $9, %zmm
// CHECK: vscalefps %zmm
// CHECK: vrcp14ps %zmm
// CHECK: vfixupimmps {{.*}}%zmm
// RUN: tc-compile %s --target=x86-64-v4,vector=256 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=NARROW <%t.s
// NARROW: vreduceps $9, %ymm
// NARROW: vscalefps %ymm
// RUN: tc-compile %s --target=x86-64-v3 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=NONE <%t.s
// NONE-NOT: vscalefps
module attributes {tc.version = "0.1"} {
  loop.kernel @every(%w: tensor<65536xi16>) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xbf16>) iters(i = 65536) {
    %0:3 = loop.map (i) reads(%a = %w[i] : tensor<65536xi16>) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xbf16>) {
      %x = prim.bitcast %a : i16 to bf16
      %g = prim.convert_element_type %x : bf16 to f32
      %most = prim.constant 2.000000e+02 : f32
      %inf = prim.constant 0x7F800000 : f32
      %none = prim.constant 0.000000e+00 : f32
      %large = prim.gt %g, %most : f32
      %finite = prim.lt %g, %inf : f32
      %far = prim.bitwise_and %large, %finite : i1
      %f = prim.where %far, %none, %g : i1, f32
      %1 = prim.exp %f {tc.absolute} : f32
      %2 = prim.exp2 %f {tc.absolute} : f32
      %4 = prim.tanh %x {tc.absolute} : bf16
      loop.yield %1, %2, %4 : f32, f32, bf16
    }
    loop.yield %0#0, %0#1, %0#2 : tensor<65536xf32>, tensor<65536xf32>, tensor<65536xbf16>
  }
  loop.kernel @few(%w: tensor<5xf32>) -> tensor<5xf32> iters(i = 5) {
    %0 = loop.map (i) reads(%a = %w[i] : tensor<5xf32>) -> tensor<5xf32> {
      %1 = prim.exp %a {tc.absolute} : f32
      loop.yield %1 : f32
    }
    loop.yield %0 : tensor<5xf32>
  }
  loop.kernel @one(%w: tensor<1xf32>) -> tensor<1xf32> iters(i = 1) {
    %0 = loop.map (i) reads(%a = %w[i] : tensor<1xf32>) -> tensor<1xf32> {
      %1 = prim.exp %a {tc.absolute} : f32
      loop.yield %1 : f32
    }
    loop.yield %0 : tensor<1xf32>
  }
  func.func @main(%w: tensor<65536xi16> {tc.init = {kind = "iota", start = -32768, step = 1}}, %x: tensor<5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 1}}, %y: tensor<1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 2}}) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xbf16>, tensor<5xf32>, tensor<1xf32>) {
    %0:3 = loop.launch @every(%w) : (tensor<65536xi16>) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xbf16>)
    %1 = loop.launch @few(%x) : (tensor<5xf32>) -> tensor<5xf32>
    %2 = loop.launch @one(%y) : (tensor<1xf32>) -> tensor<1xf32>
    return %0#0, %0#1, %0#2, %1, %2 : tensor<65536xf32>, tensor<65536xf32>, tensor<65536xbf16>, tensor<5xf32>, tensor<1xf32>
  }
}
