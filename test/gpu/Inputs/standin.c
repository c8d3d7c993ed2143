// A stand-in for a GPU driver: libcuda.so.1, or with STANDIN_HIP
// libamdhip64.so.7. "Device" memory is host memory, tracked by block, so that
// pointers of the wrong kind are found. Work in a stream is done only when the
// caller waits for it: reading results without waiting gives the old contents.
// Each function can be told to fail. Launches are written to the file
// TC_STANDIN_LOG, if that is set.
#include "standin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef STANDIN_HIP
#define NAME(CUDA, HIP) HIP
#else
#define NAME(CUDA, HIP) CUDA
#endif

enum { INVALID = 1, NO_MEMORY = 2, NO_DEVICE = 100, WRONG_CHIP = 209 };
enum { BROKEN = 999, SCRATCH = 1 << 20, GUARD = 64 };

static StandinState state = {.devices = 1};
StandinState *standinState(void);
StandinState *standinState(void) { return &state; }

// Ends the function, with an error, if it is its turn to fail.
#define ENTER()                                                                \
  do {                                                                         \
    if (++state.calls == state.failAt)                                         \
      return BROKEN;                                                           \
  } while (0)

static int mistake(const char *what) {
  fprintf(stderr, "stand-in driver: %s\n", what);
  ++state.mistakes;
  return INVALID;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

typedef struct Block {
  struct Block *next;
  char *data;
  size_t bytes;
  bool released; // by something that is still in a stream
} Block;

static Block *blocks;

static Block *blockOf(const void *at) {
  for (Block *b = blocks; b; b = b->next)
    if ((char *)at >= b->data && (char *)at < b->data + b->bytes)
      return b;
  return NULL;
}

static bool isDevice(const void *at, size_t bytes) {
  Block *b = blockOf(at);
  return b && !b->released &&
         bytes <= (size_t)(b->data + b->bytes - (char *)at);
}

static bool isGuarded(const Block *b) {
  for (size_t i = 0; i < GUARD; ++i)
    if ((unsigned char)b->data[-1 - (ptrdiff_t)i] != 0xA5 ||
        (unsigned char)b->data[b->bytes + i] != 0xA5)
      return false;
  return true;
}

static int makeBlock(void **memory, size_t bytes) {
  Block *b = malloc(sizeof *b);
  size_t room = (bytes + 2 * GUARD + 255) / 256 * 256 + 256;
  char *base = aligned_alloc(256, room);
  if (!b || !base)
    return NO_MEMORY;
  memset(base, 0xA5, room);
  *b = (Block){blocks, base + 256, bytes, false};
  memset(b->data, 0xFF, bytes); // NaN in every float type
  blocks = b;
  ++state.blocks;
  *memory = b->data;
  return 0;
}

static void freeBlock(void *memory) {
  for (Block **link = &blocks; *link; link = &(*link)->next) {
    Block *b = *link;
    if (b->data != memory)
      continue;
    if (!isGuarded(b))
      mistake("memory outside of a block was written");
    *link = b->next;
    free(b->data - 256);
    free(b);
    --state.blocks;
    return;
  }
  mistake("something is freed that is no block");
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

typedef struct Function {
  StandinFunction known; // run is NULL: of an image that cannot be run
  char name[256];
} Function;

enum { COPY, FILL, LAUNCH, RELEASE };
typedef struct Work {
  struct Work *next;
  int kind;
  void *to, *from; // `from` of a copy into the device is a copy of it
  size_t bytes;
  int byte;
  const Function *function;
  void *values[512];
  int64_t numBlocks;
} Work;

typedef struct Stream {
  Work *first, **last;
} Stream;

static Stream defaultStream; // whose handle is NULL
static Stream *streams[64];  // the others

static void runLaunch(Work *w) {
  void *scratch = malloc(SCRATCH);
  const StandinFunction *f = &w->function->known;
  if (f->run)
    f->run(w->values, (int64_t *)&w->values[f->numBuffers + 1], scratch, 0,
           w->numBlocks);
  free(scratch);
}

static void runWork(Work *w) {
  if (w->kind == COPY)
    memcpy(w->to, w->from, w->bytes);
  else if (w->kind == FILL)
    memset(w->to, w->byte, w->bytes);
  else if (w->kind == LAUNCH)
    runLaunch(w);
  else
    freeBlock(w->to);
}

static void drain(Stream *s) {
  s = s ? s : &defaultStream;
  while (s->first) {
    Work *w = s->first;
    s->first = w->next;
    runWork(w);
    if (w->byte < 0)
      free(w->from);
    free(w);
  }
  s->last = &s->first;
}

static void drainAll(void) {
  drain(NULL);
  for (int i = 0; i < 64; ++i)
    if (streams[i])
      drain(streams[i]);
}

static Work *put(void *stream, int kind) {
  Stream *s = stream ? stream : &defaultStream;
  Work *w = calloc(1, sizeof *w);
  if (!s->last)
    s->last = &s->first;
  w->kind = kind;
  *s->last = w;
  s->last = &w->next;
  return w;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

int NAME(cuInit, hipInit)(unsigned flags);
int NAME(cuInit, hipInit)(unsigned flags) {
  ENTER();
  return flags ? INVALID : state.devices ? 0 : NO_DEVICE;
}

int NAME(cuDeviceGetCount, hipGetDeviceCount)(int *count);
int NAME(cuDeviceGetCount, hipGetDeviceCount)(int *count) {
  ENTER();
  *count = state.devices;
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

static int here = -1; // the device that calls go to

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
  *device = here;
  return 0;
}

int hipSetDevice(int device);
int hipSetDevice(int device) {
  if (device >= 0) // not when the caller's own comes back
    ENTER();
  here = device;
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
                             : -1;
  return 0;
}

int cuFuncSetAttribute(void *function, int attribute, int value);
int cuFuncSetAttribute(void *function, int attribute, int value) {
  ENTER();
  if (!function || attribute != 8 || value != MOST_SHARED)
    return mistake("a function gets an attribute that it has not");
  return 0;
}

static char context;
static int depth; // of pushed contexts
int cuDevicePrimaryCtxRetain(void **out, int device);
int cuDevicePrimaryCtxRetain(void **out, int device) {
  ENTER();
  (void)device;
  *out = &context;
  ++state.contexts;
  return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device);
int cuDevicePrimaryCtxRelease_v2(int device) {
  (void)device;
  --state.contexts;
  return 0;
}

int cuCtxPushCurrent_v2(void *what);
int cuCtxPushCurrent_v2(void *what) {
  ENTER();
  if (what != &context)
    return mistake("what is pushed is no context");
  here = 40;
  ++depth;
  return 0;
}

int cuCtxPopCurrent_v2(void **out);
int cuCtxPopCurrent_v2(void **out) {
  if (!depth)
    return mistake("a context is popped that was not pushed");
  *out = &context;
  here = --depth ? 40 : -1;
  return 0;
}
#endif

// Most calls need a device to go to.
#define ENTER_DEVICE()                                                         \
  do {                                                                         \
    ENTER();                                                                   \
    if (here < 0)                                                              \
      return mistake("a call without a device");                               \
  } while (0)

//===----------------------------------------------------------------------===//
// Streams and events, as the API has them
//===----------------------------------------------------------------------===//

int NAME(cuStreamCreate, hipStreamCreateWithFlags)(void **stream, unsigned f);
int NAME(cuStreamCreate, hipStreamCreateWithFlags)(void **stream, unsigned f) {
  ENTER_DEVICE();
  if (f != 1)
    return INVALID;
  Stream **place = streams;
  while (*place)
    ++place;
  *stream = *place = calloc(1, sizeof(Stream));
  ++state.streams;
  return 0;
}

int NAME(cuStreamSynchronize, hipStreamSynchronize)(void *stream);
int NAME(cuStreamSynchronize, hipStreamSynchronize)(void *stream) {
  ENTER_DEVICE();
  drain(stream);
  return 0;
}

int NAME(cuStreamDestroy_v2, hipStreamDestroy)(void *stream);
int NAME(cuStreamDestroy_v2, hipStreamDestroy)(void *stream) {
  drain(stream);
  for (int i = 0; i < 64; ++i)
    streams[i] = streams[i] == stream ? NULL : streams[i];
  free(stream);
  --state.streams;
  return 0;
}

int NAME(cuEventCreate, hipEventCreateWithFlags)(void **event, unsigned flags);
int NAME(cuEventCreate, hipEventCreateWithFlags)(void **event, unsigned flags) {
  ENTER_DEVICE();
  (void)flags;
  *event = calloc(1, sizeof(void *));
  ++state.events;
  return 0;
}

int NAME(cuEventDestroy_v2, hipEventDestroy)(void *event);
int NAME(cuEventDestroy_v2, hipEventDestroy)(void *event) {
  free(event);
  --state.events;
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
  drain(*(void **)event);
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

static void note(const char *format, const char *name, long long a, long long b,
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
  Function functions[16];
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
  ENTER_DEVICE();
  bool known = !memcmp(data, STANDIN_MAGIC, sizeof STANDIN_MAGIC);
  if (!known && !isImage(data))
    return WRONG_CHIP;
  Module *m = calloc(1, sizeof *m);
  m->image = known ? data : NULL;
  *out = m;
  ++state.modules;
  return 0;
}

int NAME(cuModuleUnload, hipModuleUnload)(void *module);
int NAME(cuModuleUnload, hipModuleUnload)(void *module) {
  free(module);
  --state.modules;
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
    return mistake("a launch with a strange grid");
  note("launch %s %lldx%lld, %lld bytes shared\n", f->name, gx, bx, shared);
  Work *w = put(stream, LAUNCH);
  w->function = f;
  w->numBlocks = gx;
  if (!f->known.run)
    return 0;
  for (uint32_t i = 0; i <= f->known.numBuffers; ++i) {
    w->values[i] = *(void **)parameters[i];
    if (w->values[i] && (!isDevice(w->values[i], 1)))
      mistake("a kernel gets a pointer that is not the device's");
  }
  for (uint32_t i = 0; i < f->known.numSizes; ++i)
    w->values[f->known.numBuffers + 1 + i] =
        *(void **)parameters[f->known.numBuffers + 1 + i];
  return 0;
}

//===----------------------------------------------------------------------===//
// Memory, as the API has it
//===----------------------------------------------------------------------===//

typedef struct Properties {
  int allocation, handles, location, device;
} Properties;

int NAME(cuMemPoolCreate, hipMemPoolCreate)(void **pool, const Properties *p);
int NAME(cuMemPoolCreate, hipMemPoolCreate)(void **pool, const Properties *p) {
  ENTER_DEVICE();
  if (p->allocation != 1 || p->handles || p->location != 1 || p->device != 40)
    return INVALID;
  *pool = malloc(1);
  ++state.pools;
  return 0;
}

int NAME(cuMemPoolDestroy, hipMemPoolDestroy)(void *pool);
int NAME(cuMemPoolDestroy, hipMemPoolDestroy)(void *pool) {
  free(pool);
  --state.pools;
  return 0;
}

int NAME(cuMemPoolSetAttribute, hipMemPoolSetAttribute)(void *, int, void *);
int NAME(cuMemPoolSetAttribute, hipMemPoolSetAttribute)(void *pool, int which,
                                                        void *value) {
  ENTER_DEVICE();
  (void)pool, (void)value;
  return which == 4 ? 0 : INVALID;
}

int NAME(cuMemAllocFromPoolAsync, hipMallocFromPoolAsync)(void **, size_t,
                                                          void *, void *);
int NAME(cuMemAllocFromPoolAsync,
         hipMallocFromPoolAsync)(void **memory, size_t bytes, void *pool,
                                 void *stream) {
  ENTER_DEVICE();
  (void)pool, (void)stream;
  if (!bytes)
    return INVALID;
  return makeBlock(memory, bytes);
}

int NAME(cuMemAlloc_v2, hipMalloc)(void **memory, size_t bytes);
int NAME(cuMemAlloc_v2, hipMalloc)(void **memory, size_t bytes) {
  ENTER_DEVICE();
  return bytes ? makeBlock(memory, bytes) : INVALID;
}

// Waits for all streams, of which it knows those that have it.
int NAME(cuMemFree_v2, hipFree)(void *memory);
int NAME(cuMemFree_v2, hipFree)(void *memory) {
  Block *b = blockOf(memory);
  if (!b || b->released || b->data != memory)
    return mistake("something is freed that is no block, or is freed twice");
  drainAll();
  freeBlock(memory);
  return 0;
}

int NAME(cuMemAllocHost_v2, hipMemAllocHost)(void **memory, size_t bytes);
int NAME(cuMemAllocHost_v2, hipMemAllocHost)(void **memory, size_t bytes) {
  ENTER_DEVICE();
  *memory = malloc(bytes);
  state.hostBlocks += *memory != NULL;
  return *memory ? 0 : NO_MEMORY;
}

int NAME(cuMemFreeHost, hipHostFree)(void *memory);
int NAME(cuMemFreeHost, hipHostFree)(void *memory) {
  drainAll();
  free(memory);
  --state.hostBlocks;
  return 0;
}

int NAME(cuMemFreeAsync, hipFreeAsync)(void *memory, void *stream);
int NAME(cuMemFreeAsync, hipFreeAsync)(void *memory, void *stream) {
  Block *b = blockOf(memory);
  if (!b || b->released || b->data != memory)
    return mistake("something is freed that is no block, or is freed twice");
  b->released = true;
  put(stream, RELEASE)->to = memory;
  return 0;
}

// The host's memory may be used again when the call returns.
int NAME(cuMemcpyHtoDAsync_v2, hipMemcpyHtoDAsync)(void *, const void *, size_t,
                                                   void *);
int NAME(cuMemcpyHtoDAsync_v2, hipMemcpyHtoDAsync)(void *to, const void *from,
                                                   size_t bytes, void *stream) {
  ENTER_DEVICE();
  if (!isDevice(to, bytes) || blockOf(from))
    return mistake("a copy into the device with wrong pointers");
  Work *w = put(stream, COPY);
  w->to = to;
  w->from = malloc(bytes + 1);
  w->bytes = bytes;
  w->byte = -1;
  memcpy(w->from, from, bytes);
  return 0;
}

static int copyLater(void *to, const void *from, size_t bytes, void *stream) {
  Work *w = put(stream, COPY);
  w->to = to;
  w->from = (void *)(uintptr_t)from;
  w->bytes = bytes;
  return 0;
}

int NAME(cuMemcpyDtoHAsync_v2, hipMemcpyDtoHAsync)(void *, const void *, size_t,
                                                   void *);
int NAME(cuMemcpyDtoHAsync_v2, hipMemcpyDtoHAsync)(void *to, const void *from,
                                                   size_t bytes, void *stream) {
  ENTER_DEVICE();
  if (!isDevice(from, bytes) || blockOf(to))
    return mistake("a copy out of the device with wrong pointers");
  return copyLater(to, from, bytes, stream);
}

int NAME(cuMemcpyDtoDAsync_v2, hipMemcpyDtoDAsync)(void *, const void *, size_t,
                                                   void *);
int NAME(cuMemcpyDtoDAsync_v2, hipMemcpyDtoDAsync)(void *to, const void *from,
                                                   size_t bytes, void *stream) {
  ENTER_DEVICE();
  if (!isDevice(from, bytes) || !isDevice(to, bytes))
    return mistake("a copy within the device with wrong pointers");
  return copyLater(to, from, bytes, stream);
}

int NAME(cuMemsetD8Async, hipMemsetD8Async)(void *, unsigned char, size_t,
                                            void *);
int NAME(cuMemsetD8Async, hipMemsetD8Async)(void *to, unsigned char byte,
                                            size_t count, void *stream) {
  ENTER_DEVICE();
  if (!isDevice(to, count))
    return mistake("memory is filled that is not the device's");
  Work *w = put(stream, FILL);
  w->to = to;
  w->bytes = count;
  w->byte = byte;
  return 0;
}

int NAME(cuMemsetD32Async, hipMemsetD32Async)(void *, unsigned, size_t, void *);
int NAME(cuMemsetD32Async, hipMemsetD32Async)(void *to, unsigned word,
                                              size_t count, void *stream) {
  ENTER_DEVICE();
  if (count != 1 || !isDevice(to, sizeof word))
    return mistake("memory is filled that is not the device's");
  Work *w = put(stream, COPY);
  w->to = to;
  w->from = malloc(sizeof word);
  w->bytes = sizeof word;
  w->byte = -1;
  memcpy(w->from, &word, sizeof word);
  return 0;
}
