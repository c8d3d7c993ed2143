"""Divides AOTAutograd's joint graph by PyTorch's partitioner, which is told three
facts that it does not know."""
import math

import torch
from torch._functorch import config as functorch_config
from torch._functorch.partitioners import (
    min_cut_rematerialization_partition)
from torch.utils.checkpoint import CheckpointPolicy

from .support import memory_of

aten = torch.ops.aten
NARROW = torch.bfloat16, torch.float16
# Gradients of pools, and how many dimensions of space their positions are of.
POOLS = {aten.max_pool2d_with_indices_backward.default: 2,
         aten.max_pool3d_with_indices_backward.default: 3}
VISITS = 64


def partition(joint, inputs, **words):
    """PyTorch's min-cut partition. Two draws of one op are not one, though it
    eliminates common subexpressions and does not know all ops that are random
    (2.13: rand_ops in _functorch.compile_utils); and values that backward looks
    for among narrow floats are saved: kernels keep those wide, so that another
    that computes them again may find none. Positions of a max pool are saved in
    the fewest bytes that hold them, where nothing but its gradient reads
    them."""
    for node in joint.graph.nodes:
        if node.target is aten.eq.Tensor and \
                node.meta.get("partitioner_tag") == "is_backward":
            for value in map(memory_of, node.all_input_nodes):
                if _is_of_narrow(value) and "recompute" not in value.meta:
                    value.meta["recompute"] = CheckpointPolicy.MUST_SAVE
    for node in [n for n in joint.graph.nodes if n.target in POOLS]:
        _save_narrow(joint.graph, node)
    drawn = [n.target for n in joint.graph.nodes if
             torch.Tag.nondeterministic_seeded in getattr(n.target, "tags", ())]
    with functorch_config.patch(
            cse=functorch_config.cse and len(set(drawn)) == len(drawn)):
        return min_cut_rematerialization_partition(joint, inputs, **words)


def _save_narrow(graph, gradient):
    """Converts the positions that a pool's gradient reads to fewer bytes, and
    back in front of it."""
    x, positions = gradient.args[1], gradient.args[-1]
    places = x.meta["val"].shape[-POOLS[gradient.target]:]
    if len(positions.users) > 1 or "recompute" in positions.meta or \
            not all(isinstance(n, int) for n in places):
        return
    types = [t for t in (torch.int16, torch.int32)
             if math.prod(places) <= torch.iinfo(t).max]
    if not types:
        return
    with graph.inserting_after(positions):
        narrow = _converted(graph, positions, types[0])
    with graph.inserting_before(gradient):
        wide = _converted(graph, narrow, torch.int64)
    narrow.meta["recompute"] = CheckpointPolicy.MUST_SAVE
    wide.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE
    gradient.replace_input_with(positions, wide)


def _converted(graph, value, dtype):
    node = graph.call_function(aten._to_copy.default, (value,),
                               {"dtype": dtype})
    node.meta["val"] = value.meta["val"].to(dtype)
    return node


def _is_of_narrow(value):
    """Whether a pointwise op of forward computes it, from narrow floats
    somewhere."""
    seen, todo = set(), [value]
    while todo and len(seen) < VISITS:
        node = memory_of(todo.pop())
        if node in seen or not _is_pointwise(node):
            continue
        if node.meta["val"].dtype in NARROW:
            return True
        seen.add(node)
        todo += node.all_input_nodes
    return len(seen) == VISITS


def _is_pointwise(node):
    return node.op == "call_function" and \
        node.meta.get("partitioner_tag") != "is_backward" and \
        isinstance(node.meta.get("val"), torch.Tensor) and (
            torch.Tag.pointwise in getattr(node.target, "tags", ()) or
            node.target is aten._to_copy.default)
