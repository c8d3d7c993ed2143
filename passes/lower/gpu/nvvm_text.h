// Texts of inline assembly: names of operands, and constraints.
#ifndef TC_PASSES_LOWER_GPU_NVVM_TEXT_H
#define TC_PASSES_LOWER_GPU_NVVM_TEXT_H

#include "lib/support/strbuf.h"

/// n names: "$4, $5" of `before` "$" and `from` 4.
static inline void tcAsmNames(TcStrBuf *buf, const char *before, size_t n,
                              size_t from) {
  for (size_t i = 0; i < n; ++i)
    tcStrBufPrintf(buf, "%s%s%zu", i ? ", " : "", before, from + i);
}

/// One constraint n times.
static inline void tcAsmRepeat(TcStrBuf *buf, const char *constraint,
                               size_t n) {
  for (size_t i = 0; i < n; ++i)
    tcStrBufPrintf(buf, "%s%s", buf->size ? "," : "", constraint);
}

#endif // TC_PASSES_LOWER_GPU_NVVM_TEXT_H
