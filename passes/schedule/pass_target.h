// The target that a pass works for.
#ifndef TC_PASSES_SCHEDULE_PASS_TARGET_H
#define TC_PASSES_SCHEDULE_PASS_TARGET_H

#include "lib/ir/pass.h"
#include "lib/support/arena.h"
#include "lib/target/target.h"

/// The target of the pass's option number `target` (-1: it has none), else that
/// of the module (`tc.target`), else that of option number `otherwise`. Fails
/// with an error at the module if the text is no target.
MlirLogicalResult tcPassReadTarget(TcPass *pass, MlirOperation module,
                                   int target, int otherwise, TcTarget *out);

/// The options of a pass that asks for nothing but a target: `target`, and
/// `otherwise`, which counts where neither that nor the module names one.
enum { TC_NUM_TARGET_OPTIONS = 2 };
extern const TcPassOption tcTargetOptions[TC_NUM_TARGET_OPTIONS];

/// The target by these options.
MlirLogicalResult tcPassReadOptions(TcPass *pass, MlirOperation module,
                                    TcTarget *out);

/// Visits our functions where these options name a GPU. What `visit` returns is
/// counted in the pass's statistic 0; its arena lives until the pass ends.
MlirLogicalResult tcPassOnGpuFunctions(MlirOperation module, TcPass *pass,
                                       int64_t (*visit)(TcArena *,
                                                        MlirOperation));

#endif // TC_PASSES_SCHEDULE_PASS_TARGET_H
