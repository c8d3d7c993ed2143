// PyTorch's type promotion: c10/core/ScalarType.cpp (promoteTypes) and
// aten/src/ATen/native/TypeProperties.cpp (result_type). Tensors with
// dimensions decide the type; those without, then Python numbers, only their
// category (bool, integer, float, complex).
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { CATEGORY_BOOL, CATEGORY_INT, CATEGORY_FLOAT, CATEGORY_COMPLEX };

static int categoryOf(MlirType type) {
  return tcTypeIsBool(type)      ? CATEGORY_BOOL
         : tcTypeIsInt(type)     ? CATEGORY_INT
         : tcTypeIsComplex(type) ? CATEGORY_COMPLEX
                                 : CATEGORY_FLOAT;
}

static unsigned widthOf(MlirType type) {
  return mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type)
         : mlirTypeIsAF64(type)   ? 64
         : mlirTypeIsAF32(type)   ? 32
                                  : 16;
}

static MlirType toComplex(MlirType real) {
  return mlirComplexTypeGet(tcComputeType(real));
}

static MlirType promoteComplex(MlirType a, MlirType b) {
  MlirType x = tcTypeGetReal(a), y = tcTypeGetReal(b);
  if (categoryOf(x) != CATEGORY_FLOAT)
    return toComplex(y);
  return toComplex(categoryOf(y) != CATEGORY_FLOAT ? x : tcPromoteTypes(x, y));
}

// Two integers, or two floats, that differ.
static MlirType promoteWidths(MlirType a, MlirType b) {
  unsigned wa = widthOf(a), wb = widthOf(b);
  if (wa != wb)
    return wa > wb ? a : b;
  MlirContext ctx = mlirTypeGetContext(a);
  // f16 with bf16, u8 with i8: the next that holds both.
  return mlirTypeIsAInteger(a) ? mlirIntegerTypeGet(ctx, 2 * wa)
                               : mlirF32TypeGet(ctx);
}

MlirType tcPromoteTypes(MlirType a, MlirType b) {
  if (!a.ptr || !b.ptr || mlirTypeEqual(a, b))
    return a.ptr ? a : b;
  int ca = categoryOf(a), cb = categoryOf(b);
  if (ca == CATEGORY_COMPLEX || cb == CATEGORY_COMPLEX)
    return promoteComplex(a, b);
  if (ca != cb)
    return ca > cb ? a : b;
  return promoteWidths(a, b);
}

// `lower` counts only where its category is above `higher`'s.
static MlirType combine(MlirType higher, MlirType lower) {
  if (!higher.ptr || !lower.ptr)
    return higher.ptr ? higher : lower;
  int ch = categoryOf(higher), cl = categoryOf(lower);
  if (ch >= cl)
    return higher;
  if (ch == CATEGORY_FLOAT) // and lower is complex
    return toComplex(higher);
  return lower;
}

// The operands that take part in promotion, by rank.
typedef struct Operands {
  MlirType dims, scalars, numbers;
} Operands;

static void addOperand(TcFxCall *c, MlirAttribute leaf, Operands *out) {
  TcBuild *b = c->b;
  if (tcAttrIsAFxArg(leaf)) {
    intptr_t i = tcFxArgAttrGetIndex(leaf);
    bool isGiven = i < mlirOperationGetNumOperands(c->op);
    MlirValue operand = isGiven ? mlirOperationGetOperand(c->op, i)
                                : c->operands[i]; // a stand-in
    if (!operand.ptr)
      return;
    MlirType own = mlirValueGetType(operand);
    MlirType element = tcTypeGetElement(own);
    MlirType *kind = !tcTypeIsTensor(own) ? &out->numbers
                     : tcTypeGetRank(own) ? &out->dims
                                          : &out->scalars;
    if (kind == &out->numbers && tcTypeIsFloat(element))
      element = tcF32(b);
    *kind = tcPromoteTypes(*kind, element);
    return;
  }
  MlirType number = tcFxIsComplexNumber(leaf, NULL)
                        ? mlirComplexTypeGet(tcF32(b))
                    : mlirAttributeIsAFloat(leaf) ? tcF32(b)
                    : mlirAttributeIsABool(leaf)  ? tcBool(b)
                                                  : tcI64(b);
  out->numbers = tcPromoteTypes(out->numbers, number);
}

MlirType tcResultElement(TcFxCall *c, unsigned promotion, intptr_t n,
                         const char *const *names) {
  Operands operands = {0};
  for (intptr_t i = 0; i < n; ++i)
    if (!tcArgIsNone(c, names[i]))
      addOperand(c, tcArgAttr(c, names[i]), &operands);
  MlirType type =
      combine(operands.dims, combine(operands.scalars, operands.numbers));
  bool isWhole = type.ptr && categoryOf(type) <= CATEGORY_INT;
  return (promotion & TC_PROMOTE_FLOAT) && isWhole ? tcF32(c->b) : type;
}

static bool anyNumber(TcFxCall *c, intptr_t n, const char *const *names) {
  for (intptr_t i = 0; i < n; ++i)
    if (!tcArgIsNone(c, names[i]) && !tcAttrIsAFxArg(tcArgAttr(c, names[i])))
      return true;
  return false;
}

TcPointwise tcPointwise(TcFxCall *c, unsigned promotion, intptr_t n,
                        const char *const *names) {
  TcPointwise p = {.result = tcResultElement(c, promotion, n, names)};
  bool narrow = (promotion & TC_NARROW) ||
                ((promotion & TC_DIRECT) && !anyNumber(c, n, names));
  p.compute = narrow ? p.result : tcComputeType(p.result);
  for (intptr_t i = 0; i < n; ++i)
    if (!tcArgIsNone(c, names[i]))
      p.x[i] = tcArgNumber(c, names[i], p.compute);
  return p;
}

MlirValue tcTruth(TcBuild *b, MlirValue x) {
  return tcConvert(b, x, tcBool(b));
}

MlirValue tcArgCompute(TcFxCall *c, const char *name) {
  return TC_POINTWISE(c, TC_PROMOTE_FLOAT, name).x[0];
}
