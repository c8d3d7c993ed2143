// TF32 where the graph permits it for the kind of call, and where products are
// many enough to take longer than a launch; else factors are split in two.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o - | FileCheck %s
// CHECK: .entry{{.*}}dot_general
// CHECK: cvt.rna.tf32
// CHECK: mma.sync{{.*}}tf32
// CHECK: .entry{{.*}}dot_general
// CHECK-NOT: cvt.rna.tf32
// CHECK: mma.sync{{.*}}tf32
// CHECK-NOT: cvt.rna.tf32
// CHECK: .entry{{.*}}convolution
// CHECK-NOT: cvt.rna.tf32
// CHECK: mma.sync{{.*}}tf32
// CHECK-NOT: cvt.rna.tf32
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %v: tensor<40x512xf32>, %y: tensor<8x64x32x32xf32>, %c: tensor<64x64x3x3xf32>) -> (tensor<512x512xf32>, tensor<512x40xf32>, tensor<8x64x32x32xf32>) attributes {tc.tf32 = ["matmul"]} {
    %0 = fx.call "aten.linear.default"(%x, %w, none) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %1 = fx.call "aten.linear.default"(%x, %v, none) : (tensor<512x512xf32>, tensor<40x512xf32>) -> tensor<512x40xf32>
    %2 = fx.call "aten.convolution.default"(%y, %c, none, [1, 1], [1, 1], [1, 1], false, [0, 0], 1) : (tensor<8x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<8x64x32x32xf32>
    fx.output %0, %1, %2 : tensor<512x512xf32>, tensor<512x40xf32>, tensor<8x64x32x32xf32>
  }
}
