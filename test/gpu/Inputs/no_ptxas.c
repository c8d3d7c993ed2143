// LD_PRELOAD: no ptxas can be found, wherever one is installed.
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int access(const char *path, int mode) {
  const char *name = strrchr(path, '/');
  if (!strcmp(name ? name + 1 : path, "ptxas")) {
    errno = ENOENT;
    return -1;
  }
  return (int)syscall(SYS_access, path, mode);
}
