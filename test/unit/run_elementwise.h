// Compiles a program with one result and calls it: for tests that compare
// elementwise programs with a reference at many points.
#ifndef TC_TEST_RUN_ELEMENTWISE_H
#define TC_TEST_RUN_ELEMENTWISE_H

#include "tc/compile.h"

#include <string.h>

/// Tensors of rank 1, `size` elements each: the first `operands` of x go in,
/// y comes out.
typedef struct Data {
  void *x[3], *y;
  int64_t size;
} Data;

/// Runs the program `text`, whose arguments and result are of this type.
static TcStatus runElementwise(const char *text, TcDType dtype, int operands,
                               const Data *d) {
  TcCompiled *compiled = NULL;
  TcProgram *program = NULL;
  const TcProgramDescriptor *descriptor;
  TcStatus status = tcCompile(text, strlen(text), NULL, &compiled);
  if (!status)
    status = tcCompiledLoad(compiled, &descriptor);
  if (!status)
    status = tcProgramFromDescriptor(descriptor, NULL, &program);
  if (!status) {
    int64_t size = d->size;
    TcTensor in[3], out;
    TcTensor tensor = {.dtype = dtype, .rank = 1, .sizes = &size};
    for (int k = 0; k < operands; ++k) {
      in[k] = tensor;
      in[k].data = d->x[k];
    }
    out = tensor;
    out.data = d->y;
    TcCallFrame frame = {.structSize = sizeof frame,
                         .inputs = in,
                         .results = &out,
                         .numInputs = (size_t)operands,
                         .numResults = 1};
    status = tcProgramCall(program, &frame);
  }
  tcProgramFree(program);
  tcCompiledFree(compiled);
  return status;
}

#endif // TC_TEST_RUN_ELEMENTWISE_H
