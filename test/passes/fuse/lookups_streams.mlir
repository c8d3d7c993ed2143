// Attention over keys and values that an index chooses is streamed all the same:
// its products read no stack.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// CHECK-LABEL: func.func @main(
// CHECK-COUNT-2: loop.launch @{{.*}}_index(
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
func.func @main(%q: tensor<6x256x64xf32>, %k: tensor<4x256x64xf32>, %v: tensor<4x256x64xf32>, %i: tensor<6xi64>) -> tensor<6x256x64xf32> {
  %0 = prim.index %k[%i] [0] : tensor<4x256x64xf32>, tensor<6xi64>
  %1 = prim.index %v[%i] [0] : tensor<4x256x64xf32>, tensor<6xi64>
  %2 = prim.dot_general %q, %0 batch [0], [0] contract [2], [2] : tensor<6x256x64xf32>, tensor<6x256x64xf32>
  %3 = prim.amax %2 [2] : tensor<6x256x256xf32>
  %4 = prim.broadcast_in_dim %3 [0, 1] : tensor<6x256xf32> to tensor<6x256x256xf32>
  %5 = prim.sub %2, %4 : tensor<6x256x256xf32>
  %6 = prim.exp %5 : tensor<6x256x256xf32>
  %7 = prim.sum %6 [2] : tensor<6x256x256xf32>
  %8 = prim.broadcast_in_dim %7 [0, 1] : tensor<6x256xf32> to tensor<6x256x256xf32>
  %9 = prim.div %6, %8 : tensor<6x256x256xf32>
  %10 = prim.dot_general %9, %1 batch [0], [0] contract [2], [1] : tensor<6x256x256xf32>, tensor<6x256x64xf32>
  return %10 : tensor<6x256x64xf32>
}
