// A map that reads rows whole pages apart, side by side along points that are
// few: tasks have these points together, of a vector of rows. The rows' lines
// are in one set of a cache, which would not keep them from task to task.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v4 | FileCheck %s

// CHECK: @pages({{.*}}chunk = "d2", chunk_size = 16 : i64, {{.*}}tasks = ["d0"], vector = "d2"
loop.kernel private @pages(%a: tensor<512x256x16xf32>, %b: tensor<512xf32>) -> tensor<256x8x512x2xf32> iters(d0 = 256, d1 = 8, d2 = 512, d3 = 2) {
  %0 = loop.map (d0, d1, d2, d3) reads(%x = %a[d2, d0, d1 - 8*d3 + 8] : tensor<512x256x16xf32> else 0.0, %y = %b[d2] : tensor<512xf32>) -> tensor<256x8x512x2xf32> {
    %m = prim.mul %x, %y : f32
    loop.yield %m : f32
  }
  loop.yield %0 : tensor<256x8x512x2xf32>
}

// -----

// Rows an odd number of lines apart stay in the cache.
// CHECK: @lines({{.*}}tasks = ["d0", "d1"], vector = "d2"
loop.kernel private @lines(%a: tensor<512x255x16xf32>, %b: tensor<512xf32>) -> tensor<255x8x512x2xf32> iters(d0 = 255, d1 = 8, d2 = 512, d3 = 2) {
  %0 = loop.map (d0, d1, d2, d3) reads(%x = %a[d2, d0, d1 - 8*d3 + 8] : tensor<512x255x16xf32> else 0.0, %y = %b[d2] : tensor<512xf32>) -> tensor<255x8x512x2xf32> {
    %m = prim.mul %x, %y : f32
    loop.yield %m : f32
  }
  loop.yield %0 : tensor<255x8x512x2xf32>
}
