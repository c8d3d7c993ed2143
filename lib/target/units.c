// The table of matrix units. See units.h.
//
// Rates are those of the vendors' data sheets. Accumulation of mma.sync on
// sm_80 and later: products are exact, sums are truncated to f32 within one
// instruction (Fasi et al., Numerical behavior of NVIDIA tensor cores, 2021).
// Emulation (test/gpu/Inputs/threads.c) rounds them instead.
#include "target/units.h"

#include "tc/dtype.h"

#include <string.h>

static const TcTileRegisters amx = {8,
                                    16,
                                    64,
                                    64,
                                    16,
                                    48,
                                    "llvm.x86.ldtilecfg",
                                    "llvm.x86.tilerelease",
                                    "llvm.x86.tileloadd64",
                                    "llvm.x86.tilestored64",
                                    "llvm.x86.tilezero"};

// Of units with the same operands the faster one comes first.
const TcUnit tcUnits[] = {
    {"wgmma.m64k16.bf16", NULL, 90, true, "bf16", "f32", 64, 8, 16, 128,
     TC_UNIT_EITHER, TC_UNIT_SHARED, true, true, false, 4096, NULL, 0, NULL},
    {"wgmma.m64k16.f16", NULL, 90, true, "f16", "f32", 64, 8, 16, 128,
     TC_UNIT_EITHER, TC_UNIT_SHARED, true, true, false, 4096, NULL, 0, NULL},
    // Cuts factors off to TF32 (they are rounded before), and reads them along
    // the steps alone.
    {"wgmma.m64k8.tf32", NULL, 90, true, "f32", "f32", 64, 8, 8, 128,
     TC_UNIT_SHARED, TC_UNIT_SHARED, true, true, false, 2048, NULL, 0, NULL},
    {"mma.m16n8k16.bf16", NULL, 80, false, "bf16", "f32", 16, 8, 16, 32,
     TC_UNIT_REGISTERS, TC_UNIT_REGISTERS, true, true, false, 1024, NULL, 0,
     NULL},
    {"mma.m16n8k16.f16", NULL, 80, false, "f16", "f32", 16, 8, 16, 32,
     TC_UNIT_REGISTERS, TC_UNIT_REGISTERS, true, true, false, 1024, NULL, 0,
     NULL},
    // Factors are rounded before (cvt.rna.tf32): the unit would cut them off.
    {"mma.m16n8k8.tf32", NULL, 80, false, "f32", "f32", 16, 8, 8, 32,
     TC_UNIT_REGISTERS, TC_UNIT_REGISTERS, true, true, false, 512, NULL, 0,
     NULL},
    // Products of the even steps and of the odd ones of an instruction are two
    // sums, which are then added to the accumulator; each addition is rounded
    // to nearest.
    {"amx.bf16", "amx-tile amx-bf16", 0, false, "bf16", "f32", 16, 16, 32, 1,
     TC_UNIT_TILES, TC_UNIT_TILES, false, false, true, 512,
     "llvm.x86.tdpbf16ps", 2, &amx},
    // Each of the two products is added with a rounding of its own.
    {"dot.bf16", "avx512bf16", 0, false, "bf16", "f32", 1, 16, 2, 1,
     TC_UNIT_REGISTERS, TC_UNIT_REGISTERS, true, false, true, 64,
     "llvm.x86.avx512bf16.dpbf16ps.512", 2, NULL},
    {.name = NULL}};

static bool hasFeatures(const TcTarget *target, const char *names) {
  char name[32];
  for (const char *at = names; *at;) {
    size_t n = strcspn(at, " ");
    if (n >= sizeof name)
      return false;
    memcpy(name, at, n);
    name[n] = '\0';
    if (!tcTargetHasFeature(target, name))
      return false;
    at += n + (at[n] == ' ');
  }
  return true;
}

// Threads of a wave issue an instruction together: chips with other waves have
// other units.
bool tcTargetHasUnit(const TcTarget *target, const TcUnit *unit) {
  if (!target->backend->gpu)
    return unit->features && hasFeatures(target, unit->features);
  bool has = unit->last ? target->units == unit->generation
                        : target->units >= unit->generation;
  return unit->generation && has && target->units && target->waveThreads == 32;
}

uint32_t tcTargetFlushed(const TcTarget *target) {
  uint32_t flushed = 0;
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (u->flushes && tcTargetHasUnit(target, u))
      flushed |= 1u << tcDTypeFromName(u->operand);
  return flushed;
}

bool tcUnitIsOf(const TcUnit *unit, const char *operand,
                const char *accumulator) {
  return !strcmp(unit->operand, operand) &&
         !strcmp(unit->accumulator, accumulator);
}

bool tcUnitRoundsTf32(const TcUnit *unit) {
  return !strcmp(unit->operand, "f32");
}

int64_t tcUnitBytes(const TcUnit *unit) {
  return (int64_t)tcDTypeSize(tcDTypeFromName(unit->operand));
}

const TcUnit *tcTargetUnitByName(const TcTarget *target, const char *name) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (!strcmp(u->name, name) && tcTargetHasUnit(target, u))
      return u;
  return NULL;
}
