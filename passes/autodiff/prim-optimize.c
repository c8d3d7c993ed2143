// prim-optimize: makes a training step of the halves of a joint graph
// (prim-partition) and an optimizer's update of one tensor (update.h):
//
//   func.func @main.step(args..., what the update shares...) ->
//       (results..., new values {tc.ties = @weight}...)
//
// forward, backward, and the update of each weight that has a gradient, placed
// where the gradient is complete. These weights, and the optimizer's state of
// each (new weights, `@exp_avg.fc.weight`), are updated in place by `tc.ties`,
// like running statistics. The step takes over forward's `tc.saved_bytes` and
// `tc.read_bytes`. Equal ops of the two halves must not be merged afterwards:
// that would save the values which backward recomputes.
#include "passes/autodiff/update.h"

#include "lib/ir/diag.h"
#include "lib/ir/pass.h"
#include "lib/ir/types.h"
#include "tc/gen/FuncOps.h"

#include "mlir-c/BuiltinAttributes.h"

typedef TC_VEC(MlirValue) ValueVec;

// A gradient's weight and its optimizer state: weights, by the argument of the
// update that they are passed as.
typedef MlirOperation *Kept;

typedef struct Pass {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation module, forward, backward, step;
  const char *name;      // of the function
  intptr_t numArguments; // of the function
  intptr_t numResults;   // of the function; what forward saves follows
  TcUpdate update;
  TC_VEC(Kept) kept;     // of each gradient
  TcSignature signature; // of the step
  TcMapping *mapping;    // from all that is copied once
  TcMap reads;           // names of weights to the op that reads them
  ValueVec results;      // of the step
} Pass;

static MlirBlock bodyOf(MlirOperation func) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
}

static MlirAttribute entryOf(MlirAttribute attrs, const char *name) {
  return attrs.ptr ? mlirDictionaryAttrGetElementByName(attrs, tcStr(name))
                   : tcNoAttr();
}

static const char *nameOf(Pass *p, const char *part) {
  return tcArenaPrintf(p->arena, "%s.%s", p->name, part);
}

//===- Weights ------------------------------------------------------------===//

// The weight that result k of backward is the gradient of; null, with an error,
// if it is one of an argument, or the update is of another element type.
static MlirOperation weightOf(Pass *p, intptr_t k) {
  MlirAttribute all = tcFuncFuncGetResAttrs(p->backward);
  MlirAttribute source =
      all.ptr ? entryOf(mlirArrayAttrGetElement(all, k), "tc.gradient")
              : tcNoAttr();
  MlirOperation weight =
      source.ptr && mlirAttributeIsAFlatSymbolRef(source)
          ? tcFindWeight(p->module, mlirFlatSymbolRefAttrGetValue(source))
          : tcNoOp();
  const char *why = NULL;
  if (!weight.ptr)
    why = "it is the gradient of no weight; choose them by prim-autodiff{wrt=}";
  else if (!mlirTypeEqual(
               tcTypeGetElement(tcPrimWeightGetType(weight)),
               tcTypeGetElement(p->update.signature.arguments.data[0])))
    why = "the update is of another element type";
  if (!why)
    return weight;
  tcEmitError(mlirOperationGetLocation(p->backward),
              "[TC-1121] prim-optimize: gradient %d cannot be updated by: %s",
              (int)k, why);
  return tcNoOp();
}

static void setWritten(MlirOperation weight) {
  tcPrimWeightSetMutatedAttr(weight,
                             mlirUnitAttrGet(mlirOperationGetContext(weight)));
}

// Adds the weight that holds the optimizer state of a parameter for argument i
// of the update, with the argument's fill, or zeros.
static MlirOperation addState(Pass *p, MlirOperation weight, intptr_t i) {
  static const char *const keys[] = {"kind", "value"};
  MlirAttribute name = tcUpdateEntry(&p->update, i, "fx.name");
  MlirAttribute init = tcUpdateEntry(&p->update, i, "tc.init");
  MlirStringRef own = tcPrimWeightGetSymName(weight);
  const char *kind = tcArenaPrintf(p->arena, "state%d", (int)i);
  MlirStringRef word = name.ptr ? mlirStringAttrGetValue(name) : tcStr(kind);
  const char *full = tcArenaPrintf(p->arena, "%.*s.%.*s", (int)word.length,
                                   word.data, (int)own.length, own.data);
  if (!init.ptr) {
    MlirAttribute values[] = {
        tcAttrString(p->ctx, "constant"),
        mlirFloatAttrDoubleGet(p->ctx, mlirF64TypeGet(p->ctx), 0)};
    MlirNamedAttribute entries[2];
    for (int k = 0; k < 2; ++k)
      entries[k] = mlirNamedAttributeGet(
          mlirIdentifierGet(p->ctx, tcStr(keys[k])), values[k]);
    init = mlirDictionaryAttrGet(p->ctx, 2, entries);
  }
  if (tcFindWeight(p->module, tcStr(full)).ptr) {
    tcEmitError(mlirOperationGetLocation(weight),
                "[TC-5201] the module has a weight @%s already", full);
    return tcNoOp();
  }
  TcBuilder b = tcBuilderAfter(weight);
  MlirType type = tcTypeWithElement(
      tcPrimWeightGetType(weight),
      tcTypeGetElement(p->update.signature.arguments.data[i]));
  return tcPrimWeightCreate(&b, tcStr(full), type, init, tcNoAttr(), true);
}

static bool keepOne(Pass *p, intptr_t k) {
  intptr_t n = p->update.numArguments;
  Kept kept = TC_ARENA_ARRAY(p->arena, MlirOperation, (size_t)n);
  kept[0] = weightOf(p, k);
  if (!kept[0].ptr)
    return false;
  for (intptr_t i = 2; i < n; ++i) {
    if (!p->update.written[i])
      continue;
    kept[i] = addState(p, kept[0], i);
    if (!kept[i].ptr)
      return false;
  }
  setWritten(kept[0]);
  tcVecPush(p->arena, &p->kept, kept);
  return true;
}

//===- The signature ------------------------------------------------------===//

static void addTie(Pass *p, MlirOperation weight) {
  MlirNamedAttribute tie = mlirNamedAttributeGet(
      mlirIdentifierGet(p->ctx, tcStr("tc.ties")),
      mlirFlatSymbolRefAttrGet(p->ctx, tcPrimWeightGetSymName(weight)));
  tcSignatureAddResult(p->arena, &p->signature, tcPrimWeightGetType(weight),
                       mlirDictionaryAttrGet(p->ctx, 1, &tie));
}

// The step's signature: the function's arguments and the shared arguments of
// the update; the function's results and the new values.
static void readSignature(Pass *p) {
  TcSignature *s = &p->signature;
  *s = tcSignatureOf(p->arena, p->forward);
  s->results.size = s->resAttrs.size = (size_t)p->numResults;
  p->numArguments = (intptr_t)s->arguments.size;
  for (intptr_t i = 2; i < p->update.numArguments; ++i)
    if (!p->update.written[i])
      tcSignatureAddArgument(p->arena, s, p->update.signature.arguments.data[i],
                             p->update.signature.argAttrs.data[i]);
  for (size_t k = 0; k < p->kept.size; ++k)
    for (intptr_t r = 0; r < p->update.numResults; ++r)
      addTie(p, p->kept.data[k][p->update.target[r]]);
}

//===- Forward and backward -----------------------------------------------===//

static void bindForward(Pass *p, MlirBlock block) {
  intptr_t at = 0;
  for (; at < p->numArguments; ++at)
    tcMappingAdd(p->mapping, mlirBlockGetArgument(bodyOf(p->forward), at),
                 mlirBlockGetArgument(block, at));
  for (intptr_t i = 2; i < p->update.numArguments; ++i)
    if (!p->update.written[i])
      tcMappingAdd(p->mapping, mlirBlockGetArgument(p->update.body, i),
                   mlirBlockGetArgument(block, at++));
}

// Each weight is read once: backward uses forward's read.
static MlirValue readWeight(Pass *p, TcBuilder *b, MlirType type,
                            MlirStringRef name) {
  MlirOperation known = {tcMapGetTextN(&p->reads, name.data, name.length)};
  if (!known.ptr) {
    known = tcPrimGetWeightCreate(b, type, name);
    tcMapSetTextN(&p->reads, name.data, name.length, known.ptr);
  }
  return mlirOperationGetResult(known, 0);
}

// Copies a function's ops; arguments have images.
static void copy(Pass *p, MlirOperation func, TcBuilder *b) {
  MlirOperation end = mlirBlockGetTerminator(bodyOf(func));
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(func));
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) != TC_PRIM_GET_WEIGHT) {
      tcBuilderInsert(b, tcOpClone(op, p->mapping));
      continue;
    }
    MlirValue value = mlirOperationGetResult(op, 0);
    tcMappingAdd(
        p->mapping, value,
        readWeight(p, b, mlirValueGetType(value), tcPrimGetWeightGetName(op)));
  }
}

static MlirValue resultOf(Pass *p, MlirOperation func, intptr_t k) {
  MlirOperation end = mlirBlockGetTerminator(bodyOf(func));
  return tcMappingGet(p->mapping, mlirOperationGetOperand(end, k));
}

// The value of backward's argument i in the step; null if it is a cotangent.
static MlirValue argumentOf(Pass *p, MlirBlock block, intptr_t i) {
  MlirAttribute attrs =
      mlirArrayAttrGetElement(tcFuncFuncGetArgAttrs(p->backward), i);
  MlirAttribute argument = entryOf(attrs, "tc.argument");
  MlirAttribute saved = entryOf(attrs, "tc.saved");
  if (argument.ptr)
    return mlirBlockGetArgument(block,
                                (intptr_t)mlirIntegerAttrGetValueInt(argument));
  return saved.ptr ? resultOf(p, p->forward,
                              (intptr_t)mlirIntegerAttrGetValueInt(saved))
                   : tcNoValue();
}

static bool bindBackward(Pass *p, MlirBlock block) {
  MlirBlock body = bodyOf(p->backward);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i) {
    MlirValue value = argumentOf(p, block, i);
    if (!value.ptr) {
      tcEmitError(
          mlirOperationGetLocation(p->backward),
          "[TC-1122] prim-optimize: a training step minimises one number, the "
          "loss, but a tensor, or several results, were differentiated");
      return false;
    }
    tcMappingAdd(p->mapping, mlirBlockGetArgument(body, i), value);
  }
  return true;
}

//===- Updates ------------------------------------------------------------===//

// The place after the op that completes the gradient, which can then be freed.
static TcBuilder whereComplete(Pass *p, MlirBlock block, MlirValue gradient) {
  return mlirValueIsABlockArgument(gradient)
             ? tcBuilderAtEnd(block, mlirOperationGetLocation(p->update.func))
             : tcBuilderAfter(mlirOpResultGetOwner(gradient));
}

static void updateOne(Pass *p, MlirBlock block, size_t k) {
  const TcUpdate *u = &p->update;
  const MlirOperation *kept = p->kept.data[k];
  MlirValue gradient = resultOf(p, p->backward, (intptr_t)k);
  TcBuilder b = whereComplete(p, block, gradient);
  tcMappingAdd(p->mapping, mlirBlockGetArgument(u->body, 1), gradient);
  for (intptr_t i = 0; i < u->numArguments; ++i) {
    if (!u->written[i])
      continue;
    MlirValue old = readWeight(p, &b, tcPrimWeightGetType(kept[i]),
                               tcPrimWeightGetSymName(kept[i]));
    tcMappingAdd(p->mapping, mlirBlockGetArgument(u->body, i), old);
  }
  MlirValue *results =
      TC_ARENA_ARRAY(p->arena, MlirValue, (size_t)u->numResults);
  tcUpdateCopyEach(u, &b, tcPrimWeightGetType(kept[0]), p->mapping, results);
  for (intptr_t r = 0; r < u->numResults; ++r)
    tcVecPush(p->arena, &p->results, results[r]);
}

static bool fill(Pass *p, MlirBlock block) {
  TcBuilder b = tcBuilderAtEnd(block, mlirOperationGetLocation(p->forward));
  bindForward(p, block);
  tcUpdateCopyShared(&p->update, &b, p->mapping);
  copy(p, p->forward, &b);
  for (intptr_t k = 0; k < p->numResults; ++k)
    tcVecPush(p->arena, &p->results, resultOf(p, p->forward, k));
  if (!bindBackward(p, block))
    return false;
  copy(p, p->backward, &b);
  for (size_t k = 0; k < p->kept.size; ++k)
    updateOne(p, block, k);
  tcFuncReturn(&b, (intptr_t)p->results.size, p->results.data);
  return true;
}

//===- The pass -----------------------------------------------------------===//

static void keepBytes(Pass *p, const char *name) {
  MlirAttribute bytes =
      mlirOperationGetDiscardableAttributeByName(p->forward, tcStr(name));
  if (bytes.ptr)
    mlirOperationSetDiscardableAttributeByName(p->step, tcStr(name), bytes);
}

static MlirLogicalResult build(Pass *p) {
  MlirOperation end = mlirBlockGetTerminator(bodyOf(p->backward));
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(end); ++k)
    if (!keepOne(p, k))
      return mlirLogicalResultFailure();
  readSignature(p);
  p->step = tcSignatureCreate(p->backward, nameOf(p, "step"), &p->signature);
  p->mapping = tcMappingCreate();
  bool good = fill(p, bodyOf(p->step));
  tcMappingDestroy(p->mapping);
  if (!good) {
    mlirOperationDestroy(p->step);
    return mlirLogicalResultFailure();
  }
  keepBytes(p, "tc.saved_bytes");
  keepBytes(p, "tc.read_bytes");
  return mlirLogicalResultSuccess();
}

enum { OPTION_ENTRY, OPTION_UPDATE };

static const TcPassOption options[] = {
    {"entry", TC_OPTION_STRING, "main", "function that was differentiated"},
    {"update", TC_OPTION_STRING, "update",
     "function that updates a parameter: see passes/autodiff/update.h"}};

static MlirLogicalResult runOn(Pass *p, TcPass *pass) {
  MlirStringRef entry = tcPassGetOptionString(pass, OPTION_ENTRY);
  MlirStringRef update = tcPassGetOptionString(pass, OPTION_UPDATE);
  MlirLocation loc = mlirOperationGetLocation(p->module);
  p->name = tcArenaPrintf(p->arena, "%.*s", (int)entry.length, entry.data);
  p->forward = tcFindFunction(p->module, tcStr(nameOf(p, "forward")));
  p->backward = tcFindFunction(p->module, tcStr(nameOf(p, "backward")));
  MlirOperation func = tcFindFunction(p->module, entry);
  MlirOperation how = tcFindFunction(p->module, update);
  if (!func.ptr || !p->forward.ptr || !p->backward.ptr)
    return tcEmitError(loc,
                       "[TC-5203] prim-optimize: there are no @%s and @%s; run "
                       "prim-partition before",
                       nameOf(p, "forward"), nameOf(p, "backward"));
  if (!how.ptr)
    return tcEmitError(loc,
                       "[TC-2202] prim-optimize: there is no func.func @%.*s "
                       "to update parameters by",
                       (int)update.length, update.data);
  if (tcFindFunction(p->module, tcStr(nameOf(p, "step"))).ptr)
    return tcEmitError(loc, "[TC-5201] the module has a @%s already",
                       nameOf(p, "step"));
  p->numResults =
      mlirOperationGetNumOperands(mlirBlockGetTerminator(bodyOf(func)));
  return tcUpdateRead(&p->update, p->arena, how) ? build(p)
                                                 : mlirLogicalResultFailure();
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Pass p = {.arena = &arena,
            .ctx = mlirOperationGetContext(module),
            .module = module,
            .reads = {.arena = &arena}};
  MlirLogicalResult result = runOn(&p, pass);
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"prim", "func", NULL};

const TcPassInfo tcPassPrimOptimize = {
    .argument = "prim-optimize",
    .summary = "Make a training step: forward, backward, updates of weights",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .dependentDialects = dependents,
    .run = run,
};
