// convertBack is exact: each number of f16 and bf16, subnormal ones and zeros of
// both signs among them, is itself again behind f32, by the fold and by the
// conversions (where a NaN is replaced, which has no fold). What is NaN is NaN
// again; its payload is no value.
// RUN: tc-interpret %s --print | FileCheck %s
// RUN: tc-interpret %s --print --pipeline='func.func(prim-simplify)' | FileCheck %s
// RUN: tc-run %s --check --repeat=1 | FileCheck %s --check-prefix=RAN
// RUN: tc-opt %s -prim-simplify | FileCheck %s --check-prefix=FOLDED
// CHECK: result 0: i64[] 0
// CHECK: result 1: i64[] 0
// CHECK: result 2: i64[] 0
// CHECK: result 3: i64[] 0
// RAN: ok
// FOLDED: xf32> to tensor<65536xbf16>
// FOLDED-NOT: xf32> to tensor<65536xbf16>
module attributes {tc.version = "0.1", tc.expected = [{shape = [], dtype = i64, sum = 0.0, norm = 0.0, samples = dense<[0.0]> : tensor<1xf64>}, {shape = [], dtype = i64, sum = 0.0, norm = 0.0, samples = dense<[0.0]> : tensor<1xf64>}, {shape = [], dtype = i64, sum = 0.0, norm = 0.0, samples = dense<[0.0]> : tensor<1xf64>}, {shape = [], dtype = i64, sum = 0.0, norm = 0.0, samples = dense<[0.0]> : tensor<1xf64>}]} {
  func.func @main() -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) {
    %n = prim.iota -32768 : i16, 1 : i16 : tensor<65536xi16>
    %0 = prim.constant dense<0.0> : tensor<f32>
    %zeros = prim.broadcast_in_dim %0 [] : tensor<f32> to tensor<65536xf32>
    %bf16 = prim.bitcast %n : tensor<65536xi16> to tensor<65536xbf16>
    %bf16.wide = prim.convert_element_type %bf16 : tensor<65536xbf16> to tensor<65536xf32>
    %bf16.isNumber = prim.eq %bf16.wide, %bf16.wide : tensor<65536xf32>
    %bf16.numbers = prim.where %bf16.isNumber, %bf16.wide, %zeros : tensor<65536xi1>, tensor<65536xf32>
    %bf16.folded = prim.convert_element_type %bf16.wide : tensor<65536xf32> to tensor<65536xbf16>
    %bf16.folded.bits = prim.bitcast %bf16.folded : tensor<65536xbf16> to tensor<65536xi16>
    %bf16.folded.differs = prim.ne %bf16.folded.bits, %n : tensor<65536xi16>
    %bf16.folded.isWrong = prim.bitwise_and %bf16.folded.differs, %bf16.isNumber : tensor<65536xi1>
    %bf16.folded.ones = prim.convert_element_type %bf16.folded.isWrong : tensor<65536xi1> to tensor<65536xi64>
    %bf16.folded.count = prim.sum %bf16.folded.ones [0] : tensor<65536xi64>
    %bf16.rounded = prim.convert_element_type %bf16.numbers : tensor<65536xf32> to tensor<65536xbf16>
    %bf16.rounded.bits = prim.bitcast %bf16.rounded : tensor<65536xbf16> to tensor<65536xi16>
    %bf16.rounded.differs = prim.ne %bf16.rounded.bits, %n : tensor<65536xi16>
    %bf16.rounded.isWrong = prim.bitwise_and %bf16.rounded.differs, %bf16.isNumber : tensor<65536xi1>
    %bf16.rounded.ones = prim.convert_element_type %bf16.rounded.isWrong : tensor<65536xi1> to tensor<65536xi64>
    %bf16.rounded.count = prim.sum %bf16.rounded.ones [0] : tensor<65536xi64>
    %f16 = prim.bitcast %n : tensor<65536xi16> to tensor<65536xf16>
    %f16.wide = prim.convert_element_type %f16 : tensor<65536xf16> to tensor<65536xf32>
    %f16.isNumber = prim.eq %f16.wide, %f16.wide : tensor<65536xf32>
    %f16.numbers = prim.where %f16.isNumber, %f16.wide, %zeros : tensor<65536xi1>, tensor<65536xf32>
    %f16.folded = prim.convert_element_type %f16.wide : tensor<65536xf32> to tensor<65536xf16>
    %f16.folded.bits = prim.bitcast %f16.folded : tensor<65536xf16> to tensor<65536xi16>
    %f16.folded.differs = prim.ne %f16.folded.bits, %n : tensor<65536xi16>
    %f16.folded.isWrong = prim.bitwise_and %f16.folded.differs, %f16.isNumber : tensor<65536xi1>
    %f16.folded.ones = prim.convert_element_type %f16.folded.isWrong : tensor<65536xi1> to tensor<65536xi64>
    %f16.folded.count = prim.sum %f16.folded.ones [0] : tensor<65536xi64>
    %f16.rounded = prim.convert_element_type %f16.numbers : tensor<65536xf32> to tensor<65536xf16>
    %f16.rounded.bits = prim.bitcast %f16.rounded : tensor<65536xf16> to tensor<65536xi16>
    %f16.rounded.differs = prim.ne %f16.rounded.bits, %n : tensor<65536xi16>
    %f16.rounded.isWrong = prim.bitwise_and %f16.rounded.differs, %f16.isNumber : tensor<65536xi1>
    %f16.rounded.ones = prim.convert_element_type %f16.rounded.isWrong : tensor<65536xi1> to tensor<65536xi64>
    %f16.rounded.count = prim.sum %f16.rounded.ones [0] : tensor<65536xi64>
    return %bf16.folded.count, %bf16.rounded.count, %f16.folded.count, %f16.rounded.count : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
  }
}
