// The interface of the lowering hooks of the prim rows: prim-to-loop turns each
// op into one kernel and a launch. A hook adds stages to the open kernel, whose
// arguments are the op's operands, and sets its results.
#ifndef TC_PASSES_LOWER_H
#define TC_PASSES_LOWER_H

#include "lib/ir/kernel_build.h"

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

/// What targets differ in.
typedef struct TcLowerOptions {
  // Reshapes that interleave what cat joins are index maps: all of them, those
  // of convolutions' results.
  bool interleaves, interleavesPhases;
  // The positions of extremes are looked for once these are known.
  bool findsPositions;
} TcLowerOptions;

typedef struct TcLowering {
  TcKernel kernel;
  TcValueVec results;  // one for each result of the op; null where nothing
                       // reads that
  TcValueVec captured; // operands of the launch behind those of the op
  bool keep;           // the op stays as it is between the launches
  TcLowerOptions options;
} TcLowering;

/// Lowers `op` into l->kernel; emits an error at the op if it cannot.
typedef MlirLogicalResult TcLowerFn(MlirOperation op, TcLowering *l);

/// Opens a kernel for the op and calls its hook. After a failure, and if the op
/// is to stay, the kernel is gone.
MlirLogicalResult tcLowerOp(TcArena *arena, MlirOperation op,
                            const TcLowerOptions *options, TcLowering *l);

/// The hook of an op's row; NULL if it has none.
TcLowerFn *tcLowerHook(MlirOperation op);
/// That of elementwise ops.
TcLowerFn tcLowerElementwise;
/// An elementwise op on scalar operands, at the end of a block.
MlirValue tcLowerOnScalars(TcArena *arena, MlirBlock block, MlirOperation op,
                           intptr_t n, const MlirValue *operands);

/// New iterators, one for each dimension of the type, added to the stage.
void tcLowerIters(TcLowering *l, TcStage *s, MlirType type);

/// Reads argument `arg` of the kernel at `map`, one expression a dimension.
MlirValue tcLowerRead(TcLowering *l, TcStage *s, intptr_t arg,
                      const MlirAttribute *map);

/// A prim's `ordered` is its stage's.
void tcLowerOrdered(MlirOperation op, TcStage *s);

/// Room for an index map.
MlirAttribute *tcLowerNewMap(TcLowering *l, intptr_t rank);

/// Closes a map stage whose results are the op's results.
void tcLowerFinishMap(TcLowering *l, TcStage *s);

/// A map stage over the points of the op's result, opened, and closed with the
/// scalar that it yields.
void tcLowerOpenMap(TcLowering *l, TcStage *s, MlirOperation op);
MlirLogicalResult tcLowerYieldMap(TcLowering *l, TcStage *s, MlirValue y);

/// Adds all results of a stage, or the first n, to the op's.
void tcLowerResults(TcLowering *l, MlirOperation stage);

/// The zero, or the given number, of a scalar type, as prim.constant.
MlirValue tcScalarConstant(TcBuilder *b, MlirType type, double value);
/// As an attribute.
MlirAttribute tcScalarAttr(MlirType type, double value);

/// prim.convert_element_type to `type`; the value itself if it has it.
MlirValue tcScalarConvert(TcBuilder *b, MlirValue value, MlirType type);

/// loop.index of an expression over iterators and symbols.
MlirValue tcScalarIndex(TcBuilder *b, MlirAttribute expr);

/// The type in which elements of `type` are summed: f32 for narrower floats,
/// i64 for integers, else itself.
MlirType tcAccumulatorType(MlirType type);

/// An element type, and a rank, from a tensor type.
MlirType tcElementType(MlirValue tensor);
intptr_t tcRank(MlirValue tensor);
/// Size `i` of the tensor, a #tc.size.
MlirAttribute tcSizeOf(MlirValue tensor, intptr_t i);

#endif // TC_PASSES_LOWER_H
