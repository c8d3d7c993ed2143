// Tiles whose rows are all inside an image, or all outside. See product.h.
//
//   contract (n, y, x, o) over (ky, kx, c):
//     a[n, y + ky - 1, x + kx - 1, c] or 0, w[o, ky, kx, c]
//
// Of neighbouring points some are at a border where others are not: a tile of
// them multiplies the zeros around the image. The same point of several images
// is at a border in all of them. Where a tile fits a number of images they are
// the innermost of its rows, whose addresses are then evenly spaced and whose
// bounds are asked for once, and a run of steps outside is left out: a term
// with a fill that is zero adds nothing. (Of an infinite weight it is NaN in
// other tiles; either is right, docs/numerics.md.) So do vectors of pairs.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_tile.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Whether ------------------------------------------------------------===//

static bool fillsZeros(const TcProduct *p) {
  MlirAttribute fill = p->rowFactor->fill;
  return p->filled && !p->packsRows && mlirAttributeIsAFloat(fill) &&
         mlirFloatAttrGetValueDouble(fill) == 0;
}

// Whether vectors multiply the elements as they are: of the sums' type, or in
// pairs, whole ones, where the first unit that may is no tile register.
static bool multipliesThem(TcCpuKernel *k, const TcProduct *p,
                           const TcTarget *target) {
  if (mlirTypeEqual(p->rowFactor->value->element, p->element))
    return mlirTypeEqual(p->columnFactor->value->element, p->element);
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (tcProductUnitMay(target, p, u))
      return !u->tiles && u->pair == 2 &&
             tcCpuExtent(k, tcVecLast(&p->over), 1) % u->pair == 0;
  return false;
}

// The greatest divisor of n that is at most `most`.
static int64_t divisor(int64_t n, int64_t most) {
  while (most > 1 && n % most)
    --most;
  return most;
}

// The place among the rows' iterators of one whose points are all inside or all
// outside, or the number of these iterators.
static size_t imagesOf(const TcCpuKernel *k, const TcProduct *p) {
  for (size_t i = 0; i < p->rows.size; ++i) {
    int64_t stride;
    int iter = p->rows.data[i];
    if (tcCpuExtent(k, iter, 0) > 1 &&
        !tcProductBoundsUse(k, p->rowFactor, iter) &&
        tcCpuConstStride(k, p->rowStart, iter, &stride))
      return i;
  }
  return p->rows.size;
}

static bool storesAlongColumns(TcCpuKernel *k, const TcProduct *p) {
  bool along = tcProductStoresAlong(k, p->contract, p->column);
  for (size_t i = 0; i < p->maps.size; ++i)
    along &= tcProductStoresAlong(k, p->maps.data[i], p->column);
  return along;
}

void tcProductGatherImages(TcCpuKernel *k, TcProduct *p,
                           const TcTarget *target) {
  size_t at = imagesOf(k, p), n = p->rows.size;
  if (p->given && p->given->rowsFrom != TC_ROWS_IMAGES)
    return;
  if (!fillsZeros(p) || tcProductHasSlices(k, target, p) ||
      !multipliesThem(k, p, target) || at == n ||
      !tcSizeIsConst(tcCpuProduct(k->arena, k, &p->rows), &(int64_t){0}) ||
      tcCpuExtent(k, tcVecLast(&p->over), 0) <= p->loops.unroll ||
      !storesAlongColumns(k, p))
    return;
  int images = p->rows.data[at];
  int64_t most = p->height > TC_PRODUCT_WAYS ? TC_PRODUCT_WAYS : p->height;
  int64_t height = divisor(tcCpuExtent(k, images, 1), most);
  if (!p->given && !p->chooser->gathersImages(p, height))
    return;
  for (; at + 1 < n; ++at)
    p->rows.data[at] = p->rows.data[at + 1];
  p->rows.data[at] = images;
  p->height = height;
  tcCpuConstStride(k, p->rowStart, images, &p->imageStride);
  p->together = true;
}

//===- A tile -------------------------------------------------------------===//

void tcTileStartImages(TcProductTile *t) {
  TcEmit *e = t->e;
  int images = tcVecLast(&t->p->rows);
  tcProductSetRow(e, t->p, t->site->firstRow);
  MlirValue first = e->iters[images];
  t->start[0] = tcEmitExpr(e, t->p->rowStart);
  for (int64_t i = 0; i < t->height; ++i) {
    e->iters[images] = tcArithAddi(&e->b, first, tcEmitI64(e, i));
    tcTileKeepRow(t, i);
  }
}

void tcTileStartRunsTogether(TcProductTile *t, MlirValue outer) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcCpuRead *r = p->rowFactor;
  tcTileSetRow(t, 0);
  t->isInside = tcEmitInBounds(e, r->value->rank, r->index, r->value->sizes).v;
  t->rows[0] = tcEmitAt(e, e->buffers[r->value->arg], r->value->element,
                        tcArithAddi(&e->b, t->start[0], outer));
  for (int64_t i = 1; i < t->height; ++i)
    t->rows[i] = tcEmitAt(e, t->rows[0], r->value->element,
                          tcEmitI64(e, i * p->imageStride));
}
