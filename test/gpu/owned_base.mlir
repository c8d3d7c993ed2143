// Which scatters' launches make the base, too, and what they then store: every
// element of the result, whatever iterators the base's map and the scatter
// share. Compared with the interpreter on emulated threads.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// All points of one row, and of two that one owner has: many in a row of the list
// are one sum.
// RUN: sed 's/high = 11/high = 1/' %s | tc-interpret - --expect > %t.one.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.one.mlir --target=emulate --check --repeat=1
// RUN: sed 's/%%p, %%j, %%a/%%p8, %%j, %%a/; s/^    %%j = loop.index #tc.size<j>/    %%eight = prim.constant 8 : i64\n    %%p8 = prim.mul %%p, %%eight : i64\n&/; s/high = 11/high = 2/' %s | tc-interpret - --expect > %t.two.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.two.mlir --target=emulate --check --repeat=1
// RUN: sed 's/launches = \[\({body = \[{body = \[{body = \[{run = 0 .*threads = 256 : i64}\), \({.*}\)\]}} {/launches = [\2, \1]}} {/' %t.1 | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=SWAPPED
// SWAPPED: [TC-0611] loop.schedule: {{.*}}stage 1 runs before stage 0, which it reads (L3)

module attributes {tc.version = "0.1", tc.sizes = {n = 40 : i64}} {

// The scatter's points i are not the base's rows i, and its columns are the
// base's rows.
// CHECK: loop.kernel @named
// CHECK-SAME: launches = [{body = [{body = [{body = [{body = [{body = [{run = 1 : i64}]
// CHECK-SAME: {run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "seq"}], for = ["owner.
loop.kernel @named(%at: tensor<90xi64>, %x: tensor<90x64xf32>, %w: tensor<90x64xf32>) -> tensor<90x64xf32> iters(i = 90, j = 64) {
  %base = loop.map (i, j) reads(%a = %w[i, j] : tensor<90x64xf32>) -> tensor<90x64xf32> {
    %i = loop.index #tc.size<100*i + j>
    %f = prim.convert_element_type %i : i64 to f32
    %y = prim.mul %a, %f : f32
    loop.yield %y : f32
  }
  %y = loop.scatter (i, j) into %base : tensor<90x64xf32> [add] reads(%p = %at[i] : tensor<90xi64>, %a = %x[i, j] : tensor<90x64xf32>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<90x64xf32>
}

// The greatest of NaN, infinities and what else a base has: a row's first point
// is combined with it as all others are.
// CHECK: loop.kernel @greatest
// CHECK-SAME: launches = [{body = [{body = [{body = [{body = [{run = 1 : i64}]
// CHECK-SAME: {run = 0 : i64}
loop.kernel @greatest(%at: tensor<90xi64>, %x: tensor<90x37xf16>) -> tensor<11x37xf16> iters(i = 90, j = 37, r = 11) {
  %base = loop.map (r, j) -> tensor<11x37xf16> {
    %low = prim.constant 0xFC00 : f16
    %nan = prim.constant 0x7E00 : f16
    %r = loop.index #tc.size<mod(r, 3)>
    %two = prim.constant 2 : i64
    %is = prim.eq %r, %two : i64
    %y = prim.where %is, %nan, %low : i1, f16
    loop.yield %y : f16
  }
  %y = loop.scatter (i, j) into %base : tensor<11x37xf16> [max] reads(%p = %at[i] : tensor<90xi64>, %a = %x[i, j] : tensor<90x37xf16>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f16
  }
  loop.yield %y : tensor<11x37xf16>
}

// The other columns of a row would be left.
// CHECK: loop.kernel @part
// CHECK-SAME: launches = [{body = [{body = [{body = [{run = 0 : i64}], for = {{.*}}, threads = 256 : i64}, {body
loop.kernel @part(%at: tensor<90xi64>, %x: tensor<90x64xf32>) -> tensor<11x80xf32> iters(i = 90, j = 64, r = 11, c = 80) {
  %base = loop.map (r, c) -> tensor<11x80xf32> {
    %y = prim.constant 3.0 : f32
    loop.yield %y : f32
  }
  %y = loop.scatter (i, j) into %base : tensor<11x80xf32> [add] reads(%p = %at[i] : tensor<90xi64>, %a = %x[i, j] : tensor<90x64xf32>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<11x80xf32>
}

// Two positions decide the row: their sum, the owner's, does not.
// CHECK: loop.kernel @two
// CHECK-SAME: launches = [{body = [{body = [{body = [{run = 0 : i64}], for = {{.*}}, threads = 256 : i64}, {body
loop.kernel @two(%at: tensor<90xi64>, %x: tensor<90x64xf32>) -> tensor<11x3x64xf32> iters(i = 90, j = 64, r = 11, c = 3) {
  %base = loop.map (r, c, j) -> tensor<11x3x64xf32> {
    %y = prim.constant 3.0 : f32
    loop.yield %y : f32
  }
  %y = loop.scatter (i, j) into %base : tensor<11x3x64xf32> [add] reads(%p = %at[i] : tensor<90xi64>, %a = %x[i, j] : tensor<90x64xf32>) {
    %q = loop.index #tc.size<mod(i, 3)>
    %j = loop.index #tc.size<j>
    loop.yield %p, %q, %j, %a : i64, i64, i64, f32
  }
  loop.yield %y : tensor<11x3x64xf32>
}

// How many rows an owner has is not known, so shared memory does not have them.
// CHECK: loop.kernel @rows
// CHECK-SAME: launches = [{body = [{body = [{body = [{run = 0 : i64}], for = {{.*}}, threads = 256 : i64}, {body
loop.kernel @rows(%at: tensor<90xi64>, %x: tensor<90x64xf32>, %base: tensor<?x64xf32, #tc.dims<[n, 64]>>) -> tensor<?x64xf32, #tc.dims<[n, 64]>> iters(i = 90, j = 64) {
  %y = loop.scatter (i, j) into %base : tensor<?x64xf32, #tc.dims<[n, 64]>> [add] reads(%p = %at[i] : tensor<90xi64>, %a = %x[i, j] : tensor<90x64xf32>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<?x64xf32, #tc.dims<[n, 64]>>
}

func.func @main(%at: tensor<90xi64> {tc.init = {kind = "randint", low = 0, high = 11, stream = 1}},
                %x: tensor<90x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %w: tensor<90x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %h: tensor<90x37xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %n: tensor<?x64xf32, #tc.dims<[n, 64]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}})
    -> (tensor<90x64xf32>, tensor<11x37xf16>, tensor<11x80xf32>, tensor<11x3x64xf32>, tensor<?x64xf32, #tc.dims<[n, 64]>>) {
  %0 = loop.launch @named(%at, %x, %w) : (tensor<90xi64>, tensor<90x64xf32>, tensor<90x64xf32>) -> tensor<90x64xf32>
  %1 = loop.launch @greatest(%at, %h) : (tensor<90xi64>, tensor<90x37xf16>) -> tensor<11x37xf16>
  %2 = loop.launch @part(%at, %x) : (tensor<90xi64>, tensor<90x64xf32>) -> tensor<11x80xf32>
  %3 = loop.launch @two(%at, %x) : (tensor<90xi64>, tensor<90x64xf32>) -> tensor<11x3x64xf32>
  %4 = loop.launch @rows(%at, %x, %n) : (tensor<90xi64>, tensor<90x64xf32>, tensor<?x64xf32, #tc.dims<[n, 64]>>) -> tensor<?x64xf32, #tc.dims<[n, 64]>>
  return %0, %1, %2, %3, %4 : tensor<90x64xf32>, tensor<11x37xf16>, tensor<11x80xf32>, tensor<11x3x64xf32>, tensor<?x64xf32, #tc.dims<[n, 64]>>
}
}
