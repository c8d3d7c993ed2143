module attributes {tc.version = "0.2"} {
  module {
    func.func private @while0.cond(%arg0: tensor<i64>, %arg1: tensor<4xf32>, %arg2: tensor<i64>, %arg3: tensor<4xf32>) -> tensor<i1> attributes {tc.loop = "cond"} {
      %0 = prim.lt %arg0, %arg2 : tensor<i64>
      return %0 : tensor<i1>
    }
    func.func private @while0.body(%arg0: tensor<i64>, %arg1: tensor<4xf32>, %arg2: tensor<i64>, %arg3: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) attributes {tc.loop = "body"} {
      %0 = prim.constant dense<1> : tensor<i64>
      %1 = prim.add %arg0, %0 : tensor<i64>
      %2 = prim.mul %arg1, %arg3 : tensor<4xf32>
      return %1, %2 : tensor<i64>, tensor<4xf32>
    }
    func.func private @while0.copy(%arg0: tensor<i64>, %arg1: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) attributes {tc.loop = "copy"} {
      return %arg0, %arg1 : tensor<i64>, tensor<4xf32>
    }
    func.func @main(%arg0: tensor<i64>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
      %0 = prim.constant dense<0> : tensor<i64>
      %1:2 = loop.while @while0.cond @while0.body @while0.copy(%0, %arg1 : tensor<i64>, tensor<4xf32>) with(%arg0, %arg2 : tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>)
      return %1#0, %1#1 : tensor<i64>, tensor<4xf32>
    }
  }
  module {
    func.func private @while0.cond(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<i64>, %arg4: tensor<i64>) -> tensor<i1> attributes {tc.loop = "cond"} {
      %0 = prim.lt %arg0, %arg2 : tensor<i64>
      return %0 : tensor<i1>
    }
    func.func private @while1.cond(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<i64>) -> tensor<i1> attributes {tc.loop = "cond"} {
      %0 = prim.lt %arg0, %arg2 : tensor<i64>
      return %0 : tensor<i1>
    }
    func.func private @while1.body(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<i64>) -> (tensor<i64>, tensor<i64>) attributes {tc.loop = "body"} {
      %0 = prim.add %arg0, %arg3 : tensor<i64>
      %1 = prim.range_to %0 : tensor<i64> to tensor<?xi64, #tc.dims<[u]>>
      %2 = prim.mul %1, %1 : tensor<?xi64, #tc.dims<[u]>>
      %3 = prim.cumsum %2 dim 0 : tensor<?xi64, #tc.dims<[u]>>
      %4 = prim.sum %3 [0] : tensor<?xi64, #tc.dims<[u]>>
      %5 = prim.add %arg1, %4 : tensor<i64>
      return %0, %5 : tensor<i64>, tensor<i64>
    }
    func.func private @while1.copy(%arg0: tensor<i64>, %arg1: tensor<i64>) -> (tensor<i64>, tensor<i64>) attributes {tc.loop = "copy"} {
      return %arg0, %arg1 : tensor<i64>, tensor<i64>
    }
    func.func private @while0.body(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<i64>, %arg4: tensor<i64>) -> (tensor<i64>, tensor<i64>) attributes {tc.loop = "body"} {
      %0 = prim.add %arg0, %arg3 : tensor<i64>
      %1:2 = loop.while @while1.cond @while1.body @while1.copy(%arg4, %arg1 : tensor<i64>, tensor<i64>) with(%arg0, %arg3 : tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
      return %0, %1#1 : tensor<i64>, tensor<i64>
    }
    func.func private @while0.copy(%arg0: tensor<i64>, %arg1: tensor<i64>) -> (tensor<i64>, tensor<i64>) attributes {tc.loop = "copy"} {
      return %arg0, %arg1 : tensor<i64>, tensor<i64>
    }
    func.func @main(%arg0: tensor<i64>) -> tensor<i64> {
      %0 = prim.constant dense<0> : tensor<i64>
      %1 = prim.constant dense<1> : tensor<i64>
      %2:2 = loop.while @while0.cond @while0.body @while0.copy(%0, %0 : tensor<i64>, tensor<i64>) with(%arg0, %1, %0 : tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
      return %2#1 : tensor<i64>
    }
  }
  module {
    loop.kernel @attention(%arg0: tensor<64x1000x64xbf16>, %arg1: tensor<64x1000x64xbf16>, %arg2: tensor<64x1000x64xbf16>) -> tensor<64x1000x64xbf16> iters(h = 64, i = 1000, d = 64, e = 64, jb = 16, ji = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [3, 0], engine = "cp.async", to = "shared"}, {body = [{run = 0 : i64}, {run = 1 : i64}, {run = 2 : i64}, {run = 3 : i64}, {run = 4 : i64}, {run = 5 : i64}, {run = 6 : i64}], for = ["i"], step = 32 : i64, to = "warp"}, {body = [{bytes = 16 : i64, copy = [7, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [16, 1], engine = "cp.async", to = "shared"}, {body = [{run = 7 : i64, unit = "mma.m16n8k16.bf16"}, {run = 8 : i64}, {combine = "lanes", run = 9 : i64}, {run = 10 : i64}, {run = 11 : i64}, {combine = "lanes", run = 12 : i64}, {run = 13 : i64}, {run = 14 : i64}, {run = 15 : i64}, {run = 16 : i64, unit = "mma.m16n8k16.bf16"}, {run = 17 : i64}, {run = 18 : i64}, {run = 19 : i64}, {run = 20 : i64}, {run = 21 : i64}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["jb"], ring = 2 : i64, step = 1 : i64, to = "seq"}, {body = [{run = 22 : i64}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["i"], order = "reverse", step = 128 : i64, to = "grid"}], for = ["h"], step = 1 : i64, to = "grid"}], resident = 2 : i64, threads = 128 : i64}]}, loop.stream = {block = "jb", extent = #tc.size<1000>, most = [#tc.size<i>], point = "ji"}} {
      %0 = loop.map (h, i) -> tensor<64x1000xf32> {
        %6 = prim.constant 0xFF800000 : f32
        loop.yield %6 : f32
      }
      %1 = loop.map (h, i) -> tensor<64x1000xf32> {
        %6 = prim.constant 0.000000e+00 : f32
        loop.yield %6 : f32
      }
      %2 = loop.map (h, i, e) -> tensor<64x1000x64xf32> {
        %6 = prim.constant 0.000000e+00 : f32
        loop.yield %6 : f32
      }
      %3 = loop.map (h, i, d) reads(%arg3 = %arg0[h, i, d] : tensor<64x1000x64xbf16>) -> tensor<64x1000x64xbf16> {
        loop.yield %arg3 : bf16
      }
      %4:3 = loop.for jb carry(%arg3 = %0 : tensor<64x1000xf32>, %arg4 = %1 : tensor<64x1000xf32>, %arg5 = %2 : tensor<64x1000x64xf32>) -> (tensor<64x1000xf32>, tensor<64x1000xf32>, tensor<64x1000x64xf32>) {
        %6 = loop.contract (h, i, ji) over (d) reads(%arg6 = %arg1[h, 64*jb + ji, d] : tensor<64x1000x64xbf16> else 0.000000e+00, %arg7 = %3[h, i, d] : tensor<64x1000x64xbf16>) -> tensor<64x1000x64xf32> {
          %18 = prim.convert_element_type %arg7 : bf16 to f32
          %19 = prim.convert_element_type %arg6 : bf16 to f32
          loop.yield %18, %19 : f32, f32
        }
        %7 = loop.map (h, i, ji) reads(%arg6 = %6[h, i, ji] : tensor<64x1000x64xf32>) -> tensor<64x1000x64xf32> {
          %18 = loop.index <64*jb + ji>
          %19 = loop.index <i>
          %20 = prim.le %18, %19 : i64
          %21 = prim.constant 1.250000e-01 : f32
          %22 = prim.mul %arg6, %21 : f32
          %23 = prim.constant 0xFF800000 : f32
          %24 = prim.where %20, %22, %23 : i1, f32
          loop.yield %24 : f32
        }
        %8 = loop.reduce (h, i) over (ji) [max] reads(%arg6 = %7[h, i, ji] : tensor<64x1000x64xf32>) -> tensor<64x1000xf32> {
          %18 = prim.constant 0xFF800000 : f32
          %19 = loop.index <64*jb + ji>
          %20 = loop.index <1000>
          %21 = prim.lt %19, %20 : i64
          %22 = prim.where %21, %arg6, %18 : i1, f32
          loop.yield %22 : f32
        }
        %9 = loop.map (h, i) reads(%arg6 = %arg3[h, i] : tensor<64x1000xf32>, %arg7 = %8[h, i] : tensor<64x1000xf32>) -> tensor<64x1000xf32> {
          %18 = prim.maximum %arg6, %arg7 : f32
          loop.yield %18 : f32
        }
        %10 = loop.map (h, i, ji) reads(%arg6 = %7[h, i, ji] : tensor<64x1000x64xf32>, %arg7 = %9[h, i] : tensor<64x1000xf32>) -> tensor<64x1000x64xf32> {
          %18 = prim.constant 0xFF800000 : f32
          %19 = loop.index <64*jb + ji>
          %20 = loop.index <1000>
          %21 = prim.lt %19, %20 : i64
          %22 = prim.where %21, %arg6, %18 : i1, f32
          %23 = prim.sub %22, %arg7 : f32
          %24 = prim.exp %23 {tc.absolute} : f32
          loop.yield %24 : f32
        }
        %11 = loop.reduce (h, i) over (ji) [add] reads(%arg6 = %10[h, i, ji] : tensor<64x1000x64xf32>) -> tensor<64x1000xf32> {
          %18 = prim.constant 0.000000e+00 : f32
          %19 = loop.index <64*jb + ji>
          %20 = loop.index <1000>
          %21 = prim.lt %19, %20 : i64
          %22 = prim.where %21, %arg6, %18 : i1, f32
          loop.yield %22 : f32
        }
        %12 = loop.map (h, i) reads(%arg6 = %arg3[h, i] : tensor<64x1000xf32>, %arg7 = %9[h, i] : tensor<64x1000xf32>) -> tensor<64x1000xf32> {
          %18 = prim.sub %arg6, %arg7 : f32
          %19 = prim.exp %18 : f32
          loop.yield %19 : f32
        }
        %13 = loop.map (h, i) reads(%arg6 = %arg4[h, i] : tensor<64x1000xf32>, %arg7 = %11[h, i] : tensor<64x1000xf32>, %arg8 = %arg3[h, i] : tensor<64x1000xf32>, %arg9 = %12[h, i] : tensor<64x1000xf32>) -> tensor<64x1000xf32> {
          %18 = prim.constant 0xFF800000 : f32
          %19 = prim.eq %arg8, %18 : f32
          %20 = prim.mul %arg6, %arg9 : f32
          %21 = prim.add %20, %arg7 : f32
          %22 = prim.where %19, %arg7, %21 : i1, f32
          loop.yield %22 : f32
        }
        %14 = loop.map (h, i, ji) reads(%arg6 = %10[h, i, ji] : tensor<64x1000x64xf32>) -> tensor<64x1000x64xbf16> {
          %18 = prim.convert_element_type %arg6 : f32 to bf16
          loop.yield %18 : bf16
        }
        %15 = loop.contract (h, i, e) over (ji) reads(%arg6 = %14[h, i, ji] : tensor<64x1000x64xbf16>, %arg7 = %arg2[h, 64*jb + ji, e] : tensor<64x1000x64xbf16> else 0.000000e+00) -> tensor<64x1000x64xf32> {
          %18 = prim.convert_element_type %arg6 : bf16 to f32
          %19 = prim.convert_element_type %arg7 : bf16 to f32
          loop.yield %18, %19 : f32, f32
        }
        %16 = loop.map (h, i) reads(%arg6 = %arg3[h, i] : tensor<64x1000xf32>, %arg7 = %9[h, i] : tensor<64x1000xf32>) -> tensor<64x1000xf32> {
          %18 = prim.sub %arg6, %arg7 : f32
          %19 = prim.exp %18 : f32
          loop.yield %19 : f32
        }
        %17 = loop.map (h, i, e) reads(%arg6 = %arg5[h, i, e] : tensor<64x1000x64xf32>, %arg7 = %15[h, i, e] : tensor<64x1000x64xf32>, %arg8 = %arg3[h, i] : tensor<64x1000xf32>, %arg9 = %16[h, i] : tensor<64x1000xf32>) -> tensor<64x1000x64xf32> {
          %18 = prim.constant 0xFF800000 : f32
          %19 = prim.eq %arg8, %18 : f32
          %20 = prim.mul %arg6, %arg9 : f32
          %21 = prim.add %20, %arg7 : f32
          %22 = prim.where %19, %arg7, %21 : i1, f32
          loop.yield %22 : f32
        }
        loop.yield %9, %13, %17 : tensor<64x1000xf32>, tensor<64x1000xf32>, tensor<64x1000x64xf32>
      }
      %5 = loop.map (h, i, e) reads(%arg3 = %4#2[h, i, e] : tensor<64x1000x64xf32>, %arg4 = %4#1[h, i] : tensor<64x1000xf32>) -> tensor<64x1000x64xbf16> {
        %6 = prim.constant 0.000000e+00 : f32
        %7 = prim.div %arg3, %arg4 : f32
        %8 = prim.convert_element_type %7 : f32 to bf16
        loop.yield %8 : bf16
      }
      loop.yield %5 : tensor<64x1000x64xbf16>
    }
  }
  module {
    func.func @wide_convolution(%arg0: tensor<1x4x8xbf16>, %arg1: tensor<6x4x3xbf16>) -> tensor<1x6x6xf32> {
      %0 = prim.convolution %arg0, %arg1 strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.out = f32} : tensor<1x4x8xbf16>, tensor<6x4x3xbf16>
      return %0 : tensor<1x6x6xf32>
    }
  }
  module {
    func.func @rounded(%arg0: tensor<4x8xf32>, %arg1: tensor<6x8xf32>) -> tensor<4x6xf32> {
      %0 = prim.round_tf32 %arg0 : tensor<4x8xf32>
      %1 = prim.dot_general %0, %arg1 batch [], [] contract [1], [1] {prim.tf32, prim.tf32_factors = array<i64: 0>} : tensor<4x8xf32>, tensor<6x8xf32>
      return %1 : tensor<4x6xf32>
    }
  }
  module {
    func.func @running_products(%arg0: tensor<4xf32>) -> tensor<4xf32> {
      %0 = prim.constant dense<1.000000e+00> : tensor<f32>
      %1:2 = prim.scan(%0) over(%arg0) {prim.associative} : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
      ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
        %2 = prim.mul %arg1, %arg2 : tensor<f32>
        prim.yield %2, %2 : tensor<f32>, tensor<f32>
      }
      return %1#1 : tensor<4xf32>
    }
  }
}
