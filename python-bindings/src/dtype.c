//===- dtype.c - Element types of DLPack and of buffers -------------*- C
//-*-===//

#include "core.h"

#include <string.h>

typedef struct Row {
  DLDataType dlpack;
  const char *format;
} Row;

static const Row rows[TC_DTYPE_COUNT] = {
    [TC_DTYPE_F32] = {{kDLFloat, 32, 1}, "f"},
    [TC_DTYPE_F64] = {{kDLFloat, 64, 1}, "d"},
    [TC_DTYPE_BF16] = {{kDLBfloat, 16, 1}, NULL},
    [TC_DTYPE_F16] = {{kDLFloat, 16, 1}, "e"},
    [TC_DTYPE_I64] = {{kDLInt, 64, 1}, "q"},
    [TC_DTYPE_I32] = {{kDLInt, 32, 1}, "i"},
    [TC_DTYPE_I16] = {{kDLInt, 16, 1}, "h"},
    [TC_DTYPE_I8] = {{kDLInt, 8, 1}, "b"},
    [TC_DTYPE_U8] = {{kDLUInt, 8, 1}, "B"},
    [TC_DTYPE_BOOL] = {{kDLBool, 8, 1}, "?"},
    [TC_DTYPE_F8E4M3FN] = {{kDLFloat8_e4m3fn, 8, 1}, NULL},
    [TC_DTYPE_F8E5M2] = {{kDLFloat8_e5m2, 8, 1}, NULL},
    [TC_DTYPE_COMPLEX64] = {{kDLComplex, 64, 1}, "Zf"},
    [TC_DTYPE_COMPLEX128] = {{kDLComplex, 128, 1}, "Zd"},
    [TC_DTYPE_U16] = {{kDLUInt, 16, 1}, "H"},
    [TC_DTYPE_U32] = {{kDLUInt, 32, 1}, "I"},
    [TC_DTYPE_U64] = {{kDLUInt, 64, 1}, "Q"},
};

TcDType tcPyDTypeFromDLPack(DLDataType type) {
  for (unsigned i = 1; i < TC_DTYPE_COUNT; ++i)
    if (!memcmp(&rows[i].dlpack, &type, sizeof type))
      return (TcDType)i;
  return TC_DTYPE_INVALID;
}

DLDataType tcPyDTypeToDLPack(TcDType dtype) { return rows[dtype].dlpack; }

/// The kind of a format letter, whatever its width here.
static int kindOf(const char *format) {
  if (strchr("bhilqn", *format))
    return kDLInt;
  if (strchr("BHILQN", *format))
    return kDLUInt;
  if (strchr("efd", *format))
    return kDLFloat;
  return *format == '?' ? kDLBool : *format == 'Z' ? kDLComplex : -1;
}

TcDType tcPyDTypeFromFormat(const char *format, Py_ssize_t itemSize) {
  if (!format)
    format = "B";
  if (*format == '@' || *format == '=' || *format == '<')
    ++format;
  size_t letters = *format == 'Z' ? 2 : 1;
  int kind = *format ? kindOf(format) : -1;
  if (kind < 0 || strlen(format) != letters || itemSize > 16)
    return TC_DTYPE_INVALID;
  return tcPyDTypeFromDLPack(
      (DLDataType){(uint8_t)kind, (uint8_t)(itemSize * 8), 1});
}

const char *tcPyDTypeFormat(TcDType dtype) { return rows[dtype].format; }
