// Rule streams: a product, the reductions of its rows and the product over
// these rows become one kernel if it can be streamed (passes/stream), so that
// the intermediate never exists as a whole. This is decided by merging copies
// of them and analysing the result.
#include "passes/stream/stream.h"
#include "passes/fuse/fuse.h"

#include "lib/cost/numbers.h"
#include "lib/ir/break.h"
#include "lib/ir/kernel_build.h"
#include "lib/ir/kernel_read.h"

#include "lib/ir/attrs.h"
#include "lib/ir/lookup.h"
#include "lib/ir/precision.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "target/units.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

//===- What is read -------------------------------------------------------===//

static bool onlyReads(MlirOperation reader, MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), reader))
      return false;
  return true;
}

// Whether the launch's other results are small: reductions of rows.
static bool othersAreSmall(MlirOperation launch, MlirValue v) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(v));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r) {
    MlirValue other = mlirOperationGetResult(launch, r);
    if (!mlirValueEqual(other, v) &&
        mlirShapedTypeGetRank(mlirValueGetType(other)) >= rank)
      return false;
  }
  return true;
}

// A launch of that kind whose results only `reader` reads. One of rows may have
// other results that others read.
static MlirOperation producerOfKind(TcFuse *f, MlirOperation reader,
                                    TcKernelKind kind) {
  bool several = kind == TC_KERNEL_ROW;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(reader); ++i) {
    MlirValue v = mlirOperationGetOperand(reader, i);
    MlirOperation a = tcDefiningOp(v), kernel = tcLaunchedKernel(f, a);
    if (!mlirOperationIsNull(kernel) && tcKernelKind(kernel) == kind &&
        onlyReads(reader, v) &&
        (mlirOperationGetNumResults(a) == 1 ||
         (several && othersAreSmall(a, v))) &&
        tcAlign(f, a, mlirOpResultGetResultNumber(v), reader).aligned)
      return a;
  }
  return (MlirOperation){NULL};
}

//===- Copies -------------------------------------------------------------===//

MlirOperation tcFuseCopyLaunch(TcFuse *f, MlirOperation launch) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(kernel, "sym_name"));
  const char *text =
      tcArenaPrintf(&f->arena, "%.*s_copy", (int)name.length, name.data);
  MlirOperation clone = mlirOperationClone(kernel);
  tcSetAttrOf(clone, "sym_name", mlirStringAttrGet(f->ctx, tcStr(text)));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(kernel), kernel,
                                      clone);
  tcMapSetTextN(&f->kernels, text, tcStr(text).length, clone.ptr);
  MlirOperation copy = mlirOperationClone(launch);
  tcSetAttrOf(copy, "kernel", mlirFlatSymbolRefAttrGet(f->ctx, tcStr(text)));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(launch), launch,
                                      copy);
  return copy;
}

void tcFuseDropLaunch(TcFuse *f, MlirOperation launch) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(kernel, "sym_name"));
  tcMapSetTextN(&f->kernels, tcArenaCopyText(&f->arena, name.data, name.length),
                name.length, NULL);
  mlirOperationDestroy(launch);
  mlirOperationDestroy(kernel);
}

//===- Matrix units -------------------------------------------------------===//

// The element type of a product's operand, if the product reads it from an
// argument of the kernel unchanged; else null.
static MlirType elementRead(MlirOperation contract, intptr_t operand) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(contract, 0));
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(body), operand);
  while (!mlirValueIsABlockArgument(v)) {
    MlirOperation op = mlirOpResultGetOwner(v);
    if (tcPrimOpKind(op) != TC_PRIM_CONVERT_ELEMENT_TYPE)
      return (MlirType){NULL};
    v = mlirOperationGetOperand(op, 0);
  }
  return mlirValueGetType(v);
}

const char *tcFuseUnitElement(MlirType element) {
  return mlirTypeIsABF16(element)  ? "bf16"
         : mlirTypeIsAF16(element) ? "f16"
                                   : "";
}

bool tcFuseUnitMultiplies(const TcTarget *target, MlirType element,
                          bool shared) {
  const char *name = tcFuseUnitElement(element);
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (!strcmp(u->operand, name) &&
        (!shared || u->columns == TC_UNIT_SHARED) && tcTargetHasUnit(target, u))
      return true;
  return false;
}

// Points of these iterators, without those in `but` (an array or null); -1: not
// known.
static int64_t countPoints(const TcStream *s, MlirAttribute iters,
                           MlirAttribute but) {
  int64_t n = 1, extent;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (!mlirAttributeIsNull(but) && tcNames(but, iter))
      continue;
    if (!tcSizeAttrIsConstant(tcExtentOf(s->kernel, iter), &extent) ||
        extent < 1 || extent > INT32_MAX / n)
      return -1;
    n *= extent;
  }
  return n;
}

// Whether the target can multiply the factors. Those of f32 are split, where
// they may not be rounded, if sums have so many terms that the errors are those
// of f32 (passes/lower/gpu/stream.c).
static bool hasUnits(const TcTarget *target, const TcStream *s,
                     MlirOperation contract) {
  enum { LONG = 16 };
  int64_t terms = countPoints(s, tcAttrOf(contract, "over"), tcNoAttr());
  bool isShort = terms >= 0 && terms < LONG && !tcAllowsTf32(contract);
  for (intptr_t k = 0; k < 2; ++k) {
    MlirType element = elementRead(contract, k);
    if (!element.ptr ||
        !tcTargetMultipliesSums(target, tcUnitElement(element)) ||
        (isShort && mlirTypeIsAF32(element)))
      return false;
  }
  return true;
}

// Whether the product's factors are of one type, and of `other` unless that is
// null: one unit multiplies all products of a stream.
static bool sharesType(MlirOperation contract, MlirType *other) {
  for (intptr_t k = 0; k < 2; ++k) {
    MlirType element = elementRead(contract, k);
    if (other->ptr && !mlirTypeEqual(element, *other))
      return false;
    *other = element;
  }
  return true;
}

static bool sumsSeveral(const TcStream *s, MlirOperation contract) {
  MlirAttribute over = tcAttrOf(contract, "over");
  return tcNames(over, s->iter) && mlirArrayAttrGetNumElements(over) > 1;
}

static bool isNarrow(MlirValue v) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(v));
  return tcTypeIsHalf(type);
}

// Whether a CPU can run the products: one that sums terms over several
// iterators has no form for narrow factors (passes/lower/cpu/contract.c stages
// those of one), and none has one that gathers a factor.
static bool fitsLanes(const TcStream *s) {
  for (size_t i = 0; i < s->inside.size; ++i) {
    MlirOperation stage = s->inside.data[i];
    if (tcIsA(stage, "loop.contract") && tcBodyGathers(stage))
      return false;
    if (tcIsA(stage, "loop.contract") && sumsSeveral(s, stage))
      for (intptr_t k = 0; k < tcNumInputs(stage); ++k)
        if (isNarrow(tcInput(stage, k)))
          return false;
  }
  return true;
}

// The columns of the sums that tasks share, if it is one iterator, and the last
// one: the others are those of the terms, without what is summed. Else null.
static MlirAttribute columnsOfShared(const TcStream *s, MlirAttribute terms) {
  MlirAttribute iters = tcAttrOf(s->across, "iters");
  intptr_t n = mlirArrayAttrGetNumElements(iters);
  MlirAttribute last = mlirArrayAttrGetElement(iters, n - 1);
  bool fits = n == mlirArrayAttrGetNumElements(terms) && !tcNames(terms, last);
  for (intptr_t i = 0; i + 1 < n; ++i)
    fits &= tcNames(terms, mlirArrayAttrGetElement(iters, i));
  return fits ? last : tcNoAttr();
}

// Whether the product that makes terms reads what those are multiplied with
// whose sums tasks share, its steps as columns.
static bool readsShared(const TcStream *s, MlirOperation makes,
                        MlirAttribute column) {
  MlirAttribute over = tcAttrOf(makes, "over");
  if (mlirArrayAttrGetNumElements(over) != 1)
    return false;
  TcMap columns = {.arena = s->arena};
  tcBindingsSet(&columns,
                mlirStringAttrGetValue(mlirArrayAttrGetElement(over, 0)),
                tcIterExpr(column));
  for (intptr_t i = 0; i < tcNumInputs(makes); ++i)
    for (intptr_t k = 0; k < tcNumInputs(s->across); ++k)
      if (mlirValueEqual(tcInput(makes, i), tcInput(s->across, k)) &&
          mlirAttributeEqual(
              tcDimsAttrSubstitute(tcInputMap(makes, i), &columns),
              tcInputMap(s->across, k)) &&
          mlirAttributeEqual(tcInputFill(makes, i), tcInputFill(s->across, k)))
        return true;
  return false;
}

// Whether the rows' operand of such a product, which is in shared memory, is
// what the terms are multiplied with (passes/lower/gpu/stream_across.c).
static bool sharesRows(const TcStream *s, MlirAttribute terms) {
  MlirAttribute column = columnsOfShared(s, terms);
  for (size_t i = 0; !mlirAttributeIsNull(column) && i < s->inside.size; ++i) {
    MlirOperation stage = s->inside.data[i];
    if (tcIsA(stage, "loop.contract") && !tcStreamIsAcross(s, stage) &&
        !tcNames(tcAttrOf(stage, "over"), s->iter) &&
        readsShared(s, stage, column))
      return true;
  }
  return false;
}

// Whether tasks may add their sums to others' in memory: on units of warp
// groups, of whole blocks and tiles, where that is faster than to compute the
// terms twice (lib/cost/numbers.inc, gpu_atomic_columns).
static bool fitsAtomics(const TcTarget *target, const TcStream *s,
                        MlirAttribute terms) {
  enum { POINTS = 64, ROWS = 128, COLUMNS = 8, MOST = 128 };
  int64_t points, rows;
  MlirAttribute over = tcAttrOf(s->across, "over");
  int64_t columns = countPoints(s, tcAttrOf(s->across, "iters"), terms);
  MlirType element = elementRead(s->across, 0);
  return element.ptr && tcTargetHasGroups(target, tcUnitElement(element)) &&
         hasUnits(target, s, s->across) && sharesRows(s, terms) &&
         mlirArrayAttrGetNumElements(over) == 1 &&
         tcSizeAttrIsConstant(tcExtentOf(s->kernel, s->iter), &points) &&
         points % POINTS == 0 &&
         tcSizeAttrIsConstant(
             tcExtentOf(s->kernel, mlirArrayAttrGetElement(over, 0)), &rows) &&
         rows % ROWS == 0 && columns % COLUMNS == 0 && columns <= MOST &&
         columns >= tcNumber(gpu_atomic_columns);
}

// Whether the target's matrix units can multiply all products, as
// passes/lower/gpu/stream.h requires: those that make terms, of few steps, and
// those that sum terms, whose columns a warp's registers hold.
static bool fitsUnits(const TcTarget *target, const TcStream *s) {
  enum { MOST = 256, PRODUCTS = 2 };
  MlirAttribute terms = tcNoAttr();
  MlirType factor = {NULL};
  int makes = 0, sums = 0;
  int64_t columns = 0, steps = 0;
  for (size_t i = 0; i < s->inside.size; ++i) {
    MlirOperation stage = s->inside.data[i];
    if (!tcIsA(stage, "loop.contract") || tcStreamIsAcross(s, stage))
      continue;
    bool isSum = tcNames(tcAttrOf(stage, "over"), s->iter);
    if (!makes && !isSum)
      terms = tcAttrOf(stage, "iters");
    if (mlirAttributeIsNull(terms) || sumsSeveral(s, stage) ||
        !hasUnits(target, s, stage) || !sharesType(stage, &factor))
      return false;
    int64_t n = isSum ? countPoints(s, tcAttrOf(stage, "iters"), terms)
                      : countPoints(s, tcAttrOf(stage, "over"), tcNoAttr());
    if (n < 1 || n > MOST)
      return false;
    columns += isSum ? n : 0;
    steps += isSum ? 0 : n;
    makes += !isSum;
    sums += isSum;
  }
  return makes && sums && makes <= PRODUCTS && sums <= PRODUCTS &&
         columns <= MOST &&
         (!s->across.ptr || (steps <= MOST && fitsAtomics(target, s, terms)));
}

// Whether few rows, too, are streamed faster than scores, their softmax and the
// sums are launched: on a GPU that is full by them, or by parts of what they
// share. A decoder's attention, 1x64 for each of 4 x 8 heads of 2,048 keys, on
// an H200, us, by launches and streamed: batch 1 10.8 and 7.4, 4 14.2 and 11.8,
// 16 37 and 29, 64 112 and 76.
static bool areQuick(const TcTarget *target, const TcStream *s) {
  enum { BLOCK = 64 };
  return target->backend->gpu && target->cores &&
         (tcStreamTiles(s) > target->cores ||
          tcStreamParts(s, target, BLOCK) > 1);
}

// Where few rows share what is streamed (a decoder's one query), products that
// run along the streamed iterator are faster: bench/kernels.py, attention 1 of
// 1024x64.
bool tcFuseCanStream(TcFuse *f, MlirOperation launch, bool rescales) {
  int64_t few = tcNumber(fuse_few_rows);
  TcStream s;
  if (!tcStreamAnalyse(&f->arena, tcLaunchedKernel(f, launch), &s) ||
      !tcStreamHasProducts(&s) || (s.shifts.size > 0) != rescales)
    return false;
  if (s.across.ptr && !f->target.backend->gpu)
    return false;
  if (!(f->target.backend->gpu ? fitsUnits(&f->target, &s) : fitsLanes(&s)))
    return false;
  MlirAttribute rows = tcStreamSharers(&s);
  bool several = rows.ptr && tcSizeOr(rows, few) >= few;
  return TC_FUSE_HOLDS("streams", "rows",
                       several || areQuick(&f->target, &s)) &&
         !tcBreaksNow("fuse", "streams", "off");
}

static bool streams(TcFuse *f, MlirOperation scores, MlirOperation rows,
                    MlirOperation reader) {
  MlirOperation copy = tcFuseCopyLaunch(f, reader);
  copy = tcMergeLaunches(f, rows, copy, /*keep=*/true);
  copy = tcMergeLaunches(f, scores, copy, /*keep=*/true);
  bool can = tcFuseCanStream(f, copy, /*rescales=*/true);
  tcFuseDropLaunch(f, copy);
  return can;
}

bool tcFuseStream(TcFuse *f, MlirOperation *reader) {
  MlirOperation kernel = tcLaunchedKernel(f, *reader);
  if (mlirOperationIsNull(kernel) || tcMapGet(&f->refused, kernel.ptr) ||
      tcKernelKind(kernel) != TC_KERNEL_CONTRACT)
    return false;
  MlirOperation rows = producerOfKind(f, *reader, TC_KERNEL_ROW);
  MlirOperation scores = mlirOperationIsNull(rows)
                             ? rows
                             : producerOfKind(f, rows, TC_KERNEL_CONTRACT);
  if (mlirOperationIsNull(scores))
    return false;
  if (!streams(f, scores, rows, *reader)) {
    tcMapSet(&f->refused, kernel.ptr, f);
    return false;
  }
  bool keep = mlirOperationGetNumResults(rows) == 1;
  *reader = tcFuseMerge(f, rows, *reader, keep);
  *reader = tcFuseMerge(f, scores, *reader, /*keep=*/true);
  return true;
}
