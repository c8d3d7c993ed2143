"""Prints a kernel whose scatter has a position of 64 sums, each of one number twice."""
SUMS = "".join(f"%c{i} = prim.add %c{i - 1}, %c{i - 1} : i64\n"
               for i in range(1, 65))
X = "tensor<64x32xf32>"
print(f"""loop.kernel @k(%b: {X}, %p: tensor<40xi64>, %u: tensor<40x32xf32>) -> {X} iters(i = 40, j = 32) {{
%0 = loop.scatter (i, j) into %b : {X} [add] reads(%c0 = %p[i] : tensor<40xi64>, %a = %u[i, j] : tensor<40x32xf32>) {{
%j = loop.index #tc.size<j>
{SUMS}loop.yield %c64, %j, %a : i64, i64, f32
}}
loop.yield %0 : {X}
}}""")
