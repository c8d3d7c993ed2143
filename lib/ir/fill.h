// Converts fills of weights and arguments (`init`, `tc.init`), and dense
// constants, to the runtime's form.
#ifndef TC_IR_FILL_H
#define TC_IR_FILL_H

#include "runtime/descriptor.h"
#include "support/arena.h"

#include "mlir-c/IR.h"

/// The elements of a dense<...>, as tc stores them: row-major, truth values as
/// bytes. NULL without memory.
const void *tcDenseData(TcArena *arena, MlirAttribute dense, size_t *size);

/// TC_FILL_NONE for a null attribute and for one that is no fill. Data lies in
/// the arena.
TcFillInfo tcFillFromAttr(TcArena *arena, MlirAttribute init);

/// The number under a key of a dictionary; 0 if there is none.
double tcDictGetNumber(MlirAttribute dict, const char *key);
/// The entry; null if there is none, or no dictionary.
MlirAttribute tcDictGet(MlirAttribute dict, const char *key);

/// An entry of tc.expected. Data lies in the arena.
TcExpectedInfo tcExpectedFromAttr(TcArena *arena, MlirAttribute entry);

#endif // TC_IR_FILL_H
