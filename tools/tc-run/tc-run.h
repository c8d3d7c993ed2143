// The parts of tc-run: options, a loaded model with its tensors, the check of
// its results, and what is printed.
#ifndef TC_RUN_H
#define TC_RUN_H

#include "runtime/compare.h"
#include "runtime/reals.h"
#include "tc/program.h"
#include "tc/safetensors.h"

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

enum { RUN_MAX_SIZES = 32, RUN_MAX_INPUTS = 32, RUN_MAX_DEALT = 4096 };

typedef struct RunOptions {
  const char *model, *weights, *target;
  uint32_t repeat, threads;
  uint32_t tasksOf; // print what each kernel would take on so many threads; 0
  bool grad;        // run forward and backward, against finite differences
  const char *part; // of a joint graph, to compile; NULL: the model
  const char *wrt;  // of what gradients are
  bool wide;        // compile the part in f64
  const struct RunModel *like; // whose inputs and weights, of the same names,
                               // are taken, in other types; or NULL
  bool resultsAlone;           // --check leaves out the launches
  bool distinct;               // --check evaluates each kernel's code once
  const char *plan; // what tc-compile --plan wrote for the program, or NULL
  bool check, list, profile, memory, guard, json, noHeader;
  bool graphs;                      // calls on a GPU as graphs of its driver
  bool bisect;                      // find what is wrong first, and save it ...
  const char *save;                 // ... as this file
  const char *sizes[RUN_MAX_SIZES]; // "name=value"
  uint32_t numSizes;
  const char *out;                    // a file for the results, or NULL
  uint32_t steps;                     // of training; 0: none
  const char *curve;                  // file of losses, or NULL
  const char *inputs[RUN_MAX_INPUTS]; // "name=file", of training
  uint32_t numInputs;
} RunOptions;

/// TC-1700 if the arguments are wrong. *help is set if only the help is wanted.
TcStatus runOptionsParse(int argc, char **argv, RunOptions *options,
                         bool *help) TC_MUST_USE;
void runPrintHelp(void);

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

/// An allocator that counts the bytes that are in use.
typedef struct RunMeter {
  TcAllocator allocator;
  size_t live, peak;
} RunMeter;

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
  void **storages;        // memory of the inputs: what each owns, or NULL
  struct RunJudge *judge; // holds launches against their meaning; or NULL
  char folder[64];        // of what was compiled here; or ""
  double compileSeconds, prepareSeconds;
  uint64_t callFlags;           // of calls on a GPU
  const TcAllocator *allocator; // of the next call's memory; NULL: its own
  TcParallelFor parallelFor;    // of calls; NULL: the pool
  void *parallelContext;
  uint32_t numThreads; // of parallelFor
} RunModel;

/// Operations of the products of a call; 0 if unknown: the program tells those
/// at its example sizes, and --size gives others.
static inline double runFlops(const RunModel *model) {
  return model->options->numSizes ? 0 : model->d->flops;
}

/// Compiles an .mlir with the tc-compile beside this program, loads the model,
/// makes its inputs and weights and prepares it.
TcStatus runModelOpen(const RunOptions *options, RunModel *model) TC_MUST_USE;
void runModelClose(RunModel *model);

/// One more call of a program whose results have memory: prints what was
/// planned and what it asks for. TC-1710 if they differ.
TcStatus runMemory(RunModel *model) TC_MUST_USE;

/// TC-6700.
TcStatus runNoMemory(const char *what) TC_MUST_USE;

/// Writes what the model fills an input or weight with to `data`, densely, or
/// to the tensor with its strides: elements of the fill from `first` on.
TcStatus runFillDense(RunModel *model, const TcValueInfo *info,
                      const TcTensor *tensor, void *data,
                      int64_t first) TC_MUST_USE;
TcStatus runFillStrided(RunModel *model, const TcValueInfo *info,
                        const TcTensor *tensor, int64_t first) TC_MUST_USE;

/// The current contents of a weight. `sizes` has room for TC_MAX_RANK.
TcTensor runWeightTensor(const RunModel *model, uint32_t index, int64_t *sizes);

/// Fills an input that has a fill with the elements for the call of that
/// number: those after the elements of the call before.
TcStatus runModelFillInput(RunModel *model, uint32_t input,
                           uint32_t call) TC_MUST_USE;

/// One call. The results stay where the first call put them.
TcStatus runModelCall(RunModel *model) TC_MUST_USE;

/// Compiles options->model to `path`, and its plan to `plan` unless that is
/// NULL; the seconds from exec to exit.
TcStatus runCompile(const RunOptions *options, const char *path,
                    const char *plan, double *seconds) TC_MUST_USE;
/// A tool in the folder of this program. `path` has room for `capacity`.
void runFindTool(const char *name, char *path, size_t capacity);

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

/// --graphs: has calls be graphs from the first one on.
TcStatus runSetGraphs(RunModel *model) TC_MUST_USE;
/// Prints what has become of the calls.
void runPrintGraphs(const RunModel *model);

/// One call, from the GPU's memory to the GPU's memory; waits for it.
TcStatus runDeviceCall(RunModel *model, RunDevice *device) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Where a tensor's memory lies, in elements from the one at index 0: from the
/// lowest address (below it where strides are negative) to behind the highest.
typedef struct RunSpan {
  int64_t low, end;
} RunSpan;
RunSpan runTensorSpan(const TcTensor *tensor);
/// The same as memory: its first byte, and how many bytes, gaps included.
char *runTensorStart(const TcTensor *tensor);
size_t runTensorBytes(const TcTensor *tensor);

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// The error of a model's results.
typedef struct RunError {
  double error; ///< greatest over all that is checked, relative 2-norm
  double bound; ///< of that one
  bool known;   ///< anything was checked
  bool right;
  char worst[512];               ///< its name, and what is wrong if it is
  long long launches;            ///< of which operands were compared ...
  long long evaluated;           ///< ... and of which results
  long long elements, undecided; ///< of these
} RunError;

/// Compares the results, and written arguments and weights, with what is
/// expected.
void runCheck(const RunModel *model, RunError *error);

/// From now on each launch of the model is judged by the tc-interpret beside
/// this program, which reads its kernels from `plan`.
TcStatus runJudgeOpen(RunModel *model, const char *plan) TC_MUST_USE;
/// The judgement. TC-7705 if tc-interpret failed.
TcStatus runJudgeClose(RunModel *model, RunError *error) TC_MUST_USE;

/// --bisect: compares the passes; TC-1708 if one is wrong. Else sets the
/// options so that launches are judged. `path` has room for the file's default
/// name.
TcStatus runBisect(RunOptions *options, char *path, size_t room) TC_MUST_USE;
/// Prints the judgement of the launches, and the file that shows a wrong one.
void runBisectReport(const RunOptions *options, const RunError *error);

/// Writes the elements of all results to the file of --out; TC-1709 if it
/// cannot.
TcStatus runWriteResults(const RunModel *model) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// Gradients, training
//===----------------------------------------------------------------------===//

/// Compiles and runs both halves of an .mlir, as it is and in f64, prints a
/// line for each group of gradients. TC-1705 if a launch of a half is not
/// within its bounds, or a gradient not what finite differences in f64 say.
TcStatus runGradients(const RunOptions *options) TC_MUST_USE;

/// A compiled forward and backward half with their inputs and weights; inputs
/// of backward that forward computes are forward's results.
typedef struct RunHalves {
  RunOptions options[2]; // of each
  RunModel forward, backward;
  void **states; // what forward writes to, before it did; by number
} RunHalves;

/// `halves` has its options, and is zero else. `like` may be NULL.
TcStatus runHalvesOpen(const RunHalves *like, RunHalves *halves) TC_MUST_USE;
void runHalvesClose(RunHalves *halves);
/// Runs forward from the initial state, then backward.
TcStatus runHalvesForward(RunHalves *halves) TC_MUST_USE;
TcStatus runHalvesCall(RunHalves *halves) TC_MUST_USE;
/// The argument or weight of gradient `k`, as the forward half reads it; `data`
/// is NULL if it does not read it.
TcTensor runHalvesSource(const RunHalves *halves, uint32_t k);

/// Calls a training step options->steps times and prints losses and figures.
/// TC-1706 if they are not those of options->curve.
TcStatus runTraining(const RunOptions *options) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

double runSeconds(void);

/// The peak of f32 operations per second of all threads of the pool together.
double runPeakFlops(TcPool *pool);

/// Bytes per second that a copy of 64 MiB by all threads reads and writes; 0 if
/// there is no memory for it.
double runPeakBytes(TcPool *pool);

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

/// --tasks: times each task by itself, and prints what each kernel would take
/// on options->tasksOf threads.
TcStatus runTasks(RunModel *model) TC_MUST_USE;

#endif // TC_RUN_H
