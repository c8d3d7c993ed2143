// prim.scan from a function that builds one iteration (see scan.h).
#include "lib/ir/combination.h"
#include "passes/decompose/scan.h"

typedef struct Types {
  MlirType *data;
  intptr_t size;
} Types;

static void push(Types *types, MlirType type) {
  types->data[types->size++] = type;
}

static Types typesFor(TcBuild *b, const TcScan *s) {
  return (Types){TC_ARENA_ARRAY(b->arena, MlirType,
                                (size_t)(s->numInit + s->numXs + s->numStacks)),
                 0};
}

static Types resultTypes(TcBuild *b, const TcScan *s) {
  Types types = typesFor(b, s);
  for (intptr_t i = 0; i < s->numInit; ++i)
    push(&types, mlirValueGetType(s->init[i]));
  for (intptr_t i = 0; i < s->numStacks; ++i) {
    TcShape stack =
        tcShapeInsert(b, tcShapeOf(b, s->init[i]), 0, tcValueSize(s->xs[0], 0));
    push(&types,
         tcTensorTypeGet(stack.rank, stack.sizes, tcElementOf(s->init[i])));
  }
  return types;
}

static Types argumentTypes(TcBuild *b, const TcScan *s) {
  Types types = typesFor(b, s);
  for (intptr_t i = 0; i < s->numInit; ++i)
    push(&types, mlirValueGetType(s->init[i]));
  for (intptr_t i = 0; i < s->numXs; ++i) {
    TcShape slice = tcShapeRemove(b, tcShapeOf(b, s->xs[i]), 0);
    push(&types,
         tcTensorTypeGet(slice.rank, slice.sizes, tcElementOf(s->xs[i])));
  }
  return types;
}

static void fillBody(TcBuild *b, const TcScan *s, MlirOperation op) {
  Types types = argumentTypes(b, s);
  MlirBlock block = tcBuilderAddBlock(&b->at, mlirOperationGetRegion(op, 0),
                                      types.size, types.data);
  MlirValue *arguments =
      TC_ARENA_ARRAY(b->arena, MlirValue, (size_t)types.size);
  MlirValue *next =
      TC_ARENA_ARRAY(b->arena, MlirValue, (size_t)(s->numInit + s->numStacks));
  for (intptr_t i = 0; i < types.size; ++i)
    arguments[i] = mlirBlockGetArgument(block, i);
  TcBuild inner = {tcBuilderAtEnd(block, b->at.loc), b->arena, b->what,
                   b->tf32};
  s->step(&inner, s->self, arguments, arguments + s->numInit, next);
  for (intptr_t i = 0; i < s->numStacks; ++i)
    next[s->numInit + i] = next[i];
  tcPrimYieldCreate(&inner.at, s->numInit + s->numStacks, next);
}

void tcScan(TcBuild *b, const TcScan *s, MlirValue *last, MlirValue *stacks) {
  bool ok = true;
  for (intptr_t i = 0; i < s->numInit; ++i)
    ok &= s->init[i].ptr != NULL;
  for (intptr_t i = 0; i < s->numXs; ++i)
    ok &= s->xs[i].ptr != NULL;
  for (intptr_t i = 0; i < s->numInit; ++i)
    last[i] = tcNoValue();
  for (intptr_t i = 0; i < s->numStacks; ++i)
    stacks[i] = tcNoValue();
  if (!ok)
    return;
  Types types = resultTypes(b, s);
  MlirOperation op =
      tcPrimScanCreate(&b->at, types.size, types.data, s->numInit, s->init,
                       s->numXs, s->xs, s->reverse);
  if (!op.ptr)
    return;
  if (s->associative)
    tcScanSetAssociative(op);
  fillBody(b, s, op);
  for (intptr_t i = 0; i < types.size; ++i)
    *(i < s->numInit ? &last[i] : &stacks[i - s->numInit]) =
        mlirOperationGetResult(op, i);
}
