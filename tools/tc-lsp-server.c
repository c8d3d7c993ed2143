// Language server for .mlir files with tc's dialects.
#include "tc/tools.h"

int main(int argc, char **argv) { return tcLspServerMain(argc, argv); }
