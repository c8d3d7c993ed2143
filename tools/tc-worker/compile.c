// Handles the request to compile: from text to the bytes of a shared object.
#include "tc-worker/tc-worker.h"

#include "tc/compile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TC_ERROR_FILE_WRITE = 7601 };

static void readOptions(const TcMessage *request, TcCompileOptions *options) {
  *options = (TcCompileOptions){
      .structSize = sizeof *options,
      .target = tcMessageFind(request, TC_FIELD_TARGET, NULL),
      .pipeline = tcMessageFind(request, TC_FIELD_PIPELINE, NULL),
      .part = tcMessageFind(request, TC_FIELD_PART, NULL),
      .wrt = tcMessageFind(request, TC_FIELD_WRT, NULL),
      .threads = (unsigned)tcMessageNumber(request, TC_FIELD_THREADS),
      .autotuneSeconds =
          1e-3 * (double)tcMessageNumber(request, TC_FIELD_AUTOTUNE),
      .schedules = tcMessageFind(request, TC_FIELD_SCHEDULES, NULL),
      .atomics = tcMessageNumber(request, TC_FIELD_ATOMICS),
  };
}

static TcStatus readFailed(const char *path) {
  return tcStatusMake(TC_ERROR_FILE_WRITE, "cannot read back %s: %s", path,
                      strerror(errno));
}

static TcStatus addFile(const char *path, TcMessage *answer) {
  FILE *f = fopen(path, "rb");
  if (!f)
    return readFailed(path);
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  rewind(f);
  char *data = size > 0 ? malloc((size_t)size) : NULL;
  bool good = data && fread(data, 1, (size_t)size, f) == (size_t)size;
  fclose(f);
  if (good)
    tcMessageAdd(answer, TC_FIELD_ARTIFACT, data, (size_t)size);
  free(data);
  return good ? TC_OK : readFailed(path);
}

/// Reads the artifact back from a file, which the linker writes.
static TcStatus addArtifact(TcCompiled *compiled, TcMessage *answer) {
  const char *root = getenv("TMPDIR");
  char folder[1024], path[1040];
  snprintf(folder, sizeof folder, "%.1000s/tc-XXXXXX",
           root && *root ? root : "/tmp");
  if (!mkdtemp(folder))
    return tcStatusMake(TC_ERROR_FILE_WRITE, "cannot make a folder %s: %s",
                        folder, strerror(errno));
  snprintf(path, sizeof path, "%s/a.so", folder);
  TcStatus status = tcCompiledWrite(compiled, path);
  if (!status)
    status = addFile(path, answer);
  unlink(path);
  rmdir(folder);
  return status;
}

TcStatus workerCompile(const TcMessage *request, TcMessage *answer) {
  TcCompileOptions options;
  TcCompiled *compiled;
  size_t size = 0;
  const char *text = tcMessageFind(request, TC_FIELD_SOURCE, &size);
  readOptions(request, &options);
  TC_RETURN_IF_ERROR(tcCompile(text ? text : "", size, &options, &compiled));
  TcStatus status = addArtifact(compiled, answer);
  TcCompileStats stats = tcCompiledStats(compiled);
  tcMessageAdd(answer, TC_FIELD_STATS, &stats, sizeof stats);
  tcCompiledFree(compiled);
  return status;
}
