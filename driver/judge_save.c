// Writes one launch as a program of its own; see judge_save.h.
#include "driver/judge_save.h"

#include "driver/interpret.h"
#include "ir/scalar.h"
#include "ir/sizes.h"
#include "ir/types.h"
#include "support/file.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

typedef struct Save {
  const TcSavedLaunch *l;
  MlirContext ctx;
  TcArena arena;
  TcStrBuf text;
} Save;

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

static void putType(Save *s, MlirType type) {
  mlirTypePrint(type, append, &s->text);
}

static void putAttr(Save *s, MlirAttribute attr) {
  mlirAttributePrint(attr, append, &s->text);
}

//===- Elements -----------------------------------------------------------===//

static TcScalar scalarOf(const TcBounded *x, int64_t k) {
  TcScalar value = {.i = x->i ? x->i[k] : 0};
  if (x->w)
    value.c = tcScalarComplex(x->v[k], x->w[k]);
  else if (x->v)
    value.f = x->v[k];
  else if (x->dtype == TC_DTYPE_BOOL)
    value.b = x->i[k] != 0;
  return value;
}

// dense<...>: MLIR packs truth values into bits.
static MlirAttribute elementsOf(Save *s, const TcBounded *x, MlirType element) {
  size_t size = tcDTypeSize(x->dtype), n = (size_t)x->count;
  MlirType type = mlirRankedTensorTypeGet(x->rank, x->sizes, element,
                                          mlirAttributeGetNull());
  char *data = tcArenaAlloc(&s->arena, n * size + 1, 64);
  int *truths = TC_ARENA_ARRAY(&s->arena, int, n + 1);
  if (!data || !truths)
    return mlirAttributeGetNull();
  for (size_t k = 0; k < n; ++k) {
    tcElementStore(x->dtype, data, (int64_t)k, scalarOf(x, (int64_t)k));
    truths[k] = x->i && x->i[k];
  }
  return x->dtype == TC_DTYPE_BOOL
             ? mlirDenseElementsAttrBoolGet(type, (intptr_t)n, truths)
             : mlirDenseElementsAttrRawBufferGet(type, n * size, data);
}

//===- The program --------------------------------------------------------===//

static MlirAttribute attrsOf(const Save *s, const char *name, intptr_t i) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      s->l->kernel, mlirStringRefCreateFromCString(name));
  return mlirAttributeIsNull(all) ? all : mlirArrayAttrGetElement(all, i);
}

static void putLayout(Save *s, const char *name, intptr_t i,
                      const char *before) {
  MlirAttribute layout = tcDictGet(attrsOf(s, name, i), "tc.layout");
  if (mlirAttributeIsNull(layout))
    return;
  tcStrBufPrintf(&s->text, "%stc.layout = ", before);
  putAttr(s, layout);
}

static void putExpected(Save *s, intptr_t numResults, MlirType type) {
  for (intptr_t i = 0; i < numResults; ++i) {
    MlirType element = tcTypeGetElement(mlirFunctionTypeGetResult(type, i));
    tcStrBufAppend(&s->text, i ? ", " : "tc.expected = [");
    putAttr(s, tcExpectedOf(s->ctx, element, mlirAttributeGetNull(),
                            s->l->results[i]));
  }
  tcStrBufAppend(&s->text, "]");
}

static void putSizes(Save *s) {
  const TcMap *sizes = s->l->sizes;
  for (size_t i = 0; i < sizes->size; ++i) {
    int64_t value = 0;
    MlirAttribute size = {sizes->entries[i].value};
    (void)tcSizeAttrIsConstant(size, &value);
    tcStrBufPrintf(&s->text, "%s%s = %lld", i ? ", " : ", tc.sizes = {",
                   (const char *)sizes->entries[i].key, (long long)value);
  }
  if (sizes->size)
    tcStrBufAppend(&s->text, "}");
}

static void putArguments(Save *s, intptr_t n, MlirType type) {
  for (intptr_t i = 0; i < n; ++i) {
    MlirType input = mlirFunctionTypeGetInput(type, i);
    tcStrBufPrintf(&s->text, "%s%%arg%ld: ", i ? ", " : "", (long)i);
    putType(s, input);
    tcStrBufAppend(&s->text, " {tc.init = ");
    putAttr(s, elementsOf(s, s->l->inputs[i], tcTypeGetElement(input)));
    putLayout(s, "arg_attrs", i, ", ");
    tcStrBufAppend(&s->text, "}");
  }
}

static void putResults(Save *s, intptr_t m, MlirType type) {
  for (intptr_t i = 0; i < m; ++i) {
    tcStrBufAppend(&s->text, i ? ", " : ") -> (");
    putType(s, mlirFunctionTypeGetResult(type, i));
    tcStrBufAppend(&s->text, " {");
    putLayout(s, "res_attrs", i, "");
    tcStrBufAppend(&s->text, "}");
  }
}

static void putMain(Save *s, intptr_t n, intptr_t m, MlirType type) {
  MlirStringRef name = tcLoopLaunchGetKernel(s->l->launch);
  tcStrBufAppend(&s->text, "\n  func.func @main(");
  putArguments(s, n, type);
  putResults(s, m, type);
  tcStrBufPrintf(&s->text, ") {\n    %%0:%ld = loop.launch @%.*s(", (long)m,
                 (int)name.length, name.data);
  for (intptr_t i = 0; i < n; ++i)
    tcStrBufPrintf(&s->text, "%s%%arg%ld", i ? ", " : "", (long)i);
  tcStrBufAppend(&s->text, ") : ");
  putType(s, type);
  tcStrBufAppend(&s->text, "\n    return ");
  for (intptr_t i = 0; i < m; ++i)
    tcStrBufPrintf(&s->text, "%s%%0#%ld", i ? ", " : "", (long)i);
  for (intptr_t i = 0; i < m; ++i) {
    tcStrBufAppend(&s->text, i ? ", " : " : ");
    putType(s, mlirFunctionTypeGetResult(type, i));
  }
  tcStrBufAppend(&s->text, "\n  }\n}\n");
}

TcStatus tcSaveLaunch(const TcSavedLaunch *launch, const char *path) {
  Save s = {.l = launch, .ctx = mlirOperationGetContext(launch->kernel)};
  MlirType type = tcLoopKernelGetFunctionType(launch->kernel);
  intptr_t n = mlirFunctionTypeGetNumInputs(type);
  intptr_t m = mlirFunctionTypeGetNumResults(type);
  tcStrBufAppend(&s.text, "module attributes {tc.version = \"0.1\", ");
  putExpected(&s, m, type);
  putSizes(&s);
  tcStrBufAppend(&s.text, "} {\n  ");
  mlirOperationPrint(launch->kernel, append, &s.text);
  putMain(&s, n, m, type);
  TcStatus status = tcArenaStatus(&s.arena);
  if (!status)
    status = tcStrBufStatus(&s.text);
  if (!status)
    status = tcFileWrite(path, tcStrBufText(&s.text), s.text.size);
  tcStrBufFree(&s.text);
  tcArenaFree(&s.arena);
  return status;
}
