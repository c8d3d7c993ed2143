// Links objects to a shared object on disk, or loads them into this process.
#ifndef TC_TARGET_CPU_LINK_H
#define TC_TARGET_CPU_LINK_H

#include "runtime/descriptor.h"
#include "target/target.h"

/// Links `count` objects, and the files in `archives` (NULL-terminated, or
/// NULL), into a shared object at `path` that exports the symbols in `exports`
/// (NULL-terminated). The file appears whole or not at all. TC-2601 if there is
/// no linker (`linker` NULL: ld.lld of LLVM 22 is searched for), TC-7600 with
/// its output if it fails, TC-7601 if the file cannot be written.
TcStatus tcLinkShared(const TcBytes *objects, size_t count,
                      const char *const *archives, const char *const *exports,
                      const char *linker, const char *path) TC_MUST_USE;

/// Code of objects, loaded into this process.
typedef struct TcJit TcJit;

/// Copies the objects' bytes. Undefined symbols are resolved in the process.
/// Any number of these may exist at once.
TcStatus tcJitCreate(const TcBytes *objects, size_t count,
                     TcJit **jit) TC_MUST_USE;

/// The address of a symbol in *address; TC-9600 if no object defines it.
TcStatus tcJitLookup(TcJit *jit, const char *name, void **address) TC_MUST_USE;

/// Sets the `phase` of every launch among the steps to the function that the
/// step names.
TcStatus tcJitBindSteps(TcJit *jit, TcStep *steps, size_t count) TC_MUST_USE;

/// Unloads the code. NULL is fine.
void tcJitFree(TcJit *jit);

#endif // TC_TARGET_CPU_LINK_H
