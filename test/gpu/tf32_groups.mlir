// Products and convolutions of f32 that permit TF32, on warp groups, which would
// cut factors off: threads round in shared memory what they have copied, and
// transpose operands whose points are contiguous. With roles, of blocks that
// persist, of others; rows, columns and steps of which the last tile has only
// some. The factors of `roles` and `blocks` are all 1 + 1.5 * 2^-11, of which
// cutting off would lose three times what the bound allows.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// Without the permission the schedules are refused.
// RUN: sed -e 's/attributes {loop.tf32} //' %s | not tc-compile - --target=cuda --target-cpu=sm_90a --emit=ptx -o %t 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: [TC-0611]{{.*}}the target has no 'wgmma.m64k8.tf32', or the kernel is no contraction of its types
// CHECK: .entry roles
// CHECK-DAG: cvt.rna.tf32.f32
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// CHECK: .entry persist_transposed
// CHECK: cvt.rna.tf32.f32
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// CHECK: .entry rows_transposed
// CHECK: cvt.rna.tf32.f32
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// CHECK: .entry roles_transposed
// CHECK-DAG: cvt.rna.tf32.f32
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// CHECK: .entry blocks
// CHECK: cvt.rna.tf32.f32
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// CHECK: .entry convolution
// CHECK: cvt.rna.tf32.f32
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
module attributes {tc.version = "0.1"} {
  loop.kernel private @roles(%arg0: tensor<200x136xf32>, %arg1: tensor<330x136xf32>) -> tensor<200x330xf32> iters(d0 = 136, d1 = 200, d2 = 330) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d2"], step = 64 : i64, to = "group"}], for = ["d1"], role = "multiply", step = 64 : i64, to = "group"}], for = ["d0"], ring = 6 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], role = "multiply", step = 2 : i64, to = "thread"}], for = ["d2"], step = 64 : i64, to = "persist"}], for = ["d1"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 32 : i64, warps = 4 : i64}, {name = "multiply", registers = 112 : i64, warps = 16 : i64}], threads = 640 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<200x136xf32>, %arg3 = %arg1[d2, d0] : tensor<330x136xf32>) -> tensor<200x330xf32> attributes {loop.tf32} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<200x330xf32>
  }
  loop.kernel private @persist_transposed(%arg0: tensor<200x136xf32>, %arg1: tensor<136x330xf32>) -> tensor<200x330xf32> iters(d0 = 136, d1 = 200, d2 = 330) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{ahead = 3 : i64, body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 8 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d2"], step = 192 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["d0"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 2 : i64, to = "thread"}], for = ["d2"], step = 192 : i64, to = "persist"}], for = ["d1"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, threads = 256 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<200x136xf32>, %arg3 = %arg1[d0, d2] : tensor<136x330xf32>) -> tensor<200x330xf32> attributes {loop.tf32} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<200x330xf32>
  }
  loop.kernel private @rows_transposed(%arg0: tensor<136x200xf32>, %arg1: tensor<330x136xf32>) -> tensor<200x330xf32> iters(d0 = 136, d1 = 200, d2 = 330) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d2"], step = 128 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["d0"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 2 : i64, to = "thread"}], for = ["d2"], step = 128 : i64, to = "grid"}], for = ["d1"], step = 64 : i64, to = "grid"}], group = 8 : i64, resident = 3 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d0, d1] : tensor<136x200xf32>, %arg3 = %arg1[d2, d0] : tensor<330x136xf32>) -> tensor<200x330xf32> attributes {loop.tf32} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<200x330xf32>
  }
  loop.kernel private @roles_transposed(%arg0: tensor<136x200xf32>, %arg1: tensor<136x330xf32>) -> tensor<200x330xf32> iters(d0 = 136, d1 = 200, d2 = 330) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 8 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d2"], step = 128 : i64, to = "group"}], for = ["d1"], role = "multiply", step = 64 : i64, to = "group"}], for = ["d0"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], role = "multiply", step = 2 : i64, to = "thread"}], for = ["d2"], step = 128 : i64, to = "persist"}], for = ["d1"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 32 : i64, warps = 4 : i64}, {name = "multiply", registers = 112 : i64, warps = 16 : i64}], threads = 640 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d0, d1] : tensor<136x200xf32>, %arg3 = %arg1[d0, d2] : tensor<136x330xf32>) -> tensor<200x330xf32> attributes {loop.tf32} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<200x330xf32>
  }
  loop.kernel private @blocks(%arg0: tensor<200x136xf32>, %arg1: tensor<330x136xf32>) -> tensor<200x330xf32> iters(d0 = 136, d1 = 200, d2 = 330) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d2"], step = 64 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["d0"], ring = 6 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 2 : i64, to = "thread"}], for = ["d2"], step = 64 : i64, to = "grid"}], for = ["d1"], step = 64 : i64, to = "grid"}], group = 8 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<200x136xf32>, %arg3 = %arg1[d2, d0] : tensor<330x136xf32>) -> tensor<200x330xf32> attributes {loop.tf32} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<200x330xf32>
  }
  loop.kernel private @convolution(%arg0: tensor<2x12x9x16xf32>, %arg1: tensor<72x12x3x3xf32>) -> tensor<2x72x9x16xf32> iters(d0 = 2, d1 = 72, d2 = 9, d3 = 16, d4 = 12, d5 = 3, d6 = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 4 : i64, copy = [0, 1], engine = "plain", to = "shared"}, {bytes = 4 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k8.tf32"}], for = ["d0", "d2", "d3"], step = 128 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["d4", "d5", "d6"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d3"], to = "vector"}], for = ["d1", "d0", "d2", "d3"], step = 8 : i64, to = "thread"}], for = ["d0", "d2", "d3"], step = 128 : i64, to = "grid"}], for = ["d1"], step = 64 : i64, to = "grid"}], group = 8 : i64, resident = 3 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d0, d1, d2, d3) over (d4, d5, d6) reads(%arg2 = %arg0[d0, d4, d2 + d5 - 1, d3 + d6 - 1] : tensor<2x12x9x16xf32> else 0.000000e+00, %arg3 = %arg1[d1, d4, d5, d6] : tensor<72x12x3x3xf32>) -> tensor<2x72x9x16xf32> attributes {loop.tf32} {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<2x72x9x16xf32>
  }
  func.func @main(%c: tensor<200x136xf32> {tc.init = {kind = "constant", value = 1.000732421875}}, %d: tensor<330x136xf32> {tc.init = {kind = "constant", value = 1.000732421875}}, %a: tensor<200x136xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %at: tensor<136x200xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}, %b: tensor<330x136xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 3 : i64}}, %bt: tensor<136x330xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 4 : i64}}, %x: tensor<2x12x9x16xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 5 : i64}}, %w: tensor<72x12x3x3xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 6 : i64}}) -> (tensor<200x330xf32>, tensor<200x330xf32>, tensor<200x330xf32>, tensor<200x330xf32>, tensor<200x330xf32>, tensor<2x72x9x16xf32>) attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @roles(%c, %d) {loop.places = [{result = 0 : i64}]} : (tensor<200x136xf32>, tensor<330x136xf32>) -> tensor<200x330xf32>
    %1 = loop.launch @persist_transposed(%a, %bt) {loop.places = [{result = 1 : i64}]} : (tensor<200x136xf32>, tensor<136x330xf32>) -> tensor<200x330xf32>
    %2 = loop.launch @rows_transposed(%at, %b) {loop.places = [{result = 2 : i64}]} : (tensor<136x200xf32>, tensor<330x136xf32>) -> tensor<200x330xf32>
    %3 = loop.launch @roles_transposed(%at, %bt) {loop.places = [{result = 3 : i64}]} : (tensor<136x200xf32>, tensor<136x330xf32>) -> tensor<200x330xf32>
    %4 = loop.launch @blocks(%c, %d) {loop.places = [{result = 4 : i64}]} : (tensor<200x136xf32>, tensor<330x136xf32>) -> tensor<200x330xf32>
    %5 = loop.launch @convolution(%x, %w) {loop.places = [{result = 5 : i64}]} : (tensor<2x12x9x16xf32>, tensor<72x12x3x3xf32>) -> tensor<2x72x9x16xf32>
    return %0, %1, %2, %3, %4, %5 : tensor<200x330xf32>, tensor<200x330xf32>, tensor<200x330xf32>, tensor<200x330xf32>, tensor<200x330xf32>, tensor<2x72x9x16xf32>
  }
}
