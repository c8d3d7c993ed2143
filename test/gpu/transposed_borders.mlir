// Tiles of an image with a border: what lies outside is staged as the fill, an
// element at a time; of f32, of halves, and of odd sizes.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --guard --repeat=1
// CHECK-COUNT-2: copy = [0, 0], engine = "plain", to = "shared"
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<40x21x33x33xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %y: tensor<40x20x33x33xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}) -> (tensor<40x35x35x21xf32>, tensor<40x35x35x20xbf16>) {
  %c = prim.constant dense<2.0> : tensor<f32>
  %0 = prim.pad %x, %c low <[0, 0, 1, 1]> high <[0, 0, 1, 1]> interior [0, 0, 0, 0] : tensor<40x21x33x33xf32>, tensor<f32> to tensor<40x21x35x35xf32>
  %1 = prim.transpose %0 [0, 2, 3, 1] : tensor<40x21x35x35xf32>
  %d = prim.constant dense<0.0> : tensor<bf16>
  %2 = prim.pad %y, %d low <[0, 0, 1, 1]> high <[0, 0, 1, 1]> interior [0, 0, 0, 0] : tensor<40x20x33x33xbf16>, tensor<bf16> to tensor<40x20x35x35xbf16>
  %3 = prim.transpose %2 [0, 2, 3, 1] : tensor<40x20x35x35xbf16>
  return %1, %3 : tensor<40x35x35x21xf32>, tensor<40x35x35x20xbf16>
}
}
