// prim-autodiff: the joint graph of a function, @main.joint beside @main:
// what the function computes, and the gradients of chosen results with respect
// to arguments and weights (reverse mode). Runs after fx-to-prim; its output is
// prims, so it runs on that again for second derivatives.
//
//   func.func @main.joint(args..., cotangents...) -> (results..., gradients...)
//
// An only result that is a scalar has the cotangent 1 (if `unit`); any other
// has an argument, with the attribute `tc.cotangent = <its number>`. A gradient
// has `tc.gradient = <number of an argument>` or `tc.gradient = @weight`.
#include "passes/autodiff/joint.h"
#include "passes/autodiff/tape.h"

#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "tc/gen/FuncOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <ctype.h>
#include <string.h>

// What is differentiated with respect to: an argument, or a weight.
typedef struct Source {
  intptr_t argument; // -1: a weight
  MlirStringRef weight;
  MlirType type;
} Source;

typedef TC_VEC(MlirValue) ValueVec;

typedef struct Pass {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation module, func;
  bool unit;               // an only scalar's cotangent is 1
  MlirBlock old;           // the function's body
  MlirBlock body;          // the joint's
  TC_VEC(intptr_t) chosen; // results
  TC_VEC(Source) sources;
  TcMap reads; // weight -> ValueVec of the body
  TcTape tape;
} Pass;

//===- Options ------------------------------------------------------------===//

enum { OPTION_ENTRY, OPTION_RESULTS, OPTION_WRT, OPTION_UNIT };

static const TcPassOption options[] = {
    {"entry", TC_OPTION_STRING, "main", "function to differentiate"},
    {"results", TC_OPTION_STRING, "0",
     "numbers of the results to differentiate, comma-separated"},
    {"wrt", TC_OPTION_STRING, "all",
     "with respect to what: all, weights, arguments, or numbers of arguments "
     "and names of weights (@fc.weight), comma-separated"},
    {"unit", TC_OPTION_BOOL, "true",
     "whether the cotangent of an only result that is a scalar is 1, not an "
     "argument"}};

static MlirLogicalResult wrong(Pass *p, const char *what, MlirStringRef word) {
  return tcEmitError(mlirOperationGetLocation(p->func),
                     "[TC-2201] prim-autodiff: %s '%.*s'", what,
                     (int)word.length, word.data);
}

// The next of the comma-separated words in *list, which is shortened by it.
static MlirStringRef nextWord(MlirStringRef *list) {
  const char *comma = memchr(list->data, ',', list->length);
  size_t n = comma ? (size_t)(comma - list->data) : list->length;
  MlirStringRef word = {list->data, n};
  n += comma != NULL;
  *list = (MlirStringRef){list->data + n, list->length - n};
  return word;
}

static intptr_t numberOf(MlirStringRef word) {
  intptr_t number = word.length && word.length < 7 ? 0 : -1;
  for (size_t i = 0; i < word.length && number >= 0; ++i)
    number = isdigit((unsigned char)word.data[i])
                 ? 10 * number + (word.data[i] - '0')
                 : -1;
  return number;
}

static bool isSmooth(MlirType type) {
  MlirType element = tcTypeGetElement(type);
  return tcTypeIsTensor(type) &&
         (tcTypeIsFloat(element) || tcTypeIsComplex(element));
}

static MlirLogicalResult readResults(Pass *p, MlirStringRef list) {
  MlirOperation end = mlirBlockGetTerminator(p->old);
  while (list.length) {
    MlirStringRef word = nextWord(&list);
    intptr_t i = numberOf(word);
    if (i < 0 || i >= mlirOperationGetNumOperands(end) ||
        !isSmooth(mlirValueGetType(mlirOperationGetOperand(end, i))))
      return wrong(p, "no result of floats has the number", word);
    tcVecPush(p->arena, &p->chosen, i);
  }
  return mlirLogicalResultSuccess();
}

//===- With respect to what -----------------------------------------------===//

static void addArgument(Pass *p, intptr_t i) {
  Source source = {i, tcStr(""),
                   mlirValueGetType(mlirBlockGetArgument(p->old, i))};
  tcVecPush(p->arena, &p->sources, source);
}

static void addWeight(Pass *p, MlirOperation weight) {
  Source source = {-1, tcPrimWeightGetSymName(weight),
                   tcPrimWeightGetType(weight)};
  tcVecPush(p->arena, &p->sources, source);
}

static void addArguments(Pass *p) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(p->old); ++i)
    if (isSmooth(mlirValueGetType(mlirBlockGetArgument(p->old, i))))
      addArgument(p, i);
}

static MlirWalkResult noteRead(MlirOperation op, void *self) {
  TcMap *read = self;
  if (tcPrimOpKind(op) == TC_PRIM_GET_WEIGHT) {
    MlirStringRef name = tcPrimGetWeightGetName(op);
    tcMapSetTextN(read, name.data, name.length, read);
  }
  return MlirWalkResultAdvance;
}

// All weights that the function reads and the program does not write, in order.
static void addWeights(Pass *p) {
  TcMap read = {.arena = p->arena};
  mlirOperationWalk(p->func, noteRead, &read, MlirWalkPreOrder);
  for (MlirOperation op = tcFirstInModule(p->module); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) != TC_PRIM_WEIGHT || tcPrimWeightGetMutated(op) ||
        !isSmooth(tcPrimWeightGetType(op)))
      continue;
    MlirStringRef name = tcPrimWeightGetSymName(op);
    if (tcMapGetTextN(&read, name.data, name.length))
      addWeight(p, op);
  }
}

static MlirLogicalResult addNamed(Pass *p, MlirStringRef word) {
  intptr_t i = numberOf(word);
  if (i >= 0 && i < mlirBlockGetNumArguments(p->old) &&
      isSmooth(mlirValueGetType(mlirBlockGetArgument(p->old, i)))) {
    addArgument(p, i);
    return mlirLogicalResultSuccess();
  }
  MlirOperation weight = tcNoOp();
  if (word.length > 1 && *word.data == '@')
    weight = tcFindWeight(p->module,
                          mlirStringRefCreate(word.data + 1, word.length - 1));
  if (!weight.ptr || !isSmooth(tcPrimWeightGetType(weight)))
    return wrong(p, "no argument or weight of floats is", word);
  addWeight(p, weight);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult readSources(Pass *p, MlirStringRef list) {
  bool all = mlirStringRefEqual(list, tcStr("all"));
  bool arguments = mlirStringRefEqual(list, tcStr("arguments"));
  bool weights = mlirStringRefEqual(list, tcStr("weights"));
  if (all || arguments)
    addArguments(p);
  if (all || weights)
    addWeights(p);
  while (!all && !arguments && !weights && list.length)
    if (mlirLogicalResultIsFailure(addNamed(p, nextWord(&list))))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

//===- The signature ------------------------------------------------------===//

static bool isOne(Pass *p, MlirType type) {
  return p->unit && p->chosen.size == 1 && tcTypeGetRank(type) == 0;
}

static MlirType typeOfResult(Pass *p, intptr_t i) {
  return mlirValueGetType(
      mlirOperationGetOperand(mlirBlockGetTerminator(p->old), i));
}

static MlirAttribute dictionary(Pass *p, intptr_t n, const char *const *names,
                                const MlirAttribute *values) {
  MlirNamedAttribute entries[4];
  for (intptr_t i = 0; i < n; ++i)
    entries[i] = mlirNamedAttributeGet(
        mlirIdentifierGet(p->ctx, tcStr(names[i])), values[i]);
  return mlirDictionaryAttrGet(p->ctx, n, entries);
}

// A cotangent has a fill, so that the joint graph can be run as it is.
static MlirAttribute cotangentAttrs(Pass *p, intptr_t result) {
  static const char *const fill[] = {"kind", "mean", "std", "stream"};
  static const char *const names[] = {"fx.name", "tc.cotangent", "tc.init"};
  MlirType f64 = mlirF64TypeGet(p->ctx);
  MlirAttribute how[] = {
      tcAttrString(p->ctx, "uniform"), mlirFloatAttrDoubleGet(p->ctx, f64, 0),
      mlirFloatAttrDoubleGet(p->ctx, f64, 1), tcAttrI64(p->ctx, 800 + result)};
  const char *name = tcArenaPrintf(p->arena, "cotangent.%d", (int)result);
  MlirAttribute values[] = {tcAttrString(p->ctx, name),
                            tcAttrI64(p->ctx, result),
                            dictionary(p, 4, fill, how)};
  return dictionary(p, 3, names, values);
}

static MlirAttribute gradientAttrs(Pass *p, const Source *source) {
  static const char *const names[] = {"fx.name", "tc.gradient"};
  bool isWeight = source->argument < 0;
  const char *name =
      isWeight ? tcArenaPrintf(p->arena, "gradient.%.*s",
                               (int)source->weight.length, source->weight.data)
               : tcArenaPrintf(p->arena, "gradient.%d", (int)source->argument);
  MlirAttribute values[] = {
      tcAttrString(p->ctx, name),
      isWeight ? mlirFlatSymbolRefAttrGet(p->ctx, source->weight)
               : tcAttrI64(p->ctx, source->argument)};
  return dictionary(p, 2, names, values);
}

static TcSignature jointSignature(Pass *p) {
  TcSignature s = tcSignatureOf(p->arena, p->func);
  // An attribute left from an earlier differentiation.
  tcAttrsDrop(p->arena, &s.resAttrs, "tc.gradient");
  tcAttrsDrop(p->arena, &s.resAttrs, "fx.name");
  tcAttrsDrop(p->arena, &s.argAttrs, "tc.cotangent");
  for (size_t i = 0; i < p->chosen.size; ++i) {
    MlirType type = typeOfResult(p, p->chosen.data[i]);
    if (!isOne(p, type))
      tcSignatureAddArgument(p->arena, &s, type,
                             cotangentAttrs(p, p->chosen.data[i]));
  }
  for (size_t i = 0; i < p->sources.size; ++i)
    tcSignatureAddResult(p->arena, &s, p->sources.data[i].type,
                         gradientAttrs(p, &p->sources.data[i]));
  return s;
}

//===- The body -----------------------------------------------------------===//

// The results of all prim.get_weight in the body, by weight.
static void readWeights(Pass *p) {
  p->reads.arena = p->arena;
  for (MlirOperation op = mlirBlockGetFirstOperation(p->body); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) != TC_PRIM_GET_WEIGHT)
      continue;
    MlirStringRef name = tcPrimGetWeightGetName(op);
    ValueVec *values = tcMapGetTextN(&p->reads, name.data, name.length);
    if (!values && (values = TC_ARENA_NEW(p->arena, ValueVec)))
      tcMapSetTextN(&p->reads, name.data, name.length, values);
    tcVecPush(p->arena, values, mlirOperationGetResult(op, 0));
  }
}

// The values of a source: an argument, or all reads of a weight.
static ValueVec valuesOf(Pass *p, const Source *source) {
  ValueVec one = {0};
  if (source->argument >= 0) {
    tcVecPush(p->arena, &one, mlirBlockGetArgument(p->body, source->argument));
    return one;
  }
  const ValueVec *all =
      tcMapGetTextN(&p->reads, source->weight.data, source->weight.length);
  return all ? *all : one;
}

static void watchSources(Pass *p) {
  for (size_t i = 0; i < p->sources.size; ++i) {
    ValueVec values = valuesOf(p, &p->sources.data[i]);
    for (size_t k = 0; k < values.size; ++k)
      tcTapeWatch(&p->tape, values.data[k]);
  }
}

static void seed(Pass *p, TcBuild *b, const MlirValue *results) {
  intptr_t at = mlirBlockGetNumArguments(p->old);
  for (size_t i = 0; i < p->chosen.size; ++i) {
    MlirValue result = results[p->chosen.data[i]];
    MlirValue cotangent = isOne(p, mlirValueGetType(result))
                              ? tcNum(b, result, 1)
                              : mlirBlockGetArgument(p->body, at++);
    tcTapeAdd(&p->tape, b, result, cotangent);
  }
}

// The gradient of the source: the sum over its values; zeros if nothing depends
// on it.
static MlirValue gradientOf(Pass *p, TcBuild *b, const Source *source) {
  MlirValue sum = tcNoValue();
  ValueVec values = valuesOf(p, source);
  for (size_t i = 0; i < values.size; ++i) {
    MlirValue part = tcTapeGet(&p->tape, values.data[i]);
    if (part.ptr)
      sum = sum.ptr ? tcAdd(b, sum, part) : part;
  }
  TcShape shape = tcShapeMake(b, tcTypeGetRank(source->type));
  tcTypeGetSizes(source->type, shape.sizes);
  return sum.ptr ? sum : tcZeros(b, shape, tcTypeGetElement(source->type));
}

// Copies the function's ops; its results become the first of `results`.
static void copyBody(Pass *p, MlirValue *results) {
  TcMapping *mapping = tcMappingCreate();
  TcBuilder b = tcBuilderAtEnd(p->body, mlirOperationGetLocation(p->func));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(p->old); ++i)
    tcMappingAdd(mapping, mlirBlockGetArgument(p->old, i),
                 mlirBlockGetArgument(p->body, i));
  MlirOperation end = mlirBlockGetTerminator(p->old);
  for (MlirOperation op = mlirBlockGetFirstOperation(p->old);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    tcBuilderInsert(&b, tcOpClone(op, mapping));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirValue value = mlirOperationGetOperand(end, i);
    MlirValue image = tcMappingGet(mapping, value);
    results[i] = image.ptr ? image : value;
  }
  tcMappingDestroy(mapping);
}

static bool fillJoint(Pass *p, MlirOperation joint) {
  MlirOperation end = mlirBlockGetTerminator(p->old);
  size_t old = (size_t)mlirOperationGetNumOperands(end);
  size_t n = old + p->sources.size;
  MlirValue *results = TC_ARENA_ARRAY(p->arena, MlirValue, n + 1);
  p->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(joint, 0));
  copyBody(p, results);
  TcBuild b = {tcBuilderAtEnd(p->body, mlirOperationGetLocation(p->func)),
               p->arena, "prim-autodiff", false};
  readWeights(p);
  watchSources(p);
  tcTapeFindActive(&p->tape, p->body, old, results);
  seed(p, &b, results);
  tcTapeSweep(&p->tape, &b, p->body);
  for (size_t i = 0; i < p->sources.size && !p->tape.failed; ++i) {
    results[old + i] = gradientOf(p, &b, &p->sources.data[i]);
    p->tape.failed |= !results[old + i].ptr;
  }
  if (!p->tape.failed)
    tcFuncReturn(&b.at, (intptr_t)n, results);
  return !p->tape.failed;
}

//===- The pass -----------------------------------------------------------===//

static MlirLogicalResult differentiate(Pass *p, MlirStringRef entry) {
  const char *name =
      tcArenaPrintf(p->arena, "%.*s.joint", (int)entry.length, entry.data);
  if (tcFindFunction(p->module, tcStr(name)).ptr)
    return tcEmitError(mlirOperationGetLocation(p->func),
                       "[TC-5201] the module has a @%s already", name);
  TcSignature signature = jointSignature(p);
  MlirOperation joint = tcSignatureCreate(p->func, name, &signature);
  if (!fillJoint(p, joint)) {
    mlirOperationDestroy(joint);
    return mlirLogicalResultFailure();
  }
  tcEraseDeadOps(joint);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult runOn(Pass *p, TcPass *pass) {
  MlirStringRef entry = tcPassGetOptionString(pass, OPTION_ENTRY);
  p->func = tcFindFunction(p->module, entry);
  if (!p->func.ptr)
    return tcEmitError(mlirOperationGetLocation(p->module),
                       "[TC-2201] prim-autodiff: no func.func is called '%.*s'",
                       (int)entry.length, entry.data);
  p->unit = tcPassGetOptionBool(pass, OPTION_UNIT);
  p->old = mlirRegionGetFirstBlock(mlirOperationGetRegion(p->func, 0));
  if (mlirLogicalResultIsFailure(
          readResults(p, tcPassGetOptionString(pass, OPTION_RESULTS))) ||
      mlirLogicalResultIsFailure(
          readSources(p, tcPassGetOptionString(pass, OPTION_WRT))))
    return mlirLogicalResultFailure();
  return differentiate(p, entry);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Pass p = {.arena = &arena,
            .ctx = mlirOperationGetContext(module),
            .module = module,
            .tape = {.arena = &arena,
                     .active = {.arena = &arena},
                     .cotangents = {.arena = &arena}}};
  MlirLogicalResult result = runOn(&p, pass);
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"prim", "func", NULL};

const TcPassInfo tcPassPrimAutodiff = {
    .argument = "prim-autodiff",
    .summary = "Add the joint graph of a function: its results and gradients",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .dependentDialects = dependents,
    .run = run,
};
