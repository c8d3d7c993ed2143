"""The direct route: Dynamo's own graph without AOTAutograd's second trace,
where tc compiles, and where gradients are asked for differentiates
(training.py), every call.

A call of a torch function or method becomes the one ATen overload of its name
whose schema takes its arguments (calls.py), and its value is the one that
Dynamo has found (meta["example_value"]: shape, dtype, strides, storage). Calls
that are no single overload are run on these values, and the overloads recorded
(recording.py). Writes become new values (writes.py), which are copied to
arguments at the end (buffers.py). What cannot be taken so raises Refused; then
AOTAutograd traces."""
import operator
import types

import torch
from torch.fx import Graph, GraphModule, Node
from torch.utils import _pytree as pytree

from . import autocast, calls, gradients, training
from .compiler import compile_graph
from .derivative import Captured
from .graphs import Recorder as Graphs
from .graphs import static_numbers
from .recording import Recorder, fake_mode
from .refused import Refused
from .support import CPU, why_value
from .views import Views, base_of
from .writes import Writes

aten = torch.ops.aten
# Integers of as many bits.
BITS = {torch.float64: torch.int64, torch.float32: torch.int32,
        torch.bfloat16: torch.int16, torch.float16: torch.int16}
STATE = frozenset(["_log_api_usage_once"])


def compile_direct(module, options):
    """The function of Dynamo's graph, called with its arguments; Refused if
    it is not for this route."""
    lowering = Lowering(module, options)
    refuse_options(options)
    graph = lowering.run()
    if lowering.training:
        return training.compile_training(lowering, module, graph, options)
    run = compile_graph(graph, "inference", options,
                        "captured by Dynamo alone", direct=True,
                        written=lowering.written)
    if options.get("cuda_graphs"):
        run = Graphs(static_numbers(module)).wrap(run, graph, "inference")
    if lowering.written:
        run = lowering.written.writing(run)

    def call(*args):
        return run(list(args))

    def call_without_gradient(*args):
        with torch.no_grad():
            return run(list(args))
    found = call_without_gradient if lowering.in_autograd else call
    if lowering.written:
        found = lowering.written.apart_from(found, Captured(module))
    return autocast.without(found) if autocast.is_on() else found


def refuse_options(options):
    if options.get("freeze"):
        raise Refused("option freeze")
    autocast.refuse_devices()


class Lowering:
    """`values`: what stands for a node of Dynamo's graph: a node of the new
    one, or a tuple of such. `in_autograd`: eager's autograd would see the graph,
    though no result of it has a gradient. `recorded`: calls on GPUs will be
    recorded as CUDA graphs, which read copies of their arguments. `floats`:
    arguments that are floats of the user. `training`: a result has a gradient,
    those of the numbers in `with_gradient`; `twins`: numbers of arguments that
    are passed once more, without a gradient; `leave`: overloads that PyTorch is
    to run; `only`: no other route may take the graph;
    `written`: the arguments whose new values are the last results, or None;
    `views`: results that are made of arguments and other results, in
    training."""

    def __init__(self, module, options=types.MappingProxyType({})):
        self.module = module
        self.recorded = options.get("cuda_graphs")
        self.leave = options.get("leave")
        self.only = options.get("route") == "direct"
        self.graph = Graph()
        self.values = {}
        self.recorder = Recorder(self)
        self.writes = Writes(self)
        self.attributes = {}
        self.in_autograd = False
        self.regions = autocast.Regions()
        self.casts, self.stopped = {}, {}
        self.floats = set()
        self.silent = gradients.silent(module.graph)
        results = next(iter(reversed(module.graph.nodes))).args[0]
        self.with_gradient = [i for i, n in enumerate(results) if isinstance(
            n, Node) and self.needs_gradient(n)] if isinstance(
                results, (list, tuple)) else []
        self.training = bool(self.with_gradient)
        self.twins, self.modes = [], gradients.Modes()
        self.written, self.views = None, None

    def run(self):
        with self.regions:
            for node in self.module.graph.nodes:
                try:
                    getattr(self, "visit_" + node.op)(node)
                except Refused as refused:
                    raise refused.at(node)
        self.graph.eliminate_dead_code()
        return GraphModule(self.attributes, self.graph)

    def add(self, origin, target, args, kwargs, value):
        """A call, whose line in the user's source is that of `origin`."""
        node = self.graph.call_function(target, tuple(args), kwargs)
        self.note(node, origin, value)
        return node

    def compute(self, origin, target, *args):
        """A call, whose value is found."""
        real = torch.fx.node.map_arg(args, lambda n: n.meta["val"])
        with fake_mode(real), torch.no_grad():
            value = target(*real)
        return self.add(origin, target, args, {}, value)

    def cast(self, origin, node, dtype):
        """The value in another dtype, converted once."""
        if (node, dtype) not in self.casts:
            old = node.meta["val"]
            with fake_mode(old), torch.no_grad():
                value = old.to(dtype)
            self.casts[node, dtype] = self.add(
                origin, aten._to_copy.default, (node,), {"dtype": dtype}, value)
        return self.casts[node, dtype]

    def needs_gradient(self, node):
        return node not in self.silent and gradients.needs_gradient(node)

    def is_silent(self, node):
        """Whether it shares memory with a value that is silent so far."""
        value = node.meta.get("example_value")
        return isinstance(value, torch.Tensor) and any(
            storage(value) == storage(v) for n in self.silent for v in
            pytree.tree_leaves(n.meta["example_value"]))

    def stop(self, origin, node):
        """The value without its gradient: the same bits, read as integers,
        which have none, and back."""
        if node not in self.stopped:
            dtype = node.meta["val"].dtype
            if dtype not in BITS:
                raise Refused(f"a value of {dtype} without the gradient of its "
                              "arguments")
            bits = self.compute(origin, aten.view.dtype, node, BITS[dtype])
            same = self.compute(origin, aten.view.dtype, bits, dtype)
            self.recorder.know(same, same.meta["val"])
            self.stopped[node] = same
        return self.stopped[node]

    def stop_all(self, origin, node):
        """What stands for a node of Dynamo's graph, without gradients."""
        value, found = node.meta["example_value"], self.values[node]
        if isinstance(value, (list, tuple)):
            return tuple(self.stop(origin, one) if gradients.has_gradient(v)
                         else one for v, one in zip(value, found))
        return self.stop(origin, found)

    def note(self, node, origin, value):
        for key in ("stack_trace", "nn_module_stack"):
            if origin is not None and key in origin.meta:
                node.meta[key] = origin.meta[key]
        node.meta["val"] = value

    def given(self, args, cut=None):
        """Arguments of Dynamo's graph in terms of the new one; those of the
        call `cut`, without gradients."""
        return torch.fx.node.map_arg(
            args, lambda n: self.stop_all(cut, n)
            if cut is not None and self.needs_gradient(n) else self.values[n])

    def visit_placeholder(self, node):
        value = node.meta.get("example_value")
        if isinstance(value, torch.Tensor):
            refuse_value(value)
            self.writes.add_outer(node)
            self.in_autograd |= value.requires_grad and \
                torch.is_grad_enabled()
        elif not isinstance(value, (int, torch.SymInt)):
            raise Refused(f"an argument of type {type(value).__name__}")
        new = self.graph.placeholder(node.name)
        self.note(new, node, value)
        self.values[node] = new
        self.recorder.know(new, value)

    def twin(self, node):
        """An argument once more."""
        inputs = [n for n in self.graph.nodes if n.op == "placeholder"]
        self.twins.append(inputs.index(node))
        with self.graph.inserting_before(inputs[-1].next):
            new = self.graph.placeholder(f"{node.name}_{len(self.twins)}")
        new.meta.update(node.meta)
        return new

    def visit_get_attr(self, node):
        value = node.meta.get("example_value")
        if not isinstance(value, torch.Tensor):
            raise Refused("an attribute that is no tensor")
        refuse_value(value)
        if self.recorded and value.device != CPU:
            raise Refused("an attribute, whose address a CUDA graph would keep")
        if self.training and value.requires_grad:
            raise Refused("an attribute that has a gradient")
        self.writes.add_outer(node)
        tensor = operator.attrgetter(node.target)(self.module)
        new = self.values[node] = self.constant(node, tensor, value)
        self.recorder.know(new, value)

    def constant(self, origin, tensor, value):
        name = f"constant{len(self.attributes)}"
        self.attributes[name] = tensor
        node = self.graph.create_node("get_attr", name)
        self.note(node, origin, value)
        return node

    def visit_call_module(self, node):
        raise Refused(f"the module {node.target}")

    def visit_call_method(self, node):
        self.visit_call_function(node)

    def visit_call_function(self, node):
        name = calls.name_of(node)
        if name in STATE or self.modes.visit(node) or self.regions.visit(node):
            self.values[node] = None
            return
        sources = [n for n in node.all_input_nodes if self.needs_gradient(n)]
        cut = self.training and gradients.is_cut(name, node, sources,
                                                 self.silent)
        args, kwargs = self.given((node.args, node.kwargs),
                                  node if cut else None)
        written = self.writes.name(node)
        if written is not None:
            if self.training and (not self.modes.on and sources or
                                  self.is_silent(node.args[0])):
                raise Refused(f"{name} writes what autograd is not to see")
            self.values[node] = self.writes.lower(node, written, args, kwargs)
            self.writes.note(node)
            return
        if "example_value" not in node.meta:
            raise Refused(f"{node.target} has no value")
        value = node.meta["example_value"]
        new = calls.lower(self, node, args, kwargs)
        if new is None:
            new = self.recorder.run(node, args, kwargs)
        self.writes.note(node)
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(one, torch.Tensor):
                refuse_value(one)
        self.values[node] = new
        self.recorder.know(new, value)

    def visit_output(self, node):
        old = node.args[0]
        if not isinstance(old, (list, tuple)) or not all(
                isinstance(n, Node) for n in old):
            raise Refused("results that are no values of the graph")
        if not self.silent.isdisjoint(old):
            raise Refused("a result requires a gradient and passes none on")
        new = self.given(tuple(old))
        if not all(isinstance(n, Node) for n in new):
            raise Refused("a result is a tuple")
        if not self.floats.isdisjoint(new):
            raise Refused("a result is a float")
        self.written = self.writes.finish(old)
        if self.training:
            self.views = Views(self.graph, new)
        self.refuse_aliases(old, new)
        new = [None if self.views and i in self.views.numbers else n
               for i, n in enumerate(new)]
        self.with_gradient = [i for i in self.with_gradient if new[i]]
        self.graph.output((*new, *self.given(tuple(self.writes.written))))

    def refuse_aliases(self, old, new):
        """What the function gives shares memory as in eager: where eager's
        values do, they are here views of one value, which the framework
        makes; of views made without autograd it would refuse writes."""
        bases = {}
        inputs = [(n.meta["val"], n) for n in self.graph.nodes
                  if n.op in ("placeholder", "get_attr")]
        for value, node in inputs:
            if isinstance(value, torch.Tensor):
                bases[storage(value)] = node
        for number, (one, node) in enumerate(zip(old, new)):
            value = one.meta["example_value"]
            if not isinstance(value, torch.Tensor) or \
                    self.written and number in self.written.given:
                continue
            base = base_of(node)
            known = bases.setdefault(storage(value), base)
            if self.training:
                if known is not base or base.op == "get_attr":
                    raise Refused("a result shares memory with another value")
                if node is not base and number not in self.views.numbers:
                    bases[storage(value)] = None  # made as a value
            elif known is not base or self.in_autograd and node is not base or \
                    self.recorded and value.device != CPU and \
                    base.op != "call_function":
                raise Refused("a result shares memory with another value")


def storage(value):
    return value.untyped_storage()._cdata


def refuse_value(value):
    why = why_value(value)
    if why:
        raise Refused(why)
    if value.is_conj() or value.is_neg():
        raise Refused("a lazy conjugate or negative")
