// Where values at the boundary lie. See plan.h.
//
// A returned value is computed in the caller's result buffer. A value that
// updates an argument or a weight (`tc.ties`) is computed in that memory if
// nobody reads the old contents; else it is computed elsewhere and copied at
// the end, when all reads are done.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/types.h"
#include "passes/fuse/kernel.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static bool isLaunchResult(MlirValue v) {
  return tcIsA(tcDefiningOp(v), "loop.launch");
}

static bool isPlaced(const TcPlan *p, MlirValue v) {
  return tcMapGet(&p->places, v.ptr) != NULL;
}

static void place(TcPlan *p, MlirValue v, MlirAttribute where) {
  tcMapSet(&p->places, v.ptr, (void *)where.ptr);
}

//===- Copies -------------------------------------------------------------===//

static const char *makeCopyKernel(TcPlan *p, MlirType type, MlirLocation loc) {
  TcKernel k;
  TcStage s;
  tcKernelOpen(&k, &p->arena, p->ctx, loc, 1, &type);
  tcStageOpen(&s, &k);
  for (intptr_t i = 0; i < tcTypeGetRank(type); ++i)
    tcStageIter(&s, tcKernelIter(&k, tcTypeGetSize(type, i)));
  MlirValue x = tcStageReadHere(&s, tcKernelArg(&k, 0));
  tcStageYield(&s, 1, &x);
  MlirOperation map = tcStageClose(&s, "loop.map", -1);
  MlirValue y = mlirOperationGetResult(map, 0);
  MlirStringRef func = mlirStringAttrGetValue(tcAttrOf(p->func, "sym_name"));
  const char *name = tcArenaPrintf(&p->arena, "%.*s_copy%u", (int)func.length,
                                   func.data, p->copies++);
  mlirBlockInsertOwnedOperationBefore(p->kernels, p->func,
                                      tcKernelClose(&k, name, 1, &y));
  return name;
}

// A launch before the return that copies `v`.
static MlirValue copy(TcPlan *p, MlirValue v) {
  MlirType type = mlirValueGetType(v);
  MlirOperation end = mlirBlockGetTerminator(p->body);
  TcBuilder b = tcBuilderBefore(end);
  const char *name = makeCopyKernel(p, type, b.loc);
  TcOpState s;
  tcOpBegin(&s, &b, "loop.launch");
  tcOpAddOperands(&s, "inputs", 1, &v);
  tcOpAddResults(&s, "results", 1, &type);
  tcOpAddSymbol(&s, "kernel", tcStr(name));
  return tcOpOnlyResult(tcOpEnd(&s));
}

//===- What a result is tied to -------------------------------------------===//

static MlirAttribute tieOf(const TcPlan *p, intptr_t result) {
  MlirAttribute all = tcAttrOf(p->func, "res_attrs");
  if (mlirAttributeIsNull(all))
    return all;
  return mlirDictionaryAttrGetElementByName(
      mlirArrayAttrGetElement(all, result), tcStr("tc.ties"));
}

// The memory a tie names: {input = N} or {weight = @name}.
static MlirAttribute tiedPlace(const TcPlan *p, MlirAttribute tie) {
  if (mlirAttributeIsAInteger(tie))
    return tcPlaceInt(p->ctx, "input", mlirIntegerAttrGetValueInt(tie));
  return tcPlaceAttr(p->ctx, "weight", tie);
}

static bool isMemoryOf(MlirValue v, MlirAttribute tie) {
  if (mlirAttributeIsAInteger(tie))
    return mlirValueIsABlockArgument(v) &&
           mlirBlockArgumentGetArgNumber(v) == mlirIntegerAttrGetValueInt(tie);
  MlirOperation def = tcDefiningOp(v);
  return tcIsA(def, "prim.get_weight") &&
         mlirAttributeEqual(tcAttrOf(def, "name"), tie);
}

// Whether the function reads the memory that a tie names.
static bool isRead(const TcPlan *p, MlirAttribute tie) {
  if (mlirAttributeIsAInteger(tie)) {
    intptr_t i = (intptr_t)mlirIntegerAttrGetValueInt(tie);
    return tcHasUses(mlirBlockGetArgument(p->body, i));
  }
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "prim.get_weight") &&
        mlirAttributeEqual(tcAttrOf(op, "name"), tie))
      return true;
  return false;
}

// Memory that nobody reads is written at once. Else a tied result is copied
// there at the end, from memory of its own: whoever reads the old contents has
// run by then.
static void placeTied(TcPlan *p, MlirOperation end, intptr_t k,
                      MlirAttribute tie) {
  MlirValue v = mlirOperationGetOperand(end, k), root = tcPlanRoot(v);
  if (isMemoryOf(root, tie))
    return;
  if (!isLaunchResult(root))
    v = root = copy(p, v); // another argument, that may be overwritten too
  if (!isPlaced(p, root) && !isRead(p, tie))
    place(p, root, tiedPlace(p, tie));
  mlirOperationSetOperand(end, k, v);
}

static void finishTied(TcPlan *p, MlirOperation end, intptr_t k,
                       MlirAttribute tie) {
  MlirValue v = mlirOperationGetOperand(end, k);
  MlirValue root = tcPlanRoot(v);
  MlirAttribute there = tiedPlace(p, tie);
  if (isMemoryOf(root, tie) || tcMapGet(&p->places, root.ptr) == there.ptr)
    return;
  MlirValue y = copy(p, v);
  place(p, y, there);
  mlirOperationSetOperand(end, k, y);
}

//===- Results ------------------------------------------------------------===//

static void placeResult(TcPlan *p, MlirOperation end, intptr_t k) {
  MlirValue v = mlirOperationGetOperand(end, k), root = tcPlanRoot(v);
  if (!isLaunchResult(root) || isPlaced(p, root)) {
    root = copy(p, v);
    mlirOperationSetOperand(end, k, root);
  }
  place(p, root, tcPlaceInt(p->ctx, "result", k));
}

void tcPlanBoundary(TcPlan *p) {
  MlirOperation end = mlirBlockGetTerminator(p->body);
  intptr_t n = mlirOperationGetNumOperands(end);
  for (intptr_t k = 0; k < n; ++k) {
    MlirAttribute tie = tieOf(p, k);
    if (mlirAttributeIsNull(tie))
      placeResult(p, end, k);
    else
      placeTied(p, end, k, tie);
  }
  for (intptr_t k = 0; k < n; ++k) {
    MlirAttribute tie = tieOf(p, k);
    if (!mlirAttributeIsNull(tie))
      finishTied(p, end, k, tie);
  }
}
