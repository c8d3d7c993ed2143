// Handles the request to run passes on text.
#include "tc-worker/tc-worker.h"

#include "tc/module.h"

#include <stdlib.h>

TcStatus workerModule(const TcMessage *request, TcMessage *answer) {
  TcModuleOptions options = {
      .structSize = sizeof options,
      .name = tcMessageFind(request, TC_FIELD_NAME, NULL),
      .pipeline = tcMessageFind(request, TC_FIELD_PIPELINE, NULL),
      .form = (TcModuleForm)tcMessageNumber(request, TC_FIELD_FORM),
  };
  size_t size = 0, outSize;
  char *out;
  const char *text = tcMessageFind(request, TC_FIELD_SOURCE, &size);
  TC_RETURN_IF_ERROR(
      tcModuleRun(text ? text : "", size, &options, &out, &outSize));
  tcMessageAdd(answer, TC_FIELD_SOURCE, out, outSize);
  free(out);
  return TC_OK;
}
