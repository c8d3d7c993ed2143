// What is padded with zeros for a product is read with bounds by it, where matrix
// units copy chunks of eight elements that are all inside or all outside: along an
// iterator of the product's results nothing is padded, as along channels (c) here.
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a" | FileCheck %s
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a disable=borders" | FileCheck %s --check-prefix=APART
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=x86-64-v4" | FileCheck %s --check-prefix=APART
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %S/Inputs/borders.mlir --target=emulate --check --repeat=1

// CHECK-LABEL: func.func @gradient
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// APART-LABEL: func.func @gradient
// APART-COUNT-2: loop.launch
func.func @gradient(%x: tensor<2x5x8xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x8x3xf32> {
  %0 = loop.launch @pad(%x) : (tensor<2x5x8xbf16>) -> tensor<8x2x7xbf16>
  %1 = loop.launch @product(%0, %g) : (tensor<8x2x7xbf16>, tensor<2x5x16xbf16>) -> tensor<16x8x3xf32>
  return %1 : tensor<16x8x3xf32>
}
loop.kernel private @pad(%x: tensor<2x5x8xbf16>) -> tensor<8x2x7xbf16> iters(c = 8, n = 2, h = 7) {
  %0 = loop.map (c, n, h) reads(%a = %x[n, h - 1, c] : tensor<2x5x8xbf16> else 0.0) -> tensor<8x2x7xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %0 : tensor<8x2x7xbf16>
}
// CHECK: loop.contract (o, c, q) over (n, h) reads(%{{.*}} = %{{.*}}[n, h, o] : tensor<2x5x16xbf16>, %{{.*}} = %{{.*}}[n, h + q - 1, c] : tensor<2x5x8xbf16> else 0.0
loop.kernel private @product(%x: tensor<8x2x7xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x8x3xf32> iters(o = 16, c = 8, q = 3, n = 2, h = 5) {
  %0 = loop.contract (o, c, q) over (n, h) reads(%a = %x[c, n, h + q] : tensor<8x2x7xbf16>, %b = %g[n, h, o] : tensor<2x5x16xbf16>) -> tensor<16x8x3xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<16x8x3xf32>
}

// -----

// Another fill than 0: the unit has none.
// CHECK-LABEL: func.func @ones
// CHECK-COUNT-2: loop.launch
// APART-LABEL: func.func @ones
func.func @ones(%x: tensor<2x5x8xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x8x3xf32> {
  %0 = loop.launch @pad(%x) : (tensor<2x5x8xbf16>) -> tensor<8x2x7xbf16>
  %1 = loop.launch @product(%0, %g) : (tensor<8x2x7xbf16>, tensor<2x5x16xbf16>) -> tensor<16x8x3xf32>
  return %1 : tensor<16x8x3xf32>
}
loop.kernel private @pad(%x: tensor<2x5x8xbf16>) -> tensor<8x2x7xbf16> iters(c = 8, n = 2, h = 7) {
  %0 = loop.map (c, n, h) reads(%a = %x[n, h - 1, c] : tensor<2x5x8xbf16> else 1.0) -> tensor<8x2x7xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %0 : tensor<8x2x7xbf16>
}
loop.kernel private @product(%x: tensor<8x2x7xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x8x3xf32> iters(o = 16, c = 8, q = 3, n = 2, h = 5) {
  %0 = loop.contract (o, c, q) over (n, h) reads(%a = %x[c, n, h + q] : tensor<8x2x7xbf16>, %b = %g[n, h, o] : tensor<2x5x16xbf16>) -> tensor<16x8x3xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<16x8x3xf32>
}

// -----

// Six channels are no chunks.
// CHECK-LABEL: func.func @few
// CHECK-COUNT-2: loop.launch
// APART-LABEL: func.func @few
func.func @few(%x: tensor<2x5x6xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x6x3xf32> {
  %0 = loop.launch @pad(%x) : (tensor<2x5x6xbf16>) -> tensor<6x2x7xbf16>
  %1 = loop.launch @product(%0, %g) : (tensor<6x2x7xbf16>, tensor<2x5x16xbf16>) -> tensor<16x6x3xf32>
  return %1 : tensor<16x6x3xf32>
}
loop.kernel private @pad(%x: tensor<2x5x6xbf16>) -> tensor<6x2x7xbf16> iters(c = 6, n = 2, h = 7) {
  %0 = loop.map (c, n, h) reads(%a = %x[n, h - 1, c] : tensor<2x5x6xbf16> else 0.0) -> tensor<6x2x7xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %0 : tensor<6x2x7xbf16>
}
loop.kernel private @product(%x: tensor<6x2x7xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x6x3xf32> iters(o = 16, c = 6, q = 3, n = 2, h = 5) {
  %0 = loop.contract (o, c, q) over (n, h) reads(%a = %x[c, n, h + q] : tensor<6x2x7xbf16>, %b = %g[n, h, o] : tensor<2x5x16xbf16>) -> tensor<16x6x3xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<16x6x3xf32>
}

// -----

// No unit multiplies f64.
// CHECK-LABEL: func.func @wide
// CHECK-COUNT-2: loop.launch
// APART-LABEL: func.func @wide
func.func @wide(%x: tensor<2x5x8xf64>, %g: tensor<2x5x16xf64>) -> tensor<16x8x3xf64> {
  %0 = loop.launch @pad(%x) : (tensor<2x5x8xf64>) -> tensor<8x2x7xf64>
  %1 = loop.launch @product(%0, %g) : (tensor<8x2x7xf64>, tensor<2x5x16xf64>) -> tensor<16x8x3xf64>
  return %1 : tensor<16x8x3xf64>
}
loop.kernel private @pad(%x: tensor<2x5x8xf64>) -> tensor<8x2x7xf64> iters(c = 8, n = 2, h = 7) {
  %0 = loop.map (c, n, h) reads(%a = %x[n, h - 1, c] : tensor<2x5x8xf64> else 0.0) -> tensor<8x2x7xf64> {
    loop.yield %a : f64
  }
  loop.yield %0 : tensor<8x2x7xf64>
}
loop.kernel private @product(%x: tensor<8x2x7xf64>, %g: tensor<2x5x16xf64>) -> tensor<16x8x3xf64> iters(o = 16, c = 8, q = 3, n = 2, h = 5) {
  %0 = loop.contract (o, c, q) over (n, h) reads(%a = %x[c, n, h + q] : tensor<8x2x7xf64>, %b = %g[n, h, o] : tensor<2x5x16xf64>) -> tensor<16x8x3xf64> {
    loop.yield %a, %b : f64, f64
  }
  loop.yield %0 : tensor<16x8x3xf64>
}

// -----

// Channels are padded, too.
// CHECK-LABEL: func.func @around
// CHECK-COUNT-2: loop.launch
// APART-LABEL: func.func @around
func.func @around(%x: tensor<2x5x8xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x16x3xf32> {
  %0 = loop.launch @pad(%x) : (tensor<2x5x8xbf16>) -> tensor<16x2x7xbf16>
  %1 = loop.launch @product(%0, %g) : (tensor<16x2x7xbf16>, tensor<2x5x16xbf16>) -> tensor<16x16x3xf32>
  return %1 : tensor<16x16x3xf32>
}
loop.kernel private @pad(%x: tensor<2x5x8xbf16>) -> tensor<16x2x7xbf16> iters(c = 16, n = 2, h = 7) {
  %0 = loop.map (c, n, h) reads(%a = %x[n, h - 1, c - 4] : tensor<2x5x8xbf16> else 0.0) -> tensor<16x2x7xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %0 : tensor<16x2x7xbf16>
}
loop.kernel private @product(%x: tensor<16x2x7xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x16x3xf32> iters(o = 16, c = 16, q = 3, n = 2, h = 5) {
  %0 = loop.contract (o, c, q) over (n, h) reads(%a = %x[c, n, h + q] : tensor<16x2x7xbf16>, %b = %g[n, h, o] : tensor<2x5x16xbf16>) -> tensor<16x16x3xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<16x16x3xf32>
}
