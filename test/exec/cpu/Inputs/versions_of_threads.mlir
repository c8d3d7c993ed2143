// Of versions for several numbers of threads the first that there are enough for
// is taken, alone: two that add in place would add twice.
module attributes {tc.version = "0.1"} {
loop.kernel private @added(%y: tensor<9xf32>, %x: tensor<200xf32>, %i: tensor<200xi64>) -> tensor<9xf32> iters(a = 200)
    attributes {loop.schedule = {versions = [
      {when = [{size = "threads", least = 2}], phases = [{stages = [0], tasks = []}]},
      {when = [{size = "threads", least = 4}], phases = [{stages = [0], tasks = [], owners = 8, split = "a", split_parts = 5}]},
      {phases = [{stages = [0], tasks = []}]}]}} {
  %1 = loop.scatter (a) into %y : tensor<9xf32> [add] reads(%at = %i[a] : tensor<200xi64>, %v = %x[a] : tensor<200xf32>) {
    loop.yield %at, %v : i64, f32
  }
  loop.yield %1 : tensor<9xf32>
}
func.func @main(%y: tensor<9xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %x: tensor<200xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %i: tensor<200xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 2}}) -> (tensor<9xf32> {tc.ties = 0}) {
  %1 = loop.launch @added(%y, %x, %i) : (tensor<9xf32>, tensor<200xf32>, tensor<200xi64>) -> tensor<9xf32>
  return %1 : tensor<9xf32>
}
}
