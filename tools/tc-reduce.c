// mlir-reduce with tc's dialects and passes.
#include "tc/tools.h"

int main(int argc, char **argv) { return tcReduceMain(argc, argv); }
