// loop-stream: in kernels where a product reads reductions over the same
// iterator as its own, splits that iterator into blocks, so that the
// intermediate values never exist as a whole.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/pass.h"
#include "lib/ir/sizes.h"
#include "passes/schedule/pass_target.h"
#include "target/units.h"

#include "mlir-c/BuiltinAttributes.h"

enum { BLOCK, ALL, EVEN, OTHERWISE };
enum { TILE = 32, SHORT = 64, LONG = 128 };

//===- Lengths ------------------------------------------------------------===//

// What of `iters` is not in `but` has at most LONG points.
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

// Whether both products leave registers for the terms of a long block.
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

// How many products make terms, of how many steps in all, and how many sum
// them, of how many columns in all.
typedef struct Products {
  int64_t makes, steps, sums, columns;
} Products;

// Points of these iterators, without those in `but`.
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
    if (!tcIsA(stage, "loop.contract"))
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

// Of several products of either kind, with 16 rows in a warp, a thread has all
// terms of a block in registers, all sums, and the narrow elements of rows that
// terms are made of: test/gpu/spills_gradients.mlir.
static int64_t lengthForMany(const Products *p) {
  enum { ROWS = 16, LANES = 32, WIDE = 128, NARROW = 32 };
  int64_t wide = ROWS * (p->columns + p->makes * SHORT) / LANES;
  int64_t narrow = ROWS * p->steps / (2 * LANES);
  return wide <= WIDE && narrow <= NARROW ? SHORT : TILE;
}

// A unit that works on terms in registers while threads compute others.
static bool hasGroups(const TcTarget *target) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (u->rows == TC_UNIT_EITHER && tcTargetHasUnit(target, u))
      return true;
  return false;
}

// What such a unit is begun with, waits for, and rescales, it does once a
// block: long ones, but where these are mostly empty.
static int64_t lengthFor(const TcTarget *target, const TcStream *s) {
  int64_t n;
  Products products = countProducts(s);
  if (target->backend->gpu && products.makes + products.sums > 2)
    return lengthForMany(&products);
  if (!target->backend->gpu || !hasGroups(target) || !areNarrow(s))
    return SHORT;
  if (!tcSizeAttrIsConstant(tcExtentOf(s->kernel, s->iter), &n))
    return LONG;
  return (n + LONG - 1) / LONG * LONG > (n + SHORT - 1) / SHORT * SHORT * 5 / 4
             ? SHORT
             : LONG;
}

//===- Blocks -------------------------------------------------------------===//

// The block length: blocks of equal length, no more than with length `most`, in
// whole tiles of matrix units if there are several blocks; the last one may be
// shorter.
static int64_t blockOf(MlirAttribute extent, int64_t most) {
  int64_t n;
  if (!tcSizeAttrIsConstant(extent, &n) || n <= 0)
    return most;
  int64_t blocks = (n + most - 1) / most;
  int64_t each = (n + blocks - 1) / blocks;
  bool tiles = blocks > 1 && most % TILE == 0;
  return tiles ? (each + TILE - 1) / TILE * TILE : each;
}

// A kernel with a schedule is left as its author wants it.
static bool isOpen(MlirOperation op) {
  return tcIsA(op, "loop.kernel") &&
         mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             op, mlirStringRefCreateFromCString("loop.schedule")));
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  int64_t block = tcPassGetOptionInt(pass, BLOCK), count = 0;
  bool even = tcPassGetOptionBool(pass, EVEN);
  TcTarget target;
  if (mlirLogicalResultIsFailure(
          tcPassReadTarget(pass, module, -1, OTHERWISE, &target)))
    return mlirLogicalResultFailure();
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcArena arena = {0};
    TcStream s;
    if (isOpen(op) && tcStreamAnalyse(&arena, op, &s) &&
        (tcStreamHasProducts(&s) || tcPassGetOptionBool(pass, ALL))) {
      int64_t most = block ? block : lengthFor(&target, &s);
      tcStreamBlocks(&s, even ? blockOf(tcExtentOf(op, s.iter), most) : most);
      ++count;
    }
    tcArenaFree(&arena);
  }
  tcPassAddStatistic(pass, 0, count);
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
     "the target of a module that names none"}};
static const TcPassStatistic statistics[] = {
    {"streamed", "kernels that run over blocks"}};
static const char *const dependents[] = {"loop", "prim", NULL};
const TcPassInfo tcPassLoopStream = {
    .argument = "loop-stream",
    .summary = "Cut reductions that depend on each other into carried blocks",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 4,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
