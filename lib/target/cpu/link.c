//===- link.c - Objects to a shared object --------------------------------===//
//
// Runs LLVM's linker. It reads the objects from memory (files that have no name
// but /proc/self/fd/N), and writes beside the output, which is then renamed, so
// that nothing half-written is ever seen.
//
//===----------------------------------------------------------------------===//

#include "target/cpu/link.h"
#include "support/file.h"
#include "support/strbuf.h"
#include "support/write_all.h"
#include "target/find_tool.h"
#include "target/self.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct Link {
  const char *program; // the linker
  int *files;          // in memory: objects, then the version script
  size_t numFiles;
  char **arguments;
  size_t numArguments;
  TcStrBuf temporary;
} Link;

static TcStatus noMemory(void) {
  return tcStatusMake(TC_ERROR_TARGET_NO_MEMORY, "no memory to link");
}

//===----------------------------------------------------------------------===//
// The linker
//===----------------------------------------------------------------------===//

static TcStatus findLinker(const char *asked, TcStrBuf *path) {
  static const char *const places[] = {"/usr/lib/llvm-22/bin/ld.lld",
                                       "ld.lld-22", "ld.lld", NULL};
  char found[TC_TOOL_PATH];
  if (!asked && !tcFindTool("ld.lld", NULL, places, found))
    return tcStatusMake(TC_ERROR_LINKER_MISSING,
                        "no linker: neither ld.lld-22 nor ld.lld is in PATH; "
                        "install the package lld-22, or name one (--linker)");
  tcStrBufAppend(path, asked ? asked : found);
  return tcStrBufStatus(path);
}

//===----------------------------------------------------------------------===//
// Its inputs
//===----------------------------------------------------------------------===//

static TcStatus addArgument(Link *link, const char *prefix, const char *text) {
  TcStrBuf argument = {0};
  tcStrBufPrintf(&argument, "%s%s", prefix, text);
  char *taken = tcStrBufTake(&argument);
  if (!taken)
    return noMemory();
  link->arguments[link->numArguments++] = taken;
  return TC_OK;
}

/// A file in memory, and its name as an argument after `prefix`.
static TcStatus addFile(Link *link, const char *prefix, const char *data,
                        size_t size) {
  int fd = memfd_create("tc-link", MFD_CLOEXEC);
  if (fd < 0 || !tcFileWriteAll(fd, data, size)) {
    int why = errno;
    if (fd >= 0)
      close(fd);
    return tcStatusMake(TC_ERROR_FILE_WRITE,
                        "cannot pass an object to the linker: %s",
                        strerror(why));
  }
  link->files[link->numFiles++] = fd;
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  return addArgument(link, prefix, name);
}

static TcStatus addExports(Link *link, const char *const *exports) {
  TcStrBuf script = {0};
  tcStrBufAppend(&script, "{ global: ");
  for (; *exports; ++exports)
    tcStrBufPrintf(&script, "%s; ", *exports);
  tcStrBufAppend(&script, "local: *; };\n");
  TcStatus status = tcStrBufStatus(&script);
  if (!status)
    status =
        addFile(link, "--version-script=", tcStrBufText(&script), script.size);
  tcStrBufFree(&script);
  return status;
}

static TcStatus addArguments(Link *link, const TcBytes *objects, size_t count,
                             const char *const *archives,
                             const char *const *exports, const char *linker) {
  static const char *const flags[] = {"-shared",
                                      "-z",
                                      "noexecstack",
                                      "-z",
                                      "now",
                                      "--gc-sections",
                                      "--build-id=none",
                                      "--hash-style=gnu",
                                      "-O0",
                                      "-Bsymbolic",
                                      "-o"};
  link->program = linker;
  TC_RETURN_IF_ERROR(
      addArgument(link, "", strcmp(linker, TC_SELF_PATH) ? linker : "ld.lld"));
  for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i)
    TC_RETURN_IF_ERROR(addArgument(link, "", flags[i]));
  TC_RETURN_IF_ERROR(addArgument(link, "", tcStrBufText(&link->temporary)));
  TC_RETURN_IF_ERROR(addExports(link, exports));
  for (size_t i = 0; i < count; ++i)
    TC_RETURN_IF_ERROR(addFile(link, "", objects[i].data, objects[i].size));
  for (; archives && *archives; ++archives)
    TC_RETURN_IF_ERROR(addArgument(link, "", *archives));
  return TC_OK;
}

static size_t countTexts(const char *const *texts) {
  size_t count = 0;
  while (texts && texts[count])
    ++count;
  return count;
}

static void linkDestroy(Link *link) {
  for (size_t i = 0; i < link->numFiles; ++i)
    close(link->files[i]);
  for (size_t i = 0; i < link->numArguments; ++i)
    free(link->arguments[i]);
  free(link->files);
  free(link->arguments);
  tcStrBufFree(&link->temporary);
}

//===----------------------------------------------------------------------===//
// Running it
//===----------------------------------------------------------------------===//

static void readAll(int fd, TcStrBuf *text) {
  char part[1024];
  for (;;) {
    ssize_t size = read(fd, part, sizeof part);
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return;
    tcStrBufAppendN(text, part, (size_t)size);
  }
}

/// Starts the program with its output going to `output`; 0 or an errno. Of our
/// files it, and no other child of this process, inherits those in memory.
static int spawn(const Link *link, int output, pid_t *child) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error)
    return error;
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  for (size_t i = 0; i < link->numFiles; ++i)
    posix_spawn_file_actions_adddup2(&actions, link->files[i], link->files[i]);
  error = posix_spawnp(child, link->program, &actions, NULL, link->arguments,
                       environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

static TcStatus linkerSaid(int state, const TcStrBuf *said) {
  if (WIFEXITED(state) && !WEXITSTATUS(state))
    return TC_OK;
  return tcStatusMake(TC_ERROR_LINK_FAILED, "the linker failed (%s %d): %s",
                      WIFEXITED(state) ? "exit code" : "signal",
                      WIFEXITED(state) ? WEXITSTATUS(state) : WTERMSIG(state),
                      tcStrBufText(said));
}

static TcStatus runLinker(const Link *link) {
  int ends[2], state = 0;
  if (pipe2(ends, O_CLOEXEC))
    return tcStatusMake(TC_ERROR_LINK_FAILED, "no pipe: %s", strerror(errno));
  pid_t child;
  int error = spawn(link, ends[1], &child);
  close(ends[1]);
  if (error) {
    close(ends[0]);
    return tcStatusMake(TC_ERROR_LINKER_MISSING, "cannot run %s: %s",
                        link->program, strerror(error));
  }
  TcStrBuf said = {0};
  readAll(ends[0], &said);
  close(ends[0]);
  while (waitpid(child, &state, 0) < 0 && errno == EINTR)
    ;
  TcStatus status = linkerSaid(state, &said);
  tcStrBufFree(&said);
  return status;
}

static TcStatus moveInPlace(const char *temporary, const char *path) {
  if (tcFileIsSpecial(path))
    return tcStatusMake(TC_ERROR_FILE_WRITE,
                        "cannot write %s: it is not a regular file, as a "
                        "shared object has to be",
                        path);
  if (!rename(temporary, path))
    return TC_OK;
  return tcStatusMake(TC_ERROR_FILE_WRITE, "cannot write %s: %s", path,
                      strerror(errno));
}

static TcStatus setUp(Link *link, size_t count, const char *const *archives,
                      const char *path) {
  tcStrBufPrintf(&link->temporary, "%s.%ld-%zx.tmp", path, (long)getpid(),
                 (size_t)link); // one per call
  link->files = calloc(count + 1, sizeof *link->files);
  link->arguments =
      calloc(count + countTexts(archives) + 16, sizeof *link->arguments);
  return link->files && link->arguments && !link->temporary.failed ? TC_OK
                                                                   : noMemory();
}

TcStatus tcLinkShared(const TcBytes *objects, size_t count,
                      const char *const *archives, const char *const *exports,
                      const char *linker, const char *path) {
  Link link = {0};
  TcStrBuf found = {0};
  TcStatus status = findLinker(linker, &found);
  if (!status)
    status = setUp(&link, count, archives, path);
  if (!status)
    status = addArguments(&link, objects, count, archives, exports,
                          tcStrBufText(&found));
  if (!status)
    status = runLinker(&link);
  if (!status)
    status = moveInPlace(tcStrBufText(&link.temporary), path);
  if (status && link.temporary.size)
    unlink(tcStrBufText(&link.temporary));
  linkDestroy(&link);
  tcStrBufFree(&found);
  return status;
}
