// Scalars that do not wait for each other are computed by a block each of one
// launch; those that read another's are in its block. Maps of parameters of one
// shape that share nothing are loops of their own, in vectors if they have enough
// points together.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --guard --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
!s = tensor<f32>
!p = tensor<512x256xf32>
module attributes {tc.version = "0.1"} {
// CHECK: loop.kernel @scalars
// CHECK-SAME: launches = [{body = [{body = [{run = 0 : i64}, {run = 2 : i64}], for = [], to = "grid"}, {body = [{run = 1 : i64}], for = [], to = "grid"}], overlap
loop.kernel @scalars(%a: !s, %b: !s) -> (!s, !s, !s) iters() {
  %0 = loop.map () reads(%x = %a[] : !s) -> !s {
    %2 = prim.exp %x : f32
    loop.yield %2 : f32
  }
  %1 = loop.map () reads(%x = %b[] : !s) -> !s {
    %2 = prim.sqrt %x : f32
    loop.yield %2 : f32
  }
  %2 = loop.map () reads(%x = %0[] : !s) -> !s {
    %3 = prim.neg %x : f32
    loop.yield %3 : f32
  }
  loop.yield %0, %1, %2 : !s, !s, !s
}
// CHECK: loop.kernel @parameters
// CHECK-SAME: [{body = [{body = [{body = [{run = 0 : i64}, {run = 2 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 1024 : i64, to = "grid"}, {body = [{body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], {{.*}} {body = [{body = [{body = [{run = 3 : i64}]
loop.kernel @parameters(%g: !p, %h: !p, %k: !p, %r: !s) -> (!p, !p, !p, !p) iters(i = 512, j = 256) {
  %0 = loop.map (i, j) reads(%x = %g[i, j] : !p, %y = %r[] : !s) -> !p {
    %2 = prim.mul %x, %y : f32
    loop.yield %2 : f32
  }
  %1 = loop.map (i, j) reads(%x = %h[i, j] : !p, %y = %r[] : !s) -> !p {
    %2 = prim.mul %x, %y : f32
    loop.yield %2 : f32
  }
  %2 = loop.map (i, j) reads(%x = %g[i, j] : !p) -> !p {
    %3 = prim.neg %x : f32
    loop.yield %3 : f32
  }
  %3 = loop.map (i, j) reads(%x = %k[i, j] : !p) -> !p {
    %4 = prim.neg %x : f32
    loop.yield %4 : f32
  }
  loop.yield %0, %1, %2, %3 : !p, !p, !p, !p
}
func.func @main(%a: !s {tc.init = {kind = "uniform", mean = 2.0, std = 0.5, stream = 1}},
                %b: !s {tc.init = {kind = "uniform", mean = 2.0, std = 0.5, stream = 2}},
                %g: !p {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %h: !p {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %k: !p {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (!s, !s, !s, !p, !p, !p, !p) {
  %0:3 = loop.launch @scalars(%a, %b) : (!s, !s) -> (!s, !s, !s)
  %1:4 = loop.launch @parameters(%g, %h, %k, %b) : (!p, !p, !p, !s) -> (!p, !p, !p, !p)
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2, %1#3 : !s, !s, !s, !p, !p, !p, !p
}
}
