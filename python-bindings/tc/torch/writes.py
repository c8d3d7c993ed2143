"""Calls of Dynamo's graph that write to a value of the graph or to an argument:
the value that is there afterwards is a new one, which is copied to the argument
when the graph has run (buffers.py). Arguments that have a gradient, constants,
and what another value that is read afterwards shares memory with, are not taken."""
import functools
import inspect
import operator
import types

import torch
import torch.nn.functional as F
from torch.fx import Node

from . import calls
from .buffers import Written
from .recording import alike
from .refused import Refused
from .sizes import IN_PLACE

aten = torch.ops.aten
OPERATORS = {
    operator.iadd: "add", operator.isub: "sub", operator.imul: "mul",
    operator.itruediv: "div", operator.ipow: "pow",
    operator.iand: "bitwise_and", operator.ior: "bitwise_or",
    operator.ixor: "bitwise_xor",
}
ARITHMETIC = frozenset([*OPERATORS.values(), "clamp", "floor_divide",
                        "remainder"])
# Overload of a view -> the one that puts it back.
BACK = {aten.select.int: aten.select_scatter.default,
        aten.slice.Tensor: aten.slice_scatter.default}


@functools.cache
def place(target):
    """The number of a Python function's argument `inplace`, or None."""
    if not isinstance(target, types.FunctionType):
        return None
    names = list(inspect.signature(target).parameters)
    return names.index("inplace") if "inplace" in names else None


def same(a, b):
    """Whether two values of one storage are the same elements of it."""
    return alike(a, b) and a.storage_offset() == b.storage_offset()


class Writes:
    """`groups`: storage -> the nodes of Dynamo's graph whose values lie in it.
    `outer`: storage -> the arguments and attributes that lie in it. `written`:
    arguments that are written to."""

    def __init__(self, lowering):
        self.lowering = lowering
        self.outer, self.groups, self.written = {}, {}, {}
        nodes = list(lowering.module.graph.nodes)
        self.position = {n: i for i, n in enumerate(nodes)}
        self.last_use = {n: max(map(self.position.get, n.users), default=-1)
                         for n in nodes}

    def add_outer(self, node):
        value = node.meta["example_value"]
        self.outer.setdefault(value.untyped_storage()._cdata, []).append(node)
        self.note(node)

    def note(self, node):
        """That a node of Dynamo's graph has its value from now on."""
        value = node.meta.get("example_value")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(one, torch.Tensor):
                members = self.groups.setdefault(
                    one.untyped_storage()._cdata, [])
                members.append(node)

    def name(self, node):
        """The name of the overloads without the write; None where nothing is
        written."""
        target = node.target
        if target is operator.setitem:
            return "setitem"
        if target in calls.OPERATORS:  # and_, or_
            return None
        if target in OPERATORS:
            is_tensor = isinstance(
                node.args[0], Node) and isinstance(
                node.args[0].meta.get("example_value"), torch.Tensor)
            return OPERATORS[target] if is_tensor else None
        name = calls.name_of(node)
        number = place(target)
        if number is not None and target is not F.dropout and (
                node.kwargs.get("inplace") or node.args[number:number + 1] ==
                (True,)):
            return name
        if name.endswith("_") and not name.endswith("__"):
            return name[:-1]
        return None

    def lower(self, node, name, args, kwargs):
        """What the written value is then."""
        old = node.args[0] if node.args else None
        value = old.meta.get("example_value") if isinstance(old, Node) \
            else None
        if not isinstance(value, torch.Tensor) or name + "_" in IN_PLACE:
            raise Refused(f"{calls.name_of(node)} writes")
        if name == "setitem":
            new = self.set_item(node, args, value)
        else:
            new = self.without_write(node, name, args, kwargs, value)
        self.assign(node, old, new)
        return new

    def assign(self, node, old, new):
        """That the call `node` has written `new` to Dynamo's value `old`."""
        value = old.meta["example_value"]
        for member in self.refuse_shared(node, value):
            self.lowering.values[member] = new
            self.lowering.recorder.know(new, member.meta["example_value"])
        for outer in self.outer.get(value.untyped_storage()._cdata, ()):
            self.written[outer] = None

    def finish(self, results):
        """What the function has to write to, or None."""
        if not self.written:
            return None
        inputs = [n for n in self.position if n.op == "placeholder"]
        places = {n.meta["example_value"].untyped_storage()._cdata:
                  inputs.index(n) for n in self.written}
        given = {}
        for i, result in enumerate(results):
            value = result.meta["example_value"]
            if isinstance(value, torch.Tensor):
                number = places.get(value.untyped_storage()._cdata)
                # A view of all of it is another tensor, whose shape may change.
                if number is not None and \
                        value is inputs[number].meta["example_value"]:
                    given[i] = number
        return Written(list(places.values()), given)

    def refuse_outer(self, node, value):
        """Arguments that cannot be written to when the graph has run."""
        outer = self.outer.get(value.untyped_storage()._cdata, ())
        for one in outer:
            if len(outer) > 1 or one.op != "placeholder" or \
                    not same(one.meta["example_value"], value):
                raise Refused(f"{calls.name_of(node)} writes to a part of an "
                              "argument")
            if value.requires_grad or \
                    one.meta["example_value"].requires_grad:
                raise Refused(f"{calls.name_of(node)} writes to an argument "
                              "that has a gradient")
            if self.lowering.recorded and not self.lowering.training:
                raise Refused(f"{calls.name_of(node)} writes to an argument "
                              "of a CUDA graph")

    def refuse_shared(self, node, value):
        """The nodes that have the very value that is written."""
        self.refuse_outer(node, value)
        key, whole = value.untyped_storage()._cdata, []
        for member in self.groups.get(key, ()):
            other = member.meta["example_value"]
            if isinstance(other, torch.Tensor) and same(other, value) and \
                    other.requires_grad == value.requires_grad:
                whole.append(member)
            elif self.last_use[member] > self.position[node]:
                raise Refused(f"{calls.name_of(node)} writes to memory that "
                              "another value shares")
        return whole

    def without_write(self, node, name, args, kwargs, value):
        if place(node.target) is not None:
            kwargs = {k: v for k, v in kwargs.items() if k != "inplace"}
            args = args[:place(node.target)]
        if name in ARITHMETIC:
            tensors = [n.meta["val"] for n in calls.node_list(args, kwargs)
                       if calls.is_tensor(n)]
            if any(t.dtype != value.dtype for t in tensors) or \
                    name == "div" and not value.dtype.is_floating_point:
                raise Refused(f"{calls.name_of(node)} converts what it writes")
        rule = calls.PYTHON.get(node.target)
        if rule:
            name, args = rule(*args, **kwargs)
            kwargs = {}
        new = calls.make(self.lowering, node, name, args, kwargs, value,
                         writes=True)
        if new is None:
            raise Refused(f"{calls.name_of(node)} writes")
        return new

    def set_item(self, node, args, value):
        base, index, new = args
        steps = calls.basic_index(index, value.dim())
        if steps is None or any(s[0] is aten.unsqueeze.default for s in steps):
            raise Refused("an assignment to elements that tensors number")
        views = [base]
        for target, *rest in steps:
            views.append(self.lowering.compute(node, target, views[-1], *rest))
        if not calls.is_tensor(new):
            if isinstance(new, Node):
                raise Refused("an assignment of a size")
            new = self.lowering.compute(node, aten.fill.Scalar, views[-1], new)
        else:
            new = self.lowering.compute(node, aten.copy.default, views[-1], new)
        for view, (target, *rest) in zip(views[-2::-1], steps[::-1]):
            new = self.lowering.compute(node, BACK[target], view, new, *rest)
        if not steps:
            return new
        if not alike(new.meta["val"], value):
            raise Refused("an assignment to what is not row-major")
        return new
