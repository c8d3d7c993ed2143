// Products of few columns, as the 1x1 convolutions of a network's late layers: of
// three groups' rows there are as many tiles as multiprocessors, and where each has
// one tile, two groups share it. Else two teams take turns, behind eight slots.
// RUN: tc-opt %s --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: ring = 4 : i64
// CHECK-SAME: for = ["d2"], step = 128 : i64, to = "persist"
// CHECK-SAME: step = 192 : i64, to = "persist"
// CHECK-SAME: threads = 512
// CHECK: for = ["d1"], role = "multiply", step = 64 : i64, to = "group"}], for = ["d0"], ring = 6
// CHECK-SAME: for = ["d2"], step = 128 : i64, to = "persist"
// CHECK-SAME: step = 128 : i64, to = "persist"
// CHECK-SAME: threads = 384
// CHECK: ring = 8 : i64
// CHECK-SAME: for = ["d2"], step = 128 : i64, to = "persist"
// CHECK-SAME: step = 64 : i64, to = "persist"
module attributes {tc.version = "0.1"} {
  fx.graph @main(%a: tensor<12544x1024xbf16>, %v: tensor<256x1024xbf16>, %b: tensor<3136x2048xbf16>, %w: tensor<512x2048xbf16>, %c: tensor<4096x768xbf16>, %x: tensor<256x768xbf16>) -> (tensor<12544x256xbf16>, tensor<3136x512xbf16>, tensor<4096x256xbf16>) {
    %0 = fx.call "aten.linear.default"(%a, %v, none) : (tensor<12544x1024xbf16>, tensor<256x1024xbf16>) -> tensor<12544x256xbf16>
    %1 = fx.call "aten.linear.default"(%b, %w, none) : (tensor<3136x2048xbf16>, tensor<512x2048xbf16>) -> tensor<3136x512xbf16>
    %2 = fx.call "aten.linear.default"(%c, %x, none) : (tensor<4096x768xbf16>, tensor<256x768xbf16>) -> tensor<4096x256xbf16>
    fx.output %0, %1, %2 : tensor<12544x256xbf16>, tensor<3136x512xbf16>, tensor<4096x256xbf16>
  }
}
