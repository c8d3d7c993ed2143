// On GPUs a map that gathers, and is gathered itself, is computed at the
// positions where its own positions exist in any case, clamped as resampling
// does: one map. Not where data decides one (@decided), one may be too far or
// before the first (@far, @before), or what is clamped may be NaN (@ofData).
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda})' | FileCheck %s

// CHECK-LABEL: loop.kernel private
// CHECK-COUNT-1: loop.map
// CHECK-NOT: loop.map
// CHECK-LABEL: func.func @clamped(
func.func @clamped(%x: tensor<64x32xf32>, %j: tensor<48xi64>) -> tensor<96x48xf32> {
  %n = prim.iota 0 : i64, 1 : i64 : tensor<96xi64>
  %f = prim.convert_element_type %n : tensor<96xi64> to tensor<96xf32>
  %half = prim.constant dense<0.66> : tensor<96xf32>
  %zero = prim.constant dense<0.0> : tensor<96xf32>
  %g = prim.mul %f, %half : tensor<96xf32>
  %s = prim.sub %g, %half : tensor<96xf32>
  %m = prim.maximum %s, %zero : tensor<96xf32>
  %w = prim.floor %m : tensor<96xf32>
  %i = prim.convert_element_type %w : tensor<96xf32> to tensor<96xi64>
  %last = prim.constant dense<63> : tensor<96xi64>
  %at = prim.minimum %i, %last : tensor<96xi64>
  %y = prim.index %x[%at] [0] : tensor<64x32xf32>, tensor<96xi64>
  %e = prim.exp %y : tensor<96x32xf32>
  %t = prim.index %e[%j] [1] : tensor<96x32xf32>, tensor<48xi64>
  %z = prim.transpose %t [1, 0] : tensor<48x96xf32>
  return %z : tensor<96x48xf32>
}

// -----

// CHECK-LABEL: loop.kernel private
// CHECK-COUNT-2: loop.map
// CHECK-LABEL: func.func @far(
func.func @far(%x: tensor<64x32xf32>, %j: tensor<48xi64>) -> tensor<96x48xf32> {
  %n = prim.iota 0 : i64, 1 : i64 : tensor<96xi64>
  %f = prim.convert_element_type %n : tensor<96xi64> to tensor<96xf32>
  %half = prim.constant dense<0.9> : tensor<96xf32>
  %zero = prim.constant dense<0.0> : tensor<96xf32>
  %g = prim.mul %f, %half : tensor<96xf32>
  %s = prim.sub %g, %half : tensor<96xf32>
  %m = prim.maximum %s, %zero : tensor<96xf32>
  %w = prim.floor %m : tensor<96xf32>
  %i = prim.convert_element_type %w : tensor<96xf32> to tensor<96xi64>
  %last = prim.constant dense<64> : tensor<96xi64>
  %at = prim.minimum %i, %last : tensor<96xi64>
  %y = prim.index %x[%at] [0] : tensor<64x32xf32>, tensor<96xi64>
  %e = prim.exp %y : tensor<96x32xf32>
  %t = prim.index %e[%j] [1] : tensor<96x32xf32>, tensor<48xi64>
  %z = prim.transpose %t [1, 0] : tensor<48x96xf32>
  return %z : tensor<96x48xf32>
}

// -----

// CHECK-LABEL: loop.kernel private
// CHECK-COUNT-2: loop.map
// CHECK-LABEL: func.func @before(
func.func @before(%x: tensor<64x32xf32>, %j: tensor<48xi64>) -> tensor<96x48xf32> {
  %n = prim.iota 0 : i64, 1 : i64 : tensor<96xi64>
  %f = prim.convert_element_type %n : tensor<96xi64> to tensor<96xf32>
  %half = prim.constant dense<0.66> : tensor<96xf32>
  %zero = prim.constant dense<-1.0> : tensor<96xf32>
  %g = prim.mul %f, %half : tensor<96xf32>
  %s = prim.sub %g, %half : tensor<96xf32>
  %m = prim.maximum %s, %zero : tensor<96xf32>
  %w = prim.floor %m : tensor<96xf32>
  %i = prim.convert_element_type %w : tensor<96xf32> to tensor<96xi64>
  %last = prim.constant dense<63> : tensor<96xi64>
  %at = prim.minimum %i, %last : tensor<96xi64>
  %y = prim.index %x[%at] [0] : tensor<64x32xf32>, tensor<96xi64>
  %e = prim.exp %y : tensor<96x32xf32>
  %t = prim.index %e[%j] [1] : tensor<96x32xf32>, tensor<48xi64>
  %z = prim.transpose %t [1, 0] : tensor<48x96xf32>
  return %z : tensor<96x48xf32>
}

// -----

// CHECK-LABEL: loop.kernel private
// CHECK-COUNT-2: loop.map
// CHECK-LABEL: func.func @decided(
func.func @decided(%x: tensor<64x32xf32>, %j: tensor<48xi64>, %at: tensor<96xi64>) -> tensor<96x48xf32> {
  %y = prim.index %x[%at] [0] : tensor<64x32xf32>, tensor<96xi64>
  %e = prim.exp %y : tensor<96x32xf32>
  %t = prim.index %e[%j] [1] : tensor<96x32xf32>, tensor<48xi64>
  %z = prim.transpose %t [1, 0] : tensor<48x96xf32>
  return %z : tensor<96x48xf32>
}

// -----

// CHECK-LABEL: loop.kernel private
// CHECK-COUNT-2: loop.map
// CHECK-LABEL: func.func @ofData(
func.func @ofData(%x: tensor<64x32xf32>, %j: tensor<48xi64>, %f: tensor<96xf32>) -> tensor<96x48xf32> {
  %half = prim.constant dense<0.66> : tensor<96xf32>
  %zero = prim.constant dense<0.0> : tensor<96xf32>
  %g = prim.mul %f, %half : tensor<96xf32>
  %s = prim.sub %g, %half : tensor<96xf32>
  %m = prim.maximum %s, %zero : tensor<96xf32>
  %w = prim.floor %m : tensor<96xf32>
  %i = prim.convert_element_type %w : tensor<96xf32> to tensor<96xi64>
  %last = prim.constant dense<63> : tensor<96xi64>
  %at = prim.minimum %i, %last : tensor<96xi64>
  %y = prim.index %x[%at] [0] : tensor<64x32xf32>, tensor<96xi64>
  %e = prim.exp %y : tensor<96x32xf32>
  %t = prim.index %e[%j] [1] : tensor<96x32xf32>, tensor<48xi64>
  %z = prim.transpose %t [1, 0] : tensor<48x96xf32>
  return %z : tensor<96x48xf32>
}
