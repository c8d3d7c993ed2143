// Maps that read a bias alone, which is of columns, and store halves run before the lanes of a row exchange what they have:
// a word for two columns. Rows and columns of which the last tiles have only some.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: sed 's/bf16/f16/g' %s > %t.f16.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.f16.mlir --target=emulate --check --repeat=1
// Each store of a lane's eight columns, 16 of them, has words of four pairs, of which two are exchanged at once.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | grep -c shfl.sync.bfly | FileCheck %s
// CHECK: {{^}}64{{$}}
// What is added to rows is read after the exchange.
// RUN: sed 's/%arg4 = %arg2.d1. : tensor<344xbf16>/%arg4 = %arg2[d0] : tensor<390xbf16>/; s/tensor<344xbf16>/tensor<390xbf16>/g' %s > %t.rows.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.rows.mlir --target=emulate --check --repeat=1
// So is what a map reads at a position that it computes: one that does not exist would be out of range.
// RUN: sed '/^ /s/%2 = prim.convert_element_type %arg4 : bf16 to f32/%row = loop.index #tc.size<d0>\n%end = prim.constant 390 : i64\n%in = prim.lt %row, %end : i64\n%far = prim.constant 1000000 : i64\n%legal = prim.where %in, %row, %far : i1, i64\n%zero = prim.constant 0 : i64\n%at = loop.at %arg0[%legal, %zero] : tensor<390x200xbf16>\n%2 = prim.convert_element_type %at : bf16 to f32/' %s > %t.at.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.at.mlir --target=emulate --check --repeat=1
module attributes {tc.version = "0.1"} {
  loop.kernel private @k4_convert_element_type(%arg0: tensor<390x200xbf16>, %arg1: tensor<200x344xbf16>, %arg2: tensor<344xbf16>) -> tensor<390x344xbf16> iters(d0 = 390, d1 = 344, d2 = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["d1"], step = 128 : i64, to = "group"}], for = ["d0"], role = "multiply", step = 128 : i64, to = "group"}], for = ["d2"], ring = 5 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [{run = 1 : i64}], for = ["d1"], to = "vector"}], for = ["d0", "d1"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["d1"], step = 128 : i64, to = "persist"}], for = ["d0"], step = 128 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, roles = [{name = "load", registers = 88 : i64, warps = 4 : i64}, {name = "multiply", registers = 208 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
    %0 = loop.contract (d0, d1) over (d2) reads(%arg3 = %arg0[d0, d2] : tensor<390x200xbf16>, %arg4 = %arg1[d2, d1] : tensor<200x344xbf16>) -> tensor<390x344xf32> {
      %2 = prim.convert_element_type %arg3 : bf16 to f32
      %3 = prim.convert_element_type %arg4 : bf16 to f32
      loop.yield %2, %3 : f32, f32
    }
    %1 = loop.map (d0, d1) reads(%arg3 = %0[d0, d1] : tensor<390x344xf32>, %arg4 = %arg2[d1] : tensor<344xbf16>) -> tensor<390x344xbf16> {
      %2 = prim.convert_element_type %arg4 : bf16 to f32
      %3 = prim.add %arg3, %2 : f32
      %half = prim.constant 5.0e-01 : f32
      %scaled = prim.mul %3, %half : f32
      %one = prim.constant 1.0 : f32
      %erf = prim.erf %3 {tc.absolute} : f32
      %sum = prim.add %erf, %one {tc.narrow} : f32
      %gelu = prim.mul %scaled, %sum : f32
      %4 = prim.convert_element_type %gelu : f32 to bf16
      loop.yield %4 : bf16
    }
    loop.yield %1 : tensor<390x344xbf16>
  }
  func.func @main(%arg0: tensor<390x200xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<200x344xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}, %arg2: tensor<344xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 3 : i64}}) -> tensor<390x344xbf16> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @k4_convert_element_type(%arg0, %arg1, %arg2) {loop.places = [{result = 0 : i64}]} : (tensor<390x200xbf16>, tensor<200x344xbf16>, tensor<344xbf16>) -> tensor<390x344xbf16>
    return %0 : tensor<390x344xbf16>
  }
}
