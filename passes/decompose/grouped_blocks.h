// Rows by group, cut into blocks: what grouped products (grouped.c) are made
// of.
#ifndef TC_PASSES_DECOMPOSE_GROUPED_BLOCKS_H
#define TC_PASSES_DECOMPOSE_GROUPED_BLOCKS_H

#include "passes/decompose/call.h"

/// Blocks of `height` rows, groups as `offs` [groups] says: rows before offs[0]
/// are the first one.
typedef struct TcBlocks {
  MlirValue offs;
  int64_t height;
  MlirAttribute rows, count;          // sizes
  MlirValue starts, ends, firstBlock; // [groups]: of rows; the first block
  MlirValue group;                    // [count]: of a block
  MlirValue row, isRow;               // [count, height]: and whether there is
} TcBlocks;

/// Blocks of that height of `rows` rows; false after an error.
bool tcBlocksCut(TcBuild *b, MlirValue offs, MlirAttribute rows, int64_t height,
                 TcBlocks *k);
/// x [rows, n] in blocks, zeros where there is no row: [count, height, n]. What
/// is computed row by row of rows that come from such blocks is computed of the
/// blocks as they lie.
MlirValue tcBlocksOf(TcFxCall *c, const TcBlocks *k, MlirValue x);
/// The rows [rows, n] of y [count, height, n]; zeros behind the last group.
MlirValue tcBlocksRows(TcFxCall *c, const TcBlocks *k, MlirValue y);
/// x[at], along the first dimension.
MlirValue tcBlocksTake(TcBuild *b, MlirValue x, MlirValue at);

#endif // TC_PASSES_DECOMPOSE_GROUPED_BLOCKS_H
