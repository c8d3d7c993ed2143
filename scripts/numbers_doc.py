#!/usr/bin/env python3
"""Writes docs/ir/numbers.md from lib/cost/numbers.inc.

    scripts/numbers_doc.py            writes it
    scripts/numbers_doc.py --check    fails unless it says what the rows do
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs/ir/numbers.md")
ROW = re.compile(r'TC_NUMBER\(\s*(\w+),\s*([^,]+),\s*(\w+),\s*((?:"[^"]*"\s*)+)\)')
HEAD = """# Numbers of heuristics

<!-- Written by scripts/numbers_doc.py from lib/cost/numbers.inc; a test checks that it is up to date. -->

What choosers use beside the facts of a target (lib/target). Fact: of the hardware. Measured: by the bench that is named. Derived: from what the row says.
Guess: a round number. What they decide changes results by the order of sums, and by the precision of products where TF32 is permitted: within the bounds of docs/numerics.md.

`bench/vary_numbers.py` halves and doubles each, and prints which programs change and what that costs; `--models` adds those of examples/, `--target=cuda` is for a GPU.
The environment's `TC_NUMBERS=NAME=VALUE,...` sets them in tc-compile, tc-opt and the worker; it is for measurements, as `tc-compile --numbers`, which lists them.
The tables of tilings, and what is a constant of one file, stand in docs/ir/constants.md.
"""


def page():
    with open(os.path.join(ROOT, "lib/cost/numbers.inc"),
              encoding="utf-8") as file:
        text = file.read()
    out = [HEAD]
    for part in re.split(r"^//===- ", text, flags=re.M)[1:]:
        out.append(f"## {part.split(' -')[0]}\n\n| number | value | from | |\n"
                   "|---|---|---|---|")
        for name, value, source, meaning in ROW.findall(part):
            words = re.sub(r'"\s*"', "", meaning).strip().strip('"')
            number = f"{eval(value):,}"  # of our own file: a constant, a shift
            out.append(f"| {name} | {number} | {source.lower()} | {words} |")
        out.append("")
    return "\n".join(out)


def main():
    if "--check" not in sys.argv[1:]:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page())
        return
    with open(PAGE, encoding="utf-8") as file:
        if file.read() != page():
            sys.exit("docs/ir/numbers.md is out of date: scripts/numbers_doc.py"
                     " writes it")


if __name__ == "__main__":
    main()
