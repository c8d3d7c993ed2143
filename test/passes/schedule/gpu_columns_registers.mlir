// Sums of columns in parts: 448 blocks, of which a multiprocessor holds four if a
// thread has at most 64 registers. Vectors of eight of four sums and of two means
// are 48 of these: ptxas may take a few more than 64, unless it is told how many
// blocks are to be held at once. Of six sums and three means there are fewer parts.
// Few vectors need no such word.
// RUN: tc-opt %s "--loop-schedule=target=cuda,tune=sm_90a" -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 "--loop-schedule=target=cuda,tune=sm_90a" | diff %t.1 -
// RUN: sed 's/resident = 4/resident = 9/' %t.1 | not tc-opt "--loop-schedule=target=cuda,tune=sm_90a" 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: [TC-0611] {{.*}}the resident blocks' threads must fit on a multiprocessor (L6)

!x = tensor<64x3136x256xbf16>
!c = tensor<256xf32>
module attributes {tc.version = "0.1"} {
// CHECK: @one({{.*}}parts = 112 : i64
// CHECK-NOT: resident
// CHECK: loop.yield
loop.kernel private @one(%x0: !x, %m0: !c) -> (!c, !c) iters(n = 64, h = 3136, c = 256) {
  %s00 = loop.reduce (c) over (n, h) [add] reads(%a = %x0[n, h, c] : !x, %m = %m0[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    loop.yield %1 : f32
  }
  %s01 = loop.reduce (c) over (n, h) [add] reads(%a = %x0[n, h, c] : !x, %m = %m0[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %s00, %s01 : !c, !c
}
// CHECK: @two({{.*}}parts = 112 : i64
// CHECK-SAME: resident = 4 : i64
loop.kernel private @two(%x0: !x, %x1: !x, %m0: !c, %m1: !c) -> (!c, !c, !c, !c) iters(n = 64, h = 3136, c = 256) {
  %s00 = loop.reduce (c) over (n, h) [add] reads(%a = %x0[n, h, c] : !x, %m = %m0[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    loop.yield %1 : f32
  }
  %s01 = loop.reduce (c) over (n, h) [add] reads(%a = %x0[n, h, c] : !x, %m = %m0[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  %s10 = loop.reduce (c) over (n, h) [add] reads(%a = %x1[n, h, c] : !x, %m = %m1[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    loop.yield %1 : f32
  }
  %s11 = loop.reduce (c) over (n, h) [add] reads(%a = %x1[n, h, c] : !x, %m = %m1[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %s00, %s01, %s10, %s11 : !c, !c, !c, !c
}
// CHECK: @three({{.*}}parts = 64 : i64
// CHECK-NOT: resident
loop.kernel private @three(%x0: !x, %x1: !x, %x2: !x, %m0: !c, %m1: !c, %m2: !c) -> (!c, !c, !c, !c, !c, !c) iters(n = 64, h = 3136, c = 256) {
  %s00 = loop.reduce (c) over (n, h) [add] reads(%a = %x0[n, h, c] : !x, %m = %m0[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    loop.yield %1 : f32
  }
  %s01 = loop.reduce (c) over (n, h) [add] reads(%a = %x0[n, h, c] : !x, %m = %m0[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  %s10 = loop.reduce (c) over (n, h) [add] reads(%a = %x1[n, h, c] : !x, %m = %m1[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    loop.yield %1 : f32
  }
  %s11 = loop.reduce (c) over (n, h) [add] reads(%a = %x1[n, h, c] : !x, %m = %m1[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  %s20 = loop.reduce (c) over (n, h) [add] reads(%a = %x2[n, h, c] : !x, %m = %m2[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    loop.yield %1 : f32
  }
  %s21 = loop.reduce (c) over (n, h) [add] reads(%a = %x2[n, h, c] : !x, %m = %m2[c] : !c) -> !c {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %m : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %s00, %s01, %s10, %s11, %s20, %s21 : !c, !c, !c, !c, !c, !c
}
}
