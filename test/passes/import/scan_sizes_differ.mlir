// Sizes that the body of a scan needs to be equal, and that are not: the call is
// refused before the loop.
// RUN: not tc-interpret %s --pipeline=tc-to-prim 2>&1 | FileCheck %s --check-prefix=INTERPRETED
// RUN: not tc-run %s 2>&1 | FileCheck %s --check-prefix=COMPILED
// INTERPRETED: [TC-0301]
// COMPILED: [TC-1505]
module attributes {tc.version = "0.1", tc.sizes = {s0 = 3, s1 = 2, s2 = 4}} {
  fx.graph @main(%h: tensor<?xf32> {tc.init = {kind = "constant", value = 1.0}},
                 %xs: tensor<?x?xf32> {tc.init = {kind = "constant", value = 1.0}}) -> (tensor<?xf32>) {
    %0 = fx.scan (%h) over (%xs) with () : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?xf32> {
    ^bb0(%c: tensor<?xf32>, %x: tensor<?xf32>):
      %m = fx.call "aten.mul.Tensor"(%c, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      fx.output %m : tensor<?xf32>
    }
    fx.output %0 : tensor<?xf32>
  }
}
