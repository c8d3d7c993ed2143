"""Arguments that a graph writes to, such as the statistics of a batch norm: the
compiled function has computed their new values in them (inplace.py), or gives
them, and they are copied when it has run."""
from bisect import bisect_left
from operator import getitem

import torch
import torch.nn.functional as F
from torch.autograd.graph import increment_version
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from .refused import Refused

aten = torch.ops.aten


class Overlap(Exception):
    """An argument that is written to shares memory with another one."""


def _span(tensor):
    """The bytes from its first element to its last: (begin, end)."""
    start = tensor.data_ptr()
    if not tensor.numel():
        return start, start
    last = sum((n - 1) * s for n, s in zip(tensor.shape, tensor.stride()))
    return start, start + (last + 1) * tensor.element_size()


def _meets_others(tensor, tensors):
    """Whether its span meets that of one of the others, of which it is one."""
    start, end = _span(tensor)
    return sum(first < end and start < last
               for first, last in map(_span, tensors)) > 1


class Written:
    """`numbers` of the arguments that are written to, whose new values are the
    function's last results; None is one that is in place. `given`: results that
    are such an argument itself (number of a result -> of the argument).
    `views`: numbers of results that are, or become, views of arguments.
    `is_checked`: a call whose arguments overlap raises Overlap, before it writes
    to any of them. `count`: of the arguments."""

    def __init__(self, numbers, given, views=(), count=0):
        self.numbers, self.given, self.count = numbers, given, count
        self.views = frozenset([*given, *views])
        self.is_checked = False

    def overlap(self, args):
        """Whether one of them may share elements with another argument, which no
        guard of PyTorch's tells: their spans of memory meet."""
        tensors = sorted(
            (a for a in args if isinstance(a, torch.Tensor)),
            key=torch.Tensor.data_ptr)
        starts = [a.data_ptr() for a in tensors]
        for number in self.numbers:
            memory = args[number].untyped_storage()
            start = memory.data_ptr()
            first = bisect_left(starts, start)
            last = bisect_left(starts, start + max(memory.nbytes(), 1))
            if last - first > 1 and _meets_others(args[number],
                                                  tensors[first:last]):
                return True
        return False

    def copy_to(self, args, results):
        """The results without the new values."""
        count = len(results) - len(self.numbers)
        pairs = list(zip(self.of(args), results[count:]))
        copy_all([(a, new) for a, new in pairs if new is not None])
        increment_version([a for a, new in pairs if new is None])
        return results[:count]

    def of(self, args):
        return [args[i] for i in self.numbers]

    def give(self, args, results):
        """The results, some of which are arguments."""
        results = list(results)
        for i, number in self.given.items():
            results[i] = args[number]
        return results

    def writing(self, run):
        """`run`, a function of a list, with what it writes."""
        def call(args):
            kept = {i: args[i] for i in (*self.numbers, *self.given.values())}
            return self.give(kept, self.copy_to(kept, run(args)))
        call._boxed_call = True
        return call

    def apart_from(self, run, captured):
        """`run`, a function of arguments; `captured` runs the calls where one
        that is written to overlaps another."""
        def call(*args):
            if not self.is_checked and self.overlap(args):
                return captured.run(args)
            try:
                return run(*args)
            except Overlap:
                return captured.run(args)
        return call


def copy_all(pairs):
    """Copies of each (tensor, new value) the new value into the tensor. A GPU
    does so in one kernel for all of a dtype: PyTorch copies lists of several
    dtypes one tensor at a time. (Tensors of two dtypes share no memory.)"""
    lists = {}
    for pair in pairs:
        lists.setdefault(pair[0].dtype, []).append(pair)
    with torch.no_grad():
        for alike in lists.values():
            torch._foreach_copy_(*map(list, zip(*alike)))


def _places(args):
    """Of each tensor that has memory of its own its storage, as the number of the
    first one that has it; where others have it, too, where the tensor begins,
    and the storage's bytes."""
    tensors = [a for a in args if isinstance(a, torch.Tensor) and
               not is_traceable_wrapper_subclass(a)]
    storages = [a.untyped_storage() for a in tensors]
    begins = [s.data_ptr() for s in storages]
    first = {}
    for i, begin in enumerate(begins):
        first.setdefault(begin, i)
    shared = {b for i, b in enumerate(begins) if first[b] != i}
    return [(first[b], a.storage_offset(), s.nbytes()) if b in shared else None
            for a, b, s in zip(tensors, begins, storages)]


def placed_alike(run, captured, examples):
    """`run`, a function of arguments that shared memory when it was traced as
    `examples` do, which no guard of PyTorch's tells; `captured` runs the calls
    where they share it in another way."""
    places = _places(examples)

    def call(*args):
        if _places(args) == places:
            return run(*args)
        return captured.run(args)
    return call


def elements_of(node):
    """The values whose elements a node's depend on: running statistics do not
    enter the other results of a batch norm."""
    if node.target is getitem and node.args[1] < 3 and node.args[
            0].target is aten._native_batch_norm_legit_functional.default:
        return [n for n in node.args[0].args[:3] if n is not None]
    return node.all_input_nodes


def batch_norm(low, node, value, input, running_mean, running_var, weight=None,
               bias=None, training=False, momentum=0.1, eps=1e-5):
    """In training: of the batch's moments, which move the running ones."""
    if not training:
        return NotImplemented
    if not isinstance(momentum, float):
        raise Refused("a momentum that varies")
    if 0 in input.meta["val"].shape:
        raise Refused("statistics of an empty batch, which eager leaves alone")
    if running_mean is None:
        return _parts(low, node, value, low.compute(
            node, aten._native_batch_norm_legit.no_stats, input, weight, bias,
            True, momentum, eps))[0]
    found, _, _, *moved = _parts(low, node, value, low.compute(
        node, aten._native_batch_norm_legit_functional.default, input, weight,
        bias, running_mean, running_var, True, momentum, eps))
    given = dict(zip(("input", "running_mean", "running_var"), node.args),
                 **node.kwargs)
    for name, new in zip(("running_mean", "running_var"), moved):
        low.writes.assign(node, given[name], new)
    return found


def _parts(low, node, value, made):
    values = [value, *made.meta["val"][1:]]
    return [low.add(node, getitem, (made, i), {}, one)
            for i, one in enumerate(values)]


def _overload(low, node, value, input, weight, bias, running_mean, running_var,
              training, *_):
    if training:
        raise Refused("statistics of torch.batch_norm")
    return NotImplemented


CALLS = {F.batch_norm: batch_norm, torch.batch_norm: _overload}
