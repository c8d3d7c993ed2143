"""The rows of the table: programs that say, or of which the interpreter says,
what their results are.

  fx, wide   captured from PyTorch, with its results   test/exec/fx, wide
  loop       those of docs/ir/loop.md                  test/loop
  kernels    of stages and prims, by hand              test/exec/cpu, ...
  prims      one of each prim, for all types           prims.py, prims.txt
  sizes      with symbolic sizes: 0, 1, odd, large     test/exec/sizes
  errors     that stop with an error when they run     test/exec/errors
  models     captured models, whole                    examples
"""
from dataclasses import dataclass
import glob
import os
import re
from typing import Optional

import prims

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
FAMILIES = ("models", "fx", "wide", "loop", "kernels", "prims", "sizes",
            "errors")
FROM_FX = "fx.graph(fx-functionalise),fx-to-prim"
ERROR = re.compile(r"// FAILS: (TC-\d{4})(?:, interpreted (TC-\d{4}))?")


@dataclass(frozen=True)
class Case:
    """A program. `text` is that of what is generated, else it is at `path`.
    Without results of its own (`oracle`) the interpreter's are expected."""
    name: str                       # FAMILY/NAME
    path: Optional[str] = None
    text: Optional[str] = None
    oracle: bool = False
    reference: bool = False         # @reference gives the same results
    options: tuple = ()             # of tc-compile
    fails: Optional[str] = None     # the number of the error it ends with ...
    interpreted: Optional[str] = None  # ... and in the interpreter
    variant: int = 0                # of the same program at other sizes

    @property
    def family(self):
        return self.name.split("/")[0]

    @property
    def program(self):
        """Its name without sizes."""
        return self.name.split("@")[0]

    def source(self):
        if self.text is not None:
            return self.text
        with open(self.path, encoding="utf-8") as file:
            return file.read()


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def end_of_list(text, start):
    """Behind the bracket that closes what is open at `start`."""
    depth = 1
    for m in re.finditer(r'"[^"]*"|[\[\]]', text[start:]):
        depth += {"[": 1, "]": -1}.get(m[0], 0)
        if not depth:
            return start + m.end()
    raise ValueError("a list has no end")


def without_expected(text):
    """The program without what PyTorch found for other numbers."""
    for name in ("tc.expected_state", "tc.expected"):
        while (start := text.find(f"{name} = [")) >= 0:
            end = end_of_list(text, start + len(name) + 4)
            rest = re.match(r"\s*,\s*", text[end:])
            before = text[:start]
            if rest:
                end += rest.end()
            else:
                before = re.sub(r",\s*$", "", before)
            text = before + text[end:]
    return text


def with_odd_fills(text):
    """The program on odd integers within +-3, on which sums of products are
    exact; None if it has no numbers to be filled so."""
    def odd(fill):
        keys = re.findall(r"(?:stream|seed) = \d+", fill[0])
        return "{" + ", ".join(['kind = "odd"', *keys]) + "}"
    found, n = re.subn(r'\{[^{}]*kind = "uniform"[^{}]*\}', odd, text)
    return without_expected(found) if n else None


def takes_indices(name):
    """Whether a program may know indices from the end: prims do not."""
    return not name.startswith("prims/")


NATURAL = re.compile(r'(kind = "randint", low = )0(, high = (?!2,)(\d+),)')


def with_negative_fills(text, only=None):
    """The program with integers as far below zero as they are above, where they
    begin at zero: indices from the end, if it takes such; with `only`, those of
    one fill. None if there are none. (Truth values do not count.)"""
    fills = list(NATURAL.finditer(text))
    for i, m in reversed(list(enumerate(fills))):
        if only in (None, i):
            text = f"{text[:m.start()]}{m[1]}-{m[3]}{m[2]}{text[m.end():]}"
    return without_expected(text) if fills[only or 0:] else None


def negative_forms(text, runs):
    """Those of them that the program takes, as `runs` says of a text: all
    together, or each that it takes alone."""
    every = with_negative_fills(text)
    if not every or runs(every):
        return [every] if every else []
    alone = (with_negative_fills(text, i)
             for i in range(len(NATURAL.findall(text))))
    return [one for one in alone if one != every and runs(one)]


def files(*folder):
    for path in sorted(glob.glob(os.path.join(ROOT, *folder, "*.mlir"))):
        yield os.path.splitext(os.path.basename(path))[0], path


def captured(family):
    for name, path in files("test", "exec", family):
        yield Case(f"{family}/{name}", path)


def models():
    for name, path in files("examples"):
        part = ("--part=joint",) if name.endswith("_train") else ()
        yield Case(f"models/{name}", path, options=part)


def loops():
    for name, path in files("test", "loop"):
        yield Case(f"loop/{name}", path, oracle=True, reference=True)


def kernels():
    for name, path in files("test", "exec", "cpu"):
        with open(path, encoding="utf-8") as file:
            oracle = "tc.expected" not in file.read()
        yield Case(f"kernels/{name}", path, oracle=oracle)
    for folder, name in (("interp", "kernels"), ("gpu", "sizes"),
                         ("gpu", "owners"), ("gpu", "block_owners"),
                         ("gpu", "owned_base")):
        yield Case(f"kernels/{folder}_{name}", os.path.join(
            ROOT, "test", folder, f"{name}.mlir"), oracle=True)


def of_prims(rows):
    for name, text in sorted(prims.programs(rows).items()):
        yield Case(f"prims/{name}", text=text, oracle=True)


def with_sizes(text, sizes):
    """The program at other values of its symbols."""
    return re.sub(r"tc\.sizes = \{[^}]*\}", f"tc.sizes = {{{sizes}}}", text)


def sizes():
    """A program of sizes/ says at which: // SIZES: n = 0 | n = 1, m = 7."""
    for name, path in files("test", "exec", "sizes"):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        every = re.search(r"// SIZES: (.*)", text)[1].split("|")
        for variant, one in enumerate(map(str.strip, every)):
            yield Case(f"sizes/{name}@{one.replace(' ', '')}", oracle=True,
                       text=with_sizes(text, one), variant=variant)


def errors():
    for name, path in files("test", "exec", "errors"):
        with open(path, encoding="utf-8") as file:
            number, interpreted = ERROR.search(file.read()).groups()
        yield Case(f"errors/{name}", path, fails=number,
                   interpreted=interpreted or number)


def all_cases(rows):
    """All rows; `rows` is the PrimDomains.txt that opgen wrote."""
    return [*models(), *captured("fx"), *captured("wide"), *loops(),
            *kernels(), *of_prims(rows), *sizes(), *errors()]


KNOWN = re.compile(r"(\S+) +(\S+) +\[(TC-\d{4})\] +\S")


def known_failures(cases, columns):
    """{(case, column): number} of unsupported.txt, every name a real one."""
    path = os.path.join(os.path.dirname(__file__), "unsupported.txt")
    names, known = {case.name for case in cases}, {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            match = KNOWN.match(line)
            if not match:
                raise ValueError(f"{path}: not CASE COLUMNS [TC-nnnn] why: "
                                 f"{line}")
            case, of, number = match.groups()
            for column in of.split(","):
                if case not in names or column not in columns:
                    raise ValueError(f"{path}: there is no {case}, {column}")
                known[case, column] = number
    return known
