#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tc/passes.h>

int main(void) {
  static const char text[] = "func.func @f() {\n"
                             "  %c = arith.constant 1 : i32\n  return\n}";
  char *out;
  TcStatus status = tcPassesRun(text, strlen(text), "canonicalize", &out, NULL);
  if (status)
    return 1;
  fputs(out, stdout);
  free(out);
  return 0;
}
