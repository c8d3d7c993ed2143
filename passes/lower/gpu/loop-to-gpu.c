// loop-to-gpu: adds the gpu.module of each kernel, before a vendor's
// conversion, with attributes on each function that say how it is launched. To
// see it: compiling does the same for one kernel at a time (driver/kernels.c).
#include "ir/pass.h"
#include "passes/lower/gpu/emit_kernel.h"
#include "passes/schedule/pass_target.h"

#include "ir/attrs.h"
#include "ir/builder.h"
#include "ir/diag.h"
#include "tc/gen/GpuOps.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

enum { OPTION_TARGET };

enum { BOX_ENTRIES = 5, MAP_ENTRIES = 9 }; // of boxes, of images

static MlirAttribute sizeOf(TcArena *arena, MlirContext ctx, const char *text) {
  return mlirAttributeParseGet(
      ctx, tcStr(tcArenaPrintf(arena, "#tc.size<%s>", text)));
}

static MlirNamedAttribute entry(MlirContext ctx, const char *name,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(ctx, tcStr(name)), value);
}

static MlirAttribute numbers(MlirContext ctx, const int64_t *of, int64_t n) {
  MlirAttribute all[TC_TENSOR_SPACE];
  for (int64_t i = 0; i < n; ++i)
    all[i] = tcAttrI64(ctx, of[i]);
  return mlirArrayAttrGet(ctx, n, all);
}

static MlirAttribute mapAttr(TcArena *arena, MlirContext ctx,
                             const TcTensorMapText *m) {
  MlirAttribute extents[TC_TENSOR_RANK], strides[TC_TENSOR_RANK],
      box[TC_TENSOR_RANK];
  for (int64_t d = 0; d < m->rank; ++d) {
    extents[d] = sizeOf(arena, ctx, m->extents[d]);
    strides[d] = sizeOf(arena, ctx, m->strides[d]);
    box[d] = tcAttrI64(ctx, m->box[d]);
  }
  const MlirNamedAttribute all[MAP_ENTRIES] = {
      entry(ctx, "buffer", tcAttrI64(ctx, m->buffer)),
      entry(ctx, "offset", sizeOf(arena, ctx, m->offset)),
      entry(ctx, "extents", mlirArrayAttrGet(ctx, m->rank, extents)),
      entry(ctx, "strides", mlirArrayAttrGet(ctx, m->rank, strides)),
      entry(ctx, "box", mlirArrayAttrGet(ctx, m->rank, box)),
      entry(ctx, "pixels", tcAttrI64(ctx, m->pixels)),
      entry(ctx, "lower", numbers(ctx, m->lower, m->rank - 2)),
      entry(ctx, "upper", numbers(ctx, m->upper, m->rank - 2)),
      entry(ctx, "step", numbers(ctx, m->step, m->rank - 2))};
  return mlirDictionaryAttrGet(ctx, m->pixels ? MAP_ENTRIES : BOX_ENTRIES, all);
}

// What the runtime makes tensor maps of.
static MlirAttribute mapsAttr(TcArena *arena, MlirContext ctx,
                              const TcTensorMaps *maps) {
  MlirAttribute all[TC_TENSOR_MAPS];
  for (size_t i = 0; i < maps->size; ++i)
    all[i] = mapAttr(arena, ctx, &maps->data[i]);
  return mlirArrayAttrGet(ctx, (intptr_t)maps->size, all);
}

static MlirAttribute sizeAttr(MlirContext ctx, const char *text) {
  return text ? mlirAttributeParseGet(ctx, tcStr(text)) : tcNoAttr();
}

static void note(MlirOperation func, const char *name, MlirAttribute value) {
  if (!mlirAttributeIsNull(value))
    mlirOperationSetDiscardableAttributeByName(func, tcStr(name), value);
}

// Writes the launch dimensions on the functions, which are in the order of the
// phases.
static void noteLaunches(TcArena *arena, MlirOperation gpu,
                         const TcGpuCode *code) {
  MlirContext ctx = mlirOperationGetContext(gpu);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(gpu, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (size_t i = 0; !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (tcGpuOpKind(op) != TC_GPU_FUNC)
      continue;
    const TcGpuPhaseCode *p = &code->phases[i++];
    note(op, "loop.blocks",
         sizeAttr(ctx, tcArenaPrintf(arena, "#tc.size<%s>", p->blocks)));
    note(op, "loop.shared_bytes",
         sizeAttr(ctx, tcArenaPrintf(arena, "#tc.size<%s>", p->sharedBytes)));
    if (p->dependent)
      note(op, "loop.overlap", tcAttrString(ctx, "dependent"));
    if (p->maps.size)
      note(op, "loop.tensor_maps", mapsAttr(arena, ctx, &p->maps));
  }
}

static MlirLogicalResult lower(MlirOperation kernel, MlirBlock module,
                               const TcTarget *target) {
  TcArena arena = {0};
  TcGpuCode code;
  MlirLogicalResult done =
      tcGpuEmitKernel(&arena, kernel, module, target, &code);
  if (mlirLogicalResultIsSuccess(done)) {
    MlirOperation last = mlirBlockGetFirstOperation(module), next = last;
    for (; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
      last = next;
    noteLaunches(&arena, last, &code);
  }
  tcArenaFree(&arena);
  return done;
}

static MlirLogicalResult readGpu(MlirOperation module, TcPass *pass,
                                 TcTarget *target) {
  MlirLogicalResult read =
      tcPassReadTarget(pass, module, OPTION_TARGET, OPTION_TARGET, target);
  if (mlirLogicalResultIsFailure(read) || target->backend->gpu)
    return read;
  MlirStringRef text = tcPassGetOptionString(pass, OPTION_TARGET);
  return tcOpEmitError(
      module, "[TC-%04d] %.*s is no GPU: loop-to-gpu takes cuda and rocm",
      TC_ERROR_TARGET_UNKNOWN, (int)text.length, text.data);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcTarget target;
  if (mlirLogicalResultIsFailure(readGpu(module, pass, &target)))
    return mlirLogicalResultFailure();
  bool ok = true;
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcLoopOpKind(op) == TC_LOOP_KERNEL)
      ok &= mlirLogicalResultIsSuccess(lower(op, body, &target));
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static const TcPassOption options[] = {
    {"target", TC_OPTION_STRING, "cuda", "the GPU, as tc-compile names it"}};
static const char *const dialects[] = {"arith", "gpu",    "llvm", "nvvm",
                                       "scf",   "vector", NULL};
const TcPassInfo tcPassLoopToGpu = {.argument = "loop-to-gpu",
                                    .summary =
                                        "Add the gpu.module of each kernel",
                                    .anchor = "builtin.module",
                                    .options = options,
                                    .numOptions = 1,
                                    .dependentDialects = dialects,
                                    .run = run};
