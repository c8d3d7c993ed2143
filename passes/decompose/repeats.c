// Decompositions of repeats, rolls, flips and pixel shuffles.
#include "passes/decompose/call.h"

// Each dimension repeated: x as [1, d0, 1, d1, ...] broadcast to
// [r0, d0, r1, d1, ...]
static MlirValue repeated(TcBuild *b, MlirValue x, TcShape repeats) {
  TcShape own = tcShapeOf(b, x), wide = tcShapeMake(b, 2 * repeats.rank);
  TcShape pairs = tcShapeMake(b, wide.rank);
  TcShape shape = tcShapeMake(b, repeats.rank);
  intptr_t shift = repeats.rank - own.rank;
  for (intptr_t i = 0; i < repeats.rank; ++i) {
    MlirAttribute size = i < shift ? tcSizeInt(b, 1) : own.sizes[i - shift];
    pairs.sizes[2 * i] = tcSizeInt(b, 1);
    wide.sizes[2 * i] = repeats.sizes[i];
    pairs.sizes[2 * i + 1] = wide.sizes[2 * i + 1] = size;
    shape.sizes[i] = tcSizeAttrMul(repeats.sizes[i], size);
  }
  return tcReshape(b, tcBroadcastTo(b, tcReshape(b, x, pairs), wide), shape);
}

// repeat(x, repeats)
static void repeat(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  TcShape repeats = tcArgSizes(c, "repeats");
  if (repeats.rank < tcRankOf(x))
    tcFail(b, 1102, "argument 'repeats' must name every dimension");
  else if (x.ptr)
    tcReturn(c, repeated(b, x, repeats));
}

// tile(x, dims) = repeat(x, dims with ones in front)
static void tile(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  TcShape repeats = tcArgSizes(c, "dims");
  while (repeats.rank < tcRankOf(x))
    repeats = tcShapeInsert(b, repeats, 0, tcSizeInt(b, 1));
  if (x.ptr)
    tcReturn(c, repeated(b, x, repeats));
}

// repeat_interleave(x, n, dim): each element n times
static void repeatInterleave(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  if (tcArgIsNone(c, "dim") && x.ptr)
    x = tcFlatten(b, x, 0, tcRankOf(x));
  if (!x.ptr)
    return;
  intptr_t dim = tcArgIsNone(c, "dim") ? 0 : tcArgDim(c, "dim", tcRankOf(x));
  MlirValue y = tcUnsqueeze(b, x, dim + 1);
  TcShape wide =
      tcShapeWith(b, tcShapeOf(b, y), dim + 1, tcArgSize(c, "repeats"));
  tcReturn(c, tcFlatten(b, tcBroadcastTo(b, y, wide), dim, dim + 2));
}

static MlirValue rollDim(TcBuild *b, MlirValue x, intptr_t dim,
                         MlirAttribute shift) {
  MlirAttribute size = tcValueSize(x, dim), zero = tcSizeInt(b, 0);
  if (tcSizeAttrIsValue(size, 0))
    return x;
  MlirAttribute start = tcSizeAttrMod(tcSizeAttrSub(zero, shift), size);
  MlirValue halves[2] = {
      tcSlice(b, x, dim, start, tcSizeAttrSub(size, start), 1),
      tcSlice(b, x, dim, zero, start, 1)};
  return tcSizeAttrIsValue(start, 0) ? x : tcCat(b, 2, halves, dim);
}

// roll(x, shifts, dims): cat of the end and the start
static void roll(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), y = x;
  TcShape shifts = tcArgSizes(c, "shifts");
  TcDims dims = tcArgDimList(c, "dims", tcRankOf(x));
  if (!x.ptr || tcRankOf(x) == 0) {
    tcReturn(c, x);
    return;
  }
  if (dims.size == 0 && shifts.rank == 1)
    y = rollDim(b, tcFlatten(b, x, 0, tcRankOf(x)), 0, shifts.sizes[0]);
  for (intptr_t i = 0; i < dims.size && i < shifts.rank; ++i)
    y = rollDim(b, y, dims.data[i], shifts.sizes[i]);
  tcReturn(c, tcReshape(b, y, tcShapeOf(b, x)));
}

// flip(x, dims) = rev
static void flip(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  TcDims dims = tcArgDimList(c, "dims", tcRankOf(x));
  tcReturn(c, tcRev(b, x, dims));
}

// rot90(x, k, (i, j)) = swap(flip(x, j), i, j), k times
static void rot90(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  TcDims dims = tcArgDimList(c, "dims", tcRankOf(x));
  if (dims.size != 2) {
    tcFail(b, 1102, "argument 'dims' must be two dimensions");
    return;
  }
  int64_t turns = ((tcArgInt(c, "k") % 4) + 4) % 4;
  for (int64_t i = 0; i < turns; ++i)
    x = tcSwap(b, tcRev(b, x, tcDimsOne(b, dims.data[1])), dims.data[0],
               dims.data[1]);
  tcReturn(c, x);
}

// pixel_shuffle(x, r): [*, c r r, h, w] to [*, c, h r, w r]
static void pixelShuffle(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  int64_t r = tcArgInt(c, "upscale_factor");
  TcShape own = tcShapeOf(b, x);
  intptr_t lead = own.rank - 3;
  if (lead < 0 || r < 1) {
    tcFail(b, 1102, "argument 'self' must have channels, height and width");
    return;
  }
  MlirAttribute factor = tcSizeInt(b, r), channels = own.sizes[lead];
  TcShape split = tcShapeMake(b, lead + 5);
  for (intptr_t i = 0; i < lead; ++i)
    split.sizes[i] = own.sizes[i];
  split.sizes[lead] = tcSizeAttrFloorDivConst(channels, r * r);
  split.sizes[lead + 1] = split.sizes[lead + 2] = factor;
  split.sizes[lead + 3] = own.sizes[lead + 1];
  split.sizes[lead + 4] = own.sizes[lead + 2];
  MlirValue y = tcReshape(b, x, split);    // c, ry, rx, h, w
  y = tcMoveDim(b, y, lead + 1, lead + 3); // c, rx, h, ry, w
  y = tcMoveDim(b, y, lead + 1, lead + 4); // c, h, ry, w, rx
  y = tcFlatten(b, y, lead + 3, lead + 5);
  tcReturn(c, tcFlatten(b, y, lead + 1, lead + 3));
}

static const TcFxRule rules[] = {
    {"aten.repeat.default", repeat, 0},
    {"aten.tile.default", tile, 0},
    {"aten.repeat_interleave.self_int", repeatInterleave, 0},
    {"aten.roll.default", roll, 0},
    {"aten.flip.default", flip, 0},
    {"aten.rot90.default", rot90, 0},
    {"aten.pixel_shuffle.default", pixelShuffle, 0},
};

TC_FX_RULES(tcFxRepeatRules, rules);
