// Two contractions with what is reduced between them, streamed over keys: one
// launch on the unit whose accumulators stay in registers, a warp a part of the
// rows. What is written by hand is read; what there is no code for is refused.
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_90 | FileCheck %s
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | tc-opt --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | sed 's/for = \["i"\], step = 32 : i64, to = "warp"/for = ["i"], step = 16 : i64, to = "warp"/g; s/threads = 128/threads = 256/' | tc-opt --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=HAND
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | sed 's/ring = 2/ring = 1/' | not tc-opt --loop-schedule=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=RING
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | sed 's/ring = 2/ring = 64/' | not tc-opt --loop-schedule=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | sed 's/step = 32 : i64, to = "warp"/step = 64 : i64, to = "warp"/g' | not tc-opt --loop-schedule=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=WARP
// Heads of 256: a warp may have 16 rows.
// RUN: sed 's/x1000x64xbf16/x1000x256xbf16/g; s/x1000x64xf32/x1000x256xf32/g; s/d = 64, e = 64/d = 256, e = 256/' %s | tc-opt --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | sed 's/step = 16 : i64, to = "warp"/step = 32 : i64, to = "warp"/g; s/threads = 128/threads = 64/' | not tc-opt --loop-schedule=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=SUMS
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | sed 's/order = "reverse"/order = "paired"/' | not tc-opt --loop-schedule=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | sed 's/mma.m16n8k16.bf16/mma.m16n8k16.f16/' | not tc-opt --loop-schedule=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=UNIT
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --loop-schedule=target=cuda,tune=sm_80 | sed 's/mma.m16n8k16.bf16/mfma.16x16x16.bf16/; s/threads = 128/threads = 256/; s/target = "cuda/target = "rocm/' | not tc-opt --loop-schedule=target=rocm,tune=gfx942 2>&1 | FileCheck %s --check-prefix=WAVES
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" --prim-expand-math=exp2=true --loop-to-gpu=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=GPU
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=64" | not tc-opt --loop-to-gpu=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=MATH
// Warp groups: on sm_90a the unit reads shared memory, and the loop is skewed.
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=128" --loop-schedule=target=cuda,tune=sm_90a | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=GROUP
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=128" --loop-schedule=target=cuda,tune=sm_90a | sed 's/threads = [0-9]*/threads = 128/; s/step = [0-9]* : i64, to = "grid"}\], for = \["h"\]/step = 64 : i64, to = "grid"}], for = ["h"]/' | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=ONE
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=128" --loop-schedule=target=cuda,tune=sm_90a | sed 's/step = 64 : i64, to = "group"/step = 128 : i64, to = "group"/g' | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=SIXTY-FOUR
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=128" --loop-schedule=target=cuda,tune=sm_90a | sed 's/skew = 1 : i64, //' | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=128" --loop-schedule=target=cuda,tune=sm_90a | sed 's/skew = 1/skew = 2/' | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=SKEW
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda block=128" --prim-expand-math=exp2=true --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=SKEWED
// GROUP: {run = 7 : i64, unit = "wgmma.m64k16.bf16"}
// GROUP-SAME: for = ["i"], step = 64 : i64, to = "group"}], for = ["jb"], ring = 2 : i64, skew = 1 : i64, step = 1 : i64, to = "seq"}
// GROUP-SAME: for = ["i"], order = "reverse", step = {{[0-9]+}} : i64, to = "grid"}
// ONE: threads = 128 : i64}]}
// SIXTY-FOUR: [TC-0611] loop.schedule: launch 0: a warp group must have 64 rows
// PLAIN: [TC-0611] loop.schedule: launch 0: one contraction that makes terms and one that sums are skewed
// SUMS: [TC-0611] loop.schedule: launch 0: a thread can have at most 128 sums
// SKEW: [TC-0612] loop.schedule: launch 0: {{.*}}skew: there is no code for 2

// The first turn makes terms; others begin the next ones, then the sums of those
// before, and wait for the former alone until the latter are rescaled; the last
// turn makes sums.
// SKEWED: nvvm.wgmma.fence.aligned
// SKEWED-COUNT-4: nvvm.wgmma.mma_async
// SKEWED-NOT: wgmma.mma_async.sync
// SKEWED: wgmma.wait_group.sync.aligned 0;
// SKEWED: scf.for
// SKEWED: nvvm.cp.async.wait.group 0
// SKEWED: nvvm.fence.proxy
// SKEWED-NEXT: gpu.barrier
// SKEWED: nvvm.cp.async.shared.global
// SKEWED: wgmma.fence.sync.aligned;
// SKEWED-COUNT-4: nvvm.wgmma.mma_async
// SKEWED: nvvm.wgmma.commit.group
// SKEWED-COUNT-8: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// SKEWED: nvvm.wgmma.commit.group
// SKEWED: wgmma.wait_group.sync.aligned 1;
// SKEWED: llvm.intr.maximum
// SKEWED: llvm.nvvm.ex2.approx.ftz.f32
// SKEWED: wgmma.wait_group.sync.aligned 0;
// SKEWED: llvm.insertelement

// MATH: error: 'prim.exp' op [TC-0602]

// CHECK: loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [3, 0], engine = "cp.async", to = "shared"}
// CHECK-SAME: {bytes = 16 : i64, copy = [7, 0], engine = "cp.async", to = "shared"}
// CHECK-SAME: {run = 7 : i64, unit = "mma.m16n8k16.bf16"}
// CHECK-SAME: {combine = "lanes", run = 9 : i64}
// CHECK-SAME: for = ["i"], step = 32 : i64, to = "warp"}], for = ["jb"], ring = 2 : i64, step = 1 : i64, to = "seq"}
// CHECK-SAME: for = ["i"], order = "reverse", step = 128 : i64, to = "grid"}], for = ["h"], step = 1 : i64, to = "grid"}], {{(overlap = "[a-z]*", )?}}resident = 2 : i64, threads = 128 : i64}]}
// HAND: for = ["i"], step = 16 : i64, to = "warp"
// HAND-SAME: threads = 256 : i64}]}
// RING: [TC-0611] loop.schedule: launch 0: a ring must have at least two slots
// BYTES: [TC-0611] loop.schedule: launch 0: the resident blocks must fit in the chip's shared memory
// WARP: [TC-0611] loop.schedule: launch 0: a warp must have 16 or 32 rows
// ORDER: [TC-0611] loop.schedule: launch 0: tiles are paired where they are joined
// WAVES: [TC-0611] loop.schedule: launch 0: unit: the target has no 'mfma.16x16x16.bf16'{{.*}}or the kernel does not stream contractions
// UNIT: [TC-0611] loop.schedule: launch 0: unit: the target has no 'mma.m16n8k16.f16' whose accumulators may be read, or the kernel does not stream contractions

// Terms are relative to the largest: the machine's 2^x will do, also for what
// the sum and the result that are carried are rescaled by.
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
// CHECK-COUNT-2: prim.exp {{.*}} {tc.absolute, tc.rescales} : f32
// CHECK-NOT: prim.exp

// Blocks that the mask leaves whole, in which no positions are compared, those
// that it cuts, and the short one.
// GPU: nvvm.cp.async.wait.group 0
// GPU-NEXT: gpu.barrier
// GPU: nvvm.mma.sync
// GPU-NOT: arith.cmpi sge, {{.*}} : i32
// GPU: llvm.intr.maximum
// GPU: gpu.shuffle xor
// GPU: llvm.nvvm.ex2.approx.ftz.f32
// GPU: nvvm.cp.async.wait.group 0
// GPU: arith.cmpi sge, {{.*}} : i32
// GPU: nvvm.mma.sync
// GPU: nvvm.cp.async.wait.group 0
// GPU: nvvm.mma.sync
// GPU-NOT: nvvm.cp.async.wait.group
!q = tensor<64x1000x64xbf16>
!s = tensor<64x1000x1000xf32>
!p = tensor<64x1000x1000xbf16>
!r = tensor<64x1000xf32>
!o = tensor<64x1000x64xf32>
loop.kernel @attention(%q: !q, %k: !q, %v: !q) -> !q iters(h = 64, i = 1000, j = 1000, d = 64, e = 64) {
  %s = loop.contract (h, i, j) over (d) reads(%a = %q[h, i, d] : !q, %b = %k[h, j, d] : !q) -> !s {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %c = loop.map (h, i, j) reads(%a = %s[h, i, j] : !s) -> !s {
    %0 = loop.index <j>
    %1 = loop.index <i>
    %2 = prim.le %0, %1 : i64
    %3 = prim.constant 0.125 : f32
    %4 = prim.mul %a, %3 : f32
    %5 = prim.constant 0xFF800000 : f32
    %6 = prim.where %2, %4, %5 : i1, f32
    loop.yield %6 : f32
  }
  %m = loop.reduce (h, i) over (j) [max] reads(%a = %c[h, i, j] : !s) -> !r {
    loop.yield %a : f32
  }
  %x = loop.map (h, i, j) reads(%a = %c[h, i, j] : !s, %b = %m[h, i] : !r) -> !s {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %l = loop.reduce (h, i) over (j) [add] reads(%a = %x[h, i, j] : !s) -> !r {
    loop.yield %a : f32
  }
  %p = loop.map (h, i, j) reads(%a = %x[h, i, j] : !s, %b = %l[h, i] : !r) -> !p {
    %0 = prim.div %a, %b : f32
    %1 = prim.convert_element_type %0 : f32 to bf16
    loop.yield %1 : bf16
  }
  %o = loop.contract (h, i, e) over (j) reads(%a = %p[h, i, j] : !p, %b = %v[h, j, e] : !q) -> !o {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %y = loop.map (h, i, e) reads(%a = %o[h, i, e] : !o) -> !q {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %y : !q
}
