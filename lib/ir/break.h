// Rules broken on purpose, in checked builds: TC_BREAK=ROOM.RULE.HOW in the
// environment makes one rule wrong, and test/mutants/rules.py sees whether a
// test notices. HOW is
//
//   wrong      the rule's result is replaced by another value
//   off        the rule is never used; a rule of profit then needs a test that
//              looks at the IR
//   swapped    code of an op takes its two operands in the other order
//   anything else: the condition of that name is taken to hold (TC_HOLDS).
//
// TC_BREAK_LOG=FILE appends the names whose breaking would make a difference:
// each rule that is used, and each condition that does not hold.
#ifndef TC_IR_BREAK_H
#define TC_IR_BREAK_H

#include "ir/builder.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef TC_CHECKED

/// Whether TC_BREAK names this rule.
bool tcBreaks(const char *room, const char *rule, const char *how);
/// The same, of a rule that is used now: it is noted in the log.
bool tcBreaksNow(const char *room, const char *rule, const char *how);
/// The condition, or true if it is broken.
bool tcHolds(const char *room, const char *rule, const char *how, bool holds);

#else

static inline bool tcBreaks(const char *room, const char *rule,
                            const char *how) {
  return (void)room, (void)rule, (void)how, false;
}
static inline bool tcBreaksNow(const char *room, const char *rule,
                               const char *how) {
  return (void)room, (void)rule, (void)how, false;
}
static inline bool tcHolds(const char *room, const char *rule, const char *how,
                           bool holds) {
  return (void)room, (void)rule, (void)how, holds;
}

#endif

/// A different value of the same type: exp(x) of floats, the complement of
/// integers. Other values stay as they are.
MlirValue tcBreakValue(TcBuilder *b, MlirValue value);

/// A condition of a rule of fusion, with its name.
#define TC_FUSE_HOLDS(RULE, HOW, CONDITION)                                    \
  tcHolds("fuse", RULE, HOW, CONDITION)

#ifdef __cplusplus
}
#endif

#endif // TC_IR_BREAK_H
