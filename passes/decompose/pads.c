// Decompositions of pads: by a constant, and by elements of the padded tensor.
// The latter are concatenations where the pads are constant, so that copies and
// gradients are of slices; else gathers.
#include "passes/decompose/call.h"

// The pairs of `pad`, last dimension first, as one low and high a dimension.
typedef struct Pads {
  MlirAttribute *low, *high;
} Pads;

static Pads padsOf(TcFxCall *c, const char *name, intptr_t rank) {
  TcBuild *b = c->b;
  TcShape given = tcArgSizes(c, name);
  Pads pads = {tcShapeMake(b, rank).sizes, tcShapeMake(b, rank).sizes};
  if (given.rank > 2 * rank || given.rank % 2)
    tcFail(b, 1102, "argument '%s' must have two numbers a dimension", name);
  for (intptr_t i = 0; i < rank; ++i) {
    intptr_t at = 2 * (rank - 1 - i);
    bool isGiven = at + 1 < given.rank;
    pads.low[i] = isGiven ? given.sizes[at] : tcSizeInt(b, 0);
    pads.high[i] = isGiven ? given.sizes[at + 1] : tcSizeInt(b, 0);
  }
  return pads;
}

// constant_pad_nd(x, pad, value)
static void constantPad(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  Pads pads = padsOf(c, "pad", tcRankOf(x));
  MlirValue value = tcArgIsNone(c, "value")
                        ? tcNum(b, x, 0)
                        : tcArgNumber(c, "value", tcElementOf(x));
  tcReturn(c, tcPad(b, x, value, pads.low, pads.high));
}

typedef enum Edge { EDGE_REFLECT, EDGE_REPLICATE, EDGE_CIRCULAR } Edge;

// Where position p, which may lie outside [0, n), reads.
static MlirValue edgeIndex(TcBuild *b, MlirValue p, MlirAttribute n,
                           Edge edge) {
  MlirValue zero = tcConstInt(b, tcI64(b), 0);
  MlirValue size = tcSizeValue(b, n, tcI64(b));
  MlirValue last = tcSizeValue(b, tcSizeAttrAddConst(n, -1), tcI64(b));
  switch (edge) {
  case EDGE_REFLECT: // n - 1 - |n - 1 - |p||
    return tcSub(b, last, tcAbs(b, tcSub(b, last, tcAbs(b, p))));
  case EDGE_REPLICATE:
    return tcMin(b, tcMax(b, p, zero), last);
  case EDGE_CIRCULAR:
    return tcBinary(b, TC_PRIM_REMAINDER, p, size);
  }
  return p;
}

static MlirValue padEdge(TcBuild *b, MlirValue x, intptr_t dim,
                         MlirAttribute low, MlirAttribute high, Edge edge) {
  if (!x.ptr || (tcSizeAttrIsValue(low, 0) && tcSizeAttrIsValue(high, 0)))
    return x;
  MlirAttribute n = tcValueSize(x, dim);
  MlirValue out =
      tcIota(b, tcSizeAttrAdd(n, tcSizeAttrAdd(low, high)), tcI64(b));
  MlirValue at =
      edgeIndex(b, tcSub(b, out, tcSizeValue(b, low, tcI64(b))), n, edge);
  return tcMoveDim(b, tcIndex(b, x, 1, &at, tcDimsOne(b, dim)), 0, dim);
}

// What is cut off is not wrapped: negative pads come first.
static MlirValue padCircular(TcBuild *b, MlirValue x, intptr_t dim,
                             MlirAttribute low, MlirAttribute high) {
  if (!x.ptr)
    return x;
  MlirAttribute zero = tcSizeInt(b, 0);
  MlirAttribute front = tcSizeAttrMax(tcSizeAttrSub(zero, low), zero);
  MlirAttribute back = tcSizeAttrMax(tcSizeAttrSub(zero, high), zero);
  MlirAttribute kept =
      tcSizeAttrSub(tcValueSize(x, dim), tcSizeAttrAdd(front, back));
  return padEdge(b, tcSlice(b, x, dim, front, kept, 1), dim,
                 tcSizeAttrMax(low, zero), tcSizeAttrMax(high, zero),
                 EDGE_CIRCULAR);
}

// What a constant pad adds in front of x, or behind it, along `dim`.
static MlirValue edgePiece(TcBuild *b, MlirValue x, intptr_t dim, int64_t pad,
                           bool front, Edge edge) {
  MlirAttribute n = tcValueSize(x, dim), size = tcSizeInt(b, pad);
  MlirAttribute last = tcSizeAttrAddConst(n, -1), zero = tcSizeInt(b, 0);
  switch (edge) {
  case EDGE_REFLECT:
    return tcRev(
        b,
        tcSlice(b, x, dim,
                front ? tcSizeInt(b, 1) : tcSizeAttrAddConst(last, -pad), size,
                1),
        tcDimsOne(b, dim));
  case EDGE_REPLICATE:
    x = tcSlice(b, x, dim, front ? zero : last, tcSizeInt(b, 1), 1);
    return x.ptr
               ? tcBroadcastTo(b, x, tcShapeWith(b, tcShapeOf(b, x), dim, size))
               : x;
  case EDGE_CIRCULAR:
    return tcSlice(b, x, dim, front ? tcSizeAttrAddConst(n, -pad) : zero, size,
                   1);
  }
  return x;
}

// Whether the dimension has the elements of a pad of one piece. (A pad beyond
// all memory is none: the sum of the sizes would not be a number.)
static bool padFits(MlirAttribute n, int64_t pad, Edge edge) {
  if (pad < 0 || pad > INT64_MAX / 4)
    return false;
  int64_t size, least = edge == EDGE_REFLECT     ? pad + 1
                        : edge == EDGE_REPLICATE ? pad > 0
                                                 : pad;
  return !tcSizeAttrIsConstant(n, &size) || size >= least;
}

// Whether all pads are constant pieces of x, so that the result is a
// concatenation, and a gradient a sum of slices.
static bool padsArePieces(MlirValue x, Pads pads, Edge edge) {
  for (intptr_t d = 0; d < tcRankOf(x); ++d) {
    int64_t low, high;
    MlirAttribute n = tcValueSize(x, d);
    if (!tcSizeAttrIsConstant(pads.low[d], &low) ||
        !tcSizeAttrIsConstant(pads.high[d], &high) || !padFits(n, low, edge) ||
        !padFits(n, high, edge))
      return false;
  }
  return true;
}

// x padded along the dimensions from `dim` on, each piece taken from x itself.
static MlirValue padPieces(TcBuild *b, MlirValue x, intptr_t dim, Pads pads,
                           Edge edge) {
  MlirValue pieces[3];
  intptr_t n = 0;
  if (!x.ptr || dim == tcRankOf(x))
    return x;
  for (int i = -1; i <= 1; ++i) {
    int64_t pad = 0;
    tcSizeAttrIsConstant(i < 0 ? pads.low[dim] : pads.high[dim], &pad);
    if (i && !pad)
      continue;
    MlirValue piece = i ? edgePiece(b, x, dim, pad, i < 0, edge) : x;
    pieces[n++] = padPieces(b, piece, dim + 1, pads, edge);
  }
  return tcCat(b, n, pieces, dim);
}

static void padEdges(TcFxCall *c, const char *name, Edge edge) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  Pads pads = padsOf(c, name, rank);
  if (x.ptr && padsArePieces(x, pads, edge)) {
    tcReturn(c, padPieces(c->b, x, 0, pads, edge));
    return;
  }
  for (intptr_t i = 0; i < rank; ++i)
    x = edge == EDGE_CIRCULAR
            ? padCircular(c->b, x, i, pads.low[i], pads.high[i])
            : padEdge(c->b, x, i, pads.low[i], pads.high[i], edge);
  tcReturn(c, x);
}

// reflection_pad(x, padding): mirrored at the edge element
static void reflectionPad(TcFxCall *c, TcBuild *b) {
  (void)b;
  padEdges(c, "padding", EDGE_REFLECT);
}

// replication_pad(x, padding): the edge element repeated
static void replicationPad(TcFxCall *c, TcBuild *b) {
  (void)b;
  padEdges(c, "padding", EDGE_REPLICATE);
}

// pad(x, pad, mode, value)
static void pad(TcFxCall *c, TcBuild *b) {
  if (tcArgIsString(c, "mode", "reflect"))
    padEdges(c, "pad", EDGE_REFLECT);
  else if (tcArgIsString(c, "mode", "replicate"))
    padEdges(c, "pad", EDGE_REPLICATE);
  else if (tcArgIsString(c, "mode", "circular"))
    padEdges(c, "pad", EDGE_CIRCULAR);
  else
    constantPad(c, b);
}

static const TcFxRule rules[] = {
    {"aten.constant_pad_nd.default", constantPad, 0},
    {"aten.reflection_pad1d.default", reflectionPad, 0},
    {"aten.reflection_pad2d.default", reflectionPad, 0},
    {"aten.reflection_pad3d.default", reflectionPad, 0},
    {"aten.replication_pad1d.default", replicationPad, 0},
    {"aten.replication_pad2d.default", replicationPad, 0},
    {"aten.replication_pad3d.default", replicationPad, 0},
    {"aten.pad.default", pad, 0},
};

TC_FX_RULES(tcFxPadRules, rules);
