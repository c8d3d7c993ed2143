"""tc.compile(dynamic=None): one capture for all sizes.

PyTorch can trace as if no size were 0 or 1 (backed_size_oblivious) and keeps
no guard of what it supposes so. Its switches are global: they are set while
Dynamo traces a function of ours. What was supposed is checked by running the
captured graph on shapes alone, at these sizes: where it gives other shapes, or
strides, or writes to a copy of what it wrote to, the graph is guarded against
the size."""
import contextlib
import functools
import itertools
import logging
import operator
import threading
import warnings

import sympy
import torch
from torch import _prims_common
from torch._dynamo import convert_frame
from torch._dynamo.variables.builder import VariableBuilder
from torch._prims_common import is_contiguous_or_false
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental import _config as fx_config
from torch.fx.experimental.symbolic_shapes import statically_known_true
from torch.utils._sympy.numbers import int_oo
from torch.utils._sympy.value_ranges import ValueRanges

from . import report

_local = threading.local()
SUPPOSED = (0, 1)  # what a trace supposes that no size is
FAKE_LOG = logging.getLogger("torch._subclasses.fake_tensor")
# They change the shape of what they are called on, also where it was noted.
IN_PLACE = frozenset(
    "as_strided_ resize_ resize_as_ set_ squeeze_ swapaxes_ swapdims_ t_ "
    "transpose_ unsqueeze_".split())


def _is_ordered(a, b):
    """Whether it is known for all sizes which of two strides is greater, as
    PyTorch's elementwise_output_logical_to_physical_perm asks."""
    return any(map(statically_known_true, (a == 0, b == 0))) or any(map(
        statically_known_true, (a >= b, b >= a, a % b == 0, b % a == 0)))


def _is_laid_out(tensor):
    """Whether it is known which of its dimensions lie further out."""
    dims = list(zip(tensor.shape, tensor.stride()))
    return is_contiguous_or_false(tensor) or all(
        _is_ordered(s, t) and (not statically_known_true(s == t)
                               or statically_known_true(m == n))
        for (m, s), (n, t) in itertools.combinations(dims, 2))


def _guarding(function):
    """In which order elementwise ops lay their results out depends on which
    stride is greater: where that is a question of the sizes, it is guarded. A
    trace for all sizes would answer it with no."""
    @functools.wraps(function)
    def asked(*tensors, **kwargs):
        known = all(_is_laid_out(t) for t in tensors
                    if isinstance(t, torch.Tensor))
        with fx_config.patch(backed_size_oblivious=known):
            return function(*tensors, **kwargs)
    return asked


@contextlib.contextmanager
def _oblivious():
    """PyTorch's switches, while Dynamo and AOTAutograd trace."""
    name = "compute_elementwise_output_logical_to_physical_perm"
    order = getattr(_prims_common, name)
    setattr(_prims_common, name, _guarding(order))
    try:
        with fx_config.patch(backed_size_oblivious=True):
            yield
    finally:
        setattr(_prims_common, name, order)


def _fixed_first(wrap):
    @functools.wraps(wrap)
    def wrapped(*args):
        with torch._dynamo.config.patch(assume_static_by_default=True):
            return wrap(*args)
    return wrapped


@contextlib.contextmanager
def _open_sizes():
    """PyTorch's switches for sizes that may change. Floats of modules and
    arguments stay numbers until they change, as where it fixes sizes first:
    as tensors of the host they would be read in each call."""
    wrap = VariableBuilder.wrap_symfloat
    VariableBuilder.wrap_symfloat = _fixed_first(wrap)
    try:
        with torch._dynamo.config.patch(assume_static_by_default=False):
            yield
    finally:
        VariableBuilder.wrap_symfloat = wrap


class Oblivious:
    """A callback of Dynamo around another, which traces for all sizes; where
    that fails, with sizes but 0 and 1 open, and then as PyTorch does."""

    def __init__(self, callback):
        self._torchdynamo_orig_backend = callback

    def __call__(self, *args):
        trace = self._torchdynamo_orig_backend
        for switches in ((_open_sizes(), _oblivious()), (_open_sizes(),)):
            _local.traces, _local.is_oblivious = True, len(switches) == 2
            try:
                # Nobody else traces meanwhile.
                with convert_frame.compile_lock, \
                        contextlib.ExitStack() as stack:
                    for switch in switches:
                        stack.enter_context(switch)
                    return trace(*args)
            except (report.FallbackError, report.OptionError):
                raise
            except Exception as error:  # perhaps one of this tracing
                report.log.info("traced again, with sizes fixed: %r", error)
            finally:
                _local.traces = _local.is_oblivious = False
        return trace(*args)

    def __getattr__(self, name):
        if name.startswith("__") or name == "_torchdynamo_orig_backend":
            raise AttributeError(name)
        return getattr(self._torchdynamo_orig_backend, name)


def guard(graph_module):
    """Called by the back end: guards a graph that was traced so."""
    if not getattr(_local, "traces", False):
        return
    if any(_name(n) in IN_PLACE for n in graph_module.graph.nodes):
        raise RuntimeError("a shape is changed in place")
    _settle(_symbols(graph_module.graph))
    symbols = _symbols(graph_module.graph)
    hints = {s: size.node.hint for s, size in symbols.items()}
    if symbols and not _holds(graph_module, hints):
        raise RuntimeError("open sizes lead to other shapes or strides")
    if not _local.is_oblivious:
        return
    for symbol, size in symbols.items():
        wrong = [value for value in SUPPOSED if hints[symbol] != value and
                 not _holds(graph_module, {**hints, symbol: value})]
        if wrong:
            _exclude(size, wrong)


def _settle(symbols):
    """A size that is guarded to be 1, as of the channels of a convolution,
    stays a symbol where PyTorch traces as if no size were: it is the number."""
    for symbol, size in symbols.items():
        known = size.node.shape_env
        if any(g.expr == sympy.Eq(symbol, 1) for g in known.guards):
            known.size_like.discard(symbol)
            known._set_replacement(symbol, sympy.Integer(1), "guarded")


class Misplaced(Exception):
    """A result lies wrongly in an argument."""


def is_tracing():
    """Whether what fails is traced again with sizes fixed."""
    return getattr(_local, "traces", False)


def refuse_misplaced(captured, results, metadata):
    """With open sizes AOTAutograd makes a view of an argument that is written
    to from the strides that the view has of the new value (`results`, those
    written first), not of the argument, of which `captured` knows them."""
    if not _symbols(captured):
        return
    want = list(next(iter(reversed(captured.nodes))).args[0])
    got = results[len(metadata.mutated_inp_runtime_indices):]
    for info, mine, theirs in zip(metadata.output_info, got, want):
        base = info.base_idx
        if base is None or not isinstance(theirs, torch.fx.Node) or \
                info.output_type.name != "alias_of_input" or \
                not metadata.input_info[base].mutates_data:
            continue
        view = theirs.meta["example_value"]
        if not all(statically_known_true(n == 1) or statically_known_true(s == t)
                   for n, s, t in zip(view.shape, view.stride(),
                                      mine.meta["val"].stride())):
            raise Misplaced(f"with open sizes AOTAutograd places {theirs}, a "
                            "view of an argument that is written to, wrongly")


def _exclude(size, values):
    """Adds a guard against the values. That a symbol is not 0 has to be said
    as its range: size symbols are positive by their declaration."""
    if 0 not in values:
        bool(size != 1)
        return
    lower = 2 if values == [0, 1] else 1
    size.node.shape_env._update_var_to_range(
        size.node.expr, ValueRanges(lower, int_oo))


def _name(node):
    target = node.target
    name = target if isinstance(target, str) else \
        getattr(target, "__name__", "")
    return name.split(".")[0]


def _writes(node):
    if node.op not in ("call_function", "call_method"):
        return False  # the target of a placeholder is a name of Dynamo's
    name = _name(node)
    if getattr(node.target, "__module__", "") == "_operator":
        return name == "setitem" or name.startswith("i") and any(
            hasattr(operator, name[1:] + end) for end in ("", "_"))
    return "out" in node.kwargs or \
        name.endswith("_") and not name.endswith("__")


def _shares(one, other):
    """Whether two tensors are views of one memory."""
    return one.untyped_storage()._cdata == other.untyped_storage()._cdata


def _values(node):
    value = node.meta.get("example_value")
    return value if isinstance(value, (list, tuple)) else [value]


def _symbols(graph):
    """{symbol of a size: a SymInt that is just it}."""
    found = {}
    for node in graph.nodes:
        if node.op != "placeholder":
            continue
        value = node.meta.get("example_value")
        sizes = value.shape if isinstance(value, torch.Tensor) else [value]
        for size in sizes:
            if isinstance(size, torch.SymInt) and size.node.expr.is_Symbol \
                    and size.node.hint is not None:
                found.setdefault(size.node.expr, size)
    return found


class _Shapes(torch.fx.Interpreter):
    """Runs a graph on fake tensors of the sizes that `known` gives, and stops
    where one has not the shape that was captured."""

    def __init__(self, graph_module, known):
        super().__init__(graph_module)
        self.known = {s: sympy.Integer(v) for s, v in known.items()}
        self.extents = {}
        self.writes = any(map(_writes, graph_module.graph.nodes))
        self.last = None

    def run_all(self):
        nodes = list(self.graph.nodes)
        count = sum(n.op == "placeholder" for n in nodes)
        try:
            self.run(*[None] * count, enable_io_processing=False)
        except Exception:
            self.leave_modes(nodes[nodes.index(self.last) + 1:])
            raise

    def leave_modes(self, nodes):
        """Runs the switches of modes among the calls that are left: a graph
        enters and leaves autocast and levels of vmap by calls of its own."""
        for node in nodes:
            if node.op == "call_function" and \
                    node.meta.get("example_value") is None and \
                    self.env.keys() >= set(node.all_input_nodes):
                with contextlib.suppress(Exception):
                    self.env[node] = super().run_node(node)

    def extent(self, size):
        if not isinstance(size, torch.SymInt):
            return size
        expr = size.node.expr
        if expr not in self.extents:
            self.extents[expr] = int(expr.xreplace(self.known))
        return self.extents[expr]

    def shape(self, value):
        return tuple(map(self.extent, value.shape))

    def example(self, node):
        value = node.meta["example_value"]
        if isinstance(value, torch.Tensor):
            return torch.empty_strided(
                self.shape(value), tuple(map(self.extent, value.stride())),
                dtype=value.dtype, device=value.device)
        return self.extent(value)

    def refuse_broadcast(self, node, result):
        """Compiled code supposes that sizes of different symbols, neither of
        them the number 1, are equal where it takes elements together."""
        operands = [n.meta["example_value"] for n in node.all_input_nodes
                    if isinstance(n.meta.get("example_value"), torch.Tensor)]
        shapes = [self.shape(x) for x in operands]
        try:
            if tuple(torch.broadcast_shapes(*shapes)) != tuple(result.shape):
                return
        except RuntimeError:
            return
        for x, shape in zip(operands, shapes):
            for d in range(1, len(shape) + 1):
                if shape[-d] == 1 != result.shape[-d] and \
                        isinstance(x.shape[-d], torch.SymInt):
                    raise ValueError(f"{node}: a size of 1 is repeated")

    def refuse_strides(self, node, got, want):
        for n, mine, its in zip(got.shape, got.stride(), want.stride()):
            if n > 1 and got.numel() and mine != self.extent(its):
                raise ValueError(f"{node}: strides {got.stride()}")

    def refuse_copy(self, node, result):
        """Views that are copies, and copies that are views, at some sizes are
        told apart by what is written to them."""
        for source in node.all_input_nodes:
            of = self.env.get(source), source.meta.get("example_value")
            if all(isinstance(x, torch.Tensor) for x in (result, *of)) and \
                    _shares(result, of[0]) != _shares(
                        node.meta["example_value"], of[1]):
                raise ValueError(f"{node}: a view of {source}, or a copy")

    def run_node(self, node):
        self.last = node
        if node.op == "placeholder" or node.op == "get_attr" and \
                isinstance(node.meta.get("example_value"), torch.Tensor):
            return self.example(node)  # a real tensor would be written to
        if isinstance(node.meta.get("example_value"), torch.SymFloat):
            return 1.0  # an argument, or computed of those: of no shape
        result = super().run_node(node)
        if isinstance(result, torch.Tensor):
            self.refuse_broadcast(node, result)
            if self.writes:
                self.refuse_copy(node, result)
        given = result if isinstance(result, (list, tuple)) else [result]
        for got, want in zip(given, _values(node)):
            if isinstance(got, torch.Tensor) and \
                    isinstance(want, torch.Tensor):
                if tuple(got.shape) != self.shape(want):
                    raise ValueError(f"{node}: {tuple(got.shape)}")
                self.refuse_strides(node, got, want)
            elif isinstance(want, torch.SymInt) and got != self.extent(want):
                raise ValueError(f"{node}: {got}")
        return result


def _holds(graph_module, known):
    """Whether the captured shapes are right at these sizes."""
    shapes = _Shapes(graph_module, known)
    modes = (FakeTensorMode(allow_non_fake_inputs=True), torch.no_grad())
    said, FAKE_LOG.disabled = FAKE_LOG.disabled, True
    try:
        with contextlib.ExitStack() as stack:
            for mode in modes:
                stack.enter_context(mode)
            # PyTorch warns of shapes that no call has had.
            stack.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore")
            shapes.run_all()
        return True
    except Exception:
        return False
    finally:
        FAKE_LOG.disabled = said
