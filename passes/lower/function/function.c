// A function of upstream's dialects for a function of launches. See function.h.
#include "passes/lower/function/function.h"

#include "lib/ir/types.h"
#include "lib/support/vec.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/PrimOps.h"

#include "lib/ir/fill.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

//===- The module ---------------------------------------------------------===//

typedef TC_VEC(const char *) Names;

// The weights that results of @prepare are tied to.
static void addPrepared(TcArena *arena, MlirOperation prepare, Names *names) {
  MlirAttribute all = tcFuncFuncGetResAttrs(prepare);
  intptr_t n = mlirAttributeIsNull(all) ? 0 : mlirArrayAttrGetNumElements(all);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute tie = tcDictGet(mlirArrayAttrGetElement(all, i), "tc.ties");
    if (mlirAttributeIsNull(tie) || !mlirAttributeIsAFlatSymbolRef(tie))
      continue;
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(tie);
    tcVecPush(arena, names, tcArenaCopyText(arena, name.data, name.length));
  }
}

static void addGlobal(TcArena *arena, MlirOperation weight, TcMap *globals) {
  MlirStringRef name = tcPrimWeightGetSymName(weight);
  MlirType type = mlirTypeAttrGetValue(tcPrimWeightGetTypeAttr(weight));
  type = tcFunctionMemref(arena, type, tcNoAttr(), false);
  tcMapSetTextN(globals, name.data, name.length, (void *)(uintptr_t)type.ptr);
}

TcFunctionModule tcFunctionModule(TcArena *arena, MlirOperation module) {
  TcFunctionModule m = {.globals.arena = arena};
  Names names = {0};
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) == TC_PRIM_WEIGHT)
      addGlobal(arena, op, &m.globals);
    if (tcFuncOpKind(op) == TC_FUNC_FUNC &&
        mlirStringRefEqual(tcFuncFuncGetSymName(op), tcStr("prepare")))
      addPrepared(arena, op, &names);
  }
  m.prepared = names.data;
  return m;
}

//===- A function ---------------------------------------------------------===//

static void openFunction(Function *p) {
  TcBuilder after = tcBuilderAfter(p->func);
  MlirType type = tcFunctionSignature(p);
  MlirOperation func = tcFuncFuncCreate(
      &after, tcFuncFuncGetSymName(p->func), type,
      tcFuncFuncGetSymVisibilityAttr(p->func), tcNoAttr(), tcNoAttr(), false);
  if (mlirOperationIsNull(func))
    return;
  mlirOperationSetDiscardableAttributeByName(
      func, tcStr("llvm.emit_c_interface"), mlirUnitAttrGet(p->ctx));
  intptr_t n = mlirFunctionTypeGetNumInputs(type);
  MlirType *types = TC_ARENA_ARRAY(p->arena, MlirType, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    types[i] = mlirFunctionTypeGetInput(type, i);
  p->region = mlirOperationGetRegion(func, 0);
  p->body = tcBuilderAddBlock(&after, p->region, n, types);
  p->b = tcBuilderAtEnd(p->body, mlirOperationGetLocation(p->func));
  for (intptr_t i = 0; i < n; ++i)
    p->args[i] = mlirBlockGetArgument(p->body, i);
}

static void initialise(Function *p) {
  const TcProgramDescriptor *d = p->d;
  MlirContext ctx = p->ctx;
  p->i1 = mlirIntegerTypeGet(ctx, 1);
  p->i8 = mlirIntegerTypeGet(ctx, 8);
  p->i64 = mlirIntegerTypeGet(ctx, 64);
  p->index = mlirIndexTypeGet(ctx);
  p->ptr = mlirLLVMPointerTypeGet(ctx, 0);
  p->symbols = TC_ARENA_ARRAY(p->arena, MlirValue, d->numSymbols + 1);
  p->isLate = TC_ARENA_ARRAY(p->arena, bool, d->numSymbols + 1);
  p->isKnown = TC_ARENA_ARRAY(p->arena, bool, d->numSymbols + 1);
  p->sizes = TC_ARENA_ARRAY(p->arena, MlirValue, d->numSizes + 1);
  p->args = TC_ARENA_ARRAY(p->arena, MlirValue, d->numInputs + 1);
  p->results = TC_ARENA_ARRAY(p->arena, MlirValue, d->numResults + 1);
  p->buffers = TC_ARENA_ARRAY(p->arena, MlirValue, d->numBuffers + 1);
  p->slots = TC_ARENA_ARRAY(p->arena, MlirValue, d->numBuffers + 1);
}

void tcFunctionEmit(TcArena *arena, MlirOperation func,
                    const TcProgramDescriptor *d, unsigned section,
                    const TcFunctionModule *module) {
  Function p = {.arena = arena,
                .ctx = mlirOperationGetContext(func),
                .func = func,
                .d = d,
                .section = section,
                .module = module};
  initialise(&p);
  openFunction(&p);
  tcFunctionEnter(&p);
  if (module->options.fill && section == TC_SECTION_MAIN)
    tcFunctionPrepareOnce(&p);
  tcFunctionBind(&p);
  tcFunctionSteps(&p);
  tcFunctionFree(&p);
  tcFuncReturn(&p.b, section == TC_SECTION_MAIN ? d->numResults : 0, p.results);
}
