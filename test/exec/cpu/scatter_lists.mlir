// Scatters whose points are listed by the owners of their positions, by hand:
// elements in each of two rows that are tasks of their own; several that are set
// at one place, of which the last one counts; positions of two numbers; parts,
// and positions, that there are not; halves, and truth values. What is for many
// threads gives the same.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=5 --repeat=1
// RUN: tc-opt %s --loop-schedule > %t.same && tc-opt %s | diff - %t.same
// RUN: tc-opt %s --loop-plan-memory --loop-to-cpu | FileCheck %s --check-prefix=CODE
// CODE-LABEL: func.func private @elements.phase1(
// CODE: llvm.ctlz
// CODE-LABEL: func.func private @elements.phase2(
// CODE-NOT: llvm.ctlz
// CODE-LABEL: func.func private @last(
// RUN: sed 's/owners = 4, split = "b"/split = "b"/' %s | not tc-opt - --loop-schedule 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sed 's/owners = 4, split = "b"/owners = 4, split = "c"/' %s | not tc-opt - --loop-schedule 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sed 's/split_parts = 3,/split_parts = 600000,/' %s | not tc-opt - --loop-schedule 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sed 's/split_parts = 60/split_parts = 60, vector = "b"/' %s | not tc-opt - --loop-schedule 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: TC-0611{{.*}}split: a scatter has owners
// RUN: sed 's/size = "threads", least = 4/size = "threads", most = 4/' %s | not tc-opt - --loop-schedule 2>&1 | FileCheck %s --check-prefix=WHEN
// RUN: sed 's/size = "threads", least = 4}/size = "threads", least = 4}, {size = #tc.size<7>, least = 4}/' %s | not tc-opt - --loop-schedule 2>&1 | FileCheck %s --check-prefix=WHEN
// RUN: sed 's/size = "threads"/size = "cores"/' %s | not tc-opt - --loop-schedule 2>&1 | FileCheck %s --check-prefix=SIZE
// WHEN: TC-0610{{.*}}version 0: {{an entry that there is not|`threads`, of CPUs, have a bound}}
// SIZE: TC-0610{{.*}}a condition has a `size`
module attributes {tc.version = "0.1"} {
loop.kernel private @elements(%x: tensor<2x200xf32>, %i: tensor<2x200xi64>) -> tensor<2x9xf32> iters(a = 2, b = 200, c = 9)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["a"]}, {stages = [1], tasks = ["a"], owners = 4, split = "b", split_parts = 3, grain = 1}]}} {
  %0 = loop.map (a, c) -> tensor<2x9xf32> {
    %z = prim.constant 0.5 : f32
    loop.yield %z : f32
  }
  %1 = loop.scatter (a, b) into %0 : tensor<2x9xf32> [add] reads(%at = %i[a, b] : tensor<2x200xi64>, %v = %x[a, b] : tensor<2x200xf32>) {
    %k = loop.index <a>
    loop.yield %k, %at, %v : i64, i64, f32
  }
  loop.yield %1 : tensor<2x9xf32>
}
loop.kernel private @last(%x: tensor<50x7xi32>, %i: tensor<50xi64>) -> tensor<9x7xi32> iters(a = 50, b = 7, c = 9)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["c"]}, {stages = [1], tasks = [], owners = 64, split = "a", split_parts = 60}]}} {
  %0 = loop.map (c, b) -> tensor<9x7xi32> {
    %z = prim.constant 1 : i32
    loop.yield %z : i32
  }
  %1 = loop.scatter (a, b) into %0 : tensor<9x7xi32> [set] reads(%at = %i[a] : tensor<50xi64>, %v = %x[a, b] : tensor<50x7xi32>) {
    %k = loop.index <b>
    loop.yield %at, %k, %v : i64, i64, i32
  }
  loop.yield %1 : tensor<9x7xi32>
}
loop.kernel private @halves(%x: tensor<200xbf16>, %i: tensor<200xi64>, %j: tensor<200xi64>) -> tensor<9x9xbf16> iters(a = 200, b = 9, c = 9)
    attributes {loop.schedule = {versions = [
      {when = [{size = "threads", least = 4}], phases = [{stages = [0], tasks = ["b"]}, {stages = [1], tasks = [], owners = 8, split = "a", split_parts = 5}]},
      {phases = [{stages = [0], tasks = ["b"]}, {stages = [1], tasks = []}]}]}} {
  %0 = loop.map (b, c) -> tensor<9x9xbf16> {
    %z = prim.constant 1.0 : bf16
    loop.yield %z : bf16
  }
  %1 = loop.scatter (a) into %0 : tensor<9x9xbf16> [max] reads(%at = %i[a] : tensor<200xi64>, %to = %j[a] : tensor<200xi64>, %v = %x[a] : tensor<200xbf16>) {
    loop.yield %at, %to, %v : i64, i64, bf16
  }
  loop.yield %1 : tensor<9x9xbf16>
}
loop.kernel private @truth(%x: tensor<200xi64>, %i: tensor<200xi64>) -> tensor<9xi1> iters(a = 200, b = 9)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["b"]}, {stages = [1], tasks = [], owners = 2, split = "a", split_parts = 1}]}} {
  %0 = loop.map (b) -> tensor<9xi1> {
    %z = prim.constant 0 : i1
    loop.yield %z : i1
  }
  %1 = loop.scatter (a) into %0 : tensor<9xi1> [or] reads(%at = %i[a] : tensor<200xi64>, %v = %x[a] : tensor<200xi64>) {
    %c = prim.constant 8 : i64
    %is = prim.ge %v, %c : i64
    loop.yield %at, %is : i64, i1
  }
  loop.yield %1 : tensor<9xi1>
}
loop.kernel private @none(%x: tensor<0xf64>, %i: tensor<0xi64>) -> tensor<1xf64> iters(a = 0, b = 1)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["b"]}, {stages = [1], tasks = [], owners = 2, split = "a", split_parts = 2}]}} {
  %0 = loop.map (b) -> tensor<1xf64> {
    %z = prim.constant 3.0 : f64
    loop.yield %z : f64
  }
  %1 = loop.scatter (a) into %0 : tensor<1xf64> [mul] reads(%at = %i[a] : tensor<0xi64>, %v = %x[a] : tensor<0xf64>) {
    loop.yield %at, %v : i64, f64
  }
  loop.yield %1 : tensor<1xf64>
}
func.func @main(%x: tensor<2x200xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %i: tensor<2x200xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 2}},
                %y: tensor<50x7xi32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 3}},
                %j: tensor<50xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 4}},
                %z: tensor<200xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %k: tensor<200xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 6}},
                %l: tensor<200xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 7}},
                %e: tensor<0xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                %f: tensor<0xi64> {tc.init = {kind = "randint", low = 0, high = 1, stream = 9}})
    -> (tensor<2x9xf32>, tensor<9x7xi32>, tensor<9x9xbf16>, tensor<9xi1>, tensor<1xf64>) {
  %0 = loop.launch @elements(%x, %i) : (tensor<2x200xf32>, tensor<2x200xi64>) -> tensor<2x9xf32>
  %1 = loop.launch @last(%y, %j) : (tensor<50x7xi32>, tensor<50xi64>) -> tensor<9x7xi32>
  %2 = loop.launch @halves(%z, %k, %l) : (tensor<200xbf16>, tensor<200xi64>, tensor<200xi64>) -> tensor<9x9xbf16>
  %3 = loop.launch @truth(%k, %l) : (tensor<200xi64>, tensor<200xi64>) -> tensor<9xi1>
  %4 = loop.launch @none(%e, %f) : (tensor<0xf64>, tensor<0xi64>) -> tensor<1xf64>
  return %0, %1, %2, %3, %4 : tensor<2x9xf32>, tensor<9x7xi32>, tensor<9x9xbf16>, tensor<9xi1>, tensor<1xf64>
}
}
