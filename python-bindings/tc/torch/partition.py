"""Partitions a functional graph into pieces that tc compiles and calls that
PyTorch runs, with as few switches between the two as dependencies allow."""
import collections
import math
import operator

import torch
from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols

from .importer import is_size
from .prepare import DRAWS
from .support import (
    FRESH, WHOLE_VIEWS, device_of, is_free, is_view, overlaps, why_not)
from .text import is_written


class Part:
    """One piece: nodes in order, the values that enter and leave it, and the
    views of what leaves it, with the sizes that these need, which the framework
    makes."""

    def __init__(self):
        self.nodes = []
        self.inputs = []
        self.outputs = []
        self.views = []
        self.sizes = []  # of size symbols that enter: Node, or (Node, dim)
        self.written = {}  # of outputs: the argument they are computed in
        self.device = torch.device("cpu")


class Plan:
    """`steps` are nodes for the framework and Parts, in an order that runs."""

    def __init__(self):
        self.steps = []
        self.reasons = {}  # node -> why it is left to the framework

    @property
    def parts(self):
        return [s for s in self.steps if isinstance(s, Part)]


def partition(graph, forbidden, whole=(), shared=False):
    """The Plan of `graph`; `forbidden` says of nodes why they must not be
    compiled (node -> reason). A piece gives views in `whole` as they are. With
    `shared`, results that are views of one value share its memory."""
    plan = Plan()
    calls = [n for n in graph.nodes if n.op == "call_function"]
    compiled = set()
    for node in calls:
        if node.target is operator.getitem:
            if node.args[0] in compiled:
                compiled.add(node)
            continue
        if is_free(node):
            continue
        why = why_not(node) or forbidden.get(node)
        if why:
            plan.reasons[node] = why
        else:
            compiled.add(node)
    compiled.update(_own_memory(calls, compiled, forbidden))
    if any(_writes(n) for n in plan.reasons):
        _leave_all(plan, compiled)
    stages = _stages(calls, compiled)
    _delay(calls, compiled, stages)
    _drop_idle(stages, compiled)
    _schedule(plan, calls, compiled, stages)
    _boundaries(plan, graph, whole, shared)
    return plan


def _own_memory(calls, compiled, forbidden):
    """Fresh memory that compiled calls alone read: made by the framework, from
    a tensor that a piece computes, it would cut the piece."""
    return {n for n in calls if str(n.target) in FRESH and n.users and
            all(u in compiled for u in n.users) and
            not why_not(n) and n not in forbidden}


def _writes(node):
    """Whether a node has effects, whose order is only kept if everything runs
    in order."""
    return isinstance(node.target, torch._ops.OpOverload) and \
        node.target._schema.is_mutable


def _leave_all(plan, compiled):
    for node in compiled:
        if node.target is not operator.getitem:
            plan.reasons[node] = "the graph writes to a tensor"
    compiled.clear()


def _is_ordered(node):
    """Calls whose order among each other is seen: effects, random numbers,
    and what may be either."""
    target = node.target
    if not isinstance(target, torch._ops.OpOverload):
        return target in DRAWS or \
            isinstance(target, torch._ops.HigherOrderOperator)
    return torch.Tag.nondeterministic_seeded in target.tags or \
        target._schema.is_mutable or not target._schema.returns


def _stages(calls, compiled):
    """node -> number: pieces of stage k run before the framework's calls of
    stage k, and these before the pieces of stage k + 1."""
    stages, last = {}, -1
    for node in calls:
        mine = node in compiled
        stage = 0 if mine else -1
        for source in node.all_input_nodes:
            if source in stages and not (mine and _is_known_size(source)):
                step = 1 if mine and source not in compiled else 0
                stage = max(stage, stages[source] + step)
        if not mine and _is_ordered(node):
            last = stage = max(stage, last)
        stages[node] = stage
    return stages


def _delay(calls, compiled, stages):
    """Moves what comes from a few arguments alone, and is as large as these, to
    the stage of the piece that reads it first: what a backward graph recomputes
    would else be kept for all layers, and written and read in memory."""
    sources = _arguments_of(calls, compiled)
    for node in reversed(calls):
        if node not in sources or not node.users or not all(
                u in compiled and device_of(u) == device_of(node)
                for u in node.users):
            continue
        if _bytes(node) >= sum(map(_bytes, sources[node])):
            stages[node] = min(stages[u] for u in node.users)


FEW = 8  # arguments


def _arguments_of(calls, compiled):
    """Of compiled nodes that come from a few arguments alone: these."""
    found = {}
    for node in calls:
        inputs = node.all_input_nodes
        if node not in compiled or math.isinf(_bytes(node)) or not all(
                s in found or s.op == "placeholder" and _bytes(s) < math.inf
                for s in inputs):
            continue
        arguments = {a for s in inputs for a in found.get(s, (s,))}
        if len(arguments) <= FEW:
            found[node] = arguments
    return found


def _bytes(node):
    """Infinite of what is no tensor of known size."""
    value = node.meta.get("val")
    if not isinstance(value, torch.Tensor) or not all(
            isinstance(s, int) for s in value.shape):
        return math.inf
    return math.prod(value.shape) * value.element_size()


def _is_known_size(node):
    """A size that the arguments give: pieces write it in their symbols."""
    value = node.meta.get("val")
    return isinstance(value, int) or isinstance(value, torch.SymInt) and \
        not free_unbacked_symbols(value) and is_written(value.node.expr)


def _drop_idle(stages, compiled):
    """A piece of views alone computes nothing."""
    busy = {_piece_of(n, stages) for n in compiled
            if n.target is not operator.getitem and not is_view(n)}
    for node in [n for n in compiled if _piece_of(n, stages) not in busy]:
        compiled.discard(node)


def _piece_of(node, stages):
    return stages[node], device_of(node)


def _schedule(plan, calls, compiled, stages):
    pieces, others = {}, {}
    for node in calls:
        if node in compiled:
            stage, device = _piece_of(node, stages)
            pieces.setdefault(stage, {}).setdefault(device, []).append(node)
        else:
            others.setdefault(stages[node], []).append(node)
    for stage in sorted(set(pieces) | set(others)):
        # Numbers of the host may be read by a device's piece of its stage.
        for device, nodes in sorted(pieces.get(stage, {}).items(),
                                    key=lambda item: item[0].type != "cpu"):
            part = Part()
            part.nodes, part.device = nodes, device
            plan.steps.append(part)
        plan.steps += others.get(stage, [])


def _boundaries(plan, graph, whole, shared):
    order = {n: i for i, n in enumerate(graph.nodes)}
    results = set(next(iter(reversed(graph.nodes))).all_input_nodes)
    if shared:
        sources = collections.Counter(map(_source, results))
        results |= {n for n, count in sources.items() if count > 1}
    for part in plan.parts:
        inside = set(part.nodes)
        _find_outputs(part, inside)
        _peel_views(part, inside, results, whole)
        part.views.sort(key=order.get)
        _drop_dead(part)
        inside = set(part.nodes)
        part.inputs = [n for n in dict.fromkeys(
            s for node in part.nodes for s in node.all_input_nodes)
            if n not in inside and not is_size(n.meta.get("val"))]
    moved = {n for part in plan.parts for n in part.views}
    plan.steps = [node for step in plan.steps if step not in moved
                  for node in _without_work(step)]


def _without_work(step):
    """The views of a piece of which only views are read."""
    return step.views if isinstance(step, Part) and not step.outputs else [step]


def _find_outputs(part, inside):
    for node in part.nodes:
        if any(user not in inside for user in node.users) and \
                not isinstance(node.meta.get("val"), (list, tuple)):
            part.outputs.append(node)


def _base(node):
    source = node.args[0] if node.target is operator.getitem else node
    return source.args[0] if is_view(source) else None


def _comes_from(node, inside):
    """Whether a size outside is one of a value inside."""
    return any(s in inside or _comes_from(s, inside)
               for s in node.all_input_nodes)


def _source(node):
    """The value whose memory it lies in."""
    while _base(node) is not None:
        node = _base(node)
    return node


def _lies_in(node, results):
    """Whether it is a view, perhaps of a view, of an argument or a result of
    the graph. AOTAutograd makes it again of that argument, or of what that
    result becomes, by its offset and strides, so that it has to be a view here
    too."""
    base = _base(node)
    return base is not None and (
        base.op in ("placeholder", "get_attr") or base in results or
        _lies_in(base, results))


def _leaving(outputs):
    """Of what the results are whole views of: themselves included."""
    found = set()
    for node in outputs:
        while node is not None and node not in found:
            found.add(node)
            node = _base(node) if str(node.target) in WHOLE_VIEWS else None
    return found


def _is_shared_out(node, leaving):
    """Whether all pieces of a split leave: as views they take no more memory
    than as copies."""
    if node.target is not operator.getitem:
        return False
    call = node.args[0]
    taken = {user.args[1] for user in call.users if user in leaving}
    return len(taken) == len(call.meta["val"])


def _is_peeled(node, base, inside, results, leaving):
    call = node.args[0] if node.target is operator.getitem else node
    sizes = [s for s in call.all_input_nodes
             if s not in inside and is_size(s.meta.get("val"))]
    if not all(not _comes_from(s, inside) or _follows(s, inside)
               for s in sizes):
        return False  # The framework would ask for them before.
    return base not in inside or str(node.target) in WHOLE_VIEWS or \
        overlaps(node.meta["val"]) or _lies_in(node, results) or \
        _is_shared_out(node, leaving)


def _follows(size, inside):
    """Whether it follows from sizes of arguments and of the piece's values:
    then it is asked for between the views of the piece."""
    return is_free(size) and all(
        s in inside or s.op == "placeholder" or _follows(s, inside)
        for s in size.all_input_nodes)


def _sizes_between(node, inside):
    """The sizes of the piece's values that a view is made with."""
    for size in node.all_input_nodes:
        if is_size(size.meta.get("val")) and _comes_from(size, inside):
            yield from _sizes_between(size, inside)
            yield size


def _peel_views(part, inside, results, whole):
    """Results that are views are made of their base by the framework."""
    queue, outputs, views = list(part.outputs), {}, {}
    leaving = _leaving(part.outputs)
    while queue:
        node = queue.pop()
        base = _base(node)
        if node in views or node in outputs:
            continue
        if base is None or node in whole or not _is_peeled(
                node, base, inside, results, leaving):
            outputs[node] = None
            continue
        if node.target is operator.getitem:
            views[node.args[0]] = None
        views[node] = None
        if base in inside:
            queue.append(base)
    order = {n: i for i, n in enumerate(part.nodes)}
    part.outputs = sorted(outputs, key=order.get)
    part.views = list(dict.fromkeys(
        n for view in views for n in (*_sizes_between(view, inside), view)))


def _drop_dead(part):
    live = set(part.outputs)
    kept = []
    for node in reversed(part.nodes):
        if node in live:
            kept.append(node)
            live.update(node.all_input_nodes)
    part.nodes = kept[::-1]
