// What the parts of a run of tc-interpret share. See interpret_run.h.
#include "driver/interpret_run.h"

#include "ir/types.h"

#include "mlir-c/BuiltinAttributes.h"

void tcRunAppendText(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

void tcRunSay(const TcInterpretRun *run, const char *text) {
  if (run->options.line)
    run->options.line(run->options.self, text);
}

MlirAttribute tcRunResultAttr(const TcInterpretRun *run, size_t i,
                              const char *name) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      run->func, mlirStringRefCreateFromCString("res_attrs"));
  return mlirAttributeIsNull(all)
             ? all
             : tcDictGet(mlirArrayAttrGetElement(all, (intptr_t)i), name);
}

MlirOperation tcInterpretFind(MlirOperation module, const char *name) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute symbol = mlirOperationGetAttributeByName(
        op, mlirStringRefCreateFromCString("sym_name"));
    if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAString(symbol) &&
        mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                           mlirStringRefCreateFromCString("func.func")) &&
        mlirStringRefEqual(mlirStringAttrGetValue(symbol),
                           mlirStringRefCreateFromCString(name)) &&
        !mlirBlockIsNull(
            mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
      return op;
  }
  return (MlirOperation){NULL};
}

void tcRunPrintHead(TcStrBuf *out, size_t i, const TcTensor *t) {
  tcStrBufPrintf(out, "result %zu: %s[", i, tcDTypeName(t->dtype));
  for (unsigned d = 0; d < t->rank; ++d)
    tcStrBufPrintf(out, d ? ", %lld" : "%lld", (long long)t->sizes[d]);
  tcStrBufAppend(out, "]");
}

bool tcRunIsTiedTo(MlirAttribute tie, MlirAttribute entry) {
  MlirAttribute argument = tcDictGet(entry, "argument");
  MlirAttribute weight = tcDictGet(entry, "weight");
  if (mlirAttributeIsNull(tie))
    return false;
  if (mlirAttributeIsAInteger(tie))
    return !mlirAttributeIsNull(argument) &&
           mlirIntegerAttrGetValueInt(tie) ==
               mlirIntegerAttrGetValueInt(argument);
  return mlirAttributeIsAFlatSymbolRef(tie) && !mlirAttributeIsNull(weight) &&
         mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(tie),
                            mlirStringAttrGetValue(weight));
}

TcStatus tcRunWorse(TcStatus first, TcStatus next) {
  if (!first)
    return next;
  tcStatusFree(next);
  return first;
}

TcStatus tcRunMakeResults(TcInterpretRun *run, size_t n, TcTensor **results) {
  TcArena *arena = &run->inputs.arena;
  *results = TC_ARENA_ARRAY(arena, TcTensor, n + 1);
  for (size_t i = 0; *results && i < n; ++i)
    (*results)[i].sizes = TC_ARENA_ARRAY(arena, int64_t, TC_MAX_RANK);
  return tcArenaStatus(arena);
}
