// What fusion does to kernels. See kernel.h.
#include "passes/fuse/kernel.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Asking -------------------------------------------------------------===//

static MlirStringRef text(const char *s) {
  return mlirStringRefCreateFromCString(s);
}

MlirBlock tcKernelBody(MlirOperation kernel) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(kernel, 0));
}

MlirAttribute tcAttrOf(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(op, text(name));
}

void tcSetAttrOf(MlirOperation op, const char *name, MlirAttribute value) {
  mlirOperationSetInherentAttributeByName(op, text(name), value);
}

bool tcIsA(MlirOperation op, const char *name) {
  return !mlirOperationIsNull(op) &&
         mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            text(name));
}

MlirOperation tcDefiningOp(MlirValue v) {
  if (mlirValueIsAOpResult(v))
    return mlirOpResultGetOwner(v);
  return (MlirOperation){NULL};
}

bool tcHasUses(MlirValue v) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(v));
}

MlirOperation tcFirstStage(MlirOperation kernel) {
  MlirOperation op = mlirBlockGetFirstOperation(tcKernelBody(kernel));
  return tcIsA(op, "loop.yield") ? (MlirOperation){NULL} : op;
}

MlirOperation tcNextStage(MlirOperation stage) {
  MlirOperation op = mlirOperationGetNextInBlock(stage);
  return tcIsA(op, "loop.yield") ? (MlirOperation){NULL} : op;
}

intptr_t tcFirstInput(MlirOperation stage) {
  return tcIsA(stage, "loop.scatter") ? 1 : 0;
}

intptr_t tcNumInputs(MlirOperation stage) {
  MlirAttribute maps = tcAttrOf(stage, "maps");
  return mlirAttributeIsNull(maps) ? 0 : mlirArrayAttrGetNumElements(maps);
}

MlirValue tcInput(MlirOperation stage, intptr_t i) {
  return mlirOperationGetOperand(stage, tcFirstInput(stage) + i);
}

MlirAttribute tcInputMap(MlirOperation stage, intptr_t i) {
  return mlirArrayAttrGetElement(tcAttrOf(stage, "maps"), i);
}

MlirAttribute tcInputFill(MlirOperation stage, intptr_t i) {
  return mlirArrayAttrGetElement(tcAttrOf(stage, "fills"), i);
}

bool tcInputMayMiss(MlirOperation stage, intptr_t i) {
  return !mlirAttributeIsAUnit(tcInputFill(stage, i));
}

MlirAttribute tcExtentOf(MlirOperation kernel, MlirAttribute iter) {
  MlirAttribute iters = tcAttrOf(kernel, "iters");
  MlirAttribute extents = tcAttrOf(kernel, "extents");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(iters, i), iter))
      return tcDimsAttrGetDim(extents, i);
  return mlirAttributeGetNull();
}

bool tcNames(MlirAttribute list, MlirAttribute name) {
  if (mlirAttributeIsNull(list))
    return false;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(list, i), name))
      return true;
  return false;
}

static MlirBlock bodyOf(MlirOperation stage) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
}

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

// Expressions over iterators inside of bodies: loop.index.
static void substituteIndex(MlirOperation op, const TcMap *bindings) {
  if (tcIsA(op, "loop.index"))
    tcSetAttrOf(op, "expr",
                tcSizeAttrSubstitute(tcAttrOf(op, "expr"), bindings));
}

typedef struct Rename {
  TcArena *arena;
  const TcMap *bindings;
} Rename;

static MlirWalkResult renameIn(MlirOperation op, void *data) {
  const Rename *r = data;
  substituteIndex(op, r->bindings);
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

//===- Inlining a map into its reader -------------------------------------===//

typedef struct Inline {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation kernel, map, reader;
  intptr_t input;
  TcMap bindings; // iterators of the map -> expressions at the reader
  TcBuilder b;    // at the start of the reader's body
} Inline;

// Appends inputs of `from` to the reader's, the last argument of each being its
// element; the operands, maps and fills are set at the end.
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

static MlirAttribute zeroOf(MlirType type) {
  MlirContext ctx = mlirTypeGetContext(type);
  if (mlirTypeIsAFloat(type))
    return mlirFloatAttrDoubleGet(ctx, type, 0);
  if (!mlirTypeIsAComplex(type))
    return mlirIntegerAttrGet(type, 0);
  MlirAttribute part = zeroOf(mlirComplexTypeGetElementType(type));
  MlirAttribute parts[] = {part, part};
  return mlirArrayAttrGet(ctx, 2, parts);
}

// Whether an index is an iterator that runs over just that dimension.
static bool runsOver(const Inline *in, MlirAttribute index,
                     MlirAttribute size) {
  MlirStringRef name;
  if (!tcSizeAttrIsSymbol(index, &name))
    return false;
  MlirAttribute extent =
      tcExtentOf(in->kernel, mlirStringAttrGet(in->ctx, name));
  return tcSizeAttrEqual(extent, size);
}

// Whether the map's result is its operand with dimensions in another order:
// what misses the one misses the other.
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

// Where the reader may miss the map's value, the map's own reads may miss too.
static MlirAttribute fillThere(const Inline *in, intptr_t k) {
  if (tcInputMayMiss(in->map, k) || !tcInputMayMiss(in->reader, in->input))
    return tcInputFill(in->map, k);
  if (onlyTurns(in))
    return tcInputFill(in->reader, in->input);
  MlirValue v = tcInput(in->map, k);
  return zeroOf(mlirShapedTypeGetElementType(mlirValueGetType(v)));
}

// The reader gets the map's inputs; gives the elements in its body.
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

static MlirValue lookUp(const TcMap *values, MlirValue v) {
  const void *to = tcMapGet(values, v.ptr);
  return to ? (MlirValue){to} : v;
}

static void setValue(TcMap *values, MlirValue from, MlirValue to) {
  tcMapSet(values, from.ptr, (void *)to.ptr);
}

// A copy of a scalar op with operands replaced.
static void cloneOp(Inline *in, TcMap *values, MlirOperation op) {
  TcValueVec operands = {0};
  TcNamedAttrVec attrs = {0};
  TcTypeVec types = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(in->arena, &operands,
              lookUp(values, mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i)
    tcVecPush(in->arena, &attrs, mlirOperationGetAttribute(op, i));
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
  substituteIndex(copy, &in->bindings);
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

// The value where the read is inside of the map's result, else the read's fill.
static MlirValue orFill(Inline *in, MlirValue value) {
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
  if (!inside.ptr)
    return value;
  MlirType type = mlirValueGetType(value);
  MlirAttribute fill = tcInputFill(in->reader, in->input);
  MlirValue c = scalarConstant(in, type, fill);
  MlirValue choice[] = {inside, value, c};
  return scalarOp(in, "prim.where", type, 3, choice, NULL,
                  mlirAttributeGetNull());
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

static intptr_t resultNumber(MlirValue v) {
  return mlirOpResultGetResultNumber(v);
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
  bool mayMiss = tcInputMayMiss(reader, i) && !onlyTurns(&in);
  MlirValue *elements = takeInputs(&in);
  MlirValue y = cloneBody(&in, elements, resultNumber(v));
  if (mayMiss)
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
