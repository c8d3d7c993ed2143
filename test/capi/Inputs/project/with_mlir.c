#include <mlir-c/Dialect/Func.h>
#include <mlir-c/Pass.h>
#include <stdio.h>
#include <tc/mlir.h>

static void print(MlirStringRef text, void *unused) {
  (void)unused;
  fwrite(text.data, 1, text.length, stdout);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tcRegisterDialects(registry);
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__func__(), registry);
  MlirContext ctx = mlirContextCreateWithRegistry(registry, false);
  tcRegisterPasses();
  MlirModule module = mlirModuleCreateParse(
      ctx, mlirStringRefCreateFromCString(
               "func.func @f() {\n  return\n}\n"
               "func.func private @g(tensor<?xf32, #tc.dims<[n]>>)"));
  MlirPassManager manager = mlirPassManagerCreate(ctx);
  MlirLogicalResult result = mlirOpPassManagerAddPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      mlirStringRefCreateFromCString("tc-check-dialects{allow=builtin,func}"),
      print, NULL);
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(ctx);
  mlirDialectRegistryDestroy(registry);
  return mlirLogicalResultIsFailure(result);
}
