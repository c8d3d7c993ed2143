//===- choose.c - The variant of a program that this machine runs -*- C -*-===//
//
// An artifact may hold one program for several targets, each with a descriptor
// of its own. The first that the machine can run is taken, so that the compiler
// decides their order; on a GPU one that was compiled for the chip itself comes
// before those that its generation runs as well.
//
//===----------------------------------------------------------------------===//

#include "runtime/program_impl.h"
#include "tc/program.h"

#include <stdlib.h>
#include <string.h>

// "sm_90a" as 90 and "a"; false if it is not spelled so.
static bool readChip(const char *chip, long *number, const char **suffix) {
  if (strncmp(chip, "sm_", 3))
    return false;
  char *end;
  *number = strtol(chip + 3, &end, 10);
  *suffix = end;
  return end != chip + 3;
}

static bool isText(const TcImageInfo *image) {
  return image->bytes < 4 || memcmp(image->data,
                                    "\x7f"
                                    "ELF",
                                    4);
}

bool tcChipRuns(const char *chip, const char *compiledFor, bool text) {
  long has, needs;
  const char *ofChip, *suffix;
  if (!strcmp(chip, compiledFor))
    return true;
  if (!readChip(chip, &has, &ofChip) ||
      !readChip(compiledFor, &needs, &suffix) || *suffix)
    return false;
  // Code runs on later chips of its generation, text on all later ones.
  return has >= needs && (text || has / 10 == needs / 10);
}

static bool runsHere(const TcProgramDescriptor *d, const char *chip) {
  if (tcIsGpuProgram(d))
    return tcChipRuns(chip, d->chip, d->numImages && isText(&d->images[0]));
  TcStatus status = tcCheckCpuFeatures(d->features);
  tcStatusFree(status);
  return !status;
}

// Of a GPU program whose GPU cannot be asked, "".
static void findChip(const TcProgramDescriptor *d, unsigned device, char *chip,
                     size_t capacity) {
  *chip = 0;
  if (tcIsGpuProgram(d))
    tcStatusFree(tcGpuChip(d->target, device, chip, capacity));
}

const TcProgramDescriptor *tcProgramChoose(const TcProgramDescriptor *first,
                                           unsigned device) {
  char chip[64];
  if (!first->other)
    return first;
  findChip(first, device, chip, sizeof chip);
  for (const TcProgramDescriptor *d = first; d; d = d->other)
    if (tcIsGpuProgram(d) && !strcmp(chip, d->chip))
      return d;
  for (const TcProgramDescriptor *d = first; d; d = d->other)
    if (runsHere(d, chip))
      return d;
  return first;
}
