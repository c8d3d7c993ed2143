// The loop dialect: a kernel is one symbol over named iterators, its region holds stages in SSA. See docs/ir/loop.md.
#ifndef TC_LOOP_OPS
#define TC_LOOP_OPS

include "dialects/prim/PrimBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def Loop_Dialect : Dialect {
  let name = "loop";
  let cppNamespace = "::tc::loop";
  let summary = "Kernels: stages over named iterators, index maps, scalar bodies";
  let description = [{
    Values in a kernel are tensors whose dimensions are the iterators of the stage that makes them. A stage reads its operands through index
    maps (lists of size expressions over iterators and size symbols) and computes with scalar prims. No op is named after a pattern.
  }];
  let dependentDialects = ["::tc::TcDialect", "::tc::prim::PrimDialect"];
}

class Loop_Op<string mnemonic, list<Trait> traits = []>
    : Tc_Op<Loop_Dialect, mnemonic, traits> {
  string interp = "";
}

def Loop_KernelOp : Loop_Op<"kernel", [Symbol, IsolatedFromAbove, SingleBlock]> {
  let summary = "A kernel: one symbol, named iterators with extents, stages";
  let description = [{
    ```
    loop.kernel @name(%x: TYPE {attrs}, ...) -> (TYPE {attrs}, ...) iters(i = n, j = 768) attributes {...} { stages; loop.yield %r : TYPE }
    ```
    `extents[k]` is the extent of `iters[k]`, over the size symbols of the argument types. Where arguments and results lie in memory is their
    attribute `tc.layout`. How the kernel is run is the attribute `loop.schedule`, which may be dropped or replaced without changing what it
    computes.
    - C1: iterators are names, each once, with an extent each.
    - C2: no iterator is a size symbol of an extent, argument or result.
    - C3: the body takes the argument types, tensors.
    - C4: the body yields the result types.
    - C5: a `tc.layout` has the rank of its argument or result.
    - C6: `tc.ties` of a result names an argument of the same type. The kernel is then launched with the argument's memory as the result's, and a
      scatter into that argument copies nothing.
    - C7: the body holds stages, loops and joins.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       StrArrayAttr:$iters, TC_DimsAttr:$extents,
                       OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<StrAttr>:$sym_visibility);
  let regions = (region SizedRegion<1>:$body);
  let cVerify = "tcLoopVerifyKernel";
  let hasCustomAssemblyFormat = 1;
}

def Loop_LaunchOp : Loop_Op<"launch", [Pure]> {
  let summary = "Runs a kernel";
  let description = [{
    The size symbols of a kernel are what the types of operands and results make them. A symbol that they leave open, or that stands only inside
    the kernel, is the caller's symbol of that name.
    - C1: the symbol is a loop.kernel.
    - C2: it has as many arguments and results.
    - C3: with some sizes for its symbols, its types are those of the operands and results.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Prim_Tensor>:$inputs);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let cVerifySymbols = "tcLoopVerifyLaunch";
  let interp = "tcInterpLaunch";
  let assemblyFormat = "$kernel `(` $inputs `)` attr-dict `:` functional-type(operands, results)";
}

def Loop_WhileOp : Loop_Op<"while", [AttrSizedOperandSegments]> {
  let summary = "Runs a function on carried values while another says so";
  let description = [{
    ```
    %r = loop.while @cond @body @copy (%a : TYPE) with (%x : TYPE) -> (TYPE)
    ```
    `cond` and `body` take the carried values, then the others; `cond` gives one tensor<i1>, `body` the next carried values. `copy` gives what it
    takes, the carried values: how they get into the memory of the results, where they are between iterations.
    - C1: the symbols are functions.
    - C2: they take and give what is said above, in the types of the operands; the results are of the carried types.
  }];
  let arguments = (ins FlatSymbolRefAttr:$cond, FlatSymbolRefAttr:$body, FlatSymbolRefAttr:$copy,
                       Variadic<Prim_Tensor>:$carried, Variadic<Prim_Tensor>:$others);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let cVerifySymbols = "tcLoopVerifyWhile";
  let interp = "tcInterpLoopWhile";
  let assemblyFormat = [{$cond $body $copy `(` ($carried^ `:` type($carried))? `)` (`with` `(` $others^ `:` type($others) `)`)?
    attr-dict `->` `(` type($results) `)`}];
}

// What stages share: `iters` name the dimensions of the results, `maps[k]` is the index map of input k, `fills[k]` the value of its reads out
// of bounds (unit: such reads are not allowed), the body takes one element of each input.
//   C1: it stands in a kernel; iterators are the kernel's, none twice or of a loop.for around.
//   C2: there is a map and a fill for each input; a map has an entry for each dimension.
//   C3: maps use no other iterators than the stage's and those of loop.for around it.
//   C4: a fill is of the input's dtype.
//   C5: without a fill no read falls outside. Rejected are reads that do whatever the symbols are.
//   C6: the body takes an element of each input and ends in loop.yield.
//   C7: bodies hold ops that give scalars: prims, loop.at, loop.index, loop.within.
//   C8: results have the extents of the iterators, and the dtypes that the body yields.
class Loop_Stage<string mnemonic, dag extra, list<Trait> traits = []>
    : Loop_Op<mnemonic, !listconcat([Pure, SingleBlock], traits)> {
  let arguments = !con((ins StrArrayAttr:$iters, Variadic<Prim_Tensor>:$inputs,
                            ArrayAttr:$maps, ArrayAttr:$fills), extra);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let cVerify = "tcLoopVerify" # !toupper(!substr(mnemonic, 0, 1)) # !substr(mnemonic, 1);
  let interp = "tcInterpLoop" # !toupper(!substr(mnemonic, 0, 1)) # !substr(mnemonic, 1);
  let hasCustomAssemblyFormat = 1;
}

def Loop_MapOp : Loop_Stage<"map", (ins)> {
  let summary = "One element of each result for every point of the iterators";
  let description = [{
    ```
    %y = loop.map (i, j) reads(%a = %x[i, j] : TYPE, %b = %w[j - 1] : TYPE else 0.0) -> TYPE { ...; loop.yield %r : f32 }
    ```
  }];
}

def Loop_ReduceOp : Loop_Stage<"reduce", (ins StrArrayAttr:$over, StrArrayAttr:$kinds, OptionalAttr<ArrayAttr>:$inits,
                                          UnitAttr:$ordered)> {
  let summary = "Combines the elements along some iterators, in any order unless `ordered`";
  let description = [{
    ```
    %m = loop.reduce (i) over (j) [max] reads(...) -> TYPE { ...; loop.yield %a : f32 }
    %v, %k = loop.reduce (i) over (j) [custom] reads(...) -> (TYPE, TYPE) { ...; loop.yield %a, %j : f32, i64 }
        combine [0xFF800000 : f32, 0] (%v0: f32, %k0: i64, %v1: f32, %k1: i64) { ...; loop.yield ... }
    ```
    `kinds`: "add", "mul", "max", "min", "or", "and", one for each result, each with its neutral element; or one "custom" with a combining region
    and `inits`. An accumulator has the dtype of the result. With `ordered` (behind the kinds) elements are combined one after the other in the
    order of the iterators in `over`, the last fastest; without it the order is free.
    - C1: kinds are those, one for each result, or one custom.
    - C2: "add", "mul" take no i1; "max", "min" no complex; "or", "and" only i1.
    - C3: custom, and only it, has a combining region and as many `inits`, of the dtypes of the results.
    - C4: that region takes the elements of two tuples and yields one.
  }];
  let regions = (region SizedRegion<1>:$body, VariadicRegion<MaxSizedRegion<1>>:$combine);
}

def Loop_ContractOp : Loop_Stage<"contract", (ins StrArrayAttr:$over, UnitAttr:$ordered)> {
  let summary = "Sum of products along some iterators";
  let description = [{
    ```
    %p = loop.contract (i, n) over (k) reads(%a = %x[i, k] : TYPE, %b = %w[n, k] : TYPE) -> TYPE { loop.yield %a, %b : f32, f32 }
    ```
    The body yields the two factors, so it is a prologue; the products are summed, in any order, in the dtype of the result; a product and its
    addition may be fused. With `ordered` (behind `over`) they are summed in the order of the iterators, each product rounded before. With the attribute `loop.tf32` a matrix unit may round factors of f32 to TF32, 10 bits behind the binary point.
    - C1: the body yields two factors of one dtype, not i1.
    - C2: the result is float for float, integer for integer, complex for complex factors.
    - C3: `loop.tf32` is for float factors, and not `ordered`; of other types than f32 it says nothing.
    - C4: `loop.tf32_factors`, beside it, lists the numbers of reads, 0 and 1, whose elements are TF32 already.
    - C5: `loop.atomics` says that products may be added up by atomic additions, in another order at each call; they are of float type, and not `ordered`.
  }];
}

def Loop_ScanOp : Loop_Stage<"scan", (ins StrAttr:$along, StrArrayAttr:$kinds, OptionalAttr<ArrayAttr>:$inits,
                                      UnitAttr:$exclusive, UnitAttr:$reverse, UnitAttr:$ordered)> {
  let summary = "Running combination along one of the iterators";
  let description = [{
    ```
    %c = loop.scan (i, j) along j [add] exclusive reverse reads(...) -> TYPE { ... }
    ```
    As reduce, `ordered` too, with a result for every prefix (without its last element if `exclusive`; suffix if `reverse`). Products of f32 in any
    order carry a wider range (docs/numerics.md, *running products*).
    - C1: `along` is one of the stage's iterators. The constraints of reduce hold too.
  }];
  let regions = (region SizedRegion<1>:$body, VariadicRegion<MaxSizedRegion<1>>:$combine);
}

def Loop_ScatterOp : Loop_Op<"scatter", [Pure, SingleBlock]> {
  let summary = "Combines elements into a tensor at positions the body computes";
  let description = [{
    ```
    %r = loop.scatter (i, j) into %base : TYPE [add] reads(...) { ...; loop.yield %i0, %i1, %v : i64, i64, f32 }
    ```
    The body yields one i64 for each dimension of `base`, then the element. `kind`: "set" (the last in row-major order of the iterators wins),
    "add", "mul", "max", "min". Positions outside are error TC-1520. The attribute `loop.distinct` says that no two points have the same position, so
    that they may be combined in any order, or at once; the interpreter reports two that do (TC-0303). `loop.ascending` says that in the one dimension
    whose position is no iterator, points of the iterators that it depends on have ascending positions, so that those of one position follow on each other.
    - C1: the body yields these.
    - C2: the result has the type of `base`.
  }];
  let arguments = (ins StrArrayAttr:$iters, Prim_Tensor:$base, Variadic<Prim_Tensor>:$inputs,
                       ArrayAttr:$maps, ArrayAttr:$fills, StrAttr:$kind);
  let results = (outs Prim_Tensor:$result);
  let regions = (region SizedRegion<1>:$body);
  let cVerify = "tcLoopVerifyScatter";
  let interp = "tcInterpLoopScatter";
  let hasCustomAssemblyFormat = 1;
}

def Loop_SortOp : Loop_Stage<"sort", (ins StrAttr:$along, UnitAttr:$descending, OptionalAttr<TC_SizeAttr>:$take)> {
  let summary = "Stable sort along one of the iterators, by the first yielded value, the others carried along";
  let description = [{
    ```
    %v, %k = loop.sort (i, j) along j descending take k reads(...) -> (TYPE, TYPE) { ...; loop.yield %key, %payload : f32, i64 }
    ```
    NaN is greatest. With `take` only the first of each row are kept: that dimension of the results has this size.
    - C1: `along` is one of the stage's iterators.
    - C2: the key is not complex.
    - C3: `take` is not greater than the extent.
  }];
}

def Loop_ForOp : Loop_Op<"for", [SingleBlock, RecursivelySpeculatable, RecursiveMemoryEffects]> {
  let summary = "A sequential loop over one iterator, with carried values and stages inside";
  let description = [{
    ```
    %h, %ys = loop.for t carry(%c = %h0 : TYPE, ...) -> (TYPE..., TYPE...) { stages reading at [t, ...]; loop.yield %c1, %y : TYPE, TYPE }
    ```
    The body yields the carried values, then values that are stacked along a new leading dimension of extent t. It sees the kernel's values.
    - C1: it stands in a kernel, and goes over an iterator of it that no loop.for around it goes over.
    - C2: the body takes the carried types.
    - C3: the body yields the carried types first.
    - C4: results are the carried types, then stacks.
  }];
  let arguments = (ins StrAttr:$iter, Variadic<Prim_Tensor>:$init);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let cVerify = "tcLoopVerifyFor";
  let interp = "tcInterpLoopFor";
  let hasCustomAssemblyFormat = 1;
}

def Loop_JoinOp : Loop_Op<"join", [Pure]> {
  let summary = "A value assembled from disjoint pieces, each at an offset";
  let description = [{
    ```
    %r = loop.join %a, %b at [#tc.dims<[0, 0]>, #tc.dims<[0, 128]>] : (TYPE, TYPE) -> TYPE
    %s = loop.join %a, %b at [#tc.dims<[0, 0]>, #tc.dims<[0, 1]>] {loop.steps = array<i64: 1, 2>} : (TYPE, TYPE) -> TYPE
    ```
    The pieces cover the result exactly. Each producer may write straight into its place. With the optional attribute `loop.steps`, which all pieces
    share, neighbours of a piece lie so far apart in the result: pieces interleave.
    - C1: there are pieces, with an offset each.
    - C2: pieces and offsets have the rank of the result, pieces its dtype.
    - C3: pieces are inside.
    - C4: no two overlap.
    - C5: together they have as many elements as the result.
    - C6: `loop.steps` is an array of i64, one a dimension, from 1 to 2^31 - 1.
  }];
  let arguments = (ins Variadic<Prim_Tensor>:$pieces, TypedArrayAttrBase<TC_DimsAttr, "offsets">:$offsets);
  let results = (outs Prim_Tensor:$result);
  let cVerify = "tcLoopVerifyJoin";
  let interp = "tcInterpLoopJoin";
  let assemblyFormat = "$pieces `at` $offsets attr-dict `:` functional-type(operands, results)";
}

def Loop_AtOp : Loop_Op<"at", [Pure]> {
  let summary = "In a body: an element at a position that the body computes";
  let description = [{
    A position outside the tensor is error TC-1520.
    - C1: there is one index for each dimension.
  }];
  let arguments = (ins Prim_Tensor:$self, Variadic<I64>:$indices);
  let results = (outs Prim_Scalar:$result);
  let cVerify = "tcLoopVerifyAt";
  let cInfer = "tcLoopInferAt";
  let interp = "tcInterpLoopAt";
  let assemblyFormat = "$self `[` $indices `]` attr-dict `:` type($self)";
}

def Loop_IndexOp : Loop_Op<"index", [Pure]> {
  let summary = "In a body: the value of an expression over iterators and size symbols";
  let description = [{
    - C1: the iterators in it are those of the stage around it, or of loop.for.
  }];
  let arguments = (ins TC_SizeAttr:$expr);
  let results = (outs I64:$result);
  let cVerify = "tcLoopVerifyIndex";
  let interp = "tcInterpLoopIndex";
  let assemblyFormat = "$expr attr-dict";
}

def Loop_WithinOp : Loop_Op<"within", [Pure]> {
  let summary = "In a body: a position, which is error TC-1520 where it is not in [0, size)";
  let description = [{
    ```
    %k = loop.within %i, %size
    ```
    What reads at no position in memory can have positions out of range, too: a comparison with the iterator stands for a scatter of one element a row.
  }];
  let arguments = (ins I64:$position, I64:$size);
  let results = (outs I64:$result);
  let interp = "tcInterpLoopWithin";
  let assemblyFormat = "$position `,` $size attr-dict";
}

def Loop_ExternOp : Loop_Op<"extern", []> {
  let summary = "A call of a routine of a library, by its symbol";
  let arguments = (ins StrAttr:$symbol, Variadic<Prim_Tensor>:$inputs, OptionalAttr<DictionaryAttr>:$config);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let assemblyFormat = "$symbol `(` $inputs `)` ($config^)? attr-dict `:` functional-type(operands, results)";
}

def Loop_YieldOp : Loop_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let summary = "Ends a kernel, a body, or a combining region";
  let arguments = (ins Variadic<Prim_Value>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // TC_LOOP_OPS
