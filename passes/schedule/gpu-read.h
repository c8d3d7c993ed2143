// Shared by what reads GPU schedules from the attribute.
//
//   gpu-read.c        launches
//   gpu-read-stages.c which stages they run
//   gpu-read-rows.c   those by rows
//   gpu-read-units.c  those that multiply
//   gpu-read-tiles.c  those by transposed tiles
//   gpu-read-scatters.c, gpu-read-sorts.c  those that scatter, that sort
//   gpu-read-adds.c   what is added to the kernel
//   gpu-read-nodes.c  nodes of a launch
//   text.h            entries of the text
#ifndef TC_PASSES_SCHEDULE_GPU_READ_H
#define TC_PASSES_SCHEDULE_GPU_READ_H

#include "passes/schedule/gpu.h"
#include "passes/schedule/text.h"

/// Its parts are launches.
typedef TcReader TcGpuReader;

/// The nodes of a launch that tell its form.
typedef struct TcGpuFound {
  MlirAttribute unit, copy, ring, combine; // the first nodes with these, or
                                           // null
  bool writesOut;                          // a loop `to` unroll
  bool shares; // a thread loop without a step: threads share what it runs over
  TC_VEC(int64_t) runs;
} TcGpuFound;

//===- gpu-read-nodes.c ---------------------------------------------------===//

/// Element i of a node's body.
MlirAttribute tcTextBody(MlirAttribute node, intptr_t i);
/// The dictionary with this node as its `body`.
MlirAttribute tcTextWithBody(TcArena *arena, MlirAttribute dict,
                             MlirAttribute node);
/// The iterators that `for` names.
TcCpuIters tcReaderIters(TcGpuReader *r, MlirAttribute node);
TcCpuStage *tcReaderStage(TcGpuReader *r, int64_t position);

//===- gpu-read-rows.c ----------------------------------------------------===//

/// Numbers of a launch whose threads share rows.
void tcGpuReadRows(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p);

//===- gpu-read-scatters.c ------------------------------------------------===//

/// Numbers of a launch whose blocks own positions; of one whose blocks have
/// copies of what is scattered to.
void tcGpuReadOwned(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p);
void tcGpuReadAscending(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p);
void tcGpuReadBins(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p);
/// The launch that combines what the blocks of `before` leave.
void tcGpuReadBinSums(TcGpuReader *r, MlirAttribute launch,
                      const TcGpuPhase *before, TcGpuPhase *p);
/// Whether a launch is of long rows, or of copies, that the one before it,
/// which may be NULL, leaves.
bool tcGpuIsLeft(const TcGpuPhase *before, const TcGpuPhase *p);
bool tcGpuIsOfBins(const TcGpuPhase *before, const TcGpuPhase *p);

//===- gpu-read-tiles.c ---------------------------------------------------===//

/// Tiles of a launch that stages transposed reads in shared memory.
void tcGpuReadTiles(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p);

//===- gpu-read-sorts.c ---------------------------------------------------===//

/// Numbers of a launch that sorts chunks of rows, or merges what the launch
/// before has sorted.
void tcGpuReadSort(TcGpuReader *r, MlirAttribute launch, const TcGpuFound *f,
                   const TcGpuPhase *before, TcGpuPhase *p);

//===- gpu-read-units.c ---------------------------------------------------===//

/// Form and numbers of a launch with a unit, `fma` included.
void tcGpuReadProduct(TcGpuReader *r, MlirAttribute launch, const TcGpuFound *f,
                      TcGpuPhase *p);

//===- gpu-direct-text.c --------------------------------------------------===//

/// The same of a product whose factors are read in place, without copies.
void tcGpuReadDirect(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p);

//===- gpu-windows-text.c -------------------------------------------------===//

/// Numbers of a launch whose threads have several points of windows.
void tcGpuReadWindows(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p);

//===- gpu-read-adds.c ----------------------------------------------------===//

typedef struct TcGpuAdded {
  const TcCpuStage *stage; // that reduces the parts, or is scanned in chunks
  TcCpuIters iters;
  int64_t parts, chunk; // one of them is 0
} TcGpuAdded;
typedef TC_VEC(TcGpuAdded) TcGpuAddedList;

/// Adds to the kernel what an entry of `adds` says; notes parts in `list`.
void tcGpuReadAdded(TcGpuReader *r, MlirAttribute added, TcGpuAddedList *list);
/// Says of each phase that adds up parts which they are.
void tcGpuMarkParts(const TcGpuAddedList *added, TcGpuPhases *phases);
/// Reads a loop to the grid over chunks of scans, if it is one.
bool tcGpuReadChunk(TcGpuReader *r, MlirAttribute node, TcGpuPhase *phase);
/// Reports what has no chunks, nor several points of a thread.
void tcGpuCheckChunks(TcGpuReader *r, const TcGpuPhase *phase);
/// Whether the scans of a phase run in those chunks that were combined before.
bool tcGpuChunksAgree(const TcGpuAddedList *added, const TcGpuPhase *phase);

//===- gpu-read-stages.c --------------------------------------------------===//

/// The stages of a launch, with its base and maps behind it.
void tcGpuTakeStages(TcGpuReader *r, const TcGpuFound *f, TcGpuPhase *p);
/// Reports stages that do not run once, after what they read, and launches
/// without the one behind that they need.
void tcGpuCheckRuns(TcGpuReader *r, const TcGpuAddedList *added,
                    const TcGpuPhases *phases);

#endif // TC_PASSES_SCHEDULE_GPU_READ_H
