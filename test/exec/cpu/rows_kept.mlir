// Rows of a scatter that stay in registers until the position is another one:
// positions that are all alike, that are often, and seldom; shared by owners;
// element types, combinations, no positions at all, positions outside.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.so --check --guard --threads=3 --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v2 -o %t.v2.so && tc-run %t.v2.so --check --guard --repeat=1
// RUN: sed 's/n = 9/n = 0/' %s | tc-interpret - --expect > %t.none.mlir && tc-run %t.none.mlir --check --guard --repeat=1
// RUN: sed 's/high = 3, stream = 4/high = 42, stream = 4/' %s > %t.out.mlir
// RUN: not tc-run %t.out.mlir --guard --repeat=1 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: TC-1520

module attributes {tc.version = "0.1", tc.sizes = {n = 9}} {
// CHECK: loop.kernel @sums
// CHECK-SAME: keeps_row
loop.kernel @sums(%p: tensor<70xi64>, %x: tensor<70x32xf32>, %z: tensor<40x32xf32>) -> tensor<40x32xf32> iters(i = 70, j = 32, r = 40) {
  %b = loop.map (r, j) reads(%a = %z[r, j] : tensor<40x32xf32>) -> tensor<40x32xf32> {
    loop.yield %a : f32
  }
  %s = loop.scatter (i, j) into %b : tensor<40x32xf32> [add] reads(%q = %p[i] : tensor<70xi64>, %a = %x[i, j] : tensor<70x32xf32>) {
    %0 = loop.index <j>
    loop.yield %q, %0, %a : i64, i64, f32
  }
  loop.yield %s : tensor<40x32xf32>
}

// CHECK: loop.kernel @owned
// CHECK-SAME: keeps_row
// CHECK-SAME: owners
loop.kernel @owned(%p: tensor<4096xi64>, %x: tensor<4096x64xf32>) -> tensor<40x64xf32> iters(i = 4096, j = 64, r = 40) {
  %b = loop.map (r, j) -> tensor<40x64xf32> {
    %0 = prim.constant 0.0 : f32
    loop.yield %0 : f32
  }
  %s = loop.scatter (i, j) into %b : tensor<40x64xf32> [add] reads(%q = %p[i] : tensor<4096xi64>, %a = %x[i, j] : tensor<4096x64xf32>) {
    %0 = loop.index <j>
    loop.yield %q, %0, %a : i64, i64, f32
  }
  loop.yield %s : tensor<40x64xf32>
}

// Rows in the middle, of batches.
// CHECK: loop.kernel @greatest
// CHECK-SAME: keeps_row
loop.kernel @greatest(%p: tensor<?xi64, #tc.dims<[n]>>, %x: tensor<?x2x16xi64, #tc.dims<[n, 2, 16]>>) -> tensor<2x5x16xi64> iters(b = 2, i = n, j = 16, r = 5) {
  %s0 = loop.map (b, r, j) -> tensor<2x5x16xi64> {
    %0 = prim.constant -3 : i64
    loop.yield %0 : i64
  }
  %s = loop.scatter (b, i, j) into %s0 : tensor<2x5x16xi64> [max] reads(%q = %p[i] : tensor<?xi64, #tc.dims<[n]>>, %a = %x[i, b, j] : tensor<?x2x16xi64, #tc.dims<[n, 2, 16]>>) {
    %0 = loop.index <b>
    %1 = loop.index <j>
    loop.yield %0, %q, %1, %a : i64, i64, i64, i64
  }
  loop.yield %s : tensor<2x5x16xi64>
}

// A row of each batch, kept over the batches: another batch is another row.
// CHECK: loop.kernel @batches
// CHECK-SAME: keeps_row
// CHECK-SAME: tasks = []
loop.kernel @batches(%p: tensor<70xi64>, %x: tensor<70x32xf32>) -> tensor<3x40x32xf32> iters(b = 3, i = 70, j = 32, r = 40) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["b"], vector = "j"}, {keeps_row, lanes = 32 : i64, stages = [1], tasks = [], vector = "j"}]}} {
  %z = loop.map (b, r, j) -> tensor<3x40x32xf32> {
    %0 = prim.constant 0.0 : f32
    loop.yield %0 : f32
  }
  %s = loop.scatter (i, b, j) into %z : tensor<3x40x32xf32> [add] reads(%q = %p[i] : tensor<70xi64>, %a = %x[i, j] : tensor<70x32xf32>) {
    %0 = loop.index <b>
    %1 = loop.index <j>
    loop.yield %0, %q, %1, %a : i64, i64, i64, f32
  }
  loop.yield %s : tensor<3x40x32xf32>
}

func.func @main(%same: tensor<70xi64> {tc.init = {kind = "constant", value = 39}}, %few: tensor<70xi64> {tc.init = {kind = "randint", low = 0, high = 3, stream = 4}},
                %x: tensor<70x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %z: tensor<40x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %p: tensor<4096xi64> {tc.init = {kind = "randint", low = 0, high = 40, stream = 3}}, %y: tensor<4096x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %q: tensor<?xi64, #tc.dims<[n]>> {tc.init = {kind = "randint", low = 0, high = 5, stream = 6}}, %w: tensor<?x2x16xi64, #tc.dims<[n, 2, 16]>> {tc.init = {kind = "randint", low = -9, high = 9, stream = 7}})
    -> (tensor<40x32xf32>, tensor<40x32xf32>, tensor<40x64xf32>, tensor<2x5x16xi64>, tensor<3x40x32xf32>) {
  %0 = loop.launch @sums(%same, %x, %z) : (tensor<70xi64>, tensor<70x32xf32>, tensor<40x32xf32>) -> tensor<40x32xf32>
  %1 = loop.launch @sums(%few, %x, %z) : (tensor<70xi64>, tensor<70x32xf32>, tensor<40x32xf32>) -> tensor<40x32xf32>
  %2 = loop.launch @owned(%p, %y) : (tensor<4096xi64>, tensor<4096x64xf32>) -> tensor<40x64xf32>
  %3 = loop.launch @greatest(%q, %w) : (tensor<?xi64, #tc.dims<[n]>>, tensor<?x2x16xi64, #tc.dims<[n, 2, 16]>>) -> tensor<2x5x16xi64>
  %4 = loop.launch @batches(%few, %x) : (tensor<70xi64>, tensor<70x32xf32>) -> tensor<3x40x32xf32>
  return %0, %1, %2, %3, %4 : tensor<40x32xf32>, tensor<40x32xf32>, tensor<40x64xf32>, tensor<2x5x16xi64>, tensor<3x40x32xf32>
}
}
