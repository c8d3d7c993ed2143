// See estimate.h.
#include "lib/cost/estimate.h"

#include "lib/cost/numbers.h"

static bool isValue(void *self, const char *symbol, int64_t *value) {
  (void)symbol;
  *value = *(const int64_t *)self;
  return true;
}

int64_t tcEstimate(const TcSize *size, int64_t symbol) {
  int64_t n, value = symbol ? symbol : tcNumber(typical_size);
  TcStatus status = tcSizeEval(size, isValue, &value, &n);
  tcStatusFree(status);
  return status || n < 0 ? value : n;
}
