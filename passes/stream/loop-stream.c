// loop-stream: in kernels where a product reads reductions over the same
// iterator as its own, splits that iterator into blocks, so that the
// intermediate values never exist as a whole.
#include "passes/stream/stream.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/pass.h"
#include "lib/ir/precision.h"
#include "lib/ir/sizes.h"
#include "passes/schedule/pass_target.h"
#include "target/units.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { BLOCK, ALL, EVEN, OTHERWISE, PARTS };
enum {
  TILE = 32, // steps of an AMX instruction in bf16, the most of all units
  SHORT = 64,
  LONG = 128,
};

//===- Lengths ------------------------------------------------------------===//

// Whether the iterators of `iters` that are neither in `but` nor streamed have
// at most LONG points in all.
static bool areFew(const TcStream *s, MlirAttribute iters, MlirAttribute but) {
  int64_t n = 1, extent;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (tcNames(but, iter) || mlirAttributeEqual(iter, s->iter))
      continue;
    if (!tcSizeAttrIsConstant(tcExtentOf(s->kernel, iter), &extent))
      return false;
    n *= extent;
  }
  return n <= LONG;
}

// Whether the sums of both products are narrow enough that a thread also has
// registers for the terms of a long block.
static bool areNarrow(const TcStream *s) {
  MlirAttribute first = tcNoAttr();
  for (size_t i = 0; i < s->inside.size; ++i) {
    MlirOperation stage = s->inside.data[i];
    if (!tcIsA(stage, "loop.contract"))
      continue;
    MlirAttribute iters = tcAttrOf(stage, "iters");
    if (mlirAttributeIsNull(first))
      first = iters;
    if (!areFew(s, tcAttrOf(stage, "over"), first) || !areFew(s, iters, first))
      return false;
  }
  return true;
}

typedef struct Products {
  int64_t makes, steps;  // those that make terms; lengths of their reductions
  int64_t sums, columns; // those that sum terms; columns of their results
} Products;

// Points of the iterators of constant extent that are not in `but`.
static int64_t countPoints(const TcStream *s, MlirAttribute iters,
                           MlirAttribute but) {
  int64_t n = 1, extent;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (!tcNames(but, iter) &&
        tcSizeAttrIsConstant(tcExtentOf(s->kernel, iter), &extent))
      n *= extent;
  }
  return n;
}

static Products countProducts(const TcStream *s) {
  Products p = {0};
  MlirAttribute terms = tcNoAttr();
  for (size_t i = 0; i < s->inside.size; ++i) {
    MlirOperation stage = s->inside.data[i];
    MlirAttribute iters = tcAttrOf(stage, "iters");
    if (!tcIsA(stage, "loop.contract") || tcStreamIsAcross(s, stage))
      continue;
    if (tcNames(iters, s->iter)) {
      terms = iters;
      p.steps += countPoints(s, tcAttrOf(stage, "over"), iters);
      ++p.makes;
    } else {
      p.columns +=
          mlirAttributeIsNull(terms) ? 0 : countPoints(s, iters, terms);
      ++p.sums;
    }
  }
  return p;
}

// The first product over the streamed iterator.
static MlirOperation firstProduct(const TcStream *s) {
  for (size_t i = 0; i < s->inside.size; ++i)
    if (tcIsA(s->inside.data[i], "loop.contract"))
      return s->inside.data[i];
  return (MlirOperation){NULL};
}

static MlirType factorOf(const TcStream *s) {
  MlirOperation product = firstProduct(s);
  return product.ptr ? mlirShapedTypeGetElementType(
                           mlirValueGetType(tcInput(product, 0)))
                     : (MlirType){NULL};
}

// Whether the target has a unit of warp groups (wgmma) for the products: it
// multiplies terms in registers while the threads compute others.
static bool hasGroups(const TcTarget *target, const TcStream *s) {
  MlirType factor = factorOf(s);
  return factor.ptr && tcTargetHasGroups(target, tcUnitElement(factor));
}

//===- Shared memory ------------------------------------------------------===//

// Elements of what a stage's contraction reads for each row, or each streamed
// point, in shared memory: whole boxes of 64.
static int64_t widthOf(const TcStream *s, MlirOperation stage,
                       MlirAttribute terms) {
  enum { BOX = 64 };
  bool makes = tcNames(tcAttrOf(stage, "iters"), s->iter);
  int64_t n = makes ? countPoints(s, tcAttrOf(stage, "over"), terms)
                    : countPoints(s, tcAttrOf(stage, "iters"), terms);
  return (n + BOX - 1) / BOX * BOX;
}

static bool isStreamed(const TcStream *s, MlirOperation stage, intptr_t i) {
  MlirAttribute map = tcInputMap(stage, i);
  bool uses = false;
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    uses |= tcSizeAttrUses(tcDimsAttrGetDim(map, d),
                           mlirStringAttrGetValue(s->iter));
  return uses && mlirOperationIsNull(tcDefiningOp(tcInput(stage, i)));
}

// Elements of all that contractions read for each streamed point: what several
// read is in shared memory once.
static int64_t streamedWidth(const TcStream *s, MlirAttribute terms) {
  TcValueVec seen = {0};
  int64_t width = 0;
  for (size_t i = 0; i < s->inside.size; ++i) {
    MlirOperation stage = s->inside.data[i];
    for (intptr_t k = 0;
         tcIsA(stage, "loop.contract") && k < tcNumInputs(stage); ++k) {
      MlirValue v = tcInput(stage, k);
      bool again = !isStreamed(s, stage, k);
      for (size_t j = 0; j < seen.size; ++j)
        again |= mlirValueEqual(seen.data[j], v);
      if (again)
        continue;
      tcVecPush(s->arena, &seen, v);
      width += widthOf(s, stage, terms);
    }
  }
  return width;
}

// Whether a tile of two warp groups' rows, and a ring of three such blocks,
// fit: two groups in shorter blocks are faster than one
// (docs/ir/schedule-cases.md, "Attention backward", heads of 192 and 256).
static bool fitShared(const TcTarget *target, const TcStream *s,
                      int64_t length) {
  enum { ROWS = 128, SLOTS = 3, BYTES = 2 };
  MlirAttribute terms = tcNoAttr();
  int64_t rows = 0;
  for (size_t i = 0; i < s->inside.size; ++i) {
    MlirOperation stage = s->inside.data[i];
    if (!tcIsA(stage, "loop.contract") || tcStreamIsAcross(s, stage) ||
        !tcNames(tcAttrOf(stage, "iters"), s->iter))
      continue;
    terms = tcAttrOf(stage, "iters");
    rows += widthOf(s, stage, terms);
  }
  return BYTES * (ROWS * rows + SLOTS * length * streamedWidth(s, terms)) <=
         target->sharedBytes;
}

static bool isMultiple(MlirAttribute extent, int64_t of) {
  int64_t n;
  return !mlirAttributeIsNull(extent) && tcSizeAttrIsConstant(extent, &n) &&
         n % of == 0;
}

// The block of several products of either kind, or of two wide ones whose sums
// are only added up: a warp has 16 rows, and a
// thread its share of all sums and of a block's terms in registers of f32. On
// units of warp groups all these may be 160, or 192 where no block and no tile
// of two groups' rows is short; else they are 128, and the rows' operands 32
// registers of two narrow elements each: ptxas does not spill
// (test/gpu/spills_gradients.mlir). The tables in
// docs/ir/schedule-cases.md, "Attention backward", have the totals.
static int64_t lengthForMany(const TcTarget *target, const TcStream *s,
                             const Products *p) {
  enum { ROWS = 16, LANES = 32, FLOATS = 128, PAIRS = 32 };
  enum { GROUP_FLOATS = 160, PLAIN_FLOATS = 192, TILE_ROWS = 128 };
  int64_t floats = ROWS * (p->columns + p->makes * SHORT) / LANES;
  int64_t pairs = ROWS * p->steps / (2 * LANES);
  bool isPlain = isMultiple(tcExtentOf(s->kernel, s->iter), SHORT) &&
                 isMultiple(tcStreamSharers(s), TILE_ROWS);
  bool fits = hasGroups(target, s)
                  ? floats <= (isPlain ? PLAIN_FLOATS : GROUP_FLOATS) &&
                        fitShared(target, s, SHORT)
                  : floats <= FLOATS && pairs <= PAIRS;
  return fits ? SHORT : TILE;
}

// Blocks of f32: of factors that are split (lib/target/units.h) both parts of
// the terms are in registers beside the sums, so that with more than 64
// columns, or several contractions, blocks are shorter. A tile of 64 rows and
// two blocks fit in shared memory. On an H100, 4x16x4096 in blocks of 32 and
// 64, ms: heads of 64 with split factors 7.9 and 7.2, with rounded ones 2.6
// and 2.4; of 128 with rounded ones 5.3 and 4.9, with split ones 12.9 and 11.7,
// causal 6.7 and 9.0.
static bool isSplitLong(const TcTarget *target, const TcStream *s,
                        const Products *p) {
  enum { BYTES = 4, ROWS = 128, RING = 2 };
  TcStreamBounds bounds = tcStreamFindBounds(s);
  return !bounds.most.size && !bounds.least.size &&
         BYTES * (ROWS * p->steps + RING * SHORT * (p->steps + p->columns)) <=
             target->sharedBytes;
}

static int64_t lengthForF32(const TcTarget *target, const TcStream *s,
                            const Products *p) {
  enum { BYTES = 4, ROWS = 64, RING = 2, LEAST = 16 };
  bool splits = !tcAllowsTf32(firstProduct(s));
  bool isLarge = (splits && p->columns > SHORT && !isSplitLong(target, s, p)) ||
                 p->makes + p->sums > 2;
  int64_t length = isLarge ? TILE : SHORT;
  int64_t room = target->sharedBytes / BYTES - ROWS * p->steps;
  while (length > LEAST && RING * length * (p->steps + p->columns) > room)
    length /= 2;
  return length;
}

// Whether a GPU has code for sums that tasks share, if there are any: of warp
// groups, whole tiles of eight columns (passes/lower/gpu/stream_across.c).
static bool sharesSums(const TcTarget *target, const TcStream *s) {
  enum { TILE_COLUMNS = 8, MOST = 128, ALL = 256 };
  Products p = countProducts(s);
  if (!s->across.ptr)
    return true;
  int64_t n = countPoints(s, tcAttrOf(s->across, "iters"),
                          tcAttrOf(firstProduct(s), "iters"));
  return hasGroups(target, s) && n % TILE_COLUMNS == 0 && n <= MOST &&
         p.columns <= ALL && p.steps <= ALL;
}

// Whether the target has tile registers (AMX) for the products.
static bool hasTiles(const TcTarget *target, const TcStream *s) {
  MlirType factor = factorOf(s);
  return factor.ptr && tcTargetHasTiles(target, tcUnitElement(factor));
}

// Sums are stored, rescaled, and loaded again once a block. Where a mask bounds
// blocks long ones have more points that it excludes.
static int64_t lengthForTiles(const TcStream *s) {
  TcStreamBounds bounds = tcStreamFindBounds(s);
  return bounds.most.size || bounds.least.size ? tcNumber(cpu_stream_bounded)
                                               : tcNumber(cpu_stream_block);
}

// Units of warp groups get long blocks, since starting them, waiting, and
// rescaling sums is done once a block; unless blocks of LONG cover more than
// 5/4 of the points that blocks of SHORT would cover.
static int64_t lengthFor(const TcTarget *target, const TcStream *s) {
  int64_t n;
  if (s->across.ptr) // a warp group's rows: the points are those of its sums
    return SHORT;
  if (hasTiles(target, s))
    return lengthForTiles(s);
  Products products = countProducts(s);
  bool many = products.makes + products.sums > 2;
  MlirType factor = factorOf(s);
  if (target->backend->gpu && factor.ptr && mlirTypeIsAF32(factor))
    return lengthForF32(target, s, &products);
  bool isWide = hasGroups(target, s) && !s->shifts.size && !areNarrow(s);
  if (target->backend->gpu && (many || isWide))
    return lengthForMany(target, s, &products);
  if (!target->backend->gpu || !hasGroups(target, s) || !areNarrow(s))
    return SHORT;
  if (!tcSizeAttrIsConstant(tcExtentOf(s->kernel, s->iter), &n))
    return LONG;
  return (n + LONG - 1) / LONG * LONG > (n + SHORT - 1) / SHORT * SHORT * 5 / 4
             ? SHORT
             : LONG;
}

//===- Blocks -------------------------------------------------------------===//

// The length of blocks, at most `most`: as many blocks as of that length, of
// equal length, in whole tiles of matrix units if there are several, or if a
// single one runs in `tiles` of them; the last one may be shorter.
static int64_t evenLength(MlirAttribute extent, int64_t most, bool tiles) {
  int64_t n;
  if (!tcSizeAttrIsConstant(extent, &n) || n <= 0)
    return most;
  int64_t blocks = (n + most - 1) / most;
  int64_t each = (n + blocks - 1) / blocks;
  bool whole = (blocks > 1 || tiles) && most % TILE == 0;
  return whole ? (each + TILE - 1) / TILE * TILE : each;
}

bool tcStreamIsOpen(MlirOperation op) {
  return tcIsA(op, "loop.kernel") &&
         mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             op, mlirStringRefCreateFromCString("loop.schedule")));
}

// Rewrites a kernel; whether it runs in parts.
static bool cut(TcPass *pass, const TcTarget *target, TcStream *s) {
  int64_t block = tcPassGetOptionInt(pass, BLOCK);
  int64_t parts = tcPassGetOptionInt(pass, PARTS);
  int64_t length = block ? block : lengthFor(target, s);
  bool even = tcPassGetOptionBool(pass, EVEN), gpu = target->backend->gpu;
  if (!parts) {
    bool several = gpu && !even && !block && !s->across.ptr;
    parts = several ? tcStreamParts(s, target, SHORT) : 1;
    length = parts > 1 ? SHORT : length;
  }
  if (even)
    length =
        evenLength(tcExtentOf(s->kernel, s->iter), length, hasTiles(target, s));
  s->copyResults = gpu;
  s->favoursRows = gpu || hasTiles(target, s);
  return tcStreamBlocks(s, length, parts);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  int64_t count = 0, split = 0;
  TcTarget target;
  if (mlirLogicalResultIsFailure(
          tcPassReadTarget(pass, module, -1, OTHERWISE, &target)))
    return mlirLogicalResultFailure();
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcArena arena = {0};
    TcStream s;
    if (tcStreamIsOpen(op) && tcStreamAnalyse(&arena, op, &s) &&
        sharesSums(&target, &s) &&
        (tcStreamHasProducts(&s) || tcPassGetOptionBool(pass, ALL))) {
      split += cut(pass, &target, &s);
      ++count;
    }
    tcArenaFree(&arena);
  }
  tcPassAddStatistic(pass, 0, count);
  tcPassAddStatistic(pass, 1, split);
  return mlirLogicalResultSuccess();
}

static const TcPassOption options[] = {
    {"block", TC_OPTION_INT, "0",
     "points of the iterator in a block at most; 0: as suits the target"},
    {"all", TC_OPTION_BOOL, "false",
     "every kernel that allows it, not only those with two products"},
    {"even", TC_OPTION_BOOL, "true",
     "blocks of equal length, shorter than `block` where that is so"},
    {"otherwise", TC_OPTION_STRING, "host",
     "the target of a module that names none"},
    {"parts", TC_OPTION_INT, "0",
     "launches run so many parts of the blocks beside each other, and merge "
     "them, where they are equal; 0: as suits the target"}};
static const TcPassStatistic statistics[] = {
    {"streamed", "kernels that run over blocks"},
    {"split", "of them those of which two are made: parts, and their merge"}};
static const char *const dependents[] = {"loop", "prim", NULL};
const TcPassInfo tcPassLoopStream = {
    .argument = "loop-stream",
    .summary = "Cut reductions that depend on each other into carried blocks",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 5,
    .statistics = statistics,
    .numStatistics = 2,
    .dependentDialects = dependents,
    .run = run};
