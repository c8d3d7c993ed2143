// Products in tile registers are cut into blocks of steps where the caches do
// not keep a task's operands. Rows in place that half of the second cache does
// not keep would come from memory for each panel: they are packed in blocks
// whose panel takes a third of the first cache. With a second cache twice as
// large they stay in place, as rows that stay in it do, and so many that each
// tile goes through all panels.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16,l1=49152,l2=2097152,cores=2 | FileCheck %s
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16,l1=32768,l2=2097152,cores=2 | FileCheck %s --check-prefix=SMALL
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16,l1=49152,l2=4194304,cores=2 | FileCheck %s --check-prefix=LARGE
// CHECK: loop.kernel {{.*}}256x3072xbf16{{.*}}blocks = 12 : i64,{{.*}} rows_from = "blocks", steps = 256 : i64, tiles = 8 : i64
// SMALL: loop.kernel {{.*}}256x3072xbf16{{.*}}blocks = 20 : i64,{{.*}} rows_from = "blocks", steps = 160 : i64, tiles = 8 : i64
// LARGE: loop.kernel {{.*}}256x3072xbf16
// LARGE-NOT: rows_from
// LARGE-SAME: unit = "amx.bf16"
// CHECK: loop.kernel {{.*}}256x768xbf16
// CHECK-NOT: rows_from
// CHECK-SAME: unit = "amx.bf16"
// CHECK: loop.kernel {{.*}}2048x768xbf16
// CHECK-NOT: rows_from
// CHECK-SAME: panels_inner
// Of rows whose steps are far apart, which tasks pack, blocks are so short that
// a quarter of the second cache keeps as many panels as are packed at once.
// CHECK: loop.kernel {{.*}}12544x64xbf16{{.*}}blocks = 4 : i64,{{.*}} rows_from = "steps", steps = 1568 : i64,{{.*}} together = 4 : i64
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<256x3072xbf16>, %b: tensor<3072x768xbf16>, %c: tensor<256x768xbf16>, %d: tensor<768x768xbf16>, %e: tensor<2048x768xbf16>, %f: tensor<12544x64xbf16>, %g: tensor<12544x128xbf16>)
      -> (tensor<256x768xbf16>, tensor<256x768xbf16>, tensor<2048x768xbf16>, tensor<64x128xbf16>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<256x3072xbf16>, tensor<3072x768xbf16>
    %1 = prim.dot_general %c, %d batch [], [] contract [1], [0] : tensor<256x768xbf16>, tensor<768x768xbf16>
    %2 = prim.dot_general %e, %d batch [], [] contract [1], [0] : tensor<2048x768xbf16>, tensor<768x768xbf16>
    %3 = prim.dot_general %f, %g batch [], [] contract [0], [0] : tensor<12544x64xbf16>, tensor<12544x128xbf16>
    return %0, %1, %2, %3 : tensor<256x768xbf16>, tensor<256x768xbf16>, tensor<2048x768xbf16>, tensor<64x128xbf16>
  }
}
