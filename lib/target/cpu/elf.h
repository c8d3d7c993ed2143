// Reads the undefined symbols of an ELF object.
#ifndef TC_TARGET_CPU_ELF_H
#define TC_TARGET_CPU_ELF_H

#include "target/target.h"

/// Calls `each` with the name of every symbol that the object refers to and
/// does not define. False if the bytes are no 64-bit ELF object.
bool tcElfForEachUndefined(const void *object, size_t size,
                           void (*each)(void *context, const char *name),
                           void *context);

#endif // TC_TARGET_CPU_ELF_H
