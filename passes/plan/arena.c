// Where everything between the boundary lies: one arena. See plan.h.
//
// Values of constant size are placed by decreasing size, each at the lowest
// offset where it meets no value that lives at the same time (Pisarchyk and
// Lee, "Efficient memory management for deep neural net inference", 2020).
// Values of symbolic size follow behind them in slots, which are shared by
// values of one size that live one after the other.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "passes/fuse/kernel.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>

typedef struct Block {
  MlirValue value;
  MlirAttribute size;   // #tc.size, bytes
  int64_t bytes;        // if constant, else -1
  int64_t offset;       // if constant: its place, -1 while it has none
  unsigned first, last; // ops during which it lives
} Block;
typedef TC_VEC(Block) BlockVec;

typedef struct Order {
  TcMap position; // op -> its number plus one
} Order;

static unsigned positionOf(const Order *o, MlirOperation op) {
  return (unsigned)(uintptr_t)tcMapGet(&o->position, op.ptr);
}

// The last op that reads the memory of v, itself or under another shape.
static unsigned lastUse(const Order *o, MlirValue v) {
  unsigned last = 0;
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    unsigned at = positionOf(o, user);
    if (tcIsA(user, "prim.reshape") || tcIsA(user, "prim.cast_sizes")) {
      unsigned later = lastUse(o, mlirOperationGetResult(user, 0));
      at = later > at ? later : at;
    }
    last = at > last ? at : last;
  }
  return last;
}

static Order numberOps(TcPlan *p) {
  Order o = {.position = {.arena = &p->arena}};
  uintptr_t n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    tcMapSet(&o.position, op.ptr, (void *)++n);
  return o;
}

static void collectFrom(TcPlan *p, const Order *o, MlirOperation op,
                        BlockVec *blocks) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r) {
    MlirValue v = mlirOperationGetResult(op, r);
    if (tcMapGet(&p->places, v.ptr))
      continue;
    Block b = {.value = v,
               .size = tcPlanBytes(mlirValueGetType(v)),
               .bytes = -1,
               .offset = -1,
               .first = positionOf(o, op)};
    b.last = lastUse(o, v);
    if (b.last < b.first)
      b.last = b.first;
    tcSizeAttrIsConstant(b.size, &b.bytes);
    tcVecPush(&p->arena, blocks, b);
  }
}

static bool together(const Block *a, const Block *b) {
  return a->first <= b->last && b->first <= a->last;
}

//===- Constant sizes -----------------------------------------------------===//

static int bySizeThenStart(const void *x, const void *y) {
  const Block *a = x, *b = y;
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? 1 : -1;
  return a->first < b->first ? -1 : a->first > b->first;
}

// The lowest offset where b meets none of those placed before it.
static int64_t lowestOffset(const Block *blocks, size_t placed,
                            const Block *b) {
  int64_t offset = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (size_t i = 0; i < placed; ++i) {
      const Block *o = &blocks[i];
      if (o->offset < 0 || !together(o, b))
        continue;
      if (o->offset < offset + b->bytes && offset < o->offset + o->bytes) {
        offset = o->offset + o->bytes;
        moved = true;
      }
    }
  }
  return offset;
}

static int64_t placeConstants(BlockVec *blocks) {
  int64_t end = 0;
  if (blocks->size)
    qsort(blocks->data, blocks->size, sizeof(Block), bySizeThenStart);
  for (size_t i = 0; i < blocks->size; ++i) {
    Block *b = &blocks->data[i];
    if (b->bytes < 0)
      continue;
    b->offset = lowestOffset(blocks->data, i, b);
    end = b->offset + b->bytes > end ? b->offset + b->bytes : end;
  }
  return end;
}

//===- Symbolic sizes -----------------------------------------------------===//

// Whether no value at `place` lives together with b.
static bool slotIsFree(const BlockVec *blocks, MlirAttribute place,
                       const TcPlan *p, size_t upTo, const Block *b) {
  for (size_t i = 0; i < upTo; ++i) {
    const Block *o = &blocks->data[i];
    void *at = tcMapGet(&p->places, o->value.ptr);
    if (o->bytes < 0 && at == place.ptr && together(o, b))
      return false;
  }
  return true;
}

static MlirAttribute placeSymbolic(TcPlan *p, BlockVec *blocks, size_t k,
                                   MlirAttribute end) {
  Block *b = &blocks->data[k];
  for (size_t i = 0; i < k; ++i) {
    Block *o = &blocks->data[i];
    if (o->bytes >= 0 || !tcSizeAttrEqual(o->size, b->size))
      continue;
    MlirAttribute place = {tcMapGet(&p->places, o->value.ptr)};
    if (!slotIsFree(blocks, place, p, k, b))
      continue;
    tcMapSet(&p->places, b->value.ptr, (void *)place.ptr);
    return end;
  }
  MlirAttribute place = tcPlaceAttr(p->ctx, "scratch", end);
  tcMapSet(&p->places, b->value.ptr, (void *)place.ptr);
  return tcSizeAttrAdd(end, b->size);
}

MlirAttribute tcPlanArena(TcPlan *p) {
  Order o = numberOps(p);
  BlockVec blocks = {0};
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "loop.launch"))
      collectFrom(p, &o, op, &blocks);
  MlirAttribute end = tcSizeAttrGetConstant(p->ctx, placeConstants(&blocks));
  for (size_t i = 0; i < blocks.size; ++i) {
    const Block *b = &blocks.data[i];
    if (b->bytes < 0)
      continue;
    MlirAttribute offset = tcSizeAttrGetConstant(p->ctx, b->offset);
    tcMapSet(&p->places, b->value.ptr,
             (void *)tcPlaceAttr(p->ctx, "scratch", offset).ptr);
  }
  for (size_t i = 0; i < blocks.size; ++i)
    if (blocks.data[i].bytes < 0)
      end = placeSymbolic(p, &blocks, i, end);
  return end;
}
