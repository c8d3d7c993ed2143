"""Random graphs of prims. A graph is one of two kinds, so that a difference is
never a question of rounding:

  exact   small integers in every element type: each op's result is exact
          (sums, products, comparisons, conversions, indices, sorts), so that
          every element has one right value.
  smooth  floats under continuous functions: no comparison, rounding to an
          integer or sort of a rounded value, which could tip either way.

Each value carries a bound on its magnitude, and ops that would leave the range
of its element type are not drawn."""
import math

from graph_elementwise import Elementwise
from graph_moves import Moves
from graph_reductions import Reductions
from graph_values import (EXACT, EXTENTS, FLOATS, INTEGERS, MAX_ELEMENTS,
                          SMOOTH_LIMIT, Size, Value, static, text_of)


class Graph(Elementwise, Moves, Reductions):
    """One module, drawn from `random` (random.Random)."""

    def __init__(self, random, kind, ops=12, floats=FLOATS, differentiable=False):
        self.random, self.kind, self.floats = random, kind, floats
        self.differentiable = differentiable  # everywhere
        self.values, self.lines, self.arguments = [], [], []
        self.symbols = {"n": random.choice((0, 1, 2, 3, 5, 8, 33)),
                        "m": random.choice((1, 2, 4, 7, 16))}
        for _ in range(random.randint(1, 4)):
            self.argument()
        steps = self.exact_steps() if kind == "exact" else self.smooth_steps()
        tries = 0
        while len(self.lines) < ops and tries < 20 * ops:
            tries += 1
            random.choice(steps)()

    # -- Drawing -----------------------------------------------------------

    def size(self):
        if self.random.random() < 0.25:
            symbol = self.random.choice(list(self.symbols))
            return Size(symbol, self.symbols[symbol])
        return static(self.random.choice(EXTENTS))

    def shape(self, rank=None):
        rank = self.random.randint(0, 4) if rank is None else rank
        while True:
            sizes = tuple(self.size() for _ in range(rank))
            if math.prod(s.value for s in sizes) <= MAX_ELEMENTS:
                return sizes

    def element(self):
        if self.kind == "smooth":
            return self.random.choice(self.floats)
        return self.random.choice(self.floats + INTEGERS + ("i1",))

    def pick(self, test=lambda v: True):
        """A value that passes the test, recent ones more often; or None."""
        fit = [v for v in self.values if test(v)]
        if not fit:
            return None
        return fit[-1 - min(int(self.random.expovariate(0.5)), len(fit) - 1)]

    def fresh(self, sizes, element, magnitude=None, low=None):
        """A new argument."""
        stream = len(self.arguments) + 1
        if element == "i1":
            low, high = 0, 1
        elif self.kind == "exact":
            high = int(min(magnitude or 3, EXACT[element]))
            low = (0 if element == "ui8" else -high) if low is None else low
        if self.kind == "exact" or element in INTEGERS + ("i1",):
            fill = (f'kind = "randint", low = {low}, high = {high + 1}, '
                    f"stream = {stream}")
            bound = max(abs(low), abs(high))
        else:
            fill = f'kind = "uniform", mean = 0.0, std = 1.0, stream = {stream}'
            bound, low = 2.0, -2
        value = Value(f"%a{stream}", sizes, element, bound, low >= 0)
        self.arguments.append(
            f"{value.name}: {text_of(value)} {{tc.init = {{{fill}}}}}")
        if self.kind == "exact" or element in FLOATS:
            self.values.append(value)
        return value

    def argument(self):
        return self.fresh(self.shape(), self.element())

    def emit(self, text, sizes, element, magnitude, nonnegative=False):
        """The line `%name = text`; None if the magnitude is too great."""
        limit = EXACT[element] if self.kind == "exact" else SMOOTH_LIMIT
        if magnitude > limit or math.prod(
                s.value for s in sizes) > MAX_ELEMENTS:
            return None
        value = Value(f"%v{len(self.lines)}", sizes, element, magnitude,
                      nonnegative)
        self.lines.append(f"{value.name} = {text}")
        self.values.append(value)
        return value

    def like(self, x, low=None):
        """Another value of x's type: one there is, or a new argument."""
        y = self.pick(lambda v: v.sizes == x.sizes and v.element == x.element)
        if y is None or self.random.random() < 0.3:
            y = self.fresh(x.sizes, x.element, low=low)
        return y

    # -- Which -------------------------------------------------------------

    MOVES = ("broadcast transpose reverse reshape slice pad cat index "
             "dynamic_slice where").split()

    def steps_of(self, names):
        return [getattr(self, name) for name in names + self.MOVES]

    def exact_steps(self):
        return self.steps_of(
            ["exact_binary"] * 4 + ["exact_unary"] * 2 + ["convert"] * 2 +
            "compare bits total extreme arg_extreme sort cumulative product "
            "convolution index_put total product argument".split())

    def smooth_steps(self):
        return self.steps_of(
            ["smooth_binary"] * 4 + ["smooth_unary"] * 3 +
            ["extreme"] * (not self.differentiable) +
            ["smooth_away_from_zero", "mean", "mean", "product", "product",
             "convolution", "convert", "argument"])

    # -- Text --------------------------------------------------------------

    def text(self, wanted=4):
        """Results: what nothing reads, and some of the rest."""
        body = "\n".join(self.lines)
        unread = [v for v in self.values if v.name.startswith("%v") and
                  not any(w in body.split(v.name + " =")[-1] for w in (
                      v.name + ",", v.name + " ", v.name + "["))]
        made = [v for v in self.values if v.name.startswith("%v")]
        chosen = (unread or made or self.values)[-wanted:]
        extra = self.random.choice(made) if made else chosen[0]
        if extra not in chosen:
            chosen.append(extra)
        kinds = ", ".join(text_of(v) for v in chosen)
        sizes = ", ".join(f"{k} = {v}" for k, v in self.symbols.items())
        used = "".join(self.arguments)
        for symbol, value in self.symbols.items():
            # Each symbol is defined by an argument that has it alone.
            if not any(f"[{symbol}]" in a for a in self.arguments) and (
                    f"{symbol}," in used + body or f"{symbol}]" in used + body
                    or f"{symbol}]" in kinds or f"{symbol}," in kinds):
                self.fresh((Size(symbol, value),), "f32")
        return "\n".join([
            f'module attributes {{tc.version = "0.1", tc.sizes = {{{sizes}}}}} '
            "{", f"func.func @main({', '.join(self.arguments)}) -> ({kinds}) "
            "{", *self.lines,
            f"return {', '.join(v.name for v in chosen)} : {kinds}", "}", "}",
            ""])
