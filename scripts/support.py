#!/usr/bin/env python3
"""docs/support.md: which op in which element type, on which target, with which
gradient. Generated from what the tests check: the rows of the prims and their
programs (test/suite), the rules of the decompositions, and the captured
programs that call them.

    scripts/support.py            writes it
    scripts/support.py --check    fails unless it says what the code does
"""
import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test/suite"))
import prims  # noqa: E402

TARGETS = ("prim", "loop", "cpu", "emulate", "cuda", "nvptx", "amdgpu")
NAMES = {"prim": "interpreter", "loop": "interpreter of kernels",
         "emulate": "emulated GPU", "nvptx": "code for NVIDIA",
         "amdgpu": "code for AMD"}
CAPTURED = os.path.join(ROOT, "test/exec/fx")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def spell(elements):
    """Element types as a reader calls them, each family in one word."""
    families = {"all floats": prims.FLOATS, "all integers": prims.INTEGERS,
                "all complex": prims.COMPLEX}
    left, words = set(elements), []
    for word, family in families.items():
        if set(family) <= left:
            words.append(word)
            left -= set(family)
    words += [e for e in prims.TYPES if e in left]
    return ", ".join("bool" if w == "i1" else w for w in words) or "none"


def refused_cells():
    """{case: targets} of programs that have to be refused."""
    cells = {}
    for line in read("test/suite/unsupported.txt").splitlines():
        if line and not line.startswith("#"):
            case, columns = line.split()[:2]
            cells.setdefault(case, set()).update(columns.split(","))
    return cells


def targets_but(refused):
    if not refused:
        return "all"
    return ", ".join(NAMES.get(t, t) for t in TARGETS if t not in refused)


# Prims: their rows say which types, and which derivative.

def prim_rows(build):
    rows = os.path.join(build, "gen/tc/gen")
    with open(os.path.join(rows, "PrimVjp.inc"), encoding="utf-8") as file:
        rules = set(re.findall(r"TC_PRIM_VJP\((\w+),", file.read()))
    with open(os.path.join(rows, "PrimInfo.c"), encoding="utf-8") as file:
        reasons = dict(re.findall(
            r'\.name = "prim\.(\w+)".*?\.vjpReason = "(.*?)",', file.read(),
            re.S))
    by_hand = {}
    for name, domains, _ in prims.read_table(
            os.path.join(ROOT, "test/suite/prims.txt")):
        by_hand.setdefault(name, set()).update(prims.elements(domains))
    refused = refused_cells()
    for name, _, _, domains in sorted(prims.read_rows(
            os.path.join(rows, "PrimDomains.txt"))):
        types = by_hand.get(name) or set(prims.elements(domains))
        if name == "convert_element_type":
            types = set(prims.TYPES)
        gradient = "yes" if "TC_PRIM_" + name.upper() in rules else \
            f"none: {reasons[name]}"
        yield (f"`prim.{name}`",
               "any" if name in prims.NO_PROGRAM else spell(types),
               targets_but(refused.get("prims/" + name)), gradient)


# Overloads: the programs captured from PyTorch that call them say the rest.

def overloads():
    names = set()
    folder = os.path.join(ROOT, "passes/decompose")
    for name in os.listdir(folder):
        if name.endswith(".c"):
            names |= set(re.findall(
                r'\{"((?:aten|prims|transformers)\.[\w.]+)"',
                read("passes/decompose", name)))
    return sorted(names)


def element_types(text):
    return {re.sub(r"^(?:[?\d]+x)*", "", t) for t in re.findall(
        r"tensor<((?:[?\d]+x)*(?:complex<\w+>|\w+))", text)}


def calls():
    """{overload: [(program, operand types, result types)]}."""
    found = {}
    for name in sorted(os.listdir(CAPTURED)):
        for target, operands, results in re.findall(
                r'fx\.call "([\w.]+)"\(.*\) : \((.*?)\) -> (.*)',
                read(CAPTURED, name)):
            found.setdefault(target, []).append(
                (name[:-5], element_types(operands), element_types(results)))
    return found


def overload_rows():
    no_gradient = set(re.findall(r"(\w+)=TC-\d+", read(
        "test/exec/grad/second.test")))
    refused, found = refused_cells(), calls()
    smooth = set(prims.FLOATS + prims.COMPLEX)
    for name in overloads():
        of = found.get(name, [])
        types = set().union(*(a | b for _, a, b in of)) if of else set()
        some = [p for p, a, b in of if a & smooth and b & smooth]
        gradient = "no program" if not of else \
            "of integers" if not some else \
            "yes" if any(p not in no_gradient for p in some) else "none"
        where = set(TARGETS).intersection(*(
            refused.get("fx/" + p, set()) for p, _, _ in of)) if of else set()
        yield (f"`{name}`", spell(types) if of else "no program",
               targets_but(where) if of else "no program", gradient)


# The core of ATen: each overload has a rule, a program and gradients, or
# scripts/core_aten.txt says why not.

def core_aten():
    """{overload: why something is missing, or ""}."""
    found = {}
    for line in read("scripts/core_aten.txt").splitlines():
        if not line.startswith("#"):
            name, _, why = line.partition("  ")
            found["aten." + name.removeprefix("aten.")] = why
    return found


def core_rows(rows):
    """Those with something missing; an error where the reason is missing, or
    nothing is missing but a reason is given."""
    known = {name.strip("`"): (program, gradient)
             for name, program, _, gradient in rows}
    for name, why in core_aten().items():
        program, gradient = known.get(name, ("no program", "no program"))
        whole = gradient == "yes"
        if whole == bool(why):
            sys.exit(f"scripts/core_aten.txt: {name} "
                     + ("has all, and a reason besides" if whole else
                        "lacks something, and no reason is given"))
        if not whole:
            yield (f"`{name}`", "yes" if name in known else "no",
                   "no" if program == "no program" else "yes",
                   "no", why)


def core_section(rows):
    rest, names = list(core_rows(rows)), core_aten()
    rules = len(names) - sum(row[1] == "no" for row in rest)
    programs = len(names) - sum(row[2] == "no" for row in rest)
    return [
        "## Core ATen", "",
        f"Of the {len(names)} overloads that PyTorch tags `core`, {rules} have "
        f"a rule, {programs} are called by a captured program,",
        f"{len(names) - len(rest)} have gradients that are tested. The rest:",
        "", *table(("overload", "rule", "program", "gradient", "why"), rest),
        ""]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def text(build):
    overloads_of_aten = list(overload_rows())
    targets = ", ".join(NAMES.get(t, t) for t in TARGETS)
    return "\n".join([
        "# What is supported", "",
        "Generated by scripts/support.py from the suite's programs; a test "
        "checks that it is up to date.", "",
        f"Targets: {targets}.", "`all` means all of these. The suite "
        "(test/suite) runs each program on each target; for the last two it "
        "only generates code.", "An op that is not listed is refused with a "
        "numbered error (docs/errors.md), or left to PyTorch by the "
        "torch.compile back end.",
        "",
        "## Prims", "",
        "Element types: those with a program in the suite; the verifier "
        "refuses all others (test/suite/refused.py).",
        "Gradient: a rule in passes/autodiff, tested by two methods "
        "(test/unit/test_vjp.c), or the reason why there is none.", "",
        *table(("op", "element types", "targets", "gradient"),
               prim_rows(build)), "",
        "## Overloads of ATen", "",
        "Each is decomposed into prims by a rule in passes/decompose, so it "
        "runs wherever these prims run. Element types: those of operands",
        "and results in the programs captured from PyTorch (test/exec/fx), "
        "whose results are compared with PyTorch's. Gradient: first",
        "and second derivatives of such a program are compared with finite "
        "differences.", "",
        *table(("overload", "element types in tests", "targets", "gradient"),
               overloads_of_aten), "",
        *core_section(overloads_of_aten)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    options = parser.parse_args()
    made, path = text(options.build), os.path.join(ROOT, "docs/support.md")
    if not options.check:
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
        return 0
    said = read("docs/support.md").splitlines()
    wrong = [line for line in made.splitlines() if line not in said] + \
        [line for line in said if line not in made.splitlines()]
    for line in wrong[:20]:
        print("docs/support.md is out of date:", line)
    if wrong:
        print("run scripts/support.py")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
