"""Prints a kernel with three exponents: x - h64, where h64 is x squared 64 times;
h64 less the maximum of just these; and x less the maximum, whose exponential is
squared 64 times before it is rounded."""
X, M, Y = "tensor<8x64xf32>", "tensor<8xf32>", "tensor<8x64xbf16>"
SQUARES = "".join(f"%h{i} = prim.mul %h{i - 1}, %h{i - 1} : f32\n"
                  for i in range(1, 65))


def exponential(x, h):
    return (f"{SQUARES}%d = prim.sub {x}, {h} : f32\n%e = prim.exp %d : f32\n"
            "%n = prim.convert_element_type %e : f32 to bf16\nloop.yield %n : bf16\n")


print(f"""loop.kernel @k(%x: {X}) -> ({Y}, {Y}, {Y}) iters(i = 8, j = 64) {{
%0 = loop.map (i, j) reads(%h0 = %x[i, j] : {X}) -> {Y} {{
{exponential("%h0", "%h64")}}}
%1 = loop.reduce (i) over (j) [max] reads(%h0 = %x[i, j] : {X}) -> {M} {{
{SQUARES}loop.yield %h64 : f32
}}
%2 = loop.map (i, j) reads(%h0 = %x[i, j] : {X}, %m = %1[i] : {M}) -> {Y} {{
{exponential("%h64", "%m")}}}
%3 = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : {X}) -> {M} {{
loop.yield %a : f32
}}
%4 = loop.map (i, j) reads(%a = %x[i, j] : {X}, %m = %3[i] : {M}) -> {Y} {{
%d = prim.sub %a, %m : f32
%h0 = prim.exp %d : f32
{SQUARES}%n = prim.convert_element_type %h64 : f32 to bf16
loop.yield %n : bf16
}}
loop.yield %0, %2, %4 : {Y}, {Y}, {Y}
}}""")
