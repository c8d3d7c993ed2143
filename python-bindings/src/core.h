//===- core.h - What the files of the extension share --------------*- C
//-*-===//
//
// tc._core: compiles through a worker process, loads the resulting programs,
// and calls them on tensors of any library. Contains no part of the compiler
// and no LLVM. All functions need the GIL unless stated otherwise; those that
// return a PyObject return a new reference, or NULL with an exception set.
//
//===----------------------------------------------------------------------===//

#ifndef TC_PYTHON_CORE_H
#define TC_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "dlpack.h"
#include "tc/program.h"

#include <stdbool.h>

enum {
  TC_ERROR_PY_ARGUMENT = 1750,  ///< an option, a count, a keyword
  TC_ERROR_PY_TENSOR = 1751,    ///< an object that is no tensor for us
  TC_ERROR_PY_DEVICE = 1752,    ///< a tensor on another device
  TC_ERROR_PY_READ_ONLY = 1753, ///< memory that may not be written
  TC_ERROR_PY_WEIGHT = 2750,    ///< no such weight
  TC_ERROR_PY_LOAD = 7750,      ///< compiled code cannot be loaded
};

//===- Errors (error.c) ---------------------------------------------------===//

bool tcPyErrorInit(PyObject *module);
/// Raises tc.Error and takes the status. Returns NULL.
PyObject *tcPyRaise(TcStatus status);
PyObject *tcPyFail(int number, const char *format, ...) TC_PRINTF(2, 3);

//===- Element types (dtype.c) --------------------------------------------===//

TcDType tcPyDTypeFromDLPack(DLDataType type);
DLDataType tcPyDTypeToDLPack(TcDType dtype);
/// As struct's formats have them; TC_DTYPE_INVALID of others, and of formats
/// that are not this machine's.
TcDType tcPyDTypeFromFormat(const char *format, Py_ssize_t itemSize);
/// NULL where struct has none (bf16, f8).
const char *tcPyDTypeFormat(TcDType dtype);

//===- Reading tensors (tensor.c) -----------------------------------------===//

/// An argument's memory and the objects that keep it alive during a call. What
/// a call on many tensors touches of each comes first.
typedef struct TcPyView {
  TcTensor tensor;
  DLDevice device;
  PyObject *keep;               ///< a capsule, or a view; may be NULL
  const DLPackExchangeAPI *api; ///< of its type; NULL: it has none
  bool isTorch, isNumpy, isScalar, hasBuffer;
  int64_t sizes[2 * TC_MAX_RANK]; ///< then, without a gap, strides
  double scalar[2];               ///< of a Python number
  Py_buffer buffer;
} TcPyView;

typedef struct TcPyExpected {
  const char *kind; ///< "input", "result"
  size_t index;
  const TcValue *value;
  bool written;
  bool trusted; ///< no test for lazily conjugated or negated tensors
} TcPyExpected;

/// Reads `object` for the value expected. False with an exception.
bool tcPyViewRead(PyObject *object, const TcPyExpected *expected,
                  TcPyView *view);
void tcPyViewRelease(TcPyView *view);
/// PyTorch's table of functions; NULL, without an exception, if it has none.
const DLPackExchangeAPI *tcPyTorchApi(void);

//===- Threads (threads.c) ------------------------------------------------===//

/// As in a TcCallFrame.
typedef struct TcPyThreads {
  TcParallelFor parallelFor;
  void *context;
  uint32_t number; ///< 0 of our pool, which the runtime asks
} TcPyThreads;

/// PyTorch's pool if `torch`, and it is loaded and offers one, else ours.
bool tcPyThreads(bool torch, TcPyThreads *threads);
void tcPyThreadsInChild(void);

//===- Results (result.c) -------------------------------------------------===//

/// What allocates results.
typedef enum TcPyMaker {
  TC_PY_ARRAY = 0,
  TC_PY_NUMPY = 1,
  TC_PY_TORCH = 2
} TcPyMaker;

/// A new PyTorch tensor of these sizes and strides (NULL: dense), in elements.
PyObject *tcPyTorchEmpty(const TcTensor *like, DLDevice device);
/// Asks for huge pages for a large result that PyTorch has just allocated in
/// host memory. Each call gets fresh pages for it, and a page costs more to map
/// than to write (GPT-2's logits, 51 MB: 26 ms in pages of 4 KiB, 7 in huge
/// ones).
void tcPyUseHugePages(const TcTensor *result);
/// `allocator(index, sizes, strides, dtype)`.
PyObject *tcPyAllocate(PyObject *allocator, size_t index, const TcTensor *like);
PyObject *tcPySizesTuple(const int64_t *sizes, unsigned count);

//===- tc.Array (array.c) -------------------------------------------------===//

bool tcPyArrayInit(PyObject *module);
/// An array over memory of the program's heap, which it frees. Takes `tensor`
/// (freed after an error) and a reference to `program`.
PyObject *tcPyArrayCreate(PyObject *programObject, TcProgram *program,
                          const TcTensor *tensor);
/// `array` as NumPy's, or itself where NumPy has no such type.
PyObject *tcPyArrayToNumpy(PyObject *array);

//===- Programs (program.c, call.c) ---------------------------------------===//

typedef struct TcPyProgram {
  PyObject ob_base;
  TcProgram *program;
  size_t numInputs, numResults;
  TcValue *inputs, *results; ///< of the program, read once
  PyObject *inputInfo, *resultInfo, *weightInfo, *stats;
  PyObject *weights; ///< a capsule: what its weights live in
  void *spare;       ///< room of a call that is over, for the next one
  bool isGpu;
  DLDevice device;
} TcPyProgram;

bool tcPyProgramInit(PyObject *module);
/// Takes the program; `stats` is a dict.
PyObject *tcPyProgramCreate(TcProgram *program, unsigned device,
                            PyObject *stats);
PyObject *tcPyProgramCallMethod(PyObject *self, PyObject *const *arguments,
                                Py_ssize_t count, PyObject *names);
PyObject *tcPyProgramCall(PyObject *self, PyObject *arguments,
                          PyObject *keywords);
PyObject *tcPyProgramSetWeights(PyObject *self, PyObject *weights);
PyObject *tcPyProgramSynchronize(PyObject *self, PyObject *stream);

//===- Compiling (compile.c, load.c, workers.c) ---------------------------===//

PyObject *tcPyCompile(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *tcPyLoadFile(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *tcPyModuleRun(PyObject *self, PyObject *arguments,
                        PyObject *keywords);
PyObject *tcPyWorkers(PyObject *self, PyObject *unused);
PyObject *tcPyWorkerPath(PyObject *self, PyObject *unused);
PyObject *tcPyGpuChip(PyObject *self, PyObject *arguments);
PyObject *tcPySizeText(PyObject *self, PyObject *text);
PyObject *tcPyFourierWork(PyObject *self, PyObject *points);

/// Loads the bytes of an artifact. Needs no GIL.
TcStatus tcPyLoad(const void *data, size_t size, unsigned device,
                  TcProgram **program) TC_MUST_USE;

/// Loads the artifact at `path`. Needs no GIL.
TcStatus tcPyLoadPath(const char *path, const TcProgramOptions *options,
                      TcProgram **program) TC_MUST_USE;

#endif // TC_PYTHON_CORE_H
