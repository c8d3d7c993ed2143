// The closed form of an integer tensor, where it has one: what its element is
// at each index, derived from the forms of its op's operands. So the number of
// tokens is no obstacle to folding a mask of positions. See closed_form.h.
#include "passes/simplify/closed_form.h"

#include "ir/attrs.h"
#include "ir/compare.h"
#include "ir/sizes.h"
#include "ir/types.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MOST = 1 << 30, MAX_DEPTH = 64 };

// An element is at most `bound` times the greatest size, or `bound`: of sizes
// below 2^32 and a bound of at most MOST no element wraps, so that sums of
// elements are sums of forms.
typedef struct Form {
  MlirAttribute size; // null: there is none
  int64_t bound;
} Form;

typedef struct Forms {
  TcClosedForms *c;
  MlirContext ctx;
} Forms;

static Form formOf(const Forms *f, MlirValue v, int depth);

static const Form none = {{NULL}, 0};

static Form formWith(MlirAttribute size, int64_t bound) {
  return size.ptr && bound <= MOST ? (Form){size, bound} : none;
}

static Form constantForm(const Forms *f, int64_t n) {
  return n >= -MOST && n <= MOST
             ? formWith(tcSizeAttrGetConstant(f->ctx, n), n < 0 ? -n : n)
             : none;
}

static const char *indexName(const Forms *f, intptr_t dim) {
  return tcArenaPrintf(f->c->arena, "index$%d", (int)dim);
}

static MlirAttribute indexAt(const Forms *f, intptr_t dim) {
  return tcSizeAttrGetSymbol(f->ctx, tcStr(indexName(f, dim)));
}

static MlirAttribute sizeAt(MlirValue v, intptr_t dim) {
  return tcTypeGetSize(mlirValueGetType(v), dim);
}

static intptr_t rankOf(MlirValue v) {
  return tcTypeGetRank(mlirValueGetType(v));
}

static bool isOne(MlirValue v, intptr_t dim) {
  return tcSizeAttrIsValue(sizeAt(v, dim), 1);
}

static MlirAttribute zero(const Forms *f) {
  return tcSizeAttrGetConstant(f->ctx, 0);
}

static TcMap newBindings(const Forms *f) {
  return (TcMap){.arena = f->c->arena};
}

static void bind(const Forms *f, TcMap *map, intptr_t dim, MlirAttribute at) {
  tcBindingsSet(map, tcStr(indexName(f, dim)), at);
}

static MlirAttribute at(const Forms *f, MlirAttribute size, intptr_t dim,
                        MlirAttribute index) {
  TcMap map = newBindings(f);
  bind(f, &map, dim, index);
  return index.ptr ? tcSizeAttrSubstitute(size, &map) : tcNoAttr();
}

static Form moved(Form form, const TcMap *map) {
  return formWith(tcSizeAttrSubstitute(form.size, map), form.bound);
}

//===- Numbers ------------------------------------------------------------===//

static Form ofConstant(const Forms *f, MlirOperation op) {
  MlirAttribute dense = tcPrimConstantGetValue(op);
  if (!mlirAttributeIsADenseElements(dense) ||
      !mlirDenseElementsAttrIsSplat(dense))
    return none;
  MlirAttribute n = mlirDenseElementsAttrGetSplatValue(dense);
  return constantForm(f, tcTypeIsBool(mlirAttributeGetType(n))
                             ? mlirBoolAttrGetValue(n)
                             : mlirIntegerAttrGetValueInt(n));
}

static Form ofIota(const Forms *f, MlirOperation op) {
  MlirAttribute start = tcPrimIotaGetStart(op), step = tcPrimIotaGetStep(op);
  if (!mlirAttributeIsAInteger(start) || !mlirAttributeIsAInteger(step))
    return none;
  Form from = constantForm(f, mlirIntegerAttrGetValueInt(start));
  Form by = constantForm(f, mlirIntegerAttrGetValueInt(step));
  MlirAttribute steps = tcSizeAttrMul(by.size, indexAt(f, 0));
  return formWith(tcSizeAttrAdd(from.size, steps), from.bound + by.bound);
}

//===- Moves --------------------------------------------------------------===//

static Form ofBroadcast(const Forms *f, MlirOperation op, int depth) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  Form form = formOf(f, x, depth);
  TcMap map = newBindings(f);
  for (intptr_t d = 0; d < rankOf(x); ++d)
    bind(f, &map, d,
         isOne(x, d) ? zero(f)
                     : indexAt(f, tcPrimBroadcastInDimGetDimsAt(op, d)));
  return moved(form, &map);
}

// The next dimension from `d` on that is not of size 1.
static intptr_t nextWide(MlirValue v, intptr_t d) {
  while (d < rankOf(v) && isOne(v, d))
    ++d;
  return d;
}

// Reshapes that add or remove dimensions of size 1.
static Form ofReshape(const Forms *f, MlirOperation op, int depth) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue y = mlirOperationGetResult(op, 0);
  Form form = formOf(f, x, depth);
  TcMap map = newBindings(f);
  intptr_t to = nextWide(y, 0);
  for (intptr_t d = 0; d < rankOf(x); ++d) {
    if (isOne(x, d)) {
      bind(f, &map, d, zero(f));
      continue;
    }
    if (to == rankOf(y) || !tcSizeAttrEqual(sizeAt(x, d), sizeAt(y, to)))
      return none;
    bind(f, &map, d, indexAt(f, to));
    to = nextWide(y, to + 1);
  }
  return to == rankOf(y) ? moved(form, &map) : none;
}

static Form ofSlice(const Forms *f, MlirOperation op, int depth) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  Form form = formOf(f, x, depth);
  TcMap map = newBindings(f);
  for (intptr_t d = 0; d < rankOf(x); ++d) {
    MlirAttribute start = tcDimsAttrGetDim(tcPrimSliceGetStarts(op), d);
    MlirAttribute steps =
        tcSizeAttrMulConst(indexAt(f, d), tcPrimSliceGetStepsAt(op, d));
    MlirAttribute index = tcSizeAttrAdd(start, steps);
    if (!index.ptr)
      return none;
    bind(f, &map, d, index);
  }
  return moved(form, &map);
}

// What the operands of a cat have in common: one formula of the result's
// indices, given by those that are not of size 1. If `all` is given, whether
// each operand has its values.
static Form continued(const Forms *f, MlirOperation op, int depth, Form all) {
  intptr_t dim = tcPrimCatGetDim(op);
  MlirAttribute offset = zero(f);
  Form first = none;
  for (intptr_t i = 0; i < tcPrimCatGetNumTensors(op) && offset.ptr; ++i) {
    MlirValue x = tcPrimCatGetTensors(op, i);
    Form own = formOf(f, x, depth);
    bool one = isOne(x, dim);
    MlirAttribute index =
        one ? zero(f) : tcSizeAttrSub(indexAt(f, dim), offset);
    MlirAttribute size = at(f, own.size, dim, index);
    MlirAttribute wanted = one ? at(f, all.size, dim, offset) : all.size;
    if (!size.ptr || (all.size.ptr && !tcSizeAttrEqual(size, wanted)))
      return none;
    if (!one && !first.size.ptr)
      first = formWith(size, own.bound);
    offset = tcSizeAttrAdd(offset, sizeAt(x, dim));
  }
  return offset.ptr ? first : none;
}

static Form ofCat(const Forms *f, MlirOperation op, int depth) {
  Form all = continued(f, op, depth, none);
  return all.size.ptr ? continued(f, op, depth, all) : none;
}

//===- Arithmetic ---------------------------------------------------------===//

static bool holds(TcPrimOpKind kind, int64_t difference) {
  switch (kind) {
  case TC_PRIM_EQ:
    return difference == 0;
  case TC_PRIM_NE:
    return difference != 0;
  case TC_PRIM_LT:
    return difference < 0;
  case TC_PRIM_LE:
    return difference <= 0;
  case TC_PRIM_GT:
    return difference > 0;
  default:
    return difference >= 0;
  }
}

static Form ofPair(const Forms *f, MlirOperation op, int depth) {
  Form a = formOf(f, mlirOperationGetOperand(op, 0), depth);
  Form b = formOf(f, mlirOperationGetOperand(op, 1), depth);
  TcPrimOpKind kind = tcPrimOpKind(op);
  int64_t n;
  if (kind == TC_PRIM_ADD)
    return formWith(tcSizeAttrAdd(a.size, b.size), a.bound + b.bound);
  MlirAttribute difference = tcSizeAttrSub(a.size, b.size);
  if (kind == TC_PRIM_SUB)
    return formWith(difference, a.bound + b.bound);
  return difference.ptr && tcSizeAttrIsConstant(difference, &n)
             ? constantForm(f, holds(kind, n))
             : none;
}

// Sums of one number.
static Form ofCumsum(const Forms *f, MlirOperation op, int depth) {
  Form each = formOf(f, mlirOperationGetOperand(op, 0), depth);
  MlirAttribute count =
      tcSizeAttrAddConst(indexAt(f, tcPrimCumsumGetDim(op)), 1);
  int64_t n;
  return each.size.ptr && tcSizeAttrIsConstant(each.size, &n)
             ? formWith(tcSizeAttrMul(each.size, count), 2 * each.bound)
             : none;
}

//===- All ----------------------------------------------------------------===//

static bool isIndex(MlirValue v) {
  MlirType element = tcTypeGetElement(mlirValueGetType(v));
  return mlirTypeIsAInteger(element) && mlirIntegerTypeIsSignless(element) &&
         mlirIntegerTypeGetWidth(element) == 64;
}

static bool isBool(MlirValue v) {
  return tcTypeIsBool(tcTypeGetElement(mlirValueGetType(v)));
}

static Form compute(const Forms *f, MlirOperation op, int depth) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_CONSTANT:
    return ofConstant(f, op);
  case TC_PRIM_IOTA:
    return ofIota(f, op);
  case TC_PRIM_BROADCAST_IN_DIM:
    return ofBroadcast(f, op, depth);
  case TC_PRIM_RESHAPE:
    return ofReshape(f, op, depth);
  case TC_PRIM_SLICE:
    return ofSlice(f, op, depth);
  case TC_PRIM_CAT:
    return ofCat(f, op, depth);
  case TC_PRIM_CAST_SIZES:
    return formOf(f, mlirOperationGetOperand(op, 0), depth);
  case TC_PRIM_CONVERT_ELEMENT_TYPE: // no number becomes a truth value
    return isIndex(mlirOperationGetResult(op, 0))
               ? formOf(f, mlirOperationGetOperand(op, 0), depth)
               : none;
  case TC_PRIM_ADD:
  case TC_PRIM_SUB:
    return isIndex(mlirOperationGetOperand(op, 0)) ? ofPair(f, op, depth)
                                                   : none;
  case TC_PRIM_CUMSUM:
    return ofCumsum(f, op, depth);
  default:
    return tcIsComparison(op) && isIndex(mlirOperationGetOperand(op, 0))
               ? ofPair(f, op, depth)
               : none;
  }
}

static Form formOf(const Forms *f, MlirValue v, int depth) {
  if (!mlirValueIsAOpResult(v) || (!isIndex(v) && !isBool(v)) ||
      depth > MAX_DEPTH)
    return none;
  MlirOperation op = mlirOpResultGetOwner(v);
  Form *known = tcMapGet(&f->c->known, op.ptr);
  if (known)
    return *known;
  Form form = compute(f, op, depth + 1);
  known = TC_ARENA_NEW(f->c->arena, Form);
  *known = form;
  tcMapSet(&f->c->known, op.ptr, known);
  return form;
}

MlirAttribute tcClosedForm(TcClosedForms *c, MlirValue v) {
  Forms f = {c, mlirTypeGetContext(mlirValueGetType(v))};
  return formOf(&f, v, 0).size;
}
