// The plugin in a host that knows nothing of tc; foreign ops stay as they are.
// RUN: %mlir_opt %s --pass-pipeline='builtin.module(tc-check-dialects{allow=builtin,func,arith,prim})' | FileCheck %s
// RUN: not %mlir_opt %s --pass-pipeline='builtin.module(tc-check-dialects{allow=builtin,func,prim})' 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK-LABEL: func.func @f
// CHECK-NEXT: arith.constant 1
// CHECK-NEXT: prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
// ERROR: 'arith.constant' op [TC-0210]
func.func @f() {
  %0 = arith.constant 1 : i32
  %1 = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  return
}
