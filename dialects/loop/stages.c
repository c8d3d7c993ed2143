// Verifies the stages: their reads, what their bodies yield, their results.
#include "dialects/loop/scope.h"
#include "ir/precision.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tc/gen/LoopHooks.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#define STAGE(N) "[TC-0252] C" #N ": "

static MlirAttribute attrOf(const TcLoopScope *s, const char *name) {
  return tcCheckAttr(&s->c, name);
}

//===- Reads --------------------------------------------------------------===//

// Whether the index is an iterator of as many values as the dimension has.
static bool isWhole(const TcLoopScope *s, MlirAttribute index,
                    MlirAttribute size) {
  MlirStringRef name;
  return tcSizeAttrIsSymbol(index, &name) &&
         mlirAttributeEqual(tcLoopScopeExtent(s, name), size);
}

// Checks that a read without a fill is in bounds, as far as that can be
// decided.
static MlirLogicalResult checkInside(TcLoopScope *s, MlirAttribute index,
                                     MlirAttribute size, intptr_t d) {
  TcArena *arena = &s->arena;
  const TcSize *least, *greatest;
  if (isWhole(s, index, size) ||
      !tcLoopScopeBounds(s, index, &least, &greatest))
    return TC_OK_RESULT;
  if (!tcSizeProvablyLessEqual(least, tcSizeConst(arena, -1), NULL) &&
      !tcSizeProvablyLessEqual(tcSizeAttrParse(arena, size), greatest, NULL))
    return TC_OK_RESULT;
  return tcCheckFail(&s->c,
                     STAGE(5) "%s goes from %s to %s along dimension "
                              "%d, which has %s; give the value of "
                              "reads outside by else",
                     tcSizeText(index).text, tcSizeToText(arena, least),
                     tcSizeToText(arena, greatest), (int)d,
                     tcSizeText(size).text);
}

static MlirLogicalResult checkMap(TcLoopScope *s, MlirAttribute map,
                                  MlirType input, bool mayMiss) {
  if (!tcAttrIsADims(map) || tcDimsAttrGetNumDims(map) != tcTypeGetRank(input))
    return tcCheckFail(&s->c,
                       STAGE(2) "the index map %s of a tensor of %d "
                                "dimensions",
                       tcAttrText(map).text, (int)tcTypeGetRank(input));
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d) {
    MlirAttribute index = tcDimsAttrGetDim(map, d);
    TC_TRY(tcLoopScopeCheckExpr(s, index, STAGE(3)));
    if (!mayMiss)
      TC_TRY(checkInside(s, index, tcTypeGetSize(input, d), d));
  }
  return TC_OK_RESULT;
}

static MlirLogicalResult checkReads(TcLoopScope *s, intptr_t first) {
  MlirAttribute maps = attrOf(s, "maps"), fills = attrOf(s, "fills");
  intptr_t n = tcCheckNumOperands(&s->c) - first;
  if (mlirArrayAttrGetNumElements(maps) != n ||
      mlirArrayAttrGetNumElements(fills) != n)
    return tcCheckFail(&s->c, STAGE(2) "%d maps and %d fills for %d inputs",
                       (int)mlirArrayAttrGetNumElements(maps),
                       (int)mlirArrayAttrGetNumElements(fills), (int)n);
  for (intptr_t i = 0; i < n; ++i) {
    MlirType input = tcCheckType(&s->c, first + i);
    MlirAttribute fill = mlirArrayAttrGetElement(fills, i);
    bool mayMiss = !mlirAttributeIsAUnit(fill);
    TC_TRY(checkMap(s, mlirArrayAttrGetElement(maps, i), input, mayMiss));
    if (mayMiss && !tcAttrIsNumberOf(fill, tcTypeGetElement(input)))
      return tcCheckFail(&s->c, STAGE(4) "reads outside give %s, not %s",
                         tcAttrText(fill).text,
                         tcTypeText(tcTypeGetElement(input)).text);
  }
  return TC_OK_RESULT;
}

//===- Bodies -------------------------------------------------------------===//

// Bodies compute scalars: prims on them, loop.at, loop.index, loop.within.
static MlirLogicalResult checkScalars(TcLoopScope *s, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcLoopOpKind kind = tcLoopOpKind(op);
    bool allowed = kind == TC_LOOP_AT || kind == TC_LOOP_INDEX ||
                   kind == TC_LOOP_WITHIN || kind == TC_LOOP_YIELD ||
                   tcPrimOpKind(op) != TC_PRIM_NONE;
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      allowed &=
          !tcTypeIsTensor(mlirValueGetType(mlirOperationGetResult(op, i)));
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    if (!allowed || mlirOperationGetNumRegions(op) > 0)
      return tcCheckFail(&s->c,
                         STAGE(7) "%.*s gives no scalar; bodies hold "
                                  "prims on scalars, loop.at, "
                                  "loop.index and loop.within",
                         TC_REF(name));
  }
  return TC_OK_RESULT;
}

static MlirLogicalResult checkBody(TcLoopScope *s, intptr_t first,
                                   TcTypes *yields) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(s->c.op, 0));
  TcTypes arguments = tcLoopArgumentTypes(s, body), wanted = {0};
  for (intptr_t i = first; i < tcCheckNumOperands(&s->c); ++i)
    (void)tcVecPush(&s->arena, &wanted,
                    tcTypeGetElement(tcCheckType(&s->c, i)));
  TC_TRY(tcLoopCheckTypes(s, &arguments, &wanted, STAGE(6),
                          "arguments of the body"));
  TC_TRY(tcLoopYieldTypes(s, body, STAGE(6), yields));
  for (size_t i = 0; i < yields->size; ++i)
    if (tcTypeIsTensor(yields->data[i]))
      return tcCheckFail(&s->c,
                         STAGE(7) "the body yields %s; it yields scalars",
                         tcTypeText(yields->data[i]).text);
  return checkScalars(s, body);
}

// Checks that all stages share. Inputs are the operands from `first` on.
static MlirLogicalResult checkStage(TcLoopScope *s, intptr_t first,
                                    TcTypes *yields) {
  TC_TRY(tcCheckNamedTensors(&s->c, 0));
  TC_TRY(tcLoopScopeTake(s, attrOf(s, "iters"), STAGE(1)));
  MlirAttribute over = attrOf(s, "over");
  if (over.ptr)
    TC_TRY(tcLoopScopeTake(s, over, STAGE(1)));
  TC_TRY(checkReads(s, first));
  return checkBody(s, first, yields);
}

//===- Results ------------------------------------------------------------===//

// The extents of `iters`: the sizes of the results. Fails beyond TC_MAX_RANK.
static MlirLogicalResult
resultSizes(TcLoopScope *s, MlirAttribute sizes[TC_MAX_RANK], intptr_t *rank) {
  MlirAttribute iters = attrOf(s, "iters");
  *rank = mlirArrayAttrGetNumElements(iters);
  if (*rank > TC_MAX_RANK)
    return tcCheckFail(&s->c,
                       STAGE(8) "a result of %d dimensions; tc takes up "
                                "to %d",
                       (int)*rank, (int)TC_MAX_RANK);
  for (intptr_t i = 0; i < *rank; ++i)
    sizes[i] = tcLoopScopeExtent(
        s, mlirStringAttrGetValue(mlirArrayAttrGetElement(iters, i)));
  return TC_OK_RESULT;
}

// One result for each element type, of these sizes.
static MlirLogicalResult checkResults(TcLoopScope *s, intptr_t rank,
                                      const MlirAttribute *sizes,
                                      const TcTypes *elements) {
  TcTypes given = tcLoopResultTypes(s), wanted = {0};
  for (size_t i = 0; i < elements->size; ++i)
    (void)tcVecPush(&s->arena, &wanted,
                    tcTensorTypeGet(rank, sizes, elements->data[i]));
  return tcLoopCheckTypes(s, &given, &wanted, STAGE(8), "results");
}

static MlirLogicalResult checkPlainResults(TcLoopScope *s,
                                           const TcTypes *elements) {
  MlirAttribute sizes[TC_MAX_RANK];
  intptr_t rank;
  TC_TRY(resultSizes(s, sizes, &rank));
  return checkResults(s, rank, sizes, elements);
}

typedef MlirLogicalResult VerifyFn(TcLoopScope *s);

static MlirLogicalResult inScope(MlirOperation op, VerifyFn *verify) {
  TcLoopScope s;
  MlirLogicalResult result = tcLoopScopeOpen(&s, op, STAGE(1));
  if (mlirLogicalResultIsSuccess(result))
    result = verify(&s);
  tcArenaFree(&s.arena);
  return result;
}

//===- map ----------------------------------------------------------------===//

static MlirLogicalResult verifyMap(TcLoopScope *s) {
  TcTypes yields;
  TC_TRY(checkStage(s, 0, &yields));
  return checkPlainResults(s, &yields);
}

MlirLogicalResult tcLoopVerifyMap(MlirOperation op) {
  return inScope(op, verifyMap);
}

//===- Combining: reduce, scan --------------------------------------------===//

// How elements of a type may be combined.
static MlirLogicalResult checkKind(const TcLoopScope *s, MlirStringRef kind,
                                   MlirType element) {
  bool isBool = tcTypeIsBool(element);
  const struct {
    const char *name;
    bool takes;
  } kinds[] = {{"add", !isBool},
               {"mul", !isBool},
               {"max", !tcTypeIsComplex(element)},
               {"min", !tcTypeIsComplex(element)},
               {"or", isBool},
               {"and", isBool}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
    if (!mlirStringRefEqual(kind,
                            mlirStringRefCreateFromCString(kinds[i].name)))
      continue;
    if (kinds[i].takes)
      return TC_OK_RESULT;
    return tcCheckFail(&s->c, "[TC-0253] C2: '%.*s' does not combine %s",
                       TC_REF(kind), tcTypeText(element).text);
  }
  return tcCheckFail(&s->c,
                     "[TC-0253] C1: '%.*s' is no way to combine; add, "
                     "mul, max, min, or, and, or one custom",
                     TC_REF(kind));
}

// The combining region takes two tuples of elements and yields one; `inits` is
// its neutral tuple.
static MlirLogicalResult checkCustom(TcLoopScope *s, const TcTypes *elements) {
  MlirAttribute inits = attrOf(s, "inits");
  MlirBlock block = {NULL};
  if (mlirOperationGetNumRegions(s->c.op) == 2)
    block = mlirRegionGetFirstBlock(mlirOperationGetRegion(s->c.op, 1));
  if (mlirBlockIsNull(block) || !inits.ptr ||
      mlirArrayAttrGetNumElements(inits) != (intptr_t)elements->size)
    return tcCheckFail(&s->c,
                       "[TC-0253] C3: custom needs a combining region "
                       "and %d inits",
                       (int)elements->size);
  for (size_t i = 0; i < elements->size; ++i) {
    MlirAttribute init = mlirArrayAttrGetElement(inits, (intptr_t)i);
    if (!tcAttrIsNumberOf(init, elements->data[i]))
      return tcCheckFail(&s->c, "[TC-0253] C3: init %d is %s, not %s", (int)i,
                         tcAttrText(init).text,
                         tcTypeText(elements->data[i]).text);
  }
  TcTypes wanted = {0}, yields, arguments = tcLoopArgumentTypes(s, block);
  for (size_t i = 0; i < 2 * elements->size; ++i)
    (void)tcVecPush(&s->arena, &wanted, elements->data[i % elements->size]);
  TC_TRY(tcLoopCheckTypes(s, &arguments, &wanted, "[TC-0253] C4: ",
                          "arguments of the combining region"));
  TC_TRY(tcLoopYieldTypes(s, block, "[TC-0253] C4: ", &yields));
  TC_TRY(tcLoopCheckTypes(s, &yields, elements, "[TC-0253] C4: ",
                          "values that the combining region yields"));
  return checkScalars(s, block);
}

static MlirLogicalResult checkCombining(TcLoopScope *s,
                                        const TcTypes *elements) {
  MlirAttribute kinds = attrOf(s, "kinds");
  intptr_t n = mlirArrayAttrGetNumElements(kinds);
  for (intptr_t i = 0; i < n; ++i) {
    MlirStringRef kind =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(kinds, i));
    if (n == 1 &&
        mlirStringRefEqual(kind, mlirStringRefCreateFromCString("custom")))
      return checkCustom(s, elements);
    if (n == (intptr_t)elements->size)
      TC_TRY(checkKind(s, kind, elements->data[i]));
  }
  if (n != (intptr_t)elements->size)
    return tcCheckFail(&s->c, "[TC-0253] C1: %d kinds for %d values", (int)n,
                       (int)elements->size);
  if (mlirOperationGetNumRegions(s->c.op) > 1)
    return tcCheckFail(&s->c, "[TC-0253] C3: only custom has a combining "
                              "region");
  return TC_OK_RESULT;
}

static MlirLogicalResult verifyReduce(TcLoopScope *s) {
  TcTypes yields;
  TC_TRY(checkStage(s, 0, &yields));
  TC_TRY(checkCombining(s, &yields));
  return checkPlainResults(s, &yields);
}

MlirLogicalResult tcLoopVerifyReduce(MlirOperation op) {
  return inScope(op, verifyReduce);
}

// `along` is one of the stage's iterators.
static MlirLogicalResult checkAlong(TcLoopScope *s, MlirStringRef along,
                                    const char *rule) {
  if (tcBindingsGet(&s->own, along).ptr)
    return TC_OK_RESULT;
  return tcCheckFail(&s->c, "%sgoes along %.*s, which is none of its iterators",
                     rule, TC_REF(along));
}

static MlirLogicalResult verifyScan(TcLoopScope *s) {
  TcTypes yields;
  TC_TRY(checkStage(s, 0, &yields));
  TC_TRY(checkAlong(s, tcLoopScanGetAlong(s->c.op), "[TC-0255] C1: "));
  TC_TRY(checkCombining(s, &yields));
  return checkPlainResults(s, &yields);
}

MlirLogicalResult tcLoopVerifyScan(MlirOperation op) {
  return inScope(op, verifyScan);
}

//===- contract -----------------------------------------------------------===//

static MlirLogicalResult verifyContract(TcLoopScope *s) {
  TcTypes yields;
  TC_TRY(checkStage(s, 0, &yields));
  if (yields.size != 2 || !mlirTypeEqual(yields.data[0], yields.data[1]) ||
      tcTypeIsBool(yields.data[0]))
    return tcCheckFail(&s->c,
                       "[TC-0254] C1: the body yields two factors of one "
                       "number type");
  TcTypes given = tcLoopResultTypes(s);
  MlirType factor = yields.data[0];
  MlirType sum = given.size == 1 ? tcTypeGetElement(given.data[0]) : factor;
  if (tcTypeIsFloat(sum) != tcTypeIsFloat(factor) ||
      tcTypeIsInt(sum) != tcTypeIsInt(factor) ||
      tcTypeIsComplex(sum) != tcTypeIsComplex(factor))
    return tcCheckFail(&s->c,
                       "[TC-0254] C2: products of %s do not add up to "
                       "%s",
                       tcTypeText(factor).text, tcTypeText(sum).text);
  if (tcAllowsTf32(s->c.op) &&
      (!tcTypeIsFloat(factor) || tcLoopContractGetOrdered(s->c.op)))
    return tcCheckFail(&s->c, "[TC-0254] C3: 'loop.tf32' is for float factors "
                              "whose products are summed in any order");
  MlirAttribute factors = mlirOperationGetDiscardableAttributeByName(
      s->c.op, tcStr("loop.tf32_factors"));
  if (factors.ptr && !(tcIsFactorList(factors) && tcAllowsTf32(s->c.op)))
    return tcCheckFail(&s->c, "[TC-0254] C4: 'loop.tf32_factors' lists reads, "
                              "0 and 1, of a stage with 'loop.tf32'");
  if (tcAllowsAtomics(s->c.op) &&
      (!tcTypeIsFloat(factor) || tcLoopContractGetOrdered(s->c.op)))
    return tcCheckFail(&s->c, "[TC-0254] C5: 'loop.atomics' is for float "
                              "factors whose products are summed in any order");
  yields.size = 1;
  yields.data[0] = sum;
  return checkPlainResults(s, &yields);
}

MlirLogicalResult tcLoopVerifyContract(MlirOperation op) {
  return inScope(op, verifyContract);
}

//===- sort ---------------------------------------------------------------===//

static MlirLogicalResult verifySort(TcLoopScope *s) {
  TcTypes yields;
  MlirAttribute sizes[TC_MAX_RANK];
  intptr_t rank;
  MlirStringRef along = tcLoopSortGetAlong(s->c.op);
  MlirAttribute take = tcLoopSortGetTake(s->c.op);
  TC_TRY(checkStage(s, 0, &yields));
  TC_TRY(checkAlong(s, along, "[TC-0256] C1: "));
  if (yields.size == 0 || tcTypeIsComplex(yields.data[0]))
    return tcCheckFail(&s->c, "[TC-0256] C2: the body yields a key that has an "
                              "order, then what is carried along");
  TC_TRY(resultSizes(s, sizes, &rank));
  MlirAttribute iters = attrOf(s, "iters");
  for (intptr_t i = 0; i < rank && take.ptr; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(iters, i));
    if (!mlirStringRefEqual(name, along))
      continue;
    if (tcSizeAttrProvablyLessEqual(tcSizeAttrAddConst(sizes[i], 1), take))
      return tcCheckFail(&s->c, "[TC-0256] C3: takes %s of %s",
                         tcSizeText(take).text, tcSizeText(sizes[i]).text);
    sizes[i] = take;
  }
  return checkResults(s, rank, sizes, &yields);
}

MlirLogicalResult tcLoopVerifySort(MlirOperation op) {
  return inScope(op, verifySort);
}

//===- scatter ------------------------------------------------------------===//

static MlirLogicalResult verifyScatter(TcLoopScope *s) {
  TcTypes yields, wanted = {0};
  TC_TRY(checkStage(s, 1, &yields));
  MlirType base = tcCheckType(&s->c, 0), element = tcTypeGetElement(base);
  MlirStringRef kind = tcLoopScatterGetKind(s->c.op);
  if (!mlirStringRefEqual(kind, mlirStringRefCreateFromCString("set")))
    TC_TRY(checkKind(s, kind, element));
  MlirType result = mlirValueGetType(mlirOperationGetResult(s->c.op, 0));
  if (!mlirTypeEqual(result, base))
    return tcCheckFail(&s->c, "[TC-0257] C2: the result is %s, the base %s",
                       tcTypeText(result).text, tcTypeText(base).text);
  for (intptr_t d = 0; d < tcTypeGetRank(base); ++d)
    (void)tcVecPush(&s->arena, &wanted,
                    tcTypeFromDType(tcCheckContext(&s->c), TC_DTYPE_I64));
  (void)tcVecPush(&s->arena, &wanted, element);
  return tcLoopCheckTypes(s, &yields, &wanted, "[TC-0257] C1: ",
                          "position and element that the body yields");
}

MlirLogicalResult tcLoopVerifyScatter(MlirOperation op) {
  return inScope(op, verifyScatter);
}
