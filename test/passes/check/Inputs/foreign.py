"""What is not ours stays as it is, byte for byte: each pass and pipeline over a
file with ops of every upstream dialect, over ours beside them, and over what
upstream's own passes print, in tc-opt and in mlir-opt.

    foreign.py PASSES_FOLDER PLUGIN"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = {"tc", "fx", "prim", "loop"}
# builtin: modules and types; vcix: its ops are of RISC-V's vendors;
# dlti: attributes alone, which a nested module has.
NO_OPS = {"builtin", "dlti", "vcix", "test", "test_dyn", "test_irdl_to_cpp"}
PIPELINES = ("tc-to-prim", "tc-cpu", "tc-gpu")
TO_LOOP = "tc-to-prim,prim-to-loop,"
# What a pass needs before it where its name does not say so; passes that have
# to fail on this file (None).
NEED = {"fx-to-prim": "tc-name-sizes,fx.graph(fx-functionalise),",
        "prim-partition": "tc-to-prim,prim-autodiff,", "prim-optimize": None,
        "tc-check-dialects": None, "tc-verify-prim": None,
        "tc-verify-fx": None, "tc-verify-loop": TO_LOOP,
        "loop-to-cpu": "tc-cpu,",
        "loop-to-gpu": TO_LOOP + "prim-expand-math,"}
UPSTREAM = ("canonicalize", "cse", "convert-scf-to-cf", "lower-affine",
            "func.func(convert-linalg-to-loops)", "convert-arith-to-llvm",
            "convert-math-to-libm", "tosa-to-tensor", "symbol-privatize",
            "func.func(tosa-to-linalg)")


def passes(folder):
    """(argument, anchor) of every pass."""
    found = []
    for room, _, files in sorted(os.walk(folder)):
        for name in sorted(files):
            if not name.endswith(".c"):
                continue
            with open(os.path.join(room, name), encoding="utf-8") as file:
                text = file.read()
            argument = re.search(r'\.argument = "(.*)"', text)
            anchor = re.search(r'\.anchor = "(.*)"', text)
            if argument:
                found.append((argument[1],
                              anchor[1] if anchor else "builtin.module"))
    return found


def element(argument, anchor):
    if anchor == "builtin.module":
        return argument
    return f"{anchor}({argument})"


def tools(plugin):
    return {"tc-opt": ["tc-opt"],
            "mlir-opt": ["mlir-opt", f"--load-dialect-plugin={plugin}",
                         f"--load-pass-plugin={plugin}"]}


def run(tool, text, pipeline):
    """What it prints, by symbol or line; None where it fails by number."""
    result = subprocess.run(
        [*tool, "-", "--mlir-print-local-scope",
         f"--pass-pipeline=builtin.module({pipeline})"],
        input=text, capture_output=True, text=True)
    if result.returncode == 0:
        return result.stdout
    if result.returncode == 1 and "[TC-" in result.stderr:
        return None
    sys.exit(f"{tool[0]}: {pipeline}: {result.returncode}\n{result.stderr}")


def top(text):
    """The top-level ops of a module's text."""
    ops = []
    for line in text.splitlines():
        if line.startswith("  ") and line[2] not in " }^":
            ops.append(line)
        elif ops and line.startswith("  "):
            ops[-1] += "\n" + line
    return ops


def check(tool, name, text, foreign, pipeline, failures):
    out = run(tool, text, pipeline)
    if out is None:
        return False
    there = set(top(out))
    for op in foreign:
        if op not in there:
            failures.append(f"{tool[0]}: {name}: {pipeline} changes\n{op}")
            break
    return True


def main():
    folder, plugin = sys.argv[1:]
    with open(os.path.join(HERE, "foreign.mlir"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(HERE, "foreign_ours.mlir"),
              encoding="utf-8") as file:
        ours = file.read()
    shown = subprocess.run(["tc-opt", "--show-dialects"], capture_output=True,
                           text=True).stdout
    dialects = set(shown.split(":")[1].strip().split(",")) - OURS - NO_OPS
    missing = {d for d in dialects if not re.search(rf"\b{d}\.", text)}
    if missing:
        sys.exit(f"foreign.mlir has no op of {', '.join(sorted(missing))}")
    failures, ran = [], set()
    every = passes(folder)
    for tool in tools(plugin).values():
        files = {"every dialect": run(tool, text, "")}
        for upstream in UPSTREAM:
            result = subprocess.run(
                ["mlir-opt", "-", "--mlir-print-local-scope",
                 f"--pass-pipeline=builtin.module({upstream})"],
                input=text, capture_output=True, text=True)
            if result.returncode == 0:
                files[upstream] = result.stdout
        if len(files) < 8:
            sys.exit(f"upstream's passes made but {sorted(files)}")
        for name, file in files.items():
            foreign = top(file)
            together = file.rstrip()[:-1] + ours + "}\n"
            for pipeline in PIPELINES:
                check(tool, name, file, foreign, pipeline, failures)
                if not check(tool, name + ", ours beside", together, foreign,
                             pipeline, failures):
                    sys.exit(f"{pipeline} refuses ours beside foreign ones")
        file = files["every dialect"]
        foreign = top(file)
        together = file.rstrip()[:-1] + ours + "}\n"
        for argument, anchor in every:
            before = NEED.get(argument, TO_LOOP if argument.startswith("loop-")
                              else "tc-to-prim," if argument.startswith("prim-")
                              else "")
            if before is None:
                continue
            one = element(argument, anchor)
            check(tool, "every dialect", file, foreign, one, failures)
            if check(tool, "ours beside", together, foreign, before + one,
                     failures):
                ran.add(argument)
    print("\n".join(failures))
    silent = {argument for argument, _ in every} - ran
    fails = {argument for argument, before in NEED.items() if before is None}
    print(f"{len(ran)} passes ran, {len(failures)} changed what they must not;",
          "failed:", *sorted(silent - fails))
    return bool(failures) or silent != fails


sys.exit(main())
