// Converts the division of a product into tasks to the entry `product` of a CPU
// schedule's phase, and back. See cpu.h.
//
//   product = {tiles = 6, panels = 2, rows = 12, vectors = 2, panels_inner}
//   product = {tiles = 8, panels = 12, rows = 32, vectors = 2, together = 4}
//   product = {tiles = #tc.size<max(s ceildiv 96, 1)>, panels = 4, rows = 6,
//              vectors = 2}
//   product = {tiles = 8, panels = 1, rows = 12, vectors = 2, inside,
//              parts = 4, blocks = 2, steps = 784}
#include "passes/schedule/cpu.h"
#include "passes/schedule/text-entries.h"

#include "ir/attrs.h"
#include "ir/builder.h"
#include "ir/sizes.h"
#include "passes/lower/cpu/product.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <string.h>

enum {
  MOST_STEPS = 1 << 30,
  MOST_TERMS = 1 << 20,
  MOST_ROWS = 32,  // of two tile registers, one above the other
  MOST_LINES = 256 // of all steps of the longest iteration
};

static const char *const rowsFrom[] = {
    [TC_ROWS_IMAGES] = "images", [TC_ROWS_LINES] = "lines",
    [TC_ROWS_PACKED] = "packed", [TC_ROWS_STEPS] = "steps",
    [TC_ROWS_STRIP] = "strip",   [TC_ROWS_REGISTERS] = "registers",
    [TC_ROWS_BLOCKS] = "blocks", [TC_ROWS_WINDOWS] = "windows"};
static const char *const columnsFrom[] = {[TC_COLUMNS_PANELS] = "panels",
                                          [TC_COLUMNS_WINDOWS] = "windows"};
enum {
  NUM_ROWS_FROM = sizeof rowsFrom / sizeof *rowsFrom,
  NUM_COLUMNS_FROM = sizeof columnsFrom / sizeof *columnsFrom
};

//===- To text ------------------------------------------------------------===//

static void addSize(const TcCpuKernel *k, TcTextEntries *e, const char *key,
                    const TcSize *size) {
  int64_t n;
  if (tcSizeIsConst(size, &n))
    tcWriteInt(e, key, n);
  else
    tcWriteEntry(e, key,
                 tcSizeAttrGet(k->ctx, tcStr(tcSizeToText(k->arena, size))));
}

static void addMore(TcTextEntries *e, const char *key, int64_t value) {
  if (value)
    tcWriteInt(e, key, value);
}

// What has no name is none.
static void addName(TcTextEntries *e, const char *key, const char *name) {
  if (name)
    tcWriteText(e, key, name);
}

// An entry that has a value where it is left out.
static void addOther(TcTextEntries *e, const char *key, int64_t value,
                     int64_t plain, bool all) {
  if (all || value != plain)
    tcWriteInt(e, key, value);
}

static void addLoops(TcTextEntries *e, const TcProductDivision *d, bool all) {
  const TcProductLoops *loops = &d->loops;
  TcProductLoops plain =
      tcProductPlainLoops(d->columnsFrom == TC_COLUMNS_WINDOWS);
  addOther(e, "iteration", loops->iteration, plain.iteration, all);
  addOther(e, "unroll", loops->unroll, plain.unroll, all);
  addOther(e, "packing_unroll", loops->packingUnroll, plain.packingUnroll, all);
  addMore(e, "steps_ahead", loops->stepsAhead);
  addMore(e, "packing_ahead", loops->packingAhead);
  addName(e, "maps", loops->loopsMaps ? "loop" : NULL);
}

MlirAttribute tcCpuDivisionToAttr(const TcCpuKernel *k,
                                  const TcProductDivision *d, bool all) {
  TcTextEntries e = {.ctx = k->ctx};
  addSize(k, &e, "tiles", d->tiles);
  addSize(k, &e, "panels", d->panels);
  tcWriteInt(&e, "rows", d->rows);
  tcWriteInt(&e, "vectors", d->vectors);
  addName(&e, "column", k->iters.data[d->column].name);
  addName(&e, "segments",
          d->segments < 0 ? NULL : k->iters.data[d->segments].name);
  addName(&e, "rows_from", rowsFrom[d->rowsFrom]);
  addName(&e, "columns_from", columnsFrom[d->columnsFrom]);
  addName(&e, "stores", d->storesRows ? "rows" : NULL);
  addMore(&e, "terms", d->terms);
  addMore(&e, "between", d->between);
  addMore(&e, "ahead", d->ahead);
  addMore(&e, "packing_between", d->packingBetween);
  tcWriteFlag(&e, "panels_inner", d->panelsInner);
  tcWriteFlag(&e, "packs_ahead", d->packsAhead);
  if (d->together > 1)
    tcWriteInt(&e, "together", d->together);
  tcWriteFlag(&e, "inside", d->inside);
  if (d->parts > 1)
    tcWriteInt(&e, "parts", d->parts);
  if (d->steps) {
    tcWriteInt(&e, "blocks", d->blocks);
    tcWriteInt(&e, "steps", d->steps);
  }
  addLoops(&e, d, all);
  return tcWriteDict(&e);
}

//===- From text ----------------------------------------------------------===//

static bool isSymbol(void *self, const char *name) {
  const TcCpuKernel *k = self;
  for (size_t i = 0; i < k->symbols.size; ++i)
    if (!strcmp(k->symbols.data[i], name))
      return true;
  return false;
}

static bool isMissing(TcReader *r, MlirAttribute dict, const char *key,
                      const char *what) {
  if (tcTextHas(dict, key))
    return false;
  tcReaderFail(r, TC_TEXT_MALFORMED,
               "product: '%s' says how many %s has, and is missing", key, what);
  return true;
}

// How many a task has: a number, or a size that each launch computes.
static const TcSize *readCount(TcReader *r, MlirAttribute dict,
                               const char *key) {
  TcCpuKernel *k = r->k;
  MlirAttribute a = tcTextEntry(dict, key);
  if (isMissing(r, dict, key, "a task"))
    return tcSizeConst(k->arena, 1);
  if (!tcAttrIsASize(a))
    return tcSizeConst(k->arena,
                       tcReaderNumber(r, dict, key, 1, TC_CPU_MOST_PARTS));
  const TcSize *size = tcSizeAttrParse(k->arena, a);
  int64_t low, high;
  if (!tcSizeSymbols(size, isSymbol, k))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "product: %s has a symbol that is no size of the kernel", key);
  tcSizeRange(size, &k->ranges, &low, &high);
  if (low < 1)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "product: %s may be less than 1; write max(..., 1)", key);
  return size;
}

static int64_t readInt(TcReader *r, MlirAttribute dict, const char *key,
                       int64_t least, int64_t most, int64_t otherwise) {
  return tcTextHas(dict, key) ? tcReaderNumber(r, dict, key, least, most)
                              : otherwise;
}

// How many a tile, or a panel, has.
static int64_t readShape(TcReader *r, MlirAttribute dict, const char *key,
                         const char *what, int64_t most) {
  return isMissing(r, dict, key, what) ? 1
                                       : tcReaderNumber(r, dict, key, 1, most);
}

// The number of a name among these, or 0: it is left out.
static int readName(TcReader *r, MlirAttribute dict, const char *key,
                    const char *const *names, int numNames) {
  char all[128] = "";
  for (int i = 1; i < numNames; ++i) {
    if (tcTextIs(dict, key, names[i]))
      return i;
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, "%s%s", n ? ", " : "", names[i]);
  }
  if (tcTextHas(dict, key))
    tcReaderFail(r, TC_TEXT_MALFORMED, "product: %s is one of: %s", key, all);
  return 0;
}

// The iterator that an entry names; -1 if it is left out.
static int readIter(TcReader *r, MlirAttribute dict, const char *key) {
  return tcTextHas(dict, key) ? tcReaderIter(r, key, tcTextEntry(dict, key))
                              : -1;
}

static TcProductLoops readLoops(TcReader *r, MlirAttribute dict, bool windows) {
  static const char *const maps[] = {NULL, "loop"};
  TcProductLoops plain = tcProductPlainLoops(windows);
  return (TcProductLoops){
      .iteration = readInt(r, dict, "iteration", 1, TC_PRODUCT_MOST_UNROLL,
                           plain.iteration),
      .unroll =
          readInt(r, dict, "unroll", 1, TC_PRODUCT_MOST_UNROLL, plain.unroll),
      .packingUnroll = readInt(r, dict, "packing_unroll", 1,
                               TC_PRODUCT_MOST_UNROLL, plain.packingUnroll),
      .stepsAhead =
          readInt(r, dict, "steps_ahead", 1, TC_PRODUCT_MOST_AHEAD, 0),
      .packingAhead =
          readInt(r, dict, "packing_ahead", 1, TC_PRODUCT_MOST_AHEAD, 0),
      .loopsMaps = readName(r, dict, "maps", maps, 2)};
}

void tcCpuDivisionRead(TcReader *r, MlirAttribute dict, TcProductDivision *d) {
  static const char *const keys[] = {
      "tiles",        "panels",         "rows",          "vectors",
      "column",       "stores",         "rows_from",     "columns_from",
      "packs_ahead",  "together",       "inside",        "parts",
      "panels_inner", "blocks",         "steps",         "terms",
      "between",      "ahead",          "iteration",     "unroll",
      "maps",         "steps_ahead",    "packing_ahead", "packing_unroll",
      "segments",     "packing_between"};
  static const char *const stores[] = {NULL, "rows"};
  if (!mlirAttributeIsADictionary(dict)) {
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "product says how many tiles and panels a task has, and of "
                 "what size: product = {tiles = 4, panels = 1, rows = 6, "
                 "vectors = 2}");
    return;
  }
  MlirStringRef other = tcTextOtherKey(dict, keys, sizeof keys / sizeof *keys);
  if (other.length)
    tcReaderFail(r, TC_TEXT_MALFORMED, "product: there is no entry '%.*s'",
                 (int)other.length, other.data);
  *d = (TcProductDivision){
      .tiles = readCount(r, dict, "tiles"),
      .panels = readCount(r, dict, "panels"),
      .rows = readShape(r, dict, "rows", "a tile", MOST_ROWS),
      .vectors =
          readShape(r, dict, "vectors", "a panel", TC_PRODUCT_MAX_VECTORS),
      .column = readIter(r, dict, "column"),
      .segments = readIter(r, dict, "segments"),
      .rowsFrom =
          (TcRowsFrom)readName(r, dict, "rows_from", rowsFrom, NUM_ROWS_FROM),
      .columnsFrom = (TcColumnsFrom)readName(r, dict, "columns_from",
                                             columnsFrom, NUM_COLUMNS_FROM),
      .storesRows = readName(r, dict, "stores", stores, 2),
      .terms = readInt(r, dict, "terms", 1, MOST_TERMS, 0),
      .between = readInt(r, dict, "between", 1, MOST_ROWS, 0),
      .ahead = readInt(r, dict, "ahead", 1, MOST_LINES, 0),
      .packingBetween = readInt(r, dict, "packing_between", 1, MOST_LINES, 0),
      .panelsInner = tcTextHas(dict, "panels_inner"),
      .packsAhead = tcTextHas(dict, "packs_ahead"),
      .together = readInt(r, dict, "together", 2, TC_CPU_MOST_PARTS, 1),
      .inside = tcTextHas(dict, "inside"),
      .parts = readInt(r, dict, "parts", 2, TC_CPU_MOST_PARTS, 1),
      .blocks = readInt(r, dict, "blocks", 1, TC_CPU_MOST_PARTS, 0),
      .steps = readInt(r, dict, "steps", 1, MOST_STEPS, 0)};
  d->loops = readLoops(r, dict, d->columnsFrom == TC_COLUMNS_WINDOWS);
}

void tcCpuDivisionCheckLeftOut(TcReader *r, const TcProductDivision *given,
                               const TcProductDivision *made) {
  if (given->rowsFrom == TC_ROWS_IN_PLACE && made->rowsFrom != TC_ROWS_IN_PLACE)
    tcReaderFail(r, TC_TEXT_NO_CODE,
                 "product: there is no code for rows in place, but for "
                 "rows_from = \"%s\"",
                 rowsFrom[made->rowsFrom]);
}
