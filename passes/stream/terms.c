// Derives how the terms of reductions depend on the final values of other
// reductions.
//
// Every scalar of a body, and every tensor between stages, is one of
//   TERM    it depends on the point alone, not on a final value
//   FINAL   it depends on final values alone
//   SHIFTED x - h: a term less what final values say (one maximum)
//   LINEAR  a term, times exp(SHIFTED) or not, times factors that are FINAL:
//           a sum of these is the factors times the sum of the rest
// or it cannot be streamed. The sum of exp(x - h(m)) t, as m grows from m0 to
// m1, is rescaled by exp(h(m0) - h(m1)), which is at most 1, since m is the
// maximum of these x.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

typedef enum Kind { BAD, CONSTANT, TERM, FINAL, SHIFTED, LINEAR } Kind;

typedef struct Class {
  Kind kind;
  TcStreamShift *shift; // of SHIFTED; of LINEAR or NULL
  TcStreamFactors factors;
} Class;

typedef struct Terms {
  TcStream *s;
  TcMap tensors; // MlirValue.ptr -> Class of what stages make
  TcMap scalars; // the same of a body's values
  MlirOperation stage;
} Terms;

static Class classOf(const TcMap *map, MlirValue v) {
  const Class *c = tcMapGet(map, v.ptr);
  return c ? *c : (Class){TERM, NULL, {0}};
}

static void setClass(Terms *t, TcMap *map, MlirValue v, Class c) {
  Class *kept = TC_ARENA_NEW(t->s->arena, Class);
  *kept = c;
  tcMapSet(map, v.ptr, kept);
}

static Class only(Kind kind) { return (Class){kind, NULL, {0}}; }

//===- Shifts -------------------------------------------------------------===//

static const TcStreamSum *sumOf(const Terms *t, MlirOperation stage) {
  for (size_t i = 0; i < t->s->sums.size; ++i)
    if (mlirOperationEqual(t->s->sums.data[i].stage, stage))
      return &t->s->sums.data[i];
  return NULL;
}

// x - h as a shift: h is the level of a maximum of just these x.
static Class shifted(Terms *t, MlirOperation op) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue h = mlirOperationGetOperand(op, 1);
  MlirValue level = tcStreamLevelOf(t->stage, h);
  if (mlirValueIsNull(level) || classOf(&t->tensors, level).kind != FINAL)
    return only(BAD);
  TcStreamShift s = {
      .maximum = tcDefiningOp(level), .stage = t->stage, .sub = op, .level = h};
  const TcStreamSum *m = sumOf(t, s.maximum);
  if (!m || !mlirStringRefEqual(m->kind, tcStr("max")) ||
      !tcStreamIsShift(&s, x))
    return only(BAD);
  TcStreamShift *kept = TC_ARENA_NEW(t->s->arena, TcStreamShift);
  *kept = s;
  tcVecPush(t->s->arena, &t->s->shifts, kept);
  return (Class){SHIFTED, kept, {0}};
}

//===- Products -----------------------------------------------------------===//

static Class withFactor(Terms *t, Class c, int kind, MlirValue v) {
  TcStreamFactors all = {0};
  for (size_t i = 0; i < c.factors.size; ++i)
    tcVecPush(t->s->arena, &all, c.factors.data[i]);
  TcStreamFactor f = {kind, t->stage, v};
  tcVecPush(t->s->arena, &all, f);
  return (Class){LINEAR, c.shift, all};
}

static void drop(Terms *t, MlirOperation op, intptr_t operand) {
  TcStreamDrop d = {op, operand};
  tcVecPush(t->s->arena, &t->s->drops, d);
}

static bool isPoint(Class c) { return c.kind == TERM || c.kind == CONSTANT; }

// Only sums of exponentials, whose terms are bounded, have factors moved.
static bool isBounded(Class c) { return c.kind == LINEAR && c.shift; }

static Class product(Terms *t, MlirOperation op, Class a, Class b) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue y = mlirOperationGetOperand(op, 1);
  if (a.kind == LINEAR && isPoint(b))
    return a;
  if (isPoint(a) && b.kind == LINEAR)
    return b;
  if (isBounded(a) && b.kind == FINAL) {
    drop(t, op, 0);
    return withFactor(t, a, TC_STREAM_MUL, y);
  }
  if (a.kind == FINAL && isBounded(b)) {
    drop(t, op, 1);
    return withFactor(t, b, TC_STREAM_MUL, x);
  }
  return only(BAD);
}

static Class quotient(Terms *t, MlirOperation op, Class a, Class b) {
  if (a.kind == LINEAR && isPoint(b))
    return a;
  if (!isBounded(a) || b.kind != FINAL)
    return only(BAD);
  drop(t, op, 0);
  return withFactor(t, a, TC_STREAM_DIV, mlirOperationGetOperand(op, 1));
}

// A select with 0 on one side: it keeps the other side's class, or is applied
// to the final sum.
static Class selection(Terms *t, MlirOperation op, Class pred, Class a,
                       Class b) {
  MlirValue x = tcPrimWhereGetSelf(op), y = tcPrimWhereGetOther(op);
  bool zeroIf = tcStreamIsConstant(x, 0) && b.kind == LINEAR;
  bool zeroElse = tcStreamIsConstant(y, 0) && a.kind == LINEAR;
  if (!zeroIf && !zeroElse)
    return only(BAD);
  Class kept = zeroIf ? b : a;
  if (isPoint(pred))
    return kept;
  if (pred.kind != FINAL || !isBounded(kept))
    return only(BAD);
  drop(t, op, zeroIf ? 2 : 1);
  return withFactor(t, kept, zeroIf ? TC_STREAM_ZERO_IF : TC_STREAM_IF,
                    tcPrimWhereGetPred(op));
}

static Class exponential(Class a, bool two) {
  if (a.kind != SHIFTED)
    return only(BAD);
  a.shift->two = two;
  return (Class){LINEAR, a.shift, {0}};
}

static bool isFloatCast(MlirOperation op) {
  return mlirTypeIsAFloat(mlirValueGetType(mlirOperationGetResult(op, 0))) &&
         mlirTypeIsAFloat(mlirValueGetType(mlirOperationGetOperand(op, 0)));
}

//===- Bodies -------------------------------------------------------------===//

// The class of an op whose operands are all of one class; false if that does
// not decide it.
static bool isUniform(const Class *x, intptr_t n, Class *out) {
  bool term = false, final = false, other = false;
  for (intptr_t i = 0; i < n; ++i) {
    term |= x[i].kind == TERM;
    final |= x[i].kind == FINAL;
    other |= x[i].kind != TERM && x[i].kind != FINAL && x[i].kind != CONSTANT;
  }
  if (other || (term && final))
    return false;
  *out = only(final ? FINAL : term ? TERM : CONSTANT);
  return true;
}

static Class opClass(Terms *t, MlirOperation op) {
  Class x[8], out;
  intptr_t n = mlirOperationGetNumOperands(op);
  if (n > 8 || mlirOperationGetNumResults(op) != 1 ||
      tcLoopOpKind(op) == TC_LOOP_AT || tcLoopOpKind(op) == TC_LOOP_WITHIN)
    return only(BAD);
  for (intptr_t i = 0; i < n; ++i) {
    x[i] = classOf(&t->scalars, mlirOperationGetOperand(op, i));
    if (x[i].kind == BAD)
      return x[i];
  }
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return only(tcSizeAttrUses(tcLoopIndexGetExpr(op),
                               mlirStringAttrGetValue(t->s->iter))
                    ? TERM
                    : CONSTANT);
  if (isUniform(x, n, &out))
    return out;
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_SUB:
    return isPoint(x[0]) && x[1].kind == FINAL ? shifted(t, op) : only(BAD);
  case TC_PRIM_EXP:
    return exponential(x[0], false);
  case TC_PRIM_EXP2:
    return exponential(x[0], true);
  case TC_PRIM_MUL:
    return product(t, op, x[0], x[1]);
  case TC_PRIM_DIV:
    return quotient(t, op, x[0], x[1]);
  case TC_PRIM_WHERE:
    return selection(t, op, x[0], x[1], x[2]);
  case TC_PRIM_CONVERT_ELEMENT_TYPE:
    return x[0].kind == LINEAR && isFloatCast(op) ? x[0] : only(BAD);
  default:
    return only(BAD);
  }
}

// Whether what is made inside is read at its own point.
static bool readsInPlace(const Terms *t, intptr_t i) {
  MlirValue v = tcInput(t->stage, i);
  MlirOperation def = tcDefiningOp(v);
  if (mlirOperationIsNull(def) || !tcNames(tcAttrOf(def, "iters"), t->s->iter))
    return true;
  MlirAttribute map = tcInputMap(t->stage, i), iters = tcAttrOf(def, "iters");
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d) {
    MlirAttribute index = tcDimsAttrGetDim(map, d);
    bool cut =
        mlirAttributeEqual(mlirArrayAttrGetElement(iters, d), t->s->iter);
    bool uses = tcSizeAttrUses(index, mlirStringAttrGetValue(t->s->iter));
    if (cut != uses || (cut && !tcSizeAttrIsSymbol(index, NULL)))
      return false;
  }
  return !tcInputMayMiss(t->stage, i);
}

static bool readBody(Terms *t) {
  MlirBlock body = tcStageBlock(t->stage);
  t->scalars = (TcMap){.arena = t->s->arena};
  for (intptr_t i = 0; i < tcNumInputs(t->stage); ++i) {
    if (!readsInPlace(t, i))
      return false;
    setClass(t, &t->scalars, mlirBlockGetArgument(body, i),
             classOf(&t->tensors, tcInput(t->stage, i)));
  }
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    Class c = opClass(t, op);
    if (c.kind == BAD)
      return false;
    setClass(t, &t->scalars, mlirOperationGetResult(op, 0), c);
  }
  return true;
}

static Class yielded(const Terms *t, intptr_t i) {
  return classOf(&t->scalars,
                 mlirOperationGetOperand(
                     mlirBlockGetTerminator(tcStageBlock(t->stage)), i));
}

//===- Stages -------------------------------------------------------------===//

static bool addSum(Terms *t, MlirStringRef kind, Class c) {
  bool adds = mlirStringRefEqual(kind, tcStr("add"));
  if (!isPoint(c) && !(adds && c.kind == LINEAR))
    return false;
  TcStreamSum sum = {t->stage, kind, c.shift, c.factors, 0};
  tcVecPush(t->s->arena, &t->s->sums, sum);
  setClass(t, &t->tensors, mlirOperationGetResult(t->stage, 0), only(FINAL));
  return true;
}

static bool isOrdered(MlirOperation stage) {
  return !mlirAttributeIsNull(tcAttrOf(stage, "ordered"));
}

// The class of the products that a contract sums.
static Class factorsOf(Terms *t) {
  Class a = yielded(t, 0), b = yielded(t, 1);
  if (isPoint(a) && isPoint(b))
    return only(TERM);
  if (a.kind == LINEAR && isPoint(b))
    return a;
  return isPoint(a) && b.kind == LINEAR ? b : only(BAD);
}

// A reduction over the streamed iterator; a product that sums points may run
// over others as well (queries of several heads that share keys).
static bool readSum(Terms *t) {
  bool only = mlirArrayAttrGetNumElements(tcAttrOf(t->stage, "over")) == 1;
  if (isOrdered(t->stage) || mlirOperationGetNumResults(t->stage) != 1)
    return false;
  if (tcIsA(t->stage, "loop.contract")) {
    Class c = factorsOf(t);
    return (only || isPoint(c)) && addSum(t, tcStr("add"), c);
  }
  if (!only)
    return false;
  if (!tcIsA(t->stage, "loop.reduce"))
    return false;
  MlirStringRef kind = mlirStringAttrGetValue(
      mlirArrayAttrGetElement(tcAttrOf(t->stage, "kinds"), 0));
  return !mlirStringRefEqual(kind, tcStr("custom")) &&
         addSum(t, kind, yielded(t, 0));
}

// A stage that has the streamed iterator among its results' dimensions.
static bool readInside(Terms *t) {
  bool map = tcIsA(t->stage, "loop.map");
  if (!map && !tcIsA(t->stage, "loop.contract") &&
      !tcIsA(t->stage, "loop.reduce"))
    return false;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(t->stage); ++r) {
    Class c = map ? yielded(t, r) : only(TERM);
    if (c.kind == FINAL)
      return false;
    setClass(t, &t->tensors, mlirOperationGetResult(t->stage, r),
             c.kind == CONSTANT ? only(TERM) : c);
  }
  if (map)
    return true;
  if (isOrdered(t->stage))
    return false;
  intptr_t n = mlirOperationGetNumOperands(
      mlirBlockGetTerminator(tcStageBlock(t->stage)));
  for (intptr_t i = 0; i < n; ++i)
    if (!isPoint(yielded(t, i)))
      return false;
  return true;
}

// Stages without the streamed iterator: before the loop, or after it.
static bool readOutside(Terms *t) {
  bool final = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(t->stage); ++i) {
    MlirValue v = mlirOperationGetOperand(t->stage, i);
    MlirOperation def = tcDefiningOp(v);
    final |= classOf(&t->tensors, v).kind == FINAL;
    if (!mlirOperationIsNull(def) &&
        tcNames(tcAttrOf(def, "iters"), t->s->iter))
      return false;
  }
  if (!final) {
    tcVecPush(t->s->arena, &t->s->before, t->stage);
    return true;
  }
  for (intptr_t r = 0; r < mlirOperationGetNumResults(t->stage); ++r)
    setClass(t, &t->tensors, mlirOperationGetResult(t->stage, r), only(FINAL));
  return true;
}

// A product whose sums tasks share: one a kernel, of terms that no final value
// rescales.
static bool readAcross(Terms *t) {
  if (t->s->across.ptr || t->s->shifts.size || isOrdered(t->stage) ||
      !readBody(t) || !isPoint(yielded(t, 0)) || !isPoint(yielded(t, 1)))
    return false;
  tcVecPush(t->s->arena, &t->s->inside, t->stage);
  t->s->across = t->stage;
  return true;
}

static bool readStage(Terms *t) {
  if (mlirAttributeIsNull(tcAttrOf(t->stage, "maps")) ||
      tcIsA(t->stage, "loop.scatter"))
    return false;
  if (tcStreamIsApart(t->s, t->stage))
    return tcStreamAddApart(t->s, t->stage);
  if (tcStreamMayShare(t->s, t->stage))
    return readAcross(t);
  bool over = tcNames(tcAttrOf(t->stage, "over"), t->s->iter);
  if (!over && !tcNames(tcAttrOf(t->stage, "iters"), t->s->iter))
    return readOutside(t);
  if (!readBody(t) || !(over ? readSum(t) : readInside(t)))
    return false;
  tcVecPush(t->s->arena, &t->s->inside, t->stage);
  return true;
}

// Whether a value with the streamed iterator as a dimension leaves the kernel.
static bool escapes(const TcStream *s) {
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(s->kernel));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirOperation def = tcDefiningOp(mlirOperationGetOperand(end, i));
    bool isApart = false;
    for (size_t j = 0; j < s->apart.size; ++j)
      isApart |= mlirOperationEqual(def, s->apart.data[j]);
    if (!mlirOperationIsNull(def) && !isApart &&
        tcNames(tcAttrOf(def, "iters"), s->iter))
      return true;
  }
  return false;
}

// Factors are applied at the points of the sum: they may read nothing else.
static bool indexFits(const TcStreamSum *sum, MlirOperation stage,
                      MlirAttribute index) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  MlirAttribute own = tcAttrOf(sum->stage, "iters");
  for (int list = 0; list < 2; ++list) {
    for (intptr_t i = 0; iters.ptr && i < mlirArrayAttrGetNumElements(iters);
         ++i) {
      MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
      if (tcSizeAttrUses(index, mlirStringAttrGetValue(iter)) &&
          !tcNames(own, iter))
        return false;
    }
    iters = tcAttrOf(stage, "over");
  }
  return true;
}

static bool factorFits(const TcStreamSum *sum, MlirOperation stage,
                       MlirValue v) {
  if (mlirValueIsABlockArgument(v)) {
    MlirAttribute map = tcInputMap(stage, mlirBlockArgumentGetArgNumber(v));
    for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
      if (!indexFits(sum, stage, tcDimsAttrGetDim(map, d)))
        return false;
    return true;
  }
  MlirOperation op = tcDefiningOp(v);
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return indexFits(sum, stage, tcLoopIndexGetExpr(op));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!factorFits(sum, stage, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

static bool sumFits(const TcStreamSum *sum) {
  for (size_t i = 0; i < sum->factors.size; ++i)
    if (!factorFits(sum, sum->factors.data[i].stage,
                    sum->factors.data[i].value))
      return false;
  return !sum->shift || factorFits(sum, sum->shift->stage, sum->shift->level);
}

static bool analyseFor(TcStream *s) {
  Terms t = {.s = s};
  t.tensors.arena = s->arena;
  MlirOperation op = tcFirstStage(s->kernel);
  for (; !mlirOperationIsNull(op); op = tcNextStage(op)) {
    t.stage = op;
    if (!readStage(&t))
      return false;
  }
  bool any = tcStreamHasProducts(s);
  for (size_t i = 0; i < s->sums.size; ++i) {
    any |= s->sums.data[i].shift != NULL;
    if (!sumFits(&s->sums.data[i]))
      return false;
  }
  return any && !escapes(s);
}

bool tcStreamAnalyse(TcArena *arena, MlirOperation kernel, TcStream *stream) {
  MlirAttribute iters = tcAttrOf(kernel, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    *stream = (TcStream){.arena = arena,
                         .kernel = kernel,
                         .iter = mlirArrayAttrGetElement(iters, i)};
    if (!tcSizeAttrIsValue(tcExtentOf(kernel, stream->iter), 0) &&
        analyseFor(stream))
      return true;
  }
  return false;
}

bool tcStreamHasProducts(const TcStream *s) {
  bool along = false, over = false;
  for (size_t i = 0; i < s->inside.size; ++i) {
    if (!tcIsA(s->inside.data[i], "loop.contract"))
      continue;
    if (tcNames(tcAttrOf(s->inside.data[i], "over"), s->iter))
      over = true;
    else
      along = true;
  }
  return along && over;
}
