// A softmax and a norm down columns taller than the cache, of sizes that are no
// multiples of parts or vectors.
// RUN: tc-run %s --check --threads=1
// RUN: tc-run %s --check --threads=3
// RUN: tc-run %s --check --threads=2 --target=x86-64-v3
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<2x3001x133xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 2.0, stream = 1, seed = 7}},
                  %h: tensor<5003x160xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 2.0, stream = 2, seed = 7}})
      -> (tensor<2x3001x133xf32>, tensor<5003x160xbf16>) {
    %m = prim.amax %x [1] : tensor<2x3001x133xf32>
    %mw = prim.broadcast_in_dim %m [0, 2] : tensor<2x133xf32> to tensor<2x3001x133xf32>
    %d = prim.sub %x, %mw : tensor<2x3001x133xf32>
    %e = prim.exp %d : tensor<2x3001x133xf32>
    %s = prim.sum %e [1] : tensor<2x3001x133xf32>
    %sw = prim.broadcast_in_dim %s [0, 2] : tensor<2x133xf32> to tensor<2x3001x133xf32>
    %y = prim.div %e, %sw : tensor<2x3001x133xf32>
    %w = prim.convert_element_type %h : tensor<5003x160xbf16> to tensor<5003x160xf32>
    %t = prim.sum %w [0] : tensor<5003x160xf32>
    %n = prim.constant dense<5003.0> : tensor<160xf32>
    %mean = prim.div %t, %n : tensor<160xf32>
    %meanw = prim.broadcast_in_dim %mean [1] : tensor<160xf32> to tensor<5003x160xf32>
    %off = prim.sub %w, %meanw : tensor<5003x160xf32>
    %square = prim.mul %off, %off : tensor<5003x160xf32>
    %sum = prim.sum %square [0] : tensor<5003x160xf32>
    %var = prim.div %sum, %n : tensor<160xf32>
    %r = prim.rsqrt %var : tensor<160xf32>
    %rw = prim.broadcast_in_dim %r [1] : tensor<160xf32> to tensor<5003x160xf32>
    %z = prim.mul %off, %rw : tensor<5003x160xf32>
    %zh = prim.convert_element_type %z : tensor<5003x160xf32> to tensor<5003x160xbf16>
    return %y, %zh : tensor<2x3001x133xf32>, tensor<5003x160xbf16>
  }
}
