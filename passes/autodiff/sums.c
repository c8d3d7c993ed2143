// Sums of cotangents, with the factors that are one number for all that is
// added up taken out:
//
//   sum_i (w g_i + k d_i)  =  w sum_i g_i + k sum_i d_i
//
// The cotangent of a norm's mean is such a sum, with k computed from the
// cotangent of its deviation, a sum over the same elements: as written, it
// would wait for that. The cotangents of a norm's scale and of its weight are
// the same sum, times other numbers: as written, they would be two.
//
// If d is the deviation from the mean over what is added up, sum_i d_i is 0,
// and its term is left out: it would be rounding errors, for which d has to be
// read. (PyTorch's formulas of norms' gradients do not have it either.)
#include "passes/autodiff/sums.h"

#include "tc/gen/PrimOps.h"

#include "lib/ir/types.h"
#include "passes/simplify/rules.h"

#include "mlir-c/BuiltinTypes.h"

enum { MOST_FACTORS = 16, MOST_TERMS = 4 };

typedef struct Values {
  MlirValue data[MOST_FACTORS];
  intptr_t size;
} Values;

// A term: the product of factors that vary along what is summed, and of those
// that do not, which are broadcasts of them.
typedef struct Term {
  Values inner, outer;
  bool negative;
} Term;

typedef struct Sum {
  TcBuild *b;
  TcDims dims;
  Term terms[MOST_TERMS];
  intptr_t size;
} Sum;

static MlirOperation opOf(MlirValue x) {
  return mlirValueIsAOpResult(x) ? mlirOpResultGetOwner(x) : tcNoOp();
}

static bool isKind(MlirOperation op, TcPrimOpKind kind) {
  return op.ptr && tcPrimOpKind(op) == kind;
}

// Whether an op broadcasts a value that has none of the summed dimensions.
static bool isConstant(const Sum *s, MlirOperation op) {
  if (!isKind(op, TC_PRIM_BROADCAST_IN_DIM))
    return false;
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue y = mlirOperationGetResult(op, 0);
  for (intptr_t k = 0; k < tcRankOf(x); ++k) {
    int64_t dim = tcPrimBroadcastInDimGetDimsAt(op, k);
    if (tcDimsContain(s->dims, dim) ||
        !tcSizeAttrEqual(tcValueSize(x, k), tcValueSize(y, (intptr_t)dim)))
      return false;
  }
  return true;
}

static bool add(Values *v, MlirValue x) {
  if (v->size == MOST_FACTORS)
    return false;
  v->data[v->size++] = x;
  return true;
}

// Adds the factors of x to the term; false if there are too many.
static bool factorise(const Sum *s, Term *t, MlirValue x) {
  MlirOperation op = opOf(x);
  if (isKind(op, TC_PRIM_MUL))
    return factorise(s, t, mlirOperationGetOperand(op, 0)) &&
           factorise(s, t, mlirOperationGetOperand(op, 1));
  if (isKind(op, TC_PRIM_NEG)) {
    t->negative = !t->negative;
    return factorise(s, t, mlirOperationGetOperand(op, 0));
  }
  return add(isConstant(s, op) ? &t->outer : &t->inner, x);
}

// Adds the terms of x, each of which has factors of both kinds; false if one
// has not, or if there are too many.
static bool split(Sum *s, MlirValue x, bool negative) {
  MlirOperation op = opOf(x);
  if (isKind(op, TC_PRIM_NEG))
    return split(s, mlirOperationGetOperand(op, 0), !negative);
  if (isKind(op, TC_PRIM_ADD) || isKind(op, TC_PRIM_SUB))
    return split(s, mlirOperationGetOperand(op, 0), negative) &&
           split(s, mlirOperationGetOperand(op, 1),
                 negative != isKind(op, TC_PRIM_SUB));
  if (s->size == MOST_TERMS)
    return false;
  Term *t = &s->terms[s->size++];
  *t = (Term){.negative = negative};
  return factorise(s, t, x) && t->inner.size && t->outer.size;
}

// The broadcast's operand, of the sizes that are left of x when `dims` are
// summed.
static MlirValue constantOf(const Sum *s, MlirValue broadcast, TcShape left) {
  MlirOperation op = opOf(broadcast);
  MlirValue x = mlirOperationGetOperand(op, 0);
  TcDims dims = tcDimsMake(s->b, tcRankOf(x));
  for (intptr_t k = 0; k < dims.size; ++k) {
    int64_t dim = tcPrimBroadcastInDimGetDimsAt(op, k), before = 0;
    for (intptr_t i = 0; i < s->dims.size; ++i)
      before += s->dims.data[i] < dim;
    dims.data[k] = dim - before;
  }
  return tcBroadcastInDim(s->b, x, left, dims);
}

static MlirValue sumTerm(const Sum *s, const Term *t) {
  MlirValue x = t->inner.data[0];
  for (intptr_t i = 1; i < t->inner.size; ++i)
    x = tcMul(s->b, x, t->inner.data[i]);
  MlirValue y = tcSum(s->b, x, s->dims, false);
  if (!y.ptr)
    return y;
  TcShape left = tcShapeOf(s->b, y);
  for (intptr_t i = 0; i < t->outer.size; ++i)
    y = tcMul(s->b, y, constantOf(s, t->outer.data[i], left));
  return t->negative ? tcNeg(s->b, y) : y;
}

//===- Deviations ---------------------------------------------------------===//

// Whether a value is the number of elements that are added up of x, everywhere.
static bool isCount(const Sum *s, MlirValue value, MlirValue x) {
  MlirAttribute count = tcCount(s->b, x, s->dims),
                number = tcSplatNumber(value);
  int64_t n;
  if (number.ptr && count.ptr && tcSizeAttrIsConstant(count, &n))
    return mlirAttributeEqual(
        number,
        mlirFloatAttrDoubleGet(s->b->at.ctx, tcElementOf(x), (double)n));
  MlirOperation op = opOf(value);
  while (isKind(op, TC_PRIM_BROADCAST_IN_DIM) || isKind(op, TC_PRIM_RESHAPE))
    op = opOf(mlirOperationGetOperand(op, 0));
  if (isKind(op, TC_PRIM_CONVERT_ELEMENT_TYPE))
    op = opOf(mlirOperationGetOperand(op, 0));
  return count.ptr && isKind(op, TC_PRIM_SIZE) &&
         tcSizeAttrEqual(tcPrimSizeGetSizeAttr(op), count);
}

// Whether a broadcast is of the mean of x over what is added up.
static bool isMeanOf(const Sum *s, MlirOperation broadcast, MlirValue x) {
  if (!isConstant(s, broadcast))
    return false;
  MlirOperation mean = opOf(mlirOperationGetOperand(broadcast, 0));
  if (!isKind(mean, TC_PRIM_DIV) ||
      !isCount(s, mlirOperationGetOperand(mean, 1), x))
    return false;
  MlirOperation sum = opOf(mlirOperationGetOperand(mean, 0));
  if (!isKind(sum, TC_PRIM_SUM) ||
      !mlirValueEqual(mlirOperationGetOperand(sum, 0), x) ||
      tcPrimSumGetNumDims(sum) != s->dims.size ||
      tcRankOf(mlirOperationGetOperand(broadcast, 0)) !=
          tcRankOf(x) - s->dims.size)
    return false;
  for (intptr_t i = 0; i < s->dims.size; ++i)
    if (!tcDimsContain(s->dims, tcPrimSumGetDimsAt(sum, i)))
      return false;
  return true;
}

// Whether a term is of deviations from their mean, whose sum is 0.
static bool isZero(const Sum *s, const Term *t) {
  MlirOperation op = t->inner.size == 1 ? opOf(t->inner.data[0]) : tcNoOp();
  return isKind(op, TC_PRIM_SUB) &&
         isMeanOf(s, opOf(mlirOperationGetOperand(op, 1)),
                  mlirOperationGetOperand(op, 0));
}

// Leaves out terms that are 0; whether there was one.
static bool dropZeros(Sum *s) {
  intptr_t kept = 0, size = s->size;
  for (intptr_t i = 0; i < size; ++i)
    if (!isZero(s, &s->terms[i]))
      s->terms[kept++] = s->terms[i];
  s->size = kept;
  return kept < size;
}

//===- Waiting ------------------------------------------------------------===//

// Whether a value smaller than what is summed is computed from a sum over the
// same dimensions, by small values alone.
static bool isOfSum(const Sum *s, MlirValue x, intptr_t rank, int *visits) {
  enum { MOST_VISITS = 32 };
  MlirOperation op = opOf(x);
  if (!op.ptr || tcRankOf(x) >= rank || ++*visits > MOST_VISITS)
    return false;
  if (isKind(op, TC_PRIM_SUM) &&
      tcRankOf(mlirOperationGetOperand(op, 0)) == rank) {
    bool same = tcPrimSumGetNumDims(op) == s->dims.size;
    for (intptr_t i = 0; same && i < s->dims.size; ++i)
      same = tcPrimSumGetDimsAt(op, i) == s->dims.data[i];
    return same;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (isOfSum(s, mlirOperationGetOperand(op, i), rank, visits))
      return true;
  return false;
}

// Whether the sum of several terms has to wait for another one, of which a
// factor of a term is computed.
static bool waits(const Sum *s, intptr_t rank) {
  int visits = 0;
  for (intptr_t t = 0; s->size > 1 && t < s->size; ++t)
    for (intptr_t i = 0; i < s->terms[t].outer.size; ++i) {
      MlirOperation op = opOf(s->terms[t].outer.data[i]);
      if (isOfSum(s, mlirOperationGetOperand(op, 0), rank, &visits))
        return true;
    }
  return false;
}

// Whether one term is all there is, of some elements: of none, the sum is 0,
// but its product with a factor that is no number is not.
static bool isAlone(const Sum *s, MlirValue x) {
  int64_t n;
  MlirAttribute count = tcCount(s->b, x, s->dims);
  return s->size == 1 && count.ptr && tcSizeAttrIsConstant(count, &n) && n > 0;
}

static MlirValue zeros(TcBuild *b, MlirValue x, TcDims dims) {
  TcShape left = tcShapeMake(b, tcRankOf(x) - dims.size);
  intptr_t n = 0;
  for (intptr_t i = 0; i < tcRankOf(x); ++i)
    if (!tcDimsContain(dims, i))
      left.sizes[n++] = tcValueSize(x, i);
  return tcZeros(b, left, tcElementOf(x));
}

MlirValue tcSumOfCotangents(TcBuild *b, MlirValue x, TcDims dims) {
  Sum s = {.b = b, .dims = dims};
  MlirType type = x.ptr ? tcElementOf(x) : tcNoType();
  bool wide = x.ptr && (mlirTypeIsAF32(type) || mlirTypeIsAF64(type));
  if (!wide || !dims.size || !split(&s, x, false) ||
      (!dropZeros(&s) && !isAlone(&s, x) && !waits(&s, tcRankOf(x))))
    return tcSum(b, x, dims, false);
  if (!s.size)
    return zeros(b, x, dims);
  MlirValue sum = sumTerm(&s, &s.terms[0]);
  for (intptr_t i = 1; i < s.size; ++i)
    sum = tcAdd(b, sum, sumTerm(&s, &s.terms[i]));
  return sum;
}
