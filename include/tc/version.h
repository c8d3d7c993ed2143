//===- tc/version.h - Version of the library and of its IR --------*- C -*-===//
//
// A module records its version in the attribute `tc.version`, bytecode in its
// dialects' sections. Text and bytecode of an older minor version are read,
// newer ones refused. docs/extending.md says when the number changes.
//
//   0.2  loop.while, prim.range_to, the form `stream` of a schedule,
//        prim.out of prim.convolution, prim.round_tf32, prim.associative of
//        prim.scan
//   0.1  the rest
//
//===----------------------------------------------------------------------===//

#ifndef TC_VERSION_H
#define TC_VERSION_H

#define TC_VERSION_MAJOR 0
#define TC_VERSION_MINOR 2

#endif // TC_VERSION_H
