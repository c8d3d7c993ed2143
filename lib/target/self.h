// Programs that are LLVM's linker as well (tools/static): when they are called
// by the name ld.lld. They run themselves where a linker is needed.
#ifndef TC_TARGET_SELF_H
#define TC_TARGET_SELF_H

#include <stdbool.h>

/// Set before anything else by the main of such a program.
extern bool tcSelfIsLinker;

/// The path of this program, which others may have called by any name.
#define TC_SELF_PATH "/proc/self/exe"

#endif // TC_TARGET_SELF_H
