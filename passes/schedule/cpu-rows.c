// Scatters whose positions are rows of the result. See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/emit.h"
#include "passes/lower/cpu/kernel_access.h"

#include "ir/sizes.h"
#include "lib/cost/numbers.h"
#include "tc/gen/LoopOps.h"

// Whether a value of a body is the same at all points of the iterator, and
// gathered from nowhere. `seen`: ops whose results are.
static bool isUniform(const TcCpuKernel *k, const TcCpuStage *s, MlirValue v,
                      int iter, TcMap *seen) {
  const char *name = k->iters.data[iter].name;
  if (mlirValueIsABlockArgument(v)) {
    const TcCpuRead *r = &s->reads.data[mlirBlockArgumentGetArgNumber(v)];
    for (size_t d = 0; d < r->value->rank; ++d)
      if (tcSizeUses(r->index[d], name))
        return false;
    return true;
  }
  MlirOperation op = mlirOpResultGetOwner(v);
  if (tcMapGet(seen, op.ptr))
    return true;
  if (tcLoopOpKind(op) == TC_LOOP_AT ||
      (tcLoopOpKind(op) == TC_LOOP_INDEX &&
       tcSizeAttrUses(tcLoopIndexGetExpr(op), tcStr(name))))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!isUniform(k, s, mlirOperationGetOperand(op, i), iter, seen))
      return false;
  tcMapSet(seen, op.ptr, op.ptr);
  return true;
}

bool tcCpuScattersRows(const TcCpuKernel *k, const TcCpuStage *s, int vector) {
  if (s->kind != TC_CPU_SCATTER || s->in || vector < 0)
    return false;
  MlirOperation yield = mlirBlockGetTerminator(s->body);
  TcMap seen = {.arena = k->arena};
  for (size_t d = 0; d < s->results.data[0]->rank; ++d)
    if (tcScatterIter(k, s, d) < 0 &&
        !isUniform(k, s, mlirOperationGetOperand(yield, (intptr_t)d), vector,
                   &seen))
      return false;
  return true;
}

// Whether rounding elements to their type when they are stored is all the same
// as at each combination.
static bool isAsComputed(MlirType element) {
  return mlirTypeIsAF32(element) || mlirTypeIsAF64(element) ||
         (mlirTypeIsAInteger(element) && !tcIsBool(element));
}

bool tcCpuCanKeepRow(const TcCpuKernel *k, const TcCpuStage *s, int vector) {
  enum { LEAST = 8, MOST = 256 };
  int64_t row;
  if (!tcCpuScattersRows(k, s, vector) || s->kinds[0] == TC_CPU_SET ||
      s->kinds[0] == TC_CPU_CUSTOM || s->distinct ||
      !isAsComputed(s->results.data[0]->element) ||
      !tcSizeIsConst(k->iters.data[vector].extent, &row) || row < LEAST ||
      row > MOST)
    return false;
  bool any = false;
  for (size_t d = 0; d < s->results.data[0]->rank; ++d) {
    const TcSize *expr = tcScatterExpr(k, s, d);
    any |= !expr;
    if (expr && !tcCpuProvablyIn(k, expr, s->results.data[0]->sizes[d]))
      return false;
  }
  return any;
}

bool tcCpuKeepsRow(const TcCpuKernel *k, const TcCpuStage *s, int vector,
                   int64_t vectorBits) {
  int64_t row;
  if (!tcCpuCanKeepRow(k, s, vector) ||
      !tcSizeIsConst(k->iters.data[vector].extent, &row))
    return false;
  int64_t bits = row * tcCpuBytes(s->results.data[0]->element) * 8;
  return bits % vectorBits == 0 &&
         bits <= vectorBits * (int64_t)tcNumber(cpu_kept_vectors);
}
