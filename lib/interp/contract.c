// Sums of products.
#include "interp/factors.h"

typedef struct Contract {
  TcFrame *frame;
  TcStageCode *s;
  TcArray *y;
  TcDType wide; // in which terms are added up
} Contract;

static TcScalar yieldOf(const Contract *c, intptr_t i) {
  return tcElementConvert(tcBodyYieldDType(c->s->body, i), c->wide,
                          c->s->yields[i]);
}

static TcScalar addProduct(TcDType wide, TcScalar sum, TcScalar a, TcScalar b) {
  return tcElementCombine(TC_COMBINE_ADD, wide, sum,
                          tcElementCombine(TC_COMBINE_MUL, wide, a, b));
}

static void store(const Contract *c, int64_t at, TcScalar sum) {
  tcElementStore(c->y->dtype, c->y->data, at,
                 tcElementConvert(c->wide, c->y->dtype, sum));
}

//===- The body at each point ---------------------------------------------===//

static TcStatus byPoints(const Contract *c) {
  TcStageCode *s = c->s;
  int64_t at = 0;
  if (!tcSpaceBegin(c->frame, &s->own))
    return TC_OK;
  do {
    TcScalar sum = tcCombineNeutral(TC_COMBINE_ADD, c->wide);
    if (tcSpaceBegin(c->frame, &s->over))
      do {
        TC_RETURN_IF_ERROR(tcStageRunBody(c->frame, s));
        sum = addProduct(c->wide, sum, yieldOf(c, 0), yieldOf(c, 1));
      } while (tcSpaceNext(c->frame, &s->over));
    store(c, at++, sum);
  } while (tcSpaceNext(c->frame, &s->own));
  return TC_OK;
}

//===- Factors that are computed first ------------------------------------===//

typedef struct Factor {
  TcSpace space;
  TcScalar *values;
  int64_t own[TC_MAX_RANK], over[TC_MAX_RANK]; // strides
} Factor;

static void findStrides(const TcSpace *of, const TcSpace *iters, int64_t *out) {
  for (unsigned i = 0; i < iters->rank; ++i) {
    int64_t stride = 1;
    out[i] = 0;
    for (unsigned d = of->rank; d-- > 0; stride *= of->sizes[d])
      if (of->iters[d] == iters->iters[i])
        out[i] = stride;
  }
}

static TcStatus computeFactor(const Contract *c, intptr_t i, TcArena *arena,
                              Factor *f) {
  int64_t at = 0;
  f->values = TC_ARENA_ARRAY(arena, TcScalar, (size_t)tcSpaceCount(&f->space));
  TC_RETURN_IF_ERROR(tcArenaStatus(arena));
  findStrides(&f->space, &c->s->own, f->own);
  findStrides(&f->space, &c->s->over, f->over);
  tcSpaceBegin(c->frame, &c->s->own);
  tcSpaceBegin(c->frame, &c->s->over);
  do {
    TC_RETURN_IF_ERROR(tcStageRunBody(c->frame, c->s));
    f->values[at++] = yieldOf(c, i);
  } while (tcSpaceNext(c->frame, &f->space));
  return TC_OK;
}

static const TcScalar *place(const Contract *c, const Factor *f) {
  const TcScalar *at = f->values;
  for (unsigned i = 0; i < c->s->own.rank; ++i)
    at += c->frame->point[c->s->own.iters[i]] * f->own[i];
  for (unsigned i = 0; i < c->s->over.rank; ++i)
    at += c->frame->point[c->s->over.iters[i]] * f->over[i];
  return at;
}

static TcScalar addTerms(TcDType wide, TcScalar sum, const TcScalar *a,
                         int64_t aStep, const TcScalar *b, int64_t bStep,
                         int64_t n) {
  if (wide == TC_DTYPE_F64)
    for (int64_t k = 0; k < n; ++k)
      sum.f += a[k * aStep].f * b[k * bStep].f;
  else if (wide == TC_DTYPE_I64)
    for (int64_t k = 0; k < n; ++k)
      sum.i = (int64_t)((uint64_t)sum.i +
                        (uint64_t)a[k * aStep].i * (uint64_t)b[k * bStep].i);
  else
    for (int64_t k = 0; k < n; ++k)
      sum = addProduct(wide, sum, a[k * aStep], b[k * bStep]);
  return sum;
}

// The terms of a result in their order, those along the last iterator at once.
static void byFactors(const Contract *c, const Factor *f) {
  TcSpace over = c->s->over;
  int64_t at = 0, n = over.rank ? over.sizes[over.rank - 1] : 1;
  unsigned last = over.rank ? over.rank - 1 : 0;
  over.rank = last;
  if (!tcSpaceBegin(c->frame, &c->s->own))
    return;
  do {
    TcScalar sum = tcCombineNeutral(TC_COMBINE_ADD, c->wide);
    tcSpaceBegin(c->frame, &c->s->over);
    do
      sum = addTerms(c->wide, sum, place(c, &f[0]), f[0].over[last],
                     place(c, &f[1]), f[1].over[last], n);
    while (tcSpaceNext(c->frame, &over));
    store(c, at++, sum);
  } while (tcSpaceNext(c->frame, &c->s->own));
}

//===- The stage ----------------------------------------------------------===//

TcStatus tcInterpLoopContract(TcFrame *frame, MlirOperation op) {
  Contract c = {.frame = frame};
  Factor f[2] = {0};
  TC_RETURN_IF_ERROR(tcStageOf(frame, op, 0, &c.s));
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &c.y));
  if (c.y->count != tcSpaceCount(&c.s->own))
    return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                        "the sizes of the result are not the extents");
  c.wide = tcSumDType(op, c.y->dtype);
  TcSpace spaces[2];
  if (!tcStageFactors(c.s, spaces))
    return byPoints(&c);
  TcArena arena = {0};
  TcStatus status = TC_OK;
  for (int i = 0; i < 2 && !status; ++i) {
    f[i].space = spaces[i];
    status = computeFactor(&c, i, &arena, &f[i]);
  }
  if (!status)
    byFactors(&c, f);
  tcArenaFree(&arena);
  if (!status)
    return TC_OK;
  tcStatusFree(status); // the error to report is that of the first point
  return byPoints(&c);
}
