// Files that appear whole or not at all.
#ifndef TC_SUPPORT_FILE_H
#define TC_SUPPORT_FILE_H

#include "support/status.h"

#include <stddef.h>

enum { TC_ERROR_FILE_WRITE = 7601 };

/// Writes `size` bytes to `path`, by way of a file beside it.
TcStatus tcFileWrite(const char *path, const char *data,
                     size_t size) TC_MUST_USE;

#endif // TC_SUPPORT_FILE_H
