// The derivative of prim.scan: a scan that runs the other way.
//
//   c', s = scan(c, x) f                     f: (c, x) -> (c', s)
//   dc, da, dx = scan(dc', 0; C, x, ds) g    g: f's own derivative at (c, x)
//
// C are the values carried into each iteration, which the forward scan is made
// to stack (tcScanKeepCarries); other values of the body are recomputed. `a`
// are values that the body reads from outside: their gradients are carried and
// accumulated. See autodiff.h.
#include "passes/autodiff/tape.h"

#include "lib/ir/combination.h"
#include "lib/ir/region.h"
#include "lib/ir/shim.h"

typedef TC_VEC(MlirValue) Values;
typedef TC_VEC(MlirType) Types;

static MlirBlock bodyOf(MlirOperation scan) {
  return mlirRegionGetFirstBlock(tcPrimScanGetBody(scan));
}

static MlirValue yielded(MlirOperation scan, intptr_t i) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(bodyOf(scan)), i);
}

//===- What is carried into each turn -------------------------------------===//

// The result that stacks carried value i as it comes in; -1 if there is none.
static intptr_t findKept(MlirOperation scan, intptr_t i) {
  MlirValue carried = mlirBlockGetArgument(bodyOf(scan), i);
  for (intptr_t k = tcPrimScanGetNumInit(scan);
       k < mlirOperationGetNumResults(scan); ++k)
    if (mlirValueEqual(yielded(scan, k), carried))
      return k;
  return -1;
}

static MlirType stackOf(TcArena *arena, MlirOperation scan, MlirType slice) {
  intptr_t rank = tcTypeGetRank(slice);
  MlirAttribute *sizes = TC_ARENA_ARRAY(arena, MlirAttribute, (size_t)rank + 2);
  sizes[0] = tcTypeGetSize(mlirValueGetType(tcPrimScanGetXs(scan, 0)), 0);
  tcTypeGetSizes(slice, sizes + 1);
  return tcTensorTypeGet(rank + 1, sizes, tcTypeGetElement(slice));
}

// Ends the body by yielding `more` as well.
static void yieldMore(TcArena *arena, MlirBlock body, const Values *more) {
  MlirOperation old = mlirBlockGetTerminator(body);
  Values all = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(old); ++i)
    tcVecPush(arena, &all, mlirOperationGetOperand(old, i));
  for (size_t i = 0; i < more->size; ++i)
    tcVecPush(arena, &all, more->data[i]);
  TcBuilder b = tcBuilderBefore(old);
  tcPrimYieldCreate(&b, (intptr_t)all.size, all.data);
  mlirOperationDestroy(old);
}

static void operandsOf(TcArena *arena, MlirOperation op, Values *out) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(arena, out, mlirOperationGetOperand(op, i));
}

MlirOperation tcScanKeepCarries(TcArena *arena, MlirOperation op) {
  intptr_t numInit = tcPrimScanGetNumInit(op);
  Values more = {0}, operands = {0};
  Types types = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    tcVecPush(arena, &types, mlirValueGetType(mlirOperationGetResult(op, i)));
  for (intptr_t i = 0; i < numInit; ++i) {
    MlirValue carried = mlirBlockGetArgument(bodyOf(op), i);
    if (findKept(op, i) >= 0)
      continue;
    tcVecPush(arena, &more, carried);
    tcVecPush(arena, &types, stackOf(arena, op, mlirValueGetType(carried)));
  }
  if (!more.size)
    return op;
  operandsOf(arena, op, &operands);
  TcBuilder b = tcBuilderBefore(op);
  MlirOperation kept =
      tcPrimScanCreate(&b, (intptr_t)types.size, types.data, numInit,
                       operands.data, tcPrimScanGetNumXs(op),
                       operands.data + numInit, tcPrimScanGetReverse(op));
  // Both stacks of a product are one pass in order, down columns; in any
  // grouping, scans of their own, one of which is stored across rows
  // (docs/experiments.md).
  if (tcScanIsAssociative(op) && !tcScanMultiplies(op))
    tcScanSetAssociative(kept);
  mlirRegionTakeBody(tcPrimScanGetBody(kept), tcPrimScanGetBody(op));
  yieldMore(arena, bodyOf(kept), &more);
  return kept;
}

//===- The other way ------------------------------------------------------===//

typedef struct Back {
  TcVjp *v;
  TcArena *arena;
  MlirOperation op; // the scan whose derivative it is
  MlirBlock from;   // its body
  intptr_t numInit;
  Values around;   // what the body reads from around it, and gradients need
  Values init, xs; // of the new scan
  Types types;     // of its results
  Types arguments; // of its body
  TcTape tape;     // of its body
  TcBuild b;
} Back;

static MlirWalkResult noteAround(MlirOperation op, void *self) {
  Back *k = self;
  bool isScan = mlirOperationEqual(op, k->op);
  for (intptr_t i = 0; !isScan && i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    bool known =
        !tcTapeIsActive(k->v->tape, value) || tcValueIsInside(value, k->op);
    for (size_t j = 0; j < k->around.size; ++j)
      known |= mlirValueEqual(k->around.data[j], value);
    if (!known)
      tcVecPush(k->arena, &k->around, value);
  }
  return MlirWalkResultAdvance;
}

static void addInit(Back *k, MlirValue value) {
  tcVecPush(k->arena, &k->init, value);
  tcVecPush(k->arena, &k->types, mlirValueGetType(value));
  tcVecPush(k->arena, &k->arguments, mlirValueGetType(value));
}

static void addXs(Back *k, MlirValue value, MlirType slice) {
  tcVecPush(k->arena, &k->xs, value);
  tcVecPush(k->arena, &k->arguments, slice);
}

// The cotangent of a stack of the forward scan, zeros if it has none.
static MlirValue stackCotangent(const Back *k, intptr_t i) {
  return tcTapeGet(k->v->tape, mlirOperationGetResult(k->op, i));
}

static void addOperands(Back *k) {
  for (intptr_t i = 0; i < k->numInit; ++i)
    if (tcIsSmooth(mlirBlockGetArgument(k->from, i)))
      addInit(k, tcVjpCotangent(k->v, i));
  for (size_t i = 0; i < k->around.size; ++i)
    addInit(k, tcZerosLike(&k->v->b, k->around.data[i]));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(k->from); ++i) {
    MlirType slice = mlirValueGetType(mlirBlockGetArgument(k->from, i));
    intptr_t kept = i < k->numInit ? findKept(k->op, i) : -1;
    addXs(k,
          kept < 0 ? mlirOperationGetOperand(k->op, i)
                   : mlirOperationGetResult(k->op, kept),
          slice);
  }
  for (intptr_t i = k->numInit; i < mlirOperationGetNumResults(k->op); ++i)
    if (stackCotangent(k, i).ptr)
      addXs(k, stackCotangent(k, i), mlirValueGetType(yielded(k->op, i)));
  for (intptr_t i = k->numInit; i < mlirBlockGetNumArguments(k->from); ++i)
    if (tcIsSmooth(mlirBlockGetArgument(k->from, i)))
      tcVecPush(k->arena, &k->types,
                mlirValueGetType(mlirOperationGetOperand(k->op, i)));
}

// Copies the first scan's body; `images` become what it yields. Its arguments
// are those of the new body from number `first` on.
static void copyBody(Back *k, MlirBlock body, intptr_t first, Values *images) {
  TcMapping *mapping = tcMappingCreate();
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(k->from); ++i) {
    MlirValue own = mlirBlockGetArgument(body, first + i);
    tcMappingAdd(mapping, mlirBlockGetArgument(k->from, i), own);
    if (tcIsSmooth(own))
      tcTapeWatch(&k->tape, own);
  }
  MlirOperation end = mlirBlockGetTerminator(k->from);
  for (MlirOperation op = mlirBlockGetFirstOperation(k->from);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    tcBuilderInsert(&k->b.at, tcOpClone(op, mapping));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirValue value = mlirOperationGetOperand(end, i);
    MlirValue image = tcMappingGet(mapping, value);
    tcVecPush(k->arena, images, image.ptr ? image : value);
  }
  tcMappingDestroy(mapping);
}

// The cotangents of what the copied body yields: those carried, then those of
// stacks from argument `at` on.
static void seed(Back *k, MlirBlock body, intptr_t at, const Values *images) {
  intptr_t carried = 0;
  for (intptr_t i = 0; i < k->numInit; ++i)
    if (tcIsSmooth(images->data[i]))
      tcTapeAdd(&k->tape, &k->b, images->data[i],
                mlirBlockGetArgument(body, carried++));
  for (size_t i = (size_t)k->numInit; i < images->size; ++i)
    if (stackCotangent(k, (intptr_t)i).ptr)
      tcTapeAdd(&k->tape, &k->b, images->data[i],
                mlirBlockGetArgument(body, at++));
}

static MlirValue gradientOf(Back *k, MlirValue value) {
  MlirValue gradient = tcTapeGet(&k->tape, value);
  return gradient.ptr ? gradient : tcZerosLike(&k->b, value);
}

static void yieldAround(Back *k, MlirBlock body, intptr_t at, Values *out) {
  for (size_t i = 0; i < k->around.size; ++i) {
    MlirValue sum = mlirBlockGetArgument(body, at + (intptr_t)i);
    MlirValue part = tcTapeGet(&k->tape, k->around.data[i]);
    tcVecPush(k->arena, out, part.ptr ? tcAdd(&k->b, sum, part) : sum);
  }
}

// Yields what is carried, then slices of gradients of the first scan's xs.
static void endBody(Back *k, MlirBlock body, intptr_t first) {
  Values out = {0};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(k->from); ++i) {
    MlirValue own = mlirBlockGetArgument(body, first + i);
    if (i == k->numInit)
      yieldAround(k, body, first - (intptr_t)k->around.size, &out);
    if (tcIsSmooth(own))
      tcVecPush(k->arena, &out, gradientOf(k, own));
  }
  tcPrimYieldCreate(&k->b.at, (intptr_t)out.size, out.data);
}

static void fillBody(Back *k, MlirOperation back) {
  MlirBlock body =
      tcBuilderAddBlock(&k->b.at, tcPrimScanGetBody(back),
                        (intptr_t)k->arguments.size, k->arguments.data);
  intptr_t first = (intptr_t)k->init.size;
  Values images = {0};
  k->b.at = tcBuilderAtEnd(body, k->v->b.at.loc);
  copyBody(k, body, first, &images);
  for (size_t i = 0; i < k->around.size; ++i)
    tcTapeWatch(&k->tape, k->around.data[i]);
  tcTapeFindActive(&k->tape, body, images.size, images.data);
  seed(k, body, first + mlirBlockGetNumArguments(k->from), &images);
  tcTapeSweep(&k->tape, &k->b, body);
  if (!k->tape.failed)
    endBody(k, body, first);
  k->v->tape->failed |= k->tape.failed;
}

static void giveAll(Back *k, MlirOperation back) {
  intptr_t at = 0;
  for (intptr_t i = 0; i < k->numInit; ++i)
    if (tcIsSmooth(mlirBlockGetArgument(k->from, i)))
      tcVjpGive(k->v, i, mlirOperationGetResult(back, at++));
  for (size_t i = 0; i < k->around.size; ++i)
    tcTapeAdd(k->v->tape, &k->v->b, k->around.data[i],
              mlirOperationGetResult(back, at++));
  for (intptr_t i = k->numInit; i < mlirBlockGetNumArguments(k->from); ++i)
    if (tcIsSmooth(mlirBlockGetArgument(k->from, i)))
      tcVjpGive(k->v, i, mlirOperationGetResult(back, at++));
}

// c', s = scan(c, x): see above
void tcVjpScan(TcVjp *v) {
  TcArena *arena = v->b.arena;
  Back k = {.v = v,
            .arena = arena,
            .op = v->op,
            .from = bodyOf(v->op),
            .numInit = tcPrimScanGetNumInit(v->op),
            .tape = {.arena = arena,
                     .active = {.arena = arena},
                     .cotangents = {.arena = arena}},
            .b = v->b};
  mlirOperationWalk(v->op, noteAround, &k, MlirWalkPreOrder);
  addOperands(&k);
  MlirOperation back =
      tcPrimScanCreate(&v->b.at, (intptr_t)k.types.size, k.types.data,
                       (intptr_t)k.init.size, k.init.data, (intptr_t)k.xs.size,
                       k.xs.data, !tcPrimScanGetReverse(v->op));
  if (!back.ptr) {
    v->tape->failed = true;
    return;
  }
  fillBody(&k, back);
  if (!v->tape->failed)
    giveAll(&k, back);
}
