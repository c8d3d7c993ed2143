// The public status type and the numbers of the errors that lib/support raises.
// Other rooms define theirs beside their code; docs/errors.md lists all.
#ifndef TC_SUPPORT_STATUS_H
#define TC_SUPPORT_STATUS_H

#include "tc/status.h"

enum {
  TC_ERROR_SIZE_SYNTAX = 1001,
  TC_ERROR_SIZE_DIVISION_BY_ZERO = 1002,
  TC_ERROR_SIZE_BAD_SYMBOL = 1003,
  TC_ERROR_SIZE_UNKNOWN_SYMBOL = 2001,
  TC_ERROR_SIZE_OVERFLOW = 3001,
  TC_ERROR_SIZE_BAD_DIVISOR = 3002,
  TC_ERROR_OUT_OF_MEMORY = 6001,
  TC_ERROR_SIZE_TOO_COMPLEX = 6002,
  TC_ERROR_INTERNAL = 9001,
};

#endif // TC_SUPPORT_STATUS_H
