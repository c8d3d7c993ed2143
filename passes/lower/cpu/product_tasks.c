// How a product is cut into tasks of tiles and panels, and what memory a task
// needs: as its schedule says, or chosen. See product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/tiles.h"

//===- Tiles and tasks ----------------------------------------------------===//

static int64_t atLeast(int64_t x, int64_t low) { return x < low ? low : x; }
static int64_t atMost(int64_t x, int64_t high) { return x > high ? high : x; }

void tcProductCutRows(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  int64_t n;
  p->numRows = tcCpuProduct(a, k, &p->rows);
  p->numTiles = tcSizeCeilDiv(a, p->numRows, tcSizeConst(a, p->height));
  p->fixedRows = tcSizeIsConst(p->numRows, &n) && p->segments < 0;
  if (!p->fixedRows)
    return;
  int64_t tiles = atLeast(tcCeilDiv(n, p->height), 1);
  p->shortHeight = n / tiles;
  p->tall = n % tiles;
}

bool tcProductIsPacked(const TcProduct *p) {
  return p->packed || p->packsAhead;
}

static void countTasks(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  const TcSize *n = tcCpuProduct(a, k, &p->batch);
  n = tcSizeMul(a, n, tcSizeCeilDiv(a, p->numPanels, p->taskPanels));
  n = tcSizeMul(a, n, tcSizeCeilDiv(a, p->numTiles, p->taskTiles));
  p->numTotals = tcSizeMul(a, n, tcSizeConst(a, p->numInside));
  p->numTasks = tcSizeMul(a, n, tcSizeConst(a, p->parts ? p->parts : 1));
}

int64_t tcProductRowElement(const TcProduct *p) {
  return tcCpuBytes(tcProductTileUnit(p) ? p->rowFactor->value->element
                                         : p->element);
}

//===- Memory of a task ---------------------------------------------------===//

static const TcSize *align(TcArena *a, const TcSize *bytes) {
  const TcSize *line = tcSizeConst(a, 64);
  return tcSizeMul(a, tcSizeCeilDiv(a, bytes, line), line);
}

// Additional scratch of tile registers: their configuration block, copies of
// the last, partial tiles of rows and columns, a block's sums, and packed rows.
static const TcSize *tileBytes(TcCpuKernel *k, TcProduct *p, const TcSize *at) {
  TcArena *a = k->arena;
  p->configAt = at;
  at = tcSizeAdd(a, at, tcSizeConst(a, p->unit->tiles->configBytes));
  p->waitAt = at;
  at = tcSizeAdd(a, at, tcSizeConst(a, TC_PRODUCT_LINE));
  p->tailAt = at;
  if (p->tail)
    at = tcSizeAdd(a, at,
                   tcSizeConst(a, tcTileBytes(p->unit) *
                                      (TC_PRODUCT_TILES +
                                       p->vectors * tcProductSlices(p))));
  p->blockAt = at;
  if (tcProductAddsBlocks(k, p))
    at = tcSizeAdd(a, at,
                   tcSizeConst(a, tcProductRoom(p) * tcProductWidth(p) *
                                      tcCpuBytes(p->element)));
  p->rowsAt = p->stripAt = at;
  if (p->strips)
    return tcSizeAdd(a, at, tcSizeConst(a, tcProductStripBytes(k, p)));
  if (p->rowStride || p->rowsAcross)
    return at;
  p->rowBytes = tcSizeMul(
      a, p->stepTiles, tcSizeConst(a, TC_PRODUCT_TILES * tcTileBytes(p->unit)));
  return tcSizeAdd(a, at, tcSizeMul(a, p->rowBytes, p->taskTiles));
}

int64_t tcProductRoom(const TcProduct *p) {
  return atLeast(p->height, TC_PRODUCT_MAX_HEIGHT);
}

// Of a panel that a task packs, where sums have `bytes`.
static int64_t panelElement(const TcProduct *p, int64_t bytes) {
  return tcProductSlices(p) > 1 ? tcProductPackedBytes(p) : bytes;
}

static void measureScratch(TcCpuKernel *k, TcProduct *p, int64_t bytes) {
  TcArena *a = k->arena;
  int64_t rows = 0;
  for (size_t i = 0; i < p->maps.size; ++i)
    rows += (int64_t)p->maps.data[i]->results.size;
  const TcSize *inner = k->iters.data[tcVecLast(&p->over)].most;
  const TcSize *steps = tcProductPackedSteps(k, p);
  const TcSize *size = tcSizeConst(a, bytes);
  const TcSize *tiles =
      p->parts         ? tcSizeConst(a, 1)
      : p->blocks.size ? tcSizeMul(a, tcSizeMul(a, p->taskTiles, p->taskPanels),
                                   tcSizeConst(a, p->numInside))
                       : tcSizeConst(a, p->rowsBetween ? 2 : 1);
  p->restAt = tcSizeMul(
      a, tiles, tcSizeConst(a, tcProductRoom(p) * tcProductWidth(p) * bytes));
  p->fillAt = tcSizeAdd(
      a, p->restAt,
      tcSizeConst(a, rows * tcProductWidth(p) * TC_PRODUCT_MAX_BYTES));
  p->panelAt = p->fillAt;
  if (p->filled)
    p->panelAt = tcSizeAdd(a, p->fillAt, align(a, tcSizeMul(a, inner, size)));
  if (tcProductTileUnit(p))
    p->panelAt = tileBytes(k, p, p->panelAt);
  if (p->packsRows || p->flips) {
    p->rowsAt = p->panelAt;
    const TcSize *packed =
        tcProductPacksRowsOfTile(p) ? tcSizeConst(a, 1) : p->taskTiles;
    p->panelAt = tcSizeAdd(a, p->rowsAt, tcSizeMul(a, p->rowBytes, packed));
  }
  if (p->lines) {
    p->stripAt = p->panelAt;
    p->panelAt =
        tcSizeAdd(a, p->stripAt, tcSizeConst(a, tcProductLineBytes(k, p)));
  }
  p->scratchBytes = p->panelAt;
  if (tcProductIsPacked(p) || p->windows)
    return;
  p->panelBytes =
      tcSizeMul(a, tcSizeAdd(a, steps, tcSizeConst(a, p->shiftSteps)),
                tcSizeConst(a, tcProductWidth(p) * panelElement(p, bytes)));
  bool all = p->panelsInner && p->panelsTogether == 1;
  const TcSize *panels = all ? p->taskPanels
                         : p->packingBetween
                             ? tcSizeConst(a, TC_PRODUCT_TURNS)
                             : tcSizeConst(a, p->panelsTogether);
  p->scratchBytes =
      tcSizeAdd(a, p->panelAt, tcSizeMul(a, p->panelBytes, panels));
}

// Panels that a task packs at once, or that are inside of its tiles, where 1
// says all of them: as the schedule says, or chosen.
static int64_t panelsTogether(TcCpuKernel *k, const TcTarget *target,
                              const TcProduct *p) {
  if (!tcProductPacksTogether(k, p) && !tcProductGroupsPanels(p))
    return 1;
  int64_t n =
      p->given ? p->given->together : p->chooser->together(k, target, p);
  return atLeast(atMost(n, p->panelsPerTask), 1);
}

void tcProductSetTiles(TcCpuKernel *k, TcProduct *p, int64_t tiles) {
  p->tilesPerTask = tiles;
  p->taskTiles = tcSizeConst(k->arena, tiles);
}

void tcProductCutTasks(TcCpuKernel *k, const TcTarget *target, TcProduct *p) {
  p->numInside = p->numInside ? p->numInside : 1;
  if (p->given)
    tcProductTakeDivision(k, p);
  else
    p->chooser->tasks(k, target, p);
  if (p->strips || p->lines)
    tcProductSetTiles(k, p, tcProductStripTiles(k, p, p->tilesPerTask));
  if (p->lines)
    tcProductPlaceLines(k, p);
  tcProductShareSteps(k, target, p);
  p->panelsTogether = panelsTogether(k, target, p);
  countTasks(k, p);
  measureScratch(k, p, tcCpuBytes(p->element));
}
