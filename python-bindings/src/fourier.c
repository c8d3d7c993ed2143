//===- fourier.c - The cost of Fourier transforms for Python
//---------------===//
//
// As the compiler counts it: whether PyTorch's own is faster is asked before
// anything is compiled.
//
//===----------------------------------------------------------------------===//

#include "core.h"

#include "cost/fourier_plan.h"
#include "cost/numbers.h"

PyObject *tcPyFourierWork(PyObject *self, PyObject *points) {
  (void)self;
  TcFourierPlan plan;
  long long n = PyLong_AsLongLong(points);
  if (n == -1 && PyErr_Occurred())
    return NULL;
  TcStatus status = tcNumbersFromEnvironment();
  if (status)
    return tcPyRaise(status);
  long long work = tcFourierPlan(n, &plan) ? plan.cost : 0;
  return Py_BuildValue("LL", (long long)tcNumber(fft_work), work);
}
