// Factors of contractions at positions that are data: matrices of a stack, each
// chosen by a number (mixtures of experts, adapters, blocks of a cache). Their
// body reads them by loop.at; as index expressions with elements of a table
// they are reads like others, of known strides along all other iterators.
#include "passes/lower/cpu/emit.h"
#include "passes/lower/cpu/kernel_impl.h"

#include "ir/lookup.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

const TcCpuTable *tcCpuFindTable(const TcCpuKernel *k, const char *name) {
  for (size_t i = 0; i < k->tables.size; ++i)
    if (!strcmp(k->tables.data[i].name, name))
      return &k->tables.data[i];
  return NULL;
}

bool tcCpuLooksUp(const TcCpuStage *s, const TcCpuTable *table) {
  for (size_t i = 0; i < s->reads.size; ++i)
    for (size_t d = 0; d < s->reads.data[i].value->rank; ++d)
      if (tcSizeUsesTable(s->reads.data[i].index[d], table->name))
        return true;
  return false;
}

// Whether each element of an argument is read, at iterators of the stage's
// results.
static bool isTable(const TcCpuKernel *k, const TcCpuStage *s,
                    const TcCpuRead *r) {
  if (r->value->arg < 0 || r->fill.ptr)
    return false;
  for (size_t d = 0; d < r->value->rank; ++d) {
    const char *name = tcSizeIsSymbol(r->index[d]);
    int iter = name ? tcCpuFindIter(k, tcStr(name)) : -1;
    if (iter < 0 || !tcCpuItersHave(&s->iters, iter) ||
        !tcSizeEqual(k->iters.data[iter].extent, r->value->sizes[d]))
      return false;
  }
  return true;
}

// An element of a table as a position in a dimension of `size` points.
static const TcSize *elementOf(TcCpuKernel *k, const TcCpuRead *r, bool wraps,
                               int64_t size) {
  const char *name = tcArenaPrintf(k->arena, "%%%d.%lld%s", r->value->arg,
                                   (long long)size, wraps ? ".wraps" : "");
  if (!tcCpuFindTable(k, name))
    tcVecPush(k->arena, &k->tables, ((TcCpuTable){name, *r, wraps, size}));
  return tcSizeLookup(k->arena, name, tcCpuReadOffset(k, r));
}

// What a position in a dimension is; NULL if it is no expression.
static const TcSize *positionOf(TcCpuKernel *k, const TcCpuStage *s,
                                MlirValue v, const TcSize *size) {
  int64_t n;
  TcLookup lookup;
  if (tcSizeIsConst(size, &n) && n > 1 && tcIsLookup(v, n, &lookup)) {
    const TcCpuRead *r = &s->reads.data[lookup.input];
    return isTable(k, s, r) ? elementOf(k, r, lookup.wraps, n) : NULL;
  }
  if (mlirValueIsABlockArgument(v) ||
      tcLoopOpKind(mlirOpResultGetOwner(v)) != TC_LOOP_INDEX)
    return NULL;
  const TcSize *at = tcCpuParse(k, tcLoopIndexGetExpr(mlirOpResultGetOwner(v)));
  return tcCpuProvablyIn(k, at, size) ? at : NULL;
}

// Halves to f32, which is what registers have of them.
static bool isWidening(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_CONVERT_ELEMENT_TYPE &&
         tcIsHalf(mlirValueGetType(mlirOperationGetOperand(op, 0))) &&
         mlirTypeIsAF32(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

// Factor `i` as a read; false if it is none.
static bool factorOf(TcCpuKernel *k, const TcCpuStage *s, intptr_t i,
                     TcCpuRead *read) {
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(s->body), i);
  if (!mlirValueIsABlockArgument(v) && isWidening(mlirOpResultGetOwner(v)))
    v = mlirOperationGetOperand(mlirOpResultGetOwner(v), 0);
  if (mlirValueIsABlockArgument(v)) {
    *read = s->reads.data[mlirBlockArgumentGetArgNumber(v)];
    return true;
  }
  MlirOperation op = mlirOpResultGetOwner(v);
  if (tcLoopOpKind(op) != TC_LOOP_AT)
    return false;
  TcCpuValue *value = tcCpuValueOf(k, tcLoopAtGetSelf(op));
  *read = (TcCpuRead){.value = value};
  read->index = TC_ARENA_ARRAY(k->arena, const TcSize *, value->rank + 1);
  for (size_t d = 0; d < value->rank; ++d) {
    read->index[d] =
        positionOf(k, s, tcLoopAtGetIndices(op, (intptr_t)d), value->sizes[d]);
    if (!read->index[d])
      return false;
  }
  return value->arg >= 0;
}

void tcCpuReadLookups(TcCpuKernel *k, TcCpuStage *s) {
  TcCpuRead factors[2];
  if (s->in || !tcBodyGathers(s->op) || !factorOf(k, s, 0, &factors[0]) ||
      !factorOf(k, s, 1, &factors[1]))
    return;
  s->reads.size = 0;
  tcVecPush(k->arena, &s->reads, factors[0]);
  tcVecPush(k->arena, &s->reads, factors[1]);
  s->body = (MlirBlock){NULL};
}
