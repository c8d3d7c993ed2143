//===- module.c - tc._core ------------------------------------------*- C
//-*-===//

#include "core.h"

static const char compileDoc[] =
    "compile(text, *, target='cpu', options=None) -> Program\n\n"
    "Compiles MLIR text or bytecode (str or bytes-like; @main is its entry) in "
    "a\n"
    "worker process and loads the result. The GIL is released; Ctrl-C ends "
    "it.\n\n"
    "target: 'cpu' is this machine, 'cuda' and 'rocm' its GPU; else what\n"
    "tc-compile --target= takes ('x86-64-v3', 'cuda,tune=sm_90a').\n"
    "options: dict of pipeline, part, wrt (str), threads, device (int),\n"
    "time_limit (seconds, 600), memory_limit (bytes; 0: none), atomics (bool:\n"
    "sums on GPUs may be added up in another order at each call).\n\n"
    "Raises tc.Error: what is wrong with the text, with locations; TC-7602 "
    "the\n"
    "compiler crashed, TC-8602 time_limit, TC-6602 memory_limit.";

static const char moduleRunDoc[] =
    "module_run(source, pipeline=None, form=0, name=None) -> bytes\n\n"
    "Parses, verifies and transforms a module in the worker. form: 0 nothing,\n"
    "1 text, 2 text with locations, 3 bytecode, 4 JSON (include/tc/module.h).";

static const char workersDoc[] =
    "workers() -> ([pid, ...], started)\n\n"
    "Processes that compile for this one, and how many were started so far.";

static PyMethodDef functions[] = {
    {"compile", (PyCFunction)(void (*)(void))tcPyCompile,
     METH_VARARGS | METH_KEYWORDS, compileDoc},
    {"load", (PyCFunction)(void (*)(void))tcPyLoadFile,
     METH_VARARGS | METH_KEYWORDS,
     "load(path, *, device=0) -> Program\n\nAn artifact of tc-compile "
     "(model.so); "
     "`device` is the GPU of one for GPUs.\nOne with weights needs "
     "set_weights. "
     "Raises tc.Error: TC-2530 no such file,\nTC-1530 no program, TC-5530 and "
     "TC-5531 not for this runtime, this machine."},
    {"module_run", (PyCFunction)(void (*)(void))tcPyModuleRun,
     METH_VARARGS | METH_KEYWORDS, moduleRunDoc},
    {"workers", tcPyWorkers, METH_NOARGS, workersDoc},
    {"worker_path", tcPyWorkerPath, METH_NOARGS,
     "worker_path() -> str\n\nThe compiler's program: $TC_WORKER, or "
     "bin/tc-worker "
     "of the package."},
    {"gpu_chip", tcPyGpuChip, METH_VARARGS,
     "gpu_chip(target, device=0) -> str\n\nThe chip of a GPU, as 'sm_90a'; "
     "target "
     "is 'cuda' or 'rocm'. Raises tc.Error:\nTC-7550 no driver, TC-7551 no "
     "such "
     "GPU."},
    {"size_text", tcPySizeText, METH_O,
     "size_text(text) -> str\n\nThe canonical text of a size: that of "
     "'2*n - n' is 'n'. Raises tc.Error:\nTC-1001 what is no size."},
    {"fourier_work", tcPyFourierWork, METH_O,
     "fourier_work(points) -> tuple[int, int]\n\nThe work of the greatest "
     "Fourier transform that tc is to compile, and what it takes\nfor each "
     "point of one along so many points, in multiply-adds; 0 if there is "
     "none."},
    {0}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_core",
    .m_doc = "The extension of tc: compiled programs and tensors.",
    .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void) {
  PyObject *module = PyModule_Create(&definition);
  if (module && tcPyErrorInit(module) && tcPyArrayInit(module) &&
      tcPyProgramInit(module) &&
      !PyModule_AddStringConstant(module, "__version__", TC_PACKAGE_VERSION))
    return module;
  Py_XDECREF(module);
  return NULL;
}
