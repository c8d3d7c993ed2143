module attributes {tc.version = "0.1"} {
  module {
    prim.weight @fc.weight : tensor<10x16xf32> {init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 2.500000e-01 : f64, stream = 3 : i64}}
    prim.weight @state : tensor<16xf32> {mutated}
    fx.graph @main(%x: tensor<?x16xf32, #tc.dims<[b, 16]>> {fx.name = "x"}) -> (tensor<?x10xf32, #tc.dims<[b, 10]>> {tc.ties = 0 : i64}) {
      fx.guard <1> "le" <b>
      %0 = fx.get_attr @fc.weight : tensor<10x16xf32>
      %1 = fx.call "aten.linear.default"(%x, %0, none) : (tensor<?x16xf32, #tc.dims<[b, 16]>>, tensor<10x16xf32>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
      %2 = fx.call "aten.view.default"(%1, [#tc.size<b>, 2, 5]) : (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> tensor<?x2x5xf32, #tc.dims<[b, 2, 5]>>
      %3:2 = fx.call "aten.split.Tensor"(%2, 1, 1) : (tensor<?x2x5xf32, #tc.dims<[b, 2, 5]>>) -> (tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>, tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>)
      %4 = fx.call "aten.cat.default"([%3#1, %3#0], dim = -1) {note = "kept"} : (tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>, tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
      %5 = fx.call "aten.add_.Tensor"(%4, %4, alpha = 2.500000e+00) : (tensor<?x10xf32, #tc.dims<[b, 10]>>, tensor<?x10xf32, #tc.dims<[b, 10]>>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
      fx.call "ns.leaves"([], [%5, none, []], true, false, none, -3, 7 : i32, 5.000000e-01, 0x7FF0000000000000 : f64, "a \22text\22", "key", f32, ui8, complex<f64>, #tc.size<2*s>, dim = [0, 1], dtype = bf16, "odd key" = 1) : (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> ()
      %6 = fx.call_method "relu"(%5) : (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
      %7 = fx.call_module "head.0"(x = %6) : (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
      fx.output %7 : tensor<?x10xf32, #tc.dims<[b, 10]>>
    }
    fx.graph private @nothing() attributes {a = 1 : i64} {
      fx.output
    }
  }
  module {
    loop.kernel @twice(%arg0: tensor<?xf32, #tc.dims<[n]>>, %arg1: tensor<?x?xf32, #tc.dims<[2*n, m + n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) {
      %0 = loop.map (i) reads(%arg2 = %arg0[i] : tensor<?xf32, #tc.dims<[n]>>, %arg3 = %arg1[2*i + 1, 0] : tensor<?x?xf32, #tc.dims<[2*n, m + n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
        %1 = prim.add %arg2, %arg3 : f32
        loop.yield %1 : f32
      }
      loop.yield %0 : tensor<?xf32, #tc.dims<[n]>>
    }
    loop.kernel @repeat(%arg0: tensor<f32>) -> tensor<?xf32, #tc.dims<[min(s, 512)]>> iters(i = min(s, 512)) {
      %0 = loop.map (i) reads(%arg1 = %arg0[] : tensor<f32>) -> tensor<?xf32, #tc.dims<[min(s, 512)]>> {
        loop.yield %arg1 : f32
      }
      loop.yield %0 : tensor<?xf32, #tc.dims<[min(s, 512)]>>
    }
    loop.kernel @join(%arg0: tensor<?xf32, #tc.dims<[n]>>, %arg1: tensor<?xf32, #tc.dims<[m]>>) -> tensor<?xf32, #tc.dims<[m + n]>> iters() {
      %0 = loop.join %arg0, %arg1 at [#tc.dims<[0]>, #tc.dims<[n]>] : (tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[m]>>) -> tensor<?xf32, #tc.dims<[m + n]>>
      loop.yield %0 : tensor<?xf32, #tc.dims<[m + n]>>
    }
    func.func @main(%arg0: tensor<3xf32>, %arg1: tensor<6x8xf32>, %arg2: tensor<?xf32, #tc.dims<[b*s]>>, %arg3: tensor<f32>) -> tensor<?xf32, #tc.dims<[3*b*s]>> {
      %0 = loop.launch @twice(%arg0, %arg1) : (tensor<3xf32>, tensor<6x8xf32>) -> tensor<3xf32>
      %1 = loop.launch @repeat(%arg3) : (tensor<f32>) -> tensor<?xf32, #tc.dims<[min(s, 512)]>>
      %2 = loop.launch @join(%arg2, %arg2) : (tensor<?xf32, #tc.dims<[b*s]>>, tensor<?xf32, #tc.dims<[b*s]>>) -> tensor<?xf32, #tc.dims<[2*b*s]>>
      %3 = loop.launch @join(%2, %arg2) : (tensor<?xf32, #tc.dims<[2*b*s]>>, tensor<?xf32, #tc.dims<[b*s]>>) -> tensor<?xf32, #tc.dims<[3*b*s]>>
      return %3 : tensor<?xf32, #tc.dims<[3*b*s]>>
    }
  }
  module {
    loop.kernel @stages(%arg0: tensor<?x768xf32, #tc.dims<[n, 768]>> {tc.layout = #tc.layout<order = [1, 0]>}) -> tensor<?x768xf32, #tc.dims<[n, 768]>> iters(i = n, j = 768) attributes {loop.schedule = "none"} {
      %0 = loop.reduce (i) over (j) [max] reads(%arg1 = %arg0[i, j] : tensor<?x768xf32, #tc.dims<[n, 768]>>) -> tensor<?xf32, #tc.dims<[n]>> {
        loop.yield %arg1 : f32
      }
      %1 = loop.map (i, j) reads(%arg1 = %arg0[i, j - 1] : tensor<?x768xf32, #tc.dims<[n, 768]>> else 0xFF800000, %arg2 = %0[floordiv(i, 2)] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?x768xf32, #tc.dims<[n, 768]>> {
        loop.yield %arg1 : f32
      }
      %2 = loop.contract (i) over (j) reads(%arg1 = %arg0[i, j] : tensor<?x768xf32, #tc.dims<[n, 768]>>, %arg2 = %1[i, j] : tensor<?x768xf32, #tc.dims<[n, 768]>>) -> tensor<?xf32, #tc.dims<[n]>> {
        loop.yield %arg1, %arg2 : f32, f32
      }
      %3:2 = loop.reduce (i) over (j) [custom] reads(%arg1 = %1[i, j] : tensor<?x768xf32, #tc.dims<[n, 768]>>) -> (tensor<?xf32, #tc.dims<[n]>>, tensor<?xi64, #tc.dims<[n]>>) {
        %8 = loop.index <j>
        loop.yield %arg1, %8 : f32, i64
      } combine [0xFF800000 : f32, 0] (%arg1: f32, %arg2: i64, %arg3: f32, %arg4: i64) {
        loop.yield %arg1, %arg2 : f32, i64
      }
      %4 = loop.scan (i, j) along j [add] exclusive reverse reads(%arg1 = %arg0[i, j] : tensor<?x768xf32, #tc.dims<[n, 768]>>) -> tensor<?x768xf32, #tc.dims<[n, 768]>> {
        loop.yield %arg1 : f32
      }
      %5:2 = loop.sort (i, j) along j descending take 2*k reads(%arg1 = %arg0[i, j] : tensor<?x768xf32, #tc.dims<[n, 768]>>) -> (tensor<?x?xf32, #tc.dims<[n, 2*k]>>, tensor<?x?xi64, #tc.dims<[n, 2*k]>>) {
        %8 = loop.index <j>
        loop.yield %arg1, %8 : f32, i64
      }
      %6 = loop.scatter (i, j) into %4 : tensor<?x768xf32, #tc.dims<[n, 768]>> [add] reads(%arg1 = %arg0[i, j] : tensor<?x768xf32, #tc.dims<[n, 768]>>) attributes {hint = 3 : i64} {
        %8 = loop.index <i>
        %9 = loop.index <j>
        loop.yield %8, %9, %arg1 : i64, i64, f32
      }
      %7:2 = loop.for i carry(%arg1 = %0 : tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xf32, #tc.dims<[n]>>, tensor<?x?xf32, #tc.dims<[n, n]>>) {
        loop.yield %arg1, %arg1 : tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>
      }
      loop.yield %6 : tensor<?x768xf32, #tc.dims<[n, 768]>>
    }
    loop.kernel @nothing() iters() {
      loop.yield
    }
  }
  module {
    prim.weight @given : tensor<2x3xbf16> {hash = "fnv1a64:0123456789abcdef"}
    prim.weight @counter : tensor<i64> {init = dense<0> : tensor<i64>, mutated}
    prim.weight @noise : tensor<4xf32> {init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 3 : i64}}
    prim.weight @ids : tensor<4xi64> {init = {high = 9 : i64, kind = "randint", low = 0 : i64}}
    prim.weight @mask : tensor<4x4xi1> {init = {kind = "tril"}}
    prim.weight @ones : tensor<4xi1> {init = {kind = "constant", value = true}}
    func.func @values(%arg0: tensor<?x4xf32, #tc.dims<[b, 4]>>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f16) {
      %0 = prim.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
      %1 = prim.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
      %2 = prim.constant dense<0.000000e+00> : tensor<1000000xf64>
      %3 = prim.constant 5.000000e-01 : f16
      %4 = prim.get_weight @counter : tensor<i64>
      %5 = prim.iota 3 : i32, -1 : i32 : tensor<?xi32, #tc.dims<[b]>>
      %6 = prim.size <4*b> : tensor<i64>
      %7 = prim.cast_sizes %arg0 : tensor<?x4xf32, #tc.dims<[b, 4]>> to tensor<8x?xf32, #tc.dims<[8, 2*h]>>
      return %0, %1, %0, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f16
    }
    func.func @foreign(%arg0: tensor<?x?xf32>) -> tensor<?xf32, #tc.dims<[m]>> {
      %0 = prim.cast_sizes %arg0 : tensor<?x?xf32> to tensor<?x?xf32, #tc.dims<[m, n]>>
      %1 = prim.sum %0 [1] : tensor<?x?xf32, #tc.dims<[m, n]>>
      return %1 : tensor<?xf32, #tc.dims<[m]>>
    }
  }
  module {
    func.func @scan(%arg0: tensor<?xf32, #tc.dims<[b]>>, %arg1: tensor<5x?xf32, #tc.dims<[5, b]>>) -> (tensor<?xf32, #tc.dims<[b]>>, tensor<5x?xf32, #tc.dims<[5, b]>>) {
      %0:2 = prim.scan(%arg0) over(%arg1) reverse : (tensor<?xf32, #tc.dims<[b]>>, tensor<5x?xf32, #tc.dims<[5, b]>>) -> (tensor<?xf32, #tc.dims<[b]>>, tensor<5x?xf32, #tc.dims<[5, b]>>) {
      ^bb0(%arg2: tensor<?xf32, #tc.dims<[b]>>, %arg3: tensor<?xf32, #tc.dims<[b]>>):
        %1 = prim.add %arg2, %arg3 : tensor<?xf32, #tc.dims<[b]>>
        prim.yield %1, %arg2 : tensor<?xf32, #tc.dims<[b]>>, tensor<?xf32, #tc.dims<[b]>>
      }
      return %0#0, %0#1 : tensor<?xf32, #tc.dims<[b]>>, tensor<5x?xf32, #tc.dims<[5, b]>>
    }
    func.func @grows(%arg0: tensor<3xf32>, %arg1: tensor<i64>) -> tensor<?xf32, #tc.dims<[last]>> {
      %0 = prim.while(%arg0) carried ["n"] : (tensor<3xf32>) -> tensor<?xf32, #tc.dims<[last]>> cond {
      ^bb0(%arg2: tensor<?xf32, #tc.dims<[n]>>):
        %2 = prim.size <n> : tensor<i64>
        %3 = prim.lt %2, %arg1 : tensor<i64>
        prim.yield %3 : tensor<i1>
      } do {
      ^bb0(%arg2: tensor<?xf32, #tc.dims<[n]>>):
        %2 = prim.cat %arg2, %arg2 dim 0 : tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>
        prim.yield %2 : tensor<?xf32, #tc.dims<[2*n]>>
      }
      %1 = prim.neg %0 : tensor<?xf32, #tc.dims<[last]>>
      return %1 : tensor<?xf32, #tc.dims<[last]>>
    }
    func.func @two_sizes(%arg0: tensor<?x?xf32, #tc.dims<[b, 2*b]>>, %arg1: tensor<i1>) -> tensor<?x?xf32, #tc.dims<[u, v]>> {
      %0:2 = prim.while(%arg0, %arg1) carried ["m", "n"] : (tensor<?x?xf32, #tc.dims<[b, 2*b]>>, tensor<i1>) -> (tensor<?x?xf32, #tc.dims<[u, v]>>, tensor<i1>) cond {
      ^bb0(%arg2: tensor<?x?xf32, #tc.dims<[m, n]>>, %arg3: tensor<i1>):
        prim.yield %arg3 : tensor<i1>
      } do {
      ^bb0(%arg2: tensor<?x?xf32, #tc.dims<[m, n]>>, %arg3: tensor<i1>):
        %1 = prim.transpose %arg2 [1, 0] : tensor<?x?xf32, #tc.dims<[m, n]>>
        prim.yield %1, %arg3 : tensor<?x?xf32, #tc.dims<[n, m]>>, tensor<i1>
      }
      return %0#0 : tensor<?x?xf32, #tc.dims<[u, v]>>
    }
    func.func @outsiders(%arg0: tensor<?xf32, #tc.dims<[b]>>) -> tensor<?xf32, #tc.dims<[b]>> {
      %0 = prim.ext "mine.fancy"(%arg0) {alpha = 2 : i64} : (tensor<?xf32, #tc.dims<[b]>>) -> tensor<?xf32, #tc.dims<[b]>>
      return %0 : tensor<?xf32, #tc.dims<[b]>>
    }
  }
  module {
    func.func @tensors(%arg0: tensor<?x4xf32, #tc.dims<[b, 4]>>, %arg1: tensor<2xi64>) -> (tensor<?x4xf32, #tc.dims<[b, 4]>>, tensor<?x4xcomplex<f32>, #tc.dims<[b, 4]>>, tensor<2xi32>, tensor<?x4xf32, #tc.dims<[b, 4]>>) {
      %0 = prim.exp %arg0 : tensor<?x4xf32, #tc.dims<[b, 4]>>
      %1 = prim.lt %0, %arg0 : tensor<?x4xf32, #tc.dims<[b, 4]>>
      %2 = prim.where %1, %0, %arg0 : tensor<?x4xi1, #tc.dims<[b, 4]>>, tensor<?x4xf32, #tc.dims<[b, 4]>>
      %3 = prim.fma %arg0, %0, %2 : tensor<?x4xf32, #tc.dims<[b, 4]>>
      %4 = prim.complex %arg0, %0 : tensor<?x4xf32, #tc.dims<[b, 4]>>
      %5 = prim.abs %4 : tensor<?x4xcomplex<f32>, #tc.dims<[b, 4]>>
      %6 = prim.philox %arg1, %arg1 : tensor<2xi64>
      %7 = prim.convert_element_type %arg0 : tensor<?x4xf32, #tc.dims<[b, 4]>> to tensor<?x4xbf16, #tc.dims<[b, 4]>>
      %8 = prim.bitcast %6 : tensor<2xi32> to tensor<2xf32>
      return %3, %4, %6, %5 : tensor<?x4xf32, #tc.dims<[b, 4]>>, tensor<?x4xcomplex<f32>, #tc.dims<[b, 4]>>, tensor<2xi32>, tensor<?x4xf32, #tc.dims<[b, 4]>>
    }
    func.func @scalars(%arg0: f32, %arg1: i8, %arg2: i1) -> (i1, i8, complex<f32>) {
      %0 = prim.isfinite %arg0 : f32
      %1 = prim.bitwise_not %arg1 : i8
      %2 = prim.where %arg2, %1, %arg1 : i1, i8
      %3 = prim.complex %arg0, %arg0 : f32
      return %0, %2, %3 : i1, i8, complex<f32>
    }
    func.func @foreign(%arg0: tensor<?x?xf32>) -> tensor<?x?xi1> {
      %0 = prim.eq %arg0, %arg0 : tensor<?x?xf32>
      return %0 : tensor<?x?xi1>
    }
  }
  module {
    func.func @gather(%arg0: tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, %arg1: tensor<?x?xi64, #tc.dims<[m, n]>>) -> (tensor<?x?x?x7xf32, #tc.dims<[m, n, b, 7]>>, tensor<?x?x6xf32, #tc.dims<[m, n, 6]>>) {
      %0 = prim.index %arg0[%arg1] [1] : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<?x?xi64, #tc.dims<[m, n]>>
      %1 = prim.index %arg0[%arg1, %arg1] [2, 0] : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<?x?xi64, #tc.dims<[m, n]>>, tensor<?x?xi64, #tc.dims<[m, n]>>
      return %0, %1 : tensor<?x?x?x7xf32, #tc.dims<[m, n, b, 7]>>, tensor<?x?x6xf32, #tc.dims<[m, n, 6]>>
    }
    func.func @scatter(%arg0: tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, %arg1: tensor<?x?x6xf32, #tc.dims<[m, n, 6]>>, %arg2: tensor<?x?xi64, #tc.dims<[m, n]>>) -> tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>> {
      %0 = prim.index_put %arg0, %arg1[%arg2, %arg2] [0, 2] "add" : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<?x?x6xf32, #tc.dims<[m, n, 6]>>, tensor<?x?xi64, #tc.dims<[m, n]>>, tensor<?x?xi64, #tc.dims<[m, n]>>
      return %0 : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
    }
    func.func @positions(%arg0: tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>) -> tensor<?x3xi64, #tc.dims<[found, 3]>> {
      %0 = prim.nonzero %arg0 : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>> to tensor<?x3xi64, #tc.dims<[found, 3]>>
      return %0 : tensor<?x3xi64, #tc.dims<[found, 3]>>
    }
  }
  module {
    func.func @dots(%arg0: tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>, %arg1: tensor<10x64xf32>, %arg2: tensor<3x64xi8>) -> (tensor<?x?x?xf32, #tc.dims<[b, s, s]>>, tensor<?x?x10xf32, #tc.dims<[b, s, 10]>>, tensor<3x3xi32>) {
      %0 = prim.dot_general %arg0, %arg0 batch [0], [0] contract [2], [2] : tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>, tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>
      %1 = prim.dot_general %arg0, %arg1 batch [], [] contract [2], [1] : tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>, tensor<10x64xf32>
      %2 = prim.dot_general %arg2, %arg2 batch [], [] contract [1], [1] {out = i32} : tensor<3x64xi8>, tensor<3x64xi8>
      return %0, %1, %2 : tensor<?x?x?xf32, #tc.dims<[b, s, s]>>, tensor<?x?x10xf32, #tc.dims<[b, s, 10]>>, tensor<3x3xi32>
    }
    func.func @convolutions(%arg0: tensor<?x4x?x9xf32, #tc.dims<[b, 4, h, 9]>>, %arg1: tensor<6x2x3x3xf32>) -> (tensor<?x6x?x4xf32, #tc.dims<[b, 6, floordiv(h + 1, 2), 4]>>, tensor<?x6x?x17xf32, #tc.dims<[b, 6, 2*h - 1, 17]>>) {
      %0 = prim.convolution %arg0, %arg1 strides [2, 2] pad [1, 1], [1, 0] dilation [1, 1], [1, 1] groups 2 : tensor<?x4x?x9xf32, #tc.dims<[b, 4, h, 9]>>, tensor<6x2x3x3xf32>
      %1 = prim.convolution %arg0, %arg1 strides [1, 1] pad [1, 1], [1, 1] dilation [2, 2], [1, 1] groups 2 : tensor<?x4x?x9xf32, #tc.dims<[b, 4, h, 9]>>, tensor<6x2x3x3xf32>
      return %0, %1 : tensor<?x6x?x4xf32, #tc.dims<[b, 6, floordiv(h + 1, 2), 4]>>, tensor<?x6x?x17xf32, #tc.dims<[b, 6, 2*h - 1, 17]>>
    }
    func.func @pools(%arg0: tensor<?x4x?x9xf32, #tc.dims<[b, 4, h, 9]>>) -> (tensor<?x4x?x4xf32, #tc.dims<[b, 4, floordiv(h, 2), 4]>>, tensor<?x4x?x4xi64, #tc.dims<[b, 4, floordiv(h, 2), 4]>>) {
      %values, %indices = prim.max_pool %arg0 window [2, 2] strides [2, 2] pad [0, 0] dilation [1, 1] : tensor<?x4x?x9xf32, #tc.dims<[b, 4, h, 9]>>
      return %values, %indices : tensor<?x4x?x4xf32, #tc.dims<[b, 4, floordiv(h, 2), 4]>>, tensor<?x4x?x4xi64, #tc.dims<[b, 4, floordiv(h, 2), 4]>>
    }
    func.func @pool_ceil(%arg0: tensor<5xf32>, %arg1: tensor<4xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
      %values, %indices = prim.max_pool %arg0 window [2] strides [2] pad [0] dilation [1] ceil : tensor<5xf32>
      %values_0, %indices_1 = prim.max_pool %arg1 window [3] strides [3] pad [1] dilation [1] ceil : tensor<4xf32>
      return %values, %values_0 : tensor<3xf32>, tensor<2xf32>
    }
  }
  module {
    func.func @reductions(%arg0: tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, %arg1: tensor<3xi1>) -> (tensor<6xf32>, tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<i1>, tensor<?x7xi64, #tc.dims<[b, 7]>>) {
      %0 = prim.sum %arg0 [2, 0] : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
      %1 = prim.prod %arg0 [] : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
      %2 = prim.amax %arg1 [0] : tensor<3xi1>
      %3 = prim.argmin %arg0 dim 1 : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
      return %0, %1, %2, %3 : tensor<6xf32>, tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<i1>, tensor<?x7xi64, #tc.dims<[b, 7]>>
    }
    func.func @orders(%arg0: tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>) -> (tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<?x6x7xi64, #tc.dims<[b, 6, 7]>>, tensor<?x?x7xf32, #tc.dims<[b, k, 7]>>, tensor<?x?x7xi64, #tc.dims<[b, k, 7]>>) {
      %0 = prim.cumsum %arg0 dim 2 : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
      %values, %indices = prim.sort %arg0 dim 0 descending : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
      %values_0, %indices_1 = prim.topk %arg0, <k> dim 1 smallest : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
      return %0, %values, %indices, %values_0, %indices_1 : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<?x6x7xi64, #tc.dims<[b, 6, 7]>>, tensor<?x?x7xf32, #tc.dims<[b, k, 7]>>, tensor<?x?x7xi64, #tc.dims<[b, k, 7]>>
    }
  }
  module {
    func.func @static(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<i64>) -> tensor<5x3xf32> {
      %0 = prim.broadcast_in_dim %arg0 [1, 2] : tensor<2x3xf32> to tensor<4x2x3xf32>
      %1 = prim.reshape %arg1 : tensor<f32> to tensor<1xf32>
      %2 = prim.broadcast_in_dim %1 [0] : tensor<1xf32> to tensor<4xf32>
      %3 = prim.slice %arg0 <[1, 0]> step [1, 2] : tensor<2x3xf32> to tensor<1x2xf32>
      %4 = prim.slice %arg0 <[2, 0]> step [1, 1] : tensor<2x3xf32> to tensor<0x3xf32>
      %5 = prim.pad %arg0, %arg1 low <[1, -1]> high <[0, 2]> interior [1, 0] : tensor<2x3xf32>, tensor<f32> to tensor<4x4xf32>
      %6 = prim.dynamic_slice %arg0[%arg2, %arg2] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
      %7 = prim.dynamic_update_slice %arg0, %6[%arg2, %arg2] : tensor<2x3xf32>, tensor<1x3xf32>, tensor<i64>, tensor<i64>
      %8 = prim.cat %7, %6, %7 dim 0 : tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>
      return %8 : tensor<5x3xf32>
    }
    func.func @symbolic(%arg0: tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>, %arg1: tensor<?x64xf32, #tc.dims<[b*s, 64]>>) {
      %0 = prim.reshape %arg0 : tensor<?x?x64xf32, #tc.dims<[b, s, 64]>> to tensor<?x64xf32, #tc.dims<[b*s, 64]>>
      %1 = prim.add %0, %arg1 : tensor<?x64xf32, #tc.dims<[b*s, 64]>>
      %2 = prim.reshape %1 : tensor<?x64xf32, #tc.dims<[b*s, 64]>> to tensor<?x?x8x8xf32, #tc.dims<[b, s, 8, 8]>>
      %3 = prim.transpose %2 [2, 0, 3, 1] : tensor<?x?x8x8xf32, #tc.dims<[b, s, 8, 8]>>
      %4 = prim.rev %3 [1, 3] : tensor<8x?x8x?xf32, #tc.dims<[8, b, 8, s]>>
      %5 = prim.cat %arg0, %arg0 dim 1 : tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>, tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>
      %6 = prim.slice %5 <[0, s, 0]> step [1, 1, 1] : tensor<?x?x64xf32, #tc.dims<[b, 2*s, 64]>> to tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>
      return
    }
  }
  module {
    func.func @equal_sizes(%arg0: tensor<?x64xf32, #tc.dims<[2*s + 1, 64]>>) -> tensor<?x64xf32, #tc.dims<[2*s + 1, 64]>> {
      return %arg0 : tensor<?x64xf32, #tc.dims<[2*s + 1, 64]>>
    }
    func.func private @sizes() attributes {a = #tc.size<64>, b = #tc.size<b>, c = #tc.size<floordiv(s + 1, 2)>, d = #tc.size<0>, e = #tc.size<min(a, b)>, f = #tc.size<b*s - b>}
    func.func private @layouts() attributes {a = #tc.layout<order = [0, 2, 3, 1]>, b = #tc.layout<strides = [s, 1], offset = 4>, c = #tc.layout<strides = [2*s, 1]>, d = #tc.layout<order = []>}
    func.func private @index_map() attributes {map = #tc.dims<[i, j - 1, 0]>}
  }
  module {
    func.func @sums(%arg0: tensor<?xf32, #tc.dims<[2*s + 1]>>, %arg1: tensor<?xf32, #tc.dims<[2*s + 1]>>) {
      %0 = prim.add %arg0, %arg1 : tensor<?xf32, #tc.dims<[2*s + 1]>>
      return
    }
    func.func @products(%arg0: tensor<?xf32, #tc.dims<[b*s]>>, %arg1: tensor<?xf32, #tc.dims<[b*s]>>) {
      %0 = prim.add %arg0, %arg1 : tensor<?xf32, #tc.dims<[b*s]>>
      return
    }
    func.func @constants(%arg0: tensor<12xf32>, %arg1: tensor<?xf32, #tc.dims<[max(s, t)]>>) {
      %0 = prim.slice %arg0 <[0]> step [1] : tensor<12xf32> to tensor<12xf32>
      %1 = prim.sub %arg1, %arg1 : tensor<?xf32, #tc.dims<[max(s, t)]>>
      return
    }
    func.func @asserted(%arg0: tensor<?xf32, #tc.dims<[b]>>, %arg1: tensor<?xf32, #tc.dims<[c]>>) {
      %0 = prim.cast_sizes %arg1 : tensor<?xf32, #tc.dims<[c]>> to tensor<?xf32, #tc.dims<[b]>>
      %1 = prim.add %arg0, %0 : tensor<?xf32, #tc.dims<[b]>>
      return
    }
  }
  module {
    func.func @main(%arg0: tensor<i64>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
      %0 = prim.constant dense<0> : tensor<i64>
      %1:2 = prim.while(%0, %arg1) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) cond {
      ^bb0(%arg3: tensor<i64>, %arg4: tensor<4xf32>):
        %2 = prim.lt %arg3, %arg0 : tensor<i64>
        prim.yield %2 : tensor<i1>
      } do {
      ^bb0(%arg3: tensor<i64>, %arg4: tensor<4xf32>):
        %2 = prim.constant dense<1> : tensor<i64>
        %3 = prim.add %arg3, %2 : tensor<i64>
        %4 = prim.mul %arg4, %arg2 : tensor<4xf32>
        prim.yield %3, %4 : tensor<i64>, tensor<4xf32>
      }
      return %1#0, %1#1 : tensor<i64>, tensor<4xf32>
    }
  }
  module {
    func.func @elementwise(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4xcomplex<f32>>) {
      %0 = prim.ceil %arg0 : tensor<4xf32>
      %1 = prim.cos %arg0 : tensor<4xf32>
      %2 = prim.erf %arg0 : tensor<4xf32>
      %3 = prim.exp2 %arg0 : tensor<4xf32>
      %4 = prim.expm1 %arg0 : tensor<4xf32>
      %5 = prim.floor %arg0 : tensor<4xf32>
      %6 = prim.log %arg0 : tensor<4xf32>
      %7 = prim.log1p %arg0 : tensor<4xf32>
      %8 = prim.log2 %arg0 : tensor<4xf32>
      %9 = prim.reciprocal %arg0 : tensor<4xf32>
      %10 = prim.round %arg0 : tensor<4xf32>
      %11 = prim.rsqrt %arg0 : tensor<4xf32>
      %12 = prim.sign %arg0 : tensor<4xf32>
      %13 = prim.sin %arg0 : tensor<4xf32>
      %14 = prim.sqrt %arg0 : tensor<4xf32>
      %15 = prim.tanh %arg0 : tensor<4xf32>
      %16 = prim.trunc %arg0 : tensor<4xf32>
      %17 = prim.atan2 %arg0, %arg0 : tensor<4xf32>
      %18 = prim.pow %arg0, %arg0 : tensor<4xf32>
      %19 = prim.maximum %arg0, %arg0 : tensor<4xf32>
      %20 = prim.minimum %arg0, %arg0 : tensor<4xf32>
      %21 = prim.fmod %arg0, %arg0 : tensor<4xf32>
      %22 = prim.remainder %arg0, %arg0 : tensor<4xf32>
      %23 = prim.div %arg0, %arg0 : tensor<4xf32>
      %24 = prim.bitwise_and %arg1, %arg1 : tensor<4xi32>
      %25 = prim.bitwise_or %arg1, %arg1 : tensor<4xi32>
      %26 = prim.bitwise_xor %arg1, %arg1 : tensor<4xi32>
      %27 = prim.shift_left %arg1, %arg1 : tensor<4xi32>
      %28 = prim.shift_right_arithmetic %arg1, %arg1 : tensor<4xi32>
      %29 = prim.shift_right_logical %arg1, %arg1 : tensor<4xi32>
      %30 = prim.ge %arg0, %arg0 : tensor<4xf32>
      %31 = prim.gt %arg0, %arg0 : tensor<4xf32>
      %32 = prim.le %arg0, %arg0 : tensor<4xf32>
      %33 = prim.ne %arg0, %arg0 : tensor<4xf32>
      %34 = prim.conj %arg2 : tensor<4xcomplex<f32>>
      %35 = prim.real %arg2 : tensor<4xcomplex<f32>>
      %36 = prim.imag %arg2 : tensor<4xcomplex<f32>>
      %37 = prim.amin %arg0 [0] : tensor<4xf32>
      %38 = prim.argmax %arg0 dim 0 : tensor<4xf32>
      return
    }
  }
  module attributes {tc.expected = [{dtype = f32, eager_error = 2.7815297229235789E-8 : f64, eager_max = 1.1920928955078125E-7 : f64, norm = 5.6441415513192403 : f64, samples = dense<[0.91804572939872742, 2.8433736562728882, 1.0703122615814209, -0.92636816203594207, 0.6760498583316803, 2.0545008778572083, 1.0039880871772766, -1.0454543679952621, 0.84218809008598328, 3.2865970134735107, -0.97932052612304688, 1.2945934683084488]> : tensor<12xf64>, shape = [3, 4], sum = 11.038505986332893 : f64}, {dtype = f32, eager_error = 0.000000e+00 : f64, eager_max = 0.000000e+00 : f64, norm = 6.7710102136909214 : f64, samples = dense<[1.1155130863189697, 0.63152134418487549, 0.96379780769348144, 2.4828891754150391, 0.90514361858367919, 3.3693358898162842, 1.1973087787628174, 1.0646604299545288, -2.9019567966461182, -1.5338295698165894, -1.7720019817352295, 2.9080936908721924]> : tensor<12xf64>, shape = [4, 3], sum = 8.4304754734039306 : f64}], tc.model = "cond", tc.version = "0.1"} {
    fx.graph @main(%x: tensor<3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 900 : i64}}, %y: tensor<4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 901 : i64}}) -> (tensor<3x4xf32>, tensor<4x3xf32>) {
      %0 = fx.call "aten.sum.default"(%x) : (tensor<3x4xf32>) -> tensor<f32>
      %1 = fx.call "aten.gt.Scalar"(%0, 0) : (tensor<f32>) -> tensor<i1>
      %2:2 = fx.cond %1(%x, %y) : (tensor<i1>, tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4x3xf32>) then {
      ^bb0(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>):
        %3 = fx.call "aten.add.Tensor"(%arg0, %arg1) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
        %4 = fx.call "aten.t.default"(%arg0) : (tensor<3x4xf32>) -> tensor<4x3xf32>
        %5 = fx.call "aten.mul.Tensor"(%4, 2) : (tensor<4x3xf32>) -> tensor<4x3xf32>
        fx.output %3, %5 : tensor<3x4xf32>, tensor<4x3xf32>
      } else {
      ^bb0(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>):
        %3 = fx.call "aten.sub.Tensor"(%arg0, %arg1) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
        %4 = fx.call "aten.t.default"(%arg0) : (tensor<3x4xf32>) -> tensor<4x3xf32>
        %5 = fx.call "aten.exp.default"(%4) : (tensor<4x3xf32>) -> tensor<4x3xf32>
        fx.output %3, %5 : tensor<3x4xf32>, tensor<4x3xf32>
      }
      fx.output %2#0, %2#1 : tensor<3x4xf32>, tensor<4x3xf32>
    }
  }
  module attributes {tc.expected = [{dtype = i64, norm = 5.000000e+00 : f64, samples = dense<5.000000e+00> : tensor<1xf64>, shape = [], sum = 5.000000e+00 : f64}, {dtype = f32, eager_error = 7.1907215397822823E-8 : f64, eager_max = 7.2717666625976563E-6 : f64, norm = 108.21092238100167 : f64, samples = dense<[44.953785330057144, 85.632423043251038, 48.537089228630066]> : tensor<3xf64>, shape = [3], sum = 179.12329760193825 : f64}], tc.model = "while_sum_is_small", tc.version = "0.1"} {
    fx.graph @main(%x: tensor<3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 1.000000e+00 : f64, seed = 7 : i64, std = 1.000000e-01 : f64, stream = 900 : i64}}, %y: tensor<3xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 901 : i64}}) -> (tensor<i64>, tensor<3xf32>) {
      %0 = fx.call "aten.zeros.default"([], device = "cpu", dtype = i64, pin_memory = false) : () -> tensor<i64>
      %1:2 = fx.while_loop(%0, %x) with(%y) : (tensor<i64>, tensor<3xf32>, tensor<3xf32>) -> (tensor<i64>, tensor<3xf32>) cond {
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>):
        %2 = fx.call "aten.lt.Scalar"(%arg0, 20) : (tensor<i64>) -> tensor<i1>
        %3 = fx.call "aten.abs.default"(%arg1) : (tensor<3xf32>) -> tensor<3xf32>
        %4 = fx.call "aten.sum.default"(%3) : (tensor<3xf32>) -> tensor<f32>
        %5 = fx.call "aten.lt.Scalar"(%4, 100) : (tensor<f32>) -> tensor<i1>
        %6 = fx.call "aten.__and__.Tensor"(%2, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1>
        fx.output %6 : tensor<i1>
      } do {
      ^bb0(%arg0: tensor<i64>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>):
        %2 = fx.call "aten.add.Tensor"(%arg0, 1) : (tensor<i64>) -> tensor<i64>
        %3 = fx.call "aten.mul.Tensor"(%arg1, 2) : (tensor<3xf32>) -> tensor<3xf32>
        %4 = fx.call "aten.add.Tensor"(%3, %arg2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
        fx.output %2, %4 : tensor<i64>, tensor<3xf32>
      }
      fx.output %1#0, %1#1 : tensor<i64>, tensor<3xf32>
    }
  }
  module attributes {tc.expected = [{dtype = f32, eager_error = 2.6647589897805495E-8 : f64, eager_max = 3.3562940982001521E-8 : f64, norm = 2.055237301193753 : f64, samples = dense<[-0.71582570295973358, -0.74166318626302219, 0.12451691224597441, -0.93203894104566043, 0.71569300356259025, 0.86470146298662998, -0.81417347374956839, -0.59542006641083167]> : tensor<8xf64>, shape = [2, 4], sum = -2.0942099916336216 : f64}, {dtype = f32, eager_error = 5.0318524735886153E-8 : f64, eager_max = 1.5364833250153254E-7 : f64, norm = 3.846496758205677 : f64, samples = dense<[2.5943070310179523, 0.81308346111604379, -0.065922170627056964, 0.28280514490428244, 0.70860740078739748, -0.57713670415747331, 0.90573119152935044, 1.5262334044077583, 0.1125340113306568, 1.8226537298430483]> : tensor<10xf64>, shape = [5, 2], sum = 8.1228965001519597 : f64}], tc.model = "scan_recurrence", tc.version = "0.1"} {
    prim.weight @decay : tensor<4xf32> {init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e-01 : f64, stream = 0 : i64}}
    fx.graph @main(%xs: tensor<5x2x4xf32> {fx.name = "xs", tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 900 : i64}}, %state: tensor<2x4xf32> {fx.name = "state", tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 901 : i64}}) -> (tensor<2x4xf32>, tensor<5x2xf32>) {
      %0 = fx.get_attr @decay : tensor<4xf32>
      %1:2 = fx.scan(%state) over(%xs) with(%0) : (tensor<2x4xf32>, tensor<5x2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<5x2xf32>) {
      ^bb0(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<4xf32>):
        %2 = fx.call "aten.mul.Tensor"(%arg0, %arg2) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
        %3 = fx.call "aten.add.Tensor"(%2, %arg1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
        %4 = fx.call "aten.tanh.default"(%3) : (tensor<2x4xf32>) -> tensor<2x4xf32>
        %5 = fx.call "aten.mul.Tensor"(%arg0, %arg1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
        %6 = fx.call "aten.sum.dim_IntList"(%5, [-1]) : (tensor<2x4xf32>) -> tensor<2xf32>
        fx.output %4, %6 : tensor<2x4xf32>, tensor<2xf32>
      }
      fx.output %1#0, %1#1 : tensor<2x4xf32>, tensor<5x2xf32>
    }
  }
  module attributes {tc.expected = [{dtype = f32, eager_error = 5.978939198655216E-8 : f64, eager_max = 1.2557164152937617E-7 : f64, norm = 3.9017562049446264 : f64, samples = dense<[2.0829656763675382, 1.1752661949219658, 1.1318907855302456, 1.1631729087087677, -0.51946486414820714, -0.47052423188956138, 0.87742631295155438, 1.0815612863275521, -1.477406982511136, 1.5019776757512955]> : tensor<10xf64>, shape = [5, 2], sum = 6.5468647620100144 : f64}], tc.model = "map_over_rows", tc.version = "0.1"} {
    fx.graph @main(%xs: tensor<5x2x4xf32> {fx.name = "xs", tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 900 : i64}}, %y: tensor<4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 7 : i64, std = 1.000000e+00 : f64, stream = 901 : i64}}) -> tensor<5x2xf32> {
      %0 = fx.map over(%xs) with(%y) : (tensor<5x2x4xf32>, tensor<4xf32>) -> tensor<5x2xf32> {
      ^bb0(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>):
        %1 = fx.call "aten.sin.default"(%arg0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
        %2 = fx.call "aten.matmul.default"(%1, %arg1) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2xf32>
        fx.output %2 : tensor<2xf32>
      }
      fx.output %0 : tensor<5x2xf32>
    }
  }
  module {
    loop.kernel @selective_scan(%arg0: tensor<5x4xf32>, %arg1: tensor<5x4xf32>, %arg2: tensor<4x3xf32>, %arg3: tensor<5x3xf32>, %arg4: tensor<5x3xf32>) -> tensor<5x4xf32> iters(t = 5, d = 4, n = 3) {
      %0:2 = loop.scan (t, d, n) along t [custom] reads(%arg5 = %arg0[t, d] : tensor<5x4xf32>, %arg6 = %arg1[t, d] : tensor<5x4xf32>, %arg7 = %arg2[d, n] : tensor<4x3xf32>, %arg8 = %arg3[t, n] : tensor<5x3xf32>) -> (tensor<5x4x3xf32>, tensor<5x4x3xf32>) {
        %2 = prim.mul %arg6, %arg7 : f32
        %3 = prim.exp %2 : f32
        %4 = prim.mul %arg6, %arg8 : f32
        %5 = prim.mul %4, %arg5 : f32
        loop.yield %5, %3 : f32, f32
      } combine [0.000000e+00 : f32, 1.000000e+00 : f32] (%arg5: f32, %arg6: f32, %arg7: f32, %arg8: f32) {
        %2 = prim.mul %arg8, %arg5 : f32
        %3 = prim.add %2, %arg7 : f32
        %4 = prim.mul %arg6, %arg8 : f32
        loop.yield %3, %4 : f32, f32
      }
      %1 = loop.contract (t, d) over (n) reads(%arg5 = %0#0[t, d, n] : tensor<5x4x3xf32>, %arg6 = %arg4[t, n] : tensor<5x3xf32>) -> tensor<5x4xf32> {
        loop.yield %arg5, %arg6 : f32, f32
      }
      loop.yield %1 : tensor<5x4xf32>
    }
    func.func @main(%arg0: tensor<5x4xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<5x4xf32> {tc.init = {kind = "uniform", mean = 5.000000e-01 : f64, std = 1.000000e-01 : f64, stream = 2 : i64}}, %arg2: tensor<4x3xf32> {tc.init = {kind = "uniform", mean = -1.000000e+00 : f64, std = 3.000000e-01 : f64, stream = 3 : i64}}, %arg3: tensor<5x3xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 4 : i64}}, %arg4: tensor<5x3xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 5 : i64}}) -> tensor<5x4xf32> {
      %0 = loop.launch @selective_scan(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<5x4xf32>, tensor<5x4xf32>, tensor<4x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x4xf32>
      return %0 : tensor<5x4xf32>
    }
    func.func @reference(%arg0: tensor<5x4xf32>, %arg1: tensor<5x4xf32>, %arg2: tensor<4x3xf32>, %arg3: tensor<5x3xf32>, %arg4: tensor<5x3xf32>) -> tensor<5x4xf32> {
      %0 = prim.constant dense<0.000000e+00> : tensor<4x3xf32>
      %1:2 = prim.scan(%0) over(%arg0, %arg1, %arg3, %arg4) : (tensor<4x3xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> (tensor<4x3xf32>, tensor<5x4xf32>) {
      ^bb0(%arg5: tensor<4x3xf32>, %arg6: tensor<4xf32>, %arg7: tensor<4xf32>, %arg8: tensor<3xf32>, %arg9: tensor<3xf32>):
        %2 = prim.broadcast_in_dim %arg7 [0] : tensor<4xf32> to tensor<4x3xf32>
        %3 = prim.mul %2, %arg2 : tensor<4x3xf32>
        %4 = prim.exp %3 : tensor<4x3xf32>
        %5 = prim.broadcast_in_dim %arg8 [1] : tensor<3xf32> to tensor<4x3xf32>
        %6 = prim.mul %2, %5 : tensor<4x3xf32>
        %7 = prim.broadcast_in_dim %arg6 [0] : tensor<4xf32> to tensor<4x3xf32>
        %8 = prim.mul %6, %7 : tensor<4x3xf32>
        %9 = prim.mul %4, %arg5 : tensor<4x3xf32>
        %10 = prim.add %9, %8 : tensor<4x3xf32>
        %11 = prim.dot_general %10, %arg9 batch [], [] contract [1], [0] : tensor<4x3xf32>, tensor<3xf32>
        prim.yield %10, %11 : tensor<4x3xf32>, tensor<4xf32>
      }
      return %1#1 : tensor<5x4xf32>
    }
  }
  module {
    loop.kernel @lstm(%arg0: tensor<4x2x3xf32>, %arg1: tensor<2x5xf32>, %arg2: tensor<2x5xf32>, %arg3: tensor<20x3xf32>, %arg4: tensor<20x5xf32>, %arg5: tensor<20xf32>) -> (tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) iters(t = 4, b = 2, g = 20, j = 5, k = 3, l = 5) {
      %0:3 = loop.for t carry(%arg6 = %arg1 : tensor<2x5xf32>, %arg7 = %arg2 : tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<4x2x5xf32>) {
        %1 = loop.contract (b, g) over (k) reads(%arg8 = %arg0[t, b, k] : tensor<4x2x3xf32>, %arg9 = %arg3[g, k] : tensor<20x3xf32>) -> tensor<2x20xf32> {
          loop.yield %arg8, %arg9 : f32, f32
        }
        %2 = loop.contract (b, g) over (l) reads(%arg8 = %arg6[b, l] : tensor<2x5xf32>, %arg9 = %arg4[g, l] : tensor<20x5xf32>) -> tensor<2x20xf32> {
          loop.yield %arg8, %arg9 : f32, f32
        }
        %3 = loop.map (b, g) reads(%arg8 = %1[b, g] : tensor<2x20xf32>, %arg9 = %2[b, g] : tensor<2x20xf32>, %arg10 = %arg5[g] : tensor<20xf32>) -> tensor<2x20xf32> {
          %6 = prim.add %arg8, %arg9 : f32
          %7 = prim.add %6, %arg10 : f32
          loop.yield %7 : f32
        }
        %4 = loop.map (b, j) reads(%arg8 = %3[b, j] : tensor<2x20xf32>, %arg9 = %3[b, j + 5] : tensor<2x20xf32>, %arg10 = %3[b, j + 10] : tensor<2x20xf32>, %arg11 = %arg7[b, j] : tensor<2x5xf32>) -> tensor<2x5xf32> {
          %6 = prim.constant 1.000000e+00 : f32
          %7 = prim.neg %arg8 : f32
          %8 = prim.exp %7 : f32
          %9 = prim.add %8, %6 : f32
          %10 = prim.reciprocal %9 : f32
          %11 = prim.neg %arg9 : f32
          %12 = prim.exp %11 : f32
          %13 = prim.add %12, %6 : f32
          %14 = prim.reciprocal %13 : f32
          %15 = prim.tanh %arg10 : f32
          %16 = prim.mul %14, %arg11 : f32
          %17 = prim.mul %10, %15 : f32
          %18 = prim.add %16, %17 : f32
          loop.yield %18 : f32
        }
        %5 = loop.map (b, j) reads(%arg8 = %3[b, j + 15] : tensor<2x20xf32>, %arg9 = %4[b, j] : tensor<2x5xf32>) -> tensor<2x5xf32> {
          %6 = prim.constant 1.000000e+00 : f32
          %7 = prim.neg %arg8 : f32
          %8 = prim.exp %7 : f32
          %9 = prim.add %8, %6 : f32
          %10 = prim.reciprocal %9 : f32
          %11 = prim.tanh %arg9 : f32
          %12 = prim.mul %10, %11 : f32
          loop.yield %12 : f32
        }
        loop.yield %5, %4, %5 : tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
      }
      loop.yield %0#2, %0#0, %0#1 : tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
    }
    func.func @main(%arg0: tensor<4x2x3xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<2x5xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}, %arg2: tensor<2x5xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 3 : i64}}, %arg3: tensor<20x3xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 4 : i64}}, %arg4: tensor<20x5xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 5 : i64}}, %arg5: tensor<20xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 6 : i64}}) -> (tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) {
      %0:3 = loop.launch @lstm(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<4x2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>)
      return %0#0, %0#1, %0#2 : tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
    }
    fx.graph @reference(%arg0: tensor<4x2x3xf32>, %arg1: tensor<2x5xf32>, %arg2: tensor<2x5xf32>, %arg3: tensor<20x3xf32>, %arg4: tensor<20x5xf32>, %arg5: tensor<20xf32>) -> (tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) {
      %0 = fx.call "aten.select.int"(%arg0, 0, 0) : (tensor<4x2x3xf32>) -> tensor<2x3xf32>
      %1:2 = fx.call "aten.lstm_cell.default"(%0, [%arg1, %arg2], %arg3, %arg4, %arg5, none) : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
      %2 = fx.call "aten.select.int"(%arg0, 0, 1) : (tensor<4x2x3xf32>) -> tensor<2x3xf32>
      %3:2 = fx.call "aten.lstm_cell.default"(%2, [%1#0, %1#1], %arg3, %arg4, %arg5, none) : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
      %4 = fx.call "aten.select.int"(%arg0, 0, 2) : (tensor<4x2x3xf32>) -> tensor<2x3xf32>
      %5:2 = fx.call "aten.lstm_cell.default"(%4, [%3#0, %3#1], %arg3, %arg4, %arg5, none) : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
      %6 = fx.call "aten.select.int"(%arg0, 0, 3) : (tensor<4x2x3xf32>) -> tensor<2x3xf32>
      %7:2 = fx.call "aten.lstm_cell.default"(%6, [%5#0, %5#1], %arg3, %arg4, %arg5, none) : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
      %8 = fx.call "aten.stack.default"([%1#0, %3#0, %5#0, %7#0]) : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<4x2x5xf32>
      fx.output %8, %7#0, %7#1 : tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
    }
  }
  module {
    loop.kernel @swap(%arg0: tensor<?x?xf32, #tc.dims<[m, n]>>, %arg1: tensor<?xf32, #tc.dims<[n]>>, %arg2: tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<?x?xf32, #tc.dims<[m, n]>>, tensor<?x?xf32, #tc.dims<[m, n]>>, tensor<?xf32, #tc.dims<[m]>>, tensor<?xf32, #tc.dims<[n]>>) iters(t = m, i = n, none = 0) {
      %0:5 = loop.for t carry(%arg3 = %arg1 : tensor<?xf32, #tc.dims<[n]>>, %arg4 = %arg2 : tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<?x?xf32, #tc.dims<[m, n]>>, tensor<?x?xf32, #tc.dims<[m, n]>>, tensor<?xf32, #tc.dims<[m]>>) {
        %2 = loop.map (i) reads(%arg5 = %arg3[i] : tensor<?xf32, #tc.dims<[n]>>, %arg6 = %arg0[t, i] : tensor<?x?xf32, #tc.dims<[m, n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
          %4 = prim.mul %arg5, %arg6 : f32
          loop.yield %4 : f32
        }
        %3 = loop.reduce () over (i) [add] reads(%arg5 = %arg4[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<f32> {
          loop.yield %arg5 : f32
        }
        loop.yield %arg4, %2, %arg3, %2, %3 : tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<f32>
      }
      %1 = loop.for none carry(%arg3 = %arg1 : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
        loop.yield %arg3 : tensor<?xf32, #tc.dims<[n]>>
      }
      loop.yield %0#0, %0#1, %0#2, %0#3, %0#4, %1 : tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<?x?xf32, #tc.dims<[m, n]>>, tensor<?x?xf32, #tc.dims<[m, n]>>, tensor<?xf32, #tc.dims<[m]>>, tensor<?xf32, #tc.dims<[n]>>
    }
    loop.kernel @nested(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<3x4xf32>) iters(t = 3, u = 5, i = 4, j = 4) {
      %0:3 = loop.for t carry(%arg3 = %arg1 : tensor<4xf32>, %arg4 = %arg2 : tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<3x4xf32>) {
        %1 = loop.for u carry(%arg5 = %arg3 : tensor<4xf32>) -> tensor<4xf32> {
          %5 = loop.map (i) reads(%arg6 = %arg5[-i + 3] : tensor<4xf32>, %arg7 = %arg0[t, i] : tensor<3x4xf32>) -> tensor<4xf32> {
            %6 = prim.constant 5.000000e-01 : f32
            %7 = prim.mul %arg6, %6 : f32
            %8 = prim.add %7, %arg7 : f32
            loop.yield %8 : f32
          }
          loop.yield %5 : tensor<4xf32>
        }
        %2 = loop.sort (i) along i reads(%arg5 = %1[i] : tensor<4xf32>) -> tensor<4xf32> {
          loop.yield %arg5 : f32
        }
        %3 = loop.scan (i) along i [add] reads(%arg5 = %2[i] : tensor<4xf32>) -> tensor<4xf32> {
          loop.yield %arg5 : f32
        }
        %4 = loop.reduce () over (j) [max] reads(%arg5 = %3[j] : tensor<4xf32>, %arg6 = %arg4[] : tensor<f32>) -> tensor<f32> {
          %5 = prim.add %arg5, %arg6 : f32
          loop.yield %5 : f32
        }
        loop.yield %3, %4, %3 : tensor<4xf32>, tensor<f32>, tensor<4xf32>
      }
      loop.yield %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<f32>, tensor<3x4xf32>
    }
    loop.kernel @places(%arg0: tensor<6x8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<6x8xf32>) iters(t = 6, i = 8, e = 4) {
      %0:2 = loop.for t carry(%arg2 = %arg1 : tensor<8xf32>) -> (tensor<8xf32>, tensor<6x8xf32>) {
        %1 = loop.scatter (i) into %arg2 : tensor<8xf32> [add] reads(%arg3 = %arg0[t, i] : tensor<6x8xf32>) {
          %5 = loop.index <mod(3*i + t, 8)>
          loop.yield %5, %arg3 : i64, f32
        }
        %2 = loop.map (e) -> tensor<4xf32> {
          %5 = loop.index <-e + 7>
          %6 = loop.at %1[%5] : tensor<8xf32>
          loop.yield %6 : f32
        }
        %3 = loop.map (e) reads(%arg3 = %1[e] : tensor<8xf32>) -> tensor<4xf32> {
          %5 = prim.neg %arg3 : f32
          loop.yield %5 : f32
        }
        %4 = loop.join %3, %2 at [#tc.dims<[0]>, #tc.dims<[4]>] : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
        loop.yield %4, %1 : tensor<8xf32>, tensor<8xf32>
      }
      loop.yield %0#0, %0#1 : tensor<8xf32>, tensor<6x8xf32>
    }
    func.func @main(%arg0: tensor<7x37xf32> {tc.init = {kind = "uniform", mean = 1.000000e+00 : f64, std = 3.000000e-01 : f64, stream = 1 : i64}}, %arg1: tensor<37xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}, %arg2: tensor<37xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 3 : i64}}, %arg3: tensor<3x4xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 4 : i64}}, %arg4: tensor<4xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 5 : i64}}, %arg5: tensor<f32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 6 : i64}}, %arg6: tensor<6x8xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 7 : i64}}, %arg7: tensor<8xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 8 : i64}}) -> (tensor<37xf32>, tensor<37xf32>, tensor<7x37xf32>, tensor<7x37xf32>, tensor<7xf32>, tensor<37xf32>, tensor<4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<8xf32>, tensor<6x8xf32>) {
      %0:6 = loop.launch @swap(%arg0, %arg1, %arg2) : (tensor<7x37xf32>, tensor<37xf32>, tensor<37xf32>) -> (tensor<37xf32>, tensor<37xf32>, tensor<7x37xf32>, tensor<7x37xf32>, tensor<7xf32>, tensor<37xf32>)
      %1:3 = loop.launch @nested(%arg3, %arg4, %arg5) : (tensor<3x4xf32>, tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<3x4xf32>)
      %2:2 = loop.launch @places(%arg6, %arg7) : (tensor<6x8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<6x8xf32>)
      return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %1#0, %1#1, %1#2, %2#0, %2#1 : tensor<37xf32>, tensor<37xf32>, tensor<7x37xf32>, tensor<7x37xf32>, tensor<7xf32>, tensor<37xf32>, tensor<4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<8xf32>, tensor<6x8xf32>
    }
  }
}

