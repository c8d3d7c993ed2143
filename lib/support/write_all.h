// Writing to a file descriptor; inline, for programs without the rest of
// lib/support.
#ifndef TC_SUPPORT_WRITE_ALL_H
#define TC_SUPPORT_WRITE_ALL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

/// Writes all bytes to the file. False with errno.
static inline bool tcFileWriteAll(int fd, const void *data, size_t size) {
  const char *at = data;
  while (size) {
    ssize_t written = write(fd, at, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    at += written;
    size -= (size_t)written;
  }
  return true;
}

#endif // TC_SUPPORT_WRITE_ALL_H
