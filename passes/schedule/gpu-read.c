// Reads GPU schedules from the attribute. See gpu-text.h.
//
// The form of a launch is recognised by its nodes: a unit, copies, threads that
// share rows. Its numbers are read, illegal ones refused, and then the launch
// is written again: an entry that differs has no code generation.
#include "passes/schedule/gpu-read.h"

#include "passes/lower/gpu/stream.h"
#include "passes/schedule/gpu-text.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <string.h>

enum { MAX_THREADS = 1024 };

//===- Nodes of a launch --------------------------------------------------===//

typedef struct Found {
  MlirAttribute unit, copy, ring; // the first nodes with these, or null
  intptr_t loops;
  bool shares; // a thread loop without a step: threads share what it runs over
  TC_VEC(int64_t) runs;
} Found;

static void keepFirst(MlirAttribute *first, MlirAttribute node) {
  if (mlirAttributeIsNull(*first))
    *first = node;
}

static void look(TcGpuReader *r, MlirAttribute node, int depth, Found *f) {
  enum { DEEP = 32 };
  if (!mlirAttributeIsADictionary(node) || depth > DEEP) {
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "a body must be a list of loops, runs and copies");
    return;
  }
  if (tcTextHas(node, "run"))
    tcVecPush(r->k->arena, &f->runs, tcTextInt(tcTextEntry(node, "run"), -1));
  if (tcTextHas(node, "unit"))
    keepFirst(&f->unit, node);
  if (tcTextHas(node, "copy"))
    keepFirst(&f->copy, node);
  if (tcTextHas(node, "ring"))
    keepFirst(&f->ring, node);
  f->shares |= tcTextIs(node, "to", "thread") && !tcTextHas(node, "step");
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(node, "body")); ++i)
    look(r, tcTextBody(node, i), depth + 1, f);
}

//===- Stages -------------------------------------------------------------===//

// Each stage runs once, and after those that it reads.
static void takeStages(TcGpuReader *r, const Found *f, TcGpuPhase *p) {
  for (size_t i = 0; i < f->runs.size && !r->failed; ++i) {
    TcCpuStage *s = tcReaderStage(r, f->runs.data[i]);
    if (s && p->p.stages.size && !tcCpuCanShare(r->k, &p->p.stages, s))
      tcReaderFail(
          r, TC_TEXT_NOT_ALLOWED,
          "stage %zu reads elsewhere what the launch makes, or stands alone "
          "(L3): give it a launch of its own",
          s->position);
    if (s)
      tcVecPush(r->k->arena, &p->p.stages, s);
  }
  if (!p->p.stages.size)
    tcReaderFail(r, TC_TEXT_MALFORMED, "it runs no stage");
}

static void checkRuns(TcGpuReader *r, const TcGpuPhases *phases) {
  size_t n = 0;
  uint8_t *made = TC_ARENA_ARRAY(r->k->arena, uint8_t, r->k->stages.size + 1);
  for (size_t i = 0; i < phases->size; ++i)
    for (size_t j = 0; j < phases->data[i].p.stages.size; ++j, ++n) {
      const TcCpuStage *s = phases->data[i].p.stages.data[j];
      for (size_t x = 0; x < s->reads.size; ++x) {
        const TcCpuStage *from = s->reads.data[x].value->stage;
        if (from && from != s && !made[from->position])
          tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                       "stage %zu runs before stage %zu, which it "
                       "reads (L3)",
                       s->position, from->position);
      }
      if (made[s->position]++)
        tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "stage %zu runs twice (L1)",
                     s->position);
    }
  if (n != r->k->stages.size)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%zu of %zu stages run (L1)", n,
                 r->k->stages.size);
}

//===- Forms --------------------------------------------------------------===//

static bool isWaves(const TcGpuReader *r, int64_t threads) {
  return threads >= 1 && threads <= MAX_THREADS &&
         threads % r->target->waveThreads == 0;
}

static void checkThreads(TcGpuReader *r, int64_t threads) {
  if (!isWaves(r, threads))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "threads must be whole waves of %u, at most %d (L6)",
                 r->target->waveThreads, MAX_THREADS);
}

// The target's unit, whose name is written to `name`; or NULL.
static const TcUnit *unitOf(const TcGpuReader *r, const Found *f,
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

static void readUnit(TcGpuReader *r, MlirAttribute launch, const Found *f,
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
        "types with maps behind it (L5)",
        name);
    return;
  }
  t->group = tcReaderNumber(r, launch, "group", 1, TC_GPU_MOST);
  t->resident = tcReaderNumber(r, launch, "resident", 1, 32);
  t->ring = tcReaderNumber(r, f->ring, "ring", 1, 64);
  if (tcTextHas(f->ring, "ahead"))
    t->ahead = tcReaderNumber(r, f->ring, "ahead", 1, 64);
  if (tcTextHas(launch, "roles") && t->warpRows > 0 && t->warpColumns > 0)
    readRoles(r, launch, tcGpuMultiplyThreads(t), t);
  const char *why = NULL;
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
    node =
        tcTextBody(node, tcTextCount(tcTextEntry(node, "body")) == 3 ? 2 : 0);
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

// The first loop to this level in a node's body, or null.
static MlirAttribute findLoop(MlirAttribute node, const char *to) {
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(node, "body")); ++i)
    if (tcTextIs(tcTextBody(node, i), "to", to))
      return tcTextBody(node, i);
  return mlirAttributeGetNull();
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
static void readStream(TcGpuReader *r, MlirAttribute launch, const Found *f,
                       TcGpuPhase *p) {
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
  MlirAttribute tile = launch;
  const char *blocks = t->persists ? "persist" : "grid";
  while (!mlirAttributeIsNull(findLoop(tile, blocks)))
    tile = findLoop(tile, blocks);
  t->rows = tcReaderNumber(r, tile, "step", 1, TC_GPU_MOST);
  const char *part = tcGpuReadsShared(t->unit) ? "group" : "warp";
  t->warpRows = tcReaderNumber(r, findLoop(tile, part), "step", 1, TC_GPU_MOST);
  t->turns = tcTextIs(findLoop(f->ring, part), "order", TC_GPU_ORDER_TURNS);
  t->free = tcTextIs(findLoop(f->ring, part), "order", TC_GPU_ORDER_FREE);
  t->skew = tcTextHas(f->ring, "skew");
  t->held = readHeld(&s, findLoop(f->ring, part));
  t->stagesColumns = countCopies(f->ring) > s.numOperands - s.numMakes;
  t->depth = r->k->stream.step;
  t->resident = tcReaderNumber(r, launch, "resident", 1, 32);
  t->ring = tcReaderNumber(r, f->ring, "ring", 1, 64);
  if (tcTextHas(launch, "roles") && !r->failed)
    readRoles(r, launch, tcGpuStreamThreads(t), t);
  const char *why = NULL;
  if (!r->failed)
    why = tcGpuStreamRefuses(r->target, &s, t);
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

static void readRows(TcGpuReader *r, MlirAttribute node, TcGpuPhase *p) {
  int64_t rows = tcTextInt(tcTextEntry(node, "step"), 1);
  const char *why = rows > 1 ? tcGpuRowsRefuse(r->k, r->target, p, rows) : NULL;
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
  else
    p->rows = rows > 1 ? rows : 0;
}

// Rows of threads share what is reduced: a thread loop around another.
static bool isColumns(MlirAttribute launch) {
  MlirAttribute shared = tcTextBody(tcTextBody(launch, 0), 0);
  return tcTextIs(shared, "to", "thread") && !tcTextHas(shared, "step") &&
         tcTextIs(tcTextBody(shared, 0), "to", "thread");
}

static void readColumns(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  MlirAttribute grid = tcTextBody(launch, 0);
  MlirAttribute points = tcTextBody(tcTextBody(grid, 0), 0);
  int64_t width = tcReaderNumber(r, grid, "step", 1, TC_GPU_MOST);
  p->mode = TC_GPU_COLUMNS;
  p->points = tcReaderIters(r, grid);
  p->lanes = tcReaderNumber(r, points, "step", 1, 64);
  if (r->failed)
    return;
  p->shares = width % p->lanes ? 0 : p->threads / (width / p->lanes);
  if (tcTextHas(launch, "resident"))
    p->tiling.resident = tcReaderNumber(r, launch, "resident", 1, 32);
  const char *why = tcGpuColumnsRefuse(r->k, p);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
}

// A scatter's threads look for what their block owns.
static void readOwned(TcGpuReader *r, TcGpuPhase *p) {
  if (p->threads > TC_GPU_OWNERS_MOST)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "threads: of a block that owns positions at most %d (L6)",
                 TC_GPU_OWNERS_MOST);
  else if (!tcGpuScatterRow(r->k, p->p.stages.data[0]).size)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "the positions are others at each point that threads could "
                 "share (L2)");
  else
    tcGpuFormOwners(r->k, p);
}

// What threads compute alone, or share.
static void readPlain(TcGpuReader *r, MlirAttribute launch, const Found *f,
                      TcGpuPhase *p) {
  p->mode = f->shares ? TC_GPU_ROWS : TC_GPU_POINTS;
  checkThreads(r, p->threads);
  if (r->failed)
    return;
  if (f->shares && p->p.stages.data[0]->owners) {
    readOwned(r, p);
    return;
  }
  MlirAttribute node = tcTextBody(launch, 0);
  if (isColumns(launch)) {
    readColumns(r, launch, p);
    return;
  }
  if (p->mode == TC_GPU_ROWS) {
    readRows(r, node, p);
    return;
  }
  p->lanes = p->perThread = 1;
  int64_t width = 1, threadStep = 1;
  for (; tcTextHas(node, "body"); node = tcTextBody(node, 0)) {
    int64_t step = tcTextInt(tcTextEntry(node, "step"), 0);
    if (tcTextIs(node, "to", "grid") &&
        tcTextIs(tcTextBody(node, 0), "to", "grid"))
      p->blocks = tcReaderIters(r, node);
    else if (tcTextIs(node, "to", "grid")) {
      p->points = tcReaderIters(r, node);
      width = step;
    } else if (tcTextIs(node, "to", "thread"))
      threadStep = step;
  }
  p->lanes = threadStep < 1 ? 1 : threadStep;
  if (p->points.size && width % (p->threads * p->lanes))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "a block's step must be a multiple of its threads' (L1)");
  if (p->points.size && width > 0)
    p->perThread = width / (p->threads * p->lanes);
}

static void checkLanes(TcGpuReader *r, const TcGpuPhase *p) {
  if ((p->mode != TC_GPU_POINTS && p->mode != TC_GPU_COLUMNS) ||
      !p->points.size || p->lanes == 1)
    return;
  int64_t most = tcGpuLanes(r->k, &p->p.stages, tcVecLast(&p->points), -1);
  if (p->lanes < 1 || most % p->lanes)
    tcReaderFail(
        r, TC_TEXT_NOT_ALLOWED,
        "vector: a thread can compute at most %lld adjacent elements at once "
        "(L7)",
        (long long)most);
}

static void checkTasks(TcGpuReader *r, const TcGpuPhase *p) {
  size_t n = p->blocks.size + p->points.size;
  if (p->mode != TC_GPU_POINTS && p->mode != TC_GPU_COLUMNS)
    return;
  for (size_t i = 0; i < p->p.tasks.size; ++i)
    if (!tcCpuItersHave(&p->blocks, p->p.tasks.data[i]) &&
        !tcCpuItersHave(&p->points, p->p.tasks.data[i]))
      n = SIZE_MAX;
  if (n != p->p.tasks.size)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "grid loops run over the iterators of which points do "
                 "not depend on each other, each once (L1, L2)");
}

static void readTranspose(TcGpuReader *r, TcGpuPhase *p) {
  TcGpuPhase chosen = *p;
  TcCpuIters all = tcGpuOrderedPoints(r->k, &p->p);
  if (!tcGpuChooseTranspose(r->k, &all, &chosen)) {
    tcReaderFail(r, TC_TEXT_NO_CODE,
                 "no read of the launch is transposed through tiles in shared "
                 "memory");
    return;
  }
  *p = chosen;
}

//===- Launches -----------------------------------------------------------===//

static bool readOverlap(TcGpuReader *r, MlirAttribute launch) {
  if (!tcTextHas(launch, "overlap"))
    return false;
  if (!tcTextIs(launch, "overlap", "dependent"))
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "overlap: it is \"dependent\" or left out");
  else if (!r->target->dependentLaunch)
    tcReaderFail(
        r, TC_TEXT_NOT_ALLOWED,
        "overlap: kernels of this target start when the one before has ended");
  return !r->failed;
}

static void readLaunch(TcGpuReader *r, MlirAttribute launch,
                       TcGpuPhases *phases) {
  TcGpuPhase p = {
      .p = {.chunk = -1, .vector = -1, .split = -1, .lanes = 1, .grain = 1}};
  Found found = {0};
  if (!tcTextHas(launch, "body")) {
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "it must be a dictionary with 'threads' and 'body'");
    return;
  }
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(launch, "body")); ++i)
    look(r, tcTextBody(launch, i), 0, &found);
  takeStages(r, &found, &p);
  p.threads = tcReaderNumber(r, launch, "threads", 1, MAX_THREADS);
  if (r->failed)
    return;
  p.p.tasks = tcCpuPhaseParallel(r->k, &p.p.stages);
  bool product = !mlirAttributeIsNull(found.unit);
  if (product && r->k->stream.block >= 0) {
    p.p.product = true;
    readStream(r, launch, &found, &p);
    p.p.tasks.size = 0;
  } else if (product) {
    p.p.product = true;
    readTiling(r, launch, &p);
    if (!r->failed && tcTextIs(found.unit, "unit", "fma"))
      readProduct(r, &p);
    else if (!r->failed &&
             mlirAttributeIsAString(tcTextEntry(found.unit, "unit")))
      readUnit(r, launch, &found, &p);
    p.p.tasks.size = 0;
  } else if (!mlirAttributeIsNull(found.copy))
    readTranspose(r, &p);
  else
    readPlain(r, launch, &found, &p);
  if (!r->failed)
    checkTasks(r, &p);
  if (!r->failed)
    checkLanes(r, &p);
  if (!r->failed)
    p.dependent = readOverlap(r, launch);
  tcVecPush(r->k->arena, phases, p);
}

//===- Comparing with the text that is written ----------------------------===//

static void textOf(MlirStringRef text, void *buffer) {
  char *out = buffer;
  size_t n = strlen(out), more = text.length;
  if (n + more > 160)
    more = 160 - n;
  memcpy(out + n, text.data, more);
  out[n + more] = 0;
}

// Reports the path of the first entry in which the texts differ.
static void differ(TcGpuReader *r, MlirAttribute given, MlirAttribute made,
                   const char *path) {
  char a[176] = "", b[176] = "", deeper[96];
  if (r->failed || mlirAttributeEqual(given, made))
    return;
  bool bothLists =
      tcTextCount(given) && tcTextCount(given) == tcTextCount(made);
  for (intptr_t i = 0; bothLists && i < tcTextCount(given); ++i) {
    snprintf(deeper, sizeof deeper, "%.80s[%d]", path, (int)i);
    differ(r, tcTextElement(given, i), tcTextElement(made, i), deeper);
  }
  bool dicts =
      mlirAttributeIsADictionary(given) && mlirAttributeIsADictionary(made);
  for (intptr_t i = 0; dicts && i < mlirDictionaryAttrGetNumElements(given);
       ++i) {
    MlirNamedAttribute e = mlirDictionaryAttrGetElement(given, i);
    MlirStringRef key = mlirIdentifierStr(e.name);
    MlirAttribute other = mlirDictionaryAttrGetElementByName(made, key);
    snprintf(deeper, sizeof deeper, "%.60s%s%.*s", path, *path ? "." : "",
             (int)key.length, key.data);
    if (mlirAttributeIsNull(other))
      tcReaderFail(r, TC_TEXT_NO_CODE,
                   "%s: there is no code for this entry here", deeper);
    else
      differ(r, e.attribute, other, deeper);
  }
  if (r->failed)
    return;
  mlirAttributePrint(given, textOf, a);
  mlirAttributePrint(made, textOf, b);
  tcReaderFail(r, TC_TEXT_NO_CODE, "%s: there is no code for %s, but for %s",
               path, a, b);
}

bool tcGpuIsSchedule(MlirAttribute schedule) {
  MlirAttribute first = tcTextElement(tcTextEntry(schedule, "versions"), 0);
  return tcTextHas(schedule, "launches") || tcTextHas(first, "launches");
}

MlirLogicalResult tcGpuScheduleRead(TcCpuKernel *k, MlirAttribute schedule,
                                    const TcTarget *target,
                                    TcGpuPhases *phases) {
  TcGpuReader r = {.k = k, .target = target};
  TcGpuAddedList added = {0};
  MlirAttribute adds = tcTextEntry(schedule, "adds");
  MlirAttribute launches = tcTextEntry(schedule, "launches");
  for (intptr_t i = 0; i < tcTextCount(adds) && !r.failed; ++i)
    tcGpuReadAdded(&r, tcTextElement(adds, i), &added);
  for (intptr_t i = 0; i < tcTextCount(launches) && !r.failed; ++i, ++r.launch)
    readLaunch(&r, tcTextElement(launches, i), phases);
  if (!r.failed)
    checkRuns(&r, phases);
  tcGpuMarkParts(&added, phases);
  r.launch = 0;
  if (!r.failed)
    differ(&r, schedule, tcGpuScheduleToAttr(k, target, phases), "");
  return r.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}
