module attributes {
  tc.version = "0.1",
  tc.model = "embeddings",
  tc.expected = [{shape = [2, 5, 8], dtype = f32, sum = -1.827962520747418, norm = 8.931329278120499, eager_error = 7.352843667484609e-08, eager_max = 2.78909396911331e-07, samples = dense<[-0.7500408146948238, 0.452337908121989, 0.45173577053614167, 0.9731392764594519, 0.8475595978523046, 0.5576868507603598, -0.6656384870176368, -2.3537354647581687, -0.1645382062358059, 0.9586619928899832, 0.33685236548450254, 0.0289642654414346, 0.7701993557507443, -0.13334610511817502, 0.3122498970335787, -2.631462351762673, -0.3110551149519724, 0.9027794916172216, -1.7440678702692238, 0.19940406625188192, -1.0561400857499799, 0.6979395755083321, 0.40622891628971686, 1.1332391782573228, -1.1858231712720972, 1.2197293358839247, 0.8807162663357135, 0.32160001163084584, 0.12863972790535028, 0.34398547157281645, -1.7963478180719739, -0.273183123685621, -1.408101267401531, 0.13281023951497722, 0.9863434411882537, 0.4277522506190073, 1.8263855453212103, -0.7167579165244594, -0.9065268389362734, -0.5614482170156914, -1.5771583694550702, 0.34045780420595756, 0.8444867116272352, 1.5843912721131472, 0.2893218028954592, 0.056777789810987876, -0.7868454777429543, -1.2703701128441558, 0.4380933809759383, -0.053871450068941285, -1.2752228483337336, 1.4639126245383396, -0.05103729312554512, 0.9123181731322167, -1.5289080716985037, 0.3472952377547452, -1.5562492205716758, 1.0852849025623719, -0.4418857476576445, 1.4276291697137422, -0.3074322660886521, -0.32039744277837856, -1.10242435777781, 1.0882417234101858, -0.6892617460047649, 0.5855942503095963, 0.21091625041910392, 0.829861473974193, 0.8424475310357608, 0.4411081567120505, -2.3034438682005884, 0.009683751815980848, -0.8550027162366662, 0.21959104335422355, -0.28365537001317165, 1.8849671180260157, 0.0053902750951099, -0.10663036246069306, -1.7273286332424709, 0.8626644453106833]> : tensor<80xf64>}]
} {
  prim.weight @"words.weight" : tensor<12x8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 0, seed = 7}}
  prim.weight @"kinds.weight" : tensor<2x8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 1, seed = 7}}
  prim.weight @"places.weight" : tensor<16x8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 2, seed = 7}}
  prim.weight @"norm.weight" : tensor<8xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 3, seed = 7}}
  prim.weight @"norm.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4, seed = 7}}
  fx.graph @main(%tokens: tensor<2x5xi64> {fx.name = "tokens", tc.init = {kind = "randint", low = 0, high = 12, stream = 900, seed = 7}}, %kinds: tensor<2x5xi64> {fx.name = "kinds", tc.init = {kind = "randint", low = 0, high = 2, stream = 901, seed = 7}})
      -> (tensor<2x5x8xf32>) {
    %arange = fx.call "aten.arange.default"(5, device = "cpu", pin_memory = false) : () -> tensor<5xi64> loc(#loc0)
    %expand = fx.call "aten.expand.default"(%arange, [2, -1]) : (tensor<5xi64>) -> tensor<2x5xi64> loc(#loc0)
    %p_words_weight = fx.get_attr @"words.weight" : tensor<12x8xf32>
    %embedding = fx.call "aten.embedding.default"(%p_words_weight, %tokens, 0) : (tensor<12x8xf32>, tensor<2x5xi64>) -> tensor<2x5x8xf32> loc(#loc1)
    %p_kinds_weight = fx.get_attr @"kinds.weight" : tensor<2x8xf32>
    %embedding_1 = fx.call "aten.embedding.default"(%p_kinds_weight, %kinds) : (tensor<2x8xf32>, tensor<2x5xi64>) -> tensor<2x5x8xf32> loc(#loc2)
    %add = fx.call "aten.add.Tensor"(%embedding, %embedding_1) : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<2x5x8xf32> loc(#loc0)
    %p_places_weight = fx.get_attr @"places.weight" : tensor<16x8xf32>
    %embedding_2 = fx.call "aten.embedding.default"(%p_places_weight, %expand) : (tensor<16x8xf32>, tensor<2x5xi64>) -> tensor<2x5x8xf32> loc(#loc3)
    %add_1 = fx.call "aten.add.Tensor"(%add, %embedding_2) : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<2x5x8xf32> loc(#loc0)
    %p_norm_weight = fx.get_attr @"norm.weight" : tensor<8xf32>
    %p_norm_bias = fx.get_attr @"norm.bias" : tensor<8xf32>
    %layer_norm = fx.call "aten.layer_norm.default"(%add_1, [8], %p_norm_weight, %p_norm_bias, 1.0e-12, false) : (tensor<2x5x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32> loc(#loc4)
    fx.output %layer_norm : tensor<2x5x8xf32>
  }
}
#loc0 = loc("embeddings")
#loc1 = loc("words")
#loc2 = loc("kinds")
#loc3 = loc("places")
#loc4 = loc("norm")
