// A map that a reduction in parts and another stage read lies in rows of one
// size, also where the last part is shorter than the others.
// RUN: tc-run %s --check --size s0=5 --threads=1
// RUN: tc-run %s --check --size s0=9 --threads=2
module attributes {tc.sizes = {s0 = 5 : i64}, tc.version = "0.1"} {
  loop.kernel private @k12_add(%arg0: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, %arg1: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, %arg2: tensor<?xf32, #tc.dims<[s0]>>, %arg3: tensor<?x?x?x?xi1, #tc.dims<[s0, s0, s0, s0]>>, %arg4: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> (tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, tensor<?xf32, #tc.dims<[s0]>>) iters(d0 = s0, d1 = s0, d2 = s0, d3 = s0) {
    %0 = loop.reduce (d0, d2, d3) over (d1) [add] reads(%arg5 = %arg0[d0, d1, d2, d3] : tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<?x?x?xf64, #tc.dims<[s0, s0, s0]>> {
      loop.yield %arg5 : f64
    }
    %1 = loop.map (d0, d1, d2, d3) reads(%arg5 = %arg3[d0, d1, d2, d3] : tensor<?x?x?x?xi1, #tc.dims<[s0, s0, s0, s0]>>, %arg6 = %arg4[d0, d1, d2, d3] : tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>> {
      %5 = prim.constant 2.000000e+00 : f64
      %6 = prim.div %arg6, %5 : f64
      %7 = prim.where %arg5, %6, %arg6 : i1, f64
      loop.yield %7 : f64
    }
    %2 = loop.reduce (d3) over (d0, d1, d2) [add] reads(%arg5 = %1[d0, d1, d2, d3] : tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<?xf64, #tc.dims<[s0]>> {
      loop.yield %arg5 : f64
    }
    %3 = loop.map (d3) reads(%arg5 = %arg2[d3] : tensor<?xf32, #tc.dims<[s0]>>, %arg6 = %2[d3] : tensor<?xf64, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s0]>> {
      %5 = prim.convert_element_type %arg6 : f64 to f32
      %6 = prim.add %arg5, %5 : f32
      loop.yield %6 : f32
    }
    %4 = loop.map (d0, d1, d2, d3) reads(%arg5 = %1[d0, d1, d2, d3] : tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, %arg6 = %arg0[d0, d1, d2, d3] : tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, %arg7 = %0[d0, d2, d3] : tensor<?x?x?xf64, #tc.dims<[s0, s0, s0]>>, %arg8 = %arg1[d0, d1, d2, d3] : tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>> {
      %5 = prim.exp %arg8 : f64
      %6 = prim.mul %5, %arg7 : f64
      %7 = prim.sub %arg6, %6 : f64
      %8 = prim.add %arg5, %7 : f64
      loop.yield %8 : f64
    }
    loop.yield %4, %3 : tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, tensor<?xf32, #tc.dims<[s0]>>
  }
  func.func @main(%arg0: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>> {tc.init = {kind = "uniform", mean = 5.000000e-01 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<?x?x?x?xi1, #tc.dims<[s0, s0, s0, s0]>> {tc.init = {high = 2 : i64, kind = "randint", low = 0 : i64, seed = 7 : i64, stream = 2 : i64}}, %arg2: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>> {tc.init = {kind = "uniform", mean = 5.000000e-01 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 3 : i64}}, %arg3: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>> {tc.init = {kind = "uniform", mean = 5.000000e-01 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 4 : i64}}, %arg4: tensor<?xf32, #tc.dims<[s0]>> {tc.init = {kind = "uniform", mean = 5.000000e-01 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 5 : i64}}) -> (tensor<?xf32, #tc.dims<[s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) attributes {loop.arena = #tc.size<0>} {
    %0:2 = loop.launch @k12_add(%arg2, %arg3, %arg4, %arg1, %arg0) : (tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, tensor<?xf32, #tc.dims<[s0]>>, tensor<?x?x?x?xi1, #tc.dims<[s0, s0, s0, s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> (tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, tensor<?xf32, #tc.dims<[s0]>>)
    return %0#1, %0#0 : tensor<?xf32, #tc.dims<[s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>
  }
}

