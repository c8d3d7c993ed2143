// Products of four and five rows, or columns, on matrix units: most of a tile is
// padding, which is not read: its copies have 0 bytes. In the last one the other
// operand is contiguous along its points.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o - | FileCheck %s
// CHECK: .entry{{.*}}dot_general(
// CHECK: cp.async{{.*}}, 16, %r
// CHECK: mma.sync
// CHECK: .entry{{.*}}dot_general(
// CHECK: mma.sync
// CHECK: cp.async{{.*}}, 16, 0;
// CHECK: .entry{{.*}}dot_general(
// CHECK: mma.sync
// CHECK: .entry{{.*}}dot_general(
// CHECK: mma.sync
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<5x1024xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %w: tensor<2080x1024xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %y: tensor<5x1024xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %q: tensor<16x4x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}, %k: tensor<16x2752x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5 : i64}}, %p: tensor<16x4x2752xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6 : i64}}) -> (tensor<5x2080xbf16>, tensor<2080x5xbf16>, tensor<16x4x2752xbf16>, tensor<16x4x64xbf16>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<5x1024xbf16>, tensor<2080x1024xbf16>
  %1 = prim.dot_general %w, %y batch [], [] contract [1], [1] : tensor<2080x1024xbf16>, tensor<5x1024xbf16>
  %2 = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : tensor<16x4x64xbf16>, tensor<16x2752x64xbf16>
  %3 = prim.dot_general %p, %k batch [0], [0] contract [2], [1] : tensor<16x4x2752xbf16>, tensor<16x2752x64xbf16>
  return %0, %1, %2, %3 : tensor<5x2080xbf16>, tensor<2080x5xbf16>, tensor<16x4x2752xbf16>, tensor<16x4x64xbf16>
}
}
