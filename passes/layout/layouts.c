// Layouts of values between launches. See layouts.h.
#include "passes/layout/layouts.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_build.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/shim.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirBlock bodyOf(MlirOperation func) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
}

//===- The module ---------------------------------------------------------===//

static bool isLaunch(MlirOperation op) {
  return !mlirOperationIsNull(op) && tcLoopOpKind(op) == TC_LOOP_LAUNCH;
}

static void addSymbol(TcLayouts *l, MlirOperation op) {
  MlirAttribute name = tcAttrOf(op, "sym_name");
  if (mlirAttributeIsNull(name) || !mlirAttributeIsAString(name))
    return;
  MlirStringRef text = mlirStringAttrGetValue(name);
  tcMapSetTextN(&l->symbols, text.data, text.length, op.ptr);
}

static void addLaunch(TcLayouts *l, MlirOperation launch, intptr_t by) {
  MlirOperation kernel = tcLayoutsKernel(l, launch);
  if (mlirOperationIsNull(kernel))
    return;
  intptr_t count = (intptr_t)tcMapGet(&l->launches, kernel.ptr);
  tcMapSet(&l->launches, kernel.ptr, (void *)(count + by));
}

MlirOperation tcLayoutsKernel(const TcLayouts *l, MlirOperation launch) {
  MlirOperation none = {NULL};
  if (!isLaunch(launch))
    return none;
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(tcAttrOf(launch, "kernel"));
  MlirOperation op = {tcMapGetTextN(&l->symbols, name.data, name.length)};
  return !mlirOperationIsNull(op) && tcLoopOpKind(op) == TC_LOOP_KERNEL ? op
                                                                        : none;
}

TcLayouts tcLayoutsRead(TcArena *arena, MlirOperation module) {
  TcLayouts l = {.arena = arena,
                 .module =
                     mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0)),
                 .symbols = {.arena = arena},
                 .launches = {.arena = arena}};
  MlirOperation op = mlirBlockGetFirstOperation(l.module), inner;
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    addSymbol(&l, op);
  op = mlirBlockGetFirstOperation(l.module);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!tcIsA(op, "func.func") || mlirBlockIsNull(bodyOf(op)))
      continue;
    inner = mlirBlockGetFirstOperation(bodyOf(op));
    for (; !mlirOperationIsNull(inner);
         inner = mlirOperationGetNextInBlock(inner))
      addLaunch(&l, inner, 1);
  }
  return l;
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

static MlirAttribute argumentLayout(MlirOperation func, intptr_t i) {
  return withoutOffset(entryOf(func, "arg_attrs", i, "tc.layout"));
}

MlirAttribute tcLayoutOf(const TcLayouts *l, MlirOperation func,
                         MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return argumentLayout(func, mlirBlockArgumentGetArgNumber(value));
  MlirOperation maker = mlirOpResultGetOwner(value);
  if (!isLaunch(maker))
    return mlirAttributeGetNull();
  return entryOf(tcLayoutsKernel(l, maker), "res_attrs",
                 mlirOpResultGetResultNumber(value), "tc.layout");
}

MlirAttribute tcLayoutOfResult(MlirOperation func, intptr_t k) {
  MlirAttribute tie = entryOf(func, "res_attrs", k, "tc.ties");
  if (!mlirAttributeIsNull(tie) && mlirAttributeIsAInteger(tie))
    return argumentLayout(func, (intptr_t)mlirIntegerAttrGetValueInt(tie));
  return withoutOffset(entryOf(func, "res_attrs", k, "tc.layout"));
}

MlirAttribute tcLayoutInKernel(MlirOperation kernel, const char *list,
                               intptr_t i) {
  return entryOf(kernel, list, i, "tc.layout");
}

bool tcLayoutIsAnyOrder(MlirOperation func, intptr_t k) {
  if (mlirAttributeIsNull(entryOf(func, "res_attrs", k, "tc.any_order")))
    return false;
  MlirAttribute own = mlirArrayAttrGetElement(tcAttrOf(func, "res_attrs"), k);
  return mlirDictionaryAttrGetNumElements(own) == 1;
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

// A copy of the kernel under a name of its own, for this launch.
static MlirOperation copyKernel(TcLayouts *l, MlirOperation launch,
                                MlirOperation kernel) {
  MlirContext ctx = mlirOperationGetContext(kernel);
  MlirStringRef name = tcLoopKernelGetSymName(kernel);
  const char *own = "";
  for (unsigned i = 0; !*own || tcMapGetText(&l->symbols, own); ++i)
    own = tcArenaPrintf(l->arena, "%.*s_%u", (int)name.length, name.data, i);
  TcMapping *mapping = tcMappingCreate();
  MlirOperation copy = tcOpClone(kernel, mapping);
  tcMappingDestroy(mapping);
  tcSetAttrOf(copy, "sym_name", mlirStringAttrGet(ctx, tcStr(own)));
  mlirBlockInsertOwnedOperationAfter(l->module, kernel, copy);
  addSymbol(l, copy);
  addLaunch(l, launch, -1);
  tcSetAttrOf(launch, "kernel", mlirFlatSymbolRefAttrGet(ctx, tcStr(own)));
  addLaunch(l, launch, 1);
  return copy;
}

static MlirOperation ownKernel(TcLayouts *l, MlirOperation launch) {
  MlirOperation kernel = tcLayoutsKernel(l, launch);
  bool isShared = (intptr_t)tcMapGet(&l->launches, kernel.ptr) > 1;
  return isShared ? copyKernel(l, launch, kernel) : kernel;
}

static void set(TcLayouts *l, MlirOperation launch, const char *list,
                intptr_t n, intptr_t i, MlirAttribute layout) {
  MlirAttribute old = entryOf(tcLayoutsKernel(l, launch), list, i, "tc.layout");
  if (old.ptr != layout.ptr)
    setLayout(ownKernel(l, launch), list, n, i, layout);
}

void tcLayoutSetReturned(MlirOperation func, intptr_t k, MlirAttribute layout) {
  MlirOperation end = mlirBlockGetTerminator(bodyOf(func));
  setLayout(func, "res_attrs", mlirOperationGetNumOperands(end), k, layout);
}

void tcLayoutSetOperand(TcLayouts *l, MlirOperation launch, intptr_t i,
                        MlirAttribute layout) {
  set(l, launch, "arg_attrs", mlirOperationGetNumOperands(launch), i, layout);
}

void tcLayoutSetResult(TcLayouts *l, MlirOperation launch, intptr_t i,
                       MlirAttribute layout) {
  set(l, launch, "res_attrs", mlirOperationGetNumResults(launch), i, layout);
}

void tcLayoutSetTie(TcLayouts *l, MlirOperation launch, intptr_t i,
                    intptr_t operand) {
  MlirOperation kernel = ownKernel(l, launch);
  MlirContext ctx = mlirOperationGetContext(kernel);
  MlirAttribute old = tcAttrOf(kernel, "res_attrs");
  TcArena arena = {0};
  TcAttrVec dicts = {0};
  for (intptr_t k = 0; k < mlirOperationGetNumResults(launch); ++k) {
    TcNamedAttrVec entries = {0};
    MlirAttribute dict = old.ptr ? mlirArrayAttrGetElement(old, k) : old;
    for (intptr_t e = 0; dict.ptr && e < mlirDictionaryAttrGetNumElements(dict);
         ++e)
      tcVecPush(&arena, &entries, mlirDictionaryAttrGetElement(dict, e));
    MlirNamedAttribute tie = mlirNamedAttributeGet(
        mlirIdentifierGet(ctx, tcStr("tc.ties")), tcAttrI64(ctx, operand));
    if (k == i)
      tcVecPush(&arena, &entries, tie);
    tcVecPush(&arena, &dicts,
              mlirDictionaryAttrGet(ctx, (intptr_t)entries.size, entries.data));
  }
  tcSetAttrOf(kernel, "res_attrs",
              mlirArrayAttrGet(ctx, (intptr_t)dicts.size, dicts.data));
  tcArenaFree(&arena);
}

//===- Copies -------------------------------------------------------------===//

// The result of a stage that copies the kernel's argument i.
static MlirValue copyArgument(TcKernel *k, size_t i, MlirType type) {
  TcStage s;
  tcStageOpen(&s, k);
  for (intptr_t d = 0; d < tcTypeGetRank(type); ++d)
    tcStageIter(&s, tcKernelIter(k, tcTypeGetSize(type, d)));
  MlirValue x = tcStageReadHere(&s, tcKernelArg(k, (intptr_t)i));
  tcStageYield(&s, 1, &x);
  return mlirOperationGetResult(tcStageClose(&s, "loop.map", -1), 0);
}

static void makeCopyKernel(TcLayouts *l, MlirOperation func, size_t n,
                           const MlirType *types, const char *name) {
  TcKernel k;
  MlirValue *copies = TC_ARENA_ARRAY(l->arena, MlirValue, n);
  tcKernelOpen(&k, l->arena, mlirOperationGetContext(func),
               mlirOperationGetLocation(func), (intptr_t)n, types);
  for (size_t i = 0; i < n; ++i)
    copies[i] = copyArgument(&k, i, types[i]);
  MlirOperation kernel = tcKernelClose(&k, name, (intptr_t)n, copies);
  mlirBlockInsertOwnedOperationBefore(l->module, func, kernel);
  addSymbol(l, kernel);
}

MlirValue tcLayoutCopy(TcLayouts *l, MlirOperation func, MlirOperation at,
                       MlirValue value, const char *name,
                       MlirAttribute layout) {
  MlirType type = mlirValueGetType(value);
  TcBuilder b = tcBuilderBefore(at);
  makeCopyKernel(l, func, 1, &type, name);
  MlirOperation launch =
      tcLoopLaunchCreate(&b, 1, &type, tcStr(name), 1, &value);
  addLaunch(l, launch, 1);
  tcLayoutSetOperand(l, launch, 0, tcLayoutOf(l, func, value));
  tcLayoutSetResult(l, launch, 0, layout);
  return mlirOperationGetResult(launch, 0);
}

static void dropCopy(TcLayouts *l, MlirOperation launch) {
  MlirOperation kernel = tcLayoutsKernel(l, launch);
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(kernel, "sym_name"));
  tcMapSetText(&l->symbols, tcArenaCopyText(l->arena, name.data, name.length),
               NULL);
  mlirOperationDestroy(launch);
  mlirOperationDestroy(kernel);
}

void tcLayoutJoinCopies(TcLayouts *l, MlirOperation func, size_t n,
                        const MlirOperation *copies, const char *name) {
  MlirType *types = TC_ARENA_ARRAY(l->arena, MlirType, n);
  MlirValue *values = TC_ARENA_ARRAY(l->arena, MlirValue, n);
  for (size_t i = 0; i < n; ++i) {
    values[i] = mlirOperationGetOperand(copies[i], 0);
    types[i] = mlirValueGetType(values[i]);
  }
  TcBuilder b = tcBuilderBefore(copies[0]);
  makeCopyKernel(l, func, n, types, name);
  MlirOperation launch = tcLoopLaunchCreate(&b, (intptr_t)n, types, tcStr(name),
                                            (intptr_t)n, values);
  addLaunch(l, launch, 1);
  for (size_t i = 0; i < n; ++i) {
    MlirOperation kernel = tcLayoutsKernel(l, copies[i]);
    tcLayoutSetOperand(l, launch, (intptr_t)i,
                       tcLayoutInKernel(kernel, "arg_attrs", 0));
    tcLayoutSetResult(l, launch, (intptr_t)i,
                      tcLayoutInKernel(kernel, "res_attrs", 0));
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(copies[i], 0),
                                  mlirOperationGetResult(launch, (intptr_t)i));
    dropCopy(l, copies[i]);
  }
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

// Launches read the argument in its layout; reshapes of it read a dense copy.
static void layArgument(TcLayouts *l, MlirOperation func, intptr_t i) {
  MlirValue arg = mlirBlockGetArgument(bodyOf(func), i), dense = {NULL};
  MlirAttribute layout = argumentLayout(func, i);
  Uses uses = usesOf(l->arena, arg);
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(func, "sym_name"));
  for (size_t u = 0; u < uses.size; ++u) {
    MlirOperation op = uses.data[u].op;
    if (isLaunch(op)) {
      tcLayoutSetOperand(l, op, uses.data[u].operand, layout);
    } else if (!tcIsA(op, "func.return")) {
      if (mlirValueIsNull(dense))
        dense =
            tcLayoutCopy(l, func, mlirBlockGetFirstOperation(bodyOf(func)), arg,
                         tcArenaPrintf(l->arena, "%.*s_dense%d",
                                       (int)name.length, name.data, (int)i),
                         mlirAttributeGetNull());
      mlirOperationSetOperand(op, uses.data[u].operand, dense);
    }
  }
}

// Whether result k updates an argument: it may have to be computed elsewhere
// first, densely.
static bool mayBeElsewhere(MlirOperation func, intptr_t k) {
  return !mlirAttributeIsNull(entryOf(func, "res_attrs", k, "tc.ties")) &&
         tcLayoutAttrIsStrided(tcLayoutOfResult(func, k));
}

// A returned value is computed in the result's layout if all its other readers
// are launches.
static void layResult(TcLayouts *l, MlirOperation func, intptr_t k) {
  MlirAttribute layout = tcLayoutOfResult(func, k);
  MlirOperation end = mlirBlockGetTerminator(bodyOf(func));
  MlirValue v = mlirOperationGetOperand(end, k);
  if (!mlirValueIsAOpResult(v) || !isLaunch(mlirOpResultGetOwner(v)) ||
      mayBeElsewhere(func, k))
    return;
  Uses uses = usesOf(l->arena, v);
  for (size_t u = 0; u < uses.size; ++u)
    if (!isLaunch(uses.data[u].op) &&
        (!mlirOperationEqual(uses.data[u].op, end) ||
         uses.data[u].operand != k))
      return;
  tcLayoutSetResult(l, mlirOpResultGetOwner(v), mlirOpResultGetResultNumber(v),
                    layout);
  for (size_t u = 0; u < uses.size; ++u)
    if (isLaunch(uses.data[u].op))
      tcLayoutSetOperand(l, uses.data[u].op, uses.data[u].operand, layout);
}

void tcLayoutBoundary(TcLayouts *l, MlirOperation func) {
  MlirBlock body = bodyOf(func);
  if (mlirBlockIsNull(body))
    return;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    if (!mlirAttributeIsNull(argumentLayout(func, i)))
      layArgument(l, func, i);
  intptr_t n = mlirOperationGetNumOperands(mlirBlockGetTerminator(body));
  for (intptr_t k = 0; k < n; ++k)
    if (!mlirAttributeIsNull(tcLayoutOfResult(func, k)))
      layResult(l, func, k);
}
