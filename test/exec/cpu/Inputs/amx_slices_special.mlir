module attributes {tc.version = "0.1"} {
func.func @main(%a31: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 31}},
                %a32: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 32}},
                %a38: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 38}},
                %a39: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 39}},
                %a43: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 43}},
                %a44: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 44}},
                %a50: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 50}},
                %a51: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 51}},
                %a57: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 57}},
                %a58: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 58}},
                %a64: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 64}},
                %a65: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 65}},
                %a71: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 71}},
                %a72: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 72}},
                %a82: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 82}},
                %a83: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 83}},
                %a89: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 89}},
                %a90: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 90}})
    -> (tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>) {
  %r33 = prim.constant dense<1.0e+38> : tensor<96x128xf32>
  %r34 = prim.mul %a31, %r33 : tensor<96x128xf32>
  %r35 = prim.constant dense<1.0e-38> : tensor<128x96xf32>
  %r36 = prim.mul %a32, %r35 : tensor<128x96xf32>
  %r37 = prim.dot_general %r34, %r36 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r40 = prim.constant dense<1.0e-41> : tensor<96x128xf32>
  %r41 = prim.mul %a38, %r40 : tensor<96x128xf32>
  %r42 = prim.dot_general %r41, %a39 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r45 = prim.constant dense<1.0e-41> : tensor<96x128xf32>
  %r46 = prim.mul %a43, %r45 : tensor<96x128xf32>
  %r47 = prim.constant dense<1.0e+37> : tensor<128x96xf32>
  %r48 = prim.mul %a44, %r47 : tensor<128x96xf32>
  %r49 = prim.dot_general %r46, %r48 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r52 = prim.constant dense<1.0e-22> : tensor<96x128xf32>
  %r53 = prim.mul %a50, %r52 : tensor<96x128xf32>
  %r54 = prim.constant dense<1.0e-22> : tensor<128x96xf32>
  %r55 = prim.mul %a51, %r54 : tensor<128x96xf32>
  %r56 = prim.dot_general %r53, %r55 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r61 = prim.constant dense<1.729> : tensor<96x128xf32>
  %r62 = prim.constant dense<0x7F800000> : tensor<96x128xf32>
  %p62 = prim.gt %a57, %r61 : tensor<96x128xf32>
  %s62 = prim.where %p62, %r62, %a57 : tensor<96x128xi1>, tensor<96x128xf32>
  %r63 = prim.dot_general %s62, %a58 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r68 = prim.constant dense<1.729> : tensor<128x96xf32>
  %r69 = prim.constant dense<0xFFFFFFFF> : tensor<128x96xf32>
  %p69 = prim.gt %a65, %r68 : tensor<128x96xf32>
  %s69 = prim.where %p69, %r69, %a65 : tensor<128x96xi1>, tensor<128x96xf32>
  %r70 = prim.dot_general %a64, %s69 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r75 = prim.constant dense<1.729> : tensor<96x128xf32>
  %r76 = prim.constant dense<0x7F800000> : tensor<96x128xf32>
  %p76 = prim.gt %a71, %r75 : tensor<96x128xf32>
  %s76 = prim.where %p76, %r76, %a71 : tensor<96x128xi1>, tensor<96x128xf32>
  %r79 = prim.constant dense<0.0> : tensor<128x96xf32>
  %r80 = prim.constant dense<0.0> : tensor<128x96xf32>
  %p80 = prim.gt %a72, %r79 : tensor<128x96xf32>
  %s80 = prim.where %p80, %r80, %a72 : tensor<128x96xi1>, tensor<128x96xf32>
  %r81 = prim.dot_general %s76, %s80 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r86 = prim.constant dense<1.729> : tensor<96x128xf32>
  %r87 = prim.constant dense<1.0e+35> : tensor<96x128xf32>
  %p87 = prim.gt %a82, %r86 : tensor<96x128xf32>
  %s87 = prim.where %p87, %r87, %a82 : tensor<96x128xi1>, tensor<96x128xf32>
  %r88 = prim.dot_general %s87, %a83 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r93 = prim.constant dense<1.729> : tensor<96x128xf32>
  %r94 = prim.constant dense<3.3e+38> : tensor<96x128xf32>
  %p94 = prim.gt %a89, %r93 : tensor<96x128xf32>
  %s94 = prim.where %p94, %r94, %a89 : tensor<96x128xi1>, tensor<96x128xf32>
  %r95 = prim.constant dense<1.0e-5> : tensor<128x96xf32>
  %r96 = prim.mul %a90, %r95 : tensor<128x96xf32>
  %r97 = prim.dot_general %s94, %r96 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  return %r37, %r42, %r49, %r56, %r63, %r70, %r81, %r88, %r97 : tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>
}
}
