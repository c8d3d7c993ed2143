"""Masks of attention that PyTorch's own kernels run. Models write down where
keys are behind queries as a tensor, of positions alone; asked for `is_causal`
instead, a kernel skips what is masked, and reads no mask."""
import math
import os

import torch
from torch._subclasses.fake_tensor import unset_fake_temporarily
from torch.fx import Node

from . import report

STRICT = bool(os.environ.get("TC_STRICT"))
aten = torch.ops.aten
CUDNN = {
    aten._scaled_dot_product_cudnn_attention.default,
    aten._scaled_dot_product_cudnn_attention_backward.default,
}
ATTENTION = CUDNN | {
    aten._scaled_dot_product_efficient_attention.default,
    aten._scaled_dot_product_efficient_attention_backward.default,
}
MOST_ELEMENTS = 1 << 25  # of a mask, which is computed once, on the CPU
MOST_CALLS = 200  # from which it is
# What PyTorch adds for cuDNN where a mask of truth values is False (elsewhere
# it is -inf): convert_boolean_attn_mask_cudnn in ATen's transformers.
CUDNN_MASKED = torch.finfo(torch.float16).min


def simplify(module, known):
    """In place. `known` keeps what masks are ("causal", "all") by name: those
    that a forward graph makes are arguments of its backward graph."""
    changed = False
    for node in module.graph.nodes:
        if node.target not in ATTENTION:
            continue
        mask = _argument(node, "attn_bias")
        if not isinstance(mask, Node) or _argument(node, "is_causal"):
            continue
        if mask.name not in known and mask.op == "call_function":
            known[mask.name] = _kind_or_none(mask, node.target in CUDNN)
        kind = known.get(mask.name)
        query, key = (_argument(node, n).meta["val"].shape[-2]
                      for n in ("query", "key"))
        if kind == "all" or kind == "causal" and query == key:
            _set(node, "attn_bias", None)
            _set(node, "is_causal", kind == "causal")
            changed = True
    if changed:
        module.graph.eliminate_dead_code()
        module.recompile()
    return module


def _places(node):
    return {a.name: i for i, a in enumerate(node.target._schema.arguments)}


def _argument(node, name):
    place = _places(node)[name]
    if place < len(node.args):
        return node.args[place]
    default = node.target._schema.arguments[place].default_value
    return node.kwargs.get(name, default)


def _set(node, name, value):
    place = _places(node)[name]
    if place < len(node.args):
        node.update_arg(place, value)
    else:
        node.update_kwarg(name, value)


def _kind_or_none(mask, cudnn):
    try:
        return _kind(mask, cudnn)
    except Exception as error:  # the attention runs with its mask
        if STRICT:
            raise
        report.log.warning("a mask cannot be computed: %r", error)
        return None


def _kind(mask, cudnn):
    """"causal": each query sees the keys up to its own position; "all"; or
    None: something else, or not known before it runs."""
    calls = _calls(mask)
    if calls is None:
        return None
    values = {}
    with unset_fake_temporarily(), torch.no_grad():
        for call in calls:
            args, words = torch.fx.node.map_arg(
                (call.args, call.kwargs), values.__getitem__)
            if words.get("device"):
                words = words | {"device": torch.device("cpu")}
            values[call] = call.target(*args, **words)
        return _what(values[mask], cudnn)


def _calls(mask):
    """What makes it, in order; None if an argument or chance does."""
    found, queue = set(), [mask]
    while queue and len(found) <= MOST_CALLS:
        node = queue.pop()
        if node in found:
            continue
        if node.op != "call_function" or (
                isinstance(node.target, torch._ops.OpOverload) and (
                    node.target._schema.is_mutable or
                    torch.Tag.nondeterministic_seeded in node.target.tags)):
            return None
        value = node.meta.get("val")
        if not isinstance(value, (list, tuple)) and not (
                isinstance(value, torch.Tensor) and
                all(isinstance(s, int) for s in value.shape) and
                math.prod(_stored(value)) <= MOST_ELEMENTS):
            return None
        found.add(node)
        queue += node.all_input_nodes
    if queue:
        return None
    return [n for n in mask.graph.nodes if n in found]


def _stored(value):
    """The sizes without what expand repeats (for each head, as a rule)."""
    return [1 if stride == 0 else size
            for size, stride in zip(value.shape, value.stride())]


def _what(value, cudnn):
    """Kept elements are True or 0; the others are False, or make every score
    one whose exponential is 0; for cuDNN, what PyTorch writes for False."""
    for dim, size in enumerate(_stored(value)[:-2]):
        value = value.narrow(dim, 0, min(size, value.shape[dim]))
    if value.dtype == torch.bool:
        kept = value
    elif value.is_floating_point():
        kept = value == 0
        masked = value <= torch.finfo(value.dtype).min
        if cudnn:
            masked |= value == torch.tensor(CUDNN_MASKED, dtype=value.dtype)
        if not (kept | masked).all():
            return None
    else:
        return None
    if kept.all():
        return "all"
    queries, keys = value.shape[-2:]
    causal = torch.ones(queries, keys, dtype=torch.bool).tril()
    return "causal" if queries == keys and (kept == causal).all() else None
