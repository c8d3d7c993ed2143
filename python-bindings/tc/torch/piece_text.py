"""The text of one piece of a graph: names by number, sizes, layouts."""
import sympy
import torch
from torch.utils._sympy.numbers import int_oo
from torch.utils._sympy.value_ranges import ValueRanges, bound_sympy

from . import saved
from .importer import Body, Names, Unsupported, decided_sizes
from .precision import permissions
from .support import is_lazy, overlaps
from .text import Sizes, guarded_to_one

VERSION = "0.1"


class Numbered(Names):
    """Names by number, in order: equal graphs have equal texts, whatever
    PyTorch calls their nodes and sizes. A node's location is its number."""

    def __init__(self, inputs, nodes, values=None):
        super().__init__(CountedSizes(values))
        self.inputs = frozenset(inputs)
        self.numbers = {n: i for i, n in enumerate([*inputs, *nodes])}

    def is_argument(self, node):
        return node in self.inputs

    def name(self, node):
        return str(self.numbers[node])

    def location(self, node):
        return f' loc("n{self.numbers[node]}")'


# At least 0 of what is; bound_sympy knows no bounds of some.
RISING = frozenset(
    "Add CeilToInt FloatPow FloatTrueDiv FloorDiv FloorToInt IntTrueDiv Max Min "
    "Mul OpaqueUnaryFn_sqrt Pow PowByNatural ToFloat TruncToInt".split())


def is_at_least_zero(expr):
    if type(expr).__name__ in RISING and \
            all(map(is_at_least_zero, expr.args)):
        return True
    known = {s: ValueRanges(int(bool(s.is_positive)), int_oo)
             for s in expr.free_symbols}
    return bool(bound_sympy(expr, known).lower >= 0)


class CountedSizes(Sizes):
    """`values`: numbers and other symbols that stand for symbols."""

    def __init__(self, values=None):
        super().__init__()
        self.values = values or {}
        self.parts = {}  # symbol -> what it stands for

    def name(self, symbol):
        size = self.parts.get(symbol, symbol)
        return self.names.setdefault(size, f"s{len(self.names)}")

    def named(self, expr):
        """As int(0.7 * n): its value is given as that of a symbol is."""
        if not is_at_least_zero(expr):
            return super().named(expr)
        symbol = sympy.Symbol(str(expr), integer=True, nonnegative=True)
        self.parts[symbol] = expr
        return symbol

    def text(self, size):
        if isinstance(size, torch.SymInt) and guarded_to_one(size):
            return "1"
        return super().text(self.value(size))

    def value(self, size):
        """An int or an expression, with the values in it."""
        if isinstance(size, torch.SymInt):
            size = size.node.expr
        if not self.values or isinstance(size, int):
            return size
        size = size.xreplace(self.values)
        return int(size) if size.is_Integer else size


def module_text(part, frozen=(), values=None):
    """(text, sizes): the piece as a module, and the size symbols that have to
    be given beside the tensors because no tensor's size is just them. Inputs
    in `frozen` are weights w0, w1, ... of it; `values` stand for its size
    symbols."""
    names = Numbered(part.inputs, part.nodes, values)
    names.weights = {n.name: f"w{i}" for i, n in enumerate(frozen)}
    body = Body(names, None, "    ", nodes=part.nodes, results=part.outputs)
    heads = [argument(names, n, part) for n in part.inputs if n not in frozen]
    weights = [f"  prim.weight @w{i} : {names.type(n)}"
               for i, n in enumerate(frozen)]
    lines = body.text()
    inside = set(part.nodes)
    places = {n: i for i, n in enumerate(
        n for n in part.inputs if n not in frozen)}
    results = [names.type(n) + (
        f" {{tc.ties = {places[part.written[n]]}}}" if n in part.written
        else " {tc.any_order}" if saved.is_chosen(n, inside)
        else layout(names, n, True)) for n in part.outputs]
    bound = {names.sizes.value(d.node.expr) for n in part.inputs
             for d in n.meta["val"].shape if isinstance(d, torch.SymInt)}
    for node in part.nodes:
        bound |= decided_sizes(node)
    sizes = [s for s in names.sizes.names if s not in bound]
    for symbol in sizes:
        name = names.sizes.name(symbol)
        heads.append(f"%size.{name}: tensor<?xi8, #tc.dims<[{name}]>> "
                     "{tc.layout = #tc.layout<strides = [0]>}")
    return "\n".join([
        f'module attributes {{tc.version = "{VERSION}"}} {{', *weights,
        f"  fx.graph @main({', '.join(heads)}) -> ({', '.join(results)})"
        f"{permissions(part.device)} {{", *lines, "  }", "}", ""]), sizes


def argument(names, node, part):
    try:
        return f"%{names.name(node)}: {names.type(node)}{layout(names, node)}"
    except ValueError as error:
        inside = set(part.nodes)
        reader = next(n for n in node.users if n in inside)
        raise Unsupported(reader, str(error)) from None


def layout(names, node, result=False):
    """The attribute that says where the value lies; "" if dense row-major."""
    tensor = node.meta["val"]
    if result and overlaps(tensor):
        return ""  # made dense, and laid out by lie_as
    if not result and is_lazy(tensor):  # a copy is given (Piece.prepare)
        with tensor.fake_mode:
            tensor = torch.empty_like(tensor)
    shape, strides = expressions(tensor.shape), expressions(tensor.stride())
    dense, expected = True, sympy.Integer(1)
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size != 1 and stride != expected and \
                sympy.expand(stride - expected) != 0:
            dense = False
            break
        expected = expected * (size or 1)
    if dense:
        return ""
    order = dense_order(shape, strides)
    if order:
        return f" {{tc.layout = #tc.layout<order = {order}>}}"
    words = [names.sizes.text(s) for s in strides]
    return f" {{tc.layout = #tc.layout<strides = [{', '.join(words)}]>}}"


def dense_order(shape, strides):
    """The order of dimensions, outermost first, of a dense permuted tensor
    of known sizes; None of others."""
    if 0 in shape or \
            not all(isinstance(s, int) for s in (*shape, *strides)):
        return None
    order = sorted(range(len(shape)), key=lambda i: (-strides[i], i))
    expected = 1
    for i in reversed(order):
        if strides[i] != expected:
            return None
        expected *= shape[i]
    return order


def expressions(sizes):
    return [s.node.expr if isinstance(s, torch.SymInt) else s for s in sizes]
