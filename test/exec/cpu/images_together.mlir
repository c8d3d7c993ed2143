// Tiles of rows at one point of several images leave out the steps of a window
// that are outside of them, which add nothing, also where a weight is infinite.
// Bounds are asked for once a run, not for each row. With AVX2 a tile of four of
// eight images would have too few sums: rows are neighbouring points there.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v4 --emit=ll -o %t.ll
// RUN: FileCheck %s <%t.ll
// RUN: tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 --emit=ll -o %t.v3.ll && FileCheck %s --check-prefix=AVX2 <%t.v3.ll
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --guard --repeat=1
// In pairs of bf16, too, but not beside tile registers.
// RUN: sed 's/xf32/xbf16/g' %s | tc-interpret - --expect >%t.bf16.mlir && tc-run %t.bf16.mlir --check --guard --repeat=1
// RUN: tc-opt %t.bf16.mlir --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16 | FileCheck %s --check-prefix=PAIRS
// PAIRS-COUNT-3: rows_from = "images",{{.*}}unit = "dot.bf16"
// RUN: tc-opt %t.bf16.mlir --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 | FileCheck %s --check-prefix=TILES
// TILES-NOT: rows_from = "images"

// CHECK-LABEL: kernel k0_convolution
// CHECK: icmp ult i64 {{.*}}, 5{{$}}
// CHECK-NOT: icmp ult i64 {{.*}}, 5{{$}}
// CHECK-LABEL: kernel k1_div
// CHECK-LABEL: kernel k3_convolution
// CHECK: icmp ult i64 {{.*}}, 5{{$}}
// CHECK-NOT: icmp ult i64 {{.*}}, 5{{$}}
// CHECK-LABEL: kernel pack_0
// AVX2-LABEL: kernel k0_convolution
// AVX2: icmp ult i64 {{.*}}, 5{{$}}
// AVX2-NOT: icmp ult i64 {{.*}}, 5{{$}}
// AVX2-LABEL: kernel k1_div
// AVX2-LABEL: kernel k3_convolution
// AVX2-COUNT-6: icmp ult i64 {{.*}}, 5{{$}}
#last = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1"} {
prim.weight @v : tensor<40x32x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 4}}
func.func @main(%x: tensor<24x32x5x6xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
                %y: tensor<8x32x5x6xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
                %w: tensor<64x32x3x3xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 3 : i64, seed = 0 : i64}},
                %d: tensor<64x32x3x3xf32> {tc.layout = #last, tc.init = {kind = "iota", start = 0 : i64, step = 1 : i64}})
    -> (tensor<24x40x5x6xf32> {tc.layout = #last}, tensor<24x64x3x3xf32> {tc.layout = #last}, tensor<8x40x5x6xf32> {tc.layout = #last}) {
  %v = prim.get_weight @v : tensor<40x32x3x3xf32>
  %0 = prim.convolution %x, %v strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<24x32x5x6xf32>, tensor<40x32x3x3xf32>
  %1 = prim.div %w, %d : tensor<64x32x3x3xf32>
  %2 = prim.convolution %x, %1 strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<24x32x5x6xf32>, tensor<64x32x3x3xf32>
  %3 = prim.convolution %y, %v strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<8x32x5x6xf32>, tensor<40x32x3x3xf32>
  return %0, %2, %3 : tensor<24x40x5x6xf32>, tensor<24x64x3x3xf32>, tensor<8x40x5x6xf32>
}
}
