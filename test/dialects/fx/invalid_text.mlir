// RUN: tc-opt %s --split-input-file --verify-diagnostics

fx.graph @positional(%x: tensor<f32>) {
  // expected-error @+1 {{[TC-0110] an argument without a key stands after one with a key}}
  fx.call "f"(a = 1, %x) : (tensor<f32>) -> ()
}

// -----

fx.graph @twice() {
  // expected-error @+1 {{[TC-0111] the key 'a' is given twice}}
  fx.call "f"(a = 1, a = 2) : () -> ()
}

// -----

fx.graph @word() {
  // expected-error @+1 {{[TC-0112] 'nothing' is no argument}}
  fx.call "f"(nothing) : () -> ()
}

// -----

fx.graph @count(%x: tensor<f32>) {
  // expected-error @+1 {{number of operands and types do not match}}
  fx.call "f"(%x, %x) : (tensor<f32>) -> ()
}

// -----

fx.graph @complex() {
  // expected-error @+1 {{invalid element type for complex}}
  fx.call "f"(complex<tensor<f32>>) : () -> ()
}

// -----

fx.graph @list() {
  // expected-error @+1 {{expected ']'}}
  fx.call "f"([1, 2) : () -> ()
}
