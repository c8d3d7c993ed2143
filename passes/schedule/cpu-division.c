// Converts the division of a product into tasks to the entry `product` of a CPU
// schedule's phase, and back. See cpu.h.
//
//   product = {tiles = 6, panels = 2, panels_inner, packs_ahead}
//   product = {tiles = 8, panels = 12, together = 4}
//   product = {tiles = #tc.size<max(s ceildiv 96, 1)>, panels = 4}
//   product = {tiles = 8, panels = 1, inside, parts = 4, blocks = 2, steps =
//   784}
#include "passes/schedule/cpu.h"

#include "ir/attrs.h"
#include "ir/builder.h"
#include "ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { MOST_STEPS = 1 << 30 };

//===- To text ------------------------------------------------------------===//

typedef struct Entries {
  const TcCpuKernel *k;
  intptr_t size;
  MlirNamedAttribute data[9];
} Entries;

static void add(Entries *e, const char *key, MlirAttribute value) {
  e->data[e->size++] =
      mlirNamedAttributeGet(mlirIdentifierGet(e->k->ctx, tcStr(key)), value);
}

static void addInt(Entries *e, const char *key, int64_t value) {
  add(e, key, tcAttrI64(e->k->ctx, value));
}

static void addSize(Entries *e, const char *key, const TcSize *size) {
  int64_t n;
  if (tcSizeIsConst(size, &n))
    addInt(e, key, n);
  else
    add(e, key,
        tcSizeAttrGet(e->k->ctx, tcStr(tcSizeToText(e->k->arena, size))));
}

static void addFlag(Entries *e, const char *key, bool is) {
  if (is)
    add(e, key, mlirUnitAttrGet(e->k->ctx));
}

MlirAttribute tcCpuDivisionToAttr(const TcCpuKernel *k,
                                  const TcProductDivision *d) {
  Entries e = {.k = k};
  addSize(&e, "tiles", d->tiles);
  addSize(&e, "panels", d->panels);
  addFlag(&e, "panels_inner", d->panelsInner);
  addFlag(&e, "packs_ahead", d->packsAhead);
  if (d->together > 1)
    addInt(&e, "together", d->together);
  addFlag(&e, "inside", d->inside);
  if (d->parts > 1)
    addInt(&e, "parts", d->parts);
  if (d->steps) {
    addInt(&e, "blocks", d->blocks);
    addInt(&e, "steps", d->steps);
  }
  return mlirDictionaryAttrGet(k->ctx, e.size, e.data);
}

//===- From text ----------------------------------------------------------===//

static bool isSymbol(void *self, const char *name) {
  const TcCpuKernel *k = self;
  for (size_t i = 0; i < k->symbols.size; ++i)
    if (!strcmp(k->symbols.data[i], name))
      return true;
  return false;
}

// How many a task has: a number, or a size that each launch computes.
static const TcSize *readCount(TcReader *r, MlirAttribute dict,
                               const char *key) {
  TcCpuKernel *k = r->k;
  MlirAttribute a = tcTextEntry(dict, key);
  if (mlirAttributeIsNull(a)) {
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "product: '%s' says how many a task has, and is missing", key);
    return tcSizeConst(k->arena, 1);
  }
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

void tcCpuDivisionRead(TcReader *r, MlirAttribute dict, TcProductDivision *d) {
  static const char *const keys[] = {"tiles",       "panels",   "panels_inner",
                                     "packs_ahead", "together", "inside",
                                     "parts",       "blocks",   "steps"};
  if (!mlirAttributeIsADictionary(dict)) {
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "product says how many tiles and panels a task has: product = "
                 "{tiles = 4, panels = 1}");
    return;
  }
  MlirStringRef other = tcTextOtherKey(dict, keys, sizeof keys / sizeof *keys);
  if (other.length)
    tcReaderFail(r, TC_TEXT_MALFORMED, "product: there is no entry '%.*s'",
                 (int)other.length, other.data);
  *d = (TcProductDivision){
      .tiles = readCount(r, dict, "tiles"),
      .panels = readCount(r, dict, "panels"),
      .panelsInner = tcTextHas(dict, "panels_inner"),
      .packsAhead = tcTextHas(dict, "packs_ahead"),
      .together = readInt(r, dict, "together", 2, TC_CPU_MOST_PARTS, 1),
      .inside = tcTextHas(dict, "inside"),
      .parts = readInt(r, dict, "parts", 2, TC_CPU_MOST_PARTS, 1),
      .blocks = readInt(r, dict, "blocks", 1, TC_CPU_MOST_PARTS, 0),
      .steps = readInt(r, dict, "steps", 1, MOST_STEPS, 0)};
}
