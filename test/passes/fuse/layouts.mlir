// Kernels whose arguments or results lie in an order of their own are left alone:
// layouts are told by the arguments' numbers, which fusion changes.
// RUN: tc-opt %s --loop-layout --loop-fuse | FileCheck %s
// CHECK: loop.kernel private @k0_convolution
// CHECK-SAME: tc.layout
// CHECK: loop.kernel private @k1_where(%{{.*}}: tensor<2x2x5xi1>, %{{.*}} {tc.layout{{.*}}}, %{{.*}} {tc.layout{{.*}}})
module {
  loop.kernel private @k0_convolution(%arg0: tensor<2x3x3xf64>, %arg1: tensor<2x3x3xf64>) -> tensor<2x2x5xf64> iters(d0 = 2, d1 = 2, d2 = 5, d3 = 3, d4 = 3) {
    %0 = loop.contract (d0, d1, d2) over (d3, d4) reads(%arg2 = %arg0[d0, d3, d2 + d4 - 2] : tensor<2x3x3xf64> else 0.000000e+00, %arg3 = %arg1[d1, d3, d4] : tensor<2x3x3xf64>) -> tensor<2x2x5xf64> {
      loop.yield %arg2, %arg3 : f64, f64
    }
    loop.yield %0 : tensor<2x2x5xf64>
  }
  loop.kernel private @k1_where(%arg0: tensor<2x2x5xi1>, %arg1: tensor<2x2x5xf64>, %arg2: tensor<2x2x5xf64>) -> tensor<2x2x5xf64> iters(d0 = 2, d1 = 2, d2 = 5) {
    %0 = loop.map (d0, d1, d2) reads(%arg3 = %arg0[d0, d1, d2] : tensor<2x2x5xi1>, %arg4 = %arg1[d0, d1, d2] : tensor<2x2x5xf64>, %arg5 = %arg2[d0, d1, d2] : tensor<2x2x5xf64>) -> tensor<2x2x5xf64> {
      %1 = prim.where %arg3, %arg4, %arg5 : i1, f64
      loop.yield %1 : f64
    }
    loop.yield %0 : tensor<2x2x5xf64>
  }
  func.func @main(%arg0: tensor<2x3x3xf64>, %arg1: tensor<2x2x5xi1>) -> tensor<2x2x5xf64> {
    %0 = loop.launch @k0_convolution(%arg0, %arg0) : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x2x5xf64>
    %1 = loop.launch @k1_where(%arg1, %0, %0) : (tensor<2x2x5xi1>, tensor<2x2x5xf64>, tensor<2x2x5xf64>) -> tensor<2x2x5xf64>
    return %1 : tensor<2x2x5xf64>
  }
}

