// A preload library that makes one C library call of tc's own code fail, and
// only of that (MLIR and LLVM end the process when memory is out, by design).
// Calls are recognised by their return address: a C function of a tool, libtc
// or libtcrt that does not belong to MLIR's C API, which is linked in there.
//
//   TC_FAULT=N           the Nth call fails; none if 0
//   TC_FAULT_KIND=KIND   of memory (allocations) or system (files, mappings,
//                        processes, threads)
//   TC_FAULT_STOP=1      the process stops there, for a debugger
//   TC_FAULT_COUNT=FILE  at exit, a line is added: how many calls there were
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;
static long failing = -1;
static bool wantsMemory, isReady, stops;

static bool isOurs(const char *path) {
  const char *name = strrchr(path, '/');
  name = name ? name + 1 : path;
  return !strncmp(name, "tc-", 3) || !strncmp(name, "libtc.", 6) ||
         !strncmp(name, "libtcrt.", 8);
}

//===- Whose function -----------------------------------------------------===//

// The symbol table of a module, of which the dynamic one is a part.
typedef struct Module {
  const char *names;
  const ElfW(Sym) * symbols;
  size_t numSymbols;
  uintptr_t base, begin, end;
} Module;

enum { MAX_MODULES = 4 };
static Module modules[MAX_MODULES];
static size_t numModules;

static void readSymbols(const char *path, Module *m) {
  int fd = open(path, O_RDONLY);
  off_t size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
  if (size <= 0)
    return;
  const char *file = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (file == MAP_FAILED)
    return;
  const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)file;
  const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(file + header->e_shoff);
  for (int i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    m->symbols = (const ElfW(Sym) *)(file + sections[i].sh_offset);
    m->numSymbols = sections[i].sh_size / sizeof *m->symbols;
    m->names = file + sections[sections[i].sh_link].sh_offset;
  }
}

static int addModule(struct dl_phdr_info *info, size_t size, void *user) {
  (void)size;
  (void)user;
  char own[4096] = "";
  const char *path = info->dlpi_name;
  if (!*path && readlink("/proc/self/exe", own, sizeof own - 1) > 0)
    path = own;
  if (!isOurs(path) || numModules == MAX_MODULES)
    return 0;
  Module *m = &modules[numModules++];
  m->base = info->dlpi_addr;
  m->begin = UINTPTR_MAX;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
      continue;
    m->begin = m->base + p->p_vaddr;
    m->end = m->begin + p->p_memsz;
  }
  readSymbols(path, m);
  return 0;
}

static const char *functionAt(const Module *m, uintptr_t address) {
  for (size_t i = 0; i < m->numSymbols; ++i) {
    const ElfW(Sym) *s = &m->symbols[i];
    uintptr_t begin = m->base + s->st_value;
    if (ELF64_ST_TYPE(s->st_info) == STT_FUNC && address >= begin &&
        address < begin + s->st_size)
      return m->names + s->st_name;
  }
  return NULL;
}

// Answers are kept: a table of addresses seen, of which few are different.
static bool isOursAt(const Module *m, uintptr_t address) {
  enum { SLOTS = 4096 };
  static _Atomic uintptr_t seen[SLOTS];
  _Atomic uintptr_t *slot = &seen[(address >> 1) % SLOTS];
  uintptr_t known = *slot;
  if (known >> 1 == address)
    return known & 1;
  const char *name = functionAt(m, address);
  bool ours = name && strncmp(name, "_Z", 2) && strncmp(name, "mlir", 4);
  *slot = address << 1 | ours;
  return ours;
}

static bool comesFromUs(void *caller) {
  uintptr_t address = (uintptr_t)caller;
  for (size_t i = 0; i < numModules; ++i)
    if (address >= modules[i].begin && address < modules[i].end)
      return isOursAt(&modules[i], address - 1);
  return false;
}

__attribute__((constructor)) static void begin(void) {
  const char *n = getenv("TC_FAULT"), *kind = getenv("TC_FAULT_KIND");
  failing = n ? strtol(n, NULL, 10) : 0;
  wantsMemory = kind && !strcmp(kind, "memory");
  stops = getenv("TC_FAULT_STOP") != NULL;
  dl_iterate_phdr(addModule, NULL);
  isReady = true;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("TC_FAULT_COUNT");
  isReady = false;
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file)
    return;
  fprintf(file, "%ld\n", (long)calls);
  fclose(file);
}

static bool fails(bool isMemory, void *caller) {
  if (!isReady || isMemory != wantsMemory || !comesFromUs(caller) ||
      atomic_fetch_add(&calls, 1) + 1 != failing)
    return false;
  if (stops)
    raise(SIGTRAP);
  return true;
}

#define NEXT(NAME) ((__typeof__(&NAME))dlsym(RTLD_NEXT, #NAME))
#define CALLER __builtin_return_address(0)

//===- Memory: glibc's own names, so that dlsym may allocate --------------===//

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t align, size_t size);

#define MEMORY(CALL)                                                           \
  if (fails(true, CALLER)) {                                                   \
    errno = ENOMEM;                                                            \
    return NULL;                                                               \
  }                                                                            \
  return CALL

void *malloc(size_t size) { MEMORY(__libc_malloc(size)); }
void *calloc(size_t n, size_t size) { MEMORY(__libc_calloc(n, size)); }
void *realloc(void *p, size_t size) { MEMORY(__libc_realloc(p, size)); }
void *aligned_alloc(size_t align, size_t size) {
  MEMORY(__libc_memalign(align, size));
}

//===- The system ---------------------------------------------------------===//

#define SYSTEM(ERROR, FAILURE, CALL)                                           \
  if (fails(false, CALLER)) {                                                  \
    errno = ERROR;                                                             \
    return FAILURE;                                                            \
  }                                                                            \
  return CALL

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  SYSTEM(EMFILE, -1, NEXT(open)(path, flags, mode));
}
FILE *fopen(const char *path, const char *mode) {
  SYSTEM(EMFILE, NULL, NEXT(fopen)(path, mode));
}
size_t fwrite(const void *data, size_t size, size_t n, FILE *file) {
  SYSTEM(ENOSPC, 0, NEXT(fwrite)(data, size, n, file));
}
int fclose(FILE *file) {
  if (fails(false, CALLER)) {
    NEXT(fclose)(file);
    errno = ENOSPC;
    return EOF;
  }
  return NEXT(fclose)(file);
}
ssize_t read(int fd, void *data, size_t n) {
  SYSTEM(EIO, -1, NEXT(read)(fd, data, n));
}
ssize_t pread(int fd, void *data, size_t n, off_t at) {
  SYSTEM(EIO, -1, NEXT(pread)(fd, data, n, at));
}
ssize_t write(int fd, const void *data, size_t n) {
  SYSTEM(ENOSPC, -1, NEXT(write)(fd, data, n));
}
int fstat(int fd, struct stat *info) { SYSTEM(EIO, -1, NEXT(fstat)(fd, info)); }
int ftruncate(int fd, off_t n) { SYSTEM(ENOSPC, -1, NEXT(ftruncate)(fd, n)); }
int rename(const char *from, const char *to) {
  SYSTEM(EACCES, -1, NEXT(rename)(from, to));
}
int pipe(int ends[2]) { SYSTEM(EMFILE, -1, NEXT(pipe)(ends)); }
int memfd_create(const char *name, unsigned flags) {
  SYSTEM(EMFILE, -1, NEXT(memfd_create)(name, flags));
}
int mkstemp(char *path) { SYSTEM(EACCES, -1, NEXT(mkstemp)(path)); }
int mkstemps(char *path, int n) { SYSTEM(EACCES, -1, NEXT(mkstemps)(path, n)); }
void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t from) {
  SYSTEM(ENOMEM, MAP_FAILED, NEXT(mmap)(at, n, protection, flags, fd, from));
}
int mprotect(void *at, size_t n, int protection) {
  SYSTEM(ENOMEM, -1, NEXT(mprotect)(at, n, protection));
}
void *dlopen(const char *path, int flags) {
  SYSTEM(ENOENT, NULL, NEXT(dlopen)(path, flags));
}
pid_t fork(void) { SYSTEM(EAGAIN, -1, NEXT(fork)()); }
int posix_spawn(pid_t *pid, const char *path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *arguments,
                char *const *environment) {
  SYSTEM(EAGAIN, EAGAIN,
         NEXT(posix_spawn)(pid, path, actions, attributes, arguments,
                           environment));
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*run)(void *), void *argument) {
  SYSTEM(EAGAIN, EAGAIN,
         NEXT(pthread_create)(thread, attributes, run, argument));
}
