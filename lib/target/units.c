// The table of matrix units. See units.h.
//
// Rates are those of the vendors' data sheets, without sparsity. How sums are
// rounded is measured by bench/units.py: on an H100, on an AMD Zen 5 (dot), and
// on a Xeon (amx).
// Of NVIDIA's units products are exact, and sums are truncated within one
// instruction (Fasi et al., Numerical behavior of NVIDIA tensor cores, 2021);
// emulation (test/gpu/Inputs/threads.c) rounds them instead, but for mma of
// TF32.
#include "target/units.h"

#include "tc/dtype.h"

#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
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

// A unit, and what those of a family share.
#define TRUNCATES(GUARD) .truncates = true, .guard = GUARD
#define UNIT(NAME, OPERAND, SUM, M, N, K, THREADS, RATE)                       \
  .name = NAME, .operand = OPERAND, .accumulator = SUM, .m = M, .n = N,        \
  .k = K, .threads = THREADS, .rate = RATE
#define WGMMA(NAME, OPERAND, SUM, K, RATE)                                     \
  UNIT(NAME, OPERAND, SUM, 64, 8, K, 128, RATE), .halves = 2048,               \
      .generation = 90, .last = true, .columns = TC_UNIT_SHARED,               \
      .elementwise = true
#define MMA(NAME, OPERAND, SUM, K, RATE)                                       \
  UNIT(NAME, OPERAND, SUM, 16, 8, K, 32, RATE), .halves = 1024,                \
      .generation = 80, .elementwise = true
// Products of f64: each step of an instruction is an FMA, rounded to nearest.
#define DMMA(NAME, M, K, RATE)                                                 \
  UNIT(NAME, "f64", "f64", M, 8, K, 32, RATE), .rows = TC_UNIT_LOADED,         \
      .columns = TC_UNIT_LOADED, .elementwise = true
#define MFMA(NAME, OPERAND, SUM, K, RATE)                                      \
  UNIT(NAME, OPERAND, SUM, 16, 16, K, 64, RATE), .halves = 1024,               \
      .generation = 3, .rows = TC_UNIT_LOADED, .columns = TC_UNIT_LOADED,      \
      .elementwise = true
#define AMX(NAME, OPERAND, SUM, K, RATE)                                       \
  UNIT(NAME, OPERAND, SUM, 16, 16, K, 1, RATE), .rows = TC_UNIT_TILES,         \
      .columns = TC_UNIT_TILES, .tiles = &amx
#define DOT(NAME, OPERAND, SUM, N, K, RATE)                                    \
  UNIT(NAME, OPERAND, SUM, 1, N, K, 1, RATE), .elementwise = true

// Of units with the same operands the faster one comes first.
const TcUnit tcUnits[] = {
    {WGMMA("wgmma.m64k16.bf16", "bf16", "f32", 16, 2048),
     .rows = TC_UNIT_EITHER, TRUNCATES(2)},
    {WGMMA("wgmma.m64k16.f16", "f16", "f32", 16, 2048), .rows = TC_UNIT_EITHER,
     TRUNCATES(2)},
    {WGMMA("wgmma.m64k32.i8", "i8", "i32", 32, 4096), .rows = TC_UNIT_SHARED,
     .signs = TC_UNIT_SAME_SIGNS}, // mixed: from PTX 8.4 on
    // Cuts factors off to TF32 (they are rounded before), and reads them along
    // the steps alone.
    {WGMMA("wgmma.m64k8.tf32", "f32", "f32", 8, 1024), .rows = TC_UNIT_SHARED,
     TRUNCATES(2)},
    {MMA("mma.m16n8k16.bf16", "bf16", "f32", 16, 1024), TRUNCATES(2)},
    {MMA("mma.m16n8k16.f16", "f16", "f32", 16, 1024), TRUNCATES(2)},
    {MMA("mma.m16n8k32.i8", "i8", "i32", 32, 2048)},
    // Factors are rounded before (cvt.rna.tf32): the unit would cut them off.
    {MMA("mma.m16n8k8.tf32", "f32", "f32", 8, 512), TRUNCATES(2)},
    // The same instruction, three times, for factors that may not be rounded:
    // x = h + l, both TF32, and x y = h h' + (h l' + l h'). Where its rate is
    // less than that of FMA it is not used (passes/schedule/gpu-unit.c).
    {MMA("mma.m16n8k8.tf32x3", "f32", "f32", 8, 170), TRUNCATES(2),
     .slices = 2},
    {DMMA("mma.m16n8k8.f64", 16, 8, 128), .halves = 2048, .generation = 90,
     .intrinsic = "llvm.nvvm.mma.m16n8k8.row.col.f64"},
    {DMMA("mma.m8n8k4.f64", 8, 4, 64), .halves = 1024, .generation = 80,
     .last = true, .intrinsic = "llvm.nvvm.mma.m8n8k4.row.col.f64"},
    // AMD's, of CDNA3 on. How sums are rounded has not been measured: the bound
    // is that of truncation.
    {MFMA("mfma.16x16x16.bf16", "bf16", "f32", 16, 1024), TRUNCATES(0),
     .intrinsic = "llvm.amdgcn.mfma.f32.16x16x16bf16.1k"},
    {MFMA("mfma.16x16x16.f16", "f16", "f32", 16, 1024), TRUNCATES(0),
     .intrinsic = "llvm.amdgcn.mfma.f32.16x16x16f16"},
    {MFMA("mfma.16x16x32.i8", "i8", "i32", 32, 2048),
     .intrinsic = "llvm.amdgcn.mfma.i32.16x16x32.i8", .signs = TC_UNIT_SIGNED},
    // Products of the even steps and of the odd ones of an instruction are two
    // sums, which are then added to the accumulator; each addition is rounded
    // to nearest.
    {AMX("amx.bf16", "bf16", "f32", 32, 512), .features = "amx-tile amx-bf16",
     .flushes = true, .apart = true, .intrinsic = "llvm.x86.tdpbf16ps",
     .pair = 2},
    // The same instruction, six times, for factors of f32 in three slices: x =
    // h + m + l, all bf16, and x y = h h' + h m' + m h' + m m' + h l' + l h'.
    {AMX("amx.bf16x6", "f32", "f32", 32, 85), .features = "amx-tile amx-bf16",
     .apart = true, .intrinsic = "llvm.x86.tdpbf16ps", .pair = 2, .slices = 3},
    // Each of the two products is added with a rounding of its own.
    {DOT("dot.bf16", "bf16", "f32", 16, 2, 64), .features = "avx512bf16",
     .flushes = true, .intrinsic = "llvm.x86.avx512bf16.dpbf16ps.512",
     .pair = 2},
    // Of integers all is exact, modulo 2^32.
    {AMX("amx.i8", "i8", "i32", 64, 1024), .features = "amx-tile amx-int8",
     .intrinsic = "llvm.x86.tdpb??d", .pair = 4},
    {DOT("dot.i8", "i8", "i32", 16, 4, 128), .features = "avx512vnni",
     .intrinsic = "llvm.x86.avx512.vpdpbusd.512", .pair = 4,
     .signs = TC_UNIT_MIXED_SIGNS},
    // Vectors of 256 bits: of AVX-VNNI, and of AVX-512 where these are chosen.
    {DOT("dot.256.i8", "i8", "i32", 8, 4, 64), .features = "avxvnni",
     .intrinsic = "llvm.x86.avx512.vpdpbusd.256", .pair = 4,
     .signs = TC_UNIT_MIXED_SIGNS},
    {DOT("dot.256.i8", "i8", "i32", 8, 4, 64),
     .features = "avx512vnni avx512vl",
     .intrinsic = "llvm.x86.avx512.vpdpbusd.256", .pair = 4,
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
  bool ofDoubles = !strcmp(unit->operand, "f64");
  uint32_t chip = ofDoubles ? target->doubleUnits : target->units;
  bool has = unit->last ? chip == unit->generation : chip >= unit->generation;
  uint32_t wave = unit->threads == 64 ? 64 : 32;
  return unit->generation && has && chip && target->waveThreads == wave;
}

bool tcTargetHasGroups(const TcTarget *target, const char *operand) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (u->rows == TC_UNIT_EITHER && tcTargetHasUnit(target, u) &&
        !strcmp(u->operand, operand))
      return true;
  return false;
}

bool tcTargetHasTiles(const TcTarget *target, const char *operand) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (u->tiles && !u->slices && tcTargetHasUnit(target, u) &&
        !strcmp(u->operand, operand))
      return true;
  return false;
}

bool tcTargetMultipliesSums(const TcTarget *target, const char *operand) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (u->rows == TC_UNIT_REGISTERS && u->elementwise &&
        !strcmp(u->operand, operand) && tcTargetHasUnit(target, u))
      return true;
  return false;
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
  return !strcmp(unit->operand, "f32") && !unit->slices;
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

int64_t tcUnitSliceBytes(const TcUnit *unit) {
  return unit->slices && unit->tiles ? unit->tiles->rowBytes / unit->k
                                     : tcUnitBytes(unit);
}

int64_t tcUnitSumBytes(const TcUnit *unit) {
  return (int64_t)tcDTypeSize(tcDTypeFromName(unit->accumulator));
}

// As in "mma.m16n8k16.bf16 bf16 f32 16x8x16 truncates guard=2 rate=1024".
void tcUnitsPrint(const TcTarget *target,
                  void (*line)(void *self, const char *text), void *self) {
  for (const TcUnit *u = tcUnits; u->name; ++u) {
    char text[256], guard[32];
    // One that splits factors is another's instruction.
    if (u->slices || (target && !tcTargetHasUnit(target, u)))
      continue;
    snprintf(guard, sizeof guard, " guard=%d", u->guard);
    snprintf(text, sizeof text, "%s %s %s %dx%dx%d %s%s%s%s rate=%d", u->name,
             u->operand, u->accumulator, (int)u->m, (int)u->n, (int)u->k,
             !strcmp(u->accumulator, "i32") ? "exact"
             : u->truncates                 ? "truncates"
                                            : "rounds",
             u->truncates ? guard : "", u->apart ? " apart" : "",
             u->flushes ? " flushes" : "", (int)u->rate);
    line(self, text);
  }
}

const TcUnit *tcTargetUnitByName(const TcTarget *target, const char *name) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (!strcmp(u->name, name) && tcTargetHasUnit(target, u))
      return u;
  return NULL;
}
