// A program without a size or an attribute of ours.
// RUN: not tc-interpret %s --print 2>&1 | FileCheck %s
// CHECK: [TC-1733] argument 0: no init says how to fill it
func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
  return %x : tensor<1xf32>
}
