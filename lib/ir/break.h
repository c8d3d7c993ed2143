// Rules broken on purpose, in checked builds: TC_BREAK=ROOM.RULE.HOW in the
// environment makes one rule wrong, and test/mutants/rules.py sees whether a
// test notices. HOW is
//
//   wrong      what the rule gives is replaced by another value
//   off        the rule is never used: what it is worth goes unnoticed unless a
//              test looks at the IR
//   swapped    code of an op takes its two operands in the other order
//   anything else: the condition of that name is taken to hold (TC_HOLDS).
//
// TC_BREAK_LOG=FILE appends the name of what would make a difference: of each
// rule that is used, and of each condition that does not hold.
#ifndef TC_IR_BREAK_H
#define TC_IR_BREAK_H

#include "ir/builder.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef TC_CHECKED

/// Whether TC_BREAK names it.
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

/// Another value of the same type, of numbers a different one at each element:
/// exp(x), or the complement of an integer. What is neither stays as it is.
MlirValue tcBreakValue(TcBuilder *b, MlirValue value);

/// A condition of a rule of fusion, with its name.
#define TC_FUSE_HOLDS(RULE, HOW, CONDITION)                                    \
  tcHolds("fuse", RULE, HOW, CONDITION)

#ifdef __cplusplus
}
#endif

#endif // TC_IR_BREAK_H
