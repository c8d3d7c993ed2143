// Bodies of stages, compiled once to a list of scalar instructions.
#ifndef TC_INTERP_BODY_H
#define TC_INTERP_BODY_H

#include "interp/machine.h"

/// A compiled size expression over the kernel's iterators; size symbols are
/// folded to constants.
typedef struct TcExpr TcExpr;

TcStatus tcCompileExpr(TcFrame *frame, MlirAttribute size,
                       const TcExpr **out) TC_MUST_USE;
/// At the frame's point. False where a divisor is less than 1.
bool tcEvalExpr(const TcExpr *expr, const int64_t *point, int64_t *out);

typedef struct TcBody TcBody;

/// Compiles a block of scalar ops.
TcStatus tcCompileBody(TcFrame *frame, MlirBlock block,
                       const TcBody **out) TC_MUST_USE;

/// The number of values that the block's terminator yields.
intptr_t tcBodyNumYields(const TcBody *body);
TcDType tcBodyYieldDType(const TcBody *body, intptr_t i);

/// Runs it on `arguments`, at the frame's point.
TcStatus tcRunBody(TcFrame *frame, const TcBody *body,
                   const TcScalar *arguments, TcScalar *yields) TC_MUST_USE;

#endif // TC_INTERP_BODY_H
