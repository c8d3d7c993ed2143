// With AVX-512 exponentials of f32 are scaled by powers of two in one
// instruction: in whole vectors, in fewer lanes, in one, and in functions that
// are made of them; of what overflows, of denormals, infinities and NaN.
// Doubles, and machines without it, multiply by two halves.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --repeat=1
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// CHECK: vscalefps {{.*}}%zmm
// CHECK-NOT: vscalefpd
// RUN: tc-compile %s --target=x86-64-v4,vector=256 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=NARROW <%t.s
// NARROW: vscalefps {{.*}}%ymm
// RUN: tc-compile %s --target=x86-64-v3 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=NONE <%t.s
// NONE-NOT: vscalef
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<4099xf32> {tc.init = {kind = "uniform", mean = -10.0, std = 70.0, stream = 1}}, %y: tensor<3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 2}}, %z: tensor<67xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 200.0, stream = 3}})
      -> (tensor<4099xf32>, tensor<4099xf32>, tensor<4099xf32>, tensor<3xf32>, tensor<3xf32>, tensor<67xf64>) {
    %0 = fx.call "aten.exp.default"(%x) : (tensor<4099xf32>) -> tensor<4099xf32>
    %l = fx.call "aten.log.default"(%x) : (tensor<4099xf32>) -> tensor<4099xf32>
    %1 = fx.call "aten.exp.default"(%l) : (tensor<4099xf32>) -> tensor<4099xf32>
    %r = fx.call "aten.relu.default"(%x) : (tensor<4099xf32>) -> tensor<4099xf32>
    %f = fx.call "aten.log.default"(%r) : (tensor<4099xf32>) -> tensor<4099xf32>
    %2 = fx.call "aten.exp.default"(%f) : (tensor<4099xf32>) -> tensor<4099xf32>
    %3 = fx.call "aten.exp.default"(%y) : (tensor<3xf32>) -> tensor<3xf32>
    %4 = fx.call "aten.sigmoid.default"(%y) : (tensor<3xf32>) -> tensor<3xf32>
    %5 = fx.call "aten.exp.default"(%z) : (tensor<67xf64>) -> tensor<67xf64>
    fx.output %0, %1, %2, %3, %4, %5 : tensor<4099xf32>, tensor<4099xf32>, tensor<4099xf32>, tensor<3xf32>, tensor<3xf32>, tensor<67xf64>
  }
}
