// Gradients of a formula inside a decomposition; see pullback.h.
#include "passes/autodiff/pullback.h"

TcBuild tcPullbackBegin(TcPullback *p, TcBuild *outer) {
  TcBuild inner = *outer;
  p->outer = outer;
  p->block = mlirBlockCreate(0, NULL, NULL);
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

static void splice(MlirBlock from, TcBuilder *to) {
  MlirOperation op;
  while ((op = mlirBlockGetFirstOperation(from)).ptr) {
    mlirOperationRemoveFromParent(op);
    tcBuilderInsert(to, op);
  }
  mlirBlockDestroy(from);
}

void tcPullbackEnd(TcPullback *p, MlirValue y, MlirValue dy, intptr_t n,
                   const MlirValue *xs, MlirValue *dxs) {
  TcBuild b = *p->outer;
  b.at = tcBuilderAtEnd(p->block, p->outer->at.loc);
  TcArena *arena = b.arena;
  TcTape tape = {arena, {.arena = arena}, {.arena = arena}, false};
  for (intptr_t i = 0; i < n; ++i)
    if (xs[i].ptr)
      tcTapeWatch(&tape, xs[i]);
  tcTapeFindActive(&tape, p->block, 1, &y);
  seed(&tape, &b, y, dy);
  if (!tape.failed)
    tcTapeSweep(&tape, &b, p->block);
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue dx = xs[i].ptr ? tcTapeGet(&tape, xs[i]) : tcNoValue();
    if (!dx.ptr && xs[i].ptr && !tape.failed)
      dx = tcZerosLike(&b, xs[i]);
    dxs[i] = tape.failed ? tcNoValue() : dx;
  }
  splice(p->block, &p->outer->at);
}
