// Shared by the files of NVIDIA's back end.
#ifndef TC_TARGET_NVPTX_NVPTX_H
#define TC_TARGET_NVPTX_NVPTX_H

#include "target/target.h"

/// Rewrites stores of a register's low bits so that ptxas does not miscompile
/// them (stores.c).
TcStatus tcNvptxFixStores(TcBytes *ptx) TC_MUST_USE;

#endif // TC_TARGET_NVPTX_NVPTX_H
