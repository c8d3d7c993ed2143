// Versions of a schedule, of which each launch takes the first whose conditions
// hold for its sizes: as text, and back. See versions.h.
#include "passes/schedule/versions.h"

#include "passes/schedule/text.h"

#include "ir/builder.h"
#include "ir/diag.h"
#include "ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

//===- Kinds of schedules -------------------------------------------------===//

// Whether the schedule, or its first version, has the entry.
static bool hasIn(MlirAttribute schedule, const char *key) {
  MlirAttribute versions = tcTextEntry(schedule, "versions");
  return tcTextHas(schedule, key) || tcTextHas(tcTextElement(versions, 0), key);
}

bool tcScheduleIsFor(MlirAttribute schedule, bool onGpu) {
  return hasIn(schedule, onGpu ? "launches" : "phases") ||
         !hasIn(schedule, onGpu ? "phases" : "launches");
}

MlirAttribute tcScheduleWritten(MlirOperation kernel, bool onGpu) {
  MlirAttribute schedule = mlirOperationGetDiscardableAttributeByName(
      kernel, tcStr("loop.schedule"));
  bool is = !mlirAttributeIsNull(schedule) && tcScheduleIsFor(schedule, onGpu);
  return is ? schedule : mlirAttributeGetNull();
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
  TcReader text;
  bool onCpu;
  int64_t leastThreads; // that the version at hand asks for; or 0
} Reader;

static void fail(Reader *r, const char *why) {
  tcReaderFail(&r->text, TC_TEXT_MALFORMED, "%s", why);
}

static void checkKeys(Reader *r, MlirAttribute dict, const char *const *keys,
                      size_t count) {
  if (tcTextOtherKey(dict, keys, count).length)
    fail(r, "an entry that there is not: a version has `when` and its "
            "schedule, a condition `size`, `least`, `most` and `divisible`");
}

// A bound of a condition, or `otherwise` if it has none.
static int64_t boundOf(Reader *r, MlirAttribute condition, const char *key,
                       int64_t least, int64_t otherwise) {
  MlirAttribute a = tcTextEntry(condition, key);
  if (mlirAttributeIsNull(a))
    return otherwise;
  int64_t n = tcTextInt(a, least - 1);
  if (n < least || n > TC_MOST_BOUND) {
    fail(r, "a bound is a number from 0, of `threads` from 2, `divisible` from "
            "1, to 2^30");
    return least;
  }
  return n;
}

static bool checkSymbol(void *self, const char *symbol) {
  Reader *r = self;
  for (size_t i = 0; i < r->text.k->symbols.size; ++i)
    if (!strcmp(r->text.k->symbols.data[i], symbol))
      return true;
  fail(r, "`when` is of the kernel's size symbols alone");
  return false;
}

static const TcSize *readSize(Reader *r, MlirAttribute condition) {
  MlirAttribute size = tcTextEntry(condition, "size");
  if (mlirAttributeIsNull(size) || !tcAttrIsASize(size)) {
    fail(r, "a condition has a `size`, a #tc.size");
    return tcSizeConst(r->text.k->arena, 0);
  }
  const TcSize *out = tcSizeAttrParse(r->text.k->arena, size);
  tcSizeSymbols(out, checkSymbol, r);
  return out;
}

static const TcSize *readCondition(Reader *r, MlirAttribute condition) {
  static const char *const keys[] = {"size", "least", "most", "divisible"};
  TcArena *a = r->text.k->arena;
  const TcSize *holds = tcSizeConst(a, 1);
  if (!mlirAttributeIsADictionary(condition)) {
    fail(r, "a condition is a dictionary");
    return holds;
  }
  checkKeys(r, condition, keys, 4);
  const TcSize *size = readSize(r, condition);
  int64_t least = boundOf(r, condition, "least", 0, -1);
  int64_t most = boundOf(r, condition, "most", 0, -1);
  int64_t divisible = boundOf(r, condition, "divisible", 1, 0);
  if (least < 0 && most < 0 && !divisible)
    fail(r, "a condition has a bound: `least`, `most` or `divisible`");
  if (least >= 0)
    holds = isAtLeast(a, size, least);
  if (most >= 0)
    holds = tcSizeMul(a, holds, not(a, isAtLeast(a, size, most + 1)));
  if (divisible > 1)
    holds = tcSizeMul(a, holds, isMultiple(a, size, divisible));
  return holds;
}

static bool isOfThreads(MlirAttribute condition) {
  return tcTextIs(condition, "size", "threads");
}

static void readThreads(Reader *r, MlirAttribute list) {
  static const char *const keys[] = {"size", "least"};
  MlirAttribute condition = mlirArrayAttrGetElement(list, 0);
  checkKeys(r, condition, keys, 2);
  r->leastThreads = boundOf(r, condition, "least", 2, 0);
  if (!r->onCpu || !r->leastThreads || mlirArrayAttrGetNumElements(list) > 1)
    fail(r, "`threads`, of CPUs, have a bound `least`, and are the only "
            "condition");
}

// All conditions of a version; one at least if others follow.
static const TcSize *readWhen(Reader *r, MlirAttribute version, bool isLast) {
  TcArena *a = r->text.k->arena;
  const TcSize *holds = tcSizeConst(a, 1);
  MlirAttribute list = tcTextEntry(version, "when");
  if (mlirAttributeIsNull(list) != isLast)
    fail(r, "each version but the last has conditions, `when`");
  if (mlirAttributeIsNull(list))
    return holds;
  if (!mlirAttributeIsAArray(list) || !mlirArrayAttrGetNumElements(list)) {
    fail(r, "`when` is a list of one condition at least");
    return holds;
  }
  if (isOfThreads(mlirArrayAttrGetElement(list, 0))) {
    readThreads(r, list);
    return holds;
  }
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    holds =
        tcSizeMul(a, holds, readCondition(r, mlirArrayAttrGetElement(list, i)));
  return holds;
}

//===- Versions -----------------------------------------------------------===//

MlirLogicalResult tcVersionsRead(TcCpuKernel *k, MlirAttribute schedule,
                                 const char *const *keys, size_t numKeys,
                                 bool onCpu, TcVersions *out) {
  Reader r = {.text = {.k = k, .part = "version"}, .onCpu = onCpu};
  int64_t most = 0;
  MlirAttribute list = tcTextEntry(schedule, "versions");
  const TcSize *others = tcSizeConst(k->arena, 1);
  if (mlirAttributeIsNull(list)) {
    tcVecPush(k->arena, out,
              ((TcVersion){.taken = others, .schedule = schedule}));
    return mlirLogicalResultSuccess();
  }
  if (mlirDictionaryAttrGetNumElements(schedule) > 1)
    fail(&r, "beside `versions` there is no entry: each version has its own");
  intptr_t n = tcTextCount(list);
  if (!n)
    fail(&r, "`versions` is a list of one at least");
  for (intptr_t i = 0; i < n && !r.text.failed; ++i, ++r.text.number) {
    MlirAttribute version = mlirArrayAttrGetElement(list, i);
    if (!mlirAttributeIsADictionary(version)) {
      fail(&r, "it is a dictionary");
      break;
    }
    checkKeys(&r, version, keys, numKeys);
    r.leastThreads = 0;
    const TcSize *holds = readWhen(&r, version, i == n - 1);
    TcVersion v = {.taken = tcSizeMul(k->arena, others, holds),
                   .schedule = tcTextWithout(version, "when"),
                   .when = tcTextEntry(version, "when"),
                   .leastThreads = r.leastThreads,
                   .mostThreads = most};
    TcStatus status = tcSizeStatus(v.taken);
    if (status)
      fail(&r, "its conditions are too complex");
    tcStatusFree(status);
    tcVecPush(k->arena, out, v);
    if (r.leastThreads) {
      // Of those that follow.
      most = most && most < r.leastThreads ? most : r.leastThreads - 1;
      continue;
    }
    others = tcSizeMul(k->arena, others, not(k->arena, holds));
  }
  return r.text.failed ? mlirLogicalResultFailure()
                       : mlirLogicalResultSuccess();
}

//===- Writing ------------------------------------------------------------===//

static MlirNamedAttribute named(MlirContext ctx, const char *key,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(ctx, tcStr(key)), value);
}

MlirAttribute tcVersionOf(MlirContext ctx, MlirAttribute schedule,
                          intptr_t numConditions,
                          const MlirAttribute *conditions) {
  MlirNamedAttribute entries[8];
  intptr_t n = mlirDictionaryAttrGetNumElements(schedule);
  for (intptr_t i = 0; i < n; ++i)
    entries[i] = mlirDictionaryAttrGetElement(schedule, i);
  if (numConditions)
    entries[n++] =
        named(ctx, "when", mlirArrayAttrGet(ctx, numConditions, conditions));
  return mlirDictionaryAttrGet(ctx, n, entries);
}

MlirAttribute tcVersionsOf(MlirContext ctx, intptr_t n,
                           const MlirAttribute *versions) {
  MlirNamedAttribute all =
      named(ctx, "versions", mlirArrayAttrGet(ctx, n, versions));
  return mlirDictionaryAttrGet(ctx, 1, &all);
}

static MlirAttribute withSizeHint(TcArena *arena, MlirContext ctx,
                                  MlirAttribute version, int64_t hint) {
  enum { MOST = 1 << 30 };
  intptr_t n = mlirDictionaryAttrGetNumElements(version);
  MlirNamedAttribute *entries =
      TC_ARENA_ARRAY(arena, MlirNamedAttribute, n + 1);
  for (intptr_t i = 0; i < n; ++i)
    entries[i] = mlirDictionaryAttrGetElement(version, i);
  entries[n] =
      named(ctx, TC_TEXT_SIZE_HINT, tcAttrI64(ctx, hint < MOST ? hint : MOST));
  return mlirDictionaryAttrGet(ctx, n + 1, entries);
}

MlirAttribute tcVersionsWithSizeHint(TcArena *arena, MlirAttribute schedule,
                                     int64_t hint) {
  MlirContext ctx = mlirAttributeGetContext(schedule);
  MlirAttribute list = tcTextEntry(schedule, "versions");
  intptr_t n = tcTextCount(list);
  MlirAttribute *all = TC_ARENA_ARRAY(arena, MlirAttribute, n + 1);
  if (!n)
    return withSizeHint(arena, ctx, schedule, hint);
  for (intptr_t i = 0; i < n; ++i)
    all[i] = withSizeHint(arena, ctx, mlirArrayAttrGetElement(list, i), hint);
  return tcVersionsOf(ctx, n, all);
}

MlirAttribute tcConditionOf(TcArena *arena, MlirContext ctx, const TcSize *size,
                            const char *bound, int64_t n) {
  MlirNamedAttribute entries[] = {
      named(ctx, bound, tcAttrI64(ctx, n)),
      named(ctx, "size", tcSizeAttrGet(ctx, tcStr(tcSizeToText(arena, size))))};
  return mlirDictionaryAttrGet(ctx, 2, entries);
}

MlirAttribute tcConditionOfThreads(MlirContext ctx, int64_t least) {
  MlirNamedAttribute entries[] = {
      named(ctx, "least", tcAttrI64(ctx, least)),
      named(ctx, "size", tcAttrString(ctx, "threads"))};
  return mlirDictionaryAttrGet(ctx, 2, entries);
}
