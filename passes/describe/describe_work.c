// Counts what a launch does, at the example sizes: the operations of its
// products, and the bytes that it reads and writes. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/limits.h"
#include "lib/ir/segments.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

// How an argument is read: at `map` (#tc.dims), or, where that is null, at
// `elements` positions that a body computes.
typedef struct Read {
  MlirValue argument;
  MlirAttribute map;
  double elements;
} Read;

typedef struct Counted {
  TcArena *arena;
  MlirOperation kernel;
  const TcMap *bindings;   // the kernel's symbols -> sizes of the function
  const TcMap *examples;   // the function's symbols -> sizes of the example
  const uint32_t *buffers; // of the kernel's arguments, then of its results
  TC_VEC(Read) reads;
} Counted;

static double numberOf(const Counted *c, MlirAttribute size) {
  size = tcSizeAttrSubstitute(size, c->bindings);
  return (double)tcSizeOr(tcSizeAttrSubstitute(size, c->examples), 0);
}

//===- Operations ---------------------------------------------------------===//

// The number of iterations of a loop.for; a short last block of a streamed
// iterator counts as a fraction.
static double iterationsOf(const Counted *c, MlirOperation loop) {
  MlirAttribute iter = tcAttrOf(loop, "iter");
  MlirAttribute stream = mlirOperationGetDiscardableAttributeByName(
      c->kernel, tcStr("loop.stream"));
  if (mlirAttributeIsNull(stream) || !mlirAttributeIsADictionary(stream) ||
      !mlirAttributeEqual(
          mlirDictionaryAttrGetElementByName(stream, tcStr("block")), iter))
    return numberOf(c, tcExtentOf(c->kernel, iter));
  MlirAttribute point =
      mlirDictionaryAttrGetElementByName(stream, tcStr("point"));
  MlirAttribute extent =
      mlirDictionaryAttrGetElementByName(stream, tcStr("extent"));
  if (mlirAttributeIsNull(point) || mlirAttributeIsNull(extent) ||
      !tcAttrIsASize(extent))
    return 0;
  double each = numberOf(c, tcExtentOf(c->kernel, point));
  return each > 0 ? numberOf(c, extent) / each : 0;
}

// How many results of a contraction share its steps: segments, whose ranges
// data decides, as if each step were one's.
static double shareSteps(const Counted *c, MlirOperation s) {
  TcSegments is;
  double n = 1;
  if (!tcReadSegments(s, &is))
    return n;
  MlirAttribute iters = tcAttrOf(s, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (tcInputUses(s, is.end, iter) && !tcInputUses(s, is.factors[0], iter) &&
        !tcInputUses(s, is.factors[1], iter))
      n *= numberOf(c, tcExtentOf(c->kernel, iter));
  }
  return n > 0 ? n : 1;
}

// Multiplications and additions of the products of a kernel, or a loop in it.
static double flopsIn(const Counted *c, MlirBlock body) {
  double flops = 0;
  MlirOperation s = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(s); s = mlirOperationGetNextInBlock(s))
    if (tcIsA(s, "loop.contract"))
      flops += 2 * numberOf(c, tcStageSpace(c->kernel, s)) / shareSteps(c, s);
    else if (tcIsA(s, "loop.for"))
      flops +=
          iterationsOf(c, s) *
          flopsIn(c, mlirRegionGetFirstBlock(mlirOperationGetRegion(s, 0)));
  return flops;
}

//===- Bytes --------------------------------------------------------------===//

static bool isArgument(const Counted *c, MlirValue v) {
  return mlirValueIsABlockArgument(v) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(v), tcKernelBody(c->kernel));
}

static void addRead(Counted *c, Read read) {
  if (!isArgument(c, read.argument))
    return;
  for (size_t i = 0; i < c->reads.size; ++i)
    if (mlirValueEqual(c->reads.data[i].argument, read.argument) &&
        !mlirAttributeIsNull(read.map) &&
        mlirAttributeEqual(c->reads.data[i].map, read.map))
      return;
  tcVecPush(c->arena, &c->reads, read);
}

typedef struct Points {
  const Counted *c;
  TcAttrVec seen;
  double count;
} Points;

static void multiplyBy(void *self, const char *symbol) {
  Points *p = self;
  MlirContext ctx = mlirOperationGetContext(p->c->kernel);
  MlirAttribute iter = mlirStringAttrGet(ctx, tcStr(symbol));
  MlirAttribute extent = tcExtentOf(p->c->kernel, iter);
  if (mlirAttributeIsNull(extent)) // a symbol of the kernel's sizes
    return;
  for (size_t i = 0; i < p->seen.size; ++i)
    if (mlirAttributeEqual(p->seen.data[i], iter))
      return;
  tcVecPush(p->c->arena, &p->seen, iter);
  p->count *= numberOf(p->c, extent);
}

// How many points the iterators of an index map have: as many elements, or
// more, are read there.
static double pointsOf(const Counted *c, MlirAttribute map) {
  Points points = {.c = c, .count = 1};
  for (intptr_t i = 0; i < tcDimsAttrGetNumDims(map); ++i)
    tcSizeAttrSymbols(tcDimsAttrGetDim(map, i), multiplyBy, &points);
  return points.count;
}

static MlirOperation stageAround(MlirOperation op) {
  while (!mlirOperationIsNull(op) && mlirAttributeIsNull(tcAttrOf(op, "maps")))
    op = mlirOperationGetParentOperation(op);
  return op;
}

// The scatter that makes a result in the place of the argument that it is
// scattered into, of which all else stays as it is; or null.
static MlirOperation scatterInPlace(const Counted *c, intptr_t result) {
  MlirBlock body = tcKernelBody(c->kernel);
  MlirOperation yield = mlirBlockGetTerminator(body), none = {0};
  MlirOperation op = tcDefiningOp(mlirOperationGetOperand(yield, result));
  if (mlirOperationIsNull(op) || !tcIsA(op, "loop.scatter") ||
      !isArgument(c, tcLoopScatterGetBase(op)))
    return none;
  intptr_t at = mlirBlockArgumentGetArgNumber(tcLoopScatterGetBase(op));
  intptr_t arguments = mlirBlockGetNumArguments(body);
  return c->buffers[at] == c->buffers[arguments + result] ? op : none;
}

static bool isInPlace(const Counted *c, MlirOperation scatter) {
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(c->kernel));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(yield); ++i)
    if (mlirOperationEqual(scatterInPlace(c, i), scatter))
      return true;
  return false;
}

// How many elements a scatter in place reads of what it is scattered into:
// what is set is not read.
static double elementsOfBase(const Counted *c, MlirOperation scatter) {
  bool sets = mlirStringRefEqual(tcLoopScatterGetKind(scatter), tcStr("set"));
  return sets ? 0 : numberOf(c, tcStageSpace(c->kernel, scatter));
}

// What an op of the kernel reads: a stage at its maps, loop.at at one position
// a point, a scatter in place what it changes, anything else all of its
// operands.
static MlirWalkResult collect(MlirOperation op, void *self) {
  Counted *c = self;
  bool isStage = !mlirAttributeIsNull(tcAttrOf(op, "maps"));
  intptr_t mapped = isStage ? tcNumInputs(op) : 0;
  for (intptr_t i = 0; i < mapped; ++i) {
    MlirAttribute map = tcInputMap(op, i);
    addRead(c, (Read){tcInput(op, i), map, pointsOf(c, map)});
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    if (isStage && i >= tcFirstInput(op) && i < tcFirstInput(op) + mapped)
      continue;
    Read read = {.argument = mlirOperationGetOperand(op, i), .elements = 1e300};
    if (i == 0 && tcIsA(op, "loop.scatter") && isInPlace(c, op))
      read.elements = elementsOfBase(c, op);
    if (tcIsA(op, "loop.at"))
      read.elements = numberOf(c, tcStageSpace(c->kernel, stageAround(op)));
    addRead(c, read);
  }
  return MlirWalkResultAdvance;
}

static double elementsOf(const Counted *c, MlirType type) {
  double count = 1;
  for (int64_t i = 0; i < mlirShapedTypeGetRank(type); ++i)
    count *= numberOf(c, tcTypeGetSize(type, (intptr_t)i));
  return count;
}

static double bytesOf(const Counted *c, MlirType type) {
  return numberOf(c, tcTypeGetBytes(type));
}

// The bytes of so many elements of a tensor, at most of all.
static double bytesOfElements(const Counted *c, MlirType type, double count) {
  double all = elementsOf(c, type);
  return all > 0 ? bytesOf(c, type) * (count < all ? count / all : 1) : 0;
}

static double bytesRead(const Counted *c, MlirValue argument) {
  double read = 0;
  for (size_t i = 0; i < c->reads.size; ++i)
    if (mlirValueEqual(c->reads.data[i].argument, argument))
      read += c->reads.data[i].elements;
  return bytesOfElements(c, mlirValueGetType(argument), read);
}

static double bytesWritten(const Counted *c, intptr_t result) {
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(c->kernel));
  MlirType type = mlirValueGetType(mlirOperationGetOperand(yield, result));
  MlirOperation scatter = scatterInPlace(c, result);
  return mlirOperationIsNull(scatter)
             ? bytesOf(c, type)
             : bytesOfElements(c, type,
                               numberOf(c, tcStageSpace(c->kernel, scatter)));
}

TcWork tcDescribeWork(TcArena *arena, MlirOperation kernel,
                      const TcMap *bindings, const TcMap *examples,
                      const uint32_t *buffers) {
  Counted c = {.arena = arena,
               .kernel = kernel,
               .bindings = bindings,
               .examples = examples,
               .buffers = buffers};
  MlirBlock body = tcKernelBody(kernel);
  MlirOperation yield = mlirBlockGetTerminator(body);
  intptr_t numOperands = mlirBlockGetNumArguments(body);
  intptr_t numResults = mlirOperationGetNumOperands(yield);
  TcWork work = {.flops = flopsIn(&c, body),
                 .read = TC_ARENA_ARRAY(arena, double, numOperands + 1),
                 .written = TC_ARENA_ARRAY(arena, double, numResults + 1)};
  mlirOperationWalk(kernel, collect, &c, MlirWalkPreOrder);
  if (!work.read || !work.written)
    return (TcWork){0};
  for (intptr_t i = 0; i < numOperands; ++i)
    work.read[i] = bytesRead(&c, mlirBlockGetArgument(body, i));
  for (intptr_t i = 0; i < numResults; ++i)
    work.written[i] = bytesWritten(&c, i);
  return work;
}
