"""traffic.py TABLE TARGET FILE...: each program, compiled for x86-64-v3 or an
NVIDIA GPU (whose driver is a stand-in), makes as many launches and moves as many
bytes as the table says, which has the compulsory bytes beside them. Of models
(--most) these are the most. Prints the row of a program that differs."""
import argparse
import os
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"launches: (\d+), bytes moved: (\d+), compulsory: (\d+)")


def measure(path, target, folder):
    """[launches, bytes moved, compulsory bytes] of one call."""
    artifact = os.path.join(folder, "program.so")
    chip = [] if target.startswith("x86") else ["--target-cpu=sm_90a"]
    subprocess.run(["tc-compile", path, f"--target={target}", *chip, "-o",
                    artifact], check=True)
    said = subprocess.run(["tc-run", artifact, "--profile", "--repeat=1"],
                          check=False, stdout=subprocess.PIPE, text=True).stdout
    return [int(n) for n in LINE.search(said).groups()]


def is_as(found, row, most):
    """Whether what is found is what the row says."""
    if not most:
        return found == row
    return found[2] == row[2] and all(n <= m for n, m in zip(found, row))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", action="store_true")
    parser.add_argument("table")
    parser.add_argument("target")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    with open(args.table, encoding="utf-8") as file:
        rows = {line.split()[0]: [int(n) for n in line.split()[1:]]
                for line in file if not line.startswith("#")}
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in args.files:
            name = os.path.basename(path).removesuffix(".mlir")
            found = measure(path, args.target, folder)
            if name not in rows or not is_as(found, rows[name], args.most):
                bad += 1
                print(name, *found, f"# the table: {rows.get(name)}")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
