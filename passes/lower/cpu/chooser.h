// What is asked while a product is matched that no schedule says: a table of
// functions that whoever chooses hands down (passes/schedule/cpu-product.c).
// What a schedule says of each is in division.h. Each question is asked where
// all answers are possible, so that an answer decides what is good, never what
// is right; what is possible depends on what was answered before, which is why
// these are questions, not a struct of answers.
#ifndef TC_PASSES_LOWER_CPU_CHOOSER_H
#define TC_PASSES_LOWER_CPU_CHOOSER_H

#include "passes/lower/cpu/division.h"
#include "passes/lower/cpu/kernel_struct.h"
#include "target/units.h"

struct TcProduct;

/// How a sum is shared by tasks.
typedef struct TcProductParts {
  int64_t parts; // 1: it is not
  bool inside;   // a task has what rows do not depend on of the batch
} TcProductParts;

typedef struct TcProductChooser {
  /// The iterator that panels run along, one that can be
  /// (tcProductCanBeColumn), or -1. `packsRows`: it may be that tasks pack
  /// steps of all rows.
  int (*column)(TcCpuKernel *k, const struct TcProduct *p, bool packsRows);
  TcProductLoops (*loops)(const struct TcProduct *p);
  /// The iterator of the batch whose points' rows are one product where
  /// neighbours have the same matrix, one that can be
  /// (tcProductCanHaveSegments), or -1.
  int (*segments)(TcCpuKernel *k, const struct TcProduct *p);
  /// Sets rows and vectors of a tile in vectors, which are the target's.
  void (*shape)(TcCpuKernel *k, const TcTarget *target, struct TcProduct *p);
  /// Steps that one accumulator adds up.
  int64_t (*terms)(const TcCpuKernel *k, const struct TcProduct *p);
  /// Whether results are stored in the order of rows.
  bool (*storesRows)(const struct TcProduct *p);

  //===- Where columns are read from --------------------------------------===//

  /// Windows of an image at this offset, `step` elements apart.
  bool (*readsWindows)(TcCpuKernel *k, const struct TcProduct *p,
                       const TcTarget *target, const TcSize *offset,
                       int64_t step);
  /// A matrix that is one panel as it comes.
  bool (*readsMatrix)(const TcCpuKernel *k, const struct TcProduct *p);

  //===- Where rows are read from -----------------------------------------===//

  /// Lines of an image, in tiles of so many rows.
  bool (*readsLines)(const struct TcProduct *p, const TcTarget *target,
                     int64_t height);
  /// A point of so many images in each tile.
  bool (*gathersImages)(const struct TcProduct *p, int64_t height);
  /// Parts of lines of an image, so many rows in each tile register.
  bool (*readsImageRows)(int64_t rows);
  /// Packed, each by itself, a step of all before the next, or in blocks of
  /// steps for the unit `u`, where they could be read otherwise.
  bool (*packsRows)(const TcCpuKernel *k, const struct TcProduct *p);
  bool (*packsSteps)(TcCpuKernel *k, const struct TcProduct *p,
                     const TcTarget *target);
  bool (*packsBlocks)(const struct TcProduct *p, const TcTarget *target,
                      const TcUnit *u, int64_t rows, int64_t steps);
  /// In slices of the unit `u`, in place of vectors of f32.
  bool (*slices)(const TcCpuKernel *k, const struct TcProduct *p,
                 const TcUnit *u);

  //===- Tasks ------------------------------------------------------------===//

  /// Steps of a block, at most, of `steps`, for rows that are packed in steps
  /// or blocks, or read in place; 0: there are no blocks.
  int64_t (*blockSteps)(TcCpuKernel *k, const struct TcProduct *p,
                        const TcTarget *target, TcRowsFrom from, int64_t steps);
  /// Parts of a sum whose outermost iterator has so many points; sets
  /// `tilesPerTask` and `panelsPerTask`.
  TcProductParts (*parts)(TcCpuKernel *k, struct TcProduct *p,
                          const TcTarget *target, int64_t points);
  /// Sets the tiles and panels of a task, if they are not set with the parts,
  /// which loop is inside, and whether panels are packed ahead.
  void (*tasks)(TcCpuKernel *k, const TcTarget *target, struct TcProduct *p);
  /// How many panels a task packs at once.
  int64_t (*together)(TcCpuKernel *k, const TcTarget *target,
                      const struct TcProduct *p);

  //===- Between the steps of a tile --------------------------------------===//

  /// Whether maps run on the tile before.
  bool (*mapsBetween)(const struct TcProduct *p);
  /// Whether the next panel is packed.
  bool (*packsBetween)(const struct TcProduct *p);
  /// Lines of the next panel that are prefetched after each step, or iteration,
  /// of which a tile has so many.
  int64_t (*linesAhead)(const struct TcProduct *p, const TcTarget *target,
                        int64_t iterations);
} TcProductChooser;

#endif // TC_PASSES_LOWER_CPU_CHOOSER_H
