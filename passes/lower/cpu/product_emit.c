// Emits the tasks of a product. See product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

static int64_t atMost(int64_t x, int64_t high) { return x > high ? high : x; }

//===- Tiles --------------------------------------------------------------===//

typedef struct Range {
  MlirValue low, high;
} Range;

// Packs rows of a tile, or computes it.
typedef bool EmitTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                      int64_t height);

// Where the packed rows of a tile are: those of a task, or of the tile alone.
static MlirValue rowsOfTile(TcEmit *e, const TcProduct *p,
                            const TcTileSite *site, MlirValue number) {
  const int32_t dynamic = INT32_MIN;
  if (tcProductPacksRowsOfTile(p))
    return tcProductScratch(e, p->rowsAt);
  MlirValue at = tcArithMuli(&e->b, tcArithSubi(&e->b, number, site->firstTile),
                             tcEmitExpr(e, p->rowBytes));
  return tcLlvmGetelementptr(&e->b, e->ptr, tcProductScratch(e, p->rowsAt), 1,
                             &at, 1, &dynamic, e->i8);
}

// Where the sums of a tile wait for those of the next block: in scratch, by
// the inner batch, tiles and panels of the task, or among those of its part.
static MlirValue sumsOfTile(TcEmit *e, const TcProduct *p,
                            const TcTileSite *site, MlirValue number) {
  const int32_t dynamic = INT32_MIN;
  if (p->parts)
    return tcProductPartialSums(e, p, e->iters[p->part], number,
                                e->iters[p->panel]);
  MlirValue tile = tcArithSubi(&e->b, number, site->firstTile);
  MlirValue panel = tcArithSubi(&e->b, e->iters[p->panel], site->panels[0]);
  tile = tcArithAddi(&e->b, tile,
                     tcArithMuli(&e->b, tcProductInsideNumber(e, p),
                                 tcEmitExpr(e, p->taskTiles)));
  MlirValue at = tcArithAddi(
      &e->b, tcArithMuli(&e->b, tile, tcEmitExpr(e, p->taskPanels)), panel);
  int64_t size = tcProductRoom(p) * tcProductWidth(p);
  at = tcArithMuli(&e->b, at, tcEmitI64(e, size));
  return tcLlvmGetelementptr(&e->b, e->ptr, e->scratch, 1, &at, 1, &dynamic,
                             p->element);
}

static EmitTile tileOfPanels;

// Sets what a site has of tile number `number`, whose first row it has as if it
// were counted from the first of all tiles.
static void enterTile(TcEmit *e, const TcProduct *p, TcTileSite *site,
                      MlirValue number) {
  tcProductEnterSegment(e, p, site);
  if (site->origin.ptr)
    site->firstRow = tcArithAddi(&e->b, site->firstRow, site->origin);
  if (p->rowBytes)
    site->packedRows = rowsOfTile(e, p, site, number);
  if (p->blocks.size || p->parts)
    site->sums = sumsOfTile(e, p, site, number);
  site->tile = tcArithSubi(&e->b, number, site->firstTile);
}

// Tiles low..high of one height, the first of which starts at row
// number * height + shift.
static bool overTiles(TcEmit *e, const TcProduct *p, TcTileSite *site,
                      EmitTile *emit, Range tiles, int64_t height,
                      int64_t shift) {
  if (tcProductTileUnit(p) && !site->isLast &&
      (emit == tcProductEmitTile || emit == tileOfPanels))
    tcProductConfigure(e, p, tcEmitI64(e, height));
  TcLoop loop = tcEmitFor(e, tiles.low, tiles.high, 1, -1, 0, NULL);
  MlirValue number = mlirBlockGetArgument(loop.body, 0);
  site->firstRow =
      tcArithAddi(&e->b, tcArithMuli(&e->b, number, tcEmitI64(e, height)),
                  tcEmitI64(e, shift));
  enterTile(e, p, site, number);
  bool ok = emit(e, p, site, height);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

// The last tile, of `rest` rows, if these are more than `above` and at most
// `height`.
static bool lastTile(TcEmit *e, const TcProduct *p, TcTileSite *site,
                     EmitTile *emit, MlirValue rest, int64_t above,
                     int64_t height) {
  MlirValue more = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGT, rest,
                               tcEmitI64(e, above));
  MlirValue few = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, rest,
                              tcEmitI64(e, height));
  TcLoop then = tcEmitIf(e, tcArithAndi(&e->b, more, few));
  bool ok = emit(e, p, site, height);
  tcEmitIfEnd(e, &then);
  return ok;
}

// Where the number of rows is known at the launch only: tiles of full height,
// then the last one, in the next power of two of rows, or in tile registers.
static bool tilesAndRest(TcEmit *e, const TcProduct *p, TcTileSite *site,
                         EmitTile *emit, Range tiles) {
  MlirValue height = tcEmitI64(e, p->height);
  MlirValue rows = tcProductEndOfRows(e, p, site);
  if (site->origin.ptr)
    rows = tcArithSubi(&e->b, rows, site->origin);
  MlirValue whole = tcArithDivui(&e->b, rows, height);
  Range full = {tiles.low, tcArithMinsi(&e->b, tiles.high, whole)};
  bool ok = overTiles(e, p, site, emit, full, p->height, 0);
  MlirValue isLast =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGT, tiles.high, whole);
  TcLoop then = tcEmitIf(e, isLast);
  site->firstRow = tcArithMuli(&e->b, whole, height);
  site->isLast = true;
  MlirValue rest = tcArithSubi(&e->b, rows, site->firstRow);
  enterTile(e, p, site, whole);
  for (int64_t above = 0, most = tcProductTileUnit(p) ? p->height : 1;
       ok && above < p->height; most *= 2) {
    most = atMost(most, p->height);
    ok = lastTile(e, p, site, emit, rest, above, most);
    above = most;
  }
  site->isLast = false;
  tcEmitIfEnd(e, &then);
  return ok;
}

static bool allTiles(TcEmit *e, const TcProduct *p, TcTileSite *site,
                     EmitTile *emit, Range tiles) {
  if (!p->fixedRows && (!tcProductTileUnit(p) || site->origin.ptr))
    return tilesAndRest(e, p, site, emit, tiles);
  site->isLast = !p->fixedRows;
  if (!p->fixedRows)
    return overTiles(e, p, site, emit, tiles, p->height, 0);
  if (!p->tall)
    return overTiles(e, p, site, emit, tiles, p->shortHeight, 0);
  MlirValue tall = tcEmitI64(e, p->tall);
  Range upper = {tiles.low, tcArithMinsi(&e->b, tiles.high, tall)};
  Range lower = {tcArithMaxsi(&e->b, tiles.low, tall), tiles.high};
  return overTiles(e, p, site, emit, upper, p->shortHeight + 1, 0) &&
         overTiles(e, p, site, emit, lower, p->shortHeight, p->tall);
}

// What is done for each tile's rows before.
static EmitTile *packsFor(const TcProduct *p) {
  return p->along       ? tcProductPackAlong
         : p->inRuns    ? tcProductPackRuns
         : p->packsRows ? tcProductPackRowElements
         : p->flips     ? tcProductSumRows
                        : tcProductPackRows;
}

// Where the task's panel number e->iters[p->panel] is, of those that it packs
// before all tiles.
static MlirValue ownPanel(TcEmit *e, const TcProduct *p,
                          const TcTileSite *site) {
  if (p->packsAhead)
    return tcProductPanelAhead(e, p);
  MlirValue number = tcArithSubi(&e->b, e->iters[p->panel], site->panels[0]);
  return tcEmitAt(e, tcProductScratch(e, p->panelAt), e->i8,
                  tcArithMuli(&e->b, number, tcEmitExpr(e, p->panelBytes)));
}

static void packOwnPanels(TcEmit *e, const TcProduct *p,
                          const TcTileSite *site) {
  TcLoop loop =
      tcEmitFor(e, site->panels[0], site->panels[1], 1, p->panel, 0, NULL);
  tcProductPackPanel(e, p, ownPanel(e, p, site));
  tcEmitForEnd(e, &loop, 0, NULL);
}

// The tile in each of the task's panels, or of a group of them.
static bool tileOfPanels(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                         int64_t height) {
  TcTileSite here = *site;
  bool packs = p->rowBytes && tcProductPacksRowsOfTile(p);
  bool ok = !packs || packsFor(p)(e, p, site, height);
  TcLoop loop =
      tcEmitFor(e, site->panels[0], site->panels[1], 1, p->panel, 0, NULL);
  if (!p->packed)
    here.panelBase = ownPanel(e, p, site);
  ok = ok && tcProductEmitTile(e, p, &here, height);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

// A panel that points of a window share.
static bool sharedPanel(TcEmit *e, const TcProduct *p, TcTileSite *site,
                        Range tiles) {
  MlirValue panel =
      tcProductPackShifted(e, p, site, tcProductScratch(e, p->panelAt));
  TcLoop loop = tcProductForShifted(e, p, panel, &site->panelBase);
  bool ok = allTiles(e, p, site, tcProductEmitTile, tiles);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

static bool onePanel(TcEmit *e, const TcProduct *p, TcTileSite *site,
                     Range tiles) {
  tcProductEnterSegment(e, p, site);
  if (p->shift.every)
    return sharedPanel(e, p, site, tiles);
  if (p->packingBetween) {
    tcProductEnterPanel(e, p, site);
    bool ok = allTiles(e, p, site, tcProductEmitTile, tiles);
    tcProductPackRest(e, p, site, tcArithSubi(&e->b, tiles.high, tiles.low));
    return ok;
  }
  if (p->packed) {
    site->panelBase = e->buffers[p->columnFactor->value->arg];
  } else if (p->packsAhead) {
    site->panelBase = tcProductPanelAhead(e, p);
  } else if (!p->windows) {
    site->panelBase =
        tcProductPackPanels(e, p, site, tcProductScratch(e, p->panelAt));
  }
  return allTiles(e, p, site, tcProductEmitTile, tiles);
}

//===- Tasks --------------------------------------------------------------===//

// Group number `group` of `n` things, `each` at a time.
static Range groupOf(TcEmit *e, MlirValue group, const TcSize *n,
                     const TcSize *each) {
  MlirValue size = tcEmitExpr(e, each);
  MlirValue low = tcArithMuli(&e->b, group, size);
  MlirValue high = tcArithAddi(&e->b, low, size);
  return (Range){low, tcArithMinsi(&e->b, high, tcEmitExpr(e, n))};
}

// *number modulo `n`; divides it.
static MlirValue takeDigit(TcEmit *e, MlirValue *number, const TcSize *n) {
  MlirValue by = tcEmitExpr(e, n);
  MlirValue digit = tcArithRemui(&e->b, *number, by);
  *number = tcArithDivui(&e->b, *number, by);
  return digit;
}

// What rows outside read: a run of fills.
static void fillRun(TcEmit *e, const TcProduct *p) {
  const TcCpuRead *r = p->rowFactor;
  MlirType element = r->value->element;
  const TcSize *one = tcSizeConst(e->arena, 1);
  int inner = tcVecLast(&p->over);
  TcPlace place = {.base = tcProductScratch(e, p->fillAt), .strides = &one};
  MlirValue n = tcEmitExpr(e, e->k->iters.data[inner].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, inner, 0, NULL);
  tcEmitStore(e, &place, element, 1, &e->k->iters.data[inner].symbol,
              tcEmitConstant(e, r->fill, element));
  tcEmitForEnd(e, &loop, 0, NULL);
}

// All panels, at each point of the inner batch.
static bool allPanels(TcEmit *e, const TcProduct *p, TcTileSite *site,
                      Range tiles, size_t level) {
  bool inner = level == p->inside.size;
  int iter = inner ? p->panel : p->inside.data[level];
  Range all = {site->panels[0], site->panels[1]};
  if (!inner && p->shift.every && iter == p->shift.iter)
    all = (Range){tcEmitI64(e, 0), tcEmitI64(e, p->shift.every)};
  else if (!inner)
    all =
        (Range){tcEmitI64(e, 0), tcEmitExpr(e, e->k->iters.data[iter].extent)};
  TcLoop loop = tcEmitFor(e, all.low, all.high, 1, iter, 0, NULL);
  bool ok = inner ? onePanel(e, p, site, tiles)
                  : allPanels(e, p, site, tiles, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

// Packs the task's rows, then each panel before its tiles.
static bool rowsAndPanels(TcEmit *e, const TcProduct *p, TcTileSite *site,
                          Range tiles) {
  bool ok = true;
  if (p->strips)
    tcProductCopyStrip(e, p, site, tiles.low);
  if (p->lineStride || (p->rowsAcross && !p->along && !p->inRuns))
    tcProductPackAcross(e, p, tiles.low, tiles.high);
  else if (p->rowBytes)
    ok = allTiles(e, p, site, packsFor(p), tiles);
  return ok && allPanels(e, p, site, tiles, 0);
}

// Block by block, the loops from number `level` on.
static bool overBlocks(TcEmit *e, const TcProduct *p, TcTileSite *site,
                       Range tiles, size_t level) {
  if (level == p->blocks.size)
    return rowsAndPanels(e, p, site, tiles);
  MlirValue first = site->isFirstBlock, last = site->isLastBlock;
  int iter = p->blocks.data[level];
  MlirValue zero = tcEmitI64(e, 0);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  MlirValue end = tcArithSubi(&e->b, n, tcEmitI64(e, 1));
  TcLoop loop = tcEmitFor(e, zero, n, 1, iter, 0, NULL);
  MlirValue at = e->iters[iter];
  site->isFirstBlock =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, at, zero);
  site->isLastBlock = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, at, end);
  if (level) {
    site->isFirstBlock = tcArithAndi(&e->b, site->isFirstBlock, first);
    site->isLastBlock = tcArithAndi(&e->b, site->isLastBlock, last);
  }
  bool ok = overBlocks(e, p, site, tiles, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

// Where the task is; what is left of its number is which part.
static TcTileSite enterTask(TcEmit *e, const TcProduct *p, MlirValue *task,
                            Range *tiles) {
  MlirValue tile =
      takeDigit(e, task, tcSizeCeilDiv(e->arena, p->numTiles, p->taskTiles));
  MlirValue panel =
      takeDigit(e, task, tcSizeCeilDiv(e->arena, p->numPanels, p->taskPanels));
  for (size_t i = p->batch.size; i-- > 0;) {
    int iter = p->batch.data[i];
    e->iters[iter] = takeDigit(e, task, e->k->iters.data[iter].extent);
  }
  for (size_t i = 0; i < p->ones.size; ++i)
    e->iters[p->ones.data[i]] = tcEmitI64(e, 0);
  *tiles = groupOf(e, tile, p->numTiles, p->taskTiles);
  Range panels = groupOf(e, panel, p->numPanels, p->taskPanels);
  return (TcTileSite){.sums = e->scratch,
                      .rest = tcProductScratch(e, p->restAt),
                      .fills = tcProductScratch(e, p->fillAt),
                      .firstTile = tiles->low,
                      .panels = {panels.low, panels.high}};
}

bool tcProductEmitTotals(TcEmit *e, const TcProduct *p, MlirValue task) {
  for (size_t i = p->inside.size; i-- > 0;) {
    int iter = p->inside.data[i];
    e->iters[iter] = takeDigit(e, &task, e->k->iters.data[iter].extent);
  }
  Range tiles;
  TcTileSite site = enterTask(e, p, &task, &tiles);
  e->iters[p->part] = tcEmitI64(e, 0);
  TcLoop loop =
      tcEmitFor(e, site.panels[0], site.panels[1], 1, p->panel, 0, NULL);
  bool ok = allTiles(e, p, &site, tcProductEmitTotal, tiles);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

// Each tile in all of the site's panels.
static bool panelsInTiles(TcEmit *e, const TcProduct *p, TcTileSite *site,
                          Range tiles) {
  if (!p->packed && !p->packsAhead)
    packOwnPanels(e, p, site);
  return allTiles(e, p, site, tileOfPanels, tiles);
}

// The same in a group of panels before the next one.
static bool overGroups(TcEmit *e, const TcProduct *p, const TcTileSite *task,
                       Range tiles) {
  TcTileSite site = *task;
  int64_t each = p->panelsTogether;
  TcLoop loop =
      tcEmitFor(e, task->panels[0], task->panels[1], each, -1, 0, NULL);
  MlirValue first = mlirBlockGetArgument(loop.body, 0);
  MlirValue end = tcArithAddi(&e->b, first, tcEmitI64(e, each));
  site.panels[0] = first;
  site.panels[1] = tcArithMinsi(&e->b, end, task->panels[1]);
  bool ok = panelsInTiles(e, p, &site, tiles);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

static bool tilesAndPanels(TcEmit *e, const TcProduct *p, TcTileSite *site,
                           Range tiles) {
  if (!p->panelsInner)
    return overBlocks(e, p, site, tiles, 0);
  if (p->rowBytes && !tcProductPacksRowsOfTile(p))
    tcProductPackAcross(e, p, tiles.low, tiles.high);
  site->panelBase = e->buffers[p->columnFactor->value->arg];
  return p->panelsTogether > 1 ? overGroups(e, p, site, tiles)
                               : panelsInTiles(e, p, site, tiles);
}

static bool segmentOfTask(TcEmit *e, const TcProduct *p, TcTileSite *site) {
  MlirValue rows = tcArithSubi(&e->b, site->endRow, site->origin);
  MlirValue height = tcEmitI64(e, p->height);
  MlirValue all = tcArithAddi(&e->b, rows, tcEmitI64(e, p->height - 1));
  Range tiles = {tcEmitI64(e, 0), tcArithDivui(&e->b, all, height)};
  tcProductEnterSegment(e, p, site);
  return tilesAndPanels(e, p, site, tiles);
}

// The rows of a task's tiles, as a site of all its segments.
static bool allSegments(TcEmit *e, const TcProduct *p, TcTileSite *site,
                        Range tiles) {
  MlirValue height = tcEmitI64(e, p->height);
  site->origin = tcArithMuli(&e->b, tiles.low, height);
  site->endRow = tcArithMinsi(&e->b, tcArithMuli(&e->b, tiles.high, height),
                              tcEmitExpr(e, p->numRows));
  return tcProductEmitSegments(e, p, site, segmentOfTask);
}

bool tcProductEmitTask(TcEmit *e, const TcProduct *p, MlirValue task) {
  Range tiles;
  TcTileSite site = enterTask(e, p, &task, &tiles);
  if (p->parts)
    e->iters[p->part] = task;
  if (p->filled && !p->together)
    fillRun(e, p);
  if (tcProductTileUnit(p) && p->tail)
    tcProductClearTail(e, p);
  if (p->rowsBetween)
    tcProductStartOverlap(e, p);
  if (p->lines)
    tcProductCopyLines(e, p, &site, tiles.low);
  bool ok = p->segments < 0 ? tilesAndPanels(e, p, &site, tiles)
                            : allSegments(e, p, &site, tiles);
  return ok && (!p->rowsBetween || tcProductEndOverlap(e, p, &site));
}
