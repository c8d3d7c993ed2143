// Decompositions of grouped products (mixtures of experts): rows before offs[0]
// of a matrix are multiplied with the first of a stack of matrices, rows before
// offs[1] with the second, and so on; rows behind the last offset give zeros.
//
// The rows of each group are cut into blocks (grouped_blocks.c), so that all
// are one batched product, of which each chooses its matrix from the stack by a
// number (loop-fuse's rule lookups has it read there).
#include "passes/decompose/grouped_blocks.h"
#include "passes/decompose/lower.h"

#include "lib/ir/ascending.h"

// Whether there is an offset for each matrix; reports it if not.
static bool areOffsetsOf(TcBuild *b, MlirValue offs, MlirAttribute groups) {
  if (tcRankOf(offs) != 1 || !tcTypeIsInt(tcElementOf(offs)))
    tcFail(b, 1102, "argument 'offs' must be integers of one dimension");
  else if (tcSizeAttrProvablyDiffer(tcValueSize(offs, 0), groups))
    tcFail(b, 1103, "there are more or fewer offsets than matrices");
  else
    return true;
  return false;
}

//===- Heights ------------------------------------------------------------===//

// A CPU's tasks pack a panel of a matrix once for all blocks that follow each
// other with it (lower/cpu/product_segments.c), so that blocks are no higher
// than it takes to pay for a panel where they do not.
enum { MOST_HEIGHT = 128, USUAL_HEIGHT = 32, CPU_HEIGHT = 16 };

// Rows of a block. What blocks read, their matrix, counts as some 16 rows of
// arithmetic; rows that fill blocks up are half a block for each group. The sum
// of both is least for 4 * sqrt(rows of a group).
static int64_t leastOfBoth(MlirAttribute rows, MlirAttribute groups) {
  int64_t r, g, height = 1;
  if (!tcSizeAttrIsConstant(rows, &r) || !tcSizeAttrIsConstant(groups, &g))
    return USUAL_HEIGHT;
  if (r <= g)
    return 1;
  while (height < MOST_HEIGHT && height * height * g < 16 * r)
    height *= 2;
  return height;
}

static int64_t heightOf(TcFxCall *c, MlirAttribute rows, MlirAttribute groups) {
  int64_t height = leastOfBoth(rows, groups);
  return height > CPU_HEIGHT && !tcFxIsForGpu(c->op) ? CPU_HEIGHT : height;
}

// The same of a sum over rows. Where their number is not known, a matrix is
// made of each block: few of them.
static int64_t heightOfSum(MlirAttribute rows, MlirAttribute groups) {
  int64_t n;
  return tcSizeAttrIsConstant(rows, &n) && tcSizeAttrIsConstant(groups, &n)
             ? leastOfBoth(rows, groups)
             : MOST_HEIGHT;
}

//===- Products -----------------------------------------------------------===//

static MlirValue batchedWith(TcBuild *b, MlirValue x, MlirValue w,
                             intptr_t contractX, intptr_t contractW) {
  TcDims first = tcDimsOne(b, 0);
  TcDot dims = {first, first, tcDimsOne(b, contractX), tcDimsOne(b, contractW)};
  return tcDotGeneral(b, x, w, dims, tcComputeType(tcElementOf(x)));
}

// x [rows, k], w [groups, k, n]: sum over k of x[r, k] w[g(r), k, n], as `out`
static MlirValue rowsByGroup(TcFxCall *c, MlirValue x, MlirValue w,
                             MlirValue offs, MlirType out) {
  TcBuild *b = c->b;
  TcBlocks k;
  MlirAttribute rows = tcValueSize(x, 0), sizes[2] = {rows, tcValueSize(w, 2)};
  TcShape shape = {2, sizes};
  if (!areOffsetsOf(b, offs, tcValueSize(w, 0)))
    return tcNoValue();
  if (tcSizeAttrIsValue(tcValueSize(w, 0), 0)) // all rows are behind
    return tcZeros(b, shape, out);
  if (!tcBlocksCut(b, offs, rows, heightOf(c, rows, tcValueSize(w, 0)), &k))
    return tcNoValue();
  MlirValue y =
      batchedWith(b, tcBlocksOf(c, &k, x), tcBlocksTake(b, w, k.group), 2, 1);
  return tcBlocksRows(c, &k, tcConvert(b, y, out));
}

// x [groups, m, k], w [k, columns]: sum over k of x[g(n), m, k] w[k, n]
static MlirValue columnsByGroup(TcFxCall *c, MlirValue x, MlirValue w,
                                MlirValue offs, MlirType out) {
  TcBuild *b = c->b;
  MlirValue y =
      rowsByGroup(c, tcSwap(b, w, 0, 1), tcSwap(b, x, 1, 2), offs, out);
  return tcSwap(b, y, 0, 1);
}

// The group of each block; `groups` of those behind the last row.
static MlirValue groupsOfSum(TcBuild *b, const TcBlocks *k,
                             MlirAttribute groups) {
  MlirValue isBlock = tcSlice(b, k->isRow, 1, tcSizeInt(b, 0), tcSizeInt(b, 1),
                              1); // a block's first row
  return tcWhere(b, tcSqueeze(b, isBlock, 1), k->group,
                 tcSizeValue(b, groups, tcI64(b)));
}

// x [m, k], w [k, n], groups of k: [groups, m, n], each of its own part of k.
// Each block's products are added to those of its group; prim-to-loop makes
// this one product for each group (lower/segment_sums.c).
static MlirValue sumsByGroup(TcFxCall *c, MlirValue x, MlirValue w,
                             MlirValue offs) {
  TcBuild *b = c->b;
  TcBlocks k;
  MlirAttribute rows = tcValueSize(w, 0), groups = tcValueSize(offs, 0);
  MlirAttribute sizes[3] = {groups, tcValueSize(x, 0), tcValueSize(w, 1)};
  TcShape shape = {3, sizes};
  if (!areOffsetsOf(b, offs, groups))
    return tcNoValue();
  if (tcSizeAttrIsValue(groups, 0))
    return tcZeros(b, shape, tcElementOf(x));
  sizes[0] = tcSizeAttrAddConst(groups, 1);
  if (!tcBlocksCut(b, offs, rows, heightOfSum(rows, groups), &k))
    return tcNoValue();
  MlirValue y = batchedWith(b, tcBlocksOf(c, &k, tcSwap(b, x, 0, 1)),
                            tcBlocksOf(c, &k, w), 1, 1);
  if (!y.ptr)
    return y;
  MlirValue group = groupsOfSum(b, &k, groups);
  MlirValue sums = tcIndexPut(b, tcZeros(b, shape, tcElementOf(y)), y, 1,
                              &group, tcDimsOne(b, 0), "add");
  if (sums.ptr)
    tcSetAscending(mlirOpResultGetOwner(sums)); // blocks follow their groups
  return tcSlice(b, sums, 0, tcSizeInt(b, 0), groups, 1);
}

// _grouped_mm(x, w, offs): by which of the two are stacks, groups of rows, of
// columns, or of what is summed over
static void groupedProduct(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), w = tcArg(c, "mat2"), y;
  MlirValue offs = tcArgOrNone(c, "offs");
  MlirType dtype = tcArgDType(c, "out_dtype");
  if (!x.ptr || !w.ptr)
    return;
  if (!dtype.ptr)
    dtype = tcElementOf(x);
  bool isStack = tcRankOf(x) == 3, ofStacks = tcRankOf(w) == 3;
  if (!tcArgIsNone(c, "bias") || (!(isStack && ofStacks) && !offs.ptr)) {
    tcUnsupported(c, offs.ptr ? "a bias" : "matrices without offsets");
    return;
  }
  if (isStack)
    y = ofStacks ? batchedWith(b, x, w, 2, 1)
                 : columnsByGroup(c, x, w, offs, dtype);
  else
    y = ofStacks ? rowsByGroup(c, x, w, offs, dtype)
                 : sumsByGroup(c, x, w, offs);
  tcReturnAs(c, y, dtype);
}

// transformers' own op: rows by group
static void fallback(TcFxCall *c, TcBuild *b) {
  (void)b;
  MlirValue x = tcArg(c, "input");
  MlirValue w = tcArg(c, "weight"), offs = tcArg(c, "offs");
  if (x.ptr && w.ptr && offs.ptr)
    tcReturn(c, rowsByGroup(c, x, w, offs, tcElementOf(x)));
}

// Its gradients: dx by rows with the transposed matrices, dw sums of groups.
static void fallbackBackward(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input"), w = tcArg(c, "weight");
  MlirValue offs = tcArg(c, "offs"), dy = tcArg(c, "grad_output");
  if (!x.ptr || !w.ptr || !offs.ptr || !dy.ptr)
    return;
  MlirType type = tcElementOf(x);
  MlirValue dx = rowsByGroup(c, dy, tcSwap(b, w, 1, 2), offs, type);
  MlirValue dw = sumsByGroup(c, tcSwap(b, x, 0, 1), dy, offs);
  tcReturnAt(c, 0, dx);
  tcReturnAt(c, 1, tcConvert(b, dw, tcElementOf(w)));
}

static const TcFxRule rules[] = {
    {"aten._grouped_mm.default", groupedProduct, 0},
    {"transformers.grouped_mm_fallback.default", fallback, 0},
    {"transformers.grouped_mm_fallback_backward.default", fallbackBackward, 0},
};

TC_FX_RULES(tcFxGroupedRules, rules);
