"""Divides AOTAutograd's joint graph by PyTorch's partitioner, which is told two
facts that it does not know."""
import torch
from torch._functorch import config as functorch_config
from torch._functorch.partitioners import (
    min_cut_rematerialization_partition)
from torch.utils.checkpoint import CheckpointPolicy

from .support import memory_of

NARROW = torch.bfloat16, torch.float16
VISITS = 64


def partition(joint, inputs, **words):
    """PyTorch's min-cut partition. Two draws of one op are not one, though it
    eliminates common subexpressions and does not know all ops that are random
    (2.13: rand_ops in _functorch.compile_utils); and values that backward looks
    for among narrow floats are saved: kernels keep those wide, so that another
    that computes them again may find none."""
    for node in joint.graph.nodes:
        if node.target is torch.ops.aten.eq.Tensor and \
                node.meta.get("partitioner_tag") == "is_backward":
            for value in map(memory_of, node.all_input_nodes):
                if _is_of_narrow(value) and "recompute" not in value.meta:
                    value.meta["recompute"] = CheckpointPolicy.MUST_SAVE
    drawn = [n.target for n in joint.graph.nodes if
             torch.Tag.nondeterministic_seeded in getattr(n.target, "tags", ())]
    with functorch_config.patch(
            cse=functorch_config.cse and len(set(drawn)) == len(drawn)):
        return min_cut_rematerialization_partition(joint, inputs, **words)


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
            node.target is torch.ops.aten._to_copy.default)
