// The base of every row of the dialects fx, prim and loop: ops whose verifier,
// type inference, effects and folding are C functions that the row names. The C
// side of the hooks is lib/ir/hooks.h. The attributes of dialect tc are here
// too, since rows use them.
#ifndef TC_BASE
#define TC_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/TensorEncoding.td"

//===- Dialect tc ----------------------------------------------------------===//

// Attributes only: sizes, lists of sizes (tensor encodings and index maps),
// layouts at boundaries. No level owns them, all levels use them.
def Tc_Dialect : Dialect {
  let name = "tc";
  let summary = "symbolic sizes and boundary layouts";
  let cppNamespace = "::tc";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

class Tc_Attr<Dialect dialect, string name, string attrMnemonic,
              list<Trait> traits = []> : AttrDef<dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def TC_SizeAttr : Tc_Attr<Tc_Dialect, "Size", "size"> {
  let summary = "one size: an integer expression over symbols";
  let description = [{
    `#tc.size<2*s + 1>`. Kept as its canonical text, so equal sizes are one
    attribute. Operators: `+`, `-`, `*`, and the atoms `floordiv(a, b)`,
    `mod(a, b)`, `min(a, b)`, `max(a, b)`.
  }];
  let hasCustomAssemblyFormat = 1;
  let parameters = (ins StringRefParameter<"canonical text">:$text);
}

def TC_DimsAttr : Tc_Attr<Tc_Dialect, "Dims", "dims",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "a list of sizes: a tensor's dimensions, or an index map";
  let description = [{
    As a tensor's encoding it has one size a dimension, and dimension i is
    static exactly where size i is a constant, with that value:
    `tensor<?x64xf32, #tc.dims<[b, 64]>>`.
  }];
  let hasCustomAssemblyFormat = 1;
  let parameters = (ins ArrayRefParameter<"::tc::SizeAttr">:$sizes);
}

def TC_LayoutAttr : Tc_Attr<Tc_Dialect, "Layout", "layout"> {
  let summary = "where the elements of a boundary value lie in memory";
  let description = [{
    `#tc.layout<order = [0, 2, 3, 1]>`: dense, dimensions from outermost to
    innermost. `#tc.layout<strides = [s, 1], offset = 4>`: in elements;
    `offset` may be left out where it is zero.
  }];
  let hasCustomAssemblyFormat = 1;
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$order,
    OptionalArrayRefParameter<"::tc::SizeAttr">:$strides,
    OptionalParameter<"::tc::SizeAttr">:$offset);
  let genVerifyDecl = 1;
}

//===- Ops -----------------------------------------------------------------===//


// An op. Each string names a C function ("" = none); rows set them by `let`:
//   cVerify         TcVerifyFn         checks what the declared constraints cannot say
//   cVerifySymbols  TcVerifySymbolsFn  the same, where symbols must be looked up
//   cInfer          TcInferFn          result types; results need not be written in text
//   cEffects        TcEffectsFn        memory effects that depend on the op's attributes
//   cFold           TcFoldFn           the value of the op's only result, if it is known
class Tc_Op<Dialect dialect, string mnemonic, list<Trait> props = []>
    : Op<dialect, mnemonic, props> {
  string cVerify = "";
  string cVerifySymbols = "";
  string cInfer = "";
  string cEffects = "";
  string cFold = "";

  let traits = !listconcat(props,
    !if(!empty(cInfer), []<Trait>,
        [DeclareOpInterfaceMethods<InferTypeOpInterface>]),
    !if(!empty(cEffects), []<Trait>,
        [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]),
    !if(!empty(cVerifySymbols), []<Trait>,
        [DeclareOpInterfaceMethods<SymbolUserOpInterface>]));

  // C builds ops by name through generated builders (tools/opgen); ODS wants
  // one builder all the same.
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
  let hasVerifier = !not(!empty(cVerify));
  let hasFolder = !not(!empty(cFold));

  let extraClassDefinition = !strconcat(
    !if(!empty(cVerify), "",
        "TC_VERIFY_HOOK($cppClass, " # cVerify # ")\n"),
    !if(!empty(cVerifySymbols), "",
        "TC_VERIFY_SYMBOLS_HOOK($cppClass, " # cVerifySymbols # ")\n"),
    !if(!empty(cInfer), "", "TC_INFER_HOOK($cppClass, " # cInfer # ")\n"),
    !if(!empty(cEffects), "",
        "TC_EFFECTS_HOOK($cppClass, " # cEffects # ")\n"),
    !if(!empty(cFold), "", "TC_FOLD_HOOK($cppClass, " # cFold # ")\n"));
}

#endif // TC_BASE
