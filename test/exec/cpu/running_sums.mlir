// Running sums as good as PyTorch's, which are kept in f64: of a long row and
// of long columns, the error against f64 relative to the norm is under a unit
// of 2^-24, for bf16 under one of 2^-8.
// UNDECIDED: whether an error is small is what it tells
// RUN: tc-run %s --check --repeat=1
!l = tensor<100003xf32>
!ld = tensor<100003xf64>
!c = tensor<5000x33xbf16>
!cd = tensor<5000x33xf64>
module attributes {tc.version = "0.1", tc.expected = [{dtype = i1, shape = [], samples = dense<1.0> : tensor<1xf64>}, {dtype = i1, shape = [], samples = dense<1.0> : tensor<1xf64>}]} {
func.func @main(%x: !l {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %h: !c {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (tensor<i1>, tensor<i1>) {
  %y = prim.cumsum %x dim 0 : !l
  %xd = prim.convert_element_type %x : !l to !ld
  %yd = prim.cumsum %xd dim 0 : !ld
  %w = prim.convert_element_type %y : !l to !ld
  %e = prim.sub %w, %yd : !ld
  %ee = prim.mul %e, %e : !ld
  %yy = prim.mul %yd, %yd : !ld
  %se = prim.sum %ee [0] : !ld
  %sy = prim.sum %yy [0] : !ld
  %u = prim.constant dense<3.552713678800501e-15> : tensor<f64>
  %most = prim.mul %sy, %u : tensor<f64>
  %0 = prim.lt %se, %most : tensor<f64>
  %g = prim.cumsum %h dim 0 : !c
  %hd = prim.convert_element_type %h : !c to !cd
  %gd = prim.cumsum %hd dim 0 : !cd
  %v = prim.convert_element_type %g : !c to !cd
  %f = prim.sub %v, %gd : !cd
  %ff = prim.mul %f, %f : !cd
  %gg = prim.mul %gd, %gd : !cd
  %sf = prim.sum %ff [0, 1] : !cd
  %sg = prim.sum %gg [0, 1] : !cd
  %b = prim.constant dense<1.52587890625e-05> : tensor<f64>
  %least = prim.mul %sg, %b : tensor<f64>
  %1 = prim.lt %sf, %least : tensor<f64>
  return %0, %1 : tensor<i1>, tensor<i1>
}
}
