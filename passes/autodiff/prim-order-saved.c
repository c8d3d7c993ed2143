// prim-order-saved: says of a backward function's arguments in which order
// their dimensions lie: that which the compiler chose for the results of
// forward that they are (prim-partition{any-order}, loop-layout).
//
//   orders=5:0.2.3.1   %y {tc.saved = 5} -> {tc.saved = 5, tc.layout = ...}
//
// Runs on the backward half, once forward is compiled.
#include "passes/autodiff/joint.h"

#include "lib/ir/attrs.h"
#include "lib/ir/builder.h"
#include "lib/ir/diag.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/support/vec.h"
#include "tc/gen/FuncOps.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>

enum { OPTION_ENTRY, OPTION_ORDERS, MAX_RANK = 32 };

static const TcPassOption options[] = {
    {"entry", TC_OPTION_STRING, "main", "backward function"},
    {"orders", TC_OPTION_STRING, "",
     "RESULT:DIM.DIM...,... : of results of forward that it saves for "
     "backward, their dimensions from the outermost"}};

// One entry of `orders`.
typedef struct Order {
  int64_t result;
  intptr_t rank;
  int64_t dims[MAX_RANK];
} Order;
typedef TC_VEC(Order) Orders;

// Reads an entry behind *at; false if it is malformed.
static bool parseOrder(const char **at, Order *o) {
  char *end;
  o->rank = 0;
  o->result = strtoll(*at, &end, 10);
  if (end == *at || *end != ':')
    return false;
  do {
    const char *begin = end + 1;
    if (o->rank == MAX_RANK)
      return false;
    o->dims[o->rank++] = strtoll(begin, &end, 10);
    if (end == begin)
      return false;
  } while (*end == '.');
  *at = end + (*end == ',');
  return *end == ',' || !*end;
}

static bool parseOrders(TcArena *arena, const char *text, Orders *orders) {
  while (*text) {
    Order o;
    if (!parseOrder(&text, &o))
      return false;
    tcVecPush(arena, orders, o);
  }
  return true;
}

static const Order *orderOf(const Orders *orders, MlirAttribute saved) {
  for (size_t i = 0; i < orders->size; ++i)
    if (saved.ptr && mlirAttributeIsAInteger(saved) &&
        mlirIntegerAttrGetValueInt(saved) == orders->data[i].result)
      return &orders->data[i];
  return NULL;
}

static bool isOrderOf(MlirValue argument, const Order *o) {
  bool used[MAX_RANK] = {false};
  if (o->rank != mlirShapedTypeGetRank(mlirValueGetType(argument)))
    return false;
  for (intptr_t i = 0; i < o->rank; ++i) {
    int64_t dim = o->dims[i];
    if (dim < 0 || dim >= o->rank || used[dim])
      return false;
    used[dim] = true;
  }
  return true;
}

// The attributes of an argument, with the order; null if it is not one of the
// argument's dimensions.
static MlirAttribute withOrder(TcArena *arena, MlirAttribute attrs,
                               MlirValue argument, const Order *o) {
  MlirContext ctx = mlirAttributeGetContext(attrs);
  TC_VEC(MlirNamedAttribute) all = {0};
  if (!isOrderOf(argument, o))
    return tcNoAttr();
  MlirAttribute layout = tcLayoutAttrGetOrdered(ctx, o->rank, o->dims);
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(attrs); ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(attrs, i);
    if (!mlirStringRefEqual(mlirIdentifierStr(entry.name), tcStr("tc.layout")))
      tcVecPush(arena, &all, entry);
  }
  MlirIdentifier name = mlirIdentifierGet(ctx, tcStr("tc.layout"));
  tcVecPush(arena, &all, mlirNamedAttributeGet(name, layout));
  return mlirDictionaryAttrGet(ctx, (intptr_t)all.size, all.data);
}

static MlirLogicalResult orderArguments(TcArena *arena, MlirOperation func,
                                        const Orders *orders) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  MlirAttribute old = tcFuncFuncGetArgAttrs(func);
  TC_VEC(MlirAttribute) attrs = {0};
  for (intptr_t i = 0; old.ptr && i < mlirArrayAttrGetNumElements(old); ++i) {
    MlirAttribute own = mlirArrayAttrGetElement(old, i);
    const Order *o = orderOf(
        orders, mlirDictionaryAttrGetElementByName(own, tcStr("tc.saved")));
    if (o)
      own = withOrder(arena, own, mlirBlockGetArgument(body, i), o);
    if (!own.ptr)
      return tcEmitError(mlirOperationGetLocation(func),
                         "[TC-5204] prim-order-saved: the order of result %lld "
                         "is none of argument %d's dimensions",
                         (long long)o->result, (int)i);
    tcVecPush(arena, &attrs, own);
  }
  if (old.ptr)
    tcFuncFuncSetArgAttrsAttr(
        func, mlirArrayAttrGet(mlirAttributeGetContext(old),
                               (intptr_t)attrs.size, attrs.data));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult runOn(TcArena *arena, MlirOperation module,
                               TcPass *pass) {
  Orders orders = {0};
  MlirStringRef entry = tcPassGetOptionString(pass, OPTION_ENTRY);
  MlirStringRef text = tcPassGetOptionString(pass, OPTION_ORDERS);
  MlirOperation func = tcFindFunction(module, entry);
  if (!func.ptr)
    return tcEmitError(mlirOperationGetLocation(module),
                       "[TC-5204] prim-order-saved: there is no function @%.*s",
                       (int)entry.length, entry.data);
  if (!parseOrders(arena,
                   tcArenaPrintf(arena, "%.*s", (int)text.length, text.data),
                   &orders))
    return tcEmitError(mlirOperationGetLocation(func),
                       "[TC-5204] prim-order-saved: orders are written "
                       "RESULT:DIM.DIM,...: '%.*s'",
                       (int)text.length, text.data);
  return orderArguments(arena, func, &orders);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  MlirLogicalResult result = runOn(&arena, module, pass);
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"prim", "func", NULL};

const TcPassInfo tcPassPrimOrderSaved = {
    .argument = "prim-order-saved",
    .summary = "Say how the arguments that forward saved lie",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .dependentDialects = dependents,
    .run = run,
};
