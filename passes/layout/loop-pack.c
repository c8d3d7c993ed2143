// loop-pack: packs weights of products into panels once, when the program is
// loaded: for each step of the reduction the columns of a panel are contiguous,
// in the order in which the code of products reads them
// (passes/lower/cpu/product.h). A packed weight is an ordinary tensor, computed
// by a kernel in @prepare:
//
//   w[n, k]  ->  p[n floordiv 16, k, n mod 16]
//
// which the product then reads at [n floordiv 16, k, n mod 16]. The width of
// panels depends on the target. For a unit that multiplies pairs of elements
// (bf16) these lie side by side:
//
//   w[n, k]  ->  p[n floordiv 16, k floordiv 2, n mod 16, k mod 2]
//
// For matrix units of GPUs, whose code copies eight neighbours at once, the
// innermost reduced dimension becomes the last one:
//
//   w[n, c, y, x]  ->  p[n, y, x, c]
//
// or, where more neighbours are copied at once so, a dimension of the product's
// points does: p[c, y, x, n].
//
// Runs after loop-layout, on which the order of steps depends.
#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/kernel_build.h"
#include "lib/ir/pass.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/map.h"
#include "lib/support/memory.h"
#include "lib/support/strbuf.h"
#include "passes/fuse/kernel_edit.h"
#include "passes/layout/prepared.h"
#include "passes/schedule/cpu-product.h"
#include "passes/schedule/cpu.h"
#include "passes/schedule/gpu-unit.h"
#include "passes/schedule/pass_target.h"
#include "target/gpu/vendor.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

typedef struct Pass {
  TcArena *arena;
  MlirContext ctx;
  TcTarget target;
  TcPrepared prepared;
  TcMap kernels;          // by name
  TcMap launched, shared; // kernels that are launched, more than once
  TcMap packs;            // names of packed weights, by what they are
  int64_t packed;
} Pass;

// A product in @main whose weight can be packed.
typedef struct Site {
  MlirOperation launch, kernel, contract;
  TcCpuKernel k;
  TcProduct product;     // CPUs
  TcGpuUnitProduct unit; // GPUs
  bool byPoints;         // of the unit: points are innermost, not steps
  const TcCpuRead *read; // of the weight
  intptr_t input;        // of the contract: the weight
  intptr_t operand;      // of the launch
  MlirOperation weight;  // prim.get_weight
} Site;

//===- What is packed -----------------------------------------------------===//

static MlirOperation kernelOf(const Pass *p, MlirOperation launch) {
  if (tcLoopOpKind(launch) != TC_LOOP_LAUNCH)
    return (MlirOperation){NULL};
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(tcAttrOf(launch, "kernel"));
  return (MlirOperation){tcMapGetTextN(&p->kernels, name.data, name.length)};
}

static bool isStatic(const TcCpuValue *v) {
  int64_t n;
  for (size_t d = 0; d < v->rank; ++d)
    if (!tcSizeIsConst(v->sizes[d], &n))
      return false;
  return true;
}

static bool isMutated(const Pass *p, MlirOperation get) {
  MlirOperation op =
      tcPreparedWeightOp(&p->prepared, tcPrimGetWeightGetName(get));
  return mlirOperationIsNull(op) || tcPrimWeightGetMutated(op);
}

// What a unit's read of neighbours along these iterators copies at once, if the
// last is the last dimension of a packed weight.
static int64_t accessAlong(const Site *s, const TcCpuIters *iters) {
  int64_t n, access = s->unit.operands[0].chunk;
  if (!iters->size ||
      !tcSizeIsConst(s->k.iters.data[tcVecLast(iters)].extent, &n))
    return 1;
  while (n % access)
    access /= 2;
  return access;
}

// Whether more is copied at once if the weight is packed; sets `byPoints`. No
// unit reads bytes along points.
static bool gains(Site *s, const TcGpuOperand *o) {
  int64_t bySteps = accessAlong(s, &s->unit.p.over);
  int64_t byPoints = o->each > 1 ? accessAlong(s, &o->factor->iters) : 1;
  s->byPoints = byPoints > bySteps;
  return o->access < (s->byPoints ? byPoints : bySteps);
}

static bool isWeight(const Site *s, const TcCpuRead *r) {
  if (r->value->arg < 0)
    return false;
  MlirOperation op =
      tcDefiningOp(mlirOperationGetOperand(s->launch, r->value->arg));
  return !mlirOperationIsNull(op) && tcPrimOpKind(op) == TC_PRIM_GET_WEIGHT;
}

static bool matchUnit(Pass *p, Site *s) {
  const TcUnit *unit = tcUnits;
  while (unit->name && !(tcTargetHasUnit(&p->target, unit) &&
                         tcGpuUnitMatch(&s->k, &s->k.stages, unit, &s->unit) &&
                         tcGpuUnitPays(&s->k, &p->target, &s->unit)))
    ++unit;
  for (int i = 0; unit->name && i < 2; ++i) {
    const TcGpuOperand *o = &s->unit.operands[i];
    s->read = o->factor->read;
    s->contract = s->unit.p.match.contract->op;
    s->input = s->read - s->unit.p.match.contract->reads.data;
    if (isWeight(s, s->read) && gains(s, o))
      return true;
  }
  return false;
}

static bool matchProduct(Pass *p, Site *s) {
  tcCpuFindSides(&s->k);
  if (!tcProductChoosePanels(&s->k, &p->target, &s->product) ||
      s->product.packed)
    return false;
  s->read = s->product.columnFactor;
  s->contract = s->product.contract->op;
  s->input = s->read - s->product.contract->reads.data;
  return true;
}

static bool matchSite(Pass *p, Site *s) {
  TcCpuKernel *k = &s->k;
  if (tcLoopOpKind(tcFirstStage(s->kernel)) != TC_LOOP_CONTRACT ||
      mlirLogicalResultIsFailure(tcCpuKernelRead(p->arena, s->kernel, k)) ||
      k->tables.size || // its reads are not the op's inputs
      !(p->target.backend->gpu ? matchUnit(p, s) : matchProduct(p, s)))
    return false;
  const TcCpuRead *r = s->read;
  s->operand = r->value->arg;
  if (s->operand < 0 || !isStatic(r->value) || !mlirAttributeIsNull(r->fill) ||
      !tcHasOneUse(mlirBlockGetArgument(tcKernelBody(s->kernel), s->operand)))
    return false;
  s->weight = tcDefiningOp(mlirOperationGetOperand(s->launch, s->operand));
  return !mlirOperationIsNull(s->weight) &&
         tcPrimOpKind(s->weight) == TC_PRIM_GET_WEIGHT &&
         !isMutated(p, s->weight);
}

//===- The packed tensor --------------------------------------------------===//

static MlirAttribute attrOf(Pass *p, const TcSize *size) {
  return tcSizeAttrFormat(p->ctx, "%s", tcSizeToText(p->arena, size));
}

static bool uses(const Site *s, int iter) {
  return tcCpuReadUses(&s->k, s->read, iter);
}

static void addUsed(Pass *p, const Site *s, const TcCpuIters *from,
                    TcCpuIters *to) {
  for (size_t i = 0; i < from->size; ++i)
    if (uses(s, from->data[i]))
      tcVecPush(p->arena, to, from->data[i]);
}

static TcCpuIters unitIters(Pass *p, const Site *s) {
  TcCpuIters out = {0};
  const TcGpuProduct *q = &s->unit.p;
  addUsed(p, s, &q->batch, &out);
  if (s->byPoints)
    addUsed(p, s, &q->over, &out);
  addUsed(p, s, &q->rows.iters, &out);
  addUsed(p, s, &q->columns.iters, &out);
  if (!s->byPoints)
    addUsed(p, s, &q->over, &out);
  return out;
}

// The iterators of the packed tensor's dimensions, outermost first; on CPUs
// those of the panel and of the column in it among them.
static TcCpuIters packedIters(Pass *p, const Site *s) {
  if (p->target.backend->gpu)
    return unitIters(p, s);
  TcCpuIters out = {0};
  const TcProduct *q = &s->product;
  for (size_t i = 0; i < q->batch.size; ++i)
    if (uses(s, q->batch.data[i]))
      tcVecPush(p->arena, &out, q->batch.data[i]);
  tcVecPush(p->arena, &out, q->panel);
  for (size_t i = 0; i < q->over.size; ++i)
    tcVecPush(p->arena, &out,
              q->unit && i + 1 == q->over.size ? q->group : q->over.data[i]);
  tcVecPush(p->arena, &out, q->inPanel);
  if (q->unit)
    tcVecPush(p->arena, &out, q->inGroup);
  return out;
}

static int64_t width(const TcProduct *q) { return q->vectors * q->lanes; }

// Where in the weight the packed element is: in terms of `names`, one of each
// dimension of the packed tensor.
static const TcSize *sourceIndex(Pass *p, const Site *s,
                                 const TcCpuIters *iters,
                                 const TcSize *const *names,
                                 const TcSize *index) {
  TcArena *a = p->arena;
  TcMap map = {.arena = a};
  const TcSize *column = NULL, *step = NULL, *zero = tcSizeConst(a, 0);
  const TcProduct *q = &s->product;
  bool panels = !p->target.backend->gpu;
  for (size_t i = 0; i < q->ones.size; ++i)
    tcMapSetText(&map, s->k.iters.data[q->ones.data[i]].name, (void *)zero);
  for (size_t i = 0; i < iters->size; ++i) {
    if (panels && iters->data[i] == q->panel)
      column = tcSizeMul(a, names[i], tcSizeConst(a, width(q)));
    else if (panels && iters->data[i] == q->inPanel)
      column = tcSizeAdd(a, column, names[i]);
    else if (panels && q->unit && iters->data[i] == q->group)
      step = tcSizeMul(a, names[i], tcSizeConst(a, q->unit->pair));
    else if (panels && q->unit && iters->data[i] == q->inGroup)
      step = tcSizeAdd(a, step, names[i]);
    else
      tcMapSetText(&map, s->k.iters.data[iters->data[i]].name,
                   (void *)names[i]);
  }
  if (panels)
    tcMapSetText(&map, s->k.iters.data[q->column].name, (void *)column);
  if (panels && q->unit)
    tcMapSetText(&map, s->k.iters.data[tcVecLast(&q->over)].name, (void *)step);
  return tcSizeSubstitute(a, index, &map);
}

static bool columnsFillPanels(const Pass *p, const Site *s) {
  int64_t n;
  const TcProduct *q = &s->product;
  return p->target.backend->gpu ||
         (tcSizeIsConst(s->k.iters.data[q->column].extent, &n) &&
          n % width(q) == 0);
}

static MlirAttribute zeroOf(MlirType type) {
  if (mlirTypeIsAInteger(type))
    return mlirIntegerAttrGet(type, 0);
  return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, 0);
}

// The kernel that packs: a map with one read.
static MlirOperation packKernel(Pass *p, const Site *s, MlirType weight,
                                const char *name) {
  TcKernel k;
  TcStage stage;
  TcCpuIters iters = packedIters(p, s);
  const TcCpuRead *r = s->read;
  tcKernelOpen(&k, p->arena, p->ctx, mlirOperationGetLocation(s->launch), 1,
               &weight);
  tcStageOpen(&stage, &k);
  const TcSize **names = TC_ARENA_ARRAY(p->arena, const TcSize *, iters.size);
  for (size_t i = 0; i < iters.size; ++i) {
    const TcSize *extent = s->k.iters.data[iters.data[i]].extent;
    MlirAttribute iter = tcKernelIter(&k, attrOf(p, extent));
    MlirStringRef text = mlirStringAttrGetValue(iter);
    names[i] = tcSizeSymbolN(p->arena, text.data, text.length);
    tcStageIter(&stage, iter);
  }
  MlirAttribute *map =
      TC_ARENA_ARRAY(p->arena, MlirAttribute, r->value->rank + 1);
  for (size_t d = 0; d < r->value->rank; ++d)
    map[d] = attrOf(p, sourceIndex(p, s, &iters, names, r->index[d]));
  MlirAttribute fill = columnsFillPanels(p, s) ? mlirAttributeGetNull()
                                               : zeroOf(r->value->element);
  MlirValue x = tcStageRead(&stage, tcKernelArg(&k, 0),
                            (intptr_t)r->value->rank, map, fill);
  tcStageYield(&stage, 1, &x);
  MlirValue packed =
      mlirOperationGetResult(tcStageClose(&stage, "loop.map", -1), 0);
  return tcKernelClose(&k, name, 1, &packed);
}

//===- The rewrite --------------------------------------------------------===//

// Packs the weight in @prepare; returns the packed weight's name, NULL if
// memory ran out.
static const char *pack(Pass *p, const Site *s) {
  size_t before = tcMemoryFailures();
  MlirStringRef weight = tcPrimGetWeightGetName(s->weight);
  MlirType type = mlirValueGetType(mlirOperationGetResult(s->weight, 0));
  const char *name = tcArenaPrintf(p->arena, "pack_%lld", (long long)p->packed);
  MlirOperation kernel = packKernel(p, s, type, name);
  tcSetAttrOf(kernel, "sym_visibility",
              mlirStringAttrGet(p->ctx, tcStr("private")));
  TcBuilder b = tcBuilderBefore(p->prepared.prepare);
  tcBuilderInsert(&b, kernel);
  if (tcMemoryFailures() != before)
    return NULL;
  MlirValue from = tcPreparedWeight(&p->prepared, weight, type);
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(kernel));
  MlirType to = mlirValueGetType(mlirOperationGetOperand(yield, 0));
  b = tcBuilderAfter(tcDefiningOp(from)); // so that it is needed no longer
  MlirOperation launch = tcLoopLaunchCreate(&b, 1, &to, tcStr(name), 1, &from);
  return tcPreparedAdd(&p->prepared, mlirOperationGetResult(launch, 0));
}

// The iterator in terms of those of the kernel's text.
static const TcSize *givenOf(const Site *s, int iter) {
  const TcCpuIter *i = &s->k.iters.data[iter];
  return i->given ? i->given : i->symbol;
}

// The product's index map into the packed tensor.
static MlirAttribute packedMap(Pass *p, const Site *s) {
  TcCpuIters iters = packedIters(p, s);
  const TcProduct *q = &s->product;
  bool panels = !p->target.backend->gpu;
  const char *column = tcSizeToText(p->arena, givenOf(s, q->column));
  long long n = width(q), each = panels && q->unit ? q->unit->pair : 1;
  const char *step = panels ? s->k.iters.data[tcVecLast(&q->over)].name : NULL;
  MlirAttribute *dims = TC_ARENA_ARRAY(p->arena, MlirAttribute, iters.size + 1);
  for (size_t i = 0; i < iters.size; ++i) {
    int iter = iters.data[i];
    if (panels && iter == q->panel)
      dims[i] = tcSizeAttrFormat(p->ctx, "floordiv(%s, %lld)", column, n);
    else if (panels && iter == q->inPanel)
      dims[i] = tcSizeAttrFormat(p->ctx, "mod(%s, %lld)", column, n);
    else if (each > 1 && iter == q->group)
      dims[i] = tcSizeAttrFormat(p->ctx, "floordiv(%s, %lld)", step, each);
    else if (each > 1 && iter == q->inGroup)
      dims[i] = tcSizeAttrFormat(p->ctx, "mod(%s, %lld)", step, each);
    else
      dims[i] = attrOf(p, givenOf(s, iter));
  }
  return tcDimsAttrGet(p->ctx, (intptr_t)iters.size, dims);
}

static MlirAttribute withElement(Pass *p, MlirAttribute list, intptr_t i,
                                 MlirAttribute value) {
  intptr_t n = mlirArrayAttrGetNumElements(list);
  TcAttrVec out = {0};
  for (intptr_t k = 0; k < n; ++k)
    tcVecPush(p->arena, &out,
              k == i ? value : mlirArrayAttrGetElement(list, k));
  return mlirArrayAttrGet(p->ctx, n, out.data);
}

static void readPacked(Pass *p, const Site *s, const char *name) {
  MlirType type = {NULL};
  for (size_t i = 0; i < p->prepared.results.size; ++i)
    if (!strcmp(p->prepared.results.data[i].weight, name))
      type = mlirValueGetType(p->prepared.results.data[i].value);
  TcBuilder b = tcBuilderBefore(s->launch);
  MlirValue packed = tcPrimGetWeight(&b, type, tcStr(name));
  mlirOperationSetOperand(s->launch, s->operand, packed);
  mlirValueSetType(mlirBlockGetArgument(tcKernelBody(s->kernel), s->operand),
                   type);
  tcSetAttrOf(
      s->contract, "maps",
      withElement(p, tcAttrOf(s->contract, "maps"), s->input, packedMap(p, s)));
  MlirAttribute none = mlirArrayAttrGet(p->ctx, 0, NULL);
  tcUpdateKernel(p->arena, s->kernel, none, none);
  if (!tcHasUses(mlirOperationGetResult(s->weight, 0)))
    mlirOperationDestroy(s->weight);
}

// A key of a packed weight: the same weight in the same panels is packed once.
static const char *keyOf(Pass *p, const Site *s) {
  MlirStringRef weight = tcPrimGetWeightGetName(s->weight);
  TcStrBuf buf = {0};
  const TcCpuRead *r = s->read;
  TcCpuIters iters = packedIters(p, s);
  const TcSize **names = TC_ARENA_ARRAY(p->arena, const TcSize *, iters.size);
  for (size_t i = 0; i < iters.size; ++i)
    names[i] = tcSizeSymbol(p->arena, tcArenaPrintf(p->arena, "d%zu", i));
  tcStrBufAppendN(&buf, weight.data, weight.length);
  for (size_t d = 0; d < r->value->rank; ++d)
    tcStrBufPrintf(
        &buf, "|%s",
        tcSizeToText(p->arena, sourceIndex(p, s, &iters, names, r->index[d])));
  const char *text = tcArenaCopyText(p->arena, tcStrBufText(&buf), buf.size);
  tcStrBufFree(&buf);
  return text;
}

static void packSite(Pass *p, Site *s) {
  const char *key = keyOf(p, s);
  const char *name = key ? tcMapGetText(&p->packs, key) : NULL;
  if (key && !name && (name = pack(p, s))) {
    tcMapSetText(&p->packs, key, (void *)name);
    ++p->packed;
  }
  if (name)
    readPacked(p, s, name);
}

//===- The pass -----------------------------------------------------------===//

static void countLaunches(Pass *p, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    void *kernel = kernelOf(p, op).ptr;
    if (kernel)
      tcMapSet(tcMapGet(&p->launched, kernel) ? &p->shared : &p->launched,
               kernel, kernel);
  }
}

static void packAll(Pass *p) {
  MlirBlock block = tcKernelBody(p->prepared.main);
  countLaunches(p, block);
  countLaunches(p, tcKernelBody(p->prepared.prepare));
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    Site site = {.launch = op, .kernel = kernelOf(p, op)};
    if (!mlirOperationIsNull(site.kernel) &&
        !tcMapGet(&p->shared, site.kernel.ptr) && matchSite(p, &site))
      packSite(p, &site);
  }
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Pass p = {.arena = &arena,
            .ctx = mlirOperationGetContext(module),
            .kernels = {.arena = &arena},
            .launched = {.arena = &arena},
            .shared = {.arena = &arena},
            .packs = {.arena = &arena}};
  if (mlirLogicalResultIsFailure(tcPassReadOptions(pass, module, &p.target))) {
    tcArenaFree(&arena);
    return mlirLogicalResultFailure();
  }
  tcKernelsByName(&p.kernels,
                  mlirModuleGetBody(mlirModuleFromOperation(module)));
  if (tcPreparedOpen(&p.prepared, &arena, module)) {
    packAll(&p);
    tcPreparedClose(&p.prepared);
  }
  tcPassAddStatistic(pass, 0, p.packed);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"packed", "weights that are laid out in panels"}};
static const char *const dependents[] = {"loop", "prim", "func", NULL};
const TcPassInfo tcPassLoopPack = {
    .argument = "loop-pack",
    .summary = "Lay weights of products out in panels, once",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
