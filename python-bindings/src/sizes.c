//===- sizes.c - The size algebra for Python -------------------------*- C
//-*-===//

#include "core.h"

#include "support/size.h"

PyObject *tcPySizeText(PyObject *self, PyObject *text) {
  (void)self;
  Py_ssize_t size;
  const char *data = PyUnicode_AsUTF8AndSize(text, &size);
  if (!data)
    return NULL;
  TcStrBuf out = {0};
  TcStatus status = tcSizeCanonicalText(data, (size_t)size, &out);
  PyObject *found =
      status ? tcPyRaise(status) : PyUnicode_FromString(tcStrBufText(&out));
  tcStrBufFree(&out);
  return found;
}
