"""each_rule.py TC_OPT TESTS: each rule of loop-fuse can be switched off by name,
and that changes what becomes of some program of TESTS/passes/{fuse,stream}."""
import glob
import re
import subprocess
import sys


def passed(tool, text, pipeline):
    ran = subprocess.run(
        [tool, "--split-input-file",
         f"--pass-pipeline=builtin.module({pipeline})"],
        input=text, capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr


def fused(tool, text, disable):
    """What the pass makes of all parts, on CPUs and on GPUs."""
    return [passed(tool, text, "prim-to-loop,loop-fuse{stream=true "
                   f"otherwise={target} disable={disable}}}")
            for target in ("x86-64-v3", "cuda,tune=sm_90a")]


def main():
    tool, tests = sys.argv[1:]
    said = fused(tool, "module {}", "nobody")[0]
    names = re.search(r"there are: (.*)", said)[1].split(", ")
    parts = []
    for path in sorted(glob.glob(f"{tests}/passes/fuse/*.mlir")):
        with open(path, encoding="utf-8") as file:
            parts += file.read().split("// -----")
    with open(f"{tests}/passes/stream/attention.mlir",
              encoding="utf-8") as file:
        parts.append(passed(tool, file.read().split("// -----")[0],
                            "tc-to-prim,func.func(prim-simplify)"))
    parts.append(subprocess.run(
        [sys.executable, f"{tests}/passes/fuse/Inputs/lists.py", "60"],
        capture_output=True, text=True, check=True).stdout)
    text = "\n// -----\n".join(part for part in parts if "fx." not in part)
    first = fused(tool, text, "")
    idle = [name for name in names if fused(tool, text, name) == first]
    print(f"{len(names)} rules; these change nothing: {', '.join(idle)}")


main()
