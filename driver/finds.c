// Files of schedules. See finds.h. A file is
//
//   tc schedule 1, KEY bytes, SCHEDULE bytes, HASH
//   the key
//   the schedule
//
// HASH is that of all that follows its line, so that a file that was cut off or
// changed is known to be broken. Its name is a hash of the key, which it holds
// as well: two keys of one name are told apart.
#include "driver/finds.h"

#include "support/file.h"
#include "support/map.h"
#include "support/strbuf.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char heading[] =
    "tc schedule 1, %zu bytes, %zu bytes, %016" PRIx64 "\n";
static const char headingRead[] =
    "tc schedule 1, %zu bytes, %zu bytes, %16" SCNx64;

const char *tcFindsFolder(TcArena *arena) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (cache && *cache)
    return tcArenaPrintf(arena, "%s/tc/schedules", cache);
  return home && *home ? tcArenaPrintf(arena, "%s/.cache/tc/schedules", home)
                       : NULL;
}

static const char *pathOf(TcArena *arena, const char *folder, const char *key) {
  size_t n = strlen(key);
  return tcArenaPrintf(arena, "%s/%016" PRIx64 "%016" PRIx64 ".schedule",
                       folder, tcHashBytes(key, n, 1), tcHashBytes(key, n, 2));
}

static uint64_t hashOf(const char *data, size_t size) {
  return tcHashBytes(data, size, 3);
}

//===- Reading ------------------------------------------------------------===//

static const char *readWhole(TcArena *arena, FILE *file, size_t *size) {
  enum { MOST = 1 << 24 }; // no schedule is so long
  if (fseek(file, 0, SEEK_END))
    return NULL;
  long end = ftell(file);
  rewind(file);
  if (end <= 0 || end > MOST)
    return NULL;
  char *data = tcArenaAlloc(arena, (size_t)end + 1, 1);
  *size = (size_t)end;
  return data && fread(data, 1, *size, file) == *size ? data : NULL;
}

// The schedule in a file's text; NULL if it is not what was written. `*other`:
// it is of another key.
static const char *scheduleIn(TcArena *arena, const char *data, size_t size,
                              const char *key, bool *other) {
  size_t keyBytes, bytes;
  uint64_t hash;
  const char *body = memchr(data, '\n', size);
  if (!body++ || sscanf(data, headingRead, &keyBytes, &bytes, &hash) != 3)
    return NULL;
  size_t rest = size - (size_t)(body - data);
  if (keyBytes > rest || bytes > rest || keyBytes + bytes + 2 != rest ||
      hashOf(body, rest) != hash)
    return NULL;
  *other = strlen(key) != keyBytes || memcmp(body, key, keyBytes);
  return tcArenaCopyText(arena, body + keyBytes + 1, bytes);
}

TcFind tcFindsRead(TcArena *arena, const char *folder, const char *key,
                   const char **schedule) {
  const char *path = pathOf(arena, folder, key);
  FILE *file = path ? fopen(path, "rb") : NULL;
  if (!file)
    return TC_FIND_NONE;
  size_t size;
  bool other = false;
  const char *data = readWhole(arena, file, &size);
  fclose(file);
  *schedule = data ? scheduleIn(arena, data, size, key, &other) : NULL;
  if (!*schedule)
    return TC_FIND_BROKEN;
  return other ? TC_FIND_NONE : TC_FIND_SCHEDULE;
}

//===- Writing ------------------------------------------------------------===//

// Makes a folder and those around it.
static TcStatus makeFolder(TcArena *arena, const char *folder) {
  char *path = tcArenaCopyText(arena, folder, strlen(folder));
  if (!path)
    return tcArenaStatus(arena);
  for (char *at = path + 1; at; ++at) {
    at = strchr(at, '/');
    if (at)
      *at = 0;
    if (mkdir(path, 0777) && errno != EEXIST)
      return tcStatusMake(TC_ERROR_FILE_WRITE, "cannot make the folder %s: %s",
                          path, strerror(errno));
    if (!at)
      break;
    *at = '/';
  }
  return TC_OK;
}

TcStatus tcFindsWrite(TcArena *arena, const char *folder, const char *key,
                      const char *schedule) {
  TC_RETURN_IF_ERROR(makeFolder(arena, folder));
  const char *path = pathOf(arena, folder, key);
  TcStrBuf body = {0}, text = {0};
  tcStrBufPrintf(&body, "%s\n%s\n", key, schedule);
  tcStrBufPrintf(&text, heading, strlen(key), strlen(schedule),
                 hashOf(tcStrBufText(&body), body.size));
  tcStrBufAppendN(&text, tcStrBufText(&body), body.size);
  TcStatus status = tcStrBufStatus(&text);
  if (!status)
    status = path ? tcFileWrite(path, tcStrBufText(&text), text.size)
                  : tcArenaStatus(arena);
  tcStrBufFree(&body);
  tcStrBufFree(&text);
  return status;
}

TcStatus tcFindsWriteWrong(TcArena *arena, const char *folder,
                           const char *program) {
  TC_RETURN_IF_ERROR(makeFolder(arena, folder));
  size_t n = strlen(program);
  const char *path = tcArenaPrintf(arena, "%s/wrong-%016" PRIx64 ".mlir",
                                   folder, tcHashBytes(program, n, 1));
  return path ? tcFileWrite(path, program, n) : tcArenaStatus(arena);
}
