// The backward half of a linear layer behind that of a layer norm, as
// AOTAutograd gives it: a bias's gradient sums what the weight's gradient
// multiplies, in bf16.
// RUN: tc-opt %s --split-input-file --tc-gpu | FileCheck %s

// Over tokens: the product reads that where it lies, without a transposed copy,
// and the sum joins it.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[N:.*]] = loop.launch @{{.*}} -> tensor<64x384x768xbf16>
// CHECK-NEXT: loop.launch @{{.*}}(%[[N]], %arg6) {{.*}} -> (tensor<384xf32>, tensor<384x196xf32>)
// CHECK-NEXT: return
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
  fx.graph @main(%0: tensor<64x384x768xf32>, %1: tensor<64x384x768xf32>, %2: tensor<64x384x1xf32>, %3: tensor<64x384x1xf32>, %4: tensor<768xf32>, %5: tensor<768xf32>, %6: tensor<49152x196xbf16>) -> (tensor<384x196xf32>, tensor<384xf32>) {
    %8:3 = fx.call "aten.native_layer_norm_backward.default"(%0, %1, [768], %2, %3, %4, %5, [true, false, false]) : (tensor<64x384x768xf32>, tensor<64x384x768xf32>, tensor<64x384x1xf32>, tensor<64x384x1xf32>, tensor<768xf32>, tensor<768xf32>) -> (tensor<64x384x768xf32>, tensor<768xf32>, tensor<768xf32>)
    %9 = fx.call "aten._to_copy.default"(%8#0, dtype = bf16) : (tensor<64x384x768xf32>) -> tensor<64x384x768xbf16>
    %10 = fx.call "aten.transpose.int"(%9, 1, 2) : (tensor<64x384x768xbf16>) -> tensor<64x768x384xbf16>
    %11 = fx.call "aten.clone.default"(%10, memory_format = "contiguous_format") : (tensor<64x768x384xbf16>) -> tensor<64x768x384xbf16>
    %12 = fx.call "aten._unsafe_view.default"(%11, [49152, 384]) : (tensor<64x768x384xbf16>) -> tensor<49152x384xbf16>
    %13 = fx.call "aten.t.default"(%12) : (tensor<49152x384xbf16>) -> tensor<384x49152xbf16>
    %14 = fx.call "aten.mm.default"(%13, %6) : (tensor<384x49152xbf16>, tensor<49152x196xbf16>) -> tensor<384x196xbf16>
    %15 = fx.call "aten.sum.dim_IntList"(%12, [0], true) : (tensor<49152x384xbf16>) -> tensor<1x384xbf16>
    %16 = fx.call "aten.view.default"(%15, [384]) : (tensor<1x384xbf16>) -> tensor<384xbf16>
    %17 = fx.call "aten._to_copy.default"(%14, dtype = f32) : (tensor<384x196xbf16>) -> tensor<384x196xf32>
    %18 = fx.call "aten._to_copy.default"(%16, dtype = f32) : (tensor<384xbf16>) -> tensor<384xf32>
    fx.output %17, %18 : tensor<384x196xf32>, tensor<384xf32>
  }
}

// -----

// Over features, of which the product has too many columns for that: the sum
// reads what the product reads, not the norm's result in f32.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[N:.*]]:2 = loop.launch @{{.*}} -> (tensor<64x384x768xbf16>, tensor<64x384x768xf32>)
// CHECK-NEXT: %[[F:.*]] = prim.reshape %[[N]]#0 : tensor<64x384x768xbf16> to tensor<24576x768xbf16>
// CHECK-NEXT: loop.launch @{{.*}}(%[[F]], %arg6) {{.*}} -> tensor<768x3072xf32>
// CHECK-NEXT: loop.launch @{{.*}}(%[[N]]#0) {{.*}} -> tensor<768xf32>
// CHECK-NEXT: return
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
  fx.graph @main(%0: tensor<64x384x768xf32>, %1: tensor<64x384x768xf32>, %2: tensor<64x384x1xf32>, %3: tensor<64x384x1xf32>, %4: tensor<768xf32>, %5: tensor<768xf32>, %6: tensor<24576x3072xbf16>) -> (tensor<768x3072xf32>, tensor<768xf32>, tensor<64x384x768xf32>) {
    %8:3 = fx.call "aten.native_layer_norm_backward.default"(%0, %1, [768], %2, %3, %4, %5, [true, false, false]) : (tensor<64x384x768xf32>, tensor<64x384x768xf32>, tensor<64x384x1xf32>, tensor<64x384x1xf32>, tensor<768xf32>, tensor<768xf32>) -> (tensor<64x384x768xf32>, tensor<768xf32>, tensor<768xf32>)
    %9 = fx.call "aten._to_copy.default"(%8#0, dtype = bf16) : (tensor<64x384x768xf32>) -> tensor<64x384x768xbf16>
    %19 = fx.call "aten.view.default"(%9, [24576, 768]) : (tensor<64x384x768xbf16>) -> tensor<24576x768xbf16>
    %20 = fx.call "aten.t.default"(%19) : (tensor<24576x768xbf16>) -> tensor<768x24576xbf16>
    %21 = fx.call "aten.mm.default"(%20, %6) : (tensor<768x24576xbf16>, tensor<24576x3072xbf16>) -> tensor<768x3072xbf16>
    %22 = fx.call "aten.sum.dim_IntList"(%19, [0], true) : (tensor<24576x768xbf16>) -> tensor<1x768xbf16>
    %23 = fx.call "aten.view.default"(%22, [768]) : (tensor<1x768xbf16>) -> tensor<768xbf16>
    %24 = fx.call "aten._to_copy.default"(%21, dtype = f32) : (tensor<768x3072xbf16>) -> tensor<768x3072xf32>
    %25 = fx.call "aten._to_copy.default"(%23, dtype = f32) : (tensor<768xbf16>) -> tensor<768xf32>
    fx.output %24, %25, %8#0 : tensor<768x3072xf32>, tensor<768xf32>, tensor<64x384x768xf32>
  }
}
