// Reads launches that multiply: products, by lanes or on a unit, and streams of
// contractions. See gpu-read.h.
#include "passes/schedule/gpu-read.h"

#include "passes/lower/gpu/stream.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>

// The target's unit, whose name is written to `name`; or NULL.
static const TcUnit *unitOf(const TcGpuReader *r, const TcGpuFound *f,
                            char name[64]) {
  MlirAttribute a = tcTextEntry(f->unit, "unit");
  MlirStringRef text = {"", 0};
  if (mlirAttributeIsAString(a))
    text = mlirStringAttrGetValue(a);
  snprintf(name, 64, "%.*s", (int)text.length, text.data);
  return tcTargetUnitByName(r->target, name);
}

// The role of this name: its warps and registers.
static int64_t readRole(TcGpuReader *r, MlirAttribute roles, intptr_t i,
                        const char *name, int64_t *registers) {
  MlirAttribute role = tcTextElement(roles, i);
  if (!tcTextIs(role, "name", name)) {
    tcReaderFail(r, TC_TEXT_NO_CODE, "roles: there is code for '%s', then '%s'",
                 TC_GPU_ROLE_COPIES, TC_GPU_ROLE_MULTIPLIES);
    return 0;
  }
  *registers = tcReaderNumber(r, role, "registers", 1, 255);
  return tcReaderNumber(r, role, "warps", 1, 32);
}

// `threads`: those of a tile.
static void readRoles(TcGpuReader *r, MlirAttribute launch, int64_t threads,
                      TcGpuTiling *t) {
  MlirAttribute roles = tcTextEntry(launch, "roles");
  readRole(r, roles, 0, TC_GPU_ROLE_COPIES, &t->copyRegisters);
  int64_t team = threads / r->target->waveThreads;
  int64_t warps = readRole(r, roles, 1, TC_GPU_ROLE_MULTIPLIES, &t->registers);
  if (!r->failed && (team < 1 || warps % team))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "roles: warps that multiply must be a multiple of a tile's "
                 "%lld (L6)",
                 (long long)team);
  else if (!r->failed)
    t->teams = warps / team;
}

// The first loop to this level in a node's body, or null.
static MlirAttribute findLoop(MlirAttribute node, const char *to) {
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(node, "body")); ++i)
    if (tcTextIs(tcTextBody(node, i), "to", to))
      return tcTextBody(node, i);
  return mlirAttributeGetNull();
}

// The innermost loop over tiles.
static MlirAttribute tileLoop(MlirAttribute launch, const TcGpuTiling *t) {
  const char *blocks = t->persists ? "persist" : "grid";
  MlirAttribute tile = launch;
  while (!mlirAttributeIsNull(findLoop(tile, blocks)))
    tile = findLoop(tile, blocks);
  return tile;
}

static void readUnit(TcGpuReader *r, MlirAttribute launch, const TcGpuFound *f,
                     TcGpuPhase *p) {
  TcGpuTiling *t = &p->tiling;
  TcGpuUnitProduct u;
  char name[64];
  t->unit = unitOf(r, f, name);
  p->mode = TC_GPU_UNIT;
  if (!t->unit || !tcGpuUnitMatch(r->k, &p->p.stages, t->unit, &u)) {
    tcReaderFail(
        r, TC_TEXT_NOT_ALLOWED,
        "unit: the target has no '%s', or the kernel is no contraction of its "
        "types with maps behind it%s (L5)",
        name, t->unit && t->unit->slices ? ", of 64 steps or more" : "");
    return;
  }
  t->group = tcReaderNumber(r, launch, "group", 1, TC_GPU_MOST);
  t->resident = tcReaderNumber(r, launch, "resident", 1, TC_GPU_MOST_RESIDENT);
  t->ring = tcReaderNumber(r, f->ring, "ring", 1, 64);
  if (tcTextHas(f->ring, "ahead"))
    t->ahead = tcReaderNumber(r, f->ring, "ahead", 1, 64);
  if (tcTextHas(launch, "roles") && t->warpRows > 0 && t->warpColumns > 0)
    readRoles(r, launch, tcGpuMultiplyThreads(t), t);
  const char *why = NULL;
  MlirAttribute maps = findLoop(tileLoop(launch, t), "thread");
  t->single = tcTextInt(tcTextEntry(maps, "step"), 0) == 1;
  t->tma = tcTextIs(f->copy, "engine", TC_GPU_ENGINE_TMA);
  if (!r->failed && t->tma && (why = tcGpuTensorsRefuse(r->target, &u, t)))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s (L7)", why);
  if (!r->failed)
    why = tcGpuUnitRefuses(r->target, &u, t);
  if (why && !r->failed)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s (L5, L6)", why);
  else if (!r->failed)
    p->threads = tcGpuTilingThreads(t);
  tcGpuPlaceSums(r->k, &p->p.stages);
}

// Tile, steps and the part of a warp or thread: from the chain of loops around
// the contraction.
static void readTiling(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  TcGpuTiling *t = &p->tiling;
  MlirAttribute node = tcTextBody(launch, 0);
  int64_t grid[3], tile[2], grids = 0, tiles = 0;
  for (; !tcTextHas(node, "run") && tcTextHas(node, "body");) {
    int64_t step = tcTextInt(tcTextEntry(node, "step"), 0);
    bool persists = tcTextIs(node, "to", "persist");
    t->persists |= persists;
    if ((persists || tcTextIs(node, "to", "grid")) && grids < 3)
      grid[grids++] = step;
    else if (tcTextIs(node, "to", "seq"))
      t->depth = step;
    else if (tiles < 2)
      tile[tiles++] = step;
    node = tcTextBody(node, tcTextHas(tcTextBody(node, 0), "copy") ? 2 : 0);
  }
  if (grids < 2 || tiles < 2) {
    tcReaderFail(r, TC_TEXT_NO_CODE,
                 "a product runs in tiles of rows and columns of the grid, "
                 "which warps or threads share");
    return;
  }
  t->rows = grid[grids - 2];
  t->columns = grid[grids - 1];
  t->warpRows = tile[0];
  t->warpColumns = tile[1];
}

// Which contractions that make terms have their rows' operand in registers:
// those of the loop whose run says so of an operand.
static int64_t readHeld(const TcGpuStream *s, MlirAttribute runs) {
  int64_t held = 0;
  for (intptr_t j = 0; j < tcTextCount(tcTextEntry(runs, "body")); ++j) {
    MlirAttribute run = tcTextBody(runs, j);
    int64_t stage = tcTextInt(tcTextEntry(run, "run"), -1);
    for (int i = 0; i < s->numMakes && tcTextHas(run, "operands"); ++i)
      if ((int64_t)s->makes[i].stage->position == stage)
        held |= 1 << i;
  }
  return held;
}

static int64_t countCopies(MlirAttribute node) {
  int64_t n = 0;
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(node, "body")); ++i)
    n += tcTextHas(tcTextBody(node, i), "copy");
  return n;
}

// A streamed contraction: grid loops over tiles of rows, whose rows warps
// share, around a loop over blocks.
static void readStream(TcGpuReader *r, MlirAttribute launch,
                       const TcGpuFound *f, TcGpuPhase *p) {
  TcGpuTiling *t = &p->tiling;
  TcGpuStream s;
  char name[64];
  t->unit = unitOf(r, f, name);
  p->mode = TC_GPU_STREAM;
  if (!t->unit || !tcGpuStreamMatch(r->k, t->unit, &s)) {
    tcReaderFail(
        r, TC_TEXT_NOT_ALLOWED,
        "unit: the target has no '%s' whose accumulators may be read, or the "
        "kernel does not stream contractions of its types (L5, L11)",
        name);
    return;
  }
  t->persists = !mlirAttributeIsNull(findLoop(launch, "persist"));
  MlirAttribute tile = tileLoop(launch, t);
  t->rows = tcReaderNumber(r, tile, "step", 1, TC_GPU_MOST);
  const char *part = tcGpuReadsShared(t->unit) ? "group" : "warp";
  t->warpRows = tcReaderNumber(r, findLoop(tile, part), "step", 1, TC_GPU_MOST);
  t->turns = tcTextIs(findLoop(f->ring, part), "order", TC_GPU_ORDER_TURNS);
  t->free = tcTextIs(findLoop(f->ring, part), "order", TC_GPU_ORDER_FREE);
  t->skew = tcTextHas(f->ring, "skew");
  t->joined = t->persists && tcTextHas(tile, "skew");
  t->paired = tcTextIs(tile, "order", TC_GPU_ORDER_PAIRED);
  t->held = readHeld(&s, findLoop(f->ring, part));
  t->stagesColumns = countCopies(f->ring) > s.numOperands - s.numMakes;
  t->tma = tcTextIs(tcTextBody(f->ring, 0), "engine", TC_GPU_ENGINE_TMA);
  t->depth = r->k->stream.step;
  t->resident = tcReaderNumber(r, launch, "resident", 1, TC_GPU_MOST_RESIDENT);
  t->ring = tcReaderNumber(r, f->ring, "ring", 1, 64);
  if (tcTextHas(launch, "roles") && !r->failed)
    readRoles(r, launch, tcGpuStreamThreads(t), t);
  const char *why = NULL;
  if (!r->failed)
    why = tcGpuStreamRefuses(r->target, &s, t);
  if (!r->failed && !why && s.stack && !s.stack->results.data[0]->dests.size)
    why = "sums that tasks share are added to what a launch before clears: "
          "adds = [{as = \"zero\", of = [stage]}]";
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s (L5, L6)", why);
  else if (!r->failed)
    p->threads = tcGpuStreamThreads(t);
}

static void readProduct(TcGpuReader *r, TcGpuPhase *p) {
  TcGpuProduct form;
  p->mode = TC_GPU_PRODUCT;
  if (!tcGpuProductForm(r->k, &p->p.stages, &form)) {
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "the kernel is no product with maps behind it");
    return;
  }
  const TcGpuTiling *t = &p->tiling;
  const char *why = tcGpuProductRefuses(&form, t);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s (L6)", why);
  else // what the text says is held against it
    p->threads = t->rows / t->warpRows * (t->columns / t->warpColumns);
}

void tcGpuReadProduct(TcGpuReader *r, MlirAttribute launch, const TcGpuFound *f,
                      TcGpuPhase *p) {
  bool copies = !mlirAttributeIsNull(f->copy);
  p->p.product = true;
  if (r->k->stream.block >= 0) {
    readStream(r, launch, f, p);
  } else if (!copies && tcTextIs(f->unit, "unit", TC_GPU_UNIT_FMA)) {
    tcGpuReadDirect(r, launch, p);
  } else {
    readTiling(r, launch, p);
    if (!r->failed && tcTextIs(f->unit, "unit", TC_GPU_UNIT_FMA))
      readProduct(r, p);
    else if (!r->failed && mlirAttributeIsAString(tcTextEntry(f->unit, "unit")))
      readUnit(r, launch, f, p);
  }
  p->p.tasks.size = 0;
}
