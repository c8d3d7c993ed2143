// The parts of loop-plan-memory: where values at the boundary lie (place.c), what
// of that is updated in place (inplace.c), and where everything between lies
// (arena.c).
//
// The plan is said by an attribute on each launch, one entry a result:
//
//   loop.places = [{result = 0}, {scratch = #tc.size<4096>}, {input = 2},
//                  {weight = @name}]
//
// the result buffer of the function, a byte offset in its arena, the memory of
// an argument or of a weight, written in place. The function carries the size
// of the arena, `loop.arena = #tc.size<bytes>`. Values that are another shape
// of the same memory (prim.reshape, prim.cast_sizes) have the place of their
// operand.
#ifndef TC_PASSES_PLAN_H
#define TC_PASSES_PLAN_H

#include "lib/ir/kernel.h"
#include "lib/support/map.h"

typedef struct TcPlan {
  TcArena arena;
  MlirContext ctx;
  MlirOperation func;
  MlirBlock body;
  MlirBlock kernels; // the module's body
  TcMap places;      // launch result -> DictionaryAttr
  TcMap inPlace;     // tie -> the launch that writes over what it reads
  unsigned copies;   // kernels made for copies
} TcPlan;

/// The value whose memory `v` is: through reshapes and assertions on sizes.
MlirValue tcPlanRoot(MlirValue v);

MlirAttribute tcPlaceInt(MlirContext ctx, const char *key, int64_t value);
MlirAttribute tcPlaceAttr(MlirContext ctx, const char *key,
                          MlirAttribute value);

/// Bytes of a dense tensor, a #tc.size, rounded up to the alignment of
/// buffers.
MlirAttribute tcPlanBytes(MlirType type);

/// Gives every returned value its place, making copies where a value cannot be
/// computed there.
void tcPlanBoundary(TcPlan *p);

/// Whether a value is the memory that a tie names: an argument, or a weight.
bool tcPlanIsMemoryOf(MlirValue v, MlirAttribute tie);

/// Whether the launch whose result v is may compute it in the memory of `tie`,
/// which is read: moves it behind all others that read that.
bool tcPlanUpdateInPlace(TcPlan *p, MlirValue v, MlirAttribute tie);

/// Gives every other launch result an offset; gives the size of the arena.
MlirAttribute tcPlanArena(TcPlan *p);

#endif // TC_PASSES_PLAN_H
