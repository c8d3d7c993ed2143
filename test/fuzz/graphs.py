"""Random graphs of prims. A graph is one of two kinds, so that a difference is
never a question of rounding:

  exact   small integers in every element type: each op's result is exact
          (sums, products, comparisons, conversions, indices, sorts), so that
          every element has one right value.
  smooth  floats under continuous functions: no comparison, rounding to an
          integer or sort of a rounded value, which could tip either way.

Each value carries a bound on its magnitude, and ops that would leave the range
of its element type are not drawn."""
from dataclasses import dataclass
import math

FLOATS = ("f32", "f64", "bf16", "f16")
INTEGERS = ("i64", "i32", "i16", "i8", "ui8")
# Integers up to this are exact in the type, and sums of them do not overflow.
EXACT = {"f32": 2**22, "f64": 2**40, "bf16": 2**7, "f16": 2**10,
         "i64": 2**40, "i32": 2**28, "i16": 2**13, "i8": 2**6, "ui8": 2**7,
         "i1": 1}
SMOOTH_LIMIT = 64.0
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 33, 40, 64, 65)
MAX_ELEMENTS = 20000


@dataclass(frozen=True)
class Size:
    """A size: its text in #tc.dims, and its value in this run."""
    text: str
    value: int

    @property
    def is_static(self):
        return self.text.isdigit()


def static(n):
    return Size(str(n), n)


@dataclass(frozen=True)
class Value:
    name: str
    sizes: tuple
    element: str
    magnitude: float
    nonnegative: bool = False

    @property
    def count(self):
        return math.prod(s.value for s in self.sizes)


def type_text(sizes, element):
    dims = "".join(("?" if not s.is_static else s.text) + "x" for s in sizes)
    names = ""
    if not all(s.is_static for s in sizes):
        names = f", #tc.dims<[{', '.join(s.text for s in sizes)}]>"
    return f"tensor<{dims}{element}{names}>"


def text_of(value):
    return type_text(value.sizes, value.element)


class Graph:
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

    # -- Elementwise -------------------------------------------------------

    def binary(self, name, x, magnitude, nonnegative=False, y=None):
        y = y or self.like(x)
        return self.emit(f"prim.{name} {x.name}, {y.name} : {text_of(x)}",
                         x.sizes, x.element, magnitude(x, y), nonnegative)

    def exact_binary(self):
        x = self.pick(lambda v: v.element != "i1")
        if x is None:
            return
        name = self.random.choice(("add", "sub", "mul", "maximum", "minimum"))
        if name == "sub" and x.element == "ui8":
            return
        if name == "mul":
            self.binary(name, x, lambda x, y: x.magnitude * y.magnitude)
        elif name in ("add", "sub"):
            self.binary(name, x, lambda x, y: x.magnitude + y.magnitude)
        else:
            self.binary(name, x, lambda x, y: max(x.magnitude, y.magnitude))

    def compare(self):
        x = self.pick()
        y = self.like(x)
        names = ("eq", "ne", "lt", "le", "gt", "ge")
        self.emit(f"prim.{self.random.choice(names)} {x.name}, {y.name} : "
                  f"{text_of(x)}", x.sizes, "i1", 1, True)

    def exact_unary(self):
        x = self.pick(lambda v: v.element not in ("i1", "ui8"))
        if x is None:
            return
        names = ["neg", "abs", "sign", "floor", "ceil", "trunc", "round"]
        name = self.random.choice(names)
        self.emit(f"prim.{name} {x.name} : {text_of(x)}", x.sizes, x.element,
                  x.magnitude, name == "abs")

    def bits(self):
        x = self.pick(lambda v: v.element in INTEGERS + ("i1",)
                      and v.nonnegative)
        if x is None:
            return
        y = self.like(x, low=0)
        if not y.nonnegative:
            return
        bound = 2 ** math.ceil(math.log2(max(x.magnitude, y.magnitude) + 1)) - 1
        name = self.random.choice(("bitwise_and", "bitwise_or", "bitwise_xor"))
        self.emit(f"prim.{name} {x.name}, {y.name} : {text_of(x)}", x.sizes,
                  x.element, bound, True)

    def where(self):
        x = self.pick()
        y = self.like(x)
        p = self.pick(lambda v: v.sizes == x.sizes and v.element == "i1") \
            or self.fresh(x.sizes, "i1")
        self.emit(f"prim.where {p.name}, {x.name}, {y.name} : {text_of(p)}, "
                  f"{text_of(x)}", x.sizes, x.element,
                  max(x.magnitude, y.magnitude),
                  x.nonnegative and y.nonnegative)

    def convert(self):
        x = self.pick()
        element = self.element()
        if element == x.element or (
                element == "ui8" and not x.nonnegative):
            return
        if self.kind == "smooth" and element not in FLOATS:
            return
        self.emit(f"prim.convert_element_type {x.name} : {text_of(x)} to "
                  f"{type_text(x.sizes, element)}", x.sizes, element,
                  1 if element == "i1" else x.magnitude,
                  x.nonnegative or element == "i1")

    def smooth_unary(self):
        x = self.pick()
        bounds = {"tanh": 1, "sin": 1, "cos": 1, "erf": 1, "neg": x.magnitude,
                  "abs": x.magnitude}
        if x.magnitude <= 4:
            bounds["exp"] = math.exp(x.magnitude)
            bounds["exp2"] = 2 ** x.magnitude
            bounds["expm1"] = math.exp(x.magnitude)
        if self.differentiable:
            del bounds["abs"]
        name = self.random.choice(list(bounds))
        self.emit(f"prim.{name} {x.name} : {text_of(x)}", x.sizes, x.element,
                  bounds[name], name in ("abs", "exp", "exp2"))

    def smooth_away_from_zero(self):
        """log, sqrt, rsqrt, division of what is at least 1."""
        x = self.pick(lambda v: v.magnitude < 8)
        if x is None:
            return
        a = self.binary("mul", x, lambda x, y: x.magnitude * x.magnitude, True,
                        y=x)
        if a is None:
            return
        one = self.emit(f"prim.constant dense<1.0> : tensor<{x.element}>",
                        (), x.element, 1, True)
        if x.sizes:
            one = self.broadcast_to(one, x.sizes, [])
        b = one and self.binary("add", a, lambda x, y: x.magnitude + y.magnitude,
                                y=one)
        if b is None:
            return
        name = self.random.choice(("log", "sqrt", "rsqrt", "reciprocal",
                                   "log2", "log1p", "div"))
        if name == "div":
            y = self.like(x)
            self.emit(f"prim.div {y.name}, {b.name} : {text_of(y)}", y.sizes,
                      y.element, y.magnitude)
        else:
            self.emit(f"prim.{name} {b.name} : {text_of(b)}", b.sizes,
                      b.element, b.magnitude, True)

    def smooth_binary(self):
        x = self.pick()
        name = self.random.choice(("add", "sub", "mul"))
        if name == "mul":
            self.binary(name, x, lambda x, y: x.magnitude * y.magnitude)
        else:
            self.binary(name, x, lambda x, y: x.magnitude + y.magnitude)

    # -- Moves -------------------------------------------------------------

    def move(self, text, x, sizes):
        return self.emit(text, tuple(sizes), x.element, x.magnitude,
                         x.nonnegative)

    def broadcast_to(self, x, sizes, dims):
        dims = ", ".join(map(str, dims))
        return self.move(f"prim.broadcast_in_dim {x.name} [{dims}] : "
                         f"{text_of(x)} to {type_text(sizes, x.element)}", x,
                         sizes)

    def broadcast(self):
        x = self.pick(lambda v: len(v.sizes) < 4)
        if x is None:
            return
        rank = self.random.randint(len(x.sizes), 4)
        dims = sorted(self.random.sample(range(rank), len(x.sizes)))
        sizes = list(self.shape(rank))
        for i, d in enumerate(dims):
            if x.sizes[i].text != "1" or self.random.random() < 0.5:
                sizes[d] = x.sizes[i]
        self.broadcast_to(x, tuple(sizes), dims)

    def transpose(self):
        x = self.pick(lambda v: len(v.sizes) > 1)
        if x is None:
            return
        order = list(range(len(x.sizes)))
        self.random.shuffle(order)
        self.move(f"prim.transpose {x.name} {order} : {text_of(x)}", x,
                  [x.sizes[d] for d in order])

    def reverse(self):
        x = self.pick(lambda v: v.sizes)
        if x is None:
            return
        dims = sorted(self.random.sample(
            range(len(x.sizes)), self.random.randint(1, len(x.sizes))))
        self.move(f"prim.rev {x.name} {dims} : {text_of(x)}", x, x.sizes)

    def reshape(self):
        x = self.pick(lambda v: v.count > 0 and
                      all(s.is_static for s in v.sizes))
        if x is None:
            return
        left, sizes = x.count, []
        while left > 1 and len(sizes) < 3 and self.random.random() < 0.7:
            d = self.random.choice([d for d in range(1, left + 1)
                                    if left % d == 0])
            sizes.append(static(d))
            left //= d
        sizes.append(static(left))
        if x.count == 1 and self.random.random() < 0.5:
            sizes = []
        self.move(f"prim.reshape {x.name} : {text_of(x)} to "
                  f"{type_text(sizes, x.element)}", x, sizes)

    def slice(self):
        x = self.pick(lambda v: v.sizes and v.count > 0 and
                      all(s.is_static for s in v.sizes))
        if x is None:
            return
        starts, steps, sizes = [], [], []
        for size in x.sizes:
            start = self.random.randint(0, size.value - 1)
            step = self.random.choice((1, 1, 2, 3))
            most = (size.value - start + step - 1) // step
            starts.append(start)
            steps.append(step)
            sizes.append(static(self.random.randint(
                0 if self.random.random() < 0.05 else 1, most)))
        self.move(f"prim.slice {x.name} <{starts}> step {steps} : "
                  f"{text_of(x)} to {type_text(sizes, x.element)}", x, sizes)

    def pad(self):
        x = self.pick(lambda v: v.sizes and
                      all(s.is_static for s in v.sizes))
        if x is None:
            return
        fill = self.pick(lambda v: not v.sizes and v.element == x.element) \
            or self.fresh((), x.element, low=0 if x.nonnegative else None)
        low, high, interior, sizes = [], [], [], []
        for size in x.sizes:
            gap = self.random.choice((0, 0, 0, 1, 2))
            spread = size.value + gap * max(0, size.value - 1)
            a = self.random.randint(-min(2, spread), 3)
            b = self.random.randint(-min(2, max(0, spread + a)), 3)
            if spread + a + b < 0:
                b = -(spread + a)
            low.append(a)
            high.append(b)
            interior.append(gap)
            sizes.append(static(spread + a + b))
        self.emit(f"prim.pad {x.name}, {fill.name} low <{low}> high <{high}> "
                  f"interior {interior} : {text_of(x)}, {text_of(fill)} to "
                  f"{type_text(sizes, x.element)}", tuple(sizes), x.element,
                  max(x.magnitude, fill.magnitude),
                  x.nonnegative and fill.nonnegative)

    def cat(self):
        x = self.pick(lambda v: v.sizes)
        if x is None:
            return
        d = self.random.randrange(len(x.sizes))
        if not x.sizes[d].is_static:
            return
        parts = [x]
        for _ in range(self.random.randint(1, 2)):
            sizes = list(x.sizes)
            sizes[d] = static(self.random.choice((1, 2, 3, 5)))
            found = self.pick(lambda v: v.element == x.element and
                              len(v.sizes) == len(x.sizes) and
                              v.sizes[d].is_static and
                              all(a == b for i, (a, b) in enumerate(
                                  zip(v.sizes, x.sizes)) if i != d))
            parts.append(found or self.fresh(tuple(sizes), x.element))
        self.random.shuffle(parts)
        sizes = list(x.sizes)
        sizes[d] = static(sum(p.sizes[d].value for p in parts))
        self.emit(f"prim.cat {', '.join(p.name for p in parts)} dim {d} : "
                  + ", ".join(text_of(p) for p in parts), tuple(sizes),
                  x.element, max(p.magnitude for p in parts),
                  all(p.nonnegative for p in parts))

    def index(self):
        x = self.pick(lambda v: v.sizes and v.sizes[0].value > 0)
        if x is None:
            return
        d = self.random.randrange(len(x.sizes))
        if not x.sizes[d].value or not x.sizes[d].is_static:
            return
        shape = self.shape(self.random.randint(0, 2))
        stream = self.positions(shape, x.sizes[d].value)
        # The dimensions of the positions come first.
        sizes = shape + x.sizes[:d] + x.sizes[d + 1:]
        self.emit(f"prim.index {x.name}[{stream.name}] [{d}] : {text_of(x)}, "
                  f"{text_of(stream)}", sizes, x.element, x.magnitude,
                  x.nonnegative)

    def positions(self, shape, extent):
        """A new argument: integers in [0, extent)."""
        stream = len(self.arguments) + 1
        value = Value(f"%a{stream}", shape, "i64", extent - 1, True)
        self.arguments.append(
            f"{value.name}: {text_of(value)} {{tc.init = {{kind = \"randint\", "
            f"low = 0, high = {extent}, stream = {stream}}}}}")
        return value

    def index_put(self):
        x = self.pick(lambda v: v.sizes and v.element != "i1" and
                      v.sizes[0].is_static and v.sizes[0].value > 0)
        if x is None:
            return
        shape = self.shape(self.random.randint(1, 2))
        if math.prod(s.value for s in shape) > 200:
            return
        at = self.positions(shape, x.sizes[0].value)
        u = self.like(Value("", shape + x.sizes[1:], x.element, 3, False),
                      low=0 if x.nonnegative else None)
        how = self.random.choice(("set", "add"))
        bound = max(x.magnitude, u.magnitude) if how == "set" else \
            x.magnitude + u.magnitude * max(1, at.count)
        self.emit(f'prim.index_put {x.name}, {u.name}[{at.name}] [0] "{how}" : '
                  f"{text_of(x)}, {text_of(u)}, {text_of(at)}", x.sizes,
                  x.element, bound, x.nonnegative and u.nonnegative)

    def dynamic_slice(self):
        x = self.pick(lambda v: 0 < len(v.sizes) < 3 and v.count > 0 and
                      all(s.is_static for s in v.sizes))
        if x is None:
            return
        starts = [self.fresh_scalar() for _ in x.sizes]
        sizes = [static(self.random.randint(1, s.value)) for s in x.sizes]
        names = ", ".join(s.name for s in starts)
        kinds = ", ".join(["tensor<i64>"] * len(starts))
        self.move(f"prim.dynamic_slice {x.name}[{names}] : ({text_of(x)}, "
                  f"{kinds}) -> {type_text(sizes, x.element)}", x, sizes)

    def fresh_scalar(self):
        return self.positions((), 70)

    # -- Reductions, products ----------------------------------------------

    def reduced(self, x):
        rank = len(x.sizes)
        dims = sorted(self.random.sample(range(rank),
                                         self.random.randint(1, rank)))
        count = math.prod(x.sizes[d].value for d in dims)
        return dims, count, [s for i, s in enumerate(x.sizes) if i not in dims]

    def total(self):
        x = self.pick(lambda v: v.sizes and v.element != "i1")
        if x is None:
            return
        dims, count, sizes = self.reduced(x)
        self.emit(f"prim.sum {x.name} {dims} : {text_of(x)}", tuple(sizes),
                  x.element, x.magnitude * max(1, count), x.nonnegative)

    def mean(self):
        """A sum times a constant, so that magnitudes stay."""
        x = self.pick(lambda v: v.sizes)
        if x is None:
            return
        dims, count, sizes = self.reduced(x)
        if x.magnitude * count > 3e4:
            return
        bound = x.magnitude * max(1, count)
        value = Value(f"%v{len(self.lines)}", tuple(sizes), x.element, bound)
        self.lines.append(f"{value.name} = prim.sum {x.name} {dims} : "
                          f"{text_of(x)}")
        factor = self.emit(
            f"prim.constant dense<{1 / max(1, count)!r}> : tensor<{x.element}>",
            (), x.element, 1, True)
        if sizes:
            factor = self.broadcast_to(factor, tuple(sizes), [])
        if factor:
            self.emit(f"prim.mul {value.name}, {factor.name} : "
                      f"{text_of(value)}", tuple(sizes), x.element,
                      2 * x.magnitude)

    def extreme(self):
        x = self.pick(lambda v: v.sizes and v.count > 0)
        if x is None:
            return
        dims, _, sizes = self.reduced(x)
        name = self.random.choice(("amax", "amin"))
        self.emit(f"prim.{name} {x.name} {dims} : {text_of(x)}", tuple(sizes),
                  x.element, x.magnitude, x.nonnegative)

    def arg_extreme(self):
        x = self.pick(lambda v: v.sizes and v.count > 0)
        if x is None:
            return
        d = self.random.randrange(len(x.sizes))
        name = self.random.choice(("argmax", "argmin"))
        self.emit(f"prim.{name} {x.name} dim {d} : {text_of(x)}",
                  x.sizes[:d] + x.sizes[d + 1:], "i64", x.sizes[d].value, True)

    def sort(self):
        x = self.pick(lambda v: v.sizes)
        if x is None:
            return
        d = self.random.randrange(len(x.sizes))
        how = self.random.choice(("", " descending"))
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name}, {name}i = prim.sort {x.name} dim {d}{how} "
                          f": {text_of(x)}")
        self.values.append(Value(name, x.sizes, x.element, x.magnitude,
                                 x.nonnegative))
        self.values.append(Value(name + "i", x.sizes, "i64",
                                 x.sizes[d].value, True))

    def cumulative(self):
        x = self.pick(lambda v: v.sizes and v.element != "i1")
        if x is None:
            return
        d = self.random.randrange(len(x.sizes))
        self.emit(f"prim.cumsum {x.name} dim {d} : {text_of(x)}", x.sizes,
                  x.element, x.magnitude * max(1, x.sizes[d].value),
                  x.nonnegative)

    def product(self):
        """[batch,] m x k times k x n, either factor transposed."""
        x = self.pick(lambda v: len(v.sizes) in (2, 3) and
                      v.element not in ("i1",))
        if x is None:
            return
        batch = len(x.sizes) - 2
        order = self.random.random() < 0.5
        k = x.sizes[-1 if order else -2]
        n = self.size()
        other = (n, k) if self.random.random() < 0.5 else (k, n)
        sizes = x.sizes[:batch] + other
        y = self.like(Value("", sizes, x.element, 3, False),
                      low=0 if x.nonnegative else None)
        rank = len(x.sizes)
        left = rank - 1 if order else rank - 2
        right = batch + (1 if other == (n, k) else 0)
        dims = list(range(batch))
        bound = x.magnitude * y.magnitude * max(1, k.value)
        if self.kind == "smooth" and k.value > 16:
            return
        self.emit(f"prim.dot_general {x.name}, {y.name} batch {dims}, {dims} "
                  f"contract [{left}], [{right}] : {text_of(x)}, {text_of(y)}",
                  x.sizes[:batch] + (x.sizes[-2 if order else -1], n),
                  x.element, bound, x.nonnegative and y.nonnegative)

    def convolution(self):
        r = self.random
        spatial = r.randint(1, 2)
        groups = r.choice((1, 1, 1, 2, 3))
        inner = groups * r.choice((1, 2, 3))
        outer = groups * r.choice((1, 2, 4))
        window = [r.choice((1, 2, 3)) for _ in range(spatial)]
        extents = [r.choice((3, 5, 8, 13)) for _ in range(spatial)]
        strides = [r.choice((1, 1, 2, 3)) for _ in range(spatial)]
        low = [r.choice((0, 0, 1, 2)) for _ in range(spatial)]
        high = [r.choice((0, 1, 2)) for _ in range(spatial)]
        spread = [r.choice((1, 1, 1, 2)) for _ in range(spatial)]
        gaps = [r.choice((1, 1, 2)) for _ in range(spatial)]
        out = []
        for e, w, s, a, b, u, g in zip(extents, window, strides, low, high,
                                       spread, gaps):
            span = (e - 1) * u + 1 + a + b - ((w - 1) * g + 1)
            if span < 0:
                return
            out.append(span // s + 1)
        element = r.choice(self.floats + (() if self.kind == "smooth"
                                     else ("i32", "i64")))
        batch = r.choice((1, 2, 3))
        x = self.like(Value("", tuple(map(static, (batch, inner, *extents))),
                            element, 3, False))
        w = self.like(Value("", tuple(map(
            static, (outer, inner // groups, *window))), element, 3, False))
        terms = math.prod(window) * inner // groups
        bound = x.magnitude * w.magnitude * terms
        if self.kind == "smooth":
            bound = min(bound, SMOOTH_LIMIT) if bound < 400 else bound
        self.emit(f"prim.convolution {x.name}, {w.name} strides {strides} pad "
                  f"{low}, {high} dilation {spread}, {gaps} groups {groups} : "
                  f"{text_of(x)}, {text_of(w)}",
                  tuple(map(static, (batch, outer, *out))), element, bound)

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
