// Compiles a kernel (bytes), for a target and with options, to an object
// (bytes) or a status. This is the unit of parallelism, and its arguments are
// the cache's key.
#include "support/nesting.h"
#include "support/strbuf.h"
#include "target/target.h"

#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/RegisterEverything.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void tcContextAddTranslations(MlirContext context) {
  mlirRegisterAllLLVMTranslations(context);
}

static void appendText(MlirStringRef text, void *buffer) {
  tcStrBufAppendN(buffer, text.data, text.length);
}

static MlirLogicalResult noteDiagnostic(MlirDiagnostic diagnostic,
                                        void *buffer) {
  TcStrBuf *messages = buffer;
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError) {
    if (messages->size)
      tcStrBufAppend(messages, "; ");
    mlirDiagnosticPrint(diagnostic, appendText, messages);
  }
  return mlirLogicalResultSuccess();
}

/// A context with only the LLVM dialect and without threads.
static MlirContext makeContext(TcStrBuf *messages) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__llvm__(), registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  tcContextAddTranslations(context);
  mlirContextAttachDiagnosticHandler(context, noteDiagnostic, messages, NULL);
  return context;
}

static double secondsNow(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static TcStatus parseAndCompile(MlirContext context, MlirStringRef text,
                                const TcTarget *target,
                                const TcObjectOptions *options, TcBytes *object,
                                TcObjectStats *stats) {
  double start = secondsNow();
  MlirModule module = mlirModuleCreateParse(context, text);
  if (stats)
    stats->parse += secondsNow() - start;
  if (mlirModuleIsNull(module))
    return tcStatusMake(TC_ERROR_KERNEL_PARSE, "the kernel does not parse");
  TcStatus status = tcModuleToObject(mlirModuleGetOperation(module), target,
                                     options, object, stats);
  mlirModuleDestroy(module);
  return status;
}

static TcStatus checkNesting(const char *text, size_t size) {
  size_t line, column;
  const char *fault = tcTextFault(text, size, &line, &column);
  return fault ? tcStatusMake(TC_ERROR_KERNEL_PARSE, "%zu:%zu: %s", line,
                              column, fault)
               : TC_OK;
}

/// As MLIR's parser wants it: ended by a 0, and aligned for bytecode.
static char *copyText(const void *module, size_t size) {
  char *text = aligned_alloc(64, size / 64 * 64 + 64);
  if (text) {
    memcpy(text, module, size);
    text[size] = 0;
  }
  return text;
}

TcStatus tcKernelToObject(const void *module, size_t moduleSize,
                          const TcTarget *target,
                          const TcObjectOptions *options, TcBytes *object,
                          TcObjectStats *stats) {
  *object = (TcBytes){0};
  TC_RETURN_IF_ERROR(checkNesting(module, moduleSize));
  char *text = copyText(module, moduleSize);
  if (!text)
    return tcStatusMake(TC_ERROR_TARGET_NO_MEMORY,
                        "no memory for a kernel of %zu bytes", moduleSize);
  TcStrBuf messages = {0};
  MlirContext context = makeContext(&messages);
  TcStatus status =
      parseAndCompile(context, mlirStringRefCreate(text, moduleSize), target,
                      options, object, stats);
  free(text);
  if (status && messages.size)
    status = tcStatusAnnotate(status, "%s", tcStrBufText(&messages));
  mlirContextDestroy(context);
  tcStrBufFree(&messages);
  return status;
}
