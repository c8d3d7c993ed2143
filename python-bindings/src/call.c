//===- call.c - A call of a program ---------------------------------------===//
//
// A call describes arguments, makes results or leaves them to the runtime, then
// runs the program without the GIL. The memory for these descriptions is kept
// from call to call.
//
//===----------------------------------------------------------------------===//

#include "call.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Room
//===----------------------------------------------------------------------===//

static bool openRoom(TcPyCall *c) {
  TcPyProgram *p = c->p;
  size_t values = p->numInputs + p->numResults;
  void *room = p->spare;
  p->spare = NULL;
  if (!room)
    room = malloc(values * (sizeof(TcPyView) + sizeof(TcTensor) + 1) + 1);
  if (!room)
    return PyErr_NoMemory();
  c->inputViews = room;
  c->resultViews = c->inputViews + p->numInputs;
  c->tensors = (TcTensor *)(c->inputViews + values);
  c->onHost = (bool *)(c->tensors + values);
  return true;
}

static void closeRoom(TcPyCall *c) {
  for (size_t i = 0; i < c->numInputViews; ++i)
    tcPyViewRelease(&c->inputViews[i]);
  for (size_t i = 0; i < c->numResultViews; ++i)
    tcPyViewRelease(&c->resultViews[i]);
  if (c->p->spare)
    free(c->inputViews);
  else
    c->p->spare = c->inputViews;
  Py_XDECREF(c->inputs);
  Py_XDECREF(c->outputs);
  Py_XDECREF(c->arena);
}

//===----------------------------------------------------------------------===//
// TcPyCallArguments
//===----------------------------------------------------------------------===//

static bool isHost(DLDevice device) {
  return device.device_type == kDLCPU || device.device_type == kDLCUDAHost ||
         device.device_type == kDLROCMHost;
}

/// PyTorch calls HIP devices CUDA ones in some versions.
static bool isOwnDevice(const TcPyProgram *p, DLDevice device) {
  int type = device.device_type;
  return p->isGpu && device.device_id == p->device.device_id &&
         (type == kDLCUDA || type == kDLROCM || type == kDLCUDAManaged);
}

static bool wrongDevice(const TcPyExpected *e, const TcPyCall *c,
                        DLDevice device) {
  return tcPyFail(TC_ERROR_PY_DEVICE,
                  "%s %zu (%s): it is on device %d:%d (DLPack), and the "
                  "program was compiled for %s%s",
                  e->kind, e->index, e->value->name, device.device_type,
                  device.device_id, c->p->isGpu ? "GPU " : "the CPU",
                  !c->p->isGpu                  ? ""
                  : c->p->device.device_id == 0 ? "0"
                                                : "of another number");
}

bool tcPyCallNote(TcPyCall *c, const TcPyExpected *e, const TcPyView *v) {
  c->anyTorch |= v->isTorch;
  c->anyNumpy |= v->isNumpy;
  if (v->api)
    c->api = v->api;
  if (isOwnDevice(c->p, v->device))
    c->onDevice = true;
  else if (!isHost(v->device))
    return wrongDevice(e, c, v->device);
  return true;
}

bool tcPyCallCountsFit(PyObject *tuple, size_t count, const char *what) {
  if ((size_t)PyTuple_Size(tuple) == count)
    return true;
  return tcPyFail(1501, "the program has %zu %s, not %zd", count, what,
                  PyTuple_Size(tuple));
}

bool tcPyCallFail(TcStatus status) {
  if (status)
    tcPyRaise(status);
  return !status;
}

static bool readInputs(TcPyCall *c) {
  TcPyProgram *p = c->p;
  c->inputs = PySequence_Tuple(c->said->inputs);
  if (!c->inputs || !tcPyCallCountsFit(c->inputs, p->numInputs, "inputs"))
    return false;
  for (size_t i = 0; i < p->numInputs; ++i) {
    TcPyView *v = &c->inputViews[i];
    TcPyExpected e = {"input", i, &p->inputs[i], p->inputs[i].mutated,
                      c->said->trusted};
    c->numInputViews = i + 1;
    if (!tcPyViewRead(PyTuple_GetItem(c->inputs, (Py_ssize_t)i), &e, v) ||
        !tcPyCallNote(c, &e, v))
      return false;
    c->tensors[i] = v->tensor;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// Elements that share memory cannot be written one by one.
static bool isSpread(const TcTensor *t) {
  for (unsigned i = 0; t->strides && i < t->rank; ++i)
    if (!t->strides[i] && t->sizes[i] > 1)
      return false;
  return true;
}

/// Whether a GPU tensor, such as `x[1:]`, is not aligned for kernels.
static bool isMisaligned(const TcPyCall *c, size_t i) {
  const TcValueInfo *info = &tcProgramGetDescriptor(c->p->program)->inputs[i];
  const TcPyView *v = &c->inputViews[i];
  return info->kernelAlignment && !info->mutated && info->storage == TC_NONE &&
         v->api && isOwnDevice(c->p, v->device) &&
         (uintptr_t)v->tensor.data % info->kernelAlignment &&
         isSpread(&v->tensor);
}

/// Makes an aligned copy with PyTorch's allocator, since the runtime's would
/// take more GPU memory.
static bool copyInput(TcPyCall *c, size_t i) {
  TcPyView *v = &c->inputViews[i];
  DLTensor t;
  v->keep = tcPyTorchEmpty(&v->tensor, v->device);
  PyObject *done =
      v->keep ? PyObject_CallMethod(v->keep, "copy_", "O",
                                    PyTuple_GetItem(c->inputs, (Py_ssize_t)i))
              : NULL;
  Py_XDECREF(done);
  if (!done || v->api->dltensor_from_py_object_no_sync(v->keep, &t))
    return false;
  c->tensors[i].data = (char *)t.data + t.byte_offset;
  return true;
}

static bool alignInputs(TcPyCall *c) {
  for (size_t i = 0; c->onCurrent && i < c->p->numInputs; ++i)
    if (isMisaligned(c, i) && !copyInput(c, i))
      return false;
  return true;
}

/// Checks that all tensors of a call are on the GPU or all on the host; numbers
/// may always be on the host.
static bool checkMixed(TcPyCall *c) {
  for (size_t i = 0; c->onDevice && i < c->p->numInputs; ++i) {
    const TcPyView *v = &c->inputViews[i];
    bool onHost = isHost(v->device);
    if (onHost && (v->tensor.rank || c->p->inputs[i].mutated))
      return tcPyFail(TC_ERROR_PY_DEVICE,
                      "input %zu (%s) is in host memory, others are on the "
                      "GPU; pass a GPU tensor",
                      i, c->p->inputs[i].name);
    c->onHost[i] = onHost;
  }
  c->frame.inputsOnHost = c->onDevice ? c->onHost : NULL;
  return true;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// The stream to be in the order of: the caller's, or PyTorch's current one.
static bool chooseStream(TcPyCall *c) {
  PyObject *said = c->said->stream;
  bool isSaid = said && said != Py_None, hasCurrent = c->onDevice && c->api;
  void *current = NULL;
  if (!c->p->isGpu)
    return true;
  if (hasCurrent &&
      c->api->current_work_stream(c->p->device.device_type,
                                  c->p->device.device_id, &current))
    return false;
  c->frame.stream = isSaid ? PyLong_AsVoidPtr(said) : current;
  if (PyErr_Occurred())
    return false;
  c->onCurrent =
      c->onDevice && (!isSaid || (hasCurrent && c->frame.stream == current));
  if (c->onDevice)
    c->frame.flags = TC_CALL_DEVICE_MEMORY | TC_CALL_ASYNC;
  if (c->onDevice && !c->frame.stream)
    c->frame.stream = TC_DEFAULT_STREAM;
  return true;
}

static bool chooseThreads(TcPyCall *c) {
  PyObject *said = c->said->pool;
  bool torch = c->anyTorch;
  if (c->p->isGpu)
    return true;
  if (said && said != Py_None) {
    if (!PyUnicode_CompareWithASCIIString(said, "serial"))
      return true;
    torch = !PyUnicode_CompareWithASCIIString(said, "torch");
    if (!torch && PyUnicode_CompareWithASCIIString(said, "tc"))
      return tcPyFail(TC_ERROR_PY_ARGUMENT,
                      "pool is 'torch', 'tc', 'serial' or None");
  }
  TcPyThreads threads;
  if (!tcPyThreads(torch, &threads))
    return false;
  c->frame.parallelFor = threads.parallelFor;
  c->frame.parallelContext = threads.context;
  c->frame.numThreads = threads.number;
  return true;
}

static bool run(TcPyCall *c) {
  TcStatus status;
  Py_BEGIN_ALLOW_THREADS;
  status = tcProgramCall(c->p->program, &c->frame);
  Py_END_ALLOW_THREADS;
  return tcPyCallFail(status);
}

/// A program for a GPU whose inputs are numbers, or none, makes PyTorch's
/// results on the GPU.
static void choosePlace(TcPyCall *c, TcPyMaker maker) {
  if (!c->p->isGpu || c->onDevice || maker != TC_PY_TORCH)
    return;
  for (size_t i = 0; i < c->p->numInputs; ++i)
    if (c->inputViews[i].tensor.rank || c->p->inputs[i].mutated)
      return;
  for (size_t i = 0; i < c->p->numResults; ++i)
    if (tcPyCallOutputAt(c, i))
      return;
  c->api = tcPyTorchApi();
  c->onDevice = c->api != NULL;
}

static bool prepare(TcPyCall *c, TcPyMaker *maker) {
  if (!readInputs(c) || !tcPyCallReadOutputs(c) ||
      !tcPyCallChooseMaker(c, maker))
    return false;
  choosePlace(c, *maker);
  if (!checkMixed(c) || !chooseStream(c) || !alignInputs(c) ||
      !chooseThreads(c))
    return false;
  c->frame.structSize = sizeof c->frame;
  c->frame.inputs = c->tensors;
  c->frame.results = c->tensors + c->p->numInputs;
  c->frame.numInputs = c->p->numInputs;
  c->frame.numResults = c->p->numResults;
  return tcPyCallMakeResults(c, *maker);
}

static PyObject *callProgram(TcPyProgram *p, const TcPyCallArguments *said) {
  TcPyCall c = {.p = p, .said = said};
  TcPyMaker maker;
  if (!openRoom(&c))
    return NULL;
  c.made = PyList_New((Py_ssize_t)p->numResults);
  bool good = c.made && prepare(&c, &maker) && run(&c) &&
              tcPyCallFinishResults(&c, maker) && !PyErr_CheckSignals();
  closeRoom(&c);
  if (!good)
    Py_CLEAR(c.made);
  return c.made;
}

//===----------------------------------------------------------------------===//
// From Python
//===----------------------------------------------------------------------===//

static bool readKeyword(PyObject *name, PyObject *value, TcPyCallArguments *a) {
  const struct {
    const char *name;
    PyObject **at;
  } places[] = {{"inputs", &a->inputs},       {"outputs", &a->outputs},
                {"stream", &a->stream},       {"pool", &a->pool},
                {"allocator", &a->allocator}, {"results", &a->results}};
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i)
    if (!PyUnicode_CompareWithASCIIString(name, places[i].name)) {
      *places[i].at = value;
      return true;
    }
  if (!PyUnicode_CompareWithASCIIString(name, "check")) {
    a->trusted = !PyObject_IsTrue(value);
    return true;
  }
  PyErr_Format(PyExc_TypeError, "call() has no argument %R", name);
  return false;
}

PyObject *tcPyProgramCallMethod(PyObject *self, PyObject *const *arguments,
                                Py_ssize_t count, PyObject *names) {
  TcPyCallArguments a = {0};
  if (count > 2) {
    PyErr_SetString(PyExc_TypeError,
                    "call() takes inputs and outputs; all else by keyword");
    return NULL;
  }
  if (count > 0)
    a.inputs = arguments[0];
  if (count > 1)
    a.outputs = arguments[1];
  for (Py_ssize_t i = 0; names && i < PyTuple_Size(names); ++i)
    if (!readKeyword(PyTuple_GetItem(names, i), arguments[count + i], &a))
      return NULL;
  if (!a.inputs) {
    PyErr_SetString(PyExc_TypeError, "call() needs inputs");
    return NULL;
  }
  return callProgram((TcPyProgram *)self, &a);
}

PyObject *tcPyProgramCall(PyObject *self, PyObject *arguments,
                          PyObject *keywords) {
  TcPyCallArguments a = {.inputs = arguments};
  PyObject *name, *value;
  Py_ssize_t at = 0;
  while (keywords && PyDict_Next(keywords, &at, &name, &value))
    if (!readKeyword(name, value, &a))
      return NULL;
  PyObject *results = callProgram((TcPyProgram *)self, &a);
  if (!results || PyList_Size(results) != 1)
    return results;
  PyObject *only = Py_NewRef(PyList_GetItem(results, 0));
  Py_DECREF(results);
  return only;
}

PyObject *tcPyProgramSynchronize(PyObject *self, PyObject *stream) {
  void *handle = stream == Py_None ? NULL : PyLong_AsVoidPtr(stream);
  if (stream != Py_None && !handle)
    handle = TC_DEFAULT_STREAM;
  TcProgram *program = ((TcPyProgram *)self)->program;
  TcStatus status;
  if (PyErr_Occurred())
    return NULL;
  Py_BEGIN_ALLOW_THREADS;
  status = tcProgramSynchronize(program, handle);
  Py_END_ALLOW_THREADS;
  return status ? tcPyRaise(status) : Py_NewRef(Py_None);
}
