"""Attention through AOTAutograd as one op, in graphs without gradients.

PyTorch's own op is traced as what its dispatcher chooses: with sizes that are
symbols on a GPU, or with values of another width, as products and a softmax,
between which all scores lie in memory."""
from typing import Optional

import torch
from torch import Tensor
import torch.nn.functional as F

aten = torch.ops.aten
ATTENTION = (F.scaled_dot_product_attention,
             torch._C._nn.scaled_dot_product_attention)
NAMES = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal",
         "scale", "enable_gqa")
SWITCHES = ("_set_grad_enabled", "_enter_autocast", "_enter_inference_mode")


@torch.library.custom_op("tc::attention", mutates_args=())
def attention(query: Tensor, key: Tensor, value: Tensor,
              mask: Optional[Tensor], causal: bool, scale: Optional[float],
              grouped: bool) -> Tensor:
    return F.scaled_dot_product_attention(
        query, key, value, mask, 0.0, causal, scale=scale, enable_gqa=grouped)


@attention.register_fake
def _(query, key, value, mask, causal, scale, grouped):
    return F.scaled_dot_product_attention(
        query, key, value, mask, 0.0, causal, scale=scale, enable_gqa=grouped)


def keep_whole(graph_module):
    """Replaces the calls that Dynamo has captured; prepare.py goes back. Under
    autocast PyTorch's op converts its arguments."""
    nodes = graph_module.graph.nodes
    if torch.is_grad_enabled() or any(
            torch.is_autocast_enabled(d) for d in ("cpu", "cuda")) or any(
            getattr(n.target, "__name__", "") in SWITCHES for n in nodes):
        return
    for node in nodes:
        given = dict(zip(NAMES, node.args)) | dict(node.kwargs)
        causal, scale = given.get("is_causal", False), given.get("scale")
        grouped = given.get("enable_gqa", False)
        if node.op != "call_function" or node.target not in ATTENTION or \
                not _is_number(given.get("dropout_p", 0.0), 0) or \
                not all(isinstance(x, bool) for x in (causal, grouped)) or \
                not (scale is None or _is_number(scale)):
            continue
        node.target = torch.ops.tc.attention.default
        node.args = (given["query"], given["key"], given["value"],
                     given.get("attn_mask"), causal, scale, grouped)
        node.kwargs = {}
    graph_module.recompile()


def _is_number(value, wanted=None):
    return isinstance(value, (int, float)) and wanted in (None, value)


def restore(_graph, node):
    """A rule of prepare.py: the op of PyTorch."""
    query, key, value, mask, causal, scale, grouped = node.args
    node.target = aten.scaled_dot_product_attention.default
    node.args = (query, key, value, mask, 0.0, causal)
    node.kwargs = {"scale": scale} | ({"enable_gqa": True} if grouped else {})
    return True
