// Factors of a product in slices of bf16 (slices.h): how tasks pack them, and
// what becomes of the sums. See product.h.
#ifndef TC_PASSES_LOWER_CPU_PRODUCT_SLICES_H
#define TC_PASSES_LOWER_CPU_PRODUCT_SLICES_H

#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_pack.h"
#include "passes/lower/cpu/slices.h"

//===- product_slices.c ---------------------------------------------------===//

/// Packs a row of a tile register: the steps at `from`, or of two vectors of
/// f32 (or its bits), side by side, to `to`, and their other slices to the same
/// row of the registers of these, each `apart` bytes further on.
void tcSliceRegister(TcEmit *e, const TcProduct *p, MlirValue from,
                     MlirValue to, int64_t apart);
void tcSliceVectors(TcEmit *e, const TcProduct *p, MlirValue x, MlirValue y,
                    MlirValue to, int64_t apart);
/// That of registers as tasks pack them.
int64_t tcSlicesApart(const TcProduct *p);
/// Packs a pair of steps of a vector of rows or columns, given as f32 or its
/// bits, to `to`, each other slice `apart` bytes further on.
void tcSlicePairs(TcEmit *e, const TcProduct *p, MlirValue x, MlirValue y,
                  MlirValue to, int64_t apart);

/// Packs a panel, as the functions of product_pack.h do: a pair of steps, of
/// columns that lie anyhow; of a panel that is not whole; of which one, or
/// none, may exist; of which none does. So many pairs of steps from `step` on
/// that lie side by side.
void tcSlicePanel(TcPack *k);
void tcSlicePanelPart(TcPack *k);
void tcSlicePanelLast(TcPack *k);
void tcSlicePanelZeros(TcPack *k);
void tcSlicePanelTransposed(TcPack *k, MlirValue step, int64_t pairs);

//===- product_finish.c ---------------------------------------------------===//

/// Adds a block's sums of a tile, `rows` of them, to those of the blocks
/// before.
void tcProductAddBlock(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       MlirValue block, MlirValue rows);
/// Takes the slices' scale from the sums of a tile, `rows` of them, when they
/// are complete. Where one is not finite, which a lower slice alone may be the
/// reason for, all are computed anew by FMA.
void tcProductFinishSlices(TcEmit *e, const TcProduct *p,
                           const TcTileSite *site, MlirValue rows);

#endif // TC_PASSES_LOWER_CPU_PRODUCT_SLICES_H
