// Whether a target has a feature of LLVM. See target.h.
#include "target/target.h"

#include <string.h>

bool tcTargetHasFeature(const TcTarget *target, const char *name) {
  size_t length = strlen(name);
  for (const char *at = target->features; *at;) {
    size_t entry = strcspn(at, ",");
    if (entry == length + 1 && !memcmp(at + 1, name, length))
      return true;
    at += entry + (at[entry] == ',');
  }
  return false;
}
