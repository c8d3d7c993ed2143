#!/usr/bin/env python3
"""nests_differ.py TC-OPT FILE TARGET: says for how many kernels of the program
whose schedules have `nests` these give other code than plain ones; names those
for which they do not."""
import re
import subprocess
import sys

NESTS = re.compile(r", nests = \[(?:[^\[\]]|\[[^\[\]]*\])*\]")
KERNEL = re.compile(r"loop\.kernel private @(\w+).*nests = ")


def functions(tool, text, target):
    """The code of each kernel, all of its phases, by name."""
    out = subprocess.run([tool, "-", "--loop-plan-memory",
                          f"--loop-to-cpu=target={target}"], input=text,
                         text=True, capture_output=True, check=True).stdout
    code = {}
    for part in out.split("\n  func.func ")[1:]:
        name = re.search(r"@([\w.]+)", part)[1].split(".")[0]
        code[name] = code.get(name, "") + part
    return code


def main():
    tool, path, target = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    given = functions(tool, text, target)
    plain = functions(tool, NESTS.sub("", text), target)
    names = [name for name in KERNEL.findall(text)]
    differ = [name for name in names if given[name] != plain[name]]
    for name in names:
        if name not in differ:
            print(f"{name} is the same")
    print(f"{len(differ)} kernels differ from plain ones")


if __name__ == "__main__":
    main()
