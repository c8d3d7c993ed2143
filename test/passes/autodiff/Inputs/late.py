"""prim-partition on joint graphs in which n recomputed ops have one first
reader: all move to one place. The time grows about linearly.

    late.py BENCH_FOLDER"""
import math
import sys
import tempfile

sys.path.insert(0, sys.argv[1])
import compile_time  # noqa: E402

VALUE = "tensor<4xf32>"


def joint(n):
    """n values of %x that both halves concatenate."""
    names = ", ".join(f"%v{i}" for i in range(n))
    tall = f"tensor<{4 * n}xf32>"
    cat = f"prim.cat {names} dim 0 : {', '.join([VALUE] * n)}"
    values = "\n".join(f"  %v{i} = prim.sin %x : {VALUE}" for i in range(n))
    return f"""
func.func @main.joint(%x: {VALUE}, %d: {tall} {{tc.cotangent = 0 : i64}})
    -> ({tall}, {tall} {{tc.gradient = 0 : i64}}) {{
{values}
  %r = {cat}
  %c = {cat}
  %g = prim.mul %c, %d : {tall}
  return %r, %g : {tall}, {tall}
}}
"""


def seconds(n, folder, preload):
    path = f"{folder}/joint.mlir"
    with open(path, "w", encoding="utf-8") as file:
        file.write(joint(n))
    return compile_time.times(path, "prim-partition", preload)["prim-partition"]


def exponent(folder, preload):
    small, large = (seconds(n, folder, preload) for n in (5000, 20000))
    print(f"{small:.3f} s, {large:.3f} s")
    return math.log(large / max(small, 1e-4), 4)


with tempfile.TemporaryDirectory() as folder:
    library = (compile_time.clock(folder)
               if "asan" not in compile_time.tool("") else "")
    # Single times are disturbed by other load.
    if all(exponent(folder, library) > 1.5 for _ in range(3)):
        sys.exit("grows faster than n^1.5")
