// Few long rows are sorted in parts: by several tasks, the same for any number
// of threads. Many equal keys show that it is stable; lengths that are no
// multiple of the parts; two rows; the first few only, which are found without
// sorting, and more than few.
// RUN: tc-opt %s --prim-to-loop --loop-schedule | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --threads=1 --repeat=1
// RUN: tc-run %t.so --check --threads=3 --guard --repeat=1
module attributes {tc.version = "0.1"} {
// CHECK: loop.kernel private @k0_sort{{.*}} attributes {loop.schedule = {phases = [{grain = 1 : i64, split = "d0", split_parts = 16 : i64, stages = [0], tasks = []}]}}
// CHECK: loop.kernel private @k1_sort{{.*}} split = "d1", split_parts = 16 : i64, stages = [0], tasks = ["d0"]}
// CHECK: loop.kernel private @k2_topk{{.*}} split = "d0"
func.func @main(%x: tensor<40009xi32> {tc.init = {kind = "randint", low = -50, high = 50, stream = 1}},
                %y: tensor<2x16384xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %z: tensor<70001xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}})
    -> (tensor<40009xi32>, tensor<40009xi64>, tensor<2x16384xf32>, tensor<2x16384xi64>, tensor<37xf64>, tensor<37xi64>,
        tensor<128xi32>, tensor<128xi64>, tensor<129xi32>, tensor<129xi64>) {
  %0, %1 = prim.sort %x dim 0 : tensor<40009xi32>
  %2, %3 = prim.sort %y dim 1 descending : tensor<2x16384xf32>
  %4, %5 = prim.topk %z, #tc.size<37> dim 0 : tensor<70001xf64>
  %6, %7 = prim.topk %x, #tc.size<128> dim 0 smallest : tensor<40009xi32>
  %8, %9 = prim.topk %x, #tc.size<129> dim 0 : tensor<40009xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<40009xi32>, tensor<40009xi64>, tensor<2x16384xf32>, tensor<2x16384xi64>, tensor<37xf64>, tensor<37xi64>,
      tensor<128xi32>, tensor<128xi64>, tensor<129xi32>, tensor<129xi64>
}
}
