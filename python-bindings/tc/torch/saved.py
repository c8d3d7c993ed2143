"""What a forward graph saves for its backward has no reader but that: the
compiler chooses the order of its dimensions (loop-layout), and AOTAutograd
traces the backward half for the strides that it is told, as Inductor tells it
(TracingContext.output_strides)."""
import torch
from torch._guards import TracingContext
from torch.fx import Node

from .support import IN_MEMORY, is_view, why_not

CHOSEN = "tc.any_order"  # in a node's meta: the compiler chooses
SAME = {torch.ops.aten.detach.default, torch.ops.aten.alias.default}


def mark(forward, metadata):
    """Marks the values that only results that are saved return. The tokens of
    calls with effects, as of checks whether a matrix was singular, are results
    that AOTAutograd counts in some places and not in others: no value of such
    a graph is marked, nor are its strides told."""
    if metadata.tokens:
        return
    first = metadata.num_forward
    output = next(iter(reversed(forward.graph.nodes)))
    results = [_base(n) for n in output.args[0]]
    for node in results[first:]:
        if isinstance(node, Node) and node not in results[:first] and \
                is_dense(node.meta.get("val")):
            node.meta[CHOSEN] = True


def _base(node):
    """What a value is, by itself or under another name."""
    while isinstance(node, Node) and node.target in SAME:
        node = node.args[0]
    return node


def is_dense(value):
    """Whether it is a tensor in row-major order, of sizes that are known."""
    return is_static(value) and value.is_contiguous()


def is_static(value):
    return isinstance(value, torch.Tensor) and \
        value.layout is torch.strided and \
        all(type(n) is int for n in (*value.shape, *value.stride()))


def is_chosen(node, inside):
    """Whether the compiler chooses how this result of a piece lies; `inside`
    are the piece's nodes. PyTorch's kernels between the pieces read what is
    traced."""
    return CHOSEN in node.meta and _is_only_saved(node, inside)


def _is_only_saved(node, inside):
    return all(user in inside or user.op == "output" or
               (user.target in SAME and _is_only_saved(user, inside))
               for user in node.users)


def tell(forward, pieces, written=None):
    """Tells AOTAutograd how its results lie, which those for the arguments in
    `written` (buffers.Written) follow."""
    context = TracingContext.try_get()
    if context is None or context.output_strides is None:
        return
    strides = {}
    for piece in pieces:
        for node, info in zip(piece.part.outputs, piece.program.results):
            if CHOSEN in node.meta and info.strides is not None:
                strides[node] = info.strides
    if not strides:
        return
    output = next(iter(reversed(forward.graph.nodes)))
    count = len(output.args[0]) - (len(written.numbers) if written else 0)
    context.output_strides.extend(
        strides.get(_base(node)) if isinstance(node, Node) else None
        for node in output.args[0][:count])


def restride(backward, examples):
    """Gives the arguments the strides that they have now. What PyTorch runs,
    and views, read a copy that lies as it was traced."""
    graph = backward.graph
    by_memory = any(str(n.target) in IN_MEMORY for n in graph.nodes)
    arguments = [n for n in graph.nodes if n.op == "placeholder"]
    first = next(n for n in graph.nodes if n.op != "placeholder")
    for node, example in zip(arguments, examples):
        traced = node.meta.get("val")
        if not is_static(traced) or example.stride() == traced.stride():
            continue
        readers = [user for user in node.users
                   if by_memory or not _takes_strides(user)]
        node.meta["val"] = example
        if not readers:
            continue
        with graph.inserting_before(first):
            copy = graph.call_function(
                torch.ops.aten.clone.default, (node,),
                {"memory_format": torch.contiguous_format})
        copy.meta["val"] = traced
        for user in readers:
            user.replace_input_with(node, copy)


def _takes_strides(node):
    """Whether tc compiles the call, which then may read any strides."""
    if node.op == "output" or not isinstance(
            node.target, torch._ops.OpOverload):
        return False
    return why_not(node) is None and (
        not is_view(node) or node.target in SAME)
