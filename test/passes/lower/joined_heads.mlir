// Heads that lie next to each other, as PyTorch's attention gives them, are put
// into that order and joined: what reads them reads the argument, eight elements
// at once, and nothing is copied.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-layout --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-run %s --check --repeat=1

// CHECK: loop.kernel private @{{.*}}cat
// CHECK-SAME: {run = 0 : i64}], for = ["d2"], to = "vector"}
// CHECK: reads({{.*}}[d0, floordiv(d2, 16), d1, mod(d2, 16)] : tensor<4x8x1024x16xbf16> else 0.000000e+00, {{.*}}[d0, floordiv(d2, 16) - 8, d1, mod(d2, 16)] : tensor<4x8x1024x16xbf16> else
// CHECK: loop.kernel private @{{.*}}dot_general
// CHECK-SAME: {bytes = 16 : i64, copy = [0, {{[01]}}], engine = "cp.async", to = "shared"}
// CHECK: reads({{.*}}[d1, floordiv(d0, 16), d2, mod(d0, 16)] : tensor<4x8x1024x16xbf16>
// CHECK-LABEL: func.func @main
// CHECK-NEXT: loop.launch
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<4x8x1024x16xbf16> {tc.layout = #tc.layout<order = [0, 2, 1, 3]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %b: tensor<4x8x1024x16xbf16> {tc.layout = #tc.layout<order = [0, 2, 1, 3]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %w: tensor<128x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}) -> (tensor<4x1024x256xbf16>, tensor<4x1024x16xbf16>) {
  %0 = prim.transpose %a [0, 2, 1, 3] : tensor<4x8x1024x16xbf16>
  %1 = prim.reshape %0 : tensor<4x1024x8x16xbf16> to tensor<4x1024x128xbf16>
  %2 = prim.transpose %b [0, 2, 1, 3] : tensor<4x8x1024x16xbf16>
  %3 = prim.reshape %2 : tensor<4x1024x8x16xbf16> to tensor<4x1024x128xbf16>
  %4 = prim.cat %1, %3 dim 2 : tensor<4x1024x128xbf16>, tensor<4x1024x128xbf16>
  %5 = prim.dot_general %1, %w batch [], [] contract [2], [0] : tensor<4x1024x128xbf16>, tensor<128x16xbf16>
  return %4, %5 : tensor<4x1024x256xbf16>, tensor<4x1024x16xbf16>
}
}
