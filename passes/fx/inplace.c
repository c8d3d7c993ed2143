// Replaces calls that write to their arguments by their functional overloads,
// and writes the results back.
#include "passes/fx/functionalise.h"

#include "tc/gen/FxOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

// In-place overloads whose functional form has another name.
static const struct {
  const char *target, *functional;
} renamed[] = {
    {"aten.batch_norm.default",
     "aten._native_batch_norm_legit_functional.default"},
    {"aten._native_batch_norm_legit.default",
     "aten._native_batch_norm_legit_functional.default"},
    {"aten.normal_.default", "aten.normal_functional.default"},
    {"aten.bernoulli_.float", "aten.bernoulli.p"},
    {"aten.bernoulli_.Tensor", "aten.bernoulli.Tensor"},
};

// "aten.add_.Tensor": "aten.add.Tensor"; "aten.__iand__.Scalar":
// "aten.__and__.Scalar". Null if it does not end so.
static const char *functionalTarget(TcFunctionalise *p, MlirStringRef target) {
  for (size_t i = 0; i < sizeof renamed / sizeof *renamed; ++i)
    if (mlirStringRefEqual(target, tcStr(renamed[i].target)))
      return renamed[i].functional;
  const char *text = tcArenaCopyText(p->b.arena, target.data, target.length);
  const char *dot = strrchr(text, '.'), *space = strchr(text, '.') + 1;
  if (!strncmp(space, "__i", 3))
    return tcArenaPrintf(p->b.arena, "%.*s__%s", (int)(space - text), text,
                         space + 3);
  if (dot <= space || dot[-1] != '_')
    return NULL;
  return tcArenaPrintf(p->b.arena, "%.*s%s", (int)(dot - text) - 1, text, dot);
}

// The arguments that decide the element type of a functional overload whose
// in-place form keeps that of `self`.
static const char *const promoting[] = {"self",     "other",   "end",
                                        "weight",   "tensor1", "tensor2",
                                        "exponent", "min",     "max"};

// Ops that keep the type of `self` whatever is put into it.
static bool keepsType(const char *functional) {
  static const char *const prefixes[] = {
      "aten.copy.",   "aten.fill.",  "aten.masked_",    "aten.index_",
      "aten.scatter", "aten.zero.",  "aten.bernoulli.", "aten.uniform.",
      "aten.normal_", "aten.slice_", "aten.select_",    "aten.put."};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
    if (!strncmp(functional, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

static bool isPredicate(const char *functional) {
  static const char *const prefixes[] = {"aten.eq.",     "aten.ne.", "aten.lt.",
                                         "aten.le.",     "aten.gt.", "aten.ge.",
                                         "aten.logical_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
    if (!strncmp(functional, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

static MlirType functionalType(TcFxCall *c, const char *functional,
                               MlirType self) {
  if (keepsType(functional))
    return self;
  if (isPredicate(functional))
    return tcTypeWithElement(self, tcBool(c->b));
  return tcTypeWithElement(
      self, tcResultElement(c, TC_PROMOTE, sizeof promoting / sizeof *promoting,
                            promoting));
}

// The functional call with the first `n` positional arguments of this one.
static MlirOperation emitFunctional(TcFunctionalise *p, TcFxCall *c,
                                    const char *functional, intptr_t n,
                                    intptr_t numTypes, const MlirType *types) {
  MlirAttribute args = tcFxCallGetArgs(c->op);
  TC_VEC(MlirAttribute) kept = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(args) && i < n; ++i)
    tcVecPush(p->b.arena, &kept, mlirArrayAttrGetElement(args, i));
  TC_VEC(MlirValue) operands = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(c->op); ++i)
    tcVecPush(p->b.arena, &operands, mlirOperationGetOperand(c->op, i));
  return tcFxCallCreate(
      &p->b.at, numTypes, types, tcStr(functional), (intptr_t)operands.size,
      operands.data,
      mlirArrayAttrGet(p->b.at.ctx, (intptr_t)kept.size, kept.data),
      tcFxCallGetKwargs(c->op));
}

// The view that an argument names; null if it is none.
static TcView *argumentView(TcFunctionalise *p, TcFxCall *c, int argument) {
  MlirAttribute leaf = c->bound[argument];
  if (!leaf.ptr || !tcAttrIsAFxArg(leaf))
    return NULL;
  return tcFxViewOf(p,
                    mlirOperationGetOperand(c->op, tcFxArgAttrGetIndex(leaf)));
}

// y = f(self, ...), converted to self's type, is written to self.
static bool writeOne(TcFunctionalise *p, TcFxCall *c, const char *functional,
                     TcView *self) {
  MlirType type = functionalType(c, functional, self->type);
  MlirOperation call = emitFunctional(p, c, functional, INTPTR_MAX, 1, &type);
  if (!call.ptr)
    return false;
  MlirValue y = mlirOperationGetResult(call, 0);
  if (!mlirTypeEqual(type, self->type)) {
    const MlirValue values[2] = {y, tcNoValue()};
    const MlirAttribute leaves[2] = {
        tcNoAttr(), mlirTypeAttrGet(tcTypeGetElement(self->type))};
    y = tcFxEmit(&p->b, "aten.to.dtype", self->type, 2, values, leaves);
  }
  return tcFxWriteView(p, self, y, c->op);
}

// Batch norm in training: output, saved statistics, new running ones
static bool batchNorm(TcFunctionalise *p, TcFxCall *c, const char *functional,
                      TcView *mean, TcView *var) {
  MlirType types[5];
  intptr_t n = mlirOperationGetNumResults(c->op);
  for (int i = 0; i < 5; ++i)
    types[i] = i < n ? tcResultType(c, i) : mean->type;
  types[3] = mean->type;
  types[4] = var->type;
  MlirOperation call = emitFunctional(p, c, functional, 8, 5, types);
  if (!call.ptr)
    return false;
  for (intptr_t i = 0; i < n && i < 3; ++i) {
    MlirValue result = mlirOperationGetResult(call, i);
    tcFxAddFresh(p, result, tcFxReadsDense(p, c->op));
    tcFxNameView(p, mlirOperationGetResult(c->op, i), tcFxViewOf(p, result));
  }
  return tcFxWriteView(p, mean, mlirOperationGetResult(call, 3), c->op) &&
         tcFxWriteView(p, var, mlirOperationGetResult(call, 4), c->op);
}

static bool isWritten(TcFxCall *c, int argument) {
  const TcFxArg *a = &c->schema.args[argument];
  if (tcArgIsNone(c,
                  tcArenaCopyText(c->b->arena, a->name.data, a->name.length)))
    return false;
  if (!a->mutatedIf.length)
    return a->isMutated;
  return tcArgBool(
      c, tcArenaCopyText(c->b->arena, a->mutatedIf.data, a->mutatedIf.length));
}

intptr_t tcFxWrittenArguments(TcFxCall *c, int *out) {
  intptr_t n = 0;
  for (int i = 0; i < c->schema.numArgs; ++i)
    if (isWritten(c, i))
      out[n++] = i;
  return n;
}

bool tcFxInPlaceCall(TcFunctionalise *p, TcFxCall *c, intptr_t n,
                     const int *written) {
  const char *functional = functionalTarget(p, c->schema.name);
  TcView *targets[2] = {argumentView(p, c, written[0]),
                        n > 1 ? argumentView(p, c, written[1]) : NULL};
  TcFxSchema schema;
  if (n > 2 || !targets[0] || (n == 2 && !targets[1]) || !functional ||
      !tcFxSchemaLookup(tcStr(functional), &schema)) {
    tcFail(&p->b, 4113,
           "writes to its arguments and has no functional form; "
           "decompose it before capture");
    return false;
  }
  MlirOperation op = c->op;
  TcView *self = targets[0];
  // Names are read before operands are replaced by what they stand for.
  if (n == 1 && mlirOperationGetNumResults(op))
    tcFxNameView(p, mlirOperationGetResult(op, 0), self);
  tcVecPush(p->b.arena, &p->dead, op);
  if (!tcFxReadOperands(p, op))
    return false;
  return n == 2 ? batchNorm(p, c, functional, self, targets[1])
                : writeOne(p, c, functional, self);
}

const char *tcFxViewInPlace(MlirStringRef target) {
  static const char *const targets[][2] = {
      {"aten.t_.default", "aten.t.default"},
      {"aten.transpose_.default", "aten.transpose.int"},
      {"aten.squeeze_.default", "aten.squeeze.default"},
      {"aten.squeeze_.dim", "aten.squeeze.dim"},
      {"aten.squeeze_.dims", "aten.squeeze.dims"},
      {"aten.unsqueeze_.default", "aten.unsqueeze.default"},
      {"aten.swapdims_.default", "aten.swapdims.default"},
      {"aten.swapaxes_.default", "aten.swapaxes.default"},
      {"aten.detach_.default", "aten.detach.default"}};
  for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i)
    if (mlirStringRefEqual(target, tcStr(targets[i][0])))
      return targets[i][1];
  return NULL;
}
