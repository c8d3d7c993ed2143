// Builds kernels of the loop dialect: open a kernel, add iterators and stages,
// close it with its results. A stage gets its reads one by one and its body
// through an ordinary builder.
//
//   tcKernelOpen(&k, &arena, ctx, loc, 1, &type);
//   MlirAttribute i = tcKernelIter(&k, size);
//   tcStageOpen(&s, &k);
//   tcStageIter(&s, i);
//   MlirValue a = tcStageRead(&s, tcKernelArg(&k, 0), 1, &index, noFill);
//   ... ops at &s.body ...
//   tcStageYield(&s, 1, &value);
//   MlirOperation map = tcStageClose(&s, "loop.map", -1);
//   MlirOperation kernel = tcKernelClose(&k, name, 1, results);
//
// Lists live in the arena of the kernel; ops belong to their blocks.
#ifndef TC_IR_KERNEL_BUILD_H
#define TC_IR_KERNEL_BUILD_H

#include "lib/ir/builder.h"
#include "lib/support/arena.h"
#include "lib/support/vec.h"

#include "mlir-c/IR.h"

typedef TC_VEC(MlirAttribute) TcAttrVec;
typedef TC_VEC(MlirNamedAttribute) TcNamedAttrVec;
typedef TC_VEC(MlirValue) TcValueVec;
typedef TC_VEC(MlirType) TcTypeVec;

typedef struct TcKernel {
  TcArena *arena;
  MlirContext ctx;
  MlirLocation loc;
  MlirBlock block;   // of the kernel; owned until tcKernelClose
  TcAttrVec iters;   // StringAttr
  TcAttrVec extents; // #tc.size
} TcKernel;

/// Opens a kernel with one argument a type. `arena` outlives the kernel.
void tcKernelOpen(TcKernel *k, TcArena *arena, MlirContext ctx,
                  MlirLocation loc, intptr_t numArgs, const MlirType *types);

MlirValue tcKernelArg(const TcKernel *k, intptr_t i);

/// A new iterator of the extent (a #tc.size): its name, a StringAttr. Names
/// are d0, d1, ...
MlirAttribute tcKernelIter(TcKernel *k, MlirAttribute extent);

/// The extent of an iterator; null for a name that is none.
MlirAttribute tcKernelExtent(const TcKernel *k, MlirAttribute iter);

/// Ends the block with loop.yield and makes the detached kernel op.
MlirOperation tcKernelClose(TcKernel *k, const char *name, intptr_t numResults,
                            const MlirValue *results);

/// Gives up an open kernel.
void tcKernelAbandon(TcKernel *k);

/// A stage under construction: its attributes are those of Loop_Stage.
typedef struct TcStage {
  TcKernel *k;
  TcAttrVec iters; // StringAttr
  TcAttrVec over;  // StringAttr; of reduce and contract
  TcValueVec inputs;
  TcAttrVec maps, fills;
  MlirBlock block;
  TcBuilder body;
  TcTypeVec types;   // of what the body yields
  MlirBlock combine; // or null
  TcNamedAttrVec attrs;
} TcStage;

void tcStageOpen(TcStage *s, TcKernel *k);
void tcStageIter(TcStage *s, MlirAttribute iter);
void tcStageOver(TcStage *s, MlirAttribute iter);

/// Adds an input read at `map` (one #tc.size a dimension); gives the element
/// in the body. `fill` is the value of reads out of bounds; null: none occur.
MlirValue tcStageRead(TcStage *s, MlirValue input, intptr_t rank,
                      const MlirAttribute *map, MlirAttribute fill);

/// Reads at the stage's own iterators.
MlirValue tcStageReadHere(TcStage *s, MlirValue input);

void tcStageAttr(TcStage *s, const char *name, MlirAttribute value);
/// Sets `name` to a list of strings.
void tcStageStrings(TcStage *s, const char *name, size_t n,
                    const char *const *texts);

void tcStageYield(TcStage *s, intptr_t n, const MlirValue *values);

/// Opens a combining region for accumulators of these types: twice as many
/// arguments, left then right. End it with tcYield.
TcBuilder tcStageCombine(TcStage *s, intptr_t n, const MlirType *types);

/// Makes the op in the kernel, with one result for each yielded type (the first
/// `numResults` of them if not negative) over the stage's iterators.
MlirOperation tcStageClose(TcStage *s, const char *opName, intptr_t numResults);

/// The same for a scatter into `base`, whose body yields positions, then the
/// element. `kind` is "set", "add", "mul", "max" or "min".
MlirOperation tcStageCloseScatter(TcStage *s, MlirValue base,
                                  MlirStringRef kind);

/// Ends a block with loop.yield.
void tcYield(MlirBlock block, MlirLocation loc, intptr_t n,
             const MlirValue *values);

/// The expression that is just this iterator.
MlirAttribute tcIterExpr(MlirAttribute iter);

/// A size expression from printf's text: tcSizeAttrFormat(ctx, "%s*2 + 1", s).
MlirAttribute tcSizeAttrFormat(MlirContext ctx, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Text of a size expression or StringAttr as a C string in the arena.
const char *tcAttrCString(TcArena *arena, MlirAttribute attr);

#endif // TC_IR_KERNEL_BUILD_H
