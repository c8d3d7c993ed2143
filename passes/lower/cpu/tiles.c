// Tile registers. See tiles.h.
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

int64_t tcTileBytes(const TcUnit *unit) {
  return unit->tiles->rows * unit->tiles->rowBytes;
}

MlirValue tcEmitBytesAt(TcEmit *e, MlirValue base, MlirValue bytes) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &bytes, 1, &dynamic,
                             e->i8);
}

MlirValue tcEmitBytesOn(TcEmit *e, MlirValue base, int64_t bytes) {
  return tcEmitBytesAt(e, base, tcEmitI64(e, bytes));
}

//===- Registers ----------------------------------------------------------===//

static int64_t sumRegister(const TcTiles *t, int64_t i, int64_t j) {
  return i * t->across + j;
}
static int64_t rowRegister(const TcTiles *t, int64_t i) {
  return t->down * t->across + i;
}
static int64_t columnRegister(const TcTiles *t, int64_t j) {
  return t->down * (t->across + 1) + j;
}

static void call(TcEmit *e, const char *name, intptr_t n,
                 const MlirValue *operands) {
  tcLlvmCallIntrinsic(&e->b, tcStr(name), n, operands, 0, NULL, 0, NULL);
}

static void move(const TcTiles *t, const char *name, int64_t reg, MlirValue at,
                 MlirValue stride) {
  MlirValue operands[] = {tcEmitInt(t->e, t->e->i8, reg), at, stride};
  call(t->e, name, 3, operands);
}

void tcTilesZero(const TcTiles *t, int64_t i, int64_t j) {
  MlirValue reg = tcEmitInt(t->e, t->e->i8, sumRegister(t, i, j));
  call(t->e, t->unit->tiles->zero, 1, &reg);
}

void tcTilesLoadRows(const TcTiles *t, int64_t i, MlirValue from,
                     MlirValue stride) {
  move(t, t->unit->tiles->load, rowRegister(t, i), from, stride);
}

void tcTilesLoadColumns(const TcTiles *t, int64_t j, MlirValue from,
                        MlirValue stride) {
  move(t, t->unit->tiles->load, columnRegister(t, j), from, stride);
}

void tcTilesLoadSums(const TcTiles *t, int64_t i, int64_t j, MlirValue from,
                     MlirValue stride) {
  move(t, t->unit->tiles->load, sumRegister(t, i, j), from, stride);
}

void tcTilesStore(const TcTiles *t, int64_t i, int64_t j, MlirValue to,
                  MlirValue stride) {
  move(t, t->unit->tiles->store, sumRegister(t, i, j), to, stride);
}

void tcTilesMultiply(const TcTiles *t, int64_t i, int64_t j) {
  MlirType i8 = t->e->i8;
  MlirValue operands[] = {tcEmitInt(t->e, i8, sumRegister(t, i, j)),
                          tcEmitInt(t->e, i8, rowRegister(t, i)),
                          tcEmitInt(t->e, i8, columnRegister(t, j))};
  char name[TC_UNIT_INTRINSIC];
  tcUnitIntrinsic(t->unit, t->rowsUnsigned, t->columnsUnsigned, name);
  call(t->e, name, 3, operands);
}

//===- Configuration ------------------------------------------------------===//

static void storeByte(TcEmit *e, MlirValue base, int64_t at, MlirValue v) {
  tcLlvmStore(&e->b, tcArithTrunci(&e->b, e->i8, v),
              tcEmitBytesOn(e, base, at));
}

// Registers have the full width, but those of rows the depth, which is the
// height of those of columns. Each has at least one row, since zero rows are an
// error.
void tcTilesConfigure(const TcTiles *t, MlirValue config, MlirValue rows) {
  TcEmit *e = t->e;
  const TcTileRegisters *r = t->unit->tiles;
  char bytes[256] = {1}; // the palette
  for (int64_t i = 0; i < r->count; ++i) {
    bytes[r->widthsAt + 2 * i] = (char)r->rowBytes;
    bytes[r->heightsAt + i] = (char)(t->depth / t->unit->pair);
  }
  for (int64_t i = 0; i < t->down; ++i)
    bytes[r->widthsAt + 2 * rowRegister(t, i)] =
        (char)(t->depth * tcUnitSliceBytes(t->unit));
  for (int64_t at = 0; at < r->configBytes; at += 8) {
    int64_t word;
    memcpy(&word, bytes + at, 8);
    tcLlvmStore(&e->b, tcEmitI64(e, word), tcEmitBytesOn(e, config, at));
  }
  MlirValue full = tcEmitI64(e, t->unitRows), one = tcEmitI64(e, 1);
  for (int64_t i = 0; i < t->down; ++i) {
    MlirValue here = tcArithSubi(&e->b, rows, tcEmitI64(e, i * t->unitRows));
    here = tcArithMinsi(&e->b, tcArithMaxsi(&e->b, here, one), full);
    storeByte(e, config, r->heightsAt + rowRegister(t, i), here);
    for (int64_t j = 0; j < t->across; ++j)
      storeByte(e, config, r->heightsAt + sumRegister(t, i, j), here);
  }
  call(e, r->configure, 1, &config);
}

void tcTilesRelease(TcEmit *e, const TcUnit *unit) {
  call(e, unit->tiles->release, 0, NULL);
}

//===- Words --------------------------------------------------------------===//

enum { MOST_WORDS = 64 };

MlirType tcEmitVectorOf(int64_t n, MlirType type) {
  return mlirVectorTypeGet(1, &n, type);
}

MlirValue tcEmitZeros(TcEmit *e, int64_t n, MlirType type) {
  MlirAttribute zero = mlirTypeIsAFloat(type)
                           ? mlirFloatAttrDoubleGet(e->ctx, type, 0)
                           : mlirIntegerAttrGet(type, 0);
  return tcArithConstant(
      &e->b, mlirDenseElementsAttrSplatGet(tcEmitVectorOf(n, type), zero));
}

MlirValue tcEmitSplat(TcEmit *e, int64_t n, int32_t bits) {
  MlirAttribute word = mlirIntegerAttrGet(e->i32, bits);
  return tcArithConstant(
      &e->b, mlirDenseElementsAttrSplatGet(tcEmitVectorOf(n, e->i32), word));
}

MlirValue tcEmitLoadBits(TcEmit *e, MlirType type, MlirValue from,
                         int64_t align) {
  MlirAttribute no = tcNoAttr();
  MlirOperation op =
      tcLlvmLoadCreate(&e->b, type, from, tcEmitAlign(e, align), false, false,
                       false, false, no, no, no, no, no, no, no);
  return mlirOperationGetResult(op, 0);
}

void tcEmitStoreBits(TcEmit *e, MlirValue v, MlirValue to, int64_t align) {
  MlirAttribute no = tcNoAttr();
  tcLlvmStoreCreate(&e->b, v, to, tcEmitAlign(e, align), false, false, false,
                    no, no, no, no, no, no);
}

MlirValue tcEmitLoadWords(TcEmit *e, MlirValue from, int64_t n, int64_t all,
                          int64_t align) {
  int32_t mask[MOST_WORDS];
  MlirValue words = tcEmitLoadBits(e, tcEmitVectorOf(n, e->i32), from, align);
  if (n == all)
    return words;
  for (int64_t i = 0; i < all; ++i)
    mask[i] = (int32_t)(i < n ? i : n);
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(all, e->i32), words,
                             tcEmitZeros(e, n, e->i32), (intptr_t)all, mask);
}

MlirValue tcEmitInterleave(TcEmit *e, int64_t n, MlirValue x, MlirValue y) {
  int32_t mask[MOST_WORDS];
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(x));
  for (int64_t i = 0; i < 2 * n; ++i)
    mask[i] = (int32_t)(i / 2 + (i % 2) * n);
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(2 * n, type), x, y,
                             (intptr_t)(2 * n), mask);
}
