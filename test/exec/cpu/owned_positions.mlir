// Tasks of a scatter that own positions, by hand: rows, which a task visits once
// for all that it owns; positions that differ from lane to lane; single
// elements. Each visits all points in their order, so that the last one set
// wins.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: sed 's/owners = 8/owners = 6/' %s | not tc-opt - --loop-schedule 2>&1 | FileCheck %s
// CHECK: TC-0611{{.*}}owners are a power of two, of one scatter
// A task that has all owners asks of no point whose it is.
// RUN: tc-opt %s --loop-plan-memory --loop-to-cpu --canonicalize --cse | FileCheck %s --check-prefix=ALL
// ALL-LABEL: func.func private @rows.phase1(
// ALL: scf.if
// ALL-NOT: arith.andi {{.*}}, %c7_i64
// ALL: {{^ *}}} else {{{$}}
// ALL: arith.andi {{.*}}, %c7_i64
// ALL-LABEL: func.func private @elements.phase1(
// ALL: scf.if
// ALL-NOT: arith.andi {{.*}}, %c3_i64
// ALL: {{^ *}}} else {{{$}}
// ALL: arith.andi {{.*}}, %c3_i64
module attributes {tc.version = "0.1"} {
loop.kernel private @rows(%x: tensor<50x37xf32>, %i: tensor<50xi64>) -> tensor<9x37xf32> iters(a = 50, b = 37, c = 9)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["c"]}, {stages = [1], tasks = [], owners = 8, vector = "b", lanes = 8}]}} {
  %0 = loop.map (c, b) -> tensor<9x37xf32> {
    %z = prim.constant 0.0 : f32
    loop.yield %z : f32
  }
  %1 = loop.scatter (a, b) into %0 : tensor<9x37xf32> [add] reads(%at = %i[a] : tensor<50xi64>, %v = %x[a, b] : tensor<50x37xf32>) {
    %k = loop.index <b>
    loop.yield %at, %k, %v : i64, i64, f32
  }
  loop.yield %1 : tensor<9x37xf32>
}
loop.kernel private @lanes(%x: tensor<37x20xf32>, %i: tensor<37x20xi64>) -> tensor<37x9xf32> iters(a = 37, b = 20, c = 9)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["a"]}, {stages = [1], tasks = [], owners = 4, vector = "a", lanes = 8}]}} {
  %0 = loop.map (a, c) -> tensor<37x9xf32> {
    %z = prim.constant 1.0 : f32
    loop.yield %z : f32
  }
  %1 = loop.scatter (a, b) into %0 : tensor<37x9xf32> [set] reads(%at = %i[a, b] : tensor<37x20xi64>, %v = %x[a, b] : tensor<37x20xf32>) {
    %k = loop.index <a>
    loop.yield %k, %at, %v : i64, i64, f32
  }
  loop.yield %1 : tensor<37x9xf32>
}
loop.kernel private @elements(%x: tensor<200xi32>, %i: tensor<200xi64>) -> tensor<9xi32> iters(a = 200, c = 9)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["c"]}, {stages = [1], tasks = [], owners = 4, nests = [{stages = [1], ahead = 16}]}]}} {
  %0 = loop.map (c) -> tensor<9xi32> {
    %z = prim.constant 0 : i32
    loop.yield %z : i32
  }
  %1 = loop.scatter (a) into %0 : tensor<9xi32> [add] reads(%at = %i[a] : tensor<200xi64>, %v = %x[a] : tensor<200xi32>) {
    loop.yield %at, %v : i64, i32
  }
  loop.yield %1 : tensor<9xi32>
}
func.func @main(%x: tensor<50x37xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %i: tensor<50xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 2}},
                %y: tensor<37x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %j: tensor<37x20xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 4}},
                %z: tensor<200xi32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 5}},
                %k: tensor<200xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 6}})
    -> (tensor<9x37xf32>, tensor<37x9xf32>, tensor<9xi32>) {
  %0 = loop.launch @rows(%x, %i) : (tensor<50x37xf32>, tensor<50xi64>) -> tensor<9x37xf32>
  %1 = loop.launch @lanes(%y, %j) : (tensor<37x20xf32>, tensor<37x20xi64>) -> tensor<37x9xf32>
  %2 = loop.launch @elements(%z, %k) : (tensor<200xi32>, tensor<200xi64>) -> tensor<9xi32>
  return %0, %1, %2 : tensor<9x37xf32>, tensor<37x9xf32>, tensor<9xi32>
}
}
