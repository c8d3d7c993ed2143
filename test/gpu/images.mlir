// Windows of images, copied by the copy engine in its im2col mode: it walks over
// pixels, and writes zeros for the border and behind the last image.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-opt %s --loop-schedule=target=emulate -o %t.1 && tc-opt %t.1 --loop-schedule=target=emulate | cmp %t.1 -
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file %t.ptx
// CHECK: gpu.func @strided
// CHECK-SAME: loop.tensor_maps = [{box = [64, 1, 1, 1], buffer = 0 : i64, extents = [#tc.size<64>, #tc.size<10>, #tc.size<10>, #tc.size<3>], lower = [-1, -1], offset = #tc.size<0>, pixels = 64 : i64, step = [2, 2], strides = [#tc.size<2>, #tc.size<128>, #tc.size<1280>, #tc.size<12800>], upper = [-2, -2]}, {box = [64, 128], buffer = 1 : i64
// CHECK: gpu.func @backwards
// CHECK-SAME: lower = [-1, -2], offset = #tc.size<0>, pixels = 128 : i64, step = [1, 1]
// CHECK-SAME: {box = [64, 1, 1, 64], buffer = 1 : i64
// CHECK: gpu.func @weight
// CHECK-SAME: {box = [64, 64, 1], buffer = 0 : i64
// CHECK-SAME: lower = [-1, -1], offset = #tc.size<0>, pixels = 64 : i64
// PTX-DAG: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [{{.*}}], [{{.*}}, {{{.*}}, {{.*}}, {{.*}}}], [{{.*}}], {{{.*}}};
// PTX-DAG: cp.async.bulk.tensor.4d.shared::cluster.global.im2col
// PTX-DAG: cp.async.bulk.tensor.5d.shared::cluster.global.im2col
module attributes {tc.version = "0.1"} {
  // Two pixels apart, in the border of each side; tiles go on in the next image.
  loop.kernel private @strided(%x: tensor<3x64x10x10xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %w: tensor<128x64x3x3xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> tensor<3x5x5x128xf32> iters(b = 3, y = 5, x = 5, o = 128, c = 64, ky = 3, kx = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["o"], step = 128 : i64, to = "group"}], for = ["b", "y", "x"], role = "multiply", step = 64 : i64, to = "group"}], for = ["ky", "kx", "c"], ring = 3 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["o"], to = "vector"}], for = ["b", "y", "x", "o"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["o"], step = 128 : i64, to = "persist"}], for = ["b", "y", "x"], step = 64 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
    %y = loop.contract (b, y, x, o) over (ky, kx, c) reads(%a = %x[b, c, 2*y + ky - 1, 2*x + kx - 1] : tensor<3x64x10x10xbf16> else 0.0, %c = %w[o, c, ky, kx] : tensor<128x64x3x3xbf16>) -> tensor<3x5x5x128xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %c : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    loop.yield %y : tensor<3x5x5x128xf32>
  }
  // A window that is read backwards, every second pixel; boxes of the weight at one place of it.
  loop.kernel private @backwards(%x: tensor<2x64x9x7xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %w: tensor<64x64x3x2xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> tensor<2x9x7x64xf32> iters(b = 2, y = 9, x = 7, o = 64, c = 64, ky = 3, kx = 2) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["o"], step = 64 : i64, to = "group"}], for = ["b", "y", "x"], role = "multiply", step = 64 : i64, to = "group"}], for = ["ky", "kx", "c"], ring = 3 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["o"], to = "vector"}], for = ["b", "y", "x", "o"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["o"], step = 64 : i64, to = "persist"}], for = ["b", "y", "x"], step = 128 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, roles = [{name = "load", registers = 32 : i64, warps = 4 : i64}, {name = "multiply", registers = 112 : i64, warps = 16 : i64}], threads = 640 : i64}]}} {
    %y = loop.contract (b, y, x, o) over (ky, kx, c) reads(%a = %x[b, c, y - 2*ky + 2, x - kx] : tensor<2x64x9x7xbf16> else 0.0, %c = %w[c, o, -ky + 2, kx] : tensor<64x64x3x2xbf16>) -> tensor<2x9x7x64xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %c : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    loop.yield %y : tensor<2x9x7x64xf32>
  }
  // One dimension of space.
  loop.kernel private @line(%x: tensor<4x64x21xbf16> {tc.layout = #tc.layout<order = [0, 2, 1]>}, %w: tensor<64x64x5xbf16> {tc.layout = #tc.layout<order = [0, 2, 1]>}) -> tensor<4x21x64xf32> iters(b = 4, x = 21, o = 64, c = 64, kx = 5) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["o"], step = 64 : i64, to = "group"}], for = ["b", "x"], role = "multiply", step = 64 : i64, to = "group"}], for = ["kx", "c"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["o"], to = "vector"}], for = ["b", "x", "o"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["o"], step = 64 : i64, to = "persist"}], for = ["b", "x"], step = 64 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
    %y = loop.contract (b, x, o) over (kx, c) reads(%a = %x[b, c, x + kx - 2] : tensor<4x64x21xbf16> else 0.0, %c = %w[o, c, kx] : tensor<64x64x5xbf16>) -> tensor<4x21x64xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %c : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    loop.yield %y : tensor<4x21x64xf32>
  }
  // Three.
  loop.kernel private @volume(%x: tensor<2x64x3x5x4xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 4, 1]>}, %w: tensor<64x64x2x3x3xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 4, 1]>}) -> tensor<2x2x3x4x64xf32> iters(b = 2, z = 2, y = 3, x = 4, o = 64, c = 64, kz = 2, ky = 3, kx = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["o"], step = 64 : i64, to = "group"}], for = ["b", "z", "y", "x"], role = "multiply", step = 64 : i64, to = "group"}], for = ["kz", "ky", "kx", "c"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["o"], to = "vector"}], for = ["b", "z", "y", "x", "o"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["o"], step = 64 : i64, to = "persist"}], for = ["b", "z", "y", "x"], step = 64 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
    %y = loop.contract (b, z, y, x, o) over (kz, ky, kx, c) reads(%a = %x[b, c, z + kz, 2*y + ky - 1, x + kx - 1] : tensor<2x64x3x5x4xbf16> else 0.0, %c = %w[o, c, kz, ky, kx] : tensor<64x64x2x3x3xbf16>) -> tensor<2x2x3x4x64xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %c : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    loop.yield %y : tensor<2x2x3x4x64xf32>
  }
  // The gradient of a weight, in two parts: pixels are steps, of which the last
  // tile of a part has 60.
  loop.kernel private @weight(%g: tensor<4x64x5x6xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %x: tensor<4x64x5x6xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> tensor<64x3x3x64xf32> iters(b = 4, y = 5, x = 6, o = 64, c = 64, ky = 3, kx = 3) attributes {loop.schedule = {adds = [{as = "partial", for = ["b"], of = [0], parts = 2 : i64}], launches = [{body = [{body = [{body = [{body = [{body = [{copy = [1, 0], engine = "tma", role = "load", to = "shared"}, {copy = [1, 1], engine = "tma", role = "load", to = "shared"}, {body = [{body = [{run = 1 : i64, unit = "wgmma.m64k16.bf16"}], for = ["ky", "kx", "c"], step = 192 : i64, to = "group"}], for = ["o"], role = "multiply", step = 64 : i64, to = "group"}], for = ["of.part.8", "y", "x"], ring = 3 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["c"], to = "vector"}], for = ["o", "ky", "kx", "c"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["ky", "kx", "c"], step = 192 : i64, to = "persist"}], for = ["o"], step = 64 : i64, to = "persist"}], for = ["part.7"], step = 1 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}, {body = [{body = [{body = [{run = 0 : i64}], for = ["o", "ky", "kx", "c"], step = 1 : i64, to = "thread"}], for = ["o", "ky", "kx", "c"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
    %r = loop.contract (o, ky, kx, c) over (b, y, x) reads(%a = %g[b, o, y, x] : tensor<4x64x5x6xbf16>, %d = %x[b, c, y + ky - 1, x + kx - 1] : tensor<4x64x5x6xbf16> else 0.0) -> tensor<64x3x3x64xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %d : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    loop.yield %r : tensor<64x3x3x64xf32>
  }
  func.func @main(%x_strided: tensor<3x64x10x10xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 1 : i64}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %w_strided: tensor<128x64x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 2 : i64}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %x_backwards: tensor<2x64x9x7xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 3 : i64}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %w_backwards: tensor<64x64x3x2xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 4 : i64}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %x_line: tensor<4x64x21xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 5 : i64}, tc.layout = #tc.layout<order = [0, 2, 1]>}, %w_line: tensor<64x64x5xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 6 : i64}, tc.layout = #tc.layout<order = [0, 2, 1]>}, %x_volume: tensor<2x64x3x5x4xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 7 : i64}, tc.layout = #tc.layout<order = [0, 2, 3, 4, 1]>}, %w_volume: tensor<64x64x2x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 8 : i64}, tc.layout = #tc.layout<order = [0, 2, 3, 4, 1]>}, %g_weight: tensor<4x64x5x6xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 9 : i64}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %x_weight: tensor<4x64x5x6xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 10 : i64}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<3x5x5x128xf32>, tensor<2x9x7x64xf32>, tensor<4x21x64xf32>, tensor<2x2x3x4x64xf32>, tensor<64x3x3x64xf32>) attributes {loop.arena = #tc.size<0>} {
    %strided = loop.launch @strided(%x_strided, %w_strided) {loop.places = [{result = 0 : i64}]} : (tensor<3x64x10x10xbf16>, tensor<128x64x3x3xbf16>) -> tensor<3x5x5x128xf32>
    %backwards = loop.launch @backwards(%x_backwards, %w_backwards) {loop.places = [{result = 1 : i64}]} : (tensor<2x64x9x7xbf16>, tensor<64x64x3x2xbf16>) -> tensor<2x9x7x64xf32>
    %line = loop.launch @line(%x_line, %w_line) {loop.places = [{result = 2 : i64}]} : (tensor<4x64x21xbf16>, tensor<64x64x5xbf16>) -> tensor<4x21x64xf32>
    %volume = loop.launch @volume(%x_volume, %w_volume) {loop.places = [{result = 3 : i64}]} : (tensor<2x64x3x5x4xbf16>, tensor<64x64x2x3x3xbf16>) -> tensor<2x2x3x4x64xf32>
    %weight = loop.launch @weight(%g_weight, %x_weight) {loop.places = [{result = 4 : i64}]} : (tensor<4x64x5x6xbf16>, tensor<4x64x5x6xbf16>) -> tensor<64x3x3x64xf32>
    return %strided, %backwards, %line, %volume, %weight : tensor<3x5x5x128xf32>, tensor<2x9x7x64xf32>, tensor<4x21x64xf32>, tensor<2x2x3x4x64xf32>, tensor<64x3x3x64xf32>
  }
}
