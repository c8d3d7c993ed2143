// A task of a softmax down columns has a strip of a block of rows, and asks for
// the next strip while it computes exponentials; not while it only adds up, and
// not of rows that are short, or of values that a cache keeps.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s --check-prefix=STRIPS
// STRIPS: chunk = "d1", chunk_size = 64 : i64, grain = {{[0-9]+}} : i64, lanes = 32 : i64, stages = [0, 1], tasks = ["block.0"], vector = "d1"}
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s < %t.s
// CHECK: kernel k6_div
// CHECK: vmaxps
// CHECK-NOT: vscalefps
// CHECK-COUNT-2: prefetcht1
// CHECK-NOT: prefetch
// RUN: sed -e s/1024x/512x/g %s | tc-compile - --target=x86-64-v4 --emit=asm -o %t.near.s
// RUN: FileCheck %s --check-prefix=NEAR < %t.near.s
// NEAR: kernel k6_div
// NEAR-NOT: prefetch
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1 --threads=3
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<1024x600xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 1}}, %y: tensor<1024x192xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 2}}, %z: tensor<1024x640xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 3}})
      -> (tensor<1024x600xf32>, tensor<640xf32>, tensor<1024x192xf32>) {
    %0 = fx.call "aten.softmax.int"(%x, 0) : (tensor<1024x600xf32>) -> tensor<1024x600xf32>
    %1 = fx.call "aten.sum.dim_IntList"(%z, [0]) : (tensor<1024x640xf32>) -> tensor<640xf32>
    %2 = fx.call "aten.softmax.int"(%y, 0) : (tensor<1024x192xf32>) -> tensor<1024x192xf32>
    fx.output %0, %1, %2 : tensor<1024x600xf32>, tensor<640xf32>, tensor<1024x192xf32>
  }
}
