// What a derivative rule is given. A rule is one C function, named by the row
// of its op (`vjp`), with the formula in one line above it:
//
//   // y = exp x: dx = dy y
//   void tcVjpExp(TcVjp *v) { tcVjpGive(v, 0, tcMul(&v->b, v->dy, v->y)); }
//
// Formulas are written in the words of passes/decompose/build.h, so what a rule
// gives are prims again, and the pass runs on its own output. A rule builds the
// gradients of all operands; those that nobody asked for go as dead code. Of
// complex numbers gradients are conjugate, as PyTorch's are: dx = dy conj(y').
#ifndef TC_PASSES_AUTODIFF_H
#define TC_PASSES_AUTODIFF_H

#include "passes/decompose/build.h"

typedef struct TcVjp {
  TcBuild b;
  MlirOperation op;
  MlirValue x[3]; ///< The first operands; null where there are fewer.
  MlirValue y;    ///< The first result.
  MlirValue dy;   ///< Its cotangent, of its type.
  struct TcTape *tape;
} TcVjp;

typedef void TcVjpFn(TcVjp *v);

/// Adds to the gradient of operand i. A null value is an error that was
/// reported. Integers and truth values have no gradients: ignored.
void tcVjpGive(TcVjp *v, intptr_t i, MlirValue gradient);

/// Of the factors of a product, at each factor's place: the product of those
/// that are not 0, how many are 0 (i64), and their sum, which is 0.
typedef struct TcZeros {
  MlirValue rest, count, sum;
} TcZeros;

/// What the gradient of a product is multiplied by to be that of `factor`: the
/// product of the others, of the type of `factor`. First and second derivatives
/// are right whatever is 0: terms that are 0 stand for what they derive to.
MlirValue tcProductOfOthers(TcBuild *b, MlirValue factor, TcZeros zeros);

/// The cotangent of result i; zeros if it has none.
MlirValue tcVjpCotangent(TcVjp *v, intptr_t i);

/// For what a rule cannot do: an error at the op, TC-4201.
void tcVjpRefuse(TcVjp *v, const char *why);

/// x with zeros: `low` and `high` around it and `interior` between, as `shape`.
MlirValue tcPadWith(TcBuild *b, MlirValue x, TcShape shape,
                    const MlirAttribute *low, const MlirAttribute *high,
                    TcDims interior);
/// Zeros of x's type.
MlirValue tcZerosLike(TcBuild *b, MlirValue x);
/// The complex conjugate; a real x itself.
MlirValue tcConjOf(TcBuild *b, MlirValue x);

#endif // TC_PASSES_AUTODIFF_H
