// Growing strings.
#include "support/strbuf.h"

#include "support/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tcStrBufFree(TcStrBuf *buf) {
  free(buf->data);
  *buf = (TcStrBuf){0};
}

void tcStrBufClear(TcStrBuf *buf) {
  buf->size = 0;
  buf->failed = false;
  if (buf->data)
    buf->data[0] = 0;
}

static bool fail(TcStrBuf *buf) {
  buf->failed = true;
  return tcMemoryFailed();
}

// Room for `extra` bytes and the final 0.
static bool reserve(TcStrBuf *buf, size_t extra) {
  if (buf->failed)
    return false;
  if (extra < buf->capacity - buf->size)
    return true;
  size_t capacity = buf->capacity ? buf->capacity * 2 : 64;
  if (extra > SIZE_MAX / 4 || capacity > SIZE_MAX / 4)
    return fail(buf);
  if (capacity < buf->size + extra + 1)
    capacity = buf->size + extra + 1;
  char *data = realloc(buf->data, capacity);
  if (!data)
    return fail(buf);
  data[buf->size] = 0;
  buf->data = data;
  buf->capacity = capacity;
  return true;
}

void tcStrBufAppendN(TcStrBuf *buf, const char *text, size_t size) {
  if (!reserve(buf, size))
    return;
  if (size)
    memcpy(buf->data + buf->size, text, size);
  buf->size += size;
  buf->data[buf->size] = 0;
}

void tcStrBufAppend(TcStrBuf *buf, const char *text) {
  tcStrBufAppendN(buf, text, strlen(text));
}

void tcStrBufAppendChar(TcStrBuf *buf, char c) { tcStrBufAppendN(buf, &c, 1); }

void tcStrBufPrintfV(TcStrBuf *buf, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0) {
    buf->failed = true;
    return;
  }
  if (!reserve(buf, (size_t)length))
    return;
  vsnprintf(buf->data + buf->size, (size_t)length + 1, format, arguments);
  buf->size += (size_t)length;
}

void tcStrBufPrintf(TcStrBuf *buf, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  tcStrBufPrintfV(buf, format, arguments);
  va_end(arguments);
}

TcStatus tcStrBufStatus(const TcStrBuf *buf) {
  return buf->failed ? tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory")
                     : TC_OK;
}

char *tcStrBufTake(TcStrBuf *buf) {
  if (!buf->failed && reserve(buf, 0)) {
    char *text = buf->data;
    *buf = (TcStrBuf){0};
    return text;
  }
  tcStrBufFree(buf);
  return NULL;
}
