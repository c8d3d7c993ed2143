//===- facts.c - Which CPU, and what it can -----------------------*- C -*-===//
//
// CPU targets by name: the host, or a level of the x86-64 psABI. The features
// decide the facts; cache sizes come from the system, or are the smallest of
// such machines.
//
// Features are listed one by one and the CPU's name is used for scheduling
// alone: a virtual machine may lack what its CPU's name implies.
//
//===----------------------------------------------------------------------===//

#include "target/cpu/cpu.h"

#include "runtime/descriptor.h"

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What cores with tile registers, Intel's, read of 128 KB to 1 MB in loads of
// 64 bytes: 46 bytes a cycle (of 16 and 32 KB: 117). Other cores: not measured.
enum { TILES_L2_RATE = 48 };

void tcCpuDeriveFacts(TcTarget *t) {
  bool avx512 =
      tcTargetHasFeature(t, "avx512f") && tcTargetHasFeature(t, "avx512vl") &&
      tcTargetHasFeature(t, "avx512bw") && tcTargetHasFeature(t, "avx512dq");
  bool avx2 = tcTargetHasFeature(t, "avx2");
  t->vectorBits = avx512 ? 512 : avx2 ? 256 : 128;
  t->vectorRegisters = avx512 ? 32 : 16;
  t->multipliers = 2; // all since Haswell and Zen, but Xeons of one port
  t->hasFma = tcTargetHasFeature(t, "fma");
  t->hasF16Convert = tcTargetHasFeature(t, "f16c");
  t->hasScaling = avx512;
  t->hasBf16Dot = avx512 && tcTargetHasFeature(t, "avx512bf16");
  t->hasI8Dot = (avx512 && tcTargetHasFeature(t, "avx512vnni")) ||
                tcTargetHasFeature(t, "avxvnni");
  t->l2Rate = tcTargetHasFeature(t, "amx-tile") ? TILES_L2_RATE : 0;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

#define V1 "+sse,+sse2,+fxsr,+mmx,+cx8,+cmov"
#define V2 V1 ",+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16,+sahf,+crc32"
#define V3 V2 ",+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave"
#define V4 V3 ",+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"

static const struct {
  const char *name, *features;
} levels[] = {
    {"x86-64", V1}, {"x86-64-v2", V2}, {"x86-64-v3", V3}, {"x86-64-v4", V4}};

static bool findLevel(const char *name, TcTarget *t) {
  for (size_t i = 0; i < sizeof levels / sizeof *levels; ++i) {
    if (strcmp(name, levels[i].name))
      continue;
    snprintf(t->triple, sizeof t->triple, "x86_64-unknown-linux-gnu");
    snprintf(t->tune, sizeof t->tune, "generic");
    snprintf(t->features, sizeof t->features, "%s", levels[i].features);
    t->cacheLineBytes = 64;
    t->l1Bytes = 32 << 10;
    t->l2Bytes = 512 << 10;
    t->l3Bytes = 8 << 20;
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

/// Reads the first word of a file that describes the index-th cache of the
/// first CPU.
static bool readCacheFile(unsigned index, const char *name, char word[16]) {
  char path[96];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/%s",
           index, name);
  FILE *file = fopen(path, "r");
  bool good = file && fscanf(file, "%15s", word) == 1;
  if (file)
    fclose(file);
  return good;
}

/// The size of the data cache of that level, for which sysconf is often wrong
/// on virtual machines; 0 if the system does not tell.
static uint32_t cacheBytes(char level) {
  char word[16];
  for (unsigned i = 0; readCacheFile(i, "level", word); ++i) {
    unsigned kilobytes;
    if (word[0] == level && readCacheFile(i, "type", word) &&
        strcmp(word, "Instruction") && readCacheFile(i, "size", word) &&
        sscanf(word, "%uK", &kilobytes) == 1)
      return kilobytes << 10;
  }
  return 0;
}

/// The features in LLVM's list ("+avx2,-avx512f") that the host has and lets
/// programs use.
static void copyFeatures(TcTarget *t, const char *all) {
  size_t size = 0;
  bool tiles = tcCpuAskForTiles();
  for (const char *at = all; *at;) {
    size_t length = strcspn(at, ",");
    bool usable = *at == '+' && (tiles || strncmp(at, "+amx-", 5));
    if (usable && size + length + 2 < sizeof t->features) {
      if (size)
        t->features[size++] = ',';
      memcpy(t->features + size, at, length);
      size += length;
    }
    at += length + (at[length] == ',');
  }
  t->features[size] = 0;
}

static void describeCaches(TcTarget *t) {
  uint32_t l1 = cacheBytes('1'), l2 = cacheBytes('2');
  t->cacheLineBytes = 64;
  t->l1Bytes = l1 ? l1 : 32 << 10;
  t->l2Bytes = l2 ? l2 : 512 << 10;
  t->l3Bytes = cacheBytes('3');
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  t->cores = cores > 0 ? (uint32_t)cores : 0;
}

static TcStatus describeHost(TcTarget *t) {
  char *triple = LLVMGetDefaultTargetTriple();
  char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  snprintf(t->triple, sizeof t->triple, "%s", triple);
  snprintf(t->tune, sizeof t->tune, "%s", cpu);
  copyFeatures(t, features);
  LLVMDisposeMessage(triple);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  if (strncmp(t->triple, "x86_64", 6))
    return tcStatusMake(TC_ERROR_TARGET_HOST,
                        "tc does not generate code for %s: name a target, "
                        "such as x86-64-v3",
                        t->triple);
  // One triple for all targets: objects of the same level are the same.
  snprintf(t->triple, sizeof t->triple, "x86_64-unknown-linux-gnu");
  describeCaches(t);
  return TC_OK;
}

TcStatus tcCpuTargetByName(const char *name, TcTarget *target) {
  target->backend = &tcCpuBackend;
  // TC_HOST: compile and test code for other machines on this one.
  const char *level = getenv("TC_HOST");
  if (level && *level && !strcmp(name, "host"))
    name = level;
  if (!strcmp(name, "host"))
    TC_RETURN_IF_ERROR(describeHost(target));
  else if (!findLevel(name, target))
    return tcStatusMake(TC_ERROR_TARGET_UNKNOWN,
                        "no target is called '%.40s': there are host, x86-64, "
                        "x86-64-v2, x86-64-v3, x86-64-v4, cuda and rocm",
                        name);
  tcCpuDeriveFacts(target);
  return TC_OK;
}
