// Decompositions of grouped products (mixtures of experts): rows before offs[0]
// of a matrix are multiplied with the first of a stack of matrices, rows before
// offs[1] with the second, and so on; rows behind the last offset give zeros.
//
// The rows of each group are cut into blocks of equally many, the last one
// filled up with zeros, so that all blocks are one batched product, of which
// each chooses its matrix from the stack by a number (loop-fuse's rule lookups
// has it read there). Groups are data, so there are as many blocks as any sizes
// of the groups can need.
#include "passes/decompose/call.h"
#include "passes/decompose/lower.h"
#include "passes/decompose/search.h"

#include "lib/ir/ascending.h"

// Blocks of `height` rows, groups as `offs` [groups] says.
typedef struct Blocks {
  int64_t height;
  MlirAttribute rows, count;          // sizes
  MlirValue starts, ends, firstBlock; // [groups]: of rows; the first block
  MlirValue group;                    // [count]: of a block
  MlirValue row, isRow;               // [count, height]: and whether there is
} Blocks;

// For each of `n` positions, how many of the ascending `ends` are at or before
// it, at most one less than there are: [n].
static MlirValue groupsAt(TcBuild *b, MlirAttribute n, MlirValue ends) {
  MlirAttribute last = tcSizeAttrAddConst(tcValueSize(ends, 0), -1);
  return tcMin(b, tcCountBelow(b, ends, tcIota(b, n, tcI64(b)), true),
               tcSizeValue(b, last, tcI64(b)));
}

static MlirValue takeAt(TcBuild *b, MlirValue x, MlirValue at) {
  return tcIndex(b, x, 1, &at, tcDimsOne(b, 0));
}

// x [groups] of the group before; 0 of the first.
static MlirValue ofGroupBefore(TcBuild *b, MlirValue x) {
  MlirAttribute one = tcSizeInt(b, 1), back = tcSizeInt(b, -1);
  return tcPad(b, x, tcConstInt(b, tcI64(b), 0), &one, &back);
}

// How many blocks end with each group's last one: [groups].
static MlirValue blocksUpTo(TcBuild *b, MlirValue blocks) {
  MlirAttribute n = tcValueSize(blocks, 0), pair[2] = {n, n};
  TcShape square = {2, pair};
  MlirValue isUpTo = tcLe(b, tcIotaDim(b, square, 1, tcI64(b)),
                          tcIotaDim(b, square, 0, tcI64(b)));
  return tcSum(
      b,
      tcWhere(b, isUpTo, tcUnsqueeze(b, blocks, 0), tcConstInt(b, tcI64(b), 0)),
      tcDimsOne(b, 1), false);
}

static MlirValue clamp(TcBuild *b, MlirValue x, MlirAttribute size) {
  MlirAttribute last = tcSizeAttrAddConst(size, -1);
  x = tcMax(b, x, tcConstInt(b, tcI64(b), 0));
  return tcMin(b, x, tcSizeValue(b, last, tcI64(b)));
}

// Finds the group and rows of each block.
static void findRows(TcBuild *b, Blocks *k, MlirValue blocksEnd) {
  MlirValue height = tcConstInt(b, tcI64(b), k->height);
  k->group = groupsAt(b, k->count, blocksEnd);
  MlirValue before = tcSub(b, tcIota(b, k->count, tcI64(b)),
                           takeAt(b, k->firstBlock, k->group));
  MlirValue first =
      tcAdd(b, takeAt(b, k->starts, k->group), tcMul(b, before, height));
  MlirAttribute pair[2] = {k->count, tcSizeInt(b, k->height)};
  TcShape grid = {2, pair};
  MlirValue row =
      tcAdd(b, tcUnsqueeze(b, first, 1), tcIotaDim(b, grid, 1, tcI64(b)));
  k->isRow = tcLt(b, row, tcUnsqueeze(b, takeAt(b, k->ends, k->group), 1));
  k->row = clamp(b, row, k->rows);
}

// At most `rows` rows of any groups, in blocks of that height.
static MlirAttribute mostBlocks(MlirAttribute rows, MlirAttribute groups,
                                int64_t height) {
  MlirAttribute filled = tcSizeAttrMin(rows, groups);
  MlirAttribute all =
      tcSizeAttrAdd(rows, tcSizeAttrMulConst(filled, height - 1));
  return tcSizeAttrFloorDivConst(all, height);
}

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

static bool cutRows(TcBuild *b, MlirValue offs, MlirAttribute rows,
                    int64_t height, Blocks *k) {
  *k = (Blocks){.height = height, .rows = rows};
  MlirValue none = tcConstInt(b, tcI64(b), 0);
  k->ends = tcMin(b, tcMax(b, tcConvert(b, offs, tcI64(b)), none),
                  tcSizeValue(b, rows, tcI64(b)));
  if (!k->ends.ptr)
    return false;
  k->starts = ofGroupBefore(b, k->ends);
  k->count = mostBlocks(rows, tcValueSize(offs, 0), height);
  MlirValue size = tcMax(b, tcSub(b, k->ends, k->starts), none);
  MlirValue more = tcConstInt(b, tcI64(b), height - 1);
  MlirValue blocks =
      tcDiv(b, tcAdd(b, size, more), tcConstInt(b, tcI64(b), height));
  MlirValue blocksEnd = blocksUpTo(b, blocks);
  k->firstBlock = tcSub(b, blocksEnd, blocks);
  findRows(b, k, blocksEnd);
  return k->isRow.ptr;
}

// x [rows, n] in blocks, zeros where there is no row: [count, height, n].
static MlirValue inBlocks(TcBuild *b, const Blocks *k, MlirValue x) {
  MlirValue y = takeAt(b, x, k->row);
  return tcWhere(b, tcUnsqueeze(b, k->isRow, 2), y, tcNum(b, x, 0));
}

// The rows [rows, n] of y [count, height, n].
static MlirValue fromBlocks(TcBuild *b, const Blocks *k, MlirValue y) {
  MlirValue row = tcIota(b, k->rows, tcI64(b));
  MlirValue group = groupsAt(b, k->rows, k->ends);
  MlirValue height = tcConstInt(b, tcI64(b), k->height);
  MlirValue at = tcSub(b, row, takeAt(b, k->starts, group));
  MlirValue block = tcDiv(b, at, height);
  MlirValue in = tcSub(b, at, tcMul(b, block, height));
  block = tcAdd(b, block, takeAt(b, k->firstBlock, group));
  MlirValue place[2] = {clamp(b, block, k->count),
                        clamp(b, in, tcSizeInt(b, k->height))};
  MlirValue isRow = tcLt(b, row, takeAt(b, k->ends, group));
  MlirValue z = tcIndex(b, y, 2, place, tcDimsRange(b, 0, 2));
  return tcWhere(b, tcUnsqueeze(b, isRow, 1), z, tcNum(b, z, 0));
}

//===- Heights ------------------------------------------------------------===//

enum { MOST_HEIGHT = 128, USUAL_HEIGHT = 32 };

// Rows of a block. What blocks read, their matrix, counts as some 16 rows of
// arithmetic; rows that fill blocks up are half a block for each group. The sum
// of both is least for 4 * sqrt(rows of a group).
static int64_t heightOf(MlirAttribute rows, MlirAttribute groups) {
  int64_t r, g, height = 1;
  if (!tcSizeAttrIsConstant(rows, &r) || !tcSizeAttrIsConstant(groups, &g))
    return USUAL_HEIGHT;
  if (r <= g)
    return 1;
  while (height < MOST_HEIGHT && height * height * g < 16 * r)
    height *= 2;
  return height;
}

// The same of a sum over rows. Where their number is not known, a matrix is
// made of each block: few of them.
static int64_t heightOfSum(MlirAttribute rows, MlirAttribute groups) {
  int64_t n;
  return tcSizeAttrIsConstant(rows, &n) && tcSizeAttrIsConstant(groups, &n)
             ? heightOf(rows, groups)
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
static MlirValue rowsByGroup(TcBuild *b, MlirValue x, MlirValue w,
                             MlirValue offs, MlirType out) {
  Blocks k;
  MlirAttribute rows = tcValueSize(x, 0), sizes[2] = {rows, tcValueSize(w, 2)};
  TcShape shape = {2, sizes};
  if (!areOffsetsOf(b, offs, tcValueSize(w, 0)))
    return tcNoValue();
  if (tcSizeAttrIsValue(tcValueSize(w, 0), 0)) // all rows are behind
    return tcZeros(b, shape, out);
  if (!cutRows(b, offs, rows, heightOf(rows, tcValueSize(w, 0)), &k))
    return tcNoValue();
  MlirValue y = batchedWith(b, inBlocks(b, &k, x), takeAt(b, w, k.group), 2, 1);
  return fromBlocks(b, &k, tcConvert(b, y, out));
}

// x [groups, m, k], w [k, columns]: sum over k of x[g(n), m, k] w[k, n]
static MlirValue columnsByGroup(TcBuild *b, MlirValue x, MlirValue w,
                                MlirValue offs, MlirType out) {
  MlirValue y =
      rowsByGroup(b, tcSwap(b, w, 0, 1), tcSwap(b, x, 1, 2), offs, out);
  return tcSwap(b, y, 0, 1);
}

// The group of each block; `groups` of those behind the last row.
static MlirValue groupsOfSum(TcBuild *b, const Blocks *k,
                             MlirAttribute groups) {
  MlirValue isBlock = tcSlice(b, k->isRow, 1, tcSizeInt(b, 0), tcSizeInt(b, 1),
                              1); // a block's first row
  return tcWhere(b, tcSqueeze(b, isBlock, 1), k->group,
                 tcSizeValue(b, groups, tcI64(b)));
}

// x [m, k], w [k, n], groups of k: [groups, m, n], each of its own part of k.
// Each block's products are added to those of its group; prim-to-loop makes
// this one product for each group (lower/segment_sums.c).
static MlirValue sumsByGroup(TcBuild *b, MlirValue x, MlirValue w,
                             MlirValue offs) {
  Blocks k;
  MlirAttribute rows = tcValueSize(w, 0), groups = tcValueSize(offs, 0);
  MlirAttribute sizes[3] = {groups, tcValueSize(x, 0), tcValueSize(w, 1)};
  TcShape shape = {3, sizes};
  if (!areOffsetsOf(b, offs, groups))
    return tcNoValue();
  if (tcSizeAttrIsValue(groups, 0))
    return tcZeros(b, shape, tcElementOf(x));
  sizes[0] = tcSizeAttrAddConst(groups, 1);
  if (!cutRows(b, offs, rows, heightOfSum(rows, groups), &k))
    return tcNoValue();
  MlirValue y = batchedWith(b, inBlocks(b, &k, tcSwap(b, x, 0, 1)),
                            inBlocks(b, &k, w), 1, 1);
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
                 : columnsByGroup(b, x, w, offs, dtype);
  else
    y = ofStacks ? rowsByGroup(b, x, w, offs, dtype)
                 : sumsByGroup(b, x, w, offs);
  tcReturnAs(c, y, dtype);
}

// transformers' own op: rows by group
static void fallback(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input");
  MlirValue w = tcArg(c, "weight"), offs = tcArg(c, "offs");
  if (x.ptr && w.ptr && offs.ptr)
    tcReturn(c, rowsByGroup(b, x, w, offs, tcElementOf(x)));
}

// Its gradients: dx by rows with the transposed matrices, dw sums of groups.
static void fallbackBackward(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input"), w = tcArg(c, "weight");
  MlirValue offs = tcArg(c, "offs"), dy = tcArg(c, "grad_output");
  if (!x.ptr || !w.ptr || !offs.ptr || !dy.ptr)
    return;
  MlirType type = tcElementOf(x);
  MlirValue dx = rowsByGroup(b, dy, tcSwap(b, w, 1, 2), offs, type);
  MlirValue dw = sumsByGroup(b, tcSwap(b, x, 0, 1), dy, offs);
  tcReturnAt(c, 0, dx);
  tcReturnAt(c, 1, tcConvert(b, dw, tcElementOf(w)));
}

static const TcFxRule rules[] = {
    {"aten._grouped_mm.default", groupedProduct, 0},
    {"transformers.grouped_mm_fallback.default", fallback, 0},
    {"transformers.grouped_mm_fallback_backward.default", fallbackBackward, 0},
};

TC_FX_RULES(tcFxGroupedRules, rules);
