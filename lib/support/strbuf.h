// A string that grows. When memory runs out, the text is kept, `failed` is set
// and further appends do nothing: check once at the end.
#ifndef TC_SUPPORT_STRBUF_H
#define TC_SUPPORT_STRBUF_H

#include "support/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/// All zero is an empty buffer.
typedef struct TcStrBuf {
  char *data; // ended by a 0 unless NULL; read it through tcStrBufText
  size_t size, capacity;
  bool failed;
} TcStrBuf;

void tcStrBufFree(TcStrBuf *buf);

/// Empties the buffer and keeps its memory.
void tcStrBufClear(TcStrBuf *buf);

void tcStrBufAppend(TcStrBuf *buf, const char *text);
void tcStrBufAppendN(TcStrBuf *buf, const char *text, size_t size);
void tcStrBufAppendChar(TcStrBuf *buf, char c);
void tcStrBufPrintf(TcStrBuf *buf, const char *format, ...) TC_PRINTF(2, 3);
void tcStrBufPrintfV(TcStrBuf *buf, const char *format, va_list arguments)
    TC_PRINTF(2, 0);

/// The text, ended by a 0; valid until the next append. Never NULL.
static inline const char *tcStrBufText(const TcStrBuf *buf) {
  return buf->data ? buf->data : "";
}

/// TC-6001 if an append has failed.
TcStatus tcStrBufStatus(const TcStrBuf *buf) TC_MUST_USE;

/// Returns the text, which the caller frees with free(), and empties the
/// buffer. NULL if an append has failed.
char *tcStrBufTake(TcStrBuf *buf);

#endif // TC_SUPPORT_STRBUF_H
