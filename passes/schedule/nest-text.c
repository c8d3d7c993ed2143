// Converts the nests of a phase to the entry `nests` of a schedule, of a CPU's
// phase or a GPU's launch, and back. See cpu.h.
//
//   nests = [{stages = [0, 1], order = ["j", "i"], lanes = 16},
//            {stages = [2], vector = "n", rows = 6, columns = 2},
//            {stages = [3], form = "update"}, {stages = [4], ranges = 9},
//            {stages = [5], unroll}, {stages = [6], few},
//            {stages = [7], ahead = 4096}]
#include "passes/schedule/cpu.h"
#include "passes/schedule/text-entries.h"

#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/stage.h"

#include "lib/support/bits.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MOST_SIDE = 1 << 10, MOST_AHEAD = 1 << 20 };

static const char *const formNames[] = {[TC_NEST_LOOPS] = "loops",
                                        [TC_NEST_UPDATE] = "update",
                                        [TC_NEST_UNIT] = "unit"};

// Lanes and vector where no entry of the nest says others.
static int64_t plainLanes(const TcCpuPhase *p, const TcNestPlan *plan) {
  return p->lanes > 1 || plan->vector < 0 ? p->lanes : TC_CPU_LANES;
}

static int plainVector(TcCpuKernel *k, const TcCpuPhase *p,
                       const TcNestPlan *plan) {
  TcTile t;
  if (plan->form == TC_NEST_LOOPS)
    return tcNestPlainVector(k, p, plan);
  if (plan->form == TC_NEST_UNIT &&
      tcNestFitsUnit(k, p, p->stages.data[plan->stages.data[0]], &t))
    return t.column;
  return p->vector;
}

//===- To text ------------------------------------------------------------===//

static void addInt(TcTextEntries *e, const char *key, bool is, int64_t value) {
  if (is)
    tcWriteInt(e, key, value);
}

static MlirAttribute stagesOf(const TcCpuKernel *k, const TcCpuPhase *p,
                              const TcNestPlan *plan) {
  size_t n = plan->stages.size;
  MlirAttribute *all = TC_ARENA_ARRAY(k->arena, MlirAttribute, n + 1);
  for (size_t i = 0; i < n; ++i)
    all[i] = tcAttrI64(k->ctx,
                       (int64_t)p->stages.data[plan->stages.data[i]]->position);
  return mlirArrayAttrGet(k->ctx, (intptr_t)n, all);
}

static MlirAttribute nestAttr(TcCpuKernel *k, const TcCpuPhase *p,
                              const TcNestPlan *plan, bool all) {
  TcTextEntries e = {.ctx = k->ctx};
  int plain = plainVector(k, p, plan);
  bool blocks = plan->form == TC_NEST_BLOCKS;
  bool loops = plan->form == TC_NEST_LOOPS, none = plan->vector < 0;
  int64_t lanes = none ? 1 : plan->lanes;
  tcWriteEntry(&e, "stages", stagesOf(k, p, plan));
  if (plan->form == TC_NEST_UPDATE || (all && !blocks))
    tcWriteText(&e, "form", formNames[plan->form]);
  if (!none && (all || plan->vector != plain))
    tcWriteText(&e, "vector", k->iters.data[plan->vector].name);
  addInt(&e, "lanes",
         all || (loops && (none ? plain >= 0 : lanes != plainLanes(p, plan))),
         lanes);
  if (plan->order.size)
    tcWriteEntry(&e, "order", tcTextNames(k, &plan->order));
  addInt(&e, "rows", blocks || (loops && plan->rows > 1), plan->rows);
  addInt(&e, "columns", blocks, plan->columns);
  tcWriteFlag(&e, "apart", plan->apart);
  addInt(&e, "ranges", plan->ranges > 1, plan->ranges);
  tcWriteFlag(&e, "unroll", plan->unroll);
  tcWriteFlag(&e, "few", plan->few);
  tcWriteFlag(&e, "past_caches", plan->pastCaches);
  addInt(&e, "ahead", plan->ahead, plan->ahead);
  return tcWriteDict(&e);
}

static MlirAttribute listOf(TcCpuKernel *k, const TcCpuPhase *p,
                            const TcNestPlans *plans, bool all) {
  MlirAttribute *list =
      TC_ARENA_ARRAY(k->arena, MlirAttribute, plans->size + 1);
  for (size_t i = 0; i < plans->size; ++i)
    list[i] = nestAttr(k, p, &plans->data[i], all);
  return mlirArrayAttrGet(k->ctx, (intptr_t)plans->size, list);
}

MlirAttribute tcNestsToAttr(TcCpuKernel *k, const TcCpuPhase *p, bool all) {
  return listOf(k, p, &p->nests, all);
}

bool tcNestsArePlain(TcCpuKernel *k, const TcCpuPhase *p) {
  TcNestPlans plain = {0};
  tcNestsPlain(k, p, &plain);
  return mlirAttributeEqual(listOf(k, p, &p->nests, false),
                            listOf(k, p, &plain, false));
}

//===- From text ----------------------------------------------------------===//

typedef struct Reader {
  TcReader *text;
  int64_t width; // f32 of a vector; 1: of a GPU's thread, which has none
  TcCpuPhase *p;
  MlirAttribute dict;
  bool *taken; // by number, the phase's stages that a nest has
} Reader;

// The last ones are of vectors, or of what is computed in vectors alone.
static void checkKeys(Reader *r) {
  enum { OF_THREADS = 6 };
  static const char *const keys[] = {
      "stages", "order",   "rows",   "ranges", "few",   "ahead",      "form",
      "vector", "columns", "unroll", "lanes",  "apart", "past_caches"};
  MlirStringRef other = tcTextOtherKey(
      r->dict, keys, r->width > 1 ? sizeof keys / sizeof *keys : OF_THREADS);
  if (other.length)
    tcReaderFail(r->text, TC_TEXT_MALFORMED, "there is no entry '%.*s'%s",
                 (int)other.length, other.data,
                 r->width > 1 ? "" : " of a thread's loops");
}

static size_t numberOf(const TcCpuPhase *p, int64_t position) {
  for (size_t i = 0; i < p->stages.size; ++i)
    if ((int64_t)p->stages.data[i]->position == position)
      return i;
  return SIZE_MAX;
}

static void readStages(Reader *r, TcNestPlan *plan) {
  MlirAttribute list = tcTextEntry(r->dict, "stages");
  for (intptr_t i = 0; i < tcTextCount(list); ++i) {
    size_t n = numberOf(r->p, tcTextInt(tcTextElement(list, i), -1));
    if (n >= r->p->stages.size || r->taken[n] ||
        (plan->stages.size && n < tcVecLast(&plan->stages))) {
      tcReaderFail(r->text, TC_TEXT_NOT_ALLOWED,
                   "each stage of the phase is in one nest, in the "
                   "order of the phase");
      return;
    }
    r->taken[n] = true;
    tcVecPush(r->text->k->arena, &plan->stages, n);
  }
  if (!plan->stages.size)
    tcReaderFail(r->text, TC_TEXT_MALFORMED, "'stages' lists those of a nest");
}

static int64_t readInt(const Reader *r, const char *key, int64_t least,
                       int64_t most, int64_t otherwise) {
  return tcTextHas(r->dict, key)
             ? tcReaderNumber(r->text, r->dict, key, least, most)
             : otherwise;
}

static void readForm(Reader *r, TcNestPlan *plan) {
  TcTile t;
  const TcCpuStage *s = r->p->stages.data[plan->stages.data[0]];
  bool fits = plan->stages.size == 1 && tcNestFitsUnit(r->text->k, r->p, s, &t);
  plan->form = tcTextHas(r->dict, "columns") ? TC_NEST_BLOCKS
               : fits                        ? TC_NEST_UNIT
                                             : TC_NEST_LOOPS;
  if (!tcTextHas(r->dict, "form"))
    return;
  for (size_t i = 0; i < sizeof formNames / sizeof *formNames; ++i)
    if (formNames[i] && tcTextIs(r->dict, "form", formNames[i])) {
      plan->form = (TcNestForm)i;
      return;
    }
  tcReaderFail(r->text, TC_TEXT_MALFORMED,
               "form must be \"loops\", \"update\" or \"unit\"");
}

static void readVector(Reader *r, TcNestPlan *plan) {
  MlirAttribute name = tcTextEntry(r->dict, "vector");
  plan->vector = mlirAttributeIsNull(name)
                     ? plainVector(r->text->k, r->p, plan)
                     : tcReaderIter(r->text, "vector", name);
  plan->lanes =
      readInt(r, "lanes", 1, TC_CPU_MOST_LANES, plainLanes(r->p, plan));
  if (!tcIsPowerOfTwo(plan->lanes))
    tcReaderFail(r->text, TC_TEXT_NOT_ALLOWED, "lanes must be a power of two");
  if (plan->form == TC_NEST_BLOCKS && plan->vector >= 0 && plan->lanes == 1)
    tcReaderFail(r->text, TC_TEXT_NOT_ALLOWED,
                 "lanes: blocks along a vector have more than one");
}

static void readOrder(Reader *r, TcNestPlan *plan) {
  MlirAttribute list = tcTextEntry(r->dict, "order");
  if (tcTextHas(r->dict, "order") && !tcTextCount(list))
    tcReaderFail(r->text, TC_TEXT_MALFORMED,
                 "order lists a nest's loops, outermost first");
  for (intptr_t i = 0; i < tcTextCount(list) && !r->text->failed; ++i)
    tcVecPush(r->text->k->arena, &plan->order,
              tcReaderIter(r->text, "order", tcTextElement(list, i)));
}

static TcNestPlan readNest(Reader *r) {
  TcNestPlan plan = {.vector = -1};
  if (!mlirAttributeIsADictionary(r->dict))
    tcReaderFail(r->text, TC_TEXT_MALFORMED, "it must be a dictionary");
  else
    checkKeys(r);
  if (!r->text->failed)
    readStages(r, &plan);
  if (r->text->failed)
    return plan;
  readForm(r, &plan);
  readVector(r, &plan);
  readOrder(r, &plan);
  plan.rows =
      readInt(r, "rows", plan.form == TC_NEST_BLOCKS ? 1 : 2, MOST_SIDE, 1);
  plan.columns = readInt(r, "columns", 1, MOST_SIDE, 1);
  plan.apart = tcTextHas(r->dict, "apart");
  plan.ranges = readInt(r, "ranges", 2, TC_CPU_MOST_RANGES, 1);
  plan.unroll = tcTextHas(r->dict, "unroll");
  plan.few = tcTextHas(r->dict, "few");
  plan.pastCaches = tcTextHas(r->dict, "past_caches");
  plan.ahead = readInt(r, "ahead", 1, MOST_AHEAD, 0);
  return plan;
}

// The stage begins its nest, as the next one, or joins those before it there.
static bool mayStand(TcCpuKernel *k, const TcCpuPhase *p, TcNestPlans *begun,
                     size_t nest, const TcNestPlan *plan, size_t stage) {
  if (plan->stages.data[0] != stage)
    return nest < begun->size &&
           (plan->form == TC_NEST_LOOPS || plan->form == TC_NEST_BLOCKS) &&
           tcNestMayJoin(k, p, begun, nest, stage);
  if (nest != begun->size)
    return false;
  TcNestPlan first = *plan;
  first.stages.data = NULL;
  first.stages.size = first.stages.capacity = 0;
  tcVecPush(k->arena, begun, first);
  return true;
}

// Each stage is in a nest, and makes what others read of it before they do.
static void checkStages(Reader *r, const TcNestPlans *plans) {
  TcNestPlans begun = {0};
  TcCpuKernel *k = r->text->k;
  for (size_t i = 0; i < r->p->stages.size && !r->text->failed; ++i) {
    size_t nest = 0;
    for (size_t j = 0; j < plans->size; ++j)
      for (size_t s = 0; s < plans->data[j].stages.size; ++s)
        nest = plans->data[j].stages.data[s] == i ? j : nest;
    if (!r->taken[i] ||
        !mayStand(k, r->p, &begun, nest, &plans->data[nest], i)) {
      tcReaderFail(r->text, TC_TEXT_NOT_ALLOWED,
                   "nests: stage %zu can't stand where it does: stages of a "
                   "nest have the same points, read each other's at their own, "
                   "and nothing of a nest behind; nests follow their first "
                   "stages",
                   r->p->stages.data[i]->position);
      return;
    }
    tcVecPush(k->arena, &begun.data[nest].stages, i);
  }
}

// Whether the nest has a stage of the phase.
static bool isOfPhase(const Reader *r, MlirAttribute nest) {
  MlirAttribute list = tcTextEntry(nest, "stages");
  for (intptr_t i = 0; i < tcTextCount(list); ++i)
    if (numberOf(r->p, tcTextInt(tcTextElement(list, i), -1)) < SIZE_MAX)
      return true;
  return false;
}

static void readNests(Reader *r, MlirAttribute list, bool others) {
  r->text->item = "nest";
  for (intptr_t i = 0; i < tcTextCount(list) && !r->text->failed; ++i) {
    r->dict = tcTextElement(list, i);
    r->text->itemNumber = (size_t)i;
    if (others && !isOfPhase(r, r->dict))
      continue;
    TcNestPlan plan = readNest(r);
    tcVecPush(r->text->k->arena, &r->p->nests, plan);
  }
  r->text->item = NULL;
}

bool tcNestsRead(TcReader *text, MlirAttribute list, int64_t width, bool others,
                 TcCpuPhase *p) {
  TcCpuKernel *k = text->k;
  Reader r = {.text = text, .width = width, .p = p};
  p->nests = (TcNestPlans){0};
  r.taken = TC_ARENA_ARRAY(k->arena, bool, p->stages.size + 1);
  if (!mlirAttributeIsNull(list) && !tcTextCount(list))
    tcReaderFail(text, TC_TEXT_MALFORMED,
                 "nests must be a list of dictionaries");
  readNests(&r, list, others);
  if (!p->nests.size && !text->failed) {
    tcNestsPlain(k, p, &p->nests);
    return false;
  }
  if (!text->failed)
    checkStages(&r, &p->nests);
  for (size_t i = 0; i < p->nests.size && !text->failed; ++i)
    tcNestTakePlan(k, p, width, &p->nests.data[i]);
  return true;
}
