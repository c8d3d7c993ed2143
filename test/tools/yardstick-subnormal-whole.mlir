// Units that flush subnormal numbers take part in the bounds of a program's
// results, also where the factors are widened first: all may be 0 then.
// RUN: sed 's/@target@/x86-64-v4,features=avx512bf16/' %s >%t.flushes.mlir
// RUN: tc-interpret %t.flushes.mlir --expect | FileCheck %s --check-prefix=FLUSHES
// RUN: sed 's/@target@/x86-64-v4/' %s >%t.keeps.mlir
// RUN: tc-interpret %t.keeps.mlir --expect | FileCheck %s --check-prefix=KEEPS
// FLUSHES: tc.expected = [{bounds = dense<1.275{{[0-9]*}}E-34>{{.*}}samples = dense<1.034{{[0-9]*}}E-34>
// KEEPS: tc.expected = [{bounds = dense<0.000000e+00>
module attributes {tc.version = "0.1", tc.target = "@target@"} {
  func.func @main(%x: tensor<1x1024xbf16> {tc.init = {kind = "uniform", mean = 1.0e-39, std = 0.0}}, %w: tensor<1024x1xbf16> {tc.init = {kind = "uniform", mean = 100.0, std = 0.0}}) -> tensor<1x1xf32> {
    %0 = prim.convert_element_type %x : tensor<1x1024xbf16> to tensor<1x1024xf32>
    %1 = prim.convert_element_type %w : tensor<1024x1xbf16> to tensor<1024x1xf32>
    %2 = prim.dot_general %0, %1 batch [], [] contract [1], [0] : tensor<1x1024xf32>, tensor<1024x1xf32>
    return %2 : tensor<1x1xf32>
  }
}
