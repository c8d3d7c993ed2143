// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// A pointwise chain with broadcasts, casts and a symbolic size
// CPU: tasks are chunks of (i, j); j in vectors, the row's bias loaded once.
// GPU: a thread an element or four; one launch.
// LAUNCHES: 1

loop.kernel @pointwise(%x: tensor<?x6xbf16, #tc.dims<[n, 6]>>, %scale: tensor<?xf32, #tc.dims<[n]>>, %shift: tensor<6xi32>)
    -> (tensor<?x6xbf16, #tc.dims<[n, 6]>>) iters(i = n, j = 6) {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x6xbf16, #tc.dims<[n, 6]>>, %s = %scale[i] : tensor<?xf32, #tc.dims<[n]>>,
      %b = %shift[j] : tensor<6xi32>) -> tensor<?x6xbf16, #tc.dims<[n, 6]>> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.mul %0, %s : f32
    %2 = prim.convert_element_type %b : i32 to f32
    %3 = prim.add %1, %2 : f32
    %4 = prim.tanh %3 : f32
    %5 = prim.convert_element_type %4 : f32 to bf16
    loop.yield %5 : bf16
  }
  loop.yield %y : tensor<?x6xbf16, #tc.dims<[n, 6]>>
}

func.func @main(%x: tensor<3x6xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %scale: tensor<3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %shift: tensor<6xi32> {tc.init = {kind = "randint", low = -2, high = 3, stream = 3}}) -> tensor<3x6xbf16> {
  %0 = loop.launch @pointwise(%x, %scale, %shift) : (tensor<3x6xbf16>, tensor<3xf32>, tensor<6xi32>) -> tensor<3x6xbf16>
  return %0 : tensor<3x6xbf16>
}

fx.graph @reference(%x: tensor<3x6xbf16>, %scale: tensor<3xf32>, %shift: tensor<6xi32>) -> (tensor<3x6xbf16>) {
  %0 = fx.call "aten.unsqueeze.default"(%scale, 1) : (tensor<3xf32>) -> tensor<3x1xf32>
  %1 = fx.call "aten.mul.Tensor"(%x, %0) : (tensor<3x6xbf16>, tensor<3x1xf32>) -> tensor<3x6xf32>
  %2 = fx.call "aten.add.Tensor"(%1, %shift) : (tensor<3x6xf32>, tensor<6xi32>) -> tensor<3x6xf32>
  %3 = fx.call "aten.tanh.default"(%2) : (tensor<3x6xf32>) -> tensor<3x6xf32>
  %4 = fx.call "aten.to.dtype"(%3, bf16) : (tensor<3x6xf32>) -> tensor<3x6xbf16>
  fx.output %4 : tensor<3x6xbf16>
}
