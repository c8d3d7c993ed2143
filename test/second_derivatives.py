"""second_derivatives.py FOLDER [NAME=TC-nnnn]...: first and second derivatives
of every captured program, in f64, are what finite differences say; those named
are refused with that number, and programs without float results have none."""
import concurrent.futures
import os
import re
import subprocess
import sys

folder, refused = sys.argv[1], dict(pair.split("=") for pair in sys.argv[2:])
COMMAND = ["tc-interpret", "--pipeline=tc-to-prim,prim-widen", "--gradients=2"]


def wrong(name):
    done = subprocess.run([*COMMAND, os.path.join(folder, name + ".mlir")],
                          capture_output=True, text=True)
    numbers = re.findall(r"\[(TC-\d{4})\]", done.stderr)
    if name in refused:
        return not done.returncode or refused[name] not in numbers
    return done.returncode or "WRONG" in done.stdout


names = sorted(f[:-5] for f in os.listdir(folder) if f.endswith(".mlir"))
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    bad = [name for name, is_bad in zip(names, pool.map(wrong, names)) if is_bad]
print(*(f"{name}: its derivatives are wrong, or refused otherwise"
        for name in bad), sep="\n")
print(len(names), "programs")
sys.exit(bool(bad) or set(refused) - set(names) != set())
