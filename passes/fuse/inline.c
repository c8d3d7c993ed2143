// Inlines a map stage into the body of a stage that reads it, and edits the
// input lists of stages. See kernel_edit.h.
#include "passes/fuse/kernel_edit.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirBlock bodyOf(MlirOperation stage) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
}

//===- Inputs of a stage --------------------------------------------------===//

// Operands, maps and fills of a stage's inputs, set together.
typedef struct Inputs {
  TcValueVec operands;
  TcAttrVec maps, fills;
} Inputs;

static Inputs inputsOf(TcArena *arena, MlirOperation stage) {
  Inputs in = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(stage); ++i)
    tcVecPush(arena, &in.operands, mlirOperationGetOperand(stage, i));
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    tcVecPush(arena, &in.maps, tcInputMap(stage, i));
    tcVecPush(arena, &in.fills, tcInputFill(stage, i));
  }
  return in;
}

static void setInputs(MlirOperation stage, const Inputs *in) {
  MlirContext ctx = mlirOperationGetContext(stage);
  mlirOperationSetOperands(stage, (intptr_t)in->operands.size,
                           in->operands.data);
  tcSetAttrOf(stage, "maps",
              mlirArrayAttrGet(ctx, (intptr_t)in->maps.size, in->maps.data));
  tcSetAttrOf(stage, "fills",
              mlirArrayAttrGet(ctx, (intptr_t)in->fills.size, in->fills.data));
}

MlirValue tcAddInput(TcArena *arena, MlirOperation stage, MlirValue v,
                     MlirAttribute map) {
  Inputs all = inputsOf(arena, stage);
  tcVecPush(arena, &all.operands, v);
  tcVecPush(arena, &all.maps, map);
  tcVecPush(arena, &all.fills, mlirUnitAttrGet(mlirOperationGetContext(stage)));
  setInputs(stage, &all);
  return mlirBlockAddArgument(bodyOf(stage),
                              mlirShapedTypeGetElementType(mlirValueGetType(v)),
                              mlirOperationGetLocation(stage));
}

static void dropInput(TcArena *arena, MlirOperation stage, intptr_t i) {
  Inputs all = inputsOf(arena, stage), left = {0};
  intptr_t first = tcFirstInput(stage);
  for (intptr_t k = 0; k < (intptr_t)all.operands.size; ++k)
    if (k != first + i)
      tcVecPush(arena, &left.operands, all.operands.data[k]);
  for (intptr_t k = 0; k < (intptr_t)all.maps.size; ++k) {
    if (k == i)
      continue;
    tcVecPush(arena, &left.maps, all.maps.data[k]);
    tcVecPush(arena, &left.fills, all.fills.data[k]);
  }
  mlirBlockEraseArgument(bodyOf(stage), (unsigned)i);
  setInputs(stage, &left);
}

//===- Inlining a map into its reader -------------------------------------===//

typedef struct Inline {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation kernel, map, reader;
  intptr_t input;
  TcMap bindings;   // iterators of the map -> expressions at the reader
  TcBuilder b;      // at the start of the reader's body
  MlirValue inside; // whether the reader's read is; null if it always is
} Inline;

MlirAttribute tcZeroOf(MlirType type) {
  MlirContext ctx = mlirTypeGetContext(type);
  if (mlirTypeIsAFloat(type))
    return mlirFloatAttrDoubleGet(ctx, type, 0);
  if (!mlirTypeIsAComplex(type))
    return mlirIntegerAttrGet(type, 0);
  MlirAttribute part = tcZeroOf(mlirComplexTypeGetElementType(type));
  MlirAttribute parts[] = {part, part};
  return mlirArrayAttrGet(ctx, 2, parts);
}

// Whether an index is an iterator whose extent is the dimension's size.
static bool runsOver(const Inline *in, MlirAttribute index,
                     MlirAttribute size) {
  MlirStringRef name;
  if (!tcSizeAttrIsSymbol(index, &name))
    return false;
  MlirAttribute extent =
      tcExtentOf(in->kernel, mlirStringAttrGet(in->ctx, name));
  return tcSizeAttrEqual(extent, size);
}

// Whether the map only permutes its operand's dimensions: a read is outside of
// the result exactly if it is outside of the operand.
static bool onlyTurns(const Inline *in) {
  MlirOperation end = mlirBlockGetTerminator(bodyOf(in->map));
  MlirValue y = mlirOperationGetOperand(end, 0);
  if (tcNumInputs(in->map) != 1 || mlirOperationGetNumOperands(end) != 1 ||
      !mlirValueIsABlockArgument(y) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(y), bodyOf(in->map)))
    return false;
  MlirAttribute map = tcInputMap(in->map, 0);
  MlirType tensor = mlirValueGetType(tcInput(in->map, 0));
  intptr_t rank = tcDimsAttrGetNumDims(map);
  if (rank != mlirArrayAttrGetNumElements(tcAttrOf(in->map, "iters")))
    return false;
  for (intptr_t d = 0; d < rank; ++d) {
    MlirAttribute index = tcDimsAttrGetDim(map, d);
    if (!runsOver(in, index, tcTensorTypeGetSize(tensor, d)))
      return false;
    for (intptr_t e = 0; e < d; ++e)
      if (tcSizeAttrEqual(index, tcDimsAttrGetDim(map, e)))
        return false;
  }
  return true;
}

// The fill of an inlined read: if the reader's read may be out of bounds, so
// may the map's own reads.
static MlirAttribute fillThere(const Inline *in, intptr_t k) {
  if (tcInputMayMiss(in->map, k) || !tcInputMayMiss(in->reader, in->input))
    return tcInputFill(in->map, k);
  if (onlyTurns(in))
    return tcInputFill(in->reader, in->input);
  MlirValue v = tcInput(in->map, k);
  return tcZeroOf(mlirShapedTypeGetElementType(mlirValueGetType(v)));
}

// Adds the map's inputs to the reader; returns their elements in its body.
static MlirValue *takeInputs(Inline *in) {
  Inputs all = inputsOf(in->arena, in->reader);
  intptr_t n = tcNumInputs(in->map);
  MlirValue *elements = TC_ARENA_ARRAY(in->arena, MlirValue, (size_t)n + 1);
  MlirLocation loc = mlirOperationGetLocation(in->reader);
  for (intptr_t k = 0; k < n; ++k) {
    MlirValue v = tcInput(in->map, k);
    tcVecPush(in->arena, &all.operands, v);
    tcVecPush(in->arena, &all.maps,
              tcDimsAttrSubstitute(tcInputMap(in->map, k), &in->bindings));
    tcVecPush(in->arena, &all.fills, fillThere(in, k));
    elements[k] = mlirBlockAddArgument(
        bodyOf(in->reader), mlirShapedTypeGetElementType(mlirValueGetType(v)),
        loc);
  }
  setInputs(in->reader, &all);
  return elements;
}

static MlirValue scalarOp(Inline *in, const char *name, MlirType type,
                          intptr_t n, const MlirValue *operands,
                          const char *attrName, MlirAttribute attr) {
  TcOpState s;
  tcOpBegin(&s, &in->b, name);
  for (intptr_t i = 0; i < n; ++i)
    tcOpAddOperand(&s, "operand", operands[i]);
  tcOpAddResult(&s, "result", type);
  if (attrName)
    tcOpAddAttr(&s, attrName, attr);
  return tcOpOnlyResult(tcOpEnd(&s));
}

static MlirValue indexValue(Inline *in, MlirAttribute expr) {
  return scalarOp(in, "loop.index", mlirIntegerTypeGet(in->ctx, 64), 0, NULL,
                  "expr", expr);
}

// 0 <= index < size
static MlirValue within(Inline *in, MlirAttribute index, MlirAttribute size) {
  MlirType i1 = mlirIntegerTypeGet(in->ctx, 1);
  MlirValue i = indexValue(in, index);
  MlirValue low[] = {indexValue(in, tcSizeAttrGetConstant(in->ctx, 0)), i};
  MlirValue high[] = {i, indexValue(in, size)};
  MlirValue both[] = {
      scalarOp(in, "prim.le", i1, 2, low, NULL, mlirAttributeGetNull()),
      scalarOp(in, "prim.lt", i1, 2, high, NULL, mlirAttributeGetNull())};
  return scalarOp(in, "prim.bitwise_and", i1, 2, both, NULL,
                  mlirAttributeGetNull());
}

static MlirValue scalarConstant(Inline *in, MlirType type,
                                MlirAttribute value) {
  if (!mlirTypeIsAComplex(type))
    return scalarOp(in, "prim.constant", type, 0, NULL, "value", value);
  MlirType part = mlirComplexTypeGetElementType(type);
  MlirValue parts[2];
  for (intptr_t i = 0; i < 2; ++i)
    parts[i] = scalarConstant(in, part, mlirArrayAttrGetElement(value, i));
  return scalarOp(in, "prim.complex", type, 2, parts, NULL,
                  mlirAttributeGetNull());
}

// Whether the read is inside of the map's result; null if it always is.
static MlirValue isInside(Inline *in) {
  MlirAttribute map = tcInputMap(in->reader, in->input);
  MlirType tensor = mlirValueGetType(tcInput(in->reader, in->input));
  MlirValue inside = {NULL};
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d) {
    MlirAttribute index = tcDimsAttrGetDim(map, d);
    MlirAttribute size = tcTensorTypeGetSize(tensor, d);
    if (runsOver(in, index, size))
      continue;
    MlirValue ok = within(in, index, size);
    MlirValue both[] = {inside, ok};
    inside = inside.ptr ? scalarOp(in, "prim.bitwise_and",
                                   mlirIntegerTypeGet(in->ctx, 1), 2, both,
                                   NULL, mlirAttributeGetNull())
                        : ok;
  }
  return inside;
}

static MlirValue lookUp(const TcMap *values, MlirValue v) {
  const void *to = tcMapGet(values, v.ptr);
  return to ? (MlirValue){to} : v;
}

static void setValue(TcMap *values, MlirValue from, MlirValue to) {
  tcMapSet(values, from.ptr, (void *)to.ptr);
}

// Makes gathers read element 0 where the reader's read is outside, since the
// computed position is then invalid.
static void clampIndices(Inline *in, TcValueVec *operands) {
  MlirValue zero = indexValue(in, tcSizeAttrGetConstant(in->ctx, 0));
  for (size_t i = 1; i < operands->size; ++i) {
    MlirValue choice[] = {in->inside, operands->data[i], zero};
    operands->data[i] = scalarOp(in, "prim.where", mlirValueGetType(zero), 3,
                                 choice, NULL, mlirAttributeGetNull());
  }
}

// The same for a position that is only compared: it is 0 of 1 there.
static void clampWithin(Inline *in, TcValueVec *operands) {
  MlirType i64 = mlirValueGetType(operands->data[0]);
  for (int i = 0; i < 2; ++i) {
    MlirValue choice[] = {in->inside, operands->data[i],
                          indexValue(in, tcSizeAttrGetConstant(in->ctx, i))};
    operands->data[i] = scalarOp(in, "prim.where", i64, 3, choice, NULL,
                                 mlirAttributeGetNull());
  }
}

// A copy of a scalar op with operands replaced.
static void cloneOp(Inline *in, TcMap *values, MlirOperation op) {
  TcValueVec operands = {0};
  TcNamedAttrVec attrs = {0};
  TcTypeVec types = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(in->arena, &operands,
              lookUp(values, mlirOperationGetOperand(op, i)));
  if (in->inside.ptr && tcIsA(op, "loop.at"))
    clampIndices(in, &operands);
  if (in->inside.ptr && tcIsA(op, "loop.within"))
    clampWithin(in, &operands);
  MlirAttribute all = tcOpGetAttrs(op);
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(all); ++i)
    tcVecPush(in->arena, &attrs, mlirDictionaryAttrGetElement(all, i));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    tcVecPush(in->arena, &types,
              mlirValueGetType(mlirOperationGetResult(op, i)));
  MlirOperationState state =
      mlirOperationStateGet(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirOperationGetLocation(op));
  mlirOperationStateAddOperands(&state, (intptr_t)operands.size, operands.data);
  mlirOperationStateAddAttributes(&state, (intptr_t)attrs.size, attrs.data);
  mlirOperationStateAddResults(&state, (intptr_t)types.size, types.data);
  MlirOperation copy = mlirOperationCreate(&state);
  tcBuilderInsert(&in->b, copy);
  tcSubstituteIndex(copy, &in->bindings);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    setValue(values, mlirOperationGetResult(op, i),
             mlirOperationGetResult(copy, i));
}

// The element that the map yields for its result `r`, computed in the reader.
static MlirValue cloneBody(Inline *in, const MlirValue *elements, intptr_t r) {
  TcMap values = {.arena = in->arena};
  MlirBlock body = bodyOf(in->map);
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(body); ++k)
    setValue(&values, mlirBlockGetArgument(body, k), elements[k]);
  MlirOperation yield = mlirBlockGetTerminator(body);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationEqual(op, yield); op = mlirOperationGetNextInBlock(op))
    cloneOp(in, &values, op);
  return lookUp(&values, mlirOperationGetOperand(yield, r));
}

// The value where the read is inside of the map's result, else the read's fill.
static MlirValue orFill(Inline *in, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  MlirAttribute fill = tcInputFill(in->reader, in->input);
  MlirValue c = scalarConstant(in, type, fill);
  MlirValue choice[] = {in->inside, value, c};
  return scalarOp(in, "prim.where", type, 3, choice, NULL,
                  mlirAttributeGetNull());
}

static intptr_t resultNumber(MlirValue v) {
  return mlirOpResultGetResultNumber(v);
}

// Whether a tensor may have no element at all.
static bool mayBeEmpty(MlirValue v) {
  MlirType type = mlirValueGetType(v);
  MlirAttribute one = tcSizeAttrGetConstant(mlirTypeGetContext(type), 1);
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    if (!tcSizeAttrProvablyLessEqual(one, tcTensorTypeGetSize(type, d)))
      return true;
  return false;
}

bool tcCanInlineInput(MlirOperation reader, intptr_t i) {
  if (!tcInputMayMiss(reader, i))
    return true;
  MlirOperation map = tcDefiningOp(tcInput(reader, i));
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(map));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "loop.at") && mayBeEmpty(mlirOperationGetOperand(op, 0)))
      return false;
  return true;
}

void tcInlineInput(TcArena *arena, MlirOperation kernel, MlirOperation reader,
                   intptr_t i) {
  MlirValue v = tcInput(reader, i);
  Inline in = {.arena = arena,
               .ctx = mlirOperationGetContext(kernel),
               .kernel = kernel,
               .map = tcDefiningOp(v),
               .reader = reader,
               .input = i,
               .bindings = {.arena = arena}};
  in.b = tcBuilderAtStart(bodyOf(reader), mlirOperationGetLocation(in.map));
  MlirAttribute iters = tcAttrOf(in.map, "iters"), at = tcInputMap(reader, i);
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d)
    tcBindingsSet(&in.bindings,
                  mlirStringAttrGetValue(mlirArrayAttrGetElement(iters, d)),
                  tcDimsAttrGetDim(at, d));
  if (tcInputMayMiss(reader, i) && !onlyTurns(&in))
    in.inside = isInside(&in);
  MlirValue *elements = takeInputs(&in);
  MlirValue y = cloneBody(&in, elements, resultNumber(v));
  if (in.inside.ptr)
    y = orFill(&in, y);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(bodyOf(reader), i), y);
  dropInput(arena, reader, i);
}

//===- Tidying ------------------------------------------------------------===//

static bool sameRead(MlirOperation stage, intptr_t i, intptr_t k) {
  return mlirValueEqual(tcInput(stage, i), tcInput(stage, k)) &&
         mlirAttributeEqual(tcInputMap(stage, i), tcInputMap(stage, k)) &&
         mlirAttributeEqual(tcInputFill(stage, i), tcInputFill(stage, k));
}

void tcTidyInputs(TcArena *arena, MlirOperation stage) {
  for (intptr_t i = tcNumInputs(stage) - 1; i >= 0; --i) {
    MlirValue element = mlirBlockGetArgument(bodyOf(stage), i);
    for (intptr_t k = 0; k < i; ++k) {
      if (!sameRead(stage, i, k))
        continue;
      mlirValueReplaceAllUsesOfWith(element,
                                    mlirBlockGetArgument(bodyOf(stage), k));
      break;
    }
    if (!tcHasUses(element))
      dropInput(arena, stage, i);
  }
}
