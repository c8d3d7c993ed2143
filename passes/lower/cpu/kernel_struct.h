// A loop.kernel as C structs, which schedulers and code generators read instead
// of walking ops. Expressions are parsed, iterators are numbers, values know
// their producers, readers and places. Everything lives in one arena; the IR is
// not changed.
#ifndef TC_PASSES_LOWER_CPU_KERNEL_STRUCT_H
#define TC_PASSES_LOWER_CPU_KERNEL_STRUCT_H

#include "support/arena.h"
#include "support/map.h"
#include "support/size.h"
#include "support/vec.h"

#include "mlir-c/IR.h"

typedef struct TcCpuIter {
  const char *name;
  const TcSize *symbol, *extent;
  const TcSize *most;  ///< What the extent is at most, for all tasks alike.
  int64_t low, high;   ///< Where code for a range of it is emitted: that range
                       ///< (high excluded); else both 0.
  const TcSize *given; ///< Of one that was split: what it is of the kernel's
                       ///< iterators; else NULL.
} TcCpuIter;

/// Iterators by number; their order is significant (outer to inner).
typedef TC_VEC(int) TcCpuIters;

typedef enum TcCpuStageKind {
  TC_CPU_MAP,
  TC_CPU_REDUCE, // contract too: the products are added
  TC_CPU_SCAN,
  TC_CPU_SCATTER,
  TC_CPU_SORT,
  TC_CPU_FOR,
} TcCpuStageKind;

/// How elements are combined; "set" and the products of a contract included.
typedef enum TcCpuKind {
  TC_CPU_ADD,
  TC_CPU_MUL,
  TC_CPU_MAX,
  TC_CPU_MIN,
  TC_CPU_OR,
  TC_CPU_AND,
  TC_CPU_SET,
  TC_CPU_CUSTOM,
  /// Running products of f32 in any grouping, accumulated as a significand and
  /// an exponent (emit_product.c); where threads combine them.
  TC_CPU_PRODUCT,
} TcCpuKind;

typedef struct TcCpuStage TcCpuStage;
typedef struct TcCpuValue TcCpuValue;

/// A loop.for: a sequential loop around stages.
typedef struct TcCpuFor {
  int iter;
  const struct TcCpuFor *around; // or NULL
} TcCpuFor;

/// A place in memory that a value is written to: a buffer of the kernel, the
/// position of the value's element 0 in it (NULL: the origin), and how far
/// neighbours of the value lie apart (NULL: next to each other).
typedef struct TcCpuDest {
  int buffer;
  const TcSize **offsets; // one a dimension of the buffer, as is
  const int64_t *steps;
} TcCpuDest;

/// A tensor of the kernel: an argument, or a result of a stage.
struct TcCpuValue {
  MlirType element;
  size_t rank;
  const TcSize **sizes;
  int arg;                 // number of the argument, or -1
  TcCpuStage *stage;       // NULL for an argument, and for a concatenation
  size_t number;           // which of the stage's results
  TC_VEC(TcCpuDest) dests; // buffers that it is in, whole or as a part
  TcCpuValue *carried;     // of an update: the value that it is the next one of
};

/// An operand of a stage. `index` is over the stage's iterators; `fill` is null
/// where the read is always in bounds.
typedef struct TcCpuRead {
  TcCpuValue *value;
  const TcSize **index;
  MlirAttribute fill;
  MlirAttribute unread; // a fill that loops over a stream's existing points do
                        // not read (tcCpuStreamKeepFills)
} TcCpuRead;

struct TcCpuStage {
  TcCpuStageKind kind;
  MlirOperation op; // null for stages that the code generator adds
  size_t position;  // among the kernel's stages
  TcCpuIters iters; // of the results, in the order of their dimensions
  TcCpuIters over;  // reduced over; of a scan or a sort, `along` alone
  TC_VEC(TcCpuRead) reads;
  TC_VEC(TcCpuValue *) results;
  MlirBlock body;    // null: yields its reads unchanged
  TcMap subst;       // what iterators in loop.index stand for; mostly empty
  MlirBlock combine; // null unless kinds[0] is TC_CPU_CUSTOM
  const TcCpuKind *kinds;
  MlirAttribute *inits; // one a result, with CUSTOM
  const TcCpuFor *in;   // the innermost loop around it, or NULL
  const TcCpuFor *unit; // a loop with which it must share a phase, or NULL
  bool update;          // ends an iteration of `in`: writes a carried value
  bool contract, exclusive, reverse, descending;
  bool ordered;        // combined one after the other; products rounded
  bool distinct;       // a scatter: no two points have the same position
  bool ascending;      // a scatter: points are in the order of their positions
  bool tf32;           // a contraction whose factors a unit may round to TF32
  bool tf32Factors[2]; // those that are TF32 already
  bool atomics;        // a contraction whose sums may have any order
  /// Of a stage that a schedule adds: it clears the memory to which this one
  /// adds its results; else NULL.
  const TcCpuStage *clears;
  /// Streamed kernels: the body only masks points that do not exist, which are
  /// not visited.
  bool masksPoints;
  const TcSize *take; // of a sort, or NULL
  /// Of a scatter: the copy of `base` that it works in; NULL where the result's
  /// memory is the base's (tc.ties), or all elements are set.
  TcCpuValue *copied;
  /// Of a scatter: 1 + an iterator of tasks, a power of two of them, or 0. Each
  /// visits all points, and combines those whose positions are its own.
  int owners;
  TC_VEC(TcCpuValue *) gathered; // what loop.at of the body reads
  /// Of a scan in chunks: its accumulators where each starts, by the number of
  /// the chunk and the other iterators. Else empty.
  TC_VEC(TcCpuValue *) starts;
  /// Of a reduction of such chunks: the elements that its body yields, one a
  /// result. NULL: those of the results.
  const MlirType *yielded;
};

/// A buffer of the kernel, in the order of the phases' `buffers`.
typedef struct TcCpuBuffer {
  MlirType element;
  size_t rank;
  const TcSize **sizes;
  const TcSize **strides; // in elements
  const TcSize *offset;
  bool anywhere; // may lie within other memory: aligned as its element only
} TcCpuBuffer;

/// An argument whose integers are positions in a dimension of others: in index
/// expressions its elements are tcSizeLookup by its name and by their place in
/// its buffer (kernel_lookup.c). Code takes what is outside for the nearest
/// position, and reports it where a phase begins.
typedef struct TcCpuTable {
  const char *name;
  TcCpuRead read; // at iterators, each of which has the array's dimension
  bool wraps;     // negative positions count from the end
  int64_t size;   // of the dimension: positions are less, or error TC-1520
  bool isBound;   // its elements bound an iterator: any number, none an error
  int64_t guess;  // what an element is taken for
} TcCpuTable;

typedef TC_VEC(TcCpuStage *) TcCpuStages;
typedef TC_VEC(const TcSize *) TcCpuSizes;

/// The attribute `loop.stream`: a loop.for runs over blocks of `step` points.
typedef struct TcCpuStream {
  int block, point; // iterators, or -1: the kernel does not stream
  int lane;         // CPUs: the iterator vectorised in all its stages; or -1
  int64_t step;
  const TcSize *extent;   // points in all
  const TcSize *at;       // block * step + point
  TcCpuSizes most, least; // bounds of the point: outside all terms are 0
} TcCpuStream;

/// A symbol that stands for another one, divided: so that this is seen to be a
/// multiple.
typedef struct TcCpuQuotient {
  size_t of; // the number of the symbol that a launch is given
  int64_t by;
  const char *name;
} TcCpuQuotient;

typedef uint32_t
    TcScheduleForms; // bits by TcScheduleForm (passes/schedule/forms.h)

/// An iterator of a product that is changed by choice: split by groups of so
/// many points, or, with `with`, joined with that iterator though images have a
/// border.
typedef struct TcCpuIterChange {
  int iter, with; // -1: it is split
  int64_t group;
} TcCpuIterChange;

typedef struct TcCpuKernel {
  TcArena *arena;
  MlirOperation op;
  MlirContext ctx;
  const char *name;
  TC_VEC(TcCpuIter) iters;
  TC_VEC(const char *) symbols; // the size symbols, in order of appearance
  TC_VEC(TcCpuQuotient) quotients;
  TC_VEC(TcCpuTable) tables;
  TcCpuStages stages; // in SSA order
  TC_VEC(TcCpuValue *) args;
  TC_VEC(TcCpuBuffer) buffers; // arguments, results, temporaries
  size_t numResults;
  const TcCpuFor *in;      // while it is read: the loop around
  TcMap values;            // MlirValue.ptr -> TcCpuValue
  TcSizeRanges ranges;     // of iterators and symbols
  int64_t guess;           // what each size symbol is taken for (tcEstimate):
                           // what the schedule's text says (tcTextSizeHint)
  TcScheduleForms without; // forms of schedules that are not to be chosen
  /// A version of a CPU's schedule, whose `iters` says which iterators are
  /// changed; null: that is chosen. And those that were.
  MlirAttribute schedule;
  TC_VEC(TcCpuIterChange) changes;
  TcCpuStream stream;
} TcCpuKernel;

/// Reads `op`, a verified loop.kernel. Emits an error at the op and fails if it
/// has something that the code generator does not support.
MlirLogicalResult tcCpuKernelRead(TcArena *arena, MlirOperation op,
                                  TcCpuKernel *kernel);

/// Sets `stream.lane`: of the iterators that may run over lanes the one that a
/// phase of the schedule, which may be null, has as its vector and chunk, or
/// that has the most points at the kernel's guess.
void tcCpuStreamChooseLane(TcCpuKernel *kernel, MlirAttribute schedule);

/// Whether the last block of a streamed kernel's loop lacks some of the
/// iterator's points: its loops end before its extent.
bool tcCpuStreamMisses(const TcCpuKernel *kernel, int iter);

/// For code whose loops run over all points of a streamed kernel's last block,
/// also those that do not exist: reads have the fills that the text says.
void tcCpuStreamKeepFills(TcCpuKernel *kernel);

/// Sets `stream.lane` of a kernel whose stream has sums that tasks share
/// (passes/lower/gpu/stream_across.c), as if there were none: for code that
/// makes these itself.
void tcCpuStreamShareLane(TcCpuKernel *kernel);

/// From which sizes on iterators of a product that no schedule says are
/// changed: points of a group by which one is split, and more rows than so many
/// that images' columns, joined over a border, are multiplied with.
typedef struct TcCpuSides {
  int64_t leastGroup, leastRows;
} TcCpuSides;

/// Of a product: splits an iterator by the groups that one of its factors tells
/// apart (kernel_split.c), and joins those of an image's border
/// (kernel_join.c). Iterators of weights keep their meaning, `given` in terms
/// of the kernel's.
void tcCpuKernelFindSides(TcCpuKernel *kernel, const TcCpuSides *sides);

/// tcCpuKernelRead, for a CPU's schedule and code: split, and all iterators of
/// a product that memory does not tell apart are one (kernel_join.c). Where a
/// border does tell them apart, and of groups, `schedule` says so, one version
/// of a schedule.
MlirLogicalResult tcCpuKernelReadJoined(TcArena *arena, MlirOperation op,
                                        MlirAttribute schedule,
                                        TcCpuKernel *kernel);
/// The same of a kernel whose schedule is to be chosen.
MlirLogicalResult tcCpuKernelReadSides(TcArena *arena, MlirOperation op,
                                       const TcCpuSides *sides,
                                       TcCpuKernel *kernel);

/// Whether the size has an iterator of the kernel.
bool tcCpuUsesIters(const TcCpuKernel *kernel, const TcSize *size);

/// A temporary with the sizes of `value`, which is written there too. Buffers
/// of temporaries come after those of the results.
void tcCpuKernelSpill(TcCpuKernel *kernel, TcCpuValue *value);

/// The same for a result, whose dimensions lie in the order of these iterators:
/// all of its stage's, outermost first.
void tcCpuKernelSpillAs(TcCpuKernel *kernel, TcCpuValue *value,
                        const TcCpuIters *order);

/// A temporary with the sizes of `value`: the number of its buffer.
int tcCpuKernelAddTemporary(TcCpuKernel *kernel, const TcCpuValue *value);

/// The product of the iterators' extents.
const TcSize *tcCpuProduct(TcArena *arena, const TcCpuKernel *kernel,
                           const TcCpuIters *iters);

/// The iterator that a scatter's position in dimension `dim` is, but for a
/// shift that is the same at all points; or -1.
int tcScatterIter(const TcCpuKernel *kernel, const TcCpuStage *scatter,
                  size_t dim);
/// That position, as an expression; NULL if it is no iterator.
const TcSize *tcScatterExpr(const TcCpuKernel *kernel,
                            const TcCpuStage *scatter, size_t dim);

/// A new iterator named `base` and a number.
int tcCpuKernelAddIter(TcCpuKernel *kernel, const char *base,
                       const TcSize *extent);

/// A new stage at the end of the list, with no reads.
TcCpuStage *tcCpuKernelAddStage(TcCpuKernel *kernel, TcCpuStageKind kind);

/// A stage at the end that copies `from` element by element; its result.
TcCpuValue *tcCpuKernelAddCopy(TcCpuKernel *kernel, TcCpuValue *from);

/// A result of `stage` over `iters`.
TcCpuValue *tcCpuStageAddResult(TcCpuKernel *kernel, TcCpuStage *stage,
                                MlirType element, const TcCpuIters *iters);

//===- Lists of iterators -------------------------------------------------===//

bool tcCpuItersHave(const TcCpuIters *iters, int iter);
/// The position of `iter`, or -1.
int tcCpuItersFind(const TcCpuIters *iters, int iter);
/// The points of an iterator, or `unknown` where a symbol says how many.
int64_t tcCpuExtent(const TcCpuKernel *kernel, int iter, int64_t unknown);
/// Whether the iterator has one point, 0: no loop has to run over it.
bool tcCpuIterIsOne(const TcCpuKernel *kernel, int iter);
/// Whether they are the same set, iterators of one point aside.
bool tcCpuItersSame(const TcCpuKernel *kernel, const TcCpuIters *a,
                    const TcCpuIters *b);
/// Those of `a` that are (not) in `b`, in the order of `a`.
TcCpuIters tcCpuItersAnd(TcArena *arena, const TcCpuIters *a,
                         const TcCpuIters *b);
TcCpuIters tcCpuItersWithout(TcArena *arena, const TcCpuIters *a,
                             const TcCpuIters *b);
/// Whether the stage reads or makes complex elements.
bool tcCpuStageHasComplex(const TcCpuStage *stage);
/// All that the stage runs over: `iters`, then `over` that are not among them.
TcCpuIters tcCpuStageSpace(TcArena *arena, const TcCpuStage *stage);

#endif // TC_PASSES_LOWER_CPU_KERNEL_STRUCT_H
