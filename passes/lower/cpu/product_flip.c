// Bytes on a unit that multiplies unsigned by signed ones. See product.h.
//
// Where both factors have one sign, the highest bits of the columns' bytes are
// flipped as they are read: w + 128 as unsigned for w signed, w - 128 as signed
// for w unsigned. The sums are then too large by 128 times the sum of their
// row, or too small, and begin with what corrects that. It is exact: sums wrap
// around, as the unit's do, and no product of the unit saturates.
//
// A row's sum is the unit's, too, of its bytes times 1.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { SUM_BYTES = 4, OFFSET = 128 };

static bool isUnsigned(const TcCpuRead *r) {
  return tcIsUnsigned(r->value->element);
}

void tcProductSetSigns(TcProduct *p) {
  bool mixed = p->unit->signs == TC_UNIT_MIXED_SIGNS;
  p->flips = mixed && isUnsigned(p->rowFactor) == isUnsigned(p->columnFactor);
  p->columnsFirst = mixed && !isUnsigned(p->rowFactor);
}

// Words of four bytes, all of which are `byte`.
static MlirValue bytes(TcEmit *e, int64_t lanes, unsigned byte) {
  MlirType type = tcEmitVectorOf(lanes, e->i32);
  MlirAttribute word =
      mlirIntegerAttrGet(e->i32, (int32_t)(0x01010101u * byte));
  return tcArithConstant(&e->b, mlirDenseElementsAttrSplatGet(type, word));
}

static MlirValue asBytes(TcEmit *e, const TcProduct *p, MlirValue words) {
  MlirType type = tcEmitVectorOf(p->lanes * p->unit->k, e->i8);
  return tcLlvmBitcast(&e->b, type, words);
}

MlirValue tcProductMultiplyBytes(TcEmit *e, const TcProduct *p, MlirValue sum,
                                 MlirValue row, MlirValue columns) {
  MlirValue operands[] = {sum, asBytes(e, p, p->columnsFirst ? columns : row),
                          asBytes(e, p, p->columnsFirst ? row : columns)};
  return tcEmitIntrinsic(e, p->unit->intrinsic, mlirValueGetType(sum), 3,
                         operands);
}

MlirValue tcProductFlip(TcEmit *e, const TcProduct *p, MlirValue columns) {
  return p->flips ? tcArithXori(&e->b, columns, bytes(e, p->lanes, OFFSET))
                  : columns;
}

//===- Sums of rows -------------------------------------------------------===//

typedef struct Rows {
  TcEmit *e;
  const TcProduct *p;
  const TcTileSite *site;
  TcLane sum; // of each lane
} Rows;

// Adds `words` words of four bytes; from `words` on they are 0.
static void addWords(Rows *r, MlirValue from, int64_t words) {
  TcEmit *e = r->e;
  int64_t lanes = r->p->lanes;
  MlirValue row = tcEmitLoadWords(e, from, words, lanes, 1);
  r->sum.v = tcProductMultiplyBytes(e, r->p, r->sum.v, row, bytes(e, lanes, 1));
}

static void sumRun(Rows *r) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  int64_t n = 0, each = p->lanes * p->unit->k;
  int inner = tcVecLast(&p->over);
  e->iters[inner] = tcEmitI64(e, 0);
  MlirValue from = tcProductRowRun(e, p, r->site);
  tcSizeIsConst(e->k->iters.data[inner].extent, &n);
  int64_t whole = n - n % each;
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, whole), each, -1, 1, &r->sum);
  addWords(r, tcEmitBytesAt(e, from, mlirBlockGetArgument(loop.body, 0)),
           p->lanes);
  tcEmitForEnd(e, &loop, 1, &r->sum);
  if (n % each)
    addWords(r, tcEmitBytesOn(e, from, whole), n % each / p->unit->k);
}

static void sumRuns(Rows *r, size_t level) {
  TcEmit *e = r->e;
  if (level + 1 == r->p->over.size) {
    sumRun(r);
    return;
  }
  int iter = r->p->over.data[level];
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, iter, 1, &r->sum);
  sumRuns(r, level + 1);
  tcEmitForEnd(e, &loop, 1, &r->sum);
}

bool tcProductSumRows(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                      int64_t height) {
  MlirValue rows = tcProductRowsHere(e, p, site, height);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), rows, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(loop.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, site->firstRow, row));
  Rows r = {e, p, site, {.v = tcEmitZeros(e, p->lanes, e->i32), .wide = true}};
  sumRuns(&r, 0);
  MlirOperation sum =
      tcVectorReductionCreate(&e->b, e->i32, TC_VECTOR_COMBINING_KIND_ADD,
                              r.sum.v, (MlirValue){NULL}, tcNoAttr());
  int64_t offset = isUnsigned(p->columnFactor) ? OFFSET : -OFFSET;
  MlirValue first = tcArithMuli(&e->b, mlirOperationGetResult(sum, 0),
                                tcEmitInt(e, e->i32, offset));
  MlirValue at = tcArithMuli(&e->b, row, tcEmitI64(e, SUM_BYTES));
  tcLlvmStore(&e->b, first, tcEmitBytesAt(e, site->packedRows, at));
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}

MlirValue tcProductFirstSum(TcEmit *e, const TcTileSite *site, int64_t row) {
  return tcLlvmLoad(&e->b, e->i32,
                    tcEmitBytesOn(e, site->packedRows, SUM_BYTES * row));
}
