// Implements tc/passes.h: runs passes on a module given as text.
#include "tc/passes.h"

#include "driver/session.h"
#include "ir/collect.h"
#include "support/strbuf.h"

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

static TcStatus parseAndRun(MlirContext ctx, const char *text, size_t size,
                            const char *pipeline, TcStrBuf *out) {
  MlirModule module;
  TC_RETURN_IF_ERROR(tcSessionParse(ctx, text, size, &module));
  TcStatus status = tcSessionRun(module, pipeline);
  if (!status)
    mlirOperationPrint(mlirModuleGetOperation(module), append, out);
  mlirModuleDestroy(module);
  return status ? status : tcStrBufStatus(out);
}

TcStatus tcPassesRun(const char *text, size_t size, const char *pipeline,
                     char **out, size_t *outSize) {
  *out = NULL;
  MlirContext ctx = tcSessionContext(/*threads=*/true);
  TcCollector collector;
  TcStrBuf buf = {0};
  tcCollectorStart(&collector, ctx);
  TcStatus status = parseAndRun(ctx, text, size, pipeline, &buf);
  status = tcSessionBetter(tcCollectorFinish(&collector), status);
  mlirContextDestroy(ctx);
  if (!status) {
    if (outSize)
      *outSize = buf.size;
    *out = tcStrBufTake(&buf);
  }
  tcStrBufFree(&buf);
  return status;
}
