// Reads CPU schedules from the attribute `loop.schedule`. See cpu.h.
//
// Reading checks everything: a schedule written by hand is as valid as a chosen
// one, or an error.
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/stage.h"
#include "passes/schedule/cpu.h"
#include "passes/schedule/difference.h"
#include "passes/schedule/text.h"

#include "lib/support/bits.h"

#include "ir/diag.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

typedef struct Reader {
  TcReader text;
  MlirAttribute dict; // of the phase
  bool *taken;        // by number, the stages of phases that are read
  size_t nextStage;   // the first that is not
} Reader;

static MlirAttribute entry(const Reader *r, const char *key) {
  return tcTextEntry(r->dict, key);
}

static void checkKeys(Reader *r) {
  static const char *const keys[] = {
      "stages",      "tasks",  "vector",      "lanes",     "chunk",
      "chunk_size",  "split",  "split_parts", "grain",     "product",
      "unit",        "owners", "strip",       "keeps_row", "nontemporal",
      "split_outer", "nests"};
  MlirStringRef other =
      tcTextOtherKey(r->dict, keys, sizeof keys / sizeof *keys);
  if (other.length)
    tcReaderFail(&r->text, TC_TEXT_MALFORMED, "there is no entry '%.*s'",
                 (int)other.length, other.data);
}

static int64_t readInt(Reader *r, const char *key, int64_t least, int64_t most,
                       int64_t otherwise) {
  MlirAttribute a = entry(r, key);
  if (mlirAttributeIsNull(a))
    return otherwise;
  return tcReaderNumber(&r->text, r->dict, key, least, most);
}

static int readIter(Reader *r, const char *key) {
  MlirAttribute a = entry(r, key);
  return mlirAttributeIsNull(a) ? -1 : tcReaderIter(&r->text, key, a);
}

static MlirAttribute readList(Reader *r, const char *key) {
  MlirAttribute a = entry(r, key);
  if (!mlirAttributeIsNull(a) && mlirAttributeIsAArray(a))
    return a;
  tcReaderFail(&r->text, TC_TEXT_MALFORMED, "'%s' must be a list", key);
  return mlirArrayAttrGet(r->text.k->ctx, 0, NULL);
}

// A stage of an earlier phase, recomputed in this one; or NULL.
static TcCpuStage *recomputed(const Reader *r, const TcCpuPhase *p,
                              MlirAttribute number) {
  int64_t n = tcTextInt(number, -1);
  if (n < 0 || n >= (int64_t)r->text.k->stages.size || !r->taken[n])
    return NULL;
  TcCpuStage *s = r->text.k->stages.data[n];
  return tcCpuCanRecompute(s) && !tcCpuStagesHave(&p->stages, s) ? s : NULL;
}

// Whether a stage of the phase reads what this one makes.
static bool isReadIn(const TcCpuPhase *p, const TcCpuStage *s) {
  for (size_t i = 0; i < p->stages.size; ++i)
    for (size_t j = 0; j < p->stages.data[i]->reads.size; ++j)
      if (p->stages.data[i]->reads.data[j].value->stage == s)
        return true;
  return false;
}

// Whether what the stage reads is made by stages that are taken.
static bool isReady(const Reader *r, const TcCpuStage *s) {
  for (size_t i = 0; i < r->text.k->stages.size; ++i)
    for (size_t j = 0; j < s->reads.size && !r->taken[i]; ++j)
      if (s->reads.data[j].value->stage == r->text.k->stages.data[i])
        return false;
  return !s->gathered.size;
}

// The next stage, or a later one that may run early; or NULL.
static TcCpuStage *fresh(Reader *r, MlirAttribute number) {
  int64_t n = tcTextInt(number, -1);
  if (n < (int64_t)r->nextStage || n >= (int64_t)r->text.k->stages.size ||
      r->taken[n])
    return NULL;
  TcCpuStage *s = r->text.k->stages.data[n];
  if (n > (int64_t)r->nextStage && (!tcCpuMayRunEarly(s) || !isReady(r, s)))
    return NULL;
  r->taken[n] = true;
  while (r->nextStage < r->text.k->stages.size && r->taken[r->nextStage])
    ++r->nextStage;
  return s;
}

static void readStages(Reader *r, TcCpuPhase *p) {
  MlirAttribute list = readList(r, "stages");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i) {
    MlirAttribute a = mlirArrayAttrGetElement(list, i);
    TcCpuStage *again = recomputed(r, p, a);
    if (again) {
      if (isReadIn(p, again))
        tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                     "stage %zu is recomputed behind one that reads it; it "
                     "stands before its readers",
                     again->position);
      tcVecPush(r->text.k->arena, &p->stages, again);
      continue;
    }
    TcCpuStage *s = fresh(r, a);
    if (!s) {
      tcReaderFail(
          &r->text, TC_TEXT_NOT_ALLOWED,
          "phases take the stages one after the other: the next one is %zu "
          "of %zu",
          r->nextStage, r->text.k->stages.size);
      return;
    }
    if (!p->stages.size && s->unit && s->position &&
        r->text.k->stages.data[s->position - 1]->unit == s->unit)
      tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                   "stage %zu is in a loop with the one before it; they "
                   "share a phase",
                   s->position);
    if (!tcCpuCanShare(r->text.k, &p->stages, s))
      tcReaderFail(
          &r->text, TC_TEXT_NOT_ALLOWED,
          "stage %zu reads elsewhere what the phase makes, or stands alone; "
          "give it a phase of its own",
          s->position);
    tcVecPush(r->text.k->arena, &p->stages, s);
  }
  if (!p->stages.size)
    tcReaderFail(&r->text, TC_TEXT_MALFORMED, "it has no stages");
}

static void checkParallel(Reader *r, const TcCpuPhase *p, const char *key,
                          int iter) {
  TcCpuIters parallel = tcCpuPhaseParallel(r->text.k, &p->stages);
  if (iter >= 0 && !tcCpuItersHave(&parallel, iter))
    tcReaderFail(
        &r->text, TC_TEXT_NOT_ALLOWED,
        "%s: the points of '%s' depend on each other, or a stage lacks it", key,
        r->text.k->iters.data[iter].name);
}

static void readTasks(Reader *r, TcCpuPhase *p) {
  MlirAttribute list = readList(r, "tasks");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i) {
    int iter =
        tcReaderIter(&r->text, "tasks", mlirArrayAttrGetElement(list, i));
    if (iter >= 0 && tcCpuItersHave(&p->tasks, iter))
      tcReaderFail(&r->text, TC_TEXT_MALFORMED, "tasks: '%s' is listed twice",
                   r->text.k->iters.data[iter].name);
    checkParallel(r, p, "tasks", iter);
    tcVecPush(r->text.k->arena, &p->tasks, iter);
  }
}

static void readOwners(Reader *r, TcCpuPhase *p) {
  int64_t n = readInt(r, "owners", 2, TC_CPU_MOST_PARTS, 1);
  if (n == 1)
    return;
  TcCpuStage *s = p->stages.data[0];
  if (s->kind != TC_CPU_SCATTER || s->distinct || s->in || s->owners ||
      !tcIsPowerOfTwo(n)) {
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                 "owners are a power of two, of one scatter that is not "
                 "distinct");
    return;
  }
  tcCpuShareScatter(r->text.k, s, n);
  tcVecPush(r->text.k->arena, &p->tasks, s->owners - 1);
}

static void readVector(Reader *r, TcCpuPhase *p) {
  p->vector = readIter(r, "vector");
  p->lanes = readInt(r, "lanes", 1, TC_CPU_MOST_LANES,
                     p->vector < 0 ? 1 : TC_CPU_LANES);
  bool can = p->vector < 0;
  for (size_t i = 0; i < p->stages.size; ++i)
    can |= p->vector >= 0 &&
           tcCpuCanVector(r->text.k, p->stages.data[i], p->vector);
  if (!can)
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                 "vector: no stage can run over lanes of '%s'",
                 r->text.k->iters.data[p->vector].name);
  if (!tcIsPowerOfTwo(p->lanes))
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED, "lanes must be a power of two");
}

static int64_t readRows(Reader *r, const TcCpuPhase *p, const char *key) {
  int64_t n = readInt(r, key, TC_CPU_LEAST_STRIP, TC_CPU_MOST_STRIP, 0);
  if (n && !tcIsPowerOfTwo(n))
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED, "%s must be a power of two",
                 key);
  if (n && tcCpuTransposedIter(r->text.k, &p->stages, p->vector, false) < 0)
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                 "%s: no read of the phase is transposed", key);
  return n;
}

static void readStrip(Reader *r, TcCpuPhase *p) {
  p->strip = readRows(r, p, "strip");
  p->nontemporal = readRows(r, p, "nontemporal");
}

static void readChunk(Reader *r, TcCpuPhase *p) {
  p->chunk = readIter(r, "chunk");
  p->chunkSize = readInt(r, "chunk_size", 1, INT64_MAX / 64, 1024);
  if (p->chunk < 0 || !tcCpuCanChunkScans(r->text.k, &p->stages, p->chunk))
    checkParallel(r, p, "chunk", p->chunk);
  if (p->chunk >= 0 && tcCpuItersHave(&p->tasks, p->chunk))
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                 "chunk: '%s' is one of the tasks",
                 r->text.k->iters.data[p->chunk].name);
}

static void readKeepsRow(Reader *r, TcCpuPhase *p) {
  p->keepsRow = !mlirAttributeIsNull(entry(r, "keeps_row"));
  if (p->keepsRow &&
      (p->chunk == p->vector || tcCpuItersHave(&p->tasks, p->vector) ||
       p->lanes < 2 ||
       !tcCpuCanKeepRow(r->text.k, p->stages.data[0], p->vector)))
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                 "keeps_row: the stage combines no rows of 8 to 256 elements");
}

static void readSplit(Reader *r, TcCpuPhase *p) {
  p->split = readIter(r, "split");
  p->splitParts = readInt(r, "split_parts", 1, TC_CPU_MOST_PARTS, 64);
  if (p->split >= 0 && p->stages.data[0]->kind == TC_CPU_SCATTER) {
    if (!tcCpuCanList(r->text.k, p))
      tcReaderFail(
          &r->text, TC_TEXT_NOT_ALLOWED,
          "split: a scatter has owners, at most %d for all parts together, no "
          "vector, and parts of the outermost iterator that is no task's",
          TC_CPU_MOST_PARTS);
    return;
  }
  if (p->split >= 0 && !tcCpuCanSplit(r->text.k, &p->stages, p->split))
    tcReaderFail(
        &r->text, TC_TEXT_NOT_ALLOWED,
        "split: the stages must all reduce over '%s', or be one sort along it",
        r->text.k->iters.data[p->split].name);
}

static void readSplitOuter(Reader *r, TcCpuPhase *p) {
  if (mlirAttributeIsNull(entry(r, "split_outer")) || r->text.failed)
    return;
  MlirAttribute list = readList(r, "split_outer");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list) && !r->text.failed;
       ++i)
    tcVecPush(r->text.k->arena, &p->splitOuter,
              tcReaderIter(&r->text, "split_outer",
                           mlirArrayAttrGetElement(list, i)));
  if (!r->text.failed && (p->split < 0 || !tcCpuCanSplitPhase(r->text.k, p)))
    tcReaderFail(
        &r->text, TC_TEXT_NOT_ALLOWED,
        "split_outer: the stages must all reduce over these iterators, of "
        "constant extents, each once, and split_parts be a multiple of their "
        "points");
}

static void readUnit(Reader *r, TcCpuPhase *p) {
  MlirAttribute a = entry(r, "unit");
  if (mlirAttributeIsNull(a))
    return;
  MlirStringRef name = {"", 0};
  if (mlirAttributeIsAString(a))
    name = mlirStringAttrGetValue(a);
  p->unit = tcTargetUnitByName(
      r->text.target,
      tcArenaCopyText(r->text.k->arena, name.data, name.length));
  if (!p->unit)
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                 "unit: the target has no '%.*s'", (int)name.length, name.data);
}

// Tile registers have the lanes of a whole task side by side
// (lower/cpu/contract_unit.c).
static void checkTiles(Reader *r, const TcCpuPhase *p) {
  if (!p->unit || !p->unit->tiles)
    return;
  int64_t lanes = TC_STREAM_VECTORS * p->unit->n;
  if (p->chunk != r->text.k->stream.lane || p->chunkSize != lanes)
    tcReaderFail(
        &r->text, TC_TEXT_NOT_ALLOWED,
        "unit: tasks of '%s' have chunks of %lld points of the stream's lanes",
        p->unit->name, (long long)lanes);
}

// Whether the unit multiplies pairs of bf16 of one of the contractions.
static bool dotsWith(const TcCpuPhase *p, TcCpuKernel *k) {
  for (size_t i = 0; i < p->stages.size; ++i) {
    const TcCpuStage *s = p->stages.data[i];
    TcTile t;
    if (!tcContractSides(k, s, &t) || !s->over.size)
      continue;
    t.vector = tcVecLast(&s->over);
    if (tcContractDots(k, s, &t, p->unit))
      return true;
  }
  return false;
}

static bool readProduct(Reader *r, TcCpuPhase *p) {
  TcProduct product;
  p->product = !mlirAttributeIsNull(entry(r, "product"));
  TcProductDivision *division = &p->division;
  readUnit(r, p);
  if (!p->product && p->unit &&
      !tcContractUnit(r->text.k, r->text.target, &p->stages, p->unit->name) &&
      !dotsWith(p, r->text.k))
    tcReaderFail(&r->text, TC_TEXT_NOT_ALLOWED,
                 "unit: no product of the phase can run on '%s'",
                 p->unit->name);
  if (!p->product)
    return false;
  p->grain = readInt(r, "grain", 1, INT64_MAX, 1);
  tcCpuDivisionRead(&r->text, entry(r, "product"), division);
  if (r->text.failed)
    return true;
  if (tcProductMatch(r->text.k, r->text.target, &p->stages,
                     p->unit ? p->unit->name : "fma", division, &product)) {
    TcProductDivision made = tcProductDivisionOf(r->text.k, &product);
    tcCpuDivisionCheckLeftOut(&r->text, division, &made);
    *division = made;
  } else {
    tcReaderFail(
        &r->text, TC_TEXT_NOT_ALLOWED,
        p->unit ? "the stages are no product that the unit can multiply"
                : "the stages are no product with maps behind it, or not worth "
                  "tiles");
  }
  return true;
}

static void readPhase(Reader *r, MlirAttribute dict, TcCpuPhases *phases) {
  TcCpuPhase p = {.chunk = -1, .vector = -1, .split = -1};
  r->dict = dict;
  if (!mlirAttributeIsADictionary(dict)) {
    tcReaderFail(&r->text, TC_TEXT_MALFORMED, "it must be a dictionary");
    return;
  }
  checkKeys(r);
  readStages(r, &p);
  if (readProduct(r, &p)) {
    tcVecPush(r->text.k->arena, phases, p);
    return;
  }
  void (*const parts[])(Reader *, TcCpuPhase *) = {
      readTasks, readOwners,   readVector, readStrip,
      readChunk, readKeepsRow, readSplit,  readSplitOuter};
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !r->text.failed; ++i)
    parts[i](r, &p);
  checkTiles(r, &p);
  p.grain = readInt(r, "grain", 1, INT64_MAX, 1);
  if (!r->text.failed)
    tcNestsRead(&r->text, entry(r, "nests"), r->text.target->vectorBits / 32,
                /*others=*/false, &p);
  tcVecPush(r->text.k->arena, phases, p);
}

// Whether each entry is one that the phases have: none is ignored.
static void checkObeyed(Reader *r, MlirAttribute schedule,
                        const TcCpuPhases *phases) {
  const char *why = tcScheduleDifference(
      r->text.k->arena, tcTextWithout(schedule, TC_TEXT_SIZE_HINT),
      tcCpuScheduleToAttr(r->text.k, phases, true),
      /*mayOmit=*/true);
  if (!why)
    return;
  tcOpEmitError(r->text.k->op, "[TC-%04d] loop.schedule: %s", TC_TEXT_NO_CODE,
                why);
  r->text.failed = true;
}

MlirLogicalResult tcCpuScheduleRead(TcCpuKernel *k, MlirAttribute schedule,
                                    const TcTarget *target,
                                    TcCpuPhases *phases) {
  Reader r = {.text = {.k = k, .target = target, .part = "phase"}};
  r.taken = TC_ARENA_ARRAY(k->arena, bool, k->stages.size + 1);
  MlirAttribute list = tcTextEntry(schedule, "phases");
  if (mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list))
    return tcOpEmitError(k->op, "[TC-0610] loop.schedule is a dictionary with "
                                "the list 'phases'");
  k->guess = tcReaderSizeHint(&r.text, schedule);
  intptr_t n = mlirArrayAttrGetNumElements(list);
  for (; r.text.number < (size_t)n && !r.text.failed; ++r.text.number)
    readPhase(&r, mlirArrayAttrGetElement(list, (intptr_t)r.text.number),
              phases);
  if (!r.text.failed && r.nextStage != k->stages.size)
    tcReaderFail(&r.text, TC_TEXT_NOT_ALLOWED, "no phase runs stage %zu of %zu",
                 r.nextStage, k->stages.size);
  int stage = r.text.failed ? -1 : tcCpuReadsRecomputed(k, phases);
  if (stage >= 0)
    tcReaderFail(
        &r.text, TC_TEXT_NOT_ALLOWED,
        "stage %d is recomputed, and has to be in each phase that reads it",
        stage);
  if (!r.text.failed)
    checkObeyed(&r, schedule, phases);
  return r.text.failed ? mlirLogicalResultFailure()
                       : mlirLogicalResultSuccess();
}
