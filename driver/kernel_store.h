// Code of kernels that this process has compiled, for later compilations of
// equal ones: a program of which one kernel has another schedule is one kernel
// to compile. Off unless a limit is set.
#ifndef TC_DRIVER_KERNEL_STORE_H
#define TC_DRIVER_KERNEL_STORE_H

#include "passes/describe/describe.h"
#include "target/target.h"

/// From now on about `bytes` of code are kept; 0: none. What is kept is
/// dropped.
void tcKernelStoreLimit(size_t bytes);

/// Whether there is a limit other than 0.
bool tcKernelStoreIsOn(void);

/// Copies the code that is kept under the key, which stands for all that code
/// generation depends on: `info` into the arena, `object` for tcBytesFree.
/// False if there is none, or no memory.
bool tcKernelStoreFind(const char *key, TcArena *arena, TcKernelInfo *info,
                       TcBytes *object);

/// Keeps a copy.
void tcKernelStoreAdd(const char *key, const TcKernelInfo *info,
                      const TcBytes *object);

#endif // TC_DRIVER_KERNEL_STORE_H
