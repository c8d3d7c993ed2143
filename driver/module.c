// Implements tc/module.h: runs passes on a module given as text.
#include "tc/module.h"

#include "driver/module_json.h"
#include "driver/session.h"
#include "ir/collect.h"

#include <string.h>

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

static void print(MlirOperation op, bool located, TcStrBuf *out) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (located)
    mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
  mlirOpPrintingFlagsAssumeVerified(flags);
  mlirOperationPrintWithFlags(op, flags, append, out);
  mlirOpPrintingFlagsDestroy(flags);
}

static void writeForm(MlirOperation op, TcModuleForm form, TcStrBuf *out) {
  switch (form) {
  case TC_MODULE_NOTHING:
    return;
  case TC_MODULE_TEXT:
  case TC_MODULE_LOCATED:
    print(op, form == TC_MODULE_LOCATED, out);
    return;
  case TC_MODULE_BYTECODE:
    mlirOperationWriteBytecode(op, append, out);
    return;
  case TC_MODULE_OPERATIONS:
    tcModulePrintJson(op, out);
    return;
  }
}

static TcStatus run(MlirContext ctx, const char *text, size_t size,
                    const TcModuleOptions *options, TcStrBuf *out) {
  MlirModule module = {NULL};
  TcStatus status =
      tcSessionParseNamed(ctx, text, size, options->name, &module);
  if (!status && options->pipeline && *options->pipeline)
    status = tcSessionRun(module, options->pipeline);
  if (!status)
    writeForm(mlirModuleGetOperation(module), options->form, out);
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  return status ? status : tcStrBufStatus(out);
}

TcStatus tcModuleRun(const char *text, size_t size,
                     const TcModuleOptions *options, char **out,
                     size_t *outSize) {
  TcModuleOptions o = {0};
  TcStrBuf result = {0};
  if (options) // of this version or another
    memcpy(&o, options,
           options->structSize < sizeof o ? options->structSize : sizeof o);
  *out = NULL;
  *outSize = 0;
  MlirContext ctx = tcSessionContext(/*threads=*/false);
  TcCollector collector;
  tcCollectorStart(&collector, ctx);
  TcStatus status = run(ctx, text, size, &o, &result);
  status = tcSessionBetter(tcCollectorFinish(&collector), status);
  mlirContextDestroy(ctx);
  if (!status) {
    tcStrBufAppend(&result, "");
    *outSize = result.size;
    *out = tcStrBufTake(&result);
    if (!*out)
      status = tcStatusMake(6600, "no memory to write the module");
  }
  tcStrBufFree(&result);
  return status;
}
