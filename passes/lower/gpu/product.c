// Matches kernels that are products and chooses their tiling. See product.h.
#include "passes/lower/gpu/product.h"
#include "passes/schedule/gpu.h"

#include <math.h>

enum { PAD = 4, THREADS = 256 };

//===- Accesses -----------------------------------------------------------===//

double tcGpuReadStep(const TcCpuKernel *k, const TcCpuRead *r, int iter) {
  const TcCpuDest *dest = &r->value->dests.data[0];
  return tcCpuDistance(k, tcCpuDestAt(k, dest, r->index), iter);
}

// The stride of `iter` in what the last stage writes; a result without a buffer
// yet is dense in the order of its stage's iterators. An iterator of one point
// has none, and goes outermost.
static double writeStep(const TcCpuKernel *k, const TcGpuProduct *p, int iter) {
  if (tcCpuIterIsOne(k, iter))
    return INFINITY;
  for (size_t i = p->match.maps.size; i-- > 0;)
    if (p->match.maps.data[i]->results.data[0]->dests.size)
      return tcCpuWriteDistance(k, p->match.maps.data[i], iter);
  const TcCpuStage *s = p->match.contract;
  if (s->results.data[0]->dests.size)
    return tcCpuWriteDistance(k, s, iter);
  double step = 1;
  for (size_t i = s->iters.size; i-- > 0 && s->iters.data[i] != iter;)
    step *= tcCpuGuess(k, k->iters.data[s->iters.data[i]].extent);
  return step;
}

//===- Iterators ----------------------------------------------------------===//

// Inserts `iter` into a list by decreasing stride; outermost if it has one
// point.
static void insert(const TcCpuKernel *k, TcCpuIters *iters, double *steps,
                   int iter, double step) {
  size_t at = iters->size;
  if (tcCpuIterIsOne(k, iter))
    step = INFINITY;
  tcVecPush(k->arena, iters, iter);
  for (; at && steps[at - 1] < step; --at) {
    steps[at] = steps[at - 1];
    iters->data[at] = iters->data[at - 1];
  }
  steps[at] = step;
  iters->data[at] = iter;
}

static void sortIters(TcCpuKernel *k, TcGpuProduct *p) {
  const TcCpuStage *s = p->match.contract;
  size_t n = k->iters.size + 1;
  double *steps[4];
  for (int i = 0; i < 4; ++i)
    steps[i] = TC_ARENA_ARRAY(k->arena, double, n);
  for (size_t i = 0; i < s->iters.size; ++i) {
    int iter = s->iters.data[i];
    bool row = tcCpuReadUses(k, p->rows.read, iter);
    bool column = tcCpuReadUses(k, p->columns.read, iter);
    TcCpuIters *to = row == column ? &p->batch
                     : row         ? &p->rows.iters
                                   : &p->columns.iters;
    double *of = row == column ? steps[0] : row ? steps[1] : steps[2];
    insert(k, to, of, iter, writeStep(k, p, iter));
  }
  for (size_t i = 0; i < s->over.size; ++i)
    insert(k, &p->over, steps[3], s->over.data[i],
           tcGpuReadStep(k, p->rows.read, s->over.data[i]));
}

static double closest(const TcCpuKernel *k, const TcGpuProduct *p,
                      const TcCpuIters *iters) {
  double best = INFINITY;
  for (size_t i = 0; i < iters->size; ++i) {
    double step = writeStep(k, p, iters->data[i]);
    best = step < best ? step : best;
  }
  return best;
}

// For a factor that is contiguous neither along the steps nor along the
// iterator along which results are: moves its contiguous iterator innermost,
// since results are written once, and factors are read for each tile of the
// other.
static void bringContiguous(TcCpuKernel *k, const TcGpuProduct *p,
                            TcGpuFactor *f) {
  TcCpuIters *iters = &f->iters;
  if (!p->over.size || !iters->size ||
      tcGpuReadStep(k, f->read, tcVecLast(&p->over)) == 1)
    return;
  for (size_t i = 0; i < iters->size; ++i) {
    int iter = iters->data[i];
    if (tcGpuReadStep(k, f->read, iter) != 1 || tcCpuIterIsOne(k, iter))
      continue;
    for (; i + 1 < iters->size; ++i)
      iters->data[i] = iters->data[i + 1];
    iters->data[i] = iter;
  }
}

// Makes columns of the factor along whose iterators results are contiguous.
static void orient(const TcCpuKernel *k, TcGpuProduct *p) {
  if (closest(k, p, &p->rows.iters) >= closest(k, p, &p->columns.iters))
    return;
  TcGpuFactor f = p->rows;
  p->rows = p->columns;
  p->columns = f;
}

static bool liesAlong(const TcCpuKernel *k, const TcGpuProduct *p,
                      const TcGpuFactor *f) {
  return tcGpuReadStep(k, f->read, tcVecLast(&f->iters)) <
         tcGpuReadStep(k, f->read, tcVecLast(&p->over));
}

//===- Tiles --------------------------------------------------------------===//

static void cutFactor(TcCpuKernel *k, TcGpuFactor *f, int64_t tile,
                      int64_t perThread) {
  TcArena *a = k->arena;
  f->tile = tile;
  f->perThread = perThread;
  f->count = tcCpuProduct(a, k, &f->iters);
  f->tiles = tcSizeCeilDiv(a, f->count, tcSizeConst(a, tile));
}

// Padding keeps accesses of adjacent threads in different banks.
int64_t tcGpuTileStride(const TcGpuFactor *f) { return f->tile + PAD; }

static double countTiles(const TcCpuKernel *k, const TcGpuProduct *p,
                         double side) {
  return tcCpuGuessIters(k, &p->batch) *
         ceil(tcCpuGuessIters(k, &p->rows.iters) / side) *
         ceil(tcCpuGuessIters(k, &p->columns.iters) / side);
}

// Small tiles where large ones would leave multiprocessors idle, or be padding.
// These wait for memory more than they multiply, so they read more steps at
// once.
TcGpuTiling tcGpuChooseProduct(TcCpuKernel *k, const TcTarget *target,
                               const TcGpuProduct *p) {
  int64_t bytes = tcCpuBytes(p->match.element);
  bool tall = bytes == 4 && tcCpuGuessIters(k, &p->rows.iters) >= 2048;
  bool few = countTiles(k, p, 64) < target->cores ||
             (tcCpuGuessIters(k, &p->rows.iters) <= 32 &&
              tcCpuGuessIters(k, &p->columns.iters) <= 32);
  return (TcGpuTiling){.rows = few    ? 32
                               : tall ? 128
                                      : 64,
                       .warpRows = few    ? 2
                                   : tall ? 8
                                          : 4,
                       .columns = few ? 32 : 64,
                       .warpColumns = few ? 2 : 4,
                       .depth = few ? 32 : 16};
}

static int64_t tileBytes(const TcGpuProduct *p, const TcGpuTiling *t) {
  int64_t tiles = t->depth * (t->rows + t->columns + 2 * PAD);
  int64_t sums = t->rows * t->columns;
  return tcCpuBytes(p->match.element) * (tiles > sums ? tiles : sums);
}

static bool dealsLoads(int64_t tile, int64_t depth) {
  enum { MAX_LOADS = 16 };
  int64_t loads = tile * depth / THREADS;
  return tile * depth % THREADS == 0 && loads <= MAX_LOADS &&
         THREADS % tile == 0 && THREADS % depth == 0;
}

const char *tcGpuProductRefuses(const TcGpuProduct *p, const TcGpuTiling *t) {
  enum { MAX_SUMS = 64, MAX_BYTES = 48 << 10 };
  if (p->rowSums)
    return "there is code for sums of rows beside a product on units of warp "
           "groups alone";
  if (t->rows < 1 || t->columns < 1 || t->depth < 1 || t->warpRows < 1 ||
      t->warpColumns < 1 || t->rows % t->warpRows ||
      t->columns % t->warpColumns || t->warpRows * t->warpColumns > MAX_SUMS ||
      t->rows / t->warpRows * (t->columns / t->warpColumns) != THREADS)
    return "256 threads must divide the tile, with at most 64 sums each";
  if (!dealsLoads(t->rows, t->depth) || !dealsLoads(t->columns, t->depth))
    return "256 threads must divide a factor's part of a tile, with at most 16 "
           "elements each";
  if (tileBytes(p, t) > MAX_BYTES)
    return "a tile must fit in 48 KiB of shared memory";
  return NULL;
}

void tcGpuProductCut(TcCpuKernel *k, const TcGpuTiling *t, TcGpuProduct *p) {
  TcArena *a = k->arena;
  cutFactor(k, &p->rows, t->rows, t->warpRows);
  cutFactor(k, &p->columns, t->columns, t->warpColumns);
  p->depth = t->depth;
  p->threads = THREADS;
  p->sharedBytes = tileBytes(p, t);
  p->numSteps = tcCpuProduct(a, k, &p->over);
  p->numBlocks = tcSizeMul(a, tcSizeMul(a, p->rows.tiles, p->columns.tiles),
                           tcCpuProduct(a, k, &p->batch));
}

double tcGpuProductFewest(const TcCpuKernel *k, const TcGpuProduct *p) {
  double rows = tcCpuGuessIters(k, &p->rows.iters);
  double columns = tcCpuGuessIters(k, &p->columns.iters);
  return rows < columns ? rows : columns;
}

TcGpuApart tcGpuProductApart(const TcCpuKernel *k, const TcCpuStages *stages) {
  TcGpuApart out = {0};
  const TcCpuStage *contract = NULL;
  for (size_t i = 0; i < stages->size && !contract; ++i)
    if (stages->data[i]->contract)
      contract = stages->data[i];
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStage *s = stages->data[i];
    bool own = contract && (s == contract ||
                            (s->kind == TC_CPU_MAP &&
                             tcCpuItersSame(k, &s->iters, &contract->iters)));
    tcVecPush(k->arena, own ? &out.product : &out.rest, s);
  }
  return out;
}

static bool readAny(const TcCpuStages *readers, const TcCpuStages *made) {
  for (size_t i = 0; i < readers->size; ++i)
    for (size_t r = 0; r < readers->data[i]->reads.size; ++r)
      for (size_t j = 0; j < made->size; ++j)
        if (readers->data[i]->reads.data[r].value->stage == made->data[j])
          return true;
  return false;
}

bool tcGpuRestIsApart(const TcGpuApart *apart) {
  for (size_t i = 0; i < apart->rest.size; ++i)
    if (apart->rest.data[i]->contract || apart->rest.data[i]->in ||
        apart->rest.data[i]->gathered.size)
      return false;
  return !readAny(&apart->rest, &apart->product) &&
         !readAny(&apart->product, &apart->rest);
}

bool tcGpuProductForm(TcCpuKernel *k, const TcCpuStages *stages,
                      TcGpuProduct *p) {
  TcGpuApart apart = tcGpuProductApart(k, stages);
  *p = (TcGpuProduct){0};
  if (!tcProductMatchStages(k, &apart.product, &p->match))
    return false;
  p->rows.read = p->match.rowFactor;
  p->columns.read = p->match.columnFactor;
  if (p->rows.read->value->stage || p->columns.read->value->stage ||
      !p->rows.read->value->dests.size || !p->columns.read->value->dests.size)
    return false;
  sortIters(k, p);
  if (!p->over.size || !p->rows.iters.size || !p->columns.iters.size)
    return false;
  orient(k, p);
  bringContiguous(k, p, &p->rows);
  bringContiguous(k, p, &p->columns);
  p->rows.along = liesAlong(k, p, &p->rows);
  p->columns.along = liesAlong(k, p, &p->columns);
  return !apart.rest.size || tcGpuMatchRowSums(k, &apart.rest, p);
}

void tcGpuPlaceSums(TcCpuKernel *k, const TcCpuStages *stages) {
  TcGpuProduct p;
  if (!tcGpuProductForm(k, stages, &p) || p.match.maps.size)
    return;
  TcCpuValue *sums = p.match.contract->results.data[0];
  const TcCpuIters *groups[] = {&p.batch, &p.rows.iters, &p.columns.iters};
  TcCpuIters order = {0};
  for (int i = 0; i < 3; ++i)
    for (size_t j = 0; j < groups[i]->size; ++j)
      tcVecPush(k->arena, &order, groups[i]->data[j]);
  if (!sums->dests.size)
    tcCpuKernelSpillAs(k, sums, &order);
}
