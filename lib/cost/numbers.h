//===- numbers.h - The numbers of heuristics -----------------------*- C
//-*-===//
//
// numbers.inc has a row for each. They are the process's: whoever sets one does
// it before the first compile.
//
//===----------------------------------------------------------------------===//

#ifndef TC_COST_NUMBERS_H
#define TC_COST_NUMBERS_H

#include "tc/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TcNumber {
#define TC_NUMBER(name, value, from, meaning) TC_NUMBER_##name,
#include "lib/cost/numbers.inc"
#undef TC_NUMBER
  TC_NUM_NUMBERS
} TcNumber;

extern int64_t tcNumbers[TC_NUM_NUMBERS];

/// The number of that name, without quotes: tcNumber(cpu_tasks).
#define tcNumber(name) tcNumbers[TC_NUMBER_##name]

enum { TC_ERROR_NUMBERS = 1611 };

/// Sets those that `text` names, "NAME=VALUE,..."; NULL sets none. For benches,
/// which vary them. TC-1611 if a name is not known or a value is not an integer
/// from 1 to 2^40; then none is set.
TcStatus tcNumbersSet(const char *text) TC_MUST_USE;

/// The same of the environment's TC_NUMBERS.
TcStatus tcNumbersFromEnvironment(void) TC_MUST_USE;

/// A line for each: name, value, where it is from, meaning, divided by tabs.
void tcNumbersPrint(void (*line)(void *self, const char *text), void *self);

#ifdef __cplusplus
}
#endif

#endif // TC_COST_NUMBERS_H
