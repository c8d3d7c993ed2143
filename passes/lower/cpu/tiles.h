// Tile registers of a unit (AMX): a block of `down` by `across` tiles of sums,
// and the operand tiles of rows and columns for one step of the reduction. The
// unit can only add products to sums, which are stored, read and loaded again
// through memory.
#ifndef TC_PASSES_LOWER_CPU_TILES_H
#define TC_PASSES_LOWER_CPU_TILES_H

#include "passes/lower/cpu/emit.h"
#include "target/units.h"

typedef struct TcTiles {
  TcEmit *e;
  const TcUnit *unit;
  int64_t down, across;
  int64_t unitRows, depth;            // of sums in each of them, of steps
  bool rowsUnsigned, columnsUnsigned; // of bytes
} TcTiles;

/// Bytes of one register.
int64_t tcTileBytes(const TcUnit *unit);

/// Configures the number of rows of all vertical tiles together from here on.
/// `config` has room for unit->tiles->configBytes.
void tcTilesConfigure(const TcTiles *t, MlirValue config, MlirValue rows);
void tcTilesRelease(TcEmit *e, const TcUnit *unit);

void tcTilesZero(const TcTiles *t, int64_t i, int64_t j);
/// Of tiles whose rows are `stride` bytes apart.
void tcTilesLoadRows(const TcTiles *t, int64_t i, MlirValue from,
                     MlirValue stride);
void tcTilesLoadColumns(const TcTiles *t, int64_t j, MlirValue from,
                        MlirValue stride);
void tcTilesMultiply(const TcTiles *t, int64_t i, int64_t j);
void tcTilesLoadSums(const TcTiles *t, int64_t i, int64_t j, MlirValue from,
                     MlirValue stride);
void tcTilesStore(const TcTiles *t, int64_t i, int64_t j, MlirValue to,
                  MlirValue stride);

/// An address `bytes` further on.
MlirValue tcEmitBytesAt(TcEmit *e, MlirValue base, MlirValue bytes);
MlirValue tcEmitBytesOn(TcEmit *e, MlirValue base, int64_t bytes);

//===- Elements as they lie, in vectors of words of 4 bytes ---------------===//

MlirType tcEmitVectorOf(int64_t n, MlirType type);
/// n words of the same bits.
MlirValue tcEmitSplat(TcEmit *e, int64_t n, int32_t bits);
MlirValue tcEmitZeros(TcEmit *e, int64_t n, MlirType type);
MlirValue tcEmitLoadBits(TcEmit *e, MlirType type, MlirValue from,
                         int64_t align);
void tcEmitStoreBits(TcEmit *e, MlirValue v, MlirValue to, int64_t align);
/// `n` words and zeros behind them, `all` in number.
MlirValue tcEmitLoadWords(TcEmit *e, MlirValue from, int64_t n, int64_t all,
                          int64_t align);
/// Interleaves two vectors of `n` elements.
MlirValue tcEmitInterleave(TcEmit *e, int64_t n, MlirValue x, MlirValue y);

#endif // TC_PASSES_LOWER_CPU_TILES_H
