// Orders that are none.
// RUN: not tc-opt %s --prim-order-saved=orders=3:0.0 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tc-opt %s --prim-order-saved=orders=3:0 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tc-opt %s --prim-order-saved=orders=3:0.x 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not tc-opt %s --prim-order-saved=entry=g 2>&1 | FileCheck %s --check-prefix=NAME

// ORDER: [TC-5204] prim-order-saved: the order of result 3 is none of argument 0's dimensions
// TEXT: [TC-5204] prim-order-saved: orders are written RESULT:DIM.DIM,...
// NAME: [TC-5204] prim-order-saved: there is no function @g
func.func @main(%x: tensor<4x8xf32> {tc.saved = 3}) -> tensor<4x8xf32> {
  %0 = prim.neg %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
