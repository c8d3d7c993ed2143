// Expressions and bodies of stages; see body.h.
#include "interp/code.h"

#include "ir/attrs.h"
#include "support/size.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"
#include "tc/gen/PrimTable.h"

#include <string.h>

//===- Expressions --------------------------------------------------------===//

static void *newExpr(TcFrame *frame, TcExpr expr) {
  TcExpr *out = TC_ARENA_NEW(&frame->arena, TcExpr);
  if (out)
    *out = expr;
  return out;
}

static void *foldConstant(void *frame, int64_t value) {
  return newExpr(frame, (TcExpr){.kind = TC_EXPR_CONSTANT, .value = value});
}

static void *foldSymbol(void *self, const char *name) {
  TcFrame *frame = self;
  uintptr_t iter = (uintptr_t)tcMapGetText(&frame->iters, name);
  if (iter)
    return newExpr(
        frame, (TcExpr){.kind = TC_EXPR_ITERATOR, .value = (int64_t)iter - 1});
  MlirAttribute size =
      tcBindingsGet(&frame->sizes, mlirStringRefCreateFromCString(name));
  int64_t value;
  if (mlirAttributeIsNull(size) || !tcSizeAttrIsConstant(size, &value))
    return NULL;
  return foldConstant(frame, value);
}

static void *foldBinary(void *frame, TcSizeOp op, void *lhs, void *rhs) {
  return newExpr(
      frame,
      (TcExpr){.kind = TC_EXPR_BINARY, .op = op, .lhs = lhs, .rhs = rhs});
}

TcStatus tcCompileExpr(TcFrame *frame, MlirAttribute size, const TcExpr **out) {
  MlirStringRef text = tcSizeAttrGetText(size);
  TcArena arena = {0};
  const TcSize *parsed;
  TcStatus status = tcSizeParse(&arena, text.data, text.length, &parsed);
  if (!status) {
    TcSizeFolder folder = {frame, foldConstant, foldSymbol, foldBinary, NULL};
    *out = tcSizeFold(parsed, &folder);
    if (!*out)
      status = tcStatusMake(TC_ERROR_SIZE_UNKNOWN_SYMBOL,
                            "the symbols of %.*s have no value",
                            (int)text.length, text.data);
  }
  tcArenaFree(&arena);
  return status;
}

static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && a < 0);
}

static bool evalBinary(TcSizeOp op, int64_t a, int64_t b, int64_t *out) {
  switch (op) {
  case TC_SIZE_ADD:
    return !__builtin_add_overflow(a, b, out);
  case TC_SIZE_MUL:
    return !__builtin_mul_overflow(a, b, out);
  case TC_SIZE_FLOORDIV:
    *out = b > 0 ? floorDiv(a, b) : 0;
    return b > 0;
  case TC_SIZE_MOD:
    *out = b > 0 ? a - b * floorDiv(a, b) : 0;
    return b > 0;
  case TC_SIZE_MIN:
    *out = a < b ? a : b;
    return true;
  case TC_SIZE_MAX:
    *out = a > b ? a : b;
    return true;
  }
  return false;
}

bool tcEvalExpr(const TcExpr *expr, const int64_t *point, int64_t *out) {
  int64_t a, b;
  switch (expr->kind) {
  case TC_EXPR_CONSTANT:
    *out = expr->value;
    return true;
  case TC_EXPR_ITERATOR:
    *out = point[expr->value];
    return true;
  case TC_EXPR_BINARY:
    return tcEvalExpr(expr->lhs, point, &a) &&
           tcEvalExpr(expr->rhs, point, &b) && evalBinary(expr->op, a, b, out);
  }
  return false;
}

//===- Instructions -------------------------------------------------------===//

typedef struct Compiler {
  TcFrame *frame;
  TcBody *body;
  TcMap registers; // value -> register + 1
} Compiler;

static bool newRegister(Compiler *c, MlirValue value) {
  return tcMapSet(&c->registers, value.ptr,
                  (void *)(uintptr_t)++c->body->numRegisters);
}

static bool readRegister(Compiler *c, MlirValue value, unsigned *out) {
  uintptr_t found = (uintptr_t)tcMapGet(&c->registers, value.ptr);
  *out = (unsigned)found - 1;
  return found != 0;
}

static TcDType dtypeOf(MlirValue value) {
  return tcTypeGetDType(tcTypeGetElement(mlirValueGetType(value)));
}

static TcStatus unknown(const char *why) {
  return tcStatusMake(TC_ERROR_CANNOT_INTERPRET, "in a body: %s", why);
}

// The registers of operands from `first` on.
static TcStatus readArgs(Compiler *c, MlirOperation op, intptr_t first,
                         TcInstruction *in) {
  intptr_t n = mlirOperationGetNumOperands(op);
  in->args = TC_ARENA_ARRAY(&c->frame->arena, unsigned, (size_t)n + 3);
  TC_RETURN_IF_ERROR(tcArenaStatus(&c->frame->arena));
  for (intptr_t i = first; i < n; ++i)
    if (!readRegister(c, mlirOperationGetOperand(op, i),
                      &in->args[in->numArgs++]))
      return unknown("an operand is not a scalar of the body");
  return TC_OK;
}

static TcStatus sizeConstant(Compiler *c, MlirOperation op, TcInstruction *in) {
  return tcEvalSize(c->frame, tcPrimSizeGetSize(op), &in->constant.i);
}

static TcStatus selectPrim(Compiler *c, MlirOperation op, TcInstruction *in) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  switch (kind) {
  case TC_PRIM_NONE:
    return unknown(
        "only prims on scalars, loop.at, loop.index and loop.within");
  case TC_PRIM_WHERE:
    in->code = TC_BODY_WHERE;
    return TC_OK;
  case TC_PRIM_CONVERT_ELEMENT_TYPE:
    in->code = TC_BODY_CONVERT;
    return TC_OK;
  case TC_PRIM_BITCAST:
    in->code = TC_BODY_BITCAST;
    return TC_OK;
  case TC_PRIM_CONSTANT:
    in->code = TC_BODY_CONSTANT;
    return tcScalarOfAttr(tcPrimConstantGetValue(op), in->result, &in->constant)
               ? TC_OK
               : unknown("a constant that is not a scalar");
  case TC_PRIM_SIZE:
    in->code = TC_BODY_CONSTANT;
    return sizeConstant(c, op, in);
  default:
    in->code = TC_BODY_ROW;
    in->row = &tcPrimScalar[kind];
    return in->numArgs && in->numArgs <= 3 && tcRowTakes(in->row, in->operand)
               ? TC_OK
               : unknown("an op that has no meaning for scalars of this dtype");
  }
}

static TcStatus selectOp(Compiler *c, MlirOperation op, TcInstruction *in) {
  switch (tcLoopOpKind(op)) {
  case TC_LOOP_INDEX:
    in->code = TC_BODY_INDEX;
    return tcCompileExpr(c->frame, tcLoopIndexGetExpr(op), &in->expr);
  case TC_LOOP_AT:
    in->code = TC_BODY_AT;
    in->tensor = tcLoopAtGetSelf(op);
    return readArgs(c, op, 1, in);
  case TC_LOOP_WITHIN:
    in->code = TC_BODY_WITHIN;
    return readArgs(c, op, 0, in);
  default:
    TC_RETURN_IF_ERROR(readArgs(c, op, 0, in));
    return selectPrim(c, op, in);
  }
}

static TcStatus compileOp(Compiler *c, MlirOperation op) {
  TcInstruction in = {.op = op};
  if (mlirOperationGetNumResults(op) != 1)
    return unknown("an op without one result");
  MlirValue result = mlirOperationGetResult(op, 0);
  in.result = dtypeOf(result);
  if (mlirOperationGetNumOperands(op))
    in.operand = dtypeOf(mlirOperationGetOperand(op, 0));
  TC_RETURN_IF_ERROR(selectOp(c, op, &in));
  in.to = c->body->numRegisters;
  if (!newRegister(c, result) ||
      !tcVecPush(&c->frame->arena, &c->body->code, in))
    return tcArenaStatus(&c->frame->arena);
  return TC_OK;
}

static TcStatus compileYields(Compiler *c, MlirOperation end) {
  TcBody *body = c->body;
  TcArena *arena = &c->frame->arena;
  body->numYields = mlirOperationGetNumOperands(end);
  size_t n = (size_t)body->numYields + 1;
  body->yields = TC_ARENA_ARRAY(arena, unsigned, n);
  body->yieldDTypes = TC_ARENA_ARRAY(arena, TcDType, n);
  body->registers = TC_ARENA_ARRAY(arena, TcScalar, body->numRegisters + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(arena));
  for (intptr_t i = 0; i < body->numYields; ++i) {
    MlirValue value = mlirOperationGetOperand(end, i);
    body->yieldDTypes[i] = dtypeOf(value);
    if (!readRegister(c, value, &body->yields[i]))
      return unknown("it yields a value that is not a scalar of the body");
  }
  return TC_OK;
}

static TcStatus compile(Compiler *c, MlirBlock block) {
  c->body->numArguments = mlirBlockGetNumArguments(block);
  for (intptr_t i = 0; i < c->body->numArguments; ++i)
    if (!newRegister(c, mlirBlockGetArgument(block, i)))
      return tcArenaStatus(&c->frame->arena);
  MlirOperation end = mlirBlockGetTerminator(block);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; op.ptr != end.ptr; op = mlirOperationGetNextInBlock(op))
    TC_RETURN_IF_ERROR(compileOp(c, op));
  return compileYields(c, end);
}

TcStatus tcCompileBody(TcFrame *frame, MlirBlock block, const TcBody **out) {
  TcArena arena = {0};
  Compiler c = {.frame = frame,
                .body = TC_ARENA_NEW(&frame->arena, TcBody),
                .registers = {.arena = &arena}};
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  TcStatus status = compile(&c, block);
  tcArenaFree(&arena);
  *out = c.body;
  return status;
}

intptr_t tcBodyNumYields(const TcBody *body) { return body->numYields; }
TcDType tcBodyYieldDType(const TcBody *body, intptr_t i) {
  return body->yieldDTypes[i];
}

//===- Running ------------------------------------------------------------===//

static TcStatus runAt(TcFrame *frame, const TcInstruction *in,
                      const TcScalar *registers, TcScalar *out) {
  const TcArray *tensor = tcValueOf(frame, in->tensor);
  if (!tensor || tensor->rank != in->numArgs)
    return tcStatusMake(TC_ERROR_INTERNAL, "'loop.at': no such tensor");
  int64_t position = 0;
  for (unsigned d = 0; d < tensor->rank; ++d) {
    int64_t at = registers[in->args[d]].i;
    if (at < 0 || at >= tensor->sizes[d])
      return tcStatusMake(
          TC_ERROR_INDEX,
          "'loop.at': index %lld into dimension %u of size %lld", (long long)at,
          d, (long long)tensor->sizes[d]);
    position = position * tensor->sizes[d] + at;
  }
  *out = tcElementLoad(tensor->dtype, tensor->data, position);
  return TC_OK;
}

static TcStatus runWithin(TcScalar at, TcScalar size, TcScalar *out) {
  *out = at;
  return at.i >= 0 && at.i < size.i
             ? TC_OK
             : tcStatusMake(TC_ERROR_INDEX,
                            "'loop.within': position %lld of %lld",
                            (long long)at.i, (long long)size.i);
}

static TcStatus run(TcFrame *frame, const TcInstruction *in,
                    const TcScalar *registers, TcScalar *out) {
  TcScalar x[3] = {{0}};
  for (unsigned i = 0; i < in->numArgs && i < 3; ++i)
    x[i] = registers[in->args[i]];
  switch (in->code) {
  case TC_BODY_ROW:
    *out = tcElementApply(in->row, in->operand, in->result, x);
    return TC_OK;
  case TC_BODY_WHERE:
    *out = x[0].b ? x[1] : x[2];
    return TC_OK;
  case TC_BODY_CONVERT:
    *out = tcElementConvert(in->operand, in->result, x[0]);
    return TC_OK;
  case TC_BODY_BITCAST:
    *out = tcElementBitcast(in->operand, in->result, x[0]);
    return TC_OK;
  case TC_BODY_CONSTANT:
    *out = tcElementRound(in->result, in->constant);
    return TC_OK;
  case TC_BODY_INDEX:
    return tcEvalExpr(in->expr, frame->point, &out->i)
               ? TC_OK
               : tcStatusMake(TC_ERROR_SIZE_BAD_DIVISOR,
                              "'loop.index': a divisor is less than 1");
  case TC_BODY_AT:
    return runAt(frame, in, registers, out);
  case TC_BODY_WITHIN:
    return runWithin(x[0], x[1], out);
  }
  return TC_OK;
}

TcStatus tcRunBody(TcFrame *frame, const TcBody *body,
                   const TcScalar *arguments, TcScalar *yields) {
  TcScalar *registers = body->registers;
  for (intptr_t i = 0; i < body->numArguments; ++i)
    registers[i] = arguments[i];
  for (size_t i = 0; i < body->code.size; ++i) {
    const TcInstruction *in = &body->code.data[i];
    TC_RETURN_IF_ERROR(run(frame, in, registers, &registers[in->to]));
  }
  for (intptr_t i = 0; i < body->numYields; ++i)
    yields[i] = registers[body->yields[i]];
  return TC_OK;
}
