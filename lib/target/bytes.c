// Objects and images as bytes. See target.h.
#include "target/target.h"

#include <stdlib.h>

void tcBytesFree(TcBytes *bytes) {
  free(bytes->data);
  *bytes = (TcBytes){0};
}
