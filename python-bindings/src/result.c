//===- result.c - New tensors for results ---------------------------*- C
//-*-===//

#include "core.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

PyObject *tcPySizesTuple(const int64_t *sizes, unsigned count) {
  PyObject *tuple = PyTuple_New(count);
  for (unsigned i = 0; tuple && i < count; ++i) {
    PyObject *size = PyLong_FromLongLong(sizes[i]);
    if (!size) {
      Py_DECREF(tuple);
      return NULL;
    }
    PyTuple_SetItem(tuple, (Py_ssize_t)i, size);
  }
  return tuple;
}

/// Strides as PyTorch computes them: a dimension of size 0 counts as one of
/// size 1.
static PyObject *stridesTuple(const TcTensor *like) {
  int64_t dense = 1, strides[TC_MAX_RANK];
  if (like->strides)
    return tcPySizesTuple(like->strides, like->rank);
  for (unsigned i = like->rank; i-- > 0;) {
    strides[i] = dense;
    dense *= like->sizes[i] > 1 ? like->sizes[i] : 1;
  }
  return tcPySizesTuple(strides, like->rank);
}

//===----------------------------------------------------------------------===//
// PyTorch
//===----------------------------------------------------------------------===//

static const char *const torchNames[TC_DTYPE_COUNT] = {
    [TC_DTYPE_F32] = "float32",
    [TC_DTYPE_F64] = "float64",
    [TC_DTYPE_BF16] = "bfloat16",
    [TC_DTYPE_F16] = "float16",
    [TC_DTYPE_I64] = "int64",
    [TC_DTYPE_I32] = "int32",
    [TC_DTYPE_I16] = "int16",
    [TC_DTYPE_I8] = "int8",
    [TC_DTYPE_U8] = "uint8",
    [TC_DTYPE_BOOL] = "bool",
    [TC_DTYPE_F8E4M3FN] = "float8_e4m3fn",
    [TC_DTYPE_F8E5M2] = "float8_e5m2",
    [TC_DTYPE_COMPLEX64] = "complex64",
    [TC_DTYPE_COMPLEX128] = "complex128",
    [TC_DTYPE_U16] = "uint16",
    [TC_DTYPE_U32] = "uint32",
    [TC_DTYPE_U64] = "uint64",
};

/// Functions and dtypes of PyTorch, looked up once.
static struct {
  PyObject *emptyStrided; ///< torch.empty_strided
  PyObject *emptyCpu;     ///< (sizes, strides, dtype), faster; may be NULL
  PyObject *emptyCuda;    ///< the same on the current device; may be NULL
  PyObject *currentCuda;  ///< its number
  PyObject *dtypes[TC_DTYPE_COUNT];
} torch;

/// NULL, without an exception, if this PyTorch has no such attribute.
static PyObject *getOrNull(PyObject *module, const char *name) {
  PyObject *value = module ? PyObject_GetAttrString(module, name) : NULL;
  if (!value)
    PyErr_Clear();
  return value;
}

static bool findTorch(void) {
  if (torch.emptyStrided)
    return true;
  PyObject *module = PyImport_ImportModule("torch");
  if (!module)
    return false;
  torch.emptyStrided = PyObject_GetAttrString(module, "empty_strided");
  for (unsigned i = 1; i < TC_DTYPE_COUNT; ++i)
    if (!(torch.dtypes[i] = PyObject_GetAttrString(module, torchNames[i])))
      PyErr_Clear(); // older ones have fewer
  Py_DECREF(module);
  PyObject *guards = PyImport_ImportModule("torch._C._dynamo.guards");
  torch.emptyCpu = getOrNull(guards, "_empty_strided_cpu");
  torch.emptyCuda = getOrNull(guards, "_empty_strided_cuda");
  Py_XDECREF(guards);
  PyObject *c = PyImport_ImportModule("torch._C");
  torch.currentCuda = getOrNull(c, "_cuda_getDevice");
  Py_XDECREF(c);
  return torch.emptyStrided != NULL;
}

static PyObject *emptyOn(PyObject *sizes, PyObject *strides, PyObject *dtype,
                         DLDevice device) {
  char name[32] = "cpu";
  if (device.device_type != kDLCPU) // HIP devices are called so, too
    snprintf(name, sizeof name, "cuda:%d", device.device_id);
  PyObject *arguments = Py_BuildValue("(OO)", sizes, strides);
  PyObject *keywords =
      Py_BuildValue("{s:O,s:s}", "dtype", dtype, "device", name);
  PyObject *tensor = arguments && keywords ? PyObject_Call(torch.emptyStrided,
                                                           arguments, keywords)
                                           : NULL;
  Py_XDECREF(arguments);
  Py_XDECREF(keywords);
  return tensor;
}

static bool isCurrent(DLDevice device) {
  PyObject *number =
      device.device_type == kDLCUDA && torch.emptyCuda && torch.currentCuda
          ? PyObject_CallFunctionObjArgs(torch.currentCuda, NULL)
          : NULL;
  bool is = number && PyLong_AsLong(number) == device.device_id;
  Py_XDECREF(number);
  PyErr_Clear();
  return is;
}

/// The faster function for a device; NULL if there is none.
static PyObject *fastEmpty(DLDevice device) {
  if (device.device_type == kDLCPU)
    return torch.emptyCpu;
  return isCurrent(device) ? torch.emptyCuda : NULL;
}

PyObject *tcPyTorchEmpty(const TcTensor *like, DLDevice device) {
  if (!findTorch())
    return NULL;
  PyObject *dtype = torch.dtypes[like->dtype];
  if (!dtype)
    return tcPyFail(TC_ERROR_PY_TENSOR, "this PyTorch has no torch.%s",
                    torchNames[like->dtype]);
  PyObject *sizes = tcPySizesTuple(like->sizes, like->rank);
  PyObject *strides = sizes ? stridesTuple(like) : NULL;
  PyObject *tensor = NULL, *fast = strides ? fastEmpty(device) : NULL;
  if (fast)
    tensor = PyObject_CallFunctionObjArgs(fast, sizes, strides, dtype, NULL);
  else if (strides)
    tensor = emptyOn(sizes, strides, dtype, device);
  Py_XDECREF(sizes);
  Py_XDECREF(strides);
  return tensor;
}

void tcPyUseHugePages(const TcTensor *result) {
  // From here on glibc's malloc maps each allocation anew, whatever it has
  // freed before (DEFAULT_MMAP_THRESHOLD_MAX).
  const size_t mapped = 32 << 20, page = 2 << 20;
  size_t bytes =
      (size_t)tcTensorElementCount(result) * tcDTypeSize(result->dtype);
  uintptr_t start = (uintptr_t)result->data,
            end = (start + bytes) / page * page;
  start = (start + page - 1) / page * page;
  if (bytes >= mapped && start < end)
    madvise((void *)start, end - start, MADV_HUGEPAGE);
}

//===----------------------------------------------------------------------===//
// The caller's
//===----------------------------------------------------------------------===//

PyObject *tcPyAllocate(PyObject *allocator, size_t index,
                       const TcTensor *like) {
  PyObject *sizes = tcPySizesTuple(like->sizes, like->rank);
  PyObject *strides = sizes ? stridesTuple(like) : NULL;
  PyObject *tensor =
      strides ? PyObject_CallFunction(allocator, "nOOs", (Py_ssize_t)index,
                                      sizes, strides, tcDTypeName(like->dtype))
              : NULL;
  Py_XDECREF(sizes);
  Py_XDECREF(strides);
  return tensor;
}
