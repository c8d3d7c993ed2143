// The table of matrix units. See units.h.
//
// Rates are those of the vendors' data sheets. Accumulation of mma.sync on
// sm_80 and later: products are exact, sums are truncated to f32 within one
// instruction (Fasi et al., Numerical behavior of NVIDIA tensor cores, 2021).
// Emulation (test/gpu/Inputs/threads.c) rounds them instead.
#include "target/units.h"

#include "tc/dtype.h"

#include "mlir-c/BuiltinTypes.h"

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
    {.name = "wgmma.m64k16.bf16",
     .generation = 90,
     .last = true,
     .operand = "bf16",
     .accumulator = "f32",
     .m = 64,
     .n = 8,
     .k = 16,
     .threads = 128,
     .rows = TC_UNIT_EITHER,
     .columns = TC_UNIT_SHARED,
     .elementwise = true,
     .truncates = true,
     .rate = 4096},
    {.name = "wgmma.m64k16.f16",
     .generation = 90,
     .last = true,
     .operand = "f16",
     .accumulator = "f32",
     .m = 64,
     .n = 8,
     .k = 16,
     .threads = 128,
     .rows = TC_UNIT_EITHER,
     .columns = TC_UNIT_SHARED,
     .elementwise = true,
     .truncates = true,
     .rate = 4096},
    {.name = "wgmma.m64k32.i8",
     .generation = 90,
     .last = true,
     .operand = "i8",
     .accumulator = "i32",
     .m = 64,
     .n = 8,
     .k = 32,
     .threads = 128,
     .rows = TC_UNIT_SHARED,
     .columns = TC_UNIT_SHARED,
     .elementwise = true,
     .rate = 8192,
     .signs = TC_UNIT_SAME_SIGNS}, // mixed: from PTX 8.4 on
    // Cuts factors off to TF32 (they are rounded before), and reads them along
    // the steps alone.
    {.name = "wgmma.m64k8.tf32",
     .generation = 90,
     .last = true,
     .operand = "f32",
     .accumulator = "f32",
     .m = 64,
     .n = 8,
     .k = 8,
     .threads = 128,
     .rows = TC_UNIT_SHARED,
     .columns = TC_UNIT_SHARED,
     .elementwise = true,
     .truncates = true,
     .rate = 2048},
    {.name = "mma.m16n8k16.bf16",
     .generation = 80,
     .operand = "bf16",
     .accumulator = "f32",
     .m = 16,
     .n = 8,
     .k = 16,
     .threads = 32,
     .elementwise = true,
     .truncates = true,
     .rate = 1024},
    {.name = "mma.m16n8k16.f16",
     .generation = 80,
     .operand = "f16",
     .accumulator = "f32",
     .m = 16,
     .n = 8,
     .k = 16,
     .threads = 32,
     .elementwise = true,
     .truncates = true,
     .rate = 1024},
    {.name = "mma.m16n8k32.i8",
     .generation = 80,
     .operand = "i8",
     .accumulator = "i32",
     .m = 16,
     .n = 8,
     .k = 32,
     .threads = 32,
     .elementwise = true,
     .rate = 2048},
    // Factors are rounded before (cvt.rna.tf32): the unit would cut them off.
    {.name = "mma.m16n8k8.tf32",
     .generation = 80,
     .operand = "f32",
     .accumulator = "f32",
     .m = 16,
     .n = 8,
     .k = 8,
     .threads = 32,
     .elementwise = true,
     .truncates = true,
     .rate = 512},
    // AMD's, of CDNA3 on. How sums are rounded has not been measured: the bound
    // is that of truncation.
    {.name = "mfma.16x16x16.bf16",
     .generation = 3,
     .operand = "bf16",
     .accumulator = "f32",
     .m = 16,
     .n = 16,
     .k = 16,
     .threads = 64,
     .rows = TC_UNIT_LOADED,
     .columns = TC_UNIT_LOADED,
     .elementwise = true,
     .truncates = true,
     .rate = 1024,
     .intrinsic = "llvm.amdgcn.mfma.f32.16x16x16bf16.1k"},
    {.name = "mfma.16x16x16.f16",
     .generation = 3,
     .operand = "f16",
     .accumulator = "f32",
     .m = 16,
     .n = 16,
     .k = 16,
     .threads = 64,
     .rows = TC_UNIT_LOADED,
     .columns = TC_UNIT_LOADED,
     .elementwise = true,
     .truncates = true,
     .rate = 1024,
     .intrinsic = "llvm.amdgcn.mfma.f32.16x16x16f16"},
    {.name = "mfma.16x16x32.i8",
     .generation = 3,
     .operand = "i8",
     .accumulator = "i32",
     .m = 16,
     .n = 16,
     .k = 32,
     .threads = 64,
     .rows = TC_UNIT_LOADED,
     .columns = TC_UNIT_LOADED,
     .elementwise = true,
     .rate = 2048,
     .intrinsic = "llvm.amdgcn.mfma.i32.16x16x32.i8",
     .signs = TC_UNIT_SIGNED},
    // Products of the even steps and of the odd ones of an instruction are two
    // sums, which are then added to the accumulator; each addition is rounded
    // to nearest.
    {.name = "amx.bf16",
     .features = "amx-tile amx-bf16",
     .operand = "bf16",
     .accumulator = "f32",
     .m = 16,
     .n = 16,
     .k = 32,
     .threads = 1,
     .rows = TC_UNIT_TILES,
     .columns = TC_UNIT_TILES,
     .flushes = true,
     .rate = 512,
     .intrinsic = "llvm.x86.tdpbf16ps",
     .pair = 2,
     .tiles = &amx},
    // Each of the two products is added with a rounding of its own.
    {.name = "dot.bf16",
     .features = "avx512bf16",
     .operand = "bf16",
     .accumulator = "f32",
     .m = 1,
     .n = 16,
     .k = 2,
     .threads = 1,
     .elementwise = true,
     .flushes = true,
     .rate = 64,
     .intrinsic = "llvm.x86.avx512bf16.dpbf16ps.512",
     .pair = 2},
    // Of integers all is exact, modulo 2^32.
    {.name = "amx.i8",
     .features = "amx-tile amx-int8",
     .operand = "i8",
     .accumulator = "i32",
     .m = 16,
     .n = 16,
     .k = 64,
     .threads = 1,
     .rows = TC_UNIT_TILES,
     .columns = TC_UNIT_TILES,
     .rate = 1024,
     .intrinsic = "llvm.x86.tdpb??d",
     .pair = 4,
     .tiles = &amx},
    {.name = "dot.i8",
     .features = "avx512vnni",
     .operand = "i8",
     .accumulator = "i32",
     .m = 1,
     .n = 16,
     .k = 4,
     .threads = 1,
     .elementwise = true,
     .rate = 128,
     .intrinsic = "llvm.x86.avx512.vpdpbusd.512",
     .pair = 4,
     .signs = TC_UNIT_MIXED_SIGNS},
    // Vectors of 256 bits: of AVX-VNNI, and of AVX-512 where these are chosen.
    {.name = "dot.256.i8",
     .features = "avxvnni",
     .operand = "i8",
     .accumulator = "i32",
     .m = 1,
     .n = 8,
     .k = 4,
     .threads = 1,
     .elementwise = true,
     .rate = 64,
     .intrinsic = "llvm.x86.avx512.vpdpbusd.256",
     .pair = 4,
     .signs = TC_UNIT_MIXED_SIGNS},
    {.name = "dot.256.i8",
     .features = "avx512vnni avx512vl",
     .operand = "i8",
     .accumulator = "i32",
     .m = 1,
     .n = 8,
     .k = 4,
     .threads = 1,
     .elementwise = true,
     .rate = 64,
     .intrinsic = "llvm.x86.avx512.vpdpbusd.256",
     .pair = 4,
     .signs = TC_UNIT_MIXED_SIGNS},
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
// other units, and vendors differ in their waves.
bool tcTargetHasUnit(const TcTarget *target, const TcUnit *unit) {
  if (!target->backend->gpu)
    return unit->features && hasFeatures(target, unit->features);
  bool has = unit->last ? target->units == unit->generation
                        : target->units >= unit->generation;
  uint32_t wave = unit->rows == TC_UNIT_LOADED ? 64 : 32;
  return unit->generation && has && target->units &&
         target->waveThreads == wave;
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

const char *tcUnitElement(MlirType type) {
  if (mlirTypeIsAInteger(type))
    return mlirIntegerTypeGetWidth(type) == 8 ? "i8"
           : mlirIntegerTypeGetWidth(type) == 32 &&
                   !mlirIntegerTypeIsUnsigned(type)
               ? "i32"
               : "";
  return mlirTypeIsABF16(type)  ? "bf16"
         : mlirTypeIsAF16(type) ? "f16"
         : mlirTypeIsAF32(type) ? "f32"
         : mlirTypeIsAF64(type) ? "f64"
                                : "";
}

void tcUnitIntrinsic(const TcUnit *unit, bool rowsUnsigned,
                     bool columnsUnsigned, char name[TC_UNIT_INTRINSIC]) {
  bool isUnsigned[] = {rowsUnsigned, columnsUnsigned};
  size_t n = strlen(unit->intrinsic), factor = 0;
  for (size_t i = 0; i <= n && i < TC_UNIT_INTRINSIC; ++i)
    name[i] = unit->intrinsic[i] != '?' ? unit->intrinsic[i]
              : isUnsigned[factor++]    ? 'u'
                                        : 's';
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
