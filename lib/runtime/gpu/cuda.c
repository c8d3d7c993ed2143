//===- gpu/cuda.c - NVIDIA's driver API ---------------------------*- C -*-===//
//
// Names and numbers of cuda.h (CUDA 11.2 and later) for driver.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/driver.h"

#include <stdio.h>
#include <string.h>

static const char *const libraries[] = {"libcuda.so.1", "libcuda.so", NULL};

static const char *const names[] = {
#define CALL(member, parameters, cuda, hip) cuda,
#include "runtime/gpu/calls.inc"
};

static const char *const graphNames[] = {
#define GRAPH_CALL(member, parameters, cuda, hip) cuda,
#define GRAPH_OWN(member, cuda, hip) cuda,
#include "runtime/gpu/calls.inc"
};

enum {
  ERROR_STRING,
  ATTRIBUTE,
  RETAIN,
  RELEASE,
  PUSH,
  POP,
  FUNCTION,
  LAUNCH_EX,
  TENSOR_MAP,
  EDGES,
  IMAGE_MAP
};
static const char *const ownNames[] = {
    "cuGetErrorString",         "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease_v2",
    "cuCtxPushCurrent_v2",      "cuCtxPopCurrent_v2",
    "cuFuncSetAttribute",       NULL};
// Of 11.8, 12.0 and 12.3.
static const char *const newerNames[] = {
    "cuLaunchKernelEx", "cuTensorMapEncodeTiled", "cuGraphAddDependencies_v2",
    "cuTensorMapEncodeIm2col", NULL};

static const char *errorText(const TcGpuDriver *d, int code) {
  int (*get)(int, const char **) =
      (int (*)(int, const char **))d->own[ERROR_STRING];
  const char *text = NULL;
  return get(code, &text) ? NULL : text;
}

// Capability 9.0 is sm_90, whose every card has what sm_90a names.
static int chip(const TcGpuDriver *d, int device, char *name) {
  enum { MAJOR = 75, MINOR = 76 };
  int (*get)(int *, int, int) = (int (*)(int *, int, int))d->own[ATTRIBUTE];
  int major = 0, minor = 0, code = get(&major, MAJOR, device);
  if (!code)
    code = get(&minor, MINOR, device);
  snprintf(name, TC_GPU_CHIP_NAME, "sm_%d%d%s", major, minor,
           major >= 9 ? "a" : "");
  return code;
}

// Clocks are in kHz, of memory that moves two bits a line and cycle; widths in
// bits.
static int limits(const TcGpuDriver *d, int device, TcGpuLimits *limits) {
  enum { CLOCK = 13, PROCESSORS = 16, MEMORY_CLOCK = 36, BUS = 37 };
  static const int which[] = {CLOCK, PROCESSORS, MEMORY_CLOCK, BUS};
  int (*get)(int *, int, int) = (int (*)(int *, int, int))d->own[ATTRIBUTE];
  int n[4] = {0}, code = 0;
  for (int i = 0; i < 4 && !code; ++i)
    code = get(&n[i], which[i], device);
  limits->cycles = 1e3 * n[0] * n[1];
  limits->bytes = 1e3 * n[2] * 2 * n[3] / 8;
  return code;
}

// More than 48 KiB have to be asked for.
static int allowShared(const TcGpuDriver *d, int device, void *function) {
  enum { MOST_SHARED = 97, DYNAMIC_SHARED = 8 };
  int (*get)(int *, int, int) = (int (*)(int *, int, int))d->own[ATTRIBUTE];
  int (*set)(void *, int, int) = (int (*)(void *, int, int))d->own[FUNCTION];
  int bytes = 0, code = get(&bytes, MOST_SHARED, device);
  return code || bytes <= 48 << 10 ? code
                                   : set(function, DYNAMIC_SHARED, bytes);
}

/// CUlaunchAttribute with a value that is an int.
typedef struct Attribute {
  int id;
  char pad[4];
  int value;
  char rest[60];
} Attribute;

/// CUlaunchConfig.
typedef struct Config {
  unsigned grid[3], block[3], sharedBytes;
  void *stream;
  const Attribute *attributes;
  unsigned numAttributes;
} Config;

static int launchEarly(const TcGpuDriver *d, const TcGpuLaunch *l,
                       void *stream) {
  enum { PROGRAMMATIC_STREAM_SERIALIZATION = 6 };
  int (*launch)(const Config *, void *, void **, void **) =
      (int (*)(const Config *, void *, void **, void **))d->own[LAUNCH_EX];
  if (!launch) // waiting is then nothing
    return d->calls.launch(l->function, l->blocks, 1, 1, l->threads, 1, 1,
                           l->sharedBytes, stream, l->parameters, NULL);
  const Attribute early = {.id = PROGRAMMATIC_STREAM_SERIALIZATION, .value = 1};
  const Config config = {
      {l->blocks, 1, 1}, {l->threads, 1, 1}, l->sharedBytes, stream, &early, 1};
  return launch(&config, l->function, l->parameters, NULL);
}

/// CUDA_KERNEL_NODE_PARAMS, the first version.
typedef struct KernelNode {
  void *function;
  unsigned grid[3], block[3], sharedBytes;
  void **parameters, **extra;
} KernelNode;
_Static_assert(sizeof(KernelNode) <= sizeof(TcGpuKernelNode), "room");

static void kernelNode(const TcGpuLaunch *l, TcGpuKernelNode *kernel) {
  const KernelNode node = {.function = l->function,
                           .grid = {l->blocks, 1, 1},
                           .block = {l->threads, 1, 1},
                           .sharedBytes = l->sharedBytes,
                           .parameters = l->parameters};
  memcpy(kernel, &node, sizeof node);
}

/// CUgraphEdgeData.
typedef struct EdgeData {
  unsigned char fromPort, toPort, type, reserved[5];
} EdgeData;

// The edge says that the kernel may start once all blocks of the one before it
// have allowed it, or have ended.
static int addEarlyKernel(const TcGpuDriver *d, void **node, void *graph,
                          void *before, const TcGpuKernelNode *kernel) {
  enum { PORT_PROGRAMMATIC = 1, TYPE_PROGRAMMATIC = 1 };
  int (*add)(void *, void *const *, void *const *, const EdgeData *, size_t) =
      (int (*)(void *, void *const *, void *const *, const EdgeData *,
               size_t))d->own[EDGES];
  const EdgeData edge = {.fromPort = PORT_PROGRAMMATIC,
                         .type = TYPE_PROGRAMMATIC};
  if (!add)
    return d->graphs.addKernel(node, graph, &before, 1, kernel);
  int code = d->graphs.addKernel(node, graph, NULL, 0, kernel);
  return code ? code : add(graph, &before, node, &edge, 1);
}

/// CUDA_MEMSET_NODE_PARAMS.
typedef struct FillNode {
  void *to;
  size_t pitch;
  unsigned value, each;
  size_t width, height;
} FillNode;

static FillNode fillNode(const TcGpuFill *f) {
  return (FillNode){.to = f->to,
                    .value = f->value,
                    .each = f->each,
                    .width = f->count,
                    .height = 1};
}

static int addFill(const TcGpuDriver *d, void **node, void *graph,
                   const TcGpuFill *fill) {
  int (*add)(void **, void *, void *const *, size_t, const FillNode *, void *) =
      (int (*)(void **, void *, void *const *, size_t, const FillNode *,
               void *))d->graphs.addFill;
  const FillNode what = fillNode(fill);
  return add(node, graph, NULL, 0, &what, d->context);
}

static int setFill(const TcGpuDriver *d, void *executable, void *node,
                   const TcGpuFill *fill) {
  int (*set)(void *, void *, const FillNode *, void *) =
      (int (*)(void *, void *, const FillNode *, void *))d->graphs.setFill;
  const FillNode what = fillNode(fill);
  return set(executable, node, &what, d->context);
}

/// cuTensorMapEncodeTiled.
typedef int Encode(void *map, int type, uint32_t rank, void *address,
                   const uint64_t *extents, const uint64_t *strides,
                   const uint32_t *box, const uint32_t *elementStrides,
                   int interleave, int swizzle, int promotion, int fill);

/// cuTensorMapEncodeIm2col.
typedef int EncodeImage(void *map, int type, uint32_t rank, void *address,
                        const uint64_t *extents, const uint64_t *strides,
                        const int *lower, const int *upper, uint32_t channels,
                        uint32_t pixels, const uint32_t *elementStrides,
                        int interleave, int swizzle, int promotion, int fill);

enum { NO_INTERLEAVE = 0, SWIZZLE_128 = 3, L2_256 = 3, ZEROS = 0 };

// The type only says how many bytes an element has: what is not there is 0.
static int typeOf(const TcGpuTensor *t) {
  enum { U8, U16, U32 };
  return t->each == 1 ? U8 : t->each == 2 ? U16 : U32;
}

static int imageMap(const TcGpuDriver *d, const TcGpuTensor *t, void *map) {
  uint32_t steps[TC_TENSOR_RANK] = {1, 1, 1, 1, 1};
  int lower[TC_TENSOR_SPACE], upper[TC_TENSOR_SPACE];
  EncodeImage *encode = (EncodeImage *)d->own[IMAGE_MAP];
  for (uint32_t i = 0; i < t->rank - 2; ++i) {
    steps[i + 1] = t->step[i];
    lower[i] = t->lower[i];
    upper[i] = t->upper[i];
  }
  return encode ? encode(map, typeOf(t), t->rank, t->address, t->extents,
                         t->strides + 1, lower, upper, t->box[0], t->pixels,
                         steps, NO_INTERLEAVE, SWIZZLE_128, L2_256, ZEROS)
                : TC_GPU_NO_TENSOR_MAPS;
}

static int tensorMap(const TcGpuDriver *d, const TcGpuTensor *t, void *map) {
  static const uint32_t ones[TC_TENSOR_RANK] = {1, 1, 1, 1, 1};
  Encode *encode = (Encode *)d->own[TENSOR_MAP];
  if (t->pixels)
    return imageMap(d, t, map);
  return encode ? encode(map, typeOf(t), t->rank, t->address, t->extents,
                         t->strides + 1, t->box, ones, NO_INTERLEAVE,
                         SWIZZLE_128, L2_256, ZEROS)
                : TC_GPU_NO_TENSOR_MAPS;
}

// The context that everybody in the process shares (the CUDA runtime's too).
static int retain(TcGpuDriver *d, int device) {
  int (*get)(void **, int) = (int (*)(void **, int))d->own[RETAIN];
  return get(&d->context, device);
}

static void drop(TcGpuDriver *d, int device) {
  int (*release)(int) = (int (*)(int))d->own[RELEASE];
  release(device);
}

static int enter(const TcGpuDriver *d, int device, void **state) {
  int (*push)(void *) = (int (*)(void *))d->own[PUSH];
  (void)device, (void)state;
  return push(d->context);
}

static void leave(const TcGpuDriver *d, int device, void *state) {
  int (*pop)(void **) = (int (*)(void **))d->own[POP];
  (void)device;
  pop(&state);
}

const TcGpuApi tcGpuCuda = {
    .target = "cuda",
    .what = "NVIDIA's driver",
    .libraries = libraries,
    .names = names,
    .ownNames = ownNames,
    .newerNames = newerNames,
    .graphNames = graphNames,
    .noDevice = 100,
    .noMemory = 2,
    .wrongChip = 209,
    .errorText = errorText,
    .chip = chip,
    .limits = limits,
    .allowShared = allowShared,
    .launchEarly = launchEarly,
    .kernelNode = kernelNode,
    .addEarlyKernel = addEarlyKernel,
    .addFill = addFill,
    .setFill = setFill,
    .tensorMap = tensorMap,
    .enter = enter,
    .leave = leave,
    .retain = retain,
    .drop = drop,
};
