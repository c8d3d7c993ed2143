// prim-to-loop: turns every prim into a kernel of its own and a launch of it;
// loop-fuse merges them afterwards. Ops that move no data (reshapes of dense
// values, weights, larger constants) stay between the launches.
#include "passes/lower/lower.h"
#include "passes/lower/scan_points.h"
#include "passes/lower/segment_sums.h"

#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/limits.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/support/memory.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

//===- The pass -----------------------------------------------------------===//

// A constant or a size, and its launch: hooks of its readers still see it.
typedef struct Constant {
  MlirOperation op, launch;
} Constant;

// The launch that counts the bounds of segments.
typedef struct SegmentBounds {
  MlirValue positions;
  MlirAttribute count, all; // segments that are summed, and that positions name
  MlirOperation launch;
} SegmentBounds;

typedef struct Pass {
  TcArena arena;
  TC_VEC(SegmentBounds) bounds; // of the block's scatters so far
  TC_VEC(Constant) constants;
  MlirBlock kernels;    // where kernels go: the module's body
  MlirOperation before; // in front of this op
  unsigned count;       // of kernels made
  TcLowerOptions options;
  bool rows; // an option, too
} Pass;

#define TC_PRIM_LOWER(KIND, FUNCTION) extern TcLowerFn FUNCTION;
#include "tc/gen/PrimLower.inc"
#undef TC_PRIM_LOWER

TcLowerFn *tcLowerHook(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
#define TC_PRIM_LOWER(KIND, FUNCTION)                                          \
  case KIND:                                                                   \
    return FUNCTION;
#include "tc/gen/PrimLower.inc"
#undef TC_PRIM_LOWER
  default:
    return NULL;
  }
}

static void openFor(TcArena *arena, MlirOperation op, TcLowering *l) {
  *l = (TcLowering){0};
  TcTypeVec types = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(arena, &types, mlirValueGetType(mlirOperationGetOperand(op, i)));
  tcKernelOpen(&l->kernel, arena, mlirOperationGetContext(op),
               mlirOperationGetLocation(op), (intptr_t)types.size, types.data);
}

// "k12_add": readable, and unique in the module.
static const char *kernelName(Pass *p, MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  const char *dot = memchr(name.data, '.', name.length);
  int skip = dot ? (int)(dot - name.data) + 1 : 0;
  return tcArenaPrintf(&p->arena, "k%u_%.*s", p->count++,
                       (int)name.length - skip, name.data + skip);
}

// Result i of the launch is number read[i] of the op's (NULL: number i).
static void replaceResults(MlirOperation op, MlirOperation launch,
                           const intptr_t *read) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(launch); ++i)
    mlirValueReplaceAllUsesOfWith(
        mlirOperationGetResult(op, read ? read[i] : i),
        mlirOperationGetResult(launch, i));
  mlirOperationDestroy(op);
}

static void replaceByLaunch(Pass *p, MlirOperation op, TcLowering *l) {
  const char *name = kernelName(p, op);
  // A hook may leave out results that nobody reads.
  intptr_t n = 0, numAll = (intptr_t)l->results.size;
  intptr_t *read = TC_ARENA_ARRAY(&p->arena, intptr_t, (size_t)numAll + 1);
  for (intptr_t i = 0; i < numAll; ++i) {
    if (!l->results.data[i].ptr)
      continue;
    l->results.data[n] = l->results.data[i];
    read[n++] = i;
  }
  MlirOperation kernel = tcKernelClose(&l->kernel, name, n, l->results.data);
  mlirBlockInsertOwnedOperationBefore(p->kernels, p->before, kernel);
  TcBuilder b = tcBuilderBefore(op);
  TcTypeVec types = {0};
  TcValueVec inputs = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(&p->arena, &inputs, mlirOperationGetOperand(op, i));
  for (size_t i = 0; i < l->captured.size; ++i)
    tcVecPush(&p->arena, &inputs, l->captured.data[i]);
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(&p->arena, &types,
              mlirValueGetType(mlirOperationGetResult(op, read[i])));
  MlirOperation launch = tcLoopLaunchCreate(
      &b, (intptr_t)types.size, types.data,
      mlirStringRefCreateFromCString(name), (intptr_t)inputs.size, inputs.data);
  Constant c = {op, launch};
  if (tcPrimOpKind(op) == TC_PRIM_CONSTANT || tcPrimOpKind(op) == TC_PRIM_SIZE)
    tcVecPush(&p->arena, &p->constants, c);
  else
    replaceResults(op, launch, read);
}

MlirLogicalResult tcLowerOp(TcArena *arena, MlirOperation op,
                            const TcLowerOptions *options, TcLowering *l) {
  TcLowerFn *hook = tcLowerHook(op);
  if (!hook) {
    *l = (TcLowering){.keep = true};
    return mlirLogicalResultSuccess();
  }
  size_t before = tcMemoryFailures();
  openFor(arena, op, l);
  l->options = *options;
  MlirLogicalResult result =
      tcMemoryFailures() == before ? hook(op, l) : mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(result) || l->keep)
    tcKernelAbandon(&l->kernel);
  return result;
}

static MlirLogicalResult lowerOp(Pass *p, MlirOperation op) {
  TcLowering l;
  if (tcLowerHook(op) && mlirLogicalResultIsFailure(tcCheckValues(op)))
    return mlirLogicalResultFailure();
  MlirLogicalResult result = tcLowerOp(&p->arena, op, &p->options, &l);
  if (mlirLogicalResultIsSuccess(result) && !l.keep)
    replaceByLaunch(p, op, &l);
  return result;
}

static MlirLogicalResult lowerPoints(Pass *p, MlirOperation op) {
  TcLowering l;
  if (mlirLogicalResultIsFailure(tcCheckValues(op)))
    return mlirLogicalResultFailure();
  openFor(&p->arena, op, &l);
  tcLowerScanOfPoints(op, &l);
  replaceByLaunch(p, op, &l);
  return mlirLogicalResultSuccess();
}

// A kernel with arguments like these values.
static void openOn(TcArena *arena, MlirOperation op, intptr_t n,
                   const MlirValue *values, TcLowering *l) {
  *l = (TcLowering){0};
  TcTypeVec types = {0};
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(arena, &types, mlirValueGetType(values[i]));
  tcKernelOpen(&l->kernel, arena, mlirOperationGetContext(op),
               mlirOperationGetLocation(op), n, types.data);
}

// Closes the kernel, and launches it on these values in front of `op`.
static MlirOperation launchOn(Pass *p, MlirOperation op, const char *name,
                              intptr_t n, const MlirValue *values,
                              TcLowering *l) {
  TcTypeVec types = {0};
  for (size_t i = 0; i < l->results.size; ++i)
    tcVecPush(&p->arena, &types, mlirValueGetType(l->results.data[i]));
  MlirOperation kernel = tcKernelClose(
      &l->kernel, name, (intptr_t)l->results.size, l->results.data);
  mlirBlockInsertOwnedOperationBefore(p->kernels, p->before, kernel);
  TcBuilder b = tcBuilderBefore(op);
  return tcLoopLaunchCreate(&b, (intptr_t)types.size, types.data,
                            mlirStringRefCreateFromCString(name), n, values);
}

// One launch for all sums by the same segments.
static MlirOperation boundsOf(Pass *p, const TcSegmentSums *s) {
  MlirAttribute count = tcSizeOf(mlirOperationGetResult(s->result, 0), 0);
  MlirAttribute all = tcSizeOf(mlirOperationGetResult(s->scatter, 0), 0);
  for (size_t i = 0; i < p->bounds.size; ++i)
    if (mlirValueEqual(p->bounds.data[i].positions, s->positions) &&
        mlirAttributeEqual(p->bounds.data[i].count, count) &&
        mlirAttributeEqual(p->bounds.data[i].all, all))
      return p->bounds.data[i].launch;
  TcLowering l;
  openOn(&p->arena, s->result, 1, &s->positions, &l);
  tcLowerSegmentBounds(s, &l);
  SegmentBounds new = {
      s->positions, count, all,
      launchOn(p, s->result, kernelName(p, s->scatter), 1, &s->positions, &l)};
  tcVecPush(&p->arena, &p->bounds, new);
  return new.launch;
}

// The scatter and the products have no other readers.
static MlirLogicalResult lowerSegments(Pass *p, const TcSegmentSums *s) {
  TcLowering l;
  MlirOperation op = s->result;
  if (mlirLogicalResultIsFailure(tcCheckValues(s->product)) ||
      mlirLogicalResultIsFailure(tcCheckValues(s->scatter)))
    return mlirLogicalResultFailure();
  MlirOperation bounds = boundsOf(p, s);
  MlirValue values[] = {
      tcPrimDotGeneralGetSelf(s->product), tcPrimDotGeneralGetOther(s->product),
      mlirOperationGetResult(bounds, 0), mlirOperationGetResult(bounds, 1)};
  openOn(&p->arena, op, 4, values, &l);
  tcLowerSegmentSums(s, &l);
  MlirOperation sums =
      launchOn(p, op, kernelName(p, s->product), 4, values, &l);
  replaceResults(op, sums, NULL);
  if (!mlirOperationEqual(op, s->scatter))
    mlirOperationDestroy(s->scatter);
  mlirOperationDestroy(s->product);
  return mlirLogicalResultSuccess();
}

static bool isReshapeOfView(MlirOperation op) {
  if (tcPrimOpKind(op) != TC_PRIM_RESHAPE)
    return false;
  MlirValue x = mlirOperationGetOperand(op, 0);
  if (!mlirValueIsAOpResult(x))
    return false;
  TcPrimOpKind kind = tcPrimOpKind(mlirOpResultGetOwner(x));
  return kind == TC_PRIM_BROADCAST_IN_DIM || kind == TC_PRIM_TRANSPOSE ||
         kind == TC_PRIM_CAT;
}

// Those that ask what makes and reads their values, while these are prims.
static MlirLogicalResult lowerFirst(Pass *p, MlirBlock block) {
  p->bounds.size = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  while (!mlirOperationIsNull(op)) {
    bool points = tcScanIsOfTerms(op) || (p->rows && tcScanIsOfPoints(op));
    if (points) // removes ops behind it
      tcScanOrderStacks(&p->arena, op);
    MlirOperation next = mlirOperationGetNextInBlock(op);
    TcSegmentSums sums;
    bool segments = !points && tcIsSegmentSums(op, &sums);
    if ((segments && mlirLogicalResultIsFailure(lowerSegments(p, &sums))) ||
        (points && mlirLogicalResultIsFailure(lowerPoints(p, op))) ||
        (!points && !segments && isReshapeOfView(op) &&
         mlirLogicalResultIsFailure(lowerOp(p, op))))
      return mlirLogicalResultFailure();
    op = next;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult runOnFunction(Pass *p, MlirOperation func) {
  MlirRegion body = mlirOperationGetRegion(func, 0);
  for (MlirBlock block = mlirRegionGetFirstBlock(body); !mlirBlockIsNull(block);
       block = mlirBlockGetNextInRegion(block)) {
    if (mlirLogicalResultIsFailure(lowerFirst(p, block)))
      return mlirLogicalResultFailure();
    MlirOperation op = mlirBlockGetFirstOperation(block);
    while (!mlirOperationIsNull(op)) {
      MlirOperation next = mlirOperationGetNextInBlock(op);
      if (mlirLogicalResultIsFailure(lowerOp(p, op)))
        return mlirLogicalResultFailure();
      op = next;
    }
  }
  while (p->constants.size) {
    Constant c = tcVecPop(&p->constants);
    replaceResults(c.op, c.launch, NULL);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  Pass p = {.kernels = mlirModuleGetBody(mlirModuleFromOperation(module)),
            .options = {.interleaves = tcPassGetOptionBool(pass, 0),
                        .interleavesPhases = tcPassGetOptionBool(pass, 2),
                        .findsPositions = tcPassGetOptionBool(pass, 3)},
            .rows = tcPassGetOptionBool(pass, 1)};
  MlirLogicalResult result = mlirLogicalResultSuccess();
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op)) {
    p.before = op;
    result = runOnFunction(&p, op);
    if (mlirLogicalResultIsFailure(result))
      break;
  }
  tcPassAddStatistic(pass, 0, p.count);
  tcArenaFree(&p.arena);
  return result;
}

static const TcPassOption options[] = {
    {"interleave", TC_OPTION_BOOL, "false",
     "read concatenations whose dimension is joined to another, and moves that "
     "are joined and moved on, through an index map, which their kernel takes "
     "in: targets where divisions cost little"},
    {"rows", TC_OPTION_BOOL, "false",
     "scans of few operations run along rows where they lie, a row at a time: "
     "targets whose cores run one thread"},
    {"interleave-convolutions", TC_OPTION_BOOL, "false",
     "the same as interleave of results of convolutions alone, whose channels "
     "lie last: targets where an element's divisions cost more than a copy"},
    {"find-positions", TC_OPTION_BOOL, "false",
     "of windows whose greatest element's position is asked for first the "
     "elements, then the positions that have them: targets on which to "
     "compare twice is faster than to carry pairs"}};
static const TcPassStatistic statistics[] = {
    {"kernels", "kernels made, one for each prim that moves elements"}};
static const char *const dependents[] = {"loop", "prim", NULL};
const TcPassInfo tcPassPrimToLoop = {
    .argument = "prim-to-loop",
    .summary = "Turn each prim into a kernel of loop and a launch of it",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 4,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
