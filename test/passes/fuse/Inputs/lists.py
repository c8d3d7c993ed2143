"""The momenta and parameters of N tensors, one op on all of them after the
other, with a number of each that its op reads."""
import sys

n = int(sys.argv[1])
T = "tensor<8x16xf32>"
args = ", ".join(f"%p{i}: {T}, %m{i}: {T}, %g{i}: {T}, %s{i}: tensor<f32>"
                 for i in range(n))
ties = ", ".join(f"{T} {{tc.ties = {4 * i}}}, {T} {{tc.ties = {4 * i + 1}}}"
                 for i in range(n))
print(f"func.func @main({args}) -> ({ties}) {{")
for line in ("%a = prim.exp %s : tensor<f32>",
             f"%b = prim.broadcast_in_dim %a [] : tensor<f32> to {T}",
             f"%c = prim.mul %m, %b : {T}", f"%d = prim.add %c, %g : {T}",
             f"%e = prim.sub %p, %d : {T}"):
    for i in range(n):
        words = [w if not w.startswith("%") else
                 w[:2] + str(i) + w[2:] for w in line.split()]
        print("  " + " ".join(words))
results = ", ".join(f"%e{i}, %d{i}" for i in range(n))
print(f"  return {results} : {', '.join([T] * 2 * n)}\n}}")
