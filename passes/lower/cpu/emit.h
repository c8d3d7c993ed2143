// The state shared by all emitters of CPU code: the insertion point, the values
// of iterators and symbols there, and the number of lanes.
//
// A lane value (TcLane) is one element of a body for every lane: a scalar where
// it is the same in all of them, else a vector. With one lane everything is a
// scalar, so scalar code is vector code of width 1.
//
//   emit_type.c   types, constants, broadcasts
//   emit_body.c   scalar prims (emit_float.c, emit_int.c, emit_convert.c, ...)
//   emit_exp2.c   2^x and 1/x of AVX-512
//   emit_index.c  size expressions to integers
//   storage.c     the only place that knows how elements lie in memory;
//                 storage_run.c
//   gather.c      reads at positions that a body computes
//   emit_loop.c   loops that carry lane values
//   stage.h       stages, nests of loops
//   emit_kernel.c tasks, phases, places of values
#ifndef TC_PASSES_LOWER_CPU_EMIT_H
#define TC_PASSES_LOWER_CPU_EMIT_H

#include "passes/lower/cpu/kernel_access.h"

#include "ir/builder.h"
#include "lib/ir/types.h"

typedef struct TcLane {
  MlirValue v, im; // im: the imaginary part of a complex value, else null
  bool wide;       // a vector with an element a lane
} TcLane;

/// The memory of a value while a task runs: a buffer of the kernel, or a row of
/// the task's scratch.
typedef struct TcPlace {
  MlirValue base;         // ptr
  const TcSize **strides; // in elements, one a dimension; 0 for task iterators
  const TcSize *offset;   // in elements
  bool aligned;           // element 0 is at a multiple of 16 bytes
  MlirType stored; // the type of elements there, if it is not the value's:
                   // halves are kept as f32, rounded
} TcPlace;

/// An element at this point that is in registers: the result of a stage, read
/// by later ones without a load.
typedef struct TcForwarded {
  const TcCpuValue *value;
  TcLane lane;
} TcForwarded;

/// Vectors of the points of an iterator that are stored interleaved when its
/// last point is computed: those of each store of a point, in order.
typedef struct TcParts {
  int iter;
  int64_t n, part; // points; the one that is computed
  size_t next;     // store of this point
  TC_VEC(MlirValue *) stores;
} TcParts;

/// Runs a point of a scan for code that has several of its points at once:
/// `results` get the running values, converted to none, of what is yielded, and
/// `acc` what the next points start with. False after an error.
typedef struct TcScanPoint {
  bool (*run)(void *self, const TcCpuStage *s, TcLane *acc,
              const TcLane *yields, TcLane *results);
  void *self;
} TcScanPoint;

typedef struct TcEmit {
  TcArena *arena;
  MlirContext ctx;
  TcCpuKernel *k;
  TcBuilder b;
  MlirType i1, i8, i32, i64, f32, f64, ptr;

  int64_t lanes;
  int vector;       // the iterator that varies over the lanes, or -1
  bool evenVectors; // GPUs: it is a multiple of `lanes` at the first lane, and
                    // buffers start at multiples of 16 bytes
  size_t anywhere; // the first so many buffers may start at any element all the
                   // same: emulation is given arguments as CPUs are
  // If set: vectors start at any point, but this offset of theirs is even.
  const TcSize *evenOffset;
  TcLane mask; // of lanes that exist; v null: all
  // Vectors of all lanes are stored past the caches. Each is at a multiple of
  // its size; a fence follows.
  bool nontemporal;
  bool fma;         // the target has fused multiply-add
  bool hasF16;      // the target converts f16
  bool hasBf16;     // the target rounds to bf16
  bool pairsHalves; // and picks halves of words of two vectors
  bool splitsWords; // each bf16 of a word of two takes one operation
  bool pairsWords;  // AVX-512 with products of pairs of words
  const char *exp2, *reciprocal; // the target's intrinsics for 2^x and 1/x of
                                 // f32, where ops are marked so; or NULL
  int64_t vectorBits;  // of a register, the most that a masked load has; 0: any
  int64_t scaledLanes; // AVX-512: of a vector that is scaled by powers of two;
                       // else 0
  bool hasMaximum;     // the target has maximum and minimum, NaN if either is
  bool secondIfNaN; // the target's maximum is its second operand if either is
  bool hasRound;    // the target rounds to whole numbers
  bool loadsFirst;  // a stage of a point loads all that it reads of arguments
                    // before it computes, and with `loadWords` of registers ...
  int64_t loadWords; // ... what those behind it read, before it stores

  MlirValue *iters;        // i64 by number: of the first lane
  MlirValue *symbols;      // i64 by number
  MlirValue *buffers;      // ptr by number
  MlirValue errors;        // where error words go
  MlirValue scratch;       // rows of this thread
  MlirValue leader;        // i1: whether to store results; null: yes
  const TcScanPoint *scan; // how the points of scans are run; or NULL
  TcLane *caught; // gets the result that is to be stored; null: memory does
  TcMap places;   // TcCpuValue -> TcPlace of what stages make
  TC_VEC(TcForwarded) forwarded;

  const TcMap *needed; // the ops of a body that are computed; NULL: all

  MlirValue ownersEnd; // i64: the task has the owners before it, too; or null
  bool ownsAll;        // the task has all owners

  TcParts *parts; // results that are interleaved are kept here; or NULL
  int writtenOut; // 1 + the iterator of a loop that is written out; 0: none

  TcCpuSizes facts; // expressions that are at least 0 at this place

  // Where `offsetBase` is set, i64: the value of iterator `offsetIter` is that
  // and the constant `offset`. Comparisons of positions at several such places
  // have all but a constant in common.
  MlirValue offsetBase;
  int offsetIter;
  int64_t offset;

  int chunk; // the iterator of which a task has a chunk, or -1
  int64_t chunkSize;
  int chunkIter; // an iterator whose value is the start of the chunk
  MlirValue chunkLow, chunkHigh;
} TcEmit;

/// A place in a buffer of the kernel.
TcPlace tcEmitPlaceIn(TcEmit *e, const TcCpuDest *dest);
/// The value's element at this point, if it is in registers; else NULL.
const TcLane *tcEmitForwarded(const TcEmit *e, const TcCpuValue *value);
/// Adds one to these.
void tcEmitForward(TcEmit *e, const TcCpuValue *value, TcLane lane);

//===- emit_type.c --------------------------------------------------------===//

/// The type of values of an element type in registers: f32 for f16 and bf16,
/// signless integers, the part of a complex number.
MlirType tcEmitType(TcEmit *e, MlirType element);
/// A vector of e->lanes of `scalar`; itself if there is one lane.
MlirType tcEmitVector(TcEmit *e, MlirType scalar);
MlirType tcEmitTypeOf(TcEmit *e, MlirType scalar, bool wide);

bool tcIsSigned(MlirType element); // integers: not ui8, not i1
bool tcIsBool(MlirType element);
bool tcIsByte(MlirType element); // i8, u8
bool tcIsWord(MlirType element); // i32
bool tcIsUnsigned(MlirType element);

MlirValue tcEmitI64(TcEmit *e, int64_t value);
MlirValue tcEmitI1(TcEmit *e, bool value);
MlirValue tcEmitInt(TcEmit *e, MlirType type, int64_t value);
MlirValue tcEmitFloat(TcEmit *e, MlirType type, double value);
/// 0, 1, 2, ... of an integer type, times `step`.
MlirValue tcEmitIota(TcEmit *e, MlirType scalar, int64_t step);
/// The lanes of which `first` is the first that are before `high`.
TcLane tcEmitLanesBelow(TcEmit *e, MlirValue first, MlirValue high);
/// The lane value of a number attribute as an element of `element`.
TcLane tcEmitConstant(TcEmit *e, MlirAttribute value, MlirType element);
TcLane tcEmitZero(TcEmit *e, MlirType element);

/// From here on code is for `lanes` points of the iterator `vector`, or of none
/// (-1); one lane has none.
void tcEmitSetLanes(TcEmit *e, int64_t lanes, int vector);
TcLane tcLaneScalar(MlirValue v);
bool tcLaneIsNull(TcLane x);
/// As a vector, broadcast if it is a scalar.
TcLane tcEmitWiden(TcEmit *e, TcLane x);
MlirValue tcEmitBroadcast(TcEmit *e, MlirValue scalar);
/// Widens the one of two that is not, if the other is.
bool tcEmitUnify(TcEmit *e, TcLane *x, TcLane *y);

typedef MlirValue TcEmitBinary(TcBuilder *b, MlirValue x, MlirValue y);
TcLane tcEmitBin(TcEmit *e, TcEmitBinary *op, TcLane x, TcLane y);
TcLane tcEmitSelect(TcEmit *e, TcLane pred, TcLane x, TcLane y);
TcLane tcEmitAnd(TcEmit *e, TcLane x, TcLane y); // null: true
/// Lane `i` as a scalar.
TcLane tcEmitExtract(TcEmit *e, TcLane x, int64_t i);

//===- emit_body.c --------------------------------------------------------===//

/// Emits a block of scalar prims whose arguments are `args`; fills in what it
/// yields. `subst` (may be NULL) gives iterators in loop.index their values.
/// False after an error, which has been emitted.
bool tcEmitBlock(TcEmit *e, MlirBlock block, const TcLane *args,
                 const TcMap *subst, TcLane *yields);

/// One prim on lane values: `types` are of the operands and of the result.
typedef struct TcPrimSite {
  MlirOperation op;
  int kind;        // TcPrimOpKind
  MlirType type;   // element type of operand 0
  MlirType result; // element type
  const TcLane *x; // operands
  int64_t shift;   // operand 1 if it is a constant, else -1
} TcPrimSite;

/// False if the op is not one of the family's.
bool tcEmitFloatOp(TcEmit *e, const TcPrimSite *s, TcLane *out);
bool tcEmitIntOp(TcEmit *e, const TcPrimSite *s, TcLane *out);
bool tcEmitBoolOp(TcEmit *e, const TcPrimSite *s, TcLane *out);
bool tcEmitComplexOp(TcEmit *e, const TcPrimSite *s, TcLane *out);
TcLane tcEmitConvert(TcEmit *e, TcLane x, MlirType from, MlirType to);
TcLane tcEmitBitcast(TcEmit *e, TcLane x, MlirType from, MlirType to);
/// The effect of storing and loading an element: rounding to f16 or bf16.
TcLane tcEmitRound(TcEmit *e, TcLane x, MlirType element);
/// The same, and nothing of what was read from memory. Bodies keep halves that
/// they compute wide, but those are equal, or a whole number, that are so as
/// halves.
TcLane tcEmitAsStored(TcEmit *e, TcLane x, MlirType element);
/// Between f32 and the 16 bits of an f16 or bf16 (emit_half.c).
TcLane tcEmitHalfBits(TcEmit *e, TcLane x, MlirType element);
TcLane tcEmitHalfToFloat(TcEmit *e, TcLane bits, MlirType element);
TcLane tcEmitFAdd(TcEmit *e, TcLane x, TcLane y);
TcLane tcEmitFMul(TcEmit *e, TcLane x, TcLane y);
/// On values of f32 or f64, whatever the machine has (emit_machine.c).
MlirValue tcEmitFma(TcEmit *e, MlirValue x, MlirValue y, MlirValue z);
/// A call of one of LLVM's intrinsics, named in full, with one result.
MlirValue tcEmitIntrinsic(TcEmit *e, const char *name, MlirType type,
                          intptr_t n, const MlirValue *operands);
/// The same of each lane of an f32.
TcLane tcEmitIntrinsicOfLanes(TcEmit *e, const char *name, TcLane x);
/// The attribute that says how loads are aligned.
MlirAttribute tcEmitAlign(TcEmit *e, int64_t bytes);
/// floor, ceil, trunc, round by TcPrimOpKind; null for any other.
MlirValue tcEmitWhole(TcEmit *e, int kind, MlirValue x);
TcLane tcEmitFmod(TcEmit *e, const TcPrimSite *s); // emit_fmod.c
/// x / y of floats (emit_quotient.c).
TcLane tcEmitQuotient(TcEmit *e, TcLane x, TcLane y);
/// NaN if either is.
TcLane tcEmitMaximum(TcEmit *e, TcLane x, TcLane y, bool least);

/// Word number at % 4 of the block at / 4 of Philox4x32-10, an i32
/// (emit_philox.c).
TcLane tcEmitPhilox(TcEmit *e, TcLane key, TcLane at);

/// Combines two elements by a stage's result number `i` of kind add, ..., and.
TcLane tcEmitCombine(TcEmit *e, TcCpuKind kind, MlirType element, TcLane x,
                     TcLane y);
/// The neutral element.
TcLane tcEmitNeutral(TcEmit *e, TcCpuKind kind, MlirType element);

//===- emit_product.c -----------------------------------------------------===//

/// Running products of f32 as an i64: significand and exponent, so that no
/// product of some terms overflows or underflows. Of a term; of two products;
/// the f32 that is nearest.
TcLane tcEmitProductTerm(TcEmit *e, TcLane x);
TcLane tcEmitProduct(TcEmit *e, TcLane x, TcLane y);
TcLane tcEmitProductValue(TcEmit *e, TcLane product);

//===- emit_exp2.c --------------------------------------------------------===//

/// 2^x, e^x and 1/x of f32, where the target has `scaledLanes`. Those of 2^x
/// and 1/x are within 2^-22 and 2^-23, that of e^x is as any other.
TcLane tcEmitScaledExp2(TcEmit *e, TcLane x);
TcLane tcEmitScaledExp(TcEmit *e, TcLane x);
TcLane tcEmitEstimatedReciprocal(TcEmit *e, TcLane x);

//===- emit_index.c -------------------------------------------------------===//

/// How an integer varies over the lanes.
typedef struct TcForm {
  enum { TC_UNIFORM, TC_LINEAR, TC_VARYING } kind;
  int64_t step; // LINEAR: from lane to lane
} TcForm;

TcForm tcEmitForm(TcEmit *e, const TcSize *expr);
/// The value of the first lane, an i64.
MlirValue tcEmitExpr(TcEmit *e, const TcSize *expr);
/// Of all lanes.
TcLane tcEmitExprLanes(TcEmit *e, const TcSize *expr);
/// Whether each index is within its size, where that is not provable; null v if
/// all are.
TcLane tcEmitInBounds(TcEmit *e, size_t rank, const TcSize *const *index,
                      const TcSize *const *sizes);

//===- stream.c -----------------------------------------------------------===//

/// Bounds of the loops over blocks, and over the points of one; false for all
/// other iterators.
bool tcCpuStreamBounds(TcEmit *e, int iter, MlirValue *low, MlirValue *high);
/// The blocks within `low` and `high` in which the bounds hold for all points
/// and all lanes of the chunk; false if none is known. `facts`: the expressions
/// that are then at least 0.
bool tcCpuStreamInside(TcEmit *e, MlirValue *low, MlirValue *high,
                       TcCpuSizes *facts);

//===- storage.c ----------------------------------------------------------===//

/// Bytes of an element in memory.
int64_t tcCpuBytes(MlirType element);
/// Where the elements of a value are.
TcPlace tcEmitPlaceOf(TcEmit *e, const TcCpuValue *value);
/// The place whose element 0 is that at `offset`, in elements, of another.
TcPlace tcEmitPlaceFrom(TcEmit *e, TcPlace at, MlirType element,
                        MlirValue offset);
/// The address of element number `index`, an i64, of those at `base`.
MlirValue tcEmitAt(TcEmit *e, MlirValue base, MlirType element,
                   MlirValue index);
/// Elements that lanes may be apart to be loaded as a run.
enum { TC_LOAD_MOST_STEP = 4 };

/// Loads the element at `index` (over iterators) where `mask` (null:
/// everywhere) and e->mask; other lanes are 0.
TcLane tcEmitLoad(TcEmit *e, const TcPlace *at, MlirType element, size_t rank,
                  const TcSize *const *index, TcLane mask);
/// ptr: the first lane's element at `index`.
MlirValue tcEmitElementAt(TcEmit *e, const TcPlace *at, MlirType element,
                          size_t rank, const TcSize *const *index);
/// Asks for the line of the first lane's element to be in the second cache.
void tcEmitPrefetch(TcEmit *e, const TcPlace *at, MlirType element, size_t rank,
                    const TcSize *const *index);
/// The same at an offset in elements from the place's base.
TcLane tcEmitLoadAt(TcEmit *e, MlirValue base, MlirType element, TcLane offset,
                    TcLane mask);
/// Stores where e->mask; with e->parts, behind the last of them.
void tcEmitStore(TcEmit *e, const TcPlace *at, MlirType element, size_t rank,
                 const TcSize *const *index, TcLane value);
/// The same at an offset in elements.
void tcEmitStoreAt(TcEmit *e, MlirValue base, MlirType element, TcLane offset,
                   TcLane value);

//===- emit_loop.c --------------------------------------------------------===//

typedef struct TcLoop {
  MlirOperation op;
  MlirBlock body;
  TcBuilder after; // where code goes on
  int iter;        // of a tcEmitFor, or -1; and its value around the loop
  MlirValue outside;
} TcLoop;

/// Opens `for iter = low to high step step` carrying `n` lane values, which are
/// replaced by their values in the body.
TcLoop tcEmitFor(TcEmit *e, MlirValue low, MlirValue high, int64_t step,
                 int iter, size_t n, TcLane *carried);
/// Ends it; `carried` are the values of the next iteration, and afterwards the
/// results.
void tcEmitForEnd(TcEmit *e, TcLoop *loop, size_t n, TcLane *carried);
/// At the start of a function: iterators of one point are 0 wherever no loop
/// runs over them.
void tcEmitOnePoints(TcEmit *e);
/// Opens `if condition` without results; tcEmitIfEnd goes on behind it.
TcLoop tcEmitIf(TcEmit *e, MlirValue condition);
/// Goes on in its other branch.
void tcEmitElse(TcEmit *e, TcLoop *loop);
void tcEmitIfEnd(TcEmit *e, TcLoop *loop);
/// The same with a result of this type: `value` is what a branch yields.
TcLoop tcEmitIfOne(TcEmit *e, MlirValue condition, MlirType type);
void tcEmitElseOne(TcEmit *e, TcLoop *loop, MlirValue value);
MlirValue tcEmitIfOneEnd(TcEmit *e, TcLoop *loop, MlirValue value);

#endif // TC_PASSES_LOWER_CPU_EMIT_H
