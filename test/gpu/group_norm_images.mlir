// Norms of groups of channels of images: sums of each channel, then of groups,
// so that channels stay last between convolutions. What is computed of each
// element is vectors of channels, which read the mean of their group once; of
// groups of 2 channels vectors have 2.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s <%t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.reduce (d0, d1, d2) over (d4, d5) [add] reads({{.*}}[d0, 2*d1 + d2, d4, d5]
// CHECK: for = ["d1"], to = "vector"}], for = [{{.*}}"d1"], step = 2 : i64, to = "thread"
// CHECK-NEXT: loop.map (d0, d1, d2, d3) reads({{.*}}[d0, floordiv(d1, 2)]
// CHECK: loop.reduce (d0, d1, d2) over (d4, d5) [add] reads({{.*}}[d0, 8*d1 + d2, d4, d5]
// CHECK: for = ["d1"], to = "vector"}], for = [{{.*}}"d1"], step = 8 : i64, to = "thread"
// CHECK-NEXT: loop.map (d0, d1, d2, d3) reads({{.*}}[d0, floordiv(d1, 8)]
module attributes {tc.version = "0.1", tc.target = "cuda"} {
  fx.graph @main(%x: tensor<16x16x24x24xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 1.0, std = 2.0, stream = 1 : i64}}, %v: tensor<64x16x1x1xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2 : i64}}, %w: tensor<64xbf16> {tc.init = {kind = "uniform", mean = 1.0, std = 0.5, stream = 3 : i64}}, %u: tensor<64x64x1x1xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4 : i64}}) -> tensor<16x64x24x24xbf16> {
    %0 = fx.call "aten.convolution.default"(%x, %v, none, [1, 1], [0, 0], [1, 1], false, [0, 0], 1) : (tensor<16x16x24x24xbf16>, tensor<64x16x1x1xbf16>) -> tensor<16x64x24x24xbf16>
    %1 = fx.call "aten.group_norm.default"(%0, 32, %w, %w) : (tensor<16x64x24x24xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<16x64x24x24xbf16>
    %2 = fx.call "aten.relu.default"(%1) : (tensor<16x64x24x24xbf16>) -> tensor<16x64x24x24xbf16>
    %3 = fx.call "aten.convolution.default"(%2, %u, none, [1, 1], [0, 0], [1, 1], false, [0, 0], 1) : (tensor<16x64x24x24xbf16>, tensor<64x64x1x1xbf16>) -> tensor<16x64x24x24xbf16>
    %4 = fx.call "aten.group_norm.default"(%3, 8, %w, none) : (tensor<16x64x24x24xbf16>, tensor<64xbf16>) -> tensor<16x64x24x24xbf16>
    %5 = fx.call "aten.relu.default"(%4) : (tensor<16x64x24x24xbf16>) -> tensor<16x64x24x24xbf16>
    %6 = fx.call "aten.convolution.default"(%5, %u, none, [1, 1], [0, 0], [1, 1], false, [0, 0], 1) : (tensor<16x64x24x24xbf16>, tensor<64x64x1x1xbf16>) -> tensor<16x64x24x24xbf16>
    fx.output %6 : tensor<16x64x24x24xbf16>
  }
}
