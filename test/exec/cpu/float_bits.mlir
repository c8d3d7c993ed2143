// The low bits of what float instructions make, stored in fewer: they are cut
// off, not converted (test/gpu/stores.mlir).
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1

func.func @main(%x: tensor<300xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: tensor<300xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}})
    -> (tensor<300xi32>, tensor<300xi16>, tensor<300xi8>, tensor<300xi16>, tensor<300xi8>) {
  %a = prim.mul %x, %x : tensor<300xf64>
  %b = prim.bitcast %a : tensor<300xf64> to tensor<300xi64>
  %0 = prim.convert_element_type %b : tensor<300xi64> to tensor<300xi32>
  %1 = prim.convert_element_type %b : tensor<300xi64> to tensor<300xi16>
  %2 = prim.convert_element_type %b : tensor<300xi64> to tensor<300xi8>
  %c = prim.mul %y, %y : tensor<300xf32>
  %d = prim.bitcast %c : tensor<300xf32> to tensor<300xi32>
  %3 = prim.convert_element_type %d : tensor<300xi32> to tensor<300xi16>
  %4 = prim.convert_element_type %d : tensor<300xi32> to tensor<300xi8>
  return %0, %1, %2, %3, %4 : tensor<300xi32>, tensor<300xi16>, tensor<300xi8>, tensor<300xi16>, tensor<300xi8>
}
