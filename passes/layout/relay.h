// What loop-relay asks of a machine: which launches are contractions whose
// operands may be copied, and how long they take as the operands lie.
#ifndef TC_PASSES_LAYOUT_RELAY_H
#define TC_PASSES_LAYOUT_RELAY_H

#include "passes/lower/cpu/kernel_access.h"
#include "target/units.h"

/// A contraction of two arguments of its kernel.
typedef struct TcRelaySite {
  TcCpuKernel k;
  const TcTarget *target;
  const TcUnit *unit; // that multiplies it, or NULL
  const TcCpuRead *reads[2];
  TcCpuIters points[2]; // of the result: those of one operand alone
  TcCpuIters steps;     // of the reduction
  bool isWeight[2];     // of the program: packed when it is loaded
} TcRelaySite;

typedef struct TcRelayMachine {
  /// Whether the kernel is such a contraction; sets unit, reads,
  /// points and steps.
  bool (*match)(TcRelaySite *site);
  /// Seconds, as the operands' buffers lie now; negative: it cannot run so.
  double (*time)(TcRelaySite *site);
  double copyTime;   // of an element of a copy
  double blockTime;  // of one that is transposed in blocks
  double launchTime; // of a copy's launch
  double gain;  // copies are made where they leave less than this of the time
  bool joins;   // copies of what is there before run in one launch
  bool windows; // reads neighbours in place along what a window moves over
} TcRelayMachine;

extern const TcRelayMachine tcRelayGpu, tcRelayCpu;

#endif // TC_PASSES_LAYOUT_RELAY_H
