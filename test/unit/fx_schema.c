// The table of ATen schemas: every line is readable and in its place; what is
// read from some of them.
#include "dialects/fx/schema.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "test/unit/expect.h"

static MlirStringRef text(const char *s) {
  return mlirStringRefCreateFromCString(s);
}

static bool isAttr(MlirContext context, MlirAttribute attr, const char *s) {
  return mlirAttributeEqual(attr, mlirAttributeParseGet(context, text(s)));
}

static MlirAttribute defaultOf(MlirContext context, const char *name,
                               const char *arg) {
  TcFxSchema schema;
  EXPECT(tcFxSchemaLookup(text(name), &schema));
  int at = tcFxSchemaFindArg(&schema, text(arg));
  EXPECT(at >= 0);
  return tcFxArgDefault(context, &schema.args[at]);
}

static void testAllLines(MlirContext context) {
  EXPECT(tcFxSchemaCount() > 1000);
  for (int i = 0; i < tcFxSchemaCount(); ++i) {
    TcFxSchema schema;
    MlirStringRef name = tcFxSchemaName(i);
    EXPECT(i == 0 || strcmp(tcFxSchemaName(i - 1).data, name.data) < 0);
    bool found = tcFxSchemaLookup(name, &schema);
    EXPECT(found);
    if (!found)
      printf("  %s\n", name.data);
    for (int a = 0; found && a < schema.numArgs; ++a)
      EXPECT(!schema.args[a].defaultText.data ||
             tcFxArgDefault(context, &schema.args[a]).ptr);
  }
}

static void testMarks(void) {
  TcFxSchema schema;
  EXPECT(tcFxSchemaLookup(text("aten.add_.Tensor"), &schema));
  EXPECT(schema.numArgs == 3 && schema.numResults == 1);
  EXPECT(schema.args[0].isMutated && !schema.args[1].isMutated);
  EXPECT(schema.args[0].aliasSets == 1 && schema.results[0].aliasSets == 1);
  EXPECT(schema.args[2].keywordOnly && schema.args[2].kind == TC_FX_SCALAR);
  EXPECT(tcFxSchemaMutates(&schema));

  EXPECT(tcFxSchemaLookup(text("aten.view.default"), &schema));
  EXPECT(schema.results[0].aliasSets == 1 && !tcFxSchemaMutates(&schema));
  EXPECT(schema.args[1].isList && schema.args[1].kind == TC_FX_INT);

  EXPECT(tcFxSchemaLookup(text("aten.split.Tensor"), &schema));
  EXPECT(schema.args[0].aliasSets == 1 && schema.results[0].isList);

  EXPECT(tcFxSchemaLookup(text("aten.batch_norm.default"), &schema));
  int mean = tcFxSchemaFindArg(&schema, text("running_mean"));
  EXPECT(mean == 3 && !strcmp(schema.args[mean].mutatedIf.data, "training"));
  EXPECT(schema.args[mean].isOptional && tcFxSchemaMutates(&schema));

  EXPECT(tcFxSchemaLookup(text("aten.index.Tensor"), &schema));
  EXPECT(schema.args[1].isList && schema.args[1].elementOptional);

  char kind[32];
  EXPECT(tcFxSchemaLookup(text("aten.conv2d.default"), &schema));
  EXPECT(!strcmp(tcFxArgPrintKind(&schema.args[3], kind), "int[2]"));
  EXPECT(!strcmp(tcFxArgPrintKind(&schema.args[2], kind), "Tensor?"));

  EXPECT(!tcFxSchemaLookup(text("aten.add"), &schema));
  EXPECT(!tcFxSchemaLookup(text("aten.add.Tensors"), &schema));
  EXPECT(!tcFxSchemaLookup(text(""), &schema));
}

static void testDefaults(MlirContext c) {
  EXPECT(isAttr(c, defaultOf(c, "aten.add.Tensor", "alpha"), "1 : i64"));
  EXPECT(isAttr(c, defaultOf(c, "aten.conv2d.default", "stride"),
                "[1 : i64, 1 : i64]"));
  EXPECT(isAttr(c, defaultOf(c, "aten.conv2d.default", "bias"), "unit"));
  EXPECT(isAttr(c, defaultOf(c, "aten.sum.dim_IntList", "keepdim"), "false"));
  EXPECT(isAttr(c, defaultOf(c, "aten.layer_norm.default", "cudnn_enable"),
                "true"));
  EXPECT(isAttr(c, defaultOf(c, "aten.layer_norm.default", "eps"),
                "1.0e-05 : f64"));
  EXPECT(
      isAttr(c, defaultOf(c, "aten.gelu.default", "approximate"), "\"none\""));
  EXPECT(isAttr(c, defaultOf(c, "aten.amax.default", "dim"), "[]"));
  EXPECT(isAttr(c, defaultOf(c, "aten.leaky_relu.default", "negative_slope"),
                "0.01 : f64"));
  EXPECT(!defaultOf(c, "aten.add.Tensor", "other").ptr);
}

static TcFxBindError bind(MlirContext c, const char *args, const char *kwargs,
                          MlirAttribute *bound, MlirStringRef *culprit) {
  TcFxSchema schema;
  EXPECT(tcFxSchemaLookup(text("aten.add.Tensor"), &schema));
  return tcFxSchemaBind(c, &schema, mlirAttributeParseGet(c, text(args)),
                        mlirAttributeParseGet(c, text(kwargs)), bound, culprit);
}

static void testBinding(MlirContext c) {
  MlirAttribute bound[TC_FX_MAX_ARGS];
  MlirStringRef culprit;
  EXPECT(!bind(c, "[7, 8]", "{}", bound, &culprit));
  EXPECT(isAttr(c, bound[0], "7") && isAttr(c, bound[1], "8"));
  EXPECT(isAttr(c, bound[2], "1"));
  EXPECT(!bind(c, "[7]", "{other = 8, alpha = 2}", bound, &culprit));
  EXPECT(isAttr(c, bound[1], "8") && isAttr(c, bound[2], "2"));
  EXPECT(bind(c, "[7, 8, 9]", "{}", bound, &culprit) == TC_FX_BIND_TOO_MANY);
  EXPECT(bind(c, "[7]", "{}", bound, &culprit) == TC_FX_BIND_MISSING);
  EXPECT(mlirStringRefEqual(culprit, text("other")));
  EXPECT(bind(c, "[7, 8]", "{dim = 1}", bound, &culprit) == TC_FX_BIND_UNKNOWN);
  EXPECT(bind(c, "[7, 8]", "{other = 1}", bound, &culprit) == TC_FX_BIND_TWICE);
}

int main(void) {
  MlirContext context = mlirContextCreate();
  testAllLines(context);
  testMarks();
  testDefaults(context);
  testBinding(context);
  mlirContextDestroy(context);
  return expectReport();
}
