// Rewrite rules in C. A rule is one line of text above its function:
//
//   TC_RULE(mulOne, "prim.mul", "mul(x, 1) -> x") {
//     if (!isOne(tcPrimMulGetOther(op)))
//       return false;
//     MlirValue self = tcPrimMulGetSelf(op);
//     tcRewriteReplace(rw, op, 1, &self);
//     return true;
//   }
//
// and a set is a table of rules, applied to a fixed point by MLIR's greedy
// driver. Each rule can be switched off by its name.
#ifndef TC_IR_REWRITE_H
#define TC_IR_REWRITE_H

#include "ir/builder.h"
#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One attempt of a rule at one op.
typedef struct TcRewrite {
  TcBuilder b; ///< New ops go here, before the op, with its location.
  void *user;  ///< That of the set.
  MlirRewriterBase base;
  const struct TcRule *rule; ///< The one that is tried.
} TcRewrite;

/// Either changes nothing and returns false, or changes IR through `rw` and
/// returns true. A rule that returns false must not have created ops: checked
/// builds stop at one that has.
typedef bool TcRuleFn(TcRewrite *rw, MlirOperation op);

typedef struct TcRule {
  const char *name;
  const char *root; ///< Op that it starts at.
  const char *text;
  TcRuleFn *apply;
} TcRule;

#define TC_RULE(NAME, ROOT, TEXT)                                              \
  static TcRuleFn NAME;                                                        \
  static const TcRule NAME##Rule = {#NAME, ROOT, TEXT, NAME};                  \
  static bool NAME(TcRewrite *rw, MlirOperation op)

/// Replaces all results of `op` and erases it.
void tcRewriteReplace(TcRewrite *rw, MlirOperation op, intptr_t numValues,
                      const MlirValue *values);
/// Erases an unused op.
void tcRewriteErase(TcRewrite *rw, MlirOperation op);
/// Call these around changes of `op` in place (attributes, operands, types).
void tcRewriteBeginChange(TcRewrite *rw, MlirOperation op);
void tcRewriteEndChange(TcRewrite *rw, MlirOperation op);

typedef struct TcRuleSet {
  const TcRule *const *rules;
  size_t numRules;
  MlirStringRef disabled; ///< Names of rules to leave out: "a,b"; may be empty.
  void *user;
  int64_t *counts; ///< One a rule, added to; may be null.
} TcRuleSet;

/// Applies the rules below `scope` (isolated from above), and folds, until
/// nothing changes. Emits an error and fails if `disabled` names no rule of the
/// set, if the rules do not terminate, or, in checked builds, if one fails to
/// apply and leaves new ops.
MlirLogicalResult tcRulesApply(MlirOperation scope, const TcRuleSet *set);

/// Whether a list of names ("a,b") has the rule.
bool tcRuleListHas(MlirStringRef list, const char *rule);
/// Emits TC-1012, and fails, if the list has a name that is none of these.
MlirLogicalResult tcRuleListCheck(MlirOperation scope, MlirStringRef list,
                                  size_t n, const char *const *names);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_REWRITE_H
