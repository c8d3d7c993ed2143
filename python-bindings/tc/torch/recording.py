"""Calls that are no single ATen overload: run on the values that Dynamo has
found, while the overloads that they are made of are recorded as nodes."""
from operator import getitem

import torch
from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode

from . import size_nodes
from .decompositions import rule_of
from .gradients import needs_gradient
from .prepare import draw_mask
from .refused import Refused
from .support import CPU, known_targets

aten = torch.ops.aten
# They give nothing but an error.
CHECKED = aten._linalg_check_errors.default
CHECKS = {CHECKED, aten._assert_async.default, aten._assert_async.msg}
# Inside of a decomposition they come whole; what they are made of has gradients.
COMPOSED = {aten.to.dtype, aten.to.dtype_layout, aten.to.other,
            aten.broadcast_tensors.default, aten.atleast_1d.default,
            aten.atleast_2d.default, aten.atleast_3d.default}
# Autograd has formulas for their derivatives; those of what they are made of are
# others at 0 (sinc, entr) or outside of (0, 1) (logit), or lose the digits of
# halves (ndtr).
FORMULAS = {aten.sinc.default, aten.special_entr.default, aten.logit.default,
            aten.special_ndtr.default}


class Recorder(TorchDispatchMode):
    """`nodes`: id of a fake tensor -> its node; `kept` keeps these tensors, so
    that no other gets the id."""

    def __init__(self, lowering):
        super().__init__()
        self.lowering = lowering
        self.nodes, self.kept, self.sizes = {}, [], {}
        self.origin, self.fresh = None, set()

    def know(self, node, value):
        """That a node of the new graph has this value."""
        if isinstance(value, torch.Tensor):
            self.nodes[id(value)] = node
            self.kept.append(value)
        elif isinstance(value, torch.SymInt) and \
                isinstance(node, torch.fx.Node):
            self.sizes.setdefault(value.node.expr, node)
        elif isinstance(value, (list, tuple)) and isinstance(node, tuple):
            for one, part in zip(node, value):
                self.know(one, part)

    def run(self, origin, args, kwargs):
        """What stands for the call `origin` of Dynamo's graph."""
        value = origin.meta["example_value"]
        real, words = torch.fx.node.map_arg((args, kwargs),
                                            lambda n: n.meta["val"])
        target = origin.target
        if origin.op == "call_method":
            target, real = getattr(type(real[0]), target), tuple(real)
        if isinstance(target, torch._ops.HigherOrderOperator) or \
                not callable(target):
            raise Refused(f"{target}")
        mode = fake_mode(real, words, value)
        self.origin, self.fresh = origin, set()
        try:
            with mode, torch.no_grad(), self:
                found = target(*real, **words)
        except Refused:
            raise
        except Exception as error:
            raise Refused(f"{target}: {error!r}"[:300]) from None
        return self.take(found, value, target)

    def take(self, found, value, target):
        """The nodes of what was found, which is to be like `value`."""
        if isinstance(value, torch.Tensor):
            if not isinstance(found, torch.Tensor) or not alike(found, value):
                raise Refused(f"{target} gives another value when run again")
            node = self.node(found)
            if node in self.fresh and node.meta["val"] is found:
                node.meta["val"] = value
            return node
        if isinstance(value, (list, tuple)):
            if not isinstance(found, (list, tuple)) or \
                    len(found) != len(value):
                raise Refused(f"{target} gives another value when run again")
            return tuple(self.take(f, v, target)
                         for f, v in zip(found, value))
        if isinstance(found, torch.SymInt):
            return self.size(found)
        if type(found) is type(value) and found == value or \
                type(found) in (int, bool, torch.dtype, torch.device):
            return found
        raise Refused(f"{target} gives a {type(found).__name__}")

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func._schema.is_mutable:
            return self.write(func, args, kwargs)
        if str(func) not in known_targets():
            if func in FORMULAS and needs_gradient(self.origin):
                raise Refused(f"{func}: its derivative has a formula")
            found = self.decompose(func, args, kwargs)
            if found is not NotImplemented:
                return found
        if func in CHECKS:
            return self.check(func, *args)
        if func in COMPOSED:
            with self:
                return func.decompose(*args, **kwargs)
        found = func(*args, **kwargs)
        leaves = pytree.tree_leaves(found)
        if not any(isinstance(leaf, torch.Tensor) for leaf in leaves):
            return found
        if str(func) not in known_targets():
            self.refuse_left(func)
        if any(isinstance(leaf, torch.Tensor) and free_unbacked_symbols(leaf)
               for leaf in leaves):
            raise Refused(f"{func}: data decide a size")
        new_args, words = pytree.tree_map(self.argument, (args, kwargs))
        add = self.lowering.add
        node = add(self.origin, func, new_args, words, found)
        self.fresh.add(node)
        if isinstance(found, torch.Tensor):
            self.know(node, found)
            return found
        for number, one in enumerate(found):
            if isinstance(one, torch.Tensor):
                self.know(add(self.origin, getitem, (node, number), {}, one),
                          one)
        return found

    def check(self, func, info, *_, **__):
        """An error that data decide: the call that `info` is of raises it."""
        made = self.nodes.get(id(info))
        call = made.args[0] if made is not None and made.target is getitem \
            else None
        if func is not CHECKED or call not in self.fresh or not any(
                a.name == "check_errors" for a in call.target._schema.arguments):
            raise Refused(f"{func}: an error that data decide")
        call.kwargs = {**call.kwargs, "check_errors": True}

    def refuse_left(self, func):
        """What tc has no rule for, PyTorch may run between pieces, if it is a
        function of its arguments, or a view of the first."""
        if any(a.alias_info for a in func._schema.arguments[1:]):
            raise Refused(f"{func}: tc has no rule for it")

    def decompose(self, func, args, kwargs):
        """PyTorch's decomposition of a call, recorded."""
        rule = rule_of(func)
        if not rule:
            return NotImplemented
        with self:
            return rule(*args, **kwargs)

    def write(self, func, args, kwargs):
        """A write to what the call itself has made, and no other value shares
        memory with, is the overload without the write."""
        if func is aten.bernoulli_.float:
            return self.draw(*args, **kwargs)
        space, name = func._schema.name.split("::")
        packet = getattr(getattr(torch.ops, space), name[:-1], None)
        target = getattr(packet, func._overloadname, None)
        if not name.endswith("_") or str(target) not in known_targets() or \
                self.nodes.get(id(args[0])) not in self.fresh or \
                self.is_shared(args[0]):
            raise Refused(f"{func} writes")
        if not alike(target(*args, **kwargs), args[0]):
            raise Refused(f"{func} converts what it writes")
        new_args, words = pytree.tree_map(self.argument, (args, kwargs))
        found = func(*args, **kwargs)
        node = self.lowering.add(self.origin, target, new_args, words, found)
        self.fresh.add(node)
        self.know(node, found)
        return found

    def draw(self, tensor, p=0.5, generator=None):
        """A mask that a dropout inside of the call draws."""
        sizes = list(tensor.shape), list(tensor.stride())
        if self.nodes.get(id(tensor)) not in self.fresh or generator or \
                self.is_shared(tensor):
            raise Refused("random numbers that are no dropout's mask")
        # Of GPUs, which numbers are drawn may depend on the type.
        dtype = torch.bool if tensor.device == CPU else tensor.dtype
        add, mask = self.lowering.add, torch.empty_like(tensor, dtype=dtype)
        sizes = [list(map(self.argument, part)) for part in sizes]
        drawn = add(self.origin, draw_mask, (*sizes, p, tensor.device, dtype),
                    {}, mask)
        node = add(self.origin, aten._to_copy.default, (drawn,),
                   {"dtype": tensor.dtype}, tensor)
        self.fresh.add(node)
        self.know(node, tensor)
        return tensor

    def is_shared(self, tensor):
        memory = tensor.untyped_storage()._cdata
        return any(other.untyped_storage()._cdata == memory
                   for other in self.kept if other is not tensor)

    def argument(self, value):
        if isinstance(value, torch.Tensor):
            return self.node(value)
        if isinstance(value, torch.SymInt):
            return self.size(value)
        if isinstance(value, (torch.SymFloat, torch.SymBool)):
            raise Refused("a number that sizes decide")
        return value

    def node(self, tensor):
        found = self.nodes.get(id(tensor))
        if found is None:
            raise Refused("a tensor that is not of the graph")
        return found

    def size(self, size):
        """The node of a size."""
        return self.size_of(size.node.expr)

    def size_of(self, expr):
        if expr.is_Integer:
            return int(expr)
        if expr not in self.sizes:
            self.find_sizes()
        if expr not in self.sizes:
            parts = size_nodes.parts_of(expr)
            if parts is None:
                raise Refused(f"the size {expr}")
            self.sizes[expr] = size_nodes.join(
                lambda target, args, value: self.lowering.add(
                    self.origin, target, args, {}, value),
                parts[0], list(map(self.size_of, parts[1])))
        return self.sizes[expr]

    def find_sizes(self):
        for node in list(self.lowering.graph.nodes):
            value = node.meta.get("val")
            for dim, size in enumerate(getattr(value, "shape", ())):
                if isinstance(size, torch.SymInt) and \
                        size.node.expr not in self.sizes:
                    self.know(self.lowering.add(
                        self.origin, aten.sym_size.int, (node, dim), {},
                        size), size)


def fake_mode(*values):
    for leaf in pytree.tree_leaves(values):
        if isinstance(leaf, torch.Tensor) and hasattr(leaf, "fake_mode"):
            return leaf.fake_mode
    raise Refused("a call without tensors")


def alike(a, b):
    return a.dtype == b.dtype and a.device == b.device and \
        tuple(a.shape) == tuple(b.shape) and \
        tuple(a.stride()) == tuple(b.stride())
