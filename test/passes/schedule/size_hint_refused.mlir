// What size symbols are taken for is a number.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v3 --verify-diagnostics -o /dev/null
!x = tensor<64x?xf32, #tc.dims<[64, n]>>
// expected-error @below {{[TC-0610] loop.schedule: phase 0: size_hint must be a number from 1 to 1073741824}}
loop.kernel @zero(%x: !x) -> tensor<64xf32> iters(i = 64, j = n) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 8}], size_hint = 0 : i64}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}
