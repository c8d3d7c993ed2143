// The steps of a descriptor, and its assembly. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "passes/plan/plan.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

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
    tcDescribeFail(d, op, "the size it defines is known already");
    return;
  }
  tcDescribeControl(d, TC_STEP_SIZE, d->symbols.data[symbol].name,
                    tcDescribeBufferOf(d, op, mlirOperationGetOperand(op, 0)),
                    symbol);
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
    tcDescribeFail(d, op,
                   "its results have no places; run loop-plan-memory first");
    return arena;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    uint32_t b = tcDescribeBufferOf(d, op, mlirOperationGetOperand(op, i));
    if (i < n)
      tcVecPush(d->arena, &init, b);
  }
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue v = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(v);
    uint32_t b = tcDescribePlace(d, mlirArrayAttrGetElement(places, i), section,
                                 type, tcPlanBytes(type));
    tcMapSet(&d->valueBuffer, v.ptr, (void *)((uintptr_t)b + 1));
    tcVecPush(d->arena, &carried, b);
    tcVecPush(d->arena, &next, addScratch(&w, type));
  }
  for (intptr_t i = n; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(d->arena, &carried,
              tcDescribeBufferOf(d, op, mlirOperationGetOperand(op, i)));
  uint32_t goesOn =
      addScratch(&w, tcTensorTypeGet(0, NULL, mlirIntegerTypeGet(d->ctx, 1)));
  MlirAttribute end = inlineFunction(&w, "copy", init.data, carried.data);
  uint32_t again = (uint32_t)d->steps.size;
  end = tcSizeAttrMax(end, inlineFunction(&w, "cond", carried.data, &goesOn));
  size_t branch = d->steps.size;
  tcDescribeControl(d, TC_STEP_BRANCH, "while", goesOn, 0);
  end = tcSizeAttrMax(end, inlineFunction(&w, "body", carried.data, next.data));
  end = tcSizeAttrMax(end, inlineFunction(&w, "copy", next.data, carried.data));
  tcDescribeControl(d, TC_STEP_JUMP, "again", goesOn, again);
  d->steps.data[branch].target = (uint32_t)d->steps.size;
  return end;
}

// Appends the steps of a function; returns the end of its scratch.
static MlirAttribute describeBody(Describe *d, const TcMap *kernels,
                                  MlirOperation func, uint32_t section) {
  MlirAttribute arena = mlirOperationIsNull(func)
                            ? (MlirAttribute){NULL}
                            : mlirOperationGetDiscardableAttributeByName(
                                  func, tcStr("loop.arena"));
  if (mlirAttributeIsNull(arena)) {
    tcDescribeFail(d, func,
                   "it has no memory plan; run loop-plan-memory first");
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
    tcDescribeLaunch(d, op, kernel, section);
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
