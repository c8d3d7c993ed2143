// The last panel of a product has fewer columns than the others: it is packed,
// and its results are mapped and stored, by masked vectors. Columns that do not
// exist are not read (--guard), not those of the maps' operands either; results
// of f32, f64 and bf16, and one that is stored across columns.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.v3.so
// RUN: tc-run %t.v3.so --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3 | FileCheck %s
// CHECK: llvm.intr.masked.load {{.*}} vector<4xf64>
// CHECK: llvm.intr.masked.store {{.*}} vector<4xf64>
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<30x17xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %y: tensor<17x41xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %b: tensor<41xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %r: tensor<30x41xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %u: tensor<30x17xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %v: tensor<17x41xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
      -> (tensor<30x41xf32>, tensor<30x41xbf16>, tensor<41x30xf32>, tensor<30x41xf64>) {
    %0 = prim.dot_general %x, %y batch [], [] contract [1], [0] : tensor<30x17xf32>, tensor<17x41xf32>
    %1 = prim.broadcast_in_dim %b [1] : tensor<41xf32> to tensor<30x41xf32>
    %2 = prim.add %0, %1 : tensor<30x41xf32>
    %3 = prim.mul %2, %r : tensor<30x41xf32>
    %4 = prim.convert_element_type %3 : tensor<30x41xf32> to tensor<30x41xbf16>
    %5 = prim.transpose %0 [1, 0] : tensor<30x41xf32>
    %6 = prim.dot_general %u, %v batch [], [] contract [1], [0] : tensor<30x17xf64>, tensor<17x41xf64>
    return %3, %4, %5, %6 : tensor<30x41xf32>, tensor<30x41xbf16>, tensor<41x30xf32>, tensor<30x41xf64>
  }
}
