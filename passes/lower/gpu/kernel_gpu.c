// Reads kernels for GPUs. See kernel_gpu.h.
//
// What the conditions of a version say of sizes are facts of its kernel: a
// symbol s that is divisible by n is n * q everywhere, with a new symbol q for
// s / n. So whatever asks whether a size is a multiple, or a tile whole, finds
// it in the size itself.
#include "passes/lower/gpu/kernel_gpu.h"
#include "passes/lower/cpu/kernel_impl.h"

#include "ir/attrs.h"
#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

typedef struct Assume {
  TcCpuKernel *k;
  TcMap map; // s -> n * q
} Assume;

static const TcSize *in(const Assume *a, const TcSize *size) {
  return size ? tcSizeSubstitute(a->k->arena, size, &a->map) : NULL;
}

static void inAll(const Assume *a, const TcSize ***sizes, size_t n) {
  const TcSize **out = TC_ARENA_ARRAY(a->k->arena, const TcSize *, n + 1);
  for (size_t i = 0; *sizes && i < n; ++i)
    out[i] = in(a, (*sizes)[i]);
  *sizes = *sizes ? out : NULL;
}

static void inValue(const Assume *a, TcCpuValue *v) {
  inAll(a, &v->sizes, v->rank);
  for (size_t i = 0; i < v->dests.size; ++i)
    inAll(a, &v->dests.data[i].offsets,
          a->k->buffers.data[v->dests.data[i].buffer].rank);
}

static void inStage(const Assume *a, TcCpuStage *s, const char *symbol,
                    const TcSize *size) {
  for (size_t i = 0; i < s->reads.size; ++i)
    inAll(a, &s->reads.data[i].index, s->reads.data[i].value->rank);
  for (size_t i = 0; i < s->results.size; ++i)
    inValue(a, s->results.data[i]);
  if (s->copied)
    inValue(a, s->copied);
  s->take = in(a, s->take);
  s->subst.arena = a->k->arena;
  tcMapSetText(&s->subst, symbol, (void *)size);
}

static void inStream(const Assume *a, TcCpuStream *s) {
  s->extent = in(a, s->extent);
  s->at = in(a, s->at);
  for (size_t i = 0; i < s->most.size; ++i)
    s->most.data[i] = in(a, s->most.data[i]);
  for (size_t i = 0; i < s->least.size; ++i)
    s->least.data[i] = in(a, s->least.data[i]);
}

static void divide(TcCpuKernel *k, size_t symbol, int64_t by) {
  TcArena *arena = k->arena;
  const char *name = k->symbols.data[symbol];
  TcCpuQuotient q = {symbol, by,
                     tcArenaPrintf(arena, "%s$%lld", name, (long long)by)};
  const TcSize *size =
      tcSizeMul(arena, tcSizeConst(arena, by), tcSizeSymbol(arena, q.name));
  Assume a = {k, {.arena = arena}};
  tcMapSetText(&a.map, name, (void *)size);
  tcVecPush(arena, &k->quotients, q);
  for (size_t i = 0; i < k->iters.size; ++i) {
    k->iters.data[i].extent = in(&a, k->iters.data[i].extent);
    k->iters.data[i].most = in(&a, k->iters.data[i].most);
  }
  for (size_t i = 0; i < k->buffers.size; ++i) {
    TcCpuBuffer *b = &k->buffers.data[i];
    inAll(&a, &b->sizes, b->rank);
    inAll(&a, &b->strides, b->rank);
    b->offset = in(&a, b->offset);
  }
  for (size_t i = 0; i < k->values.size; ++i)
    inValue(&a, k->values.entries[i].value);
  for (size_t i = 0; i < k->stages.size; ++i)
    inStage(&a, k->stages.data[i], name, size);
  inStream(&a, &k->stream);
}

// The number of a symbol that has no quotient yet, or -1.
static int symbolOf(const TcCpuKernel *k, const char *name) {
  for (size_t i = 0; i < k->quotients.size; ++i)
    if (!strcmp(k->symbols.data[k->quotients.data[i].of], name))
      return -1;
  for (size_t i = 0; i < k->symbols.size; ++i)
    if (!strcmp(k->symbols.data[i], name))
      return (int)i;
  return -1;
}

static void assume(TcCpuKernel *k, MlirAttribute when) {
  if (mlirAttributeIsNull(when))
    return;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(when); ++i) {
    MlirAttribute condition = mlirArrayAttrGetElement(when, i);
    MlirAttribute by =
        mlirDictionaryAttrGetElementByName(condition, tcStr("divisible"));
    MlirStringRef text = tcSizeAttrGetText(
        mlirDictionaryAttrGetElementByName(condition, tcStr("size")));
    int symbol = symbolOf(k, tcArenaCopyText(k->arena, text.data, text.length));
    if (!mlirAttributeIsNull(by) && symbol >= 0 &&
        mlirIntegerAttrGetValueInt(by) > 1)
      divide(k, (size_t)symbol, mlirIntegerAttrGetValueInt(by));
  }
}

// Threads combine running products of f32 in any grouping.
static void groupProducts(TcCpuKernel *k) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *s = k->stages.data[i];
    size_t n = s->kind == TC_CPU_SCAN && !s->ordered ? s->results.size : 0;
    TcCpuKind *kinds = TC_ARENA_ARRAY(k->arena, TcCpuKind, n + 1);
    for (size_t j = 0; j < n; ++j)
      kinds[j] = s->kinds[j] == TC_CPU_MUL &&
                         mlirTypeIsAF32(s->results.data[j]->element)
                     ? TC_CPU_PRODUCT
                     : s->kinds[j];
    if (n)
      s->kinds = kinds;
  }
}

MlirLogicalResult tcGpuKernelRead(TcArena *arena, MlirOperation op,
                                  MlirAttribute when, TcCpuKernel *k) {
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, op, k)))
    return mlirLogicalResultFailure();
  tcCpuKernelSplit(k, /*least=*/2);
  if (!k->changes.size && k->stream.block < 0)
    tcCpuKernelSplitAll(k);
  assume(k, when);
  groupProducts(k);
  tcGpuCollapse(k);
  return mlirLogicalResultSuccess();
}

const TcSize *tcGpuGivenSize(const TcCpuKernel *k, const TcSize *size) {
  TcMap map = {.arena = k->arena};
  for (size_t i = 0; i < k->quotients.size; ++i) {
    const TcCpuQuotient *q = &k->quotients.data[i];
    const TcSize *of = tcSizeSymbol(k->arena, k->symbols.data[q->of]);
    tcMapSetText(
        &map, q->name,
        (void *)tcSizeFloorDiv(k->arena, of, tcSizeConst(k->arena, q->by)));
  }
  return tcSizeSubstitute(k->arena, size, &map);
}
