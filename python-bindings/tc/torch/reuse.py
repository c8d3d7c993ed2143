"""Reuses programs for the sizes 0 and 1. PyTorch captures these sizes
separately, as numbers; if the piece is otherwise the same, the program that was
compiled for a size symbol is used, as in tc.compile."""
import operator
import weakref

import sympy
import torch

APART = (0, 1)


class Instances:
    """Programs for size symbols, by what is called in them. `write(part,
    values)` gives the text of a part, and the sizes that are to be given beside
    its tensors, with values in place of its symbols."""

    def __init__(self, write):
        self.write = write
        self.found = {}

    def add(self, part, symbols, text, rest, program):
        """`symbols`: the sizes that the program takes beside the tensors;
        `rest`: what else it depends on. The part is kept by who calls it."""
        if any(isinstance(s, torch.SymInt) for s in _sizes(part)):
            known = self.found.setdefault(_key(part, rest), {})
            if text not in known or known[text][0]() is None:
                known[text] = weakref.ref(part), len(symbols), program

    def get(self, part, text, rest):
        """The program of a part that becomes `part`, of this text, when some of
        its symbols are 0 or 1; None if there is none."""
        known = self.found.get(_key(part, rest), {})
        for reference, count, program in known.values():
            general = reference()
            values = general and _bind(general, part)
            if values and self.is_instance(general, values, text, count):
                return program
        return None

    def is_instance(self, general, values, text, count):
        try:
            found, symbols = self.write(general, values)
        except (ArithmeticError, AssertionError, ValueError):
            return False  # a division by 0, or what no size is
        return found == text and len(symbols) == count

    def clear(self):
        self.found.clear()


def _key(part, rest):
    return (rest, *(str(n.target) for n in part.nodes
                    if n.target is not operator.getitem))


def _sizes(part):
    return [s for n in part.inputs for s in n.meta["val"].shape]


def _bind(general, part):
    """{symbol of `general`: its value or symbol in `part`}; {} if none is 0 or
    1, or one is something else."""
    values = {}
    for size, value in zip(_sizes(general), _sizes(part)):
        if isinstance(size, torch.SymInt) and size.node.expr.is_Symbol:
            values.setdefault(size.node.expr, value)
    values = {s: v.node.expr if isinstance(v, torch.SymInt) else
              sympy.Integer(v) for s, v in values.items()}
    fits = all(v.is_Symbol or v in APART for v in values.values())
    return values if fits and any(v in APART for v in values.values()) else {}
