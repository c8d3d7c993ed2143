// What is no update of a parameter, and what is not to be updated.
// RUN: not tc-opt %s --split-input-file --prim-autodiff='entry=f wrt=weights' --prim-partition=entry=f --prim-optimize='entry=f' 2>&1 | FileCheck %s
// RUN: not tc-opt %s --split-input-file --prim-autodiff='entry=f wrt=weights' --prim-optimize='entry=f' 2>&1 | FileCheck %s --check-prefix=HALVES
// RUN: not tc-opt %s --split-input-file --prim-autodiff='entry=f wrt=weights' --prim-partition=entry=f --prim-optimize='entry=f update=nobody' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tc-opt %s --split-input-file --prim-autodiff='entry=f wrt=0' --prim-partition=entry=f --prim-optimize='entry=f update=good' 2>&1 | FileCheck %s --check-prefix=ARGUMENT

// HALVES: [TC-5203] prim-optimize: there are no @f.forward and @f.backward; run prim-partition before
// NAME: [TC-2202] prim-optimize: there is no func.func @nobody to update parameters by
// ARGUMENT: [TC-1121] prim-optimize: gradient 0 cannot be updated by: it is the gradient of no weight; choose them by prim-autodiff{wrt=}

!p = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<4xf32>
prim.weight @w : !w
func.func @f(%x: !w) -> tensor<f32> {
  %w = prim.get_weight @w : !w
  %0 = prim.mul %w, %x : !w
  %1 = prim.sum %0 [0] : !w
  return %1 : tensor<f32>
}
func.func @good(%param: !p, %grad: !p) -> (!p {tc.ties = 0}) {
  %0 = prim.sub %param, %grad : !p
  return %0 : !p
}

// CHECK: error: [TC-1120] prim-optimize: this is no update of a parameter: a parameter and a gradient are asked for, there is no argument 1;
func.func @update(%param: !p) -> (!p {tc.ties = 0}) {
  return %param : !p
}

// -----
!p = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<4xf32>
prim.weight @w : !w
func.func @f(%x: !w) -> tensor<f32> {
  %w = prim.get_weight @w : !w
  %0 = prim.mul %w, %x : !w
  %1 = prim.sum %0 [0] : !w
  return %1 : tensor<f32>
}
// CHECK: error: [TC-1120] {{.*}} one dimension of any size is asked for of argument 0;
func.func @update(%param: !w, %grad: !w) -> (!w {tc.ties = 0}) {
  %0 = prim.sub %param, %grad : !w
  return %0 : !w
}

// -----
!p = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<4xf32>
prim.weight @w : !w
func.func @f(%x: !w) -> tensor<f32> {
  %w = prim.get_weight @w : !w
  %0 = prim.mul %w, %x : !w
  %1 = prim.sum %0 [0] : !w
  return %1 : tensor<f32>
}
// CHECK: error: [TC-1120] {{.*}} the new value of the parameter, or of an argument behind the gradient (tc.ties), is asked for of result 1;
func.func @update(%param: !p, %grad: !p) -> (!p {tc.ties = 0}, !p {tc.ties = 1}) {
  %0 = prim.sub %param, %grad : !p
  return %0, %0 : !p, !p
}

// -----
!p = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<4xf32>
prim.weight @w : !w
func.func @f(%x: !w) -> tensor<f32> {
  %w = prim.get_weight @w : !w
  %0 = prim.mul %w, %x : !w
  %1 = prim.sum %0 [0] : !w
  return %1 : tensor<f32>
}
// CHECK: error: [TC-1120] {{.*}} nothing is the new value of argument 0;
func.func @update(%param: !p, %grad: !p, %m: !p) -> (!p {tc.ties = 2}) {
  %0 = prim.sub %param, %grad : !p
  return %0 : !p
}

// -----
// A norm of the parameter would be one of what it is a part of.
!p = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<4xf32>
prim.weight @w : !w
func.func @f(%x: !w) -> tensor<f32> {
  %w = prim.get_weight @w : !w
  %0 = prim.mul %w, %x : !w
  %1 = prim.sum %0 [0] : !w
  return %1 : tensor<f32>
}
func.func @update(%param: !p, %grad: !p) -> (!p {tc.ties = 0}) {
  // CHECK: error: 'prim.sum' op [TC-4206] an optimizer's update is done to tensors of any shape, so it has to be pointwise in the parameter; this op is not
  %0 = prim.sum %grad [0] : !p
  %1 = prim.broadcast_in_dim %0 [] : tensor<f32> to !p
  %2 = prim.sub %param, %1 : !p
  return %2 : !p
}

// -----
!p = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<4xf64>
prim.weight @w : !w
func.func @f(%x: !w) -> tensor<f64> {
  %w = prim.get_weight @w : !w
  %0 = prim.mul %w, %x : !w
  %1 = prim.sum %0 [0] : !w
  return %1 : tensor<f64>
}
// CHECK: error: [TC-1121] prim-optimize: gradient 0 cannot be updated by: the update is of another element type
func.func @update(%param: !p, %grad: !p) -> (!p {tc.ties = 0}) {
  %0 = prim.sub %param, %grad : !p
  return %0 : !p
}

// -----
!p = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<4xf32>
prim.weight @w : !w
func.func @f(%x: !w) -> !w {
  %w = prim.get_weight @w : !w
  %0 = prim.mul %w, %x : !w
  return %0 : !w
}
// CHECK: error: [TC-1122] prim-optimize: a training step minimises one number, the loss, but a tensor, or several results, were differentiated
func.func @update(%param: !p, %grad: !p) -> (!p {tc.ties = 0}) {
  %0 = prim.sub %param, %grad : !p
  return %0 : !p
}

// -----
!p = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<4xf32>
prim.weight @w : !w
// CHECK: error: [TC-5201] the module has a weight @m.w already
prim.weight @m.w : !w
func.func @f(%x: !w) -> tensor<f32> {
  %w = prim.get_weight @w : !w
  %0 = prim.mul %w, %x : !w
  %1 = prim.sum %0 [0] : !w
  return %1 : tensor<f32>
}
func.func @update(%param: !p, %grad: !p, %m: !p {fx.name = "m"}) -> (!p {tc.ties = 0}, !p {tc.ties = 2}) {
  %0 = prim.sub %param, %grad : !p
  return %0, %grad : !p, !p
}
