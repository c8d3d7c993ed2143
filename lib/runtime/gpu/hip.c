//===- gpu/hip.c - AMD's HIP runtime ------------------------------*- C -*-===//
//
// Names and numbers of hip_runtime_api.h (ROCm 6 and later) for driver.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/driver.h"

#include <stdio.h>
#include <string.h>

static const char *const libraries[] = {"libamdhip64.so.7", "libamdhip64.so.6",
                                        "libamdhip64.so", NULL};

static const char *const names[] = {
#define CALL(member, parameters, cuda, hip) hip,
#include "runtime/gpu/calls.inc"
};

static const char *const graphNames[] = {
#define GRAPH_CALL(member, parameters, cuda, hip) hip,
#define GRAPH_OWN(member, cuda, hip) hip,
#include "runtime/gpu/calls.inc"
};

enum { ERROR_STRING, PROPERTIES, GET_DEVICE, SET_DEVICE };
static const char *const ownNames[] = {"hipGetErrorString",
                                       "hipGetDevicePropertiesR0600",
                                       "hipGetDevice", "hipSetDevice", NULL};

static const char *errorText(const TcGpuDriver *d, int code) {
  const char *(*get)(int) = (const char *(*)(int))d->own[ERROR_STRING];
  return get(code);
}

/// "gfx90a:sramecc+:xnack-" is gfx90a.
static int chip(const TcGpuDriver *d, int device, char *name) {
  // hipDeviceProp_tR0600 has 1472 bytes, its gcnArchName[256] is at 1160; the
  // layout is frozen by the name. Room for what later ones may append.
  enum { PLACE = 1160, BYTES = 4096 };
  int (*get)(void *, int) = (int (*)(void *, int))d->own[PROPERTIES];
  char properties[BYTES] = {0};
  int code = get(properties, device);
  int size = (int)strcspn(properties + PLACE, ":");
  snprintf(name, TC_GPU_CHIP_NAME, "%.*s", size, properties + PLACE);
  return code;
}

static int setDevice(const TcGpuDriver *d, int device) {
  int (*set)(int) = (int (*)(int))d->own[SET_DEVICE];
  return set(device);
}

static int enter(const TcGpuDriver *d, int device, void **state) {
  int (*get)(int *) = (int (*)(int *))d->own[GET_DEVICE];
  int before = 0, code = get(&before);
  *state = (void *)(intptr_t)before;
  return code ? code : setDevice(d, device);
}

static void leave(const TcGpuDriver *d, int device, void *state) {
  (void)device;
  setDevice(d, (int)(intptr_t)state);
}

/// hipKernelNodeParams. Its function is a host's symbol, or, where that is
/// none, a function of a module.
typedef struct KernelNode {
  unsigned block[3];
  void **extra, *function;
  unsigned grid[3];
  void **parameters;
  unsigned sharedBytes;
} KernelNode;
_Static_assert(sizeof(KernelNode) <= sizeof(TcGpuKernelNode), "room");

static void kernelNode(const TcGpuLaunch *l, TcGpuKernelNode *kernel) {
  const KernelNode node = {.block = {l->threads, 1, 1},
                           .function = l->function,
                           .grid = {l->blocks, 1, 1},
                           .parameters = l->parameters,
                           .sharedBytes = l->sharedBytes};
  memcpy(kernel, &node, sizeof node);
}

/// hipMemsetParams.
typedef struct FillNode {
  void *to;
  unsigned each;
  size_t height, pitch;
  unsigned value;
  size_t width;
} FillNode;

static FillNode fillNode(const TcGpuFill *f) {
  return (FillNode){.to = f->to,
                    .each = f->each,
                    .height = 1,
                    .value = f->value,
                    .width = f->count};
}

static int addFill(const TcGpuDriver *d, void **node, void *graph,
                   const TcGpuFill *fill) {
  int (*add)(void **, void *, void *const *, size_t, const FillNode *) =
      (int (*)(void **, void *, void *const *, size_t,
               const FillNode *))d->graphs.addFill;
  const FillNode what = fillNode(fill);
  return add(node, graph, NULL, 0, &what);
}

static int setFill(const TcGpuDriver *d, void *executable, void *node,
                   const TcGpuFill *fill) {
  int (*set)(void *, void *, const FillNode *) =
      (int (*)(void *, void *, const FillNode *))d->graphs.setFill;
  const FillNode what = fillNode(fill);
  return set(executable, node, &what);
}

// HIP keeps its contexts to itself.
static int retain(TcGpuDriver *d, int device) {
  (void)d, (void)device;
  return 0;
}

static void drop(TcGpuDriver *d, int device) { (void)d, (void)device; }

const TcGpuApi tcGpuHip = {
    .target = "rocm",
    .what = "AMD's HIP runtime",
    .libraries = libraries,
    .names = names,
    .ownNames = ownNames,
    .graphNames = graphNames,
    .noDevice = 100,
    .noMemory = 2,
    .wrongChip = 209,
    .errorText = errorText,
    .chip = chip,
    .kernelNode = kernelNode,
    .addFill = addFill,
    .setFill = setFill,
    .enter = enter,
    .leave = leave,
    .retain = retain,
    .drop = drop,
};
