//===- tc/version.h - Version of the library and of its IR --------*- C -*-===//
//
// A module says its version in the attribute `tc.version`. Text and bytecode of
// an older minor version are read, newer ones refused.
//
//===----------------------------------------------------------------------===//

#ifndef TC_VERSION_H
#define TC_VERSION_H

#define TC_VERSION_MAJOR 0
#define TC_VERSION_MINOR 1

#endif // TC_VERSION_H
