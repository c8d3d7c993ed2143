// prim-partition: splits a joint graph (prim-autodiff) into a forward and a
// backward function, with what backward needs of forward in their signatures.
//
//   @main.forward(args...) -> (results..., saved...)
//   @main.backward(saved..., cotangents...) -> gradients...
//
// An argument of @main.backward says what it is: `tc.argument = <of forward>`,
// `tc.saved = <result of forward>`, `tc.cotangent = <result of @main>`. Weights
// are read by both. Cheap values are recomputed (partition.c). `tc.saved_bytes`
// on forward is the number of bytes that it saves, `tc.read_bytes` what saving
// everything that backward reads would take.
#include "passes/autodiff/late.h"
#include "passes/autodiff/partition.h"

#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/size.h"
#include "passes/schedule/pass_target.h"
#include "tc/gen/FuncOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef TC_VEC(MlirValue) ValueVec;

typedef struct Pass {
  TcPartition part;
  MlirContext ctx;
  MlirOperation joint;
  const char *name;      // of the function
  bool anyOrder;         // the compiler chooses how saved values lie
  TcSignature signature; // of the joint graph
  intptr_t numArguments; // of the function; cotangents follow
  TcMap tied;            // arguments that forward writes
  ValueVec kept;         // results of forward after its own
  ValueVec given;        // arguments of backward
} Pass;

//===- Attributes ---------------------------------------------------------===//

static MlirAttribute entryOf(MlirAttribute attrs, const char *name) {
  return mlirDictionaryAttrGetElementByName(attrs, tcStr(name));
}

// {fx.name = "saved.5", tc.saved = 5}; the layout is that of the argument or
// result of forward that it is.
static MlirAttribute attrsOf(Pass *p, const char *kind, int64_t number,
                             const TcAttrList *of) {
  const char *name = tcArenaPrintf(p->part.arena, "%s.%d", kind, (int)number);
  const char *key = tcArenaPrintf(p->part.arena, "tc.%s", kind);
  MlirNamedAttribute entries[] = {
      mlirNamedAttributeGet(mlirIdentifierGet(p->ctx, tcStr("fx.name")),
                            tcAttrString(p->ctx, name)),
      mlirNamedAttributeGet(mlirIdentifierGet(p->ctx, tcStr(key)),
                            tcAttrI64(p->ctx, number)),
      {.attribute = {NULL}}};
  if ((size_t)number < of->size)
    entries[2].attribute = entryOf(of->data[number], "tc.layout");
  entries[2].name = mlirIdentifierGet(p->ctx, tcStr("tc.layout"));
  return mlirDictionaryAttrGet(p->ctx, entries[2].attribute.ptr ? 3 : 2,
                               entries);
}

static void setBytes(MlirOperation func, const char *name,
                     MlirAttribute bytes) {
  if (bytes.ptr)
    mlirOperationSetDiscardableAttributeByName(func, tcStr(name), bytes);
}

//===- Reading the joint graph --------------------------------------------===//

static void noteTies(Pass *p) {
  for (intptr_t i = 0; i < p->part.numResults; ++i) {
    MlirAttribute tie = entryOf(p->signature.resAttrs.data[i], "tc.ties");
    if (tie.ptr && mlirAttributeIsAInteger(tie)) {
      MlirValue argument = mlirBlockGetArgument(
          p->part.body, (intptr_t)mlirIntegerAttrGetValueInt(tie));
      tcMapSet(&p->tied, argument.ptr, p);
    }
  }
}

static void noteResults(Pass *p) {
  MlirOperation end = mlirBlockGetTerminator(p->part.body);
  for (intptr_t i = 0; i < p->part.numResults; ++i)
    if (!entryOf(p->signature.resAttrs.data[i], "tc.ties").ptr)
      tcMapSet(&p->part.results, mlirOperationGetOperand(end, i).ptr, p);
}

static void noteWritten(Pass *p) {
  for (MlirOperation op = tcFirstInModule(p->part.module); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) != TC_PRIM_WEIGHT || !tcPrimWeightGetMutated(op))
      continue;
    MlirStringRef name = tcPrimWeightGetSymName(op);
    tcMapSetTextN(&p->part.written, name.data, name.length, p);
  }
}

// Counts results and arguments that are the function's own; false if there is
// no gradient.
static bool readJoint(Pass *p) {
  p->signature = tcSignatureOf(p->part.arena, p->joint);
  const TcSignature *s = &p->signature;
  p->part.body = mlirRegionGetFirstBlock(mlirOperationGetRegion(p->joint, 0));
  while (p->part.numResults < (intptr_t)s->results.size &&
         !entryOf(s->resAttrs.data[p->part.numResults], "tc.gradient").ptr)
    ++p->part.numResults;
  while (p->numArguments < (intptr_t)s->arguments.size &&
         !entryOf(s->argAttrs.data[p->numArguments], "tc.cotangent").ptr)
    ++p->numArguments;
  noteTies(p);
  noteResults(p);
  noteWritten(p);
  return p->part.numResults < (intptr_t)s->results.size;
}

//===- Signatures ---------------------------------------------------------===//

// The number of the forward argument that a value is, if backward can get it
// too; -1 if the value is no argument or forward writes it.
static intptr_t passedOn(Pass *p, MlirValue value) {
  return mlirValueIsABlockArgument(value) && !tcMapGet(&p->tied, value.ptr)
             ? mlirBlockArgumentGetArgNumber(value)
             : -1;
}

// The number of the result that a value is; -1 if it is none or its memory is
// written again.
static intptr_t resultOf(Pass *p, MlirValue value) {
  if (!tcMapGet(&p->part.results, value.ptr))
    return -1;
  MlirOperation end = mlirBlockGetTerminator(p->part.body);
  for (intptr_t i = 0; i < p->part.numResults; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(end, i), value) &&
        !entryOf(p->signature.resAttrs.data[i], "tc.ties").ptr)
      return i;
  return -1;
}

// Which argument or result of forward a saved value is; it becomes a result of
// forward if it is neither.
static MlirAttribute placeOf(Pass *p, MlirValue value) {
  const TcAttrList none = {0};
  intptr_t argument = passedOn(p, value), result = resultOf(p, value);
  if (argument >= 0)
    return attrsOf(p, "argument", argument, &p->signature.argAttrs);
  if (result < 0) {
    result = p->part.numResults + (intptr_t)p->kept.size;
    tcVecPush(p->part.arena, &p->kept, value);
    return attrsOf(p, "saved", result, &none);
  }
  return attrsOf(p, "saved", result, &p->signature.resAttrs);
}

// The order of saved values: that of the joint graph.
static bool isSaved(Pass *p, MlirValue value) {
  return tcMapGet(&p->part.saved, value.ptr) != NULL;
}

static void give(Pass *p, TcSignature *s, MlirValue value,
                 MlirAttribute attrs) {
  tcVecPush(p->part.arena, &p->given, value);
  tcSignatureAddArgument(p->part.arena, s, mlirValueGetType(value), attrs);
}

static void giveSaved(Pass *p, TcSignature *s) {
  for (intptr_t i = 0; i < p->numArguments; ++i) {
    MlirValue value = mlirBlockGetArgument(p->part.body, i);
    if (isSaved(p, value))
      give(p, s, value, placeOf(p, value));
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(p->part.body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
      MlirValue value = mlirOperationGetResult(op, i);
      if (isSaved(p, value))
        give(p, s, value, placeOf(p, value));
    }
}

static void giveCotangents(Pass *p, TcSignature *s) {
  for (intptr_t i = p->numArguments; i < (intptr_t)p->signature.arguments.size;
       ++i)
    give(p, s, mlirBlockGetArgument(p->part.body, i),
         p->signature.argAttrs.data[i]);
}

//===- Sizes --------------------------------------------------------------===//

// What defines a size: an argument of forward, best one that it does not write,
// else what an op of forward gives (a size that depends on data).
static MlirValue definerOf(Pass *p, const char *symbol) {
  for (intptr_t i = 0; i < p->numArguments; ++i) {
    MlirValue value = mlirBlockGetArgument(p->part.body, i);
    if (passedOn(p, value) >= 0 &&
        tcPartitionDefinesSize(&p->part, value, symbol))
      return value;
  }
  for (intptr_t i = 0; i < p->numArguments; ++i) {
    MlirValue value = mlirBlockGetArgument(p->part.body, i);
    if (tcPartitionDefinesSize(&p->part, value, symbol))
      return value;
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(p->part.body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0; tcMapGet(&p->part.forward, op.ptr) &&
                         i < mlirOperationGetNumResults(op);
         ++i)
      if (tcPartitionDefinesSize(&p->part, mlirOperationGetResult(op, i),
                                 symbol))
        return mlirOperationGetResult(op, i);
  return tcNoValue();
}

// Adds values that define size symbols which backward uses and no other
// argument of it defines.
static MlirLogicalResult giveSizes(Pass *p, TcSignature *s) {
  const char *symbol;
  while ((symbol = tcPartitionUnknownSize(&p->part, p->given.data,
                                          p->given.size, s))) {
    MlirValue value = definerOf(p, symbol);
    if (!value.ptr)
      return tcEmitError(mlirOperationGetLocation(p->joint),
                         "[TC-4203] prim-partition: backward needs the size "
                         "%s, which nothing that it is given has",
                         symbol);
    give(p, s, value, placeOf(p, value));
  }
  return mlirLogicalResultSuccess();
}

//===- The halves ---------------------------------------------------------===//

static MlirAttribute bytesOf(Pass *p, const MlirValue *values, size_t n) {
  MlirAttribute sum = tcSizeAttrGetConstant(p->ctx, 0);
  for (size_t i = 0; i < n; ++i)
    sum = tcSizeAttrAdd(sum, tcPartitionBytes(values[i]));
  return sum;
}

static MlirAttribute readBytes(Pass *p) {
  MlirAttribute sum = tcSizeAttrGetConstant(p->ctx, 0);
  for (size_t i = 0; i < p->part.crossing.size; ++i) {
    MlirValue value = tcPartitionKey(&p->part.crossing, i);
    if (passedOn(p, value) < 0 && !tcPartitionIsFree(&p->part, value))
      sum = tcSizeAttrAdd(sum, tcPartitionBytes(value));
  }
  return sum;
}

// The recomputed op, which stands for `op`, as a product with a reciprocal
// where it is such a quotient.
static MlirOperation asProduct(Pass *p, MlirOperation op, MlirOperation image,
                               TcMapping *mapping) {
  MlirValue result = mlirOperationGetResult(op, 0);
  if (tcPartitionIsRounded(&p->part, result) ||
      tcPartitionIsCompared(&p->part, result))
    return image;
  image = tcMultiplyByReciprocal(p->part.arena, image);
  tcMappingAdd(mapping, result, mlirOperationGetResult(image, 0));
  return image;
}

// Copies the ops of a set into `func`, whose arguments stand for `arguments`,
// and returns the images of `results`. Ops that are in both halves are placed
// as late as possible.
static void fill(Pass *p, MlirOperation func, const TcMap *ops,
                 const ValueVec *arguments, const ValueVec *results) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  TcBuilder b = tcBuilderAtEnd(block, mlirOperationGetLocation(p->joint));
  TcMapping *mapping = tcMappingCreate();
  TcLateOps again = {0};
  for (size_t i = 0; i < arguments->size; ++i)
    tcMappingAdd(mapping, arguments->data[i],
                 mlirBlockGetArgument(block, (intptr_t)i));
  for (MlirOperation op = mlirBlockGetFirstOperation(p->part.body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (tcMapGet(ops, op.ptr)) {
      MlirOperation image = tcOpClone(op, mapping);
      tcBuilderInsert(&b, image);
      if (ops == &p->part.backward && tcMapGet(&p->part.forward, op.ptr)) {
        image = asProduct(p, op, image, mapping);
        tcVecPush(p->part.arena, &again, image);
      }
    }
  ValueVec images = {0};
  for (size_t i = 0; i < results->size; ++i)
    tcVecPush(p->part.arena, &images, tcMappingGet(mapping, results->data[i]));
  tcFuncReturn(&b, (intptr_t)images.size, images.data);
  tcComputeLate(block, &again);
  tcMappingDestroy(mapping);
}

// Of a saved value, as a result: nobody but backward reads it.
static MlirAttribute savedAttrs(Pass *p, MlirValue value) {
  MlirNamedAttribute any = {mlirIdentifierGet(p->ctx, tcStr("tc.any_order")),
                            mlirUnitAttrGet(p->ctx)};
  return p->anyOrder && mlirShapedTypeHasStaticShape(mlirValueGetType(value))
             ? mlirDictionaryAttrGet(p->ctx, 1, &any)
             : tcNoAttr();
}

static MlirOperation buildForward(Pass *p) {
  TcSignature s = {0};
  ValueVec arguments = {0}, results = {0};
  MlirOperation end = mlirBlockGetTerminator(p->part.body);
  for (intptr_t i = 0; i < p->numArguments; ++i) {
    tcVecPush(p->part.arena, &arguments, mlirBlockGetArgument(p->part.body, i));
    tcSignatureAddArgument(p->part.arena, &s, p->signature.arguments.data[i],
                           p->signature.argAttrs.data[i]);
  }
  for (intptr_t i = 0; i < p->part.numResults; ++i) {
    tcVecPush(p->part.arena, &results, mlirOperationGetOperand(end, i));
    tcSignatureAddResult(p->part.arena, &s, p->signature.results.data[i],
                         p->signature.resAttrs.data[i]);
  }
  for (size_t i = 0; i < p->kept.size; ++i) {
    tcVecPush(p->part.arena, &results, p->kept.data[i]);
    tcSignatureAddResult(p->part.arena, &s, mlirValueGetType(p->kept.data[i]),
                         savedAttrs(p, p->kept.data[i]));
  }
  MlirOperation func = tcSignatureCreate(
      p->joint, tcArenaPrintf(p->part.arena, "%s.forward", p->name), &s);
  fill(p, func, &p->part.forward, &arguments, &results);
  setBytes(func, "tc.saved_bytes", bytesOf(p, p->kept.data, p->kept.size));
  setBytes(func, "tc.read_bytes", readBytes(p));
  return func;
}

static void buildBackward(Pass *p, TcSignature *s, MlirOperation after) {
  ValueVec results = {0};
  MlirOperation end = mlirBlockGetTerminator(p->part.body);
  for (size_t i = (size_t)p->part.numResults; i < p->signature.results.size;
       ++i) {
    tcVecPush(p->part.arena, &results,
              mlirOperationGetOperand(end, (intptr_t)i));
    tcSignatureAddResult(p->part.arena, s, p->signature.results.data[i],
                         p->signature.resAttrs.data[i]);
  }
  MlirOperation func = tcSignatureCreate(
      after, tcArenaPrintf(p->part.arena, "%s.backward", p->name), s);
  fill(p, func, &p->part.backward, &p->given, &results);
}

//===- The pass -----------------------------------------------------------===//

enum { OPTION_ENTRY, OPTION_ANY_ORDER, OPTION_OTHERWISE };

static const TcPassOption options[] = {
    {"entry", TC_OPTION_STRING, "main", "function that was differentiated"},
    {"any-order", TC_OPTION_BOOL, "false",
     "forward's saved values lie as loop-layout chooses (tc.any_order); "
     "prim-order-saved tells backward"},
    {"otherwise", TC_OPTION_STRING, "x86-64",
     "the target of a module that names none: backward recomputes what "
     "loop-fuse streams there"}};

static MlirLogicalResult partition(Pass *p) {
  static const char *const halves[] = {"forward", "backward"};
  for (int i = 0; i < 2; ++i) {
    const char *name =
        tcArenaPrintf(p->part.arena, "%s.%s", p->name, halves[i]);
    if (tcFindFunction(p->part.module, tcStr(name)).ptr)
      return tcEmitError(mlirOperationGetLocation(p->joint),
                         "[TC-5201] the module has a @%s already", name);
  }
  TcSignature backward = {0};
  tcPartitionDecide(&p->part);
  giveSaved(p, &backward);
  giveCotangents(p, &backward);
  if (mlirLogicalResultIsFailure(giveSizes(p, &backward)))
    return mlirLogicalResultFailure();
  buildBackward(p, &backward, buildForward(p));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult runOn(Pass *p, MlirStringRef entry) {
  p->name = tcArenaPrintf(p->part.arena, "%.*s", (int)entry.length, entry.data);
  const char *joint = tcArenaPrintf(p->part.arena, "%s.joint", p->name);
  p->joint = tcFindFunction(p->part.module, tcStr(joint));
  if (!p->joint.ptr || !readJoint(p))
    return tcEmitError(mlirOperationGetLocation(p->part.module),
                       "[TC-5202] prim-partition: there is no joint graph @%s; "
                       "run prim-autodiff first",
                       joint);
  return partition(p);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  TcTarget target;
  if (mlirLogicalResultIsFailure(
          tcPassReadTarget(pass, module, -1, OPTION_OTHERWISE, &target)))
    return mlirLogicalResultFailure();
  Pass p = {.part = {.arena = &arena,
                     .module = module,
                     .target = &target,
                     .written = {.arena = &arena},
                     .results = {.arena = &arena},
                     .forward = {.arena = &arena},
                     .backward = {.arena = &arena},
                     .crossing = {.arena = &arena},
                     .saved = {.arena = &arena}},
            .ctx = mlirOperationGetContext(module),
            .anyOrder = tcPassGetOptionBool(pass, OPTION_ANY_ORDER),
            .tied = {.arena = &arena}};
  MlirLogicalResult result =
      runOn(&p, tcPassGetOptionString(pass, OPTION_ENTRY));
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"prim", "func", NULL};

const TcPassInfo tcPassPrimPartition = {
    .argument = "prim-partition",
    .summary = "Split a joint graph into forward and backward functions",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .dependentDialects = dependents,
    .run = run,
};
