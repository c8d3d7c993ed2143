// What contract.c shares with the files beside it.
#ifndef TC_PASSES_LOWER_CPU_CONTRACT_H
#define TC_PASSES_LOWER_CPU_CONTRACT_H

#include "passes/lower/cpu/stage.h"

/// `high` without the remainder of blocks of `size` from `low` on.
MlirValue tcContractWholeBlocks(TcEmit *e, MlirValue low, MlirValue high,
                                int64_t size);

//===- contract_staged.c --------------------------------------------------===//

/// Whether the rows' factor is copied to scratch first.
bool tcContractIsStaged(const TcCpuKernel *k, const TcCpuStage *s,
                        const TcTile *t);
/// Copies it to `work`, and gives the read of the copy.
const TcCpuRead *tcContractStageRows(TcRun *r, const TcTile *t, MlirValue work);

//===- contract_maps.c ----------------------------------------------------===//

/// Reads of the row's point what maps of the nest read for all its columns;
/// `elements` has room for each map.
void tcContractReadRow(TcRun *r, const TcTile *t, TcLane **elements);
/// The nest's maps of a vector of sums, at its point.
void tcContractMapSum(TcRun *r, const TcTile *t, TcLane **elements, TcLane sum);

#endif // TC_PASSES_LOWER_CPU_CONTRACT_H
