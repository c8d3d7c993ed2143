//===- call_results.c - Results of a call
//----------------------------------===//
//
// Results are given by the caller, made before the call by PyTorch or the
// caller's allocator, or wrapped after it. See call.h.
//
//===----------------------------------------------------------------------===//

#include "call.h"

PyObject *tcPyCallOutputAt(const TcPyCall *c, size_t index) {
  PyObject *given =
      c->outputs ? PyTuple_GetItem(c->outputs, (Py_ssize_t)index) : NULL;
  return given == Py_None ? NULL : given;
}

/// The data of a result without elements: not NULL, since NULL asks the runtime
/// to allocate.
static _Alignas(256) char nothing[256];

static bool readResult(TcPyCall *c, size_t i, PyObject *object) {
  TcPyView *v = &c->resultViews[i];
  TcPyExpected e = {"result", i, &c->p->results[i], true, c->said->trusted};
  if (!tcPyViewRead(object, &e, v) || !tcPyCallNote(c, &e, v))
    return false;
  if (!v->tensor.data && !tcTensorElementCount(&v->tensor))
    v->tensor.data = nothing;
  c->tensors[c->p->numInputs + i] = v->tensor;
  return true;
}

/// Room for the runtime to describe a result in.
static void leaveResult(TcPyCall *c, size_t i) {
  TcPyView *v = &c->resultViews[i];
  v->hasBuffer = false;
  v->keep = NULL;
  c->tensors[c->p->numInputs + i] = (TcTensor){.sizes = v->sizes};
}

bool tcPyCallReadOutputs(TcPyCall *c) {
  PyObject *outputs = c->said->outputs;
  if (outputs && outputs != Py_None) {
    c->outputs = PySequence_Tuple(outputs);
    if (!c->outputs ||
        !tcPyCallCountsFit(c->outputs, c->p->numResults, "results"))
      return false;
  }
  for (size_t i = 0; i < c->p->numResults; ++i) {
    PyObject *given = tcPyCallOutputAt(c, i);
    c->numResultViews = i + 1;
    leaveResult(c, i);
    if (given && !readResult(c, i, given))
      return false;
  }
  return true;
}

bool tcPyCallChooseMaker(const TcPyCall *c, TcPyMaker *maker) {
  static const char *const names[] = {"array", "numpy", "torch"};
  *maker = c->anyTorch ? TC_PY_TORCH : c->anyNumpy ? TC_PY_NUMPY : TC_PY_ARRAY;
  if (!c->said->results || c->said->results == Py_None)
    return true;
  for (int i = 0; i < 3; ++i)
    if (!PyUnicode_CompareWithASCIIString(c->said->results, names[i])) {
      *maker = (TcPyMaker)i;
      return true;
    }
  return tcPyFail(TC_ERROR_PY_ARGUMENT,
                  "results is 'torch', 'numpy', 'array' or None");
}

static bool isTied(const TcPyCall *c, size_t i) {
  return c->p->results[i].tie >= 0;
}

/// Makes the result that the runtime has described.
static bool makeResult(TcPyCall *c, size_t i) {
  const TcTensor *like = &c->tensors[c->p->numInputs + i];
  DLDevice device = c->onDevice ? c->p->device : (DLDevice){kDLCPU, 0};
  PyObject *allocator = c->said->allocator;
  bool ours = !allocator || allocator == Py_None;
  PyObject *made =
      ours ? tcPyTorchEmpty(like, device) : tcPyAllocate(allocator, i, like);
  if (!made)
    return false;
  PyList_SetItem(c->made, (Py_ssize_t)i, made);
  if (!readResult(c, i, made))
    return false;
  if (ours && !c->onDevice)
    tcPyUseHugePages(&c->tensors[c->p->numInputs + i]);
  return true;
}

/// On a GPU intermediates use PyTorch's allocator, so that no second pool holds
/// memory, and a capture of the caller's has memory for them. It may be reused
/// as soon as the call is enqueued, since the stream is the allocator's own.
static bool makeArena(TcPyCall *c) {
  int64_t bytes = (int64_t)c->frame.arenaBytes;
  TcTensor like = {.dtype = TC_DTYPE_U8, .rank = 1, .sizes = &bytes};
  DLTensor arena;
  c->frame.arenaBytes = 0;
  if (!bytes || !c->onCurrent || !c->api)
    return true;
  c->arena = tcPyTorchEmpty(&like, c->p->device);
  if (!c->arena || c->api->dltensor_from_py_object_no_sync(c->arena, &arena))
    return false;
  c->frame.arena = (char *)arena.data + arena.byte_offset;
  c->frame.arenaBytes = (size_t)bytes;
  return true;
}

static bool describeResults(TcPyCall *c) {
  if (!tcPyCallFail(tcProgramDescribeResults(c->p->program, &c->frame)))
    return false;
  c->frame.flags |= TC_CALL_CHECKED;
  return makeArena(c);
}

/// Results of PyTorch, or of the caller's allocator, are made before the call.
bool tcPyCallMakeResults(TcPyCall *c, TcPyMaker maker) {
  PyObject *allocator = c->said->allocator;
  bool described = false;
  if (maker != TC_PY_TORCH && (!allocator || allocator == Py_None))
    return true;
  if (c->onDevice && !(described = describeResults(c)))
    return false;
  for (size_t i = 0; i < c->p->numResults; ++i) {
    TcTensor *result = &c->tensors[c->p->numInputs + i];
    if (tcPyCallOutputAt(c, i) || isTied(c, i))
      continue;
    if (!described && !(described = describeResults(c)))
      return false;
    if (result->dtype != TC_DTYPE_INVALID && !makeResult(c, i))
      return false;
  }
  return true;
}

/// The object of result `i` after the call. A result that is a weight is an
/// array over the program's memory of the weight.
static PyObject *finishResult(TcPyCall *c, size_t i, TcPyMaker maker) {
  PyObject *given = tcPyCallOutputAt(c, i);
  const TcValue *value = &c->p->results[i];
  if (given)
    return Py_NewRef(given);
  if (isTied(c, i) && !value->tieIsWeight)
    return Py_NewRef(PyTuple_GetItem(c->inputs, value->tie));
  if (isTied(c, i))
    return Py_NewRef(Py_None);
  PyObject *array = tcPyArrayCreate((PyObject *)c->p, c->p->program,
                                    &c->tensors[c->p->numInputs + i]);
  if (!array || maker == TC_PY_ARRAY)
    return array;
  PyObject *object = NULL;
  if (maker == TC_PY_NUMPY)
    object = tcPyArrayToNumpy(array);
  else {
    PyObject *torch = PyImport_ImportModule("torch");
    object =
        torch ? PyObject_CallMethod(torch, "from_dlpack", "O", array) : NULL;
    Py_XDECREF(torch);
  }
  Py_DECREF(array);
  return object;
}

bool tcPyCallFinishResults(TcPyCall *c, TcPyMaker maker) {
  bool good = true;
  for (size_t i = 0; i < c->p->numResults; ++i) {
    if (PyList_GetItem(c->made, (Py_ssize_t)i))
      continue;
    PyErr_Clear();
    PyObject *object = finishResult(c, i, maker);
    good &= object != NULL;
    PyList_SetItem(c->made, (Py_ssize_t)i,
                   object ? object : Py_NewRef(Py_None));
  }
  return good;
}
