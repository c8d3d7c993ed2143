// A C program that embeds the passes through include/tc: no MLIR header.
// UNSUPPORTED: sanitizers
// clang-format off
// RUN: %cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I%root/include %s %plugin -Wl,-rpath,%build/lib -o %t
// RUN: %t | FileCheck %s
// clang-format on
#include "tc/passes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run(const char *title, const char *text, const char *pipeline) {
  char *out;
  size_t size;
  printf("== %s\n", title);
  TcStatus status = tcPassesRun(text, strlen(text), pipeline, &out, &size);
  if (!status) {
    fwrite(out, 1, size, stdout);
    free(out);
    return;
  }
  char message[1024];
  tcStatusPrint(status, message, sizeof message);
  printf("%d %d %s\n", out == NULL, tcStatusNumber(status), message);
  tcStatusFree(status);
}

static const char twice[] = "func.func @f(%x: i32) -> i32 {\n"
                            "  %0 = arith.addi %x, %x : i32\n"
                            "  %1 = arith.addi %x, %x : i32\n"
                            "  %2 = arith.muli %0, %1 : i32\n"
                            "  return %2 : i32\n}\n";

int main(void) {
  // CHECK-LABEL: == upstream and ours
  // CHECK: arith.addi
  // CHECK-NOT: arith.addi
  // CHECK: arith.muli
  run("upstream and ours", twice,
      "cse,tc-check-dialects{allow=builtin,func,arith}");
  // CHECK-LABEL: == whole pipeline
  // CHECK: arith.muli
  run("whole pipeline", twice, "builtin.module(func.func(cse))");
  // CHECK-LABEL: == several errors
  // CHECK: 1 210 {{.*}}:2:8{{.*}}: [TC-0210] 'arith.addi' op is left behind
  // CHECK: :3:8{{.*}} 'arith.addi' op [TC-0210]
  // CHECK: :4:8{{.*}} 'arith.muli' op [TC-0210]
  run("several errors", twice, "tc-check-dialects{allow=builtin,func}");
  // CHECK-LABEL: == no such pass
  // CHECK: 1 1014 [TC-1014] the pipeline 'no-such-pass' does not parse:
  // {{.*}}'no-such-pass' does not refer to a registered pass
  run("no such pass", twice, "no-such-pass");
  // CHECK-LABEL: == no module
  // CHECK: 1 1013 {{.*}}[TC-1013] {{.*}}nonsense
  run("no module", "nonsense", "cse");
  // CHECK-LABEL: == size
  // CHECK: 1 1001
  run("size", "func.func private @f() attributes {a = #tc.size<2*>}", "cse");
  // CHECK-LABEL: == nested
  // CHECK: 1 1010 [TC-1010] 1:257: brackets nested more than 256 deep
  char nested[301] = {0};
  memset(nested, '[', 300);
  run("nested", nested, "cse");
  return 0;
}
