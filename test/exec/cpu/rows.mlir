// Rows of many lengths: softmax, a norm with its statistics, and maps between
// reductions that read what others made. On a GPU threads hold these rows in
// registers, in one turn and in several; 1000 and 77 are no multiples.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1

!a = tensor<5x768xf32>
loop.kernel @softmax(%x: !a) -> !a iters(i = 5, j = 768) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !a) -> tensor<5xf32> {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !a, %b = %m[i] : tensor<5xf32>) -> !a {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : !a) -> tensor<5xf32> {
    loop.yield %a : f32
  }
  %r = loop.map (i, j) reads(%a = %e[i, j] : !a, %b = %s[i] : tensor<5xf32>) -> !a {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %r : !a
}

// In bf16, with weights of columns, and the mean as a result.
!b = tensor<3x4096xbf16>
loop.kernel @norm(%x: !b, %w: tensor<4096xbf16>) -> (!b, tensor<3xf32>) iters(i = 3, j = 4096) {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !b) -> tensor<3xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    loop.yield %0 : f32
  }
  %m = loop.map (i) reads(%a = %s[i] : tensor<3xf32>) -> tensor<3xf32> {
    %0 = prim.constant 2.44140625e-4 : f32
    %1 = prim.mul %a, %0 : f32
    loop.yield %1 : f32
  }
  %d = loop.map (i, j) reads(%a = %x[i, j] : !b, %b = %m[i] : tensor<3xf32>) -> tensor<3x4096xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %b : f32
    loop.yield %1 : f32
  }
  %v = loop.reduce (i) over (j) [add] reads(%a = %d[i, j] : tensor<3x4096xf32>) -> tensor<3xf32> {
    %0 = prim.mul %a, %a : f32
    loop.yield %0 : f32
  }
  %r = loop.map (i, j) reads(%a = %d[i, j] : tensor<3x4096xf32>, %b = %v[i] : tensor<3xf32>, %c = %w[j] : tensor<4096xbf16>) -> !b {
    %0 = prim.rsqrt %b : f32
    %1 = prim.mul %a, %0 : f32
    %2 = prim.convert_element_type %c : bf16 to f32
    %3 = prim.mul %1, %2 : f32
    %4 = prim.convert_element_type %3 : f32 to bf16
    loop.yield %4 : bf16
  }
  loop.yield %r, %m : !b, tensor<3xf32>
}

// What another element of the row made is not at hand.
!c = tensor<2x1024xf32>
loop.kernel @mirrored(%x: !c) -> !c iters(i = 2, j = 1024) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !c) -> tensor<2xf32> {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !c, %b = %m[i] : tensor<2xf32>) -> !c {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (i) over (j) [min] reads(%a = %e[i, j] : !c) -> tensor<2xf32> {
    loop.yield %a : f32
  }
  %r = loop.map (i, j) reads(%a = %e[i, 1023 - j] : !c, %b = %s[i] : tensor<2xf32>) -> !c {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %r : !c
}

!d = tensor<4x1000xf32>
!e = tensor<4x77xf64>
loop.kernel @odd(%x: !d, %y: !e) -> (!d, !e) iters(i = 4, j = 1000, k = 77) {
  %m = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !d) -> tensor<4xf32> {
    loop.yield %a : f32
  }
  %r = loop.map (i, j) reads(%a = %x[i, j] : !d, %b = %m[i] : tensor<4xf32>) -> !d {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  %n = loop.reduce (i) over (k) [max] reads(%a = %y[i, k] : !e) -> tensor<4xf64> {
    loop.yield %a : f64
  }
  %t = loop.map (i, k) reads(%a = %y[i, k] : !e, %b = %n[i] : tensor<4xf64>) -> !e {
    %0 = prim.sub %a, %b : f64
    loop.yield %0 : f64
  }
  loop.yield %r, %t : !d, !e
}

func.func @main(%x: !a {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: !b {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: tensor<4096xbf16> {tc.init = {kind = "uniform", mean = 1.0, std = 1.0, stream = 3}}, %z: !c {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %u: !d {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %v: !e {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (!a, !b, tensor<3xf32>, !c, !d, !e) {
  %0 = loop.launch @softmax(%x) : (!a) -> !a
  %1:2 = loop.launch @norm(%y, %w) : (!b, tensor<4096xbf16>) -> (!b, tensor<3xf32>)
  %2 = loop.launch @mirrored(%z) : (!c) -> !c
  %3:2 = loop.launch @odd(%u, %v) : (!d, !e) -> (!d, !e)
  return %0, %1#0, %1#1, %2, %3#0, %3#1 : !a, !b, tensor<3xf32>, !c, !d, !e
}
