// An op of a library outside, in each tool.
// UNSUPPORTED: sanitizers
// RUN: %cc -shared -fPIC -I%root/include -isystem /usr/lib/llvm-22/include %S/Inputs/hinge.c -o %t.so %plugin -Wl,--start-group /usr/lib/llvm-22/lib/libMLIRCAPIIR.a -Wl,--end-group -L/usr/lib/llvm-22/lib -lMLIR -lLLVM-22 -lstdc++
// RUN: tc-opt %s --load-extension=%t.so --prim-expand-ext | FileCheck %s
// RUN: tc-interpret %s --load-extension=%t.so --pipeline=prim-expand-ext --expect >%t.mlir
// RUN: tc-interpret %s --load-extension=%t.so --pipeline=prim-expand-ext --print | FileCheck %s --check-prefix=VALUE
// RUN: tc-compile %s --load-extension=%t.so -o %t.model.so && tc-run %t.model.so --repeat=1
// RUN: tc-run %t.mlir --check --repeat=1
// RUN: not tc-opt %s --prim-expand-ext 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not tc-compile %s -o %t.none.so 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: %cc -DANOTHER_TYPE -shared -fPIC -I%root/include -isystem /usr/lib/llvm-22/include %S/Inputs/hinge.c -o %t.type.so %plugin -Wl,--start-group /usr/lib/llvm-22/lib/libMLIRCAPIIR.a -Wl,--end-group -L/usr/lib/llvm-22/lib -lMLIR -lLLVM-22 -lstdc++
// RUN: not tc-opt %s --load-extension=%t.type.so --prim-expand-ext 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not tc-opt %s --load-extension=%t.gone.so 2>&1 | FileCheck %s --check-prefix=GONE

// CHECK: %[[XY:.*]] = prim.mul %arg0, %arg1
// CHECK: %[[D:.*]] = prim.sub %{{.*}}, %[[XY]]
// CHECK: %[[H:.*]] = prim.maximum %{{.*}}, %[[D]]
// CHECK: return %[[H]]
// VALUE: result 0: f32[3] 0 0 0
// NOBODY: [TC-2511] {{.*}}"loss.hinge" is not registered
// GONE: [TC-2510]
// TYPE: [TC-9510] {{.*}}the decomposition gives result 0 another type, or none

module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<3xf32> {tc.init = {kind = "constant", value = 2.0}},
                  %y: tensor<3xf32> {tc.init = {kind = "constant", value = 3.0}}) -> tensor<3xf32> {
    %0 = prim.ext "loss.hinge"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
