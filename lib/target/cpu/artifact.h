// The parts of an artifact besides its kernels: the descriptor, and the CPU
// features to check.
#ifndef TC_TARGET_CPU_ARTIFACT_H
#define TC_TARGET_CPU_ARTIFACT_H

#include "runtime/descriptor.h"
#include "target/target.h"

/// The descriptor as constant data: an object that defines
/// `symbol` and refers to the phases by the names of their steps (the steps'
/// own `phase` pointers are not looked at), and to the descriptor of another
/// variant by the symbol `other`, unless that is NULL.
TcStatus tcDescriptorToObject(const TcProgramDescriptor *descriptor,
                              const TcTarget *target, const char *symbol,
                              const char *other, TcBytes *object) TC_MUST_USE;

/// Those of the target's features that the runtime checks before it loads a
/// program, comma-separated, as in TcProgramDescriptor.features. Into `text`,
/// which TC_TARGET_TEXT bytes are enough for.
void tcTargetRuntimeFeatures(const TcTarget *target, char *text,
                             size_t capacity);

#endif // TC_TARGET_CPU_ARTIFACT_H
