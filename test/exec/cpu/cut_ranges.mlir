// Loops over lanes of maps are cut where comparisons of positions and fills
// change: concatenations, mirrored borders, pads with a constant, causal masks
// (which depend on the row and are not cut), in chunks of a task and in whole
// rows, of lengths that are no multiple of a vector. So are iterators outside of
// them: of tasks (i), and of a task's loops (k), in both dimensions.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: tc-compile %s --target-cpu=x86-64-v3 --emit=ll -o - | FileCheck %s
// The run between the borders is copied, without a comparison or a mask.
// CHECK-LABEL: @{{.*}}mirrored
// CHECK: %[[COPY:[0-9]+]] = load <32 x float>
// CHECK: store <32 x float> %[[COPY]]
module attributes {tc.version = "0.1"} {
loop.kernel private @mirrored(%x: tensor<70x600xf32>) -> tensor<70x605xf32> iters(i = 70, j = 605) {
  %0 = loop.map (i, j) reads(%front = %x[i, -j + 3] : tensor<70x600xf32> else 0.0, %own = %x[i, j - 3] : tensor<70x600xf32> else 0.0, %back = %x[i, -j + 1201] : tensor<70x600xf32> else 0.0) -> tensor<70x605xf32> {
    %at = loop.index <j>
    %first = prim.constant 3 : i64
    %last = prim.constant 603 : i64
    %isFront = prim.lt %at, %first : i64
    %isBack = prim.ge %at, %last : i64
    %1 = prim.where %isFront, %front, %own : i1, f32
    %2 = prim.where %isBack, %back, %1 : i1, f32
    loop.yield %2 : f32
  }
  loop.yield %0 : tensor<70x605xf32>
}
loop.kernel private @chunks(%x: tensor<9001xf32>, %y: tensor<5002xf32>) -> tensor<14003xf32> iters(j = 14003)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", lanes = 16, chunk = "j", chunk_size = 700}]}} {
  %0 = loop.map (j) reads(%a = %x[j] : tensor<9001xf32> else 0.0, %b = %y[j - 9001] : tensor<5002xf32> else 0.0) -> tensor<14003xf32> {
    %at = loop.index <j - 9001>
    %zero = prim.constant 0 : i64
    %isSecond = prim.le %zero, %at : i64
    %1 = prim.where %isSecond, %b, %a : i1, f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<14003xf32>
}
loop.kernel private @padded(%x: tensor<5x333xf64>) -> tensor<5x350xf64> iters(i = 5, j = 350) {
  %0 = loop.map (i, j) reads(%a = %x[i, j - 9] : tensor<5x333xf64> else 2.5, %b = %x[i, -j + 340] : tensor<5x333xf64> else -1.0) -> tensor<5x350xf64> {
    %1 = prim.add %a, %b : f64
    loop.yield %1 : f64
  }
  loop.yield %0 : tensor<5x350xf64>
}
loop.kernel private @causal(%x: tensor<130x257xf32>) -> tensor<130x257xf32> iters(i = 130, j = 257) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<130x257xf32>) -> tensor<130x257xf32> {
    %row = loop.index <i>
    %column = loop.index <j>
    %half = prim.constant 100 : i64
    %isSeen = prim.ge %row, %column : i64
    %isEarly = prim.gt %half, %column : i64
    %isOn = prim.bitwise_or %isSeen, %isEarly : i1
    %none = prim.constant 0.0 : f32
    %1 = prim.where %isOn, %a, %none : i1, f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<130x257xf32>
}
// CHECK-LABEL: @{{.*}}blocks
// CHECK-NOT: {{llvm.masked|select}}
// CHECK: ret void
loop.kernel private @blocks(%x: tensor<3x4x32xf32>, %y: tensor<5x9x32xf32>) -> tensor<8x9x32xf32> iters(i = 8, k = 9, j = 32)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 16, nests = [{stages = [0], ranges = 9}]}]}} {
  %0 = loop.map (i, k, j) reads(%a = %x[i, k, j] : tensor<3x4x32xf32> else 0.0, %b = %x[i, k - 5, j] : tensor<3x4x32xf32> else 0.0, %c = %y[i - 3, k, j] : tensor<5x9x32xf32> else 0.0) -> tensor<8x9x32xf32> {
    %row = loop.index <i>
    %at = loop.index <k>
    %three = prim.constant 3 : i64
    %five = prim.constant 5 : i64
    %isX = prim.lt %row, %three : i64
    %isFront = prim.gt %five, %at : i64
    %1 = prim.where %isFront, %a, %b : i1, f32
    %2 = prim.where %isX, %1, %c : i1, f32
    loop.yield %2 : f32
  }
  loop.yield %0 : tensor<8x9x32xf32>
}
func.func @main(%x: tensor<70x600xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<9001xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %z: tensor<5002xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %p: tensor<5x333xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %q: tensor<130x257xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %b: tensor<3x4x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %c: tensor<5x9x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}})
    -> (tensor<70x605xf32>, tensor<14003xf32>, tensor<5x350xf64>, tensor<130x257xf32>, tensor<8x9x32xf32>) {
  %0 = loop.launch @mirrored(%x) : (tensor<70x600xf32>) -> tensor<70x605xf32>
  %1 = loop.launch @chunks(%y, %z) : (tensor<9001xf32>, tensor<5002xf32>) -> tensor<14003xf32>
  %2 = loop.launch @padded(%p) : (tensor<5x333xf64>) -> tensor<5x350xf64>
  %3 = loop.launch @causal(%q) : (tensor<130x257xf32>) -> tensor<130x257xf32>
  %4 = loop.launch @blocks(%b, %c) : (tensor<3x4x32xf32>, tensor<5x9x32xf32>) -> tensor<8x9x32xf32>
  return %0, %1, %2, %3, %4 : tensor<70x605xf32>, tensor<14003xf32>, tensor<5x350xf64>, tensor<130x257xf32>, tensor<8x9x32xf32>
}
}
