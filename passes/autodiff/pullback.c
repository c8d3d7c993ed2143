// Gradients of a formula inside a decomposition; see pullback.h.
#include "passes/autodiff/pullback.h"

TcBuild tcPullbackBegin(TcPullback *p, TcBuild *outer, intptr_t n,
                        const MlirValue *xs) {
  TcBuild inner = *outer;
  *p = (TcPullback){
      .outer = outer, .block = mlirBlockCreate(0, NULL, NULL), .n = n};
  for (intptr_t i = 0; i < n; ++i) {
    p->xs[i] = xs[i];
    if (xs[i].ptr)
      p->own[i] = mlirBlockAddArgument(p->block, mlirValueGetType(xs[i]),
                                       outer->at.loc);
  }
  inner.at = tcBuilderAtEnd(p->block, outer->at.loc);
  return inner;
}

// The cotangent in y's type: it has y's dtype, but its sizes may be written
// differently.
static void seed(TcTape *tape, TcBuild *b, MlirValue y, MlirValue dy) {
  if (y.ptr && dy.ptr)
    tcTapeAdd(tape, b, y, tcConvert(b, dy, tcElementOf(y)));
  else
    tape->failed = true;
}

// The formula reads the values that its own stand for; so does a gradient that
// is one of them.
static void resolve(const TcPullback *p, MlirValue *dxs) {
  for (intptr_t i = 0; i < p->n; ++i) {
    if (!p->own[i].ptr)
      continue;
    mlirValueReplaceAllUsesOfWith(p->own[i], p->xs[i]);
    for (intptr_t k = 0; k < p->n; ++k)
      if (mlirValueEqual(dxs[k], p->own[i]))
        dxs[k] = p->xs[i];
  }
}

static void splice(MlirBlock from, TcBuilder *to) {
  MlirOperation op;
  while ((op = mlirBlockGetFirstOperation(from)).ptr) {
    mlirOperationRemoveFromParent(op);
    tcBuilderInsert(to, op);
  }
  mlirBlockDestroy(from);
}

void tcPullbackEnd(TcPullback *p, MlirValue y, MlirValue dy, MlirValue *dxs) {
  TcBuild b = *p->outer;
  b.at = tcBuilderAtEnd(p->block, p->outer->at.loc);
  TcArena *arena = b.arena;
  TcTape tape = {arena, {.arena = arena}, {.arena = arena}, false};
  for (intptr_t i = 0; i < p->n; ++i)
    if (p->own[i].ptr)
      tcTapeWatch(&tape, p->own[i]);
  tcTapeFindActive(&tape, p->block, 1, &y);
  seed(&tape, &b, y, dy);
  if (!tape.failed)
    tcTapeSweep(&tape, &b, p->block);
  for (intptr_t i = 0; i < p->n; ++i) {
    MlirValue dx = p->own[i].ptr ? tcTapeGet(&tape, p->own[i]) : tcNoValue();
    if (!dx.ptr && p->own[i].ptr && !tape.failed)
      dx = tcZerosLike(&b, p->own[i]);
    dxs[i] = tape.failed ? tcNoValue() : dx;
  }
  resolve(p, dxs);
  splice(p->block, &p->outer->at);
}
