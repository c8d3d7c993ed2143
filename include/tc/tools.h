// The developer tools as functions: tools/ has a main over each.
#ifndef TC_TOOLS_H
#define TC_TOOLS_H

#ifdef __cplusplus
extern "C" {
#endif

/// mlir-opt with tc's dialects and passes. Returns the exit code.
int tcOptMain(int argc, char **argv);

/// mlir-reduce with tc's dialects and passes.
int tcReduceMain(int argc, char **argv);

/// mlir-lsp-server that knows tc's dialects.
int tcLspServerMain(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif // TC_TOOLS_H
