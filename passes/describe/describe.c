// The steps of a descriptor, and its assembly. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "passes/fuse/fuse.h"
#include "passes/plan/plan.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static void fail(Describe *d, MlirOperation op, const char *why) {
  if (!d->failed)
    tcOpEmitError(op, "[TC-0602] cannot be made a step of a program: %s", why);
  d->failed = true;
}

//===- Buffers ------------------------------------------------------------===//

uint32_t tcDescribeBuffer(Describe *d, TcBufferKind kind, uint32_t index,
                          MlirAttribute bytes, MlirAttribute offset,
                          const void *data) {
  uint32_t b = mlirAttributeIsNull(bytes) ? TC_NONE : tcDescribeSize(d, bytes);
  uint32_t o =
      mlirAttributeIsNull(offset) ? TC_NONE : tcDescribeSize(d, offset);
  const char *key =
      tcArenaPrintf(d->arena, "%d %u %u %u %p", (int)kind, index, b, o, data);
  void *known = tcMapGetText(&d->bufferIndex, key);
  if (known)
    return (uint32_t)(uintptr_t)known - 1;
  TcBufferInfo info = {kind, index, b, o, data};
  tcVecPush(d->arena, &d->buffers, info);
  tcMapSetText(&d->bufferIndex, key, (void *)(uintptr_t)d->buffers.size);
  return (uint32_t)d->buffers.size - 1;
}

static const MlirAttribute none = {NULL};

static uint32_t weightBuffer(Describe *d, MlirAttribute symbol) {
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(symbol);
  void *prepared = tcMapGetTextN(&d->prepared, name.data, name.length);
  if (prepared)
    return (uint32_t)(uintptr_t)prepared - 1;
  void *index = tcMapGetTextN(&d->weightIndex, name.data, name.length);
  if (!index)
    return TC_NONE;
  return tcDescribeBuffer(d, TC_BUFFER_WEIGHT, (uint32_t)(uintptr_t)index - 1,
                          none, none, NULL);
}

//===- Sizes that data decides --------------------------------------------===//

// Adds a step that is no launch and concerns one buffer.
static void addControl(Describe *d, TcStepKind kind, const char *name,
                       uint32_t buffer, uint32_t target) {
  uint32_t *buffers = TC_ARENA_NEW(d->arena, uint32_t);
  *buffers = buffer;
  TcStep step = {.name = name,
                 .buffers = buffers,
                 .numBuffers = 1,
                 .kind = kind,
                 .target = target,
                 .numTasks = TC_NONE,
                 .scratchBytes = TC_NONE,
                 .sharedBytes = TC_NONE};
  tcVecPush(d->arena, &d->steps, step);
}

// Allocates a buffer once, before the launch that writes it first: values of
// one place share it.
static void allocateOnce(Describe *d, uint32_t buffer) {
  const char *key = tcArenaPrintf(d->arena, "%u", buffer);
  if (tcMapGetText(&d->allocated, key))
    return;
  tcMapSetText(&d->allocated, key, d);
  addControl(d, TC_STEP_ALLOCATE, "allocate", buffer, 0);
}

static bool isLate(Describe *d, MlirAttribute size) {
  return tcPlanIsLate(tcKernelBody(d->func), size);
}

// Whether a result's sizes are known only during the call. (An empty tensor's
// bytes are known even if its sizes are not.)
static bool isLateResult(Describe *d, MlirType type) {
  for (intptr_t i = 0; i < tcTypeGetRank(type); ++i)
    if (isLate(d, tcTypeGetSize(type, i)))
      return true;
  return false;
}

// The buffer of so many bytes that a place of the memory plan names.
static uint32_t placeBuffer(Describe *d, MlirAttribute place, uint32_t section,
                            MlirType type, MlirAttribute bytes) {
  MlirNamedAttribute e = mlirDictionaryAttrGetElement(place, 0);
  MlirStringRef key = mlirIdentifierStr(e.name);
  if (d->in && mlirStringRefEqual(key, tcStr("result")))
    return d->in->results[mlirIntegerAttrGetValueInt(e.attribute)];
  if (d->in && mlirStringRefEqual(key, tcStr("input")))
    return d->in->args[mlirIntegerAttrGetValueInt(e.attribute)];
  if (mlirStringRefEqual(key, tcStr("result"))) {
    uint32_t b = tcDescribeBuffer(
        d, TC_BUFFER_RESULT, (uint32_t)mlirIntegerAttrGetValueInt(e.attribute),
        none, none, NULL);
    if (isLateResult(d, type))
      allocateOnce(d, b);
    return b;
  }
  if (mlirStringRefEqual(key, tcStr("late"))) {
    enum { LATE_OF_FUNCTION = 1 << 12 };
    uint32_t first = d->in ? d->in->number * LATE_OF_FUNCTION : 0;
    uint32_t b = tcDescribeBuffer(
        d, TC_BUFFER_LATE,
        first + (uint32_t)mlirIntegerAttrGetValueInt(e.attribute), bytes, none,
        NULL);
    allocateOnce(d, b);
    return b;
  }
  if (mlirStringRefEqual(key, tcStr("input")))
    return tcDescribeBuffer(d, TC_BUFFER_INPUT,
                            (uint32_t)mlirIntegerAttrGetValueInt(e.attribute),
                            none, none, NULL);
  if (mlirStringRefEqual(key, tcStr("weight")))
    return weightBuffer(d, e.attribute);
  return tcDescribeBuffer(
      d, TC_BUFFER_SCRATCH, section, bytes,
      d->in ? tcSizeAttrAdd(d->in->base, e.attribute) : e.attribute, NULL);
}

static uint32_t constantBuffer(Describe *d, MlirOperation op) {
  size_t size;
  const void *data = tcDescribeConstant(d, tcAttrOf(op, "value"), &size);
  MlirAttribute bytes = tcSizeAttrGetConstant(d->ctx, (int64_t)size);
  return tcDescribeBuffer(d, TC_BUFFER_CONSTANT, 0, bytes, none, data);
}

static uint32_t describeRoot(Describe *d, MlirValue root) {
  if (mlirValueIsABlockArgument(root) && d->in)
    return d->in->args[mlirBlockArgumentGetArgNumber(root)];
  if (mlirValueIsABlockArgument(root))
    return tcDescribeBuffer(d, TC_BUFFER_INPUT,
                            (uint32_t)mlirBlockArgumentGetArgNumber(root), none,
                            none, NULL);
  MlirOperation def = tcDefiningOp(root);
  if (tcIsA(def, "prim.get_weight"))
    return weightBuffer(d, tcAttrOf(def, "name"));
  if (tcIsA(def, "prim.constant"))
    return constantBuffer(d, def);
  return TC_NONE;
}

static uint32_t bufferOf(Describe *d, MlirOperation user, MlirValue v) {
  MlirValue root = tcPlanRoot(v);
  void *known = tcMapGet(&d->valueBuffer, root.ptr);
  uint32_t index =
      known ? (uint32_t)(uintptr_t)known - 1 : describeRoot(d, root);
  if (index == TC_NONE)
    fail(d, user, "it reads a value that no launch, weight or constant makes");
  tcMapSet(&d->valueBuffer, root.ptr, (void *)((uintptr_t)index + 1));
  return index;
}

//===- Launches -----------------------------------------------------------===//

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
    fail(l->d, l->op,
         "what its code needs has no places; run loop-plan-memory "
         "on all of the function first");
    return;
  }
  for (intptr_t i = 0; i < (intptr_t)l->info->numTemporaries; ++i)
    tcVecPush(l->d->arena, &l->buffers,
              placeBuffer(l->d, mlirArrayAttrGetElement(places, first + i),
                          l->section, (MlirType){NULL},
                          tcDimsAttrGetDim(bytes, i)));
}

static void collectBuffers(Launch *l) {
  Describe *d = l->d;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(l->op); ++i)
    tcVecPush(d->arena, &l->buffers,
              bufferOf(d, l->op, mlirOperationGetOperand(l->op, i)));
  MlirAttribute places =
      mlirOperationGetDiscardableAttributeByName(l->op, tcStr("loop.places"));
  if (mlirAttributeIsNull(places)) {
    fail(d, l->op, "its results have no places; run loop-plan-memory first");
    return;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(l->op); ++i) {
    MlirValue v = mlirOperationGetResult(l->op, i);
    uint32_t b =
        placeBuffer(d, mlirArrayAttrGetElement(places, i), l->section,
                    mlirValueGetType(v), tcPlanBytes(mlirValueGetType(v)));
    tcMapSet(&d->valueBuffer, v.ptr, (void *)((uintptr_t)b + 1));
    tcVecPush(d->arena, &l->buffers, b);
  }
  addTemporaries(l, places);
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
      .image = l->info->image,
      .threads = (uint32_t)phase->threads,
      .sharedBytes = phase->sharedBytes
                         ? tcDescribeSize(l->d, here(l, phase->sharedBytes))
                         : TC_NONE,
      .dependent = phase->dependent,
      .launch = (uint32_t)((uintptr_t)tcMapGet(&l->d->launches, l->op.ptr) - 1),
      .numOperands = (uint32_t)mlirOperationGetNumOperands(l->op),
      .numResults = (uint32_t)mlirOperationGetNumResults(l->op)};
  tcVecPush(l->d->arena, &l->d->steps, step);
}

/// Only ops at computed positions can report an error. The first site is their
/// message; a program without sites is known to report nothing.
static MlirWalkResult noteErrors(MlirOperation op, void *context) {
  Describe *d = context;
  bool finds = tcIsA(op, "loop.at") || tcIsA(op, "loop.scatter");
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

static void describeLaunch(Describe *d, MlirOperation op, MlirOperation kernel,
                           uint32_t section) {
  Launch l = {.d = d,
              .op = op,
              .kernel = kernel,
              .info = d->lookup(d->self, kernel),
              .bindings = {.arena = d->arena},
              .section = section};
  if (!l.info || !tcDescribeBind(op, kernel, &l.bindings)) {
    fail(d, op, "its kernel has no code, or does not fit its operands");
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

//===- Functions ----------------------------------------------------------===//

static MlirOperation findSymbol(const Describe *d, const char *op,
                                MlirStringRef name) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(d->module));
  MlirOperation o = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(o); o = mlirOperationGetNextInBlock(o))
    if (tcIsA(o, op) &&
        mlirStringRefEqual(mlirStringAttrGetValue(tcAttrOf(o, "sym_name")),
                           name))
      return o;
  return (MlirOperation){NULL};
}

// Sets the size that a prim.range_to defines to the value of its operand.
static void describeSize(Describe *d, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirStringRef name;
  if (!tcSizeAttrIsSymbol(tcTypeGetSize(type, 0), &name))
    return;
  void *index = tcMapGetTextN(&d->symbolIndex, name.data, name.length);
  uint32_t symbol = (uint32_t)(uintptr_t)index - 1;
  if (!index || d->symbols.data[symbol].source != TC_SYMBOL_LATE) {
    fail(d, op, "the size it defines is known already");
    return;
  }
  addControl(d, TC_STEP_SIZE, d->symbols.data[symbol].name,
             bufferOf(d, op, mlirOperationGetOperand(op, 0)), symbol);
}

static MlirAttribute describeBody(Describe *d, const TcMap *kernels,
                                  MlirOperation func, uint32_t section);

//===- Loops that data ends -----------------------------------------------===//

typedef struct While {
  Describe *d;
  const TcMap *kernels;
  MlirOperation op;
  uint32_t section;
  MlirAttribute end; // of the arena, behind what is laid out so far
} While;

// Scratch for a value of this type, behind all else.
static uint32_t addScratch(While *w, MlirType type) {
  MlirAttribute bytes = tcPlanBytes(type);
  uint32_t b = tcDescribeBuffer(w->d, TC_BUFFER_SCRATCH, w->section, bytes,
                                w->end, NULL);
  w->end = tcSizeAttrAdd(w->end, tcDescribePadded(bytes));
  return b;
}

// Appends the steps of a function, on these buffers; returns the end of its
// scratch.
static MlirAttribute inlineFunction(While *w, const char *part,
                                    const uint32_t *args,
                                    const uint32_t *results) {
  Describe *d = w->d;
  MlirOperation func = findSymbol(
      d, "func.func", mlirFlatSymbolRefAttrGetValue(tcAttrOf(w->op, part)));
  Inlined in = {args, results, w->end, ++d->numInlined};
  const Inlined *outer = d->in;
  TcMap values = d->valueBuffer;
  MlirOperation around = d->func;
  d->in = &in;
  d->valueBuffer = (TcMap){.arena = d->arena};
  MlirAttribute end = describeBody(d, w->kernels, func, w->section);
  d->in = outer;
  d->valueBuffer = values;
  d->func = around;
  return end;
}

// The results' memory holds the carried values: copied there before, written
// by the body elsewhere and copied back after each iteration.
//
//   copy(init -> results); again: cond(results -> goesOn); branch out;
//   body(results -> next); copy(next -> results); jump again; out:
static MlirAttribute describeWhile(Describe *d, const TcMap *kernels,
                                   MlirOperation op, uint32_t section,
                                   MlirAttribute arena) {
  While w = {d, kernels, op, section, arena};
  IndexVec carried = {0}, init = {0}, next = {0};
  intptr_t n = mlirOperationGetNumResults(op);
  MlirAttribute places =
      mlirOperationGetDiscardableAttributeByName(op, tcStr("loop.places"));
  if (mlirAttributeIsNull(places)) {
    fail(d, op, "its results have no places; run loop-plan-memory first");
    return arena;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    uint32_t b = bufferOf(d, op, mlirOperationGetOperand(op, i));
    if (i < n)
      tcVecPush(d->arena, &init, b);
  }
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue v = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(v);
    uint32_t b = placeBuffer(d, mlirArrayAttrGetElement(places, i), section,
                             type, tcPlanBytes(type));
    tcMapSet(&d->valueBuffer, v.ptr, (void *)((uintptr_t)b + 1));
    tcVecPush(d->arena, &carried, b);
    tcVecPush(d->arena, &next, addScratch(&w, type));
  }
  for (intptr_t i = n; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(d->arena, &carried,
              bufferOf(d, op, mlirOperationGetOperand(op, i)));
  uint32_t goesOn =
      addScratch(&w, tcTensorTypeGet(0, NULL, mlirIntegerTypeGet(d->ctx, 1)));
  MlirAttribute end = inlineFunction(&w, "copy", init.data, carried.data);
  uint32_t again = (uint32_t)d->steps.size;
  end = tcSizeAttrMax(end, inlineFunction(&w, "cond", carried.data, &goesOn));
  size_t branch = d->steps.size;
  addControl(d, TC_STEP_BRANCH, "while", goesOn, 0);
  end = tcSizeAttrMax(end, inlineFunction(&w, "body", carried.data, next.data));
  end = tcSizeAttrMax(end, inlineFunction(&w, "copy", next.data, carried.data));
  addControl(d, TC_STEP_JUMP, "again", goesOn, again);
  d->steps.data[branch].target = (uint32_t)d->steps.size;
  return end;
}

// Appends the steps of a function; returns the end of its scratch.
static MlirAttribute describeBody(Describe *d, const TcMap *kernels,
                                  MlirOperation func, uint32_t section) {
  MlirAttribute arena = mlirOperationIsNull(func)
                            ? none
                            : mlirOperationGetDiscardableAttributeByName(
                                  func, tcStr("loop.arena"));
  if (mlirAttributeIsNull(arena)) {
    fail(d, func, "it has no memory plan; run loop-plan-memory first");
    return tcSizeAttrGetConstant(d->ctx, 0);
  }
  d->func = func;
  if (d->in)
    arena = tcSizeAttrAdd(d->in->base, tcDescribePadded(arena));
  MlirAttribute end = arena;
  MlirOperation op = mlirBlockGetFirstOperation(tcKernelBody(func));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcIsA(op, "prim.range_to"))
      describeSize(d, op);
    if (tcIsA(op, "loop.while"))
      end = tcSizeAttrMax(end, describeWhile(d, kernels, op, section, arena));
    if (!tcIsA(op, "loop.launch"))
      continue;
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(tcAttrOf(op, "kernel"));
    MlirOperation kernel = {tcMapGetTextN(kernels, name.data, name.length)};
    describeLaunch(d, op, kernel, section);
  }
  return end;
}

static TcSection describeFunction(Describe *d, const TcMap *kernels,
                                  MlirOperation func, uint32_t section) {
  TcSection s = {.arenaBytes = TC_NONE};
  if (mlirOperationIsNull(func))
    return s;
  d->valueBuffer = (TcMap){.arena = d->arena};
  d->steps.data = NULL;
  d->steps.size = d->steps.capacity = 0;
  MlirAttribute end = describeBody(d, kernels, func, section);
  s.steps = d->steps.data;
  s.numSteps = (uint32_t)d->steps.size;
  if (!tcSizeAttrIsValue(end, 0))
    s.arenaBytes = tcDescribeSize(d, end);
  return s;
}

// A number of bytes in an attribute of @main.
static uint32_t bytesOf(Describe *d, const char *name) {
  MlirAttribute bytes =
      mlirOperationGetDiscardableAttributeByName(d->main, tcStr(name));
  return mlirAttributeIsNull(bytes) ? TC_NONE : tcDescribeSize(d, bytes);
}

// Compulsory traffic: what main reads that no launch of it makes, by the launch
// that reads most of it, and the results that it writes.
static double compulsoryBytes(const Describe *d) {
  double bytes = 0;
  for (size_t i = 0; i < d->traffic.size; ++i) {
    uint32_t kind = d->buffers.data[i].kind;
    if (kind != TC_BUFFER_SCRATCH && kind != TC_BUFFER_LATE)
      bytes += d->traffic.data[i].written;
    if (kind == TC_BUFFER_INPUT || kind == TC_BUFFER_WEIGHT ||
        kind == TC_BUFFER_CONSTANT || kind == TC_BUFFER_PREPARED)
      bytes += d->traffic.data[i].read;
  }
  return bytes;
}

static TcProgramDescriptor *assemble(Describe *d, const TcSection *sections) {
  TcProgramDescriptor *p = TC_ARENA_NEW(d->arena, TcProgramDescriptor);
  if (!p)
    return NULL;
  MlirAttribute name =
      mlirOperationGetDiscardableAttributeByName(d->module, tcStr("tc.model"));
  uint32_t saved = bytesOf(d, "tc.saved_bytes");
  uint32_t read = bytesOf(d, "tc.read_bytes");
  *p = (TcProgramDescriptor){
      .magic = TC_DESCRIPTOR_MAGIC,
      .version = TC_DESCRIPTOR_VERSION,
      .structSize = sizeof *p,
      .name =
          mlirAttributeIsNull(name) ? "program" : tcAttrCString(d->arena, name),
      .features = "",
      .compiler = "tc 0.1",
      .target = "",
      .chip = "",
      .sizeCode = d->code.data,
      .sizes = d->sizes.data,
      .symbols = d->symbols.data,
      .guards = d->guards.data,
      .inputs = d->inputs.data,
      .results = d->results.data,
      .weights = d->weights.data,
      .expected = d->expected.size == d->results.size ? d->expected.data : NULL,
      .expectedState = d->expectedState.data,
      .buffers = d->buffers.data,
      .sites = d->sites.data,
      .sizeCodeLength = (uint32_t)d->code.size,
      .numSizes = (uint32_t)d->sizes.size,
      .numSymbols = (uint32_t)d->symbols.size,
      .numGuards = (uint32_t)d->guards.size,
      .numInputs = (uint32_t)d->inputs.size,
      .numResults = (uint32_t)d->results.size,
      .numWeights = (uint32_t)d->weights.size,
      .numBuffers = (uint32_t)d->buffers.size,
      .numSites = (uint32_t)d->sites.size,
      .numExpectedState = (uint32_t)d->expectedState.size,
      .sections = {sections[0], sections[1]},
      .savedBytes = saved,
      .readBytes = read,
      .flops = d->flops,
      .compulsoryBytes = compulsoryBytes(d)};
  return p;
}

// Launches are numbered as they stand in the module, from 1.
static MlirWalkResult numberLaunch(MlirOperation op, void *self) {
  Describe *d = self;
  if (tcIsA(op, "loop.launch"))
    tcMapSet(&d->launches, op.ptr, (void *)(uintptr_t)(d->launches.size + 1));
  return MlirWalkResultAdvance;
}

TcProgramDescriptor *tcDescribeEntry(TcArena *arena, MlirOperation module,
                                     MlirOperation entry,
                                     TcKernelLookup *lookup, void *self) {
  Describe d = {.arena = arena,
                .ctx = mlirOperationGetContext(module),
                .module = module,
                .main = entry,
                .lookup = lookup,
                .self = self};
  d.sizeIndex.arena = d.symbolIndex.arena = d.weightIndex.arena = arena;
  d.examples.arena = arena;
  d.prepared.arena = d.bufferIndex.arena = d.valueBuffer.arena = arena;
  d.allocated.arena = d.launches.arena = arena;
  mlirOperationWalk(module, numberLaunch, &d, MlirWalkPreOrder);
  d.prepare = findSymbol(&d, "func.func", tcStr("prepare"));
  tcDescribeSymbols(&d, d.main);
  tcDescribeGuards(&d);
  tcDescribeBoundary(&d);
  TcMap kernels = tcDescribeKernels(d.arena, d.module);
  TcSection sections[TC_SECTION_COUNT];
  sections[TC_SECTION_PREPARE] =
      describeFunction(&d, &kernels, d.prepare, TC_SECTION_PREPARE);
  sections[TC_SECTION_MAIN] =
      describeFunction(&d, &kernels, d.main, TC_SECTION_MAIN);
  return d.failed ? NULL : assemble(&d, sections);
}

TcProgramDescriptor *tcDescribeProgram(TcArena *arena, MlirOperation module,
                                       TcKernelLookup *lookup, void *self) {
  const Describe d = {.module = module};
  MlirOperation main = findSymbol(&d, "func.func", tcStr("main"));
  if (!mlirOperationIsNull(main))
    return tcDescribeEntry(arena, module, main, lookup, self);
  tcOpEmitError(module, "[TC-0603] there is no function @main to compile; "
                        "name the entry of the program @main");
  return NULL;
}
