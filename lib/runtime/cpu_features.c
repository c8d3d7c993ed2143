//===- cpu_features.c - Can this CPU run the program? -------------*- C -*-===//
//
// A program names the features that its code uses, as LLVM spells them. Running
// it without them would end in SIGILL, so such a program is not loaded.
//
//===----------------------------------------------------------------------===//

#include "runtime/program_impl.h"

#include <string.h>

#if defined(__x86_64__)
#include <sys/syscall.h>
#include <unistd.h>

// Tile registers add 8 KiB to each thread's state, which Linux grants on
// request, for all threads of the process.
bool tcCpuAskForTiles(void) {
  enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
  return !syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA);
}

// __builtin_cpu_supports takes literals only.
// clang-format off
#define FEATURES(X)                                                            \
  X("sse3") X("ssse3") X("sse4.1") X("sse4.2") X("popcnt") X("avx") X("avx2")  \
  X("fma") X("bmi") X("bmi2") X("f16c") X("lzcnt") X("movbe") X("avx512f")     \
  X("avx512bw") X("avx512cd") X("avx512dq") X("avx512vl") X("avx512vnni")      \
  X("avx512bf16") X("avx512fp16") X("avx512vbmi") X("avx512vbmi2")             \
  X("avx512ifma") X("avx512bitalg") X("avx512vpopcntdq") X("avxvnni")          \
  X("amx-tile") X("amx-bf16") X("amx-int8")
// clang-format on

#define NAME_OF(NAME) NAME,
const char *const tcCpuKnownFeatures[] = {FEATURES(NAME_OF) NULL};

static bool hasFeature(const char *name) {
#define ONE(NAME)                                                              \
  if (!strcmp(name, NAME))                                                     \
    return __builtin_cpu_supports(NAME) &&                                     \
           (strncmp(NAME, "amx-", 4) || tcCpuAskForTiles());
  FEATURES(ONE)
#undef ONE
  return false;
}
#else
const char *const tcCpuKnownFeatures[] = {NULL};

bool tcCpuAskForTiles(void) { return false; }

static bool hasFeature(const char *name) {
  (void)name;
  return false;
}
#endif

TcStatus tcCheckCpuFeatures(const char *features) {
  for (const char *at = features ? features : ""; *at;) {
    size_t length = strcspn(at, ",");
    char name[32] = {0};
    if (length < sizeof name)
      memcpy(name, at, length);
    if (length && !hasFeature(name))
      return tcStatusMake(TC_ERROR_PROGRAM_CPU,
                          "the program needs the CPU feature %.*s, which this "
                          "machine does not have: compile it for this machine",
                          (int)length, at);
    at += length + (at[length] == ',');
  }
  return TC_OK;
}
