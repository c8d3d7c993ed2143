// What is a task where the launch alone knows sizes: launches may be of few
// long rows, of which chunks are tasks, and a thread claims no more at once
// than is worth a claim in whole chunks.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s

!v = tensor<?xf32, #tc.dims<[n]>>
!m = tensor<?x?xf32, #tc.dims<[n, k]>>
!t = tensor<?x?xf32, #tc.dims<[k, n]>>

// Of 100,000 elements there are 25 chunks.
// CHECK-LABEL: loop.kernel @one
// CHECK-SAME: {chunk = "i", chunk_size = 4096 : i64, grain = 2 : i64, {{.*}}tasks = [], vector = "i"}
loop.kernel @one(%x: !v) -> !v iters(i = n) {
  %y = loop.map (i) reads(%a = %x[i] : !v) -> !v {
    %0 = prim.add %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !v
}

// CHECK-LABEL: loop.kernel @rows
// CHECK-SAME: {chunk = "j", chunk_size = 4096 : i64, {{.*}}tasks = ["i"], vector = "j"}
loop.kernel @rows(%x: !m) -> !m iters(i = n, j = k) {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !m) -> !m {
    %0 = prim.add %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !m
}

// Rows that are known to be short are whole.
// CHECK-LABEL: loop.kernel @short
// CHECK-NOT: chunk
// CHECK-SAME: tasks = ["i"], vector = "j"}
!c = tensor<?x64xf32, #tc.dims<[n, 64]>>
loop.kernel @short(%x: !c) -> !c iters(i = n, j = 64) {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !c) -> !c {
    %0 = prim.add %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !c
}

// What is read transposed has chunks of what it is read along.
// CHECK-LABEL: loop.kernel @transposed
// CHECK-SAME: {chunk = "i", chunk_size = 32 : i64, {{.*}}tasks = [], vector = "j"}
loop.kernel @transposed(%x: !m) -> !t iters(i = k, j = n) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : !m) -> !t {
    %0 = prim.add %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !t
}
