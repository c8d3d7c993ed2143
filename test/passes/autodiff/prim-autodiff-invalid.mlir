// RUN: not tc-opt %s --prim-autodiff 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: not tc-opt %s --prim-autodiff='results=1' 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not tc-opt %s --prim-autodiff='results=7' 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not tc-opt %s --prim-autodiff='wrt=9' 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not tc-opt %s --prim-autodiff='wrt=@nothing' 2>&1 | FileCheck %s --check-prefix=WEIGHT
// RUN: not tc-opt %s --prim-autodiff='entry=nobody' 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not tc-opt %s --prim-autodiff='wrt=1' --prim-autodiff='wrt=1' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tc-opt %s --prim-partition 2>&1 | FileCheck %s --check-prefix=NOJOINT
// RUN: not tc-opt %s --tc-select-entry=entry=nobody 2>&1 | FileCheck %s --check-prefix=SELECT

!v = tensor<4xf32>

// RULE: :31:8: error: 'prim.while' op [TC-4201] has no derivative: how often its body runs is known only when it has run
// INTEGER: [TC-2201] prim-autodiff: no result of floats has the number '1'
// RESULT: [TC-2201] prim-autodiff: no result of floats has the number '7'
// ARGUMENT: [TC-2201] prim-autodiff: no argument or weight of floats is '9'
// WEIGHT: [TC-2201] prim-autodiff: no argument or weight of floats is '@nothing'
// ENTRY: [TC-2201] prim-autodiff: no func.func is called 'nobody'
// TWICE: [TC-5201] the module has a @main.joint already
// NOJOINT: [TC-5202] prim-partition: there is no joint graph @main.joint; run prim-autodiff first
// SELECT: [TC-2201] tc-select-entry: no func.func is called 'nobody'

// %z does not go through the loop: it can be differentiated.
func.func @main(%x: tensor<f32>, %z: !v, %k: !v)
    -> (tensor<f32>, tensor<i64>) {
  %n = prim.constant dense<3.0> : tensor<f32>
  %i = prim.convert_element_type %x : tensor<f32> to tensor<i64>
  %0 = prim.sum %z [0] : !v
  %1 = prim.exp %x : tensor<f32>
  // The loop.
  %2 = prim.while (%1) : (tensor<f32>) -> tensor<f32> cond {
  ^bb0(%a: tensor<f32>):
    %c = prim.lt %a, %n : tensor<f32>
    prim.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<f32>):
    %b = prim.add %a, %a : tensor<f32>
    prim.yield %b : tensor<f32>
  }
  %y = prim.add %2, %0 : tensor<f32>
  return %y, %i : tensor<f32>, tensor<i64>
}
