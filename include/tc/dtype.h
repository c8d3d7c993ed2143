//===- tc/dtype.h - Element types as they are stored ----------------*- C
//-*-===//
//
// The storage types of tensor elements: at the boundary of a program, in files,
// in artifacts.
//
//===----------------------------------------------------------------------===//

#ifndef TC_DTYPE_H
#define TC_DTYPE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Storage types of tensor elements. Values are part of the artifact format:
/// append, never renumber.
typedef enum TcDType {
  TC_DTYPE_INVALID = 0,
  TC_DTYPE_F32 = 1,
  TC_DTYPE_F64 = 2,
  TC_DTYPE_BF16 = 3,
  TC_DTYPE_F16 = 4,
  TC_DTYPE_I64 = 5,
  TC_DTYPE_I32 = 6,
  TC_DTYPE_I16 = 7,
  TC_DTYPE_I8 = 8,
  TC_DTYPE_U8 = 9,
  TC_DTYPE_BOOL = 10, ///< one byte, 0 or 1
  TC_DTYPE_F8E4M3FN = 11,
  TC_DTYPE_F8E5M2 = 12,
  TC_DTYPE_COMPLEX64 = 13,  ///< two f32, interleaved
  TC_DTYPE_COMPLEX128 = 14, ///< two f64, interleaved
  TC_DTYPE_U16 = 15,
  TC_DTYPE_U32 = 16,
  TC_DTYPE_U64 = 17,
  TC_DTYPE_COUNT
} TcDType;

/// Bytes of one element; 0 if `dtype` is not an element type.
size_t tcDTypeSize(unsigned dtype);

/// "f32", "bf16", "bool", ...; "invalid" if `dtype` is not an element type.
const char *tcDTypeName(unsigned dtype);

/// The element type of that name, TC_DTYPE_INVALID if there is none.
TcDType tcDTypeFromName(const char *name);

/// Dimensions that a tensor may have.
enum { TC_MAX_RANK = 16 };

#ifdef __cplusplus
}
#endif

#endif // TC_DTYPE_H
