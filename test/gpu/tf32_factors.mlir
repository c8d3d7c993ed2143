// Products of f32 on warp groups whose factors a kernel before has rounded to
// TF32: nobody rounds them again, and roles hand slots over when copies arrive.
// Where one factor is given so, the other is rounded; one whose points are
// contiguous is transposed all the same. Factors are 1 + 1.5 * 2^-11.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// CHECK: .entry round_rows
// CHECK: .entry round_columns
// CHECK: .entry round_transposed
// CHECK: .entry roles_given
// CHECK-NOT: cvt.rna
// CHECK: cp.async.mbarrier.arrive.noinc
// CHECK-NOT: cvt.rna
// CHECK: .entry blocks_given
// CHECK-NOT: cvt.rna
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// CHECK-NOT: cvt.rna
// CHECK: .entry rows_given
// CHECK: cvt.rna.tf32.f32
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
module attributes {tc.version = "0.1"} {
  loop.kernel private @round_rows(%arg0: tensor<200x136xf32>) -> tensor<200x136xf32> iters(d0 = 200, d1 = 136) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["d0", "d1"], step = 1 : i64, to = "thread"}], for = ["d0", "d1"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
    %0 = loop.map (d0, d1) reads(%arg1 = %arg0[d0, d1] : tensor<200x136xf32>) -> tensor<200x136xf32> {
      %1 = prim.round_tf32 %arg1 : f32
      loop.yield %1 : f32
    }
    loop.yield %0 : tensor<200x136xf32>
  }
  loop.kernel private @round_columns(%arg0: tensor<330x136xf32>) -> tensor<330x136xf32> iters(d0 = 330, d1 = 136) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["d0", "d1"], step = 1 : i64, to = "thread"}], for = ["d0", "d1"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
    %0 = loop.map (d0, d1) reads(%arg1 = %arg0[d0, d1] : tensor<330x136xf32>) -> tensor<330x136xf32> {
      %1 = prim.round_tf32 %arg1 : f32
      loop.yield %1 : f32
    }
    loop.yield %0 : tensor<330x136xf32>
  }
  loop.kernel private @round_transposed(%arg0: tensor<136x200xf32>) -> tensor<136x200xf32> iters(d0 = 136, d1 = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["d0", "d1"], step = 1 : i64, to = "thread"}], for = ["d0", "d1"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
    %0 = loop.map (d0, d1) reads(%arg1 = %arg0[d0, d1] : tensor<136x200xf32>) -> tensor<136x200xf32> {
      %1 = prim.round_tf32 %arg1 : f32
      loop.yield %1 : f32
    }
    loop.yield %0 : tensor<136x200xf32>
  }
  loop.kernel private @roles_given(%arg0: tensor<200x136xf32>, %arg1: tensor<330x136xf32>) -> tensor<200x330xf32> iters(d0 = 136, d1 = 200, d2 = 330) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d2"], step = 64 : i64, to = "group"}], for = ["d1"], role = "multiply", step = 64 : i64, to = "group"}], for = ["d0"], ring = 6 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], role = "multiply", step = 2 : i64, to = "thread"}], for = ["d2"], step = 64 : i64, to = "persist"}], for = ["d1"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 32 : i64, warps = 4 : i64}, {name = "multiply", registers = 112 : i64, warps = 16 : i64}], threads = 640 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<200x136xf32>, %arg3 = %arg1[d2, d0] : tensor<330x136xf32>) -> tensor<200x330xf32> attributes {loop.tf32, loop.tf32_factors = array<i64: 0, 1>} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<200x330xf32>
  }
  loop.kernel private @blocks_given(%arg0: tensor<200x136xf32>, %arg1: tensor<330x136xf32>) -> tensor<200x330xf32> iters(d0 = 136, d1 = 200, d2 = 330) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d2"], step = 64 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["d0"], ring = 6 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 2 : i64, to = "thread"}], for = ["d2"], step = 64 : i64, to = "grid"}], for = ["d1"], step = 64 : i64, to = "grid"}], group = 8 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<200x136xf32>, %arg3 = %arg1[d2, d0] : tensor<330x136xf32>) -> tensor<200x330xf32> attributes {loop.tf32, loop.tf32_factors = array<i64: 0, 1>} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<200x330xf32>
  }
  loop.kernel private @rows_given(%arg0: tensor<136x200xf32>, %arg1: tensor<330x136xf32>) -> tensor<200x330xf32> iters(d0 = 136, d1 = 200, d2 = 330) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d2"], step = 128 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["d0"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 2 : i64, to = "thread"}], for = ["d2"], step = 128 : i64, to = "grid"}], for = ["d1"], step = 64 : i64, to = "grid"}], group = 8 : i64, resident = 3 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d0, d1] : tensor<136x200xf32>, %arg3 = %arg1[d2, d0] : tensor<330x136xf32>) -> tensor<200x330xf32> attributes {loop.tf32, loop.tf32_factors = array<i64: 0>} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<200x330xf32>
  }
  func.func @main(%arg0: tensor<200x136xf32> {tc.init = {kind = "constant", value = 1.000732421875 : f64}}, %arg1: tensor<330x136xf32> {tc.init = {kind = "constant", value = 1.000732421875 : f64}}, %arg2: tensor<136x200xf32> {tc.init = {kind = "constant", value = 1.000732421875 : f64}}) -> (tensor<200x330xf32>, tensor<200x330xf32>, tensor<200x330xf32>) attributes {loop.arena = #tc.size<458752>} {
    %0 = loop.launch @round_rows(%arg0) {loop.places = [{scratch = #tc.size<0>}]} : (tensor<200x136xf32>) -> tensor<200x136xf32>
    %1 = loop.launch @round_columns(%arg1) {loop.places = [{scratch = #tc.size<131072>}]} : (tensor<330x136xf32>) -> tensor<330x136xf32>
    %2 = loop.launch @round_transposed(%arg2) {loop.places = [{scratch = #tc.size<327680>}]} : (tensor<136x200xf32>) -> tensor<136x200xf32>
    %3 = loop.launch @roles_given(%0, %1) {loop.places = [{result = 0 : i64}]} : (tensor<200x136xf32>, tensor<330x136xf32>) -> tensor<200x330xf32>
    %4 = loop.launch @blocks_given(%0, %1) {loop.places = [{result = 1 : i64}]} : (tensor<200x136xf32>, tensor<330x136xf32>) -> tensor<200x330xf32>
    %5 = loop.launch @rows_given(%2, %arg1) {loop.places = [{result = 2 : i64}]} : (tensor<136x200xf32>, tensor<330x136xf32>) -> tensor<200x330xf32>
    return %3, %4, %5 : tensor<200x330xf32>, tensor<200x330xf32>, tensor<200x330xf32>
  }
}

