// The schedules that a search measures, by their number: each is another one, the
// other tilings before further splits of one; a number that there is not leaves
// the kernel without.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=CHOSEN
// RUN: tc-opt %s --loop-schedule="target=cuda,tune=sm_90a alternative=1" -o %t.1 && FileCheck %s --check-prefix=OTHER < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --loop-schedule="target=cuda,tune=sm_90a alternative=64" | FileCheck %s --check-prefix=NONE
// RUN: tc-opt %s --loop-schedule="target=cuda,tune=sm_90a alternative=2" -o %t.3 && not cmp %t.1 %t.3
// CHOSEN: loop.kernel @long
// CHOSEN-SAME: unit = "{{w?g?}}mma.
// OTHER: loop.kernel @long
// OTHER-SAME: unit = "{{w?g?}}mma.
// NONE: loop.kernel @long
// NONE-NOT: loop.schedule
loop.kernel @long(%x: tensor<65536x64xbf16>, %y: tensor<65536x128xbf16>) -> tensor<64x128xbf16> iters(i = 64, j = 128, k = 65536) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<65536x64xbf16>, %b = %y[k, j] : tensor<65536x128xbf16>) -> tensor<64x128xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : tensor<64x128xf32>) -> tensor<64x128xbf16> {
    %1 = prim.convert_element_type %a : f32 to bf16
    loop.yield %1 : bf16
  }
  loop.yield %3 : tensor<64x128xbf16>
}
