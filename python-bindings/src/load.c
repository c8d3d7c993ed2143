//===- load.c - Artifacts from memory -------------------------------*- C
//-*-===//
//
// dlopen takes only files: the bytes go into an anonymous one (memfd), or,
// where such files may not be executed, into a temporary one that is unlinked
// as soon as it is loaded.
//
//===----------------------------------------------------------------------===//

#include "core.h"

#include "support/write_all.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x10U
#endif

static TcStatus failed(const char *what) {
  return tcStatusMake(TC_ERROR_PY_LOAD, "cannot load what was compiled: %s: %s",
                      what, strerror(errno));
}

/// dlopen returns the first library again for a second one with the same path,
/// and file descriptors are reused. So each load spells the path differently,
/// with "./" and "../fd/" as the bits of a counter.
static void spellPath(char *path, size_t capacity, int fd) {
  static atomic_uint counter;
  unsigned bits = atomic_fetch_add(&counter, 1);
  size_t n = (size_t)snprintf(path, capacity, "/proc/self/fd/");
  for (int i = 0; i < 32; ++i, bits >>= 1)
    n += (size_t)snprintf(path + n, capacity - n, bits & 1 ? "../fd/" : "./");
  snprintf(path + n, capacity - n, "%d", fd);
}

static TcStatus loadFromMemory(const void *data, size_t size,
                               const TcProgramOptions *options,
                               TcProgram **program) {
  int fd = memfd_create("tc-program", MFD_CLOEXEC | MFD_EXEC);
  if (fd < 0 && errno == EINVAL) // before Linux 6.3
    fd = memfd_create("tc-program", MFD_CLOEXEC);
  if (fd < 0)
    return failed("memfd_create");
  char path[320];
  spellPath(path, sizeof path, fd);
  TcStatus status = tcFileWriteAll(fd, data, size)
                        ? tcProgramLoad(path, options, program)
                        : failed("writing it");
  close(fd);
  return status;
}

static TcStatus loadFromFile(const void *data, size_t size,
                             const TcProgramOptions *options,
                             TcProgram **program) {
  const char *root = getenv("TMPDIR");
  char path[1024];
  snprintf(path, sizeof path, "%.1000s/tc-XXXXXX",
           root && *root ? root : "/tmp");
  int fd = mkstemp(path);
  if (fd < 0)
    return failed(path);
  bool good = tcFileWriteAll(fd, data, size);
  close(fd);
  TcStatus status = good ? tcProgramLoad(path, options, program) : failed(path);
  unlink(path);
  return status;
}

TcStatus tcPyLoad(const void *data, size_t size, unsigned device,
                  TcProgram **program) {
  TcProgramOptions options = {.structSize = sizeof options, .device = device};
  TcStatus status = loadFromMemory(data, size, &options, program);
  int number = tcStatusNumber(status);
  if (number != TC_ERROR_PY_LOAD && number != 2530)
    return status;
  tcStatusFree(status);
  return loadFromFile(data, size, &options, program);
}

/// Loads through a file descriptor, not the path: a file that was rewritten
/// under the path of a loaded program is another program.
TcStatus tcPyLoadPath(const char *path, const TcProgramOptions *options,
                      TcProgram **program) {
  char spelled[320];
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return tcProgramLoad(path, options, program);
  spellPath(spelled, sizeof spelled, fd);
  TcStatus status = tcProgramLoad(spelled, options, program);
  close(fd);
  if (!status)
    return TC_OK;
  tcStatusFree(status); // it tells of the other name
  return tcProgramLoad(path, options, program);
}
