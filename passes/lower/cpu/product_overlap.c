// Tile registers and vectors work at once: the maps on a tile of a product run
// between the steps of the next tile's sums, some rows after each. Alone, the
// maps on a tile take as long as 8 to 16 steps (512 to 1024 multiplications of
// the unit), and a core does not look so far ahead that it begins the next tile
// meanwhile. See product.h.
//
// The sums of two tiles lie in scratch by turns. What is known of the tile that
// waits for its maps lies there, too, since the next one may be of another
// panel, or the task's last one.
#include "passes/lower/cpu/product_tile.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

// Words of 8 bytes.
enum { ROWS, FIRST_ROW, PANEL, SUMS, WORDS };

static MlirValue wordAt(TcEmit *e, const TcProduct *p, int64_t word) {
  return tcEmitBytesOn(e, tcProductScratch(e, p->waitAt), 8 * word);
}

static MlirValue load(TcEmit *e, const TcProduct *p, int64_t word) {
  return tcEmitLoadBits(e, mlirValueGetType(tcEmitI64(e, 0)),
                        wordAt(e, p, word), 8);
}

static void store(TcEmit *e, const TcProduct *p, int64_t word, MlirValue v) {
  tcEmitStoreBits(e, v, wordAt(e, p, word), 8);
}

static int64_t tileBytes(const TcProduct *p) {
  return p->height * tcProductWidth(p) * tcCpuBytes(p->element);
}

void tcProductStartOverlap(TcEmit *e, const TcProduct *p) {
  for (int64_t word = 0; word < WORDS; ++word)
    store(e, p, word, tcEmitI64(e, 0));
}

TcWaiting tcProductWaiting(TcEmit *e, const TcProduct *p) {
  return (TcWaiting){.rows = load(e, p, ROWS),
                     .firstRow = load(e, p, FIRST_ROW),
                     .panel = load(e, p, PANEL),
                     .sums = load(e, p, SUMS)};
}

MlirValue tcProductOtherSums(TcEmit *e, const TcProduct *p,
                             const TcWaiting *w) {
  MlirValue other = tcArithSubi(&e->b, tcEmitI64(e, tileBytes(p)), w->sums);
  return tcEmitBytesAt(e, e->scratch, other);
}

void tcProductWait(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                   const TcWaiting *before, MlirValue rows) {
  store(e, p, ROWS, rows);
  store(e, p, FIRST_ROW, site->firstRow);
  store(e, p, PANEL, e->iters[p->panel]);
  store(e, p, SUMS,
        tcArithSubi(&e->b, tcEmitI64(e, tileBytes(p)), before->sums));
}

bool tcProductEndOverlap(TcEmit *e, const TcProduct *p,
                         const TcTileSite *site) {
  TcWaiting w = tcProductWaiting(e, p);
  return tcProductMapWaiting(e, p, site, &w, tcEmitI64(e, 0), w.rows);
}

bool tcProductMapWaiting(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                         const TcWaiting *w, MlirValue low, MlirValue high) {
  TcTileSite its = *site;
  MlirValue panel = e->iters[p->panel], column = e->iters[p->column];
  its.sums = tcEmitBytesAt(e, e->scratch, w->sums);
  its.firstRow = w->firstRow;
  e->iters[p->panel] = w->panel;
  TcProductTile t = {.e = e, .p = p, .site = &its, .height = p->height};
  bool ok = tcTileMapRowsBetween(&t, low, tcArithMinsi(&e->b, high, w->rows));
  e->iters[p->panel] = panel;
  e->iters[p->column] = column;
  return ok;
}
