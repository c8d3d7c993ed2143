// Files that appear whole or not at all.
#ifndef TC_SUPPORT_FILE_H
#define TC_SUPPORT_FILE_H

#include "support/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { TC_ERROR_FILE_WRITE = 7601 };

/// Whether the path is there and is no file: a device, a pipe. It must not be
/// replaced.
bool tcFileIsSpecial(const char *path);

/// Writes `size` bytes to `path`, by way of a file beside it, if it is a file.
TcStatus tcFileWrite(const char *path, const char *data,
                     size_t size) TC_MUST_USE;

#endif // TC_SUPPORT_FILE_H
