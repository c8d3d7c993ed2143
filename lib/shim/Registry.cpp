// Registers passes/passes.inc and passes/pipelines.inc with MLIR.
#include "shim/Registry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "shim/Pass.h"

using namespace mlir;

extern "C" {
#define TC_PASS(NAME) extern const TcPassInfo NAME;
#include "passes/passes.inc"
#undef TC_PASS
}

static const TcPassInfo *const passes[] = {
#define TC_PASS(NAME) &NAME,
#include "passes/passes.inc"
#undef TC_PASS
};

namespace {
struct Pipeline {
  const char *argument, *summary, *text;
};
} // namespace

static const Pipeline pipelines[] = {
#define TC_PIPELINE(ARGUMENT, SUMMARY, TEXT) {ARGUMENT, SUMMARY, TEXT},
#include "passes/pipelines.inc"
#undef TC_PIPELINE
    {nullptr, nullptr, nullptr}};

static void registerPipeline(const Pipeline &pipeline) {
  const char *text = pipeline.text;
  auto build = [text](OpPassManager &manager, StringRef options,
                      function_ref<LogicalResult(const Twine &)> onError) {
    if (!options.trim().empty())
      return onError("[TC-1011] a named pipeline takes no options: give them "
                     "to its passes");
    std::string errors;
    llvm::raw_string_ostream os(errors);
    if (failed(parsePassPipeline(text, manager, os)))
      return onError(errors);
    return success();
  };
  registerPassPipeline(pipeline.argument, pipeline.summary, build,
                       [](function_ref<void(const detail::PassOptions &)>) {});
}

const TcPassInfo *tc::findPass(TypeID id) {
  for (const TcPassInfo *info : passes)
    if (id == TypeID::getFromOpaquePointer(info))
      return info;
  return nullptr;
}

void tc::registerPasses() {
  for (const TcPassInfo *info : passes)
    registerPass([info] { return createPass(*info); });
  for (const Pipeline *p = pipelines; p->argument; ++p)
    registerPipeline(*p);
}
