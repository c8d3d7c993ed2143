"""Reductions, sorts and products of random graphs (graphs.py)."""
import math

from graph_values import SMOOTH_LIMIT, Value, static, text_of


class Reductions:
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
