// Wraps a C pass descriptor (lib/ir/pass.h) in an mlir::Pass.
#include "shim/Pass.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "shim/DialectTable.h"
#include "support/activity.h"
#include "support/memory.h"

using namespace mlir;

// All passes share this class; each descriptor has a TypeID of its own, so that
// MLIR sees different passes.
struct TcPass : public Pass {
  explicit TcPass(const TcPassInfo &info);

  StringRef getName() const override { return info.argument; }
  StringRef getArgument() const override { return info.argument; }
  StringRef getDescription() const override { return info.summary; }
  void getDependentDialects(DialectRegistry &registry) const override;
  bool canScheduleOn(RegisteredOperationName opName) const override;
  std::unique_ptr<Pass> clonePass() const override;
  void runOnOperation() override;
  LogicalResult runNested(StringRef pipeline, Operation *op);
  void markUnchanged() { markAllAnalysesPreserved(); }

  // An option is in exactly one of the three.
  struct Value {
    std::unique_ptr<Option<bool>> asBool;
    std::unique_ptr<Option<int64_t>> asInt;
    std::unique_ptr<Option<std::string>> asString;
  };

  const TcPassInfo &info;
  std::vector<Value> values;
  // Ours, because Debian builds MLIR with its own statistics left out.
  SmallVector<int64_t> counts;

private:
  Value makeOption(const TcPassOption &option);
};

static std::optional<StringRef> anchorOf(const TcPassInfo &info) {
  if (info.anchor)
    return StringRef(info.anchor);
  return std::nullopt;
}

TcPass::TcPass(const TcPassInfo &info)
    : Pass(TypeID::getFromOpaquePointer(&info), anchorOf(info)), info(info) {
  for (size_t i = 0; i < info.numOptions; ++i)
    values.push_back(makeOption(info.options[i]));
  counts.resize(info.numStatistics);
}

TcPass::Value TcPass::makeOption(const TcPassOption &option) {
  Value value;
  StringRef text = option.defaultText ? option.defaultText : "";
  llvm::cl::desc help(option.help);
  switch (option.kind) {
  case TC_OPTION_BOOL:
    value.asBool = std::make_unique<Option<bool>>(
        *this, option.name, help, llvm::cl::init(text == "true"));
    break;
  case TC_OPTION_INT: {
    int64_t number = 0;
    (void)text.getAsInteger(10, number);
    value.asInt = std::make_unique<Option<int64_t>>(*this, option.name, help,
                                                    llvm::cl::init(number));
    break;
  }
  case TC_OPTION_STRING:
    value.asString = std::make_unique<Option<std::string>>(
        *this, option.name, help, llvm::cl::init(text.str()));
    break;
  }
  return value;
}

void TcPass::getDependentDialects(DialectRegistry &registry) const {
  if (!info.dependentDialects)
    return;
  for (const char *const *name = info.dependentDialects; *name; ++name)
    tc::insertDialect(registry, *name);
}

bool TcPass::canScheduleOn(RegisteredOperationName opName) const {
  return !info.anchor || opName.getStringRef() == info.anchor;
}

// Pass::clone copies the options' values into it.
std::unique_ptr<Pass> TcPass::clonePass() const {
  return std::make_unique<TcPass>(info);
}

void TcPass::runOnOperation() {
  size_t before = tcMemoryFailures();
  if (tcActivitySet(TC_ACTIVITY_PASS, info.argument)) {
    getOperation()->emitError("[TC-9001] ")
        << info.argument << ": it fails because a test asks it to";
    tcActivitySet(TC_ACTIVITY_PASS, nullptr);
    return signalPassFailure();
  }
  MlirLogicalResult result = info.run(wrap(getOperation()), this);
  tcActivitySet(TC_ACTIVITY_PASS, nullptr);
  if (mlirLogicalResultIsFailure(result))
    signalPassFailure();
  if (tcMemoryFailures() == before)
    return;
  // The op itself may hold what was not made: it is not printed.
  mlir::emitError(getOperation()->getLoc(), "[TC-6001] ")
      << info.argument << ": out of memory";
  signalPassFailure();
}

LogicalResult TcPass::runNested(StringRef pipeline, Operation *op) {
  OpPassManager nested(op->getName().getStringRef());
  std::string errors;
  llvm::raw_string_ostream os(errors);
  if (failed(parsePassPipeline(pipeline, nested, os)))
    return op->emitError("[TC-9001] pass ")
           << info.argument
           << " runs a pipeline that does not parse: " << errors;
  return runPipeline(nested, op);
}

//===- What C sees --------------------------------------------------------===//

bool tcPassGetOptionBool(TcPass *pass, size_t option) {
  return *pass->values[option].asBool;
}

int64_t tcPassGetOptionInt(TcPass *pass, size_t option) {
  return *pass->values[option].asInt;
}

MlirStringRef tcPassGetOptionString(TcPass *pass, size_t option) {
  return wrap(StringRef(pass->values[option].asString->getValue()));
}

void tcPassAddStatistic(TcPass *pass, size_t statistic, int64_t n) {
  pass->counts[statistic] += n;
}

void tcPassMarkUnchanged(TcPass *pass) { pass->markUnchanged(); }

MlirLogicalResult tcPassRunPipeline(TcPass *pass, MlirStringRef pipeline,
                                    MlirOperation op) {
  return wrap(pass->runNested(unwrap(pipeline), unwrap(op)));
}

//===- What the rest of the shim sees -------------------------------------===//

std::unique_ptr<Pass> tc::createPass(const TcPassInfo &info) {
  return std::make_unique<TcPass>(info);
}

SmallVector<int64_t> tc::takeCounts(Pass &pass) {
  SmallVector<int64_t> &counts = static_cast<TcPass &>(pass).counts;
  SmallVector<int64_t> taken = counts;
  llvm::fill(counts, 0);
  return taken;
}
