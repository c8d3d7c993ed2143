// Decompositions of im2col and col2im: windows of an image as columns, and the
// sum of columns back into an image.
#include "passes/autodiff/pullback.h"
#include "passes/decompose/call.h"

typedef struct Windows {
  TcDims size, dilation, padding, stride; // of two dimensions each
} Windows;

static bool windowsOf(TcFxCall *c, Windows *w) {
  *w = (Windows){.size = tcArgInts(c, "kernel_size", 2),
                 .dilation = tcArgInts(c, "dilation", 2),
                 .padding = tcArgInts(c, "padding", 2),
                 .stride = tcArgInts(c, "stride", 2)};
  bool ok = w->size.size == 2 && w->dilation.size == 2 &&
            w->padding.size == 2 && w->stride.size == 2;
  for (int i = 0; i < 2 && ok; ++i)
    ok = w->size.data[i] > 0 && w->dilation.data[i] > 0 &&
         w->stride.data[i] > 0 && w->padding.data[i] >= 0;
  if (!ok)
    tcFail(c->b, 1102, "window, stride and dilation must be positive");
  return ok;
}

// [window, places]: positions in dimension `dim` of the padded image.
static MlirValue positions(TcBuild *b, const Windows *w, MlirValue x,
                           intptr_t dim, int i) {
  MlirType type = tcI64(b);
  int64_t reach = w->dilation.data[i] * (w->size.data[i] - 1) + 1;
  MlirAttribute room = tcSizeAttrAddConst(tcValueSize(x, dim), -reach);
  MlirAttribute sizes[2] = {
      tcSizeInt(b, w->size.data[i]),
      tcSizeAttrAddConst(tcSizeAttrFloorDivConst(room, w->stride.data[i]), 1)};
  TcShape shape = {2, sizes};
  MlirValue in = tcMul(b, tcIotaDim(b, shape, 0, type),
                       tcConstInt(b, type, w->dilation.data[i]));
  return tcAdd(b, in,
               tcMul(b, tcIotaDim(b, shape, 1, type),
                     tcConstInt(b, type, w->stride.data[i])));
}

static MlirValue padded(TcBuild *b, const Windows *w, MlirValue x) {
  intptr_t rank = tcRankOf(x);
  MlirAttribute around[4];
  for (intptr_t i = 0; i < rank; ++i)
    around[i] = tcSizeInt(b, i < rank - 2 ? 0 : w->padding.data[i - rank + 2]);
  return tcPad(b, x, tcNum(b, x, 0), around, around);
}

// Whether windows cover the image, and no two the same element.
static bool areTiles(const Windows *w, MlirValue x) {
  for (int i = 0; i < 2; ++i) {
    MlirAttribute size = tcValueSize(x, tcRankOf(x) - 2 + i);
    int64_t n = w->size.data[i];
    if (w->stride.data[i] != n || w->padding.data[i] ||
        (n > 1 && w->dilation.data[i] != 1) ||
        !tcSizeAttrEqual(
            tcSizeAttrMulConst(tcSizeAttrFloorDivConst(size, n), n), size))
      return false;
  }
  return true;
}

// [.., places down, window down, places across, window across] as [.., c *
// window, places]: nothing is gathered.
static MlirValue tilesOf(TcBuild *b, const Windows *w, MlirValue x) {
  intptr_t lead = tcRankOf(x) - 2;
  TcShape split = tcShapeMake(b, lead + 4);
  TcDims order = tcDimsMake(b, lead + 4);
  const int64_t tail[4] = {1, 3, 0, 2};
  for (intptr_t i = 0; i < lead; ++i) {
    split.sizes[i] = tcValueSize(x, i);
    order.data[i] = i;
  }
  for (intptr_t i = 0; i < 2; ++i) {
    int64_t n = w->size.data[i];
    split.sizes[lead + 2 * i] =
        tcSizeAttrFloorDivConst(tcValueSize(x, lead + i), n);
    split.sizes[lead + 2 * i + 1] = tcSizeInt(b, n);
  }
  for (intptr_t i = 0; i < 4; ++i)
    order.data[lead + i] = lead + tail[i];
  MlirValue y = tcTranspose(b, tcReshape(b, x, split), order);
  y = tcFlatten(b, y, lead + 2, lead + 4);
  return tcFlatten(b, y, lead - 1, lead + 2);
}

// x [(n,) c, rows, columns] as [(n,) c * window, places]
static MlirValue columnsOf(TcBuild *b, const Windows *w, MlirValue x) {
  intptr_t lead = tcRankOf(x) - 2;
  if (areTiles(w, x))
    return tilesOf(b, w, x);
  x = padded(b, w, x);
  if (!x.ptr)
    return x;
  MlirValue rows = positions(b, w, x, lead, 0);
  MlirValue columns = positions(b, w, x, lead + 1, 1);
  MlirValue y = tcIndex(b, x, 1, &rows, tcDimsOne(b, lead));
  // [window rows, place rows, (n,) c, columns]
  y = tcIndex(b, y, 1, &columns, tcDimsOne(b, tcRankOf(y) - 1));
  // [window columns, place columns, window rows, place rows, (n,) c]
  TcDims order = tcDimsMake(b, lead + 4);
  for (intptr_t i = 0; i < lead; ++i)
    order.data[i] = 4 + i;
  const int64_t tail[4] = {2, 0, 3, 1};
  for (intptr_t i = 0; i < 4; ++i)
    order.data[lead + i] = tail[i];
  y = tcTranspose(b, y, order);
  y = tcFlatten(b, y, lead + 2, lead + 4);
  return tcFlatten(b, y, lead - 1, lead + 2);
}

static bool hasRank(TcFxCall *c, MlirValue x, intptr_t least) {
  intptr_t rank = tcRankOf(x);
  if (x.ptr && (rank < least || rank > least + 1))
    tcFail(c->b, 1102, "the input has rank %ld", (long)rank);
  return x.ptr && rank >= least && rank <= least + 1;
}

// im2col(x, window)
static void im2col(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  Windows w;
  if (hasRank(c, x, 3) && windowsOf(c, &w))
    tcReturn(c, columnsOf(b, &w, x));
}

// col2im(y, size, window) = the gradient of im2col
static void col2im(TcFxCall *c, TcBuild *b) {
  MlirValue y = tcArg(c, "self");
  Windows w;
  if (!hasRank(c, y, 2) || !windowsOf(c, &w))
    return;
  TcShape own = tcShapeOf(b, y), sizes = tcArgSizes(c, "output_size");
  intptr_t lead = own.rank - 1;
  TcShape image = tcShapeMake(b, lead + 2);
  for (intptr_t i = 0; i < lead; ++i)
    image.sizes[i] = own.sizes[i];
  image.sizes[lead - 1] = tcSizeAttrFloorDivConst(
      own.sizes[lead - 1], w.size.data[0] * w.size.data[1]);
  for (intptr_t i = 0; i < 2 && i < sizes.rank; ++i)
    image.sizes[lead + i] = sizes.sizes[i];
  MlirValue x = tcZeros(b, image, tcElementOf(y)), dx;
  TcPullback p;
  TcBuild inner = tcPullbackBegin(&p, b, 1, &x);
  MlirValue columns = columnsOf(&inner, &w, p.own[0]);
  tcPullbackEnd(&p, columns, y, &dx);
  tcReturn(c, dx);
}

static const TcFxRule rules[] = {
    {"aten.im2col.default", im2col, 0},
    {"aten.col2im.default", col2im, 0},
};

TC_FX_RULES(tcFxWindowRules, rules);
