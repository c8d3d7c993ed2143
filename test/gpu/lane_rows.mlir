// Rows that the lanes of a wave, or some of them, keep in registers, with
// statistics and maps of them: 197 elements by 32 lanes, which some have one
// less of; ten by eight lanes in pairs; eight halves by one lane; 64 halves in
// as many rows as the launch counts, behind whose last the last one is computed
// again and not stored. 1,200 halves by 160 threads of a block.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=1501 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=1 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=0 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate,wave=64 --size n=4096 --check --guard --repeat=1
// CHECK: @k197
// CHECK-SAME: for = ["i"], step = 4 : i64, to = "grid"}], overlap = "dependent", threads = 128
// CHECK: @k10
// CHECK-SAME: for = ["i"], step = 16 : i64, to = "grid"}], overlap = "dependent", threads = 128
// CHECK: @k8
// CHECK-SAME: for = ["i"], step = 32 : i64, to = "grid"}], overlap = "dependent", threads = 32
// CHECK: @k64
// CHECK-SAME: for = ["i"], step = 16 : i64, to = "grid"}], overlap = "dependent", threads = 128
// CHECK: @k1200
// CHECK-SAME: for = ["i"], step = 1 : i64, to = "grid"}], overlap = "dependent", threads = 160
// PTX: .entry k64(
// PTX-NOT: bar.sync
// PTX: ld.global.v4.b32
// PTX-NOT: bar.sync
// PTX: st.global.v4.b32
// PTX: .entry k1200(
// PTX: ld.global.v4.b32
// PTX: bar.sync
// PTX: st.global.v4.b32
module attributes {tc.version = "0.1", tc.sizes = {n = 1501}} {
  loop.kernel private @k197(%x: tensor<1021x197xf32>) -> (tensor<1021x197xf32>, tensor<1021xf32>) iters(i = 1021, j = 197) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<1021x197xf32>) -> tensor<1021xf32> {
      loop.yield %a : f32
    }
    %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<1021x197xf32>, %b = %m[i] : tensor<1021xf32>) -> tensor<1021x197xf32> {
      %5 = prim.sub %a, %b : f32
      %6 = prim.exp %5 : f32
      loop.yield %6 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : tensor<1021x197xf32>) -> tensor<1021xf32> {
      loop.yield %a : f32
    }
    %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<1021x197xf32>, %b = %s[i] : tensor<1021xf32>) -> tensor<1021x197xf32> {
      %7 = prim.div %a, %b : f32
      loop.yield %7 : f32
    }
    loop.yield %y, %s : tensor<1021x197xf32>, tensor<1021xf32>
  }
  loop.kernel private @k10(%x: tensor<8191x10xf32>) -> (tensor<8191x10xf32>, tensor<8191xf32>) iters(i = 8191, j = 10) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<8191x10xf32>) -> tensor<8191xf32> {
      loop.yield %a : f32
    }
    %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<8191x10xf32>, %b = %m[i] : tensor<8191xf32>) -> tensor<8191x10xf32> {
      %5 = prim.sub %a, %b : f32
      %6 = prim.exp %5 : f32
      loop.yield %6 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : tensor<8191x10xf32>) -> tensor<8191xf32> {
      loop.yield %a : f32
    }
    %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<8191x10xf32>, %b = %s[i] : tensor<8191xf32>) -> tensor<8191x10xf32> {
      %7 = prim.div %a, %b : f32
      loop.yield %7 : f32
    }
    loop.yield %y, %s : tensor<8191x10xf32>, tensor<8191xf32>
  }
  loop.kernel private @k8(%x: tensor<3000x8xbf16>) -> (tensor<3000x8xbf16>, tensor<3000xf32>) iters(i = 3000, j = 8) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<3000x8xbf16>) -> tensor<3000xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      loop.yield %0 : f32
    }
    %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<3000x8xbf16>, %b = %m[i] : tensor<3000xf32>) -> tensor<3000x8xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %5 = prim.sub %0, %b : f32
      %6 = prim.exp %5 : f32
      loop.yield %6 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : tensor<3000x8xf32>) -> tensor<3000xf32> {
      loop.yield %a : f32
    }
    %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<3000x8xf32>, %b = %s[i] : tensor<3000xf32>) -> tensor<3000x8xbf16> {
      %7 = prim.div %a, %b : f32
      %8 = prim.convert_element_type %7 : f32 to bf16
      loop.yield %8 : bf16
    }
    loop.yield %y, %s : tensor<3000x8xbf16>, tensor<3000xf32>
  }
  loop.kernel private @k64(%x: tensor<?x64xbf16, #tc.dims<[n, 64]>>) -> (tensor<?x64xbf16, #tc.dims<[n, 64]>>, tensor<?xf32, #tc.dims<[n]>>) iters(i = n, j = 64) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<?x64xbf16, #tc.dims<[n, 64]>>) -> tensor<?xf32, #tc.dims<[n]>> {
      %0 = prim.convert_element_type %a : bf16 to f32
      loop.yield %0 : f32
    }
    %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x64xbf16, #tc.dims<[n, 64]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?x64xf32, #tc.dims<[n, 64]>> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %5 = prim.sub %0, %b : f32
      %6 = prim.exp %5 : f32
      loop.yield %6 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : tensor<?x64xf32, #tc.dims<[n, 64]>>) -> tensor<?xf32, #tc.dims<[n]>> {
      loop.yield %a : f32
    }
    %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<?x64xf32, #tc.dims<[n, 64]>>, %b = %s[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?x64xbf16, #tc.dims<[n, 64]>> {
      %7 = prim.div %a, %b : f32
      %8 = prim.convert_element_type %7 : f32 to bf16
      loop.yield %8 : bf16
    }
    loop.yield %y, %s : tensor<?x64xbf16, #tc.dims<[n, 64]>>, tensor<?xf32, #tc.dims<[n]>>
  }
  loop.kernel private @k1200(%x: tensor<300x1200xbf16>) -> (tensor<300x1200xbf16>, tensor<300xf32>) iters(i = 300, j = 1200) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<300x1200xbf16>) -> tensor<300xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      loop.yield %0 : f32
    }
    %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<300x1200xbf16>, %b = %m[i] : tensor<300xf32>) -> tensor<300x1200xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %5 = prim.sub %0, %b : f32
      %6 = prim.exp %5 : f32
      loop.yield %6 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : tensor<300x1200xf32>) -> tensor<300xf32> {
      loop.yield %a : f32
    }
    %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<300x1200xf32>, %b = %s[i] : tensor<300xf32>) -> tensor<300x1200xbf16> {
      %7 = prim.div %a, %b : f32
      %8 = prim.convert_element_type %7 : f32 to bf16
      loop.yield %8 : bf16
    }
    loop.yield %y, %s : tensor<300x1200xbf16>, tensor<300xf32>
  }
  func.func @main(%a0: tensor<1021x197xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %a1: tensor<8191x10xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %a2: tensor<3000x8xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %a3: tensor<?x64xbf16, #tc.dims<[n, 64]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %a4: tensor<300x1200xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (tensor<1021x197xf32>, tensor<1021xf32>, tensor<8191x10xf32>, tensor<8191xf32>, tensor<3000x8xbf16>, tensor<3000xf32>, tensor<?x64xbf16, #tc.dims<[n, 64]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<300x1200xbf16>, tensor<300xf32>) {
    %y0, %s0 = loop.launch @k197(%a0) : (tensor<1021x197xf32>) -> (tensor<1021x197xf32>, tensor<1021xf32>)
    %y1, %s1 = loop.launch @k10(%a1) : (tensor<8191x10xf32>) -> (tensor<8191x10xf32>, tensor<8191xf32>)
    %y2, %s2 = loop.launch @k8(%a2) : (tensor<3000x8xbf16>) -> (tensor<3000x8xbf16>, tensor<3000xf32>)
    %y3, %s3 = loop.launch @k64(%a3) : (tensor<?x64xbf16, #tc.dims<[n, 64]>>) -> (tensor<?x64xbf16, #tc.dims<[n, 64]>>, tensor<?xf32, #tc.dims<[n]>>)
    %y4, %s4 = loop.launch @k1200(%a4) : (tensor<300x1200xbf16>) -> (tensor<300x1200xbf16>, tensor<300xf32>)
    return %y0, %s0, %y1, %s1, %y2, %s2, %y3, %s3, %y4, %s4 : tensor<1021x197xf32>, tensor<1021xf32>, tensor<8191x10xf32>, tensor<8191xf32>, tensor<3000x8xbf16>, tensor<3000xf32>, tensor<?x64xbf16, #tc.dims<[n, 64]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<300x1200xbf16>, tensor<300xf32>
  }
}
