// Elementwise prims: on tensors of one shape, and on scalars in the bodies of loop stages. The scalar expressions are the meaning.
#ifndef TC_PRIM_ELEMENTWISE
#define TC_PRIM_ELEMENTWISE

include "dialects/prim/PrimBase.td"

//===- One operand --------------------------------------------------------===//

def Prim_AbsOp : Prim_Unary<"abs"> {
  let summary = "Absolute value; the modulus, as a real number, of a complex one";
  let cInfer = "tcPrimInferReal";
  let scalarF = "fabs(x)";
  let scalarI = "x < 0 ? (int64_t)(0 - (uint64_t)x) : x";
  let scalarC = "cabs(x)";
  let vjp = "tcVjpAbs";
}
def Prim_NegOp : Prim_Unary<"neg"> {
  let summary = "Negation";
  let scalarF = "-x";
  let scalarI = "(int64_t)(0 - (uint64_t)x)";
  let scalarC = "-x";
  let vjp = "tcVjpNeg";
}
def Prim_ExpOp : Prim_Unary<"exp"> {
  let summary = "e to the power x";
  let scalarF = "exp(x)";
  let scalarC = "cexp(x)";
  let maxUlp = "2";
  let vjp = "tcVjpExp";
}
def Prim_Exp2Op : Prim_Unary<"exp2"> {
  let summary = "2 to the power x";
  let scalarF = "exp2(x)";
  let maxUlp = "2";
  let vjp = "tcVjpExp2";
}
def Prim_Expm1Op : Prim_Unary<"expm1"> {
  let summary = "e to the power x, less one, exact near zero";
  let scalarF = "expm1(x)";
  let maxUlp = "4";
  let vjp = "tcVjpExpm1";
}
def Prim_LogOp : Prim_Unary<"log"> {
  let summary = "Natural logarithm";
  let scalarF = "log(x)";
  let scalarC = "clog(x)";
  let maxUlp = "2";
  let vjp = "tcVjpLog";
}
def Prim_Log1pOp : Prim_Unary<"log1p"> {
  let summary = "Natural logarithm of 1 + x, exact near zero";
  let scalarF = "log1p(x)";
  let maxUlp = "4";
  let vjp = "tcVjpLog1p";
}
def Prim_Log2Op : Prim_Unary<"log2"> {
  let summary = "Logarithm to base 2";
  let scalarF = "log2(x)";
  let maxUlp = "2";
  let vjp = "tcVjpLog2";
}
def Prim_SqrtOp : Prim_Unary<"sqrt"> {
  let summary = "Square root";
  let scalarF = "sqrt(x)";
  let scalarC = "csqrt(x)";
  let vjp = "tcVjpSqrt";
}
def Prim_RsqrtOp : Prim_Unary<"rsqrt"> {
  let summary = "1 over the square root";
  let scalarF = "1.0 / sqrt(x)";
  let maxUlp = "2";
  let vjp = "tcVjpRsqrt";
}
def Prim_ReciprocalOp : Prim_Unary<"reciprocal"> {
  let summary = "1 / x";
  let scalarF = "1.0 / x";
  let scalarC = "1.0 / x";
  let vjp = "tcVjpReciprocal";
}
def Prim_SinOp : Prim_Unary<"sin"> {
  let summary = "Sine of x in radians";
  let scalarF = "sin(x)";
  let maxUlp = "4";
  let vjp = "tcVjpSin";
}
def Prim_CosOp : Prim_Unary<"cos"> {
  let summary = "Cosine of x in radians";
  let scalarF = "cos(x)";
  let maxUlp = "4";
  let vjp = "tcVjpCos";
}
def Prim_TanhOp : Prim_Unary<"tanh"> {
  let summary = "Hyperbolic tangent";
  let scalarF = "tanh(x)";
  let scalarC = "ctanh(x)";
  let maxUlp = "3";
  let vjp = "tcVjpTanh";
}
def Prim_ErfOp : Prim_Unary<"erf"> {
  let summary = "Error function";
  let scalarF = "erf(x)";
  let maxUlp = "2";
  let vjp = "tcVjpErf";
}
def Prim_FloorOp : Prim_Unary<"floor"> {
  let summary = "Greatest integer not above x";
  let scalarF = "floor(x)";
  let scalarI = "x";
  let vjp = "tcVjpZero";
}
def Prim_CeilOp : Prim_Unary<"ceil"> {
  let summary = "Least integer not below x";
  let scalarF = "ceil(x)";
  let scalarI = "x";
  let vjp = "tcVjpZero";
}
def Prim_TruncOp : Prim_Unary<"trunc"> {
  let summary = "Integer part of x";
  let scalarF = "trunc(x)";
  let scalarI = "x";
  let vjp = "tcVjpZero";
}
def Prim_RoundOp : Prim_Unary<"round"> {
  let summary = "Nearest integer, halves to even";
  let scalarF = "nearbyint(x)";
  let scalarI = "x";
  let vjp = "tcVjpZero";
}
def Prim_RoundTf32Op : Prim_Unary<"round_tf32"> {
  let summary = "The nearest TF32 (f32 with 10 bits behind the binary point), halves away from 0; infinities and NaN stay";
  let scalarF = "tcScalarRoundTf32(x)";
  let vjpReason = "factors are rounded for a machine, behind derivatives";
}
def Prim_SignOp : Prim_Unary<"sign"> {
  let summary = "-1, 0 or 1; NaN gives 0, as in PyTorch";
  let scalarF = "(double)((x > 0) - (x < 0))";
  let scalarI = "(x > 0) - (x < 0)";
  let vjp = "tcVjpZero";
}
def Prim_BitwiseNotOp : Prim_Unary<"bitwise_not"> {
  let summary = "Complement of each bit; negation of a truth value";
  let scalarI = "~x";
  let scalarB = "!x";
  let vjpReason = "integers and truth values have no derivative";
}
def Prim_IsfiniteOp : Prim_Unary<"isfinite"> {
  let summary = "Whether x is neither infinite nor NaN";
  let cInfer = "tcPrimInferBool";
  let scalarF = "isfinite(x)";
  let scalarI = "(void)x, true";
  let scalarC = "isfinite(creal(x)) && isfinite(cimag(x))";
  let vjpReason = "the result is not differentiable: it is a truth value";
}
def Prim_RealOp : Prim_Unary<"real"> {
  let summary = "Real part of a complex number";
  let cInfer = "tcPrimInferReal";
  let scalarC = "creal(x)";
  let vjp = "tcVjpReal";
}
def Prim_ImagOp : Prim_Unary<"imag"> {
  let summary = "Imaginary part of a complex number";
  let cInfer = "tcPrimInferReal";
  let scalarC = "cimag(x)";
  let vjp = "tcVjpImag";
}
def Prim_ConjOp : Prim_Unary<"conj"> {
  let summary = "Complex conjugate";
  let scalarC = "conj(x)";
  let vjp = "tcVjpConj";
}

//===- Two operands -------------------------------------------------------===//

def Prim_AddOp : Prim_Binary<"add", [Commutative]> {
  let summary = "x + y; integers wrap; truth values: or";
  let scalarF = "x + y";
  let scalarI = "(int64_t)((uint64_t)x + (uint64_t)y)";
  let scalarB = "x || y";
  let scalarC = "x + y";
  let vjp = "tcVjpAdd";
}
def Prim_SubOp : Prim_Binary<"sub"> {
  let summary = "x - y; integers wrap";
  let scalarF = "x - y";
  let scalarI = "(int64_t)((uint64_t)x - (uint64_t)y)";
  let scalarC = "x - y";
  let vjp = "tcVjpSub";
}
def Prim_MulOp : Prim_Binary<"mul", [Commutative]> {
  let summary = "x * y; integers wrap; truth values: and";
  let scalarF = "x * y";
  let scalarI = "(int64_t)((uint64_t)x * (uint64_t)y)";
  let scalarB = "x && y";
  let scalarC = "x * y";
  let vjp = "tcVjpMul";
}
def Prim_DivOp : Prim_Binary<"div"> {
  let summary = "x / y; integers truncate, division by zero gives 0";
  let scalarF = "x / y";
  let scalarI = "y == 0 ? 0 : y == -1 ? (int64_t)(0 - (uint64_t)x) : x / y";
  let scalarC = "x / y";
  let vjp = "tcVjpDiv";
}
def Prim_RemainderOp : Prim_Binary<"remainder"> {
  let summary = "x - y * floor(x / y): the sign is y's, as Python's %";
  let scalarF = "tcScalarRemainder(x, y)";
  let scalarI = "tcScalarIntRemainder(x, y)";
  let vjp = "tcVjpRemainder";
}
def Prim_FmodOp : Prim_Binary<"fmod"> {
  let summary = "x - y * trunc(x / y): the sign is x's, as C's";
  let scalarF = "fmod(x, y)";
  let scalarI = "y == 0 || y == -1 ? 0 : x % y";
  let vjp = "tcVjpFmod";
}
def Prim_PowOp : Prim_Binary<"pow"> {
  let summary = "x to the power y";
  let scalarF = "pow(x, y)";
  let scalarI = "tcScalarIntPow(x, y)";
  let maxUlp = "8";
  let vjp = "tcVjpPow";
}
def Prim_Atan2Op : Prim_Binary<"atan2"> {
  let summary = "Angle of the point (y, x) in radians; self is the ordinate";
  let scalarF = "atan2(x, y)";
  let maxUlp = "6";
  let vjp = "tcVjpAtan2";
}
def Prim_MaximumOp : Prim_Binary<"maximum", [Commutative]> {
  let summary = "The greater; NaN if either is NaN; of zeros of both signs either";
  let scalarF = "isnan(x) || isnan(y) ? x + y : (x > y ? x : y)";
  let scalarI = "x > y ? x : y";
  let scalarB = "x || y";
  let vjp = "tcVjpMaximum";
}
def Prim_MinimumOp : Prim_Binary<"minimum", [Commutative]> {
  let summary = "The lesser; NaN if either is NaN; of zeros of both signs either";
  let scalarF = "isnan(x) || isnan(y) ? x + y : (x < y ? x : y)";
  let scalarI = "x < y ? x : y";
  let scalarB = "x && y";
  let vjp = "tcVjpMinimum";
}
def Prim_EqOp : Prim_Compare<"eq"> {
  let summary = "Whether x = y";
  let scalarF = "x == y";
  let scalarI = "x == y";
  let scalarB = "x == y";
  let scalarC = "x == y";
}
def Prim_NeOp : Prim_Compare<"ne"> {
  let summary = "Whether x differs from y; true if either is NaN";
  let scalarF = "x != y";
  let scalarI = "x != y";
  let scalarB = "x != y";
  let scalarC = "x != y";
}
def Prim_LtOp : Prim_Compare<"lt"> {
  let summary = "Whether x < y";
  let scalarF = "x < y";
  let scalarI = "x < y";
  let scalarB = "!x && y";
}
def Prim_LeOp : Prim_Compare<"le"> {
  let summary = "Whether x <= y";
  let scalarF = "x <= y";
  let scalarI = "x <= y";
  let scalarB = "!x || y";
}
def Prim_GtOp : Prim_Compare<"gt"> {
  let summary = "Whether x > y";
  let scalarF = "x > y";
  let scalarI = "x > y";
  let scalarB = "x && !y";
}
def Prim_GeOp : Prim_Compare<"ge"> {
  let summary = "Whether x >= y";
  let scalarF = "x >= y";
  let scalarI = "x >= y";
  let scalarB = "x || !y";
}
def Prim_BitwiseAndOp : Prim_Binary<"bitwise_and", [Commutative]> {
  let summary = "And of each bit";
  let scalarI = "x & y";
  let scalarB = "x && y";
  let vjpReason = "integers and truth values have no derivative";
}
def Prim_BitwiseOrOp : Prim_Binary<"bitwise_or", [Commutative]> {
  let summary = "Or of each bit";
  let scalarI = "x | y";
  let scalarB = "x || y";
  let vjpReason = "integers and truth values have no derivative";
}
def Prim_BitwiseXorOp : Prim_Binary<"bitwise_xor", [Commutative]> {
  let summary = "Exclusive or of each bit";
  let scalarI = "x ^ y";
  let scalarB = "x != y";
  let vjpReason = "integers and truth values have no derivative";
}
def Prim_ShiftLeftOp : Prim_Binary<"shift_left"> {
  let summary = "x times 2 to the power y, wrapping; 0 if y is not in [0, width)";
  let scalarI = "tcScalarShl(x, y, width)";
  let vjpReason = "integers have no derivative";
}
def Prim_ShiftRightArithmeticOp : Prim_Binary<"shift_right_arithmetic"> {
  let summary = "x shifted right by y, copying the sign; y is clamped to [0, width)";
  let scalarI = "tcScalarAshr(x, y, width)";
  let vjpReason = "integers have no derivative";
}
def Prim_ShiftRightLogicalOp : Prim_Binary<"shift_right_logical"> {
  let summary = "x shifted right by y, filling with zeros; 0 if y is not in [0, width)";
  let scalarI = "tcScalarLshr(x, y, width)";
  let vjpReason = "integers have no derivative";
}
def Prim_ComplexOp : Prim_Binary<"complex"> {
  let summary = "The complex number x + iy";
  let description = [{
    - C2: parts are f32 or f64.
  }];
  let cInfer = "tcPrimInferComplex";
  let scalarFC = "tcScalarComplex(x, y)";
  let vjp = "tcVjpComplex";
  let examples = [{
    func.func @main(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xcomplex<f64>> {
      %z = prim.complex %a, %b : tensor<3xf64>
      %y = prim.mul %z, %z : tensor<3xcomplex<f64>>
      return %y : tensor<3xcomplex<f64>>
    }
  }];
}
def Prim_PhiloxOp : Prim_Binary<"philox"> {
  let summary = "32 random bits: a pure function of a key and an element number";
  let description = [{
    Word `other % 4` of Philox4x32-10 with the counter `(other / 4, 0)` (two 64-bit halves) and the key `self`, as 32 bits of an i32. Numbers
    are drawn by giving every element its own `other`, commonly an offset plus an iota (Salmon et al., SC'11).
    - C1: key and element number are i64.
  }];
  let cVerify = "tcPrimVerifyPhilox";
  let cInfer = "tcPrimInferI32";
  let scalarI = "tcScalarPhilox(x, y)";
  let vjpReason = "random bits do not depend on their key smoothly";
}

//===- Three operands -----------------------------------------------------===//

def Prim_FmaOp : Prim_Elementwise<"fma", [AllTypesMatch<["self", "other", "addend"]>]> {
  let summary = "x * y + z, rounded once";
  let arguments = (ins Prim_Value:$self, Prim_Value:$other, Prim_Value:$addend);
  let assemblyFormat = "$self `,` $other `,` $addend attr-dict `:` type($self)";
  let scalarF = "fma(x, y, z)";
  let vjp = "tcVjpFma";
}
def Prim_WhereOp : Prim_Elementwise<"where", [AllTypesMatch<["self", "other"]>]> {
  let summary = "x where the predicate holds, else y";
  let description = [{
    - C1: the predicate is of i1.
    - C2: the predicate has the shape of the values.
  }];
  let arguments = (ins Prim_Value:$pred, Prim_Value:$self, Prim_Value:$other);
  let assemblyFormat = "$pred `,` $self `,` $other attr-dict `:` type($pred) `,` type($self)";
  let cVerify = "tcPrimVerifyWhere";
  let cInfer = "tcPrimInferWhere";
  let interp = "tcInterpWhere";
  let vjp = "tcVjpWhere";
  let examples = [{
    func.func @main(%p: tensor<9xi1>, %a: tensor<9xf64>, %b: tensor<9xf64>) -> tensor<9xf64> {
      %y = prim.where %p, %a, %b : tensor<9xi1>, tensor<9xf64>
      return %y : tensor<9xf64>
    }
  }];
}

//===- Conversions --------------------------------------------------------===//

def Prim_ConvertElementTypeOp : Prim_Cast<"convert_element_type"> {
  let summary = "The same value in another dtype, as PyTorch's Tensor.to";
  let description = [{
    Float to integer truncates, to i32 on the way to i16, i8 and ui8, which keep its low bits; what i32 (or i64) does not hold, and NaN, gives
    its least number, as PyTorch's on x86. To i1: whether it differs from zero; integer to float, and to a narrower float: nearest, ties to
    even, to bf16 and f16 by way of f32; complex to real drops the imaginary part.
  }];
  let cVerify = "tcPrimVerifyConvert";
  let interp = "tcInterpConvert";
  let vjp = "tcVjpConvert";
  let examples = [{
    func.func @main(%x: tensor<9xf32>) -> tensor<9xf64> {
      %y = prim.convert_element_type %x : tensor<9xf32> to tensor<9xf64>
      return %y : tensor<9xf64>
    }
  }];
}
def Prim_BitcastOp : Prim_Cast<"bitcast"> {
  let summary = "The same bits as another dtype of the same width";
  let description = [{
    - C2: both dtypes have elements of as many bytes; i1 and complex numbers are only themselves.
  }];
  let cVerify = "tcPrimVerifyBitcast";
  let interp = "tcInterpBitcast";
  let vjpReason = "a reinterpretation of bits is not smooth";
}

#endif // TC_PRIM_ELEMENTWISE
