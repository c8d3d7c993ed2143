// A training step of a loss and an update: weights and what the update keeps of
// each are written in place, what is the same for all of them is an argument.
// RUN: tc-opt %s --prim-autodiff=wrt=weights --cse --prim-partition --prim-optimize --tc-select-entry=entry=main.step | FileCheck %s
// RUN: tc-opt %s --prim-autodiff=wrt=weights --cse --prim-partition --prim-optimize --tc-select-entry=entry=main.step --prim-to-loop --loop-fuse --loop-plan-memory | FileCheck %s --check-prefix=PLAN
// RUN: tc-compile %s --part=step -o %t.so && tc-run %t.so --steps 30 | FileCheck %s --check-prefix=TRAIN

!x = tensor<4x8xf32>
!w = tensor<8x8xf32>
!b = tensor<8xf32>

// The update of a weight: momentum, and a step against it.
// CHECK: prim.weight @w : tensor<8x8xf32> {init = {{.*}}, mutated}
// CHECK-NEXT: prim.weight @momentum.w : tensor<8x8xf32> {init = {kind = "constant", value = 0.000000e+00 : f64}, mutated}
// CHECK-NEXT: prim.weight @b : tensor<8xf32> {init = {{.*}}, mutated}
// CHECK-NEXT: prim.weight @momentum.b : tensor<8xf32>
prim.weight @w : !w {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 1, seed = 7}}
prim.weight @b : !b {init = {kind = "constant", value = 0.0}}

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32> {{{.*}}}, %[[RATE:.*]]: tensor<f32> {fx.name = "rate",
// CHECK-SAME: -> (tensor<f32>, tensor<8x8xf32> {tc.ties = @w}, tensor<8x8xf32> {tc.ties = @momentum.w}, tensor<8xf32> {tc.ties = @b}, tensor<8xf32> {tc.ties = @momentum.b})
// CHECK-SAME: tc.read_bytes = #tc.size<{{.*}}>, tc.saved_bytes = #tc.size<{{.*}}>
// What is shared is computed once, before all else.
// CHECK: %[[TWICE:.*]] = prim.add %[[RATE]], %[[RATE]] : tensor<f32>
// CHECK-NOT: prim.add %[[RATE]]
// CHECK: %[[P:.*]] = prim.dot_general
// CHECK: %[[LOSS:.*]] = prim.sum
// The gradient of the bias comes first, and at once its update.
// CHECK: %[[GB:.*]] = prim.sum
// CHECK: %[[MB:.*]] = prim.get_weight @momentum.b
// CHECK: prim.add %{{.*}}, %[[GB]] : tensor<8xf32>
// CHECK: prim.broadcast_in_dim %[[TWICE]] [] : tensor<f32> to tensor<8xf32>
// CHECK: prim.sub %{{.*}}, %{{.*}} : tensor<8xf32>
// CHECK: %[[GW:.*]] = prim.dot_general
// CHECK: prim.add %{{.*}}, %[[GW]] : tensor<8x8xf32>
// CHECK: return %[[LOSS]],

// New values take the place of old ones, in the kernel of the product itself; but
// for a weight that its kernel reads for something else too.
// PLAN-LABEL: func.func @main(
// PLAN-DAG: loop.places = [{scratch = #tc.size<{{[0-9]+}}>}, {weight = @momentum.b}
// PLAN-DAG: loop.places = [{weight = @w}, {weight = @momentum.w}]
// PLAN: loop.launch @main_copy0({{.*}}) {loop.places = [{weight = @b}]}
// PLAN-NOT: copy
// PLAN: return
func.func @main(%x: !x {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}) -> tensor<f32> {
  %w = prim.get_weight @w : !w
  %b = prim.get_weight @b : !b
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !x, !w
  %1 = prim.broadcast_in_dim %b [1] : !b to !x
  %2 = prim.add %0, %1 : !x
  %3 = prim.sub %2, %x : !x
  %4 = prim.mul %3, %3 : !x
  %y = prim.sum %4 [0, 1] : !x
  return %y : tensor<f32>
}

!p = tensor<?xf32, #tc.dims<[n]>>
func.func @update(%param: !p, %grad: !p, %momentum: !p {fx.name = "momentum"},
                  %rate: tensor<f32> {fx.name = "rate", tc.init = {kind = "constant", value = 0.0025}})
    -> (!p {tc.ties = 0}, !p {tc.ties = 2}) {
  %k = prim.constant dense<0.5> : tensor<f32>
  %0 = prim.broadcast_in_dim %k [] : tensor<f32> to !p
  %1 = prim.mul %momentum, %0 : !p
  %2 = prim.add %1, %grad : !p
  %3 = prim.add %rate, %rate : tensor<f32>
  %4 = prim.broadcast_in_dim %3 [] : tensor<f32> to !p
  %5 = prim.mul %2, %4 : !p
  %6 = prim.sub %param, %5 : !p
  return %6, %2 : !p, !p
}

// Batches are drawn anew at each step, and the weight learns the identity.
// TRAIN: 1 {{[1-9][0-9]\.[0-9]*}}
// TRAIN: 30 {{[0-9]\.[0-9]*$}}
// TRAIN: step time:
// TRAIN: saved for backward: 0.0 MB
