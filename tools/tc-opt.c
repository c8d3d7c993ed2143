// mlir-opt with tc's dialects and passes.
#include "tc/tools.h"

int main(int argc, char **argv) { return tcOptMain(argc, argv); }
