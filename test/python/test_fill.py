"""The two generators of weights, capture/tc_fill.py and lib/runtime/fill.c,
make the same bits."""
import importlib.util
import itertools
import os
import pathlib
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: no numpy")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location(
    "tc_fill", ROOT / "capture" / "tc_fill.py")
tc_fill = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tc_fill)

DTYPES = "f32 f64 bf16 f16 i64 i32 i16 i8 u8 bool".split()
KINDS = {"constant": 1, "iota": 2, "tril": 3, "uniform": 4, "randint": 5}
SHAPE, COUNT = (3, 40, 50), 3001
STARTS = [0, 3, 997, 4 * 2**32 - 5]  # the last crosses a word of the counter


def cases():
    for value in [0, 1, -2.5, 0.1, 3e38, 1e-40, 65519.9]:
        yield {"kind": "constant", "value": value}
    for start, step in [(0, 1), (-7, 3), (0.25, 0.1)]:
        yield {"kind": "iota", "start": start, "step": step}
    yield {"kind": "tril"}
    for (mean, std), stream, seed in itertools.product(
            [(0.0, 1.0), (0.5, 1e-3), (1e4, 3e4), (0.0, 1e-6)],
            [0, 923, 2**40 + 1], [7, 2**32 - 1]):
        yield {"kind": "uniform", "mean": mean, "std": std,
               "stream": stream, "seed": seed}
    for low, high in [(0, 2), (-9, 10), (0, 2**32 - 1), (2**40, 2**40 + 3)]:
        yield {"kind": "randint", "low": low, "high": high,
               "stream": 4, "seed": 1}


def line(init, dtype, start):
    """The case as test_fill reads it."""
    a, b = {"constant": ("value", None), "iota": ("start", "step"),
            "uniform": ("mean", "std"), "randint": ("low", "high"),
            "tril": (None, None)}[init["kind"]]
    words = [KINDS[init["kind"]], dtype, start, COUNT, init.get("seed", 0),
             init.get("stream", 0), repr(float(init.get(a, 0))),
             repr(float(init.get(b, 0))), *SHAPE]
    return " ".join(map(str, words))


def in_numpy(init, dtype, start):
    with np.errstate(all="ignore"):
        values = tc_fill.fill(init, SHAPE, start, COUNT)
        return tc_fill.rounded(values, dtype).tobytes().hex()


def main():
    build = pathlib.Path(os.environ.get("TC_BUILD", ROOT / "build"))
    program = build / "test" / "unit" / "test_fill"
    todo = [(init, dtype, start) for (init, dtype), start in zip(
        itertools.product(cases(), DTYPES), itertools.cycle(STARTS))]
    made = subprocess.run(
        [program, "cases"], input="\n".join(line(*c) for c in todo),
        check=True, capture_output=True, text=True).stdout.splitlines()
    wrong = [c for c, hexes in zip(todo, made, strict=True)
             if in_numpy(*c) != hexes]
    for init, dtype, start in wrong:
        print(f"differ: {init} as {dtype} from {start}")
    print(f"{len(todo) - len(wrong)} fills agree, {len(wrong)} differ")
    return len(wrong) != 0


if __name__ == "__main__":
    sys.exit(main())
