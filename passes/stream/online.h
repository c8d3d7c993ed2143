// Statistics of long rows in one pass over memory: shared by the rules of
// loop-online.
//
//   online.c               what a sum is of, and stages in its place
//   online_exponentials.c  maxima with sums of exponentials
//   online_moments.c       squares of deviations from a mean
#ifndef TC_PASSES_STREAM_ONLINE_H
#define TC_PASSES_STREAM_ONLINE_H

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_build.h"
#include "lib/ir/kernel_read.h"
#include "lib/support/map.h"

#include "mlir-c/IR.h"

/// A sum, over one iterator or several, whose terms need another reduction over
/// the same: what it runs over is called its row.
typedef struct TcOnline {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation kernel;
  MlirOperation sum;
  MlirAttribute over; // its iterators
  MlirType element;   // f32 or f64
  TcKernel k;         // to build stages; tcOnlineBegin opens it
} TcOnline;

/// Whether the stage o->sum is such a sum; reads it.
bool tcOnlineRead(TcOnline *o);
/// Points of a row; 0 where a symbol says it.
int64_t tcOnlineRowPoints(const TcOnline *o);
/// Bytes of what the sum reads along the row; 0 where a symbol says it.
int64_t tcOnlineRowBytes(const TcOnline *o);
/// Whether neighbours along the row lie apart in all that the sum reads.
bool tcOnlineIsOfColumns(const TcOnline *o);
/// What the sum yields.
MlirValue tcOnlineTerm(const TcOnline *o);
/// Whether a scalar of the sum's body is the same along the row.
bool tcOnlineIsOfRow(const TcOnline *o, MlirValue v);
/// The reduction of that kind ("max", "add") in front of the sum that is of
/// just the terms `x`, a scalar of the sum's body, along the same row; or null.
MlirOperation tcOnlineReduction(const TcOnline *o, const char *kind,
                                MlirValue x);

void tcOnlineBegin(TcOnline *o);
/// Opens a stage over the iterators of the sum's result.
void tcOnlineOpen(TcOnline *o, TcStage *s);
MlirValue tcOnlineNumber(const TcOnline *o, TcBuilder *b, double value);
/// Copies what computes the scalar `v` of the stage `of` to the body of `s`,
/// which then reads what that reads.
MlirValue tcOnlineCopy(const TcOnline *o, TcStage *s, MlirOperation of,
                       MlirValue v, TcMap *copies);
/// Closes a custom reduction over the row of `n` accumulators that start with
/// `inits`; its region is there. It goes in front of `before`.
MlirOperation tcOnlineCloseReduction(TcOnline *o, TcStage *s, intptr_t n,
                                     const MlirValue *yields,
                                     const double *inits, MlirOperation before);
/// Closes a map that yields `v`, and is the sum from here on.
void tcOnlineCloseSum(TcOnline *o, TcStage *s, MlirValue v);

/// The rules: each changes what o->sum is, if it applies. o->sum is read, and
/// its row is long.
bool tcOnlineExponentials(TcOnline *o);
bool tcOnlineMoments(TcOnline *o);

#endif // TC_PASSES_STREAM_ONLINE_H
