// Versions of a kernel's CPU schedule, of which each launch takes the first
// whose conditions hold for its sizes: as text, and which are worth having. See
// cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/product.h"

#include "ir/builder.h"
#include "ir/diag.h"
#include "ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { MALFORMED = 610 };

static MlirAttribute entry(MlirAttribute dict, const char *key) {
  return mlirDictionaryAttrGetElementByName(dict, tcStr(key));
}

//===- Conditions ---------------------------------------------------------===//

// Conditions as sizes that are 1 where they hold, else 0: so the number of
// tasks of a version that is not taken is 0.

// 1 where a >= b.
static const TcSize *isAtLeast(TcArena *a, const TcSize *x, int64_t b) {
  const TcSize *above = tcSizeSub(a, x, tcSizeConst(a, b - 1));
  above = tcSizeMax(a, above, tcSizeConst(a, 0));
  return tcSizeMin(a, above, tcSizeConst(a, 1));
}

static const TcSize *not(TcArena *a, const TcSize *x) {
  return tcSizeSub(a, tcSizeConst(a, 1), x);
}

static const TcSize *isMultiple(TcArena *a, const TcSize *x, int64_t of) {
  const TcSize *rest = tcSizeMod(a, x, tcSizeConst(a, of));
  return not(a, tcSizeMin(a, rest, tcSizeConst(a, 1)));
}

typedef struct Reader {
  TcCpuKernel *k;
  size_t version;
  bool failed;
} Reader;

static void fail(Reader *r, const char *why) {
  if (!r->failed)
    tcOpEmitError(r->k->op, "[TC-%04d] loop.schedule: version %zu: %s",
                  MALFORMED, r->version, why);
  r->failed = true;
}

static void checkKeys(Reader *r, MlirAttribute dict, const char *const *keys,
                      size_t count) {
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(dict); ++i) {
    MlirStringRef name =
        mlirIdentifierStr(mlirDictionaryAttrGetElement(dict, i).name);
    bool known = false;
    for (size_t k = 0; k < count; ++k)
      known |= mlirStringRefEqual(name, tcStr(keys[k]));
    if (!known)
      fail(r, "an entry that there is not: a version has `when` and `phases`, "
              "a condition `size`, `least`, `most` and `divisible`");
  }
}

// A bound of a condition, or `otherwise` if it has none.
static int64_t boundOf(Reader *r, MlirAttribute condition, const char *key,
                       int64_t least, int64_t otherwise) {
  enum { MOST = 1 << 30 };
  MlirAttribute a = entry(condition, key);
  if (mlirAttributeIsNull(a))
    return otherwise;
  bool is = mlirAttributeIsAInteger(a) &&
            mlirIntegerTypeIsSignless(mlirAttributeGetType(a));
  int64_t n = is ? mlirIntegerAttrGetValueInt(a) : least - 1;
  if (n < least || n > MOST) {
    fail(r, "a bound is a number from 0, `divisible` from 1, to 2^30");
    return least;
  }
  return n;
}

static bool checkSymbol(void *self, const char *symbol) {
  Reader *r = self;
  for (size_t i = 0; i < r->k->symbols.size; ++i)
    if (!strcmp(r->k->symbols.data[i], symbol))
      return true;
  fail(r, "`when` is of the kernel's size symbols alone");
  return false;
}

static const TcSize *readSize(Reader *r, MlirAttribute condition) {
  MlirAttribute size = entry(condition, "size");
  const TcSize *out = tcSizeConst(r->k->arena, 0);
  if (mlirAttributeIsNull(size) || !tcAttrIsASize(size)) {
    fail(r, "a condition has a `size`, a #tc.size");
    return out;
  }
  MlirStringRef text = tcSizeAttrGetText(size);
  if (tcSizeParse(r->k->arena, text.data, text.length, &out))
    fail(r, "a condition's size cannot be read");
  tcSizeSymbols(out, checkSymbol, r);
  return out;
}

static const TcSize *readCondition(Reader *r, MlirAttribute condition) {
  static const char *const keys[] = {"size", "least", "most", "divisible"};
  TcArena *a = r->k->arena;
  const TcSize *holds = tcSizeConst(a, 1);
  if (!mlirAttributeIsADictionary(condition)) {
    fail(r, "a condition is a dictionary");
    return holds;
  }
  checkKeys(r, condition, keys, 4);
  const TcSize *size = readSize(r, condition);
  int64_t least = boundOf(r, condition, "least", 0, -1);
  int64_t most = boundOf(r, condition, "most", 0, -1);
  int64_t divisible = boundOf(r, condition, "divisible", 1, 1);
  if (least >= 0)
    holds = isAtLeast(a, size, least);
  if (most >= 0)
    holds = tcSizeMul(a, holds, not(a, isAtLeast(a, size, most + 1)));
  if (divisible > 1)
    holds = tcSizeMul(a, holds, isMultiple(a, size, divisible));
  return holds;
}

// All conditions of a version; one at least if others follow.
static const TcSize *readWhen(Reader *r, MlirAttribute version, bool isLast) {
  TcArena *a = r->k->arena;
  const TcSize *holds = tcSizeConst(a, 1);
  MlirAttribute list = entry(version, "when");
  if (mlirAttributeIsNull(list) != isLast)
    fail(r, "each version but the last has conditions, `when`");
  if (mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list))
    return holds;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    holds =
        tcSizeMul(a, holds, readCondition(r, mlirArrayAttrGetElement(list, i)));
  return holds;
}

//===- Versions -----------------------------------------------------------===//

MlirLogicalResult tcCpuVersionsRead(TcCpuKernel *k, MlirAttribute schedule,
                                    TcCpuVersions *out) {
  static const char *const keys[] = {"when", "phases"};
  Reader r = {.k = k};
  MlirAttribute list = mlirAttributeGetNull();
  if (mlirAttributeIsADictionary(schedule))
    list = entry(schedule, "versions");
  const TcSize *others = tcSizeConst(k->arena, 1);
  if (mlirAttributeIsNull(list)) {
    tcVecPush(k->arena, out, ((TcCpuVersion){others, schedule}));
    return mlirLogicalResultSuccess();
  }
  intptr_t n =
      mlirAttributeIsAArray(list) ? mlirArrayAttrGetNumElements(list) : 0;
  if (!n)
    fail(&r, "`versions` is a list of one at least");
  for (intptr_t i = 0; i < n && !r.failed; ++i, ++r.version) {
    MlirAttribute version = mlirArrayAttrGetElement(list, i);
    if (!mlirAttributeIsADictionary(version)) {
      fail(&r, "it is a dictionary");
      break;
    }
    checkKeys(&r, version, keys, 2);
    const TcSize *holds = readWhen(&r, version, i == n - 1);
    TcCpuVersion v = {tcSizeMul(k->arena, others, holds), version};
    if (tcSizeStatus(v.taken))
      fail(&r, "its conditions are too complex");
    tcVecPush(k->arena, out, v);
    others = tcSizeMul(k->arena, others, not(k->arena, holds));
  }
  return r.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

MlirLogicalResult tcCpuVersionsCheck(TcArena *arena, MlirOperation op,
                                     MlirAttribute schedule,
                                     const TcTarget *target) {
  TcCpuKernel first;
  TcCpuVersions versions = {0};
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, op, &first)) ||
      mlirLogicalResultIsFailure(
          tcCpuVersionsRead(&first, schedule, &versions)))
    return mlirLogicalResultFailure();
  for (size_t i = 0; i < versions.size; ++i) {
    TcCpuKernel k; // reading may add to it
    TcCpuPhases phases = {0};
    if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, op, &k)) ||
        mlirLogicalResultIsFailure(
            tcCpuScheduleRead(&k, versions.data[i].schedule, target, &phases)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

//===- Choosing -----------------------------------------------------------===//

static bool setOne(void *self, const char *symbol) {
  TcMap *map = self;
  tcMapSetText(map, symbol, (void *)tcSizeConst(map->arena, 1));
  return true;
}

// With 1 for each symbol.
static const TcSize *atOnes(TcArena *a, const TcSize *size) {
  TcMap ones = {.arena = a};
  tcSizeSymbols(size, setOne, &ones);
  return tcSizeSubstitute(a, size, &ones);
}

// A product that may have too few rows to be one, as far as is known before the
// launch. False if the kernel is none.
static bool mayBeFew(TcArena *arena, MlirOperation op, const TcTarget *target,
                     TcProduct *p) {
  TcCpuKernel k;
  int64_t least;
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, op, &k)) ||
      !tcProductMatch(&k, target, NULL, p) || p->fixedRows)
    return false;
  return tcSizeIsConst(atOnes(arena, p->numRows), &least) &&
         least < p->leastRows;
}

// The schedule chosen as if the symbols in `few` (which may be NULL) were 1.
static MlirAttribute chooseAt(TcArena *arena, MlirOperation op,
                              const TcSize *few, const TcTarget *target) {
  TcCpuKernel k;
  TcCpuPhases phases = {0};
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, op, &k)))
    return mlirAttributeGetNull();
  TcMap ones = {.arena = arena};
  if (few)
    tcSizeSymbols(few, setOne, &ones);
  for (size_t i = 0; few && i < k.iters.size; ++i)
    k.iters.data[i].extent =
        tcSizeSubstitute(arena, k.iters.data[i].extent, &ones);
  tcCpuScheduleChoose(&k, target, &phases);
  return tcCpuScheduleToAttr(&k, &phases);
}

static MlirAttribute dictOf(MlirContext ctx, intptr_t n,
                            const char *const *keys,
                            const MlirAttribute *values) {
  MlirNamedAttribute entries[2];
  for (intptr_t i = 0; i < n; ++i)
    entries[i] = mlirNamedAttributeGet(mlirIdentifierGet(ctx, tcStr(keys[i])),
                                       values[i]);
  return mlirDictionaryAttrGet(ctx, n, entries);
}

MlirAttribute tcCpuVersionsChoose(TcArena *arena, MlirOperation op,
                                  const TcTarget *target) {
  static const char *const condition[] = {"size", "most"};
  static const char *const version[] = {"phases", "when"};
  static const char *const all[] = {"versions"};
  MlirContext ctx = mlirOperationGetContext(op);
  MlirAttribute rest = chooseAt(arena, op, NULL, target);
  TcProduct p;
  if (mlirAttributeIsNull(rest) || !mayBeFew(arena, op, target, &p))
    return rest;
  MlirAttribute bounds[] = {
      tcSizeAttrGet(ctx, tcStr(tcSizeToText(arena, p.numRows))),
      tcAttrI64(ctx, p.leastRows - 1)};
  MlirAttribute when = dictOf(ctx, 2, condition, bounds);
  MlirAttribute few[] = {
      entry(chooseAt(arena, op, p.numRows, target), "phases"),
      mlirArrayAttrGet(ctx, 1, &when)};
  MlirAttribute versions[] = {dictOf(ctx, 2, version, few), rest};
  MlirAttribute list = mlirArrayAttrGet(ctx, 2, versions);
  return dictOf(ctx, 1, all, &list);
}
