// Rows that a task packs: windows of images, of which a part is outside, with
// numbers of rows that are known and that are not, with panels in the cache
// together and one after the other, of steps of less than a vector and of more;
// of f16, which are converted once for all panels; and rows that are pages
// apart, which are not packed. The last windows are multiplied by an argument,
// whose panels a task packs, too.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3,l2=65536 -o %t.small.so
// RUN: tc-run %t.small.so --check --guard --repeat=1
module attributes {tc.sizes = {n = 3}, tc.version = "0.1"} {
  prim.weight @w : tensor<40x3x7x7xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}}
  prim.weight @v : tensor<70x2x3x21xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}}
  prim.weight @h : tensor<90x72xf16> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13}}
  prim.weight @p : tensor<150x1024xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14}}
  func.func @main(%x: tensor<2x3x17x19xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %y: tensor<?x2x9x30xf32, #tc.dims<[n, 2, 9, 30]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %z: tensor<31x72xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %q: tensor<31x1024xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %u: tensor<70x3x5x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}})
      -> (tensor<2x40xf32>, tensor<?x70xf32, #tc.dims<[n, 70]>>, tensor<31x90xf16>, tensor<31x150xf32>, tensor<2x70xf32>) {
    %w = prim.get_weight @w : tensor<40x3x7x7xf32>
    %v = prim.get_weight @v : tensor<70x2x3x21xf32>
    %h = prim.get_weight @h : tensor<90x72xf16>
    %p = prim.get_weight @p : tensor<150x1024xf32>
    %0 = prim.convolution %x, %w strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x17x19xf32>, tensor<40x3x7x7xf32>
    %1 = prim.amax %0 [2, 3] : tensor<2x40x9x10xf32>
    %2 = prim.convolution %y, %v strides [1, 1] pad [1, 10], [1, 10] dilation [1, 1], [1, 1] groups 1 : tensor<?x2x9x30xf32, #tc.dims<[n, 2, 9, 30]>>, tensor<70x2x3x21xf32>
    %3 = prim.amax %2 [2, 3] : tensor<?x70x9x30xf32, #tc.dims<[n, 70, 9, 30]>>
    %4 = prim.dot_general %z, %h batch [], [] contract [1], [1] : tensor<31x72xf16>, tensor<90x72xf16>
    %5 = prim.dot_general %q, %p batch [], [] contract [1], [1] : tensor<31x1024xf32>, tensor<150x1024xf32>
    %6 = prim.convolution %x, %u strides [1, 1] pad [2, 2], [2, 2] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x17x19xf32>, tensor<70x3x5x5xf32>
    %7 = prim.amax %6 [2, 3] : tensor<2x70x17x19xf32>
    return %1, %3, %4, %5, %7 : tensor<2x40xf32>, tensor<?x70xf32, #tc.dims<[n, 70]>>, tensor<31x90xf16>, tensor<31x150xf32>, tensor<2x70xf32>
  }
}
