// Evaluation of a descriptor's size code.
#ifndef TC_RUNTIME_SIZE_CODE_H
#define TC_RUNTIME_SIZE_CODE_H

#include "runtime/descriptor.h"

/// What one piece of size code needs.
typedef struct TcSizeUse {
  bool valid;    ///< ends inside the table, with one value, within the stack
  bool symbolic; ///< reads a symbol
  bool late;     ///< reads a symbol that is not known at entry
} TcSizeUse;

TcSizeUse tcSizeInspect(const TcProgramDescriptor *d, uint32_t size);

/// Whether each symbol that a valid size reads is one of those.
bool tcSizeIsKnown(const TcProgramDescriptor *d, uint32_t size,
                   const bool *isKnown);

/// The value of a valid size.
int64_t tcSizeEvaluate(const TcProgramDescriptor *d, uint32_t size,
                       const int64_t *symbols);

#endif // TC_RUNTIME_SIZE_CODE_H
