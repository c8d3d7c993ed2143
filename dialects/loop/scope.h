// Scopes in a kernel: which iterators an op of loop may use, and their extents.
// Shared by the verifiers of this folder.
#ifndef TC_DIALECTS_LOOP_SCOPE_H
#define TC_DIALECTS_LOOP_SCOPE_H

#include "dialects/check.h"
#include "support/vec.h"

typedef TC_VEC(MlirType) TcTypes;

/// What is known while one op is verified. The maps go from the name of an
/// iterator to its extent, a #tc.size, as bindings (ir/sizes.h) do.
typedef struct TcLoopScope {
  TcCheck c;
  TcArena arena;
  MlirOperation kernel;
  TcMap iters; // all of the kernel
  TcMap own;   // of the op, or of the stage whose body it stands in
  TcMap outer; // of the loop.for ops around it
} TcLoopScope;

/// Emits an error and fails if `op` is not in a kernel. The caller frees the
/// arena with tcArenaFree in either case.
MlirLogicalResult tcLoopScopeOpen(TcLoopScope *s, MlirOperation op,
                                  const char *rule);

/// Adds iterators (an array of strings, or null) to the op's own: each one of
/// the kernel's, none twice or of a loop.for around it.
MlirLogicalResult tcLoopScopeTake(TcLoopScope *s, MlirAttribute names,
                                  const char *rule);

/// The extent of an iterator of the kernel; null if there is none.
MlirAttribute tcLoopScopeExtent(const TcLoopScope *s, MlirStringRef iter);

/// The iterators in `expr` are the op's own or of a loop.for around it.
MlirLogicalResult tcLoopScopeCheckExpr(TcLoopScope *s, MlirAttribute expr,
                                       const char *rule);

/// The least and the greatest value of `expr` over the iterators, as sizes in
/// the arena; false if it is not linear in them or an extent is 0.
bool tcLoopScopeBounds(TcLoopScope *s, MlirAttribute expr, const TcSize **least,
                       const TcSize **greatest);

/// The types of what the block's loop.yield gives; fails if it has none.
MlirLogicalResult tcLoopYieldTypes(TcLoopScope *s, MlirBlock block,
                                   const char *rule, TcTypes *out);

/// Both lists are equal; `what` names the first: "results".
MlirLogicalResult tcLoopCheckTypes(const TcLoopScope *s, const TcTypes *got,
                                   const TcTypes *wanted, const char *rule,
                                   const char *what);

TcTypes tcLoopArgumentTypes(TcLoopScope *s, MlirBlock block);
TcTypes tcLoopResultTypes(TcLoopScope *s);

#endif // TC_DIALECTS_LOOP_SCOPE_H
