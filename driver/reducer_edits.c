// The edits of the reducer: each removes something from a module and leaves it
// valid, though seldom with the same meaning. They work on functions of any
// dialect that keep their signature as func.func does: func.func, fx.graph.
#include "driver/reducer.h"
#include "lib/ir/builder.h"
#include "lib/ir/shim.h"
#include "lib/support/arena.h"
#include "lib/support/vec.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef TC_VEC(MlirOperation) OpVec;
typedef TC_VEC(MlirType) TypeVec;
typedef TC_VEC(MlirAttribute) AttrVec;
typedef TC_VEC(MlirValue) ValueVec;

//===- Looking around -----------------------------------------------------===//

static MlirBlock bodyOf(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

static MlirAttribute inherent(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(op, tcStr(name));
}

static MlirType signatureOf(MlirOperation op) {
  MlirAttribute type = inherent(op, "function_type");
  return type.ptr && mlirAttributeIsAType(type) ? mlirTypeAttrGetValue(type)
                                                : (MlirType){0};
}

/// Whether an op is a symbol with a signature and a body that ends by returning
/// its results.
static bool isFunction(MlirOperation op) {
  if (mlirOperationGetNumRegions(op) != 1 || !signatureOf(op).ptr ||
      !mlirTypeIsAFunction(signatureOf(op)))
    return false;
  MlirBlock body = bodyOf(op);
  return body.ptr && mlirBlockGetTerminator(body).ptr;
}

static bool isUsed(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(op, i))) == false)
      return true;
  return false;
}

static void collectFunctions(TcArena *arena, MlirOperation module,
                             OpVec *found) {
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(module)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (isFunction(op))
      tcVecPush(arena, found, op);
}

// The ops of a function's own block that have results, last first.
static void collectOps(TcArena *arena, MlirOperation func, OpVec *found) {
  for (MlirOperation op = mlirBlockGetTerminator(bodyOf(func)); op.ptr;) {
    if (mlirOperationGetNumResults(op))
      tcVecPush(arena, found, op);
    MlirOperation first = mlirBlockGetFirstOperation(bodyOf(func));
    if (mlirOperationEqual(op, first))
      break;
    MlirOperation before = first;
    while (!mlirOperationEqual(mlirOperationGetNextInBlock(before), op))
      before = mlirOperationGetNextInBlock(before);
    op = before;
  }
}

/// Erases what nobody reads any more, in all functions.
static void eraseDead(MlirOperation module) {
  TcArena arena = {0};
  OpVec functions = {0};
  collectFunctions(&arena, module, &functions);
  for (size_t f = 0; f < functions.size; ++f) {
    OpVec ops = {0};
    collectOps(&arena, functions.data[f], &ops);
    for (size_t i = 0; i < ops.size; ++i)
      if (!isUsed(ops.data[i]))
        mlirOperationDestroy(ops.data[i]);
  }
  tcArenaFree(&arena);
}

//===- Signatures ---------------------------------------------------------===//

static void setSignature(MlirOperation func, const TypeVec *inputs,
                         const TypeVec *results) {
  MlirType type =
      mlirFunctionTypeGet(mlirOperationGetContext(func), (intptr_t)inputs->size,
                          inputs->data, (intptr_t)results->size, results->data);
  mlirOperationSetInherentAttributeByName(func, tcStr("function_type"),
                                          mlirTypeAttrGet(type));
}

static void readSignature(TcArena *arena, MlirOperation func, TypeVec *inputs,
                          TypeVec *results) {
  MlirType type = signatureOf(func);
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); ++i)
    tcVecPush(arena, inputs, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); ++i)
    tcVecPush(arena, results, mlirFunctionTypeGetResult(type, i));
}

// Attributes of arguments or results; empty dictionaries where there are none.
static void readAttrs(TcArena *arena, MlirOperation func, const char *name,
                      size_t n, AttrVec *attrs) {
  MlirAttribute list = inherent(func, name);
  MlirContext ctx = mlirOperationGetContext(func);
  for (size_t i = 0; i < n; ++i) {
    bool has = list.ptr && (intptr_t)i < mlirArrayAttrGetNumElements(list);
    MlirAttribute attr = has ? mlirArrayAttrGetElement(list, (intptr_t)i)
                             : mlirDictionaryAttrGet(ctx, 0, NULL);
    tcVecPush(arena, attrs, attr);
  }
}

static void setAttrs(MlirOperation func, const char *name,
                     const AttrVec *attrs) {
  MlirAttribute list = mlirArrayAttrGet(mlirOperationGetContext(func),
                                        (intptr_t)attrs->size, attrs->data);
  mlirOperationSetInherentAttributeByName(func, tcStr(name), list);
}

#define REMOVE(VEC, I)                                                         \
  do {                                                                         \
    for (size_t k_ = (I); k_ + 1 < (VEC).size; ++k_)                           \
      (VEC).data[k_] = (VEC).data[k_ + 1];                                     \
    --(VEC).size;                                                              \
  } while (0)

/// The terminator again, with these operands.
static void replaceTerminator(MlirOperation old, const ValueVec *values) {
  MlirOperationState state =
      mlirOperationStateGet(mlirIdentifierStr(mlirOperationGetName(old)),
                            mlirOperationGetLocation(old));
  mlirOperationStateAddOperands(&state, (intptr_t)values->size, values->data);
  MlirBlock block = mlirOperationGetBlock(old);
  mlirOperationDestroy(old);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&state));
}

// Whether attributes refer to arguments by number (updates in place,
// gradients): such signatures keep their arguments.
static bool hasLinks(const AttrVec *attrs) {
  for (size_t i = 0; i < attrs->size; ++i)
    if (mlirDictionaryAttrGetElementByName(attrs->data[i], tcStr("tc.ties"))
            .ptr ||
        mlirDictionaryAttrGetElementByName(attrs->data[i], tcStr("tc.gradient"))
            .ptr)
      return true;
  return false;
}

static void dropResultOf(MlirOperation func, size_t index) {
  TcArena arena = {0};
  TypeVec inputs = {0}, results = {0};
  AttrVec attrs = {0};
  ValueVec values = {0};
  readSignature(&arena, func, &inputs, &results);
  readAttrs(&arena, func, "res_attrs", results.size, &attrs);
  MlirOperation end = mlirBlockGetTerminator(bodyOf(func));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    tcVecPush(&arena, &values, mlirOperationGetOperand(end, i));
  REMOVE(results, index);
  REMOVE(attrs, index);
  REMOVE(values, index);
  replaceTerminator(end, &values);
  setAttrs(func, "res_attrs", &attrs);
  setSignature(func, &inputs, &results);
  tcArenaFree(&arena);
}

static void dropArgumentOf(MlirOperation func, size_t index) {
  TcArena arena = {0};
  TypeVec inputs = {0}, results = {0};
  AttrVec attrs = {0};
  readSignature(&arena, func, &inputs, &results);
  readAttrs(&arena, func, "arg_attrs", inputs.size, &attrs);
  REMOVE(inputs, index);
  REMOVE(attrs, index);
  mlirBlockEraseArgument(bodyOf(func), (unsigned)index);
  setAttrs(func, "arg_attrs", &attrs);
  setSignature(func, &inputs, &results);
  tcArenaFree(&arena);
}

// Small numbers of the element type: valid indices of most dimensions, and
// values that most functions take.
static const char *fillFor(MlirType type) {
  MlirType element =
      mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
  if (mlirTypeIsAInteger(element))
    return "{tc.init = {kind = \"randint\", low = 0, high = 2, stream = 99}}";
  return "{tc.init = {kind = \"uniform\", mean = 0.5, std = 0.2, stream = "
         "99}}";
}

static MlirValue addArgument(MlirOperation func, MlirType type) {
  TcArena arena = {0};
  TypeVec inputs = {0}, results = {0};
  AttrVec attrs = {0};
  MlirContext ctx = mlirOperationGetContext(func);
  readSignature(&arena, func, &inputs, &results);
  readAttrs(&arena, func, "arg_attrs", inputs.size, &attrs);
  tcVecPush(&arena, &inputs, type);
  tcVecPush(&arena, &attrs, mlirAttributeParseGet(ctx, tcStr(fillFor(type))));
  MlirValue argument =
      mlirBlockAddArgument(bodyOf(func), type, mlirOperationGetLocation(func));
  setAttrs(func, "arg_attrs", &attrs);
  setSignature(func, &inputs, &results);
  tcArenaFree(&arena);
  return argument;
}

//===- The edits ----------------------------------------------------------===//

/// Erases a symbol, used or not: verification then rejects the candidate if it
/// was used.
static bool dropSymbol(MlirOperation module, intptr_t index) {
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(module));
  for (; op.ptr && index; --index)
    op = mlirOperationGetNextInBlock(op);
  if (!op.ptr)
    return false;
  mlirOperationDestroy(op);
  return true;
}

static bool dropAttribute(MlirOperation module, intptr_t index) {
  if (index >= mlirOperationGetNumDiscardableAttributes(module))
    return false;
  MlirNamedAttribute attr = mlirOperationGetDiscardableAttribute(module, index);
  mlirOperationRemoveDiscardableAttributeByName(module,
                                                mlirIdentifierStr(attr.name));
  return true;
}

/// Of all functions, one after the other.
typedef size_t CountFn(MlirOperation func);

static bool findIn(MlirOperation module, intptr_t index, CountFn *count,
                   MlirOperation *func, size_t *position) {
  TcArena arena = {0};
  OpVec functions = {0};
  collectFunctions(&arena, module, &functions);
  bool found = false;
  for (size_t f = 0; f < functions.size && !found; ++f) {
    size_t n = count(functions.data[f]);
    found = (size_t)index < n;
    *func = functions.data[f];
    *position = (size_t)index;
    index -= (intptr_t)n;
  }
  tcArenaFree(&arena);
  return found;
}

static size_t countResults(MlirOperation func) {
  size_t n = (size_t)mlirFunctionTypeGetNumResults(signatureOf(func));
  return n > 1 ? n : 0;
}

static bool dropResult(MlirOperation module, intptr_t index) {
  MlirOperation func;
  size_t position;
  if (!findIn(module, index, countResults, &func, &position))
    return false;
  dropResultOf(func, position);
  eraseDead(module);
  return true;
}

// Drops all results but one: the first edit to try on a large program.
static bool keepResult(MlirOperation module, intptr_t index) {
  MlirOperation func;
  size_t position;
  if (!findIn(module, index, countResults, &func, &position))
    return false;
  for (size_t n = countResults(func); n; --n)
    if (n - 1 != position)
      dropResultOf(func, n - 1);
  eraseDead(module);
  return true;
}

static size_t countArguments(MlirOperation func) {
  TcArena arena = {0};
  AttrVec attrs = {0};
  size_t results = (size_t)mlirFunctionTypeGetNumResults(signatureOf(func));
  readAttrs(&arena, func, "res_attrs", results, &attrs);
  size_t n =
      hasLinks(&attrs) ? 0 : (size_t)mlirBlockGetNumArguments(bodyOf(func));
  tcArenaFree(&arena);
  return n;
}

static bool dropArgument(MlirOperation module, intptr_t index) {
  MlirOperation func;
  size_t position;
  for (;; ++index) {
    if (!findIn(module, index, countArguments, &func, &position))
      return false;
    MlirValue argument = mlirBlockGetArgument(bodyOf(func), (intptr_t)position);
    if (mlirOpOperandIsNull(mlirValueGetFirstUse(argument)))
      break;
  }
  dropArgumentOf(func, position);
  return true;
}

static size_t countOps(MlirOperation func) {
  TcArena arena = {0};
  OpVec ops = {0};
  collectOps(&arena, func, &ops);
  tcArenaFree(&arena);
  return ops.size;
}

static bool findOp(MlirOperation module, intptr_t index, MlirOperation *func,
                   MlirOperation *op) {
  size_t position;
  if (!findIn(module, index, countOps, func, &position))
    return false;
  TcArena arena = {0};
  OpVec ops = {0};
  collectOps(&arena, *func, &ops);
  *op = ops.data[position];
  tcArenaFree(&arena);
  return true;
}

/// Turns the results of an op into arguments, so that ops which only it needed
/// are removed.
static bool cutAbove(MlirOperation module, intptr_t index) {
  MlirOperation func, op;
  if (!findOp(module, index, &func, &op))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(result)))
      mlirValueReplaceAllUsesOfWith(
          result, addArgument(func, mlirValueGetType(result)));
  }
  eraseDead(module);
  return true;
}

/// Replaces an op with one result by an operand of the same type.
static bool bypass(MlirOperation module, intptr_t index) {
  MlirOperation func, op;
  if (!findOp(module, index, &func, &op))
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!mlirTypeEqual(mlirValueGetType(operand), mlirValueGetType(result)))
      continue;
    mlirValueReplaceAllUsesOfWith(result, operand);
    eraseDead(module);
    break;
  }
  return true;
}

/// Makes a function return an op's results instead of its own.
static bool endAt(MlirOperation module, intptr_t index) {
  MlirOperation func, op;
  if (!findOp(module, index, &func, &op))
    return false;
  TcArena arena = {0};
  TypeVec inputs = {0}, results = {0}, now = {0};
  ValueVec values = {0};
  AttrVec attrs = {0};
  readSignature(&arena, func, &inputs, &results);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    tcVecPush(&arena, &values, mlirOperationGetResult(op, i));
    tcVecPush(&arena, &now, mlirValueGetType(values.data[i]));
  }
  readAttrs(&arena, func, "no_attrs", now.size, &attrs);
  replaceTerminator(mlirBlockGetTerminator(bodyOf(func)), &values);
  setAttrs(func, "res_attrs", &attrs);
  setSignature(func, &inputs, &now);
  eraseDead(module);
  tcArenaFree(&arena);
  return true;
}

TcReduceEdit *const tcReduceEdits[] = {keepResult,   endAt,         cutAbove,
                                       dropResult,   bypass,        dropSymbol,
                                       dropArgument, dropAttribute, NULL};
