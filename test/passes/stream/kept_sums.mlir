// What a forward keeps of each row for its gradients comes from the kernel that
// streams, on CPUs: nothing as large as the scores is held.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// CHECK: loop.stream = {{.*}} most =
// CHECK: loop.for
// CHECK: loop.arena = #tc.size<0>
// CHECK-NEXT: %[[R:.*]]:2 = loop.launch {{.*}} -> (tensor<1x2x150x16xf32>, tensor<1x2x150xf32>)
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
!x = tensor<1x2x150x16xf32>
!l = tensor<1x2x150xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%q: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %v: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (!x, !l) {
  %0:2 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu.default"(%q, %k, %v, 0.0, true) : (!x, !x, !x) -> (!x, !l)
  fx.output %0#0, %0#1 : !x, !l
}
}
