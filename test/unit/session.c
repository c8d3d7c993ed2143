// Conversions are not verified behind each pass: a malformed module is refused
// before them, a good one is converted.
#include "driver/session.h"
#include "check.h"
#include "ir/collect.h"

#include "tc/gen/FuncOps.h"

static TcStatus convert(MlirContext ctx, MlirModule module) {
  TcCollector collector;
  tcCollectorStart(&collector, ctx);
  TcStatus status = tcSessionConvert(module, "convert-func-to-llvm");
  return tcSessionBetter(tcCollectorFinish(&collector), status);
}

static void refusesWhatIsMalformed(MlirContext ctx) {
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(ctx));
  TcBuilder b =
      tcBuilderAtEnd(mlirModuleGetBody(module), mlirLocationUnknownGet(ctx));
  tcFuncReturn(&b, 0, NULL); // outside of a function
  TcStatus status = convert(ctx, module);
  CHECK(status);
  tcStatusFree(status);
  mlirModuleDestroy(module);
}

static void convertsWhatIsGood(MlirContext ctx) {
  static const char text[] = "func.func @f() { return }";
  MlirModule module;
  CHECK(!tcSessionParse(ctx, text, sizeof text - 1, &module));
  CHECK(!convert(ctx, module));
  mlirModuleDestroy(module);
}

int main(void) {
  MlirContext ctx = tcSessionContext(/*threads=*/false);
  mlirContextGetOrLoadDialect(ctx, mlirStringRefCreateFromCString("func"));
  refusesWhatIsMalformed(ctx);
  convertsWhatIsGood(ctx);
  mlirContextDestroy(ctx);
  return checkReport();
}
