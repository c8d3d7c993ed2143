// Arithmetic on bits of integers.
#ifndef TC_SUPPORT_BITS_H
#define TC_SUPPORT_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline bool tcIsPowerOfTwo(int64_t n) { return n > 0 && !(n & (n - 1)); }

#endif // TC_SUPPORT_BITS_H
