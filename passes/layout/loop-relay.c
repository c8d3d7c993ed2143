// loop-relay: operands of contractions that lie badly for the machine are
// copied in front of them, into another order of their dimensions:
//
//   contract (n, o, y, x) over (c, ky, kx): in[n, c, y + ky, x + kx] * w[o, c,
//   ky, kx]
//
// A matrix unit copies eight neighbours at once only where c is innermost in
// both (relay_gpu.c); a CPU reads rows of padded images so (relay_cpu.c).
// Weights that are known when a program is loaded are packed then (loop-pack);
// what a caller gives at each call, and may change, is copied at each call. A
// copy is made once for all launches that want the same, also where they name
// it by other dimensions (prim.reshape): what one reads as x[b, s, k] and the
// other as x[m, k].
// On GPUs copies of what is there before the first of them, as weights that are
// arguments, run in one launch, so that each does not take a launch's time.
// What maps make for the contraction alone, as an image with a border, they
// store in the order there, and nothing is copied.
//
// Which orders: those with the least time by a model of the machine, the time
// of the copies included. Runs behind loop-pack for GPUs, which then packs what
// units read; before it for CPUs, where panels depend on what the other operand
// allows.
#include "ir/attrs.h"
#include "ir/diag.h"
#include "ir/limits.h"
#include "ir/ours.h"
#include "ir/pass.h"
#include "ir/shim.h"
#include "lib/cost/numbers.h"
#include "lib/ir/kernel_read.h"
#include "passes/layout/layouts.h"
#include "passes/layout/relay.h"
#include "passes/lower/cpu/emit.h"
#include "passes/schedule/cpu.h"
#include "passes/schedule/pass_target.h"
#include "target/gpu/vendor.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_RANK = 8, AS_IT_LIES = -1, MAX_JOINED = 64 };

typedef struct Pass {
  TcArena *arena;
  MlirContext ctx;
  TcTarget target;
  const TcRelayMachine *machine;
  TcLayouts layouts;
  MlirOperation func;
  TcMap copies;                   // by memory and order: the copy
  TC_VEC(MlirOperation) launches; // of these, in the order of the program
  int64_t copied, joined;
} Pass;

// A launch of a contraction.
typedef struct Site {
  Pass *p;
  MlirOperation launch;
  TcRelaySite on;
} Site;

//===- Orders -------------------------------------------------------------===//

static TcCpuBuffer *bufferOf(Site *s, int operand) {
  const TcCpuValue *v = s->on.reads[operand]->value;
  return &s->on.k.buffers.data[v->dests.data[0].buffer];
}

static bool isAmong(const Site *s, const TcCpuIters *iters,
                    const TcSize *index) {
  for (size_t i = 0; i < iters->size; ++i)
    if (tcSizeIsSymbol(index) &&
        tcSizeUses(index, s->on.k.iters.data[iters->data[i]].name))
      return true;
  return false;
}

// Whether iterators of one kind go along both dimensions: points of the factor,
// or steps.
static bool sameKind(const Site *s, int operand, intptr_t d, intptr_t e) {
  const TcSize *const *index = s->on.reads[operand]->index;
  const TcCpuIters *points = &s->on.points[operand], *steps = &s->on.steps;
  return (isAmong(s, points, index[d]) && isAmong(s, points, index[e])) ||
         (isAmong(s, steps, index[d]) && isAmong(s, steps, index[e]));
}

// The dimensions of an operand, `last` innermost, next to those of its kind: so
// launches that name these by one iterator, or by several, read the same copy.
static intptr_t orderOf(const Site *s, int operand, int last,
                        int64_t order[MAX_RANK]) {
  intptr_t rank = (intptr_t)s->on.reads[operand]->value->rank, n = 0;
  for (int near = 0; near < 2; ++near)
    for (intptr_t d = 0; d < rank; ++d)
      if (d != last &&
          near == (last + 1 < rank && sameKind(s, operand, d, last)))
        order[n++] = d;
  order[n] = last;
  return rank;
}

// Lets the operand lie densely with `last` innermost.
static void lie(Site *s, int operand, int last) {
  TcArena *a = s->on.k.arena;
  TcCpuBuffer *b = bufferOf(s, operand);
  int64_t order[MAX_RANK];
  const TcSize **strides = TC_ARENA_ARRAY(a, const TcSize *, b->rank + 1);
  const TcSize *step = tcSizeConst(a, 1);
  for (intptr_t i = orderOf(s, operand, last, order); i-- > 0;) {
    strides[order[i]] = step;
    step = tcSizeMul(a, step, b->sizes[order[i]]);
  }
  b->strides = strides;
  b->anywhere = false;
}

enum { FEW = 8 };

// Whether a window moves along the dimension element by element, to many
// points: `x + kx - 1`, where x is one of the result's.
static bool isWindowed(const Site *s, int operand, int dim) {
  const TcSize *index = s->on.reads[operand]->index[dim];
  const TcCpuIters *points = &s->on.points[operand];
  bool found = false;
  for (size_t i = 0; i < points->size; ++i) {
    const char *name = s->on.k.iters.data[points->data[i]].name;
    const TcSize *factor, *rest;
    int64_t n;
    if (!tcSizeUses(index, name))
      continue;
    if (found ||
        !tcSizeCoefficient(s->on.k.arena, index, name, &factor, &rest) ||
        !tcSizeIsConst(factor, &n) || n != 1 ||
        tcCpuExtent(&s->on.k, points->data[i], FEW) < FEW)
      return false;
    found = true;
  }
  return found;
}

// Whether a dimension is worth being the innermost: one iterator goes along it,
// or a window that the machine reads in place, and over many points.
static bool isRun(const Site *s, int operand, int dim) {
  int64_t n;
  const TcCpuRead *r = s->on.reads[operand];
  return tcSizeIsConst(r->value->sizes[dim], &n) && n >= FEW &&
         (tcSizeIsSymbol(r->index[dim]) ||
          (s->p->machine->windows && isWindowed(s, operand, dim)));
}

static bool isStatic(const TcCpuValue *v) {
  int64_t n;
  for (size_t d = 0; d < v->rank; ++d)
    if (!tcSizeIsConst(v->sizes[d], &n))
      return false;
  return true;
}

static double elementsOf(const TcCpuKernel *k, const TcCpuValue *v) {
  double n = 1;
  for (size_t d = 0; d < v->rank; ++d)
    n *= tcCpuGuess(k, v->sizes[d]);
  return n;
}

static MlirAttribute layoutWithLast(const Site *s, int operand, int last) {
  int64_t order[MAX_RANK];
  intptr_t rank = orderOf(s, operand, last, order);
  return last + 1 == rank ? mlirAttributeGetNull()
                          : tcLayoutAttrGetOrdered(s->p->ctx, rank, order);
}

//===- Copies -------------------------------------------------------------===//

static MlirValue operandOf(const Site *s, int operand) {
  return mlirOperationGetOperand(s->launch, s->on.reads[operand]->value->arg);
}

// The value of which it is another shape of the same memory.
static MlirValue rootOf(MlirValue v) {
  while (tcIsA(tcDefiningOp(v), "prim.reshape"))
    v = mlirOperationGetOperand(tcDefiningOp(v), 0);
  return v;
}

// The memory, and in which order a copy has its elements: runs of so many, so
// far apart there, innermost first.
static const char *keyOf(const Site *s, int operand, int last) {
  TcArena *a = s->p->arena;
  const TcCpuValue *v = s->on.reads[operand]->value;
  int64_t order[MAX_RANK], strides[MAX_RANK], sizes[MAX_RANK], apart = 1;
  for (size_t d = v->rank; d-- > 0; apart *= sizes[d]) {
    tcSizeIsConst(v->sizes[d], &sizes[d]);
    strides[d] = apart;
  }
  const char *key = tcArenaPrintf(a, "%p", rootOf(operandOf(s, operand)).ptr);
  int64_t run = 1, inner = 1; // the run so far, and the distance in it
  for (intptr_t i = orderOf(s, operand, last, order); i-- > 0;) {
    int64_t d = order[i];
    if (sizes[d] != 1 && strides[d] != run * inner) {
      key = tcArenaPrintf(a, "%s %lld*%lld", key, (long long)run,
                          (long long)inner);
      run = 1;
      inner = strides[d];
    }
    run *= sizes[d];
  }
  return tcArenaPrintf(a, "%s %lld*%lld", key, (long long)run,
                       (long long)inner);
}

// Operands that are copied have constant sizes.
static int64_t bytesOf(MlirValue v) {
  return tcSizeOr(tcTypeGetBytes(mlirValueGetType(v)), 0);
}

// Whether what a copy reads is there at the place of another.
static bool isReadyAt(MlirValue read, MlirOperation at) {
  MlirOperation maker = tcDefiningOp(read);
  return mlirOperationIsNull(maker) || tcOpIsBefore(maker, at);
}

// Whether a copy made so far and this one can be of one launch.
static bool joinsOther(const Pass *p, MlirValue read) {
  for (size_t i = 0; i < p->launches.size; ++i) {
    MlirOperation copy = p->launches.data[i];
    int64_t bytes = bytesOf(mlirOperationGetOperand(copy, 0)) + bytesOf(read);
    if (bytes <= tcNumber(gpu_relay_bytes) && isReadyAt(read, copy))
      return true;
  }
  return false;
}

static bool areMaps(MlirOperation kernel) {
  MlirOperation s = tcFirstStage(kernel);
  while (!mlirOperationIsNull(s) && tcLoopOpKind(s) == TC_LOOP_MAP)
    s = tcNextStage(s);
  return mlirOperationIsNull(s);
}

// The launch of maps alone that makes the operand, for this contraction and
// nothing else; null if there is none.
static MlirOperation makerOf(const Site *s, int operand) {
  MlirValue v = operandOf(s, operand);
  MlirOperation launch = tcDefiningOp(v), none = {NULL};
  if (s->p->machine != &tcRelayGpu || mlirOperationIsNull(launch))
    return none;
  MlirOperation kernel = tcLayoutsKernel(&s->p->layouts, launch);
  MlirOpOperand use = mlirValueGetFirstUse(v);
  return !mlirOperationIsNull(kernel) && areMaps(kernel) &&
                 mlirOpOperandIsNull(mlirOpOperandGetNextUse(use))
             ? launch
             : none;
}

// Points that lie side by side in what is copied, and one after the other in
// the copy.
static int64_t runOf(const Site *s, int operand, int last) {
  const TcCpuValue *v = s->on.reads[operand]->value;
  int64_t order[MAX_RANK], size, n = 1;
  intptr_t i = orderOf(s, operand, last, order), d = i - 1;
  while (i-- > 0 && order[i] != d)
    ;
  for (; i >= 0 && d >= 0 && order[i] == d; --i, --d)
    n *= tcSizeIsConst(v->sizes[d], &size) ? size : 1;
  return n;
}

// Whether a copy is transposed in registers, whole blocks of elements: both
// sides fill vectors.
static bool isInBlocks(const Site *s, int operand, int last) {
  const TcCpuValue *v = s->on.reads[operand]->value;
  int64_t size, lanes = s->p->target.vectorBits / 8 / tcCpuBytes(v->element);
  return tcSizeIsConst(v->sizes[last], &size) && size >= lanes &&
         runOf(s, operand, last) >= lanes;
}

// Of the copies that there are not yet: of their elements, and of launches.
static double timeOfCopies(const Site *s, const int last[2]) {
  const Pass *p = s->p;
  const TcRelayMachine *m = p->machine;
  int launches = 0;
  double time = 0;
  for (int i = 0; i < 2; ++i) {
    if (last[i] == AS_IT_LIES || tcMapGetText(&p->copies, keyOf(s, i, last[i])))
      continue;
    MlirValue read = operandOf(s, i);
    bool isSmall = m->joins && bytesOf(read) <= tcNumber(gpu_relay_bytes);
    time += elementsOf(&s->on.k, s->on.reads[i]->value) *
            (isInBlocks(s, i, last[i]) ? m->blockTime : m->copyTime);
    if (!mlirOperationIsNull(makerOf(s, i))) // in its launch
      continue;
    if (!isSmall)
      time += m->launchTime;
    else if (!joinsOther(p, read))
      launches = 1; // of both
  }
  return time + launches * m->launchTime;
}

// The copy that lies so, made in front of the launch if there is none.
static MlirValue copyOf(Site *s, int operand, int last) {
  Pass *p = s->p;
  const char *key = keyOf(s, operand, last);
  MlirValue copy = {tcMapGetText(&p->copies, key)};
  if (copy.ptr)
    return copy;
  copy = tcLayoutCopy(
      &p->layouts, p->func, s->launch, operandOf(s, operand),
      tcArenaPrintf(p->arena, "relay_%lld", (long long)p->copied++),
      layoutWithLast(s, operand, last));
  tcMapSetText(&p->copies, key, (void *)copy.ptr);
  tcVecPush(p->arena, &p->launches, mlirOpResultGetOwner(copy));
  return copy;
}

// Has the launch read the copy.
static void readCopy(Site *s, int operand, int last) {
  intptr_t arg = s->on.reads[operand]->value->arg;
  MlirValue copy = copyOf(s, operand, last);
  MlirType type = mlirValueGetType(operandOf(s, operand));
  TcBuilder b = tcBuilderBefore(s->launch);
  if (!mlirTypeEqual(mlirValueGetType(copy), type))
    copy = tcPrimReshape(&b, type, copy);
  mlirOperationSetOperand(s->launch, arg, copy);
}

static void relay(Site *s, int operand, int last) {
  MlirAttribute layout = layoutWithLast(s, operand, last);
  MlirOperation maker = makerOf(s, operand);
  if (mlirOperationIsNull(maker))
    readCopy(s, operand, last);
  else
    tcLayoutSetResult(&s->p->layouts, maker,
                      mlirOpResultGetResultNumber(operandOf(s, operand)),
                      layout);
  tcLayoutSetOperand(&s->p->layouts, s->launch,
                     s->on.reads[operand]->value->arg, layout);
}

//===- Launches -----------------------------------------------------------===//

static bool isArgument(const TcCpuRead *r) {
  return r->value->arg >= 0 && r->value->dests.size == 1 &&
         r->value->rank >= 2 && r->value->rank <= MAX_RANK &&
         isStatic(r->value);
}

static bool isWeight(const Site *s, int operand) {
  MlirOperation maker = tcDefiningOp(operandOf(s, operand));
  return !mlirOperationIsNull(maker) &&
         tcPrimOpKind(maker) == TC_PRIM_GET_WEIGHT;
}

static bool match(Pass *p, MlirOperation launch, Site *s) {
  MlirOperation kernel = tcLayoutsKernel(&p->layouts, launch);
  *s = (Site){.p = p, .launch = launch, .on.target = &p->target};
  if (mlirOperationIsNull(kernel) ||
      tcLoopOpKind(tcFirstStage(kernel)) != TC_LOOP_CONTRACT ||
      mlirLogicalResultIsFailure(tcCpuKernelRead(p->arena, kernel, &s->on.k)) ||
      s->on.k.tables.size || // its reads are not the op's inputs
      !p->machine->match(&s->on) ||
      s->on.reads[0]->value == s->on.reads[1]->value ||
      !isArgument(s->on.reads[0]) || !isArgument(s->on.reads[1]))
    return false;
  for (int i = 0; i < 2; ++i)
    s->on.isWeight[i] = isWeight(s, i);
  return true;
}

// Whether a copy with the dimension innermost may be better than what is there.
static bool canLie(const Site *s, int operand, int dim) {
  return dim == AS_IT_LIES ||
         (isRun(s, operand, dim) &&
          (!s->on.isWeight[operand] || s->p->machine == &tcRelayGpu));
}

// The innermost dimensions with the least time; AS_IT_LIES: no copy.
static void chooseOrders(Site *s, int best[2]) {
  TcCpuBuffer given[2] = {*bufferOf(s, 0), *bufferOf(s, 1)};
  double least = s->p->machine->time(&s->on) * s->p->machine->gain;
  best[0] = best[1] = AS_IT_LIES;
  for (int a = (int)given[0].rank - 1; a >= AS_IT_LIES; --a)
    for (int b = (int)given[1].rank - 1; b >= AS_IT_LIES; --b) {
      bool asTheyLie = a == AS_IT_LIES && b == AS_IT_LIES;
      if (asTheyLie || !canLie(s, 0, a) || !canLie(s, 1, b))
        continue;
      if (a >= 0)
        lie(s, 0, a);
      if (b >= 0)
        lie(s, 1, b);
      double time = s->p->machine->time(&s->on);
      if (time >= 0 && time + timeOfCopies(s, (int[]){a, b}) < least) {
        least = time + timeOfCopies(s, (int[]){a, b});
        best[0] = a;
        best[1] = b;
      }
      *bufferOf(s, 0) = given[0];
      *bufferOf(s, 1) = given[1];
    }
}

static void relayLaunch(Pass *p, MlirOperation launch) {
  Site s;
  int best[2];
  if (!match(p, launch, &s))
    return;
  chooseOrders(&s, best);
  for (int i = 0; i < 2; ++i)
    if (best[i] != AS_IT_LIES)
      relay(&s, i, best[i]);
}

//===- One launch for several copies --------------------------------------===//

// Takes the next copies that one launch can make out of the list: they are
// there together, so only as many bytes as the second cache keeps.
static size_t takeGroup(Pass *p, MlirOperation *group) {
  int64_t bytes = 0;
  size_t n = 0, left = 0;
  for (size_t i = 0; i < p->launches.size; ++i) {
    MlirOperation copy = p->launches.data[i];
    MlirValue read = mlirOperationGetOperand(copy, 0);
    int64_t more = bytesOf(read);
    if (n < MAX_JOINED && bytes + more <= tcNumber(gpu_relay_bytes) &&
        (!n || isReadyAt(read, group[0]))) {
      group[n++] = copy;
      bytes += more;
    } else if (n || more <= tcNumber(gpu_relay_bytes)) {
      p->launches.data[left++] = copy;
    }
  }
  p->launches.size = left;
  return n;
}

static void joinCopies(Pass *p) {
  MlirOperation group[MAX_JOINED];
  while (p->launches.size) {
    size_t n = takeGroup(p, group);
    if (n > 1)
      tcLayoutJoinCopies(
          &p->layouts, p->func, n, group,
          tcArenaPrintf(p->arena, "relays_%lld", (long long)p->joined++));
  }
}

static void relayFunction(Pass *p, MlirOperation func) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  p->func = func;
  p->copies = (TcMap){.arena = p->arena};
  if (mlirBlockIsNull(block))
    return;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    relayLaunch(p, op);
  if (p->machine->joins)
    joinCopies(p);
  p->launches.size = 0;
}

//===- The pass -----------------------------------------------------------===//

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Pass p = {.arena = &arena, .ctx = mlirOperationGetContext(module)};
  if (mlirLogicalResultIsFailure(tcPassReadOptions(pass, module, &p.target))) {
    tcArenaFree(&arena);
    return mlirLogicalResultFailure();
  }
  p.machine = p.target.backend->gpu ? &tcRelayGpu : &tcRelayCpu;
  p.layouts = tcLayoutsRead(&arena, module);
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op))
    relayFunction(&p, op);
  tcPassAddStatistic(pass, 0, p.copied);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"copied", "operands of contractions that are copied into another order"}};
static const char *const dependents[] = {"loop", "prim", "func", NULL};
const TcPassInfo tcPassLoopRelay = {
    .argument = "loop-relay",
    .summary = "Copy operands of contractions into the order that the machine "
               "reads",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
