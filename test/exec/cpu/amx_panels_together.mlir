// Products in tile registers whose tasks pack several panels at once: seven
// panels are four and three; one task has them all. Steps that are whole
// registers, such with a rest, and an odd number; a gradient of weights, whose
// rows a task packs, too. (amx_emulated.test runs it.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<64x331xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<331x224xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<70x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<96x224xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<70x74xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %f: tensor<74x224xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                  %g: tensor<96x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}})
      -> (tensor<64x224xbf16>, tensor<70x224xbf16>, tensor<70x224xbf16>, tensor<64x224xbf16>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<64x331xbf16>, tensor<331x224xbf16>
    %1 = prim.dot_general %c, %d batch [], [] contract [1], [0] : tensor<70x96xbf16>, tensor<96x224xbf16>
    %2 = prim.dot_general %e, %f batch [], [] contract [1], [0] : tensor<70x74xbf16>, tensor<74x224xbf16>
    %3 = prim.dot_general %g, %d batch [], [] contract [0], [0] : tensor<96x64xbf16>, tensor<96x224xbf16>
    return %0, %1, %2, %3 : tensor<64x224xbf16>, tensor<70x224xbf16>, tensor<70x224xbf16>, tensor<64x224xbf16>
  }
}
