// Places all values inside the boundary in one arena. See plan.h.
//
// Values whose sizes are multiples of one size (numbers; multiples of b*s) are
// placed together, by decreasing size, each at the lowest offset where it meets
// no value that lives at the same time (Pisarchyk and Lee, "Efficient memory
// management for deep neural net inference", 2020): whatever the sizes are,
// they do not meet. Such groups follow one another.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>
#include <string.h>

typedef struct Block {
  const void *key;    // of p->places: a value, or a temporary of a launch
  MlirAttribute size; // #tc.size, bytes
  MlirAttribute unit; // #tc.size of which it is the multiple `count`
  int64_t count;
  int64_t offset;       // of its group, in units; -1 while it has none
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

static void pushBlock(TcPlan *p, const void *key, MlirAttribute size,
                      unsigned first, unsigned last, BlockVec *blocks) {
  Block b = {
      .key = key, .size = size, .offset = -1, .first = first, .last = last};
  b.unit = tcSizeAttrPrimitive(b.size, &b.count);
  tcVecPush(&p->arena, blocks, b);
}

static void collectFrom(TcPlan *p, const Order *o, MlirOperation op,
                        BlockVec *blocks) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r) {
    MlirValue v = mlirOperationGetResult(op, r);
    if (tcMapGet(&p->places, v.ptr))
      continue;
    unsigned first = positionOf(o, op), last = lastUse(o, v);
    MlirAttribute bytes = tcPlanWhole(p, tcPlanBytes(mlirValueGetType(v)));
    pushBlock(p, v.ptr, bytes, first, last < first ? first : last, blocks);
  }
}

// Temporaries live during their launch. Those of a unit that no value has do
// not become a group of their own.
static void collectTemporaries(TcPlan *p, const Order *o, BlockVec *blocks) {
  TcMap units = {.arena = &p->arena};
  tcMapSet(&units, tcSizeAttrGetConstant(p->ctx, 1).ptr, p);
  for (size_t i = 0; i < blocks->size; ++i)
    tcMapSet(&units, blocks->data[i].unit.ptr, p);
  for (size_t i = 0; i < p->temporaries.size; ++i) {
    const TcPlanTemporary *t = &p->temporaries.data[i];
    int64_t count;
    unsigned at = positionOf(o, t->launch);
    MlirAttribute bytes = tcPlanWhole(p, t->bytes);
    if (tcMapGet(&units, tcSizeAttrPrimitive(bytes, &count).ptr))
      pushBlock(p, t->key, bytes, at, at, blocks);
  }
}

static bool together(const Block *a, const Block *b) {
  return a->first <= b->last && b->first <= a->last;
}

//===- Within a group -----------------------------------------------------===//

static int bySizeThenStart(const void *x, const void *y) {
  const Block *a = x, *b = y;
  if (a->count != b->count)
    return a->count < b->count ? 1 : -1;
  return a->first < b->first ? -1 : a->first > b->first;
}

// Placed blocks, by offset: a scan up to the first gap finds the next block's
// place.
typedef TC_VEC(const Block *) Placed;

// The lowest offset where b meets none of those that have a place.
static int64_t lowestOffset(const Placed *placed, const Block *b) {
  int64_t offset = 0;
  for (size_t i = 0; i < placed->size; ++i) {
    const Block *o = placed->data[i];
    if (o->offset >= offset + b->count)
      break;
    if (o->offset + o->count > offset && together(o, b))
      offset = o->offset + o->count;
  }
  return offset;
}

static void insert(TcArena *arena, Placed *placed, const Block *b) {
  tcVecPush(arena, placed, b);
  size_t low = 0, high = placed->size - 1;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (placed->data[middle]->offset <= b->offset)
      low = middle + 1;
    else
      high = middle;
  }
  memmove(&placed->data[low + 1], &placed->data[low],
          (placed->size - 1 - low) * sizeof *placed->data);
  placed->data[low] = b;
}

// Places the blocks of a unit; the group's size in units. Blocks are sorted.
static int64_t placeGroup(TcArena *arena, BlockVec *blocks,
                          MlirAttribute unit) {
  int64_t end = 0;
  Placed placed = {0};
  for (size_t i = 0; i < blocks->size; ++i) {
    Block *b = &blocks->data[i];
    if (b->unit.ptr != unit.ptr)
      continue;
    b->offset = lowestOffset(&placed, b);
    insert(arena, &placed, b);
    end = b->offset + b->count > end ? b->offset + b->count : end;
  }
  return end;
}

//===- Memory of their own ------------------------------------------------===//

// Memory for values of one size that live one after the other.
typedef struct Slot {
  MlirAttribute place;
  unsigned last; // op up to which it is taken
} Slot;
typedef TC_VEC(Slot) SlotVec;

bool tcPlanIsLate(MlirBlock block, MlirAttribute size) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirStringRef symbol;
    if (tcIsA(op, "prim.range_to") &&
        tcSizeAttrIsSymbol(
            tcTypeGetSize(mlirValueGetType(mlirOperationGetResult(op, 0)), 0),
            &symbol) &&
        tcSizeAttrUses(size, symbol))
      return true;
  }
  return false;
}

// Values come in the order of their first use, temporaries behind them.
static void placeApart(TcPlan *p, TcMap *slots, const Block *b) {
  SlotVec *own = tcMapGet(slots, b->size.ptr);
  if (!own && (own = TC_ARENA_NEW(&p->arena, SlotVec)))
    tcMapSet(slots, b->size.ptr, own);
  for (size_t i = 0; i < own->size; ++i) {
    Slot *slot = &own->data[i];
    if (slot->last >= b->first)
      continue;
    slot->last = b->last;
    tcMapSet(&p->places, b->key, (void *)slot->place.ptr);
    return;
  }
  Slot slot = {tcPlaceInt(p->ctx, "late", (int64_t)p->numLate++), b->last};
  tcVecPush(&p->arena, own, slot);
  tcMapSet(&p->places, b->key, (void *)slot.place.ptr);
}

//===- Groups -------------------------------------------------------------===//

// Places a group at `end`, or its values in memory of their own if their size
// is late, or if the sum of all sizes would be more complex than #tc.size can
// be. Returns the new end.
static MlirAttribute placeUnit(TcPlan *p, const BlockVec *inOrder,
                               BlockVec *blocks, MlirAttribute unit,
                               MlirAttribute end) {
  int64_t count = placeGroup(&p->arena, blocks, unit);
  MlirAttribute next = tcSizeAttrAdd(end, tcSizeAttrMulConst(unit, count));
  bool apart = !next.ptr || tcPlanIsLate(p->body, unit);
  TcMap slots = {.arena = &p->arena};
  for (size_t i = 0; i < blocks->size; ++i) {
    const Block *b = apart ? &inOrder->data[i] : &blocks->data[i];
    if (b->unit.ptr != unit.ptr)
      continue;
    if (apart) {
      placeApart(p, &slots, b);
      continue;
    }
    MlirAttribute at = tcSizeAttrAdd(end, tcSizeAttrMulConst(unit, b->offset));
    tcMapSet(&p->places, b->key,
             (void *)tcPlaceAttr(p->ctx, "scratch", at).ptr);
  }
  return apart ? end : next;
}

MlirAttribute tcPlanArena(TcPlan *p) {
  Order o = numberOps(p);
  BlockVec inOrder = {0}, blocks = {0};
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "loop.launch") || tcIsA(op, "loop.while"))
      collectFrom(p, &o, op, &inOrder);
  collectTemporaries(p, &o, &inOrder);
  for (size_t i = 0; i < inOrder.size; ++i)
    tcVecPush(&p->arena, &blocks, inOrder.data[i]);
  if (blocks.size)
    qsort(blocks.data, blocks.size, sizeof(Block), bySizeThenStart);
  MlirAttribute numbers = tcSizeAttrGetConstant(p->ctx, 1);
  MlirAttribute end = tcSizeAttrGetConstant(p->ctx, 0);
  end = placeUnit(p, &inOrder, &blocks, numbers, end);
  TcMap done = {.arena = &p->arena};
  tcMapSet(&done, numbers.ptr, p);
  for (size_t i = 0; i < inOrder.size; ++i) {
    MlirAttribute unit = inOrder.data[i].unit;
    if (tcMapGet(&done, unit.ptr))
      continue;
    tcMapSet(&done, unit.ptr, p);
    end = placeUnit(p, &inOrder, &blocks, unit, end);
  }
  return end;
}
