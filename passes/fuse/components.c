// Orders the launches of a function by what they belong to. An optimizer's step
// over lists of parameters comes as one op on all of them after the other
// (aten._foreach_*), so that what one parameter needs lies as far apart as
// there are parameters, and is not merged (fuse_far). Launches that exchange
// values of more than one element are a component; the components of a function
// do not depend on each other but by numbers, and each is put in one place.
#include "passes/fuse/fuse.h"

#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

typedef struct Node {
  MlirOperation op;
  size_t parent; // in the forest of components
  size_t next;   // of the component, in order, or none
  bool small;    // all its results are numbers
  bool done;
} Node;

typedef struct Components {
  TcArena *arena;
  TcMap numbers; // op -> its number + 1
  TC_VEC(Node) nodes;
  MlirOperation end;
} Components;

static size_t rootOf(Components *c, size_t i) {
  while (c->nodes.data[i].parent != i) {
    c->nodes.data[i].parent = c->nodes.data[c->nodes.data[i].parent].parent;
    i = c->nodes.data[i].parent;
  }
  return i;
}

// The earlier launch is the root: a component is named by its first one.
static void join(Components *c, size_t i, size_t j) {
  i = rootOf(c, i);
  j = rootOf(c, j);
  if (i < j)
    c->nodes.data[j].parent = i;
  else
    c->nodes.data[i].parent = j;
}

static bool isNumber(MlirValue v) {
  return tcSizeAttrIsValue(tcTypeGetNumElements(mlirValueGetType(v)), 1);
}

// The number of the op that makes an operand; the count of ops if none does.
static size_t makerOf(const Components *c, MlirOperation op, intptr_t operand) {
  MlirOperation def = tcDefiningOp(mlirOperationGetOperand(op, operand));
  uintptr_t number = def.ptr ? (uintptr_t)tcMapGet(&c->numbers, def.ptr) : 0;
  return number ? number - 1 : c->nodes.size;
}

static void add(Components *c, MlirOperation op) {
  size_t i = c->nodes.size;
  Node n = {.op = op, .parent = i, .small = true};
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r)
    n.small &= isNumber(mlirOperationGetResult(op, r));
  tcVecPush(c->arena, &c->nodes, n);
  tcMapSet(&c->numbers, op.ptr, (void *)(uintptr_t)(i + 1));
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); ++k) {
    size_t maker = makerOf(c, op, k);
    if (maker < i && !isNumber(mlirOperationGetOperand(op, k)))
      join(c, maker, i);
  }
}

static void put(Components *c, size_t i) {
  c->nodes.data[i].done = true;
  mlirOperationMoveBefore(c->nodes.data[i].op, c->end);
}

// Whether all that the op reads is in its place, numbers by being put there.
static bool isReady(Components *c, size_t i) {
  MlirOperation op = c->nodes.data[i].op;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); ++k) {
    size_t maker = makerOf(c, op, k);
    if (maker == c->nodes.size || c->nodes.data[maker].done)
      continue;
    if (!c->nodes.data[maker].small || !isReady(c, maker))
      return false;
    put(c, maker);
  }
  return true;
}

// The ops of each component as a list, in order.
static void link(Components *c) {
  size_t none = c->nodes.size;
  size_t *last = TC_ARENA_ARRAY(c->arena, size_t, c->nodes.size + 1);
  for (size_t i = 0; i < c->nodes.size; ++i) {
    size_t root = rootOf(c, i);
    c->nodes.data[i].next = none;
    if (root != i)
      c->nodes.data[last[root]].next = i;
    last[root] = i;
  }
}

static bool isPlain(MlirOperation op) {
  return tcIsA(op, "loop.launch") || tcIsA(op, "prim.reshape") ||
         tcIsA(op, "prim.get_weight");
}

void tcFuseOrderComponents(TcArena *arena, MlirBlock block) {
  Components c = {.arena = arena, .numbers = {.arena = arena}};
  c.end = mlirBlockGetTerminator(block);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationEqual(op, c.end); op = mlirOperationGetNextInBlock(op)) {
    if (!isPlain(op))
      return;
    add(&c, op);
  }
  link(&c);
  for (size_t i = 0; i < c.nodes.size; ++i)
    if (!c.nodes.data[i].done)
      for (size_t k = i; k < c.nodes.size; k = c.nodes.data[k].next)
        if (!c.nodes.data[k].done && isReady(&c, k))
          put(&c, k);
}
