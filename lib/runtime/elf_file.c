//===- elf_file.c - Is this file a whole shared object? -----------*- C -*-===//
//
// The system's loader maps whatever the file's own headers say, and a file that
// was cut short kills the process. So the headers are compared with the file's
// size first.
//
//===----------------------------------------------------------------------===//

#include "runtime/program_impl.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool readAt(int fd, uint64_t offset, void *data, size_t size) {
  return pread(fd, data, size, (off_t)offset) == (ssize_t)size;
}

static bool isSharedObject(int fd, Elf64_Ehdr *header) {
  return readAt(fd, 0, header, sizeof *header) &&
         !memcmp(header->e_ident, ELFMAG, SELFMAG) &&
         header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_type == ET_DYN &&
         header->e_phentsize == sizeof(Elf64_Phdr);
}

/// Whether all that the loader will map is inside the file.
static bool isWhole(int fd, const Elf64_Ehdr *header, uint64_t fileSize) {
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!readAt(fd, header->e_phoff + i * sizeof segment, &segment,
                sizeof segment))
      return false;
    if (segment.p_type != PT_NOTE && segment.p_filesz &&
        (segment.p_offset > fileSize ||
         segment.p_filesz > fileSize - segment.p_offset))
      return false;
  }
  return header->e_phnum != 0;
}

static TcStatus checkOpenFile(int fd, const char *path) {
  Elf64_Ehdr header;
  struct stat info;
  if (fstat(fd, &info) || !S_ISREG(info.st_mode) ||
      !isSharedObject(fd, &header))
    return tcStatusMake(TC_ERROR_PROGRAM_OPEN,
                        "cannot load %s: it is not a shared object", path);
  if (!isWhole(fd, &header, (uint64_t)info.st_size))
    return tcStatusMake(TC_ERROR_PROGRAM_OPEN,
                        "cannot load %s: the file is cut short", path);
  return TC_OK;
}

TcStatus tcCheckProgramFile(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return tcStatusMake(TC_ERROR_PROGRAM_OPEN, "cannot load %s: %s", path,
                        strerror(errno));
  TcStatus status = checkOpenFile(fd, path);
  close(fd);
  return status;
}
