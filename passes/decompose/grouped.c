// Decompositions of grouped products (mixtures of experts): rows before offs[0]
// of a matrix are multiplied with the first of a stack of matrices, rows before
// offs[1] with the second, and so on. The group of a row is the number of
// offsets at or before it. With few groups each row is multiplied with all
// matrices, with many each row reads the matrix of its group.
#include "passes/decompose/call.h"
#include "passes/decompose/lower.h"

// The group of each of `count` positions: [count]; those behind the last
// offset are `isNone`, and count to the last group.
typedef struct Groups {
  MlirValue at, isNone;
} Groups;

static Groups groupsOf(TcBuild *b, MlirValue offs, MlirAttribute count) {
  Groups g = {{NULL}, {NULL}};
  offs = tcConvert(b, offs, tcI64(b));
  MlirValue row = tcIota(b, count, tcI64(b));
  MlirValue isPast = tcLe(b, offs, tcUnsqueeze(b, row, 1));
  MlirValue past =
      tcSum(b, tcConvert(b, isPast, tcI64(b)), tcDimsOne(b, 1), false);
  if (!past.ptr)
    return g;
  MlirAttribute last = tcSizeAttrAddConst(tcValueSize(offs, 0), -1);
  MlirValue most = tcSizeValue(b, last, tcI64(b));
  g.isNone = tcGt(b, past, most);
  g.at = tcMin(b, past, most);
  return g;
}

// y where dimension `dim`'s position is of a group, zeros elsewhere.
static MlirValue ofGroups(TcBuild *b, const Groups *g, MlirValue y,
                          intptr_t dim) {
  if (!y.ptr || !g->isNone.ptr)
    return tcNoValue();
  MlirValue isNone =
      tcBroadcastInDim(b, g->isNone, tcShapeOf(b, y), tcDimsOne(b, dim));
  return tcWhere(b, isNone, tcNum(b, y, 0), y);
}

static MlirValue wide(TcBuild *b, MlirValue x) {
  return tcConvert(b, x, tcComputeType(tcElementOf(x)));
}

// Multiplies all rows with all groups' matrices in one product and selects each
// row's own group: more arithmetic, but at much higher speed.
static MlirValue chosenOfAll(TcBuild *b, MlirValue x, MlirValue w,
                             const Groups *g) {
  TcDims none = {0, NULL};
  TcDot dims = {none, none, tcDimsOne(b, 1), tcDimsOne(b, 1)};
  MlirValue all = tcDotGeneral(b, x, w, dims, tcComputeType(tcElementOf(x)));
  MlirValue at[2] = {tcIota(b, tcValueSize(x, 0), tcI64(b)), g->at};
  return tcIndex(b, all, 2, at, tcDimsRange(b, 0, 2)); // of [rows, groups, n]
}

// x [rows, k], w [groups, k, n]: sum over k of x[r, k] w[g(r), k, n]
static MlirValue rowsByGroup(TcBuild *b, MlirValue x, MlirValue w,
                             MlirValue offs) {
  Groups g = groupsOf(b, offs, tcValueSize(x, 0));
  enum { FEW = 32 }; // groups: more than that much arithmetic is not saved
  int64_t groups;
  if (!g.at.ptr)
    return g.at;
  if (tcSizeAttrIsConstant(tcValueSize(w, 0), &groups) && groups <= FEW)
    return ofGroups(b, &g, chosenOfAll(b, x, w, &g), 0);
  MlirValue own = tcIndex(b, wide(b, w), 1, &g.at, tcDimsOne(b, 0));
  MlirValue products = tcMul(b, tcUnsqueeze(b, wide(b, x), 2), own);
  return ofGroups(b, &g, tcSum(b, products, tcDimsOne(b, 1), false), 0);
}

// x [groups, m, k], w [k, columns]: sum over k of x[g(n), m, k] w[k, n]
static MlirValue columnsByGroup(TcBuild *b, MlirValue x, MlirValue w,
                                MlirValue offs) {
  MlirValue y = rowsByGroup(b, tcSwap(b, w, 0, 1), tcSwap(b, x, 1, 2), offs);
  return tcSwap(b, y, 0, 1);
}

// x [m, k], w [k, n], groups of k: [groups, m, n], each of its own part of k.
// Each k's products are added to those of its group.
static MlirValue sumsByGroup(TcBuild *b, MlirValue x, MlirValue w,
                             MlirValue offs) {
  Groups g = groupsOf(b, offs, tcValueSize(x, 1));
  MlirValue rows = tcSwap(b, wide(b, x), 0, 1), columns = wide(b, w);
  if (!g.at.ptr || !rows.ptr || !columns.ptr)
    return tcNoValue();
  MlirAttribute sizes[3] = {tcValueSize(offs, 0), tcValueSize(x, 0),
                            tcValueSize(w, 1)};
  // [groups, k]: 1 where k is of the group
  MlirAttribute pair[2] = {sizes[0], tcValueSize(x, 1)};
  TcShape grid = {2, pair};
  MlirValue isOf =
      tcEq(b, tcIotaDim(b, grid, 0, tcI64(b)), tcUnsqueeze(b, g.at, 0));
  isOf = tcAnd(b, isOf, tcNot(b, g.isNone));
  MlirValue own = tcWhere(b, tcUnsqueeze(b, isOf, 2), tcUnsqueeze(b, rows, 0),
                          tcNum(b, rows, 0));
  TcDims none = {0, NULL};
  TcDot dims = {none, none, tcDimsOne(b, 1), tcDimsOne(b, 0)};
  return tcDotGeneral(b, own, columns, dims, tcNoType());
}

static MlirValue batched(TcBuild *b, MlirValue x, MlirValue w) {
  TcDims first = tcDimsOne(b, 0);
  TcDot dims = {first, first, tcDimsOne(b, 2), tcDimsOne(b, 1)};
  return tcDotGeneral(b, x, w, dims, tcComputeType(tcElementOf(x)));
}

// _grouped_mm(x, w, offs): by which of the two are stacks, groups of rows, of
// columns, or of what is summed over
static void groupedProduct(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), w = tcArg(c, "mat2"), y;
  MlirValue offs = tcArgOrNone(c, "offs");
  MlirType dtype = tcArgDType(c, "out_dtype");
  if (!x.ptr || !w.ptr)
    return;
  bool isStack = tcRankOf(x) == 3, ofStacks = tcRankOf(w) == 3;
  if (!tcArgIsNone(c, "bias") || (!(isStack && ofStacks) && !offs.ptr)) {
    tcUnsupported(c, offs.ptr ? "a bias" : "matrices without offsets");
    return;
  }
  if (isStack)
    y = ofStacks ? batched(b, x, w) : columnsByGroup(b, x, w, offs);
  else
    y = ofStacks ? rowsByGroup(b, x, w, offs) : sumsByGroup(b, x, w, offs);
  tcReturnAs(c, y, dtype.ptr ? dtype : tcElementOf(x));
}

// transformers' own op: rows by group
static void fallback(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input");
  MlirValue y = rowsByGroup(b, x, tcArg(c, "weight"), tcArg(c, "offs"));
  tcReturnAs(c, y, tcElementOf(x));
}

// Its gradients: dx by rows with the transposed matrices, dw sums of groups.
static void fallbackBackward(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input"), w = tcArg(c, "weight");
  MlirValue offs = tcArg(c, "offs"), dy = tcArg(c, "grad_output");
  if (!x.ptr || !w.ptr || !offs.ptr || !dy.ptr)
    return;
  MlirValue dx = rowsByGroup(b, dy, tcSwap(b, w, 1, 2), offs);
  MlirValue dw = sumsByGroup(b, tcSwap(b, x, 0, 1), dy, offs);
  tcReturnAt(c, 0, tcConvert(b, dx, tcElementOf(x)));
  tcReturnAt(c, 1, tcConvert(b, dw, tcElementOf(w)));
}

static const TcFxRule rules[] = {
    {"aten._grouped_mm.default", groupedProduct, 0},
    {"transformers.grouped_mm_fallback.default", fallback, 0},
    {"transformers.grouped_mm_fallback_backward.default", fallbackBackward, 0},
};

TC_FX_RULES(tcFxGroupedRules, rules);
