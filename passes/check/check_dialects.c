// tc-check-dialects: only ops of the named dialects are left. Placed after a
// lowering, it reports all ops that were not lowered at once, instead of
// letting a later pass fail on one of them.
#include "ir/diag.h"
#include "ir/pass.h"
#include <string.h>

enum { OPT_ALLOW };
static const TcPassOption options[] = {
    {"allow", TC_OPTION_STRING, "builtin,func,prim",
     "dialects that may be left, separated by commas"},
};

enum { STAT_CHECKED };
static const TcPassStatistic statistics[] = {
    {"checked", "ops looked at"},
};

typedef struct Check {
  TcPass *pass;
  MlirStringRef allowed;
  bool failed;
} Check;

// Whether `ns` is one of the comma-separated names in `list`.
static bool listHas(MlirStringRef list, MlirStringRef ns) {
  const char *end = list.data + list.length;
  for (const char *at = list.data; at < end;) {
    const char *comma = memchr(at, ',', (size_t)(end - at));
    size_t length = (size_t)((comma ? comma : end) - at);
    if (length == ns.length && !memcmp(at, ns.data, length))
      return true;
    at += length + 1;
  }
  return false;
}

static MlirStringRef namespaceOf(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  const char *dot = memchr(name.data, '.', name.length);
  name.length = dot ? (size_t)(dot - name.data) : 0;
  return name;
}

static MlirWalkResult checkOp(MlirOperation op, void *user) {
  Check *check = user;
  tcPassAddStatistic(check->pass, STAT_CHECKED, 1);
  if (listHas(check->allowed, namespaceOf(op)))
    return MlirWalkResultAdvance;
  check->failed = true;
  tcOpEmitError(op,
                "[TC-0210] is left behind: only ops of %.*s may be here; run "
                "the lowering of its dialect first",
                (int)check->allowed.length, check->allowed.data);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(MlirOperation op, TcPass *pass) {
  Check check = {pass, tcPassGetOptionString(pass, OPT_ALLOW), false};
  mlirOperationWalk(op, checkOp, &check, MlirWalkPreOrder);
  tcPassMarkUnchanged(pass);
  return check.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

const TcPassInfo tcPassCheckDialects = {
    .argument = "tc-check-dialects",
    .summary = "Check that only ops of some dialects are left",
    .options = options,
    .numOptions = 1,
    .statistics = statistics,
    .numStatistics = 1,
    .run = run,
};
