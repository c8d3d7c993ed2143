// Decides which values backward gets from forward (see partition.h). A value
// that is cheap to recompute from values that are saved anyway, or from no more
// bytes than its own, is recomputed; from few more (the difference of a
// product's result from its mean) if these lie in memory for forward, too. All
// others that gradients read are saved. Results of the function are available
// anyway.
#include "passes/autodiff/partition.h"

#include "lib/cost/numbers.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

//===- Operands -----------------------------------------------------------===//

static MlirOperation opOf(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : tcNoOp();
}

static void add(TcMap *set, const void *key) {
  if (!tcMapGet(set, key))
    tcMapSet(set, key, set);
}

MlirValue tcPartitionKey(const TcMap *map, size_t i) {
  return (MlirValue){map->entries[i].key};
}

typedef struct Reads {
  TcPartition *p;
  TcMap *values;
} Reads;

// Whether a value belongs to the joint graph's block, not to a region in it.
static bool isOfBlock(const TcPartition *p, MlirValue value) {
  MlirBlock block = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  return mlirBlockEqual(block, p->body);
}

static MlirWalkResult noteReads(MlirOperation op, void *self) {
  Reads *r = self;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (isOfBlock(r->p, value))
      add(r->values, value.ptr);
  }
  return MlirWalkResultAdvance;
}

// Adds what the op, or what its regions hold, reads of the block.
static void addReads(TcPartition *p, MlirOperation op, TcMap *values) {
  Reads r = {p, values};
  mlirOperationWalk(op, noteReads, &r, MlirWalkPreOrder);
}

static bool givesAnyOf(MlirOperation op, const TcMap *values) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (tcPartitionHas(values, mlirOperationGetResult(op, i).ptr))
      return true;
  return false;
}

//===- Cost ---------------------------------------------------------------===//

MlirAttribute tcPartitionBytes(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  size_t size = tcDTypeSize(tcTypeGetDType(tcTypeGetElement(type)));
  return tcSizeAttrMulConst(tcTypeGetNumElements(type), (int64_t)size);
}

// Bytes, with a typical value for each symbol.
int64_t tcPartitionGuess(TcPartition *p, MlirValue value) {
  enum { MUCH = 1 << 30 };
  MlirAttribute bytes = tcPartitionBytes(value);
  return bytes.ptr ? tcSizeTaken(p->arena, bytes) : MUCH;
}

// Whether backward can compute the op without any saved value.
static bool isFree(const TcPartition *p, MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_CONSTANT:
  case TC_PRIM_IOTA:
  case TC_PRIM_SIZE:
    return true;
  case TC_PRIM_GET_WEIGHT: {
    MlirStringRef name = tcPrimGetWeightGetName(op);
    return !tcMapGetTextN(&p->written, name.data, name.length);
  }
  default:
    return false;
  }
}

bool tcPartitionIsFree(const TcPartition *p, MlirValue value) {
  MlirOperation op = opOf(value);
  return op.ptr && isFree(p, op);
}

//===- Which half ---------------------------------------------------------===//

// From the last op to the first: ops that produce `wanted` values are added to
// `ops`, and their operands to `wanted`. Ops in `others` are left out.
static void sweep(TcPartition *p, TcMap *wanted, TcMap *ops,
                  const TcMap *others) {
  for (MlirOperation op = tcOpGetPrev(mlirBlockGetTerminator(p->body)); op.ptr;
       op = tcOpGetPrev(op)) {
    if (!givesAnyOf(op, wanted) || (others && tcPartitionHas(others, op.ptr)))
      continue;
    add(ops, op.ptr);
    addReads(p, op, wanted);
  }
}

static TcMap operandsOfEnd(TcPartition *p, intptr_t begin, intptr_t end) {
  TcMap values = {.arena = p->arena};
  MlirOperation last = mlirBlockGetTerminator(p->body);
  for (intptr_t i = begin; i < end; ++i)
    add(&values, mlirOperationGetOperand(last, i).ptr);
  return values;
}

// Finds the values that gradients read and that are arguments or computed for
// the results as well.
static void findCrossing(TcPartition *p, const TcMap *wanted) {
  for (size_t i = 0; i < wanted->size; ++i) {
    MlirValue value = tcPartitionKey(wanted, i);
    MlirOperation op = opOf(value);
    if (!op.ptr || tcPartitionHas(&p->forward, op.ptr))
      add(&p->crossing, value.ptr);
  }
}

// What gradients need besides what forward computes anyway.
static void findBackward(TcPartition *p) {
  intptr_t n = mlirOperationGetNumOperands(mlirBlockGetTerminator(p->body));
  TcMap gradients = operandsOfEnd(p, p->numResults, n);
  p->backward = (TcMap){.arena = p->arena};
  p->crossing = (TcMap){.arena = p->arena};
  sweep(p, &gradients, &p->backward, &p->forward);
  findCrossing(p, &gradients);
}

static bool isNarrower(TcPartition *p, MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_CONVERT_ELEMENT_TYPE &&
         tcPartitionGuess(p, mlirOperationGetResult(op, 0)) <
             tcPartitionGuess(p, mlirOperationGetOperand(op, 0));
}

// Whether all that backward reads of the value is converted to fewer bytes.
static bool isOnlyNarrowed(TcPartition *p, MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tcPartitionHas(&p->forward, user.ptr))
      continue;
    if (!tcPartitionHas(&p->backward, user.ptr) || !isNarrower(p, user))
      return false;
  }
  return true;
}

// Lets forward convert such values: so what is saved has fewer bytes. True if
// there are any.
static bool narrowBefore(TcPartition *p) {
  size_t before = p->forward.size;
  for (size_t i = 0; i < p->crossing.size; ++i) {
    MlirValue value = tcPartitionKey(&p->crossing, i);
    if (!opOf(value).ptr || tcPartitionIsFree(p, value) ||
        tcPartitionHas(&p->results, value.ptr) || !isOnlyNarrowed(p, value))
      continue;
    MlirOpOperand use = mlirValueGetFirstUse(value);
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      add(&p->forward, mlirOpOperandGetOwner(use).ptr);
  }
  return p->forward.size > before;
}

static void split(TcPartition *p) {
  TcMap results = operandsOfEnd(p, 0, p->numResults);
  sweep(p, &results, &p->forward, NULL);
  tcPartitionReadMoved(p);
  do
    findBackward(p);
  while (narrowBefore(p));
}

//===- Save or compute again ----------------------------------------------===//

// The cost of recomputing a value: ops, and bytes of values not saved yet, of
// which `from` is one if it is met.
typedef struct Again {
  TcMap ops, missing;
  int64_t bytes; // of what is missing
  MlirValue from;
  bool factor; // of a product that is recomputed
} Again;

static bool isProduct(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_DOT_GENERAL;
}

static void takeAgain(TcPartition *p, Again *a, MlirValue value);

// What is computed of a product is not a factor of another: the result of
// attention is saved, its scores are recomputed.
static void takeOperands(TcPartition *p, Again *a, MlirOperation op) {
  bool factor = a->factor;
  a->factor = factor || isProduct(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    takeAgain(p, a, mlirOperationGetOperand(op, i));
  a->factor = factor;
}

// Not more than again_ops deep. Which way reaches a product first says whether
// it is missing.
static void takeAgain(TcPartition *p, Again *a, MlirValue value) {
  MlirOperation op = opOf(value);
  if (tcPartitionHas(&p->saved, value.ptr) || tcPartitionIsFree(p, value) ||
      tcPartitionHas(&a->missing, value.ptr))
    return;
  if (!op.ptr || mlirValueEqual(value, a->from) ||
      !tcPartitionIsRecomputable(p, op) || (a->factor && isProduct(op)) ||
      (int64_t)a->ops.size == tcNumber(again_ops)) {
    add(&a->missing, value.ptr);
    a->bytes +=
        op.ptr ? tcPartitionGuess(p, value) : 0; // arguments cost nothing
    return;
  }
  if (tcPartitionHas(&a->ops, op.ptr))
    return;
  add(&a->ops, op.ptr);
  takeOperands(p, a, op);
}

// Whether forward has to store the value for itself: no kernel recomputes it
// for its readers, and of a product not all of these are maps, which are
// computed with it.
static bool isStored(const TcPartition *p, MlirValue value) {
  MlirOperation op = opOf(value);
  if (!op.ptr)
    return true;
  TcPrimOpKind kind = tcPrimOpKind(op);
  bool stored = kind != TC_PRIM_DOT_GENERAL && kind != TC_PRIM_CONVOLUTION;
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !stored && !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    stored =
        tcPartitionHas(&p->forward, reader.ptr) && !tcPartitionIsCheap(reader);
  }
  return stored && !tcPartitionIsCheap(op);
}

static bool areStored(const TcPartition *p, const TcMap *values) {
  for (size_t i = 0; i < values->size; ++i)
    if (!isStored(p, tcPartitionKey(values, i)))
      return false;
  return true;
}

// The bytes of others from which it is recomputed: no more than its own; a few
// more, such as a mean, where it would be stored for backward alone, and they
// are anyway.
static int64_t mostBytes(TcPartition *p, const Again *a, MlirValue value) {
  int64_t own = tcPartitionGuess(p, value);
  return areStored(p, &a->missing) ? own + own / tcNumber(again_more) : own;
}

static Again againFrom(TcPartition *p, MlirValue value, MlirValue from) {
  Again again = {
      .ops = {.arena = p->arena}, .missing = {.arena = p->arena}, .from = from};
  takeAgain(p, &again, value);
  return again;
}

// Recomputes the value from one on the way to it where that saves fewest bytes:
// from what forward rounded to a narrow float, not from the sum before.
static Again fromLeast(TcPartition *p, MlirValue value, const Again *whole) {
  Again least = *whole;
  for (size_t i = 0; i < whole->ops.size; ++i) {
    MlirOperation op = {(void *)whole->ops.entries[i].key};
    MlirValue from = mlirOperationGetResult(op, 0);
    if (mlirValueEqual(from, value))
      continue;
    Again again = againFrom(p, value, from);
    if (again.bytes < least.bytes)
      least = again;
  }
  return least;
}

// Whether it would be recomputed from what lies in memory as this value alone.
static bool isMoveOfMissing(const TcPartition *p, MlirOperation op,
                            const Again *again) {
  return again->missing.size == 1 && tcPartitionIsMove(p, op) &&
         mlirValueEqual(mlirOperationGetOperand(op, 0),
                        tcPartitionKey(&again->missing, 0));
}

static void decide(TcPartition *p, MlirValue value) {
  MlirOperation op = opOf(value);
  Again whole = againFrom(p, value, (MlirValue){NULL});
  if (whole.missing.size == 0)
    return;
  Again again = fromLeast(p, value, &whole);
  if (op.ptr && (again.bytes > mostBytes(p, &again, value) ||
                 isMoveOfMissing(p, op, &again))) {
    add(&p->saved, value.ptr);
    return;
  }
  for (size_t i = 0; i < again.missing.size; ++i)
    add(&p->saved, again.missing.entries[i].key);
}

// Whether a value that is saved needs nothing but others that are: it was saved
// before they were, as a comparison of a product's result with 0.
static bool isOfSaved(TcPartition *p, MlirValue value) {
  MlirOperation op = opOf(value);
  Again again = {.ops = {.arena = p->arena}, .missing = {.arena = p->arena}};
  if (!op.ptr || tcPartitionHas(&p->results, value.ptr) ||
      tcPartitionHas(&p->stored, value.ptr) ||
      !tcPartitionIsRecomputable(p, op))
    return false;
  takeOperands(p, &again, op);
  return again.missing.size == 0;
}

// From the last, so that none is given up for one that is then given up, too.
static void giveUpSaved(TcPartition *p) {
  TcMap left = {.arena = p->arena};
  for (size_t i = p->saved.size; i-- > 0;)
    if (isOfSaved(p, tcPartitionKey(&p->saved, i)))
      tcMapSet(&p->saved, p->saved.entries[i].key, NULL);
  for (size_t i = 0; i < p->saved.size; ++i)
    if (tcPartitionHas(&p->saved, p->saved.entries[i].key))
      add(&left, p->saved.entries[i].key);
  p->saved = left;
}

// Marks the values that are recomputed.
static void computeAgain(TcPartition *p) {
  TcMap wanted = {.arena = p->arena}, given = {.arena = p->arena};
  for (size_t i = 0; i < p->crossing.size; ++i)
    if (!tcPartitionHas(&p->saved, p->crossing.entries[i].key))
      add(&wanted, p->crossing.entries[i].key);
  for (size_t i = 0; i < p->saved.size; ++i) {
    MlirOperation op = opOf(tcPartitionKey(&p->saved, i));
    if (op.ptr)
      add(&given, op.ptr);
  }
  sweep(p, &wanted, &p->backward, &given);
}

// What crosses, and what that may be computed again from.
static TcMap neededAgain(TcPartition *p) {
  TcMap needed = {.arena = p->arena};
  for (size_t i = 0; i < p->crossing.size; ++i)
    add(&needed, p->crossing.entries[i].key);
  for (MlirOperation op = tcOpGetPrev(mlirBlockGetTerminator(p->body)); op.ptr;
       op = tcOpGetPrev(op))
    if (givesAnyOf(op, &needed) && tcPartitionIsRecomputable(p, op))
      addReads(p, op, &needed);
  return needed;
}

// In the order in which they are computed, since one may be made of another.
static void saveStored(TcPartition *p) {
  TcMap needed = neededAgain(p);
  tcPartitionFindStored(p);
  p->stored = (TcMap){.arena = p->arena};
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (!tcPartitionHas(&p->forward, op.ptr) || !tcPartitionIsCheap(op))
      continue;
    MlirValue value = mlirOperationGetResult(op, 0);
    if (tcPartitionHas(&needed, value.ptr) &&
        tcPartitionIsStoredAnyway(p, value)) {
      add(&p->saved, value.ptr);
      add(&p->stored, value.ptr);
    }
  }
}

void tcPartitionDecide(TcPartition *p) {
  split(p);
  p->known = (TcMap){.arena = p->arena};
  // First the values that must be saved, or are available anyway, so that
  // others can be recomputed from them.
  for (size_t i = 0; i < p->crossing.size; ++i) {
    const void *key = p->crossing.entries[i].key;
    MlirOperation op = opOf(tcPartitionKey(&p->crossing, i));
    if (op.ptr && !isFree(p, op) &&
        (!tcPartitionIsCheap(op) || tcPartitionHas(&p->results, key)))
      add(&p->saved, key);
  }
  saveStored(p);
  for (size_t i = 0; i < p->crossing.size; ++i)
    decide(p, tcPartitionKey(&p->crossing, i));
  giveUpSaved(p);
  computeAgain(p);
}
