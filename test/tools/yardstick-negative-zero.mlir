// A negative number that bf16 rounds to -0: two forms of a program are the same
// in f64, where each op of a fused kernel is rounded as prims are.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-interpret %t.mlir --pipeline=prim-to-loop,loop-fuse,cse --check --wide | FileCheck %s
// RUN: sed 's/dense<-3.276800e+04>/dense<0.0>/' %t.mlir >%t.wrong.mlir
// RUN: not tc-interpret %t.wrong.mlir --pipeline=prim-to-loop,loop-fuse,cse --check --wide 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: result 0: i16[1] right
// WRONG: element 0 is -32768, not 0
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<1xbf16> {tc.init = dense<0x8001> : tensor<1xbf16>}, %three: tensor<1xbf16> {tc.init = {kind = "constant", value = 3.0}}) -> tensor<1xi16> {
    %0 = prim.div %x, %three : tensor<1xbf16>
    %1 = prim.bitcast %0 : tensor<1xbf16> to tensor<1xi16>
    return %1 : tensor<1xi16>
  }
}
