// Positions of groups of 8 in rows that are computed in vectors which start at
// any multiple of 16 bytes in memory: such a vector reaches into two groups.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_kept_row=100 tc-run %s --target=emulate --check --guard --repeat=1
!x = tensor<9x1003xbf16>
module attributes {tc.version = "0.1"} {
  loop.kernel private @softmax(%x: !x) -> !x iters(i = 9, j = 1003) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> tensor<9xf32> {
      %g = loop.index <floordiv(j, 8)>
      %w = prim.convert_element_type %g : i64 to f32
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.add %0, %w : f32
      loop.yield %1 : f32
    }
    %z = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : tensor<9xf32>) -> !x {
      %g = loop.index <floordiv(j, 8)>
      %w = prim.convert_element_type %g : i64 to f32
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.add %0, %w : f32
      %2 = prim.sub %1, %b : f32
      %3 = prim.convert_element_type %2 : f32 to bf16
      loop.yield %3 : bf16
    }
    loop.yield %z : !x
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> !x {
    %0 = loop.launch @softmax(%x) : (!x) -> !x
    return %0 : !x
  }
}
