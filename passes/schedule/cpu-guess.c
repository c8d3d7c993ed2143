// What the cost model of CPU schedules takes sizes for, and what stages do for
// each element: operations, and bytes of the widest value. See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/emit.h"

#include "lib/cost/estimate.h"

#include "tc/gen/PrimOps.h"

#include <math.h>

// Sizes with elements of tables: what these are taken for.
static void *number(const TcCpuKernel *k, int64_t value) {
  int64_t *n = TC_ARENA_NEW(k->arena, int64_t);
  *n = value;
  return n;
}

static void *guessConstant(void *self, int64_t value) {
  return number(self, value);
}

static void *guessSymbol(void *self, const char *name) {
  const TcCpuKernel *k = self;
  return number(k, tcEstimate(tcSizeSymbol(k->arena, name), k->guess));
}

static void *guessBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  int64_t x = *(int64_t *)lhs, y = *(int64_t *)rhs;
  int64_t by = y > 0 ? y : 1;
  switch (op) {
  case TC_SIZE_ADD:
    return number(self, x + y);
  case TC_SIZE_MUL:
    return number(self, x * y);
  case TC_SIZE_FLOORDIV:
    return number(self, x / by);
  case TC_SIZE_MOD:
    return number(self, x % by);
  case TC_SIZE_MIN:
    return number(self, x < y ? x : y);
  case TC_SIZE_MAX:
    return number(self, x > y ? x : y);
  }
  return NULL;
}

static void *guessElement(void *self, const char *table, void *index) {
  (void)index;
  return number(self, tcCpuFindTable(self, table)->guess);
}

static bool usesTables(const TcCpuKernel *k, const TcSize *size) {
  for (size_t i = 0; i < k->tables.size; ++i)
    if (tcSizeUsesTable(size, k->tables.data[i].name))
      return true;
  return false;
}

double tcCpuGuess(const TcCpuKernel *k, const TcSize *size) {
  if (!usesTables(k, size))
    return (double)tcEstimate(size, k->guess);
  TcSizeFolder folder = {(void *)k, guessConstant, guessSymbol, guessBinary,
                         guessElement};
  const int64_t *n = tcSizeFold(size, &folder);
  return n && *n > 0 ? (double)*n : 1;
}

int64_t tcCpuGuessTerms(const TcSize *size) {
  enum { FEW = 256 };
  int64_t n;
  return tcSizeIsConst(size, &n) ? n : FEW;
}

double tcCpuGuessIters(const TcCpuKernel *k, const TcCpuIters *iters) {
  double n = 1;
  for (size_t i = 0; i < iters->size; ++i)
    n *= tcCpuGuess(k, k->iters.data[iters->data[i]].extent);
  return n;
}

double tcCpuGuessBytes(const TcCpuKernel *k, const TcCpuValue *v) {
  double n = (double)tcCpuBytes(v->element);
  for (size_t d = 0; d < v->rank; ++d)
    n *= tcCpuGuess(k, v->sizes[d]);
  return n;
}

double tcCpuGuessTasks(const TcCpuKernel *k, const TcCpuStages *stages) {
  TcCpuIters parallel = tcCpuPhaseParallel(k, stages);
  return tcCpuGuessIters(k, &parallel);
}

//===- Bodies -------------------------------------------------------------===//

// In units of an addition: throughput of divisions, lengths of the expansions
// of functions (passes/lower/math).
static int opCost(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_NONE:
  case TC_PRIM_CONSTANT:
  case TC_PRIM_SIZE:
    return 0;
  case TC_PRIM_DIV:
  case TC_PRIM_SQRT:
  case TC_PRIM_RSQRT:
  case TC_PRIM_RECIPROCAL:
    return 4;
  case TC_PRIM_EXP:
  case TC_PRIM_EXP2:
  case TC_PRIM_EXPM1:
  case TC_PRIM_LOG:
  case TC_PRIM_LOG2:
  case TC_PRIM_LOG1P:
  case TC_PRIM_TANH:
  case TC_PRIM_ERF:
    return 20;
  case TC_PRIM_SIN:
  case TC_PRIM_COS:
  case TC_PRIM_POW:
  case TC_PRIM_ATAN2:
  case TC_PRIM_PHILOX:
    return 80;
  default:
    return 1;
  }
}

int tcCpuBlockOps(MlirBlock block) {
  int n = 0;
  if (mlirBlockIsNull(block))
    return 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    n += opCost(op);
  return n;
}

int tcCpuBodyOps(const TcCpuStage *s) {
  int combining = s->kind == TC_CPU_MAP ? 0 : 1;
  return tcCpuBlockOps(s->body) + tcCpuBlockOps(s->combine) + combining;
}

int64_t tcCpuRegisterBytes(MlirType t) {
  if (mlirTypeIsAComplex(t))
    t = mlirComplexTypeGetElementType(t);
  if (mlirTypeIsAFloat(t))
    return mlirFloatTypeGetWidth(t) == 64 ? 8 : 4;
  unsigned width = mlirIntegerTypeGetWidth(t);
  return width < 32 ? 1 : width / 8;
}

static void widen(int64_t *widest, MlirType t) {
  int64_t bytes = tcCpuRegisterBytes(t);
  *widest = bytes > *widest ? bytes : *widest;
}

static void widenByBlock(int64_t *widest, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcPrimOpKind(op) != TC_PRIM_NONE && mlirOperationGetNumResults(op))
      widen(widest, mlirValueGetType(mlirOperationGetResult(op, 0)));
}

int64_t tcCpuWidest(const TcCpuStage *s) {
  int64_t widest = 1;
  for (size_t i = 0; i < s->reads.size; ++i)
    widen(&widest, s->reads.data[i].value->element);
  for (size_t i = 0; i < s->results.size; ++i)
    widen(&widest, s->results.data[i]->element);
  if (!mlirBlockIsNull(s->body))
    widenByBlock(&widest, s->body);
  return widest;
}

int64_t tcCpuWidestOf(const TcCpuStages *stages, int64_t least) {
  for (size_t i = 0; i < stages->size; ++i) {
    int64_t bytes = tcCpuWidest(stages->data[i]);
    least = bytes > least ? bytes : least;
  }
  return least;
}
