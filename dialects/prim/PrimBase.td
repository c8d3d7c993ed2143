// The prim dialect and the classes its rows are made of.
//
// A row says everything that is particular to an op; what is common to a family is said once, by the C hooks the row names:
//   cVerify, cInfer   dialects/prim/*.c   what is legal, what comes out
//   interp            lib/interp          the reference meaning on whole tensors
//   lower             passes/lower        prim -> loop
//   vjp, vjpReason    passes/autodiff     the derivative, or why there is none
//   examples          test/unit/test_vjp.c  what derivatives are tested on; elementwise rows need none
// Elementwise rows have no interp, lower of their own: their scalar expressions (C, over x, y, z, for one element) are their meaning at
// every level; an empty expression says that the op does not take that domain.
#ifndef TC_PRIM_BASE
#define TC_PRIM_BASE

include "dialects/tc/TcBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Prim_Dialect : Dialect {
  let name = "prim";
  let cppNamespace = "::tc::prim";
  let summary = "The closed set of primitive operations on tensors";
  let description = [{
    Pure operations on tensors without broadcasting, type promotion, views or mutation. Elementwise ones also take scalars: they are the
    bodies of `loop` stages.
  }];
  let dependentDialects = ["::tc::TcDialect"];
}

// Element types (D5). Signless integers are two's complement; u8 keeps its sign in the type.
def Prim_Float : AnyTypeOf<[F64, F32, BF16, F16], "float">;
def Prim_Int : AnyTypeOf<[I64, I32, I16, I8, UI8], "integer">;
def Prim_Complex : Complex<AnyTypeOf<[F64, F32]>>;
def Prim_Scalar : AnyTypeOf<[Prim_Float, Prim_Int, I1, Prim_Complex],
                            "an element type of tc">;
def Prim_Tensor : RankedTensorOf<[Prim_Scalar]>;
def Prim_IndexTensor : RankedTensorOf<[I64]>;
// What elementwise ops take: tensors at the level of prim, scalars in the bodies of loop stages.
def Prim_Value : AnyTypeOf<[Prim_Tensor, Prim_Scalar], "tensor or scalar">;

class Prim_Op<string mnemonic, list<Trait> traits = []>
    : Tc_Op<Prim_Dialect, mnemonic, traits> {
  string interp = "";
  string lower = "";
  string vjp = "";
  string vjpReason = "";
  // Functions of it, `// -----` between them, `// sizes n = 3` in front: the reference page shows them, and their derivatives are tested.
  string examples = "";
  string scalarF = "";      // double x, y, z
  string scalarI = "";      // int64_t x, y, z (uint8 zero-extended)
  string scalarB = "";      // bool x, y, z
  string scalarC = "";      // double complex x, y, z
  string scalarFC = "";     // double x, y, z; the result is double complex
  // Numerics (D4).
  string compute = "f32";   // the type in which f16 and bf16 are computed; f32 and f64 compute in themselves
  string accumulate = "";   // reductions: the type of partial results
  string order = "";        // reductions: what order is free
  string maxUlp = "0.5";    // error bound of one element, in units of the last place of the result's type
}

// Operands of one shape and dtype, one result of that shape.
//   C1: elements are of a domain for which the row has a scalar expression.
class Prim_Elementwise<string mnemonic, list<Trait> traits = []>
    : Prim_Op<mnemonic, !listconcat([Pure], traits)> {
  let cVerify = "tcPrimVerifyElementwise";
  let cInfer = "tcPrimInferSame";
  let interp = "tcInterpElementwise";
  let lower = "tcLowerElementwise";
  let results = (outs Prim_Value:$result);
}

class Prim_Unary<string mnemonic> : Prim_Elementwise<mnemonic> {
  let arguments = (ins Prim_Value:$self);
  let assemblyFormat = "$self attr-dict `:` type($self)";
}

class Prim_Binary<string mnemonic, list<Trait> traits = []>
    : Prim_Elementwise<mnemonic, !listconcat(
          [AllTypesMatch<["self", "other"]>], traits)> {
  let arguments = (ins Prim_Value:$self, Prim_Value:$other);
  let assemblyFormat = "$self `,` $other attr-dict `:` type($self)";
}

// Comparisons give i1.
class Prim_Compare<string mnemonic> : Prim_Binary<mnemonic> {
  let cInfer = "tcPrimInferBool";
  let vjpReason = "the result is not differentiable: it is a truth value";
}

// Unary ops whose result has another dtype, which the op spells out.
//   C1: the result has the operand's shape.
class Prim_Cast<string mnemonic> : Prim_Elementwise<mnemonic> {
  let arguments = (ins Prim_Value:$self);
  let cInfer = "";
  let assemblyFormat = "$self attr-dict `:` type($self) `to` type($result)";
}

// Reductions over `dims`, which vanish from the result.
//   C1: dims are dimensions of the operand, none twice.
//   C2: no i1 in sums and products, no complex where order counts.
class Prim_Reduction<string mnemonic> : Prim_Op<mnemonic, [Pure]> {
  // ordered: one after the other, in row-major order.
  let arguments = (ins Prim_Tensor:$self, DenseI64ArrayAttr:$dims, UnitAttr:$ordered);
  let results = (outs Prim_Tensor:$result);
  let cVerify = "tcPrimVerifyReduction";
  let cInfer = "tcPrimInferReduction";
  let interp = "tcInterpReduction";
  let lower = "tcLowerReduction";
  let assemblyFormat = "$self $dims attr-dict `:` type($self)";
}

// Ops whose result type is inferred from operands and attributes: legal is what inference accepts.
class Prim_Inferred<string mnemonic, string family, list<Trait> traits = []>
    : Prim_Op<mnemonic, !listconcat([Pure], traits)> {
  let cInfer = "tcPrimInfer" # family;
  let interp = "tcInterp" # family;
  let lower = "tcLower" # family;
}

// Ops whose result type is spelled out and checked (sizes that no rule can name).
class Prim_Typed<string mnemonic, string family, list<Trait> traits = []>
    : Prim_Op<mnemonic, !listconcat([Pure], traits)> {
  let cVerify = "tcPrimVerify" # family;
  let interp = "tcInterp" # family;
  let lower = "tcLower" # family;
}

#endif // TC_PRIM_BASE
