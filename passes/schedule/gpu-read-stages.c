// Reads which stages the launches of a GPU schedule run, and refuses those that
// run twice, not at all, before what they read, or without the launch behind
// that needs what they leave. See gpu-read.h.
#include "passes/schedule/gpu-read.h"
#include "passes/schedule/gpu-scatter.h"
#include "passes/schedule/gpu-sort.h"

#include "passes/lower/gpu/stream.h"

//===- Stages of a launch -------------------------------------------------===//

// Whether the stage makes the base of the scatter in front of it, which runs in
// the same launch.
static bool isBase(const TcGpuReader *r, const TcGpuPhase *p,
                   const TcCpuStage *s) {
  size_t dim;
  return !p->base && p->p.stages.size == 1 &&
         p->p.stages.data[0]->kind == TC_CPU_SCATTER &&
         tcGpuScatterBase(r->k, p->p.stages.data[0], &dim) == s &&
         tcGpuMarksRows(r->k, p->p.stages.data[0]);
}

// The same of a scatter that is combined in shared memory.
static bool isBinsBase(const TcGpuReader *r, const TcGpuPhase *p,
                       const TcCpuStage *s) {
  return !p->base && p->p.stages.size == 1 &&
         !tcGpuBinsRefuse(r->k, p->p.stages.data[0]) &&
         tcGpuBinsBase(r->k, p->p.stages.data[0]) == s;
}

// The same of a scatter of runs of points.
static bool isAscendingBase(const TcGpuReader *r, const TcGpuPhase *p,
                            const TcCpuStage *s) {
  size_t dim;
  return !p->base && p->p.stages.size == 1 &&
         !tcGpuAscendingRefuse(r->k, p->p.stages.data[0]) &&
         tcGpuScatterBase(r->k, p->p.stages.data[0], &dim) == s;
}

// Whether the stage maps the result of the scatter of runs in front of it.
static bool isBehindRun(const TcGpuReader *r, const TcGpuFound *f,
                        const TcGpuPhase *p, const TcCpuStage *s) {
  return p->base && p->p.stages.size == 1 &&
         tcTextIs(f->combine, "combine", TC_GPU_COMBINE_RUN) &&
         tcGpuMapsRun(r->k, p->p.stages.data[0], s);
}

// Each stage runs once, and after those that it reads. What stages of a stream
// read of each other is checked as its form is (tcGpuStreamMatch).
void tcGpuTakeStages(TcGpuReader *r, const TcGpuFound *f, TcGpuPhase *p) {
  bool streams = r->k->stream.block >= 0 && !mlirAttributeIsNull(f->unit);
  for (size_t i = 0; i < f->runs.size && !r->failed; ++i) {
    TcCpuStage *s = tcReaderStage(r, f->runs.data[i]);
    if (s &&
        (isBase(r, p, s) || isBinsBase(r, p, s) || isAscendingBase(r, p, s))) {
      p->base = s;
      continue;
    }
    if (s && isBehindRun(r, f, p, s)) {
      tcVecPush(r->k->arena, &p->behind, s);
      continue;
    }
    if (s && !streams && r->k->stream.block >= 0 && tcGpuStreamIsStack(r->k, s))
      tcReaderFail(r, TC_TEXT_NO_CODE,
                   "stage %zu stacks sums that tasks share: there is code for "
                   "these on a unit of warp groups",
                   s->position);
    if (s && p->p.stages.size && !streams &&
        !tcCpuCanShare(r->k, &p->p.stages, s))
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

//===- Launches together --------------------------------------------------===//

// A loop of the kernel runs as a whole: its values pass from iteration to
// iteration.
static void checkLoops(TcGpuReader *r, const TcGpuPhase *p) {
  for (size_t i = 0; i < r->k->stages.size; ++i) {
    const TcCpuStage *s = r->k->stages.data[i];
    for (size_t j = 0; s->unit && j < p->p.stages.size; ++j)
      if (p->p.stages.data[j]->unit == s->unit &&
          !tcCpuStagesHave(&p->p.stages, s)) {
        tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                     "stage %zu runs apart from stage %zu, which is of the "
                     "same loop (L3)",
                     i, p->p.stages.data[j]->position);
        return;
      }
  }
}

static void checkMade(TcGpuReader *r, const uint8_t *made, const TcCpuStage *s,
                      const TcCpuValue *read) {
  const TcCpuStage *from = read->stage;
  if (from && from != s && !made[from->position])
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "stage %zu runs before stage %zu, which it reads (L3)",
                 s->position, from->position);
}

// The memory to which a stage adds its results is cleared before.
static void checkCleared(TcGpuReader *r, const uint8_t *made,
                         const TcCpuStage *s) {
  for (size_t i = 0; i < r->k->stages.size; ++i) {
    const TcCpuStage *clears = r->k->stages.data[i];
    if (clears->clears == s && !made[clears->position])
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "stage %zu runs before stage %zu, which clears what it adds "
                   "to (L3)",
                   s->position, clears->position);
  }
}

// A scatter reads its base, too.
static void checkRun(TcGpuReader *r, uint8_t *made, const TcCpuStage *s) {
  checkCleared(r, made, s);
  for (size_t i = 0; i < s->reads.size; ++i)
    checkMade(r, made, s, s->reads.data[i].value);
  if (s->copied)
    checkMade(r, made, s, s->copied);
  if (made[s->position]++)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "stage %zu runs twice (L1)",
                 s->position);
}

// The launch of a phase, whose number an error says.
static void enterLaunch(TcGpuReader *r, const TcGpuPhases *phases, size_t i) {
  r->number = i ? r->number + !phases->data[i].beside : 0;
}

// What a launch leaves the one behind it has.
static void checkLeft(TcGpuReader *r, const TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i) {
    const TcGpuPhase *p = &phases->data[i];
    enterLaunch(r, phases, i);
    if (p->longer && p->mode == TC_GPU_OWNERS &&
        (i + 1 == phases->size || p[1].mode != TC_GPU_LONG_ROWS))
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "longer: no launch behind runs stage %zu at the rows that "
                   "are left (L1)",
                   p->p.stages.data[0]->position);
    if (p->mode == TC_GPU_BINS && p->cuts > 1 &&
        (i + 1 == phases->size || p[1].mode != TC_GPU_BIN_SUMS))
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "parts: no launch behind combines what the blocks of stage "
                   "%zu leave (L1)",
                   p->p.stages.data[0]->position);
    if (tcGpuLeavesRuns(p) &&
        (i + 1 == phases->size || p[1].mode != TC_GPU_SORT_MERGE))
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "combine: no launch behind merges the runs of stage %zu "
                   "(L1)",
                   p->p.stages.data[0]->position);
  }
}

// Scans run in the chunks in which `adds` has them combined before.
static void checkChunks(TcGpuReader *r, const TcGpuAddedList *added,
                        const TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i) {
    enterLaunch(r, phases, i);
    if (!tcGpuChunksAgree(added, &phases->data[i]))
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "scans run in chunks of as many points as 'adds' says, "
                   "where it does (L3)");
  }
}

static void checkRuns(TcGpuReader *r, const TcGpuPhases *phases) {
  size_t n = 0;
  uint8_t *made = TC_ARENA_ARRAY(r->k->arena, uint8_t, r->k->stages.size + 1);
  for (size_t i = 0; i < phases->size; ++i) {
    enterLaunch(r, phases, i);
    checkLoops(r, &phases->data[i]);
  }
  for (size_t i = 0; i < phases->size; ++i) {
    const TcGpuPhase *p = &phases->data[i];
    enterLaunch(r, phases, i);
    if (p->mode == TC_GPU_LONG_ROWS || p->mode == TC_GPU_BIN_SUMS ||
        p->mode == TC_GPU_SORT_MERGE)
      continue;
    if (p->base)
      checkRun(r, made, p->base);
    for (size_t j = 0; j < p->p.stages.size; ++j)
      checkRun(r, made, p->p.stages.data[j]);
    for (size_t j = 0; j < p->behind.size; ++j)
      checkRun(r, made, p->behind.data[j]);
    n += p->p.stages.size + (p->base != NULL) + p->behind.size;
  }
  if (n != r->k->stages.size)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%zu of %zu stages run (L1)", n,
                 r->k->stages.size);
}

void tcGpuCheckRuns(TcGpuReader *r, const TcGpuAddedList *added,
                    const TcGpuPhases *phases) {
  checkRuns(r, phases);
  if (!r->failed)
    checkLeft(r, phases);
  if (!r->failed)
    checkChunks(r, added, phases);
}
