// Prints why there is no chip of the GPU named by the first argument, or which.
#include "tc/program.h"
#include "tc/status.h"

#include <stdio.h>

int main(int argc, char **argv) {
  char chip[64], text[256];
  TcStatus status =
      tcGpuChip(argc > 1 ? argv[1] : "cuda", 0, chip, sizeof chip);
  if (status)
    tcStatusPrint(status, text, sizeof text);
  puts(status ? text : chip);
  tcStatusFree(status);
  return 0;
}
