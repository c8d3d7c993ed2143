module attributes {
  tc.version = "0.1",
  tc.model = "turns",
  tc.expected = [{shape = [2, 8], dtype = f32, sum = 4.091204881668091, norm = 2.88850191248826, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 0.5323302149772644, -0.8860009908676147, 0.31576067209243774, 0.4525718092918396, 0.5323302149772644, -0.8860009908676147]> : tensor<16xf64>}, {shape = [2, 8], dtype = f32, sum = 4.091204881668091, norm = 2.88850191248826, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.5577565431594849, 1.2414445877075195, 1.2414445877075195, 0.5986543893814087, 0.5986543893814087, -0.7669147849082947, -0.7669147849082947, 0.31576067209243774, 0.31576067209243774, 0.4525718092918396, 0.4525718092918396, 0.5323302149772644, 0.5323302149772644, -0.8860009908676147, -0.8860009908676147]> : tensor<16xf64>}, {shape = [4, 2], dtype = f32, sum = 2.0456024408340454, norm = 2.04247928979076, eager_error = 0.0, eager_max = 0.0, samples = dense<[-0.7669147849082947, -0.8860009908676147, 0.5986543893814087, 0.5323302149772644, 1.2414445877075195, 0.4525718092918396, 0.5577565431594849, 0.31576067209243774]> : tensor<8xf64>}, {shape = [2, 4], dtype = f32, sum = 2.0456024408340454, norm = 2.04247928979076, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.4525718092918396, 0.5323302149772644, -0.8860009908676147, 0.31576067209243774, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.5577565431594849]> : tensor<8xf64>}]
} {
  fx.graph @main(%x: tensor<2x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<2x8xf32>, tensor<2x8xf32>, tensor<4x2xf32>, tensor<2x4xf32>) {
    %tile = fx.call "aten.tile.default"(%x, [2]) : (tensor<2x4xf32>) -> tensor<2x8xf32> loc(#loc0)
    %repeat_interleave = fx.call "aten.repeat_interleave.self_int"(%x, 2, 1) : (tensor<2x4xf32>) -> tensor<2x8xf32> loc(#loc0)
    %rot90 = fx.call "aten.rot90.default"(%x) : (tensor<2x4xf32>) -> tensor<4x2xf32> loc(#loc0)
    %roll = fx.call "aten.roll.default"(%x, [1, -1], [0, 1]) : (tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    fx.output %tile, %repeat_interleave, %rot90, %roll : tensor<2x8xf32>, tensor<2x8xf32>, tensor<4x2xf32>, tensor<2x4xf32>
  }
}
#loc0 = loc("turns")
