// Products in tile registers of many rows and few columns, whose factor a task
// packs itself: it packs all panels first, then multiplies each tile of rows
// with all of them, so that rows come from memory once. Steps that are whole
// registers and such with a rest; a last panel and a last tile that are not
// whole; a map behind. (amx_emulated.test runs it.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<1040x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<96x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<1030x72xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<80x72xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
      -> (tensor<1040x64xbf16>, tensor<1030x80xbf16>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<1040x96xbf16>, tensor<96x64xbf16>
    %1 = prim.dot_general %c, %d batch [], [] contract [1], [1] : tensor<1030x72xbf16>, tensor<80x72xbf16>
    %2 = prim.neg %1 : tensor<1030x80xbf16>
    return %0, %2 : tensor<1040x64xbf16>, tensor<1030x80xbf16>
  }
}
