// A sort that is scheduled by hand in more parts than it has elements.
// RUN: tc-interpret %s --expect | tc-opt --prim-to-loop | sed 's/iters(d0 = n)/& attributes {loop.schedule = {phases = [{grain = 1 : i64, split = "d0", split_parts = 8 : i64, stages = [0], tasks = []}]}}/' > %t.mlir
// RUN: grep split_parts %t.mlir
// RUN: tc-run %t.mlir --check --guard --repeat=1
// RUN: sed 's/n = 5/n = 0/' %s | tc-interpret - --expect | tc-opt --prim-to-loop | sed 's/iters(d0 = n)/& attributes {loop.schedule = {phases = [{grain = 1 : i64, split = "d0", split_parts = 8 : i64, stages = [0], tasks = []}]}}/' > %t0.mlir
// RUN: tc-run %t0.mlir --check --guard --repeat=1
// RUN: sed 's/n = 5/n = 1/' %s | tc-interpret - --expect | tc-opt --prim-to-loop | sed 's/iters(d0 = n)/& attributes {loop.schedule = {phases = [{grain = 1 : i64, split = "d0", split_parts = 8 : i64, stages = [0], tasks = []}]}}/' > %t1.mlir
// RUN: tc-run %t1.mlir --check --guard --repeat=1
// RUN: sed 's/n = 5/n = 131/' %s | tc-interpret - --expect | tc-opt --prim-to-loop | sed 's/iters(d0 = n)/& attributes {loop.schedule = {phases = [{grain = 1 : i64, split = "d0", split_parts = 8 : i64, stages = [0], tasks = []}]}}/' > %t2.mlir
// RUN: tc-run %t2.mlir --check --guard --repeat=1
module attributes {tc.version = "0.1", tc.sizes = {n = 5}} {
func.func @main(%x: tensor<?xf32, #tc.dims<[n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> (tensor<?xf32, #tc.dims<[n]>>, tensor<?xi64, #tc.dims<[n]>>) {
  %0, %1 = prim.sort %x dim 0 : tensor<?xf32, #tc.dims<[n]>>
  return %0, %1 : tensor<?xf32, #tc.dims<[n]>>, tensor<?xi64, #tc.dims<[n]>>
}
}
