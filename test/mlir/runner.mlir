// Programs of tc in somebody else's module: mlir-opt with tc's plugin, upstream's
// bufferization and conversions, and mlir-runner print their numbers.
// RUN: %mlir_opt %s --pass-pipeline='builtin.module(tc-cpu,loop-to-cpu{fill-weights=true},one-shot-bufferize{bufferize-function-boundaries},canonicalize,cse,convert-scf-to-cf,expand-strided-metadata,arith-expand,convert-vector-to-llvm,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | %mlir_runner -e run | FileCheck %s
// Tasks in an scf.parallel, which may be lowered to any kind of threads.
// RUN: %mlir_opt %s --pass-pipeline='builtin.module(tc-cpu,loop-to-cpu{fill-weights=true parallel=true},one-shot-bufferize{bufferize-function-boundaries},canonicalize,cse,convert-scf-to-cf,expand-strided-metadata,arith-expand,convert-vector-to-llvm,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | %mlir_runner -e run | FileCheck %s

prim.weight @scale : tensor<2xf32> {init = {kind = "iota", start = 2.0, step = 1.0}}

// A product with a weight that is prepared, and sums: two results.
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<2x3xf32>, tensor<3x2xf32>
  %s = prim.get_weight @scale : tensor<2xf32>
  %t = prim.neg %s : tensor<2xf32>
  %b = prim.broadcast_in_dim %t [1] : tensor<2xf32> to tensor<2x2xf32>
  %1 = prim.mul %0, %b : tensor<2x2xf32>
  %2 = prim.sum %1 [1] : tensor<2x2xf32>
  return %1, %2 : tensor<2x2xf32>, tensor<2xf32>
}

func.func @convolution(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x1x4xf32> {
  %0 = prim.convolution %x, %w strides [1] pad [1], [1] dilation [1], [1] groups 1 : tensor<1x1x4xf32>, tensor<1x1x3xf32>
  return %0 : tensor<1x1x4xf32>
}

func.func @sorted(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>) {
  %0, %1 = prim.sort %x dim 1 : tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xi64>
}

func.func @scattered(%x: tensor<3xf32>, %v: tensor<2xf32>, %i: tensor<2xi64>) -> tensor<3xf32> {
  %0 = prim.index_put %x, %v[%i] [0] "add" : tensor<3xf32>, tensor<2xf32>, tensor<2xi64>
  return %0 : tensor<3xf32>
}

// x * a^n
func.func @power(%n: tensor<i64>, %x: tensor<4xf32>, %a: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %i, %y = prim.while (%zero, %x) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) cond {
  ^bb0(%i: tensor<i64>, %x0: tensor<4xf32>):
    %more = prim.lt %i, %n : tensor<i64>
    prim.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %x0: tensor<4xf32>):
    %one = prim.constant dense<1> : tensor<i64>
    %next = prim.add %i, %one : tensor<i64>
    %y0 = prim.mul %x0, %a : tensor<4xf32>
    prim.yield %next, %y0 : tensor<i64>, tensor<4xf32>
  }
  return %i, %y : tensor<i64>, tensor<4xf32>
}

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)

// CHECK: sizes = [2, 2]
// CHECK-NEXT: -8,   -15
// CHECK-NEXT: -20,   -33
// CHECK: sizes = [2]
// CHECK-NEXT: [-23,  -53]
// CHECK: sizes = [1, 1, 4]
// CHECK-NEXT: 3,    6,    9,    7
// CHECK: sizes = [2, 3]
// CHECK-NEXT: 1,   2,   3
// CHECK-NEXT: 4,   5,   6
// CHECK: sizes = [2, 3]
// CHECK-NEXT: 0,    1,    2
// CHECK: sizes = [3]
// CHECK-NEXT: [1,  3,  1]
// CHECK: rank = 0
// CHECK-NEXT: [3]
// CHECK: sizes = [4]
// CHECK-NEXT: [0,  1,  16,  81]
func.func @run() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %w = arith.constant dense<[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %p, %q = call @main(%x, %w) : (tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  %p0 = tensor.cast %p : tensor<2x2xf32> to tensor<*xf32>
  %q0 = tensor.cast %q : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%p0) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%q0) : (tensor<*xf32>) -> ()
  %row = arith.constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %ones = arith.constant dense<1.0> : tensor<1x1x3xf32>
  %c = call @convolution(%row, %ones) : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x4xf32>
  %c0 = tensor.cast %c : tensor<1x1x4xf32> to tensor<*xf32>
  call @printMemrefF32(%c0) : (tensor<*xf32>) -> ()
  %s, %t = call @sorted(%x) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  %s0 = tensor.cast %s : tensor<2x3xf32> to tensor<*xf32>
  %t0 = tensor.cast %t : tensor<2x3xi64> to tensor<*xi64>
  call @printMemrefF32(%s0) : (tensor<*xf32>) -> ()
  call @printMemrefI64(%t0) : (tensor<*xi64>) -> ()
  %three = arith.constant dense<1.0> : tensor<3xf32>
  %two = arith.constant dense<1.0> : tensor<2xf32>
  %at = arith.constant dense<1> : tensor<2xi64>
  %u = call @scattered(%three, %two, %at) : (tensor<3xf32>, tensor<2xf32>, tensor<2xi64>) -> tensor<3xf32>
  %u0 = tensor.cast %u : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%u0) : (tensor<*xf32>) -> ()
  %n = arith.constant dense<3> : tensor<i64>
  %base = arith.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %i, %y = call @power(%n, %base, %base) : (tensor<i64>, tensor<4xf32>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>)
  %i0 = tensor.cast %i : tensor<i64> to tensor<*xi64>
  %y0 = tensor.cast %y : tensor<4xf32> to tensor<*xf32>
  call @printMemrefI64(%i0) : (tensor<*xi64>) -> ()
  call @printMemrefF32(%y0) : (tensor<*xf32>) -> ()
  return
}
