"""Floats that may be others in each call: arguments of the user's and, under
dynamic=True, numbers of modules. Dynamo passes each as a tensor on the host, in
f64, which stands for the float here; arithmetic of floats is that of such
tensors. What takes nothing but a number gets it: Dynamo is asked to trace again
with it as a constant, as AOTAutograd would ask."""

import torch
from torch._dynamo import exc
from torch._dynamo.symbolic_convert import TensorifyState
from torch._guards import TracingContext
from torch.fx import Node

from .refused import Refused
from .size_numbers import ARITHMETIC

aten = torch.ops.aten
# Overloads of a number, as AOTAutograd has them: of a tensor, which it is.
OF_TENSOR = frozenset(["add", "sub", "mul", "div"])
# Others, which compute with the number's own bits in halves: the overload that
# takes tensors, and the names of its arguments.
OF_TENSORS = {
    "lerp": (aten.lerp.Tensor, ("input", "end", "weight")),
    "pow": (aten.pow.Tensor_Tensor, ("input", "exponent")),
    "clamp": (aten.clamp.Tensor, ("input", "min", "max"))}
COMPARISONS = frozenset(["lt", "le", "gt", "ge", "eq", "ne"])
MIRRORED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq",
            "ne": "ne"}


def is_float(node):
    """Whether it gives the float of an argument."""
    return node.op == "call_method" and node.target == "item" and \
        node.args[0].op == "placeholder" and \
        isinstance(node.meta["example_value"], torch.SymFloat)


def lower_float(low, node, name, args, kwargs, value):
    """What stands for a call of such floats; `name` is that of its overloads."""
    if isinstance(value, torch.SymFloat):
        return arithmetic(low, node, args, kwargs)
    if not isinstance(value, torch.Tensor):
        refuse(node)
    if not kwargs and len(args) == 2 and (
            name in OF_TENSOR and value.dtype.is_floating_point or
            name in COMPARISONS):
        return lower_pair(low, node, name, args, value)
    target, names = OF_TENSORS.get(name, (None, ()))
    given = {**dict(zip(names, args)), **kwargs}
    if not names or not given.keys() <= set(names) or \
            not value.dtype.is_floating_point or value.itemsize == 2 or \
            not is_tensor(low, given.get(names[0])):
        refuse(node)
    return low.add(node, target, [
        a if a is None or is_tensor(low, a) else
        low.cast(node, of(low, node, a), value.dtype)
        for a in map(given.get, names)], {}, value)


def is_tensor(low, value):
    return isinstance(value, Node) and value not in low.floats and \
        isinstance(value.meta.get("val"), torch.Tensor)


def of(low, node, number):
    """A number as such a tensor."""
    if number in low.floats:
        return number
    if not isinstance(number, (int, float)) and not (
            isinstance(number, Node) and
            isinstance(number.meta.get("val"), torch.SymInt)):
        raise Refused("a float of an argument and another number")
    mode = next(iter(low.floats)).meta["val"].fake_mode
    with mode:
        value = torch.empty((), dtype=torch.float64)
    return low.add(node, aten.scalar_tensor.default, (number,),
                   {"dtype": torch.float64}, value)


def arithmetic(low, node, args, kwargs):
    if node.target not in ARITHMETIC or kwargs:
        raise Refused(f"{node.target} of a float that may vary")
    found = low.compute(node, ARITHMETIC[node.target],
                        *[of(low, node, a) for a in args])
    low.floats.add(found)
    return found


def lower_pair(low, node, name, args, value):
    """Arithmetic or a comparison of a tensor and a float: in the dtype in which
    eager has both, which is f32 for the halves."""
    number = next(i for i, a in enumerate(args) if a in low.floats)
    other = args[1 - number]
    if not is_tensor(low, other) or other.meta["val"].dim() == 0:
        raise Refused(f"{name} of numbers")
    if name in COMPARISONS:
        if not other.meta["val"].dtype.is_floating_point:
            raise Refused(f"{name} of integers and a float")
        name = MIRRORED[name] if number == 0 else name
        return low.compute(node, getattr(aten, name).Tensor, other,
                           args[number])
    wide = torch.float32 if value.itemsize == 2 else value.dtype
    if other.meta["val"].dtype != wide:
        other = low.cast(node, other, wide)
    if number == 0 and name == "div":
        other = low.compute(node, aten.reciprocal.default, other)
        name = "mul"
    elif number == 0 and name == "sub":
        other = low.compute(node, aten.neg.default, other)
        name = "add"
    found = low.compute(node, getattr(aten, name).Tensor, other,
                        args[number])
    return found if wide == value.dtype else low.cast(node, found, value.dtype)


def refuse(node):
    """Has Dynamo trace with constants for the floats of all calls that are like
    this one, unless it has done so already."""
    name = getattr(node.target, "__name__", node.target)
    names = {str(symbol) for n in node.graph.nodes if n.target is node.target
             for a in n.all_input_nodes
             if isinstance(a.meta.get("example_value"), torch.SymFloat)
             for symbol in a.meta["example_value"].node._expr.free_symbols}
    left = {n for n in names if n.startswith("zf") and
            not TensorifyState.should_specialize(n)}
    if not left or TracingContext.try_get() is None:
        raise Refused(f"{name} of a float that may vary")
    for one in left:
        TensorifyState.specialize(one)
    raise exc.TensorifyScalarRestartAnalysis
