// Shared by what reads GPU schedules from the attribute.
//
//   gpu-read.c        launches
//   gpu-read-units.c  those that multiply
//   gpu-read-adds.c   what is added to the kernel
//   gpu-read-attr.c   entries of the text
#ifndef TC_PASSES_SCHEDULE_GPU_READ_H
#define TC_PASSES_SCHEDULE_GPU_READ_H

#include "passes/schedule/gpu.h"

enum {
  TC_TEXT_MALFORMED = 610,
  TC_TEXT_NOT_ALLOWED = 611,
  TC_TEXT_NO_CODE = 612
};

typedef struct TcGpuReader {
  TcCpuKernel *k;
  const TcTarget *target;
  size_t launch; // its number
  bool failed;
} TcGpuReader;

/// The nodes of a launch that tell its form.
typedef struct TcGpuFound {
  MlirAttribute unit, copy, ring; // the first nodes with these, or null
  bool shares; // a thread loop without a step: threads share what it runs over
  TC_VEC(int64_t) runs;
} TcGpuFound;

/// Emits the first failure at the kernel.
void tcReaderFail(TcGpuReader *r, int number, const char *format, ...);

//===- gpu-read-attr.c ----------------------------------------------------===//

/// An entry of a dictionary; null where there is none, or no dictionary.
MlirAttribute tcTextEntry(MlirAttribute dict, const char *key);
bool tcTextHas(MlirAttribute dict, const char *key);
/// Whether the entry is this string.
bool tcTextIs(MlirAttribute dict, const char *key, const char *text);
/// An integer, or `otherwise`.
int64_t tcTextInt(MlirAttribute a, int64_t otherwise);
/// Elements of a list; 0 and null of anything else.
intptr_t tcTextCount(MlirAttribute list);
MlirAttribute tcTextElement(MlirAttribute list, intptr_t i);
/// Element i of a node's body.
MlirAttribute tcTextBody(MlirAttribute node, intptr_t i);
/// The dictionary with this node as its `body`.
MlirAttribute tcTextWithBody(TcArena *arena, MlirAttribute dict,
                             MlirAttribute node);
/// The integer of this key, which must be within the bounds.
int64_t tcReaderNumber(TcGpuReader *r, MlirAttribute dict, const char *key,
                       int64_t least, int64_t most);
/// The iterators that `for` names.
TcCpuIters tcReaderIters(TcGpuReader *r, MlirAttribute node);
TcCpuStage *tcReaderStage(TcGpuReader *r, int64_t position);

//===- gpu-read-units.c ---------------------------------------------------===//

/// Form and numbers of a launch with a unit, `fma` included.
void tcGpuReadProduct(TcGpuReader *r, MlirAttribute launch, const TcGpuFound *f,
                      TcGpuPhase *p);

//===- gpu-read-adds.c ----------------------------------------------------===//

typedef struct TcGpuAdded {
  const TcCpuStage *stage; // that reduces the parts
  TcCpuIters iters;
  int64_t parts;
} TcGpuAdded;
typedef TC_VEC(TcGpuAdded) TcGpuAddedList;

/// Adds to the kernel what an entry of `adds` says; notes parts in `list`.
void tcGpuReadAdded(TcGpuReader *r, MlirAttribute added, TcGpuAddedList *list);
/// Says of each phase that adds up parts which they are.
void tcGpuMarkParts(const TcGpuAddedList *added, TcGpuPhases *phases);

#endif // TC_PASSES_SCHEDULE_GPU_READ_H
