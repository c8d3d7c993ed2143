// The self-contained tools (tools/static) are also LLVM's linker, when called
// by the name ld.lld, and run themselves where a linker is needed.
#ifndef TC_TARGET_SELF_H
#define TC_TARGET_SELF_H

#include <stdbool.h>

/// Set before anything else by the main of such a program.
extern bool tcSelfIsLinker;

/// The path of this program, under whatever name it was called.
#define TC_SELF_PATH "/proc/self/exe"

#endif // TC_TARGET_SELF_H
