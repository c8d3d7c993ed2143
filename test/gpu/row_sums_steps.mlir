// The sum of a factor's rows beside a product whose steps are two dimensions,
// of a factor that a reshape has joined: of a transposed one the product reads
// what lies in memory; of another the sum reads what the product reads.
// RUN: env TC_NUMBERS=gpu_sums_bytes=1 tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a,dependent-launch=0 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_90a,dependent-launch=0 -o %t.2 && cmp %t.mlir %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1

// CHECK: {run = 1 : i64, unit = "wgmma.m64k16.bf16"}], {{.*}}, {run = 0 : i64, unit = "wgmma.m64k16.bf16"}
// CHECK: loop.reduce (d2) over (d0, d1) [add] reads(%{{.*}} = %arg0[d0, d2, d1]
// CHECK: {run = 0 : i64, unit = "wgmma.m64k16.bf16"}], {{.*}}, {run = 2 : i64, unit = "wgmma.m64k16.bf16"}
// CHECK: loop.reduce (d2) over ([[K:.*]]) [add] reads(%{{.*}} = %arg0{{\[}}[[K]], d2]
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: loop.launch
// CHECK-NOT: loop.launch
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
  func.func @main(%y: tensor<2x136x192xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 1 : i64}}, %x: tensor<384x72xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 2 : i64}}, %z: tensor<2x192x136xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 3 : i64}}) -> (tensor<136x72xbf16>, tensor<136xbf16>, tensor<136x72xbf16>, tensor<136xbf16>) {
    %0 = prim.transpose %y [0, 2, 1] : tensor<2x136x192xbf16>
    %1 = prim.reshape %0 : tensor<2x192x136xbf16> to tensor<384x136xbf16>
    %2 = prim.dot_general %1, %x batch [], [] contract [0], [0] : tensor<384x136xbf16>, tensor<384x72xbf16>
    %3 = prim.sum %1 [0] : tensor<384x136xbf16>
    %4 = prim.reshape %z : tensor<2x192x136xbf16> to tensor<384x136xbf16>
    %5 = prim.dot_general %4, %x batch [], [] contract [0], [0] : tensor<384x136xbf16>, tensor<384x72xbf16>
    %6 = prim.sum %z [0, 1] : tensor<2x192x136xbf16>
    return %2, %3, %5, %6 : tensor<136x72xbf16>, tensor<136xbf16>, tensor<136x72xbf16>, tensor<136xbf16>
  }
}
