"""Graphs that PyTorch captures again because a size is 0 or 1. Where the calls of
Dynamo's graph and the values between them are those of a graph with a size
symbol, with the number in its place, the function that was compiled for all
sizes is called, whichever route it took, and nothing is traced or compiled.
What AOTAutograd makes of the two graphs may differ: a gradient is added up
along a size that is not 1."""
import itertools
import weakref

import sympy
import torch
from torch._C._dynamo.guards import GlobalStateGuard
from torch.fx import Node
from torch.fx.experimental.symbolic_shapes import ShapeEnv

from . import report
from .precision import FLAGS
from .reuse import APART

NUMBERS = (int, float, torch.SymInt, torch.SymFloat, torch.SymBool)
_found = {}  # of _key: [(GlobalStateGuard, weak reference to a General)]


class Different(Exception):
    """The graphs are not the same but for sizes."""


class General:
    """A graph with size symbols. `records`: what tc.explain says of it."""

    def __init__(self, graph_module, records):
        self.graph, self.records = graph_module.graph, records


def clear():
    _found.clear()


def find(graph_module, options):
    """The function of a graph that was compiled for all sizes, for this one; None
    if there is none."""
    for state, reference in _found.get(_key(graph_module.graph, options), ()):
        function = reference()
        if function is not None and state.check():
            try:
                return _instance(function, graph_module.graph)
            except Different:
                pass
    return None


def keep(graph_module, options, compiled, records):
    """`compiled`, the function of a graph, as one that `find` finds while it is
    in use. `records`: what tc.explain says of it."""
    depends_on_more = options.get("cuda_graphs") or options.get("freeze")
    if depends_on_more or not any(
            isinstance(_value(n), torch.SymInt)
            for n in graph_module.graph.nodes if n.op == "placeholder"):
        return compiled

    def function(*args):
        return compiled(*args)
    function.general = General(graph_module, records)
    known = _found.setdefault(_key(graph_module.graph, options), [])
    known[:] = [k for k in known if k[1]() is not None]
    known.append((GlobalStateGuard(), weakref.ref(function)))
    return function


def _instance(function, graph):
    """The function for all sizes, called with the arguments of `graph`."""
    pairs = Pairs(function.general.graph, graph)
    places = pairs.compare()
    for record in function.general.records:
        pairs.sizes(record.sizes)
    for record in function.general.records:
        report.account_again(record)

    def call(*args):
        return function(*[place if type(place) is int else
                          args[place[0]] if len(place) == 1 else
                          args[place[0]].shape[place[1]] for place in places])
    return call


def _key(graph, options):
    return (repr(sorted(options.items())), torch.is_inference_mode_enabled(),
            tuple(f.fp32_precision for f in FLAGS.values()),
            torch.are_deterministic_algorithms_enabled(),
            tuple(str(n.target) for n in graph.nodes if _is_call(n)))


def _value(node):
    return node.meta.get("example_value")


def _is_call(node):
    """Whether it is more than arithmetic of sizes."""
    return node.op not in ("placeholder", "output") and (
        node.target == "item" or
        not isinstance(_value(node), (*NUMBERS, torch.Size)))


class Pairs:
    """`values`: symbol of the general graph -> its number or symbol in the other
    one; `twins`: node -> node."""

    def __init__(self, general, other):
        self.general, self.other = general, other
        self.values, self.twins = {}, {}

    def compare(self):
        """Where each argument of the general graph is found among those of the
        other: (number,), (number of a tensor, dimension), or an int. Raises
        Different."""
        inputs = [[n for n in g.nodes if n.op == "placeholder"]
                  for g in (self.general, self.other)]
        tensors = [[n for n in part if isinstance(_value(n), torch.Tensor)]
                   for part in inputs]
        self.require(list(map(len, tensors))[0] == len(tensors[1]))
        for one, other in zip(*tensors):
            self.require(one.target == other.target)
            self.bind_all(_value(one).shape, _value(other).shape)
        named = {n.target: n for n in inputs[1]}
        for one in inputs[0]:
            size, other = _value(one), named.get(one.target)
            if isinstance(size, torch.SymInt) and other is not None:
                self.bind_all([size], [_value(other)])
        self.require(any(v in APART for v in self.values.values()))
        for one, other in zip(*tensors):
            self.pair(one, other)
        for one, other in itertools.zip_longest(*(
                filter(_is_call, g.nodes) for g in (self.general, self.other))):
            self.call(one, other)
        self.results(*(g.output_node().args[0]
                       for g in (self.general, self.other)))
        self.guards(inputs)
        return [self.place(n, inputs[1]) for n in inputs[0]]

    def require(self, holds):
        if not holds:
            raise Different

    def bind_all(self, sizes, others):
        for size, other in zip(sizes, others):
            if isinstance(size, torch.SymInt) and size.node.expr.is_Symbol:
                other = self.number(other)
                self.require(other.is_Symbol or other in APART)
                known = self.values.setdefault(size.node.expr, other)
                self.require(known == other)

    def number(self, value):
        """Of the other graph."""
        return value.node.expr if isinstance(value, torch.SymInt) else \
            sympy.sympify(value)

    def replaced(self, value):
        """Of the general graph, in terms of the other."""
        expr = self.number(value)
        self.require(expr.free_symbols <= self.values.keys())
        return expr.xreplace(self.values)

    def pair(self, one, other):
        self.alike(_value(one), _value(other))
        self.twins[one] = other

    def call(self, one, other):
        self.require(one is not None and other is not None and one.op == other.op
                     and one.op in ("call_function", "call_method")
                     and one.target == other.target and not isinstance(
                         one.target, torch._ops.HigherOrderOperator))
        self.arguments((one.args, one.kwargs), (other.args, other.kwargs))
        self.pair(one, other)

    def results(self, one, other):
        self.arguments(one, other)
        for a, b in zip(one, other):
            a, b = (_value(n) if isinstance(n, Node) else n for n in (a, b))
            if isinstance(a, torch.Tensor):
                self.strides(a, b, every=True)

    def alike(self, one, other):
        """Two values of the graphs."""
        if isinstance(one, NUMBERS):
            self.numbers(one, other)
            return
        self.require(type(one) is type(other))
        if isinstance(one, (list, tuple)):
            self.require(len(one) == len(other))
            for a, b in zip(one, other):
                self.alike(a, b)
        elif isinstance(one, torch.Tensor):
            self.require(_traits(one) == _traits(other))
            self.alike((*one.shape, one.storage_offset()),
                       (*other.shape, other.storage_offset()))
            self.strides(one, other)
        else:
            self.require(one is None)

    def strides(self, one, other, every=False):
        """Of a result `every` stride is eager's; inside of the graph those of
        empty tensors, and along dimensions of size 1, are nobody's concern."""
        for size, a, b in zip(other.shape, one.stride(), other.stride()):
            if every or size != 1 and 0 not in other.shape:
                self.numbers(a, b)

    def numbers(self, one, other):
        if isinstance(one, torch.SymFloat) or isinstance(other, torch.SymFloat):
            self.floats(one, other)
        elif isinstance(one, torch.SymInt) or isinstance(other, torch.SymInt):
            self.require(isinstance(one, (int, torch.SymInt)) and
                         isinstance(other, (int, torch.SymInt)) and
                         self.replaced(one) == self.number(other))
        else:
            self.require(type(one) is type(other) and one == other)

    def floats(self, one, other):
        """Floats of arguments, which have symbols of their own."""
        self.require(isinstance(one, torch.SymFloat) and
                     isinstance(other, torch.SymFloat))
        one, other = one.node.expr, other.node.expr
        if one.is_Symbol and other.is_Symbol:
            other = self.values.setdefault(one, other)
        self.require(one.free_symbols <= self.values.keys() and
                     one.xreplace(self.values) == other)

    def arguments(self, one, other):
        """Of two calls."""
        if isinstance(one, Node) and one in self.twins and \
                not isinstance(_value(one), NUMBERS):
            self.require(self.twins[one] is other)
            return
        one, other = (_value(a) if isinstance(a, Node) else a
                      for a in (one, other))
        if isinstance(one, (list, tuple)):
            self.require(isinstance(other, (list, tuple)) and
                         len(one) == len(other))
            for a, b in zip(one, other):
                self.arguments(a, b)
        elif isinstance(one, dict):
            self.require(one.keys() == other.keys())
            for key in one:
                self.arguments(one[key], other[key])
        elif isinstance(one, slice):
            self.arguments((one.start, one.stop, one.step),
                           (other.start, other.stop, other.step)
                           if isinstance(other, slice) else ())
        elif isinstance(one, NUMBERS):
            self.numbers(one, other)
        else:
            self.require(not isinstance(one, torch.Tensor) and
                         type(one) is type(other) and one == other)

    def guards(self, inputs):
        """What the general function supposes of its sizes, beside that none is
        0 or 1, holds in the other graph's calls."""
        env, new = (next((_value(n).node.shape_env for n in part if isinstance(
            _value(n), torch.SymInt)), None) for part in inputs)
        for guard in env.guards:
            if not guard.expr.free_symbols <= self.values.keys():
                continue
            expr = guard.expr.xreplace(self.values)
            if expr not in (sympy.true, sympy.false):
                self.require(isinstance(new, ShapeEnv))
                expr = new.evaluate_expr(expr)
            self.require(bool(expr))

    def sizes(self, expressions):
        """Requires that these are none below 0, as that of x[1:] of an empty x."""
        for expr in expressions:
            if expr.free_symbols <= self.values.keys():
                size = expr.xreplace(self.values)
                self.require(not size.is_number or size >= 0)

    def place(self, node, inputs):
        """Where the argument is found in calls of the other graph."""
        if node in self.twins:
            return (inputs.index(self.twins[node]),)
        size = self.replaced(_value(node))
        if size.is_Integer:
            return int(size)
        for number, other in enumerate(inputs):
            value = _value(other)
            if isinstance(value, torch.SymInt) and value.node.expr == size:
                return (number,)
            for dim, one in enumerate(getattr(value, "shape", ())):
                if self.number(one) == size:
                    return number, dim
        raise Different


def _traits(tensor):
    return (tensor.dtype, tensor.device, tensor.layout, tensor.dim(),
            tensor.requires_grad, tensor.is_conj(), tensor.is_neg())
