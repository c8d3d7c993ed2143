// The generated builders and accessors: modules built through them verify and
// print as written by hand, accessors read back what builders wrote, and misuse
// is a diagnostic, never a crash.
#include "tc/gen/ArithOps.h"
#include "tc/gen/CfOps.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/GpuOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/MemrefOps.h"
#include "tc/gen/ScfOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);           \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

typedef struct Text {
  char data[16384];
  size_t size;
} Text;

static void append(MlirStringRef piece, void *context) {
  Text *text = context;
  if (piece.length >= sizeof(text->data) - text->size)
    return;
  memcpy(text->data + text->size, piece.data, piece.length);
  text->size += piece.length;
  text->data[text->size] = 0;
}

static void checkText(MlirModule module, const char *expected) {
  Text text = {.size = 0};
  MlirOperation op = mlirModuleGetOperation(module);
  CHECK(mlirOperationVerify(op));
  mlirOperationPrint(op, append, &text);
  if (!strcmp(text.data, expected))
    return;
  printf("expected:\n%sgot:\n%s", expected, text.data);
  ++failures;
}

static bool equals(MlirStringRef a, const char *b) {
  return mlirStringRefEqual(a, tcStr(b));
}

// A context whose diagnostics are counted and kept, not printed.
typedef struct Fixture {
  MlirContext ctx;
  MlirLocation loc;
  MlirModule module;
  TcBuilder b;
  int errors;
  Text lastError;
} Fixture;

static MlirLogicalResult onDiagnostic(MlirDiagnostic diagnostic, void *data) {
  Fixture *f = data;
  f->errors += mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError;
  f->lastError.size = 0;
  mlirDiagnosticPrint(diagnostic, append, &f->lastError);
  return mlirLogicalResultSuccess();
}

static void setUp(Fixture *f) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  memset(f, 0, sizeof(*f));
  f->ctx = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(f->ctx);
  mlirContextAttachDiagnosticHandler(f->ctx, onDiagnostic, f, NULL);
  f->loc = mlirLocationUnknownGet(f->ctx);
  f->module = mlirModuleCreateEmpty(f->loc);
  f->b = tcBuilderAtEnd(mlirModuleGetBody(f->module), f->loc);
}

static void tearDown(Fixture *f) {
  mlirModuleDestroy(f->module);
  mlirContextDestroy(f->ctx);
}

static MlirType parseType(Fixture *f, const char *text) {
  return mlirTypeParseGet(f->ctx, tcStr(text));
}

static MlirAttribute parseAttr(Fixture *f, const char *text) {
  return mlirAttributeParseGet(f->ctx, tcStr(text));
}

// A function of this type; `body` gets a builder at the end of its block.
static MlirOperation openFunc(Fixture *f, const char *name, intptr_t nArgs,
                              const MlirType *args, intptr_t nResults,
                              const MlirType *results, TcBuilder *body) {
  MlirType type = mlirFunctionTypeGet(f->ctx, nArgs, args, nResults, results);
  MlirOperation func = tcFuncFunc(&f->b, tcStr(name), type);
  MlirBlock block =
      tcBuilderAddBlock(&f->b, tcFuncFuncGetBody(func), nArgs, args);
  *body = tcBuilderAtEnd(block, f->loc);
  return func;
}

static MlirValue indexConstant(Fixture *f, TcBuilder *b, int64_t value) {
  return tcArithConstant(b, tcAttrIndex(f->ctx, value));
}

// The sum of a buffer, 8 at a time.
static void testLoop(void) {
  Fixture f;
  setUp(&f);
  MlirType buffer = parseType(&f, "memref<?xf32>");
  MlirType vector = parseType(&f, "vector<8xf32>"), f32 = parseType(&f, "f32");
  TcBuilder b;
  openFunc(&f, "sum", 1, &buffer, 1, &f32, &b);
  MlirValue x = mlirBlockGetArgument(b.block, 0);
  MlirValue zero = indexConstant(&f, &b, 0), step = indexConstant(&f, &b, 8);
  MlirValue size = tcMemrefDim(&b, x, zero);
  MlirValue init =
      tcArithConstant(&b, parseAttr(&f, "dense<0.0> : vector<8xf32>"));
  MlirOperation loop = tcScfFor(&b, 1, &vector, zero, size, step, 1, &init);
  MlirType types[] = {parseType(&f, "index"), vector};
  MlirBlock block = tcBuilderAddBlock(&b, tcScfForGetRegion(loop), 2, types);
  TcBuilder in = tcBuilderAtEnd(block, f.loc);
  MlirValue i = mlirBlockGetArgument(block, 0);
  MlirValue part = tcVectorLoad(&in, vector, x, 1, &i);
  MlirAttribute fast = tcArithFastMathFlagsAttr(
      f.ctx, TC_ARITH_FAST_MATH_FLAGS_REASSOC | TC_ARITH_FAST_MATH_FLAGS_NNAN);
  MlirOperation add =
      tcArithAddfCreate(&in, mlirBlockGetArgument(block, 1), part, fast);
  MlirValue sum = mlirOperationGetResult(add, 0);
  tcScfYield(&in, 1, &sum);
  MlirValue total = tcVectorReduction(&b, f32, TC_VECTOR_COMBINING_KIND_ADD,
                                      tcScfForGetResults(loop, 0));
  tcFuncReturn(&b, 1, &total);
  checkText(f.module,
            "module {\n"
            "  func.func @sum(%arg0: memref<?xf32>) -> f32 {\n"
            "    %c0 = arith.constant 0 : index\n"
            "    %c8 = arith.constant 8 : index\n"
            "    %dim = memref.dim %arg0, %c0 : memref<?xf32>\n"
            "    %cst = arith.constant dense<0.000000e+00> : vector<8xf32>\n"
            "    %0 = scf.for %arg1 = %c0 to %dim step %c8 iter_args(%arg2 = "
            "%cst) -> (vector<8xf32>) {\n"
            "      %2 = vector.load %arg0[%arg1] : memref<?xf32>, "
            "vector<8xf32>\n"
            "      %3 = arith.addf %arg2, %2 fastmath<reassoc,nnan> : "
            "vector<8xf32>\n"
            "      scf.yield %3 : vector<8xf32>\n"
            "    }\n"
            "    %1 = vector.reduction <add>, %0 : vector<8xf32> into f32\n"
            "    return %1 : f32\n"
            "  }\n"
            "}\n");
  CHECK(tcScfOpKind(loop) == TC_SCF_FOR);
  CHECK(tcArithOpKind(loop) == TC_ARITH_NONE);
  CHECK(tcArithOpKind(add) == TC_ARITH_ADDF);
  CHECK(!strcmp(tcArithOpNames[TC_ARITH_ADDF], "arith.addf"));
  CHECK(mlirValueEqual(tcScfForGetUpperBound(loop), size));
  CHECK(tcScfForGetNumInitArgs(loop) == 1);
  CHECK(mlirValueEqual(tcScfForGetInitArgs(loop, 0), init));
  CHECK(mlirValueIsNull(tcScfForGetInitArgs(loop, 1)));
  TcArithFastMathFlags flags;
  CHECK(tcArithFastMathFlagsFromAttr(tcArithAddfGetFastmathAttr(add), &flags));
  CHECK(flags ==
        (TC_ARITH_FAST_MATH_FLAGS_REASSOC | TC_ARITH_FAST_MATH_FLAGS_NNAN));
  MlirOperation reduce = mlirOpResultGetOwner(total);
  CHECK(tcVectorReductionGetKind(reduce) == TC_VECTOR_COMBINING_KIND_ADD);
  CHECK(f.errors == 0);
  tearDown(&f);
}

// Optional operands and segment sizes: a masked transfer and a masked gather.
static void testSegments(void) {
  Fixture f;
  setUp(&f);
  MlirType types[] = {parseType(&f, "memref<64xf32>"), parseType(&f, "index"),
                      parseType(&f, "vector<4xi1>")};
  MlirType vector = parseType(&f, "vector<4xf32>");
  TcBuilder b;
  openFunc(&f, "read", 3, types, 1, &vector, &b);
  MlirValue x = mlirBlockGetArgument(b.block, 0);
  MlirValue i = mlirBlockGetArgument(b.block, 1);
  MlirValue mask = mlirBlockGetArgument(b.block, 2);
  MlirValue pad = tcArithConstant(&b, parseAttr(&f, "0.0 : f32"));
  MlirAttribute map =
      mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(f.ctx, 1));
  MlirAttribute inBounds = parseAttr(&f, "[false]");
  MlirOperation plain = tcVectorTransferReadCreate(&b, vector, x, 1, &i, map,
                                                   pad, tcNoValue(), inBounds);
  MlirOperation masked = tcVectorTransferReadCreate(&b, vector, x, 1, &i, map,
                                                    pad, mask, inBounds);
  MlirValue y = mlirOperationGetResult(masked, 0);
  tcFuncReturn(&b, 1, &y);
  CHECK(mlirOperationVerify(mlirModuleGetOperation(f.module)));
  CHECK(mlirValueIsNull(tcVectorTransferReadGetMask(plain)));
  CHECK(mlirValueEqual(tcVectorTransferReadGetMask(masked), mask));
  CHECK(mlirValueEqual(tcVectorTransferReadGetPadding(masked), pad));
  CHECK(tcVectorTransferReadGetNumIndices(plain) == 1);
  CHECK(mlirAttributeEqual(tcVectorTransferReadGetInBounds(plain), inBounds));
  CHECK(f.errors == 0);
  tearDown(&f);
}

// Blocks as successors, enums stored as integers, LLVM's explicit types.
static void testBranches(void) {
  Fixture f;
  setUp(&f);
  MlirType ptr = parseType(&f, "!llvm.ptr"), i64 = parseType(&f, "i64");
  MlirType f32 = parseType(&f, "f32");
  MlirType args[] = {ptr, i64};
  TcBuilder b;
  MlirOperation func = openFunc(&f, "pick", 2, args, 1, &f32, &b);
  MlirRegion region = tcFuncFuncGetBody(func);
  MlirBlock yes = tcBuilderAddBlock(&b, region, 0, NULL);
  MlirBlock no = tcBuilderAddBlock(&b, region, 1, &f32);
  MlirValue p = mlirBlockGetArgument(b.block, 0);
  MlirValue n = mlirBlockGetArgument(b.block, 1);
  MlirValue zero = tcLlvmMlirConstant(&b, i64, tcAttrI64(f.ctx, 0));
  MlirValue less = tcArithCmpi(&b, TC_ARITH_CMP_I_PREDICATE_SLT, n, zero);
  MlirValue one = tcLlvmMlirConstant(&b, f32, parseAttr(&f, "1.0 : f32"));
  MlirOperation branch = tcCfCondBr(&b, less, 0, NULL, 1, &one, yes, no);
  TcBuilder inYes = tcBuilderAtEnd(yes, f.loc);
  int32_t dynamic = INT32_MIN;
  MlirValue at = tcLlvmGetelementptr(&inYes, ptr, p, 1, &n, 1, &dynamic, f32);
  MlirValue loaded = tcLlvmLoad(&inYes, f32, at);
  tcCfBr(&inYes, 1, &loaded, no);
  TcBuilder inNo = tcBuilderAtEnd(no, f.loc);
  MlirValue result = mlirBlockGetArgument(no, 0);
  tcFuncReturn(&inNo, 1, &result);
  checkText(f.module,
            "module {\n"
            "  func.func @pick(%arg0: !llvm.ptr, %arg1: i64) -> f32 {\n"
            "    %0 = llvm.mlir.constant(0 : i64) : i64\n"
            "    %1 = arith.cmpi slt, %arg1, %0 : i64\n"
            "    %2 = llvm.mlir.constant(1.000000e+00 : f32) : f32\n"
            "    cf.cond_br %1, ^bb1, ^bb2(%2 : f32)\n"
            "  ^bb1:  // pred: ^bb0\n"
            "    %3 = llvm.getelementptr %arg0[%arg1] : (!llvm.ptr, i64) -> "
            "!llvm.ptr, f32\n"
            "    %4 = llvm.load %3 : !llvm.ptr -> f32\n"
            "    cf.br ^bb2(%4 : f32)\n"
            "  ^bb2(%5: f32):  // 2 preds: ^bb0, ^bb1\n"
            "    return %5 : f32\n"
            "  }\n"
            "}\n");
  CHECK(mlirBlockEqual(tcCfCondBrGetFalseDest(branch), no));
  CHECK(tcCfCondBrGetNumTrueDestOperands(branch) == 0);
  CHECK(mlirValueEqual(tcCfCondBrGetFalseDestOperands(branch, 0), one));
  MlirOperation cmp = mlirOpResultGetOwner(less);
  CHECK(tcArithCmpiGetPredicate(cmp) == TC_ARITH_CMP_I_PREDICATE_SLT);
  MlirOperation gep = mlirOpResultGetOwner(at);
  CHECK(tcLlvmGetelementptrGetNumRawConstantIndices(gep) == 1);
  CHECK(tcLlvmGetelementptrGetRawConstantIndicesAt(gep, 0) == INT32_MIN);
  CHECK(mlirTypeEqual(tcLlvmGetelementptrGetElemType(gep), f32));
  CHECK(equals(tcFuncFuncGetSymName(func), "pick"));
  CHECK(f.errors == 0);
  tearDown(&f);
}

// An enum attribute with a text form of its own, and plain attributes.
static void testAttributes(void) {
  Fixture f;
  setUp(&f);
  TcBuilder b;
  openFunc(&f, "attrs", 0, NULL, 0, NULL, &b);
  MlirValue x = tcGpuThreadId(&b, TC_GPU_DIMENSION_Y);
  MlirOperation id = mlirOpResultGetOwner(x);
  CHECK(tcGpuOpKind(id) == TC_GPU_THREAD_ID);
  CHECK(tcGpuThreadIdGetDimension(id) == TC_GPU_DIMENSION_Y);
  CHECK(mlirAttributeEqual(tcGpuThreadIdGetDimensionAttr(id),
                           parseAttr(&f, "#gpu<dim y>")));
  tcGpuThreadIdSetDimensionAttr(id, parseAttr(&f, "#gpu<dim z>"));
  CHECK(tcGpuThreadIdGetDimension(id) == TC_GPU_DIMENSION_Z);
  TcArithFastMathFlags flags;
  CHECK(!tcArithFastMathFlagsFromAttr(tcNoAttr(), &flags));
  CHECK(!tcArithFastMathFlagsFromAttr(parseAttr(&f, "#gpu<dim x>"), &flags));
  MlirType vector = parseType(&f, "vector<2x3xf32>");
  MlirValue v =
      tcArithConstant(&b, parseAttr(&f, "dense<1.0> : vector<2x3xf32>"));
  int64_t swap[] = {1, 0};
  MlirValue t =
      tcVectorTranspose(&b, parseType(&f, "vector<3x2xf32>"), v, 2, swap);
  CHECK(tcVectorTransposeGetPermutationAt(mlirOpResultGetOwner(t), 0) == 1);
  CHECK(mlirTypeEqual(mlirValueGetType(v), vector));
  tcFuncReturn(&b, 0, NULL);
  CHECK(mlirOperationVerify(mlirModuleGetOperation(f.module)));
  CHECK(f.errors == 0);
  tearDown(&f);
}

// Properties that are not attributes: flags of the llvm dialect.
static void testProperties(void) {
  Fixture f;
  setUp(&f);
  TcBuilder b;
  openFunc(&f, "flags", 0, NULL, 0, NULL, &b);
  MlirValue x =
      tcLlvmMlirConstant(&b, parseType(&f, "i64"), tcAttrI64(f.ctx, 3));
  MlirAttribute nsw =
      tcLlvmIntegerOverflowFlagsAttr(f.ctx, TC_LLVM_INTEGER_OVERFLOW_FLAGS_NSW);
  MlirOperation add = tcLlvmAddCreate(&b, x, x, nsw);
  tcLlvmMul(&b, x, x);
  tcFuncReturn(&b, 0, NULL);
  CHECK(mlirAttributeEqual(tcLlvmAddGetOverflowFlagsAttr(add), nsw));
  checkText(f.module, "module {\n"
                      "  func.func @flags() {\n"
                      "    %0 = llvm.mlir.constant(3 : i64) : i64\n"
                      "    %1 = llvm.add %0, %0 overflow<nsw> : i64\n"
                      "    %2 = llvm.mul %0, %0 : i64\n"
                      "    return\n"
                      "  }\n"
                      "}\n");
  CHECK(f.errors == 0);
  tcLlvmAddSetOverflowFlagsAttr(add, tcAttrString(f.ctx, "no flag"));
  CHECK(f.errors == 1);
  CHECK(mlirAttributeEqual(tcLlvmAddGetOverflowFlagsAttr(add), nsw));
  tearDown(&f);
}

// Where ops go.
static void testInsertion(void) {
  Fixture f;
  setUp(&f);
  TcBuilder b;
  openFunc(&f, "order", 0, NULL, 0, NULL, &b);
  MlirOperation end = tcFuncReturn(&b, 0, NULL);
  TcBuilder before = tcBuilderBefore(end);
  MlirValue one = indexConstant(&f, &before, 1);
  MlirOperation first = mlirOpResultGetOwner(one);
  TcBuilder after = tcBuilderAfter(first);
  indexConstant(&f, &after, 2);
  indexConstant(&f, &after, 3);
  TcBuilder start = tcBuilderAtStart(b.block, f.loc);
  indexConstant(&f, &start, 0);
  checkText(f.module, "module {\n"
                      "  func.func @order() {\n"
                      "    %c0 = arith.constant 0 : index\n"
                      "    %c1 = arith.constant 1 : index\n"
                      "    %c2 = arith.constant 2 : index\n"
                      "    %c3 = arith.constant 3 : index\n"
                      "    return\n"
                      "  }\n"
                      "}\n");
  TcBuilder loose = tcBuilderDetached(f.loc);
  MlirOperation op = tcArithConstantCreate(&loose, tcAttrI64(f.ctx, 7));
  CHECK(mlirBlockIsNull(mlirOperationGetBlock(op)));
  mlirOperationDestroy(op);
  tearDown(&f);
}

// A null operand, failing inference, and what comes after them.
static void testErrors(void) {
  Fixture f;
  setUp(&f);
  TcBuilder b;
  openFunc(&f, "errors", 0, NULL, 0, NULL, &b);
  MlirValue x = tcArithConstant(&b, tcAttrI64(f.ctx, 1));
  CHECK(mlirValueIsNull(tcArithAddi(&b, x, tcNoValue())));
  CHECK(f.errors == 1);
  CHECK(strstr(f.lastError.data, "[TC-9010] building 'arith.addi': 'rhs'"));
  MlirValue sum = tcArithMuli(&b, tcArithAddi(&b, tcNoValue(), x), x);
  CHECK(mlirValueIsNull(sum));
  CHECK(f.errors == 3);
  CHECK(mlirOperationIsNull(tcScfYield(&b, 1, &sum)));
  CHECK(mlirOperationIsNull(tcScfYield(&b, 1, NULL)));
  CHECK(mlirOperationIsNull(tcScfYield(&b, -1, &sum)));
  CHECK(mlirValueIsNull(tcArithConstant(&b, tcNoAttr())));
  CHECK(mlirOperationIsNull(tcScfExecuteRegion(&b, 1, &(MlirType){NULL})));
  CHECK(tcArithOpKind(tcNoOp()) == TC_ARITH_NONE);
  CHECK(mlirValueIsNull(tcArithAddiGetLhs(tcNoOp())));
  f.errors = 0;
  MlirValue wrong = tcArithAddiGetLhs(mlirOpResultGetOwner(x));
  CHECK(mlirValueIsNull(wrong));
#ifdef TC_CHECKED
  MlirValue halves = tcArithAddf(&b, x, x);
  CHECK(mlirValueIsNull(halves));
  CHECK(f.errors == 2);
  CHECK(strstr(f.lastError.data, "'arith.addf' op operand #0 must be"));
  CHECK(mlirOperationIsNull(
      mlirOperationGetNextInBlock(mlirOpResultGetOwner(x))));
  f.errors = 0;
  tcArithAddiGetLhs(mlirOpResultGetOwner(x));
  CHECK(f.errors == 1);
  CHECK(strstr(f.lastError.data,
               "[TC-9011] is read as if it were a 'arith.addi'"));
#endif
  tearDown(&f);
}

int main(void) {
  testLoop();
  testSegments();
  testBranches();
  testAttributes();
  testProperties();
  testInsertion();
  testErrors();
  return failures != 0;
}
