// Edits of kernels' iterators. See kernel_edit.h.
#include "passes/fuse/kernel_edit.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Renaming iterators -------------------------------------------------===//

static MlirAttribute renamed(MlirAttribute name, const TcMap *bindings) {
  MlirAttribute to = tcBindingsGet(bindings, mlirStringAttrGetValue(name));
  if (mlirAttributeIsNull(to))
    return name;
  return mlirStringAttrGet(mlirAttributeGetContext(name),
                           tcSizeAttrGetText(to));
}

static void renameList(TcArena *arena, MlirOperation op, const char *attr,
                       const TcMap *bindings) {
  MlirAttribute list = tcAttrOf(op, attr);
  if (mlirAttributeIsNull(list))
    return;
  TcAttrVec out = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    tcVecPush(arena, &out, renamed(mlirArrayAttrGetElement(list, i), bindings));
  tcSetAttrOf(op, attr,
              mlirArrayAttrGet(mlirOperationGetContext(op), (intptr_t)out.size,
                               out.data));
}

static void renameOne(MlirOperation op, const char *attr,
                      const TcMap *bindings) {
  MlirAttribute name = tcAttrOf(op, attr);
  if (!mlirAttributeIsNull(name))
    tcSetAttrOf(op, attr, renamed(name, bindings));
}

static void substituteMaps(TcArena *arena, MlirOperation op,
                           const TcMap *bindings) {
  MlirAttribute maps = tcAttrOf(op, "maps");
  TcAttrVec out = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(maps); ++i)
    tcVecPush(arena, &out,
              tcDimsAttrSubstitute(mlirArrayAttrGetElement(maps, i), bindings));
  tcSetAttrOf(op, "maps",
              mlirArrayAttrGet(mlirOperationGetContext(op), (intptr_t)out.size,
                               out.data));
}

void tcSubstituteIndex(MlirOperation op, const TcMap *bindings) {
  if (tcIsA(op, "loop.index"))
    tcSetAttrOf(op, "expr",
                tcSizeAttrSubstitute(tcAttrOf(op, "expr"), bindings));
}

static MlirWalkResult substituteIn(MlirOperation op, void *bindings) {
  tcSubstituteIndex(op, bindings);
  return MlirWalkResultAdvance;
}

void tcSubstituteIters(TcArena *arena, MlirOperation stage,
                       const TcMap *bindings) {
  substituteMaps(arena, stage, bindings);
  mlirOperationWalk(stage, substituteIn, (void *)bindings, MlirWalkPreOrder);
}

typedef struct Rename {
  TcArena *arena;
  const TcMap *bindings;
} Rename;

static MlirWalkResult renameIn(MlirOperation op, void *data) {
  const Rename *r = data;
  tcSubstituteIndex(op, r->bindings);
  if (!mlirAttributeIsNull(tcAttrOf(op, "maps"))) {
    substituteMaps(r->arena, op, r->bindings);
    renameList(r->arena, op, "iters", r->bindings);
    renameList(r->arena, op, "over", r->bindings);
    renameOne(op, "along", r->bindings);
  } else if (tcIsA(op, "loop.for")) {
    renameOne(op, "iter", r->bindings);
  }
  return MlirWalkResultAdvance;
}

void tcRenameIters(TcArena *arena, MlirOperation kernel,
                   const TcMap *bindings) {
  Rename r = {arena, bindings};
  MlirOperation stage = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(stage); stage = tcNextStage(stage))
    mlirOperationWalk(stage, renameIn, &r, MlirWalkPreOrder);
  renameList(arena, kernel, "iters", bindings);
}

//===- Keeping a kernel's attributes true ---------------------------------===//

static MlirType typeOfKernel(TcArena *arena, MlirOperation kernel) {
  MlirBlock body = tcKernelBody(kernel);
  MlirOperation yield = mlirBlockGetTerminator(body);
  TcTypeVec in = {0}, out = {0};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    tcVecPush(arena, &in, mlirValueGetType(mlirBlockGetArgument(body, i)));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(yield); ++i)
    tcVecPush(arena, &out, mlirValueGetType(mlirOperationGetOperand(yield, i)));
  return mlirFunctionTypeGet(mlirOperationGetContext(kernel), (intptr_t)in.size,
                             in.data, (intptr_t)out.size, out.data);
}

// The iterators that stages of the kernel still name.
typedef struct Used {
  TcArena *arena;
  TcAttrVec names;
} Used;

static void addNames(Used *u, MlirAttribute list) {
  if (mlirAttributeIsNull(list))
    return;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    tcVecPush(u->arena, &u->names, mlirArrayAttrGetElement(list, i));
}

static MlirWalkResult collectNames(MlirOperation op, void *data) {
  Used *u = data;
  if (!mlirAttributeIsNull(tcAttrOf(op, "maps"))) {
    addNames(u, tcAttrOf(op, "iters"));
    addNames(u, tcAttrOf(op, "over"));
  } else if (tcIsA(op, "loop.for")) {
    tcVecPush(u->arena, &u->names, tcAttrOf(op, "iter"));
  }
  return MlirWalkResultAdvance;
}

static bool has(const TcAttrVec *v, MlirAttribute a) {
  for (size_t i = 0; i < v->size; ++i)
    if (mlirAttributeEqual(v->data[i], a))
      return true;
  return false;
}

static void keepUsed(TcArena *arena, const Used *used, MlirAttribute iters,
                     MlirAttribute extents, TcAttrVec *names,
                     TcAttrVec *sizes) {
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(iters, i);
    if (!has(&used->names, name) || has(names, name))
      continue;
    tcVecPush(arena, names, name);
    tcVecPush(arena, sizes, tcDimsAttrGetDim(extents, i));
  }
}

void tcSetInputMap(TcArena *arena, MlirOperation stage, intptr_t i,
                   const TcAttrVec *dims) {
  MlirContext ctx = mlirOperationGetContext(stage);
  MlirAttribute maps = tcAttrOf(stage, "maps");
  TcAttrVec all = {0};
  for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(maps); ++k)
    tcVecPush(arena, &all, mlirArrayAttrGetElement(maps, k));
  all.data[i] = tcDimsAttrGet(ctx, (intptr_t)dims->size, dims->data);
  tcSetAttrOf(stage, "maps",
              mlirArrayAttrGet(ctx, (intptr_t)all.size, all.data));
}

void tcUpdateKernel(TcArena *arena, MlirOperation kernel,
                    MlirAttribute otherIters, MlirAttribute otherExtents) {
  MlirContext ctx = mlirOperationGetContext(kernel);
  Used used = {.arena = arena};
  mlirOperationWalk(kernel, collectNames, &used, MlirWalkPreOrder);
  TcAttrVec names = {0}, sizes = {0};
  keepUsed(arena, &used, tcAttrOf(kernel, "iters"), tcAttrOf(kernel, "extents"),
           &names, &sizes);
  if (!mlirAttributeIsNull(otherIters))
    keepUsed(arena, &used, otherIters, otherExtents, &names, &sizes);
  tcSetAttrOf(kernel, "iters",
              mlirArrayAttrGet(ctx, (intptr_t)names.size, names.data));
  tcSetAttrOf(kernel, "extents",
              tcDimsAttrGet(ctx, (intptr_t)sizes.size, sizes.data));
  tcSetAttrOf(kernel, "function_type",
              mlirTypeAttrGet(typeOfKernel(arena, kernel)));
}
