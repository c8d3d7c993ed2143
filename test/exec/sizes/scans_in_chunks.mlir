// Scans in chunks of 5, of no point, one chunk, whole chunks and not.
// SIZES: n = 0 | n = 1 | n = 4 | n = 5 | n = 10 | n = 13 | n = 40
!x = tensor<?x3xf32, #tc.dims<[n, 3]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 7}} {
loop.kernel @running(%x: !x) -> (!x, !x) iters(i = n, j = 3) attributes {loop.schedule = {phases = [
    {stages = [0], tasks = ["j"], chunk = "i", chunk_size = 5, vector = "i", lanes = 4}, {stages = [1], tasks = [], chunk = "i", chunk_size = 5, vector = "j", lanes = 2}]}} {
  %s = loop.scan (i, j) along i [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %m = loop.scan (i, j) along i [min] exclusive reverse reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %s, %m : !x, !x
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 1}}) -> (!x, !x) {
  %0:2 = loop.launch @running(%x) : (!x) -> (!x, !x)
  return %0#0, %0#1 : !x, !x
}
}
