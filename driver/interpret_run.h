// One run of tc-interpret: interpret.c runs and checks, interpret_bounds.c
// evaluates in f64, interpret_run.c has what both need.
#ifndef TC_DRIVER_INTERPRET_RUN_H
#define TC_DRIVER_INTERPRET_RUN_H

#include "driver/interpret.h"

typedef struct TcInterpretRun {
  TcInterpretOptions options;
  MlirOperation module, func;
  MlirOperation given;           // the module that is printed
  MlirAttribute expected, state; // what it said of results, before the passes
  TcInputs inputs;
  TcTensor *results;
  size_t numResults;
} TcInterpretRun;

//===- interpret_run.c ----------------------------------------------------===//

void tcRunSay(const TcInterpretRun *run, const char *text);
/// For mlirOperationPrint: appends to a TcStrBuf.
void tcRunAppendText(MlirStringRef text, void *buf);
/// An attribute of result `i`; null if it has none.
MlirAttribute tcRunResultAttr(const TcInterpretRun *run, size_t i,
                              const char *name);
/// Whether a result is the new value of the argument or weight that an entry of
/// tc.expected_state names.
bool tcRunIsTiedTo(MlirAttribute tie, MlirAttribute entry);
/// The first of two statuses that is one; takes over both.
TcStatus tcRunWorse(TcStatus first, TcStatus next) TC_MUST_USE;
/// Room for `n` results, in the inputs' arena.
TcStatus tcRunMakeResults(TcInterpretRun *run, size_t n,
                          TcTensor **results) TC_MUST_USE;
/// "result 0: tensor<2x3xf32>", as far as it is no value.
void tcRunPrintHead(TcStrBuf *out, size_t i, const TcTensor *t);

//===- interpret_bounds.c -------------------------------------------------===//

/// Compares with the other function on the same inputs.
TcStatus tcRunCompareFunctions(TcInterpretRun *run, const char *entry,
                               const char *name) TC_MUST_USE;
/// Prints the module after the passes, with these values and bounds as
/// tc.expected.
TcStatus tcRunPrintExpected(TcInterpretRun *run, const char *entry) TC_MUST_USE;
/// Results in f64, integers and truth values as they are.
TcStatus tcRunCallWide(TcInterpretRun *run, const char *entry) TC_MUST_USE;

#endif // TC_DRIVER_INTERPRET_RUN_H
