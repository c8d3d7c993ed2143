"""vary_verdicts.py BIN FOLDER: what bench/vary_numbers.py says of results."""
import argparse
import os
import sys

sys.path.insert(0, ".")
import vary_numbers as vary  # noqa: E402

PROGRAM = """module attributes {tc.version = "0.2"} {
func.func @main(%%x: tensor<262144xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<f32> {
  %%0 = prim.%s %%x : tensor<262144xf32>
  %%1 = prim.sum %%0 [0] : tensor<262144xf32>
  return %%1 : tensor<f32>
}
}"""
folder = sys.argv[2]
os.makedirs(folder, exist_ok=True)
args = argparse.Namespace(bin=sys.argv[1], target="host", target_cpu=None,
                          threads=1)


def made(name, op, numbers=""):
    text, out = (os.path.join(folder, name + end) for end in (".mlir", ".so"))
    with open(text, "w", encoding="utf-8") as file:
        file.write(PROGRAM % op)
    code = vary.compiled(args, text, numbers, out)
    assert isinstance(code, bytes), code
    return out


base = made("base", "exp")
assert vary.verdict(args, base, base) == "same"
# A sum in other parts may have the same bits by chance.
said = {vary.verdict(args, base, made("parts", "exp", f"cpu_parts={n}"))
        for n in (2, 3, 6, 11)}
assert "right" in said and said <= {"right", "same"}, said
wrong = made("wrong", "tanh")
os.replace(vary.plan_of(base), vary.plan_of(wrong))
assert vary.verdict(args, base, wrong).startswith("WRONG: ")
