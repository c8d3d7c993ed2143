// The table of ATen schemas: every line is readable and in its place; what is
// read from some of them.
#include "check.h"
#include "dialects/fx/schema.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/compile.h"

static MlirStringRef text(const char *s) {
  return mlirStringRefCreateFromCString(s);
}

static bool isAttr(MlirContext context, MlirAttribute attr, const char *s) {
  return mlirAttributeEqual(attr, mlirAttributeParseGet(context, text(s)));
}

static MlirAttribute defaultOf(MlirContext context, const char *name,
                               const char *arg) {
  TcFxSchema schema;
  CHECK(tcFxSchemaLookup(text(name), &schema));
  int at = tcFxSchemaFindArg(&schema, text(arg));
  CHECK(at >= 0);
  return tcFxArgDefault(context, &schema.args[at]);
}

// Decompositions read their arguments by the overload's schema.
static void testRules(void) {
  size_t count = 0;
  for (const char *rule; (rule = tcCompileOverload(count)); ++count) {
    TcFxSchema schema;
    bool found = tcFxSchemaLookup(text(rule), &schema);
    CHECK(found);
    if (!found)
      printf("  %s\n", rule);
  }
  CHECK(count > 500);
}

static void testAllLines(MlirContext context) {
  CHECK(tcFxSchemaCount() > 1000);
  for (int i = 0; i < tcFxSchemaCount(); ++i) {
    TcFxSchema schema;
    MlirStringRef name = tcFxSchemaName(i);
    CHECK(i == 0 || strcmp(tcFxSchemaName(i - 1).data, name.data) < 0);
    bool found = tcFxSchemaLookup(name, &schema);
    CHECK(found);
    if (!found)
      printf("  %s\n", name.data);
    for (int a = 0; found && a < schema.numArgs; ++a)
      CHECK(!schema.args[a].defaultText.data ||
            tcFxArgDefault(context, &schema.args[a]).ptr);
  }
}

static void testMarks(void) {
  TcFxSchema schema;
  CHECK(tcFxSchemaLookup(text("aten.add_.Tensor"), &schema));
  CHECK(schema.numArgs == 3 && schema.numResults == 1);
  CHECK(schema.args[0].isMutated && !schema.args[1].isMutated);
  CHECK(schema.args[0].aliasSets == 1 && schema.results[0].aliasSets == 1);
  CHECK(schema.args[2].keywordOnly && schema.args[2].kind == TC_FX_SCALAR);
  CHECK(tcFxSchemaMutates(&schema));

  CHECK(tcFxSchemaLookup(text("aten.view.default"), &schema));
  CHECK(schema.results[0].aliasSets == 1 && !tcFxSchemaMutates(&schema));
  CHECK(schema.args[1].isList && schema.args[1].kind == TC_FX_INT);

  CHECK(tcFxSchemaLookup(text("aten.split.Tensor"), &schema));
  CHECK(schema.args[0].aliasSets == 1 && schema.results[0].isList);

  CHECK(tcFxSchemaLookup(text("aten.batch_norm.default"), &schema));
  int mean = tcFxSchemaFindArg(&schema, text("running_mean"));
  CHECK(mean == 3 && !strcmp(schema.args[mean].mutatedIf.data, "training"));
  CHECK(schema.args[mean].isOptional && tcFxSchemaMutates(&schema));

  CHECK(tcFxSchemaLookup(text("aten.index.Tensor"), &schema));
  CHECK(schema.args[1].isList && schema.args[1].elementOptional);

  char kind[32];
  CHECK(tcFxSchemaLookup(text("aten.conv2d.default"), &schema));
  CHECK(!strcmp(tcFxArgPrintKind(&schema.args[3], kind), "int[2]"));
  CHECK(!strcmp(tcFxArgPrintKind(&schema.args[2], kind), "Tensor?"));

  CHECK(!tcFxSchemaLookup(text("aten.add"), &schema));
  CHECK(!tcFxSchemaLookup(text("aten.add.Tensors"), &schema));
  CHECK(!tcFxSchemaLookup(text(""), &schema));
}

static void testDefaults(MlirContext c) {
  CHECK(isAttr(c, defaultOf(c, "aten.add.Tensor", "alpha"), "1 : i64"));
  CHECK(isAttr(c, defaultOf(c, "aten.conv2d.default", "stride"),
               "[1 : i64, 1 : i64]"));
  CHECK(isAttr(c, defaultOf(c, "aten.conv2d.default", "bias"), "unit"));
  CHECK(isAttr(c, defaultOf(c, "aten.sum.dim_IntList", "keepdim"), "false"));
  CHECK(isAttr(c, defaultOf(c, "aten.layer_norm.default", "cudnn_enable"),
               "true"));
  CHECK(isAttr(c, defaultOf(c, "aten.layer_norm.default", "eps"),
               "1.0e-05 : f64"));
  CHECK(
      isAttr(c, defaultOf(c, "aten.gelu.default", "approximate"), "\"none\""));
  CHECK(isAttr(c, defaultOf(c, "aten.amax.default", "dim"), "[]"));
  CHECK(isAttr(c, defaultOf(c, "aten.leaky_relu.default", "negative_slope"),
               "0.01 : f64"));
  CHECK(!defaultOf(c, "aten.add.Tensor", "other").ptr);
}

static TcFxBindError bind(MlirContext c, const char *args, const char *kwargs,
                          MlirAttribute *bound, MlirStringRef *culprit) {
  TcFxSchema schema;
  CHECK(tcFxSchemaLookup(text("aten.add.Tensor"), &schema));
  return tcFxSchemaBind(c, &schema, mlirAttributeParseGet(c, text(args)),
                        mlirAttributeParseGet(c, text(kwargs)), bound, culprit);
}

static void testBinding(MlirContext c) {
  MlirAttribute bound[TC_FX_MAX_ARGS];
  MlirStringRef culprit;
  CHECK(!bind(c, "[7, 8]", "{}", bound, &culprit));
  CHECK(isAttr(c, bound[0], "7") && isAttr(c, bound[1], "8"));
  CHECK(isAttr(c, bound[2], "1"));
  CHECK(!bind(c, "[7]", "{other = 8, alpha = 2}", bound, &culprit));
  CHECK(isAttr(c, bound[1], "8") && isAttr(c, bound[2], "2"));
  CHECK(bind(c, "[7, 8, 9]", "{}", bound, &culprit) == TC_FX_BIND_TOO_MANY);
  CHECK(bind(c, "[7]", "{}", bound, &culprit) == TC_FX_BIND_MISSING);
  CHECK(mlirStringRefEqual(culprit, text("other")));
  CHECK(bind(c, "[7, 8]", "{dim = 1}", bound, &culprit) == TC_FX_BIND_UNKNOWN);
  CHECK(bind(c, "[7, 8]", "{other = 1}", bound, &culprit) == TC_FX_BIND_TWICE);
}

int main(void) {
  MlirContext context = mlirContextCreate();
  testRules();
  testAllLines(context);
  testMarks();
  testDefaults(context);
  testBinding(context);
  mlirContextDestroy(context);
  return checkReport();
}
