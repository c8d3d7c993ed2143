// Where the values of a function lie. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "passes/plan/plan.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static const MlirAttribute none = {NULL};

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

void tcDescribeControl(Describe *d, TcStepKind kind, const char *name,
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
  tcDescribeControl(d, TC_STEP_ALLOCATE, "allocate", buffer, 0);
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

uint32_t tcDescribePlace(Describe *d, MlirAttribute place, uint32_t section,
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

uint32_t tcDescribeBufferOf(Describe *d, MlirOperation user, MlirValue v) {
  MlirValue root = tcPlanRoot(v);
  void *known = tcMapGet(&d->valueBuffer, root.ptr);
  uint32_t index =
      known ? (uint32_t)(uintptr_t)known - 1 : describeRoot(d, root);
  if (index == TC_NONE)
    tcDescribeFail(d, user,
                   "it reads a value that no launch, weight or constant makes");
  tcMapSet(&d->valueBuffer, root.ptr, (void *)((uintptr_t)index + 1));
  return index;
}
