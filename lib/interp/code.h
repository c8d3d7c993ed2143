// The instructions that bodies and index maps are compiled to. body.c runs them
// one point at a time, lib/yardstick on strips of points.
#ifndef TC_INTERP_CODE_H
#define TC_INTERP_CODE_H

#include "interp/body.h"
#include "support/size.h"

struct TcExpr {
  enum { TC_EXPR_CONSTANT, TC_EXPR_ITERATOR, TC_EXPR_BINARY } kind;
  TcSizeOp op;
  int64_t value; // of a constant; which iterator
  const TcExpr *lhs, *rhs;
};

typedef enum TcBodyCode {
  TC_BODY_ROW,
  TC_BODY_WHERE,
  TC_BODY_CONVERT,
  TC_BODY_BITCAST,
  TC_BODY_CONSTANT,
  TC_BODY_INDEX,
  TC_BODY_AT,
  TC_BODY_WITHIN,
} TcBodyCode;

typedef struct TcInstruction {
  TcBodyCode code;
  TcDType operand, result;
  unsigned to, numArgs;
  unsigned *args; // registers
  const TcScalarRow *row;
  TcScalar constant;
  const TcExpr *expr;
  MlirValue tensor;
  MlirOperation op;
} TcInstruction;

struct TcBody {
  TC_VEC(TcInstruction) code;
  unsigned numRegisters; // the first are the arguments
  TcScalar *registers;
  intptr_t numArguments, numYields;
  unsigned *yields;
  TcDType *yieldDTypes;
};

#endif // TC_INTERP_CODE_H
