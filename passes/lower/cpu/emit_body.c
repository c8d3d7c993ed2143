// Bodies of stages: scalar prims to arith, vector and llvm ops on lane values.
// Prims of each domain are in emit_float.c, emit_int.c, emit_convert.c.
#include "passes/lower/cpu/emit.h"
#include "passes/lower/cpu/gather.h"

#include "ir/attrs.h"
#include "ir/break.h"
#include "ir/compare.h"
#include "ir/diag.h"
#include "ir/sizes.h"
#include "support/strbuf.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Body {
  TcEmit *e;
  const TcMap *subst;
  TcMap values; // MlirValue.ptr -> TcLane *
} Body;

static bool bind(Body *body, MlirValue v, TcLane lane) {
  TcLane *copy = TC_ARENA_NEW(body->e->arena, TcLane);
  *copy = lane;
  return tcMapSet(&body->values, v.ptr, copy);
}

static TcLane valueOf(const Body *body, MlirValue v) {
  const TcLane *lane = tcMapGet(&body->values, v.ptr);
  return lane ? *lane : (TcLane){.v = {NULL}};
}

// The expression of loop.index or prim.size at this place.
static const TcSize *exprOf(Body *body, MlirAttribute attr) {
  TcArena *arena = body->e->arena;
  const TcSize *size = tcSizeAttrParse(arena, attr);
  return body->subst ? tcSizeSubstitute(arena, size, body->subst) : size;
}

//===- loop.at ------------------------------------------------------------===//

// An index that is an expression stays one, so that it can be seen to be
// contiguous, or in bounds.
static TcGatherIndex gatherIndex(Body *body, MlirValue index) {
  TcGatherIndex out = {.lane = valueOf(body, index)};
  if (!mlirValueIsAOpResult(index))
    return out;
  MlirOperation op = mlirOpResultGetOwner(index);
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    out.expr = exprOf(body, tcLoopIndexGetExpr(op));
  return out;
}

static TcLane emitAt(Body *body, MlirOperation op) {
  TcEmit *e = body->e;
  intptr_t n = tcLoopAtGetNumIndices(op);
  TcGatherIndex *index = TC_ARENA_ARRAY(e->arena, TcGatherIndex, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    index[i] = gatherIndex(body, tcLoopAtGetIndices(op, i));
  TcCpuValue *value = tcMapGet(&e->k->values, tcLoopAtGetSelf(op).ptr);
  return tcEmitGather(e, value, index);
}

// The position itself; what else the body does with one outside is of no
// matter, since the run fails.
static TcLane emitWithin(Body *body, MlirOperation op) {
  TcLane at = valueOf(body, tcLoopWithinGetPosition(op));
  tcEmitReport(body->e, tcEmitIsWithin(body->e, at,
                                       valueOf(body, tcLoopWithinGetSize(op))));
  return at;
}

//===- Prims --------------------------------------------------------------===//

// Operand 1 as a number, for shifts and divisions by constants; -1 if unknown.
static int64_t constantOperand(MlirOperation op) {
  if (mlirOperationGetNumOperands(op) != 2)
    return -1;
  MlirValue y = mlirOperationGetOperand(op, 1);
  if (!mlirValueIsAOpResult(y))
    return -1;
  MlirOperation def = mlirOpResultGetOwner(y);
  if (tcPrimOpKind(def) != TC_PRIM_CONSTANT)
    return -1;
  MlirAttribute value = tcPrimConstantGetValue(def);
  return mlirAttributeIsAInteger(value) && !mlirAttributeIsABool(value) &&
                 mlirTypeIsAInteger(mlirAttributeGetType(value)) &&
                 !mlirIntegerTypeIsUnsigned(mlirAttributeGetType(value))
             ? mlirIntegerAttrGetValueInt(value)
             : -1;
}

static bool emitByDomain(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  if (mlirTypeIsAComplex(s->type) || s->kind == TC_PRIM_COMPLEX)
    return tcEmitComplexOp(e, s, out);
  if (mlirTypeIsAFloat(s->type))
    return tcEmitFloatOp(e, s, out);
  return tcIsBool(s->type) ? tcEmitBoolOp(e, s, out) : tcEmitIntOp(e, s, out);
}

static bool emitPrim(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  switch (s->kind) {
  case TC_PRIM_CONSTANT:
    *out = tcEmitConstant(e, tcPrimConstantGetValue(s->op), s->result);
    return true;
  case TC_PRIM_WHERE:
    *out = tcEmitSelect(e, s->x[0], s->x[1], s->x[2]);
    return true;
  case TC_PRIM_CONVERT_ELEMENT_TYPE:
    *out = tcEmitConvert(e, s->x[0], s->type, s->result);
    return true;
  case TC_PRIM_BITCAST:
    *out = tcEmitBitcast(e, s->x[0], s->type, s->result);
    return true;
  default:
    return emitByDomain(e, s, out);
  }
}

//===- Comparisons of positions -------------------------------------------===//

static const TcSize *positionOf(Body *body, MlirValue v) {
  int64_t n;
  if (mlirValueIsABlockArgument(v))
    return NULL;
  MlirOperation op = mlirOpResultGetOwner(v);
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return exprOf(body, tcLoopIndexGetExpr(op));
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT ||
      !mlirAttributeIsAInteger(tcPrimConstantGetValue(op)))
    return NULL;
  n = mlirIntegerAttrGetValueInt(tcPrimConstantGetValue(op));
  return tcSizeConst(body->e->arena, n);
}

// Whether x >= y + `more` is known at this place.
static bool isKnown(Body *body, MlirValue x, MlirValue y, int64_t more) {
  TcEmit *e = body->e;
  const TcSize *a = positionOf(body, x), *b = positionOf(body, y);
  int64_t n;
  for (size_t i = 0; a && b && i < e->facts.size; ++i) {
    const TcSize *excess = tcSizeSub(e->arena, a, b);
    excess = tcSizeSub(e->arena, excess, e->facts.data[i]);
    if (tcSizeIsConst(excess, &n) && n >= more)
      return true;
  }
  const TcSizeRanges *ranges = &e->k->ranges;
  return a && b &&
         (more ? tcSizeProvablyLess(b, a, ranges)
               : tcSizeProvablyLessEqual(b, a, ranges));
}

// 1 if x < y + `more` wherever this code runs, 0 if it nowhere is, else -1.
static int isLess(Body *body, MlirValue x, MlirValue y, int64_t more) {
  TcEmit *e = body->e;
  const TcSize *a = positionOf(body, x), *b = positionOf(body, y);
  if (!a || !b)
    return -1;
  const TcSize *difference = tcSizeSub(e->arena, a, b);
  const TcSize *bound = tcSizeConst(e->arena, more);
  if (tcSizeProvablyLess(difference, bound, &e->k->ranges))
    return 1;
  return tcSizeProvablyLessEqual(bound, difference, &e->k->ranges) ? 0 : -1;
}

// What a comparison of positions gives wherever this code runs: 0 or 1, or -1.
static int decided(Body *body, MlirOperation op) {
  TcLess less;
  return tcAsLess(op, &less) ? isLess(body, less.x, less.y, !less.strict) : -1;
}

// Comparisons that are true wherever this code runs.
static bool holds(Body *body, MlirOperation op) {
  TcLess less;
  return tcAsLess(op, &less) && isKnown(body, less.y, less.x, less.strict);
}

static MlirValue *keepWord(TcEmit *e, MlirValue v) {
  MlirValue *kept = TC_ARENA_NEW(e->arena, MlirValue);
  *kept = v;
  return kept;
}

static void *foldWordConstant(void *self, int64_t value) {
  TcEmit *e = self;
  return keepWord(e, tcEmitInt(e, e->i32, value));
}

static void *foldWordSymbol(void *self, const char *name) {
  TcEmit *e = self;
  MlirValue v = tcEmitExpr(e, tcSizeSymbol(e->arena, name));
  return keepWord(e, tcArithTrunci(&e->b, e->i32, v));
}

static void *foldWordBinary(void *self, TcSizeOp op, void *x, void *y) {
  TcEmit *e = self;
  const MlirValue *a = x, *b = y;
  if (op == TC_SIZE_ADD)
    return keepWord(e, tcArithAddi(&e->b, *a, *b));
  return op == TC_SIZE_MUL ? keepWord(e, tcArithMuli(&e->b, *a, *b)) : NULL;
}

// An expression in the iterators, without the constant `offset` of one: i32
// where that holds it, computed of i32, since LLVM widens what is truncated.
static MlirValue emitWithoutOffset(TcEmit *e, const TcSize *size) {
  enum { MOST = 1 << 30 };
  const TcSizeFolder words = {e, foldWordConstant, foldWordSymbol,
                              foldWordBinary, NULL};
  int64_t low, high;
  MlirValue *iter = &e->iters[e->offsetIter], value = *iter;
  const MlirValue *word = NULL;
  *iter = e->offsetBase;
  tcSizeRange(size, &e->k->ranges, &low, &high);
  if (low >= -MOST && high <= MOST)
    word = tcSizeFold(size, &words);
  MlirValue out = word ? *word : tcEmitExpr(e, size);
  *iter = value;
  return out;
}

// A comparison of positions as one of their distance with a constant.
static bool emitDistance(Body *body, MlirOperation op, TcLane *out) {
  TcEmit *e = body->e;
  const TcSize *coefficient, *rest;
  TcLess less;
  int64_t c;
  if (!e->offsetBase.ptr || !tcAsLess(op, &less))
    return false;
  const TcSize *x = positionOf(body, less.x), *y = positionOf(body, less.y);
  const char *name = e->k->iters.data[e->offsetIter].name;
  if (!x || !y)
    return false;
  const TcSize *size = tcSizeSub(e->arena, y, x);
  if (!tcSizeCoefficient(e->arena, size, name, &coefficient, &rest) ||
      !tcSizeIsConst(coefficient, &c))
    return false;
  MlirValue v = emitWithoutOffset(e, size);
  MlirValue bound =
      tcEmitInt(e, mlirValueGetType(v), less.strict - c * e->offset);
  *out =
      tcLaneScalar(tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGE, v, bound));
  return true;
}

// The position of the first lane, if v is one that grows by 1 from lane to
// lane; else null.
static MlirValue firstPosition(Body *body, MlirValue v) {
  TcEmit *e = body->e;
  const TcSize *position = e->lanes > 1 ? positionOf(body, v) : NULL;
  if (!position)
    return (MlirValue){NULL};
  TcForm form = tcEmitForm(e, position);
  return form.kind == TC_LINEAR && form.step == 1 ? tcEmitExpr(e, position)
                                                  : (MlirValue){NULL};
}

// A comparison, for equality, of positions that grow by 1 from lane to lane
// with a number that is the same in all lanes, as one of lanes in 32 bits with
// that number's distance from the first position; -1 if no lane is so far.
static bool emitIsLane(Body *body, MlirOperation op, TcLane *out) {
  TcEmit *e = body->e;
  TcPrimOpKind kind = tcPrimOpKind(op);
  for (intptr_t i = 0; i < 2 && (kind == TC_PRIM_EQ || kind == TC_PRIM_NE);
       ++i) {
    MlirValue first = firstPosition(body, mlirOperationGetOperand(op, i));
    TcLane at = valueOf(body, mlirOperationGetOperand(op, 1 - i));
    if (!first.ptr || at.wide)
      continue;
    MlirValue far = tcArithSubi(&e->b, at.v, first);
    MlirValue isOne = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT, far,
                                  tcEmitI64(e, e->lanes));
    MlirValue low = tcArithTrunci(&e->b, e->i32, far);
    TcLane lane = {.v = tcEmitIota(e, e->i32, 1), .wide = true};
    TcLane near = tcLaneScalar(
        tcArithSelect(&e->b, isOne, low, tcEmitInt(e, e->i32, -1)));
    tcEmitUnify(e, &lane, &near);
    out->v = tcArithCmpi(&e->b,
                         kind == TC_PRIM_EQ ? TC_ARITH_CMP_I_PREDICATE_EQ
                                            : TC_ARITH_CMP_I_PREDICATE_NE,
                         lane.v, near.v);
    out->wide = true;
    return true;
  }
  return false;
}

// What is compared is rounded to its type. Whatever else reads it takes the
// rounded number, too, which is then not rounded once more.
static void roundCompared(Body *body, MlirOperation op, intptr_t n, TcLane *x) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_EQ:
  case TC_PRIM_NE:
  case TC_PRIM_LT:
  case TC_PRIM_LE:
  case TC_PRIM_GT:
  case TC_PRIM_GE:
    break;
  default:
    return;
  }
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    if (!mlirTypeIsABF16(mlirValueGetType(v)) || body->e->hasBf16 ||
        mlirValueIsABlockArgument(v) ||
        tcPrimOpKind(mlirOpResultGetOwner(v)) == TC_PRIM_CONSTANT)
      continue;
    x[i] = tcEmitRound(body->e, x[i], mlirValueGetType(v));
    bind(body, v, x[i]);
  }
}

static bool emitPrimOp(Body *body, MlirOperation op, TcLane *out) {
  TcLane x[4] = {{.wide = false}};
  intptr_t n = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n && i < 4; ++i)
    x[i] = valueOf(body, mlirOperationGetOperand(op, i));
  roundCompared(body, op, n, x);
  if (n == 2 && tcBreaks("lower", tcPrimOpNames[tcPrimOpKind(op)], "swapped"))
    x[2] = x[0], x[0] = x[1], x[1] = x[2];
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  TcPrimSite site = {
      .op = op,
      .kind = tcPrimOpKind(op),
      .type = n ? mlirValueGetType(mlirOperationGetOperand(op, 0)) : result,
      .result = result,
      .x = x,
      .shift = constantOperand(op)};
  if (emitPrim(body->e, &site, out))
    return true;
  tcOpEmitError(op, "[TC-0602] loop-to-cpu has no code for this prim in this "
                    "element type; run prim-expand-math first, or convert to "
                    "another type");
  return false;
}

static bool emitOp(Body *body, MlirOperation op) {
  TcEmit *e = body->e;
  TcLane out = {.wide = false};
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    out = tcEmitExprLanes(e, exprOf(body, tcLoopIndexGetExpr(op)));
  else if (tcLoopOpKind(op) == TC_LOOP_AT)
    out = emitAt(body, op);
  else if (tcLoopOpKind(op) == TC_LOOP_WITHIN)
    out = emitWithin(body, op);
  else if (tcPrimOpKind(op) == TC_PRIM_SIZE)
    out = tcLaneScalar(tcEmitExpr(e, exprOf(body, tcPrimSizeGetSize(op))));
  else if (holds(body, op))
    out = tcLaneScalar(tcEmitI1(e, true));
  else if (decided(body, op) >= 0)
    out = tcLaneScalar(tcEmitI1(e, decided(body, op)));
  else if (!emitDistance(body, op, &out) && !emitIsLane(body, op, &out) &&
           !emitPrimOp(body, op, &out))
    return false;
  return bind(body, mlirOperationGetResult(op, 0), out);
}

bool tcEmitBlock(TcEmit *e, MlirBlock block, const TcLane *args,
                 const TcMap *subst, TcLane *yields) {
  Body body = {.e = e, .subst = subst, .values = {.arena = e->arena}};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
    bind(&body, mlirBlockGetArgument(block, i), args[i]);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; tcLoopOpKind(op) != TC_LOOP_YIELD;
       op = mlirOperationGetNextInBlock(op))
    if ((!e->needed || tcMapGet(e->needed, op.ptr)) && !emitOp(&body, op))
      return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    yields[i] = valueOf(&body, mlirOperationGetOperand(op, i));
  return true;
}
