"""Dynamo's graph of `weight.data *= mask`: the product is written in place, and
the weight is given the memory that it has."""
import torch

from .writes import same


def drop_assignments(graph_module):
    """In place: without the assignments that change nothing, which AOTAutograd
    does not take beside a write. What sets back the version that such an
    assignment counts goes with it."""
    data = {}  # of a tensor; its own value has what is assigned in the end
    for node in list(graph_module.graph.nodes):
        if node.target is torch._C._autograd._get_data_attr:
            data[node.args[0]] = node.meta["example_value"]
        elif _assigns(node):
            old, new = data.pop(node.args[0], None), node.args[1]
            if old is not None and _shares_all(old, new.meta["example_value"]):
                _drop(graph_module.graph, node)


def _assigns(node):
    return node.target is torch.Tensor.set_ and len(node.args) == 2


def _shares_all(one, other):
    return one.untyped_storage()._cdata == other.untyped_storage()._cdata \
        and same(one, other)


def _drop(graph, node):
    for user in list(node.users):
        if user.target.__name__ == "_lower_version_count_by_1":
            graph.erase_node(user)
    node.replace_all_uses_with(node.args[0])
    graph.erase_node(node)
