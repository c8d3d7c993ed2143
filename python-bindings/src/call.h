//===- call.h - Shared by the files of a call
//------------------------------===//
//
// call.c reads arguments and runs the program, call_results.c has the results.
//
//===----------------------------------------------------------------------===//

#ifndef TC_PYTHON_CALL_H
#define TC_PYTHON_CALL_H

#include "core.h"

#include "runtime/descriptor.h"

/// The arguments of the Python call.
typedef struct TcPyCallArguments {
  PyObject *inputs, *outputs, *stream, *pool, *allocator, *results;
  bool trusted;
} TcPyCallArguments;

typedef struct TcPyCall {
  TcPyProgram *p;
  const TcPyCallArguments *said;
  PyObject *inputs, *outputs; ///< tuples; `outputs` may be NULL
  PyObject *made;             ///< the list of results
  TcPyView *inputViews, *resultViews;
  TcTensor *tensors; ///< inputs, then results
  bool *onHost;      ///< of the inputs, in a call on the GPU's memory
  PyObject *arena;   ///< a tensor that intermediates lie in; may be NULL
  size_t numInputViews, numResultViews; ///< that have been read
  bool anyTorch, anyNumpy, onDevice;
  bool onCurrent; ///< on a GPU, on PyTorch's current stream
  const DLPackExchangeAPI *api;
  TcCallFrame frame;
} TcPyCall;

//===- call.c -------------------------------------------------------------===//

/// Notes whose tensor it is and where it lies. False, with an exception, if
/// that is no place for the program's.
bool tcPyCallNote(TcPyCall *c, const TcPyExpected *e, const TcPyView *v);
bool tcPyCallCountsFit(PyObject *tuple, size_t count, const char *what);
/// Raises an error; true if there is none.
bool tcPyCallFail(TcStatus status);

//===- call_results.c -----------------------------------------------------===//
// Each is false with an exception.

/// The object that the caller gives for a result, borrowed, or NULL.
PyObject *tcPyCallOutputAt(const TcPyCall *c, size_t index);
/// Reads the results that the caller gives, and leaves room for the others.
bool tcPyCallReadOutputs(TcPyCall *c);
/// Whose tensors the results are to be.
bool tcPyCallChooseMaker(const TcPyCall *c, TcPyMaker *maker);
/// Makes results of PyTorch, or of the caller's allocator, before the call.
bool tcPyCallMakeResults(TcPyCall *c, TcPyMaker maker);
/// Makes objects of the others after it.
bool tcPyCallFinishResults(TcPyCall *c, TcPyMaker maker);

#endif // TC_PYTHON_CALL_H
