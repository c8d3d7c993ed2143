// The main functions of MLIR's developer tools with tc's dialects and passes.
#include "tc/tools.h"
#include "ir/read_types.h"
#include "ir/shim.h"
#include "lib/cost/numbers.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "shim/DialectTable.h"
#include "shim/LspInput.h"
#include "shim/Pass.h"
#include "shim/Registry.h"
#include "support/fault.h"
#include "support/nesting.h"
#include "support/version.h"
#include "tc/ext.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static void registerEverything(DialectRegistry &registry) {
  tc::insertAllDialects(registry);
  registerAllPasses();
  tc::registerPasses();
}

static bool textIsFine(const llvm::MemoryBuffer &buffer) {
  size_t line, column;
  const char *fault = tcTextFault(buffer.getBufferStart(),
                                  buffer.getBufferSize(), &line, &column);
  if (!fault)
    return true;
  llvm::errs() << buffer.getBufferIdentifier() << ':' << line << ':' << column
               << ": error: [TC-1010] " << fault << '\n';
  return false;
}

static bool versionIsRead(const llvm::MemoryBuffer &buffer) {
  int major, minor;
  size_t line, column;
  if (tcTextVersionIsRead(buffer.getBufferStart(), buffer.getBufferSize(),
                          &major, &minor, &line, &column))
    return true;
  char why[TC_VERSION_TEXT];
  tcVersionRefusal(major, minor, why);
  llvm::errs() << buffer.getBufferIdentifier() << ':' << line << ':' << column
               << ": error: [TC-5002] " << why << '\n';
  return false;
}

// Upstream reads bytecode without a check of types; it is read once more here.
static bool bytecodeIsFine(const llvm::MemoryBuffer &buffer,
                           DialectRegistry &registry) {
  if (!isBytecode(buffer))
    return true;
  MLIRContext context(registry);
  context.allowUnregisteredDialects();
  Block block;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  // What does not parse is reported by mlir-opt's main.
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  if (failed(readBytecodeFile(buffer, &block, config)))
    return true;
  ScopedDiagnosticHandler loud(&context, [](Diagnostic &why) {
    llvm::errs() << why.getLocation() << ": error: " << why << '\n';
  });
  return llvm::all_of(block, [](Operation &op) {
    return succeeded(unwrap(tcCheckReadTypes(wrap(&op))));
  });
}

// mlir-opt's main, with checks of the text before it is parsed.
static LogicalResult optimize(StringRef input, StringRef output,
                              DialectRegistry &registry,
                              const MlirOptMainConfig &config) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(input, &error);
  if (!buffer) {
    llvm::errs() << error << '\n';
    return failure();
  }
  if (!textIsFine(*buffer) || !versionIsRead(*buffer) ||
      !bytecodeIsFine(*buffer, registry))
    return failure();
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(output, &error);
  if (!file) {
    llvm::errs() << error << '\n';
    return failure();
  }
  if (failed(MlirOptMain(file->os(), std::move(buffer), registry, config)))
    return failure();
  file->keep();
  return success();
}

// Counts of our passes under --mlir-pass-statistics, over all of their runs.
// (Upstream's are not in Debian's build.)
namespace {
class StatisticsReport : public PassInstrumentation {
public:
  ~StatisticsReport() override;
  void runAfterPass(Pass *pass, Operation *) override { collect(pass); }
  void runAfterPassFailed(Pass *pass, Operation *) override { collect(pass); }

private:
  void collect(Pass *pass);
  llvm::MapVector<const TcPassInfo *, SmallVector<int64_t>> totals;
};
} // namespace

void StatisticsReport::collect(Pass *pass) {
  const TcPassInfo *info = tc::findPass(pass->getTypeID());
  if (!info)
    return;
  SmallVector<int64_t> &total = totals[info];
  total.resize(info->numStatistics);
  for (auto [sum, count] : llvm::zip(total, tc::takeCounts(*pass)))
    sum += count;
}

StatisticsReport::~StatisticsReport() {
  for (const auto &[info, total] : totals) {
    llvm::errs() << info->argument << '\n';
    for (auto [i, count] : llvm::enumerate(total))
      llvm::errs() << "  (S) " << count << ' ' << info->statistics[i].name
                   << " - " << info->statistics[i].help << '\n';
  }
}

static void reportStatistics(MlirOptMainConfig &config) {
  llvm::cl::Option *flag =
      llvm::cl::getRegisteredOptions().lookup("mlir-pass-statistics");
  if (!flag || !flag->getNumOccurrences())
    return;
  config.setPassPipelineSetupFn([given = config](PassManager &manager) {
    manager.addInstrumentation(std::make_unique<StatisticsReport>());
    return given.setupPassPipeline(manager);
  });
}

// Takes --load-extension=FILE out of the arguments. False after an error.
static bool loadExtensions(int &argc, char **argv) {
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    StringRef argument = argv[i];
    if (!argument.consume_front("--load-extension=")) {
      argv[kept++] = argv[i];
      continue;
    }
    TcStatus status = tcExtLoad(argument.data());
    if (!status)
      continue;
    char text[1024];
    tcStatusPrint(status, text, sizeof text);
    llvm::errs() << "tc-opt: error: " << text << '\n';
    tcStatusFree(status);
    return false;
  }
  argc = kept;
  return true;
}

static bool setNumbers() {
  TcStatus status = tcNumbersFromEnvironment();
  if (!status)
    return true;
  char text[1024];
  tcStatusPrint(status, text, sizeof text);
  llvm::errs() << "tc-opt: error: TC_NUMBERS: " << text << "\n";
  tcStatusFree(status);
  return false;
}

int tcOptMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  tcReportCrashes("tc-opt");
  tcSetNoMemoryHandler([] {
    llvm::sys::RunInterruptHandlers(); // removes unfinished outputs
    tcEndWithoutMemory();
  });
  tcInjectFaults();
  if (!setNumbers())
    return 1;
  if (!loadExtensions(argc, argv))
    return 1;
  DialectRegistry registry;
  registerEverything(registry);
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv, "tc-opt", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  reportStatistics(config);
  return asMainReturnCode(optimize(input, output, registry, config));
}

static bool isDelimited(int argc, char **argv) {
  return llvm::any_of(llvm::ArrayRef(argv, argc), [](StringRef argument) {
    return argument.ends_with("-lit-test") || argument.ends_with("=delimited");
  });
}

int tcLspServerMain(int argc, char **argv) {
  stdin = tc::openLspInput(stdin, isDelimited(argc, argv));
  if (!stdin) {
    llvm::errs() << "tc-lsp-server: [TC-6001] out of memory\n";
    return 1;
  }
  DialectRegistry registry;
  registerEverything(registry);
  return asMainReturnCode(MlirLspServerMain(argc, argv, registry));
}
