// The self-contained tools in one program (cmake/TcStatic.cmake): LLVM is in it
// once. Which of them it is, is the name that it was called by.
#include "target/self.h"

#include <string.h>

int tcCompileMain(int argc, char **argv);   // tools/tc-compile.c
int tcInterpretMain(int argc, char **argv); // tools/tc-interpret.c
int tcWorkerMain(int argc, char **argv);    // tools/tc-worker.c
int tcLinkerMain(int argc, char **argv);    // lib/shim/Static.cpp

int main(int argc, char **argv) {
  const char *slash = strrchr(argv[0], '/');
  const char *name = slash ? slash + 1 : argv[0];
  if (!strcmp(name, "ld.lld"))
    return tcLinkerMain(argc, argv);
  tcSelfIsLinker = true;
  if (!strcmp(name, "tc-worker"))
    return tcWorkerMain(argc, argv);
  if (!strcmp(name, "tc-interpret"))
    return tcInterpretMain(argc, argv);
  return tcCompileMain(argc, argv);
}
