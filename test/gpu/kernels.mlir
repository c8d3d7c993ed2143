// How kernels run on GPUs: the gpu dialect, before a vendor's conversion.
// RUN: env TC_NUMBERS=gpu_lane_elements=1 tc-opt %s --loop-to-gpu=target=cuda,tune=sm_86 | FileCheck %s
// RUN: env TC_NUMBERS=gpu_lane_elements=1 tc-opt %s --loop-to-gpu=target=rocm,tune=gfx90a | FileCheck %s --check-prefix=WAVE64
// RUN: not tc-opt %s --loop-to-gpu=target=cuda,tune=sm_1 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not tc-opt %s --loop-to-gpu=target=x86-64 2>&1 | FileCheck %s --check-prefix=NOGPU
// CHIP: [TC-2602] no chip of cuda is called 'sm_1'
// NOGPU: [TC-2600] x86-64 is no GPU

!x = tensor<?x768xf32, #tc.dims<[n, 768]>>
!r = tensor<?xf32, #tc.dims<[n]>>

// By points: a thread for each element, blocks of 256.
// CHECK-LABEL: gpu.module @add_gpu
// CHECK: gpu.func @add(%{{.*}}: !llvm.ptr<1> {llvm.align = 16 : i64}, {{.*}}: i64) kernel
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-SAME: loop.blocks = #tc.size<3*n>, {{.*}}loop.shared_bytes = #tc.size<0>
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
// CHECK: arith.addf
// CHECK: llvm.store
// CHECK: gpu.return
loop.kernel @add(%x: !x, %y: !x) -> !x iters(i = n, j = 768) {
  %z = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %y[i, j] : !x) -> !x {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %z : !x
}

// By rows (too long for the lanes of a wave, see the numbers above): the block's threads share a row, their maxima meet by shuffles and
// then, between waves, in shared memory.
// CHECK-LABEL: gpu.module @center_gpu
// CHECK: gpu.func @center
// CHECK-SAME: known_block_size = array<i32: 192, 1, 1>
// CHECK-SAME: loop.blocks = #tc.size<n>
// CHECK: llvm.load {{.*}} -> vector<4xf32>
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// WAVE64-LABEL: gpu.func @center
// WAVE64-COUNT-6: gpu.shuffle xor
// WAVE64: gpu.barrier
loop.kernel @center(%x: !x) -> !x iters(i = n, j = 768) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !x {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : !x, %b = %s[i] : !r) -> !x {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !x
}

// A sum of everything is made in parts, in two phases.
// CHECK-LABEL: gpu.module @total_gpu
// CHECK: gpu.func @total(
// CHECK: loop.blocks = #tc.size<{{[0-9]+}}>
// CHECK: gpu.func @total_phase1(
// CHECK-SAME: loop.blocks = #tc.size<1>
loop.kernel @total(%x: tensor<4096x768xf32>) -> tensor<f32> iters(i = 4096, j = 768) {
  %s = loop.reduce () over (i, j) [add] reads(%a = %x[i, j] : tensor<4096x768xf32>) -> tensor<f32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<f32>
}

// A product, of a chip whose unit of TF32 is slower: tiles of 32 x 32 sums, since larger ones would leave units without
// work, with the maps behind it. What the next steps need is read before this
// tile's sums.
// CHECK-LABEL: gpu.module @linear_gpu
// CHECK: gpu.func @linear
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-SAME: loop.blocks = #tc.size<192>, {{.*}}loop.shared_bytes = #tc.size<9216>
// CHECK: gpu.barrier
// CHECK-COUNT-8: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK-COUNT-128: llvm.intr.fma
// CHECK: gpu.barrier
// CHECK: llvm.intr.maximum
// CHECK: llvm.store
!a = tensor<256x512xf32>
!w = tensor<768x512xf32>
!o = tensor<256x768xf32>
loop.kernel @linear(%x: !a, %w: !w, %b: tensor<768xf32>) -> !o iters(i = 256, j = 768, k = 512) {
  %p = loop.contract (i, j) over (k) reads(%l = %x[i, k] : !a, %r = %w[j, k] : !w) -> !o {
    loop.yield %l, %r : f32, f32
  }
  %y = loop.map (i, j) reads(%u = %p[i, j] : !o, %v = %b[j] : tensor<768xf32>) -> !o {
    %0 = prim.add %u, %v : f32
    %1 = prim.neg %0 : f32
    %2 = prim.maximum %1, %0 : f32
    loop.yield %2 : f32
  }
  loop.yield %y : !o
}

// By transposed tiles of 64 x 64 points, through shared memory, where memory is read along
// one iterator and written along another.
// CHECK-LABEL: gpu.module @turned_gpu
// CHECK: gpu.func @turned
// CHECK-SAME: loop.blocks = #tc.size<256>, {{.*}}loop.shared_bytes = #tc.size<16640>
// CHECK: llvm.load {{.*}} -> vector<4xf32>
// CHECK-COUNT-4: llvm.store {{.*}} : f32
// CHECK: gpu.barrier
// CHECK-COUNT-4: llvm.load {{.*}} -> f32
// CHECK: llvm.store {{.*}} : vector<4xf32>
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
loop.kernel @turned(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> iters(i = 1024, j = 1024) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<1024x1024xf32>
}

// Rows whose elements each thread has in registers: what is read is read once,
// and only partial sums pass through shared memory.
// CHECK-LABEL: gpu.module @held_gpu
// CHECK: gpu.func @held
// CHECK-SAME: known_block_size = array<i32: 512, 1, 1>
// CHECK-SAME: loop.shared_bytes = #tc.size<64>
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<4xi16>
// CHECK-NOT: -> vector<4xi16>
// CHECK: gpu.shuffle
// CHECK-COUNT-4: llvm.store
// CHECK: gpu.return
loop.kernel @held(%x: tensor<4096x8192xbf16>) -> tensor<4096x8192xf32> iters(i = 4096, j = 8192) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<4096x8192xbf16>) -> tensor<4096xbf16> {
    loop.yield %a : bf16
  }
  %r = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x8192xbf16>, %b = %m[i] : tensor<4096xbf16>) -> tensor<4096x8192xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    %2 = prim.sub %0, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %r : tensor<4096x8192xf32>
}

// The greatest of vectors is the machine's, element by element, which is NaN if either is.
// CHECK-LABEL: gpu.module @greatest_gpu
// CHECK: llvm.intr.maximum({{.*}}) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
loop.kernel @greatest(%x: tensor<64x4096xbf16>) -> tensor<64xf32> iters(i = 64, j = 4096) {
  %0 = loop.reduce (i) over (j) [max] reads(%e = %x[i, j] : tensor<64x4096xbf16>) -> tensor<64xf32> {
    %1 = prim.convert_element_type %e : bf16 to f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<64xf32>
}
