// Sums over long rows. See online.h.
#include "passes/stream/online.h"
#include "passes/layout/layouts.h"
#include "passes/stream/stream.h"

#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Terms --------------------------------------------------------------===//

static intptr_t countOf(MlirAttribute list) {
  return mlirArrayAttrGetNumElements(list);
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

MlirValue tcOnlineTerm(const TcOnline *o) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(tcStageBlock(o->sum)),
                                 0);
}

bool tcOnlineRead(TcOnline *o) {
  if (!tcReducesBy(o->sum, "add"))
    return false;
  MlirAttribute over = tcAttrOf(o->sum, "over");
  o->element = mlirShapedTypeGetElementType(mlirValueGetType(resultOf(o->sum)));
  o->over = over;
  return mlirTypeIsAF32(o->element) || mlirTypeIsAF64(o->element);
}

static bool isAlongRow(const TcOnline *o, MlirAttribute index) {
  for (intptr_t i = 0; i < countOf(o->over); ++i)
    if (tcSizeAttrUses(
            index, mlirStringAttrGetValue(mlirArrayAttrGetElement(o->over, i))))
      return true;
  return false;
}

static bool readsAlongRow(const TcOnline *o, intptr_t input) {
  MlirAttribute map = tcInputMap(o->sum, input);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (isAlongRow(o, tcDimsAttrGetDim(map, d)))
      return true;
  return false;
}

bool tcOnlineIsOfColumns(const TcOnline *o) {
  for (intptr_t i = 0; i < tcNumInputs(o->sum); ++i) {
    MlirAttribute map = tcInputMap(o->sum, i);
    intptr_t rank = tcDimsAttrGetNumDims(map);
    if (rank && isAlongRow(o, tcDimsAttrGetDim(map, rank - 1)))
      return false;
  }
  return true;
}

bool tcOnlineIsOfRow(const TcOnline *o, MlirValue v) {
  if (mlirValueIsABlockArgument(v))
    return !readsAlongRow(o, mlirBlockArgumentGetArgNumber(v));
  MlirOperation op = tcDefiningOp(v);
  if (tcPrimOpKind(op) == TC_PRIM_NONE) // loop.index, loop.at
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!tcOnlineIsOfRow(o, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

MlirOperation tcOnlineReduction(const TcOnline *o, const char *kind,
                                MlirValue x) {
  MlirOperation stage = tcFirstStage(o->kernel);
  for (; !mlirOperationEqual(stage, o->sum); stage = tcNextStage(stage))
    if (tcReducesBy(stage, kind) &&
        mlirAttributeEqual(tcAttrOf(stage, "over"), tcAttrOf(o->sum, "over")) &&
        mlirAttributeEqual(tcAttrOf(stage, "iters"),
                           tcAttrOf(o->sum, "iters")) &&
        tcStreamAreTerms(stage, o->sum, x))
      return stage;
  return tcNoOp();
}

int64_t tcOnlineRowPoints(const TcOnline *o) {
  int64_t all = 1, points;
  for (intptr_t i = 0; i < countOf(o->over); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(o->over, i);
    if (!tcSizeAttrIsConstant(tcExtentOf(o->kernel, iter), &points))
      return 0;
    if (__builtin_mul_overflow(all, points, &all))
      return INT64_MAX;
  }
  return all;
}

int64_t tcOnlineRowBytes(const TcOnline *o) {
  int64_t bytes = 0, points = tcOnlineRowPoints(o);
  for (intptr_t i = 0; i < tcNumInputs(o->sum); ++i)
    if (readsAlongRow(o, i))
      bytes += (int64_t)tcDTypeSize(tcTypeGetDType(
          mlirShapedTypeGetElementType(mlirValueGetType(tcInput(o->sum, i)))));
  return points > INT64_MAX / 64 ? INT64_MAX : points * bytes;
}

//===- Stages -------------------------------------------------------------===//

// The order in memory of what input i of the sum reads, if it is an argument of
// the kernel that does not lie in the order of its dimensions; or null.
static MlirAttribute orderOf(const TcOnline *o, intptr_t i) {
  MlirValue v = tcInput(o->sum, i);
  if (!readsAlongRow(o, i) || !mlirValueIsABlockArgument(v))
    return mlirAttributeGetNull();
  MlirAttribute layout = tcLayoutInKernel(o->kernel, "arg_attrs",
                                          mlirBlockArgumentGetArgNumber(v));
  return mlirAttributeIsNull(layout) || tcLayoutAttrIsStrided(layout)
             ? mlirAttributeGetNull()
             : layout;
}

// The iterators of the row, each once, in the order in which the positions of
// input i have them.
static TcAttrVec iterationOrder(const TcOnline *o, intptr_t i,
                                MlirAttribute layout) {
  MlirAttribute map = tcInputMap(o->sum, i);
  TcAttrVec found = {0};
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d) {
    MlirAttribute at =
        tcDimsAttrGetDim(map, (intptr_t)tcLayoutAttrGetOrder(layout, d));
    for (intptr_t k = 0; k < countOf(o->over); ++k) {
      MlirAttribute iter = mlirArrayAttrGetElement(o->over, k);
      bool known = false;
      for (size_t f = 0; f < found.size; ++f)
        known |= mlirAttributeEqual(found.data[f], iter);
      if (!known && tcSizeAttrUses(at, mlirStringAttrGetValue(iter)))
        tcVecPush(o->arena, &found, iter);
    }
  }
  return found;
}

// A custom reduction combines its terms in the order of its iterators: that of
// memory, which is another than that of dimensions where channels lie last.
static void orderRow(TcOnline *o) {
  for (intptr_t i = 0; i < tcNumInputs(o->sum); ++i) {
    MlirAttribute layout = orderOf(o, i);
    if (mlirAttributeIsNull(layout))
      continue;
    TcAttrVec order = iterationOrder(o, i, layout);
    if ((intptr_t)order.size == countOf(o->over)) {
      o->over = mlirArrayAttrGet(o->ctx, countOf(o->over), order.data);
      return;
    }
  }
}

void tcOnlineBegin(TcOnline *o) {
  orderRow(o);
  o->k = tcKernelReopen(o->arena, o->kernel, mlirOperationGetLocation(o->sum));
}

MlirValue tcOnlineNumber(const TcOnline *o, TcBuilder *b, double value) {
  return tcPrimConstant(b, mlirFloatAttrDoubleGet(b->ctx, o->element, value));
}

void tcOnlineOpen(TcOnline *o, TcStage *s) {
  MlirAttribute iters = tcAttrOf(o->sum, "iters");
  tcStageOpen(s, &o->k);
  for (intptr_t i = 0; i < countOf(iters); ++i)
    tcStageIter(s, mlirArrayAttrGetElement(iters, i));
}

static MlirValue readInput(const TcOnline *o, TcStage *s, MlirOperation of,
                           intptr_t i) {
  MlirAttribute map = tcInputMap(of, i);
  intptr_t rank = tcDimsAttrGetNumDims(map);
  MlirAttribute *dims = TC_ARENA_ARRAY(o->arena, MlirAttribute, rank + 1);
  for (intptr_t d = 0; d < rank; ++d)
    dims[d] = tcDimsAttrGetDim(map, d);
  return tcStageRead(s, tcInput(of, i), rank, dims, tcInputFill(of, i));
}

MlirValue tcOnlineCopy(const TcOnline *o, TcStage *s, MlirOperation of,
                       MlirValue v, TcMap *copies) {
  MlirValue *known = tcMapGet(copies, v.ptr);
  if (known)
    return *known;
  MlirValue *copy = TC_ARENA_NEW(o->arena, MlirValue);
  if (mlirValueIsABlockArgument(v)) {
    *copy = readInput(o, s, of, mlirBlockArgumentGetArgNumber(v));
  } else {
    MlirOperation op = tcDefiningOp(v);
    TcMapping *mapping = tcMappingCreate();
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
      MlirValue operand = mlirOperationGetOperand(op, i);
      tcMappingAdd(mapping, operand, tcOnlineCopy(o, s, of, operand, copies));
    }
    MlirOperation clone = tcOpClone(op, mapping);
    tcMappingDestroy(mapping);
    tcBuilderInsert(&s->body, clone);
    *copy = resultOf(clone);
  }
  tcMapSet(copies, v.ptr, copy);
  return *copy;
}

MlirOperation tcOnlineCloseReduction(TcOnline *o, TcStage *s, intptr_t n,
                                     const MlirValue *yields,
                                     const double *inits,
                                     MlirOperation before) {
  const char *kind = "custom";
  MlirAttribute *all = TC_ARENA_ARRAY(o->arena, MlirAttribute, (size_t)n);
  for (intptr_t i = 0; i < n; ++i)
    all[i] = mlirFloatAttrDoubleGet(o->ctx, o->element, inits[i]);
  for (intptr_t i = 0; i < countOf(o->over); ++i)
    tcStageOver(s, mlirArrayAttrGetElement(o->over, i));
  tcStageYield(s, n, yields);
  tcStageStrings(s, "kinds", 1, &kind);
  tcStageAttr(s, "inits", mlirArrayAttrGet(o->ctx, n, all));
  MlirOperation stage = tcStageClose(s, "loop.reduce", -1);
  mlirOperationMoveBefore(stage, before);
  return stage;
}

void tcOnlineCloseSum(TcOnline *o, TcStage *s, MlirValue v) {
  tcStageYield(s, 1, &v);
  MlirOperation map = tcStageClose(s, "loop.map", -1);
  mlirOperationMoveBefore(map, o->sum);
  mlirValueReplaceAllUsesOfWith(resultOf(o->sum), resultOf(map));
  mlirOperationDestroy(o->sum);
}
