module attributes {
  tc.version = "0.1",
  tc.model = "masked_scatters",
  tc.expected = [{shape = [4, 5], dtype = f32, sum = -0.5456525087356567, norm = 4.804614990114372, eager_error = 0.0, eager_max = 0.0, samples = dense<[-1.2584747076034546, -0.9600401520729065, 0.5986543893814087, -1.7119847536087036, -1.1193455457687378, -0.6272677183151245, 0.5323302149772644, -0.8860009908676147, 0.35834914445877075, 1.684667944908142, -1.450978398323059, 1.4540468454360962, -0.46064648032188416, 0.7198862433433533, 1.0173863172531128, 0.42783159017562866, 0.6085873246192932, 1.6946316957473755, 0.2872041165828705, -1.4544895887374878]> : tensor<20xf64>}, {shape = [4, 5], dtype = f32, sum = -0.783779576420784, norm = 4.329801575279037, eager_error = 0.0, eager_max = 0.0, samples = dense<[-1.2584747076034546, -0.9600401520729065, 0.5986543893814087, -1.7119847536087036, -1.1193455457687378, -0.6272677183151245, 0.35834914445877075, -0.8860009908676147, -0.46064648032188416, 1.0173863172531128, 0.6085873246192932, 1.6946316957473755, -0.32212033867836, 0.2872041165828705, -1.4544895887374878, 1.1443923711776733, 0.9315431118011475, -0.16763685643672943, 0.45176243782043457, 1.0917166471481323]> : tensor<20xf64>}, {shape = [20], dtype = f32, sum = -1.341358631849289, norm = 3.864500016575968, eager_error = 0.0, eager_max = 0.0, samples = dense<[-0.5388048887252808, -1.4841806888580322, 0.4538738429546356, -1.6202819347381592, 1.6778794527053833, -0.9321299195289612, -1.6771819591522217, 0.7127665281295776, -0.4045437276363373, 1.3292466402053833, 0.4656679928302765, 0.676330029964447, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<20xf64>}]
} {
  fx.graph @main(%x: tensor<4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %mask: tensor<4x5xi1> {fx.name = "mask", tc.init = {kind = "randint", low = 0, high = 2, stream = 901, seed = 7}}, %source: tensor<20xf32> {fx.name = "source", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}}, %g: tensor<4x5xf32> {fx.name = "g", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 903, seed = 7}})
      -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<20xf32>) {
    %masked_scatter = fx.call "aten.masked_scatter.default"(%x, %mask, %source) : (tensor<4x5xf32>, tensor<4x5xi1>, tensor<20xf32>) -> tensor<4x5xf32> loc(#loc0)
    %select = fx.call "aten.select.int"(%mask, 0, 0) : (tensor<4x5xi1>) -> tensor<5xi1> loc(#loc0)
    %masked_scatter_1 = fx.call "aten.masked_scatter.default"(%x, %select, %source) : (tensor<4x5xf32>, tensor<5xi1>, tensor<20xf32>) -> tensor<4x5xf32> loc(#loc0)
    %masked_scatter_backward = fx.call "aten.masked_scatter_backward.default"(%g, %mask, [20]) : (tensor<4x5xf32>, tensor<4x5xi1>) -> tensor<20xf32> loc(#loc0)
    fx.output %masked_scatter, %masked_scatter_1, %masked_scatter_backward : tensor<4x5xf32>, tensor<4x5xf32>, tensor<20xf32>
  }
}
#loc0 = loc("masked_scatters")
