// Rules broken on purpose; see break.h.
#include "ir/break.h"

#include "ir/types.h"
#include "tc/gen/PrimOps.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef TC_CHECKED

enum { NAME = 256 };

static const char *nameOf(char *name, const char *room, const char *rule,
                          const char *how) {
  snprintf(name, NAME, "%s.%s.%s", room, rule, how);
  return name;
}

// In one write, so that lines of several processes stay whole.
static void note(const char *path, const char *name) {
  char line[NAME + 1];
  int length = snprintf(line, sizeof line, "%s\n", name);
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    return;
  ssize_t written = write(file, line, (size_t)length);
  (void)written; // a test of the log sees that it is short
  close(file);
}

bool tcBreaks(const char *room, const char *rule, const char *how) {
  const char *broken = getenv("TC_BREAK");
  char name[NAME];
  return broken && !strcmp(broken, nameOf(name, room, rule, how));
}

bool tcBreaksNow(const char *room, const char *rule, const char *how) {
  const char *path = getenv("TC_BREAK_LOG");
  char name[NAME];
  if (path)
    note(path, nameOf(name, room, rule, how));
  return tcBreaks(room, rule, how);
}

bool tcHolds(const char *room, const char *rule, const char *how, bool holds) {
  return holds || tcBreaksNow(room, rule, how);
}

#endif

MlirValue tcBreakValue(TcBuilder *b, MlirValue value) {
  if (!value.ptr)
    return value;
  MlirType type = mlirValueGetType(value);
  MlirType element = tcTypeIsTensor(type) ? tcTypeGetElement(type) : type;
  if (tcTypeIsFloat(element) || tcTypeIsComplex(element))
    return tcPrimExp(b, value);
  return mlirTypeIsAInteger(element) ? tcPrimBitwiseNot(b, value) : value;
}
