// The interface of derivative rules. A rule is one C function, named by the row
// of its op (`vjp`), with the formula in one line above it:
//
//   // y = exp x: dx = dy y
//   void tcVjpExp(TcVjp *v) { tcVjpGive(v, 0, tcMul(&v->b, v->dy, v->y)); }
//
// Formulas are written with the builders of lib/ir/prim_build.h, so rules
// produce prims, and the pass runs on its own output. A rule builds the
// gradients of all operands; unused ones are removed as dead code. Gradients of
// complex numbers are conjugate, as PyTorch's are: dx = dy conj(y').
#ifndef TC_PASSES_AUTODIFF_H
#define TC_PASSES_AUTODIFF_H

#include "lib/ir/prim_build.h"

typedef struct TcVjp {
  TcBuild b;
  MlirOperation op;
  MlirValue x[3]; ///< The first operands; null where there are fewer.
  MlirValue y;    ///< The first result.
  MlirValue dy;   ///< Its cotangent, of its type.
  struct TcTape *tape;
} TcVjp;

typedef void TcVjpFn(TcVjp *v);

/// Adds to the gradient of operand i. A null value stands for an error that was
/// reported. Gradients of integers and truth values are ignored.
void tcVjpGive(TcVjp *v, intptr_t i, MlirValue gradient);

/// For the factors of a product, broadcast to each factor: the product of the
/// nonzero ones, the number of zeros (i64), and the sum of the zeros (0, but
/// with a derivative).
typedef struct TcZeros {
  MlirValue rest, count, sum;
} TcZeros;

/// The derivative of a product by `factor`: the product of the other factors,
/// of the type of `factor`. First and second derivatives are right whichever
/// factors are 0: terms with value 0 are kept for their derivatives.
MlirValue tcProductOfOthers(TcBuild *b, MlirValue factor, TcZeros zeros);

/// The cotangent of result i; zeros if it has none.
MlirValue tcVjpCotangent(TcVjp *v, intptr_t i);

/// Reports that the rule does not support this op: TC-4201 at the op.
void tcVjpRefuse(TcVjp *v, const char *why);

/// x padded with zeros to `shape`: `low` and `high` around it, `interior`
/// between its elements.
MlirValue tcPadWith(TcBuild *b, MlirValue x, TcShape shape,
                    const MlirAttribute *low, const MlirAttribute *high,
                    TcDims interior);
/// Zeros of x's type.
MlirValue tcZerosLike(TcBuild *b, MlirValue x);
/// The complex conjugate; a real x itself.
MlirValue tcConjOf(TcBuild *b, MlirValue x);

#endif // TC_PASSES_AUTODIFF_H
