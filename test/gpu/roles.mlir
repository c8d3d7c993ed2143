// Roles: a warp group copies, two teams of one multiply, each a tile of 128
// rows; eight tiles on as many blocks as the emulated chip holds, rows, columns
// and steps of which the last tile has only some, and a ring that no tile's
// steps fill.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// Teams of two warp groups, three of them, one.
// RUN: sed -e 's/role = "multiply", step = 128 : i64, to = "group"/role = "multiply", step = 64 : i64, to = "group"/; s/ring = 5/ring = 3/; s/registers = 88/registers = 64/; s/registers = 208/registers = 104/; s/warps = 8/warps = 16/; s/threads = 384/threads = 640/' %s > %t.groups.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.groups.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/registers = 208/registers = 136/; s/warps = 8/warps = 12/; s/threads = 384/threads = 512/' %s > %t.three.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.three.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/role = "multiply", step = 128 : i64, to = "group"/role = "multiply", step = 64 : i64, to = "group"/' %s > %t.one.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.one.mlir --target=emulate --check --repeat=1
module attributes {tc.version = "0.1"} {
  loop.kernel private @k4_convert_element_type(%arg0: tensor<400x200xbf16>, %arg1: tensor<200x330xbf16>, %arg2: tensor<330xbf16>) -> tensor<400x330xbf16> iters(d0 = 400, d1 = 330, d2 = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 4 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["d1"], step = 128 : i64, to = "group"}], for = ["d0"], role = "multiply", step = 128 : i64, to = "group"}], for = ["d2"], ring = 5 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [{run = 1 : i64}], for = ["d1"], to = "vector"}], for = ["d0", "d1"], role = "multiply", step = 8 : i64, tail = "peel", to = "thread"}], for = ["d1"], step = 128 : i64, to = "persist"}], for = ["d0"], step = 128 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, roles = [{name = "load", registers = 88 : i64, warps = 4 : i64}, {name = "multiply", registers = 208 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
    %0 = loop.contract (d0, d1) over (d2) reads(%arg3 = %arg0[d0, d2] : tensor<400x200xbf16>, %arg4 = %arg1[d2, d1] : tensor<200x330xbf16>) -> tensor<400x330xf32> {
      %2 = prim.convert_element_type %arg3 : bf16 to f32
      %3 = prim.convert_element_type %arg4 : bf16 to f32
      loop.yield %2, %3 : f32, f32
    }
    %1 = loop.map (d0, d1) reads(%arg3 = %0[d0, d1] : tensor<400x330xf32>, %arg4 = %arg2[d1] : tensor<330xbf16>) -> tensor<400x330xbf16> {
      %2 = prim.convert_element_type %arg4 : bf16 to f32
      %3 = prim.add %arg3, %2 : f32
      %4 = prim.convert_element_type %3 : f32 to bf16
      loop.yield %4 : bf16
    }
    loop.yield %1 : tensor<400x330xbf16>
  }
  func.func @main(%arg0: tensor<400x200xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<200x330xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}, %arg2: tensor<330xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 3 : i64}}) -> tensor<400x330xbf16> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @k4_convert_element_type(%arg0, %arg1, %arg2) {loop.places = [{result = 0 : i64}]} : (tensor<400x200xbf16>, tensor<200x330xbf16>, tensor<330xbf16>) -> tensor<400x330xbf16>
    return %0 : tensor<400x330xbf16>
  }
}
