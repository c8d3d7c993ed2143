// Where chunks of an operand's tile lie in shared memory. See unit.h.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

MlirValue tcGpuChunkAt(TcEmit *e, const TcGpuOperand *o, MlirValue row,
                       MlirValue chunk) {
  MlirValue by = tcArithAndi(
      &e->b, tcArithShrui(&e->b, row, tcEmitI64(e, o->swizzleShift)),
      tcEmitI64(e, o->swizzleMask));
  MlirValue width = tcEmitI64(e, o->boxChunks);
  MlirValue box = tcArithDivui(&e->b, chunk, width);
  chunk = tcArithXori(&e->b, tcArithRemui(&e->b, chunk, width), by);
  MlirValue boxRow = tcArithMuli(&e->b, box, tcEmitI64(e, o->rows));
  row = tcArithAddi(&e->b, row, boxRow);
  MlirValue at = tcArithAddi(&e->b, tcArithMuli(&e->b, row, width), chunk);
  return tcArithMuli(&e->b, at, tcEmitI64(e, TC_UNIT_CHUNK_BYTES));
}

// A wgmma descriptor: address, strides of boxes and of eight rows, 128-byte
// swizzle. What depends on `steps` is added to its low word alone, so that the
// unit's next instruction is one addition away.
MlirValue tcGpuDescribe(TcEmit *e, const TcGpuOperand *o, bool along,
                        MlirValue slot, MlirValue first, int64_t steps) {
  enum { ROW = TC_UNIT_BOX * TC_UNIT_CHUNK_BYTES };
  int64_t box = o->rows * ROW, inBox = ROW / o->each;
  int64_t low = (along ? box >> 4 : 1) << 16;
  int64_t high = (int64_t)(8 * ROW >> 4) << 32 | 1LL << 62;
  int64_t from =
      along ? steps * ROW : steps / inBox * box + steps % inBox * o->each;
  MlirValue at = tcLlvmPtrtoint(&e->b, e->i64, slot), points = first;
  if (along)
    points = tcArithDivui(&e->b, first, tcEmitI64(e, inBox));
  points = tcArithMuli(&e->b, points, tcEmitI64(e, along ? box : ROW));
  at = tcArithTrunci(&e->b, e->i32, tcArithAddi(&e->b, at, points));
  at = tcArithAndi(&e->b, at, tcEmitInt(e, e->i32, 0x3FFFF));
  at = tcArithShrui(&e->b, at, tcEmitInt(e, e->i32, 4));
  low += (o->at + from) >> 4;
  if (low)
    at = tcArithAddi(&e->b, at, tcEmitInt(e, e->i32, low));
  return tcArithOri(&e->b, tcArithExtui(&e->b, e->i64, at), tcEmitI64(e, high));
}
