"""Devices of a graph's values: moves CPU constructors to the device that reads
them, and finds calls that copy between devices or wait."""
import operator

import torch

from .importer import is_size, result_list
from .support import device_of

aten = torch.ops.aten
# They wait for the device to know a size or a number.
WAITS = {
    "aten._local_scalar_dense.default", "aten.item.default",
    "aten.nonzero.default", "aten.masked_select.default",
    "aten._unique2.default", "aten.unique_dim.default",
    "aten.unique_consecutive.default", "aten.repeat_interleave.Tensor",
    "aten.equal.default", "aten.is_nonzero.default",
}


def gpu_of(graph):
    """The one GPU that the graph's values are on; None if there are several,
    or none."""
    found = {device_of(n) for n in graph.nodes if n.op != "output"}
    found = {d for d in found if d is not None and d.type == "cuda"}
    return found.pop() if len(found) == 1 else None


def _is_movable(node, movable):
    """A value of the CPU that is made from numbers alone, always the same."""
    target = node.target
    if not isinstance(target, torch._ops.OpOverload) or \
            target._schema.is_mutable or \
            torch.Tag.nondeterministic_seeded in target.tags:
        return False
    values = result_list(node)
    return len(values) == 1 and isinstance(values[0], torch.Tensor) and \
        values[0].device.type == "cpu" and all(
            n in movable or is_size(n.meta.get("val"))
            for n in node.all_input_nodes)


def _is_read_there(node, movable, device):
    return all(user in movable or device_of(user) == device
               for user in node.users)


def move_constructors(module):
    """arange, full, ... of the CPU, and what is computed from them, of which
    only a GPU's values are made, become that GPU's. In place."""
    graph = module.graph
    device = gpu_of(graph)
    if device is None:
        return
    movable = {}
    for node in graph.nodes:
        if node.op == "call_function" and _is_movable(node, movable):
            movable[node] = None
    while True:
        stays = [n for n in movable if not _is_read_there(n, movable, device)]
        if not stays:
            break
        for node in stays:
            del movable[node]
        # What is made from what stays, stays.
        for node in list(movable):
            if not _is_movable(node, movable):
                del movable[node]
    for node in movable:
        _move(node, device)


def _move(node, device):
    names = [a.name for a in node.target._schema.arguments]
    makes = not any(isinstance(n.meta.get("val"), torch.Tensor)
                    for n in node.all_input_nodes)
    if "device" in names and (makes or "device" in node.kwargs):
        node.kwargs = {**node.kwargs, "device": device}
    value = node.meta["val"]
    with value.fake_mode:
        node.meta["val"] = torch.empty_strided(
            value.shape, value.stride(), dtype=value.dtype, device=device)


def transfers(nodes):
    """(node, what it does) of the framework's calls that copy between devices
    or wait for one."""
    for node in nodes:
        if node.target is operator.getitem:
            continue
        here = device_of(node)
        there = {device_of(n) for n in node.all_input_nodes}
        there = {d for d in there if d is not None and d != here}
        if str(node.target) in WAITS and any(
                d is not None and d.type == "cuda" for d in (here, *there)):
            yield node, "waits for the GPU"
        elif here is not None and here.type == "cpu" and there:
            yield node, f"copies from {_names(there)}, and waits"
        elif here is not None and any(_is_copied(n, here)
                                      for n in node.all_input_nodes):
            yield node, f"copies from {_names(there)} to {here}"


def _is_copied(node, device):
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.device != device and \
        (value.dim() > 0 or value.device.type != "cpu")


def _names(devices):
    return ", ".join(sorted(map(str, devices)))
