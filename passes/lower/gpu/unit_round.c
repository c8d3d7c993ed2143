// Rounds operands of matrix units to TF32 in shared memory, for units that
// would cut them off there: always towards 0, an error that adds up over the
// steps and over layers. (What prim-round-factors has rounded is TF32 already.)
// See unit.h.
//
// Each thread rounds the chunks that it has copied itself: it sees these when
// their group is complete, so that no barrier stands between copies and this,
// and the barrier before the product is the same as without it. Squares of
// operands whose points are contiguous in memory are transposed on the way,
// between registers: their chunks lie where those of the result will.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

enum { WORDS = 4 }; // f32 of a chunk

static MlirValue addressOf(TcGpuStaging *s, MlirValue slot, size_t chunk) {
  const int32_t dynamic = INT32_MIN;
  TcEmit *e = &s->g->e;
  MlirType shared = mlirLLVMPointerTypeGet(e->ctx, 3);
  MlirValue at = tcArithAddi(&e->b, s->to[chunk], tcEmitI64(e, s->o->at));
  return tcLlvmGetelementptr(&e->b, shared, slot, 1, &at, 1, &dynamic, e->i8);
}

static void load(TcGpuStaging *s, MlirType chunk, MlirValue at,
                 MlirValue out[WORDS]) {
  TcEmit *e = &s->g->e;
  MlirValue v = tcLlvmLoad(&e->b, chunk, at);
  for (int64_t i = 0; i < WORDS; ++i) {
    out[i] = tcLlvmExtractelement(&e->b, v, tcEmitInt(e, e->i32, i));
    if (s->o->rounds)
      out[i] = tcNvvmToTf32(e, out[i]);
  }
}

static void store(TcEmit *e, MlirType chunk, const MlirValue words[WORDS],
                  MlirValue at) {
  MlirValue v = tcLlvmMlirUndef(&e->b, chunk);
  for (int64_t i = 0; i < WORDS; ++i)
    v = tcLlvmInsertelement(&e->b, v, words[i], tcEmitInt(e, e->i32, i));
  tcLlvmStore(&e->b, v, at);
}

// The `n` chunks from `first` on; of a transposed operand they are a square.
static void changeChunks(TcGpuStaging *s, MlirValue slot, size_t first,
                         size_t n) {
  const int64_t words = WORDS;
  TcEmit *e = &s->g->e;
  MlirType chunk = mlirVectorTypeGet(1, &words, e->i32);
  MlirValue at[WORDS], in[WORDS][WORDS], out[WORDS];
  for (size_t i = 0; i < n; ++i) {
    at[i] = addressOf(s, slot, first + i);
    load(s, chunk, at[i], in[i]);
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t w = 0; w < WORDS; ++w)
      out[w] = s->o->transposed ? in[w][i] : in[i][w];
    store(e, chunk, out, at[i]);
  }
}

void tcGpuStagingChange(TcGpuStaging *s, MlirValue slot) {
  TcGpuEmit *g = s->g;
  if (!tcGpuIsChanged(s->o))
    return;
  bool all = s->threads == g->threads;
  TcLoop guard;
  if (!all)
    guard = tcEmitIf(&g->e,
                     tcGpuIsBelow(g, g->thread, tcEmitI64(&g->e, s->threads)));
  for (size_t i = 0; i < s->numPieces; i += WORDS) {
    size_t rest = s->numPieces - i;
    changeChunks(s, slot, i, rest < WORDS ? rest : WORDS);
  }
  if (!all)
    tcEmitIfEnd(&g->e, &guard);
}
