// Writing files atomically: they appear whole or not at all.
#ifndef TC_SUPPORT_FILE_H
#define TC_SUPPORT_FILE_H

#include "support/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { TC_ERROR_FILE_WRITE = 7601 };

/// Whether the path exists and is not a regular file: a device, a pipe. Such a
/// path must not be replaced by renaming a file over it.
bool tcFileIsSpecial(const char *path);

/// Writes `size` bytes to `path`: to a temporary file beside it that is then
/// renamed, unless `path` is special.
TcStatus tcFileWrite(const char *path, const char *data,
                     size_t size) TC_MUST_USE;

#endif // TC_SUPPORT_FILE_H
