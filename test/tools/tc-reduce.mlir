// What the command does not need goes: other ops, results, arguments, symbols;
// the rest is fed by new arguments, and sizes become small.
// RUN: tc-reduce %s -o %t.mlir -- 'if grep -q prim.sort {}; then exit 7; fi'
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: tc-interpret %t.mlir --print

// A program on which the command succeeds has nothing to show.
// RUN: not tc-reduce %s -o %t2.mlir -- true 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: tc-reduce: {{.*}}tc-reduce.mlir: [TC-1780] the command succeeds

// It needs a file in /tmp, and a pipe for what the command says: with descriptors
// for the standard streams and one more there is none for a pipe.
// RUN: not bash -c 'ulimit -n 4; tc-reduce %s -o %t2.mlir -- false' 2>&1 | FileCheck %s --check-prefix=PIPE
// PIPE: [TC-7605] no pipe: Too many open files

// Another way to end is another find: an error with another number.
// RUN: tc-reduce %s -o %t3.mlir -- 'if grep -q prim.topk {}; then echo [TC-1111]; exit 1; else echo [TC-2222]; exit 1; fi'
// RUN: FileCheck %s --input-file=%t3.mlir --check-prefix=NUMBER

// So is the same number with another message; numbers and types in it are the
// program's.
// RUN: tc-reduce %s -o %t7.mlir -- 'if grep -q prim.topk {}; then echo "[TC-1111] C1: size $(wc -c <{}) of tensor<$(wc -l <{})xf32>"; else echo "[TC-1111] C1: another thing"; fi; exit 1'
// RUN: FileCheck %s --input-file=%t7.mlir --check-prefix=NUMBER
// RUN: tc-reduce %s -o %t8.mlir -- 'if grep -q prim.topk {}; then echo "[TC-1111] C1: size"; else echo "[TC-1111] C2: size"; fi; exit 1'
// RUN: FileCheck %s --input-file=%t8.mlir --check-prefix=NUMBER

// A command that outlasts its time is a find, too.
// RUN: tc-reduce %s --timeout=1 -o %t4.mlir -- 'if grep -q prim.cumsum {}; then sleep 20; fi'
// RUN: FileCheck %s --input-file=%t4.mlir --check-prefix=TIME

// The search ends with its time: here before a second candidate was tried.
// RUN: tc-reduce %s --limit=1 -o %t6.mlir -- 'sleep 2; exit 7' 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: FileCheck %s --input-file=%t6.mlir --check-prefix=WHOLE
// LIMIT: tc-reduce: 0 runs, 0 edits kept
// WHOLE: prim.sort
// WHOLE: prim.cumsum

// RUN: not tc-reduce %s 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: usage: tc-reduce FILE.mlir
// RUN: python3 -c "print('[' * 300000)" >%t5.mlir
// RUN: not tc-reduce %t5.mlir -- false 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: [TC-1010]

// CHECK: module {
// CHECK-NEXT: func.func @main(%[[X:.*]]: tensor<[[SIZE:1x1]]xf32>
// CHECK-NEXT: %{{.*}}, %{{.*}} = prim.sort %[[X]] dim {{.}} : tensor<1x1xf32>
// CHECK-NEXT: return
// CHECK-NOT: prim.
// NUMBER: prim.topk
// NUMBER-NOT: prim.sort
// TIME: prim.cumsum
// TIME-NOT: prim.sort

module attributes {tc.version = "0.1"} {
  prim.weight @w : tensor<40x64xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}
  func.func @main(%x: tensor<32x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %unused: tensor<4xi64> {tc.init = {kind = "randint", low = 0, high = 4, stream = 2}}) -> (tensor<32x64xf32>, tensor<32x64xi64>, tensor<32x5xf32>, tensor<32x40xf32>) {
    %w = prim.get_weight @w : tensor<40x64xf32>
    %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<32x40xf32>, tensor<40x64xf32>
    %1 = prim.tanh %0 : tensor<32x64xf32>
    %2, %3 = prim.sort %1 dim 1 : tensor<32x64xf32>
    %4 = prim.exp %2 : tensor<32x64xf32>
    %5, %6 = prim.topk %4, #tc.size<5> dim 1 : tensor<32x64xf32>
    %7 = prim.cumsum %x dim 1 : tensor<32x40xf32>
    return %4, %3, %5, %7 : tensor<32x64xf32>, tensor<32x64xi64>, tensor<32x5xf32>, tensor<32x40xf32>
  }
}
