"""A program whose intermediate values are of sizes that no one formula adds up:
running sums along two dimensions of N arguments."""
import sys

N = int(sys.argv[1])
types = [f"tensor<?x?x?x?x?xf32, #tc.dims<[a + 1, b + 2, c + 3, d + 4, e + {k}]>>"
         for k in range(N)]
one = "tensor<f32>"
init = '{tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = %d}}'
heads = ["%sizes: tensor<?x?x?x?x?xf32, #tc.dims<[a, b, c, d, e]>> " + init % N]
heads += [f"%x{k}: {t} {init % k}" for k, t in enumerate(types)]
lines = []
for k, t in enumerate(types):
    lines += [f'%y{k} = fx.call "aten.cumsum.default"(%x{k}, 4) : ({t}) -> {t}',
              f'%z{k} = fx.call "aten.cumsum.default"(%y{k}, 0) : ({t}) -> {t}',
              f'%s{k} = fx.call "aten.amax.default"(%z{k}) : ({t}) -> {one}']
print('module attributes {tc.version = "0.1", '
      "tc.sizes = {a = 1, b = 1, c = 2, d = 1, e = 3}} {\n"
      f"fx.graph @main({', '.join(heads)}) -> ({', '.join([one] * N)}) {{")
print("\n".join(lines))
print(f"fx.output {', '.join(f'%s{k}' for k in range(N))} : "
      f"{', '.join([one] * N)}\n}}\n}}")
