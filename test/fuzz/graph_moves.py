"""Ops of random graphs that move elements (graphs.py): layouts, slices, gathers,
scatters."""
import math

from graph_values import Value, static, text_of, type_text


class Moves:
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
