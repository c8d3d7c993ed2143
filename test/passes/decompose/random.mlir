// What is drawn, by its mean, variance, least and greatest of 4096: numbers in
// [0, 1) (0.5, 1/12), in [1, 3) (2, 1/3), normal ones (0, 1), (1, 9), coins of 0.7
// and 0.25, integers in [0, 9) (4, 6.67), in [3, 9) (5.5, 2.92), a permutation.
// The key is that of the example, so they are the same each time.
// RUN: tc-interpret %s --pipeline=tc-to-prim --print | FileCheck %s
// CHECK: result 0: f32[] 0.4{{[89]}}
// CHECK: result 1: f32[] 0.08
// CHECK: result 2: f32[] {{9.5.*e-07}}
// CHECK: result 3: f32[] 0.999
// CHECK: result 4: f32[] 0.50
// CHECK: result 5: f32[] 0.08
// CHECK: result 6: f32[] 0.000
// CHECK: result 7: f32[] 0.999
// CHECK: result 8: f32[] 1.99
// CHECK: result 9: f32[] 0.33
// CHECK: result 10: f32[] 1.00
// CHECK: result 11: f32[] 2.99
// CHECK: result 12: f32[] -0.0
// CHECK: result 13: f32[] 1.0
// CHECK: result 14: f32[] -4.
// CHECK: result 15: f32[] 3.
// CHECK: result 16: f32[] -0.0
// CHECK: result 17: f32[] 0.9
// CHECK: result 18: f32[] -3.
// CHECK: result 19: f32[] 3.
// CHECK: result 20: f32[] 1.0
// CHECK: result 21: f32[] 9.
// CHECK: result 22: f32[] -10.
// CHECK: result 23: f32[] 12.
// CHECK: result 24: f32[] 0.70
// CHECK: result 25: f32[] 0.20
// CHECK: result 26: f32[] 0{{$}}
// CHECK: result 27: f32[] 1{{$}}
// CHECK: result 28: f32[] 0.25
// CHECK: result 29: f32[] 0.19
// CHECK: result 30: f32[] 0{{$}}
// CHECK: result 31: f32[] 1{{$}}
// CHECK: result 32: f32[] 3.9
// CHECK: result 33: f32[] 6.
// CHECK: result 34: f32[] 0{{$}}
// CHECK: result 35: f32[] 8{{$}}
// CHECK: result 36: f32[] 5.5
// CHECK: result 37: f32[] 2.9
// CHECK: result 38: f32[] 3{{$}}
// CHECK: result 39: f32[] 8{{$}}
// CHECK: result 40: f32[] 2047.5{{$}}
// CHECK: result 41: f32[] 1.39844e+06{{$}}
// CHECK: result 42: f32[] 0{{$}}
// CHECK: result 43: f32[] 4095{{$}}
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<4096xf32> {tc.init = {kind = "constant", value = 0.7}}) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %rand = fx.call "aten.rand.default"([4096], dtype = f32) : () -> tensor<4096xf32>
  %rand_mean = fx.call "aten.mean.default"(%rand) : (tensor<4096xf32>) -> tensor<f32>
  %rand_var = fx.call "aten.var.correction"(%rand, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %rand_min = fx.call "aten.amin.default"(%rand, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %rand_max = fx.call "aten.amax.default"(%rand, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %rand_like = fx.call "aten.rand_like.default"(%x) : (tensor<4096xf32>) -> tensor<4096xf32>
  %rand_like_mean = fx.call "aten.mean.default"(%rand_like) : (tensor<4096xf32>) -> tensor<f32>
  %rand_like_var = fx.call "aten.var.correction"(%rand_like, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %rand_like_min = fx.call "aten.amin.default"(%rand_like, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %rand_like_max = fx.call "aten.amax.default"(%rand_like, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %uniform = fx.call "aten.uniform.default"(%x, 1.0, 3.0) : (tensor<4096xf32>) -> tensor<4096xf32>
  %uniform_mean = fx.call "aten.mean.default"(%uniform) : (tensor<4096xf32>) -> tensor<f32>
  %uniform_var = fx.call "aten.var.correction"(%uniform, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %uniform_min = fx.call "aten.amin.default"(%uniform, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %uniform_max = fx.call "aten.amax.default"(%uniform, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randn = fx.call "aten.randn.default"([4096], dtype = f32) : () -> tensor<4096xf32>
  %randn_mean = fx.call "aten.mean.default"(%randn) : (tensor<4096xf32>) -> tensor<f32>
  %randn_var = fx.call "aten.var.correction"(%randn, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randn_min = fx.call "aten.amin.default"(%randn, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randn_max = fx.call "aten.amax.default"(%randn, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randn_like = fx.call "aten.randn_like.default"(%x) : (tensor<4096xf32>) -> tensor<4096xf32>
  %randn_like_mean = fx.call "aten.mean.default"(%randn_like) : (tensor<4096xf32>) -> tensor<f32>
  %randn_like_var = fx.call "aten.var.correction"(%randn_like, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randn_like_min = fx.call "aten.amin.default"(%randn_like, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randn_like_max = fx.call "aten.amax.default"(%randn_like, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %normal = fx.call "aten.normal_functional.default"(%x, 1.0, 3.0) : (tensor<4096xf32>) -> tensor<4096xf32>
  %normal_mean = fx.call "aten.mean.default"(%normal) : (tensor<4096xf32>) -> tensor<f32>
  %normal_var = fx.call "aten.var.correction"(%normal, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %normal_min = fx.call "aten.amin.default"(%normal, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %normal_max = fx.call "aten.amax.default"(%normal, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %bernoulli = fx.call "aten.bernoulli.default"(%x) : (tensor<4096xf32>) -> tensor<4096xf32>
  %bernoulli_mean = fx.call "aten.mean.default"(%bernoulli) : (tensor<4096xf32>) -> tensor<f32>
  %bernoulli_var = fx.call "aten.var.correction"(%bernoulli, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %bernoulli_min = fx.call "aten.amin.default"(%bernoulli, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %bernoulli_max = fx.call "aten.amax.default"(%bernoulli, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %bernoulli_p = fx.call "aten.bernoulli.p"(%x, 0.25) : (tensor<4096xf32>) -> tensor<4096xf32>
  %bernoulli_p_mean = fx.call "aten.mean.default"(%bernoulli_p) : (tensor<4096xf32>) -> tensor<f32>
  %bernoulli_p_var = fx.call "aten.var.correction"(%bernoulli_p, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %bernoulli_p_min = fx.call "aten.amin.default"(%bernoulli_p, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %bernoulli_p_max = fx.call "aten.amax.default"(%bernoulli_p, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randint = fx.call "aten.randint.default"(9, [4096]) : () -> tensor<4096xi64>
  %randint_f = fx.call "aten._to_copy.default"(%randint, dtype = f32) : (tensor<4096xi64>) -> tensor<4096xf32>
  %randint_mean = fx.call "aten.mean.default"(%randint_f) : (tensor<4096xf32>) -> tensor<f32>
  %randint_var = fx.call "aten.var.correction"(%randint_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randint_min = fx.call "aten.amin.default"(%randint_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randint_max = fx.call "aten.amax.default"(%randint_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randint_low = fx.call "aten.randint.low"(3, 9, [4096]) : () -> tensor<4096xi64>
  %randint_low_f = fx.call "aten._to_copy.default"(%randint_low, dtype = f32) : (tensor<4096xi64>) -> tensor<4096xf32>
  %randint_low_mean = fx.call "aten.mean.default"(%randint_low_f) : (tensor<4096xf32>) -> tensor<f32>
  %randint_low_var = fx.call "aten.var.correction"(%randint_low_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randint_low_min = fx.call "aten.amin.default"(%randint_low_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randint_low_max = fx.call "aten.amax.default"(%randint_low_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randperm = fx.call "aten.randperm.default"(4096) : () -> tensor<4096xi64>
  %randperm_f = fx.call "aten._to_copy.default"(%randperm, dtype = f32) : (tensor<4096xi64>) -> tensor<4096xf32>
  %randperm_mean = fx.call "aten.mean.default"(%randperm_f) : (tensor<4096xf32>) -> tensor<f32>
  %randperm_var = fx.call "aten.var.correction"(%randperm_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randperm_min = fx.call "aten.amin.default"(%randperm_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %randperm_max = fx.call "aten.amax.default"(%randperm_f, [0]) : (tensor<4096xf32>) -> tensor<f32>
  fx.output %rand_mean, %rand_var, %rand_min, %rand_max, %rand_like_mean, %rand_like_var, %rand_like_min, %rand_like_max, %uniform_mean, %uniform_var, %uniform_min, %uniform_max, %randn_mean, %randn_var, %randn_min, %randn_max, %randn_like_mean, %randn_like_var, %randn_like_min, %randn_like_max, %normal_mean, %normal_var, %normal_min, %normal_max, %bernoulli_mean, %bernoulli_var, %bernoulli_min, %bernoulli_max, %bernoulli_p_mean, %bernoulli_p_var, %bernoulli_p_min, %bernoulli_p_max, %randint_mean, %randint_var, %randint_min, %randint_max, %randint_low_mean, %randint_low_var, %randint_low_min, %randint_low_max, %randperm_mean, %randperm_var, %randperm_min, %randperm_max : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
}
