// Elements of every dtype; see scalar.h. The scalar semantics of ops is in
// their rows.
#include "interp/scalar.h"

#include "runtime/half.h"
#include "tc/gen/PrimTable.h"

TcClass tcClassOf(TcDType dtype) {
  switch (dtype) {
  case TC_DTYPE_F32:
  case TC_DTYPE_F64:
  case TC_DTYPE_BF16:
  case TC_DTYPE_F16:
    return TC_CLASS_FLOAT;
  case TC_DTYPE_BOOL:
    return TC_CLASS_BOOL;
  case TC_DTYPE_COMPLEX64:
  case TC_DTYPE_COMPLEX128:
    return TC_CLASS_COMPLEX;
  default:
    return TC_CLASS_INT;
  }
}

TcDType tcWideDType(TcDType dtype) {
  static const TcDType wide[] = {TC_DTYPE_F64, TC_DTYPE_I64, TC_DTYPE_BOOL,
                                 TC_DTYPE_COMPLEX128};
  return wide[tcClassOf(dtype)];
}

//===- Memory -------------------------------------------------------------===//

#define DTYPES(X)                                                              \
  X(TC_DTYPE_F32, float, f, (double), (float))                                 \
  X(TC_DTYPE_F64, double, f, , )                                               \
  X(TC_DTYPE_BF16, uint16_t, f, fromBF16, toBF16)                              \
  X(TC_DTYPE_F16, uint16_t, f, fromF16, toF16)                                 \
  X(TC_DTYPE_I64, int64_t, i, , )                                              \
  X(TC_DTYPE_I32, int32_t, i, , (int32_t))                                     \
  X(TC_DTYPE_I16, int16_t, i, , (int16_t))                                     \
  X(TC_DTYPE_I8, int8_t, i, , (int8_t))                                        \
  X(TC_DTYPE_U8, uint8_t, i, , (uint8_t))                                      \
  X(TC_DTYPE_U16, uint16_t, i, , (uint16_t))                                   \
  X(TC_DTYPE_U32, uint32_t, i, , (uint32_t))                                   \
  X(TC_DTYPE_U64, uint64_t, i, (int64_t), (uint64_t))                          \
  X(TC_DTYPE_BOOL, uint8_t, b, 0 !=, )                                         \
  X(TC_DTYPE_COMPLEX64, float complex, c, (double complex), (float complex))   \
  X(TC_DTYPE_COMPLEX128, double complex, c, , )

static double fromBF16(uint16_t bits) { return tcHalfWiden(bits, 7); }
static double fromF16(uint16_t bits) { return tcHalfWiden(bits, 10); }
static uint16_t toBF16(double value) { return tcHalfNarrow(value, 7); }
static uint16_t toF16(double value) { return tcHalfNarrow(value, 10); }

TcScalar tcElementLoad(TcDType dtype, const void *data, int64_t index) {
  switch (dtype) {
#define LOAD(DTYPE, T, MEMBER, FROM, TO)                                       \
  case DTYPE:                                                                  \
    return (TcScalar){.MEMBER = FROM(((const T *)data)[index])};
    DTYPES(LOAD)
#undef LOAD
  default:
    return (TcScalar){.i = 0};
  }
}

void tcElementStore(TcDType dtype, void *data, int64_t index, TcScalar value) {
  switch (dtype) {
#define STORE(DTYPE, T, MEMBER, FROM, TO)                                      \
  case DTYPE:                                                                  \
    ((T *)data)[index] = TO(value.MEMBER);                                     \
    return;
    DTYPES(STORE)
#undef STORE
  default:
    return;
  }
}

TcScalar tcElementRound(TcDType dtype, TcScalar value) {
  double complex memory;
  tcElementStore(dtype, &memory, 0, value);
  return tcElementLoad(dtype, &memory, 0);
}

TcScalar tcElementBitcast(TcDType from, TcDType to, TcScalar value) {
  double complex memory = 0;
  tcElementStore(from, &memory, 0, value);
  return tcElementLoad(to, &memory, 0);
}

//===- Conversion ---------------------------------------------------------===//

// Values out of range, and NaN, become the least integer, as on x86.
static int64_t toI64(double x) {
  return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN;
}

static int64_t toI32(double x) {
  return x >= -0x1p31 && x < 0x1p31 ? (int64_t)x : INT32_MIN;
}

static bool goesThroughI32(TcDType to) {
  return to == TC_DTYPE_I32 || to == TC_DTYPE_I16 || to == TC_DTYPE_I8 ||
         to == TC_DTYPE_U16 || to == TC_DTYPE_U8;
}

// f16 and bf16 are rounded from f32, as PyTorch does, all others once.
static double asDouble(TcClass from, TcDType to, TcScalar x) {
  bool half = to == TC_DTYPE_F16 || to == TC_DTYPE_BF16;
  switch (from) {
  case TC_CLASS_FLOAT:
    return half ? (double)(float)x.f : x.f;
  case TC_CLASS_INT:
    return half || to == TC_DTYPE_F32 ? (double)(float)x.i : (double)x.i;
  case TC_CLASS_BOOL:
    return x.b;
  case TC_CLASS_COMPLEX:
    return half ? (double)(float)creal(x.c) : creal(x.c);
  }
  return 0;
}

static int64_t asInt(TcClass from, TcDType to, TcScalar x) {
  if (from == TC_CLASS_INT)
    return x.i;
  if (from == TC_CLASS_BOOL)
    return x.b;
  double number = asDouble(from, TC_DTYPE_F64, x);
  return goesThroughI32(to) ? toI32(number) : toI64(number);
}

static bool asBool(TcClass from, TcScalar x) {
  switch (from) {
  case TC_CLASS_FLOAT:
    return x.f != 0;
  case TC_CLASS_INT:
    return x.i != 0;
  case TC_CLASS_BOOL:
    return x.b;
  case TC_CLASS_COMPLEX:
    return x.c != 0;
  }
  return false;
}

TcScalar tcElementConvert(TcDType from, TcDType to, TcScalar x) {
  if (from == to) // what has a dtype is rounded to it
    return x;
  TcClass class = tcClassOf(from);
  switch (tcClassOf(to)) {
  case TC_CLASS_FLOAT:
    x.f = asDouble(class, to, x);
    break;
  case TC_CLASS_INT:
    x.i = asInt(class, to, x);
    break;
  case TC_CLASS_BOOL:
    x.b = asBool(class, x);
    break;
  case TC_CLASS_COMPLEX:
    if (class != TC_CLASS_COMPLEX)
      x.c = asDouble(class, to, x);
    break;
  }
  return tcElementRound(to, x);
}

//===- Rows ---------------------------------------------------------------===//

bool tcRowTakes(const TcScalarRow *row, TcDType dtype) {
  switch (tcClassOf(dtype)) {
  case TC_CLASS_FLOAT:
    return row->f || row->fc;
  case TC_CLASS_INT:
    return row->i != NULL;
  case TC_CLASS_BOOL:
    return row->b != NULL;
  case TC_CLASS_COMPLEX:
    return row->c != NULL;
  }
  return false;
}

TcScalar tcElementApply(const TcScalarRow *row, TcDType operand, TcDType result,
                        const TcScalar *x) {
  TcScalar y;
  TcDType wide = tcWideDType(operand);
  switch (tcClassOf(operand)) {
  case TC_CLASS_FLOAT:
    if (row->f) {
      y.f = row->f(x[0].f, x[1].f, x[2].f);
    } else {
      y.c = row->fc(x[0].f, x[1].f, x[2].f);
      wide = TC_DTYPE_COMPLEX128;
    }
    break;
  case TC_CLASS_INT:
    y.i = row->i(x[0].i, x[1].i, x[2].i, (int)tcDTypeSize(operand) * 8);
    break;
  case TC_CLASS_BOOL:
    y.b = row->b(x[0].b, x[1].b, x[2].b);
    break;
  case TC_CLASS_COMPLEX:
    y.c = row->c(x[0].c, x[1].c, x[2].c);
    break;
  }
  return tcElementConvert(wide, result, y);
}

// Operands of f64, f32 and i64 are most of what is interpreted: what a row
// gives is stored as it is, or rounded once. An operand that the row does not
// have is any number.
#define APPLY(T, FUNCTION)                                                     \
  for (int64_t i = 0; i < count; ++i) {                                        \
    const T a = ((const T *)x[0])[i];                                          \
    const T b = n > 1 ? ((const T *)x[1])[i] : 0;                              \
    const T c = n > 2 ? ((const T *)x[2])[i] : 0;                              \
    ((T *)y)[i] = (T)FUNCTION;                                                 \
  }

static bool applyAlike(const TcScalarRow *row, TcDType dtype, intptr_t n,
                       const char *const *x, char *y, int64_t count) {
  if (dtype == TC_DTYPE_F64 && row->f) {
    APPLY(double, row->f(a, b, c))
  } else if (dtype == TC_DTYPE_F32 && row->f) {
    APPLY(float, row->f((double)a, (double)b, (double)c))
  } else if (dtype == TC_DTYPE_I64 && row->i) {
    APPLY(int64_t, row->i(a, b, c, 64))
  } else {
    return false;
  }
  return true;
}
#undef APPLY

void tcElementsApply(const TcScalarRow *row, TcDType operand, TcDType result,
                     intptr_t n, const char *const *x, char *y, int64_t count) {
  if (operand == result && applyAlike(row, operand, n, x, y, count))
    return;
  for (int64_t i = 0; i < count; ++i) {
    TcScalar elements[3] = {{0}};
    for (intptr_t k = 0; k < n; ++k)
      elements[k] = tcElementLoad(operand, x[k], i);
    tcElementStore(result, y, i,
                   tcElementApply(row, operand, result, elements));
  }
}

int tcElementCompare(TcDType dtype, TcScalar a, TcScalar b) {
  switch (tcClassOf(dtype)) {
  case TC_CLASS_FLOAT:
    if (isnan(a.f) || isnan(b.f))
      return (isnan(a.f) ? 1 : 0) - (isnan(b.f) ? 1 : 0);
    return (a.f > b.f) - (a.f < b.f);
  case TC_CLASS_INT:
    return (a.i > b.i) - (a.i < b.i);
  case TC_CLASS_BOOL:
    return a.b - b.b;
  case TC_CLASS_COMPLEX: // no order: verifiers refuse it
    return 0;
  }
  return 0;
}

//===- Combining ----------------------------------------------------------===//

TcCombine tcCombineFromName(MlirStringRef name) {
  static const char *const names[] = {"add", "mul", "max", "min",
                                      "or",  "and", "set"};
  for (int i = 0; i < TC_COMBINE_CUSTOM; ++i)
    if (mlirStringRefEqual(name, mlirStringRefCreateFromCString(names[i])))
      return (TcCombine)i;
  return TC_COMBINE_CUSTOM;
}

TcScalar tcElementCombine(TcCombine kind, TcDType dtype, TcScalar a,
                          TcScalar b) {
  static const TcPrimOpKind ops[] = {TC_PRIM_ADD,        TC_PRIM_MUL,
                                     TC_PRIM_MAXIMUM,    TC_PRIM_MINIMUM,
                                     TC_PRIM_BITWISE_OR, TC_PRIM_BITWISE_AND};
  if (kind >= TC_COMBINE_SET)
    return b;
  return tcElementApply(&tcPrimScalar[ops[kind]], dtype, dtype,
                        (TcScalar[3]){a, b, b});
}

static int64_t leastInt(TcDType dtype) {
  return dtype == TC_DTYPE_U8
             ? 0
             : (int64_t)(UINT64_MAX << (8 * tcDTypeSize(dtype) - 1));
}

static TcScalar leastOrGreatest(TcDType dtype, bool greatest) {
  switch (tcClassOf(dtype)) {
  case TC_CLASS_FLOAT:
    return (TcScalar){.f = greatest ? (double)INFINITY : -(double)INFINITY};
  case TC_CLASS_INT:
    if (dtype == TC_DTYPE_U8)
      return (TcScalar){.i = greatest ? UINT8_MAX : 0};
    return (TcScalar){.i = greatest ? ~leastInt(dtype) : leastInt(dtype)};
  default:
    return (TcScalar){.b = greatest};
  }
}

TcScalar tcCombineNeutral(TcCombine kind, TcDType dtype) {
  switch (kind) {
  case TC_COMBINE_MUL:
    return tcElementConvert(TC_DTYPE_I64, dtype, (TcScalar){.i = 1});
  case TC_COMBINE_MAX:
  case TC_COMBINE_MIN:
    return leastOrGreatest(dtype, kind == TC_COMBINE_MIN);
  case TC_COMBINE_AND:
    return tcElementConvert(TC_DTYPE_I64, dtype, (TcScalar){.i = -1});
  default:
    return tcElementConvert(TC_DTYPE_I64, dtype, (TcScalar){.i = 0});
  }
}
