// One program for several targets (lib/runtime/choose.c): which of the variants
// a machine runs.
#include "check.h"
#include "runtime/program_impl.h"

static void gpusRunTheirGenerationsCode(void) {
  CHECK(tcChipRuns("sm_80", "sm_80", false));
  CHECK(tcChipRuns("sm_86", "sm_80", false));
  CHECK(!tcChipRuns("sm_80", "sm_86", false));
  CHECK(!tcChipRuns("sm_90a", "sm_80", false));
  CHECK(tcChipRuns("sm_90a", "sm_80", true)); // PTX is compiled there
  CHECK(tcChipRuns("sm_120", "sm_90", true));
  CHECK(!tcChipRuns("sm_80", "sm_90", true));
  CHECK(tcChipRuns("sm_90a", "sm_90a", false));
  CHECK(!tcChipRuns("sm_100", "sm_90a", true)); // that chip's alone
  CHECK(tcChipRuns("gfx942", "gfx942", false));
  CHECK(!tcChipRuns("gfx942", "gfx90a", false));
  CHECK(!tcChipRuns("", "sm_80", true)); // no GPU
}

static TcProgramDescriptor with(const char *features,
                                const TcProgramDescriptor *other) {
  return (TcProgramDescriptor){.features = features, .other = other};
}

static void theFirstThatRunsIsTaken(void) {
  TcProgramDescriptor all = with("", NULL);
  TcProgramDescriptor none = with("no-such-feature", &all);
  TcProgramDescriptor before = with("", &none);
  CHECK(tcProgramChoose(&all, 0) == &all);
  CHECK(tcProgramChoose(&none, 0) == &all);
  CHECK(tcProgramChoose(&before, 0) == &before);
}

static void withoutOneTheFirstSaysWhy(void) {
  TcProgramDescriptor last = with("another", NULL);
  TcProgramDescriptor first = with("no-such-feature", &last);
  CHECK(tcProgramChoose(&first, 0) == &first);
  TcStatus status = tcCheckCpuFeatures(first.features);
  CHECK(status);
  tcStatusFree(status);
}

int main(void) {
  gpusRunTheirGenerationsCode();
  theFirstThatRunsIsTaken();
  withoutOneTheFirstSaysWhy();
  return checkReport();
}
