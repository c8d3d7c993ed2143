"""Prints a kernel with two exponents, x - h64, where h64 is x squared 64 times, and
h64 less the maximum of just these."""
X, M, Y = "tensor<8x64xf32>", "tensor<8xf32>", "tensor<8x64xbf16>"
SQUARES = "".join(f"%h{i} = prim.mul %h{i - 1}, %h{i - 1} : f32\n"
                  for i in range(1, 65))


def exponential(x, h):
    return (f"{SQUARES}%d = prim.sub {x}, {h} : f32\n%e = prim.exp %d : f32\n"
            "%n = prim.convert_element_type %e : f32 to bf16\nloop.yield %n : bf16\n")


print(f"""loop.kernel @k(%x: {X}) -> ({Y}, {Y}) iters(i = 8, j = 64) {{
%0 = loop.map (i, j) reads(%h0 = %x[i, j] : {X}) -> {Y} {{
{exponential("%h0", "%h64")}}}
%1 = loop.reduce (i) over (j) [max] reads(%h0 = %x[i, j] : {X}) -> {M} {{
{SQUARES}loop.yield %h64 : f32
}}
%2 = loop.map (i, j) reads(%h0 = %x[i, j] : {X}, %m = %1[i] : {M}) -> {Y} {{
{exponential("%h64", "%m")}}}
loop.yield %0, %2 : {Y}, {Y}
}}""")
