// Contracts whose bodies do more than read two tensors, and whose factors
// depend on few of the iterators: masks, conversions, positions that are
// divided (phases of convolutions). Each factor becomes a tensor first.
#include "yardstick/stages.h"

#include "interp/factors.h"

// Yield i at all points of the space; all other iterators are at 0.
static TcStatus computeFactor(TcStageRun *run, const TcSpace *space, intptr_t i,
                              TcBounded **out) {
  TcSpace rows = *space;
  TcFrame *frame = &run->yard->frame;
  int64_t at = 0, n = 1;
  run->lane = run->numIters; // behind all: of a space of one point
  if (rows.rank) {
    n = rows.sizes[--rows.rank];
    run->lane = rows.iters[rows.rank];
  }
  TC_RETURN_IF_ERROR(tcBoundedMake(run->yard->pool,
                                   tcBodyYieldDType(run->code->body, i),
                                   space->rank, space->sizes, false, out));
  (*out)->grid = TC_GRID_ANY;
  tcSpaceBegin(frame, &run->code->own);
  tcSpaceBegin(frame, &run->code->over);
  do {
    for (int64_t k = 0; k < n; k += TC_STRIP) {
      int m = n - k < TC_STRIP ? (int)(n - k) : TC_STRIP;
      frame->point[run->lane] = k;
      TC_RETURN_IF_ERROR(tcStageRunStrip(run, m));
      TC_RETURN_IF_ERROR(tcStripStore(run->yard->pool, *out, at + k, 1, m,
                                      tcStripYield(run, i)));
    }
    frame->point[run->lane] = 0;
    at += n;
  } while (tcSpaceNext(frame, &rows));
  return TC_OK;
}

static bool isFinite(const TcBounded *x) {
  for (int64_t k = 0; k < x->count; ++k)
    if (!isfinite(x->v[k]) || (x->e && !isfinite(x->e[k])))
      return false;
  return true;
}

// A read of the tensor at its own point of the space.
static TcStatus readFactor(TcFrame *frame, const TcSpace *space,
                           const TcBounded *tensor, TcRead *read,
                           TcReader *reader) {
  TcExpr *exprs = TC_ARENA_ARRAY(&frame->arena, TcExpr, space->rank + 1);
  *read = (TcRead){.dtype = tensor->dtype, .rank = space->rank};
  read->map = TC_ARENA_ARRAY(&frame->arena, const TcExpr *, space->rank + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  for (unsigned d = 0; d < space->rank; ++d) {
    exprs[d] = (TcExpr){.kind = TC_EXPR_ITERATOR, .value = space->iters[d]};
    read->map[d] = &exprs[d];
  }
  *reader = (TcReader){.read = read, .tensor = tensor};
  tcDenseStrides(space->rank, tensor->sizes, reader->strides);
  return TC_OK;
}

// The same stage with a body that yields its two arguments.
static TcStatus readBoth(TcStageRun *run, const TcSpace *spaces,
                         TcBounded *const *factors) {
  TcFrame *frame = &run->yard->frame;
  TcStageCode *code = TC_ARENA_NEW(&frame->arena, TcStageCode);
  TcBody *body = TC_ARENA_NEW(&frame->arena, TcBody);
  TcReader *readers = TC_ARENA_ARRAY(&frame->arena, TcReader, 2);
  TcRead *reads = TC_ARENA_ARRAY(&frame->arena, TcRead, 2);
  unsigned *yields = TC_ARENA_ARRAY(&frame->arena, unsigned, 2);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  for (unsigned i = 0; i < 2; ++i) {
    TC_RETURN_IF_ERROR(
        readFactor(frame, &spaces[i], factors[i], &reads[i], &readers[i]));
    yields[i] = i;
  }
  *body = (TcBody){.numRegisters = 2,
                   .numArguments = 2,
                   .numYields = 2,
                   .yields = yields,
                   .yieldDTypes = run->code->body->yieldDTypes};
  *code = *run->code;
  code->numReads = 2;
  code->reads = reads;
  code->body = body;
  run->code = code;
  run->readers = readers;
  return TC_OK;
}

TcStatus tcYardFactors(TcStageRun *run) {
  TcSpace spaces[2];
  TcBounded *factors[2];
  if (!tcStageFactors(run->code, spaces))
    return TC_OK;
  for (int i = 0; i < 2; ++i)
    TC_RETURN_IF_ERROR(computeFactor(run, &spaces[i], i, &factors[i]));
  if (isFinite(factors[0]) && isFinite(factors[1]))
    TC_RETURN_IF_ERROR(readBoth(run, spaces, factors));
  tcStageChooseLane(run, false);
  return TC_OK;
}
