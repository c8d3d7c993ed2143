// prim-gather-pieces: on GPUs, a concatenation of concatenations of pieces of
// one array is one gather of it, at positions that are computed:
//
//   cat(0, [cat(1, [rev(x[1:3, 1:3]), ...]), ...])
//     -> index(x, [where(i < 2, 2 - i, i - 2), where(j < 2, 2 - j, j - 2)])
//
// as a mirrored border in two dimensions is. Pieces of pieces would be put
// together in launches, of which the last reads what the others have stored;
// code for CPUs has ranges of rows (passes/fuse/concats.c), in which vectors
// are loaded. It runs behind the derivatives, which are sums of slices.
#include "passes/simplify/rules.h"

#include "passes/schedule/pass_target.h"

#include "mlir-c/BuiltinAttributes.h"

enum { MAX_DEPTH = 16, MAX_RUNS = 16 };

// Positions start, start + step, ...
typedef struct Run {
  int64_t start, step, count;
} Run;

typedef TC_VEC(Run) Runs;

// Where the elements of a value lie in an array: along each of its dimensions
// the positions, run after run (none: all of them), and the dimension of the
// value that these are along; -1: the one position is the same everywhere.
typedef struct Pieces {
  MlirValue x;
  intptr_t rank;
  Runs *along;
  intptr_t *at;
  int cats; // concatenations of concatenations
} Pieces;

//===- Runs ---------------------------------------------------------------===//

static bool isSame(const Runs *a, const Runs *b) {
  for (size_t i = 0; i < a->size && i < b->size; ++i)
    if (a->data[i].start != b->data[i].start ||
        a->data[i].step != b->data[i].step ||
        a->data[i].count != b->data[i].count)
      return false;
  return a->size == b->size;
}

// One that goes on where the one before ends is part of it.
static void push(TcArena *arena, Runs *runs, Run run) {
  Run *last = runs->size ? &tcVecLast(runs) : NULL;
  if (!run.count)
    return;
  if (last && last->step == run.step &&
      last->start + last->step * last->count == run.start)
    last->count += run.count;
  else
    tcVecPush(arena, runs, run);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// `count` of them from number `start` on, every `step`.
static Runs sliceRuns(TcArena *arena, const Runs *of, int64_t start,
                      int64_t step, int64_t count) {
  Runs out = {0};
  int64_t before = 0;
  for (size_t i = 0; i < of->size; before += of->data[i++].count) {
    Run r = of->data[i];
    int64_t left = before + r.count - start;
    if (left <= 0)
      continue;
    int64_t n = least(count, (left + step - 1) / step);
    push(arena, &out,
         (Run){r.start + r.step * (start - before), r.step * step, n});
    start += n * step;
    count -= n;
  }
  return out;
}

static Runs reverseRuns(TcArena *arena, const Runs *of) {
  Runs out = {0};
  for (size_t i = of->size; i-- > 0;) {
    Run r = of->data[i];
    push(arena, &out,
         (Run){r.start + r.step * (r.count - 1), -r.step, r.count});
  }
  return out;
}

//===- Pieces -------------------------------------------------------------===//

static Pieces wholeOf(TcArena *arena, MlirValue x) {
  Pieces p = {.x = x, .rank = tcRankOf(x)};
  p.along = TC_ARENA_ARRAY(arena, Runs, (size_t)p.rank + 1);
  p.at = TC_ARENA_ARRAY(arena, intptr_t, (size_t)p.rank + 1);
  for (intptr_t d = 0; d < p.rank; ++d)
    p.at[d] = d;
  return p;
}

// The array's dimension that is along dimension `e` of the value, or -1.
static intptr_t dimAt(const Pieces *p, intptr_t e) {
  for (intptr_t d = 0; d < p->rank; ++d)
    if (p->at[d] == e)
      return d;
  return -1;
}

// Writes all of a dimension as a run. False if its size is not known.
static bool spellOut(TcArena *arena, Pieces *p, intptr_t d) {
  int64_t n;
  if (p->along[d].size)
    return true;
  if (!tcSizeAttrIsConstant(tcValueSize(p->x, d), &n) || !n)
    return false;
  push(arena, &p->along[d], (Run){0, 1, n});
  return true;
}

static bool addSlice(TcArena *arena, Pieces *p, MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0),
            to = mlirOperationGetResult(op, 0);
  for (intptr_t e = 0; e < tcRankOf(to); ++e) {
    intptr_t d = dimAt(p, e);
    int64_t start, n, step = tcPrimSliceGetStepsAt(op, e);
    MlirAttribute first = tcDimsAttrGetDim(tcPrimSliceGetStarts(op), e);
    if (tcSizeAttrEqual(tcValueSize(from, e), tcValueSize(to, e)))
      continue;
    if (d < 0 || !tcSizeAttrIsConstant(first, &start) ||
        !tcSizeAttrIsConstant(tcValueSize(to, e), &n) || !n ||
        !spellOut(arena, p, d))
      return false;
    p->along[d] = sliceRuns(arena, &p->along[d], start, step, n);
  }
  return true;
}

static bool addReverse(TcArena *arena, Pieces *p, MlirOperation op) {
  for (intptr_t i = 0; i < tcPrimRevGetNumDims(op); ++i) {
    intptr_t d = dimAt(p, tcPrimRevGetDimsAt(op, i));
    if (d < 0) // of size 1
      continue;
    if (!spellOut(arena, p, d))
      return false;
    p->along[d] = reverseRuns(arena, &p->along[d]);
  }
  return true;
}

// A dimension of one element that is repeated.
static bool addBroadcast(TcArena *arena, Pieces *p, MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0),
            to = mlirOperationGetResult(op, 0);
  for (intptr_t d = 0; d < p->rank; ++d) {
    intptr_t e = p->at[d],
             own = e < 0 ? -1 : tcPrimBroadcastInDimGetDimsAt(op, e);
    int64_t n;
    p->at[d] = own;
    if (e < 0 || tcSizeAttrEqual(tcValueSize(from, e), tcValueSize(to, own)))
      continue;
    if (!tcSizeAttrIsConstant(tcValueSize(to, own), &n) || !n ||
        !spellOut(arena, p, d))
      return false;
    p->along[d].data[0] = (Run){p->along[d].data[0].start, 0, n};
  }
  return true;
}

// A reshape that only adds or removes dimensions of size 1.
static bool addReshape(TcArena *arena, Pieces *p, MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0),
            to = mlirOperationGetResult(op, 0);
  intptr_t *at = TC_ARENA_ARRAY(arena, intptr_t, (size_t)tcRankOf(from) + 1);
  intptr_t e = 0;
  for (intptr_t i = 0; i < tcRankOf(from); ++i) {
    at[i] = -1;
    if (tcSizeAttrIsValue(tcValueSize(from, i), 1))
      continue;
    while (e < tcRankOf(to) && tcSizeAttrIsValue(tcValueSize(to, e), 1))
      ++e;
    if (e == tcRankOf(to) ||
        !tcSizeAttrEqual(tcValueSize(from, i), tcValueSize(to, e)))
      return false;
    at[i] = e++;
  }
  for (; e < tcRankOf(to); ++e)
    if (!tcSizeAttrIsValue(tcValueSize(to, e), 1))
      return false;
  for (intptr_t d = 0; d < p->rank; ++d)
    p->at[d] = p->at[d] < 0 ? -1 : at[p->at[d]];
  return true;
}

static bool find(TcArena *arena, MlirValue v, int depth, Pieces *p);

// Puts the pieces of another operand behind those along dimension d.
static bool append(TcArena *arena, Pieces *p, Pieces *q, intptr_t d) {
  if (!mlirValueEqual(p->x, q->x))
    return false;
  for (intptr_t k = 0; k < p->rank; ++k) {
    if (p->at[k] != q->at[k])
      return false;
    bool spelled = p->along[k].size || q->along[k].size || k == d;
    if (spelled && (!spellOut(arena, p, k) || !spellOut(arena, q, k)))
      return false;
    if (k != d && !isSame(&p->along[k], &q->along[k]))
      return false;
  }
  for (size_t i = 0; i < q->along[d].size; ++i)
    push(arena, &p->along[d], q->along[d].data[i]);
  return p->along[d].size <= MAX_RUNS;
}

static bool findCat(TcArena *arena, MlirOperation op, int depth, Pieces *p) {
  intptr_t n = tcPrimCatGetNumTensors(op);
  if (!n || !find(arena, tcPrimCatGetTensors(op, 0), depth, p))
    return false;
  intptr_t d = dimAt(p, (intptr_t)tcPrimCatGetDim(op));
  for (intptr_t i = 1; d >= 0 && i < n; ++i) {
    Pieces q;
    if (!find(arena, tcPrimCatGetTensors(op, i), depth, &q) ||
        !append(arena, p, &q, d))
      return false;
    p->cats = q.cats > p->cats ? q.cats : p->cats;
  }
  ++p->cats;
  return d >= 0;
}

// The array that these are pieces of, as far back as they are.
static bool find(TcArena *arena, MlirValue v, int depth, Pieces *p) {
  MlirOperation op =
      mlirValueIsAOpResult(v) ? mlirOpResultGetOwner(v) : (MlirOperation){NULL};
  TcPrimOpKind kind = op.ptr ? tcPrimOpKind(op) : TC_PRIM_NONE;
  if (depth == MAX_DEPTH)
    return false;
  if (kind == TC_PRIM_CAT)
    return findCat(arena, op, depth + 1, p);
  bool (*const add)(TcArena *, Pieces *, MlirOperation) =
      kind == TC_PRIM_SLICE              ? addSlice
      : kind == TC_PRIM_REV              ? addReverse
      : kind == TC_PRIM_BROADCAST_IN_DIM ? addBroadcast
      : kind == TC_PRIM_RESHAPE          ? addReshape
                                         : NULL;
  if (add && find(arena, mlirOperationGetOperand(op, 0), depth + 1, p) &&
      add(arena, p, op))
    return true;
  *p = wholeOf(arena, v);
  return true;
}

// Whether pieces are put together along several dimensions.
static bool isWorth(const Pieces *p) {
  int dims = 0;
  for (intptr_t d = 0; d < p->rank; ++d)
    dims += p->along[d].size > 1;
  return p->cats > 1 && dims > 1;
}

//===- The gather ---------------------------------------------------------===//

// start + step * (i - before)
static MlirValue positionIn(TcBuild *b, Run r, MlirValue i, int64_t before) {
  MlirType i64 = tcI64(b);
  MlirValue at = tcMul(b, i, tcConstInt(b, i64, r.step));
  return tcAdd(b, at, tcConstInt(b, i64, r.start - r.step * before));
}

static MlirValue positionOf(TcBuild *b, const Pieces *p, intptr_t d,
                            TcShape shape) {
  const Runs *runs = &p->along[d];
  MlirType i64 = tcI64(b);
  if (p->at[d] < 0)
    return tcFull(b, shape,
                  tcConstInt(b, i64, runs->size ? runs->data[0].start : 0));
  MlirValue i = tcIotaDim(b, shape, p->at[d], i64), y = i;
  int64_t end = 0;
  for (size_t k = 0; k < runs->size; ++k)
    end += runs->data[k].count;
  for (size_t k = runs->size; k-- > 0; end -= runs->data[k].count) {
    MlirValue at = positionIn(b, runs->data[k], i, end - runs->data[k].count);
    y = k + 1 == runs->size
            ? at
            : tcWhere(b, tcLt(b, i, tcConstInt(b, i64, end)), at, y);
  }
  return y;
}

static MlirValue gather(TcBuild *b, const Pieces *p, TcShape shape) {
  MlirValue *at = TC_ARENA_ARRAY(b->arena, MlirValue, (size_t)p->rank + 1);
  for (intptr_t d = 0; d < p->rank; ++d)
    at[d] = positionOf(b, p, d, shape);
  return tcIndex(b, p->x, p->rank, at, tcDimsRange(b, 0, p->rank));
}

static bool isPiece(TcPrimOpKind kind) {
  return kind == TC_PRIM_CAT || kind == TC_PRIM_SLICE || kind == TC_PRIM_REV ||
         kind == TC_PRIM_BROADCAST_IN_DIM || kind == TC_PRIM_RESHAPE;
}

// What nobody reads any more goes; the last concatenations are looked at first.
static bool gatherPieces(TcArena *arena, MlirOperation op) {
  Pieces p;
  TcPrimOpKind kind = tcPrimOpKind(op);
  if (!isPiece(kind))
    return false;
  MlirValue v = mlirOperationGetResult(op, 0);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(v))) {
    mlirOperationDestroy(op);
    return false;
  }
  if (kind != TC_PRIM_CAT || !findCat(arena, op, 0, &p) || !isWorth(&p))
    return false;
  TcBuild b = {tcBuilderBefore(op), arena, "prim-gather-pieces", false};
  MlirValue y = gather(&b, &p, tcShapeOf(&b, v));
  if (!y.ptr)
    return false;
  mlirValueReplaceAllUsesOfWith(v, y);
  mlirOperationDestroy(op);
  return true;
}

static int64_t gatherAll(TcArena *arena, MlirOperation function) {
  TC_VEC(MlirOperation) ops = {0};
  int64_t gathers = 0;
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op))
    tcVecPush(arena, &ops, op);
  for (size_t i = ops.size; i-- > 0;)
    gathers += gatherPieces(arena, ops.data[i]);
  return gathers;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  return tcPassOnGpuFunctions(module, pass, gatherAll);
}

static const TcPassStatistic statistics[] = {
    {"gathers", "concatenations of pieces that are gathers"}};
static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimGatherPieces = {
    .argument = "prim-gather-pieces",
    .summary = "Gather what is put together of one array's pieces along "
               "several dimensions, on GPUs",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
