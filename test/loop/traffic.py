"""traffic.py TABLE FILE...: each program, compiled for x86-64-v3, makes as many
launches and moves as many bytes as the table says, which has the compulsory
bytes beside them. Prints the row of a program that differs."""
import os
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"launches: (\d+), bytes moved: (\d+), compulsory: (\d+)")


def measure(path, folder):
    """(launches, bytes moved, compulsory bytes) of one call."""
    artifact = os.path.join(folder, "program.so")
    subprocess.run(["tc-compile", path, "--target=x86-64-v3", "-o", artifact],
                   check=True)
    said = subprocess.run(["tc-run", artifact, "--profile", "--repeat=1"],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    return LINE.search(said).groups()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = dict(line.split(maxsplit=1) for line in file
                    if not line.startswith("#"))
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[2:]:
            name = os.path.basename(path).removesuffix(".mlir")
            found = " ".join(measure(path, folder))
            if found != rows.get(name, "").strip():
                bad += 1
                print(f"{name} {found}  # the table: {rows.get(name)}")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
