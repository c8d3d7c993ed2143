// Runs bodies on strips of points; see strip.h.
#include "yardstick/strip.h"

#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimTable.h"

#include <string.h>

//===- Strips and tensors -------------------------------------------------===//

void tcStripLoad(const TcBounded *x, int64_t at, int64_t step, int n,
                 TcStrip *strip) {
  for (int k = 0; x->v && k < n; ++k)
    strip->v[k] = x->v[at + k * step];
  for (int k = 0; x->w && k < n; ++k)
    strip->w[k] = x->w[at + k * step];
  for (int k = 0; x->i && k < n; ++k)
    strip->i[k] = x->i[at + k * step];
  for (int k = 0; x->e && k < n; ++k)
    strip->e[k] = x->e[at + k * step];
  strip->exact = !x->e;
  strip->grid = x->grid;
  strip->signedZeros = x->signedZeros;
}

TcStatus tcStripStore(TcYardPool *pool, TcBounded *y, int64_t at, int64_t step,
                      int n, const TcStrip *strip) {
  for (int k = 0; y->v && k < n; ++k)
    y->v[at + k * step] = strip->v[k];
  for (int k = 0; y->w && k < n; ++k)
    y->w[at + k * step] = strip->w[k];
  for (int k = 0; y->i && k < n; ++k)
    y->i[at + k * step] = strip->i[k];
  if (strip->grid < y->grid)
    y->grid = strip->grid;
  y->signedZeros &= strip->signedZeros;
  if (strip->exact && !y->e)
    return TC_OK;
  TC_RETURN_IF_ERROR(tcBoundedErrors(pool, y));
  for (int k = 0; k < n; ++k)
    y->e[at + k * step] = tcStripError(strip, k);
  return TC_OK;
}

void tcStripLane(const TcStrip *x, int k, TcStrip *one) {
  one->v[0] = x->v[k];
  one->w[0] = x->w[k];
  one->i[0] = x->i[k];
  one->e[0] = tcStripError(x, k);
  one->exact = one->e[0] == 0;
  one->grid = x->grid;
  one->signedZeros = x->signedZeros;
}

void tcStripSet(TcDType dtype, TcStrip *y, int k, TcScalar x) {
  switch (tcClassOf(dtype)) {
  case TC_CLASS_FLOAT:
    y->v[k] = x.f;
    break;
  case TC_CLASS_INT:
    y->i[k] = x.i;
    break;
  case TC_CLASS_BOOL:
    y->i[k] = x.b;
    break;
  case TC_CLASS_COMPLEX:
    y->v[k] = creal(x.c);
    y->w[k] = cimag(x.c);
    break;
  }
}

void tcStripFill(TcDType dtype, TcScalar value, int n, TcStrip *strip) {
  TcClass class = tcClassOf(dtype);
  strip->exact = strip->signedZeros = true;
  strip->grid = 0;
  if (class == TC_CLASS_FLOAT)
    strip->grid = tcGridOf(value.f);
  else if (class == TC_CLASS_COMPLEX)
    strip->grid = TC_GRID_NONE;
  for (int k = 0; k < n; ++k)
    tcStripSet(dtype, strip, k, value);
}

//===- Bodies -------------------------------------------------------------===//

// loop.at: gathers one element per lane.
static TcStatus runAt(TcYard *yard, const TcInstruction *in,
                      const TcStrip *registers, int n, TcStrip *one,
                      TcStrip *out) {
  const TcBounded *tensor = tcYardValueOf(yard, in->tensor);
  if (!tensor || tensor->rank != in->numArgs)
    return tcStatusMake(TC_ERROR_INTERNAL, "'loop.at': no such tensor");
  out->exact = true;
  out->grid = tensor->grid;
  out->signedZeros = tensor->signedZeros;
  for (int k = 0; k < n; ++k) {
    int64_t position = 0;
    bool known = true;
    for (unsigned d = 0; d < tensor->rank; ++d) {
      int64_t at = registers[in->args[d]].i[k];
      known &= tcStripError(&registers[in->args[d]], k) == 0;
      if (at < 0 || at >= tensor->sizes[d])
        return tcReaderOutside();
      position = position * tensor->sizes[d] + at;
    }
    tcStripLoad(tensor, position, 0, 1, one);
    out->v[k] = one->v[0];
    out->w[k] = one->w[0];
    out->i[k] = one->i[0];
    out->e[k] = known ? tcStripError(one, 0) : (double)INFINITY;
    out->exact &= out->e[k] == 0;
  }
  return TC_OK;
}

// loop.within: a position, unless a lane has one that is outside.
static TcStatus runWithin(const TcStrip *const *x, int n, TcStrip *out) {
  for (int k = 0; k < n; ++k)
    if (x[0]->i[k] < 0 || x[0]->i[k] >= x[1]->i[k])
      return tcReaderOutside();
  *out = *x[0];
  return TC_OK;
}

static TcStatus runIndex(TcYard *yard, unsigned lane, const TcInstruction *in,
                         int n, TcStrip *out) {
  int64_t *at = &yard->frame.point[lane], first = *at;
  bool good = true;
  for (int k = 0; k < n; ++k) {
    *at = first + k;
    good &= tcEvalExpr(in->expr, yard->frame.point, &out->i[k]);
  }
  *at = first;
  out->exact = out->signedZeros = true;
  out->grid = 0;
  return good ? TC_OK
              : tcStatusMake(TC_ERROR_SIZE_BAD_DIVISOR,
                             "'loop.index': a divisor is less than 1");
}

// Ops of a body compute in f32: values that only they read may stay unrounded.
static TcYardMode rowMode(const TcYard *yard, const TcInstruction *in,
                          TcYardMode mode, const bool *isRead) {
  bool isHalf = in->result == TC_DTYPE_F16 || in->result == TC_DTYPE_BF16;
  bool kept = yard->keeps && isHalf && (!isRead || isRead[in->to]);
  return kept && mode == TC_YARD_NATIVE ? TC_YARD_KEPT : mode;
}

// An exponential that is small beside its sum may be computed as 2^(x log2 e),
// the product and log2 e rounded to f32, a denormal flushed, and an error
// function, or a hyperbolic tangent, beside 1 be off by 2^-21 (passes/stream,
// `tc.absolute`).
static bool isMarked(const TcInstruction *in, const char *mark) {
  return in->op.ptr &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             in->op, mlirStringRefCreateFromCString(mark)));
}

static bool isAbsolute(const TcInstruction *in, bool beside) {
  return (in->operand == TC_DTYPE_F32 || beside) &&
         (isMarked(in, "tc.absolute") || isMarked(in, "tc.narrow"));
}

// What ends in a narrow float (passes/stream, `tc.narrow`) may be off by a part
// of itself, and a denormal's last place: x (1 / y) of a machine's 1/y by
// 2^-22, and 1 + erf x by 2^-16.
static void widenNarrow(TcPrimOpKind kind, TcStrip *y, int n) {
  double part = kind == TC_PRIM_ADD ? 0x1p-16 : 0x1p-22;
  for (int k = 0; k < n; ++k)
    if (isfinite(y->v[k]))
      y->e[k] = tcStripError(y, k) + fabs(y->v[k]) * part + 0x1p-149;
  y->exact = false;
}

static void applyRow(const TcInstruction *in, TcYardMode mode,
                     const TcStrip **x, TcStrip *one, int n, TcStrip *out) {
  TcPrimOpKind kind = (TcPrimOpKind)(in->row - tcPrimScalar);
  bool beside = kind == TC_PRIM_ERF || kind == TC_PRIM_TANH;
  bool absolute = in->numArgs == 1 && isAbsolute(in, beside);
  double flushed = 0;
  if (absolute && !beside) {
    bool narrow = isMarked(in, "tc.narrow");
    double shift = narrow ? 0x1p-20 : 0;
    flushed = narrow ? 0 : 0x1p-126;
    *one = *x[0];
    one->exact = false;
    for (int k = 0; k < n; ++k) {
      double v = x[0]->v[k];
      one->e[k] =
          tcStripError(x[0], k) + (isfinite(v) ? fabs(v) * 0x1p-23 + shift : 0);
    }
    x[0] = x[1] = x[2] = one;
  }
  tcRuleApply(kind, in->operand, in->result, mode, n, x, out);
  double more = absolute && beside ? 0x1p-21 : flushed;
  for (int k = 0; more > 0 && k < n; ++k)
    out->e[k] = tcStripError(out, k) + more;
  out->exact &= more == 0;
  if (in->numArgs == 2 && isMarked(in, "tc.narrow"))
    widenNarrow(kind, out, n);
}

static TcStatus runInstruction(TcYard *yard, TcYardMode mode, unsigned lane,
                               const TcInstruction *in, const bool *isRead,
                               TcStrip *registers, TcStrip *one, int n) {
  TcStrip *out = &registers[in->to];
  const TcStrip *x[3];
  for (unsigned i = 0; i < 3; ++i) // those it does not have are ignored
    x[i] = in->numArgs
               ? &registers[in->args[i < in->numArgs ? i : in->numArgs - 1]]
               : NULL;
  switch (in->code) {
  case TC_BODY_ROW:
    applyRow(in, rowMode(yard, in, mode, isRead), x, one, n, out);
    return TC_OK;
  case TC_BODY_WHERE:
    tcRuleWhere(in->result, n, x, out);
    return TC_OK;
  case TC_BODY_CONVERT:
    tcRuleConvert(in->operand, in->result, mode, n, x[0], out);
    return TC_OK;
  case TC_BODY_BITCAST:
    tcRuleBitcast(in->operand, in->result, n, x[0], out);
    return TC_OK;
  case TC_BODY_CONSTANT:
    tcStripFill(in->result, tcElementRound(in->result, in->constant), n, out);
    return TC_OK;
  case TC_BODY_INDEX:
    return runIndex(yard, lane, in, n, out);
  case TC_BODY_AT:
    return runAt(yard, in, registers, n, one, out);
  case TC_BODY_WITHIN:
    return runWithin(x, n, out);
  }
  return TC_OK;
}

static TcStatus runBody(TcYard *yard, TcYardMode mode, unsigned lane,
                        const TcBody *body, const bool *isRead,
                        TcStrip *registers, int n) {
  for (size_t i = 0; i < body->code.size; ++i)
    TC_RETURN_IF_ERROR(runInstruction(yard, mode, lane, &body->code.data[i],
                                      isRead, registers,
                                      &registers[body->numRegisters], n));
  return TC_OK;
}

TcStatus tcStageRunStrip(TcStageRun *run, int n) {
  for (intptr_t i = 0; i < run->code->numReads; ++i)
    TC_RETURN_IF_ERROR(
        tcReaderLoad(run, &run->readers[i], n, &run->registers[i]));
  return runBody(run->yard, run->yard->mode, run->lane, run->code->body,
                 run->isRead, run->registers, n);
}

const TcStrip *tcStripYield(const TcStageRun *run, intptr_t i) {
  return &run->registers[run->code->body->yields[i]];
}

const TcStrip *tcStripLeave(TcStageRun *run, intptr_t i, int n) {
  TcStrip *x = &run->registers[run->code->body->yields[i]];
  if (run->yard->mode == TC_YARD_NATIVE)
    tcRuleLeave(tcBodyYieldDType(run->code->body, i), n, x);
  return x;
}

TcStatus tcStripCombine(TcStageRun *run, int n, TcStrip *tuple,
                        const TcStrip *other) {
  const TcBody *body = run->code->combine;
  TcStrip *registers = run->combineRegisters;
  size_t m = (size_t)body->numYields;
  memcpy(registers, tuple, m * sizeof *tuple);
  memcpy(registers + m, other, m * sizeof *tuple);
  // The order is free: nothing on the way is known but within its bound.
  bool ordered = !mlirAttributeIsNull(tcStageAttrOf(run->code->op, "ordered"));
  TcYardMode mode = ordered ? run->yard->mode : TC_YARD_FREE;
  TC_RETURN_IF_ERROR(
      runBody(run->yard, mode, run->lane, body, NULL, registers, n));
  for (size_t i = 0; i < m; ++i)
    tuple[i] = registers[body->yields[i]];
  return TC_OK;
}

//===- Stages -------------------------------------------------------------===//

static TcStatus makeRegisters(TcYard *yard, const TcBody *body,
                              TcStrip **registers) {
  void *memory; // one more: for a single element
  TC_RETURN_IF_ERROR(tcYardAlloc(
      yard->pool, (body->numRegisters + 1) * sizeof(TcStrip), &memory));
  *registers = memory;
  return TC_OK;
}

static TcStatus findReads(TcStageRun *run) {
  const TcBody *body = run->code->body;
  bool *isRead =
      TC_ARENA_ARRAY(&run->yard->frame.arena, bool, body->numRegisters + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&run->yard->frame.arena));
  for (size_t i = 0; i < body->code.size; ++i)
    for (unsigned k = 0; k < body->code.data[i].numArgs; ++k)
      isRead[body->code.data[i].args[k]] = true;
  run->isRead = isRead;
  return TC_OK;
}

TcStatus tcStageRunOpen(TcYard *yard, MlirOperation op, intptr_t first,
                        TcStageRun *run) {
  *run =
      (TcStageRun){.yard = yard, .numIters = (unsigned)yard->frame.iters.size};
  TC_RETURN_IF_ERROR(tcStageOf(&yard->frame, op, first, &run->code));
  size_t n = (size_t)run->code->numReads;
  run->readers = TC_ARENA_ARRAY(&yard->frame.arena, TcReader, n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&yard->frame.arena));
  for (size_t i = 0; i < n; ++i)
    TC_RETURN_IF_ERROR(
        tcReaderOpen(run, &run->code->reads[i], &run->readers[i]));
  TC_RETURN_IF_ERROR(makeRegisters(yard, run->code->body, &run->registers));
  if (tcLoopOpKind(op) == TC_LOOP_MAP)
    TC_RETURN_IF_ERROR(findReads(run));
  if (run->code->combine)
    return makeRegisters(yard, run->code->combine, &run->combineRegisters);
  return TC_OK;
}

// A score of an iterator as the lane: its extent, more if reads are dense along
// it.
static double scoreOf(const TcStageRun *run, unsigned iter) {
  double extent = (double)run->yard->frame.extents[iter], good = 1, all = 1;
  for (intptr_t i = 0; i < run->code->numReads; ++i) {
    int64_t step;
    bool simple = tcReaderIsDense(&run->readers[i], iter, &step);
    all += 1;
    good += !simple ? -1 : step == 0 || step == 1 ? 1 : 0.25;
  }
  return fmin(extent, TC_STRIP) * fmax(good, 0.01) / all;
}

void tcStageChooseLane(TcStageRun *run, bool ownOnly) {
  const TcSpace *spaces[] = {&run->code->own, &run->code->over};
  double best = -1;
  // Without any iterator, the strip is one point of a place behind all.
  run->lane = run->numIters;
  run->laneIsOwn = true;
  for (int s = 0; s < (ownOnly && run->code->own.rank ? 1 : 2); ++s)
    for (unsigned i = 0; i < spaces[s]->rank; ++i) {
      double score = scoreOf(run, spaces[s]->iters[i]);
      if (score <= best)
        continue;
      best = score;
      run->lane = spaces[s]->iters[i];
      run->laneIsOwn = s == 0;
    }
}

int64_t tcStageLaneExtent(const TcStageRun *run) {
  return run->lane == run->numIters ? 1 : run->yard->frame.extents[run->lane];
}

bool tcPointsBegin(TcStageRun *run, const TcSpace *space) {
  return tcSpaceBegin(&run->yard->frame, space);
}

bool tcPointsNext(TcStageRun *run, const TcSpace *space) {
  int64_t *point = run->yard->frame.point;
  for (unsigned i = space->rank; i-- > 0;) {
    if (space->iters[i] == run->lane)
      continue;
    if (++point[space->iters[i]] < space->sizes[i])
      return true;
    point[space->iters[i]] = 0;
  }
  return false;
}

void tcStripPlace(const TcStageRun *run, int64_t *at, int64_t *step) {
  const TcSpace *own = &run->code->own;
  int64_t stride = 1;
  *at = *step = 0;
  for (unsigned i = own->rank; i-- > 0; stride *= own->sizes[i]) {
    *at += run->yard->frame.point[own->iters[i]] * stride;
    if (own->iters[i] == run->lane)
      *step = stride;
  }
}

TcStatus tcStripResult(TcStageRun *run, TcBounded *y, int n,
                       const TcStrip *strip) {
  int64_t at, step;
  tcStripPlace(run, &at, &step);
  return tcStripStore(run->yard->pool, y, at, step, n, strip);
}
