// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// An optimizer step over many parameters in one kernel op
// CPU: tasks are chunks of all parameters, one list for all of them; vectors along each.
// GPU: blocks are dealt to parameters by a table of offsets; one launch for 300 parameters.
// LAUNCHES: 1

loop.kernel @optimizer(%p0: tensor<3xf32>, %g0: tensor<3xf32>, %m0: tensor<3xf32>, %v0: tensor<3xf32>, %p1: tensor<4xf32>, %g1: tensor<4xf32>, %m1: tensor<4xf32>, %v1: tensor<4xf32>, %lr: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) iters(i0 = 3, i1 = 4) {
  %x0, %y0, %z0 = loop.map (i0) reads(%p = %p0[i0] : tensor<3xf32>, %g = %g0[i0] : tensor<3xf32>, %m = %m0[i0] : tensor<3xf32>, %v = %v0[i0] : tensor<3xf32>, %lr_ = %lr[] : tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %b1_ = prim.constant 9.000000000e-01 : f32
    %d1_ = prim.constant 1.000000000e-01 : f32
    %b2_ = prim.constant 9.900000000e-01 : f32
    %d2_ = prim.constant 1.000000000e-02 : f32
    %eps_ = prim.constant 1.000000000e-08 : f32
    %a = prim.mul %m, %b1_ : f32
    %b = prim.mul %g, %d1_ : f32
    %mm = prim.add %a, %b : f32
    %c = prim.mul %v, %b2_ : f32
    %d = prim.mul %g, %g : f32
    %e = prim.mul %d, %d2_ : f32
    %vv = prim.add %c, %e : f32
    %f = prim.sqrt %vv : f32
    %h = prim.add %f, %eps_ : f32
    %q = prim.div %mm, %h : f32
    %s = prim.mul %q, %lr_ : f32
    %pp = prim.sub %p, %s : f32
    loop.yield %pp, %mm, %vv : f32, f32, f32
  }
  %x1, %y1, %z1 = loop.map (i1) reads(%p = %p1[i1] : tensor<4xf32>, %g = %g1[i1] : tensor<4xf32>, %m = %m1[i1] : tensor<4xf32>, %v = %v1[i1] : tensor<4xf32>, %lr_ = %lr[] : tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %b1_ = prim.constant 9.000000000e-01 : f32
    %d1_ = prim.constant 1.000000000e-01 : f32
    %b2_ = prim.constant 9.900000000e-01 : f32
    %d2_ = prim.constant 1.000000000e-02 : f32
    %eps_ = prim.constant 1.000000000e-08 : f32
    %a = prim.mul %m, %b1_ : f32
    %b = prim.mul %g, %d1_ : f32
    %mm = prim.add %a, %b : f32
    %c = prim.mul %v, %b2_ : f32
    %d = prim.mul %g, %g : f32
    %e = prim.mul %d, %d2_ : f32
    %vv = prim.add %c, %e : f32
    %f = prim.sqrt %vv : f32
    %h = prim.add %f, %eps_ : f32
    %q = prim.div %mm, %h : f32
    %s = prim.mul %q, %lr_ : f32
    %pp = prim.sub %p, %s : f32
    loop.yield %pp, %mm, %vv : f32, f32, f32
  }
  loop.yield %x0, %y0, %z0, %x1, %y1, %z1 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @main(%p0: tensor<3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 0}}, %g0: tensor<3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1}}, %m0: tensor<3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2}}, %v0: tensor<3xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 3}}, %p1: tensor<4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4}}, %g1: tensor<4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 5}}, %m1: tensor<4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 6}}, %v1: tensor<4xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 7}}, %lr: tensor<f32> {tc.init = {kind = "constant", value = 0.01}}) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:6 = loop.launch @optimizer(%p0, %g0, %m0, %v0, %p1, %g1, %m1, %v1, %lr) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @reference(%p0: tensor<3xf32>, %g0: tensor<3xf32>, %m0: tensor<3xf32>, %v0: tensor<3xf32>, %p1: tensor<4xf32>, %g1: tensor<4xf32>, %m1: tensor<4xf32>, %v1: tensor<4xf32>, %lr: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %b1_0 = prim.constant dense<9.000000000e-01> : tensor<3xf32>
  %d1_0 = prim.constant dense<1.000000000e-01> : tensor<3xf32>
  %b2_0 = prim.constant dense<9.900000000e-01> : tensor<3xf32>
  %d2_0 = prim.constant dense<1.000000000e-02> : tensor<3xf32>
  %eps_0 = prim.constant dense<1.000000000e-08> : tensor<3xf32>
  %lr_0 = prim.broadcast_in_dim %lr [] : tensor<f32> to tensor<3xf32>
  %a0 = prim.mul %m0, %b1_0 : tensor<3xf32>
  %b0 = prim.mul %g0, %d1_0 : tensor<3xf32>
  %mm0 = prim.add %a0, %b0 : tensor<3xf32>
  %c0 = prim.mul %v0, %b2_0 : tensor<3xf32>
  %d0 = prim.mul %g0, %g0 : tensor<3xf32>
  %e0 = prim.mul %d0, %d2_0 : tensor<3xf32>
  %vv0 = prim.add %c0, %e0 : tensor<3xf32>
  %f0 = prim.sqrt %vv0 : tensor<3xf32>
  %h0 = prim.add %f0, %eps_0 : tensor<3xf32>
  %q0 = prim.div %mm0, %h0 : tensor<3xf32>
  %s0 = prim.mul %q0, %lr_0 : tensor<3xf32>
  %pp0 = prim.sub %p0, %s0 : tensor<3xf32>

  %b1_1 = prim.constant dense<9.000000000e-01> : tensor<4xf32>
  %d1_1 = prim.constant dense<1.000000000e-01> : tensor<4xf32>
  %b2_1 = prim.constant dense<9.900000000e-01> : tensor<4xf32>
  %d2_1 = prim.constant dense<1.000000000e-02> : tensor<4xf32>
  %eps_1 = prim.constant dense<1.000000000e-08> : tensor<4xf32>
  %lr_1 = prim.broadcast_in_dim %lr [] : tensor<f32> to tensor<4xf32>
  %a1 = prim.mul %m1, %b1_1 : tensor<4xf32>
  %b1 = prim.mul %g1, %d1_1 : tensor<4xf32>
  %mm1 = prim.add %a1, %b1 : tensor<4xf32>
  %c1 = prim.mul %v1, %b2_1 : tensor<4xf32>
  %d1 = prim.mul %g1, %g1 : tensor<4xf32>
  %e1 = prim.mul %d1, %d2_1 : tensor<4xf32>
  %vv1 = prim.add %c1, %e1 : tensor<4xf32>
  %f1 = prim.sqrt %vv1 : tensor<4xf32>
  %h1 = prim.add %f1, %eps_1 : tensor<4xf32>
  %q1 = prim.div %mm1, %h1 : tensor<4xf32>
  %s1 = prim.mul %q1, %lr_1 : tensor<4xf32>
  %pp1 = prim.sub %p1, %s1 : tensor<4xf32>

  return %pp0, %mm0, %vv0, %pp1, %mm1, %vv1 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
