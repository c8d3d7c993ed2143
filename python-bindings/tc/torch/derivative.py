"""Extends AOTAutograd's function of a compiled graph: derivatives of
derivatives, and parameters that a loss does not depend on."""
import contextlib
import operator

import torch
from torch.autograd import forward_ad
from torch.fx import Node

from . import report


_version = operator.attrgetter("_version")


class Orders:
    """Whether the last calls of a graph were differentiated twice: later
    ones are the framework's from the start, which else would run each forward
    once more. Every PROBE-th is compiled all the same, and if its derivative is
    not differentiated, so are the next ones."""
    PROBE = 16

    def __init__(self):
        self.twice, self.calls = False, 0

    def are_for_framework(self):
        if not self.twice:
            return False
        self.calls += 1
        return self.calls % self.PROBE != 0

    def note(self, ctx, twice):
        """Of a derivative of the call that `ctx` is of."""
        if twice:
            report.state.double_backwards += 1
            self.twice = ctx.tc_twice = True
        elif not getattr(ctx, "tc_twice", False):
            self.twice = False


class Captured:
    """A graph of Dynamo, and what the compilers of its two halves find out.
    `random`: it draws random numbers. `needs`: for each gradient that the
    backward graph makes, the tangents that it is computed from."""

    def __init__(self, graph_module):
        self.module = graph_module
        self.inputs = sum(n.op == "placeholder"
                          for n in graph_module.graph.nodes)
        self.autocast = [(d, torch.get_autocast_dtype(d))
                         for d in ("cpu", "cuda")
                         if torch.is_autocast_enabled(d)]
        self.random = False
        self.needs = None
        self.orders = Orders()

    def note(self, kind, graph):
        """Before a graph of AOTAutograd is compiled."""
        if kind == "forward":
            self.random = any(map(_is_random, graph.nodes))
        elif kind == "backward":
            self.needs = _needs(graph)

    def run(self, args):
        """The graph in PyTorch, under the autocast that it was captured in."""
        with contextlib.ExitStack() as modes:
            for device, dtype in self.autocast:
                modes.enter_context(torch.autocast(device, dtype=dtype))
            return self.module(*args)

    def attach(self, compiled):
        """To the autograd function inside of what AOTAutograd made."""
        function = _find_function(compiled)
        if function is None or not _is_plain(function.metadata):
            return compiled
        _extend(function, self)

        def call(*args):
            if self.orders.are_for_framework() or has_tangents(args):
                return self.run(args)
            return compiled(*args)
        return call


def _is_random(node):
    return isinstance(node.target, torch._ops.OpOverload) and \
        torch.Tag.nondeterministic_seeded in node.target.tags


def _needs(graph):
    tangents = [n for n in graph.nodes if n.op == "placeholder"
                and n.name.startswith("tangents_")]
    sources = {n: frozenset([i]) for i, n in enumerate(tangents)}
    for node in graph.nodes:
        if node.op != "placeholder":
            sources[node] = frozenset().union(
                *(sources.get(n, ()) for n in node.all_input_nodes))
    output = next(iter(reversed(graph.nodes))).args[0]
    return len(tangents), [sources.get(n, frozenset())
                           if isinstance(n, Node) else frozenset()
                           for n in output]


def _find_function(compiled):
    """The torch.autograd.Function whose apply is behind wrappers; None where
    nothing has a gradient."""
    seen, queue = set(), [compiled]
    while queue and len(seen) < 1000:
        value = queue.pop()
        if not callable(value) or id(value) in seen:
            continue
        seen.add(id(value))
        owner = getattr(value, "__self__", None)
        if isinstance(owner, type) and hasattr(owner, "compiled_fw") and \
                hasattr(owner, "metadata"):
            return owner
        queue.append(getattr(value, "__wrapped__", None))
        for cell in getattr(value, "__closure__", None) or ():
            with contextlib.suppress(ValueError):  # not yet filled
                queue.append(cell.cell_contents)
    return None


def _is_plain(metadata):
    """Whether arguments and results of the autograd function are those of
    Dynamo's graph: no result is a view of another value, no argument that has
    a gradient is written to."""
    kinds = {info.output_type.name for info in metadata.output_info}
    return kinds <= {"non_alias", "unsafe_view_alias", "custom_function_view"} \
        and metadata.num_intermediate_bases == 0 and not any(
            (info.mutates_data or info.mutates_metadata) and info.requires_grad
            for info in metadata.input_info)


def _tangents(metadata):
    """Numbers of the autograd function's results that have a tangent."""
    first = metadata.num_mutated_inp_runtime_indices
    return [first + i for i, info in enumerate(metadata.output_info)
            if info.requires_grad and issubclass(info.raw_type, torch.Tensor)]


def versions(args):
    try:
        return list(map(_version, args))
    except (AttributeError, RuntimeError):  # sizes; inference tensors
        return [a._version if isinstance(a, torch.Tensor)
                and not a.is_inference() else 0 for a in args]


def has_tangents(args):
    """Whether one is differentiated forwards."""
    return forward_ad._current_level >= 0 and any(
        forward_ad.unpack_dual(a).tangent is not None
        for a in args if isinstance(a, torch.Tensor))


def is_batch(tangent):
    """Whether it stands for many, of is_grads_batched=True."""
    return isinstance(tangent, torch.Tensor) and (
        torch._C._functorch.is_legacy_batchedtensor(tangent) or
        torch._C._functorch.is_batchedtensor(tangent))


def _is_cuda(value):
    return isinstance(value, torch.Tensor) and value.is_cuda


def _extend(function, captured):
    forward, backward = function.forward, function.backward
    with_tangent = _tangents(function.metadata)
    again = not function.metadata.num_mutated_inp_runtime_indices

    def new_forward(ctx, *args):
        if again and len(args) == captured.inputs:
            state = torch.get_rng_state() if captured.random else None
            if state is None or not any(map(_is_cuda, args)):
                ctx.tc_inputs = args, versions(args), state
        ctx.set_materialize_grads(False)
        return forward(ctx, *args)

    @torch._dynamo.disable  # none of the user's code
    def new_backward(ctx, *grads):
        boxed = len(grads) == 1 and isinstance(grads[0], list)
        given = grads[0] if boxed else list(grads)
        kept = getattr(ctx, "tc_inputs", None)
        twice = torch.is_grad_enabled() and kept
        captured.orders.note(ctx, twice)
        if twice or kept and any(map(is_batch, given)):
            return differentiate(captured, kept, given, with_tangent,
                                 bool(twice))
        missing = {i for i, n in enumerate(with_tangent) if given[n] is None}
        for i in missing:
            given[with_tangent[i]] = zeros(ctx, with_tangent[i])
        found = backward(ctx, given) if boxed else backward(ctx, *given)
        if not torch._C._autograd._get_current_graph_task_keep_graph():
            ctx.tc_inputs = None
        return _without(found, captured.needs, missing, len(with_tangent))

    function.forward = staticmethod(new_forward)
    function.backward = staticmethod(new_backward)


def zeros(ctx, number):
    like = ctx._input_metadata[number]
    return torch.zeros(like.shape, dtype=like.dtype, device=like.device)


def _without(found, needs, missing, count):
    """Gradients of a loss that no result of theirs enters are None, as in
    eager: an optimizer passes over these parameters."""
    if not missing or needs is None or needs[0] != count or \
            not isinstance(found, tuple) or len(found) < len(needs[1]):
        return found
    return tuple(None if i < len(needs[1]) and needs[1][i]
                 and needs[1][i] <= missing else grad
                 for i, grad in enumerate(found))


def differentiate(captured, kept, grads, with_tangent, create_graph=True):
    """The gradients as a function that can be differentiated: PyTorch's own
    derivative of the captured graph, run again on the same arguments."""
    args, before, state = kept
    if versions(args) != before:
        raise RuntimeError(
            "[TC-8106] create_graph=True runs a captured graph again, and one "
            "of its arguments has been modified by an inplace operation since")
    cut = [isinstance(a, torch.Tensor) and a.requires_grad for a in args]
    with torch.enable_grad(), \
            torch.random.fork_rng([], enabled=state is not None):
        # Of one argument that is computed from another, too, each has its own.
        args = [a.view_as(a) if c else a for a, c in zip(args, cut)]
        if state is not None:
            torch.set_rng_state(state)
        results = captured.run(args)
    results = list(torch.utils._pytree.tree_leaves(results))
    pairs = [(results[i], grads[i]) for i in with_tangent
             if grads[i] is not None]
    wanted = [a for a, c in zip(args, cut) if c]
    if not pairs:
        return (None,) * len(args)
    found = iter(torch.autograd.grad(
        [r for r, _ in pairs], wanted, [g for _, g in pairs],
        create_graph=create_graph, allow_unused=True))
    return tuple(next(found) if c else None for c in cut)
