// Contexts, modules and pipelines with statuses. See session.h.
#include "driver/session.h"

#include "ir/collect.h"
#include "ir/read_types.h"
#include "ir/shim.h"
#include "mlir-c/Pass.h"
#include "support/nesting.h"
#include "support/strbuf.h"
#include "support/version.h"
#include "tc/mlir.h"

#include <stdlib.h>
#include <string.h>

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

MlirContext tcSessionContext(bool threads) {
  tcRegisterAllPasses();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tcRegisterAllDialects(registry);
  MlirContext ctx = mlirContextCreateWithRegistry(registry, threads);
  mlirDialectRegistryDestroy(registry);
  // Sizes are made of programs that name none.
  mlirContextGetOrLoadDialect(ctx, mlirStringRefCreateFromCString("tc"));
  return ctx;
}

// "builtin.module(...)" is a whole pipeline, anything else is inside one.
static TcStatus addPasses(MlirOpPassManager manager, const char *pipeline) {
  static const char whole[] = "builtin.module(";
  TcStrBuf why = {0};
  MlirStringRef text = mlirStringRefCreateFromCString(pipeline);
  bool isWhole = !strncmp(pipeline, whole, sizeof whole - 1);
  MlirLogicalResult parsed =
      isWhole ? mlirParsePassPipeline(manager, text, append, &why)
              : mlirOpPassManagerAddPipeline(manager, text, append, &why);
  TcStatus status = TC_OK;
  if (mlirLogicalResultIsFailure(parsed))
    status = tcStatusMake(1014, "the pipeline '%s' does not parse: %s",
                          pipeline, tcStrBufText(&why));
  tcStrBufFree(&why);
  return status;
}

static TcStatus runPasses(MlirModule module, const char *pipeline,
                          bool verifies) {
  MlirPassManager manager = mlirPassManagerCreate(mlirModuleGetContext(module));
  mlirPassManagerEnableVerifier(manager, verifies);
  TcStatus status =
      addPasses(mlirPassManagerGetAsOpPassManager(manager), pipeline);
  if (!status && mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(
                     manager, mlirModuleGetOperation(module))))
    status =
        tcStatusMake(TC_ERROR_UPSTREAM, "the pipeline '%s' failed", pipeline);
  mlirPassManagerDestroy(manager);
  return status;
}

TcStatus tcSessionRun(MlirModule module, const char *pipeline) {
  return runPasses(module, pipeline, true);
}

// Runs passes of ours, or of upstream, on a module that is verified.
static TcStatus runKnown(MlirModule module, const char *pipeline) {
  const char *each = getenv("TC_VERIFY_EACH");
  return runPasses(module, pipeline, each && *each);
}

static TcStatus verify(MlirModule module, const char *what,
                       const char *pipeline) {
  if (mlirOperationVerify(mlirModuleGetOperation(module)))
    return TC_OK;
  return tcStatusMake(TC_ERROR_UPSTREAM,
                      "what the pipeline '%s' %s is malformed", pipeline, what);
}

TcStatus tcSessionLower(MlirModule module, const char *pipeline) {
  TC_RETURN_IF_ERROR(runKnown(module, pipeline));
  return verify(module, "makes", pipeline);
}

TcStatus tcSessionConvert(MlirModule module, const char *pipeline) {
  TC_RETURN_IF_ERROR(verify(module, "converts", pipeline));
  return runKnown(module, pipeline);
}

static TcStatus checkNesting(const char *text, size_t size) {
  size_t line, column;
  const char *fault = tcTextFault(text, size, &line, &column);
  return fault ? tcStatusMake(1010, "%zu:%zu: %s", line, column, fault) : TC_OK;
}

static TcStatus checkVersion(const char *text, size_t size) {
  int major, minor;
  size_t line, column;
  if (tcTextVersionIsRead(text, size, &major, &minor, &line, &column))
    return TC_OK;
  char why[TC_VERSION_TEXT];
  tcVersionRefusal(major, minor, why);
  return tcStatusMake(5002, "%zu:%zu: %s", line, column, why);
}

// MLIR's parser needs a 0 after the text.
static MlirModule parseText(MlirContext ctx, const char *text, size_t size,
                            const char *name) {
  char *copy = malloc(size + 1);
  if (!copy)
    return (MlirModule){NULL};
  memcpy(copy, text, size);
  copy[size] = 0;
  MlirModule module = {NULL};
  MlirStringRef source = mlirStringRefCreate(copy, size);
  if (name)
    module = tcModuleParse(ctx, source, mlirStringRefCreateFromCString(name));
  else
    module = mlirModuleCreateParse(ctx, source);
  free(copy);
  return module;
}

TcStatus tcSessionParseNamed(MlirContext ctx, const char *text, size_t size,
                             const char *name, MlirModule *module) {
  TC_RETURN_IF_ERROR(checkNesting(text, size));
  TC_RETURN_IF_ERROR(checkVersion(text, size));
  *module = parseText(ctx, text, size, name);
  if (mlirModuleIsNull(*module))
    return tcStatusMake(TC_ERROR_UPSTREAM, "the module does not parse");
  MlirOperation root = mlirModuleGetOperation(*module);
  if (mlirLogicalResultIsSuccess(tcCheckReadTypes(root)))
    return TC_OK;
  mlirModuleDestroy(*module);
  *module = (MlirModule){NULL};
  return tcStatusMake(TC_ERROR_UPSTREAM, "the module cannot be read");
}

TcStatus tcSessionParse(MlirContext ctx, const char *text, size_t size,
                        MlirModule *module) {
  return tcSessionParseNamed(ctx, text, size, NULL, module);
}

TcStatus tcSessionBetter(TcStatus said, TcStatus failed) {
  if (!said || !failed) {
    tcStatusFree(said); // An error for which nothing failed.
    return failed;
  }
  tcStatusFree(failed);
  return said;
}
