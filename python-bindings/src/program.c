//===- program.c - tc.Program ---------------------------------------*- C
//-*-===//
//
// tc.Program: a compiled program and its properties. Calls are in call.c.
//
//===----------------------------------------------------------------------===//

#include "core.h"

#include "runtime/descriptor.h"

#include <stdlib.h>
#include <string.h>

static PyTypeObject *programType, *valueType;

//===----------------------------------------------------------------------===//
// ValueInfo
//===----------------------------------------------------------------------===//

static PyStructSequence_Field valueFields[] = {
    {"name", "str"},
    {"dtype", "the element type's name, as \"f32\""},
    {"sizes", "tuple of int, or str where it is an expression of symbols"},
    {"strides", "the same, in elements; None: dense row-major"},
    {"alignment", "int, bytes that its address must be a multiple of"},
    {"mutated", "bool: the program writes to it"},
    {"alias", "of a result: the input that it is, updated in place, or None"},
    {"alias_is_weight", "bool: `alias` counts weights"},
    {0}};

static PyStructSequence_Desc valueDesc = {
    "tc.ValueInfo", "A tensor at a program's boundary.", valueFields, 8};

/// An int, or the expression.
static PyObject *sizeObject(const TcProgramDescriptor *d, uint32_t size) {
  const char *text = d->sizes[size].text;
  char *end;
  long long value = strtoll(text, &end, 10);
  return *text && !*end ? PyLong_FromLongLong(value)
                        : PyUnicode_FromString(text);
}

static PyObject *sizesObject(const TcProgramDescriptor *d,
                             const uint32_t *sizes, unsigned rank) {
  PyObject *tuple = PyTuple_New(rank);
  for (unsigned i = 0; tuple && i < rank; ++i)
    PyTuple_SetItem(tuple, (Py_ssize_t)i, sizeObject(d, sizes[i]));
  return tuple;
}

static PyObject *valueObject(const TcProgramDescriptor *d,
                             const TcValueInfo *info, TcValue value) {
  PyObject *o = PyStructSequence_New(valueType);
  if (!o)
    return NULL;
  PyObject *items[] = {
      PyUnicode_FromString(info->name),
      PyUnicode_FromString(tcDTypeName(info->dtype)),
      sizesObject(d, info->dims, info->rank),
      info->strides ? sizesObject(d, info->strides, info->rank)
                    : Py_NewRef(Py_None),
      PyLong_FromLong((long)value.alignment),
      PyBool_FromLong(info->mutated),
      value.tie < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(value.tie),
      PyBool_FromLong(value.tieIsWeight),
  };
  for (size_t i = 0; i < sizeof items / sizeof *items; ++i)
    PyStructSequence_SetItem(o, (Py_ssize_t)i, items[i]);
  return o;
}

static PyObject *valuesObject(const TcProgram *program,
                              const TcProgramDescriptor *d,
                              const TcValueInfo *table, size_t count,
                              TcValue (*get)(const TcProgram *, size_t)) {
  PyObject *tuple = PyTuple_New((Py_ssize_t)count);
  for (size_t i = 0; tuple && i < count; ++i) {
    PyObject *value = valueObject(d, &table[i], get(program, i));
    if (!value) {
      Py_DECREF(tuple);
      return NULL;
    }
    PyTuple_SetItem(tuple, (Py_ssize_t)i, value);
  }
  return tuple;
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

static bool describe(TcPyProgram *p) {
  const TcProgramDescriptor *d = tcProgramGetDescriptor(p->program);
  p->numInputs = d->numInputs;
  p->numResults = d->numResults;
  p->inputs = calloc(p->numInputs + 1, sizeof *p->inputs);
  p->results = calloc(p->numResults + 1, sizeof *p->results);
  if (!p->inputs || !p->results)
    return PyErr_NoMemory();
  for (size_t i = 0; i < p->numInputs; ++i)
    p->inputs[i] = tcProgramInput(p->program, i);
  for (size_t i = 0; i < p->numResults; ++i)
    p->results[i] = tcProgramResult(p->program, i);
  p->inputInfo =
      valuesObject(p->program, d, d->inputs, d->numInputs, tcProgramInput);
  p->resultInfo =
      valuesObject(p->program, d, d->results, d->numResults, tcProgramResult);
  p->weightInfo =
      valuesObject(p->program, d, d->weights, d->numWeights, tcProgramWeight);
  return p->inputInfo && p->resultInfo && p->weightInfo;
}

PyObject *tcPyProgramCreate(TcProgram *program, unsigned device,
                            PyObject *stats) {
  TcPyProgram *p = PyObject_New(TcPyProgram, programType);
  if (!p) {
    tcProgramFree(program);
    return NULL;
  }
  memset((char *)p + sizeof(PyObject), 0, sizeof *p - sizeof(PyObject));
  p->program = program;
  p->stats = stats ? Py_NewRef(stats) : PyDict_New();
  const char *target = tcProgramTarget(program);
  p->isGpu = !strcmp(target, "cuda") || !strcmp(target, "rocm");
  p->device = (DLDevice){kDLCPU, 0};
  if (p->isGpu)
    p->device = (DLDevice){*target == 'c' ? kDLCUDA : kDLROCM, (int)device};
  if (p->stats && describe(p))
    return (PyObject *)p;
  Py_DECREF((PyObject *)p);
  return NULL;
}

static void destroy(PyObject *self) {
  TcPyProgram *p = (TcPyProgram *)self;
  PyTypeObject *type = Py_TYPE(self);
  TcProgram *program = p->program;
  Py_BEGIN_ALLOW_THREADS; // a GPU may have to finish
  tcProgramFree(program);
  Py_END_ALLOW_THREADS;
  free(p->spare);
  free(p->inputs);
  free(p->results);
  Py_XDECREF(p->inputInfo);
  Py_XDECREF(p->resultInfo);
  Py_XDECREF(p->weightInfo);
  Py_XDECREF(p->stats);
  Py_XDECREF(p->weights);
  PyObject_Free(self);
  Py_DECREF((PyObject *)type);
}

//===----------------------------------------------------------------------===//
// What it is
//===----------------------------------------------------------------------===//

static const TcProgramDescriptor *descriptor(PyObject *self) {
  return tcProgramGetDescriptor(((TcPyProgram *)self)->program);
}

static PyObject *getInputs(PyObject *self, void *unused) {
  (void)unused;
  return Py_NewRef(((TcPyProgram *)self)->inputInfo);
}
static PyObject *getResults(PyObject *self, void *unused) {
  (void)unused;
  return Py_NewRef(((TcPyProgram *)self)->resultInfo);
}
static PyObject *getWeights(PyObject *self, void *unused) {
  (void)unused;
  return Py_NewRef(((TcPyProgram *)self)->weightInfo);
}
static PyObject *getStats(PyObject *self, void *unused) {
  (void)unused;
  return PyDict_Copy(((TcPyProgram *)self)->stats);
}
static PyObject *getName(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(descriptor(self)->name);
}
static PyObject *getTarget(PyObject *self, void *unused) {
  (void)unused;
  const char *target = tcProgramTarget(((TcPyProgram *)self)->program);
  return PyUnicode_FromString(*target ? target : "cpu");
}
static PyObject *getChip(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(tcProgramChip(((TcPyProgram *)self)->program));
}

static PyObject *getSymbols(PyObject *self, void *unused) {
  const TcProgramDescriptor *d = descriptor(self);
  PyObject *tuple = PyTuple_New(d->numSymbols);
  (void)unused;
  for (uint32_t i = 0; tuple && i < d->numSymbols; ++i)
    PyTuple_SetItem(tuple, i, PyUnicode_FromString(d->symbols[i].name));
  return tuple;
}

static PyObject *getStat(PyObject *self, const char *name) {
  PyObject *value = PyDict_GetItemString(((TcPyProgram *)self)->stats, name);
  return Py_NewRef(value ? value : Py_None);
}
static PyObject *getKernels(PyObject *self, void *unused) {
  (void)unused;
  return getStat(self, "kernels");
}
static PyObject *getSeconds(PyObject *self, void *unused) {
  (void)unused;
  return getStat(self, "seconds");
}

static PyObject *getLaunches(PyObject *self, void *unused) {
  const TcSection *main = &descriptor(self)->sections[TC_SECTION_MAIN];
  long count = 0;
  (void)unused;
  for (uint32_t i = 0; i < main->numSteps; ++i)
    count += main->steps[i].kind == TC_STEP_LAUNCH;
  return PyLong_FromLong(count);
}

/// Whether a step reads data that kernels have written, so that a call waits.
static PyObject *getSynchronizes(PyObject *self, void *unused) {
  const TcSection *main = &descriptor(self)->sections[TC_SECTION_MAIN];
  (void)unused;
  for (uint32_t i = 0; i < main->numSteps; ++i)
    if (main->steps[i].kind == TC_STEP_BRANCH ||
        main->steps[i].kind == TC_STEP_SIZE)
      Py_RETURN_TRUE;
  Py_RETURN_FALSE;
}

static PyObject *getArena(PyObject *self, void *unused) {
  const TcProgramDescriptor *d = descriptor(self);
  uint32_t size = d->sections[TC_SECTION_MAIN].arenaBytes;
  (void)unused;
  return size == TC_NONE ? PyLong_FromLong(0) : sizeObject(d, size);
}

static PyObject *toText(PyObject *self) {
  const TcProgramDescriptor *d = descriptor(self);
  return PyUnicode_FromFormat("<tc.Program %s: %u inputs, %u results, %s>",
                              d->name, d->numInputs, d->numResults,
                              tcIsGpuProgram(d) ? d->chip : "cpu");
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static PyObject *setGraphs(PyObject *self, PyObject *arguments,
                           PyObject *keywords) {
  static char *names[] = {"most", "after", NULL};
  TcProgram *program = ((TcPyProgram *)self)->program;
  TcGraphOptions options = {.structSize = sizeof options};
  TcStatus status;
  int most = 8, after = 1;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|ii:set_graphs", names,
                                   &most, &after))
    return NULL;
  if (most < 0 || after < 0)
    return tcPyFail(TC_ERROR_PY_ARGUMENT, "most and after are 0 or more");
  options.most = (unsigned)most;
  options.after = (unsigned)after;
  Py_BEGIN_ALLOW_THREADS; // waits for graphs that go
  status = tcProgramSetGraphs(program, &options);
  Py_END_ALLOW_THREADS;
  return status ? tcPyRaise(status) : Py_NewRef(Py_None);
}

static PyObject *getGraphStats(PyObject *self, void *unused) {
  TcGraphStats s = tcProgramGraphStats(((TcPyProgram *)self)->program);
  (void)unused;
  return Py_BuildValue("{s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:s}", "replayed",
                       s.replayed, "launched", s.launched, "made", s.made,
                       "updated", s.updated, "evicted", s.evicted, "failed",
                       s.failed, "kept", s.kept, "kept_bytes", s.keptBytes,
                       "why", s.why);
}

//===----------------------------------------------------------------------===//
// The type
//===----------------------------------------------------------------------===//

static const char callDoc[] =
    "call(inputs, outputs=None, *, stream=None, pool=None, allocator=None,\n"
    "     results=None, check=True) -> list\n\n"
    "Runs the program. inputs: a sequence, one for each of `inputs`: PyTorch\n"
    "tensors, NumPy arrays, anything with DLPack or a buffer, of the dtype, "
    "sizes\n"
    "and strides that are said there; numbers for those without dimensions.\n"
    "Nothing is copied. The GIL is released.\n"
    "outputs: a tensor to write to, or None, for each result. Others are "
    "made:\n"
    "results='torch', 'numpy' or 'array' (tc.Array), None: what the inputs "
    "are;\n"
    "or by allocator(index, sizes, strides, dtype). A result that aliases an\n"
    "input is that input's object, one that is a weight updated in place "
    "None.\n"
    "stream: on a GPU the handle (int) of the stream to be in the order of; "
    "None:\n"
    "PyTorch's current one. pool: 'torch', 'tc', 'serial'; None: PyTorch's if "
    "an\n"
    "input is PyTorch's. check=False: no tensor is a lazy conjugate or "
    "negative.\n\n"
    "Raises tc.Error: TC-1501 to TC-1508 what does not fit, TC-1751 no "
    "tensor,\n"
    "TC-1752 another device.";

static PyMethodDef methods[] = {
    {"call", (PyCFunction)(void (*)(void))tcPyProgramCallMethod,
     METH_FASTCALL | METH_KEYWORDS, callDoc},
    {"set_weights", tcPyProgramSetWeights, METH_O,
     "set_weights(weights)\n\nWhere prim.weight come from: a dict of tensors "
     "by "
     "name, or the path of a\n.safetensors file. What depends on them alone is "
     "computed now, once."},
    {"set_graphs", (PyCFunction)(void (*)(void))setGraphs,
     METH_VARARGS | METH_KEYWORDS,
     "set_graphs(most=8, after=1)\n\nFrom now on calls on a GPU are enqueued "
     "as graphs of its driver (CUDA graphs)\nwhere they can be: one for each "
     "set of sizes and stream, at most `most` of them,\neach with memory of "
     "its own for intermediates; made once `after` calls of the\nsame sizes "
     "have been launches. most=0: none. No call may be running.\ngraph_stats "
     "tells what becomes of calls."},
    {"synchronize", tcPyProgramSynchronize, METH_O,
     "synchronize(stream)\n\nWaits for the stream (0: the default one), and "
     "raises what kernels have found\nwrong since it was last asked."},
    {0}};

static PyGetSetDef getters[] = {
    {"name", getName, NULL, "str", NULL},
    {"target", getTarget, NULL, "'cpu', 'cuda' or 'rocm'", NULL},
    {"chip", getChip, NULL, "a GPU's, as 'sm_90a'; '' of a CPU", NULL},
    {"inputs", getInputs, NULL, "tuple of ValueInfo", NULL},
    {"results", getResults, NULL, "tuple of ValueInfo", NULL},
    {"weights", getWeights, NULL, "tuple of ValueInfo", NULL},
    {"symbols", getSymbols, NULL, "tuple of str: names in sizes", NULL},
    {"kernels", getKernels, NULL, "int: different kernels", NULL},
    {"launches", getLaunches, NULL, "int: launches of a call", NULL},
    {"synchronizes", getSynchronizes, NULL,
     "bool: a call waits for its kernels, which decide what it does", NULL},
    {"arena_bytes", getArena, NULL,
     "int, or str where it depends on sizes: scratch memory of a call", NULL},
    {"graph_stats", getGraphStats, NULL,
     "dict: calls that were graphs since set_graphs, calls that were launches "
     "and why",
     NULL},
    {"compile_seconds", getSeconds, NULL, "float", NULL},
    {"stats", getStats, NULL, "dict: what compiling took", NULL},
    {0}};

bool tcPyProgramInit(PyObject *module) {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, (void *)destroy},
      {Py_tp_repr, (void *)toText},
      {Py_tp_call, (void *)tcPyProgramCall},
      {Py_tp_methods, methods},
      {Py_tp_getset, getters},
      {Py_tp_doc,
       "A compiled program. Any number of threads may call it at "
       "once.\n\nprogram(*inputs) is program.call(inputs), and gives "
       "a single result by itself."},
      {0, NULL}};
  PyType_Spec spec = {.name = "tc.Program",
                      .basicsize = sizeof(TcPyProgram),
                      .flags = Py_TPFLAGS_DEFAULT |
                               Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      .slots = slots};
  programType = (PyTypeObject *)PyType_FromSpec(&spec);
  valueType = PyStructSequence_NewType(&valueDesc);
  return programType && valueType &&
         !PyModule_AddObjectRef(module, "Program", (PyObject *)programType) &&
         !PyModule_AddObjectRef(module, "ValueInfo", (PyObject *)valueType);
}
