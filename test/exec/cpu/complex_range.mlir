// Square roots, logarithms and quotients of complex numbers whose modulus
// overflows, or whose square is 0: as long as the result is in range, it is
// right. Near 1 the logarithm is small.
// RUN: tc-interpret %s --expect > %t.mlir && tc-run %t.mlir --check
!c = tensor<4xcomplex<f32>>
!z = tensor<4xcomplex<f64>>
module attributes {tc.version = "0.1"} {
func.func @main() -> (!c, !c, !c, !c, !c, !c, !z, !z, !z, !z, !z) {
  %large = prim.constant dense<[(3.0e38, 3.0e38), (-3.4e38, 1.0e38), (2.0e38, -3.3e38), (-1.0e38, -0.0)]> : !c
  %small = prim.constant dense<[(1.0e-40, 1.0e-40), (-2.0e-42, 1.0e-41), (1.0e-45, 0.0), (1.0e-30, -3.0e-31)]> : !c
  %one = prim.constant dense<[(1.0001, 0.0001), (0.9999, -0.0002), (1.0, 0.00001), (0.99999, 0.0)]> : !c
  %0 = prim.sqrt %large : !c
  %1 = prim.log %large : !c
  %2 = prim.div %large, %large : !c
  %3 = prim.sqrt %small : !c
  %4 = prim.log %small : !c
  %5 = prim.log %one : !c
  %largest = prim.constant dense<[(1.5e308, 1.5e308), (-1.7e308, 1.0e308), (2.0e307, -1.3e308), (-1.0e308, -0.0)]> : !z
  %smallest = prim.constant dense<[(1.0e-320, 1.0e-320), (-2.0e-318, 1.0e-317), (5.0e-324, 0.0), (1.0e-310, -3.0e-311)]> : !z
  %down = prim.constant dense<(3.054936363499605e-151, 0.0)> : !z
  %up = prim.constant dense<(3.273390607896142e+150, 0.0)> : !z
  %root = prim.sqrt %largest : !z
  %6 = prim.mul %root, %down : !z
  %7 = prim.log %largest : !z
  %8 = prim.div %largest, %largest : !z
  %little = prim.sqrt %smallest : !z
  %9 = prim.mul %little, %up : !z
  %10 = prim.log %smallest : !z
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : !c, !c, !c, !c, !c, !c, !z, !z, !z, !z, !z
}
}
