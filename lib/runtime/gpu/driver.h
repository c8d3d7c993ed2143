//===- gpu/driver.h - The driver of a vendor's GPUs ---------------*- C -*-===//
//
// The functions of a driver's API that the runtime calls, found by dlopen when
// a program for that vendor's GPUs is first needed. CUDA's driver API and
// HIP's have the same functions with the same arguments under other names:
// both are rows of calls.inc, and each vendor has the few functions in which
// they differ (cuda.c, hip.c). Nothing of either is needed to build tc.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUNTIME_GPU_DRIVER_H
#define TC_RUNTIME_GPU_DRIVER_H

#include "runtime/descriptor.h"
#include "runtime/errors.h"
#include "tc/program.h"

#include <stddef.h>
#include <stdint.h>

typedef struct TcGpuDriver TcGpuDriver;

/// The common layout of CUmemPoolProps and hipMemPoolProps.
typedef struct TcGpuPoolProperties {
  int32_t allocation;  ///< 1: memory of the device
  int32_t handleTypes; ///< 0: not shared with other processes
  int32_t location;    ///< 1: a device
  int32_t device;      ///< which
  void *reserved;
  size_t maxBytes; ///< 0: the driver's choice
  unsigned char zero[64];
} TcGpuPoolProperties;

enum {
  TC_GPU_STREAM_NON_BLOCKING = 1, ///< does not wait for the NULL stream
  TC_GPU_POOL_KEEP = 4 ///< attribute: bytes (u64) a pool keeps when it is idle
};

/// The functions that both vendors have. All return 0, or a code for
/// `errorText`. Streams, modules, functions, events and pools are opaque
/// pointers; device memory is a `void *` here.
typedef struct TcGpuCalls {
#define CALL(member, parameters, cuda, hip) int(*member) parameters;
#include "runtime/gpu/calls.inc"
} TcGpuCalls;

enum {
  TC_GPU_CAPTURE_NONE = 0,    ///< the stream's work is done, not recorded
  TC_GPU_CAPTURE_RELAXED = 2, ///< a mode: the thread may call anything
};

/// A launch.
typedef struct TcGpuLaunch {
  void *function;
  unsigned blocks, threads, sharedBytes;
  /// It may start before the work in front of it has ended, for which the
  /// function waits itself.
  bool early;
  void **parameters;
} TcGpuLaunch;

/// CUDA_KERNEL_NODE_PARAMS or hipKernelNodeParams.
typedef struct TcGpuKernelNode {
  _Alignas(void *) unsigned char bytes[64];
} TcGpuKernelNode;

/// A memset.
typedef struct TcGpuFill {
  void *to;
  unsigned value, each; ///< of an element, and its bytes: 1 or 4
  size_t count;         ///< of elements
} TcGpuFill;

typedef void (*TcGpuFunction)(void);

/// The functions for graphs, which older drivers lack. A graph is what is
/// recorded, an executable what the driver has made of it; nodes are those of
/// the graph, which therefore has to stay as long as its executable.
typedef struct TcGpuGraphCalls {
#define GRAPH_CALL(member, parameters, cuda, hip) int(*member) parameters;
#define GRAPH_OWN(member, cuda, hip) TcGpuFunction member;
#include "runtime/gpu/calls.inc"
} TcGpuGraphCalls;

/// Part of the device's memory, for its copy engine: TcTensorMapInfo with
/// numbers.
typedef struct TcGpuTensor {
  void *address;
  unsigned each, rank;
  uint64_t extents[TC_TENSOR_RANK], strides[TC_TENSOR_RANK];
  uint32_t box[TC_TENSOR_RANK];
  uint32_t pixels, step[TC_TENSOR_SPACE];
  int32_t lower[TC_TENSOR_SPACE], upper[TC_TENSOR_SPACE];
} TcGpuTensor;

enum { TC_GPU_TENSOR_MAP_BYTES = 128, TC_GPU_TENSOR_MAP_ALIGNMENT = 64 };
enum { TC_GPU_NO_TENSOR_MAPS = -1 }; ///< a code: the driver has none

enum { TC_GPU_OWN_CALLS = 11, TC_GPU_CHIP_NAME = 32, TC_GPU_CARD_NAME = 128 };

/// One vendor.
typedef struct TcGpuApi {
  const char *target;           ///< of the program's descriptor: "cuda"
  const char *what;             ///< "NVIDIA's driver", for messages
  const char *const *libraries; ///< to try in order; NULL-terminated
  const char *const *names;     ///< of TcGpuCalls' members, in their order
  const char *const *ownNames;  ///< of TcGpuDriver.own; NULL-terminated
  /// The rest of TcGpuDriver.own: NULL there if the driver is older.
  const char *const *newerNames; ///< NULL-terminated, or NULL
  const char *const *graphNames; ///< of TcGpuGraphCalls' members
  int noDevice;                  ///< its code for: there is none
  int noMemory;                  ///< for: device memory is used up
  int wrongChip;                 ///< for: an image of another chip
  const char *(*errorText)(const TcGpuDriver *driver, int code);
  /// The chip as a target's `tune` names it.
  int (*chip)(const TcGpuDriver *driver, int device,
              char name[TC_GPU_CHIP_NAME]);
  /// What the device can do in a second. NULL: it is not known.
  int (*limits)(const TcGpuDriver *driver, int device, TcGpuLimits *limits);
  /// Allows a function to be launched with the most shared memory that the
  /// device gives one block. NULL: no request is needed.
  int (*allowShared)(const TcGpuDriver *driver, int device, void *function);
  /// A launch that is `early`. NULL: as any other.
  int (*launchEarly)(const TcGpuDriver *driver, const TcGpuLaunch *launch,
                     void *stream);
  /// Describes a launch for a graph.
  void (*kernelNode)(const TcGpuLaunch *launch, TcGpuKernelNode *kernel);
  /// Adds an early launch to a graph, behind `before`. NULL: as any other.
  int (*addEarlyKernel)(const TcGpuDriver *driver, void **node, void *graph,
                        void *before, const TcGpuKernelNode *kernel);
  /// Adds a memset, which waits for nothing, to a graph; gives one of an
  /// executable another place and value.
  int (*addFill)(const TcGpuDriver *driver, void **node, void *graph,
                 const TcGpuFill *fill);
  int (*setFill)(const TcGpuDriver *driver, void *executable, void *node,
                 const TcGpuFill *fill);
  /// Writes the parameter of a kernel that names the tensor. NULL: the vendor
  /// has none.
  int (*tensorMap)(const TcGpuDriver *driver, const TcGpuTensor *tensor,
                   void *map);
  /// Makes the device current on the calling thread; `leave` restores the
  /// previous one.
  int (*enter)(const TcGpuDriver *driver, int device, void **state);
  void (*leave)(const TcGpuDriver *driver, int device, void *state);
  /// Begins and ends the use of the device.
  int (*retain)(TcGpuDriver *driver, int device);
  void (*drop)(TcGpuDriver *driver, int device);
} TcGpuApi;

struct TcGpuDriver {
  const TcGpuApi *api;
  void *library;
  TcGpuCalls calls;
  TcGpuGraphCalls graphs; ///< all NULL: the driver is too old for them
  TcGpuFunction own[TC_GPU_OWN_CALLS]; ///< what only this vendor has
  void *context;                       ///< of `retain`
};

extern const TcGpuApi tcGpuCuda, tcGpuHip;

/// Loads and initialises the driver for `target`. TC-7550 if it is not
/// installed, TC-5551 if it is too old. The caller closes it.
TcStatus tcGpuDriverOpen(const char *target, TcGpuDriver *driver) TC_MUST_USE;
void tcGpuDriverClose(TcGpuDriver *driver);

/// What the calling thread had before it used the device.
typedef struct TcGpuThread {
  void *state; ///< of `enter`
  int captureMode;
} TcGpuThread;

/// The device is the calling thread's until tcGpuDriverLeave, and the thread
/// may allocate, wait and load even while somebody captures another stream in a
/// mode that forbids it. TC-7552 if the driver does not say so.
TcStatus tcGpuDriverEnter(const TcGpuDriver *driver, int device,
                          TcGpuThread *thread) TC_MUST_USE;
void tcGpuDriverLeave(const TcGpuDriver *driver, int device,
                      TcGpuThread thread);

/// TC_OK for code 0; else TC-7552, or TC-6550 if memory is out, with the
/// attempted action and the driver's name of the error.
TcStatus tcGpuCheck(const TcGpuDriver *driver, int code,
                    const char *what) TC_MUST_USE;

/// Waits for a stream. Nothing is in flight afterwards, also after an error:
/// memory that the stream uses may be freed.
TcStatus tcGpuStreamWait(const TcGpuDriver *driver, void *stream) TC_MUST_USE;

/// The device of that number. TC-7551 if there is none.
TcStatus tcGpuDeviceFind(const TcGpuDriver *driver, unsigned ordinal,
                         int *device) TC_MUST_USE;

#endif // TC_RUNTIME_GPU_DRIVER_H
