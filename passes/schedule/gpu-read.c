// Reads GPU schedules from the attribute. See gpu-text.h.
//
// The form of a launch is recognised by its nodes: a unit, copies, threads that
// share rows. Its numbers are read, illegal ones refused, and then the launch
// is written again: an entry that differs has no code generation.
#include "passes/lower/cpu/split.h"
#include "passes/lower/gpu/stream.h"
#include "passes/schedule/gpu-text.h"

#include "ir/builder.h"
#include "ir/diag.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MALFORMED = 610, NOT_ALLOWED = 611, NO_CODE = 612, MAX_THREADS = 1024 };

typedef struct Reader {
  TcCpuKernel *k;
  const TcTarget *target;
  size_t launch; // its number
  size_t nextStage;
  bool failed;
} Reader;

static void fail(Reader *r, int number, const char *format, ...) {
  char why[512];
  va_list args;
  va_start(args, format);
  vsnprintf(why, sizeof why, format, args);
  va_end(args);
  if (!r->failed)
    tcOpEmitError(r->k->op, "[TC-%04d] loop.schedule: launch %zu: %s", number,
                  r->launch, why);
  r->failed = true;
}

//===- Attributes ---------------------------------------------------------===//

static MlirAttribute entry(MlirAttribute dict, const char *key) {
  if (mlirAttributeIsNull(dict) || !mlirAttributeIsADictionary(dict))
    return mlirAttributeGetNull();
  return mlirDictionaryAttrGetElementByName(dict, tcStr(key));
}

static bool has(MlirAttribute dict, const char *key) {
  return !mlirAttributeIsNull(entry(dict, key));
}

static int64_t intOf(MlirAttribute a, int64_t otherwise) {
  return !mlirAttributeIsNull(a) && mlirAttributeIsAInteger(a) &&
                 mlirTypeIsAInteger(mlirAttributeGetType(a)) &&
                 mlirIntegerTypeIsSignless(mlirAttributeGetType(a))
             ? mlirIntegerAttrGetValueInt(a)
             : otherwise;
}

static int64_t number(Reader *r, MlirAttribute dict, const char *key,
                      int64_t least, int64_t most) {
  int64_t n = intOf(entry(dict, key), least - 1);
  if (n < least || n > most)
    fail(r, MALFORMED, "%s must be a number from %lld to %lld", key,
         (long long)least, (long long)most);
  return n < least ? least : n > most ? most : n;
}

static bool is(MlirAttribute dict, const char *key, const char *text) {
  MlirAttribute a = entry(dict, key);
  return !mlirAttributeIsNull(a) && mlirAttributeIsAString(a) &&
         mlirStringRefEqual(mlirStringAttrGetValue(a), tcStr(text));
}

static intptr_t count(MlirAttribute list) {
  return !mlirAttributeIsNull(list) && mlirAttributeIsAArray(list)
             ? mlirArrayAttrGetNumElements(list)
             : 0;
}

static MlirAttribute element(MlirAttribute list, intptr_t i) {
  return i < count(list) ? mlirArrayAttrGetElement(list, i)
                         : mlirAttributeGetNull();
}

static MlirAttribute body(MlirAttribute node, intptr_t i) {
  return element(entry(node, "body"), i);
}

static int findIter(Reader *r, MlirAttribute a) {
  MlirStringRef name = {"", 0};
  if (mlirAttributeIsAString(a))
    name = mlirStringAttrGetValue(a);
  for (size_t i = 0; i < r->k->iters.size; ++i)
    if (mlirStringRefEqual(name, tcStr(r->k->iters.data[i].name)))
      return (int)i;
  fail(r, MALFORMED, "for: '%.*s' is no iterator of the kernel",
       (int)name.length, name.data);
  return -1;
}

static TcCpuIters itersOf(Reader *r, MlirAttribute node) {
  TcCpuIters out = {0};
  MlirAttribute list = entry(node, "for");
  for (intptr_t i = 0; i < count(list); ++i) {
    int iter = findIter(r, element(list, i));
    if (iter >= 0)
      tcVecPush(r->k->arena, &out, iter);
  }
  return out;
}

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

static void look(Reader *r, MlirAttribute node, int depth, Found *f) {
  enum { DEEP = 32 };
  if (!mlirAttributeIsADictionary(node) || depth > DEEP) {
    fail(r, MALFORMED, "a body must be a list of loops, runs and copies");
    return;
  }
  if (has(node, "run"))
    tcVecPush(r->k->arena, &f->runs, intOf(entry(node, "run"), -1));
  if (has(node, "unit"))
    keepFirst(&f->unit, node);
  if (has(node, "copy"))
    keepFirst(&f->copy, node);
  if (has(node, "ring"))
    keepFirst(&f->ring, node);
  f->shares |= is(node, "to", "thread") && !has(node, "step");
  for (intptr_t i = 0; i < count(entry(node, "body")); ++i)
    look(r, body(node, i), depth + 1, f);
}

//===- Stages -------------------------------------------------------------===//

static TcCpuStage *stageAt(Reader *r, int64_t position) {
  for (size_t i = 0; i < r->k->stages.size; ++i)
    if ((int64_t)r->k->stages.data[i]->position == position)
      return r->k->stages.data[i];
  fail(r, MALFORMED, "there is no stage %lld", (long long)position);
  return NULL;
}

// Each stage runs once, and after those that it reads.
static void takeStages(Reader *r, const Found *f, TcGpuPhase *p) {
  for (size_t i = 0; i < f->runs.size && !r->failed; ++i) {
    TcCpuStage *s = stageAt(r, f->runs.data[i]);
    if (s && p->p.stages.size && !tcCpuCanShare(r->k, &p->p.stages, s))
      fail(r, NOT_ALLOWED,
           "stage %zu reads elsewhere what the launch makes, or stands alone "
           "(L3): give it a launch of its own",
           s->position);
    if (s)
      tcVecPush(r->k->arena, &p->p.stages, s);
  }
  if (!p->p.stages.size)
    fail(r, MALFORMED, "it runs no stage");
}

static void checkRuns(Reader *r, const TcGpuPhases *phases) {
  size_t n = 0;
  uint8_t *made = TC_ARENA_ARRAY(r->k->arena, uint8_t, r->k->stages.size + 1);
  for (size_t i = 0; i < phases->size; ++i)
    for (size_t j = 0; j < phases->data[i].p.stages.size; ++j, ++n) {
      const TcCpuStage *s = phases->data[i].p.stages.data[j];
      for (size_t x = 0; x < s->reads.size; ++x) {
        const TcCpuStage *from = s->reads.data[x].value->stage;
        if (from && from != s && !made[from->position])
          fail(r, NOT_ALLOWED,
               "stage %zu runs before stage %zu, which it "
               "reads (L3)",
               s->position, from->position);
      }
      if (made[s->position]++)
        fail(r, NOT_ALLOWED, "stage %zu runs twice (L1)", s->position);
    }
  if (n != r->k->stages.size)
    fail(r, NOT_ALLOWED, "%zu of %zu stages run (L1)", n, r->k->stages.size);
}

//===- Forms --------------------------------------------------------------===//

static bool isWaves(const Reader *r, int64_t threads) {
  return threads >= 1 && threads <= MAX_THREADS &&
         threads % r->target->waveThreads == 0;
}

static void checkThreads(Reader *r, int64_t threads) {
  if (!isWaves(r, threads))
    fail(r, NOT_ALLOWED, "threads must be whole waves of %u, at most %d (L6)",
         r->target->waveThreads, MAX_THREADS);
}

// The target's unit, whose name is written to `name`; or NULL.
static const TcUnit *unitOf(const Reader *r, const Found *f, char name[64]) {
  MlirAttribute a = entry(f->unit, "unit");
  MlirStringRef text = {"", 0};
  if (mlirAttributeIsAString(a))
    text = mlirStringAttrGetValue(a);
  snprintf(name, 64, "%.*s", (int)text.length, text.data);
  return tcTargetUnitByName(r->target, name);
}

static void readUnit(Reader *r, MlirAttribute launch, const Found *f,
                     TcGpuPhase *p) {
  TcGpuTiling *t = &p->tiling;
  TcGpuUnitProduct u;
  char name[64];
  t->unit = unitOf(r, f, name);
  p->mode = TC_GPU_UNIT;
  if (!t->unit || !tcGpuUnitMatch(r->k, &p->p.stages, t->unit, &u)) {
    fail(r, NOT_ALLOWED,
         "unit: the target has no '%s', or the kernel is no contraction of its "
         "types with maps behind it (L5)",
         name);
    return;
  }
  t->group = number(r, launch, "group", 1, 1 << 20);
  t->resident = number(r, launch, "resident", 1, 32);
  t->ring = number(r, f->ring, "ring", 1, 64);
  if (has(f->ring, "ahead"))
    t->ahead = number(r, f->ring, "ahead", 1, 64);
  const char *why = NULL;
  if (!r->failed)
    why = tcGpuUnitRefuses(r->target, &u, t);
  if (why)
    fail(r, NOT_ALLOWED, "%s (L5, L6)", why);
  else if (!r->failed)
    p->threads = tcGpuTilingThreads(t);
}

// Tile, steps and the part of a warp or thread: from the chain of loops around
// the contraction.
static void readTiling(Reader *r, MlirAttribute launch, TcGpuPhase *p) {
  TcGpuTiling *t = &p->tiling;
  MlirAttribute node = body(launch, 0);
  int64_t grid[3], tile[2], grids = 0, tiles = 0;
  for (; !has(node, "run") && has(node, "body");) {
    int64_t step = intOf(entry(node, "step"), 0);
    bool persists = is(node, "to", "persist");
    t->persists |= persists;
    if ((persists || is(node, "to", "grid")) && grids < 3)
      grid[grids++] = step;
    else if (is(node, "to", "seq"))
      t->depth = step;
    else if (tiles < 2)
      tile[tiles++] = step;
    node = body(node, count(entry(node, "body")) == 3 ? 2 : 0);
  }
  if (grids < 2 || tiles < 2) {
    fail(r, NO_CODE,
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
  for (intptr_t i = 0; i < count(entry(node, "body")); ++i)
    if (is(body(node, i), "to", to))
      return body(node, i);
  return mlirAttributeGetNull();
}

// A streamed contraction: grid loops over tiles of rows, whose rows warps
// share, around a loop over blocks.
static void readStream(Reader *r, MlirAttribute launch, const Found *f,
                       TcGpuPhase *p) {
  TcGpuTiling *t = &p->tiling;
  TcGpuStream s;
  char name[64];
  t->unit = unitOf(r, f, name);
  p->mode = TC_GPU_STREAM;
  if (!t->unit || !tcGpuStreamMatch(r->k, t->unit, &s)) {
    fail(r, NOT_ALLOWED,
         "unit: the target has no '%s' whose accumulators may be read, or the "
         "kernel does not stream contractions of its types (L5, L11)",
         name);
    return;
  }
  MlirAttribute tile = launch;
  while (!mlirAttributeIsNull(findLoop(tile, "grid")))
    tile = findLoop(tile, "grid");
  t->rows = number(r, tile, "step", 1, 1 << 20);
  const char *part = tcGpuReadsShared(t->unit) ? "group" : "warp";
  t->warpRows = number(r, findLoop(tile, part), "step", 1, 1 << 20);
  t->depth = r->k->stream.step;
  t->resident = number(r, launch, "resident", 1, 32);
  t->ring = number(r, f->ring, "ring", 1, 64);
  const char *why = NULL;
  if (!r->failed)
    why = tcGpuStreamRefuses(r->target, &s, t);
  if (why)
    fail(r, NOT_ALLOWED, "%s (L5, L6)", why);
  else if (!r->failed)
    p->threads = tcGpuStreamThreads(t);
}

static void readProduct(Reader *r, TcGpuPhase *p) {
  TcGpuProduct form;
  p->mode = TC_GPU_PRODUCT;
  if (!tcGpuProductForm(r->k, &p->p.stages, &form)) {
    fail(r, NOT_ALLOWED, "the kernel is no product with maps behind it");
    return;
  }
  const char *why = tcGpuProductRefuses(&form, &p->tiling);
  if (why)
    fail(r, NOT_ALLOWED, "%s (L6)", why);
}

// What threads compute alone, or share.
static void readPlain(Reader *r, MlirAttribute launch, const Found *f,
                      TcGpuPhase *p) {
  p->mode = f->shares ? TC_GPU_ROWS : TC_GPU_POINTS;
  checkThreads(r, p->threads);
  if (r->failed || p->mode == TC_GPU_ROWS)
    return;
  MlirAttribute node = body(launch, 0);
  p->lanes = p->perThread = 1;
  int64_t width = 1, threadStep = 1;
  for (; has(node, "body"); node = body(node, 0)) {
    int64_t step = intOf(entry(node, "step"), 0);
    if (is(node, "to", "grid") && is(body(node, 0), "to", "grid"))
      p->blocks = itersOf(r, node);
    else if (is(node, "to", "grid")) {
      p->points = itersOf(r, node);
      width = step;
    } else if (is(node, "to", "thread"))
      threadStep = step;
  }
  p->lanes = threadStep < 1 ? 1 : threadStep;
  if (p->points.size && width % (p->threads * p->lanes))
    fail(r, NOT_ALLOWED,
         "a block's step must be a multiple of its threads' (L1)");
  if (p->points.size && width > 0)
    p->perThread = width / (p->threads * p->lanes);
}

static void checkLanes(Reader *r, const TcGpuPhase *p) {
  if (p->mode != TC_GPU_POINTS || !p->points.size || p->lanes == 1)
    return;
  int64_t most = tcGpuLanes(r->k, &p->p.stages, tcVecLast(&p->points), -1);
  if (p->lanes < 1 || most % p->lanes)
    fail(r, NOT_ALLOWED,
         "vector: a thread can compute at most %lld adjacent elements at once "
         "(L7)",
         (long long)most);
}

static void checkTasks(Reader *r, const TcGpuPhase *p) {
  size_t n = p->blocks.size + p->points.size;
  if (p->mode != TC_GPU_POINTS)
    return;
  for (size_t i = 0; i < p->p.tasks.size; ++i)
    if (!tcCpuItersHave(&p->blocks, p->p.tasks.data[i]) &&
        !tcCpuItersHave(&p->points, p->p.tasks.data[i]))
      n = SIZE_MAX;
  if (n != p->p.tasks.size)
    fail(r, NOT_ALLOWED,
         "grid loops run over the iterators of which points do "
         "not depend on each other, each once (L1, L2)");
}

static void readTranspose(Reader *r, TcGpuPhase *p) {
  TcGpuPhase chosen = *p;
  TcCpuIters all = tcGpuOrderedPoints(r->k, &p->p);
  if (!tcGpuChooseTranspose(r->k, &all, &chosen)) {
    fail(r, NO_CODE,
         "no read of the launch is transposed through tiles in shared "
         "memory");
    return;
  }
  *p = chosen;
}

//===- Launches -----------------------------------------------------------===//

static bool readOverlap(Reader *r, MlirAttribute launch) {
  if (!has(launch, "overlap"))
    return false;
  if (!is(launch, "overlap", "dependent"))
    fail(r, MALFORMED, "overlap: it is \"dependent\" or left out");
  else if (!r->target->dependentLaunch)
    fail(r, NOT_ALLOWED,
         "overlap: kernels of this target start when the one before has ended");
  return !r->failed;
}

static void readLaunch(Reader *r, MlirAttribute launch, TcGpuPhases *phases) {
  TcGpuPhase p = {
      .p = {.chunk = -1, .vector = -1, .split = -1, .lanes = 1, .grain = 1}};
  Found found = {0};
  if (!has(launch, "body")) {
    fail(r, MALFORMED, "it must be a dictionary with 'threads' and 'body'");
    return;
  }
  for (intptr_t i = 0; i < count(entry(launch, "body")); ++i)
    look(r, body(launch, i), 0, &found);
  takeStages(r, &found, &p);
  p.threads = number(r, launch, "threads", 1, MAX_THREADS);
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
    if (!r->failed && is(found.unit, "unit", "fma"))
      readProduct(r, &p);
    else if (!r->failed && mlirAttributeIsAString(entry(found.unit, "unit")))
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

//===- Added stages -------------------------------------------------------===//

typedef struct Added {
  const TcCpuStage *stage; // that reduces the parts
  TcCpuIters iters;
  int64_t parts;
} Added;
typedef TC_VEC(Added) AddedList;

static void readOwners(Reader *r, MlirAttribute added) {
  MlirAttribute of = entry(added, "of");
  TcCpuStage *s = stageAt(r, intOf(element(of, 0), -1));
  int64_t parts = number(r, added, "parts", 2, 1 << 24);
  if (r->failed)
    return;
  if (count(of) != 1 || s->kind != TC_CPU_SCATTER || s->in || s->owners ||
      (parts & (parts - 1)))
    fail(r, NOT_ALLOWED,
         "adds: owners are a power of two, of one scatter (L2)");
  else
    tcGpuShareScatter(r->k, s, parts);
}

// Whether the stages can be split along the iterator.
static bool checkSplit(Reader *r, const TcCpuStages *stages, int iter) {
  if (tcCpuAllReduce(stages) && tcCpuCanSplit(r->k, stages, iter))
    return true;
  fail(r, NOT_ALLOWED,
       "adds: the stages must all be reductions over '%s', of none of each "
       "other's results (L2)",
       r->k->iters.data[iter].name);
  return false;
}

// The iterators but the last: each of their points is parts of its own.
static void readOuter(Reader *r, const TcCpuIters *iters, TcCpuPhase *p) {
  int64_t points = 1, n;
  for (size_t i = 0; i + 1 < iters->size; ++i) {
    int iter = iters->data[i];
    if (!checkSplit(r, &p->stages, iter))
      return;
    if (!tcSizeIsConst(r->k->iters.data[iter].extent, &n) || n < 1 ||
        p->splitParts % (points * n) || tcCpuItersHave(&p->splitOuter, iter) ||
        iter == tcVecLast(iters)) {
      fail(r, NOT_ALLOWED,
           "adds: parts must be a multiple of the points of the iterators "
           "before the last, which are constant, each once (L1)");
      return;
    }
    points *= n;
    tcVecPush(r->k->arena, &p->splitOuter, iter);
  }
}

static void readAdded(Reader *r, MlirAttribute added, AddedList *list) {
  if (is(added, "as", "owners")) {
    readOwners(r, added);
    return;
  }
  TcCpuPhases halves = {0};
  TcCpuPhase p = {.chunk = -1, .vector = -1, .lanes = 1, .grain = 1};
  MlirAttribute of = entry(added, "of");
  TcCpuIters iters = itersOf(r, added);
  for (intptr_t i = 0; i < count(of) && !r->failed; ++i) {
    TcCpuStage *s = stageAt(r, intOf(element(of, i), -1));
    if (s)
      tcVecPush(r->k->arena, &p.stages, s);
  }
  p.splitParts = number(r, added, "parts", 2, 1 << 24);
  if (!is(added, "as", "partial") || !iters.size || !p.stages.size)
    fail(r, MALFORMED,
         "adds: as = \"partial\", of = [stages], for = [iterators], parts = N; "
         "or as = \"owners\", of = [scatter], parts = N");
  if (r->failed)
    return;
  p.split = tcVecLast(&iters);
  readOuter(r, &iters, &p);
  if (r->failed || !checkSplit(r, &p.stages, p.split))
    return;
  Added a = {p.stages.data[0], iters, p.splitParts};
  tcVecPush(r->k->arena, list, a);
  p.tasks = tcCpuPhaseParallel(r->k, &p.stages);
  tcVecPush(r->k->arena, &halves, p);
  tcCpuSplitPhases(r->k, &halves);
}

static void markParts(const AddedList *added, TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i)
    for (size_t j = 0; j < added->size; ++j)
      if (phases->data[i].p.stages.size &&
          phases->data[i].p.stages.data[0] == added->data[j].stage) {
        phases->data[i].partsOf = added->data[j].iters;
        phases->data[i].parts = added->data[j].parts;
      }
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
static void differ(Reader *r, MlirAttribute given, MlirAttribute made,
                   const char *path) {
  char a[176] = "", b[176] = "", deeper[96];
  if (r->failed || mlirAttributeEqual(given, made))
    return;
  bool bothLists = count(given) && count(given) == count(made);
  for (intptr_t i = 0; bothLists && i < count(given); ++i) {
    snprintf(deeper, sizeof deeper, "%.80s[%d]", path, (int)i);
    differ(r, element(given, i), element(made, i), deeper);
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
      fail(r, NO_CODE, "%s: there is no code for this entry here", deeper);
    else
      differ(r, e.attribute, other, deeper);
  }
  if (r->failed)
    return;
  mlirAttributePrint(given, textOf, a);
  mlirAttributePrint(made, textOf, b);
  fail(r, NO_CODE, "%s: there is no code for %s, but for %s", path, a, b);
}

bool tcGpuIsSchedule(MlirAttribute schedule) {
  return has(schedule, "launches");
}

MlirLogicalResult tcGpuScheduleRead(TcCpuKernel *k, MlirAttribute schedule,
                                    const TcTarget *target,
                                    TcGpuPhases *phases) {
  Reader r = {.k = k, .target = target};
  AddedList added = {0};
  MlirAttribute adds = entry(schedule, "adds");
  MlirAttribute launches = entry(schedule, "launches");
  for (intptr_t i = 0; i < count(adds) && !r.failed; ++i)
    readAdded(&r, element(adds, i), &added);
  for (intptr_t i = 0; i < count(launches) && !r.failed; ++i, ++r.launch)
    readLaunch(&r, element(launches, i), phases);
  if (!r.failed)
    checkRuns(&r, phases);
  markParts(&added, phases);
  r.launch = 0;
  if (!r.failed)
    differ(&r, schedule, tcGpuScheduleToAttr(k, target, phases), "");
  return r.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}
