// The parts of tc-run: options, a loaded model with its tensors, the check of
// its results, and what is printed.
#ifndef TC_RUN_H
#define TC_RUN_H

#include "runtime/descriptor.h"
#include "tc/program.h"
#include "tc/safetensors.h"

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

enum { RUN_MAX_SIZES = 32 };

typedef struct RunOptions {
  const char *model, *weights, *target;
  uint32_t repeat, threads;
  bool grad; // run forward and backward, against finite differences
  const char *part; // of a joint graph, to compile; NULL: the model
  bool check, list, profile, guard, json, noHeader;
  const char *sizes[RUN_MAX_SIZES]; // "name=value"
  uint32_t numSizes;
} RunOptions;

/// TC-1700 if the arguments are wrong. *help is set if only the help is wanted.
TcStatus runOptionsParse(int argc, char **argv, RunOptions *options,
                         bool *help) TC_MUST_USE;
void runPrintHelp(void);

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

typedef struct RunModel {
  const RunOptions *options;
  TcProgram *program;
  const TcProgramDescriptor *d;
  TcPool *pool;
  TcHeap *heap; // of inputs, filled weights
  TcSafetensors *file;
  void **weights;    // where they are, once found
  bool *madeWeights; // not read from the file
  int64_t *symbols;
  TcTensor *inputs, *results;
  int64_t *shapes; // of inputs; and of results, with their strides
  int64_t *strides;
  void **storages; // memory of the inputs: what each owns, or NULL
  double compileSeconds, prepareSeconds;
} RunModel;

/// Compiles an .mlir with the tc-compile beside this program, loads the model,
/// makes its inputs and weights and prepares it.
TcStatus runModelOpen(const RunOptions *options, RunModel *model) TC_MUST_USE;
void runModelClose(RunModel *model);

/// One call. The results stay where the first call put them.
TcStatus runModelCall(RunModel *model) TC_MUST_USE;

/// Compiles options->model to `path`; the seconds from exec to exit.
TcStatus runCompile(const RunOptions *options, const char *path,
                    double *seconds) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// GPUs
//===----------------------------------------------------------------------===//

/// The arguments of a model in its GPU's memory.
typedef struct RunDevice {
  const TcAllocator *memory;
  TcTensor *inputs, *results;
  void **blocks; // all that was allocated
  uint32_t numBlocks;
} RunDevice;

/// Copies the inputs to the GPU. After a call of the model, which tells the
/// sizes of results. To be closed, also after an error.
TcStatus runDeviceOpen(RunModel *model, RunDevice *device) TC_MUST_USE;
void runDeviceClose(RunDevice *device);

/// One call, from the GPU's memory to the GPU's memory; waits for it.
TcStatus runDeviceCall(RunModel *model, RunDevice *device) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// How far a model is from what it should give.
typedef struct RunError {
  double error; ///< greatest over all that is checked, relative 2-norm
  double bound; ///< of that one
  bool known;   ///< anything was checked
  bool right;
  char worst[96]; ///< its name, and what is wrong if it is
} RunError;

/// Compares the results, and what was written, with what is expected.
void runCheck(const RunModel *model, RunError *error);

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// Compiles and runs both halves of an .mlir, prints a line for each group of
/// gradients. TC-1705 if one is not what finite differences say.
TcStatus runGradients(const RunOptions *options) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

double runSeconds(void);

/// Most f32 operations a second that all threads of the pool reach together.
double runPeakFlops(TcPool *pool);

/// VmHWM, in bytes; 0 if the system does not tell.
double runPeakMemory(void);

typedef struct RunTimes {
  double *seconds; ///< one per call
  uint32_t count;
} RunTimes;

void runPrintList(const TcProgram *program);
void runPrintRow(const RunModel *model, RunTimes *times, const RunError *error,
                 double memory);

/// Runs once more and prints what each kernel took.
TcStatus runProfile(RunModel *model) TC_MUST_USE;

#endif // TC_RUN_H
