// prim-expand-ext: replaces ops of the run-time registry by prims, with the
// decomposition that was registered under their name (tc/ext.h). Runs before
// all passes that depend on the meaning of ops, and verifies what libraries
// outside have made, since compilers do not verify behind each pass.
#include "lib/ir/diag.h"
#include "lib/ir/pass.h"
#include "lib/support/vec.h"
#include "tc/ext.h"
#include "tc/gen/PrimOps.h"

typedef struct Pass {
  TcArena arena;
  TC_VEC(MlirOperation) ops;
} Pass;

static MlirWalkResult collect(MlirOperation op, void *user) {
  Pass *p = user;
  if (tcPrimOpKind(op) == TC_PRIM_EXT)
    tcVecPush(&p->arena, &p->ops, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult checkResults(MlirOperation op,
                                      const MlirValue *results) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (mlirValueIsNull(results[i]) ||
        !mlirTypeEqual(mlirValueGetType(results[i]),
                       mlirValueGetType(mlirOperationGetResult(op, i))))
      return tcOpEmitError(op,
                           "[TC-9510] the decomposition gives result %d "
                           "another type, or none; fix the extension",
                           (int)i);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult expand(Pass *p, MlirOperation op) {
  MlirStringRef name = tcPrimExtGetTarget(op);
  const TcExtOp *ext = tcExtLookup(mlirOperationGetContext(op), name);
  if (!ext)
    return tcOpEmitError(op,
                         "[TC-2511] \"%.*s\" is not registered; load the "
                         "library that registers it (--load-extension=FILE)",
                         (int)name.length, name.data);
  intptr_t n = mlirOperationGetNumResults(op);
  MlirValue *results = TC_ARENA_ARRAY(&p->arena, MlirValue, (size_t)n + 1);
  if (ext->check && mlirLogicalResultIsFailure(ext->check(op, ext->self)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(ext->decompose(op, results, ext->self)) ||
      mlirLogicalResultIsFailure(checkResults(op, results)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < n; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i), results[i]);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  Pass p = {0};
  mlirOperationWalk(module, collect, &p, MlirWalkPreOrder);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  for (size_t i = 0; i < p.ops.size && mlirLogicalResultIsSuccess(result); ++i)
    result = expand(&p, p.ops.data[i]);
  if (!p.ops.size)
    tcPassMarkUnchanged(pass);
  else if (mlirLogicalResultIsSuccess(result) && !mlirOperationVerify(module))
    result = mlirLogicalResultFailure();
  tcArenaFree(&p.arena);
  return result;
}

static const char *const dependents[] = {"prim", NULL};
const TcPassInfo tcPassPrimExpandExt = {
    .argument = "prim-expand-ext",
    .summary = "Write ops of the run-time registry in prims",
    .anchor = "builtin.module",
    .dependentDialects = dependents,
    .run = run};
