// Canonicalises the text of size expressions with the size algebra of
// lib/support.
#include "ir/size_text.h"
#include "support/size.h"

bool tcSizeTextCanonical(MlirStringRef text, MlirStringCallback out,
                         void *userData) {
  TcStrBuf buf = {0};
  TcStatus status = tcSizeCanonicalText(text.data, text.length, &buf);
  bool ok = !status;
  char why[256];
  if (!ok)
    tcStatusPrint(status, why, sizeof why);
  out(mlirStringRefCreateFromCString(ok ? tcStrBufText(&buf) : why), userData);
  tcStatusFree(status);
  tcStrBufFree(&buf);
  return ok;
}
