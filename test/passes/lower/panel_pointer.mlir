// The innermost loop of a tile carries the address of its panel's step, from
// which vectors are constant offsets, as evenly spaced rows are from the first
// one: a CPU has 16 registers for the addresses of a tile of 12 rows.
// RUN: tc-compile %s --target=x86-64-v4 --emit=ll -o %t.ll
// RUN: FileCheck %s <%t.ll
// RUN: FileCheck %s <%t.ll --check-prefix=ROWS

// CHECK: define void @{{.*}}_dot_general
// CHECK: %[[PANEL:[0-9]+]] = phi ptr [
// CHECK: load <16 x float>, ptr %[[PANEL]], align
// CHECK-NEXT: getelementptr{{.*}} %[[PANEL]], i64 64
// CHECK: br i1
// ROWS: define void @{{.*}}_dot_general
// ROWS: getelementptr i8, ptr %[[ROW:[0-9]+]], i64 3456
// ROWS-NEXT: getelementptr i8, ptr %[[ROW]], i64 3840
// ROWS-NEXT: getelementptr i8, ptr %[[ROW]], i64 4224
// ROWS: phi ptr [
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<32x96xf32>
func.func @main(%x: tensor<24x96xf32>) -> tensor<24x32xf32> {
  %w = prim.get_weight @w : tensor<32x96xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<24x96xf32>, tensor<32x96xf32>
  func.return %0 : tensor<24x32xf32>
}
}
