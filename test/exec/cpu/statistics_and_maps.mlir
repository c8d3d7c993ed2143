// A least value over few rows, which a GPU would take in parts, beside a map
// that later maps read: the map is no part of what is recomputed in the parts.
// RUN: tc-run %s --check
module attributes {tc.version = "0.1", tc.sizes = {n = 2}} {
  func.func @main(%x: tensor<?x8x40xf16, #tc.dims<[n, 8, 40]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}})
      -> (tensor<?x40x8xf16, #tc.dims<[n, 40, 8]>>, tensor<?x40x8xf16, #tc.dims<[n, 40, 8]>>, tensor<8x40xf16>) {
    %square = prim.mul %x, %x : tensor<?x8x40xf16, #tc.dims<[n, 8, 40]>>
    %one = prim.constant dense<1.0> : tensor<f16>
    %ones = prim.broadcast_in_dim %one [] : tensor<f16> to tensor<?x8x40xf16, #tc.dims<[n, 8, 40]>>
    %more = prim.add %square, %ones : tensor<?x8x40xf16, #tc.dims<[n, 8, 40]>>
    %ratio = prim.div %x, %more : tensor<?x8x40xf16, #tc.dims<[n, 8, 40]>>
    %sum = prim.add %ratio, %square : tensor<?x8x40xf16, #tc.dims<[n, 8, 40]>>
    %least = prim.amin %more [0] : tensor<?x8x40xf16, #tc.dims<[n, 8, 40]>>
    %turned = prim.transpose %sum [0, 2, 1] : tensor<?x8x40xf16, #tc.dims<[n, 8, 40]>>
    %twice = prim.add %turned, %turned : tensor<?x40x8xf16, #tc.dims<[n, 40, 8]>>
    return %twice, %turned, %least : tensor<?x40x8xf16, #tc.dims<[n, 40, 8]>>, tensor<?x40x8xf16, #tc.dims<[n, 40, 8]>>, tensor<8x40xf16>
  }
}
