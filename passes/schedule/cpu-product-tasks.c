// How a product in tiles is cut into tasks, where no schedule says so: tiles
// and panels of a task, which loop is inside, whether panels are packed ahead,
// and how many at once. See cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "lib/cost/estimate.h"
#include "lib/cost/numbers.h"

static int64_t atLeast(int64_t x, int64_t low) { return x < low ? low : x; }
static int64_t atMost(int64_t x, int64_t high) { return x > high ? high : x; }

//===- Limits -------------------------------------------------------------===//

// Limits for dividing work into tasks. Tile registers are so much faster than
// memory that rows are read, or packed, for as many panels as leave work for
// all cores (bench/products.py: twice instead of 8 times for 1568 x 256 x
// 1024).
typedef struct Cuts {
  int64_t rowsBytes; // of a task's rows, so that they stay in the cache
  int64_t tiles;     // of rows of a task, at least
  int64_t panels;    // of a task, at most
  int64_t tasks;     // that keep the machine busy
  int64_t work;      // multiplications of a task, at least
} Cuts;

// Bytes of rows that stay in the second cache beside the panels.
static int64_t nearBytes(const TcTarget *target) {
  return atLeast(target->l2Bytes / 4, tcNumber(cpu_rows_bytes));
}

static Cuts cutsFor(const TcProduct *p, const TcTarget *target) {
  enum { VECTOR_RATE = 32, VECTORS = 2 }; // of the panels that numbers mean
  const TcUnit *u = tcProductTileUnit(p);
  int64_t wide = atLeast(p->vectors / VECTORS, 1);
  Cuts c = {nearBytes(target),
            wide * (tcProductIsPacked(p) || p->windows
                        ? tcNumber(cpu_row_tiles)
                        : tcNumber(cpu_pack_tiles)),
            atLeast(tcNumber(cpu_task_panels) / wide, 1),
            tcNumber(cpu_product_tasks), tcNumber(cpu_product_work)};
  if (!u)
    return c;
  c.rowsBytes = atLeast(target->l2Bytes / 2, tcNumber(cpu_rows_bytes));
  c.tiles = tcProductIsPacked(p) ? 1 : tcNumber(cpu_unit_pack_tiles);
  c.panels = tcNumber(cpu_unit_panels);
  c.tasks = target->cores ? tcNumber(cpu_core_tasks) * target->cores
                          : tcNumber(cpu_product_tasks);
  c.work = tcNumber(cpu_product_work) * (u->rate / VECTOR_RATE);
  return c;
}

static int64_t stepsOf(TcCpuKernel *k, const TcProduct *p) {
  return atLeast(tcEstimate(tcCpuProduct(k->arena, k, &p->over), k->guess), 1);
}

static int64_t weightBytes(TcCpuKernel *k, const TcProduct *p) {
  return atLeast(tcEstimate(p->numPanels, k->guess), 1) * tcProductWidth(p) *
         stepsOf(k, p) * tcCpuBytes(p->columnFactor->value->element);
}

// Whether tasks copy their rows to where tile registers read them.
static bool copiesRows(const TcProduct *p) {
  return tcProductTileUnit(p) && !p->rowsAcross && (p->strips || !p->rowStride);
}

// The same for vectors: lines are copied once for all panels of a task, which
// packs these, too.
static bool copiesLines(const TcProduct *p) {
  return p->lines && !tcProductIsPacked(p);
}

//===- Sizes --------------------------------------------------------------===//

// What is divided: where sizes have symbols, the tasks of each launch follow
// from its own sizes, as they would if these were known. Which loop is inside,
// and whether panels are packed ahead, is one choice for all sizes.
typedef struct Space {
  TcArena *arena;
  const TcSize *tiles, *panels, *batch; // panels at least 1
} Space;

static const TcSize *least(const Space *s, const TcSize *x, int64_t low) {
  return tcSizeMax(s->arena, x, tcSizeConst(s->arena, low));
}

static const TcSize *most(const Space *s, const TcSize *x, int64_t high) {
  return tcSizeMin(s->arena, x, tcSizeConst(s->arena, high));
}

static const TcSize *times(const Space *s, const TcSize *x, int64_t by) {
  return tcSizeMul(s->arena, x, tcSizeConst(s->arena, by));
}

static const TcSize *groupsOf(const Space *s, const TcSize *n, int64_t each) {
  return tcSizeCeilDiv(s->arena, n, tcSizeConst(s->arena, each));
}

// How many each of so many groups has, at most; at least 1.
static const TcSize *shareOf(const Space *s, const TcSize *n,
                             const TcSize *groups) {
  return least(s, tcSizeCeilDiv(s->arena, n, least(s, groups, 1)), 1);
}

// The same in groups that are as equal as they can be, of at most `each`, which
// is at least 1.
static const TcSize *evenly(const Space *s, const TcSize *n,
                            const TcSize *each) {
  return shareOf(s, n, tcSizeCeilDiv(s->arena, n, each));
}

static Space spaceOf(TcCpuKernel *k, const TcProduct *p) {
  Space s = {.arena = k->arena, .tiles = p->numTiles};
  s.panels = least(&s, p->numPanels, 1);
  s.batch = tcCpuProduct(k->arena, k, &p->batch);
  return s;
}

//===- Rows and panels of a task ------------------------------------------===//

// Tasks that pack their panels are of many tiles: fewer panels each, where
// there were not a task for each core.
static void shareOwnPanels(TcProduct *p, const Cuts *c, const Space *s) {
  TcArena *a = s->arena;
  if (tcProductIsPacked(p))
    return;
  const TcSize *others =
      tcSizeMul(a, tcSizeCeilDiv(a, s->tiles, p->taskTiles), s->batch);
  int64_t cores = c->tasks / tcNumber(cpu_core_tasks);
  const TcSize *groups =
      tcSizeMax(a, tcSizeCeilDiv(a, s->panels, p->taskPanels),
                tcSizeCeilDiv(a, tcSizeConst(a, cores), least(s, others, 1)));
  p->taskPanels = shareOf(s, s->panels, tcSizeMin(a, groups, s->panels));
}

// Then a task has several panels, and no more tiles than work for all cores
// needs; of weights that the cache does not keep several, so that weights are
// read less often.
static void cutByTiles(TcCpuKernel *k, TcProduct *p, const TcTarget *target,
                       const Cuts *c, int64_t bytes) {
  TcArena *a = k->arena;
  Space s = spaceOf(k, p);
  int64_t steps = stepsOf(k, p);
  int64_t each =
      p->strips ? tcNumber(cpu_strip_panels) : tcNumber(cpu_packed_panels);
  const TcSize *groups =
      least(&s, tcSizeFloorDiv(a, s.panels, tcSizeConst(a, each)), 1);
  p->taskPanels = shareOf(&s, s.panels, groups);
  const TcSize *work =
      times(&s, p->taskPanels, p->height * tcProductWidth(p) * steps);
  const TcSize *all = tcSizeMul(a, tcSizeMul(a, s.tiles, groups), s.batch);
  const TcSize *few =
      tcSizeMax(a, tcSizeCeilDiv(a, tcSizeConst(a, c->work), work),
                groupsOf(&s, all, c->tasks));
  if (weightBytes(k, p) > target->l2Bytes / 4 * 3)
    few = least(&s, few, tcNumber(cpu_far_tiles));
  int64_t many = atLeast(c->rowsBytes / (p->height * steps * bytes),
                         tcNumber(cpu_far_tiles));
  few = most(&s, least(&s, few, c->tiles), many);
  p->taskTiles = evenly(&s, s.tiles, few);
  shareOwnPanels(p, c, &s);
}

// Tiles of a group whose rows take at most so many bytes.
static int64_t tilesOf(TcCpuKernel *k, const TcProduct *p, const Cuts *c,
                       int64_t rowsBytes, int64_t bytes) {
  return atLeast(rowsBytes / (p->height * stepsOf(k, p) * bytes),
                 atLeast(c->tiles, 1));
}

// Groups of rows that stay in the cache; where that leaves too few tasks,
// smaller ones.
static const TcSize *groupRows(TcCpuKernel *k, const TcProduct *p,
                               const Cuts *c, const Space *s, int64_t bytes) {
  TcArena *a = k->arena;
  int64_t each = tilesOf(k, p, c, c->rowsBytes, bytes);
  int64_t few = tilesOf(k, p, c, tcNumber(cpu_rows_bytes), bytes);
  const TcSize *groups = least(s, groupsOf(s, s->tiles, each), 1);
  if (few >= each)
    return groups;
  const TcSize *tasks = tcSizeMul(a, tcSizeMul(a, s->panels, groups), s->batch);
  const TcSize *missing =
      least(s, tcSizeSub(a, tcSizeConst(a, tcNumber(cpu_tasks)), tasks), 0);
  const TcSize *more = groupsOf(s, s->tiles, few);
  return tcSizeMax(a, groups, tcSizeMin(a, more, tcSizeMul(a, more, missing)));
}

// Tasks that each have several matrices of a product in segments, as these lie:
// all panels, so that just the matrix at which rows are cut is packed twice. 0
// where there are not enough matrices.
static int64_t tasksOfMatrices(const TcCpuKernel *k, const TcProduct *p,
                               const Cuts *c, const TcTarget *target) {
  enum { SEVERAL = 4 };
  int64_t tasks =
      target->cores ? tcNumber(cpu_core_tasks) * target->cores : c->tasks;
  bool several = p->segments >= 0 && tcProductMatrices(k, p, p->segments) >=
                                         (double)(SEVERAL * tasks);
  return several ? tasks : 0;
}

// All rows in one group, whose segments pack each panel once; in more, which
// pack it again, where panels alone are not as many as the machine's tasks.
static const TcSize *groupSegments(const Cuts *c, const Space *s) {
  const TcSize *panels = least(s, tcSizeMul(s->arena, s->panels, s->batch), 1);
  return least(
      s, tcSizeFloorDiv(s->arena, tcSizeConst(s->arena, c->tasks), panels), 1);
}

// A task loops over its panels, and over its tiles inside. A packed panel
// should serve many rows; rows that are read again should stay in the cache.
static void cutTasks(TcCpuKernel *k, TcProduct *p, const TcTarget *target,
                     const Cuts *c, int64_t bytes) {
  TcArena *a = k->arena;
  Space s = spaceOf(k, p);
  int64_t whole = tasksOfMatrices(k, p, c, target);
  const TcSize *groups = whole             ? tcSizeConst(a, whole)
                         : p->segments < 0 ? groupRows(k, p, c, &s, bytes)
                                           : groupSegments(c, &s);
  p->taskTiles = shareOf(&s, s.tiles, groups);
  const TcSize *work =
      times(&s, p->taskTiles, p->height * tcProductWidth(p) * stepsOf(k, p));
  const TcSize *all = tcSizeMul(a, tcSizeMul(a, s.panels, groups), s.batch);
  const TcSize *each = tcSizeMax(
      a, most(&s, tcSizeFloorDiv(a, all, tcSizeConst(a, c->tasks)), c->panels),
      tcSizeCeilDiv(a, tcSizeConst(a, c->work), work));
  p->taskPanels = whole ? s.panels : evenly(&s, s.panels, each);
}

// Cuts rows into blocks that the cache keeps, which read all panels once each,
// where that moves far fewer bytes to it than reading all rows for each group
// of panels that it keeps. Panels that no cache keeps are not read again.
static bool blockRows(const Space *s, TcProduct *p, int64_t panel, int64_t fit,
                      const TcTarget *target) {
  TcArena *a = s->arena;
  int64_t panels = tcEstimate(s->panels, 0);
  int64_t rowsOfTile = p->height * (panel / tcProductWidth(p));
  int64_t rows = tcEstimate(s->tiles, 0) * rowsOfTile;
  int64_t blocks = tcCeilDiv(rows, target->l2Bytes / 2);
  if (blocks < 2 || panels * panel > target->l3Bytes / 2 ||
      tcNumber(cpu_row_blocks) * blocks * panels * panel >
          tcCeilDiv(panels, fit) * rows)
    return false;
  const TcSize *cuts = least(
      s, groupsOf(s, times(s, s->tiles, rowsOfTile), target->l2Bytes / 2), 1);
  const TcSize *others = least(s, tcSizeMul(a, cuts, s->batch), 1);
  const TcSize *groups = tcSizeMin(
      a, tcSizeCeilDiv(a, tcSizeConst(a, tcNumber(cpu_product_tasks)), others),
      s->panels);
  p->taskTiles = shareOf(s, s->tiles, cuts);
  p->taskPanels = shareOf(s, s->panels, groups);
  return true;
}

// Whether all panels stay in the cache beside rows that a task packs: tasks of
// some panels each would pack them again.
static bool packsRowsOnce(const TcProduct *p, const Space *s, int64_t fit) {
  return p->packsRows && fit >= tcEstimate(s->panels, 0);
}

// Where several panels stay in the cache together, a task computes a tile in
// all of them before the next one: rows of results are then written, and what
// the maps add to them is read, in longer runs.
static void putPanelsInside(TcCpuKernel *k, const TcTarget *target,
                            TcProduct *p, int64_t bytes) {
  TcArena *a = k->arena;
  Space s = spaceOf(k, p);
  int64_t panel = tcProductWidth(p) * bytes * stepsOf(k, p);
  int64_t fit = atMost(target->l2Bytes / 4 / panel, tcEstimate(s.panels, 0));
  if (!p->packed || tcProductTileUnit(p) || p->blocks.size || fit < 2 ||
      (!packsRowsOnce(p, &s, fit) && blockRows(&s, p, panel, fit, target)))
    return;
  const TcSize *groups = groupsOf(&s, s.panels, fit);
  const TcSize *tasks = tcSizeMul(a, groups, s.batch);
  p->panelsInner = true;
  p->taskPanels = shareOf(&s, s.panels, groups);
  const TcSize *work = times(&s, p->taskPanels, p->height * panel / bytes);
  const TcSize *share =
      tcSizeFloorDiv(a, tcSizeMul(a, s.tiles, tasks),
                     tcSizeConst(a, tcNumber(cpu_product_tasks)));
  const TcSize *few =
      tcSizeCeilDiv(a, tcSizeConst(a, tcNumber(cpu_product_work)), work);
  p->taskTiles = evenly(&s, s.tiles, tcSizeMax(a, share, few));
}

// The same in tile registers, of many rows in place: a tile's rows come from
// memory once for as many panels as the second cache keeps, and from the first
// cache for all but one of them. Panels that the task packs take as long as two
// tiles each, so they are packed for some more.
static void putPanelsInTiles(TcCpuKernel *k, const TcTarget *target,
                             TcProduct *p, const Cuts *c) {
  TcArena *a = k->arena;
  Space s = spaceOf(k, p);
  int64_t fit =
      target->l2Bytes / 4 * 3 / (weightBytes(k, p) / tcEstimate(s.panels, 0));
  if (!tcProductTileUnit(p) || !p->rowStride || p->strips || p->blocks.size ||
      p->segments >= 0 || fit < 2 ||
      tcEstimate(s.tiles, 0) < tcNumber(cpu_near_tiles))
    return;
  const TcSize *groups = groupsOf(&s, s.panels, fit);
  p->panelsInner = true;
  p->taskPanels = shareOf(&s, s.panels, groups);
  const TcSize *work =
      times(&s, p->taskPanels, p->height * tcProductWidth(p) * stepsOf(k, p));
  const TcSize *all = tcSizeMul(a, tcSizeMul(a, s.tiles, groups), s.batch);
  const TcSize *few =
      tcSizeMax(a, tcSizeCeilDiv(a, tcSizeConst(a, c->work), work),
                groupsOf(&s, all, c->tasks));
  p->taskTiles = evenly(&s, s.tiles, least(&s, few, c->tiles));
  shareOwnPanels(p, c, &s);
}

// Of sums of few steps what takes time is to store results that no cache keeps:
// a task has all panels, which the second cache keeps, inside of some tiles, so
// that it stores whole rows, and enough of them for what packing takes.
static void storeWholeRows(TcCpuKernel *k, const TcTarget *target, TcProduct *p,
                           const Cuts *c, int64_t bytes) {
  enum { TIMES = 16 }; // rows of a task for each step
  Space s = spaceOf(k, p);
  int64_t steps = stepsOf(k, p), panels = tcEstimate(s.panels, 0);
  int64_t columns = panels * tcProductWidth(p);
  int64_t rows = tcEstimate(s.tiles, 0) * p->height;
  if (tcProductIsPacked(p) || p->alongRows || p->segments >= 0 ||
      tcProductTileUnit(p) || !tcProductMayPutPanelsInside(p) ||
      steps > tcNumber(cpu_stored_steps) ||
      columns * steps * bytes > target->l2Bytes / 4 ||
      rows * columns * bytes <= target->l2Bytes)
    return;
  int64_t each = atLeast(tcCeilDiv(TIMES * steps, p->height),
                         tcCeilDiv(c->work, p->height * columns * steps));
  p->panelsInner = true;
  p->taskPanels = s.panels;
  p->taskTiles = evenly(&s, s.tiles, tcSizeConst(k->arena, each));
}

// The same of rows that a task packs, of any number of steps: panels are inside
// of its tiles, as many at once as the second cache keeps.
static void storeLongRuns(TcCpuKernel *k, const TcTarget *target,
                          TcProduct *p) {
  int64_t bytes = tcCpuBytes(p->columnFactor->value->element);
  double results = (double)tcEstimate(p->numTiles, 0) * (double)p->height *
                   (double)tcEstimate(p->numPanels, 0) *
                   (double)tcProductWidth(p) * (double)bytes;
  int64_t panel = tcProductWidth(p) * bytes * stepsOf(k, p);
  if (p->rowsAcross && !tcProductTileUnit(p) && !p->alongRows &&
      tcProductMayPutPanelsInside(p) && target->l2Bytes / 4 / panel > 1 &&
      results > (double)target->l2Bytes)
    p->panelsInner = true;
}

//===- The choice ---------------------------------------------------------===//

static void chooseTasks(TcCpuKernel *k, const TcTarget *target, TcProduct *p) {
  Cuts cuts = cutsFor(p, target);
  int64_t rowBytes = tcProductRowElement(p);
  if (p->tilesPerTask) { // chosen with its parts, or blocks
    p->taskTiles = tcSizeConst(k->arena, p->tilesPerTask);
    p->taskPanels = tcSizeConst(k->arena, p->panelsPerTask);
  } else if (copiesRows(p) || copiesLines(p)) {
    cutByTiles(k, p, target, &cuts, rowBytes);
  } else {
    cutTasks(k, p, target, &cuts, rowBytes);
  }
  if (p->strips)
    tcProductSetTiles(k, p,
                      tcProductStripTiles(k, p, tcEstimate(p->taskTiles, 0)));
  putPanelsInside(k, target, p, tcCpuBytes(p->columnFactor->value->element));
  putPanelsInTiles(k, target, p, &cuts);
  storeWholeRows(k, target, p, &cuts,
                 tcCpuBytes(p->columnFactor->value->element));
  storeLongRuns(k, target, p);
  p->tilesPerTask = tcEstimate(p->taskTiles, 0);
  p->panelsPerTask = tcEstimate(p->taskPanels, 0);
}

// Packed ahead, panels are other work for a task.
void tcProductChooseTasks(TcCpuKernel *k, const TcTarget *target,
                          TcProduct *p) {
  if (p->blocks.size && !p->packsRows && (!p->packed || tcProductAddsAtEnd(p)))
    tcProductChooseTasksOfBlocks(k, target, p);
  chooseTasks(k, target, p);
  p->packsAhead = p->tilesPerTask < tcEstimate(p->numTiles, 0) &&
                  tcProductCanPackAhead(k, p);
  if (!p->packsAhead)
    return;
  p->tilesPerTask = p->panelsPerTask = 0;
  p->panelsInner = false;
  chooseTasks(k, target, p);
}

// Panels inside of tiles at once, which a quarter of the second cache keeps, in
// groups that are as equal as can be.
static int64_t groupOfPanels(const TcProduct *p, int64_t fit) {
  int64_t all = p->panelsPerTask;
  return fit >= all ? 1 : tcCeilDiv(all, tcCeilDiv(all, atLeast(fit, 2)));
}

int64_t tcProductChooseTogether(TcCpuKernel *k, const TcTarget *target,
                                const TcProduct *p) {
  int64_t bytes =
      tcProductWidth(p) * tcCpuBytes(p->columnFactor->value->element);
  int64_t fit = target->l2Bytes / 4 / (bytes * stepsOf(k, p));
  if (tcProductGroupsPanels(p))
    return groupOfPanels(p, fit);
  return atMost(tcNumber(cpu_packed_run) / bytes, fit);
}
