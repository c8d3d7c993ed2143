"""Elementwise ops of random graphs (graphs.py)."""
import math

from graph_values import FLOATS, INTEGERS, text_of, type_text


class Elementwise:
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
