// All prims. Elementwise ones stand in PrimElementwise.td; here are those that move, index, reduce, contract and control.
#ifndef TC_PRIM_OPS
#define TC_PRIM_OPS

include "dialects/prim/PrimElementwise.td"

//===- Constants, weights, sizes ------------------------------------------===//

def Prim_ConstantOp : Prim_Op<"constant", [Pure, ConstantLike]> {
  let summary = "A constant of at most 4 KiB; a scalar in the body of a stage";
  let description = [{
    - C1: the value is a number of a dtype of tc, or a dense tensor of such.
    - C2: it is kept in 4096 bytes at most (a splat is one element).
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Prim_Value:$result);
  let cVerify = "tcPrimVerifyConstant";
  let cInfer = "tcPrimInferConstant";
  let cFold = "tcPrimFoldConstant";
  let interp = "tcInterpConstant";
  let lower = "tcLowerConstant";
  let assemblyFormat = "attr-dict $value";
  let vjpReason = "it depends on nothing";
}

def Prim_WeightOp : Prim_Op<"weight", [Symbol]> {
  let summary = "Declares a weight: a name, a type, and where its values may come from";
  let description = [{
    Weights are never attributes. `init` describes a generated fill (`{kind = "uniform", mean, std, stream, seed}`, `constant`, `iota`, `tril`,
    `randint`) or is a dense constant (a table of the module); absent, the values must be given by name when the program is loaded. `mutated` marks a buffer that
    the program updates. `hash` is the content hash, where known: what a source gives is held to it when the program is loaded (TC-5533).
    - C1: all sizes are constant.
    - C2: a constant `init` has the type of the weight and at most 64 MiB.
    - C3: a generated `init` names a fill and gives its numbers; `stream` and `seed` may be left out: 0.
    - C4: `hash` is "fnv1a64:" and the 64-bit FNV-1a of its bytes, row-major, in sixteen hexadecimal digits.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttr:$type,
                       OptionalAttr<AnyAttr>:$init, OptionalAttr<StrAttr>:$hash,
                       UnitAttr:$mutated);
  let cVerify = "tcPrimVerifyWeight";
  let assemblyFormat = "$sym_name `:` $type attr-dict";
  let vjpReason = "it declares, and computes nothing";
}

def Prim_GetWeightOp : Prim_Op<"get_weight", [Pure]> {
  let summary = "The value of a weight";
  let description = [{
    - C4: the symbol is a prim.weight, of the type of the result.
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs Prim_Tensor:$result);
  let interp = "tcInterpGetWeight";
  let assemblyFormat = "$name attr-dict `:` type($result)";
  let cVerifySymbols = "tcPrimVerifyGetWeight";
  let vjpReason = "it has no operands: the gradient of a weight is a result of the joint graph";
}

def Prim_IotaOp : Prim_Typed<"iota", "Iota"> {
  let summary = "start, start + step, ... along the only dimension";
  let description = [{
    - C1: the result has one dimension.
    - C2: it counts integers or floats.
    - C3: start and step are numbers of the result's dtype.
  }];
  let arguments = (ins TypedAttrInterface:$start, TypedAttrInterface:$step);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$start `,` $step attr-dict `:` type($result)";
  let vjpReason = "it depends on nothing";
}

def Prim_SizeOp : Prim_Typed<"size", "Size"> {
  let summary = "A size expression as a value: a rank-0 i64 tensor, or an i64 in a body";
  let description = [{
    - C1: the result is tensor<i64> or i64.
  }];
  let arguments = (ins TC_SizeAttr:$size);
  let results = (outs Prim_Value:$result);
  let assemblyFormat = "$size attr-dict `:` type($result)";
  let vjpReason = "sizes are integers";
}

def Prim_CastSizesOp : Prim_Typed<"cast_sizes", "CastSizes"> {
  let summary = "Asserts that sizes are equal to others: checked where not provable";
  let description = [{
    The result is the operand under a type whose sizes are written differently. A size that is a symbol of its own, which nothing before has, is
    defined here; so a tensor of a foreign type gets names, and may lose them for a foreign op. With unequal sizes a compiled
    program refuses the call (TC-1505), the interpreter stops at it (TC-0301).
    - C1: rank and dtype stay.
    - C2: no size is one that it can never be.
  }];
  let arguments = (ins Prim_Tensor:$self);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self attr-dict `:` type($self) `to` type($result)";
  let vjp = "tcVjpCastSizes";
  let examples = [{
    // sizes n = 3
    func.func @main(%x: tensor<?xf64, #tc.dims<[n]>>) -> tensor<3xf64> {
      %y = prim.cast_sizes %x : tensor<?xf64, #tc.dims<[n]>> to tensor<3xf64>
      return %y : tensor<3xf64>
    }
  }];
}

//===- Moving elements ----------------------------------------------------===//

def Prim_BroadcastInDimOp : Prim_Typed<"broadcast_in_dim", "BroadcastInDim"> {
  let summary = "Repeats elements: dimension i of the operand becomes dims[i] of the result";
  let description = [{
    - C1: dims has an entry for each dimension of the operand.
    - C2: entries are dimensions of the result, and increase.
    - C3: a dimension of the operand has the size of its dimension of the result, or the constant size 1.
    - C4: the dtype stays.
  }];
  let arguments = (ins Prim_Tensor:$self, DenseI64ArrayAttr:$dims);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self $dims attr-dict `:` type($self) `to` type($result)";
  let vjp = "tcVjpBroadcastInDim";
  let examples = [{
    func.func @main(%x: tensor<1x3xf64>) -> tensor<2x4x3xf64> {
      %y = prim.broadcast_in_dim %x [1, 2] : tensor<1x3xf64> to tensor<2x4x3xf64>
      return %y : tensor<2x4x3xf64>
    }
  }];
}
def Prim_ReshapeOp : Prim_Typed<"reshape", "Reshape"> {
  let summary = "The same elements, in row-major order, under another shape";
  let description = [{
    - C1: the dtype stays.
    - C2: the number of elements stays.
  }];
  let arguments = (ins Prim_Tensor:$self);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self attr-dict `:` type($self) `to` type($result)";
  let vjp = "tcVjpReshape";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<6x4xf64> {
      %y = prim.reshape %x : tensor<2x3x4xf64> to tensor<6x4xf64>
      return %y : tensor<6x4xf64>
    }
  }];
}
def Prim_TransposeOp : Prim_Inferred<"transpose", "Transpose"> {
  let summary = "Dimension i of the result is dimension permutation[i] of the operand";
  let description = [{
    - C1: permutation is one of the dimensions.
  }];
  let arguments = (ins Prim_Tensor:$self, DenseI64ArrayAttr:$permutation);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self $permutation attr-dict `:` type($self)";
  let vjp = "tcVjpTranspose";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<3x4x2xf64> {
      %y = prim.transpose %x [1, 2, 0] : tensor<2x3x4xf64>
      return %y : tensor<3x4x2xf64>
    }
  }];
}
def Prim_RevOp : Prim_Inferred<"rev", "Rev"> {
  let summary = "Reverses the given dimensions";
  let description = [{
    - C1: dims are dimensions of the operand, none twice.
  }];
  let arguments = (ins Prim_Tensor:$self, DenseI64ArrayAttr:$dims);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self $dims attr-dict `:` type($self)";
  let vjp = "tcVjpRev";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
      %y = prim.rev %x [0, 2] : tensor<2x3x4xf64>
      return %y : tensor<2x3x4xf64>
    }
  }];
}
def Prim_SliceOp : Prim_Typed<"slice", "Slice"> {
  let summary = "Elements start + i * step of each dimension; the result's type says how many";
  let description = [{
    - C1: there is a start and a step for each dimension.
    - C2: steps are 1 or more.
    - C3: rank and dtype stay.
    - C4: all elements are inside. Rejected are slices that leave the operand whatever the symbols are.

    A size of the result without a name (a foreign `?`) is all there is from the start on.
  }];
  let arguments = (ins Prim_Tensor:$self, TC_DimsAttr:$starts, DenseI64ArrayAttr:$steps);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self $starts `step` $steps attr-dict `:` type($self) `to` type($result)";
  let vjp = "tcVjpSlice";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<1x2x2xf64> {
      %y = prim.slice %x <[1, 0, 1]> step [1, 2, 2] : tensor<2x3x4xf64> to tensor<1x2x2xf64>
      return %y : tensor<1x2x2xf64>
    }
    // -----
    // sizes n = 5
    func.func @main(%x: tensor<?xf64, #tc.dims<[2*n]>>) -> tensor<?xf64, #tc.dims<[n - 1]>> {
      %y = prim.slice %x <[1]> step [2] : tensor<?xf64, #tc.dims<[2*n]>> to tensor<?xf64, #tc.dims<[n - 1]>>
      return %y : tensor<?xf64, #tc.dims<[n - 1]>>
    }
  }];
}
def Prim_PadOp : Prim_Typed<"pad", "Pad"> {
  let summary = "Surrounds the operand, and separates its elements, with a value";
  let description = [{
    `low` and `high` may be negative (cropping). `interior[d]` copies of the value stand between neighbours along d.
    - C1: the value is a scalar of the operand's dtype.
    - C2: low, high and interior have an entry for each dimension.
    - C3: interior padding is not negative.
    - C4: sizes of the result are low + n + high + interior * max(n - 1, 0).
  }];
  let arguments = (ins Prim_Tensor:$self, Prim_Tensor:$value, TC_DimsAttr:$low,
                       TC_DimsAttr:$high, DenseI64ArrayAttr:$interior);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = [{$self `,` $value `low` $low `high` $high `interior` $interior attr-dict `:`
                         type($self) `,` type($value) `to` type($result)}];
  let vjp = "tcVjpPad";
  let examples = [{
    func.func @main(%x: tensor<3x5xf64>, %c: tensor<f64>) -> tensor<8x5xf64> {
      %y = prim.pad %x, %c low <[1, -1]> high <[2, 1]> interior [1, 0] : tensor<3x5xf64>, tensor<f64> to tensor<8x5xf64>
      return %y : tensor<8x5xf64>
    }
  }];
}
def Prim_CatOp : Prim_Inferred<"cat", "Cat"> {
  let summary = "Joins tensors along one dimension";
  let description = [{
    - C1: there is a tensor, and it has the dimension.
    - C2: all have one rank and dtype.
    - C3: sizes are equal in all other dimensions.
  }];
  let arguments = (ins Variadic<Prim_Tensor>:$tensors, I64Attr:$dim);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$tensors `dim` $dim attr-dict `:` type($tensors)";
  let vjp = "tcVjpCat";
  let examples = [{
    func.func @main(%a: tensor<2x3xf64>, %b: tensor<2x1xf64>) -> tensor<2x7xf64> {
      %y = prim.cat %a, %b, %a dim 1 : tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>
      return %y : tensor<2x7xf64>
    }
  }];
}
def Prim_DynamicSliceOp : Prim_Typed<"dynamic_slice", "DynamicSlice"> {
  let summary = "A block of the result's sizes from run-time starts, clamped so that it fits";
  let description = [{
    - C1: there is one start, tensor<i64>, for each dimension.
    - C2: the block has the operand's rank and dtype, and no size is greater.

    A size of the block without a name (a foreign `?`) is the operand's.
  }];
  let arguments = (ins Prim_Tensor:$self, Variadic<Prim_IndexTensor>:$starts);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self `[` $starts `]` attr-dict `:` functional-type(operands, results)";
  let vjp = "tcVjpDynamicSlice";
  let examples = [{
    func.func @main(%x: tensor<4x5xf64>, %i: tensor<i64> {tc.init = {kind = "randint", low = 1, high = 7, stream = 9}}) -> tensor<2x3xf64> {
      %y = prim.dynamic_slice %x[%i, %i] : (tensor<4x5xf64>, tensor<i64>, tensor<i64>) -> tensor<2x3xf64>
      return %y : tensor<2x3xf64>
    }
  }];
}
def Prim_DynamicUpdateSliceOp : Prim_Inferred<"dynamic_update_slice", "DynamicUpdateSlice"> {
  let summary = "The operand with a block replaced at run-time starts, clamped so that it fits";
  let description = [{
    - C1: there is one start, tensor<i64>, for each dimension.
    - C2: the block has the operand's rank and dtype, and no size is greater.
  }];
  let arguments = (ins Prim_Tensor:$self, Prim_Tensor:$update, Variadic<Prim_IndexTensor>:$starts);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self `,` $update `[` $starts `]` attr-dict `:` type(operands)";
  let vjp = "tcVjpDynamicUpdateSlice";
  let examples = [{
    func.func @main(%x: tensor<4x5xf64>, %u: tensor<2x3xf64>, %i: tensor<i64> {tc.init = {kind = "randint", low = 1, high = 7, stream = 9}}) -> tensor<4x5xf64> {
      %y = prim.dynamic_update_slice %x, %u[%i, %i] : tensor<4x5xf64>, tensor<2x3xf64>, tensor<i64>, tensor<i64>
      return %y : tensor<4x5xf64>
    }
  }];
}

//===- Indexing -----------------------------------------------------------===//

def Prim_IndexOp : Prim_Inferred<"index", "Index"> {
  let summary = "Gathers: dims[k] of the operand is read at indices[k], all of one shape";
  let description = [{
    The result has the dimensions of an index, then those of the operand that are not indexed, in order. An index outside [0, size) is error
    TC-1520 (negative ones are made positive by decompositions).
    - C1: there are indices, one for each of dims.
    - C2: dims are dimensions of the operand, none twice.
    - C3: indices are i64, of one shape.
    - C4: the result has at most 16 dimensions.
  }];
  let arguments = (ins Prim_Tensor:$self, Variadic<Prim_IndexTensor>:$indices, DenseI64ArrayAttr:$dims);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "$self `[` $indices `]` $dims attr-dict `:` type(operands)";
  let vjp = "tcVjpIndex";
  let examples = [{
    func.func @main(%x: tensor<4x3x5xf64>, %i: tensor<6xi64> {tc.init = {kind = "randint", low = 0, high = 4, stream = 9}}) -> tensor<6x3xf64> {
      %y = prim.index %x[%i, %i] [0, 2] : tensor<4x3x5xf64>, tensor<6xi64>, tensor<6xi64>
      return %y : tensor<6x3xf64>
    }
  }];
}
def Prim_IndexPutOp : Prim_Inferred<"index_put", "IndexPut"> {
  let summary = "Scatters values over a copy of the operand: the inverse of index";
  let description = [{
    `combine` is "set" (of equal indices the last in row-major order wins), "add", "mul", "max" or "min". The shape of `values` is that of
    `index` with the same indices and dims. The attribute `prim.distinct` says that no two elements of `values` go to the same place, so that they may be combined at
    once; prim-simplify finds it out (distinct.c). The interpreter reports two that do (TC-0303). `prim.ascending`, of one index of rank 1, says that no
    position is less than the one before it; prim-order-scatters sorts them. The interpreter reports one that is (TC-0303).
    - C1: values are what prim.index would give. The constraints of prim.index hold too.
    - C2: `combine` is one of those.
    - C3: no complex in max and min.
  }];
  let arguments = (ins Prim_Tensor:$self, Prim_Tensor:$values, Variadic<Prim_IndexTensor>:$indices,
                       DenseI64ArrayAttr:$dims, StrAttr:$combine);
  let results = (outs Prim_Tensor:$result);
  let accumulate = "the result's: elements are added in place";
  let order = "any";
  let assemblyFormat = "$self `,` $values `[` $indices `]` $dims $combine attr-dict `:` type(operands)";
  let vjp = "tcVjpIndexPut";
  let examples = [{
    func.func @main(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>) -> tensor<4x3xf64> {
      %i = prim.constant dense<[2, 0, 3]> : tensor<3xi64>
      %y = prim.index_put %x, %u[%i] [0] "set" : tensor<4x3xf64>, tensor<3x3xf64>, tensor<3xi64>
      return %y : tensor<4x3xf64>
    }
    // -----
    func.func @main(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>) -> tensor<4x3xf64> {
      %i = prim.constant dense<[2, 0, 3]> : tensor<3xi64>
      %y = prim.index_put %x, %u[%i] [0] "add" : tensor<4x3xf64>, tensor<3x3xf64>, tensor<3xi64>
      return %y : tensor<4x3xf64>
    }
    // -----
    func.func @main(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>) -> tensor<4x3xf64> {
      %i = prim.constant dense<[2, 0, 3]> : tensor<3xi64>
      %y = prim.index_put %x, %u[%i] [0] "max" : tensor<4x3xf64>, tensor<3x3xf64>, tensor<3xi64>
      return %y : tensor<4x3xf64>
    }
    // -----
    func.func @main(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>) -> tensor<4x3xf64> {
      %i = prim.constant dense<[2, 0, 3]> : tensor<3xi64>
      %y = prim.index_put %x, %u[%i] [0] "min" : tensor<4x3xf64>, tensor<3x3xf64>, tensor<3xi64>
      return %y : tensor<4x3xf64>
    }
    // -----
    func.func @main(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>) -> tensor<4x3xf64> {
      %i = prim.constant dense<[2, 0, 2]> : tensor<3xi64>
      %y = prim.index_put %x, %u[%i] [0] "mul" : tensor<4x3xf64>, tensor<3x3xf64>, tensor<3xi64>
      return %y : tensor<4x3xf64>
    }
  }];
}
def Prim_NonzeroOp : Prim_Typed<"nonzero", "Nonzero"> {
  let summary = "The positions of elements that differ from zero, in row-major order, one a row";
  let description = [{
    The number of rows is a fresh symbol, defined by this op.
    - C1: the result has two dimensions, the second as long as the operand has dimensions.
    - C2: the number of rows is a symbol, and no size of the operand.
  }];
  let arguments = (ins Prim_Tensor:$self);
  let results = (outs Prim_IndexTensor:$result);
  let vjpReason = "positions are integers";
  let assemblyFormat = "$self attr-dict `:` type($self) `to` type($result)";
}

def Prim_RangeToOp : Prim_Op<"range_to"> {
  let summary = "0, 1, ... below a number that data decides: where a size of data comes from";
  let description = [{
    The size of the result is a fresh symbol, defined by this op; a negative number is an error.
    - C1: the operand is tensor<i64>.
    - C2: the result has one dimension of i64, and its size is a symbol.
  }];
  let arguments = (ins Prim_Tensor:$count);
  let results = (outs Prim_IndexTensor:$result);
  let cVerify = "tcPrimVerifyRangeTo";
  let interp = "tcInterpRangeTo";
  let lower = "tcLowerRangeTo";
  let vjpReason = "it counts";
  let assemblyFormat = "$count attr-dict `:` type($count) `to` type($result)";
}

//===- Reductions, scans, sorting -----------------------------------------===//

def Prim_SumOp : Prim_Reduction<"sum"> {
  let summary = "Sum over dimensions; in row-major order if `ordered`, else in any";
  let accumulate = "f32";
  let order = "any";
  let vjp = "tcVjpSum";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<3xf64> {
      %y = prim.sum %x [0, 2] : tensor<2x3x4xf64>
      return %y : tensor<3xf64>
    }
  }];
}
def Prim_ProdOp : Prim_Reduction<"prod"> {
  let summary = "Product over dimensions";
  let accumulate = "f32";
  let order = "any";
  let vjp = "tcVjpProd";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<3xf64> {
      %y = prim.prod %x [0, 2] : tensor<2x3x4xf64>
      return %y : tensor<3xf64>
    }
  }];
}
def Prim_AmaxOp : Prim_Reduction<"amax"> {
  let summary = "Greatest element over dimensions; NaN wins; truth values: any";
  let order = "any";
  let vjp = "tcVjpExtreme";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<3xf64> {
      %y = prim.amax %x [0, 2] : tensor<2x3x4xf64>
      return %y : tensor<3xf64>
    }
  }];
}
def Prim_AminOp : Prim_Reduction<"amin"> {
  let summary = "Least element over dimensions; NaN wins; truth values: all";
  let order = "any";
  let vjp = "tcVjpExtreme";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<3xf64> {
      %y = prim.amin %x [0, 2] : tensor<2x3x4xf64>
      return %y : tensor<3xf64>
    }
  }];
}
//   C1: dim is a dimension of the operand.
//   C2: no complex numbers.
class Prim_ArgReduction<string mnemonic> : Prim_Op<mnemonic, [Pure]> {
  let arguments = (ins Prim_Tensor:$self, I64Attr:$dim);
  let results = (outs Prim_IndexTensor:$result);
  let cInfer = "tcPrimInferArgReduction";
  let interp = "tcInterpArgReduction";
  let lower = "tcLowerArgReduction";
  let vjpReason = "positions are integers";
  let assemblyFormat = "$self `dim` $dim attr-dict `:` type($self)";
}
def Prim_ArgmaxOp : Prim_ArgReduction<"argmax"> {
  let summary = "Position of the greatest element along one dimension: the first of equals, NaN greatest";
}
def Prim_ArgminOp : Prim_ArgReduction<"argmin"> {
  let summary = "Position of the least element along one dimension: the first of equals, NaN least";
}
def Prim_CumsumOp : Prim_Inferred<"cumsum", "Cumsum"> {
  let summary = "Running sum along one dimension";
  let description = [{
    - C1: dim is a dimension of the operand.
    - C2: no i1.
  }];
  let arguments = (ins Prim_Tensor:$self, I64Attr:$dim, UnitAttr:$ordered);
  let results = (outs Prim_Tensor:$result);
  let accumulate = "f64";
  let order = "any";
  let assemblyFormat = "$self `dim` $dim attr-dict `:` type($self)";
  let vjp = "tcVjpCumsum";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
      %y = prim.cumsum %x dim 1 : tensor<2x3x4xf64>
      return %y : tensor<2x3x4xf64>
    }
  }];
}
//   C1: dim is a dimension of the operand.
//   C2: no complex numbers.
class Prim_RunningExtreme<string mnemonic> : Prim_Op<mnemonic, [Pure]> {
  let arguments = (ins Prim_Tensor:$self, I64Attr:$dim);
  let results = (outs Prim_Tensor:$result);
  let cInfer = "tcPrimInferRunningExtreme";
  let interp = "tcInterpRunningExtreme";
  let lower = "tcLowerRunningExtreme";
  let order = "any";
  let assemblyFormat = "$self `dim` $dim attr-dict `:` type($self)";
  let vjp = "tcVjpRunningExtreme";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
      %y = prim.}] # mnemonic # [{ %x dim 1 : tensor<2x3x4xf64>
      return %y : tensor<2x3x4xf64>
    }
  }];
}
def Prim_CummaxOp : Prim_RunningExtreme<"cummax"> {
  let summary = "Greatest element so far along one dimension; NaN wins";
}
def Prim_CumminOp : Prim_RunningExtreme<"cummin"> {
  let summary = "Least element so far along one dimension; NaN wins";
}
def Prim_SortOp : Prim_Inferred<"sort", "Sort"> {
  let summary = "Stable sort along one dimension, with the positions sorted along; NaN greatest";
  let description = [{
    - C1: dim is a dimension of the operand.
    - C2: no complex numbers.
  }];
  let arguments = (ins Prim_Tensor:$self, I64Attr:$dim, UnitAttr:$descending);
  let results = (outs Prim_Tensor:$values, Prim_IndexTensor:$indices);
  let assemblyFormat = "$self `dim` $dim (`descending` $descending^)? attr-dict `:` type($self)";
  let vjp = "tcVjpSort";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
      %y, %i = prim.sort %x dim 1 descending : tensor<2x3x4xf64>
      return %y : tensor<2x3x4xf64>
    }
  }];
}
def Prim_TopkOp : Prim_Inferred<"topk", "Topk"> {
  let summary = "The k greatest (or least) along one dimension, in order, with positions";
  let description = [{
    - C1: dim is a dimension of the operand.
    - C2: no complex numbers.
    - C3: k is not greater than the size of dim.
  }];
  let arguments = (ins Prim_Tensor:$self, TC_SizeAttr:$k, I64Attr:$dim, UnitAttr:$smallest);
  let results = (outs Prim_Tensor:$values, Prim_IndexTensor:$indices);
  let assemblyFormat = "$self `,` $k `dim` $dim (`smallest` $smallest^)? attr-dict `:` type($self)";
  let vjp = "tcVjpTopk";
  let examples = [{
    func.func @main(%x: tensor<2x3x4xf64>) -> tensor<2x3x2xf64> {
      %y, %i = prim.topk %x, #tc.size<2> dim 2 : tensor<2x3x4xf64>
      return %y : tensor<2x3x2xf64>
    }
  }];
}

//===- Products -----------------------------------------------------------===//

def Prim_DotGeneralOp : Prim_Inferred<"dot_general", "DotGeneral"> {
  let summary = "Sum of products over the contracting dimensions";
  let description = [{
    The result has the batch dimensions, the free ones of the left, the free ones of the right. `out` is its dtype; absent, the operands'.
    Float operands accumulate in at least f32, integers in the result's type. The order of a sum is free, and a product may be fused with its
    addition, unless `ordered`. With the attribute `prim.tf32` factors of f32 may be rounded to 10 bits behind the binary point (TF32), where a matrix unit asks
    for it: a permission, as PyTorch's `allow_tf32`. Interpreters do not round.
    - C1: as many batch, and as many contracting, dimensions on the left as on the right.
    - C2: they are dimensions of their operand, none twice.
    - C3: sizes of a pair are equal.
    - C4: both operands have one dtype, not i1.
    - C5: `out` is float for float, integer for integer, complex for complex operands.
    - C6: the result has at most 16 dimensions.
    - C7: `prim.tf32` is for float operands, and not `ordered`; of other types than f32 it says nothing.
    - C8: `prim.tf32_factors`, beside it, lists 0 and 1, operands whose elements are TF32 already.
  }];
  let arguments = (ins Prim_Tensor:$self, Prim_Tensor:$other,
                       DenseI64ArrayAttr:$self_batch, DenseI64ArrayAttr:$other_batch,
                       DenseI64ArrayAttr:$self_contract, DenseI64ArrayAttr:$other_contract,
                       OptionalAttr<TypeAttr>:$out, UnitAttr:$ordered);
  let results = (outs Prim_Tensor:$result);
  let accumulate = "f32";
  let order = "any";
  let assemblyFormat = [{$self `,` $other `batch` $self_batch `,` $other_batch
    `contract` $self_contract `,` $other_contract attr-dict `:` type($self) `,` type($other)}];
  let vjp = "tcVjpDotGeneral";
  let examples = [{
    func.func @main(%a: tensor<5x2x3x4xf64>, %b: tensor<4x2x6x3xf64>) -> tensor<2x5x6xf64> {
      %y = prim.dot_general %a, %b batch [1], [1] contract [3, 2], [0, 3] : tensor<5x2x3x4xf64>, tensor<4x2x6x3xf64>
      return %y : tensor<2x5x6xf64>
    }
    // -----
    func.func @main(%a: tensor<3xf64>, %b: tensor<2xf64>) -> tensor<3x2xf64> {
      %y = prim.dot_general %a, %b batch [], [] contract [], [] : tensor<3xf64>, tensor<2xf64>
      return %y : tensor<3x2xf64>
    }
  }];
}
def Prim_ConvolutionOp : Prim_Inferred<"convolution", "Convolution"> {
  let summary = "Convolution of [N, C, spatial...] with [O, C / groups, spatial...]";
  let description = [{
    Cross-correlation, as PyTorch's: strides of the window, zeros around the input (`pad_low`, `pad_high`; negative crops) and between its
    elements (`input_dilation` - 1), gaps in the window (`dilation` - 1), `groups` of channels. Transposed convolution and both gradients
    are convolutions in this form. The dtype of the result is that of the optional attribute `prim.out`; absent, the operands'. Sums, and
    `prim.tf32`, are as those of `prim.dot_general`.
    - C1: input and weight have one rank, 3 or more.
    - C2: each list has an entry for each spatial dimension.
    - C3: strides, dilations and groups are 1 or more.
    - C4: C is groups times the second size of the weight; groups divides O.
    - C5: both operands have one dtype, not i1.
    - C6: the window fits into the padded input.
    - C7: `prim.out` is float for float, integer for integer, complex for complex operands.
    - C8: `prim.tf32` is for float operands, and not `ordered`; of other types than f32 it says nothing.
    - C9: `prim.tf32_factors`, beside it, lists 0 and 1, operands whose elements are TF32 already.
  }];
  let arguments = (ins Prim_Tensor:$input, Prim_Tensor:$weight,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pad_low, DenseI64ArrayAttr:$pad_high,
                       DenseI64ArrayAttr:$input_dilation, DenseI64ArrayAttr:$dilation, I64Attr:$groups,
                       UnitAttr:$ordered);
  let results = (outs Prim_Tensor:$result);
  let accumulate = "f32";
  let order = "any";
  let assemblyFormat = [{$input `,` $weight `strides` $strides `pad` $pad_low `,` $pad_high
    `dilation` $input_dilation `,` $dilation `groups` $groups attr-dict `:` type($input) `,` type($weight)}];
  let vjp = "tcVjpConvolution";
  let examples = [{
    func.func @main(%x: tensor<2x3x6x5xf64>, %w: tensor<4x3x3x2xf64>) -> tensor<2x4x6x5xf64> {
      %y = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x6x5xf64>, tensor<4x3x3x2xf64>
      return %y : tensor<2x4x6x5xf64>
    }
    // -----
    func.func @main(%x: tensor<2x3x8x7xf64>, %w: tensor<4x3x3x2xf64>) -> tensor<2x4x4x2xf64> {
      %y = prim.convolution %x, %w strides [2, 3] pad [1, 0], [1, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x8x7xf64>, tensor<4x3x3x2xf64>
      return %y : tensor<2x4x4x2xf64>
    }
    // -----
    func.func @main(%x: tensor<2x4x9xf64>, %w: tensor<6x2x3xf64>) -> tensor<2x6x3xf64> {
      %y = prim.convolution %x, %w strides [2] pad [1], [0] dilation [1], [2] groups 2 : tensor<2x4x9xf64>, tensor<6x2x3xf64>
      return %y : tensor<2x6x3xf64>
    }
    // -----
    func.func @main(%x: tensor<1x2x4x4xf64>, %w: tensor<3x2x3x3xf64>) -> tensor<1x3x6x7xf64> {
      %y = prim.convolution %x, %w strides [1, 1] pad [1, 1], [0, 1] dilation [2, 2], [1, 1] groups 1 : tensor<1x2x4x4xf64>, tensor<3x2x3x3xf64>
      return %y : tensor<1x3x6x7xf64>
    }
    // -----
    func.func @main(%x: tensor<2x4x5xf64>, %w: tensor<6x2x3xf64>) -> tensor<2x6x12xf64> {
      %y = prim.convolution %x, %w strides [1] pad [2], [1] dilation [3], [2] groups 2 : tensor<2x4x5xf64>, tensor<6x2x3xf64>
      return %y : tensor<2x6x12xf64>
    }
    // -----
    func.func @main(%x: tensor<2x3x5xf64>, %w: tensor<3x1x3xf64>) -> tensor<2x3x5xf64> {
      %y = prim.convolution %x, %w strides [1] pad [1], [1] dilation [1], [1] groups 3 : tensor<2x3x5xf64>, tensor<3x1x3xf64>
      return %y : tensor<2x3x5xf64>
    }
    // -----
    // sizes b = 2, n = 8
    func.func @main(%x: tensor<?x2x?xf64, #tc.dims<[b, 2, n]>>, %w: tensor<3x2x3xf64>) -> tensor<?x3x?xf64, #tc.dims<[b, 3, floordiv(n - 1, 2) + 1]>> {
      %y = prim.convolution %x, %w strides [2] pad [1], [1] dilation [1], [1] groups 1 : tensor<?x2x?xf64, #tc.dims<[b, 2, n]>>, tensor<3x2x3xf64>
      return %y : tensor<?x3x?xf64, #tc.dims<[b, 3, floordiv(n - 1, 2) + 1]>>
    }
    // -----
    func.func @main(%x: tensor<2x4x8x7xf64>, %w: tensor<6x2x1x1xf64>) -> tensor<2x6x4x4xf64> {
      %y = prim.convolution %x, %w strides [2, 2] pad [0, 0], [-1, 1] dilation [1, 1], [1, 1] groups 2 : tensor<2x4x8x7xf64>, tensor<6x2x1x1xf64>
      return %y : tensor<2x6x4x4xf64>
    }
    // -----
    func.func @main(%x: tensor<1x2x5xcomplex<f64>>, %w: tensor<3x2x3xcomplex<f64>>) -> tensor<1x3x3xcomplex<f64>> {
      %y = prim.convolution %x, %w strides [2] pad [1], [1] dilation [1], [1] groups 1 : tensor<1x2x5xcomplex<f64>>, tensor<3x2x3xcomplex<f64>>
      return %y : tensor<1x3x3xcomplex<f64>>
    }
    // -----
    func.func @main(%x: tensor<1x2x5xf32>, %w: tensor<3x2x3xf32>) -> tensor<1x3x5xf64> {
      %y = prim.convolution %x, %w strides [1] pad [1], [1] dilation [1], [1] groups 1 {prim.out = f64} : tensor<1x2x5xf32>, tensor<3x2x3xf32>
      return %y : tensor<1x3x5xf64>
    }
  }];
}
def Prim_MaxPoolOp : Prim_Inferred<"max_pool", "MaxPool"> {
  let summary = "Greatest element of each window of the trailing dimensions, and its flat position there";
  let description = [{
    Windows may hang over the edge: positions outside are not candidates. `ceil` rounds the number of windows up (a window that would start
    past the input and its left padding is dropped, as in PyTorch). Of equals the first wins; NaN wins, of several the last.
    - C1: each list has an entry for each window dimension, of which the operand has as many or more.
    - C2: window, strides and dilation are 1 or more, padding 0 or more.
    - C3: padding is at most half of the window.
    - C4: no complex numbers.
    - C5: the window fits into the padded input.
  }];
  let arguments = (ins Prim_Tensor:$self, DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$dilation, UnitAttr:$ceil);
  let results = (outs Prim_Tensor:$values, Prim_IndexTensor:$indices);
  let assemblyFormat = [{$self `window` $window `strides` $strides `pad` $padding `dilation` $dilation
    (`ceil` $ceil^)? attr-dict `:` type($self)}];
  let vjp = "tcVjpMaxPool";
  let examples = [{
    func.func @main(%x: tensor<2x3x6x5xf64>) -> tensor<2x3x3x2xf64> {
      %y, %i = prim.max_pool %x window [3, 2] strides [2, 2] pad [1, 0] dilation [1, 1] : tensor<2x3x6x5xf64>
      return %y : tensor<2x3x3x2xf64>
    }
  }];
}

//===- Control ------------------------------------------------------------===//

def Prim_ScanOp : Prim_Op<"scan", [AttrSizedOperandSegments, SingleBlock,
    RecursivelySpeculatable, RecursiveMemoryEffects]> {
  let summary = "A sequential loop over the leading dimension of tensors, with carried values";
  let description = [{
    The body takes the carried values, then a slice of each of `xs`; it yields the carried values, then a slice of each stacked result. The
    results are the last carried values, then the stacks. `reverse` goes from the last slice to the first. With the attribute `prim.associative`
    what is carried next is a combination of the carried values and the slices that is associative and of which `init` is the identity: slices
    may be combined in any grouping, in their order, and rounded as that does.
    - C1: there are xs, and their leading sizes are equal.
    - C2: the body takes the types of `init`, then those of the slices.
    - C3: the body yields the carried types, which do not change.
    - C4: results are the carried types, then stacks.
    - C5: slices that are combined with `prim.associative` have the carried types.
  }];
  let arguments = (ins Variadic<Prim_Tensor>:$init, Variadic<Prim_Tensor>:$xs, UnitAttr:$reverse);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let cVerify = "tcPrimVerifyScan";
  let interp = "tcInterpScan";
  let lower = "tcLowerScan";
  let assemblyFormat = [{`(` $init `)` `over` `(` $xs `)` (`reverse` $reverse^)? attr-dict `:`
    functional-type(operands, results) $body}];
  let vjp = "tcVjpScan";
  let examples = [{
    func.func @main(%h0: tensor<3xf64>,
        %xs: tensor<5x3xf64>,
        %w: tensor<3xf64>) -> tensor<3xf64> {
      %c = prim.constant dense<0> : tensor<i64>
      %y, %n = prim.scan (%h0, %c) over (%xs) : (tensor<3xf64>, tensor<i64>, tensor<5x3xf64>) -> (tensor<3xf64>, tensor<i64>) {
      ^bb0(%h: tensor<3xf64>, %i: tensor<i64>, %x: tensor<3xf64>):
        %0 = prim.mul %h, %w : tensor<3xf64>
        %1 = prim.add %0, %x : tensor<3xf64>
        %2 = prim.tanh %1 : tensor<3xf64>
        %one = prim.constant dense<1> : tensor<i64>
        %j = prim.add %i, %one : tensor<i64>
        prim.yield %2, %j : tensor<3xf64>, tensor<i64>
      }
      return %y : tensor<3xf64>
    }
  }];
}
def Prim_WhileOp : Prim_Op<"while", [RecursivelySpeculatable, RecursiveMemoryEffects]> {
  let summary = "Repeats a body while a condition on the carried values holds";
  let description = [{
    `carried` names size symbols that the carried types may change from turn to turn: they are bound in both regions, to the sizes of `init`
    at first, then to those that the body yields. The results carry fresh symbols in their places.
    - C1: `carried` names sizes, each once, none a size of `init`.
    - C2: both regions take the same types; the condition yields one tensor<i1>.
    - C3: with some sizes for the carried symbols, the types of the regions are those of `init`,
    - C4: and with others those that the body yields,
    - C5: and with fresh symbols, each another, those of the results.
  }];
  let arguments = (ins Variadic<Prim_Tensor>:$init, OptionalAttr<StrArrayAttr>:$carried);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let cVerify = "tcPrimVerifyWhile";
  let interp = "tcInterpWhile";
  let lower = "tcLowerWhile";
  let assemblyFormat = [{`(` $init `)` (`carried` $carried^)? attr-dict `:` functional-type(operands, results)
    `cond` $cond `do` $body}];
  let vjpReason = "how often its body runs is known only when it has run, so what its backward needs has no size; use prim.scan";
}
def Prim_YieldOp : Prim_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let summary = "Ends a region of prim";
  let description = [{
    - C1: it ends a region of prim.scan or prim.while.
  }];
  let cVerify = "tcPrimVerifyYield";
  let arguments = (ins Variadic<Prim_Tensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let vjpReason = "it ends a region";
}

//===- The way in for outsiders -------------------------------------------===//

def Prim_ExtOp : Prim_Op<"ext", []> {
  let summary = "An op of somebody else's, known by name to the run-time registry";
  let description = [{
    - C1: the target is `"namespace.name"`.
  }];
  let arguments = (ins StrAttr:$target, Variadic<Prim_Tensor>:$operands_, OptionalAttr<DictionaryAttr>:$config);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let cVerify = "tcPrimVerifyExt";
  let interp = "tcInterpExt";
  let lower = "tcLowerExt";
  let vjpReason = "it becomes prims, which have theirs, by its registry entry: load the library that has it, and run prim-expand-ext before";
  let assemblyFormat = "$target `(` $operands_ `)` ($config^)? attr-dict `:` functional-type(operands, results)";
}

#endif // TC_PRIM_OPS
