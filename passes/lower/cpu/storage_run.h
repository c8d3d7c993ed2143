// Runs of elements in memory, as storage.c loads and stores them: `type` is the
// type in memory, lanes that are masked out are 0 and not read. A null mask:
// all lanes.
#ifndef TC_PASSES_LOWER_CPU_STORAGE_RUN_H
#define TC_PASSES_LOWER_CPU_STORAGE_RUN_H

#include "passes/lower/cpu/emit.h"

/// A plain load of a `result`, of so many bytes' alignment; and a store.
MlirValue tcRunLoadAt(TcEmit *e, MlirType result, MlirValue ptr,
                      int64_t alignment);
void tcRunStoreAt(TcEmit *e, MlirValue value, MlirValue ptr, int64_t alignment);

/// The vector at `ptr` of as many lanes as `mask`, a vector of i1, has.
MlirValue tcRunLoadMasked(TcEmit *e, MlirValue ptr, MlirType type,
                          MlirValue mask);
/// The vector at `ptr`; `alignment` holds without a mask.
MlirValue tcRunLoad(TcEmit *e, MlirType vector, MlirValue ptr, MlirType type,
                    MlirValue mask, int64_t alignment);
void tcRunStore(TcEmit *e, MlirValue value, MlirValue ptr, MlirType type,
                MlirValue mask, int64_t alignment);
/// Lanes that are `step` elements apart: a masked load of the whole run, which
/// does not touch the elements between.
MlirValue tcRunLoadStepped(TcEmit *e, MlirValue ptr, MlirType type,
                           int64_t step, MlirValue mask);
/// Lanes that lie before each other, the first one at `ptr`.
MlirValue tcRunLoadBackwards(TcEmit *e, MlirValue ptr, MlirType type,
                             MlirValue mask);
/// Complex numbers; `type` is that of a part.
TcLane tcRunLoadComplex(TcEmit *e, MlirValue ptr, MlirType type,
                        MlirValue mask);

/// Lanes low..low + n of x, or of x and y one behind the other.
MlirValue tcRunLanes(TcEmit *e, MlirValue x, MlirValue y, int64_t low,
                     int64_t n);
/// The vectors of n points lane by lane; the lanes of two vectors.
MlirValue tcRunWeave(TcEmit *e, const MlirValue *parts, int64_t n);
MlirValue tcRunInterleave(TcEmit *e, MlirValue x, MlirValue y);

#endif // TC_PASSES_LOWER_CPU_STORAGE_RUN_H
