// Versions of a GPU's schedule by the number of points of a product, or of steps.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// What it writes is allowed, and kept.
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2

!x = tensor<?x?x768xbf16, #tc.dims<[b, s, 768]>>
!w = tensor<768x768xbf16>
!y = tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>

// Small tiles that fill the machine where rows are few, large ones where they
// are many.
// CHECK-LABEL: loop.kernel @rows
// CHECK-SAME: loop.schedule = {versions = [
// CHECK-SAME: for = ["i.j"], step = 64 : i64, to = "grid"
// CHECK-SAME: when = [{most = {{[0-9]+}} : i64, size = #tc.size<b*s>}]},
// CHECK-SAME: for = ["i.j"], step = 128 : i64, to = "persist"
// CHECK-SAME: threads = {{[0-9]+}} : i64}]}]}} {
loop.kernel @rows(%x: !x, %w: !w) -> !y iters(i = b, j = s, n = 768, k = 768) {
  %y = loop.contract (i, j, n) over (k) reads(%a = %x[i, j, k] : !x, %c = %w[n, k] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %c : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : !y
}

// One way is near the fastest at all sizes.
// CHECK-LABEL: loop.kernel @one
// CHECK-SAME: loop.schedule = {launches = [
!u = tensor<?x8192x768xbf16, #tc.dims<[b, 8192, 768]>>
!v = tensor<?x8192x768xf32, #tc.dims<[b, 8192, 768]>>
loop.kernel @one(%x: !u, %w: !w) -> !v iters(i = b, j = 8192, n = 768, k = 768) {
  %y = loop.contract (i, j, n) over (k) reads(%a = %x[i, j, k] : !u, %c = %w[n, k] : !w) -> !v {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %c : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : !v
}

// Batches of products, whose rows and columns are symbols: the form is the same
// at all sizes, also those at which rows are few.
// CHECK-LABEL: loop.kernel @batched
// CHECK-SAME: unit =
!q = tensor<?x?x64xbf16, #tc.dims<[b, s, 64]>>
!s = tensor<?x?x?xf32, #tc.dims<[b, s, s]>>
loop.kernel @batched(%x: !q, %z: !q) -> !s iters(i = b, j = s, n = s, k = 64) {
  %y = loop.contract (i, j, n) over (k) reads(%a = %x[i, j, k] : !q, %c = %z[i, n, k] : !q) -> !s {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %c : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : !s
}
