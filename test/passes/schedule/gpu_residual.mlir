// A product with a residual of f32 behind it: 256 threads have enough bytes under
// way. Two teams, of which one reads and stores while the other multiplies (on an
// H100 148 us, 196 in blocks of 512 threads without roles).
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
module attributes {tc.version = "0.1"} {
// CHECK: loop.kernel @wide
// CHECK-SAME: engine = "tma", role = "load"
// CHECK-SAME: for = ["d1"], step = 128 : i64, to = "persist"}], for = ["d0"], step = 128 : i64, to = "persist"
// CHECK-SAME: {name = "multiply", registers = 240 : i64, warps = 8 : i64}]
  loop.kernel @wide(%arg0: tensor<12544x3072xf32>, %arg1: tensor<12544x768xbf16>, %arg2: tensor<3072x768xbf16>) -> tensor<12544x3072xf32> iters(d0 = 12544, d1 = 3072, d2 = 768) {
    %0 = loop.contract (d0, d1) over (d2) reads(%arg3 = %arg1[d0, d2] : tensor<12544x768xbf16>, %arg4 = %arg2[d1, d2] : tensor<3072x768xbf16>) -> tensor<12544x3072xf32> {
      %2 = prim.convert_element_type %arg3 : bf16 to f32
      %3 = prim.convert_element_type %arg4 : bf16 to f32
      loop.yield %2, %3 : f32, f32
    }
    %1 = loop.map (d0, d1) reads(%arg3 = %arg0[d0, d1] : tensor<12544x3072xf32>, %arg4 = %0[d0, d1] : tensor<12544x3072xf32>) -> tensor<12544x3072xf32> {
      %2 = prim.convert_element_type %arg4 : f32 to bf16
      %3 = prim.convert_element_type %2 : bf16 to f32
      %4 = prim.add %3, %arg3 : f32
      loop.yield %4 : f32
    }
    loop.yield %1 : tensor<12544x3072xf32>
  }
}
