// Iterators of one point: some stages of a kernel have them, others read their
// results at 0, or at another such iterator. All are one nest, or one product.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64 -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1

!x = tensor<1x37x24xf32>
!w = tensor<24x40xf32>
!y = tensor<37x40xf32>
!one = tensor<1x37x40xf32>
!s = tensor<37xf32>
!so = tensor<1x37xf32>

// The product has the iterator, its maps have not.
// CHECK-LABEL: loop.kernel @drops
// CHECK-SAME: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0, 1]}]
loop.kernel @drops(%x: !x, %w: !w, %b: tensor<40xf32>) -> !y iters(o = 1, i = 37, j = 40, k = 24) {
  %p = loop.contract (o, i, j) over (k) reads(%a = %x[o, i, k] : !x, %c = %w[k, j] : !w) -> !one {
    loop.yield %a, %c : f32, f32
  }
  %y = loop.map (i, j) reads(%a = %p[0, i, j] : !one, %c = %b[j] : tensor<40xf32>) -> !y {
    %0 = prim.add %a, %c : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !y
}

// The maps have it, and use it, the product has not; both results leave.
// CHECK-LABEL: loop.kernel @gains
// CHECK-SAME: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0, 1]}]
loop.kernel @gains(%x: !x, %w: !w) -> (!y, !one) iters(i = 37, j = 40, o = 1, k = 24) {
  %p = loop.contract (i, j) over (k) reads(%a = %x[0, i, k] : !x, %c = %w[k, j] : !w) -> !y {
    loop.yield %a, %c : f32, f32
  }
  %y = loop.map (o, i, j) reads(%a = %p[i, j] : !y) -> !one {
    %0 = loop.index #tc.size<j + o>
    %1 = prim.convert_element_type %0 : i64 to f32
    %2 = prim.add %a, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %p, %y : !y, !one
}

// Rows: each stage has another iterator of one point, or none.
// CHECK-LABEL: loop.kernel @rows
// CHECK-SAME: stages = [0, 1, 2, 3], tasks = ["i"], vector = "j"
loop.kernel @rows(%x: !y) -> !one iters(o = 1, i = 37, j = 40, p = 1) {
  %m = loop.reduce (o, i) over (j) [max] reads(%a = %x[i, j] : !y) -> !so {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !y, %b = %m[0, i] : !so) -> !y {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (i) over (j, p) [add] reads(%a = %e[i, j] : !y) -> !s {
    loop.yield %a : f32
  }
  %y = loop.map (p, i, j) reads(%a = %e[i, j] : !y, %b = %s[i] : !s, %c = %m[p, i] : !so) -> !one {
    %0 = prim.div %a, %b : f32
    %1 = prim.add %0, %c : f32
    loop.yield %1 : f32
  }
  loop.yield %y : !one
}

// The innermost dimension is the one of one point: the other is vectorised.
loop.kernel @columns(%x: tensor<67x1xf32>) -> (tensor<67xf32>, tensor<1x67xf32>) iters(i = 67, o = 1, p = 1) {
  %a = loop.map (i, o) reads(%v = %x[i, o] : tensor<67x1xf32>) -> tensor<67x1xf32> {
    %0 = prim.mul %v, %v : f32
    loop.yield %0 : f32
  }
  %b = loop.map (i) reads(%v = %a[i, 0] : tensor<67x1xf32>) -> tensor<67xf32> {
    %0 = prim.exp %v : f32
    loop.yield %0 : f32
  }
  %c = loop.scan (p, i) along i [add] reads(%v = %a[i, p] : tensor<67x1xf32>, %w = %b[i] : tensor<67xf32>) -> tensor<1x67xf32> {
    %0 = prim.add %v, %w : f32
    loop.yield %0 : f32
  }
  loop.yield %b, %c : tensor<67xf32>, tensor<1x67xf32>
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
                %b: tensor<40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64, seed = 0 : i64}},
                %v: tensor<67x1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64, seed = 0 : i64}})
    -> (!y, !y, !one, !one, tensor<67xf32>, tensor<1x67xf32>) {
  %0 = loop.launch @drops(%x, %w, %b) : (!x, !w, tensor<40xf32>) -> !y
  %1, %2 = loop.launch @gains(%x, %w) : (!x, !w) -> (!y, !one)
  %3 = loop.launch @rows(%0) : (!y) -> !one
  %4, %5 = loop.launch @columns(%v) : (tensor<67x1xf32>) -> (tensor<67xf32>, tensor<1x67xf32>)
  return %0, %1, %2, %3, %4, %5 : !y, !y, !one, !one, tensor<67xf32>, tensor<1x67xf32>
}
