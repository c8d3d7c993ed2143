// Remainders of subnormal numbers, on which the loop of fmod once ran on for
// ever: the power of two by which it divides first was above x. And of the largest
// number by the least, of quotients at and next to integers.
// RUN: timeout 60 tc-run %s --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so timeout 60 tc-run %s --target=emulate --check --repeat=1
func.func @main() -> (tensor<8xf64>, tensor<8xf32>) {
  %x = prim.constant dense<[8.34402697134475E-309, 1.0, 0x7FEFFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF, 4.5, -6.0, 0x4330000000000001, 0x000FFFFFFFFFFFFF]> : tensor<8xf64>
  %y = prim.constant dense<[0x0000000000000001, 0.3, 0x0000000000000003, 0x000FFFFFFFFFFFFF, 1.5, 1.5, 3.0, 0x0000000000000007]> : tensor<8xf64>
  %0 = prim.fmod %x, %y : tensor<8xf64>
  %u = prim.constant dense<[0x00300000, 1.0, 0x7F7FFFFF, 0x7F7FFFFF, 4.5, -6.0, 0x4B000001, 0x007FFFFF]> : tensor<8xf32>
  %v = prim.constant dense<[0x00000001, 0.3, 0x00000003, 0x007FFFFF, 1.5, 1.5, 3.0, 0x00000007]> : tensor<8xf32>
  %1 = prim.fmod %u, %v : tensor<8xf32>
  return %0, %1 : tensor<8xf64>, tensor<8xf32>
}
