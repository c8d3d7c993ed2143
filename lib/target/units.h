// Matrix units: the matrix instructions of targets, as one table of facts
// (units.c). The lowering of contractions reads rows of it and names no
// instruction set.
//
// A unit adds an m x k tile of the rows' operand times a k x n tile of the
// columns' operand to an m x n accumulator, whose elements are spread over the
// registers of `threads` threads.
#ifndef TC_TARGET_UNITS_H
#define TC_TARGET_UNITS_H

#include "target/target.h"

/// Where an operand lies when the instruction reads it.
typedef enum TcUnitPlace {
  TC_UNIT_REGISTERS, ///< fragments, loaded from shared memory by ldmatrix
  TC_UNIT_SHARED,    ///< shared memory, named by a descriptor
  TC_UNIT_EITHER,    ///< fragments in registers, or shared memory
  TC_UNIT_TILES,     ///< tile registers (AMX)
  TC_UNIT_LOADED,    ///< fragments, loaded from shared memory by plain loads
} TcUnitPlace;

/// Tile registers of `rows` rows of `rowBytes` bytes each. The used part of
/// each tile is configured once, by a block of `configBytes` bytes: the
/// palette, then bytes a row (16 bits each, from `widthsAt` on) and rows (8
/// bits each, from `heightsAt` on) of each register. The names are LLVM's
/// intrinsics; registers are numbers, the first operands.
typedef struct TcTileRegisters {
  int64_t count, rows, rowBytes;
  int64_t configBytes, widthsAt, heightsAt;
  const char *configure, *release, *load, *store, *zero;
} TcTileRegisters;

/// Which of a unit's factors of i8 are unsigned.
typedef enum TcUnitSigns {
  TC_UNIT_ANY_SIGNS,   ///< either; of floats there is no choice
  TC_UNIT_SAME_SIGNS,  ///< both are
  TC_UNIT_SIGNED,      ///< none
  TC_UNIT_MIXED_SIGNS, ///< the first is unsigned, the second signed
} TcUnitSigns;

typedef struct TcUnit {
  const char *name;     ///< as schedules name it: "mma.m16n8k16.bf16"
  const char *features; ///< CPUs: that a unit needs; blanks between
  /// Of a GPU's units (TcTarget.units; of f64 TcTarget.doubleUnits): chips from
  /// it on. AMD's have units of 64 threads, numbered apart.
  uint32_t generation;
  bool last; ///< and no later ones
  /// Element types: "bf16", "f32"; "i8" is u8, too. Sums of i32 wrap around.
  const char *operand, *accumulator;
  /// The shape of one instruction. Where the columns' operand is named by a
  /// descriptor, its columns are any multiple of n up to 256.
  int64_t m, n, k;
  int64_t threads; ///< that issue it together; 1: a CPU's thread
  TcUnitPlace rows, columns;
  bool elementwise; ///< accumulators may be read and scaled in place
  /// Whether sums are truncated to the accumulator's type instead of rounded:
  /// twice the unit roundoff. Then an instruction aligns its products and the
  /// accumulator to the largest of them and cuts them off `guard` bits behind
  /// that one's last place. Else each product is added, or each pair of sums,
  /// with a rounding of its own. `bench/units.py` measures both.
  bool truncates;
  int guard;
  /// Where sums are rounded: whether an instruction adds up its products apart,
  /// and then adds their sum to the accumulator.
  bool apart;
  /// Of f32 that may not be rounded: into how many numbers of the type that the
  /// instruction multiplies each factor is split; else 0 (docs/numerics.md).
  int64_t slices;
  /// Whether subnormal operands, products and sums are flushed to 0.
  bool flushes;
  /// Multiply-adds per cycle of one multiprocessor or core; GPUs: of a chip
  /// that does so many (`halves`) of bf16.
  int64_t rate, halves;
  /// LLVM's, where it is one call; else NULL. Of i8 with any signs, each factor
  /// is a letter of it: '?' stands for 's' or 'u'.
  const char *intrinsic;
  /// Elements along the reduction that lie side by side in memory for each
  /// column (and row): those that one lane adds up.
  int64_t pair;
  const TcTileRegisters *tiles; ///< where operands lie in them; else NULL
  TcUnitSigns signs;
} TcUnit;

/// The table, ended by a row without a name.
extern const TcUnit tcUnits[];

/// Whether the target's chip has the unit.
bool tcTargetHasUnit(const TcTarget *target, const TcUnit *unit);

/// GPUs: multiply-adds of the unit in a cycle of one multiprocessor, without
/// one (NULL) of f32; 0: not known.
uint32_t tcTargetRate(const TcTarget *target, const TcUnit *unit);

/// Whether the target has a unit of warp groups for operands of this type: it
/// multiplies terms in registers while the threads compute others.
bool tcTargetHasGroups(const TcTarget *target, const char *operand);

/// Whether it has a unit with tile registers (AMX) that multiplies such
/// operands as they are, in no slices.
bool tcTargetHasTiles(const TcTarget *target, const char *operand);
/// Whether the chip has a unit for operands of this element type ("bf16") whose
/// accumulators another product can multiply where they are, in registers: then
/// products of functions of products are streamed.
bool tcTargetMultipliesSums(const TcTarget *target, const char *operand);

/// Bits 1 << dtype: element types of factors for which the target has a unit
/// that flushes subnormal numbers to 0.
uint32_t tcTargetFlushed(const TcTarget *target);

/// Whether the unit multiplies operands of one and adds up the other element
/// type.
bool tcUnitIsOf(const TcUnit *unit, const char *operand,
                const char *accumulator);

/// Whether factors are rounded to TF32: f32 with 10 bits behind the binary
/// point. For contractions that permit it alone.
bool tcUnitRoundsTf32(const TcUnit *unit);

/// The name in a row's vocabulary of an element type, as a unit's factor or
/// sum: that of u8 is "i8"; "" of types that no unit has.
const char *tcUnitElement(MlirType type);

enum { TC_UNIT_INTRINSIC = 64 }; ///< bytes of an intrinsic's name, at most

/// The intrinsic for factors that are unsigned or not.
void tcUnitIntrinsic(const TcUnit *unit, bool rowsUnsigned,
                     bool columnsUnsigned, char name[TC_UNIT_INTRINSIC]);

/// Bytes of an operand's element, of one that the instruction multiplies (a
/// slice of it, where factors are split), and of a sum.
int64_t tcUnitBytes(const TcUnit *unit);
int64_t tcUnitSliceBytes(const TcUnit *unit);
int64_t tcUnitSumBytes(const TcUnit *unit);

/// Writes a line for each unit of the target, or of all targets if NULL: what
/// it multiplies and how it rounds.
void tcUnitsPrint(const TcTarget *target,
                  void (*line)(void *self, const char *text), void *self);

/// The target's unit of that name, or NULL.
const TcUnit *tcTargetUnitByName(const TcTarget *target, const char *name);

#endif // TC_TARGET_UNITS_H
