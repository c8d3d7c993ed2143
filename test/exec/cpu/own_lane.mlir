// A number of a row that its positions are compared with, as of one-hot rows, is
// compared with lanes, in 32 bits: far ones, negative ones and those that differ
// from a position by 2^32 are none of them.
// RUN: tc-run %s --check --guard --repeat=1
// RUN: tc-run %s --target=x86-64-v3 --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o - | FileCheck %s --check-prefix=CPU
// CPU: vpcmp{{(eq|neq)}}d
// CPU-NOT: vpcmp{{(eq|neq)}}q
// RUN: sed 's/x1000x/x1000000x/g; s/= 1000)/= 1000000)/' %s >%t.long.mlir
// RUN: tc-compile %t.long.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// PTX: setp.eq.b32
// PTX-NOT: setp.eq.b64
module attributes {tc.version = "0.1"} {
  loop.kernel @one_hot(%w: tensor<6xi64>) -> (tensor<6x1000xf32>, tensor<6x1000xf32>) iters(i = 6, j = 1000) {
    %0:2 = loop.map (i, j) reads(%a = %w[i] : tensor<6xi64>) -> (tensor<6x1000xf32>, tensor<6x1000xf32>) {
      %j = loop.index <j>
      %m = loop.index <j + 2>
      %0 = prim.eq %j, %a : i64
      %1 = prim.ne %a, %m : i64
      %2 = prim.convert_element_type %0 : i1 to f32
      %3 = prim.convert_element_type %1 : i1 to f32
      loop.yield %2, %3 : f32, f32
    }
    loop.yield %0#0, %0#1 : tensor<6x1000xf32>, tensor<6x1000xf32>
  }
  func.func @main() -> (tensor<6x1000xf32>, tensor<6x1000xf32>) {
    %w = prim.constant dense<[7, 0, 999, -3, 4294967303, -9223372036854775808]> : tensor<6xi64>
    %0:2 = loop.launch @one_hot(%w) : (tensor<6xi64>) -> (tensor<6x1000xf32>, tensor<6x1000xf32>)
    return %0#0, %0#1 : tensor<6x1000xf32>, tensor<6x1000xf32>
  }
}
