// The steps of a panel of pairs while it is packed. See product_pack.c, which
// says which steps of which panels are packed how.
#ifndef TC_PASSES_LOWER_CPU_PRODUCT_PACK_H
#define TC_PASSES_LOWER_CPU_PRODUCT_PACK_H

#include "passes/lower/cpu/product_operands.h"

typedef struct TcPack {
  TcEmit *e;
  const TcProduct *p;
  MlirValue panel; // where to
  MlirValue first; // column
  MlirValue count; // of panels that are packed at once; NULL: one
  bool isPart;     // the panel: columns that do not exist are not read
  bool isLast;     // the step: there is none beside it in its pair
} TcPack;

typedef void TcPackSteps(TcPack *k);
typedef void TcPackRun(TcPack *k, MlirValue step, int64_t pairs);

/// The number of columns.
MlirValue tcPackEnd(TcPack *k);

/// Each packs the steps from the innermost iterator on, of the columns from
/// `first` on. A pair where columns are contiguous in the factor, all of the
/// panel's; one of any layout, of the columns that exist.
void tcPackWhole(TcPack *k);
void tcPackPart(TcPack *k);
/// A pair of bf16 where columns are close enough to be loaded in vectors,
/// filled in or not.
void tcPackLoaded(TcPack *k);
void tcPackLoadedPart(TcPack *k);
/// A pair of halves where that of a column is a word in memory, and words of
/// neighbours follow on each other: windows that move by two elements.
void tcPackWords(TcPack *k);
void tcPackWordsPart(TcPack *k);
/// So many pairs from `step` on, as many as lanes at most, where the factor is
/// contiguous along the reduction; all steps.
void tcPackTransposed(TcPack *k, MlirValue step, int64_t pairs);
void tcPackAllTransposed(TcPack *k);
/// A pair of which the second step may not exist; one that is behind the sum.
void tcPackLast(TcPack *k);
void tcPackZeros(TcPack *k);

#endif // TC_PASSES_LOWER_CPU_PRODUCT_PACK_H
