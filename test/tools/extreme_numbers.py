"""extreme_numbers.py BUILD FILTER: whatever the numbers of heuristics are, all
of them 1 or all as large as may be, programs give right results."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))


def main():
    build, programs = sys.argv[1:]
    rows = subprocess.run([f"{build}/bin/tc-compile", "--numbers"], check=True,
                          capture_output=True, text=True).stdout.splitlines()
    names = [row.split("\t")[0] for row in rows]
    for value in (1, 1 << 40):
        code = subprocess.run(
            [sys.executable, f"{ROOT}/test/suite/suite.py", "--build", build,
             "--targets=cpu,emulate", "--jobs=1", f"--filter={programs}",
             f"--json={os.devnull}"],
            env=os.environ | {"TC_NUMBERS": ",".join(
                f"{name}={value}" for name in names)}, check=False).returncode
        if code:
            sys.exit(f"wrong with all numbers {value}")


main()
