// Elementwise results that forward stores for itself, so that saving them takes
// no time: factors of products, and what is read again behind a product that
// comes later (a residual stream). See partition.h.
#include "passes/autodiff/partition.h"

#include "lib/cost/numbers.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/shim.h"

static bool isProduct(MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  return kind == TC_PRIM_DOT_GENERAL || kind == TC_PRIM_CONVOLUTION;
}

//===- Products in a row --------------------------------------------------===//

static intptr_t depthOf(const TcPartition *p, MlirOperation op) {
  return op.ptr ? (intptr_t)tcMapGet(&p->depths, op.ptr) : 0;
}

// Products on the longest way to each op's results. Those that backward may
// compute again are streamed: their readers are their own kernel's.
static void findDepths(TcPartition *p) {
  p->depths = (TcMap){.arena = p->arena};
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    intptr_t before = 0, depth;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
      depth = depthOf(p, tcDefiningOp(mlirOperationGetOperand(op, i)));
      before = depth > before ? depth : before;
    }
    depth = before + (isProduct(op) && !tcPartitionIsRecomputable(p, op));
    if (depth)
      tcMapSet(&p->depths, op.ptr, (void *)depth);
  }
}

// Whether an elementwise op of forward reads the value behind a product that
// comes later.
static bool isReadLater(const TcPartition *p, MlirValue value) {
  intptr_t depth = depthOf(p, tcDefiningOp(value));
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    if (tcPartitionHas(&p->forward, reader.ptr) && tcPartitionIsCheap(reader) &&
        depthOf(p, reader) > depth)
      return true;
  }
  return false;
}

//===- Factors ------------------------------------------------------------===//

// Of batches of products, as attention's are, factors may be streamed.
static bool isUnbatched(MlirOperation op) {
  return tcPrimOpKind(op) != TC_PRIM_DOT_GENERAL ||
         !tcPrimDotGeneralGetNumSelfBatch(op);
}

static bool moves(MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  return kind == TC_PRIM_TRANSPOSE || kind == TC_PRIM_RESHAPE;
}

// Marks what products of a half read, or views of it.
static void findFactors(const TcPartition *p, const TcMap *half,
                        TcMap *factors) {
  MlirOperation op = tcOpGetPrev(mlirBlockGetTerminator(p->body));
  for (; op.ptr; op = tcOpGetPrev(op)) {
    bool isView =
        moves(op) && tcPartitionHas(factors, mlirOperationGetResult(op, 0).ptr);
    if (!tcPartitionHas(half, op.ptr) ||
        !(isView || (isProduct(op) && isUnbatched(op))))
      continue;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      tcMapSet(factors, mlirOperationGetOperand(op, i).ptr, factors);
  }
}

//===- What it is computed from -------------------------------------------===//

typedef struct Cone {
  TcMap seen;
  int64_t bytes; // of what it is computed from, not of what is free
  size_t ops;
  bool streams; // a product among them
} Cone;

static void visit(TcPartition *p, Cone *c, MlirValue value) {
  MlirOperation op = tcDefiningOp(value);
  if (tcPartitionHas(&c->seen, value.ptr) || tcPartitionIsFree(p, value))
    return;
  tcMapSet(&c->seen, value.ptr, c);
  if (!op.ptr || tcPartitionHas(&p->saved, value.ptr) ||
      !tcPartitionIsRecomputable(p, op) ||
      c->ops == (size_t)tcNumber(again_ops)) {
    c->bytes += tcPartitionGuess(p, value);
    return;
  }
  ++c->ops;
  c->streams |= isProduct(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    visit(p, c, mlirOperationGetOperand(op, i));
}

static Cone coneOf(TcPartition *p, MlirOperation op) {
  Cone c = {.seen = {.arena = p->arena}};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    visit(p, &c, mlirOperationGetOperand(op, i));
  return c;
}

//===- Elementwise results ------------------------------------------------===//

// A factor of products of both halves. On a GPU, whose products wait for it, it
// is saved; a CPU's tasks compute as much in the time, and take less memory.
static bool isFactorAgain(const TcPartition *p, MlirValue value) {
  return p->target->backend->gpu && tcPartitionHas(&p->factors, value.ptr) &&
         tcPartitionHas(&p->factorsAgain, value.ptr);
}

void tcPartitionFindStored(TcPartition *p) {
  findDepths(p);
  p->factors = p->factorsAgain = (TcMap){.arena = p->arena};
  findFactors(p, &p->forward, &p->factors);
  findFactors(p, &p->backward, &p->factorsAgain);
}

bool tcPartitionIsStoredAnyway(TcPartition *p, MlirValue value) {
  MlirOperation op = tcDefiningOp(value);
  if (!op.ptr || !tcPartitionIsCheap(op))
    return false;
  bool factor = isFactorAgain(p, value);
  if (!factor && !isReadLater(p, value))
    return false;
  int64_t own = tcPartitionGuess(p, value);
  Cone c = coneOf(p, op);
  return !c.streams && c.bytes > 0 &&
         (factor || c.bytes > own + own / tcNumber(again_more));
}
