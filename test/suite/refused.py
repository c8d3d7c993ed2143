#!/usr/bin/env python3
"""refused.py ROWS: what prims.txt leaves out has no meaning. Every prim in
every element type that it has no program in must be refused by its verifier:
else there is a program that no test runs."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import prims  # noqa: E402

# Refused elsewhere, or the same in every type: what says so.
ELSEWHERE = {
    "size": "it computes with sizes: one type is as good as another",
    "bitcast": "it has programs of its own for each pair of types",
    "yield": "it ends the regions of scan",
    "while": "what its regions compute with is up to them",
    "range_to": "it counts, in i64 alone",
}


def left_out(rows):
    """(name, element, text) of each pair that has no program."""
    table = prims.read_table(os.path.join(os.path.dirname(__file__),
                                          "prims.txt"))
    by_hand = {}
    for name, domains, lines in table:
        done, _ = by_hand.setdefault(name, (set(), lines))
        done.update(prims.elements(domains))
    for name, operands, infer, domains in prims.read_rows(rows):
        if name in ELSEWHERE or name in prims.NO_PROGRAM:
            continue
        done, lines = by_hand.get(name, (set(prims.elements(domains)), None))
        for element in prims.TYPES:
            if element not in done and name != "convert_element_type":
                program = prims.Program()
                program.add(name, lines or prims.elementwise(
                    name, operands, infer, element), element)
                yield name, element, program.text()


def main(rows):
    texts = [text for _, _, text in left_out(rows)]
    done = subprocess.run(["tc-opt", "--split-input-file", "-"],
                          input="// -----\n".join(texts), text=True,
                          capture_output=True)
    for label in re.findall(r'fx.name = "(.*?)"', done.stdout):
        print(f"{label}: accepted, and has no program")
    errors = re.findall(r"error: (.*)", done.stderr)
    for said in errors:
        if "[TC-" not in said and "invalid element type" not in said \
                and "not valid for specified type" not in said:
            print(f"refused for another reason: {said}")
            return 1
    print(f"{len(errors)} of {len(texts)} refused")
    return len(errors) < len(texts) or "func.func" in done.stdout


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))
