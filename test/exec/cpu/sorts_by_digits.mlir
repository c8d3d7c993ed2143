// Rows are sorted by digits, short ones by ranks: each element type, signs,
// NaN (roots of negative numbers) last, zeros of both signs equal and stable,
// bytes that all keys share left out, keys that fill a word, and short rows and
// long ones whose size only the call knows.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=2 --repeat=1
// RUN: sed 's/n = 61/n = 129/' %s | tc-interpret - --expect > %t.1.mlir
// RUN: tc-run %t.1.mlir --check --guard --threads=2 --repeat=1
// RUN: sed 's/n = 61/n = 20011/' %s | tc-interpret - --expect > %t.2.mlir
// RUN: tc-run %t.2.mlir --check --guard --threads=3 --repeat=1
module attributes {tc.version = "0.1", tc.sizes = {n = 61}} {
func.func @main(%f: tensor<3x301xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %d: tensor<2x257xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %h: tensor<2x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %b: tensor<2x300xi8> {tc.init = {kind = "randint", low = -128, high = 128, stream = 4}},
                %u: tensor<2x300xui8> {tc.init = {kind = "randint", low = 0, high = 256, stream = 5}},
                %t: tensor<2x300xi1> {tc.init = {kind = "randint", low = 0, high = 2, stream = 6}},
                %w: tensor<2x300xi64> {tc.init = {kind = "randint", low = -2000000, high = 2000000, stream = 7}},
                %s: tensor<?xf32, #tc.dims<[n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                %v: tensor<5x?xi32, #tc.dims<[5, n]>> {tc.init = {kind = "randint", low = -70000, high = 70000, stream = 9}},
                %p: tensor<7x41xi64> {tc.init = {kind = "randint", low = -5, high = 5, stream = 10}})
    -> (tensor<3x301xf32>, tensor<3x301xi64>, tensor<3x301xi64>, tensor<2x257xf64>, tensor<2x257xi64>, tensor<2x128xi64>, tensor<2x300xi8>,
        tensor<2x300xi64>, tensor<2x300xui8>, tensor<2x300xi64>, tensor<2x300xi64>, tensor<2x300xi64>, tensor<2x300xi64>,
        tensor<?xf32, #tc.dims<[n]>>, tensor<?xi64, #tc.dims<[n]>>, tensor<5x?xi32, #tc.dims<[5, n]>>, tensor<5x?xi64, #tc.dims<[5, n]>>,
        tensor<7x41xi64>, tensor<7x41xi64>) {
  %root = prim.sqrt %f : tensor<3x301xf32>
  %0, %1 = prim.sort %root dim 1 : tensor<3x301xf32>
  %none = prim.sub %f, %f : tensor<3x301xf32>
  %zeros = prim.mul %f, %none : tensor<3x301xf32>
  %2, %3 = prim.sort %zeros dim 1 : tensor<3x301xf32>
  %4, %5 = prim.sort %d dim 1 descending : tensor<2x257xf64>
  %6, %7 = prim.sort %h dim 1 : tensor<2x128xbf16>
  %8, %9 = prim.sort %b dim 1 : tensor<2x300xi8>
  %10, %11 = prim.sort %u dim 1 descending : tensor<2x300xui8>
  %12, %13 = prim.sort %t dim 1 : tensor<2x300xi1>
  %14, %15 = prim.sort %w dim 1 descending : tensor<2x300xi64>
  %square = prim.mul %w, %w : tensor<2x300xi64>
  %far = prim.mul %square, %w : tensor<2x300xi64>
  %16, %17 = prim.sort %far dim 1 : tensor<2x300xi64>
  %18, %19 = prim.sort %s dim 0 descending : tensor<?xf32, #tc.dims<[n]>>
  %20, %21 = prim.sort %v dim 1 : tensor<5x?xi32, #tc.dims<[5, n]>>
  %22, %23 = prim.sort %p dim 1 descending : tensor<7x41xi64>
  return %0, %1, %3, %4, %5, %7, %8, %9, %10, %11, %13, %15, %17, %18, %19, %20, %21, %22, %23 : tensor<3x301xf32>, tensor<3x301xi64>, tensor<3x301xi64>,
      tensor<2x257xf64>, tensor<2x257xi64>, tensor<2x128xi64>, tensor<2x300xi8>, tensor<2x300xi64>, tensor<2x300xui8>, tensor<2x300xi64>,
      tensor<2x300xi64>, tensor<2x300xi64>, tensor<2x300xi64>, tensor<?xf32, #tc.dims<[n]>>, tensor<?xi64, #tc.dims<[n]>>,
      tensor<5x?xi32, #tc.dims<[5, n]>>, tensor<5x?xi64, #tc.dims<[5, n]>>, tensor<7x41xi64>, tensor<7x41xi64>
}
}
