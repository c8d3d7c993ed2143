// Products and reductions that can be streamed (passes/stream) become one
// kernel: a product, what is reduced of its rows, the product over these rows.
// What lies between is then never held whole. Whether that is so is found by
// merging them and asking; what cannot be streamed is taken apart again.
#include "passes/stream/stream.h"
#include "passes/fuse/fuse.h"

#include "lib/ir/break.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "target/units.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

// The launch that alone is read at this operand, if only `reader` reads it.
static MlirOperation producerOf(const TcFuse *f, MlirOperation reader,
                                intptr_t operand) {
  MlirOperation a = tcDefiningOp(mlirOperationGetOperand(reader, operand));
  if (mlirOperationIsNull(a) || mlirOperationIsNull(tcLaunchedKernel(f, a)) ||
      mlirOperationGetNumResults(a) != 1)
    return (MlirOperation){NULL};
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(a, 0));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), reader))
      return (MlirOperation){NULL};
  return a;
}

static MlirOperation producerOfKind(TcFuse *f, MlirOperation reader,
                                    TcKernelKind kind) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(reader); ++i) {
    MlirOperation a = producerOf(f, reader, i);
    if (!mlirOperationIsNull(a) &&
        tcKernelKind(tcLaunchedKernel(f, a)) == kind &&
        tcAlign(f, a, 0, reader).aligned)
      return a;
  }
  return (MlirOperation){NULL};
}

// A launch and its kernel as they were.
typedef struct Saved {
  MlirOperation kernel; // a copy
  TcValueVec operands;
} Saved;

static Saved save(TcFuse *f, MlirOperation launch) {
  Saved s = {.kernel = mlirOperationClone(tcLaunchedKernel(f, launch))};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    tcVecPush(&f->arena, &s.operands, mlirOperationGetOperand(launch, i));
  return s;
}

static MlirOperation launchAgain(TcFuse *f, MlirOperation merged,
                                 const Saved *s) {
  TcBuilder b = tcBuilderBefore(merged);
  TcTypeVec types = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumResults(merged); ++i)
    tcVecPush(&f->arena, &types,
              mlirValueGetType(mlirOperationGetResult(merged, i)));
  TcOpState state;
  tcOpBegin(&state, &b, "loop.launch");
  tcOpAddOperands(&state, "inputs", (intptr_t)s->operands.size,
                  s->operands.data);
  tcOpAddResults(&state, "results", (intptr_t)types.size, types.data);
  tcOpAddAttr(&state, "kernel", tcAttrOf(merged, "kernel"));
  MlirOperation launch = tcOpEnd(&state);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(merged); ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(merged, i),
                                  mlirOperationGetResult(launch, i));
  mlirOperationDestroy(merged);
  return launch;
}

// Puts the saved kernel in the place of the merged one.
static MlirOperation restore(TcFuse *f, MlirOperation merged, const Saved *s) {
  MlirOperation kernel = tcLaunchedKernel(f, merged);
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(kernel, "sym_name"));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(kernel), kernel,
                                      s->kernel);
  tcMapSetTextN(&f->kernels, name.data, name.length, s->kernel.ptr);
  MlirOperation launch = launchAgain(f, merged, s);
  mlirOperationDestroy(kernel);
  tcMapSet(&f->refused, s->kernel.ptr, f);
  return launch;
}

//===- Matrix units -------------------------------------------------------===//

// What an operand of a product is read as, if it is that as it stands; else
// null.
static MlirType elementRead(MlirOperation contract, intptr_t operand) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(contract, 0));
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(body), operand);
  while (!mlirValueIsABlockArgument(v)) {
    MlirOperation op = mlirOpResultGetOwner(v);
    if (tcPrimOpKind(op) != TC_PRIM_CONVERT_ELEMENT_TYPE)
      return (MlirType){NULL};
    v = mlirOperationGetOperand(op, 0);
  }
  return mlirValueGetType(v);
}

// A unit whose accumulators become another product's operand in registers.
static bool hasUnit(const TcTarget *target, MlirType element) {
  const char *name = mlirTypeIsABF16(element)  ? "bf16"
                     : mlirTypeIsAF16(element) ? "f16"
                                               : "";
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (u->rows == TC_UNIT_REGISTERS && u->elementwise &&
        !strcmp(u->operand, name) && tcTargetHasUnit(target, u))
      return true;
  return false;
}

// Whether a warp can hold what runs over these iterators besides those of
// `but`.
static bool areFew(const TcStream *s, MlirAttribute iters, MlirAttribute but) {
  enum { MOST = 256 };
  int64_t n = 1, extent;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (!mlirAttributeIsNull(but) && tcNames(but, iter))
      continue;
    if (!tcSizeAttrIsConstant(tcExtentOf(s->kernel, iter), &extent) ||
        extent < 1 || extent > MOST)
      return false;
    n *= extent;
  }
  return n <= MOST;
}

// Whether the target's matrix units multiply both products, as
// passes/lower/gpu/stream.h has it.
static bool fitsUnits(const TcTarget *target, const TcStream *s) {
  MlirOperation products[2];
  size_t n = 0;
  for (size_t i = 0; i < s->inside.size; ++i)
    if (tcIsA(s->inside.data[i], "loop.contract")) {
      if (n == 2)
        return false;
      products[n++] = s->inside.data[i];
    }
  for (size_t i = 0; i < n; ++i)
    for (intptr_t k = 0; k < 2; ++k) {
      MlirType element = elementRead(products[i], k);
      if (!element.ptr || !hasUnit(target, element))
        return false;
    }
  return n == 2 && areFew(s, tcAttrOf(products[0], "over"), tcNoAttr()) &&
         areFew(s, tcAttrOf(products[1], "iters"),
                tcAttrOf(products[0], "iters"));
}

// Where few rows share what is streamed (a decoder's one query), products that
// run along the streamed iterator are faster: bench/kernels.py, attention 1 of
// 1024x64.
bool tcFuseCanStream(TcFuse *f, MlirOperation launch, bool rescales) {
  enum { FEW = 8 };
  TcStream s;
  if (!tcStreamAnalyse(&f->arena, tcLaunchedKernel(f, launch), &s) ||
      !tcStreamHasProducts(&s) || (s.shifts.size > 0) != rescales)
    return false;
  if (f->target.backend->gpu && !fitsUnits(&f->target, &s))
    return false;
  MlirAttribute rows = tcStreamSharers(&s);
  return TC_FUSE_HOLDS("streams", "rows",
                       rows.ptr && tcSizeOr(rows, FEW) >= FEW) &&
         !tcBreaksNow("fuse", "streams", "off");
}

bool tcFuseStream(TcFuse *f, MlirOperation *reader) {
  MlirOperation kernel = tcLaunchedKernel(f, *reader);
  if (mlirOperationIsNull(kernel) || tcMapGet(&f->refused, kernel.ptr) ||
      tcKernelKind(kernel) != TC_KERNEL_CONTRACT)
    return false;
  MlirOperation rows = producerOfKind(f, *reader, TC_KERNEL_ROW);
  MlirOperation scores = mlirOperationIsNull(rows)
                             ? rows
                             : producerOfKind(f, rows, TC_KERNEL_CONTRACT);
  if (mlirOperationIsNull(scores))
    return false;
  Saved saved = save(f, *reader);
  MlirOperation merged = tcMergeLaunches(f, rows, *reader, /*keep=*/true);
  merged = tcMergeLaunches(f, scores, merged, /*keep=*/true);
  bool can = tcFuseCanStream(f, merged, /*rescales=*/true);
  *reader = can ? merged : restore(f, merged, &saved);
  if (can)
    mlirOperationDestroy(saved.kernel);
  return can;
}
