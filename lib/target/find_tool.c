// See find_tool.h.
#include "target/find_tool.h"

#include "target/self.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool isThere(char *path, const char *folder, size_t length,
                    const char *name) {
  int n = snprintf(path, TC_TOOL_PATH, "%.*s/%s", (int)length, folder, name);
  return n > 0 && n < TC_TOOL_PATH && !access(path, X_OK);
}

static bool findInPath(const char *name, char *path) {
  const char *folders = getenv("PATH");
  for (const char *at = folders ? folders : ""; *at;) {
    size_t length = strcspn(at, ":");
    if (length && isThere(path, at, length, name))
      return true;
    at += length + (at[length] == ':');
  }
  return false;
}

// In the folder of this program, where the self-contained tools keep it.
static bool findBeside(const char *name, char *path) {
  char own[TC_TOOL_PATH];
  ssize_t size = readlink("/proc/self/exe", own, sizeof own - 1);
  own[size > 0 ? size : 0] = 0;
  const char *slash = strrchr(own, '/');
  return slash && isThere(path, own, (size_t)(slash - own), name);
}

bool tcFindTool(const char *name, const char *variable,
                const char *const *places, char *path) {
  const char *root = variable ? getenv(variable) : NULL;
  char inRoot[64];
  snprintf(inRoot, sizeof inRoot, "bin/%s", name);
  if (root && isThere(path, root, strlen(root), inRoot))
    return true;
  if (tcSelfIsLinker && !strcmp(name, "ld.lld"))
    return strcpy(path, TC_SELF_PATH);
  if (findBeside(name, path))
    return true;
  for (const char *const *p = places; *p; ++p) {
    if (**p == '.' && findBeside(*p, path))
      return true;
    if (**p != '/' && **p != '.' && findInPath(*p, path))
      return true;
    if (**p == '/' && isThere(path, "", 0, *p + 1))
      return true;
  }
  return false;
}
