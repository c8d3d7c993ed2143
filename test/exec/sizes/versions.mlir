// Schedules in versions: of few rows, of multiples of 4, of all others, with
// phases and temporaries of their own; and those that are chosen.
// SIZES: b = 0, n = 3 | b = 1, n = 0 | b = 1, n = 1 | b = 1, n = 3 | b = 2, n = 8 | b = 1, n = 12 | b = 3, n = 7 | b = 1, n = 31 | b = 2, n = 16 | b = 5, n = 47
!x = tensor<?x24xf32, #tc.dims<[n, 24]>>
!r = tensor<?xf32, #tc.dims<[n]>>
!s = tensor<?x?x24xf32, #tc.dims<[b, n, 24]>>
!w = tensor<40x24xf32>
!y = tensor<?x?x40xf32, #tc.dims<[b, n, 40]>>
module attributes {tc.version = "0.1", tc.sizes = {b = 2, n = 5}} {
loop.kernel @by_hand(%x: !x) -> (!x) iters(i = n, j = 24) attributes {loop.schedule = {versions = [
    {when = [{size = #tc.size<n>, most = 3}], phases = [{stages = [0], tasks = ["i"]}, {stages = [1], tasks = [], vector = "i", lanes = 4}]},
    {when = [{size = #tc.size<n>, least = 8, divisible = 4}, {size = #tc.size<n>, most = 12}], phases = [{stages = [0, 1], tasks = ["i"], vector = "j", lanes = 8}]},
    {phases = [{stages = [0], tasks = [], split = "j", split_parts = 3, vector = "i", lanes = 4}, {stages = [1], tasks = ["j"]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %s[i] : !r) -> !x {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !x
}
loop.kernel @rows(%x: !s, %w: !w) -> !y iters(i = b, j = n, n0 = 40, k = 24) {
  %y = loop.contract (i, j, n0) over (k) reads(%a = %x[i, j, k] : !s, %c = %w[n0, k] : !w) -> !y {
    loop.yield %a, %c : f32, f32
  }
  %z = loop.map (i, j, n0) reads(%a = %y[i, j, n0] : !y) -> !y {
    %0 = prim.tanh %a : f32
    loop.yield %0 : f32
  }
  loop.yield %z : !y
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 1}},
                %s: !s {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 2}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 3}}) -> (!x, !y) {
  %0 = loop.launch @by_hand(%x) : (!x) -> !x
  %1 = loop.launch @rows(%s, %w) : (!s, !w) -> !y
  return %0, %1 : !x, !y
}
}
