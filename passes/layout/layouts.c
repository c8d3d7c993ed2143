// How values between launches lie in memory. See layouts.h.
#include "passes/layout/layouts.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel.h"
#include "lib/ir/shim.h"
#include "lib/ir/types.h"
#include "passes/fuse/kernel.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirBlock moduleOf(MlirOperation func) {
  return mlirRegionGetFirstBlock(
      mlirOperationGetRegion(mlirOperationGetParentOperation(func), 0));
}

static MlirBlock bodyOf(MlirOperation func) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
}

//===- Asking -------------------------------------------------------------===//

// Entry `name` of element i of a list of dictionaries; null if there is none.
static MlirAttribute entryOf(MlirOperation op, const char *list, intptr_t i,
                             const char *name) {
  MlirAttribute dicts = tcAttrOf(op, list);
  if (mlirAttributeIsNull(dicts) || i >= mlirArrayAttrGetNumElements(dicts))
    return mlirAttributeGetNull();
  return mlirDictionaryAttrGetElementByName(mlirArrayAttrGetElement(dicts, i),
                                            tcStr(name));
}

static MlirAttribute withoutOffset(MlirAttribute layout) {
  if (mlirAttributeIsNull(layout) || !tcLayoutAttrIsStrided(layout) ||
      mlirAttributeIsNull(tcLayoutAttrGetOffset(layout)))
    return layout;
  enum { MAX_RANK = 32 };
  MlirAttribute strides[MAX_RANK];
  intptr_t rank = tcLayoutAttrGetRank(layout);
  for (intptr_t i = 0; i < rank && i < MAX_RANK; ++i)
    strides[i] = tcLayoutAttrGetStride(layout, i);
  return tcLayoutAttrGetStrided(mlirAttributeGetContext(layout), rank, strides,
                                mlirAttributeGetNull());
}

static MlirOperation kernelOf(MlirOperation launch) {
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(tcAttrOf(launch, "kernel"));
  MlirOperation func = mlirOperationGetParentOperation(launch);
  MlirOperation op = mlirBlockGetFirstOperation(moduleOf(func));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcLoopOpKind(op) == TC_LOOP_KERNEL &&
        mlirStringRefEqual(tcLoopKernelGetSymName(op), name))
      return op;
  return op;
}

static bool isLaunch(MlirOperation op) {
  return !mlirOperationIsNull(op) && tcLoopOpKind(op) == TC_LOOP_LAUNCH;
}

static MlirAttribute argumentLayout(MlirOperation func, intptr_t i) {
  return withoutOffset(entryOf(func, "arg_attrs", i, "tc.layout"));
}

MlirAttribute tcLayoutOf(MlirOperation func, MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return argumentLayout(func, mlirBlockArgumentGetArgNumber(value));
  MlirOperation maker = mlirOpResultGetOwner(value);
  if (!isLaunch(maker))
    return mlirAttributeGetNull();
  return entryOf(kernelOf(maker), "res_attrs",
                 mlirOpResultGetResultNumber(value), "tc.layout");
}

MlirAttribute tcLayoutOfResult(MlirOperation func, intptr_t k) {
  MlirAttribute tie = entryOf(func, "res_attrs", k, "tc.ties");
  if (!mlirAttributeIsNull(tie) && mlirAttributeIsAInteger(tie))
    return argumentLayout(func, (intptr_t)mlirIntegerAttrGetValueInt(tie));
  return withoutOffset(entryOf(func, "res_attrs", k, "tc.layout"));
}

//===- Saying -------------------------------------------------------------===//

// Element i of `list`, of n dictionaries, with `layout`.
static void setLayout(MlirOperation kernel, const char *list, intptr_t n,
                      intptr_t i, MlirAttribute layout) {
  MlirContext ctx = mlirOperationGetContext(kernel);
  MlirAttribute old = tcAttrOf(kernel, list);
  MlirNamedAttribute entry =
      mlirNamedAttributeGet(mlirIdentifierGet(ctx, tcStr("tc.layout")), layout);
  TcArena arena = {0};
  TcAttrVec dicts = {0};
  for (intptr_t k = 0; k < n; ++k) {
    MlirAttribute dict = mlirAttributeIsNull(old)
                             ? mlirDictionaryAttrGet(ctx, 0, NULL)
                             : mlirArrayAttrGetElement(old, k);
    if (k == i)
      dict = mlirDictionaryAttrGet(ctx, !mlirAttributeIsNull(layout), &entry);
    tcVecPush(&arena, &dicts, dict);
  }
  tcSetAttrOf(kernel, list, mlirArrayAttrGet(ctx, n, dicts.data));
  tcArenaFree(&arena);
}

static bool isLaunchedElsewhere(MlirOperation launch) {
  MlirAttribute name = tcAttrOf(launch, "kernel");
  MlirOperation func = mlirBlockGetFirstOperation(
      moduleOf(mlirOperationGetParentOperation(launch)));
  for (; !mlirOperationIsNull(func); func = mlirOperationGetNextInBlock(func)) {
    if (!tcIsA(func, "func.func") || mlirBlockIsNull(bodyOf(func)))
      continue;
    MlirOperation op = mlirBlockGetFirstOperation(bodyOf(func));
    for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
      if (isLaunch(op) && !mlirOperationEqual(op, launch) &&
          mlirAttributeEqual(tcAttrOf(op, "kernel"), name))
        return true;
  }
  return false;
}

static bool isNameTaken(MlirBlock module, MlirStringRef name) {
  MlirOperation op = mlirBlockGetFirstOperation(module);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute taken = tcAttrOf(op, "sym_name");
    if (!mlirAttributeIsNull(taken) &&
        mlirStringRefEqual(mlirStringAttrGetValue(taken), name))
      return true;
  }
  return false;
}

// A copy of the kernel under a name of its own, for this launch.
static MlirOperation copyKernel(MlirOperation launch, MlirOperation kernel) {
  MlirContext ctx = mlirOperationGetContext(kernel);
  MlirBlock module = moduleOf(mlirOperationGetParentOperation(launch));
  TcArena arena = {0};
  MlirStringRef name = tcLoopKernelGetSymName(kernel);
  const char *own = "";
  for (unsigned i = 0; !*own || isNameTaken(module, tcStr(own)); ++i)
    own = tcArenaPrintf(&arena, "%.*s_%u", (int)name.length, name.data, i);
  TcMapping *mapping = tcMappingCreate();
  MlirOperation copy = tcOpClone(kernel, mapping);
  tcMappingDestroy(mapping);
  tcSetAttrOf(copy, "sym_name", mlirStringAttrGet(ctx, tcStr(own)));
  mlirBlockInsertOwnedOperationAfter(module, kernel, copy);
  tcSetAttrOf(launch, "kernel", mlirFlatSymbolRefAttrGet(ctx, tcStr(own)));
  tcArenaFree(&arena);
  return copy;
}

static MlirOperation ownKernel(MlirOperation launch) {
  MlirOperation kernel = kernelOf(launch);
  return isLaunchedElsewhere(launch) ? copyKernel(launch, kernel) : kernel;
}

static void set(MlirOperation launch, const char *list, intptr_t n, intptr_t i,
                MlirAttribute layout) {
  MlirAttribute old = entryOf(kernelOf(launch), list, i, "tc.layout");
  if (old.ptr != layout.ptr)
    setLayout(ownKernel(launch), list, n, i, layout);
}

void tcLayoutSetOperand(MlirOperation launch, intptr_t i,
                        MlirAttribute layout) {
  set(launch, "arg_attrs", mlirOperationGetNumOperands(launch), i, layout);
}

void tcLayoutSetResult(MlirOperation launch, intptr_t i, MlirAttribute layout) {
  set(launch, "res_attrs", mlirOperationGetNumResults(launch), i, layout);
}

//===- Copies -------------------------------------------------------------===//

static void makeCopyKernel(TcArena *arena, MlirOperation func, MlirType type,
                           const char *name) {
  TcKernel k;
  TcStage s;
  tcKernelOpen(&k, arena, mlirOperationGetContext(func),
               mlirOperationGetLocation(func), 1, &type);
  tcStageOpen(&s, &k);
  for (intptr_t i = 0; i < tcTypeGetRank(type); ++i)
    tcStageIter(&s, tcKernelIter(&k, tcTypeGetSize(type, i)));
  MlirValue x = tcStageReadHere(&s, tcKernelArg(&k, 0));
  tcStageYield(&s, 1, &x);
  MlirOperation map = tcStageClose(&s, "loop.map", -1);
  MlirValue y = mlirOperationGetResult(map, 0);
  mlirBlockInsertOwnedOperationBefore(moduleOf(func), func,
                                      tcKernelClose(&k, name, 1, &y));
}

MlirValue tcLayoutCopy(TcArena *arena, MlirOperation func, MlirOperation at,
                       MlirValue value, const char *name,
                       MlirAttribute layout) {
  MlirType type = mlirValueGetType(value);
  TcBuilder b = tcBuilderBefore(at);
  makeCopyKernel(arena, func, type, name);
  MlirOperation launch =
      tcLoopLaunchCreate(&b, 1, &type, tcStr(name), 1, &value);
  tcLayoutSetOperand(launch, 0, tcLayoutOf(func, value));
  tcLayoutSetResult(launch, 0, layout);
  return mlirOperationGetResult(launch, 0);
}

//===- The boundary -------------------------------------------------------===//

typedef struct Use {
  MlirOperation op;
  intptr_t operand;
} Use;
typedef TC_VEC(Use) Uses;

static Uses usesOf(TcArena *arena, MlirValue v) {
  Uses uses = {0};
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    Use one = {mlirOpOperandGetOwner(use),
               (intptr_t)mlirOpOperandGetOperandNumber(use)};
    tcVecPush(arena, &uses, one);
  }
  return uses;
}

// Launches read the argument as it lies; what gives its memory another shape
// reads a dense copy.
static void layArgument(TcArena *arena, MlirOperation func, intptr_t i) {
  MlirValue arg = mlirBlockGetArgument(bodyOf(func), i), dense = {NULL};
  MlirAttribute layout = argumentLayout(func, i);
  Uses uses = usesOf(arena, arg);
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(func, "sym_name"));
  for (size_t u = 0; u < uses.size; ++u) {
    MlirOperation op = uses.data[u].op;
    if (isLaunch(op)) {
      tcLayoutSetOperand(op, uses.data[u].operand, layout);
    } else if (!tcIsA(op, "func.return")) {
      if (mlirValueIsNull(dense))
        dense = tcLayoutCopy(arena, func,
                             mlirBlockGetFirstOperation(bodyOf(func)), arg,
                             tcArenaPrintf(arena, "%.*s_dense%d",
                                           (int)name.length, name.data, (int)i),
                             mlirAttributeGetNull());
      mlirOperationSetOperand(op, uses.data[u].operand, dense);
    }
  }
}

// What is tied to an argument may have to be made elsewhere first, where it is
// dense.
static bool mayBeElsewhere(MlirOperation func, intptr_t k) {
  return !mlirAttributeIsNull(entryOf(func, "res_attrs", k, "tc.ties")) &&
         tcLayoutAttrIsStrided(tcLayoutOfResult(func, k));
}

// A returned value is made as it is wanted if only launches read it besides.
static void layResult(TcArena *arena, MlirOperation func, intptr_t k) {
  MlirAttribute layout = tcLayoutOfResult(func, k);
  MlirOperation end = mlirBlockGetTerminator(bodyOf(func));
  MlirValue v = mlirOperationGetOperand(end, k);
  if (!mlirValueIsAOpResult(v) || !isLaunch(mlirOpResultGetOwner(v)) ||
      mayBeElsewhere(func, k))
    return;
  Uses uses = usesOf(arena, v);
  for (size_t u = 0; u < uses.size; ++u)
    if (!isLaunch(uses.data[u].op) &&
        (!mlirOperationEqual(uses.data[u].op, end) ||
         uses.data[u].operand != k))
      return;
  tcLayoutSetResult(mlirOpResultGetOwner(v), mlirOpResultGetResultNumber(v),
                    layout);
  for (size_t u = 0; u < uses.size; ++u)
    if (isLaunch(uses.data[u].op))
      tcLayoutSetOperand(uses.data[u].op, uses.data[u].operand, layout);
}

void tcLayoutBoundary(TcArena *arena, MlirOperation func) {
  MlirBlock body = bodyOf(func);
  if (mlirBlockIsNull(body))
    return;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    if (!mlirAttributeIsNull(argumentLayout(func, i)))
      layArgument(arena, func, i);
  intptr_t n = mlirOperationGetNumOperands(mlirBlockGetTerminator(body));
  for (intptr_t k = 0; k < n; ++k)
    if (!mlirAttributeIsNull(tcLayoutOfResult(func, k)))
      layResult(arena, func, k);
}
