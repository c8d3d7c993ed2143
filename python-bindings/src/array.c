//===- array.c - tc.Array -------------------------------------------*- C
//-*-===//
//
// tc.Array: a result in its program's memory, for callers without PyTorch. It
// offers DLPack and, for types that the module struct knows, the buffer
// protocol, through which NumPy reads and writes it in place.
//
//===----------------------------------------------------------------------===//

#include "core.h"

#include <stdlib.h>
#include <string.h>

typedef struct Array {
  PyObject ob_base;
  PyObject *owner;
  TcProgram *program;
  TcTensor tensor;
  int64_t sizes[TC_MAX_RANK], strides[TC_MAX_RANK];
  Py_ssize_t byteStrides[TC_MAX_RANK];
} Array;

static PyTypeObject *arrayType;

static void fillStrides(Array *a, const TcTensor *from) {
  int64_t dense = 1;
  for (unsigned i = from->rank; i-- > 0;) {
    a->sizes[i] = from->sizes[i];
    a->strides[i] = from->strides ? from->strides[i] : dense;
    a->byteStrides[i] =
        (Py_ssize_t)(a->strides[i] * (int64_t)tcDTypeSize(from->dtype));
    dense *= a->sizes[i] > 1 ? a->sizes[i] : 1;
  }
}

PyObject *tcPyArrayCreate(PyObject *owner, TcProgram *program,
                          const TcTensor *tensor) {
  Array *a = PyObject_New(Array, arrayType);
  if (!a) {
    TcTensor dead = *tensor;
    tcProgramFreeResult(program, &dead);
    return NULL;
  }
  a->owner = Py_NewRef(owner);
  a->program = program;
  a->tensor = *tensor;
  fillStrides(a, tensor);
  a->tensor.sizes = a->sizes;
  a->tensor.strides = a->strides;
  return (PyObject *)a;
}

static void destroy(PyObject *self) {
  Array *a = (Array *)self;
  PyTypeObject *type = Py_TYPE(self);
  tcProgramFreeResult(a->program, &a->tensor);
  Py_DECREF(a->owner);
  PyObject_Free(self);
  Py_DECREF((PyObject *)type);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static bool isDense(const Array *a) {
  int64_t dense = 1;
  for (unsigned i = a->tensor.rank; i-- > 0;) {
    if (a->sizes[i] != 1 && a->strides[i] != dense)
      return false;
    dense *= a->sizes[i];
  }
  return true;
}

static int getBuffer(PyObject *self, Py_buffer *view, int flags) {
  Array *a = (Array *)self;
  const char *format = tcPyDTypeFormat((TcDType)a->tensor.dtype);
  view->obj = NULL;
  if (!format || (!(flags & PyBUF_STRIDES & ~PyBUF_ND) && !isDense(a))) {
    PyErr_SetString(PyExc_BufferError,
                    format ? "the array is not dense"
                           : "the buffer protocol has no such element type; "
                             "use DLPack");
    return -1;
  }
  Py_ssize_t size = (Py_ssize_t)tcDTypeSize(a->tensor.dtype);
  *view = (Py_buffer){
      .buf = a->tensor.data,
      .obj = Py_NewRef(self),
      .len = (Py_ssize_t)tcTensorElementCount(&a->tensor) * size,
      .itemsize = size,
      .ndim = a->tensor.rank,
      .format = flags & PyBUF_FORMAT ? (char *)(uintptr_t)format : NULL,
      .shape = flags & PyBUF_ND ? (Py_ssize_t *)a->sizes : NULL,
      .strides = flags & PyBUF_STRIDES & ~PyBUF_ND ? a->byteStrides : NULL,
  };
  return 0;
}

//===----------------------------------------------------------------------===//
// DLPack
//===----------------------------------------------------------------------===//

/// Deleters may be called without the GIL, by any thread.
static void deleteManaged(DLManagedTensorVersioned *t) {
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF((PyObject *)t->manager_ctx);
  PyGILState_Release(state);
  free(t);
}

static void deleteOld(DLManagedTensor *t) {
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF((PyObject *)t->manager_ctx);
  PyGILState_Release(state);
  free(t);
}

static void dropCapsule(PyObject *capsule) {
  if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
    DLManagedTensorVersioned *t =
        PyCapsule_GetPointer(capsule, "dltensor_versioned");
    t->deleter(t);
  } else if (PyCapsule_IsValid(capsule, "dltensor")) {
    DLManagedTensor *t = PyCapsule_GetPointer(capsule, "dltensor");
    t->deleter(t);
  }
}

static DLTensor describe(Array *a) {
  return (DLTensor){.data = a->tensor.data,
                    .device = {kDLCPU, 0},
                    .ndim = a->tensor.rank,
                    .dtype = tcPyDTypeToDLPack((TcDType)a->tensor.dtype),
                    .shape = a->sizes,
                    .strides = a->strides};
}

static PyObject *newCapsule(Array *a) {
  DLManagedTensorVersioned *t = calloc(1, sizeof *t);
  if (!t)
    return PyErr_NoMemory();
  *t = (DLManagedTensorVersioned){.version = {1, 0},
                                  .manager_ctx = a,
                                  .deleter = deleteManaged,
                                  .dl_tensor = describe(a)};
  PyObject *capsule = PyCapsule_New(t, "dltensor_versioned", dropCapsule);
  if (!capsule)
    free(t);
  else
    Py_INCREF((PyObject *)a);
  return capsule;
}

static PyObject *oldCapsule(Array *a) {
  DLManagedTensor *t = calloc(1, sizeof *t);
  if (!t)
    return PyErr_NoMemory();
  *t = (DLManagedTensor){
      .dl_tensor = describe(a), .manager_ctx = a, .deleter = deleteOld};
  PyObject *capsule = PyCapsule_New(t, "dltensor", dropCapsule);
  if (!capsule)
    free(t);
  else
    Py_INCREF((PyObject *)a);
  return capsule;
}

static PyObject *dlpack(PyObject *self, PyObject *arguments,
                        PyObject *keywords) {
  static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
  PyObject *stream = NULL, *version = NULL, *device = NULL, *copy = NULL;
  static char format[] = "|$OOOO:__dlpack__";
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, names, &stream,
                                   &version, &device, &copy))
    return NULL;
  if (copy == Py_True) {
    PyErr_SetString(PyExc_BufferError, "tc.Array makes no copies");
    return NULL;
  }
  bool isNew = false;
  if (version && version != Py_None) {
    PyObject *major = PySequence_GetItem(version, 0);
    isNew = major && PyLong_AsLong(major) >= 1;
    Py_XDECREF(major);
    if (PyErr_Occurred())
      return NULL;
  }
  return isNew ? newCapsule((Array *)self) : oldCapsule((Array *)self);
}

static PyObject *dlpackDevice(PyObject *self, PyObject *unused) {
  (void)self, (void)unused;
  return Py_BuildValue("(ii)", kDLCPU, 0);
}

//===----------------------------------------------------------------------===//
// What it is
//===----------------------------------------------------------------------===//

static PyObject *getShape(PyObject *self, void *unused) {
  Array *a = (Array *)self;
  (void)unused;
  return tcPySizesTuple(a->sizes, a->tensor.rank);
}

static PyObject *getStrides(PyObject *self, void *unused) {
  Array *a = (Array *)self;
  (void)unused;
  return tcPySizesTuple(a->strides, a->tensor.rank);
}

static PyObject *getDType(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(tcDTypeName(((Array *)self)->tensor.dtype));
}

static PyObject *toText(PyObject *self) {
  PyObject *shape = getShape(self, NULL);
  PyObject *text =
      shape ? PyUnicode_FromFormat("tc.Array(%R, %s)", shape,
                                   tcDTypeName(((Array *)self)->tensor.dtype))
            : NULL;
  Py_XDECREF(shape);
  return text;
}

static PyMethodDef methods[] = {
    {"__dlpack__", (PyCFunction)(void (*)(void))dlpack,
     METH_VARARGS | METH_KEYWORDS, "A DLPack capsule over the same memory."},
    {"__dlpack_device__", dlpackDevice, METH_NOARGS, "(1, 0): the CPU."},
    {0}};

static PyGetSetDef getters[] = {
    {"shape", getShape, NULL, "tuple of int", NULL},
    {"strides", getStrides, NULL, "tuple of int, in elements", NULL},
    {"dtype", getDType, NULL, "the element type's name, as \"bf16\"", NULL},
    {0}};

static const char doc[] =
    "A result of a program, in the program's memory.\n\n"
    "Speaks DLPack and, but for bf16 and f8, the buffer protocol:\n"
    "numpy.asarray(a), torch.from_dlpack(a) and memoryview(a) share its "
    "memory.";

bool tcPyArrayInit(PyObject *module) {
  PyType_Slot slots[] = {{Py_tp_dealloc, (void *)destroy},
                         {Py_tp_repr, (void *)toText},
                         {Py_tp_methods, methods},
                         {Py_tp_getset, getters},
                         {Py_tp_doc, (void *)(uintptr_t)doc},
                         {Py_bf_getbuffer, (void *)getBuffer},
                         {0, NULL}};
  PyType_Spec spec = {.name = "tc.Array",
                      .basicsize = sizeof(Array),
                      .flags = Py_TPFLAGS_DEFAULT |
                               Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      .slots = slots};
  arrayType = (PyTypeObject *)PyType_FromSpec(&spec);
  return arrayType &&
         !PyModule_AddObjectRef(module, "Array", (PyObject *)arrayType);
}

PyObject *tcPyArrayToNumpy(PyObject *array) {
  static PyObject *asArray;
  if (!tcPyDTypeFormat((TcDType)((Array *)array)->tensor.dtype))
    return Py_NewRef(array);
  if (!asArray) {
    PyObject *numpy = PyImport_ImportModule("numpy");
    asArray = numpy ? PyObject_GetAttrString(numpy, "asarray") : NULL;
    Py_XDECREF(numpy);
    if (!asArray)
      return NULL;
  }
  return PyObject_CallFunctionObjArgs(asArray, array, NULL);
}
