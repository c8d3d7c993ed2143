// A transposed convolution whose weight is the program's own, packed by phases
// when it is loaded: its phases are interleaved by the index map of what reads
// them, not by a copy, so that channels stay last for all of them. Of a weight
// that is given at each call, as in the gradient of a strided convolution's
// input, one kernel stores the phases where they belong.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --repeat=1
// CHECK-COUNT-4: loop.kernel private @{{k[0-9]+}}_convolution
// CHECK-NOT: order = [0, 1
// CHECK-LABEL: func.func @main
// RUN: sed '/^prim.weight/d;s/%one: tensor<1xf32>/%w: tensor<48x32x3x3xf32>/;/get_weight/d' %s >%t.given
// RUN: tc-opt %t.given --tc-cpu | FileCheck %s --check-prefix=GIVEN
// RUN: tc-interpret %t.given --expect >%t.mlir && tc-run %t.mlir --check --repeat=1
// GIVEN: loop.kernel private @{{k[0-9]+}}_convolution
// GIVEN-COUNT-4: loop.contract
// GIVEN: loop.join
// GIVEN-NOT: order = [0, 1
// GIVEN-LABEL: func.func @main
// GIVEN-COUNT-3: loop.launch
// GIVEN-NOT: loop.launch
#last = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<48x32x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}
func.func @main(%dy: tensor<2x32x4x4xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %one: tensor<1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %r: tensor<2x48x8x8xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %v: tensor<40x48x1x1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (tensor<2x40x8x8xf32> {tc.layout = #last}) {
  %w = prim.get_weight @w : tensor<48x32x3x3xf32>
  %0 = prim.convolution %dy, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x32x4x4xf32>, tensor<48x32x3x3xf32>
  %1 = prim.mul %0, %r : tensor<2x48x8x8xf32>
  %2 = prim.convolution %1, %v strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x48x8x8xf32>, tensor<40x48x1x1xf32>
  return %2 : tensor<2x40x8x8xf32>
}
}
