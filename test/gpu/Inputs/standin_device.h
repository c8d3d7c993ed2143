// The device of the stand-in for a GPU driver (standin.c): blocks of memory,
// and streams of work that is done only when somebody waits for it.
#ifndef TC_TEST_STANDIN_DEVICE_H
#define TC_TEST_STANDIN_DEVICE_H

#include "standin.h"

#ifdef STANDIN_HIP
#define NAME(CUDA, HIP) HIP
#else
#define NAME(CUDA, HIP) CUDA
#endif

enum { INVALID = 1, NO_MEMORY = 2, NO_DEVICE = 100, WRONG_CHIP = 209 };
enum { BROKEN = 999 };

// A process may load the stand-ins of both drivers.
#pragma GCC visibility push(hidden)

extern StandinState standin;
extern int standinHere; // the device that calls go to, or -1

// Ends the function, with an error, if it is its turn to fail.
#define ENTER()                                                                \
  do {                                                                         \
    if (++standin.calls == standin.failAt)                                     \
      return BROKEN;                                                           \
  } while (0)

// Most calls need a device to go to.
#define ENTER_DEVICE()                                                         \
  do {                                                                         \
    ENTER();                                                                   \
    if (standinHere < 0)                                                       \
      return standinMistake("a call without a device");                        \
  } while (0)

// Counts and reports a mistake of the caller: INVALID.
int standinMistake(const char *what);

// A line in the file TC_STANDIN_LOG.
void standinNote(const char *format, const char *name, long long a, long long b,
                 long long c);

// What would end a capture of the caller's.
extern int standinCaptureMode; // of the thread: RELAXED allows it
enum { RELAXED = 2 };
#define ENTER_UNSAFE()                                                         \
  do {                                                                         \
    ENTER_DEVICE();                                                            \
    if (standin.isCapturing && standinCaptureMode != RELAXED)                  \
      return standinMistake("a call that a capture forbids");                  \
  } while (0)

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

typedef struct Block {
  struct Block *next;
  char *data;
  size_t bytes;
  bool released; // by something that is still in a stream
} Block;

// A block of device memory: all bits set, guards around it.
int standinMakeBlock(void **memory, size_t bytes);
void standinFreeBlock(void *memory);
// The block that an address lies in, or NULL.
Block *standinBlockOf(const void *at);
// Whether these bytes are in one block that nothing has released.
bool standinIsDevice(const void *at, size_t bytes);
// Whether kernels may access what it points to: the device's memory, or a block
// of the host's.
bool standinIsReachable(const void *at);

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

typedef struct Function {
  StandinFunction known; // run is NULL: of an image that cannot be run
  char name[256];
} Function;

// What a kernel gets: pointers, each of which has to be the device's, and
// sizes.
void standinReadParameters(const Function *f, void **parameters, void **values);

enum { COPY, FILL, LAUNCH, RELEASE };
enum { STANDIN_VALUES = 512 };
typedef struct Work {
  struct Work *next;
  int kind;
  void *to, *from; // `from` of a copy into the device is a copy of it
  size_t bytes;
  int byte;
  const Function *function;
  void *values[STANDIN_VALUES];
  int64_t numBlocks;
} Work;

typedef struct Stream {
  Work *first, **last;
} Stream;

enum { STANDIN_STREAMS = 64 };
extern Stream *standinStreams[STANDIN_STREAMS]; // besides the default, NULL

// New work at the end of a stream.
Work *standinPut(void *stream, int kind);
// Does all work of a stream, of all streams.
void standinDrain(Stream *s);
void standinDrainAll(void);

#pragma GCC visibility pop

#endif // TC_TEST_STANDIN_DEVICE_H
