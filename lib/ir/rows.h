// What a row declares of its op beyond what MLIR stores: the types of opgen's
// tables (tc/gen/<Dialect>Table.h). C only: C's complex numbers have no C++
// counterpart.
#ifndef TC_LIB_IR_ROWS_H
#define TC_LIB_IR_ROWS_H

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

/// Strings are empty where the row says nothing.
typedef struct TcOpInfo {
  const char *name; // "prim.add"
  const char *summary;
  const char *compute;    // type in which f16 and bf16 are computed
  const char *accumulate; // least type of partial results
  const char *order;      // what order of combination is free
  const char *nan;
  const char *vjpReason; // why there is no derivative
  const char *examples;  // functions, `// -----` between them
  double maxUlp;         // error bound of one element
} TcOpInfo;

/// The scalar semantics of an elementwise op, by domain; operands that the op
/// does not have are ignored. `width` is that of the operand's type; integers
/// come sign-extended (ui8 zero-extended), and the caller wraps the result to
/// the result's type.
typedef struct TcScalarRow {
  int operands;
  double (*f)(double x, double y, double z);
  int64_t (*i)(int64_t x, int64_t y, int64_t z, int width);
  bool (*b)(bool x, bool y, bool z);
  double complex (*c)(double complex x, double complex y, double complex z);
  double complex (*fc)(double x, double y, double z);
} TcScalarRow;

#endif // TC_LIB_IR_ROWS_H
