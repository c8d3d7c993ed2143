// Transposed results that are stored past the caches: of two types, with what is
// left of either side, beside a value that another stage reads, in batches. Where
// rows turn out to be no multiple of a vector, or elements are complex, they are
// stored as ever.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.so --check --guard --threads=3 --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 --emit=asm -o %t.s && FileCheck %s < %t.s
// CHECK: kernel plain
// CHECK: vmovntps
// CHECK: sfence
// CHECK: kernel any
// CHECK: vmovntps
// CHECK: sfence
// CHECK: kernel batches
// CHECK: vmovntp
// CHECK: sfence
// CHECK: kernel complex
// CHECK-NOT: vmovnt

#s = {phases = [{stages = [0], tasks = [], vector = "j", chunk = "j", chunk_size = 32, strip = 16, nontemporal = 32, nests = [{stages = [0], ahead = 4}]}]}
loop.kernel @plain(%x: tensor<72x53xf32>) -> tensor<53x72xf32> iters(i = 53, j = 72) attributes {loop.schedule = #s} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<72x53xf32>) -> tensor<53x72xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<53x72xf32>
}

!xs = tensor<?x?xf32, #tc.dims<[m, n]>>
!ys = tensor<?x?xf32, #tc.dims<[n, m]>>
loop.kernel @any(%x: !xs) -> !ys iters(i = n, j = m) attributes {loop.schedule = #s} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : !xs) -> !ys {
    loop.yield %a : f32
  }
  loop.yield %y : !ys
}

loop.kernel @batches(%x: tensor<3x19x40xi64>) -> (tensor<3x40x20xi64>, tensor<3x40x20xf32>) iters(b = 3, i = 40, j = 20) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = ["b"], vector = "j", nontemporal = 16}]}} {
  %y = loop.map (b, i, j) reads(%a = %x[b, min(j, 18), i] : tensor<3x19x40xi64>) -> tensor<3x40x20xi64> {
    loop.yield %a : i64
  }
  %z = loop.map (b, i, j) reads(%a = %y[b, i, j] : tensor<3x40x20xi64>, %c = %x[2 - b, min(j, 18), i] : tensor<3x19x40xi64>) -> tensor<3x40x20xf32> {
    %0 = prim.sub %a, %c : i64
    %1 = prim.convert_element_type %0 : i64 to f32
    loop.yield %1 : f32
  }
  loop.yield %y, %z : tensor<3x40x20xi64>, tensor<3x40x20xf32>
}

loop.kernel @complex(%x: tensor<64x32xf32>) -> tensor<32x64xcomplex<f32>> iters(i = 32, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nontemporal = 16}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<64x32xf32>) -> tensor<32x64xcomplex<f32>> {
    %0 = prim.complex %a, %a : f32
    loop.yield %0 : complex<f32>
  }
  loop.yield %y : tensor<32x64xcomplex<f32>>
}

func.func @main(%x: tensor<72x53xf32> {tc.layout = #tc.layout<strides = [53, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %u: tensor<70x37xf32> {tc.layout = #tc.layout<strides = [37, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %k: tensor<3x19x40xi64> {tc.layout = #tc.layout<strides = [760, 40, 1]>, tc.init = {kind = "randint", low = 0, high = 1000, stream = 6}}, %z: tensor<64x32xf32> {tc.layout = #tc.layout<strides = [32, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}})
    -> (tensor<53x72xf32>, tensor<37x70xf32>, tensor<53x72xf32>, tensor<3x40x20xi64>, tensor<3x40x20xf32>, tensor<32x64xcomplex<f32>>) {
  %0 = loop.launch @plain(%x) : (tensor<72x53xf32>) -> tensor<53x72xf32>
  %1 = loop.launch @any(%u) : (tensor<70x37xf32>) -> tensor<37x70xf32>
  %4 = loop.launch @any(%x) : (tensor<72x53xf32>) -> tensor<53x72xf32>
  %2:2 = loop.launch @batches(%k) : (tensor<3x19x40xi64>) -> (tensor<3x40x20xi64>, tensor<3x40x20xf32>)
  %3 = loop.launch @complex(%z) : (tensor<64x32xf32>) -> tensor<32x64xcomplex<f32>>
  return %0, %1, %4, %2#0, %2#1, %3 : tensor<53x72xf32>, tensor<37x70xf32>, tensor<53x72xf32>, tensor<3x40x20xi64>, tensor<3x40x20xf32>, tensor<32x64xcomplex<f32>>
}
