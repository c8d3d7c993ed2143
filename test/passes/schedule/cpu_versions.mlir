// Versions of a schedule, for ranges of sizes that a launch knows.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 -o %t.1 && FileCheck %s < %t.1
// What it writes is allowed, and kept.
// RUN: tc-opt %t.1 --loop-schedule=target=x86-64-v3 -o %t.2 && cmp %t.1 %t.2
// So it is where more rows are few than a bound can say.
// RUN: env TC_NUMBERS=cpu_few_rows=1099511627776 tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefix=MOST
// MOST: loop.schedule = {versions = [{{.*}}most = 1073741824 : i64, size = #tc.size<b*s>

!x = tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>
!w = tensor<128x64xf32>
!y = tensor<?x?x128xf32, #tc.dims<[b, s, 128]>>

// Few rows are not worth packing the other factor for.
// CHECK-LABEL: loop.kernel @rows
// CHECK-SAME: loop.schedule = {versions = [
// CHECK-SAME: {phases = [{{{.*}}stages = [0]{{.*}}}], when = [{most = 12 : i64, size = #tc.size<b*s>}]},
// CHECK-SAME: {phases = [{grain = 1 : i64, product = {{.*}}, stages = [0]}]}]}
loop.kernel @rows(%x: !x, %w: !w) -> !y iters(i = b, j = s, n = 128, k = 64) {
  %y = loop.contract (i, j, n) over (k) reads(%a = %x[i, j, k] : !x, %c = %w[n, k] : !w) -> !y {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %y : !y
}

// There are never few.
// CHECK-LABEL: loop.kernel @many
// CHECK-SAME: loop.schedule = {phases = [{grain = 1 : i64, product = {{.*}}, stages = [0]}]}
!z = tensor<?x64x64xf32, #tc.dims<[b, 64, 64]>>
!u = tensor<?x64x128xf32, #tc.dims<[b, 64, 128]>>
loop.kernel @many(%x: !z, %w: !w) -> !u iters(i = b, j = 64, n = 128, k = 64) {
  %y = loop.contract (i, j, n) over (k) reads(%a = %x[i, j, k] : !z, %c = %w[n, k] : !w) -> !u {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %y : !u
}

// Panels that are read in place cost nothing.
// CHECK-LABEL: loop.kernel @packed
// CHECK-SAME: loop.schedule = {phases = [{grain = 1 : i64, product = {{.*}}, stages = [0]}]}
!p = tensor<8x64x16xf32>
!v = tensor<?x64xf32, #tc.dims<[m, 64]>>
!t = tensor<?x128xf32, #tc.dims<[m, 128]>>
loop.kernel @packed(%x: !v, %w: !p) -> !t iters(i = m, n = 128, k = 64) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !v, %c = %w[floordiv(n, 16), k, mod(n, 16)] : !p) -> !t {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %y : !t
}
