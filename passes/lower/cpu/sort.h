// Shared by the sorts of rows: sort.c and sort_merge.c merge, sort_few.c
// selects, sort_digits.c sorts by digits, sort_ranks.c by ranks; sort_access.c
// has what they share.
#ifndef TC_PASSES_LOWER_CPU_SORT_H
#define TC_PASSES_LOWER_CPU_SORT_H

#include "passes/lower/cpu/stage.h"

typedef struct TcSort {
  TcRun *r;
  int along;
  MlirType keyType, positionType; // of `keys` and `order`, in merges
  MlirValue n, take;              // elements of a row, and of its result
  MlirValue first, end;           // range of the row that is sorted
  MlirValue work;                 // of the row: tcCpuSortBytes
  MlirValue keys, order;          // merges: n keys; twice n positions
} TcSort;

//===- sort_access.c ------------------------------------------------------===//

MlirValue tcSortAt(TcEmit *e, MlirValue base, MlirType type, MlirValue i);
MlirValue tcSortLoad(TcEmit *e, MlirValue base, MlirType type, MlirValue i);
void tcSortStore(TcEmit *e, MlirValue base, MlirType type, MlirValue i,
                 MlirValue x);
MlirValue tcSortIndex(const TcLoop *loop); // of this iteration
/// Whether x < y, of keys or positions.
MlirValue tcSortLess(TcEmit *e, MlirValue x, MlirValue y);
/// The half of `order` that `which`, 0 or 1, says.
MlirValue tcSortHalf(TcSort *s, MlirValue which);

/// A position in a half of `order`.
MlirValue tcSortPosition(TcSort *s, MlirValue half, MlirValue i);
void tcSortPut(TcSort *s, MlirValue half, MlirValue i, MlirValue position);

/// The key of the element at a position, as a signed integer; null after an
/// error. Of several lanes those of the elements from there on.
MlirValue tcSortKey(TcSort *s, MlirValue position);
/// Stores the elements [low, high) of the result, whose positions are the low
/// 32 bits of words, or all of them.
bool tcSortFinish(TcSort *s, MlirValue words, bool low32, MlirValue low,
                  MlirValue high);

/// Stores the element of the operand at a position as that of the result at
/// `place`.
bool tcSortPlace(TcSort *s, MlirValue position, MlirValue place);

//===- sort.c -------------------------------------------------------------===//

/// The sort of a row in this workspace, all of it.
TcSort tcSortOf(TcRun *r, MlirValue workspace);
/// Sets the key, and the position, of element i. False after an error.
bool tcSortSetKey(TcSort *s, MlirValue i);

//===- sort_merge.c -------------------------------------------------------===//

/// Two runs of positions, from `low` and from `middle` on, become one.
typedef struct TcMerge {
  MlirValue from, to; // halves of `order`
  MlirValue low, middle, leftEnd, rightEnd, end;
} TcMerge;

/// x + y, or `most` if that is less.
MlirValue tcSortPlusAtMost(TcEmit *e, MlirValue x, MlirValue y, MlirValue most);
/// The two runs of `width` from m->low on, below `most`: their first `take`.
void tcMergeFindRuns(TcSort *s, MlirValue width, MlirValue most, TcMerge *m);
/// Stores element `out` of the merged run; heads[0] and [1] are the elements of
/// either run that come next.
void tcMergeOne(TcSort *s, const TcMerge *m, MlirValue out, TcLane *heads);
/// The number of elements of the left run among the first `before` of the
/// merged one.
MlirValue tcMergeSplitAt(TcSort *s, const TcMerge *m, MlirValue before);
/// The number of doublings until a run is `length` long.
MlirValue tcSortNumPasses(TcEmit *e, MlirValue length);
/// Sorts the positions of [first, end) in that many passes; returns where they
/// are at the end.
MlirValue tcMergePositions(TcSort *s, MlirValue passes);

//===- sort_parts.c -------------------------------------------------------===//

/// Of a row that parts of `length` share: has part number `part` sort its
/// elements alone.
void tcSortEnterPart(TcSort *s, MlirValue part, MlirValue length);
/// The part's share of merge number `merge`, from 0 on, of runs that 2^merge
/// parts had, in the half `from` of `order`, to runs of the other one.
void tcSortMergeShare(TcSort *s, MlirValue part, MlirValue length,
                      MlirValue from, int64_t merge);

//===- sort_few.c ---------------------------------------------------------===//

/// The first `take` of the row, or part, in order, in the first half of
/// `order`. The last key so far lies in the second half. False after an error.
bool tcSortFew(TcSort *s);

//===- sort_ranks.c -------------------------------------------------------===//

/// The longest row that is sorted by ranks.
int64_t tcSortMostRanks(const TcRun *r);
/// Sorts such a row.
bool tcSortRanks(TcSort *s);

//===- sort_digits.c ------------------------------------------------------===//

/// The memory for a row in so many parts.
const TcSize *tcSortDigitBytes(TcArena *arena, const TcCpuKernel *k,
                               const TcCpuStage *s, int64_t parts);
/// Sorts a row in one task.
bool tcSortDigits(TcSort *s);
/// The number of phases of a sort in parts, and what a part does in one, from 1
/// on.
int tcSortDigitPhases(const TcCpuStage *s);
bool tcSortDigitPhase(TcSort *s, int number, MlirValue part, int64_t parts);

#endif // TC_PASSES_LOWER_CPU_SORT_H
