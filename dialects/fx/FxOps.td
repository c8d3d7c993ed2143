// The fx dialect: a captured graph as PyTorch saw it (D8). See docs/ir/fx.md for the text form.
#ifndef TC_FX_OPS
#define TC_FX_OPS

include "dialects/prim/PrimBase.td"

def Fx_Dialect : Dialect {
  let name = "fx";
  let cppNamespace = "::tc::fx";
  let useDefaultAttributePrinterParser = 1;
  let summary = "Captured PyTorch graphs: calls by name, views, mutation, symbolic sizes";
  let dependentDialects = ["::tc::TcDialect", "::tc::prim::PrimDialect"];
}

class Fx_Op<string mnemonic, list<Trait> traits = []>
    : Tc_Op<Fx_Dialect, mnemonic, traits>;

// Tensors and Python numbers (i64, f64, i1).
def Fx_Value : AnyTypeOf<[Prim_Tensor, Prim_Scalar], "tensor or number">;

def Fx_ArgAttr : Tc_Attr<Fx_Dialect, "Arg", "arg"> {
  let summary = "In an argument tree: the i-th operand of the call";
  let parameters = (ins "int64_t":$position);
  let assemblyFormat = "`<` $position `>`";
}

def Fx_GraphOp : Fx_Op<"graph", [Symbol, IsolatedFromAbove, SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "A captured graph; placeholders are its arguments, `fx.output` its end";
  let description = [{
    - C1: the body takes the argument types.
    - C2: `fx.output` gives the result types.
    - C3: attributes are for as many arguments and results as there are.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<StrAttr>:$sym_visibility);
  let regions = (region SizedRegion<1>:$body);
  let cVerify = "tcFxVerifyGraph";
  let hasCustomAssemblyFormat = 1;
}

// Arguments are a tree of leaves and lists.
//   C1: an operand named in the tree is there.
//   C2: each operand is named.
//   C3: leaves are numbers, strings, truth values, none, dtypes, sizes, operands; lists are nested at most 16 deep.
class Fx_CallLike<string mnemonic> : Fx_Op<mnemonic> {
  let arguments = (ins StrAttr:$target, Variadic<Fx_Value>:$operands_,
                       ArrayAttr:$args, OptionalAttr<DictionaryAttr>:$kwargs);
  let results = (outs Variadic<Fx_Value>:$results);
  let cVerify = "tcFxVerifyCall";
  let hasCustomAssemblyFormat = 1;
}

def Fx_CallOp : Fx_CallLike<"call"> {
  let summary = "call_function: an ATen overload, or a torch function, by name";
  let description = [{
    Where the target has a schema (dialects/fx/schemas.inc):
    - C1: the arguments are those of the schema, each once, or their defaults.
    - C2: each is of the kind that the schema asks.
    - C3: there are as many results as the schema has tensors; a list of tensors is any number of results.
    - C4: what is written in place, and given back, keeps its dtype.
  }];
}
def Fx_CallMethodOp : Fx_CallLike<"call_method"> {
  let summary = "call_method: a method of its first argument";
}
def Fx_CallModuleOp : Fx_CallLike<"call_module"> {
  let summary = "call_module: a submodule that was not traced into";
}

def Fx_GetAttrOp : Fx_Op<"get_attr"> {
  let summary = "A parameter or buffer of the module";
  let description = [{
    - C1: the symbol is a prim.weight, of the type of the result.
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs Prim_Tensor:$result);
  let cVerifySymbols = "tcFxVerifyGetAttr";
  let assemblyFormat = "$name attr-dict `:` type($result)";
}

def Fx_GuardOp : Fx_Op<"guard"> {
  let summary = "A condition on sizes under which the graph was captured";
  let description = [{
    - C1: `lhs RELATION rhs`, with relation "eq", "ne", "lt" or "le".
  }];
  let arguments = (ins TC_SizeAttr:$lhs, StrAttr:$relation, TC_SizeAttr:$rhs);
  let cVerify = "tcFxVerifyGuard";
  let assemblyFormat = "$lhs $relation $rhs attr-dict";
}

def Fx_OutputOp : Fx_Op<"output", [Terminator, ReturnLike]> {
  let summary = "The results of a graph or region";
  let description = [{`tree` is the structure of the results as captured, results standing as #fx.arg<i>.}];
  let arguments = (ins Variadic<Fx_Value>:$values, OptionalAttr<AnyAttr>:$tree);
  let assemblyFormat = "($values^ `:` type($values))? (`tree` $tree^)? attr-dict";
}

// Control flow: the branches and bodies are regions that end in fx.output.
//   C1: a condition is one i1: a scalar, or a tensor of one element.
//   C2: regions take the operands' types (after the predicate; slices of what is gone over).
//   C3: they put out the carried types first, a branch the result types.
//   C4: results are the carried types, then stacks.
//   C5: there is something to go over, with equal leading sizes.
class Fx_Control<string mnemonic, list<Trait> traits = []> : Fx_Op<mnemonic, traits> {
  let results = (outs Variadic<Fx_Value>:$results);
  let cVerify = "tcFxVerifyControl";
}
def Fx_CondOp : Fx_Control<"cond"> {
  let summary = "torch.cond: one of two regions by a truth value";
  let arguments = (ins Fx_Value:$pred, Variadic<Fx_Value>:$operands_);
  let regions = (region SizedRegion<1>:$then, SizedRegion<1>:$otherwise);
  let assemblyFormat = [{$pred `(` $operands_ `)` attr-dict `:` functional-type(operands, results)
    `then` $then `else` $otherwise}];
}
def Fx_WhileLoopOp : Fx_Control<"while_loop", [AttrSizedOperandSegments]> {
  let summary = "torch.while_loop: a body while a condition on the carried values holds";
  let arguments = (ins Variadic<Fx_Value>:$carried, Variadic<Fx_Value>:$extra);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let assemblyFormat = [{`(` $carried `)` `with` `(` $extra `)` attr-dict `:` functional-type(operands, results)
    `cond` $cond `do` $body}];
}
def Fx_ScanOp : Fx_Control<"scan", [AttrSizedOperandSegments]> {
  let summary = "scan: a loop over the leading dimension with carried values and stacked results";
  let arguments = (ins Variadic<Fx_Value>:$init, Variadic<Fx_Value>:$xs, Variadic<Fx_Value>:$extra);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{`(` $init `)` `over` `(` $xs `)` `with` `(` $extra `)` attr-dict `:`
    functional-type(operands, results) $body}];
}
def Fx_MapOp : Fx_Control<"map", [AttrSizedOperandSegments]> {
  let summary = "map: a body for every slice of the leading dimension";
  let arguments = (ins Variadic<Fx_Value>:$xs, Variadic<Fx_Value>:$extra);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{`over` `(` $xs `)` `with` `(` $extra `)` attr-dict `:` functional-type(operands, results) $body}];
}

#endif // TC_FX_OPS
