// A stand-in for a GPU driver: libcuda.so.1, or with STANDIN_HIP
// libamdhip64.so.7. "Device" memory is host memory, tracked by block, so that
// pointers of the wrong kind are found. Work in a stream is done only when the
// caller waits for it: reading results without waiting gives the old contents.
// Each function can be told to fail. Launches are written to the file
// TC_STANDIN_LOG, if that is set.
//
//   standin_device.c  the device: memory, streams
//   standin_memory.c  the API's functions of memory
//   standin_graph.c   the API's graphs, and what captures forbid
#include "standin_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

int NAME(cuInit, hipInit)(unsigned flags);
int NAME(cuInit, hipInit)(unsigned flags) {
  ENTER();
  return flags ? INVALID : standin.devices ? 0 : NO_DEVICE;
}

int NAME(cuDeviceGetCount, hipGetDeviceCount)(int *count);
int NAME(cuDeviceGetCount, hipGetDeviceCount)(int *count) {
  ENTER();
  *count = standin.devices;
  return 0;
}

int NAME(cuDeviceGet, hipDeviceGet)(int *device, int ordinal);
int NAME(cuDeviceGet, hipDeviceGet)(int *device, int ordinal) {
  ENTER();
  *device = ordinal + 40;
  return 0;
}

int NAME(cuDeviceGetName, hipDeviceGetName)(char *name, int size, int device);
int NAME(cuDeviceGetName, hipDeviceGetName)(char *name, int size, int device) {
  ENTER();
  snprintf(name, (size_t)size, "stand-in %d", device);
  return 0;
}

#ifdef STANDIN_HIP
const char *hipGetErrorString(int code);
const char *hipGetErrorString(int code) {
  return code == BROKEN ? "it is broken" : "something else";
}

int hipGetDevicePropertiesR0600(void *properties, int device);
int hipGetDevicePropertiesR0600(void *properties, int device) {
  ENTER();
  (void)device;
  memset(properties, 1, 1472); // sizeof(hipDeviceProp_tR0600)
  strcpy((char *)properties + 1160, "gfx942:sramecc+:xnack-");
  return 0;
}

int hipGetDevice(int *device);
int hipGetDevice(int *device) {
  ENTER();
  *device = standinHere;
  return 0;
}

int hipSetDevice(int device);
int hipSetDevice(int device) {
  if (device >= 0) // not when the caller's own comes back
    ENTER();
  standinHere = device;
  return 0;
}
#else
int cuGetErrorString(int code, const char **text);
int cuGetErrorString(int code, const char **text) {
  *text = code == BROKEN ? "it is broken" : "something else";
  return 0;
}

enum { MOST_SHARED = 227 << 10 };
int cuDeviceGetAttribute(int *value, int attribute, int device);
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  ENTER();
  (void)device;
  *value = attribute == 75   ? 9
           : attribute == 76 ? 0
           : attribute == 97 ? MOST_SHARED
           : attribute == 13 ? 1000000 // kHz of a multiprocessor
           : attribute == 16 ? 10      // multiprocessors
           : attribute == 36 ? 500000  // kHz of memory
           : attribute == 37 ? 1024    // bits of its bus
                             : -1;
  return 0;
}

int cuFuncSetAttribute(void *function, int attribute, int value);
int cuFuncSetAttribute(void *function, int attribute, int value) {
  ENTER();
  if (!function || attribute != 8 || value != MOST_SHARED)
    return standinMistake("a function gets an attribute that it has not");
  return 0;
}

static char context;
static int depth; // of pushed contexts
int cuDevicePrimaryCtxRetain(void **out, int device);
int cuDevicePrimaryCtxRetain(void **out, int device) {
  ENTER();
  (void)device;
  *out = &context;
  ++standin.contexts;
  return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device);
int cuDevicePrimaryCtxRelease_v2(int device) {
  (void)device;
  --standin.contexts;
  return 0;
}

int cuCtxPushCurrent_v2(void *what);
int cuCtxPushCurrent_v2(void *what) {
  ENTER();
  if (what != &context)
    return standinMistake("what is pushed is no context");
  standinHere = 40;
  ++depth;
  return 0;
}

int cuCtxPopCurrent_v2(void **out);
int cuCtxPopCurrent_v2(void **out) {
  if (!depth)
    return standinMistake("a context is popped that was not pushed");
  *out = &context;
  standinHere = --depth ? 40 : -1;
  return 0;
}
#endif

//===----------------------------------------------------------------------===//
// Streams and events, as the API has them
//===----------------------------------------------------------------------===//

int NAME(cuStreamCreate, hipStreamCreateWithFlags)(void **stream, unsigned f);
int NAME(cuStreamCreate, hipStreamCreateWithFlags)(void **stream, unsigned f) {
  ENTER_DEVICE();
  if (f != 1)
    return INVALID;
  Stream **place = standinStreams;
  while (*place)
    ++place;
  *stream = *place = calloc(1, sizeof(Stream));
  ++standin.streams;
  return 0;
}

int NAME(cuStreamSynchronize, hipStreamSynchronize)(void *stream);
int NAME(cuStreamSynchronize, hipStreamSynchronize)(void *stream) {
  ENTER_DEVICE();
  if (standin.isCapturing && stream == standin.captured)
    return standinMistake("a captured stream is waited for");
  standinDrain(stream);
  return 0;
}

int NAME(cuStreamDestroy_v2, hipStreamDestroy)(void *stream);
int NAME(cuStreamDestroy_v2, hipStreamDestroy)(void *stream) {
  standinDrain(stream);
  for (int i = 0; i < STANDIN_STREAMS; ++i)
    standinStreams[i] = standinStreams[i] == stream ? NULL : standinStreams[i];
  free(stream);
  --standin.streams;
  return 0;
}

int NAME(cuEventCreate, hipEventCreateWithFlags)(void **event, unsigned flags);
int NAME(cuEventCreate, hipEventCreateWithFlags)(void **event, unsigned flags) {
  ENTER_DEVICE();
  (void)flags;
  *event = calloc(1, sizeof(void *));
  ++standin.events;
  return 0;
}

int NAME(cuEventDestroy_v2, hipEventDestroy)(void *event);
int NAME(cuEventDestroy_v2, hipEventDestroy)(void *event) {
  free(event);
  --standin.events;
  return 0;
}

int NAME(cuEventRecord, hipEventRecord)(void *event, void *stream);
int NAME(cuEventRecord, hipEventRecord)(void *event, void *stream) {
  ENTER_DEVICE();
  *(void **)event = stream;
  return 0;
}

int NAME(cuEventSynchronize, hipEventSynchronize)(void *event);
int NAME(cuEventSynchronize, hipEventSynchronize)(void *event) {
  ENTER_DEVICE();
  standinDrain(*(void **)event);
  return 0;
}

int NAME(cuEventElapsedTime, hipEventElapsedTime)(float *ms, void *a, void *b);
int NAME(cuEventElapsedTime, hipEventElapsedTime)(float *ms, void *a, void *b) {
  ENTER_DEVICE();
  (void)a, (void)b;
  *ms = 0.5f;
  return 0;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

void standinNote(const char *format, const char *name, long long a, long long b,
                 long long c) {
  const char *path = getenv("TC_STANDIN_LOG");
  FILE *f = path ? fopen(path, "a") : NULL;
  if (!f)
    return;
  fprintf(f, format, name, a, b, c);
  fclose(f);
}

typedef struct Module {
  const StandinImage *image; // NULL: it cannot be run
  Function functions[1024];  // a step of each
  int count;
} Module;

/// An ELF file for AMD's GPUs (machine 224) or NVIDIA's (190), or PTX.
static bool isImage(const char *data) {
  const int machine = NAME(190, 224);
  if (!memcmp(data, "\177ELF", 4))
    return (unsigned char)data[18] == machine;
  return NAME(true, false) && strstr(data, ".target");
}

int NAME(cuModuleLoadData, hipModuleLoadData)(void **out, const void *data);
int NAME(cuModuleLoadData, hipModuleLoadData)(void **out, const void *data) {
  ENTER_UNSAFE();
  bool known = !memcmp(data, STANDIN_MAGIC, sizeof STANDIN_MAGIC);
  if (!known && !isImage(data))
    return WRONG_CHIP;
  Module *m = calloc(1, sizeof *m);
  m->image = known ? data : NULL;
  *out = m;
  ++standin.modules;
  return 0;
}

int NAME(cuModuleUnload, hipModuleUnload)(void *module);
int NAME(cuModuleUnload, hipModuleUnload)(void *module) {
  free(module);
  --standin.modules;
  return 0;
}

int NAME(cuModuleGetFunction, hipModuleGetFunction)(void **out, void *module,
                                                    const char *name);
int NAME(cuModuleGetFunction, hipModuleGetFunction)(void **out, void *module,
                                                    const char *name) {
  ENTER_DEVICE();
  Module *m = module;
  Function *f = &m->functions[m->count++];
  snprintf(f->name, sizeof f->name, "%s", name);
  for (uint32_t i = 0; m->image && i < m->image->count; ++i)
    if (!strcmp(m->image->functions[i].name, name))
      f->known = m->image->functions[i];
  *out = f;
  return m->image && !f->known.run ? 500 : 0; // not found
}

#ifndef STANDIN_HIP
// A map is a tensor's description, for the launch that gets it.
int cuTensorMapEncodeTiled(void *map, int type, uint32_t rank, void *address,
                           const uint64_t *extents, const uint64_t *strides,
                           const uint32_t *box, const uint32_t *elementStrides,
                           int interleave, int swizzle, int promotion,
                           int fill);
int cuTensorMapEncodeTiled(void *map, int type, uint32_t rank, void *address,
                           const uint64_t *extents, const uint64_t *strides,
                           const uint32_t *box, const uint32_t *elementStrides,
                           int interleave, int swizzle, int promotion,
                           int fill) {
  ENTER();
  if ((uintptr_t)map % 64 || (uintptr_t)address % 16 || rank < 1 || rank > 5 ||
      interleave || fill || promotion != 3 || !standinIsDevice(address, 1))
    return standinMistake("a strange tensor map");
  StandinTensor t = {
      .address = address, .rank = rank, .type = type, .swizzle = swizzle};
  for (uint32_t i = 0; i < rank; ++i) {
    t.extents[i] = extents[i];
    t.strides[i ? i - 1 : 0] = strides[i ? i - 1 : 0];
    t.box[i] = box[i];
    if (elementStrides[i] != 1)
      return standinMistake("a tensor map that skips elements");
  }
  standin.tensor = t;
  memset(map, 0x5A, 128);
  return 0;
}

int cuTensorMapEncodeIm2col(void *map, int type, uint32_t rank, void *address,
                            const uint64_t *extents, const uint64_t *strides,
                            const int *lower, const int *upper,
                            uint32_t channels, uint32_t pixels,
                            const uint32_t *elementStrides, int interleave,
                            int swizzle, int promotion, int fill);
int cuTensorMapEncodeIm2col(void *map, int type, uint32_t rank, void *address,
                            const uint64_t *extents, const uint64_t *strides,
                            const int *lower, const int *upper,
                            uint32_t channels, uint32_t pixels,
                            const uint32_t *elementStrides, int interleave,
                            int swizzle, int promotion, int fill) {
  ENTER();
  if ((uintptr_t)map % 64 || (uintptr_t)address % 16 || rank < 3 || rank > 5 ||
      interleave || fill || promotion != 3 || !standinIsDevice(address, 1) ||
      elementStrides[0] != 1 || elementStrides[rank - 1] != 1)
    return standinMistake("a strange tensor map of images");
  StandinTensor t = {.address = address,
                     .rank = rank,
                     .type = type,
                     .swizzle = swizzle,
                     .box = {channels},
                     .pixels = pixels};
  for (uint32_t i = 0; i < rank; ++i) {
    t.extents[i] = extents[i];
    t.strides[i ? i - 1 : 0] = strides[i ? i - 1 : 0];
    t.steps[i] = elementStrides[i];
  }
  for (uint32_t i = 0; i < rank - 2; ++i) {
    t.lower[i] = lower[i];
    t.upper[i] = upper[i];
  }
  standin.tensor = t;
  memset(map, 0x5A, 128);
  return 0;
}
#endif

void standinReadParameters(const Function *f, void **parameters,
                           void **values) {
  if (!f->known.run)
    return;
  for (uint32_t i = 0; i <= f->known.numBuffers; ++i) {
    values[i] = *(void **)parameters[i];
    if (values[i] && !standinIsReachable(values[i]))
      standinMistake("a kernel gets a pointer that is not the device's");
  }
  for (uint32_t i = 0; i < f->known.numSizes; ++i)
    values[f->known.numBuffers + 1 + i] =
        *(void **)parameters[f->known.numBuffers + 1 + i];
}

static void startLaunch(Function *f, unsigned blocks, void *stream,
                        void **parameters) {
  Work *w = standinPut(stream, LAUNCH);
  w->function = f;
  w->numBlocks = blocks;
  standinReadParameters(f, parameters, w->values);
}

#ifndef STANDIN_HIP
// As in cuda.h.
typedef struct CUlaunchAttribute {
  unsigned id, pad;
  int value;
  char rest[60];
} CUlaunchAttribute;

typedef struct CUlaunchConfig {
  unsigned grid[3], block[3], sharedMemBytes;
  void *stream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
} CUlaunchConfig;
#endif

int NAME(cuLaunchKernel,
         hipModuleLaunchKernel)(void *function, unsigned gx, unsigned gy,
                                unsigned gz, unsigned bx, unsigned by,
                                unsigned bz, unsigned shared, void *stream,
                                void **parameters, void **extra);
int NAME(cuLaunchKernel,
         hipModuleLaunchKernel)(void *function, unsigned gx, unsigned gy,
                                unsigned gz, unsigned bx, unsigned by,
                                unsigned bz, unsigned shared, void *stream,
                                void **parameters, void **extra) {
  ENTER_DEVICE();
  Function *f = function;
  if (!gx || gy != 1 || gz != 1 || !bx || by != 1 || bz != 1 || extra)
    return standinMistake("a launch with a strange grid");
  standinNote("launch %s %lldx%lld, %lld bytes shared\n", f->name, gx, bx,
              shared);
  startLaunch(f, gx, stream, parameters);
  return 0;
}

#ifndef STANDIN_HIP
int cuLaunchKernelEx(const CUlaunchConfig *config, void *function,
                     void **parameters, void **extra);
int cuLaunchKernelEx(const CUlaunchConfig *config, void *function,
                     void **parameters, void **extra) {
  standinNote("may start early: %s\n", ((Function *)function)->name, 0, 0, 0);
  if (config->numAttrs != 1 || config->attrs[0].id != 6 ||
      config->attrs[0].value != 1)
    return standinMistake("a launch with a strange attribute");
  return cuLaunchKernel(function, config->grid[0], config->grid[1],
                        config->grid[2], config->block[0], config->block[1],
                        config->block[2], config->sharedMemBytes,
                        config->stream, parameters, extra);
}
#endif
