//===- compile.c - Requests to the worker ---------------------------*- C
//-*-===//

#include "core.h"

#include "tc/compile.h"
#include "tc/module.h"
#include "worker/client.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The workers
//===----------------------------------------------------------------------===//

static TcWorkers *workers;

static void beforeFork(void) {
  if (workers)
    tcWorkersBeforeFork(workers);
}
static void afterFork(void) {
  if (workers)
    tcWorkersAfterFork(workers);
}
static void inChild(void) {
  if (workers)
    tcWorkersInChild(workers);
  tcPyThreadsInChild();
}

/// $TC_WORKER, else bin/tc-worker beside this extension.
static bool findWorker(char *path, size_t capacity) {
  Dl_info info;
  const char *own = getenv("TC_WORKER");
  if (own && *own)
    return snprintf(path, capacity, "%s", own) < (int)capacity;
  if (!dladdr(&workers, &info) || !info.dli_fname)
    return false;
  const char *slash = strrchr(info.dli_fname, '/');
  int length = slash ? (int)(slash - info.dli_fname) : 1;
  return snprintf(path, capacity, "%.*s/bin/tc-worker", length,
                  slash ? info.dli_fname : ".") < (int)capacity;
}

static bool openWorkers(void) {
  char path[4096];
  if (workers)
    return true;
  if (!findWorker(path, sizeof path))
    return tcPyFail(TC_ERROR_WORKER_START, "the path of tc-worker is too long");
  workers = tcWorkersCreate(path, 0);
  if (!workers)
    return PyErr_NoMemory();
  pthread_atfork(beforeFork, afterFork, inChild);
  return true;
}

/// Whether Ctrl-C was pressed: its exception is set then, in this thread.
static bool interrupted(void *context) {
  PyGILState_STATE state = PyGILState_Ensure();
  bool is = PyErr_CheckSignals() != 0;
  if (is) // kept for the thread's own state, which sees it after the call
    PyErr_Fetch(&((PyObject **)context)[0], &((PyObject **)context)[1],
                &((PyObject **)context)[2]);
  PyGILState_Release(state);
  return is;
}

/// Loads a program onto its GPU now instead of at its first call.
static TcStatus openNow(TcProgram **program) {
  const TcAllocator *unused;
  TcStatus status = tcProgramDeviceAllocator(*program, &unused);
  if (status) {
    tcProgramFree(*program);
    *program = NULL;
  }
  return status;
}

/// How an answer is turned into a program: on which device.
typedef struct Load {
  unsigned device;
  bool open;
  TcProgram *program;
} Load;

static TcStatus load(const TcMessage *answer, Load *load) {
  size_t size = 0;
  const char *data = tcMessageFind(answer, TC_FIELD_ARTIFACT, &size);
  TC_RETURN_IF_ERROR(
      tcPyLoad(data, data ? size : 0, load->device, &load->program));
  return load->open ? openNow(&load->program) : TC_OK;
}

/// Sends the request, without the GIL. `loads` NULL: nothing is loaded.
static bool call(const TcMessage *request, double seconds, TcMessage *answer,
                 Load *loads) {
  if (!openWorkers())
    return false;
  PyObject *exception[3] = {NULL, NULL, NULL};
  TcWorkerLimits limits = {seconds, interrupted, exception};
  TcStatus status;
  Py_BEGIN_ALLOW_THREADS;
  status = tcWorkersCall(workers, request, &limits, answer);
  if (!status && loads)
    status = load(answer, loads);
  Py_END_ALLOW_THREADS;
  if (exception[0]) {
    tcStatusFree(status);
    PyErr_Restore(exception[0], exception[1], exception[2]);
    return false;
  }
  if (status)
    tcPyRaise(status);
  return !status;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

typedef struct Options {
  const char *pipeline, *part, *wrt, *schedules;
  long long threads, device, memoryLimit;
  double timeLimit, autotune;
  int atomics;
} Options;

/// The default limits: a compiler that takes longer is stopped.
static const Options defaults = {.timeLimit = 600};

static bool readText(PyObject *value, const char **text) {
  if (value == Py_None)
    return true;
  *text = PyUnicode_AsUTF8AndSize(value, NULL);
  return *text != NULL;
}

static bool readNumber(PyObject *value, long long *number) {
  *number = PyLong_AsLongLong(value);
  return !PyErr_Occurred();
}

static bool readSeconds(PyObject *value, double *seconds) {
  *seconds = PyFloat_AsDouble(value);
  return !PyErr_Occurred();
}

static bool readOption(const char *name, PyObject *value, Options *o) {
  if (!strcmp(name, "pipeline"))
    return readText(value, &o->pipeline);
  if (!strcmp(name, "part"))
    return readText(value, &o->part);
  if (!strcmp(name, "wrt"))
    return readText(value, &o->wrt);
  if (!strcmp(name, "threads"))
    return readNumber(value, &o->threads);
  if (!strcmp(name, "device"))
    return readNumber(value, &o->device);
  if (!strcmp(name, "memory_limit"))
    return readNumber(value, &o->memoryLimit);
  if (!strcmp(name, "schedules"))
    return readText(value, &o->schedules);
  if (!strcmp(name, "time_limit"))
    return readSeconds(value, &o->timeLimit);
  if (!strcmp(name, "autotune_seconds"))
    return readSeconds(value, &o->autotune);
  if (!strcmp(name, "atomics"))
    return (o->atomics = PyObject_IsTrue(value)) >= 0;
  return tcPyFail(TC_ERROR_PY_ARGUMENT,
                  "'%.60s' is no option: pipeline, part, wrt, threads, device, "
                  "time_limit, memory_limit, autotune_seconds, schedules, "
                  "atomics",
                  name);
}

/// The texts live as long as the dict.
static bool readOptions(PyObject *dict, Options *o) {
  PyObject *key, *value;
  Py_ssize_t at = 0;
  *o = defaults;
  if (!dict || dict == Py_None)
    return true;
  if (!PyDict_Check(dict)) {
    PyErr_SetString(PyExc_TypeError, "options must be a dict");
    return false;
  }
  while (PyDict_Next(dict, &at, &key, &value)) {
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    if (!name || !readOption(name, value, o))
      return false;
  }
  if (o->threads < 0 || o->device < 0 || o->memoryLimit < 0 ||
      o->timeLimit < 0 || o->autotune < 0)
    return tcPyFail(TC_ERROR_PY_ARGUMENT, "an option is negative");
  if (o->timeLimit > 0)
    o->timeLimit += o->autotune; // the limit is the compiler's
  return true;
}

/// Completes "cuda" to the chip of the GPU that the program is to run on.
static bool completeTarget(const char *target, const Options *o, char *text,
                           size_t capacity) {
  char chip[64];
  snprintf(text, capacity, "%s", strcmp(target, "cpu") ? target : "host");
  if (strcmp(target, "cuda") && strcmp(target, "rocm"))
    return true;
  TcStatus status = tcGpuChip(target, (unsigned)o->device, chip, sizeof chip);
  if (status)
    return tcPyRaise(status);
  snprintf(text, capacity, "%s,tune=%s", target, chip);
  return true;
}

/// A str's UTF-8, or the bytes of anything with a buffer.
typedef struct Source {
  const char *data;
  Py_ssize_t size;
  Py_buffer buffer;
  bool hasBuffer;
} Source;

static bool readSource(PyObject *object, Source *s) {
  *s = (Source){0};
  if (PyUnicode_Check(object)) {
    s->data = PyUnicode_AsUTF8AndSize(object, &s->size);
    return s->data != NULL;
  }
  if (PyObject_GetBuffer(object, &s->buffer, PyBUF_SIMPLE))
    return false;
  s->hasBuffer = true;
  s->data = s->buffer.buf;
  s->size = s->buffer.len;
  return true;
}

static void releaseSource(Source *s) {
  if (s->hasBuffer)
    PyBuffer_Release(&s->buffer);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static void makeRequest(const Source *s, const char *target, const Options *o,
                        TcMessage *m) {
  tcMessageAddNumber(m, TC_FIELD_REQUEST, TC_REQUEST_COMPILE);
  tcMessageAddText(m, TC_FIELD_TARGET, target);
  tcMessageAddText(m, TC_FIELD_PIPELINE, o->pipeline);
  tcMessageAddText(m, TC_FIELD_PART, o->part);
  tcMessageAddText(m, TC_FIELD_WRT, o->wrt);
  tcMessageAddNumber(m, TC_FIELD_THREADS, (uint64_t)o->threads);
  tcMessageAddNumber(m, TC_FIELD_MEMORY_LIMIT, (uint64_t)o->memoryLimit);
  tcMessageAddNumber(m, TC_FIELD_AUTOTUNE, (uint64_t)(1e3 * o->autotune));
  tcMessageAddText(m, TC_FIELD_SCHEDULES, o->schedules);
  tcMessageAddNumber(m, TC_FIELD_ATOMICS, (uint64_t)o->atomics);
  tcMessageAdd(m, TC_FIELD_SOURCE, s->data, (size_t)s->size);
}

static PyObject *statsOf(const TcMessage *answer) {
  TcCompileStats s = {0};
  size_t size = 0;
  const char *data = tcMessageFind(answer, TC_FIELD_STATS, &size);
  if (data && size == sizeof s)
    memcpy(&s, data, sizeof s);
  tcMessageFind(answer, TC_FIELD_ARTIFACT, &size);
  return Py_BuildValue(
      "{s:d,s:d,s:d,s:d,s:d,s:d,s:n,s:n,s:n,s:d,s:n,s:n,s:n,"
      "s:n,s:n}",
      "seconds", s.total, "pass_seconds", s.passes, "kernel_seconds", s.kernels,
      "translate_seconds", s.translate, "optimize_seconds", s.optimize,
      "codegen_seconds", s.codegen, "kernels", (Py_ssize_t)s.numDifferent,
      "kernel_uses", (Py_ssize_t)s.numKernels, "artifact_bytes",
      (Py_ssize_t)size, "search_seconds", s.search, "schedules_found",
      (Py_ssize_t)s.schedulesFound, "schedules_searched",
      (Py_ssize_t)s.schedulesSearched, "schedules_better",
      (Py_ssize_t)s.schedulesBetter, "schedules_broken",
      (Py_ssize_t)s.schedulesBroken, "schedules_wrong",
      (Py_ssize_t)s.schedulesWrong);
}

static PyObject *compileSource(const Source *s, const char *target,
                               const Options *o) {
  char complete[512];
  if (!completeTarget(target, o, complete, sizeof complete))
    return NULL;
  TcMessage request = {0}, answer = {0};
  Load loads = {.device = (unsigned)o->device,
                .open = !strcmp(target, "cuda") || !strcmp(target, "rocm")};
  PyObject *result = NULL;
  makeRequest(s, complete, o, &request);
  if (call(&request, o->timeLimit, &answer, &loads)) {
    PyObject *stats = statsOf(&answer);
    result = tcPyProgramCreate(loads.program, loads.device, stats);
    Py_XDECREF(stats);
  }
  tcMessageFree(&request);
  tcMessageFree(&answer);
  return result;
}

PyObject *tcPyCompile(PyObject *self, PyObject *arguments, PyObject *keywords) {
  static char *names[] = {"text", "target", "options", NULL};
  static char format[] = "O|$sO:compile";
  PyObject *text, *dict = NULL;
  const char *target = "cpu";
  Options options;
  Source source;
  (void)self;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, names, &text,
                                   &target, &dict) ||
      !readOptions(dict, &options) || !readSource(text, &source))
    return NULL;
  PyObject *program = compileSource(&source, target, &options);
  releaseSource(&source);
  return program;
}

PyObject *tcPyLoadFile(PyObject *self, PyObject *arguments,
                       PyObject *keywords) {
  static char *names[] = {"path", "device", NULL};
  static char format[] = "O&|$I:load";
  PyObject *path = NULL;
  TcProgramOptions options = {.structSize = sizeof options};
  TcProgram *program;
  TcStatus status;
  (void)self;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, names,
                                   PyUnicode_FSConverter, &path,
                                   &options.device))
    return NULL;
  const char *text = PyBytes_AsString(path);
  Py_BEGIN_ALLOW_THREADS;
  status = tcPyLoadPath(text, &options, &program);
  Py_END_ALLOW_THREADS;
  Py_DECREF(path);
  return status ? tcPyRaise(status)
                : tcPyProgramCreate(program, options.device, NULL);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static PyObject *runModule(const Source *s, const char *pipeline, int form,
                           const char *name) {
  TcMessage request = {0}, answer = {0};
  PyObject *result = NULL;
  tcMessageAddNumber(&request, TC_FIELD_REQUEST, TC_REQUEST_MODULE);
  tcMessageAddNumber(&request, TC_FIELD_FORM, (uint64_t)form);
  tcMessageAddText(&request, TC_FIELD_PIPELINE, pipeline);
  tcMessageAddText(&request, TC_FIELD_NAME, name);
  tcMessageAdd(&request, TC_FIELD_SOURCE, s->data, (size_t)s->size);
  if (call(&request, defaults.timeLimit, &answer, NULL)) {
    size_t size = 0;
    const char *data = tcMessageFind(&answer, TC_FIELD_SOURCE, &size);
    result = PyBytes_FromStringAndSize(data, (Py_ssize_t)size);
  }
  tcMessageFree(&request);
  tcMessageFree(&answer);
  return result;
}

PyObject *tcPyModuleRun(PyObject *self, PyObject *arguments,
                        PyObject *keywords) {
  static char *names[] = {"source", "pipeline", "form", "name", NULL};
  static char format[] = "O|ziz:module_run";
  PyObject *text;
  const char *pipeline = NULL, *name = NULL;
  int form = TC_MODULE_NOTHING;
  Source source;
  (void)self;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, names, &text,
                                   &pipeline, &form, &name) ||
      !readSource(text, &source))
    return NULL;
  PyObject *result = runModule(&source, pipeline, form, name);
  releaseSource(&source);
  return result;
}

PyObject *tcPyWorkers(PyObject *self, PyObject *unused) {
  int pids[64];
  unsigned started = 0;
  (void)self, (void)unused;
  size_t count = workers ? tcWorkersList(workers, pids, 64, &started) : 0;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < count; ++i) {
    PyObject *pid = PyLong_FromLong(pids[i]);
    if (pid)
      PyList_Append(list, pid);
    Py_XDECREF(pid);
  }
  return list ? Py_BuildValue("(NI)", list, started) : NULL;
}

PyObject *tcPyWorkerPath(PyObject *self, PyObject *unused) {
  char path[4096];
  (void)self, (void)unused;
  if (!findWorker(path, sizeof path))
    return tcPyFail(TC_ERROR_WORKER_START, "the path of tc-worker is too long");
  return PyUnicode_DecodeFSDefault(path);
}

PyObject *tcPyGpuChip(PyObject *self, PyObject *arguments) {
  const char *target;
  unsigned device = 0;
  char chip[64];
  TcStatus status;
  (void)self;
  if (!PyArg_ParseTuple(arguments, "s|I:gpu_chip", &target, &device))
    return NULL;
  Py_BEGIN_ALLOW_THREADS;
  status = tcGpuChip(target, device, chip, sizeof chip);
  Py_END_ALLOW_THREADS;
  return status ? tcPyRaise(status) : PyUnicode_FromString(chip);
}
