//===- tensor.c - Tensors of any library as the runtime's -----------*- C
//-*-===//
//
// How an object's memory is read depends on its type and is cached by type:
// DLPack's function table (PyTorch 2.10 and later), the buffer protocol
// (NumPy), __dlpack__, or a number. Nothing is copied.
//
//===----------------------------------------------------------------------===//

#include "core.h"

#include <stdio.h>
#include <string.h>

/// How a type's objects are read.
typedef enum Way {
  WAY_NONE = 0,
  WAY_EXCHANGE, ///< __dlpack_c_exchange_api__
  WAY_BUFFER,
  WAY_DLPACK, ///< __dlpack__
  WAY_NUMBER
} Way;

typedef struct KnownType {
  PyTypeObject *type; ///< a reference
  const DLPackExchangeAPI *api;
  uint8_t way;
  bool isTorch, isNumpy;
  PyObject *isConj, *isNeg; ///< PyTorch's methods; references
} KnownType;

enum { MAX_KNOWN = 32 };
static KnownType known[MAX_KNOWN];
static unsigned numKnown;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The attribute, or NULL; leaves the exception that is set, if any.
static PyObject *getOptional(PyObject *object, const char *name) {
  PyObject *type, *error, *trace;
  PyErr_Fetch(&type, &error, &trace);
  PyObject *value = PyObject_GetAttrString(object, name);
  PyErr_Restore(type, error, trace);
  return value;
}

static bool startsWith(PyObject *type, const char *package) {
  PyObject *module = getOptional(type, "__module__");
  const char *text = module && PyUnicode_Check(module)
                         ? PyUnicode_AsUTF8AndSize(module, NULL)
                         : NULL;
  size_t n = strlen(package);
  bool is = text && !strncmp(text, package, n) && (!text[n] || text[n] == '.');
  if (!text)
    PyErr_Clear();
  Py_XDECREF(module);
  return is;
}

/// Whether a class in its MRO is NAME of the package.
static bool derives(PyObject *type, const char *package, const char *name) {
  PyObject *mro = getOptional(type, "__mro__");
  bool found = false;
  for (Py_ssize_t i = 0; mro && !found && i < PyTuple_Size(mro); ++i) {
    PyObject *base = PyTuple_GetItem(mro, i);
    PyObject *text = getOptional(base, "__name__");
    const char *got = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    found = got && !strcmp(got, name) && startsWith(base, package);
    Py_XDECREF(text);
  }
  Py_XDECREF(mro);
  return found;
}

/// Whether a type has __torch_dispatch__: such tensors (fake, distributed,
/// functional) have no memory of their own to read.
static bool dispatches(PyObject *type) {
  PyObject *own = getOptional(type, "__torch_dispatch__");
  PyObject *torch = PyImport_ImportModule("torch._C");
  PyObject *none =
      torch ? getOptional(torch, "_disabled_torch_dispatch_impl") : NULL;
  if (!torch)
    PyErr_Clear();
  bool does = own && own != none;
  Py_XDECREF(own);
  Py_XDECREF(torch);
  Py_XDECREF(none);
  return does;
}

static void classifyTorch(PyObject *type, KnownType *k) {
  PyObject *capsule = getOptional(type, "__dlpack_c_exchange_api__");
  k->isTorch = true;
  k->isConj = getOptional(type, "is_conj");
  k->isNeg = getOptional(type, "is_neg");
  if (dispatches(type)) {
    Py_XDECREF(capsule);
    return;
  }
  k->way = WAY_DLPACK;
  const DLPackExchangeAPI *api =
      capsule && PyCapsule_IsValid(capsule, "dlpack_exchange_api")
          ? PyCapsule_GetPointer(capsule, "dlpack_exchange_api")
          : NULL;
  if (api && api->version.major == 1 && api->dltensor_from_py_object_no_sync) {
    k->api = api;
    k->way = WAY_EXCHANGE;
  }
  Py_XDECREF(capsule);
}

static bool hasAttribute(PyObject *object, const char *name) {
  PyObject *value = getOptional(object, name);
  Py_XDECREF(value);
  return value != NULL;
}

static void classify(PyObject *object, KnownType *k) {
  PyObject *type = (PyObject *)k->type;
  if (PyLong_Check(object) || PyFloat_Check(object) || PyComplex_Check(object))
    k->way = WAY_NUMBER;
  else if (derives(type, "torch", "Tensor"))
    classifyTorch(type, k);
  else if (PyObject_CheckBuffer(object)) {
    k->way = WAY_BUFFER;
    k->isNumpy = startsWith(type, "numpy") || derives(type, "numpy", "ndarray");
  } else if (hasAttribute(type, "__dlpack__"))
    k->way = WAY_DLPACK;
}

/// `object` is one of the type's, or NULL for PyTorch's own tensors.
static KnownType *findTypeOf(PyTypeObject *type, PyObject *object) {
  for (unsigned i = 0; i < numKnown; ++i)
    if (known[i].type == type)
      return &known[i];
  KnownType k = {.type = type};
  if (object)
    classify(object, &k);
  else
    classifyTorch((PyObject *)type, &k);
  // If the table is full (many local classes), the last entry is overwritten.
  unsigned at = numKnown < MAX_KNOWN ? numKnown++ : MAX_KNOWN - 1;
  KnownType old = known[at];
  Py_INCREF((PyObject *)type);
  known[at] = k;
  Py_XDECREF((PyObject *)old.type);
  Py_XDECREF(old.isConj);
  Py_XDECREF(old.isNeg);
  return &known[at];
}

static KnownType *findType(PyObject *object) {
  return findTypeOf(Py_TYPE(object), object);
}

const DLPackExchangeAPI *tcPyTorchApi(void) {
  PyObject *torch = PyImport_ImportModule("torch");
  PyObject *type = torch ? PyObject_GetAttrString(torch, "Tensor") : NULL;
  const DLPackExchangeAPI *api = NULL;
  if (type)
    api = findTypeOf((PyTypeObject *)type, NULL)->api;
  PyErr_Clear();
  Py_XDECREF(torch);
  Py_XDECREF(type);
  return api;
}

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

static bool refuse(const TcPyExpected *expected, int number, const char *why) {
  tcPyFail(number, "%s %zu (%s): %s", expected->kind, expected->index,
           expected->value->name ? expected->value->name : "", why);
  return false;
}

/// Sizes are copied: the tensor may be resized while the call runs.
static bool copySizes(const TcPyExpected *expected, TcPyView *v, int rank,
                      const int64_t *sizes, const int64_t *strides) {
  if (rank < 0 || rank > TC_MAX_RANK)
    return refuse(expected, TC_ERROR_PY_TENSOR, "more than 16 dimensions");
  v->tensor.rank = (uint8_t)rank;
  v->tensor.sizes = v->sizes;
  v->tensor.strides = strides ? v->sizes + rank : NULL;
  for (int i = 0; i < rank; ++i) {
    v->sizes[i] = sizes[i];
    if (strides)
      v->sizes[rank + i] = strides[i];
  }
  return true;
}

static bool readDLTensor(const DLTensor *t, const TcPyExpected *expected,
                         TcPyView *v) {
  v->device = t->device;
  v->tensor.dtype = (uint8_t)tcPyDTypeFromDLPack(t->dtype);
  v->tensor.data = t->data ? (char *)t->data + t->byte_offset : NULL;
  if (!v->tensor.dtype)
    return refuse(expected, TC_ERROR_PY_TENSOR,
                  "its elements are of a type that tc does not know");
  return copySizes(expected, v, t->ndim, t->shape, t->strides);
}

/// PyTorch conjugates and negates lazily, which its function table does not
/// report. `method` is the type's: looking it up for each tensor is a tenth of
/// a call.
static bool isLazy(PyObject *method, PyObject *object) {
  Py_XINCREF(method); // it may be a user's, and meet new types
  PyObject *is =
      method ? PyObject_CallFunctionObjArgs(method, object, NULL) : NULL;
  bool lazy = is == Py_True;
  if (!is)
    PyErr_Clear();
  Py_XDECREF(is);
  Py_XDECREF(method);
  return lazy;
}

static bool checkLazy(PyObject *object, const KnownType *k,
                      const TcPyExpected *expected, const TcPyView *v) {
  bool isComplex = v->tensor.dtype == TC_DTYPE_COMPLEX64 ||
                   v->tensor.dtype == TC_DTYPE_COMPLEX128;
  if (expected->trusted || !k->isTorch)
    return true;
  if (isComplex && isLazy(k->isConj, object))
    return refuse(expected, TC_ERROR_PY_TENSOR,
                  "it is a conjugate that PyTorch has not computed; pass "
                  "x.resolve_conj()");
  if (isLazy(k->isNeg, object))
    return refuse(expected, TC_ERROR_PY_TENSOR,
                  "it is a negative that PyTorch has not computed; pass "
                  "x.resolve_neg()");
  return true;
}

/// Refuses with the first line of PyTorch's exception.
static bool refuseAs(const TcPyExpected *expected) {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  PyObject *all = value ? PyObject_Str(value) : NULL;
  const char *text = all ? PyUnicode_AsUTF8AndSize(all, NULL) : NULL;
  char line[200];
  snprintf(line, sizeof line, "%.*s", text ? (int)strcspn(text, "\n") : 0,
           text ? text : "");
  PyErr_Clear();
  Py_XDECREF(all);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return refuse(expected, TC_ERROR_PY_TENSOR, line);
}

static bool readExchange(PyObject *object, const KnownType *k,
                         const TcPyExpected *expected, TcPyView *v) {
  DLTensor t;
  memset(&t, 0, sizeof t);
  v->api = k->api;
  if (k->api->dltensor_from_py_object_no_sync(object, &t))
    return refuseAs(expected);
  return readDLTensor(&t, expected, v) && checkLazy(object, k, expected, v);
}

/// __dlpack__ of the newest version that the object knows.
static PyObject *makeCapsule(PyObject *object) {
  PyObject *method = PyObject_GetAttrString(object, "__dlpack__");
  PyObject *none = PyTuple_New(0);
  PyObject *keywords = Py_BuildValue("{s:(ii)}", "max_version", 1, 0);
  PyObject *capsule = NULL;
  if (method && none && keywords)
    capsule = PyObject_Call(method, none, keywords);
  if (!capsule && method && PyErr_ExceptionMatches(PyExc_TypeError)) {
    PyErr_Clear();
    capsule = PyObject_Call(method, none, NULL);
  }
  Py_XDECREF(method);
  Py_XDECREF(none);
  Py_XDECREF(keywords);
  return capsule;
}

/// The capsule is not consumed: it frees its tensor when it is destroyed.
static bool readCapsule(PyObject *object, const TcPyExpected *expected,
                        TcPyView *v) {
  if (v->isTorch) { // else __dlpack__ refuses what requires a gradient
    object = PyObject_CallMethod(object, "detach", NULL);
    if (!object)
      return refuseAs(expected);
  }
  v->keep = makeCapsule(object);
  if (v->isTorch)
    Py_DECREF(object);
  if (!v->keep)
    return refuseAs(expected);
  if (PyCapsule_IsValid(v->keep, "dltensor_versioned")) {
    const DLManagedTensorVersioned *t =
        PyCapsule_GetPointer(v->keep, "dltensor_versioned");
    if (t->version.major != 1)
      return refuse(expected, TC_ERROR_PY_TENSOR, "of another DLPack");
    if (expected->written && t->flags & kDLFlagReadOnly)
      return refuse(expected, TC_ERROR_PY_READ_ONLY, "it is read-only");
    return readDLTensor(&t->dl_tensor, expected, v);
  }
  if (PyCapsule_IsValid(v->keep, "dltensor")) {
    const DLManagedTensor *t = PyCapsule_GetPointer(v->keep, "dltensor");
    return readDLTensor(&t->dl_tensor, expected, v);
  }
  return refuse(expected, TC_ERROR_PY_TENSOR, "its __dlpack__ gives no tensor");
}

/// NumPy arrays of ml_dtypes' types offer no buffer, but views of their bits
/// do.
static PyObject *bitsOf(PyObject *array, TcDType *dtype) {
  PyObject *type = getOptional(array, "dtype");
  PyObject *name = type ? getOptional(type, "name") : NULL;
  const char *text = name ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
  *dtype = !text                            ? TC_DTYPE_INVALID
           : !strcmp(text, "bfloat16")      ? TC_DTYPE_BF16
           : !strcmp(text, "float8_e4m3fn") ? TC_DTYPE_F8E4M3FN
           : !strcmp(text, "float8_e5m2")   ? TC_DTYPE_F8E5M2
                                            : TC_DTYPE_INVALID;
  Py_XDECREF(type);
  Py_XDECREF(name);
  if (!*dtype)
    return NULL;
  return PyObject_CallMethod(array, "view", "s",
                             *dtype == TC_DTYPE_BF16 ? "u2" : "u1");
}

static bool getBuffer(PyObject *object, const TcPyExpected *expected,
                      TcPyView *v) {
  int flags = PyBUF_STRIDES | PyBUF_FORMAT;
  if (!PyObject_GetBuffer(object, &v->buffer,
                          flags | (expected->written ? PyBUF_WRITABLE : 0)))
    return v->hasBuffer = true;
  if (!expected->written)
    return false;
  PyErr_Clear();
  if (PyObject_GetBuffer(object, &v->buffer, flags))
    return false;
  v->hasBuffer = true;
  return refuse(expected, TC_ERROR_PY_READ_ONLY,
                "it is read-only, and the program writes to it");
}

static bool readBuffer(PyObject *object, const TcPyExpected *expected,
                       TcPyView *v) {
  TcDType bits = TC_DTYPE_INVALID;
  if (!getBuffer(object, expected, v)) {
    if (v->hasBuffer)
      return false;
    if (!v->isNumpy && hasAttribute(object, "__dlpack__")) {
      PyErr_Clear(); // a type that buffers do not have, as bf16
      return readCapsule(object, expected, v);
    }
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    v->keep = v->isNumpy ? bitsOf(object, &bits) : NULL;
    if (!v->keep) {
      PyErr_Restore(type, value, trace);
      return false;
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    if (!getBuffer(v->keep, expected, v))
      return false;
  }
  const Py_buffer *b = &v->buffer;
  v->device = (DLDevice){kDLCPU, 0};
  v->tensor.data = b->buf;
  v->tensor.dtype =
      (uint8_t)(bits ? bits : tcPyDTypeFromFormat(b->format, b->itemsize));
  if (!v->tensor.dtype)
    return refuse(expected, TC_ERROR_PY_TENSOR,
                  "its elements are of a type that tc does not know");
  int64_t strides[TC_MAX_RANK];
  for (int i = 0; i < b->ndim && i < TC_MAX_RANK; ++i) {
    strides[i] = b->strides[i] / b->itemsize;
    if (b->strides[i] % b->itemsize && b->shape[i] > 1)
      return refuse(
          expected, TC_ERROR_PY_TENSOR,
          "its strides are not multiples of the element size; pass a copy");
  }
  return copySizes(expected, v, b->ndim, (const int64_t *)b->shape, strides);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static bool storeInteger(long long n, TcDType dtype, void *at) {
  switch (dtype) {
  case TC_DTYPE_I64:
  case TC_DTYPE_U64:
    *(int64_t *)at = n;
    return dtype == TC_DTYPE_I64 || n >= 0;
  case TC_DTYPE_I32:
    *(int32_t *)at = (int32_t)n;
    return n == (int32_t)n;
  case TC_DTYPE_BOOL:
    *(uint8_t *)at = n != 0;
    return true;
  default:
    return false;
  }
}

static bool storeFloat(double x, TcDType dtype, void *at) {
  if (dtype == TC_DTYPE_F64)
    *(double *)at = x;
  else if (dtype == TC_DTYPE_F32)
    *(float *)at = (float)x;
  else
    return false;
  return true;
}

/// A number becomes a tensor without dimensions, of the type expected.
static bool readNumber(PyObject *object, const TcPyExpected *expected,
                       TcPyView *v) {
  TcDType dtype = expected->value->dtype;
  if (expected->written)
    return refuse(expected, TC_ERROR_PY_READ_ONLY,
                  "a number, and the program writes to it");
  bool isFloat = dtype == TC_DTYPE_F32 || dtype == TC_DTYPE_F64;
  bool good;
  if (isFloat && !PyComplex_Check(object))
    good = storeFloat(PyFloat_AsDouble(object), dtype, v->scalar);
  else if (PyLong_Check(object))
    good = storeInteger(PyLong_AsLongLong(object), dtype, v->scalar);
  else
    good = false;
  if (PyErr_Occurred())
    return false;
  if (!good)
    return refuse(expected, TC_ERROR_PY_TENSOR,
                  "the number does not fit its type; pass a tensor");
  v->isScalar = true;
  v->device = (DLDevice){kDLCPU, 0};
  v->tensor.data = v->scalar;
  v->tensor.dtype = (uint8_t)dtype;
  return true;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

bool tcPyViewRead(PyObject *object, const TcPyExpected *expected, TcPyView *v) {
  const KnownType *k = findType(object);
  // Its arrays need not be cleared.
  v->tensor = (TcTensor){0};
  v->isScalar = v->hasBuffer = false;
  v->keep = NULL;
  v->api = NULL;
  v->isTorch = k->isTorch;
  v->isNumpy = k->isNumpy;
  switch ((Way)k->way) {
  case WAY_EXCHANGE:
    return readExchange(object, k, expected, v);
  case WAY_BUFFER:
    return readBuffer(object, expected, v);
  case WAY_DLPACK:
    return readCapsule(object, expected, v) &&
           checkLazy(object, k, expected, v);
  case WAY_NUMBER:
    return readNumber(object, expected, v);
  case WAY_NONE:
    break;
  }
  return refuse(expected, TC_ERROR_PY_TENSOR,
                k->isTorch ? "a tensor subclass that has no memory of its own "
                             "to read (fake, functional, distributed)"
                           : "no tensor: it has no buffer, no __dlpack__, and "
                             "is no number");
}

void tcPyViewRelease(TcPyView *v) {
  if (v->hasBuffer)
    PyBuffer_Release(&v->buffer);
  Py_XDECREF(v->keep);
}
