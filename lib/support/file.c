// Writing files atomically.
#include "support/file.h"
#include "support/strbuf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool writeTo(const char *path, const char *data, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file)
    return false;
  bool good = fwrite(data, 1, size, file) == size;
  return !fclose(file) && good;
}

bool tcFileIsSpecial(const char *path) {
  struct stat info;
  return !stat(path, &info) && !S_ISREG(info.st_mode);
}

static TcStatus notWritten(const char *path) {
  return tcStatusMake(TC_ERROR_FILE_WRITE, "cannot write %s: %s", path,
                      strerror(errno));
}

TcStatus tcFileWrite(const char *path, const char *data, size_t size) {
  if (tcFileIsSpecial(path))
    return writeTo(path, data, size) ? TC_OK : notWritten(path);
  TcStrBuf temporary = {0};
  tcStrBufPrintf(&temporary, "%s.%ld.tmp", path, (long)getpid());
  TcStatus status = tcStrBufStatus(&temporary);
  const char *name = tcStrBufText(&temporary);
  if (!status && (!writeTo(name, data, size) || rename(name, path))) {
    status = notWritten(path);
    unlink(name);
  }
  tcStrBufFree(&temporary);
  return status;
}
