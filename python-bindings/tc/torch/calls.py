"""Calls of torch functions, methods and operators as the one ATen overload that
they are: the generated bindings of PyTorch have the names of their overloads,
functions written in Python a rule (functions.py). The schema says which of them
takes the arguments, and in what form."""
import functools
import operator
import types
from operator import getitem

import torch
from torch.fx import Node

from . import autocast, buffers, gradients
from .floats import OF_TENSOR, is_float, lower_float
from .functions import PYTHON, is_tensor, node_list
from .refused import Refused
from .support import CPU, known_targets

aten = torch.ops.aten
NUMBERS = (int, float, bool, torch.SymInt, torch.SymFloat, torch.SymBool)
OPERATORS = {
    operator.add: "add", operator.sub: "sub", operator.mul: "mul",
    operator.truediv: "div", operator.floordiv: "floor_divide",
    operator.mod: "remainder", operator.pow: "pow", operator.neg: "neg",
    operator.abs: "abs", operator.matmul: "matmul", operator.invert:
    "bitwise_not", operator.and_: "bitwise_and", operator.or_: "bitwise_or",
    operator.xor: "bitwise_xor", operator.eq: "eq", operator.ne: "ne",
    operator.lt: "lt", operator.le: "le", operator.gt: "gt",
    operator.ge: "ge",
}
GENERATED = frozenset(f"torch._C.{part}" for part in
                      ("_nn", "_linalg", "_fft", "_special"))
# number OP tensor, as tensor OP number.
MIRRORED = {"add": "add", "mul": "mul", "bitwise_and": "bitwise_and",
            "bitwise_or": "bitwise_or", "bitwise_xor": "bitwise_xor",
            "eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge",
            "ge": "le", "sub": "rsub"}
# They give the argument itself where that is what they would make.
MAYBE_SAME = frozenset(
    "to type_as contiguous type float double half bfloat16 long int short char "
    "byte bool".split())
# Views that need another tensor's sizes alone.
AS_ANOTHER = {"expand_as": "expand", "view_as": "view",
              "reshape_as": "reshape"}


def name_of(node):
    target = node.target
    return target if isinstance(target, str) else \
        getattr(target, "__name__", "")


def lower(low, node, args, kwargs):
    """What stands for the node; None if it is no single overload."""
    value = node.meta["example_value"]
    if low.floats and not low.floats.isdisjoint(node_list(args, kwargs)):
        return lower_float(low, node, packet(node), args, kwargs, value)
    if is_float(node):
        low.floats.add(args[0])
        return args[0]
    if isinstance(value, NUMBERS) or isinstance(value, torch.Size):
        return lower_size(low, node, args, kwargs, value)
    if node.target is getitem:
        return lower_item(low, node, args, value)
    if node.target is torch.tensor and args:
        return lower_constant(low, node, args[0], value)
    for rules in [buffers.CALLS] + [gradients.CALLS] * low.training:
        if node.target in rules:
            found = rules[node.target](low, node, value, *args, **kwargs)
            if found is not NotImplemented:
                return found
    rule = PYTHON.get(node.target)
    if rule:
        found = rule(*args, **kwargs)
        return found if found is None or isinstance(found, Node) else \
            make(low, node, *found, {}, value)
    name = packet(node)
    if name is None:
        return None
    if node.op == "call_method":
        args, kwargs = as_function(name, args, kwargs)
    if name.rpartition("::")[2].startswith("native_"):
        raise Refused(f"{name}: fake tensors have other types of statistics")
    if name in MAYBE_SAME:
        return same_or_copy(low, node, name, args[0], value)
    if node.target in OPERATORS and not is_tensor(args[0]):
        name, args = MIRRORED.get(name), args[::-1]
        if name is None:
            return None
    if name in AS_ANOTHER:
        other = args[1] if len(args) > 1 else kwargs["other"]
        sizes = [size_of(low, node, other, dim, size)
                 for dim, size in enumerate(other.meta["val"].shape)]
        return make(low, node, AS_ANOTHER[name], (args[0], sizes), {}, value)
    return make(low, node, name, args, kwargs, value)


def packet(node):
    """The name that the call's overloads share, of aten if it says no other
    library; None of a function that is not generated from them."""
    target = node.target
    if node.op == "call_method":
        method = getattr(torch.Tensor, target, None)
        return target if isinstance(method, types.MethodDescriptorType) \
            else None
    if isinstance(target, torch._ops.OpOverload):
        return target._schema.name
    if isinstance(target, torch._ops.OpOverloadPacket):
        return target._qualified_op_name
    if target in OPERATORS:
        return OPERATORS[target]
    if not isinstance(target, types.BuiltinFunctionType):
        return None
    name = target.__name__
    generated = target.__module__ in GENERATED or \
        getattr(torch._C._VariableFunctions, name, None) is target
    return name if generated else None


@functools.cache
def place_of_self(name):
    """Where a method's tensor stands among the arguments of its overloads:
    x.where(condition, y) is where(condition, x, y)."""
    return max((i for schema in
                torch._C._jit_get_schemas_for_operator(f"aten::{name}")
                for i, a in enumerate(schema.arguments) if a.name == "self"),
               default=0)


def as_function(name, args, kwargs):
    """The arguments of a method, as its overloads have them."""
    at, own, rest = place_of_self(name), args[0], args[1:]
    if at == 0:
        return args, kwargs
    if len(rest) < at:  # the ones before it have names
        return rest, {**kwargs, "self": own}
    return (*rest[:at], own, *rest[at:]), kwargs


def lower_size(low, node, args, kwargs, value):
    """Sizes and what is computed from them stay calls of Python's."""
    if isinstance(value, (int, bool, float)):
        return value
    if isinstance(value, torch.Size):
        if node.target is torch.Size:  # a shape from before a graph break
            return tuple(args[0])
        return tuple(size_of(low, node, args[0], dim, size)
                     for dim, size in enumerate(value))
    if any(map(is_tensor, node_list(args, kwargs))):
        if name_of(node) == "size" and len(args) == 2:
            return size_of(low, node, args[0], args[1], value)
        if isinstance(value, torch.SymInt):
            return low.recorder.size(value)
        raise Refused(f"{name_of(node)}: a number of a tensor")
    if isinstance(args[0] if args else None, tuple):
        return args[0][args[1]] if node.target is getitem else None
    if node.op == "call_method":
        raise Refused(f"the method {node.target} of a size")
    if not node_list(args, kwargs):  # of constants, for a float that varied
        return node.target(*args, **kwargs)
    return low.add(node, node.target, args, kwargs, value)


def size_of(low, node, tensor, dim, size):
    return size if isinstance(size, int) else low.add(
        node, aten.sym_size.int, (tensor, dim), {}, size)


def lower_constant(low, node, data, value):
    if isinstance(data, NUMBERS):
        return low.add(node, aten.scalar_tensor.default, (data,),
                       {"dtype": value.dtype, **_device(value)}, value)
    if node_list((data,), {}):
        return None
    tensor = torch.tensor(data, dtype=value.dtype, device=value.device)
    with value.fake_mode:
        constant = low.constant(node, tensor, torch.empty_like(value))
    return low.add(node, aten.clone.default, (constant,), {}, value)


def lower_item(low, node, args, value):
    base, index = args
    if isinstance(base, tuple):
        return base[index]
    if isinstance(base.meta["val"], (list, tuple)):
        if not isinstance(index, int):
            return None
        return low.add(node, getitem, (base, index), {}, value)
    steps = basic_index(index, base.meta["val"].dim())
    if steps is None or len(steps) != 1:
        return None
    target, *rest = steps[0]
    return low.add(node, target, (base, *rest), {}, value)


def basic_index(index, rank):
    """[(overload, dimension, ...)] of an index of numbers and slices, each
    applied to what the one before gives; None of others."""
    index = list(index) if isinstance(index, tuple) else [index]
    taken = sum(i is not None and i is not Ellipsis for i in index)
    if index.count(Ellipsis) > 1 or taken > rank:
        return None
    if Ellipsis in index:
        at = index.index(Ellipsis)
        index[at:at + 1] = [slice(None)] * (rank - taken)
    steps, dim = [], 0
    for one in index:
        if one is None:
            steps.append((aten.unsqueeze.default, dim))
        elif type(one) is int:
            steps.append((aten.select.int, dim, one))
            dim -= 1
        elif isinstance(one, slice):
            if not all(i is None or type(i) is int
                       for i in (one.start, one.stop, one.step)):
                return None
            if one != slice(None):
                start, end = one.start or 0, one.stop
                end = (1 << 63) - 1 if end is None else end
                steps.append((aten.slice.Tensor, dim, start, end,
                              1 if one.step is None else one.step))
        else:
            return None
        dim += 1
    return steps


def same_or_copy(low, node, name, tensor, value):
    old = tensor.meta["val"]
    if old.untyped_storage()._cdata == value.untyped_storage()._cdata:
        same = old.dtype == value.dtype and old.shape == value.shape and \
            old.stride() == value.stride()
        return tensor if same else None
    if name == "contiguous":
        return low.add(node, aten.clone.default, (tensor,),
                       {"memory_format": torch.contiguous_format}, value)
    if old.device != value.device:
        return low.add(node, aten._to_copy.default, (tensor,), {
            "dtype": value.dtype, "device": value.device}, value)
    if old.dtype == value.dtype:
        return low.add(node, aten.clone.default, (tensor,), {}, value)
    return low.add(node, aten._to_copy.default, (tensor,),
                   {"dtype": value.dtype}, value)


def _device(value):
    return {} if value.device == CPU else {"device": value.device}


def make(low, node, name, args, kwargs, value, writes=False):
    """The call of the overload that takes the arguments; None if there is
    none, or tc has no rule for it. Autocast converts nothing of calls that
    write."""
    kwargs = dict(kwargs)
    if kwargs.pop("out", None) is not None or kwargs.pop(
            "requires_grad", False) or kwargs.pop("names", None):
        return None
    target, bound = resolve(name, args, kwargs)
    if target is None and "input" in kwargs:
        kwargs["self"] = kwargs.pop("input")
        target, bound = resolve(name, args, kwargs)
    if target is None or target._schema.is_mutable or \
            str(target) not in known_targets() or \
            low.leave and is_composite(target):
        return None
    if autocast.is_on() and not writes:
        bound = autocast.cast(low, node, target, *bound)
    if bound and low.training and target in gradients.FLAT:
        return gradients.flat(low, node, target, *bound, value)
    return bound and low.add(node, target, *bound, value)


def is_composite(target):
    """Whether it is made of overloads, which an option may name, for autograd
    too."""
    return torch._C._dispatch_has_kernel_for_dispatch_key(
        target.name(), "CompositeImplicitAutograd")


def resolve(name, args, kwargs):
    """(overload, its arguments), or (None, None)."""
    space, _, name = name.rpartition("::")
    space = space or "aten"
    # (as the resolver takes them, as they are bound, whether they are one list)
    listed = tuple([a] if is_number(a) else a for a in args)
    tries = [(tuple(args), tuple(args), False), (listed, tuple(args), False)]
    for keep in (1, 0):  # sizes as arguments, behind a tensor or alone
        rest = args[keep:]
        if rest and all(map(is_number, rest)) and \
                (not keep or is_tensor(args[0])):
            packed = (*args[:keep], list(rest))
            tries.append((packed, packed, True))
    for shown, given, packed in tries:
        real, words = torch.fx.node.map_arg((shown, kwargs),
                                            lambda n: n.meta["val"])
        try:
            word = torch._C._jit_resolve_packet(
                f"{space}::{name}", *real, **words)
        except (RuntimeError, TypeError):
            continue
        if word == "Scalar" and name in OF_TENSOR:
            word = "Tensor"
        target = getattr(getattr(getattr(torch.ops, space), name),
                         word or "default")
        schema = target._schema.arguments
        # PyTorch's parser takes arguments for one list only where the list is
        # all that may be given by position.
        if packed and sum(not a.kwarg_only for a in schema) != len(given):
            continue
        bound = bind(schema, given, kwargs)
        if bound:
            return target, bound
    return None, None


def is_number(value):
    if isinstance(value, Node):
        value = value.meta.get("val")
    return isinstance(value, (int, torch.SymInt))


def bind(schema, args, kwargs):
    """(args, kwargs) in the form in which the dispatcher has them: lists where
    the schema has lists, no defaults at the end; None if they do not fit."""
    named = [a for a in schema if not a.kwarg_only]
    if len(args) > len(named):
        return None
    given = dict(zip((a.name for a in named), args))
    given.update(kwargs)
    if not given.keys() <= {a.name for a in schema} or not all(
            fits(a, given[a.name]) for a in schema if a.name in given):
        return None
    last = max((i for i, a in enumerate(named) if a.name in given and
                not is_default(a, given[a.name])), default=-1)
    found, words = [], {}
    for number, argument in enumerate(named):
        if number > last and argument.has_default_value():
            break
        if argument.name not in given and not argument.has_default_value():
            return None
        found.append(form(argument, given.get(
            argument.name, argument.default_value)))
    for argument in schema:
        if argument.kwarg_only and argument.name in given and \
                not is_default(argument, given[argument.name]):
            words[argument.name] = form(argument, given[argument.name])
    return tuple(found), words


# The compiler of TorchScript, which resolves overloads, takes these for numbers.
KINDS = {"ScalarType": torch.dtype, "MemoryFormat": torch.memory_format,
         "Layout": torch.layout, "bool": bool}


def fits(argument, value):
    """Whether PyTorch's own parser takes the value for this argument."""
    kind = argument.real_type
    if isinstance(kind, torch._C.OptionalType):
        if value is None:
            return True
        kind = kind.getElementType()
    wanted = KINDS.get(str(kind))
    if wanted:
        return isinstance(value, wanted)
    return not isinstance(value, tuple(KINDS.values())) or \
        isinstance(value, bool) and str(kind) in ("number", "Tensor")


def is_default(argument, value):
    if isinstance(value, Node) or not argument.has_default_value():
        return False
    value = form(argument, value)  # a float may be given as an integer
    return type(value) is type(argument.default_value) and \
        value == argument.default_value


def form(argument, value):
    """The value as the argument's type has it."""
    kind = argument.type
    if isinstance(kind, torch._C.OptionalType):
        if value is None:
            return None
        kind = kind.getElementType()
    if isinstance(kind, torch._C.ListType):
        if isinstance(value, (list, tuple)):
            return list(value)
        return [value] * (argument.N or 1) if is_number(value) else value
    if isinstance(kind, torch._C.FloatType) and type(value) in (int, bool):
        return float(value)
    if isinstance(kind, torch._C.DeviceObjType) and \
            not isinstance(value, torch.device):
        return torch.device(value)
    return value
