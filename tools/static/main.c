// The self-contained tools as one program (cmake/TcStatic.cmake), so that it
// contains LLVM once. The name it is called by selects the tool.
#include "target/self.h"
#include "tc/tools.h"

#include <string.h>

int tcCompileMain(int argc, char **argv);   // tools/tc-compile.c
int tcWorkerMain(int argc, char **argv);    // tools/tc-worker.c
int tcInterpretMain(int argc, char **argv); // tools/tc-interpret.c
int tcReduceMain(int argc, char **argv);    // tools/tc-reduce.c
int tcLinkerMain(int argc, char **argv);    // lib/shim/Static.cpp

typedef struct Tool {
  const char *name;
  int (*main)(int argc, char **argv);
} Tool;

static const Tool tools[] = {
#ifdef TC_HAS_Worker
    {"tc-worker", tcWorkerMain},
#endif
#ifdef TC_HAS_Interpret
    {"tc-interpret", tcInterpretMain},
#endif
#ifdef TC_HAS_Opt
    {"tc-opt", tcOptMain},
#endif
#ifdef TC_HAS_Reduce
    {"tc-reduce", tcReduceMain},
#endif
};

int main(int argc, char **argv) {
  const char *slash = strrchr(argv[0], '/');
  const char *name = slash ? slash + 1 : argv[0];
  if (!strcmp(name, "ld.lld"))
    return tcLinkerMain(argc, argv);
  tcSelfIsLinker = true;
  for (size_t i = 0; i < sizeof tools / sizeof *tools; ++i)
    if (!strcmp(name, tools[i].name))
      return tools[i].main(argc, argv);
  return tcCompileMain(argc, argv);
}
