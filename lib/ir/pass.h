// Passes in C. A pass is one file with one descriptor:
//
//   static const TcPassOption options[] = {
//       {"max-size", TC_OPTION_INT, "64", "largest kernel to fuse"}};
//   const TcPassInfo tcPassFuse = {
//       .argument = "tc-fuse", .summary = "...", .anchor = "func.func",
//       .options = options, .numOptions = 1, .run = runFuse};
//
// and one line in passes/passes.inc. lib/shim makes an mlir::Pass of it.
#ifndef TC_IR_PASS_H
#define TC_IR_PASS_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One run of a pass over one operation.
typedef struct TcPass TcPass;

typedef enum TcOptionKind {
  TC_OPTION_BOOL,
  TC_OPTION_INT,
  TC_OPTION_STRING,
} TcOptionKind;

typedef struct TcPassOption {
  const char *name;
  TcOptionKind kind;
  const char *defaultText; ///< As on the command line; NULL: false, 0, "".
  const char *help;
} TcPassOption;

typedef struct TcPassStatistic {
  const char *name;
  const char *help;
} TcPassStatistic;

typedef struct TcPassInfo {
  const char *argument; ///< Name on command lines, "tc-...".
  const char *summary;
  const char *anchor; ///< Op that the pass runs on; NULL: any.
  const TcPassOption *options;
  size_t numOptions;
  const TcPassStatistic *statistics;
  size_t numStatistics;
  /// Namespaces of the dialects whose ops the pass makes; NULL-terminated.
  const char *const *dependentDialects;
  /// Fails after having emitted an error. Runs concurrently on several ops.
  MlirLogicalResult (*run)(MlirOperation op, TcPass *pass);
} TcPassInfo;

/// Values of the options, by position in TcPassInfo.options.
bool tcPassGetOptionBool(TcPass *pass, size_t option);
int64_t tcPassGetOptionInt(TcPass *pass, size_t option);
/// Lives as long as the run.
MlirStringRef tcPassGetOptionString(TcPass *pass, size_t option);

void tcPassAddStatistic(TcPass *pass, size_t statistic, int64_t n);

/// Declares that the pass changed nothing: cached analyses stay valid.
void tcPassMarkUnchanged(TcPass *pass);

/// Runs a pipeline of passes on `op`, such as "canonicalize,cse": the op that
/// the pass runs on, or one inside it.
MlirLogicalResult tcPassRunPipeline(TcPass *pass, MlirStringRef pipeline,
                                    MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_PASS_H
