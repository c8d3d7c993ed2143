module attributes {
  tc.version = "0.1",
  tc.model = "modes",
  tc.expected = [{shape = [3, 6], dtype = bf16, sum = 9.646484375, norm = 3.795459624792198, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.173828125, 1.0625, 0.0, 0.0, 0.33203125, 0.447265625, 0.0, 2.78125, 0.0, 0.466796875, 0.0, 1.265625, 0.7421875, 0.0, 0.0, 1.1171875, 0.0, 1.2578125]> : tensor<18xf64>}, {shape = [3, 4], dtype = f32, sum = -2.416792955249548, norm = 1.1195828512060562, eager_error = 0.0, eager_max = 0.0, samples = dense<[-0.41636329889297485, -0.246822327375412, -0.2919194996356964, -0.044894952327013016, -0.8045125603675842, -0.0513518862426281, -0.01155790314078331, 0.13257761299610138, 0.1590259075164795, -0.29996585845947266, -0.30759844183921814, -0.23340974748134613]> : tensor<12xf64>}, {shape = [3, 4], dtype = bf16, sum = -0.0809326171875, norm = 2.460875207627296, eager_error = 0.0, eager_max = 0.0, samples = dense<[-0.828125, 0.2470703125, 0.1396484375, 0.3671875, -1.9609375, 0.55078125, 0.609375, 0.74609375, 0.2490234375, -0.0272216796875, -0.07568359375, -0.09814453125]> : tensor<12xf64>}]
} {
  prim.weight @"first.weight" : tensor<6x8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.4, stream = 0, seed = 7}}
  prim.weight @"first.bias" : tensor<6xf32> {init = {kind = "uniform", mean = 0.0, std = 0.4, stream = 1, seed = 7}}
  prim.weight @"second.weight" : tensor<4x6xf32> {init = {kind = "uniform", mean = 0.0, std = 0.4, stream = 2, seed = 7}}
  prim.weight @"second.bias" : tensor<4xf32> {init = {kind = "uniform", mean = 0.0, std = 0.4, stream = 3, seed = 7}}
  fx.graph @main(%x: tensor<3x8xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3x6xbf16>, tensor<3x4xf32>, tensor<3x4xbf16>) {
    %p_first_weight = fx.get_attr @"first.weight" : tensor<6x8xf32>
    %p_first_bias = fx.get_attr @"first.bias" : tensor<6xf32>
    %p_second_weight = fx.get_attr @"second.weight" : tensor<4x6xf32>
    %p_second_bias = fx.get_attr @"second.bias" : tensor<4xf32>
    %wrap_with_autocast.linear.arg4_1 = fx.call "aten.to.dtype"(%x, bf16) : (tensor<3x8xf32>) -> tensor<3x8xbf16>
    %wrap_with_autocast.linear.arg0_1 = fx.call "aten.to.dtype"(%p_first_weight, bf16) : (tensor<6x8xf32>) -> tensor<6x8xbf16>
    %wrap_with_autocast.linear.arg1_1 = fx.call "aten.to.dtype"(%p_first_bias, bf16) : (tensor<6xf32>) -> tensor<6xbf16>
    %wrap_with_autocast.linear = fx.call "aten.linear.default"(%wrap_with_autocast.linear.arg4_1, %wrap_with_autocast.linear.arg0_1, %wrap_with_autocast.linear.arg1_1) : (tensor<3x8xbf16>, tensor<6x8xbf16>, tensor<6xbf16>) -> tensor<3x6xbf16> loc(#loc0)
    %wrap_with_autocast.relu = fx.call "aten.relu.default"(%wrap_with_autocast.linear) : (tensor<3x6xbf16>) -> tensor<3x6xbf16> loc(#loc1)
    fx.call "aten._assert_tensor_metadata.default"(%wrap_with_autocast.relu, dtype = bf16, device = "cpu", layout = "strided") : (tensor<3x6xbf16>) -> () loc(#loc1)
    %wrap_with_autocast.linear_1.to = fx.call "aten.to.dtype"(%wrap_with_autocast.relu, f32) : (tensor<3x6xbf16>) -> tensor<3x6xf32> loc(#loc1)
    %wrap_with_autocast.linear_1.linear_1 = fx.call "aten.linear.default"(%wrap_with_autocast.linear_1.to, %p_second_weight, %p_second_bias) : (tensor<3x6xf32>, tensor<4x6xf32>, tensor<4xf32>) -> tensor<3x4xf32> loc(#loc2)
    %wrap_with_autocast.einsum.arg2_1 = fx.call "aten.to.dtype"(%p_second_weight, bf16) : (tensor<4x6xf32>) -> tensor<4x6xbf16>
    %wrap_with_autocast.einsum = fx.call "aten.einsum.default"("ij,kj->ik", [%wrap_with_autocast.relu, %wrap_with_autocast.einsum.arg2_1]) : (tensor<3x6xbf16>, tensor<4x6xbf16>) -> tensor<3x4xbf16> loc(#loc1)
    %abs_1 = fx.call "aten.abs.default"(%wrap_with_autocast.linear_1.linear_1) : (tensor<3x4xf32>) -> tensor<3x4xf32> loc(#loc1)
    %sum_1 = fx.call "aten.sum.dim_IntList"(%abs_1, [-1], true) : (tensor<3x4xf32>) -> tensor<3x1xf32> loc(#loc1)
    %div = fx.call "aten.div.Tensor"(%wrap_with_autocast.linear_1.linear_1, %sum_1) : (tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32> loc(#loc1)
    fx.output %wrap_with_autocast.relu, %div, %wrap_with_autocast.einsum : tensor<3x6xbf16>, tensor<3x4xf32>, tensor<3x4xbf16>
  }
}
#loc0 = loc("first")
#loc1 = loc("modes")
#loc2 = loc("second")
