// Rows by group, cut into blocks. See grouped_blocks.h.
//
// The rows of each group are cut into blocks of equally many, the last one
// filled up with zeros. Groups are data, so there are as many blocks as any
// sizes of the groups can need. Between two products of the same groups, a
// mixture's, rows would be put together and cut anew: what is computed row by
// row there is computed of blocks.
#include "passes/decompose/grouped_blocks.h"
#include "passes/decompose/search.h"
#include "passes/simplify/rules.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/shim.h"
#include "lib/ir/types.h"
#include "lib/support/map.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

// For each of `n` positions, how many of the ascending `ends` are at or before
// it, at most one less than there are: [n].
static MlirValue groupsAt(TcBuild *b, MlirAttribute n, MlirValue ends) {
  MlirAttribute last = tcSizeAttrAddConst(tcValueSize(ends, 0), -1);
  return tcMin(b, tcCountBelow(b, ends, tcIota(b, n, tcI64(b)), true),
               tcSizeValue(b, last, tcI64(b)));
}

MlirValue tcBlocksTake(TcBuild *b, MlirValue x, MlirValue at) {
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
static void findRows(TcBuild *b, TcBlocks *k, MlirValue blocksEnd) {
  MlirValue height = tcConstInt(b, tcI64(b), k->height);
  k->group = groupsAt(b, k->count, blocksEnd);
  MlirValue before = tcSub(b, tcIota(b, k->count, tcI64(b)),
                           tcBlocksTake(b, k->firstBlock, k->group));
  MlirValue first =
      tcAdd(b, tcBlocksTake(b, k->starts, k->group), tcMul(b, before, height));
  MlirAttribute pair[2] = {k->count, tcSizeInt(b, k->height)};
  TcShape grid = {2, pair};
  MlirValue row =
      tcAdd(b, tcUnsqueeze(b, first, 1), tcIotaDim(b, grid, 1, tcI64(b)));
  k->isRow =
      tcLt(b, row, tcUnsqueeze(b, tcBlocksTake(b, k->ends, k->group), 1));
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

bool tcBlocksCut(TcBuild *b, MlirValue offs, MlirAttribute rows, int64_t height,
                 TcBlocks *k) {
  *k = (TcBlocks){.offs = offs, .height = height, .rows = rows};
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

//===- Rows ---------------------------------------------------------------===//

// The rows of blocks that a value is.
typedef struct Rows {
  TcBlocks of;
  MlirValue blocks; // [count, height, n]
} Rows;

static const Rows *rowsOf(const TcFxCall *c, const TcBlocks *k, MlirValue x) {
  const Rows *rows = tcMapGet(c->ofBlocks, x.ptr);
  return rows && mlirValueEqual(rows->of.offs, k->offs) &&
                 rows->of.height == k->height &&
                 tcSizeAttrEqual(rows->of.rows, k->rows)
             ? rows
             : NULL;
}

MlirValue tcBlocksRows(TcFxCall *c, const TcBlocks *k, MlirValue y) {
  TcBuild *b = c->b;
  MlirValue row = tcIota(b, k->rows, tcI64(b));
  MlirValue group = groupsAt(b, k->rows, k->ends);
  MlirValue height = tcConstInt(b, tcI64(b), k->height);
  MlirValue at = tcSub(b, row, tcBlocksTake(b, k->starts, group));
  MlirValue block = tcDiv(b, at, height);
  MlirValue in = tcSub(b, at, tcMul(b, block, height));
  block = tcAdd(b, block, tcBlocksTake(b, k->firstBlock, group));
  MlirValue place[2] = {clamp(b, block, k->count),
                        clamp(b, in, tcSizeInt(b, k->height))};
  MlirValue isRow = tcLt(b, row, tcBlocksTake(b, k->ends, group));
  MlirValue z = tcIndex(b, y, 2, place, tcDimsRange(b, 0, 2));
  z = tcWhere(b, tcUnsqueeze(b, isRow, 1), z, tcNum(b, z, 0));
  Rows *rows = TC_ARENA_NEW(b->arena, Rows);
  *rows = (Rows){*k, y};
  if (z.ptr)
    tcMapSet(c->ofBlocks, z.ptr, rows);
  return z;
}

//===- Row by row ---------------------------------------------------------===//

enum { MOST_VALUES = 256 }; // that are looked at

typedef struct ByRow {
  TcFxCall *c;
  const TcBlocks *k;
  TcMap found;  // to what a value is: &ofRows, &other
  TcMap copies; // to MlirValue
  int values;
} ByRow;

static char ofRows, other;

static bool isMatrix(const ByRow *r, MlirValue x) {
  return tcRankOf(x) == 2 && tcSizeAttrEqual(tcValueSize(x, 0), r->k->rows);
}

// A slice of columns.
static bool isOfColumns(const ByRow *r, MlirOperation slice) {
  MlirAttribute start = tcDimsAttrGetDim(tcPrimSliceGetStarts(slice), 0);
  return isMatrix(r, tcPrimSliceGetSelf(slice)) &&
         tcSizeAttrIsValue(start, 0) && tcPrimSliceGetStepsAt(slice, 0) == 1;
}

static bool isByRow(const ByRow *r, MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  if (kind == TC_PRIM_SLICE)
    return isOfColumns(r, op);
  if (!tcIsElementwise(kind))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!isMatrix(r, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

// Whether x is computed row by row of rows of such blocks, and what else.
static bool isOfRows(ByRow *r, MlirValue x) {
  char *known = tcMapGet(&r->found, x.ptr);
  if (known)
    return known == &ofRows;
  bool is = rowsOf(r->c, r->k, x);
  MlirOperation op = tcDefiningOp(x);
  if (!is && isMatrix(r, x) && op.ptr && ++r->values <= MOST_VALUES &&
      isByRow(r, op))
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      is |= isOfRows(r, mlirOperationGetOperand(op, i));
  tcMapSet(&r->found, x.ptr, is ? &ofRows : &other);
  return is;
}

static TcShape shapeInBlocks(const ByRow *r, MlirValue x) {
  TcShape shape = tcShapeMake(r->c->b, 3);
  shape.sizes[0] = r->k->count;
  shape.sizes[1] = tcSizeInt(r->c->b, r->k->height);
  shape.sizes[2] = tcValueSize(x, 1);
  return shape;
}

// What does not come from blocks: the same in all rows, or gathered.
static MlirValue otherInBlocks(const ByRow *r, MlirValue x) {
  TcBuild *b = r->c->b;
  MlirOperation op = tcDefiningOp(x);
  if (tcPrimOpKind(op) == TC_PRIM_BROADCAST_IN_DIM) {
    TcDims dims = tcDimsMake(b, tcPrimBroadcastInDimGetNumDims(op));
    bool same = true;
    for (intptr_t i = 0; i < dims.size; ++i) {
      int64_t d = tcPrimBroadcastInDimGetDimsAt(op, i);
      same &= d > 0;
      dims.data[i] = d + 1;
    }
    if (same)
      return tcBroadcastInDim(b, tcPrimBroadcastInDimGetSelf(op),
                              shapeInBlocks(r, x), dims);
  }
  return tcBlocksTake(b, x, r->k->row);
}

static MlirValue computeInBlocks(ByRow *r, MlirValue x);

static MlirValue opInBlocks(ByRow *r, MlirOperation op, MlirValue x) {
  TcBuild *b = r->c->b;
  if (tcPrimOpKind(op) == TC_PRIM_SLICE)
    return tcSlice(b, computeInBlocks(r, tcPrimSliceGetSelf(op)), 2,
                   tcDimsAttrGetDim(tcPrimSliceGetStarts(op), 1),
                   tcValueSize(x, 1), tcPrimSliceGetStepsAt(op, 1));
  TcMapping *mapping = tcMappingCreate();
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    tcMappingAdd(mapping, operand, computeInBlocks(r, operand));
  }
  MlirOperation clone = tcOpClone(op, mapping);
  tcMappingDestroy(mapping);
  TcShape shape = shapeInBlocks(r, x);
  MlirValue y = mlirOperationGetResult(clone, 0);
  mlirValueSetType(
      y, tcTypeWithSizes(mlirValueGetType(x), shape.rank, shape.sizes));
  tcBuilderInsert(&b->at, clone);
  return y;
}

// Rows that fill blocks up are zeros at every value that the rest is computed
// of, by a select, so that no derivative there, as that of a root of 0 times 0,
// gets into a gradient.
static MlirValue zeroBetween(const ByRow *r, MlirValue blocks) {
  TcBuild *b = r->c->b;
  if (!blocks.ptr || !mlirTypeIsAFloat(tcElementOf(blocks)) ||
      tcSplatNumber(blocks).ptr)
    return blocks;
  return tcWhere(b, tcUnsqueeze(b, r->k->isRow, 2), blocks,
                 tcNum(b, blocks, 0));
}

static MlirValue computeInBlocks(ByRow *r, MlirValue x) {
  MlirValue *known = tcMapGet(&r->copies, x.ptr);
  if (known)
    return *known;
  const Rows *rows = rowsOf(r->c, r->k, x);
  MlirValue *copy = TC_ARENA_NEW(r->c->b->arena, MlirValue);
  *copy = !rows && isOfRows(r, x)
              ? opInBlocks(r, tcDefiningOp(x), x)
              : zeroBetween(r, rows ? rows->blocks : otherInBlocks(r, x));
  tcMapSet(&r->copies, x.ptr, copy);
  return *copy;
}

MlirValue tcBlocksOf(TcFxCall *c, const TcBlocks *k, MlirValue x) {
  TcBuild *b = c->b;
  ByRow r = {.c = c,
             .k = k,
             .found = {.arena = b->arena},
             .copies = {.arena = b->arena}};
  if (!x.ptr)
    return x;
  MlirValue y =
      isOfRows(&r, x) ? computeInBlocks(&r, x) : tcBlocksTake(b, x, k->row);
  return tcWhere(b, tcUnsqueeze(b, k->isRow, 2), y, tcNum(b, x, 0));
}
