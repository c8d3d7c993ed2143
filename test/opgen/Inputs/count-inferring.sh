# count-inferring.sh <generated folder> <MLIR include folder>
failed=0
# compare <Name> <stem of upstream's generated headers>...
compare() {
  name=$1 stems=("${@:2}")
  headers=("${stems[@]/#/$mlir/mlir/Dialect/}")
  ours=$(grep -c 'tcOpInferResults' "$gen/${name}Ops.c")
  theirs=$(cat "${headers[@]/%/.h.inc}" |
    grep -c '^class .*: public ::mlir::Op<.*InferTypeOpInterface::Trait')
  [ "$ours" = "$theirs" ] && return
  echo "$name: opgen infers $ours ops, mlir-tblgen $theirs"
  failed=1
}
gen=$1 mlir=$2
compare Arith Arith/IR/ArithOps
compare Cf ControlFlow/IR/ControlFlowOps
compare Func Func/IR/FuncOps
compare Gpu GPU/IR/GPUOps
compare Llvm LLVMIR/LLVMOps LLVMIR/LLVMIntrinsicOps
compare Math Math/IR/MathOps
compare Memref MemRef/IR/MemRefOps
compare Scf SCF/IR/SCFOps
compare Ub UB/IR/UBOps
compare Vector Vector/IR/VectorOps
exit $failed
