//===- weights.c - Weights of a program from Python -----------------*- C
//-*-===//

#include "core.h"

#include "tc/safetensors.h"

#include <stdlib.h>
#include <string.h>

/// The objects that own a program's weights, kept until it is freed.
typedef struct Weights {
  TcSafetensors *file;
  PyObject *dict; ///< a copy: nothing is taken out of it
  size_t count;
  struct Named {
    const char *name; ///< of the program
    TcPyView view;
  } table[];
} Weights;

static void freeWeights(PyObject *capsule) {
  Weights *w = PyCapsule_GetPointer(capsule, NULL);
  if (!w)
    return;
  for (size_t i = 0; i < w->count; ++i)
    tcPyViewRelease(&w->table[i].view);
  Py_XDECREF(w->dict);
  tcSafetensorsFree(w->file);
  free(w);
}

static TcStatus find(void *context, const char *name, TcTensor *tensor) {
  Weights *w = context;
  for (size_t i = 0; i < w->count; ++i)
    if (!strcmp(w->table[i].name, name)) {
      const TcTensor *from = &w->table[i].view.tensor;
      memcpy(tensor->sizes, from->sizes, from->rank * sizeof *tensor->sizes);
      int64_t *sizes = tensor->sizes;
      *tensor = *from;
      tensor->sizes = sizes;
      return TC_OK;
    }
  return tcStatusMake(TC_ERROR_PY_WEIGHT, "no weight %s", name);
}

static bool readWeight(TcPyProgram *p, size_t i, Weights *w) {
  TcValue value = tcProgramWeight(p->program, i);
  PyObject *object = PyDict_GetItemString(w->dict, value.name);
  TcPyExpected e = {"weight", i, &value, value.mutated, false};
  if (!object)
    return tcPyFail(TC_ERROR_PY_WEIGHT, "the weights have no %s", value.name);
  w->table[i].name = value.name;
  w->count = i + 1;
  TcPyView *v = &w->table[i].view;
  if (!tcPyViewRead(object, &e, v))
    return false;
  if (v->device.device_type != kDLCPU)
    return tcPyFail(TC_ERROR_PY_DEVICE,
                    "weight %s: pass it in the host's memory", value.name);
  return true;
}

static TcStatus setSource(TcProgram *program, TcWeightSource source,
                          const TcPyThreads *threads) {
  TC_RETURN_IF_ERROR(tcProgramSetWeights(program, source));
  return tcProgramPrepare(program, threads->parallelFor, threads->context);
}

static PyObject *use(TcPyProgram *p, PyObject *capsule, Weights *w) {
  TcWeightSource source = {.context = w, .find = find};
  TcPyThreads threads;
  TcStatus status;
  if (w->file)
    source = tcSafetensorsSource(w->file);
  if (!tcPyThreads(false, &threads))
    return NULL;
  Py_BEGIN_ALLOW_THREADS;
  status = setSource(p->program, source, &threads);
  Py_END_ALLOW_THREADS;
  if (status)
    return tcPyRaise(status);
  PyObject *old = p->weights;
  p->weights = Py_NewRef(capsule);
  Py_XDECREF(old);
  return Py_NewRef(Py_None);
}

static bool fill(TcPyProgram *p, PyObject *weights, Weights *w) {
  if (PyUnicode_Check(weights)) {
    const char *path = PyUnicode_AsUTF8AndSize(weights, NULL);
    TcStatus status = path ? tcSafetensorsOpen(path, &w->file) : TC_OK;
    if (status)
      tcPyRaise(status);
    return path && !status;
  }
  w->dict = PyDict_New();
  if (!w->dict || PyDict_Update(w->dict, weights))
    return false;
  for (size_t i = 0; i < tcProgramNumWeights(p->program); ++i)
    if (!readWeight(p, i, w))
      return false;
  return true;
}

PyObject *tcPyProgramSetWeights(PyObject *self, PyObject *weights) {
  TcPyProgram *p = (TcPyProgram *)self;
  size_t count = tcProgramNumWeights(p->program);
  Weights *w = calloc(1, sizeof *w + count * sizeof *w->table);
  PyObject *capsule = w ? PyCapsule_New(w, NULL, freeWeights) : NULL;
  if (!capsule) {
    free(w);
    return PyErr_NoMemory();
  }
  PyObject *result = fill(p, weights, w) ? use(p, capsule, w) : NULL;
  Py_DECREF(capsule);
  return result;
}
