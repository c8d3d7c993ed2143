// Places values at the boundary. See plan.h.
//
// A returned value is computed in the caller's result buffer. A value that
// updates an argument or a weight (`tc.ties`) is computed in that memory if the
// old contents are not read, or each element only for its own new value
// (inplace.c); else it is computed elsewhere and copied at the end, after all
// reads.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/types.h"
#include "passes/layout/layouts.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static bool isLaunchResult(MlirValue v) {
  return tcIsA(tcDefiningOp(v), "loop.launch") ||
         tcIsA(tcDefiningOp(v), "loop.while");
}

static bool isPlaced(const TcPlan *p, MlirValue v) {
  return tcMapGet(&p->places, v.ptr) != NULL;
}

static void place(TcPlan *p, MlirValue v, MlirAttribute where) {
  tcMapSet(&p->places, v.ptr, (void *)where.ptr);
}

//===- Copies -------------------------------------------------------------===//

// A launch before the return that makes a copy of `v` that lies in `layout`.
static MlirValue copyInto(TcPlan *p, MlirValue v, MlirAttribute layout) {
  MlirStringRef func = mlirStringAttrGetValue(tcAttrOf(p->func, "sym_name"));
  const char *name = tcArenaPrintf(&p->arena, "%.*s_copy%u", (int)func.length,
                                   func.data, p->copies++);
  return tcLayoutCopy(p->layouts, p->func, mlirBlockGetTerminator(p->body), v,
                      name, layout);
}

// The same in the layout of result k.
static MlirValue copy(TcPlan *p, MlirValue v, intptr_t k) {
  return copyInto(p, v, tcLayoutOfResult(p->func, k));
}

// Whether `v` has the layout of result k.
static bool liesWell(const TcPlan *p, MlirValue v, intptr_t k) {
  return tcLayoutOf(p->layouts, p->func, v).ptr ==
         tcLayoutOfResult(p->func, k).ptr;
}

//===- What a result is tied to -------------------------------------------===//

static MlirAttribute tieOf(const TcPlan *p, intptr_t result) {
  MlirAttribute all = tcAttrOf(p->func, "res_attrs");
  if (mlirAttributeIsNull(all))
    return all;
  return mlirDictionaryAttrGetElementByName(
      mlirArrayAttrGetElement(all, result), tcStr("tc.ties"));
}

MlirAttribute tcPlanTiedPlace(const TcPlan *p, MlirAttribute tie) {
  if (mlirAttributeIsAInteger(tie))
    return tcPlaceInt(p->ctx, "input", mlirIntegerAttrGetValueInt(tie));
  return tcPlaceAttr(p->ctx, "weight", tie);
}

// Whether the function reads the memory that a tie names.
static bool isRead(TcPlan *p, MlirAttribute tie) {
  TcValueVec values = tcPlanValuesOf(p, tie);
  for (size_t i = 0; i < values.size; ++i)
    if (tcHasUses(values.data[i]))
      return true;
  return false;
}

// Memory that is not read, or can be updated in place, is written directly.
// Else the result is computed in dense memory of its own and copied at the end,
// when all readers of the old contents have run.
static void placeTied(TcPlan *p, MlirOperation end, intptr_t k,
                      MlirAttribute tie) {
  MlirValue v = mlirOperationGetOperand(end, k), root = tcPlanRoot(v);
  if (tcPlanIsMemoryOf(p, root, tie))
    return;
  // A loop's results hold what it carries from its first iteration on.
  bool isLoop = tcIsA(tcDefiningOp(root), "loop.while");
  bool wait = isLoop || isRead(p, tie);
  if (!isLoop && isLaunchResult(root) && !isPlaced(p, root) &&
      liesWell(p, root, k) && tcPlanUpdateInPlace(p, root, tie))
    wait = false;
  if (!isLaunchResult(root)) // another argument, that may be overwritten too
    v = root = copyInto(
        p, v, wait ? mlirAttributeGetNull() : tcLayoutOfResult(p->func, k));
  else if (!wait && !liesWell(p, root, k))
    v = root = copy(p, v, k);
  if (!isPlaced(p, root) && !wait)
    place(p, root, tcPlanTiedPlace(p, tie));
  mlirOperationSetOperand(end, k, v);
}

// Copies into the memory of ties: the numbers of the results, and the launches.
typedef struct TiedCopies {
  intptr_t *results;
  MlirOperation *launches;
  size_t n;
} TiedCopies;

static void finishTied(TcPlan *p, MlirOperation end, intptr_t k,
                       MlirAttribute tie, TiedCopies *copies) {
  MlirValue v = mlirOperationGetOperand(end, k);
  MlirValue root = tcPlanRoot(v);
  MlirAttribute there = tcPlanTiedPlace(p, tie);
  if (tcPlanIsMemoryOf(p, root, tie) ||
      tcMapGet(&p->places, root.ptr) == there.ptr)
    return;
  MlirValue y = copy(p, v, k);
  mlirOperationSetOperand(end, k, y);
  copies->results[copies->n] = k;
  copies->launches[copies->n++] = tcDefiningOp(y);
}

// One launch makes several copies, whose sources other launches have made
// elsewhere: each would take but the time of a launch.
static void joinCopies(TcPlan *p, const TiedCopies *copies) {
  enum { MOST = 128 }; // arguments and results: 2 KiB of a launch's parameters
  MlirStringRef func = mlirStringAttrGetValue(tcAttrOf(p->func, "sym_name"));
  for (size_t i = 0; i + 1 < copies->n; i += MOST) {
    size_t n = copies->n - i < MOST ? copies->n - i : MOST;
    tcLayoutJoinCopies(p->layouts, p->func, n, copies->launches + i,
                       tcArenaPrintf(&p->arena, "%.*s_copies%zu",
                                     (int)func.length, func.data, i));
  }
}

static void finishAllTied(TcPlan *p, MlirOperation end, intptr_t n) {
  TiedCopies copies = {TC_ARENA_ARRAY(&p->arena, intptr_t, (size_t)n),
                       TC_ARENA_ARRAY(&p->arena, MlirOperation, (size_t)n), 0};
  for (intptr_t k = 0; k < n; ++k) {
    MlirAttribute tie = tieOf(p, k);
    if (!mlirAttributeIsNull(tie))
      finishTied(p, end, k, tie, &copies);
  }
  joinCopies(p, &copies);
  for (size_t i = 0; i < copies.n; ++i)
    place(p, mlirOperationGetOperand(end, copies.results[i]),
          tcPlanTiedPlace(p, tieOf(p, copies.results[i])));
}

//===- Results ------------------------------------------------------------===//

static void placeResult(TcPlan *p, MlirOperation end, intptr_t k) {
  MlirValue v = mlirOperationGetOperand(end, k), root = tcPlanRoot(v);
  if (!isLaunchResult(root) || isPlaced(p, root) || !liesWell(p, root, k)) {
    root = copy(p, v, k);
    mlirOperationSetOperand(end, k, root);
  }
  place(p, root, tcPlaceInt(p->ctx, "result", k));
}

void tcPlanBoundary(TcPlan *p) {
  tcLayoutBoundary(p->layouts, p->func);
  MlirOperation end = mlirBlockGetTerminator(p->body);
  intptr_t n = mlirOperationGetNumOperands(end);
  for (intptr_t k = 0; k < n; ++k) {
    MlirAttribute tie = tieOf(p, k);
    if (mlirAttributeIsNull(tie))
      placeResult(p, end, k);
    else
      placeTied(p, end, k, tie);
  }
  finishAllTied(p, end, n);
}
