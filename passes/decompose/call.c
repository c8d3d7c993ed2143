// The arguments of a call under their schema's names (see call.h).
#include "passes/decompose/lower.h"

#include "lib/target/target.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>
#include <string.h>

//===- Binding ------------------------------------------------------------===//

static const char *bindProblem(TcFxBindError error) {
  switch (error) {
  case TC_FX_BIND_OK:
    break;
  case TC_FX_BIND_TOO_MANY:
    return "more positional arguments than it takes";
  case TC_FX_BIND_UNKNOWN:
    return "no such argument";
  case TC_FX_BIND_TWICE:
    return "given by position and by keyword";
  case TC_FX_BIND_MISSING:
    return "not given, and it has no default";
  }
  return "ok";
}

bool tcFxCallBind(TcFxCall *c) {
  MlirAttribute target =
      mlirOperationGetInherentAttributeByName(c->op, tcStr("target"));
  // Each rule's overload has a schema (test/unit/test_fx_schema.c).
  if (!tcFxSchemaLookup(mlirStringAttrGetValue(target), &c->schema))
    return false;
  MlirStringRef culprit = {0};
  TcFxBindError error = tcFxSchemaBind(
      c->b->at.ctx, &c->schema,
      mlirOperationGetInherentAttributeByName(c->op, tcStr("args")),
      mlirOperationGetInherentAttributeByName(c->op, tcStr("kwargs")), c->bound,
      &culprit);
  if (error != TC_FX_BIND_OK)
    tcFail(c->b, 1102, "argument '%.*s': %s", (int)culprit.length, culprit.data,
           bindProblem(error));
  return error == TC_FX_BIND_OK;
}

static void badArgument(TcFxCall *c, const char *name, const char *wanted) {
  tcFail(c->b, 1102, "argument '%s' must be %s", name, wanted);
}

// What stands in for an argument of this name; null if nothing does.
static const TcFxStandIn *standIn(TcFxCall *c, const char *name) {
  for (size_t i = 0; i < sizeof(c->standIns) / sizeof(*c->standIns); ++i)
    if (c->standIns[i].name && !strcmp(c->standIns[i].name, name))
      return &c->standIns[i];
  return NULL;
}

MlirAttribute tcArgAttr(TcFxCall *c, const char *name) {
  const TcFxStandIn *other = standIn(c, name);
  if (other && other->attr.ptr)
    return other->attr;
  if (other && other->other)
    name = other->other;
  int i = tcFxSchemaFindArg(&c->schema, tcStr(name));
  return i < 0 ? tcNoAttr() : c->bound[i];
}

bool tcArgIsNone(TcFxCall *c, const char *name) {
  MlirAttribute attr = tcArgAttr(c, name);
  return !attr.ptr || mlirAttributeIsAUnit(attr);
}

//===- Tensors and numbers ------------------------------------------------===//

static bool isFloat(MlirAttribute a) { return mlirAttributeIsAFloat(a); }
static bool isBool(MlirAttribute a) { return mlirAttributeIsABool(a); }
static bool isInt(MlirAttribute a) {
  return mlirAttributeIsAInteger(a) && !isBool(a);
}

// What PyTorch makes of a Python number that stands for a tensor.
static MlirType numberType(TcBuild *b, MlirAttribute leaf) {
  if (tcFxIsComplexNumber(leaf, NULL))
    return mlirComplexTypeGet(tcF32(b));
  return isFloat(leaf) ? tcF32(b) : isBool(leaf) ? tcBool(b) : tcI64(b);
}

static MlirValue complexNumber(TcBuild *b, MlirType element,
                               const double parts[2]) {
  if (!tcTypeIsComplex(element))
    return tcNoValue();
  MlirType real = tcTypeGetReal(element);
  return tcBinary(b, TC_PRIM_COMPLEX, tcConst(b, real, parts[0]),
                  tcConst(b, real, parts[1]));
}

// A leaf as a value, numbers in `element` (null: in their own type); null if
// it is neither a number nor an operand.
static MlirValue leafValue(TcFxCall *c, MlirAttribute leaf, MlirType element) {
  TcBuild *b = c->b;
  if (!leaf.ptr)
    return tcNoValue();
  if (tcAttrIsAFxArg(leaf)) {
    MlirValue x = c->operands[tcFxArgAttrGetIndex(leaf)];
    return element.ptr ? tcConvert(b, x, element) : x;
  }
  if (!element.ptr)
    element = numberType(b, leaf);
  if (tcAttrIsASize(leaf))
    return tcSizeValue(b, leaf, element);
  double parts[2];
  if (tcFxIsComplexNumber(leaf, parts))
    return complexNumber(b, element, parts);
  if (isFloat(leaf))
    return tcConst(b, element, mlirFloatAttrGetValueDouble(leaf));
  if (isBool(leaf))
    return tcConstInt(b, element, mlirBoolAttrGetValue(leaf));
  if (isInt(leaf))
    return tcConstInt(b, element, mlirIntegerAttrGetValueInt(leaf));
  return tcNoValue();
}

MlirValue tcArgOrNone(TcFxCall *c, const char *name) {
  return leafValue(c, tcArgAttr(c, name), tcNoType());
}

MlirValue tcArg(TcFxCall *c, const char *name) {
  if (tcArgIsNone(c, name))
    badArgument(c, name, "a tensor");
  return tcArgOrNone(c, name);
}

MlirValue tcArgNumber(TcFxCall *c, const char *name, MlirType element) {
  if (!element.ptr)
    return tcNoValue();
  MlirAttribute leaf = tcArgAttr(c, name);
  MlirValue value = leafValue(c, leaf, element);
  if (!value.ptr && (!leaf.ptr || !tcAttrIsAFxArg(leaf)))
    badArgument(c, name, "a number");
  return value;
}

// A list argument's elements; a bare leaf counts as a list of one.
static intptr_t listSize(MlirAttribute list) {
  if (!list.ptr || mlirAttributeIsAUnit(list))
    return 0;
  return mlirAttributeIsAArray(list) ? mlirArrayAttrGetNumElements(list) : 1;
}

static MlirAttribute listElement(MlirAttribute list, intptr_t i) {
  return mlirAttributeIsAArray(list) ? mlirArrayAttrGetElement(list, i) : list;
}

intptr_t tcArgTensors(TcFxCall *c, const char *name, MlirValue **out) {
  MlirAttribute list = tcArgAttr(c, name);
  intptr_t n = listSize(list);
  *out = TC_ARENA_ARRAY(c->b->arena, MlirValue, n);
  for (intptr_t i = 0; i < n; ++i)
    (*out)[i] = leafValue(c, listElement(list, i), tcNoType());
  return n;
}

//===- Plain values -------------------------------------------------------===//

bool tcArgBool(TcFxCall *c, const char *name) {
  MlirAttribute attr = tcArgAttr(c, name);
  return attr.ptr && isBool(attr) && mlirBoolAttrGetValue(attr);
}

static bool leafInt(MlirAttribute leaf, int64_t *out) {
  if (!leaf.ptr)
    return false;
  if (isBool(leaf))
    *out = mlirBoolAttrGetValue(leaf);
  else if (isInt(leaf))
    *out = mlirIntegerAttrGetValueInt(leaf);
  else
    return tcAttrIsASize(leaf) && tcSizeAttrIsConstant(leaf, out);
  return true;
}

int64_t tcArgInt(TcFxCall *c, const char *name) {
  int64_t value = 0;
  if (!leafInt(tcArgAttr(c, name), &value))
    badArgument(c, name, "a constant integer");
  return value;
}

int64_t tcArgIntOr(TcFxCall *c, const char *name, int64_t otherwise) {
  return tcArgIsNone(c, name) ? otherwise : tcArgInt(c, name);
}

static bool leafDouble(MlirAttribute leaf, double *out) {
  int64_t whole;
  if (leaf.ptr && isFloat(leaf))
    *out = mlirFloatAttrGetValueDouble(leaf);
  else if (leafInt(leaf, &whole))
    *out = (double)whole;
  else
    return false;
  return true;
}

double tcArgFloat(TcFxCall *c, const char *name) {
  double value = 0;
  if (!leafDouble(tcArgAttr(c, name), &value))
    badArgument(c, name, "a constant number");
  return value;
}

double tcArgFloatOr(TcFxCall *c, const char *name, double otherwise) {
  return tcArgIsNone(c, name) ? otherwise : tcArgFloat(c, name);
}

bool tcArgIsValue(TcFxCall *c, const char *name, double value) {
  double own;
  return leafDouble(tcArgAttr(c, name), &own) && own == value;
}

bool tcArgIsString(TcFxCall *c, const char *name, const char *text) {
  MlirAttribute attr = tcArgAttr(c, name);
  return attr.ptr && mlirAttributeIsAString(attr) &&
         mlirStringRefEqual(mlirStringAttrGetValue(attr), tcStr(text));
}

bool tcArgMask(TcFxCall *c, const char *name, intptr_t i) {
  MlirAttribute list = tcArgAttr(c, name);
  if (!list.ptr || i >= listSize(list))
    return true;
  MlirAttribute leaf = listElement(list, i);
  return !isBool(leaf) || mlirBoolAttrGetValue(leaf);
}

MlirType tcArgDType(TcFxCall *c, const char *name) {
  MlirAttribute attr = tcArgAttr(c, name);
  return attr.ptr && mlirAttributeIsAType(attr) ? mlirTypeAttrGetValue(attr)
                                                : tcNoType();
}

//===- Sizes and dimensions -----------------------------------------------===//

static MlirAttribute leafSize(TcFxCall *c, MlirAttribute leaf) {
  int64_t value;
  if (leaf.ptr && tcAttrIsASize(leaf))
    return leaf;
  return leafInt(leaf, &value) ? tcSizeInt(c->b, value) : tcNoAttr();
}

MlirAttribute tcArgSize(TcFxCall *c, const char *name) {
  MlirAttribute size = leafSize(c, tcArgAttr(c, name));
  if (!size.ptr)
    badArgument(c, name, "an integer");
  return size;
}

TcShape tcArgSizes(TcFxCall *c, const char *name) {
  MlirAttribute list = tcArgAttr(c, name);
  TcShape shape = tcShapeMake(c->b, listSize(list));
  for (intptr_t i = 0; i < shape.rank; ++i)
    if (!(shape.sizes[i] = leafSize(c, listElement(list, i))).ptr)
      badArgument(c, name, "a list of integers");
  return shape;
}

TcShape tcArgFillShape(TcFxCall *c, TcBuild *b) {
  return tcArgAttr(c, "size").ptr ? tcArgSizes(c, "size")
                                  : tcShapeOf(b, tcArg(c, "self"));
}

MlirType tcArgFillElement(TcFxCall *c, TcBuild *b) {
  MlirType dtype = tcArgDType(c, "dtype");
  if (dtype.ptr)
    return dtype;
  return tcArgAttr(c, "self").ptr ? tcElementOf(tcArg(c, "self")) : tcF32(b);
}

TcDims tcArgInts(TcFxCall *c, const char *name, intptr_t n) {
  MlirAttribute list = tcArgAttr(c, name);
  intptr_t given = listSize(list);
  TcDims out = tcDimsMake(c->b, given ? n : 0);
  if (given && given != 1 && given != n)
    badArgument(c, name, "a list of the right length");
  for (intptr_t i = 0; i < out.size; ++i)
    if (!leafInt(listElement(list, i < given ? i : 0), &out.data[i]))
      badArgument(c, name, "a list of constant integers");
  return out;
}

// A dimension as PyTorch counts it, from 0; 0 after an error.
static int64_t wrapDim(TcFxCall *c, const char *name, int64_t dim,
                       intptr_t rank) {
  int64_t bound = rank ? rank : 1;
  if (dim >= -bound && dim < bound)
    return dim < 0 ? dim + bound : dim;
  tcFail(c->b, 1102, "argument '%s': dimension %lld of a tensor of rank %ld",
         name, (long long)dim, (long)rank);
  return 0;
}

intptr_t tcArgDim(TcFxCall *c, const char *name, intptr_t rank) {
  return wrapDim(c, name, tcArgInt(c, name), rank);
}

TcDims tcArgDimList(TcFxCall *c, const char *name, intptr_t rank) {
  MlirAttribute list = tcArgAttr(c, name);
  TcDims dims = tcDimsMake(c->b, rank ? listSize(list) : 0);
  for (intptr_t i = 0; i < dims.size; ++i) {
    if (!leafInt(listElement(list, i), &dims.data[i]))
      badArgument(c, name, "a list of dimensions");
    dims.data[i] = wrapDim(c, name, dims.data[i], rank);
  }
  return dims;
}

TcDims tcArgDims(TcFxCall *c, const char *name, intptr_t rank) {
  TcDims given = tcArgDimList(c, name, rank);
  if (given.size == 0)
    return tcDimsRange(c->b, 0, rank);
  TcDims dims = tcDimsMake(c->b, rank);
  dims.size = 0;
  for (intptr_t i = 0; i < rank; ++i)
    if (tcDimsContain(given, i))
      dims.data[dims.size++] = i;
  return dims;
}

static bool isModule(MlirOperation op) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirStringRefCreateFromCString("builtin.module"));
}

bool tcFxIsForGpu(MlirOperation op) {
  TcTarget target;
  while (op.ptr && !isModule(op))
    op = mlirOperationGetParentOperation(op);
  if (!op.ptr)
    return false;
  TcStatus status = tcTargetOfModule(op, "x86-64", &target);
  bool gpu = !status && target.backend->gpu;
  tcStatusFree(status);
  return gpu;
}

MlirAttribute tcFxAddOperand(TcFxCall *c, MlirValue value) {
  intptr_t n = mlirOperationGetNumOperands(c->op) + c->numAdded++;
  MlirValue *all = TC_ARENA_ARRAY(c->b->arena, MlirValue, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    all[i] = c->operands[i];
  all[n] = value;
  c->operands = all;
  return tcFxArgAttrGet(c->b->at.ctx, n);
}

void tcUnsupported(TcFxCall *c, const char *what) {
  tcFail(c->b, 4102, "%s is not implemented; decompose it before capture",
         what);
}

//===- Results ------------------------------------------------------------===//

intptr_t tcNumResults(TcFxCall *c) { return mlirOperationGetNumResults(c->op); }

MlirType tcResultType(TcFxCall *c, intptr_t i) {
  return mlirValueGetType(mlirOperationGetResult(c->op, i));
}

void tcReturnAt(TcFxCall *c, intptr_t i, MlirValue value) {
  if (i < tcNumResults(c))
    c->results[i] = value;
}

void tcReturnNone(TcFxCall *c, intptr_t i) {
  if (i >= tcNumResults(c))
    return;
  MlirType type = tcFxType(tcResultType(c, i));
  TcShape shape = tcShapeMake(c->b, tcTypeGetRank(type));
  tcTypeGetSizes(type, shape.sizes);
  tcReturnAt(c, i, tcZeros(c->b, shape, tcTypeGetElement(type)));
}

void tcReturn(TcFxCall *c, MlirValue value) { tcReturnAt(c, 0, value); }

void tcReturnAs(TcFxCall *c, MlirValue value, MlirType element) {
  tcReturn(c, tcConvert(c->b, value, element));
}

MlirType tcFxType(MlirType type) {
  return tcTypeIsTensor(type) ? type : tcTensorTypeGet(0, NULL, type);
}
