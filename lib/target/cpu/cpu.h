// The interface of the CPU back end to its own files and lib/target.
#ifndef TC_TARGET_CPU_CPU_H
#define TC_TARGET_CPU_CPU_H

#include "target/target.h"

/// Fills in a target by name: "host", "x86-64-v3", ...; TC-2600 if none has
/// that name, TC-5600 if tc does not compile for the host.
TcStatus tcCpuTargetByName(const char *name, TcTarget *target) TC_MUST_USE;

/// Sets the facts that follow from the features.
void tcCpuDeriveFacts(TcTarget *target);

extern const TcTargetBackend tcCpuBackend;

#endif // TC_TARGET_CPU_CPU_H
