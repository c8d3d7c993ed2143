// Reads across lanes: blocks that are turned in registers, and what is left of
// either side; with reads along lanes, and of neither, beside them.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v2 -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// The iterator that is read across stays inside of a task.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// RUN: env TC_NUMBERS=cpu_strip=1,cpu_far_strip=1099511627776 tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefix=EXTREME
// EXTREME: loop.kernel @plain
// EXTREME-SAME: strip = 16 : i64
// EXTREME: loop.kernel @far_rows
// EXTREME-SAME: strip = 1024 : i64
// CHECK: loop.kernel @plain
// CHECK-SAME: chunk = "i", chunk_size = 32 : i64
// CHECK-SAME: strip = 32 : i64, tasks = [], vector = "j"
// Rows of the result that are a page or more apart are stored in fewer streams.
// CHECK: loop.kernel @far_rows
// CHECK-SAME: strip = 16 : i64

loop.kernel @plain(%x: tensor<53x37xf32>) -> tensor<37x53xf32> iters(i = 37, j = 53) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<53x37xf32>) -> tensor<37x53xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<37x53xf32>
}

loop.kernel @far_rows(%x: tensor<1030x37xf32>) -> tensor<37x1030xf32> iters(i = 37, j = 1030) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<1030x37xf32>) -> tensor<37x1030xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<37x1030xf32>
}

!xs = tensor<?x?xf64, #tc.dims<[m, n]>>
!ys = tensor<?x?xf64, #tc.dims<[n, m]>>
loop.kernel @symbolic(%x: !xs, %w: !ys, %r: tensor<?xf64, #tc.dims<[n]>>, %c: tensor<?xf64, #tc.dims<[m]>>) -> (!ys, tensor<?x?xbf16, #tc.dims<[n, m]>>) iters(i = n, j = m) {
  %y, %z = loop.map (i, j) reads(%a = %x[j, i] : !xs, %b = %w[i, j] : !ys, %p = %r[i] : tensor<?xf64, #tc.dims<[n]>>, %q = %c[j] : tensor<?xf64, #tc.dims<[m]>>, %e = %x[m - 1 - j, i] : !xs) -> (!ys, tensor<?x?xbf16, #tc.dims<[n, m]>>) {
    %0 = prim.mul %a, %b : f64
    %1 = prim.add %0, %p : f64
    %2 = prim.mul %1, %q : f64
    %3 = prim.sub %2, %e : f64
    %4 = prim.convert_element_type %3 : f64 to bf16
    loop.yield %3, %4 : f64, bf16
  }
  loop.yield %y, %z : !ys, tensor<?x?xbf16, #tc.dims<[n, m]>>
}

// Two stages of one nest, of which the second reads what the first makes.
loop.kernel @batches(%x: tensor<3x16x40xi64>) -> (tensor<3x40x16xi64>, tensor<3x40x16xi64>) iters(b = 3, i = 40, j = 16) {
  %y = loop.map (b, i, j) reads(%a = %x[b, j, i] : tensor<3x16x40xi64>) -> tensor<3x40x16xi64> {
    loop.yield %a : i64
  }
  %z = loop.map (b, i, j) reads(%a = %y[b, i, j] : tensor<3x40x16xi64>, %c = %x[2 - b, j, i] : tensor<3x16x40xi64>) -> tensor<3x40x16xi64> {
    %0 = prim.sub %a, %c : i64
    loop.yield %0 : i64
  }
  loop.yield %y, %z : tensor<3x40x16xi64>, tensor<3x40x16xi64>
}

func.func @main(%x: tensor<53x37xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %f: tensor<1030x37xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}}, %u: tensor<70x45xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: tensor<45x70xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %r: tensor<45xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %c: tensor<70xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %k: tensor<3x16x40xi64> {tc.init = {kind = "randint", low = 0, high = 1000, stream = 6}})
    -> (tensor<37x53xf32>, tensor<37x1030xf32>, tensor<45x70xf64>, tensor<45x70xbf16>, tensor<3x40x16xi64>, tensor<3x40x16xi64>) {
  %0 = loop.launch @plain(%x) : (tensor<53x37xf32>) -> tensor<37x53xf32>
  %3 = loop.launch @far_rows(%f) : (tensor<1030x37xf32>) -> tensor<37x1030xf32>
  %1:2 = loop.launch @symbolic(%u, %w, %r, %c) : (tensor<70x45xf64>, tensor<45x70xf64>, tensor<45xf64>, tensor<70xf64>) -> (tensor<45x70xf64>, tensor<45x70xbf16>)
  %2:2 = loop.launch @batches(%k) : (tensor<3x16x40xi64>) -> (tensor<3x40x16xi64>, tensor<3x40x16xi64>)
  return %0, %3, %1#0, %1#1, %2#0, %2#1 : tensor<37x53xf32>, tensor<37x1030xf32>, tensor<45x70xf64>, tensor<45x70xbf16>, tensor<3x40x16xi64>, tensor<3x40x16xi64>
}
