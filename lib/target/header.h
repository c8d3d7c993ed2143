// Writes the C header of an artifact.
#ifndef TC_TARGET_HEADER_H
#define TC_TARGET_HEADER_H

#include "runtime/descriptor.h"
#include "support/strbuf.h"

/// Appends a C header for the program to `out`: a comment that lists its
/// arguments, and an inline function NAME_call with a typed parameter for each.
TcStatus tcDescriptorWriteHeader(const TcProgramDescriptor *d,
                                 TcStrBuf *out) TC_MUST_USE;

#endif // TC_TARGET_HEADER_H
