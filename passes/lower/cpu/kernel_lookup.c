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

static bool readLooksUp(const TcCpuRead *r, const TcCpuTable *table) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUsesTable(r->index[d], table->name))
      return true;
  return false;
}

bool tcCpuLooksUp(const TcCpuStage *s, const TcCpuTable *table) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (readLooksUp(&s->reads.data[i], table))
      return true;
  return false;
}

// Whether dimension `d` has one element, which is read.
static bool isOne(const TcCpuRead *r, size_t d) {
  int64_t size, at;
  return tcSizeIsConst(r->value->sizes[d], &size) && size == 1 &&
         tcSizeIsConst(r->index[d], &at) && at == 0;
}

bool tcCpuIsTable(const TcCpuKernel *k, const TcCpuStage *s,
                  const TcCpuRead *r) {
  TcCpuIters seen = {0};
  if (r->value->arg < 0 || r->fill.ptr)
    return false;
  for (size_t d = 0; d < r->value->rank; ++d) {
    const char *name = tcSizeIsSymbol(r->index[d]);
    int iter = name ? tcCpuFindIter(k, tcStr(name)) : -1;
    if (isOne(r, d))
      continue;
    if (iter < 0 || !tcCpuItersHave(&s->iters, iter) ||
        tcCpuItersHave(&seen, iter) ||
        !tcSizeEqual(k->iters.data[iter].extent, r->value->sizes[d]))
      return false;
    tcVecPush(k->arena, &seen, iter);
  }
  return true;
}

const TcSize *tcCpuTableElement(TcCpuKernel *k, const TcCpuTable *table) {
  TcCpuTable t = *table;
  const char *use = t.wraps ? ".wraps" : t.isBound ? ".bound" : "";
  t.name = tcArenaPrintf(k->arena, "%%%d.%lld%s", t.read.value->arg,
                         (long long)t.size, use);
  if (!tcCpuFindTable(k, t.name))
    tcVecPush(k->arena, &k->tables, t);
  return tcSizeLookup(k->arena, t.name, tcCpuReadOffset(k, &t.read));
}

// What a position in a dimension is; NULL if it is no expression.
static const TcSize *positionOf(TcCpuKernel *k, const TcCpuStage *s,
                                MlirValue v, const TcSize *size) {
  int64_t n;
  TcLookup lookup;
  if (tcSizeIsConst(size, &n) && n > 1 && tcIsLookup(v, n, &lookup)) {
    TcCpuTable table = {
        .read = s->reads.data[lookup.input], .wraps = lookup.wraps, .size = n};
    return tcCpuIsTable(k, s, &table.read) ? tcCpuTableElement(k, &table)
                                           : NULL;
  }
  if (mlirValueIsABlockArgument(v) ||
      tcLoopOpKind(mlirOpResultGetOwner(v)) != TC_LOOP_INDEX)
    return NULL;
  const TcSize *at = tcCpuParse(k, tcLoopIndexGetExpr(mlirOpResultGetOwner(v)));
  return tcCpuProvablyIn(k, at, size) ? at : NULL;
}

// Halves to f32, which is what registers have of them.
static bool widensHalf(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_CONVERT_ELEMENT_TYPE &&
         tcTypeIsHalf(mlirValueGetType(mlirOperationGetOperand(op, 0))) &&
         mlirTypeIsAF32(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

// Factor `i` as a read; false if it is none.
static bool factorOf(TcCpuKernel *k, const TcCpuStage *s, intptr_t i,
                     TcCpuRead *read) {
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(s->body), i);
  if (!mlirValueIsABlockArgument(v) && widensHalf(mlirOpResultGetOwner(v)))
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

// Whether each position is one for a whole matrix: its iterators are those of
// the other factor, too.
static bool areOfMatrices(const TcCpuKernel *k, const TcCpuStage *s,
                          const TcCpuRead *factors) {
  for (size_t t = 0; t < k->tables.size; ++t) {
    const TcCpuTable *table = &k->tables.data[t];
    if (!readLooksUp(&factors[0], table) && !readLooksUp(&factors[1], table))
      continue;
    for (size_t i = 0; i < s->iters.size; ++i) {
      int iter = s->iters.data[i];
      if (tcCpuReadUses(k, &table->read, iter) &&
          !(tcCpuReadUses(k, &factors[0], iter) &&
            tcCpuReadUses(k, &factors[1], iter)))
        return false;
    }
  }
  return true;
}

void tcCpuReadLookups(TcCpuKernel *k, TcCpuStage *s) {
  TcCpuRead factors[2];
  size_t known = k->tables.size;
  if (s->in || !tcBodyGathers(s->op) || !factorOf(k, s, 0, &factors[0]) ||
      !factorOf(k, s, 1, &factors[1]))
    return;
  if (!areOfMatrices(k, s, factors)) {
    k->tables.size = known;
    return;
  }
  s->reads.size = 0;
  tcVecPush(k->arena, &s->reads, factors[0]);
  tcVecPush(k->arena, &s->reads, factors[1]);
  s->body = (MlirBlock){NULL};
}
