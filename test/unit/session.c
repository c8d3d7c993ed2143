// Neither conversions nor pipelines of tc's own are verified behind each pass,
// but where TC_VERIFY_EACH is set: a malformed module is refused before those
// and behind these, a good one is converted.
#include "driver/session.h"
#include "check.h"
#include "ir/collect.h"

#include "tc/gen/FuncOps.h"

#include <stdlib.h>

typedef TcStatus Run(MlirModule module, const char *pipeline);

static TcStatus runOn(MlirContext ctx, MlirModule module, Run *run) {
  bool converts = run == tcSessionConvert;
  TcCollector collector;
  tcCollectorStart(&collector, ctx);
  TcStatus status = run(module, converts ? "convert-func-to-llvm" : "cse");
  return tcSessionBetter(tcCollectorFinish(&collector), status);
}

static void refusesWhatIsMalformed(MlirContext ctx, Run *run) {
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(ctx));
  TcBuilder b =
      tcBuilderAtEnd(mlirModuleGetBody(module), mlirLocationUnknownGet(ctx));
  tcFuncReturn(&b, 0, NULL); // outside of a function
  TcStatus status = runOn(ctx, module, run);
  CHECK(status);
  tcStatusFree(status);
  mlirModuleDestroy(module);
}

static void convertsWhatIsGood(MlirContext ctx, Run *run) {
  static const char text[] = "func.func @f() { return }";
  MlirModule module;
  CHECK(!tcSessionParse(ctx, text, sizeof text - 1, &module));
  CHECK(!runOn(ctx, module, run));
  mlirModuleDestroy(module);
}

int main(void) {
  MlirContext ctx = tcSessionContext(/*threads=*/false);
  mlirContextGetOrLoadDialect(ctx, mlirStringRefCreateFromCString("func"));
  Run *const runs[] = {tcSessionLower, tcSessionConvert};
  for (int each = 0; each < 2; ++each) {
    setenv("TC_VERIFY_EACH", each ? "1" : "", /*overwrite=*/true);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; ++i) {
      refusesWhatIsMalformed(ctx, runs[i]);
      convertsWhatIsGood(ctx, runs[i]);
    }
  }
  mlirContextDestroy(ctx);
  return checkReport();
}
