// Products of f64 on their matrix unit: whichever dimension of an operand is
// contiguous, batches, odd sizes, sizes that are not known, a convolution,
// maps behind them. `ordered` sums and chips whose unit
// is slower than FMA do without it.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,double-units=80 --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,double-units=0 --check --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=NARROW
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=WIDE
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=WIDE
// RUN: tc-compile %s --target=cuda --target-cpu=sm_86 --emit=ptx -o - | FileCheck %s --check-prefix=NONE
// RUN: tc-compile %s --target=cuda --target-cpu=sm_100a --emit=ptx -o - | FileCheck %s --check-prefix=NONE
// RUN: tc-opt %s --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a -o %t.1
// RUN: FileCheck %s --check-prefix=TEXT <%t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// NARROW-COUNT-6: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
// NARROW-NOT: m16n8k8.row.col.f64
// WIDE-COUNT-6: mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64
// WIDE-NOT: m8n8k4
// NONE-NOT: mma.sync
// TEXT: bytes = 16 : i64, copy = [0, 0], engine = "cp.async"
// TEXT: unit = "mma.m16n8k8.f64"
// TEXT: loop.kernel private @k8_
// TEXT-NOT: unit =
// TEXT: ordered

!x = tensor<70x96xf64>
!s = tensor<?x96xf64, #tc.dims<[m, 96]>>
!q = tensor<3x40x63xf64>
!v = tensor<3x63x50xf64>
!t = tensor<100x70xf64>
!i = tensor<2x8x9x9xf64>
module attributes {tc.version = "0.1", tc.sizes = {m = 49}} {
prim.weight @w : !x {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @c : tensor<24x8x3x3xf64> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 13}}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}},
                %s: !s {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}},
                %q: !q {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}},
                %v: !v {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 4}},
                %t: !t {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 5}},
                %i: !i {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 6}})
    -> (tensor<70x70xf64>, tensor<?x70xf64, #tc.dims<[m, 70]>>, tensor<3x40x50xf64>, tensor<70x70xf64>, tensor<96x96xf32>, tensor<2x24x9x9xf64>, tensor<70x70xf64>) {
  %w = prim.get_weight @w : !x
  %c = prim.get_weight @c : tensor<24x8x3x3xf64>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : !x, !x
  %1 = prim.abs %0 : tensor<70x70xf64>
  %2 = prim.dot_general %s, %w batch [], [] contract [1], [1] : !s, !x
  %3 = prim.dot_general %q, %v batch [0], [0] contract [2], [1] : !q, !v
  %4 = prim.dot_general %t, %t batch [], [] contract [0], [0] : !t, !t
  %5 = prim.dot_general %x, %x batch [], [] contract [0], [0] : !x, !x
  %6 = prim.convert_element_type %5 : tensor<96x96xf64> to tensor<96x96xf32>
  %7 = prim.convolution %i, %c strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !i, tensor<24x8x3x3xf64>
  %8 = prim.dot_general %x, %w batch [], [] contract [1], [1] {ordered} : !x, !x
  return %1, %2, %3, %4, %6, %7, %8 : tensor<70x70xf64>, tensor<?x70xf64, #tc.dims<[m, 70]>>, tensor<3x40x50xf64>, tensor<70x70xf64>, tensor<96x96xf32>, tensor<2x24x9x9xf64>, tensor<70x70xf64>
}
}
