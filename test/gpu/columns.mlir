// Reductions along which memory is strided: rows of threads share what is
// reduced, and add up in shared memory. A norm's sums in parts, both in one pass
// (loop-moments), whose sums are columns again, with the maps of them; a sum of masked elements and of their
// products; integers, of which 24 are side by side; rows of any number, blocks of
// a long sum; 7 columns, which no block's width divides; and 4099 rows, in parts
// of which the last is short.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size n=777
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate,wave=64 --check --repeat=1 --size n=777
// CHECK: loop.kernel{{.*}}tensor<32x64x12x13xbf16>
// CHECK-SAME: adds = [{as = "partial", for = ["d0"{{.*}}], of = [0, 3]
// CHECK-SAME: for = ["part.{{[0-9]+}}", "d1"], step = 8 : i64, to = "thread"}], for = [{{[^]]*}}], to = "thread"}], for = ["part.{{[0-9]+}}", "d1"], step = 64 : i64, to = "grid"
// CHECK-SAME: for = ["d1"], step = 1 : i64, to = "thread"}], for = ["part.{{[0-9]+}}"], to = "thread"}, {body = [{run = 1 : i64}, {run = 2
// CHECK: loop.kernel{{.*}}tensor<4099x64xf32>
// CHECK-SAME: for = ["part.{{[0-9]+}}", "d1"], step = 4 : i64, to = "thread"}], for = ["of.part.{{[0-9]+}}"], to = "thread"
module attributes {tc.version = "0.1"} {
func.func @main(
    %x: tensor<32x64x12x13xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 3.0, std = 1.0, stream = 1 : i64}},
    %y: tensor<5000x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}},
    %g: tensor<5000x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}},
    %i: tensor<1000x24xi64> {tc.init = {kind = "randint", low = -1000 : i64, high = 1000 : i64, stream = 4 : i64}},
    %s: tensor<?x48xf16, #tc.dims<[n, 48]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5 : i64}},
    %o: tensor<3000x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6 : i64}},
    %u: tensor<4099x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7 : i64}})
    -> (tensor<32x64x12x13xbf16>, tensor<128xf32>, tensor<128xf32>, tensor<24xi64>, tensor<24xi64>, tensor<48xf16>, tensor<7xf32>, tensor<64xf32>) {
  %xf = prim.convert_element_type %x : tensor<32x64x12x13xbf16> to tensor<32x64x12x13xf32>
  %sum = prim.sum %xf [0, 2, 3] : tensor<32x64x12x13xf32>
  %count = prim.constant dense<4992.0> : tensor<64xf32>
  %mean = prim.div %sum, %count : tensor<64xf32>
  %means = prim.broadcast_in_dim %mean [1] : tensor<64xf32> to tensor<32x64x12x13xf32>
  %centred = prim.sub %xf, %means : tensor<32x64x12x13xf32>
  %squares = prim.mul %centred, %centred : tensor<32x64x12x13xf32>
  %ssum = prim.sum %squares [0, 2, 3] : tensor<32x64x12x13xf32>
  %var = prim.div %ssum, %count : tensor<64xf32>
  %r = prim.rsqrt %var : tensor<64xf32>
  %rs = prim.broadcast_in_dim %r [1] : tensor<64xf32> to tensor<32x64x12x13xf32>
  %n = prim.mul %centred, %rs : tensor<32x64x12x13xf32>
  %0 = prim.convert_element_type %n : tensor<32x64x12x13xf32> to tensor<32x64x12x13xbf16>
  %zero = prim.constant dense<0.0> : tensor<5000x128xf32>
  %where = prim.gt %y, %zero : tensor<5000x128xf32>
  %masked = prim.where %where, %g, %zero : tensor<5000x128xi1>, tensor<5000x128xf32>
  %1 = prim.sum %masked [0] : tensor<5000x128xf32>
  %product = prim.mul %masked, %y : tensor<5000x128xf32>
  %2 = prim.sum %product [0] : tensor<5000x128xf32>
  %3 = prim.sum %i [0] : tensor<1000x24xi64>
  %4 = prim.amax %i [0] : tensor<1000x24xi64>
  %5 = prim.sum %s [0] : tensor<?x48xf16, #tc.dims<[n, 48]>>
  %6 = prim.sum %o [0] : tensor<3000x7xf32>
  %7 = prim.sum %u [0] : tensor<4099x64xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<32x64x12x13xbf16>, tensor<128xf32>, tensor<128xf32>, tensor<24xi64>, tensor<24xi64>, tensor<48xf16>, tensor<7xf32>, tensor<64xf32>
}
}
