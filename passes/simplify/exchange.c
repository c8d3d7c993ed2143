// The exchange of two sums. With p and b given,
//
//   sum_j p_ij sum_d a_id b_jd  =  sum_d a_id sum_j p_ij b_jd
//
// and where the inner sum on the right is a product that is computed anyway,
// the left one costs a pass over all i and j that the right one does not. In
// the gradient of attention p are the probabilities, a the cotangents and b the
// values: the sum over keys of each row becomes one over features, and nothing
// of rows and keys is reduced twice. Rounding changes like the order of a sum.
#include "passes/simplify/rules.h"

#include "lib/ir/rows.h"
#include "lib/ir/shim.h"
#include "lib/ir/types.h"
#include "tc/gen/PrimTable.h"

#include "mlir-c/BuiltinAttributes.h"

enum { MOST_FACTORS = 16 };

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

//===- Factors ------------------------------------------------------------===//

// What a value does to the product that it is a factor of. A select with 0
// keeps or drops the rest of the product.
typedef enum Role { MUL, DIV, ZERO_IF, ZERO_UNLESS } Role;

typedef struct Factor {
  Role role;
  MlirValue value;
} Factor;

// A value as a product: the factors, and whether it is the negative of it.
// Conversions between float types are left out.
typedef struct Factors {
  Factor data[MOST_FACTORS];
  intptr_t size;
  bool negative;
} Factors;

static bool addFactor(Factors *f, Role role, MlirValue value) {
  if (f->size == MOST_FACTORS)
    return false;
  f->data[f->size++] = (Factor){role, value};
  return true;
}

static bool isFloatTensor(MlirValue x) { return tcTypeIsFloat(tcElementOf(x)); }

static bool factorise(Factors *f, Role role, MlirValue x, int depth) {
  MlirOperation op =
      mlirValueIsAOpResult(x) ? mlirOpResultGetOwner(x) : tcNoOp();
  if (depth == MOST_FACTORS)
    return addFactor(f, role, x);
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_CONVERT_ELEMENT_TYPE:
    if (isFloatTensor(operand(op, 0)))
      return factorise(f, role, operand(op, 0), depth + 1);
    break;
  case TC_PRIM_NEG:
    f->negative = !f->negative;
    return factorise(f, role, operand(op, 0), depth + 1);
  case TC_PRIM_MUL:
    return factorise(f, role, operand(op, 0), depth + 1) &&
           factorise(f, role, operand(op, 1), depth + 1);
  case TC_PRIM_DIV:
    return factorise(f, role, operand(op, 0), depth + 1) &&
           factorise(f, role == MUL ? DIV : MUL, operand(op, 1), depth + 1);
  case TC_PRIM_WHERE:
    for (intptr_t zero = 1; role == MUL && zero < 3; ++zero)
      if (tcIsNumber(operand(op, zero), 0))
        return addFactor(f, zero == 1 ? ZERO_IF : ZERO_UNLESS,
                         operand(op, 0)) &&
               factorise(f, role, operand(op, 3 - zero), depth + 1);
    break;
  default:
    break;
  }
  return addFactor(f, role, x);
}

static bool isSameBroadcast(MlirValue x, MlirValue y) {
  MlirOperation a = tcDefiningPrim(x, TC_PRIM_BROADCAST_IN_DIM);
  MlirOperation b = tcDefiningPrim(y, TC_PRIM_BROADCAST_IN_DIM);
  return a.ptr && b.ptr && mlirValueEqual(operand(a, 0), operand(b, 0)) &&
         mlirAttributeEqual(tcPrimBroadcastInDimGetDims(a),
                            tcPrimBroadcastInDimGetDims(b));
}

static void removeFactor(Factors *f, intptr_t i) {
  f->data[i] = f->data[--f->size];
}

// Removes the factors `parts` from `whole`; false if one is not there.
static bool cancel(Factors *whole, const Factors *parts) {
  whole->negative ^= parts->negative;
  for (intptr_t i = 0; i < parts->size; ++i) {
    const Factor *part = &parts->data[i];
    intptr_t k = 0;
    while (k < whole->size &&
           (whole->data[k].role != part->role ||
            (!mlirValueEqual(whole->data[k].value, part->value) &&
             !isSameBroadcast(whole->data[k].value, part->value))))
      ++k;
    if (k == whole->size)
      return false;
    removeFactor(whole, k);
  }
  return true;
}

//===- Two products -------------------------------------------------------===//

typedef struct Side {
  TcDims batch, contract, free;
} Side;

// A dot_general, with its operands in the roles that they have here.
typedef struct Product {
  MlirOperation op;
  intptr_t shared; // number of the operand that both products have
  Side own, other; // dimensions of the operand that is not shared, and of it
} Product;

// sum(dot(a, b) * rest), where `weighted` = dot(p, b).
typedef struct Exchange {
  TcBuild b;
  MlirOperation sum;
  TcDims over;
  Product inner, weighted;
  Factors rest; // of what is summed, once the inner product and p are gone
} Exchange;

static Side sideOf(TcBuild *b, MlirOperation dot, intptr_t i) {
  Side s = {.batch = tcAttrDims(b, i ? tcPrimDotGeneralGetOtherBatch(dot)
                                     : tcPrimDotGeneralGetSelfBatch(dot)),
            .contract = tcAttrDims(b, i ? tcPrimDotGeneralGetOtherContract(dot)
                                        : tcPrimDotGeneralGetSelfContract(dot)),
            .free = tcDimsMake(b, tcRankOf(operand(dot, i)))};
  s.free.size = 0;
  for (intptr_t d = 0; d < tcRankOf(operand(dot, i)); ++d)
    if (!tcDimsContain(s.batch, d) && !tcDimsContain(s.contract, d))
      s.free.data[s.free.size++] = d;
  return s;
}

static Product productOf(TcBuild *b, MlirOperation dot, intptr_t shared) {
  return (Product){dot, shared, sideOf(b, dot, 1 - shared),
                   sideOf(b, dot, shared)};
}

static intptr_t find(TcDims dims, int64_t dim) {
  intptr_t i = 0;
  while (i < dims.size && dims.data[i] != dim)
    ++i;
  return i < dims.size ? i : -1;
}

// The dimension of the result that is free dimension i of the operand that is
// not shared (`own`), or of the shared one.
static int64_t freeDim(const Product *p, bool own, intptr_t i) {
  bool first = own == (p->shared == 1);
  intptr_t before = own ? p->other.free.size : p->own.free.size;
  return p->own.batch.size + (first ? 0 : before) + i;
}

static bool isSummed(const Product *p, TcDims dims) {
  if (dims.size != p->other.free.size)
    return false;
  for (intptr_t i = 0; i < dims.size; ++i)
    if (find(dims, freeDim(p, false, i)) < 0)
      return false;
  return true;
}

// Whether the operand p of the weighted product has the dimensions of the inner
// product's result, in their order, and both contract or batch the same
// dimensions of the shared operand.
static bool agree(const Exchange *e) {
  const Product *x = &e->inner, *y = &e->weighted;
  if (y->own.batch.size != x->own.batch.size ||
      y->own.contract.size != x->other.free.size ||
      y->own.free.size != x->own.free.size)
    return false;
  for (intptr_t k = 0; k < x->own.batch.size; ++k) {
    intptr_t at = find(y->other.batch, x->other.batch.data[k]);
    if (at < 0 || y->own.batch.data[at] != k)
      return false;
  }
  for (intptr_t i = 0; i < x->other.free.size; ++i) {
    intptr_t at = find(y->other.contract, x->other.free.data[i]);
    if (at < 0 || y->own.contract.data[at] != freeDim(x, false, i))
      return false;
  }
  return true;
}

// Whether the sum over features has fewer terms than that over keys. Where it
// is not known, the weighted product has to be the earlier one (of forward), so
// that the rule does not apply to what it has built.
static bool isShorter(Exchange *e) {
  MlirValue shared = operand(e->inner.op, e->inner.shared);
  int64_t over = INT64_MAX, features;
  bool known =
      tcSizeAttrIsConstant(tcCount(&e->b, shared, e->inner.other.free), &over);
  if (tcSizeAttrIsConstant(tcCount(&e->b, shared, e->inner.other.contract),
                           &features))
    return features < over;
  return !known && tcOpIsBefore(e->weighted.op, e->inner.op);
}

//===- The sum over features ----------------------------------------------===//

// An operand of the new product: dimensions of the sum's result in order, then
// the features.
static MlirValue arrangeCotangent(Exchange *e) {
  const Product *x = &e->inner;
  TcDims from = tcDimsMake(&e->b, tcRankOf(operand(x->op, 1 - x->shared)));
  from.size = 0;
  for (intptr_t i = 0; i < x->own.batch.size; ++i)
    from.data[from.size++] = x->own.batch.data[i];
  for (intptr_t i = 0; i < x->own.free.size; ++i)
    from.data[from.size++] = x->own.free.data[i];
  for (intptr_t i = 0; i < x->own.contract.size; ++i)
    from.data[from.size++] = x->own.contract.data[i];
  return tcTranspose(&e->b, operand(x->op, 1 - x->shared), from);
}

static MlirValue arrangeWeighted(Exchange *e) {
  const Product *x = &e->inner, *y = &e->weighted;
  MlirValue result = mlirOperationGetResult(y->op, 0);
  TcDims from = tcDimsMake(&e->b, tcRankOf(result));
  from.size = 0;
  for (intptr_t i = 0; i < x->own.batch.size; ++i)
    from.data[from.size++] = find(y->other.batch, x->other.batch.data[i]);
  for (intptr_t i = 0; i < y->own.free.size; ++i)
    from.data[from.size++] = freeDim(y, true, i);
  for (intptr_t i = 0; i < x->other.contract.size; ++i)
    from.data[from.size++] =
        freeDim(y, false, find(y->other.free, x->other.contract.data[i]));
  return tcTranspose(&e->b, result, from);
}

// The dimensions of the sum's result that a broadcast's operand has; null data
// if it varies along the sum.
static TcDims rowDims(Exchange *e, MlirOperation broadcast) {
  TcDims dims = tcAttrDims(&e->b, tcPrimBroadcastInDimGetDims(broadcast));
  for (intptr_t i = 0; i < dims.size; ++i) {
    int64_t less = 0;
    for (intptr_t k = 0; k < e->over.size; ++k) {
      if (e->over.data[k] == dims.data[i])
        return (TcDims){0};
      less += e->over.data[k] < dims.data[i];
    }
    dims.data[i] -= less;
  }
  return dims;
}

static bool isOfRows(Exchange *e, const Factor *f) {
  MlirOperation op = tcDefiningPrim(f->value, TC_PRIM_BROADCAST_IN_DIM);
  return (f->role == MUL || f->role == DIV) && op.ptr &&
         rowDims(e, op).size == tcRankOf(operand(op, 0));
}

static MlirValue build(Exchange *e) {
  TcBuild *b = &e->b;
  MlirType type = tcElementOf(mlirOperationGetResult(e->sum, 0));
  MlirValue x = tcConvert(b, arrangeCotangent(e), type);
  MlirValue y = tcConvert(b, arrangeWeighted(e), type);
  intptr_t rank = tcRankOf(mlirOperationGetResult(e->sum, 0));
  TcDims features = tcDimsRange(b, rank, rank + e->inner.other.contract.size);
  MlirValue sum = tcSum(b, tcMul(b, x, y), features, false);
  for (intptr_t i = 0; i < e->rest.size; ++i) {
    MlirOperation op =
        tcDefiningPrim(e->rest.data[i].value, TC_PRIM_BROADCAST_IN_DIM);
    MlirValue row =
        tcBroadcastInDim(b, operand(op, 0), tcShapeOf(b, sum), rowDims(e, op));
    row = tcConvert(b, row, type);
    sum = e->rest.data[i].role == MUL ? tcMul(b, sum, row) : tcDiv(b, sum, row);
  }
  return e->rest.negative ? tcNeg(b, sum) : sum;
}

//===- Rounded results ----------------------------------------------------===//

static bool isNarrow(MlirValue x) {
  MlirType type = tcElementOf(x);
  return tcTypeIsHalf(type);
}

// Whether a value goes through elementwise ops and broadcasts into products
// alone.
static bool onlyProductsRead(MlirValue x, int *visits) {
  enum { MOST_VISITS = 64 };
  MlirOpOperand use = mlirValueGetFirstUse(x);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    TcPrimOpKind kind = tcPrimOpKind(user);
    bool passes = tcIsMove(kind) || tcIsElementwise(kind);
    if (kind == TC_PRIM_DOT_GENERAL)
      continue;
    if (!passes || ++*visits > MOST_VISITS ||
        !onlyProductsRead(mlirOperationGetResult(user, 0), visits))
      return false;
  }
  return true;
}

// A weighted product that is rounded to a narrow float gives each row an error
// of its own. In products over rows or columns these average out, as in
// PyTorch's fused attention; a sum over a row (the gradient of a bias), which
// is to be 0, would be that error alone.
static bool toleratesRounding(const Exchange *e) {
  int visits = 0;
  return !isNarrow(mlirOperationGetResult(e->weighted.op, 0)) ||
         onlyProductsRead(mlirOperationGetResult(e->sum, 0), &visits);
}

//===- The rule -----------------------------------------------------------===//

static bool isPlainDot(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_DOT_GENERAL &&
         !tcPrimDotGeneralGetOrdered(op);
}

// Whether all that is summed beside the inner product is p and factors of rows.
static bool fits(Exchange *e, MlirOperation weighted, intptr_t shared,
                 const Factors *summed) {
  if (!isPlainDot(weighted) || mlirOperationEqual(weighted, e->inner.op) ||
      !mlirBlockEqual(mlirOperationGetBlock(weighted),
                      mlirOperationGetBlock(e->sum)) ||
      !tcOpIsBefore(weighted, e->sum))
    return false;
  Factors p = {0};
  e->weighted = productOf(&e->b, weighted, shared);
  e->rest = *summed;
  if (!agree(e) || !isShorter(e) ||
      !factorise(&p, MUL, operand(weighted, 1 - shared), 0) ||
      !cancel(&e->rest, &p))
    return false;
  for (intptr_t i = 0; i < e->rest.size; ++i)
    if (!isOfRows(e, &e->rest.data[i]))
      return false;
  return true;
}

static bool findWeighted(Exchange *e, const Factors *summed) {
  MlirOpOperand use =
      mlirValueGetFirstUse(operand(e->inner.op, e->inner.shared));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (fits(e, mlirOpOperandGetOwner(use),
             (intptr_t)mlirOpOperandGetOperandNumber(use), summed))
      return true;
  return false;
}

// Whether factor i of what is summed is the inner product, and a weighted one
// exists.
static bool startsAt(Exchange *e, const Factors *summed, intptr_t i) {
  const Factor *f = &summed->data[i];
  MlirOperation dot = tcDefiningPrim(f->value, TC_PRIM_DOT_GENERAL);
  if (f->role != MUL || !isPlainDot(dot))
    return false;
  Factors rest = *summed;
  removeFactor(&rest, i);
  for (intptr_t shared = 0; shared < 2; ++shared) {
    e->inner = productOf(&e->b, dot, shared);
    if (isSummed(&e->inner, e->over) && findWeighted(e, &rest))
      return true;
  }
  return false;
}

TC_RULE(exchangeSums, "prim.sum",
        "sum(mul(dot(a, b), p)) -> sum(mul(a, dot(p, b))) where dot(p, b) is "
        "computed anyway") {
  Exchange e = {.b = tcSimplifyBuild(rw), .sum = op};
  Factors summed = {0};
  if (tcPrimSumGetOrdered(op) || !isFloatTensor(operand(op, 0)) ||
      !factorise(&summed, MUL, operand(op, 0), 0))
    return false;
  e.over = tcAttrDims(&e.b, tcPrimSumGetDims(op));
  for (intptr_t i = 0; i < summed.size; ++i)
    if (startsAt(&e, &summed, i) && toleratesRounding(&e))
      return tcSimplifyReplace(rw, op, build(&e));
  return false;
}

TC_RULE_LIST(tcSimplifyExchange, &exchangeSumsRule);
