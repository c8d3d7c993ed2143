// Rows of tables, in a map, and in sums over a row that is in registers: 16
// bytes at once, where all positions that data decide are the same for a
// vector's elements, also those that a table gives. A table whose rows are no
// multiple of a vector, and positions along a row, are read element by element.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: awk '/entry k_norm[(]/,/^}/' %t.ptx | FileCheck %s --check-prefix=NORM
// RUN: awk '/entry k_of_table[(]/,/^}/' %t.ptx | FileCheck %s --check-prefix=OF_TABLE
// RUN: awk '/entry k_odd[(]/,/^}/' %t.ptx | FileCheck %s --check-prefix=ODD
// RUN: awk '/entry k_along[(]/,/^}/' %t.ptx | FileCheck %s --check-prefix=ALONG
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1

// NORM-NOT: ld.global.b16
// NORM: ld.global.v4.b32
// NORM: shfl.sync
// NORM-NOT: ld.global.b16
// OF_TABLE: ld.global.b64
// OF_TABLE-NOT: ld.global.b64
// OF_TABLE: ld.global.v4.b32
// ODD-NOT: ld.global.v4
// ODD: ld.global.b16
// ALONG-NOT: ld.global.v4
// ALONG: ld.global.b16
module attributes {tc.version = "0.1"} {
  loop.kernel private @k_norm(%t: tensor<40x768xbf16>, %i: tensor<3000xi64>) -> tensor<3000x768xbf16> iters(r = 3000, c = 768) {
    %s = loop.reduce (r) over (c) [add] reads(%at = %i[r] : tensor<3000xi64>) -> tensor<3000xf32> {
      %0 = loop.index <c>
      %1 = loop.at %t[%at, %0] : tensor<40x768xbf16>
      %2 = prim.convert_element_type %1 : bf16 to f32
      loop.yield %2 : f32
    }
    %y = loop.map (r, c) reads(%at = %i[r] : tensor<3000xi64>, %sum = %s[r] : tensor<3000xf32>) -> tensor<3000x768xbf16> {
      %0 = loop.index <c>
      %1 = loop.at %t[%at, %0] : tensor<40x768xbf16>
      %2 = prim.convert_element_type %1 : bf16 to f32
      %3 = prim.sub %2, %sum : f32
      %4 = prim.convert_element_type %3 : f32 to bf16
      loop.yield %4 : bf16
    }
    loop.yield %y : tensor<3000x768xbf16>
  }
  loop.kernel private @k_of_table(%t: tensor<40x768xbf16>, %i: tensor<3000xi64>) -> tensor<3000x768xbf16> iters(r = 3000, c = 768) {
    %y = loop.map (r, c) -> tensor<3000x768xbf16> {
      %0 = loop.index <r>
      %1 = loop.at %i[%0] : tensor<3000xi64>
      %2 = loop.index <c>
      %3 = loop.at %t[%1, %2] : tensor<40x768xbf16>
      loop.yield %3 : bf16
    }
    loop.yield %y : tensor<3000x768xbf16>
  }
  loop.kernel private @k_odd(%t: tensor<40x769xbf16>, %i: tensor<3000xi64>) -> tensor<3000x768xbf16> iters(r = 3000, c = 768) {
    %y = loop.map (r, c) reads(%at = %i[r] : tensor<3000xi64>) -> tensor<3000x768xbf16> {
      %0 = loop.index <c>
      %1 = loop.at %t[%at, %0] : tensor<40x769xbf16>
      loop.yield %1 : bf16
    }
    loop.yield %y : tensor<3000x768xbf16>
  }
  loop.kernel private @k_along(%t: tensor<40x768xbf16>, %i: tensor<768xi64>) -> tensor<40x768xbf16> iters(r = 40, c = 768) {
    %y = loop.map (r, c) reads(%at = %i[c] : tensor<768xi64>) -> tensor<40x768xbf16> {
      %0 = loop.index <r>
      %1 = loop.at %t[%0, %at] : tensor<40x768xbf16>
      loop.yield %1 : bf16
    }
    loop.yield %y : tensor<40x768xbf16>
  }
  func.func @main(%t: tensor<40x768xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %odd: tensor<40x769xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %i: tensor<3000xi64> {tc.init = {kind = "randint", low = 0 : i64, high = 40 : i64, stream = 4 : i64}}, %j: tensor<768xi64> {tc.init = {kind = "randint", low = 0 : i64, high = 768 : i64, stream = 5 : i64}}) -> (tensor<3000x768xbf16>, tensor<3000x768xbf16>, tensor<3000x768xbf16>, tensor<40x768xbf16>) {
    %0 = loop.launch @k_norm(%t, %i) : (tensor<40x768xbf16>, tensor<3000xi64>) -> tensor<3000x768xbf16>
    %1 = loop.launch @k_of_table(%t, %i) : (tensor<40x768xbf16>, tensor<3000xi64>) -> tensor<3000x768xbf16>
    %2 = loop.launch @k_odd(%odd, %i) : (tensor<40x769xbf16>, tensor<3000xi64>) -> tensor<3000x768xbf16>
    %3 = loop.launch @k_along(%t, %j) : (tensor<40x768xbf16>, tensor<768xi64>) -> tensor<40x768xbf16>
    return %0, %1, %2, %3 : tensor<3000x768xbf16>, tensor<3000x768xbf16>, tensor<3000x768xbf16>, tensor<40x768xbf16>
  }
}
