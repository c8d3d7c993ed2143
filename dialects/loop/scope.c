// See scope.h.
#include "dialects/loop/scope.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/size.h"
#include "tc/gen/LoopOps.h"
#include <string.h>

static MlirAttribute attrOf(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(name));
}

static MlirAttribute getIter(const TcMap *map, MlirStringRef name) {
  return tcBindingsGet(map, name);
}

//===- Making -------------------------------------------------------------===//

static void readKernel(TcLoopScope *s) {
  MlirAttribute names = tcLoopKernelGetIters(s->kernel);
  MlirAttribute extents = tcLoopKernelGetExtents(s->kernel);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i)
    if (i < tcDimsAttrGetNumDims(extents))
      tcBindingsSet(&s->iters,
                    mlirStringAttrGetValue(mlirArrayAttrGetElement(names, i)),
                    tcDimsAttrGetDim(extents, i));
}

// Adds the iterators of the stage around the op, unchecked.
static void addAll(TcLoopScope *s, TcMap *to, MlirAttribute names) {
  for (intptr_t i = 0, e = names.ptr ? mlirArrayAttrGetNumElements(names) : 0;
       i < e; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(names, i));
    MlirAttribute extent = getIter(&s->iters, name);
    if (extent.ptr)
      tcBindingsSet(to, name, extent);
  }
}

static void addSurroundings(TcLoopScope *s) {
  MlirOperation at = mlirOperationGetParentOperation(s->c.op);
  for (; !mlirOperationEqual(at, s->kernel);
       at = mlirOperationGetParentOperation(at)) {
    if (tcLoopOpKind(at) == TC_LOOP_FOR) {
      MlirStringRef name = tcLoopForGetIter(at);
      MlirAttribute extent = getIter(&s->iters, name);
      if (extent.ptr)
        tcBindingsSet(&s->outer, name, extent);
      continue;
    }
    addAll(s, &s->own, attrOf(at, "iters"));
    addAll(s, &s->own, attrOf(at, "over"));
  }
}

MlirLogicalResult tcLoopScopeOpen(TcLoopScope *s, MlirOperation op,
                                  const char *rule) {
  *s = (TcLoopScope){.c = tcCheckOp(op)};
  s->iters.arena = s->own.arena = s->outer.arena = &s->arena;
  s->kernel = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(s->kernel) &&
         tcLoopOpKind(s->kernel) != TC_LOOP_KERNEL)
    s->kernel = mlirOperationGetParentOperation(s->kernel);
  if (mlirOperationIsNull(s->kernel))
    return tcCheckFail(&s->c, "%sstands in no loop.kernel", rule);
  readKernel(s);
  addSurroundings(s);
  return TC_OK_RESULT;
}

MlirLogicalResult tcLoopScopeTake(TcLoopScope *s, MlirAttribute names,
                                  const char *rule) {
  for (intptr_t i = 0, e = names.ptr ? mlirArrayAttrGetNumElements(names) : 0;
       i < e; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(names, i));
    MlirAttribute extent = getIter(&s->iters, name);
    if (!extent.ptr)
      return tcCheckFail(&s->c, "%sthe kernel has no iterator %.*s", rule,
                         TC_REF(name));
    if (getIter(&s->own, name).ptr || getIter(&s->outer, name).ptr)
      return tcCheckFail(&s->c, "%siterator %.*s is taken twice", rule,
                         TC_REF(name));
    tcBindingsSet(&s->own, name, extent);
  }
  return TC_OK_RESULT;
}

//===- Asking -------------------------------------------------------------===//

MlirAttribute tcLoopScopeExtent(const TcLoopScope *s, MlirStringRef iter) {
  return getIter(&s->iters, iter);
}

typedef struct Stranger {
  const TcLoopScope *s;
  char name[64]; // of the first iterator that is out of scope
} Stranger;

static void findStranger(void *self, const char *symbol) {
  Stranger *stranger = self;
  const TcLoopScope *s = stranger->s;
  if (!*stranger->name && tcMapGetText(&s->iters, symbol) &&
      !tcMapGetText(&s->own, symbol) && !tcMapGetText(&s->outer, symbol))
    strncpy(stranger->name, symbol, sizeof stranger->name - 1);
}

MlirLogicalResult tcLoopScopeCheckExpr(TcLoopScope *s, MlirAttribute expr,
                                       const char *rule) {
  Stranger stranger = {s, ""};
  tcSizeAttrSymbols(expr, findStranger, &stranger);
  if (!*stranger.name)
    return TC_OK_RESULT;
  return tcCheckFail(&s->c,
                     "%s%s uses iterator %s, which the stage does not "
                     "take",
                     rule, tcSizeText(expr).text, stranger.name);
}

// Replaces an iterator of this extent, of which both bounds are linear with one
// factor, by the ends that make them extreme.
static bool eliminate(TcLoopScope *s, const char *iter, MlirAttribute extent,
                      const TcSize **least, const TcSize **greatest) {
  TcArena *arena = &s->arena;
  const TcSize *coefficient, *low, *high;
  int64_t factor;
  if (!tcSizeCoefficient(arena, *least, iter, &coefficient, &low) ||
      !tcSizeIsConst(coefficient, &factor) ||
      !tcSizeCoefficient(arena, *greatest, iter, &coefficient, &high))
    return false;
  const TcSize *last =
      tcSizeSub(arena, tcSizeAttrParse(arena, extent), tcSizeConst(arena, 1));
  const TcSize *end = tcSizeMul(arena, coefficient, last);
  *least = factor < 0 ? tcSizeAdd(arena, low, end) : low;
  *greatest = factor < 0 ? high : tcSizeAdd(arena, high, end);
  return *least && *greatest;
}

bool tcLoopScopeBounds(TcLoopScope *s, MlirAttribute expr, const TcSize **least,
                       const TcSize **greatest) {
  const TcSize *parsed = tcSizeAttrParse(&s->arena, expr);
  const TcMap *maps[] = {&s->own, &s->outer};
  *least = *greatest = parsed;
  for (int m = 0; parsed && m < 2; ++m)
    for (size_t i = 0; i < maps[m]->size; ++i) {
      const TcMapEntry *entry = &maps[m]->entries[i];
      MlirAttribute extent = {entry->value};
      if (tcSizeAttrIsValue(extent, 0) ||
          (tcSizeUses(parsed, entry->key) &&
           !eliminate(s, entry->key, extent, least, greatest)))
        return false;
    }
  return parsed;
}

//===- Types --------------------------------------------------------------===//

MlirLogicalResult tcLoopYieldTypes(TcLoopScope *s, MlirBlock block,
                                   const char *rule, TcTypes *out) {
  MlirOperation end = mlirBlockGetTerminator(block);
  if (tcLoopOpKind(end) != TC_LOOP_YIELD)
    return tcCheckFail(&s->c, "%sa region ends in loop.yield", rule);
  *out = (TcTypes){0};
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(end); i < e; ++i)
    (void)tcVecPush(&s->arena, out,
                    mlirValueGetType(mlirOperationGetOperand(end, i)));
  return TC_OK_RESULT;
}

MlirLogicalResult tcLoopCheckTypes(const TcLoopScope *s, const TcTypes *got,
                                   const TcTypes *wanted, const char *rule,
                                   const char *what) {
  if (got->size != wanted->size)
    return tcCheckFail(&s->c, "%s%s: %d, not %d", rule, what, (int)got->size,
                       (int)wanted->size);
  for (size_t i = 0; i < got->size; ++i)
    if (!mlirTypeEqual(got->data[i], wanted->data[i]))
      return tcCheckFail(&s->c, "%s%s: number %d is %s, not %s", rule, what,
                         (int)i, tcTypeText(got->data[i]).text,
                         tcTypeText(wanted->data[i]).text);
  return TC_OK_RESULT;
}

TcTypes tcLoopArgumentTypes(TcLoopScope *s, MlirBlock block) {
  TcTypes out = {0};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
    (void)tcVecPush(&s->arena, &out,
                    mlirValueGetType(mlirBlockGetArgument(block, i)));
  return out;
}

TcTypes tcLoopResultTypes(TcLoopScope *s) {
  TcTypes out = {0};
  for (intptr_t i = 0, e = mlirOperationGetNumResults(s->c.op); i < e; ++i)
    (void)tcVecPush(&s->arena, &out,
                    mlirValueGetType(mlirOperationGetResult(s->c.op, i)));
  return out;
}
