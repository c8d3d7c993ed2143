// Sums of products. Where both factors are elements of exact tensors, as in
// nearly all kernels, contiguous runs of them are multiplied at once.
#include "yardstick/stages.h"

#include "ir/precision.h"

#include "tc/gen/LoopOps.h"

enum {
  WIDE = 1024, // lanes of a stretch of results
  ROWS = 4,
};

typedef struct Row {
  double a;
  const double *b;
} Row;

typedef struct Contract {
  TcStageRun run;
  TcSumRule rule;
  TcBounded *result;
  TcSum sums[TC_STRIP];
  // Stretches: the arguments of the body that are multiplied; sums of results,
  // of magnitudes, and of errors, if a factor has some.
  const TcReader *factors[2];
  int64_t *offsets[2]; // of each term (tcReaderOffsets), or NULL
  bool isExact;
  bool isFinite[2]; // all of the factor, or nothing is multiplied by a fill
  Row rows[ROWS];   // still to be added to rowsCount sums, from rowsAt on
  int numRows;
  int64_t rowsAt, rowsCount;
  double v[WIDE], magnitude[WIDE], e[WIDE];
  bool mayBeNan[WIDE];
  int grid;
  int64_t count; // terms of a result
} Contract;

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

//===- By strips ----------------------------------------------------------===//

static TcStatus addStrip(Contract *c, int n, bool along) {
  TC_RETURN_IF_ERROR(tcStageRunStrip(&c->run, n));
  const TcStrip *a = tcStripYield(&c->run, 0), *b = tcStripYield(&c->run, 1);
  for (int k = 0; k < n; ++k)
    tcSumAddProduct(&c->rule, &c->sums[along ? 0 : k], a, b, k);
  return TC_OK;
}

static TcStatus overStrips(Contract *c, int n) {
  TcStageRun *run = &c->run;
  int64_t *point = &run->yard->frame.point[run->lane], first = *point;
  int64_t extent = tcStageLaneExtent(run);
  for (int k = 0; k < n; ++k)
    tcSumReset(&c->sums[k]);
  if (!tcPointsBegin(run, &run->code->over))
    return TC_OK;
  do {
    if (run->laneIsOwn) {
      *point = first;
      TC_RETURN_IF_ERROR(addStrip(c, n, false));
      continue;
    }
    for (*point = 0; *point < extent; *point += TC_STRIP)
      TC_RETURN_IF_ERROR(
          addStrip(c, (int)smaller(extent - *point, TC_STRIP), true));
    *point = 0;
  } while (tcPointsNext(run, &run->code->over));
  return TC_OK;
}

static TcStatus finish(Contract *c, int n) {
  TcStrip out = {.exact = true, .grid = TC_GRID_ANY};
  for (int k = 0; k < n; ++k) {
    tcSumFinish(&c->rule, &c->sums[k], &out, k);
    out.exact &= out.e[k] == 0;
    out.grid = c->sums[k].grid < out.grid ? c->sums[k].grid : out.grid;
  }
  if (!out.exact)
    out.grid = TC_GRID_NONE;
  return tcStripResult(&c->run, c->result, n, &out);
}

static TcStatus byStrips(Contract *c) {
  TcStageRun *run = &c->run;
  int64_t *point = &run->yard->frame.point[run->lane];
  int64_t extent = run->laneIsOwn ? tcStageLaneExtent(run) : 1;
  int64_t begin = run->laneIsOwn ? 0 : *point;
  for (int64_t at = 0; at < extent; at += TC_STRIP) {
    *point = run->laneIsOwn ? at : begin;
    int n = (int)smaller(extent - at, TC_STRIP);
    TC_RETURN_IF_ERROR(overStrips(c, n));
    *point = run->laneIsOwn ? at : begin;
    TC_RETURN_IF_ERROR(finish(c, n));
  }
  *point = 0;
  return TC_OK;
}

//===- By stretches -------------------------------------------------------===//

static bool isWidening(const TcInstruction *in) {
  return in->code == TC_BODY_CONVERT &&
         tcClassOf(in->operand) == TC_CLASS_FLOAT &&
         tcClassOf(in->result) == TC_CLASS_FLOAT &&
         tcDTypeSize(in->operand) < tcDTypeSize(in->result);
}

// The body argument that a register holds, perhaps converted to a wider type.
static unsigned argumentOf(const TcBody *body, unsigned at) {
  for (size_t i = body->code.size; i-- > 0;)
    if (body->code.data[i].to == at)
      at = body->code.data[i].args[0];
  return at;
}

static bool isFactor(const Contract *c, const TcReader *reader) {
  int64_t step;
  return tcReaderIsDense(reader, c->run.lane, &step) &&
         tcClassOf(reader->tensor->dtype) == TC_CLASS_FLOAT &&
         !(reader->read->hasFill && reader->read->fill.f != 0);
}

// Whether sums in f64, in any order, are as good as those of strips.
static bool sumsPlainly(const Contract *c) {
  return !c->rule.ordered && tcClassOf(c->rule.accumulator) == TC_CLASS_FLOAT &&
         !tcRoundingOf(c->rule.accumulator)->isWide;
}

// Whether the body only yields its two arguments, floats, perhaps converted to
// a wider type.
static bool isPlain(Contract *c) {
  const TcBody *body = c->run.code->body;
  for (size_t i = 0; i < body->code.size; ++i)
    if (!isWidening(&body->code.data[i]))
      return false;
  for (int i = 0; i < 2; ++i) {
    c->factors[i] = &c->run.readers[argumentOf(body, body->yields[i])];
    if (!isFactor(c, c->factors[i]))
      return false;
  }
  c->isExact = !c->factors[0]->tensor->e && !c->factors[1]->tensor->e;
  return true;
}

static const TcReader *factor(const Contract *c, int i) {
  return c->factors[i];
}

typedef double Lanes __attribute__((vector_size(32), aligned(8)));
typedef int64_t Bits __attribute__((vector_size(32)));

// Dense factors in four chains, which vectorise.
static void dotDense(const double *a, const double *b, int64_t n, double *v,
                     double *magnitude) {
  Lanes sum = {0}, size = {0};
  int64_t k = 0;
  for (; k + 4 <= n; k += 4) {
    Lanes p = *(const Lanes *)(const void *)(a + k) *
              *(const Lanes *)(const void *)(b + k);
    sum += p;
    size += (Lanes)((Bits)p & INT64_MAX);
  }
  *v += sum[0] + sum[1] + sum[2] + sum[3];
  *magnitude += size[0] + size[1] + size[2] + size[3];
  for (; k < n; ++k) {
    *v += a[k] * b[k];
    *magnitude += fabs(a[k] * b[k]);
  }
}

static void dot(const double *a, int64_t aStep, const double *b, int64_t bStep,
                int64_t n, double *v, double *magnitude) {
  if (aStep == 1 && bStep == 1) {
    dotDense(a, b, n, v, magnitude);
    return;
  }
  double sum = 0, size = 0;
  for (int64_t k = 0; k < n; ++k) {
    double p = a[k * aStep] * b[k * bStep];
    sum += p;
    size += fabs(p);
  }
  *v += sum;
  *magnitude += size;
}

//===- Rows: a number by dense ones, each product to its own sum ----------===//

static void addFourRows(const Row *restrict r, int64_t n, double *restrict v,
                        double *restrict magnitude) {
  const double *restrict b0 = r[0].b, *restrict b1 = r[1].b;
  const double *restrict b2 = r[2].b, *restrict b3 = r[3].b;
  double a0 = r[0].a, a1 = r[1].a, a2 = r[2].a, a3 = r[3].a;
  for (int64_t k = 0; k < n; ++k) {
    double p0 = a0 * b0[k], p1 = a1 * b1[k], p2 = a2 * b2[k], p3 = a3 * b3[k];
    v[k] += (p0 + p1) + (p2 + p3);
    magnitude[k] += (fabs(p0) + fabs(p1)) + (fabs(p2) + fabs(p3));
  }
}

static void addRow(const Row *restrict r, int64_t n, double *restrict v,
                   double *restrict magnitude) {
  for (int64_t k = 0; k < n; ++k) {
    double p = r->a * r->b[k];
    v[k] += p;
    magnitude[k] += fabs(p);
  }
}

static void addRows(Contract *c) {
  double *v = c->v + c->rowsAt, *magnitude = c->magnitude + c->rowsAt;
  if (c->numRows == ROWS)
    addFourRows(c->rows, c->rowsCount, v, magnitude);
  for (int i = 0; c->numRows < ROWS && i < c->numRows; ++i)
    addRow(&c->rows[i], c->rowsCount, v, magnitude);
  c->numRows = 0;
}

// Adds several rows at once, so that sums are loaded and stored less often.
static void putRow(Contract *c, Row row, int64_t at, int64_t n) {
  if (c->numRows == ROWS ||
      (c->numRows && (c->rowsAt != at || c->rowsCount != n)))
    addRows(c);
  c->rows[c->numRows++] = row;
  c->rowsAt = at;
  c->rowsCount = n;
}

//===- Stretches ----------------------------------------------------------===//

typedef struct Factor {
  const double *v, *e; // e: NULL if there are none
  int64_t step;
} Factor;

static Factor factorAt(const TcReader *reader, const TcStretch *s, int64_t lo) {
  int64_t at = s->at + lo * s->step;
  const TcBounded *x = reader->tensor;
  return (Factor){x->v + at, x->e ? x->e + at : NULL, s->step};
}

// Products of numbers with errors, each to its own sum, or all to one.
static void multiplyBounded(Factor a, Factor b, int64_t n, int64_t out,
                            double *v, double *magnitude, double *e) {
  for (int64_t k = 0; k < n; ++k) {
    double x = a.v[k * a.step], y = b.v[k * b.step], p = x * y;
    double ex = a.e ? a.e[k * a.step] : 0, ey = b.e ? b.e[k * b.step] : 0;
    double error = (ex ? fabs(y) * ex : 0) + (ey ? fabs(x) * ey : 0) + ex * ey;
    v[k * out] += p;
    magnitude[k * out] += fabs(p) + error;
    e[k * out] += error;
  }
}

// The same of errors that are independent, whose squares add up.
static void multiplyLikely(Factor a, Factor b, int64_t n, int64_t out,
                           double *v, double *magnitude, double *e) {
  for (int64_t k = 0; k < n; ++k) {
    double x = a.v[k * a.step], y = b.v[k * b.step];
    double ex = a.e ? a.e[k * a.step] : 0, ey = b.e ? b.e[k * b.step] : 0;
    double error = tcProductError(x, y, ex, ey, TC_YARD_LIKELY);
    v[k * out] += x * y;
    magnitude[k * out] += fabs(x * y) + error;
    e[k * out] += error * error;
  }
}

// Products of n pairs, from sum `lo` on.
static void addFactors(Contract *c, Factor p, Factor q, int64_t lo, int64_t n) {
  int64_t own = c->run.laneIsOwn, to = own ? lo : 0;
  if (own && c->isExact && p.step == 0 && q.step == 1)
    putRow(c, (Row){*p.v, q.v}, lo, n);
  else if (own && c->isExact && p.step == 1 && q.step == 0)
    putRow(c, (Row){*q.v, p.v}, lo, n);
  else if (!c->isExact && c->rule.mode == TC_YARD_LIKELY)
    multiplyLikely(p, q, n, own, c->v + to, c->magnitude + to, c->e + to);
  else if (own || !c->isExact)
    multiplyBounded(p, q, n, own, c->v + to, c->magnitude + to, c->e + to);
  else
    dot(p.v, p.step, q.v, q.step, n, c->v, c->magnitude);
}

// A fill, which is 0, times what is not finite is NaN, or is left out: where
// factor `i`, in `own`, is not, and the other one, in `other`, is the fill.
static void leaveOut(Contract *c, int i, const TcStretch *own,
                     const TcStretch *other) {
  const double *v = factor(c, i)->tensor->v;
  for (int64_t k = own->lo; k < own->hi && !c->isFinite[i]; ++k)
    if ((k < other->lo || k >= other->hi) &&
        !isfinite(v[own->at + k * own->step]))
      c->mayBeNan[c->run.laneIsOwn ? k : 0] = true;
}

static TcStatus addStretch(Contract *c, int64_t n) {
  TcStretch a, b;
  const TcReader *x = factor(c, 0), *y = factor(c, 1);
  if (!tcReaderStretch(&c->run, x, n, &a) ||
      !tcReaderStretch(&c->run, y, n, &b))
    return tcStatusMake(TC_ERROR_INTERNAL, "a read that is not affine");
  if ((!x->read->hasFill && a.hi - a.lo != n) ||
      (!y->read->hasFill && b.hi - b.lo != n))
    return tcStatusMake(TC_ERROR_INDEX, "a read is outside of its operand");
  int64_t lo = a.lo > b.lo ? a.lo : b.lo, hi = smaller(a.hi, b.hi);
  leaveOut(c, 0, &a, &b);
  leaveOut(c, 1, &b, &a);
  if (lo >= hi)
    return TC_OK; // a factor is the fill, which is 0
  addFactors(c, factorAt(x, &a, lo), factorAt(y, &b, lo), lo, hi - lo);
  return TC_OK;
}

static Factor moved(Factor x, int64_t offset) {
  return (Factor){x.v + offset, x.e ? x.e + offset : NULL, x.step};
}

// Adds all terms of n lanes, from the frame's point on; false if their
// positions are not affine.
static bool addTerms(Contract *c, int64_t n) {
  TcStretch a, b;
  const TcReader *x = factor(c, 0), *y = factor(c, 1);
  if (!c->offsets[0] || !c->offsets[1] || !tcReaderStretch(&c->run, x, n, &a) ||
      !tcReaderStretch(&c->run, y, n, &b) || a.hi - a.lo != n ||
      b.hi - b.lo != n)
    return false;
  Factor p = factorAt(x, &a, 0), q = factorAt(y, &b, 0);
  int64_t terms = c->run.laneIsOwn ? c->count : c->count / n;
  for (int64_t k = 0; k < terms; ++k)
    addFactors(c, moved(p, c->offsets[0][k]), moved(q, c->offsets[1][k]), 0, n);
  return true;
}

static TcStatus finishStretch(Contract *c, int64_t n) {
  TcStageRun *run = &c->run;
  int64_t *point = &run->yard->frame.point[run->lane], first = *point;
  TcStrip out = {.exact = true};
  for (int64_t at = 0; at < n; at += TC_STRIP) {
    int m = (int)smaller(n - at, TC_STRIP);
    out.exact = true;
    for (int k = 0; k < m; ++k) {
      TcSum sum = {.v = (long double)c->v[at + k],
                   .magnitude = c->magnitude[at + k],
                   .e = c->e[at + k],
                   .count = c->count,
                   .allExact = c->e[at + k] == 0,
                   .mayBeNan = c->mayBeNan[at + k],
                   .grid = c->grid};
      tcSumFinish(&c->rule, &sum, &out, k);
      out.exact &= out.e[k] == 0;
    }
    out.grid = out.exact ? c->grid : TC_GRID_NONE;
    *point = first + (run->laneIsOwn ? at : 0);
    TC_RETURN_IF_ERROR(tcStripResult(run, c->result, m, &out));
  }
  *point = first;
  return TC_OK;
}

static TcStatus sumStretch(Contract *c, int64_t n, int64_t results) {
  TcStageRun *run = &c->run;
  int64_t *point = &run->yard->frame.point[run->lane], first = *point;
  for (int64_t k = 0; k < results; ++k)
    c->v[k] = c->magnitude[k] = c->e[k] = c->mayBeNan[k] = 0;
  bool any = tcPointsBegin(run, &run->code->over);
  *point = run->laneIsOwn ? first : 0;
  if (any && !addTerms(c, n))
    do {
      *point = run->laneIsOwn ? first : 0;
      TC_RETURN_IF_ERROR(addStretch(c, n));
    } while (tcPointsNext(run, &run->code->over));
  addRows(c);
  *point = run->laneIsOwn ? first : 0;
  return finishStretch(c, results);
}

static TcStatus byStretches(Contract *c) {
  TcStageRun *run = &c->run;
  int64_t extent = tcStageLaneExtent(run);
  int64_t *point = &run->yard->frame.point[run->lane];
  if (!run->laneIsOwn)
    return sumStretch(c, extent, 1);
  for (int64_t at = 0; at < extent; at += WIDE) {
    int64_t n = smaller(extent - at, WIDE);
    *point = at;
    TC_RETURN_IF_ERROR(sumStretch(c, n, n));
  }
  *point = 0;
  return TC_OK;
}

static int gridOfProducts(const Contract *c) {
  int a = factor(c, 0)->tensor->grid, b = factor(c, 1)->tensor->grid;
  if (a == TC_GRID_NONE || b == TC_GRID_NONE)
    return TC_GRID_NONE;
  return a == TC_GRID_ANY || b == TC_GRID_ANY ? TC_GRID_ANY : a + b;
}

//===- The stage ----------------------------------------------------------===//

static TcStatus transposeFactors(Contract *c) {
  const TcBody *body = c->run.code->body;
  for (int i = 0; i < 2; ++i) {
    TcReader *reader = &c->run.readers[argumentOf(body, body->yields[i])];
    TC_RETURN_IF_ERROR(tcReaderTranspose(&c->run, reader));
    TC_RETURN_IF_ERROR(tcReaderOffsets(&c->run, reader, &c->offsets[i]));
  }
  return TC_OK;
}

static bool allFinite(const TcBounded *x) {
  for (int64_t k = 0; k < x->count; ++k)
    if (!isfinite(x->v[k]))
      return false;
  return true;
}

static void askFinite(Contract *c) {
  for (int i = 0; i < 2; ++i)
    c->isFinite[i] =
        !factor(c, 1 - i)->read->hasFill || allFinite(factor(c, i)->tensor);
}

static TcDType accumulatorOf(TcDType dtype) {
  return dtype == TC_DTYPE_F16 || dtype == TC_DTYPE_BF16 ? TC_DTYPE_F32 : dtype;
}

// Adds the error of factors that a unit of the target flushes to 0.
static TcStatus flushFactors(Contract *c) {
  TcStageRun *run = &c->run;
  for (intptr_t i = 0; i < run->code->numReads && !c->rule.ordered; ++i) {
    TcReader *reader = &run->readers[i];
    if (!(run->yard->flushed >> reader->tensor->dtype & 1))
      continue;
    TC_RETURN_IF_ERROR(
        tcBoundedFlush(run->yard->pool, reader->tensor, &reader->tensor));
    c->rule.flushes = true;
  }
  return TC_OK;
}

// Adds the error of factors that a unit may round to TF32.
static TcStatus roundFactors(Contract *c, MlirOperation op) {
  TcStageRun *run = &c->run;
  for (intptr_t i = 0; i < run->code->numReads && tcAllowsTf32(op); ++i) {
    TcReader *reader = &run->readers[i];
    if (reader->tensor->dtype == TC_DTYPE_F32)
      TC_RETURN_IF_ERROR(
          tcBoundedTf32(run->yard->pool, reader->tensor, &reader->tensor));
  }
  return TC_OK;
}

static TcStatus open(TcYard *yard, MlirOperation op, Contract *c) {
  TC_RETURN_IF_ERROR(tcStageRunOpen(yard, op, 0, &c->run));
  bool ordered = tcLoopContractGetOrdered(op);
  tcStageChooseLane(&c->run, ordered);
  if (!c->run.laneIsOwn && ordered)
    c->run.lane = c->run.code->over.iters[c->run.code->over.rank - 1];
  TC_RETURN_IF_ERROR(tcYardResults(&c->run, 0, TC_MAX_RANK, &c->result));
  c->rule = (TcSumRule){.accumulator = accumulatorOf(c->result->dtype),
                        .result = c->result->dtype,
                        .ordered = ordered && !c->result->w,
                        .mode = yard->mode,
                        .products = 1};
  for (intptr_t i = 0; i < c->run.code->numReads; ++i) {
    const TcRead *read = c->run.readers[i].read;
    c->rule.fills |= read->hasFill && read->fill.f == 0;
  }
  c->count = tcSpaceCount(&c->run.code->over);
  TC_RETURN_IF_ERROR(roundFactors(c, op));
  return flushFactors(c);
}

TcStatus tcYardContract(TcYard *yard, MlirOperation op) {
  void *memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(yard->pool, sizeof(Contract), &memory));
  Contract *c = memory;
  TC_RETURN_IF_ERROR(open(yard, op, c));
  bool plain = sumsPlainly(c) && isPlain(c);
  if (!plain && sumsPlainly(c)) {
    TC_RETURN_IF_ERROR(tcYardFactors(&c->run));
    plain = isPlain(c);
  }
  if (plain) {
    c->grid = gridOfProducts(c);
    TC_RETURN_IF_ERROR(transposeFactors(c));
    askFinite(c);
  }
  if (tcPointsBegin(&c->run, &c->run.code->own))
    do
      TC_RETURN_IF_ERROR(plain ? byStretches(c) : byStrips(c));
    while (tcPointsNext(&c->run, &c->run.code->own));
  return TC_OK;
}
