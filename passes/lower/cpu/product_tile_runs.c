// Where the rows of a product's tile begin, and their runs of the innermost
// loop. See product_tile.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_tile.h"

#include "tc/gen/ArithOps.h"

// Row number `i` of the tile; where there are no more rows, the last one again.
static MlirValue rowNumber(TcProductTile *t, int64_t i) {
  TcEmit *e = t->e;
  MlirValue row = tcArithAddi(&e->b, t->site->firstRow, tcEmitI64(e, i));
  if (!t->site->isLast)
    return row;
  MlirValue last =
      tcArithSubi(&e->b, tcProductEndOfRows(e, t->p, t->site), tcEmitI64(e, 1));
  return tcArithMinsi(&e->b, row, last);
}

void tcTileStartRows(TcProductTile *t) {
  if (t->p->together) {
    tcTileStartImages(t);
    return;
  }
  for (int64_t i = 0; i < t->height; ++i) {
    tcProductSetRow(t->e, t->p, rowNumber(t, i));
    tcTileKeepRow(t, i);
    t->start[i] = tcEmitExpr(t->e, t->p->rowStart);
  }
}

// The address of row `i`'s next run, or of the fill values if it is out of
// bounds.
static MlirValue runOf(TcProductTile *t, int64_t i, MlirValue outer) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcCpuRead *r = p->rowFactor;
  if (p->packsRows)
    return tcEmitAt(e, tcProductPackedRow(e, p, t->site, tcEmitI64(e, i)),
                    p->rowElement, outer);
  MlirValue offset = tcArithAddi(&e->b, t->start[i], outer);
  MlirValue base = p->lines ? t->site->strip : e->buffers[r->value->arg];
  MlirValue run = tcEmitAt(e, base, r->value->element, offset);
  if (!p->filled)
    return run;
  tcTileSetRow(t, i);
  TcLane in = tcEmitInBounds(e, r->value->rank, r->index, r->value->sizes);
  return in.v.ptr ? tcArithSelect(&e->b, in.v, run, t->site->fills) : run;
}

// Whether the tile's rows are evenly spaced: their addresses are then constant
// offsets from one register.
static bool areEven(const TcProductTile *t, int64_t *stride) {
  const TcProduct *p = t->p;
  const TcSize *by, *rest;
  if (p->packsRows)
    return tcSizeIsConst(p->rowPitch, stride);
  *stride = p->across.step;
  if (p->lines)
    return true;
  return !p->filled && !t->site->isLast &&
         tcCpuFlatStride(t->e->k, p->rowStart, &p->rows, &by, &rest) &&
         tcSizeIsConst(by, stride);
}

void tcTileStartRuns(TcProductTile *t) {
  MlirValue outer = tcEmitExpr(t->e, t->p->rowOuter);
  int64_t stride;
  if (t->p->together) {
    tcTileStartRunsTogether(t, outer);
    return;
  }
  if (t->site->stripWords.ptr)
    t->words = tcEmitAt(t->e, t->site->stripWords, t->e->i32,
                        tcArithAddi(&t->e->b, t->start[0], outer));
  bool even = areEven(t, &stride);
  for (int64_t i = 0; i < t->height; ++i)
    t->rows[i] = i && even ? tcEmitAt(t->e, t->rows[0], t->p->rowElement,
                                      tcEmitI64(t->e, i * stride))
                           : runOf(t, i, outer);
}
