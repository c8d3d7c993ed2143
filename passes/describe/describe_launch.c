// The steps of a launch. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "passes/plan/plan.h"

#include "mlir-c/BuiltinAttributes.h"

typedef struct Launch {
  Describe *d;
  MlirOperation op, kernel;
  const TcKernelInfo *info;
  TcMap bindings; // the kernel's symbols -> sizes of the function
  uint32_t section;
  IndexVec buffers, sizes;
} Launch;

// An expression over the kernel's symbols, over the function's.
static MlirAttribute here(Launch *l, const char *text) {
  MlirAttribute size = tcSizeAttrGet(l->d->ctx, tcStr(text));
  return tcSizeAttrSubstitute(size, &l->bindings);
}

static void addTemporaries(Launch *l, MlirAttribute places) {
  MlirAttribute bytes = mlirOperationGetDiscardableAttributeByName(
      l->op, tcStr("loop.temporaries"));
  intptr_t first = mlirOperationGetNumResults(l->op);
  if (mlirArrayAttrGetNumElements(places) !=
      first + (intptr_t)l->info->numTemporaries) {
    tcDescribeFail(l->d, l->op,
                   "what its code needs has no places; run loop-plan-memory "
                   "on all of the function first");
    return;
  }
  for (intptr_t i = 0; i < (intptr_t)l->info->numTemporaries; ++i)
    tcVecPush(l->d->arena, &l->buffers,
              tcDescribePlace(l->d, mlirArrayAttrGetElement(places, first + i),
                              l->section, (MlirType){NULL},
                              tcDimsAttrGetDim(bytes, i)));
}

static void collectBuffers(Launch *l) {
  Describe *d = l->d;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(l->op); ++i)
    tcVecPush(d->arena, &l->buffers,
              tcDescribeBufferOf(d, l->op, mlirOperationGetOperand(l->op, i)));
  MlirAttribute places =
      mlirOperationGetDiscardableAttributeByName(l->op, tcStr("loop.places"));
  if (mlirAttributeIsNull(places)) {
    tcDescribeFail(d, l->op,
                   "its results have no places; run loop-plan-memory first");
    return;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(l->op); ++i) {
    MlirValue v = mlirOperationGetResult(l->op, i);
    uint32_t b =
        tcDescribePlace(d, mlirArrayAttrGetElement(places, i), l->section,
                        mlirValueGetType(v), tcPlanBytes(mlirValueGetType(v)));
    tcMapSet(&d->valueBuffer, v.ptr, (void *)((uintptr_t)b + 1));
    tcVecPush(d->arena, &l->buffers, b);
  }
  addTemporaries(l, places);
}

static const TcTensorMapInfo *describeMaps(Launch *l,
                                           const TcTensorMaps *maps) {
  TcTensorMapInfo *out =
      TC_ARENA_ARRAY(l->d->arena, TcTensorMapInfo, maps->size + 1);
  for (size_t i = 0; i < maps->size; ++i) {
    const TcTensorMapText *m = &maps->data[i];
    out[i] =
        (TcTensorMapInfo){.buffer = (uint32_t)m->buffer,
                          .each = (uint32_t)m->each,
                          .rank = (uint32_t)m->rank,
                          .pixels = (uint32_t)m->pixels,
                          .offset = tcDescribeSize(l->d, here(l, m->offset))};
    for (int64_t d = 0; d < m->rank; ++d) {
      out[i].extents[d] = tcDescribeSize(l->d, here(l, m->extents[d]));
      out[i].strides[d] = tcDescribeSize(l->d, here(l, m->strides[d]));
      out[i].box[d] = (uint32_t)m->box[d];
    }
    for (int64_t d = 0; d < m->rank - 2 && m->pixels; ++d) {
      out[i].lower[d] = (int32_t)m->lower[d];
      out[i].upper[d] = (int32_t)m->upper[d];
      out[i].step[d] = (uint32_t)m->step[d];
    }
  }
  return maps->size ? out : NULL;
}

static void addStep(Launch *l, const TcPhaseInfo *phase) {
  TcStep step = {
      .name = phase->name,
      .phase = phase->entry,
      .buffers = l->buffers.data,
      .sizes = l->sizes.data,
      .numBuffers = (uint32_t)l->buffers.size,
      .numSizes = (uint32_t)l->sizes.size,
      .kind = TC_STEP_LAUNCH,
      .numTasks = tcDescribeSize(l->d, here(l, phase->tasks)),
      .scratchBytes = phase->scratchBytes
                          ? tcDescribeSize(l->d, here(l, phase->scratchBytes))
                          : TC_NONE,
      .grain = phase->grain,
      .leastThreads = (uint32_t)phase->leastThreads,
      .mostThreads = (uint32_t)phase->mostThreads,
      .image = l->info->image,
      .threads = (uint32_t)phase->threads,
      .sharedBytes = phase->sharedBytes
                         ? tcDescribeSize(l->d, here(l, phase->sharedBytes))
                         : TC_NONE,
      .dependent = phase->dependent,
      .rate = phase->rate,
      .numMaps = (uint32_t)phase->maps.size,
      .maps = describeMaps(l, &phase->maps),
      .launch = (uint32_t)((uintptr_t)tcMapGet(&l->d->launches, l->op.ptr) - 1),
      .numOperands = (uint32_t)mlirOperationGetNumOperands(l->op),
      .numResults = (uint32_t)mlirOperationGetNumResults(l->op)};
  tcVecPush(l->d->arena, &l->d->steps, step);
}

/// Only ops at computed positions can report an error. The first site is their
/// message; a program without sites is known to report nothing.
static MlirWalkResult noteErrors(MlirOperation op, void *context) {
  Describe *d = context;
  bool finds = tcIsA(op, "loop.at") || tcIsA(op, "loop.within") ||
               tcIsA(op, "loop.scatter");
  if (finds && !d->sites.size)
    tcVecPush(d->arena, &d->sites, "an index is out of range");
  return finds ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static double most(double a, double b) { return a > b ? a : b; }

static void addTraffic(Describe *d, uint32_t buffer, double read,
                       double written) {
  while (d->traffic.size <= buffer)
    if (!tcVecPush(d->arena, &d->traffic, (TcTraffic){0}))
      return; // no memory, which the arena tells
  TcTraffic *t = &d->traffic.data[buffer];
  t->read = most(t->read, read);
  t->written = most(t->written, written);
}

// What the launch of this step, whose buffers are all known, does: to the step
// and to the sums of main.
static void describeWork(Launch *l, TcStep *step) {
  Describe *d = l->d;
  const uint32_t *buffers = l->buffers.data;
  TcWork work =
      tcDescribeWork(d->arena, l->kernel, &l->bindings, &d->examples, buffers);
  if (!work.read)
    return; // no memory, which the arena tells
  d->flops += step->flops = work.flops;
  for (uint32_t i = 0; i < step->numOperands; ++i) {
    addTraffic(d, buffers[i], work.read[i], 0);
    step->bytes += work.read[i];
  }
  for (uint32_t i = 0; i < step->numResults; ++i) {
    addTraffic(d, buffers[step->numOperands + i], 0, work.written[i]);
    step->bytes += work.written[i];
  }
}

void tcDescribeLaunch(Describe *d, MlirOperation op, MlirOperation kernel,
                      uint32_t section) {
  Launch l = {.d = d,
              .op = op,
              .kernel = kernel,
              .info = d->lookup(d->self, kernel),
              .bindings = {.arena = d->arena},
              .section = section};
  if (!l.info || !tcDescribeBind(op, kernel, &l.bindings)) {
    tcDescribeFail(d, op,
                   "its kernel has no code, or does not fit its operands");
    return;
  }
  mlirOperationWalk(kernel, noteErrors, d, MlirWalkPreOrder);
  collectBuffers(&l);
  for (size_t i = 0; i < l.info->numSymbols; ++i)
    tcVecPush(d->arena, &l.sizes,
              tcDescribeSize(d, here(&l, l.info->symbols[i])));
  size_t first = d->steps.size;
  for (size_t i = 0; i < l.info->numPhases; ++i)
    addStep(&l, &l.info->phases[i]);
  for (size_t i = first + 1; i < d->steps.size; ++i)
    d->steps.data[i].later = 1;
  if (!d->failed && first < d->steps.size && section == TC_SECTION_MAIN)
    describeWork(&l, &d->steps.data[first]);
}
