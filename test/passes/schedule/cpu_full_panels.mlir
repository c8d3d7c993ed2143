// The gradient of weights under windows of 7 of an image of 3 channels, channels
// last: panels run along the 32 channels of the result, which fill them, and
// not along the 21 elements of a line of a window, though results are stored
// along these: a long sum would multiply a third of the lanes for nothing. One
// of four steps takes longer to store.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4 | FileCheck %s
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --guard --repeat=1

!g = tensor<1x64x64x32xf32>
!x = tensor<1x133x133x3xf32>
!g2 = tensor<1x2x2x32xf32>
!x2 = tensor<1x9x9x3xf32>
!w = tensor<32x7x7x3xf32>

module attributes {tc.version = "0.1"} {

// CHECK-LABEL: @long(
// CHECK-SAME: column = "o"
loop.kernel private @long(%g: !g, %x: !x) -> !w iters(o = 32, ky = 7, kx = 7, c = 3, n = 1, h = 64, w = 64) {
  %y = loop.contract (o, ky, kx, c) over (n, h, w) reads(%a = %g[n, h, w, o] : !g, %b = %x[n, 2 * h + ky, 2 * w + kx, c] : !x) -> !w {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !w
}

// CHECK-LABEL: @short(
// CHECK-SAME: column = "c"
loop.kernel private @short(%g: !g2, %x: !x2) -> !w iters(o = 32, ky = 7, kx = 7, c = 3, n = 1, h = 2, w = 2) {
  %y = loop.contract (o, ky, kx, c) over (n, h, w) reads(%a = %g[n, h, w, o] : !g2, %b = %x[n, 2 * h + ky, 2 * w + kx, c] : !x2) -> !w {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !w
}

func.func @main(%g: !g {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %g2: !g2 {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %x2: !x2 {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}) -> (!w, !w) {
  %0 = loop.launch @long(%g, %x) : (!g, !x) -> !w
  %1 = loop.launch @short(%g2, %x2) : (!g2, !x2) -> !w
  return %0, %1 : !w, !w
}
}
