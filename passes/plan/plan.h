// The parts of loop-plan-memory: places of values at the boundary (place.c),
// updates in place (inplace.c), and places of all other values (arena.c). Where
// kernels have code, loop-plan-temporaries places what that needs, too
// (loop-plan-temporaries.c).
//
// The plan is an attribute on each launch, one entry per result, then one per
// temporary of its kernel's code (attribute `loop.temporaries`):
//
//   loop.places = [{result = 0}, {scratch = #tc.size<4096>}, {input = 2},
//                  {weight = @name}, {late = 3}]
//
// the result buffer of the function, a byte offset in its arena, the memory of
// an argument or of a weight, written in place, or memory of its own, which is
// allocated before the first launch that writes it: for sizes that data decides
// (prim.range_to), and where the arena's size would be too complex a formula;
// values of one number are of one size and share it. The function carries the
// size of the arena, `loop.arena = #tc.size<bytes>`. Values that are another
// shape of the same memory (prim.reshape, prim.cast_sizes) have the place of
// their operand.
#ifndef TC_PASSES_PLAN_H
#define TC_PASSES_PLAN_H

#include "lib/ir/kernel_build.h"
#include "lib/support/map.h"
#include "passes/layout/layouts.h"

/// Memory that the code of a launch's kernel needs while it runs.
typedef struct TcPlanTemporary {
  const void *key; // of TcPlan.places
  MlirOperation launch;
  MlirAttribute bytes; // #tc.size
} TcPlanTemporary;

typedef struct TcPlan {
  TcArena arena;
  MlirContext ctx;
  MlirOperation func;
  MlirBlock body;
  int64_t line; // bytes of a cache line, at multiples of which values lie
  TcLayouts *layouts;
  TcMap weights; // name attribute -> TcValueVec: results of prim.get_weight
  TcMap places;  // launch result, or temporary -> DictionaryAttr
  TcMap inPlace; // memory (tcPlanMemory), or a value in it -> the launch that
                 // writes over it
  TC_VEC(TcPlanTemporary) temporaries; // in the order of the launches
  unsigned copies;                     // kernels made for copies
  unsigned numLate;                    // buffers of memory of their own
} TcPlan;

/// The value whose memory `v` is: through reshapes and assertions on sizes.
MlirValue tcPlanRoot(MlirValue v);

MlirAttribute tcPlaceInt(MlirContext ctx, const char *key, int64_t value);
MlirAttribute tcPlaceAttr(MlirContext ctx, const char *key,
                          MlirAttribute value);

/// Bytes of a dense tensor, a #tc.size, rounded up to the alignment of
/// buffers.
MlirAttribute tcPlanBytes(MlirType type);

/// Bytes rounded up to whole cache lines of the function's target, so that what
/// lies behind them begins at one: a copy engine that moves 128 bytes at once
/// reads two lines for each else.
MlirAttribute tcPlanWhole(const TcPlan *p, MlirAttribute bytes);
/// The bytes of a line; of a module without a target those of buffers'
/// alignment.
int64_t tcPlanLine(MlirOperation func);

/// Whether a #tc.size is known only after a prim.range_to of the block.
bool tcPlanIsLate(MlirBlock block, MlirAttribute size);

/// Gives every returned value its place, making copies where a value cannot be
/// computed there.
void tcPlanBoundary(TcPlan *p);

/// The identity of a value's memory: an argument, or a weight's name. Null for
/// any other value.
const void *tcPlanMemory(MlirValue v);
/// The same of the memory that a tie names.
const void *tcPlanTiedMemory(const TcPlan *p, MlirAttribute tie);
/// The place that a tie names: {input = N} or {weight = @name}.
MlirAttribute tcPlanTiedPlace(const TcPlan *p, MlirAttribute tie);
/// The values that are that memory.
TcValueVec tcPlanValuesOf(TcPlan *p, MlirAttribute tie);
/// Whether a value is the memory that a tie names: an argument, or a weight.
bool tcPlanIsMemoryOf(const TcPlan *p, MlirValue v, MlirAttribute tie);

/// Whether a kernel may compute a result in the memory of its argument
/// (replaces.c).
bool tcPlanReplaces(MlirOperation kernel, intptr_t argument, intptr_t result);
/// Whether the result is a scatter into the argument: in its memory, some
/// elements are written, and no others.
bool tcPlanScattersInto(MlirOperation kernel, intptr_t argument,
                        intptr_t result);

/// Whether the launch that produces v may compute it in the memory of `tie`;
/// if so, moves it behind all other readers of that memory, and places values
/// that it updates there too.
bool tcPlanUpdateInPlace(TcPlan *p, MlirValue v, MlirAttribute tie);

/// Gives every other launch result, and temporaries of the units that these
/// have, an offset; returns the size of the arena.
MlirAttribute tcPlanArena(TcPlan *p);

/// The plan of a module again, with the temporaries that launches name. Returns
/// the bytes of the functions' arenas that have some, as far as they are known.
int64_t tcPlanTemporaries(MlirOperation module);

/// Writes `loop.places` on each launch: its results, then its temporaries.
void tcPlanWrite(TcPlan *p);

#endif // TC_PASSES_PLAN_H
