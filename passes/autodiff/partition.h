// The values that pass from the forward to the backward half of a joint graph.
#ifndef TC_PASSES_AUTODIFF_PARTITION_H
#define TC_PASSES_AUTODIFF_PARTITION_H

#include "lib/support/map.h"
#include "lib/target/target.h"
#include "passes/autodiff/joint.h"

typedef struct TcPartition {
  TcArena *arena;
  MlirOperation module;
  const TcTarget *target;
  MlirBlock body;      // of the joint graph
  intptr_t numResults; // of the function itself; gradients follow
  TcMap written;       // names of weights that the program writes
  TcMap results;       // what the function gives, and nobody writes again
  TcMap forward;       // ops that the results need
  TcMap backward;      // ops that backward runs, recomputed ones among them
  TcMap crossing;      // values of forward that gradients read
  TcMap saved;         // values that backward is given
  TcMap stored;        // of these, what forward stores for itself
  TcMap depths;        // op -> products in a row before it, if any
  TcMap factors;       // values that products of forward read, or views of
  TcMap factorsAgain;  // the same of backward
  TcMap known;         // op -> itself if backward may run it again, else p
} TcPartition;

static inline bool tcPartitionHas(const TcMap *map, const void *key) {
  return tcMapGet(map, key) != NULL;
}

/// Decides what is saved and what is computed again: fills in all maps.
void tcPartitionDecide(TcPartition *p);

/// Whether the op is a transposition that is all that forward does with what it
/// has computed, so that only the result lies in memory.
bool tcPartitionIsMove(const TcPartition *p, MlirOperation op);

/// Lets gradients read the results of such moves in place of the operands.
void tcPartitionReadMoved(TcPartition *p);

/// The value that is the key of an entry in a map of values.
MlirValue tcPartitionKey(const TcMap *map, size_t i);

/// Whether backward has the value without forward: constants, and weights that
/// are never written.
bool tcPartitionIsFree(const TcPartition *p, MlirValue value);

/// Whether the op is elementwise, or moves elements.
bool tcPartitionIsCheap(MlirOperation op);

/// Whether backward may compute the op again: it is cheap, or a product of few
/// steps, and its result is the same wherever that is noticed.
bool tcPartitionIsRecomputable(TcPartition *p, MlirOperation op);

/// Whether forward rounds a value to a narrow float and computes an elementwise
/// function of that, which magnifies a difference of that rounding.
bool tcPartitionIsRounded(const TcPartition *p, MlirValue x);

// Whether backward compares the value, or what it computes of it element by
// element, with others: then it has to have forward's very bits.
bool tcPartitionIsCompared(const TcPartition *p, MlirValue value);

/// Finds `depths`, `factors` and `factorsAgain`.
void tcPartitionFindStored(TcPartition *p);

/// Whether forward stores an elementwise result for itself, and backward would
/// store it again, or read more to compute it: then it is saved.
bool tcPartitionIsStoredAnyway(TcPartition *p, MlirValue value);

/// Bytes of a value, with a typical one for each symbol.
int64_t tcPartitionGuess(TcPartition *p, MlirValue value);

/// The bytes of a value, as a #tc.size.
MlirAttribute tcPartitionBytes(MlirValue value);

/// Whether a dimension of the value defines the size symbol: the symbol stands
/// alone in it, or as in 2*s + 1.
bool tcPartitionDefinesSize(const TcPartition *p, MlirValue value,
                            const char *symbol);

/// A size symbol that backward uses, and that none of its arguments, `given`
/// with the signature's attributes, defines; NULL if there is none.
const char *tcPartitionUnknownSize(const TcPartition *p, const MlirValue *given,
                                   size_t n, const TcSignature *signature);

#endif // TC_PASSES_AUTODIFF_PARTITION_H
