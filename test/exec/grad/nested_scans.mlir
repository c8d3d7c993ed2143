// Scans in scans, backwards, over integers too, of symbolic sizes; a value that
// is carried and never changed; sizes of 0 and 1.
// RUN: tc-interpret %s --gradients=2
// RUN: tc-run %s --grad | FileCheck %s
// RUN: tc-run %s --grad --size n=0 | FileCheck %s
// RUN: tc-run %s --grad --size n=1 --size m=1 | FileCheck %s
// CHECK: 3 of 3 groups are as differences say, 0 at non-differentiable points were skipped
module attributes {tc.sizes = {n = 4, m = 3}} {
func.func @main(%h0: tensor<f64> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}}, %xs: tensor<?x?xf64, #tc.dims<[n, m]>> {tc.init = {kind = "uniform", mean = 0.8, std = 0.3, stream = 2}}, %w: tensor<f64> {tc.init = {kind = "uniform", mean = 0.7, std = 0.2, stream = 3}}, %k: tensor<?xi64, #tc.dims<[n]>> {tc.init = {kind = "randint", low = 0, high = 3, stream = 5}}) -> (tensor<f64>, tensor<f64>, tensor<?x?xf64, #tc.dims<[n, m]>>) {
  %y, %q, %s = prim.scan (%h0, %w) over (%xs, %k) reverse : (tensor<f64>, tensor<f64>, tensor<?x?xf64, #tc.dims<[n, m]>>, tensor<?xi64, #tc.dims<[n]>>) -> (tensor<f64>, tensor<f64>, tensor<?x?xf64, #tc.dims<[n, m]>>) {
  ^bb0(%h: tensor<f64>, %pass: tensor<f64>, %x: tensor<?xf64, #tc.dims<[m]>>, %i: tensor<i64>):
    %f = prim.convert_element_type %i : tensor<i64> to tensor<f64>
    %a, %st = prim.scan (%h) over (%x) : (tensor<f64>, tensor<?xf64, #tc.dims<[m]>>) -> (tensor<f64>, tensor<?xf64, #tc.dims<[m]>>) {
    ^bb0(%g: tensor<f64>, %e: tensor<f64>):
      %1 = prim.mul %g, %e : tensor<f64>
      %2 = prim.add %1, %w : tensor<f64>
      %3 = prim.tanh %2 : tensor<f64>
      %4 = prim.mul %3, %f : tensor<f64>
      %5 = prim.mul %e, %pass : tensor<f64>
      %6 = prim.add %4, %5 : tensor<f64>
      %7 = prim.tanh %6 : tensor<f64>
      prim.yield %7, %4 : tensor<f64>, tensor<f64>
    }
    prim.yield %a, %pass, %st : tensor<f64>, tensor<f64>, tensor<?xf64, #tc.dims<[m]>>
  }
  return %y, %q, %s : tensor<f64>, tensor<f64>, tensor<?x?xf64, #tc.dims<[n, m]>>
}
}
