// RUN: tc-opt %s --prim-prepare --verify-diagnostics

// expected-error@+1 {{[TC-5101] the module has a @prepare already}}
func.func @prepare() {
  return
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
