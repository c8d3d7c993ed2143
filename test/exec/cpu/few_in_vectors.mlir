// The first few of elements that lie side by side are looked for a vector at a
// time: NaNs, which come first or last, zeros of either sign, elements of two
// bytes, of eight and of one, rows that end within a vector. Of columns each
// element is looked at by itself.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3 | FileCheck %s
// CHECK-LABEL: func.func private @k1_topk
// CHECK: vector.reduction <or>, {{.*}} : vector<8xi1>
// CHECK-LABEL: func.func private @k{{[0-9]+}}_topk
// CHECK: vector.reduction <or>, {{.*}} : vector<8xi1>
// CHECK-LABEL: func.func private @k{{[0-9]+}}_topk
// CHECK-NOT: vector.reduction
// CHECK-LABEL: func.func private @k{{[0-9]+}}_topk
// CHECK: vector.reduction <or>, {{.*}} : vector<8xi1>
// CHECK-LABEL: func.func private @k{{[0-9]+}}_topk
// CHECK: vector.reduction <or>, {{.*}} : vector<4xi1>
// CHECK-LABEL: func.func private @k{{[0-9]+}}_topk
// CHECK: vector.reduction <or>, {{.*}} : vector<8xi1>
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<3x1003xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %h: tensor<3x1003xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %l: tensor<2x301xi64> {tc.init = {kind = "randint", low = -40, high = 40, stream = 3}},
                %u: tensor<2x301xui8> {tc.init = {kind = "randint", low = 0, high = 255, stream = 4}})
    -> (tensor<3x5xf32>, tensor<3x5xi64>, tensor<3x5xf32>, tensor<3x5xi64>, tensor<2x1003xf32>, tensor<2x1003xi64>,
        tensor<3x8xbf16>, tensor<3x8xi64>, tensor<2x9xi64>, tensor<2x9xi64>, tensor<2x9xui8>, tensor<2x9xi64>) {
  %n = prim.log %x : tensor<3x1003xf32>
  %0, %1 = prim.topk %n, #tc.size<5> dim 1 : tensor<3x1003xf32>
  %z = prim.trunc %x : tensor<3x1003xf32>
  %2, %3 = prim.topk %z, #tc.size<5> dim 1 smallest : tensor<3x1003xf32>
  %4, %5 = prim.topk %x, #tc.size<2> dim 0 : tensor<3x1003xf32>
  %6, %7 = prim.topk %h, #tc.size<8> dim 1 smallest : tensor<3x1003xbf16>
  %8, %9 = prim.topk %l, #tc.size<9> dim 1 : tensor<2x301xi64>
  %10, %11 = prim.topk %u, #tc.size<9> dim 1 smallest : tensor<2x301xui8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<3x5xf32>, tensor<3x5xi64>, tensor<3x5xf32>, tensor<3x5xi64>, tensor<2x1003xf32>, tensor<2x1003xi64>,
      tensor<3x8xbf16>, tensor<3x8xi64>, tensor<2x9xi64>, tensor<2x9xi64>, tensor<2x9xui8>, tensor<2x9xi64>
}
}
