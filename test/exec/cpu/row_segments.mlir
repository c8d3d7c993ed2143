// Rows of a batch whose points choose matrices by data: points that follow each
// other with the same one are a segment, whose tiles share packed panels. In
// order or not, parts of a last tile, tasks that begin within a segment or a
// point, packed rows, blocks of steps, panels inside, several batches, tile
// registers with the maps of a tile between the steps of the next.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v4,features=amx-tile+amx-bf16 -o %t.so && %{run_tiles} --check --guard --repeat=1
// RUN: sed 's/, unit = "amx.bf16"//; s/rows = 32/rows = 6/; s/between = [^,]*, //; s/together = [^,]*, //; s/panels_inner, //' %t.mlir >%t.fma.mlir
// RUN: tc-run %t.fma.mlir --check --guard --repeat=1 --target=x86-64-v3
// RUN: tc-compile %t.fma.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --threads=1 --repeat=1 --out %t.1
// RUN: tc-run %t.so --threads=3 --repeat=1 --out %t.3 && cmp %t.1 %t.3
!x = tensor<9x5x64xf32>
!w = tensor<4x64x40xf32>
!y = tensor<9x5x40xf32>
!at = tensor<9xi64>
!h = tensor<9x20x64xbf16>
!v = tensor<4x64x64xbf16>
!z = tensor<9x20x64xbf16>
!heads = tensor<3x9x5x64xf32>
!stacks = tensor<3x4x64x40xf32>
!out = tensor<3x9x5x40xf32>

module attributes {tc.version = "0.1"} {

loop.kernel private @in_place(%x: !x, %w: !w, %at: !at) -> !y iters(b = 9, i = 5, j = 40, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 12, panels = 2, rows = 4, vectors = 2, segments = "b"}}]}} {
  %y = loop.contract (b, i, j) over (k) reads(%a = %x[b, i, k] : !x, %p = %at[b] : !at) -> !y {
    %k = loop.index <k>
    %j = loop.index <j>
    %m = loop.at %w[%p, %k, %j] : !w
    loop.yield %a, %m : f32, f32
  }
  loop.yield %y : !y
}

// A task has seven rows, of two points or three.
loop.kernel private @parts_of_points(%x: !x, %w: !w, %at: !at) -> !y iters(b = 9, i = 5, j = 40, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 7, vectors = 1, segments = "b", rows_from = "packed"}}]}} {
  %y = loop.contract (b, i, j) over (k) reads(%a = %x[b, i, k] : !x, %p = %at[b] : !at) -> !y {
    %k = loop.index <k>
    %j = loop.index <j>
    %m = loop.at %w[%p, %k, %j] : !w
    loop.yield %a, %m : f32, f32
  }
  loop.yield %y : !y
}

// Points of b of three heads.
loop.kernel private @batches(%x: !heads, %w: !stacks, %at: !at) -> !out iters(h = 3, b = 9, i = 5, j = 40, k = 64) attributes {loop.schedule = {phases = [{stages = [0, 1], product = {tiles = 5, panels = 2, rows = 6, vectors = 2, segments = "b"}}]}} {
  %y = loop.contract (h, b, i, j) over (k) reads(%a = %x[h, b, i, k] : !heads, %p = %at[b] : !at) -> !out {
    %k = loop.index <k>
    %j = loop.index <j>
    %h = loop.index <h>
    %m = loop.at %w[%h, %p, %k, %j] : !stacks
    loop.yield %a, %m : f32, f32
  }
  %z = loop.map (h, b, i, j) reads(%a = %y[h, b, i, j] : !out, %c = %x[h, b, i, j] : !heads, %p = %at[b] : !at) -> !out {
    %d = prim.add %a, %c : f32
    %e = prim.convert_element_type %p : i64 to f32
    %f = prim.mul %d, %e : f32
    loop.yield %f : f32
  }
  loop.yield %z : !out
}

loop.kernel private @registers(%x: !h, %w: !v, %at: !at) -> !z iters(b = 9, i = 20, j = 64, k = 64) attributes {loop.schedule = {phases = [{stages = [0, 1], product = {tiles = 6, panels = 2, rows = 32, vectors = 2, together = 2, between = 16, segments = "b"}, unit = "amx.bf16"}]}} {
  %y = loop.contract (b, i, j) over (k) reads(%a = %x[b, i, k] : !h, %p = %at[b] : !at) -> tensor<9x20x64xf32> {
    %k = loop.index <k>
    %j = loop.index <j>
    %m = loop.at %w[%p, %k, %j] : !v
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %m : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %z = loop.map (b, i, j) reads(%a = %y[b, i, j] : tensor<9x20x64xf32>, %p = %at[b] : !at) -> !z {
    %e = prim.convert_element_type %p : i64 to f32
    %d = prim.add %a, %e : f32
    %c = prim.convert_element_type %d : f32 to bf16
    loop.yield %c : bf16
  }
  loop.yield %z : !z
}

loop.kernel private @registers_inner(%x: !h, %w: !v, %at: !at) -> !z iters(b = 9, i = 20, j = 64, k = 64) attributes {loop.schedule = {phases = [{stages = [0, 1], product = {tiles = 2, panels = 2, rows = 32, vectors = 1, panels_inner, segments = "b"}, unit = "amx.bf16"}]}} {
  %y = loop.contract (b, i, j) over (k) reads(%a = %x[b, i, k] : !h, %p = %at[b] : !at) -> tensor<9x20x64xf32> {
    %k = loop.index <k>
    %j = loop.index <j>
    %m = loop.at %w[%p, %k, %j] : !v
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %m : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %z = loop.map (b, i, j) reads(%a = %y[b, i, j] : tensor<9x20x64xf32>) -> !z {
    %c = prim.convert_element_type %a : f32 to bf16
    loop.yield %c : bf16
  }
  loop.yield %z : !z
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %h: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %v: !v {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %heads: !heads {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %stacks: !stacks {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (!y, !y, !y, !y, !out, !z, !z, !z) {
  %ordered = prim.constant dense<[0, 0, 1, 1, 1, 3, 3, 3, 3]> : !at
  %one = prim.constant dense<2> : !at
  %any = prim.constant dense<[3, 0, 0, 2, 1, 1, 2, 2, 0]> : !at
  %0 = loop.launch @in_place(%x, %w, %ordered) : (!x, !w, !at) -> !y
  %1 = loop.launch @in_place(%x, %w, %any) : (!x, !w, !at) -> !y
  %2 = loop.launch @parts_of_points(%x, %w, %ordered) : (!x, !w, !at) -> !y
  %3 = loop.launch @parts_of_points(%x, %w, %one) : (!x, !w, !at) -> !y
  %4 = loop.launch @batches(%heads, %stacks, %any) : (!heads, !stacks, !at) -> !out
  %5 = loop.launch @registers(%h, %v, %ordered) : (!h, !v, !at) -> !z
  %6 = loop.launch @registers(%h, %v, %any) : (!h, !v, !at) -> !z
  %7 = loop.launch @registers_inner(%h, %v, %any) : (!h, !v, !at) -> !z
  return %0, %1, %2, %3, %4, %5, %6, %7 : !y, !y, !y, !y, !out, !z, !z, !z
}
}
