#!/usr/bin/env python3
"""as_compiled.py FILE.mlir [TC-COMPILE OPTIONS]: a program of loop or prim as
the reference interpreter runs it and as it is compiled must be the same. What
the interpreter gives becomes `tc.expected`, which tc-run checks, with buffers
against unmapped pages too, on one thread and on several."""
import json
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"result \d+: ([\w<>]+)\[([\d, ]*)\] ?(.*)")
# The interpreter prints six digits.
ERROR = {"f64": 3e-6, "f32": 3e-6, "complex64": 3e-6, "bf16": 4e-3,
         "f16": 5e-4}
NAMES = {"complex64": "complex<f32>", "complex128": "complex<f64>",
         "bool": "i1", "u8": "ui8"}


def number(word):
    return float(word == "true") if word in ("true", "false") else float(word)


def expected(line):
    dtype, shape, values = LINE.match(line).groups()
    all_of = [number(v) for v in re.split(r"[ ,()]+", values) if v]
    norm = sum(v * v for v in all_of) ** 0.5
    n = min(len(all_of), 256)
    samples = [all_of[k * len(all_of) // n] for k in range(n)]
    entry = (f"shape = [{shape}], dtype = {NAMES.get(dtype, dtype)}, sum = {sum(all_of):.17e}, "
             f"norm = {norm:.17e}")
    if dtype in ERROR:
        error = ERROR[dtype]
        largest = max(map(abs, all_of), default=0)
        entry += f", eager_error = {error:.3e}, eager_max = {error * largest:.17e}"
    numbers = ", ".join(f"{s:.17e}" for s in samples)
    return (f"{{{entry}, samples = dense<[{numbers}]> : "
            f"tensor<{n}xf64>}}")


def module(text, results):
    """Aliases stand in front of modules."""
    aliases = "\n".join(re.findall("^!.*", text, re.M))
    text = re.sub("^!.*", "", text, flags=re.M)
    return (f'{aliases}\nmodule attributes {{tc.version = "0.1", '
            f"tc.expected = [{results}]}} {{\n{text}\n}}\n")


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stdout + done.stderr)
    return done.stdout


def main():
    path, options = sys.argv[1], sys.argv[2:]
    with open(path, encoding="utf-8") as file:
        text = re.split(r"(?:fx.graph|func.func) @reference", file.read())[0]
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        lines = output_of("tc-interpret", file.name, "--print").splitlines()
    results = ", ".join(expected(line) for line in lines)
    with tempfile.TemporaryDirectory() as folder:
        program, artifact = f"{folder}/p.mlir", f"{folder}/p.so"
        with open(program, "w", encoding="utf-8") as file:
            file.write(module(text, results))
        output_of("tc-compile", program, "-o", artifact, *options)
        errors = set()
        for how in (["--threads=1"], ["--threads=3"], ["--guard"]):
            row = json.loads(output_of("tc-run", artifact, "--check", "--json",
                                       "--repeat=1", *how))
            errors.add(row["error"])
        if len(errors) > 1:
            sys.exit(f"the results depend on the number of threads: {errors}")



if __name__ == "__main__":
    main()
