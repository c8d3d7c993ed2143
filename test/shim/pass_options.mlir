// Options, statistics, help and reproducers of passes that are written in C.
// RUN: tc-opt %s --tc-check-dialects='allow=builtin,func,arith' --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: not tc-opt %s --tc-check-dialects=allow=builtin,func 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-check-dialects{allow=builtin max=3})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tc-opt --help | FileCheck %s --check-prefix=HELP
// RUN: tc-opt %s --tc-check-dialects=allow=builtin,func,arith --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not tc-opt %s --pass-pipeline='builtin.module(func.func(tc-check-dialects{allow=func}))' --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --check-prefix=REPRODUCER < %t.mlir
// RUN: not tc-opt %t.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=ERROR

// STATS: tc-check-dialects
// STATS: (S) 6 checked - ops looked at
// ERROR: 'arith.constant' op [TC-0210] is left behind
// UNKNOWN: no such option max
// HELP: --tc-check-dialects {{.*}}Check that only ops of some dialects are left
// HELP-NEXT: --allow=<string>
// DUMP: tc-check-dialects{allow=builtin,func,arith}
// REPRODUCER: tc-check-dialects{allow=func}

func.func @f() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}

// Two functions, so that threads run clones of the pass with the same options.
func.func @g() {
  return
}
