// On GPUs an epilogue computes what it would read of maps, if that takes less
// time than memory, and what nobody reads then is not written: the slope of a
// gated unit, beside the unit itself, which another product reads. Maps that
// CPUs compute once, for both.
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// RUN: env TC_NUMBERS=gpu_remade=4 tc-opt %s --tc-gpu | FileCheck %s --check-prefix=READ
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK-LABEL: func.func @main(
// CHECK-NOT: tensor<64x96xf32>
// CHECK: return
// READ-LABEL: func.func @main(
// READ: loop.launch {{.*}} -> ({{.*}}tensor<64x96xf32>
!x = tensor<64x96xbf16>
!f = tensor<64x96xf32>
module attributes {tc.version = "0.1", tc.target = "cuda"} {
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %d: tensor<64x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %w: tensor<32x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}) -> (tensor<32x96xbf16>, !x, !x) {
    %one = prim.constant dense<1.0> : tensor<f32>
    %1 = prim.broadcast_in_dim %one [] : tensor<f32> to !f
    %u = prim.convert_element_type %x : !x to !f
    %n = prim.neg %u : !f
    %e = prim.exp %n : !f
    %t = prim.add %e, %1 : !f
    %s = prim.div %1, %t : !f
    %p = prim.mul %u, %s : !f
    %h = prim.convert_element_type %p : !f to !x
    %o = prim.mul %h, %y : !x
    %g = prim.dot_general %d, %o batch [], [] contract [0], [0] : tensor<64x32xbf16>, !x
    %q = prim.dot_general %d, %w batch [], [] contract [1], [0] : tensor<64x32xbf16>, tensor<32x96xbf16>
    %r = prim.mul %q, %h : !x
    %v = prim.mul %q, %y : !x
    %z = prim.convert_element_type %v : !x to !f
    %a = prim.mul %z, %s : !f
    %b = prim.sub %1, %s : !f
    %c = prim.mul %b, %u : !f
    %i = prim.add %c, %1 : !f
    %j = prim.mul %a, %i : !f
    %k = prim.convert_element_type %j : !f to !x
    return %g, %r, %k : tensor<32x96xbf16>, !x, !x
  }
}
