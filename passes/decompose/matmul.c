// Decompositions of matrix products to prim.dot_general. Products of f16 and
// bf16 come out in f32 where something is added before they are rounded.
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

static TcDims none(void) { return (TcDims){0, NULL}; }

// Contracts dimension i of x with j of y, no batch.
static MlirValue product(TcBuild *b, MlirValue x, MlirValue y, intptr_t i,
                         intptr_t j, MlirType out) {
  TcDot dims = {none(), none(), tcDimsOne(b, i), tcDimsOne(b, j)};
  return tcDotGeneral(b, x, y, dims, out);
}

// The same with the first `n` dimensions of both as batch.
static MlirValue batchProduct(TcBuild *b, MlirValue x, MlirValue y, intptr_t n,
                              MlirType out) {
  TcDims batch = tcDimsRange(b, 0, n);
  TcDot dims = {batch, batch, tcDimsOne(b, n + 1), tcDimsOne(b, n)};
  return tcDotGeneral(b, x, y, dims, out);
}

//===- With a bias --------------------------------------------------------===//

// linear(x, w, bias) = x w^T + bias, leading dimensions of x kept
static void linear(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input"), w = tcArg(c, "weight");
  MlirValue bias = tcArgOrNone(c, "bias");
  MlirType type = tcElementOf(x);
  intptr_t last = tcRankOf(x) - 1;
  if (!bias.ptr) {
    tcReturn(c, product(b, x, w, last, tcRankOf(w) - 1, tcNoType()));
    return;
  }
  MlirType wide = tcComputeType(type);
  MlirValue y = product(b, x, w, last, tcRankOf(w) - 1, wide);
  tcReturnAs(c, tcAdd(b, y, tcConvert(b, bias, wide)), type);
}

// beta * bias + alpha * y; a factor of 1 or 0 leaves no trace
static MlirValue blend(TcFxCall *c, TcBuild *b, MlirValue bias, MlirValue y) {
  MlirType type = tcElementOf(y);
  if (!tcArgIsValue(c, "alpha", 1))
    y = tcMul(b, y, tcArgNumber(c, "alpha", type));
  if (tcArgIsValue(c, "beta", 0))
    return y;
  bias = tcConvert(b, bias, type);
  if (!tcArgIsValue(c, "beta", 1))
    bias = tcMul(b, bias, tcArgNumber(c, "beta", type));
  return tcAdd(b, y, bias);
}

// addmm(m, x, y, beta, alpha) = beta * m + alpha * x y
static void addmm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "mat1"), y = tcArg(c, "mat2");
  MlirType type = tcElementOf(x);
  MlirValue xy = product(b, x, y, 1, 0, tcComputeType(type));
  tcReturnAs(c, blend(c, b, tcArg(c, "self"), xy), type);
}

// addmv(m, x, v, beta, alpha) = beta * m + alpha * x v
static void addmv(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "mat"), v = tcArg(c, "vec");
  MlirType type = tcElementOf(x);
  MlirValue xv = product(b, x, v, 1, 0, tcComputeType(type));
  tcReturnAs(c, blend(c, b, tcArg(c, "self"), xv), type);
}

// baddbmm(m, x, y, beta, alpha) = beta * m + alpha * x y, by batch
static void baddbmm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "batch1"), y = tcArg(c, "batch2");
  MlirType type = tcElementOf(x);
  MlirValue xy = batchProduct(b, x, y, 1, tcComputeType(type));
  tcReturnAs(c, blend(c, b, tcArg(c, "self"), xy), type);
}

// addbmm(m, x, y, beta, alpha) = beta * m + alpha * the sum over the batch of
// x y, which the product contracts
static void addbmm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "batch1"), y = tcArg(c, "batch2");
  MlirType type = tcElementOf(x);
  TcDims mine = tcDimsRange(b, 0, 2), theirs = tcDimsRange(b, 0, 2);
  mine.data[1] = 2;
  TcDot dims = {none(), none(), mine, theirs};
  MlirValue xy = tcDotGeneral(b, x, y, dims, tcComputeType(type));
  tcReturnAs(c, blend(c, b, tcArg(c, "self"), xy), type);
}

//===- Plain --------------------------------------------------------------===//

// mm(x, y) = x y
static void mm(TcFxCall *c, TcBuild *b) {
  tcReturn(c, product(b, tcArg(c, "self"), tcArg(c, "mat2"), 1, 0, tcNoType()));
}

// _int_mm(x, y) = x y, of i8 in i32
static void intMm(TcFxCall *c, TcBuild *b) {
  tcReturn(c, product(b, tcArg(c, "self"), tcArg(c, "mat2"), 1, 0,
                      mlirIntegerTypeGet(b->at.ctx, 32)));
}

// bmm(x, y) = x y by batch
static void bmm(TcFxCall *c, TcBuild *b) {
  tcReturn(c,
           batchProduct(b, tcArg(c, "self"), tcArg(c, "mat2"), 1, tcNoType()));
}

// mv(x, v) = x v
static void mv(TcFxCall *c, TcBuild *b) {
  tcReturn(c, product(b, tcArg(c, "self"), tcArg(c, "vec"), 1, 0, tcNoType()));
}

// dot(x, y) = sum of x_i y_i
static void dot(TcFxCall *c, TcBuild *b) {
  tcReturn(c,
           product(b, tcArg(c, "self"), tcArg(c, "tensor"), 0, 0, tcNoType()));
}

// outer(x, y) = x_i y_j
static void outer(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), y = tcArg(c, "vec2");
  MlirType type = tcPromoteTypes(tcElementOf(x), tcElementOf(y));
  tcReturn(c, tcMul(b, tcUnsqueeze(b, tcConvert(b, x, type), 1),
                    tcConvert(b, y, type)));
}

// x with its leading dimensions broadcast to `batch`.
static MlirValue withBatch(TcBuild *b, MlirValue x, TcShape batch) {
  TcShape shape = tcShapeMake(b, batch.rank + 2);
  for (intptr_t i = 0; i < batch.rank; ++i)
    shape.sizes[i] = batch.sizes[i];
  for (intptr_t i = 0; i < 2; ++i)
    shape.sizes[batch.rank + i] = tcValueSize(x, tcRankOf(x) - 2 + i);
  return tcBroadcastTo(b, x, shape);
}

static MlirValue broadcastProduct(TcBuild *b, MlirValue x, MlirValue y) {
  TcShape sx = tcShapeOf(b, x), sy = tcShapeOf(b, y), batch;
  sx.rank -= 2;
  sy.rank -= 2;
  if (!tcShapeBroadcast(b, sx, sy, &batch))
    return tcFail(b, 1103, "batch dimensions do not broadcast");
  return batchProduct(b, withBatch(b, x, batch), withBatch(b, y, batch),
                      batch.rank, tcNoType());
}

// matmul(x, y): vectors, matrices and batches of them, as in PyTorch
static void matmul(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), y = tcArg(c, "other");
  intptr_t rx = tcRankOf(x), ry = tcRankOf(y);
  if (rx == 0 || ry == 0)
    tcFail(b, 1102, "operands must have a dimension");
  else if (ry <= 2) // also vectors: their only dimension is contracted
    tcReturn(c, product(b, x, y, rx - 1, 0, tcNoType()));
  else if (rx == 1)
    tcReturn(c, product(b, x, y, 0, ry - 2, tcNoType()));
  else if (rx == 2) // [.., m, n] of y x, turned
    tcReturn(
        c, tcSwap(b, product(b, y, x, ry - 2, 1, tcNoType()), ry - 2, ry - 1));
  else
    tcReturn(c, broadcastProduct(b, x, y));
}

// A factor of _trilinear: with dimensions of size 1 where it has none.
static MlirValue expanded(TcFxCall *c, TcBuild *b, const char *name,
                          const char *dims) {
  MlirValue x = tcArgCompute(c, name);
  TcDims at = tcArgDimList(c, dims, TC_MAX_RANK);
  for (intptr_t i = 0; i < at.size; ++i)
    x = tcUnsqueeze(b, x, (intptr_t)at.data[i]);
  return x;
}

// _trilinear(x, y, z): the sum of their products over some dimensions
static void trilinear(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcMul(b, expanded(c, b, "i1", "expand1"),
                      expanded(c, b, "i2", "expand2"));
  x = tcMul(b, x, expanded(c, b, "i3", "expand3"));
  TcDims given = tcArgDimList(c, "sumdim", tcRankOf(x));
  if (given.size)
    x = tcSum(b, x, tcArgDims(c, "sumdim", tcRankOf(x)), false);
  tcReturnAs(c, x, tcElementOf(tcArg(c, "i1")));
}

static const TcFxRule rules[] = {
    {"aten.linear.default", linear, 0},
    {"aten.addmm.default", addmm, 0},
    {"aten.addmv.default", addmv, 0},
    {"aten.baddbmm.default", baddbmm, 0},
    {"aten.addbmm.default", addbmm, 0},
    {"aten.mm.default", mm, 0},
    {"aten._int_mm.default", intMm, 0},
    {"aten.bmm.default", bmm, 0},
    {"aten.mv.default", mv, 0},
    {"aten.dot.default", dot, 0},
    {"aten.outer.default", outer, 0},
    {"aten.matmul.default", matmul, 0},
    {"aten._trilinear.default", trilinear, 0},
};

TC_FX_RULES(tcFxMatmulRules, rules);
