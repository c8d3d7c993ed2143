//===- error.c - tc.Error ------------------------------------------*- C
//-*-===//

#include "core.h"

#include <stdlib.h>
#include <string.h>

static PyObject *errorType;

static const char doc[] =
    "Something that tc was told to do and did not.\n\n"
    "number: int, as in docs/errors.md; message: str; location: str or None,\n"
    "\"file:line:column\" in the text that was compiled.";

bool tcPyErrorInit(PyObject *module) {
  errorType = PyErr_NewExceptionWithDoc("tc.Error", doc, NULL, NULL);
  if (!errorType)
    return false;
  PyObject_SetAttrString(errorType, "number", Py_None);
  PyObject_SetAttrString(errorType, "message", Py_None);
  PyObject_SetAttrString(errorType, "location", Py_None);
  return PyModule_AddObjectRef(module, "Error", errorType) == 0;
}

/// The whole message, however long.
static PyObject *printed(TcStatus status) {
  int size = tcStatusPrint(status, NULL, 0);
  char *text = malloc((size_t)size + 1);
  if (!text)
    return PyErr_NoMemory();
  tcStatusPrint(status, text, (size_t)size + 1);
  PyObject *object = PyUnicode_DecodeUTF8(text, size, "replace");
  free(text);
  return object;
}

static bool setAttribute(PyObject *error, const char *name, PyObject *value) {
  bool good = value && !PyObject_SetAttrString(error, name, value);
  Py_XDECREF(value);
  return good;
}

static PyObject *textOrNone(const char *text) {
  if (!text)
    return Py_NewRef(Py_None);
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

/// MLIR prints `loc("file":1:2)`; of that, file:1:2.
static PyObject *placeOf(const char *location) {
  static const char start[] = "loc(\"";
  size_t n = location ? strlen(location) : 0, skip = sizeof start - 1;
  const char *quote = n > skip ? strchr(location + skip, '"') : NULL;
  if (!quote || strncmp(location, start, skip) || quote[1] != ':' ||
      location[n - 1] != ')')
    return textOrNone(location);
  PyObject *file = PyUnicode_DecodeUTF8(
      location + skip, quote - location - (Py_ssize_t)skip, "replace");
  PyObject *rest = PyUnicode_DecodeUTF8(
      quote + 1, (Py_ssize_t)(location + n - 1 - (quote + 1)), "replace");
  PyObject *place = file && rest ? PyUnicode_Concat(file, rest) : NULL;
  Py_XDECREF(file);
  Py_XDECREF(rest);
  return place;
}

PyObject *tcPyRaise(TcStatus status) {
  PyObject *text = printed(status);
  PyObject *error =
      text ? PyObject_CallFunctionObjArgs(errorType, text, NULL) : NULL;
  Py_XDECREF(text);
  if (error &&
      setAttribute(error, "number", PyLong_FromLong(tcStatusNumber(status))) &&
      setAttribute(error, "message", textOrNone(tcStatusMessage(status))) &&
      setAttribute(error, "location", placeOf(tcStatusLocation(status))))
    PyErr_SetObject(errorType, error);
  Py_XDECREF(error);
  tcStatusFree(status);
  return NULL;
}

PyObject *tcPyFail(int number, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  TcStatus status = tcStatusMakeV(number, format, arguments);
  va_end(arguments);
  return tcPyRaise(status);
}
