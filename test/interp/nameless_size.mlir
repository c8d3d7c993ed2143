// A size that nothing names cannot be computed.
// RUN: not tc-interpret %s --print 2>&1 | FileCheck %s
// CHECK: [TC-1730] 'prim.cast_sizes': a dimension '?' has no size; name it in a #tc.dims

func.func @main(%x: tensor<4xf32> {tc.init = {kind = "constant", value = 2.0}}) -> tensor<?xf32> {
  %0 = prim.cast_sizes %x : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
