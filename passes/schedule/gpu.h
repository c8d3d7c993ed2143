// The schedule of a kernel on a GPU: its phases, each one launch of blocks of
// threads that run in any order.
//
//   points   each thread computes points of the iterators `points` alone, what
//            a stage reduces over one after the other
//   rows     a block computes one point of the iterators `tasks`: its threads
//            share the points of each stage, or what it reduces over; of short
//            rows several, each by lanes of a wave
//   windows  each thread computes several neighbouring points along an iterator
//            that the windows of a reduction move along (gpu-windows.c)
//   columns  a block computes adjacent points of the iterators `points`: rows
//            of its threads share what the stages reduce over
//   owners   a block has a point of the iterators `blocks`, one of which are
//            the owners of a scatter: its threads look for what it owns
//            together, and share the iterators `points` of each
//   long rows  of such a scatter the rows that have many points, which the
//            phase before leaves: a block has a strip of each
//   ascending  a thread has a point of a scatter's result, and combines those
//            of the scatter's points that lie there, which follow on each other
//   bins     a block has some points of a scatter, and copies of all elements
//            that they may be combined with in shared memory, each of a few
//            threads
//   bin sums  of such a scatter the copies of all blocks, which the phase
//   before
//            has stored: rows of threads share those of an element
//   sort chunks  a block sorts a chunk of a row
//   sort merge   threads merge the runs that the phase before has sorted, an
//            element each (passes/lower/gpu/sort_parts.c)
//   product  a block computes a tile (passes/lower/gpu/product.h)
//   direct   the same, from factors that stay where they lie: shares of a
//            block's threads have parts of the steps
//            (passes/lower/gpu/direct.h)
//   unit     the same on matrix units (passes/lower/gpu/unit.h)
//   stream   two contractions and what is reduced between, over blocks of an
//            iterator (passes/lower/gpu/stream.h)
//   transpose  a block computes a square tile of points of two iterators, one
//            along which memory is written, one along which it is read: staged
//            through shared memory (passes/lower/gpu/transpose.c)
#ifndef TC_PASSES_SCHEDULE_GPU_H
#define TC_PASSES_SCHEDULE_GPU_H

#include "passes/schedule/cpu.h"
#include "passes/schedule/forms.h"
#include "target/units.h"

typedef enum TcGpuMode {
  TC_GPU_POINTS,
  TC_GPU_WINDOWS,
  TC_GPU_ROWS,
  TC_GPU_COLUMNS,
  TC_GPU_OWNERS,
  TC_GPU_LONG_ROWS,
  TC_GPU_ASCENDING,
  TC_GPU_BINS,
  TC_GPU_BIN_SUMS,
  TC_GPU_SORT_CHUNKS,
  TC_GPU_SORT_MERGE,
  TC_GPU_PRODUCT,
  TC_GPU_DIRECT,
  TC_GPU_TRANSPOSE,
  TC_GPU_UNIT,
  TC_GPU_STREAM,
} TcGpuMode;

typedef struct TcGpuTiling TcGpuTiling;
/// How a contraction on a matrix unit is cut: a block computes a tile of rows x
/// columns, its warps warpRows x warpColumns each, `depth` steps of the
/// reduction at a time, of which `ring` are in shared memory or in flight.
/// Of streamed contractions a warp has warpRows rows and all of their columns;
/// `depth` is the length of a block of the streamed iterator.
struct TcGpuTiling {
  const TcUnit *unit;
  int64_t rows, columns, warpRows, warpColumns, depth, ring;
  int64_t group;    // tiles of rows that blocks go along before the next column
  int64_t resident; // blocks that a multiprocessor holds at once
  int64_t ahead; // steps copied ahead; 0: as many as one barrier a step allows
  // Of units: maps run on single columns, though an access moves more.
  bool single;
  // As many blocks as the machine holds, each computing every so manieth tile:
  // a tile's first copies are under way while the one before is stored.
  bool persists;
  // Of a stream's roles in such blocks: the last sums of a tile are made beside
  // the next one's first terms.
  bool joined;
  // Such a block has the first tile of rows and the last, the second and the
  // last but one, ...
  bool paired;
  // Roles: a warp group copies, and so many teams, each the threads of a tile,
  // multiply: one a tile while others store theirs. 0: all threads do both.
  int64_t teams;
  int64_t copyRegisters, registers; // of each thread of the two roles
  // Of roles: a thread has the copy engine copy both operands; of a stream
  // both streamed ones.
  bool tma;
  // Of streams with roles: warp groups issue their products by turns, so that
  // some compute between products what the others' products run beside.
  bool turns;
  // Of streams of several contractions: warp groups do not meet at each block.
  bool free;
  // Of streams of warp groups: the first contraction runs a block ahead of the
  // others.
  bool skew;
  // Of streams of warp groups: bit i is set if the rows' operand of contraction
  // i of those that make terms stays in registers, else the unit reads it from
  // shared memory again for each block.
  int64_t held;
  // What stages on terms read for each streamed point lies in the ring, too.
  bool stagesColumns;
};

/// Steps and groups of tiles in a schedule's text, and parts that are looked
/// at, are at most as many.
enum { TC_GPU_MOST = 1 << 20 };

/// Blocks that a multiprocessor holds at most.
enum { TC_GPU_MOST_RESIDENT = 32 };

/// Words of registers that a thread may have loads for, at most.
enum { TC_GPU_MOST_WORDS = 256 };

/// Threads of a block, at most.
enum { TC_GPU_MOST_THREADS = 1024 };
/// Words of a multiprocessor's registers.
enum { TC_GPU_REGISTERS = 1 << 16 };
/// The engine of copies by tensor maps in a schedule's text.
#define TC_GPU_ENGINE_TMA "tma"
/// What multiplies where no matrix unit does.
#define TC_GPU_UNIT_FMA "fma"
/// The names of roles in a schedule's text.
#define TC_GPU_ROLE_COPIES "load"
#define TC_GPU_ROLE_MULTIPLIES "multiply"
/// Where an operand of a unit stays.
#define TC_GPU_IN_REGISTERS "registers"
/// The order of warp groups that issue products by turns.
#define TC_GPU_ORDER_TURNS "turns"
#define TC_GPU_ORDER_PAIRED "paired"
/// How the parts of a sum that tasks have become one.
#define TC_GPU_COMBINE_ATOMIC "atomic"
#define TC_GPU_COMBINE_SHARED "shared"
/// Of warp groups that do not meet at each step.
#define TC_GPU_ORDER_FREE "free"

typedef struct TcGpuPhase {
  // Stages, tasks, split; tasks are all parallel iterators. Scans: the chunk of
  // the row that a block (ROWS), or thread (POINTS), has: of no task.
  TcCpuPhase p;
  TcGpuMode mode;
  int64_t threads; // of a block
  bool dependent;  // it may be launched when the blocks of the one before have
                   // ended, and waits itself until their writes are seen
  bool beside;     // its blocks run in the launch of the phase before it
  bool alone;      // POINTS: a thread of a block of its own has the only point
  bool strips;     // POINTS: all of `blocks` before the next of `points`
  bool saysNests;  // its text has nests, plain ones, too
  // POINTS, WINDOWS, TRANSPOSE, OWNERS, BINS: that a block has one point of
  TcCpuIters blocks;
  TcCpuIters points; // POINTS, WINDOWS, COLUMNS, OWNERS: those that its threads
                     // share; ASCENDING: those of a row of the result
  int64_t rows;      // ROWS: points of `tasks` in a block; 0: one
  // ROWS, not aligned: the stages whose points along the row threads compute
  // as vectors, as many as an access moves.
  TcCpuStages vectors;
  // ROWS: elements of a vector that starts at a multiple of them in memory,
  // wherever the row starts (gpu-align.c). 0: vectors start at the row's start.
  int64_t align;
  // Of these: arguments whose row stays in shared memory once it has been read,
  // or the first `heldPoints` in vectors; 0: all.
  TcCpuIters held;
  int64_t heldPoints;
  // WINDOWS: the iterator along which a thread has `perThread` points, `step`
  // taps of the last of `over` written out at a time; and what is reduced over,
  // outermost first.
  int along;
  TcCpuIters over;
  int64_t lanes; // POINTS, WINDOWS, COLUMNS, TRANSPOSE, OWNERS, ASCENDING: side
                 // by side, by a thread at once: vectors
  int64_t shares;    // COLUMNS: rows of threads that share what is reduced;
                     // BIN_SUMS: those that share the copies of an element;
                     // BINS: threads that share a copy; DIRECT: that have parts
                     // of the steps; ROWS, scans: steps that are combined at
                     // once, 0: 1
  int64_t perThread; // POINTS: such vectors of each thread; OWNERS: points that
                     // a thread looks at in one step; ROWS, aligned: vectors
                     // whose loads are under way at once, scans: adjacent
                     // points of a thread in a step, 0: 1; BINS: points of a
                     // thread that are under way at once
  // POINTS: words of registers for what the maps of a point, or all points of a
  // thread, load of arguments before the first of them stores. 0: each loads
  // its own.
  int64_t loadWords;
  // OWNERS: the map that makes the scatter's base, which is then no stage of a
  // phase: a block computes it at the rows that it owns, once each. Or NULL.
  // BINS, ASCENDING: the same, of the elements of all bins, or of the result.
  TcCpuStage *base;
  // ASCENDING: maps over the result, of which a thread computes its vector: no
  // stages of the phase, either.
  TcCpuStages behind;
  // OWNERS: points of a row from which on, if more, they are left to the phase
  // behind; 0: none are. LONG_ROWS: the step. Both: the temporary
  // with what is left.
  int64_t longer, step;
  // BINS: blocks that share points, and leave their sums in a temporary,
  // `left`, to the phase behind. 1: there is no such phase.
  int64_t cuts;
  // Of these: columns of the last iterator that a block has; 0: all.
  int64_t strip;
  int left;
  // SORT_CHUNKS: `step` points of a chunk. SORT_MERGE: `step` points of the row
  // that a run has before it; how many runs become one, 0: all that there are;
  // the half of the workspace that is read. Both: `left` is the workspace.
  int64_t ways;
  int half;
  // TRANSPOSE: the iterators along which writes, and reads, are contiguous; the
  // tile's side; elements that a thread reads side by side at once; whether
  // words of shared memory have the halves of two neighbouring rows.
  int writeIter, readIter;
  int64_t side, readLanes;
  bool pairs;
  /// UNIT, STREAM; PRODUCT, DIRECT: of threads instead of warps, no ring;
  /// COLUMNS: `resident` alone, 0 where registers are not bounded.
  TcGpuTiling tiling;
  /// If `parts`: the stages add up the partial results of a reduction over the
  /// iterators `partsOf`, which an earlier phase makes in so many parts; the
  /// last one is cut, of the others each point is parts of its own. Maps of the
  /// sums may follow.
  TcCpuIters partsOf;
  int64_t parts;
} TcGpuPhase;

typedef TC_VEC(TcGpuPhase) TcGpuPhases;

/// Whether points of one of the stages must run in order, or it has loops of
/// its own (sorts, scans).
bool tcGpuIsSerial(const TcCpuStages *stages);
/// Whether these are scans along one iterator, and maps, so that the threads of
/// a block may share a row of them.
bool tcGpuScansRows(const TcCpuStages *stages);
/// Whether such stages run over the same points, and no scan waits for another,
/// so that each thread may combine several points before it knows what is
/// before them, and blocks chunks of a row.
bool tcGpuScansApart(const TcCpuKernel *kernel, const TcCpuStages *stages);
/// The iterator along which these stages scan, -1 if none does.
int tcGpuScannedIter(const TcCpuStages *stages);
/// How many steps of such a phase are combined at once; and the most: a wave
/// has a lane for each of its waves in each of them.
int64_t tcGpuScanSteps(const TcGpuPhase *phase);
int64_t tcGpuMostScanSteps(const TcTarget *target, int64_t threads);
/// Whether it is a sort alone, of rows that the threads of a block may share.
bool tcGpuSortsRows(const TcCpuStages *stages);

//===- gpu-vector.c -------------------------------------------------------===//

/// The most elements along `iter` of a thread's vectors in all of these stages:
/// those of an access, where all memory that they access is contiguous along
/// it; else 1. Reads that are
/// transposed along `transposed`, unless it is -1, are ignored: tiles stage
/// them.
int64_t tcGpuLanes(TcCpuKernel *kernel, const TcCpuStages *stages, int iter,
                   int transposed);

/// Whether the bodies of these stages are so long that vectors would spill; and
/// the elements that a chooser gives a thread's vectors: then 1.
bool tcGpuAreLong(const TcCpuStages *stages);
int64_t tcGpuGoodLanes(TcCpuKernel *kernel, const TcCpuStages *stages, int iter,
                       int transposed);

/// Of a map that gathers single elements, of which neighbours along `iter` are
/// of neighbouring columns of a table, in rows that the data decides for each:
/// the bytes of the largest such table, guessed. 0: there is none.
double tcGpuGathersColumns(TcCpuKernel *kernel, const TcCpuStages *stages,
                           int iter);

/// tcGpuLanes where results of stages that have no buffer stay in registers,
/// and vectors may have so many bytes.
int64_t tcGpuRegisterLanes(TcCpuKernel *kernel, const TcCpuStages *stages,
                           int iter, int64_t bytes);

/// The same where the first element may lie anywhere: vectors of it start at
/// any point of `iter`.
int64_t tcGpuShiftedLanes(TcCpuKernel *kernel, const TcCpuStages *stages,
                          int iter);

/// How many elements lie between neighbours along the last of the iterators
/// `points` in a read of these stages, if few, and those in front of it run
/// over them: a block of so many points a thread reads all of them, and each
/// once from memory. 1: there is no such read.
int64_t tcGpuRunBetween(TcCpuKernel *kernel, const TcCpuStages *stages,
                        const TcCpuIters *points);

/// tcGpuLanes of a scatter, along what is the position in the innermost
/// dimension of its result.
int64_t tcGpuScatterLanes(TcCpuKernel *kernel, TcCpuStage *s, int iter);

//===- gpu-transpose.c ----------------------------------------------------===//

/// Whether a phase by points, whose iterators are `all`, outermost first, is
/// better run by transposed tiles; then sets its mode and tiles.
bool tcGpuChooseTranspose(TcCpuKernel *kernel, const TcTarget *target,
                          const TcCpuIters *all, TcGpuPhase *phase);

/// Whether a phase has the form of transposed tiles over its iterators: it is
/// one nest of maps, and stages some read.
bool tcGpuHasTiles(TcCpuKernel *kernel, const TcGpuPhase *phase);
/// What follows from the tiles' iterators, side, threads and lanes.
void tcGpuFormTiles(TcCpuKernel *kernel, TcGpuPhase *phase);
/// NULL, or why there are no such tiles.
const char *tcGpuTilesRefuse(TcCpuKernel *kernel, const TcTarget *target,
                             const TcGpuPhase *phase);
/// The largest side of a tile.
enum { TC_GPU_MOST_SIDE = 256 };

/// Whether a phase by transposed tiles stages the read in shared memory.
bool tcGpuIsTransposed(const TcCpuKernel *kernel, const TcGpuPhase *phase,
                       const TcCpuRead *read);

/// Bytes of shared memory for a tile of a transposed read, in the type that
/// registers have (f32 for halves).
int64_t tcGpuTransposeBytes(const TcGpuPhase *phase, const TcCpuRead *read);

/// A reduced iterator that is split into parts, whose sums another launch adds
/// up. One part: it is not split.
typedef struct TcGpuSplit {
  int iter;
  int64_t parts;
} TcGpuSplit;

typedef TC_VEC(TcCpuStages) TcGpuContractions;

/// The stages of a kernel as contractions, each with the maps behind it; none
/// if there are others, or one reads what another makes.
TcGpuContractions tcGpuContractionsOf(TcCpuKernel *kernel);

//===- gpu-unit.c, gpu-unit-time.c ----------------------------------------===//

/// A way to compute a contraction, with maps behind it, on a matrix unit.
typedef struct TcGpuWay {
  TcCpuStages stages;
  TcGpuTiling tiling;
  TcGpuSplit split;
  const void *candidate; // of the model of its time
} TcGpuWay;
typedef TC_VEC(TcGpuWay) TcGpuWays; // of the same stages

/// All that the target allows; none if the stages are no such contraction.
TcGpuWays tcGpuUnitWays(TcCpuKernel *kernel, const TcCpuStages *stages,
                        const TcTarget *target);
/// Sizes at which ways are compared: each symbol is `guess`
/// (TcCpuKernel.guess). `rows`: how many rows there are, exactly, where all
/// symbols are theirs (no guess of two symbols has 128 as its square); or 0.
/// `beside`: how many such contractions are one launch; 0 is 1.
typedef struct TcGpuSizes {
  int64_t guess;
  double rows;
  int64_t beside;
} TcGpuSizes;
/// What each takes there, up to a factor; INFINITY if it is not worth trying.
void tcGpuWayTimes(TcCpuKernel *kernel, const TcTarget *target,
                   const TcGpuWays *ways, TcGpuSizes sizes, double *times);
/// Whether the rows of the contraction have all of its size symbols; sets how
/// many of them there are for each point of these.
bool tcGpuOnlyRowsVary(TcCpuKernel *kernel, const TcGpuWays *ways,
                       double *each);
/// The fastest at the kernel's own guess, or NULL.
const TcGpuWay *tcGpuBestWay(TcCpuKernel *kernel, const TcTarget *target,
                             const TcGpuWays *ways);

//===- gpu-direct.c -------------------------------------------------------===//

/// A tiling of a product whose factors are read in place, and the parts of its
/// steps that a block's threads share.
typedef struct TcGpuDirect {
  TcGpuTiling tiling;
  int64_t shares;
  double time; // as tcGpuWayTimes has it
} TcGpuDirect;
/// Whether these stages are such a product, of factors that are read again soon
/// enough; then the fastest tiling.
bool tcGpuChooseDirect(TcCpuKernel *kernel, const TcTarget *target,
                       const TcCpuStages *stages, TcGpuDirect *direct);
/// Whether that is also faster than `way`, their fastest one on a matrix unit,
/// or, if that is NULL, than tiles that are copied to shared memory.
bool tcGpuIsDirect(TcCpuKernel *kernel, const TcTarget *target,
                   const TcCpuStages *stages, const TcGpuWay *way,
                   TcGpuDirect *direct);

//===- gpu-stream.c -------------------------------------------------------===//

/// Whether the kernel is a stream of contractions that a matrix unit of the
/// target computes; then its fastest tiling.
bool tcGpuChooseStream(TcCpuKernel *kernel, const TcTarget *target,
                       TcGpuTiling *tiling);
/// Threads of a block.
int64_t tcGpuTilingThreads(const TcGpuTiling *tiling);

/// The iterators of a phase by points, outermost first: what is written most
/// closely innermost.
TcCpuIters tcGpuOrderedPoints(TcCpuKernel *kernel, const TcCpuPhase *phase);

//===- gpu-rows.c ---------------------------------------------------------===//

/// Threads of a row, and rows of a block, of a phase by rows whose tasks are
/// known; sets `threads` and `rows`.
void tcGpuChooseRows(TcCpuKernel *kernel, const TcTarget *target,
                     TcGpuPhase *phase);
/// NULL, or why a block cannot have that many rows of the phase.
const char *tcGpuRowsRefuse(TcCpuKernel *kernel, const TcTarget *target,
                            const TcGpuPhase *phase, int64_t rows);
/// The threads of one row.
int64_t tcGpuRowThreads(const TcGpuPhase *phase);
/// Whether a phase of these stages has rows so short that a block has several,
/// each in registers of some lanes of a wave.
bool tcGpuHasShortRows(TcCpuKernel *kernel, const TcTarget *target,
                       const TcCpuStages *stages);
/// How many vectors of a row of `points` each thread keeps in registers, of
/// `lanes`, or of as many as divide the row; some threads have one less. 0:
/// there are too many.
int64_t tcGpuRowIterations(int64_t points, int64_t threads, int64_t *lanes);
enum { TC_GPU_ROW_ITERATIONS = 32, TC_GPU_ROW_ELEMENTS = 64 };
/// Adjacent points of a thread's scans in a step, and steps at once, at most.
enum { TC_GPU_SCAN_POINTS = 16, TC_GPU_SCAN_STEPS = 8 };

//===- lower/gpu/register_rows.c ------------------------------------------===//

/// Whether the threads of a row of the phase keep all that is read or computed
/// along it in registers: nothing passes between them but reductions.
bool tcGpuKeepsRow(TcCpuKernel *kernel, const TcGpuPhase *phase);
/// Whether all stages of the nest are among the phase's `vectors`.
struct TcNest;
bool tcGpuHasVectors(const TcGpuPhase *phase, const struct TcNest *nest);
/// The iterator along which the stage, one of a phase by rows, has vectors; -1:
/// it has none.
int tcGpuVectorOf(TcCpuKernel *kernel, const TcGpuPhase *phase,
                  const TcCpuStage *s);
/// Leaves those of `vectors` for which there is code: of nests whose threads
/// each have a vector, all that keep the row in registers or none.
void tcGpuTakeVectors(TcCpuKernel *kernel, TcGpuPhase *phase);

//===- gpu-align.c --------------------------------------------------------===//

/// How a phase by rows has aligned vectors of rows that start at any element:
/// each row is shifted by what its start is beyond a vector's, and its ends,
/// less than a vector, are elements.
typedef struct TcGpuAlignment {
  int iter;               // along the row
  int64_t lanes;          // of a vector, at most
  const TcSize *offset;   // of the accesses whose vectors are aligned
  const TcSize *rowStart; // the same at the row's first element
} TcGpuAlignment;
/// False where threads of a row do not share one contiguous iterator.
bool tcGpuAlignmentOf(TcCpuKernel *kernel, const TcGpuPhase *phase,
                      TcGpuAlignment *alignment);
/// NULL, or why the vectors of a phase cannot be aligned to so many elements.
const char *tcGpuAlignRefuse(TcCpuKernel *kernel, const TcGpuPhase *phase,
                             int64_t align);
/// NULL, or why what is read of an argument along the row cannot stay in shared
/// memory beside what the phase holds already.
const char *tcGpuHoldRefuse(TcCpuKernel *kernel, const TcTarget *target,
                            const TcGpuPhase *phase, int arg);
/// NULL, or why rows cannot stay there up to `phase->heldPoints`.
const char *tcGpuHeldPointsRefuse(TcCpuKernel *kernel, const TcGpuPhase *phase);
/// Shared memory that such rows leave to partial results of reductions.
enum { TC_GPU_ROW_PARTIALS = 4 << 10 };
/// Bytes of a row of such elements in shared memory, where it is shifted as in
/// memory; of rows that are longer than any memory of a block, more than that.
int64_t tcGpuAlignedRowBytes(TcCpuKernel *kernel, const TcGpuPhase *phase,
                             MlirType element);
/// The same of an argument's row, as far as the phase holds it.
int64_t tcGpuHeldRowBytes(TcCpuKernel *kernel, const TcGpuPhase *phase,
                          MlirType element);
/// Has a phase by rows that stay in no registers aligned vectors, and its rows
/// shared memory, if others would be a quarter as long, or shorter, or rows are
/// read again.
bool tcGpuChooseAlign(TcCpuKernel *kernel, const TcTarget *target,
                      TcGpuPhase *phase);
/// Has the threads of a block share a row of maps that no vector divides: the
/// points of the last of `points`, in aligned vectors, if these are so much
/// longer, elements are narrower than a word, and there is a row for each
/// multiprocessor.
bool tcGpuAlignMaps(TcCpuKernel *kernel, const TcTarget *target,
                    const TcCpuIters *points, TcGpuPhase *phase);
/// Makes the phase one of rows: `rows` are all iterators of its points but one,
/// which the threads of a block share. False: they are not, or it has other
/// stages than maps.
bool tcGpuTakeMapRows(const TcCpuIters *rows, TcGpuPhase *phase);

//===- gpu-columns.c ------------------------------------------------------===//

/// Whether a phase of reductions, or of sums of parts, is run by columns; then
/// sets its mode, points and threads.
bool tcGpuChooseColumns(TcCpuKernel *kernel, const TcTarget *target,
                        TcGpuPhase *phase);
/// NULL, or why a phase cannot run by columns of these threads.
const char *tcGpuColumnsRefuse(TcCpuKernel *kernel, const TcGpuPhase *phase);
/// How many of `most` threads are best at work at once: fewer where a thread's
/// registers keep a multiprocessor from holding as many.
double tcGpuColumnsThreads(TcCpuKernel *kernel, const TcGpuPhase *phase,
                           double most);
/// What its stages reduce over.
TcCpuIters tcGpuColumnsOver(TcCpuKernel *kernel, const TcGpuPhase *phase);

//===- gpu-windows.c ------------------------------------------------------===//

/// NULL, or why the threads of a phase cannot have these points of windows.
const char *tcGpuWindowsRefuse(TcCpuKernel *kernel, const TcGpuPhase *phase);
/// The stages that run in the reduction's loops; none if there is no such form.
TcCpuStages tcGpuWindowsReduce(TcCpuKernel *kernel, const TcGpuPhase *phase);
/// The number of the loop whose iterations have sums of their own, so that no
/// chain of additions is long; SIZE_MAX: none has.
size_t tcGpuWindowsBlock(const TcCpuKernel *kernel, const TcCpuIters *over);

//===- gpu-beside.c -------------------------------------------------------===//

/// NULL, or why phase `i` cannot run in the launch of the one before it.
const char *tcGpuBesideRefuse(const TcGpuPhases *phases, size_t i);

//===- gpu-choose.c -------------------------------------------------------===//

/// Chooses the phases of a kernel; may add stages to it (parts of reductions).
/// A contraction on a matrix unit is computed in the way `way`, which may be
/// NULL: then in the one that is fastest.
void tcGpuScheduleChoose(TcCpuKernel *kernel, const TcTarget *target,
                         const TcGpuWay *way, TcGpuPhases *phases);

//===- gpu-version.c ------------------------------------------------------===//

/// The schedule of a kernel as text: in versions where that pays. Null if the
/// kernel cannot be read.
MlirAttribute tcGpuVersionsChoose(TcArena *arena, MlirOperation kernel,
                                  const TcTarget *target,
                                  TcScheduleForms without);
/// The versions of a schedule: one, if its text has none. Emits at the kernel,
/// and fails, if they are malformed.
MlirLogicalResult tcGpuVersionsRead(TcCpuKernel *kernel, MlirAttribute schedule,
                                    TcVersions *versions);
/// Whether a schedule is allowed in all of its versions.
MlirLogicalResult tcGpuVersionsCheck(TcArena *arena, MlirOperation kernel,
                                     MlirAttribute schedule,
                                     const TcTarget *target);

#endif // TC_PASSES_SCHEDULE_GPU_H
