"""Rewrites of a functional graph before the partition, so that random numbers
and sizes do not split pieces."""
import functools

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx import Node

from . import attention, size_numbers, strided
from .size_nodes import SizeNodes

aten = torch.ops.aten
LIKE = {
    aten.empty_like.default: aten.empty.memory_format,
    aten.rand_like.default: aten.rand.default,
    aten.randn_like.default: aten.randn.default,
}


def prepare(module):
    """In place. An op that reads only the shape of its argument is given the
    shape, so that masks of dropout are drawn before, not between, pieces."""
    graph = module.graph
    changed = False
    for node in list(graph.nodes):
        if _is_factory(node.target):
            _name_dtype(node)
        if _makes_floats(node):
            _promote(graph, node)
        rule = RULES.get(node.target)
        if not rule and isinstance(node.target, torch._ops.OpOverload) and \
                any(map(size_numbers.is_number, node.all_input_nodes)):
            rule = _numbers_of_sizes
        if rule and rule(graph, node):
            changed = True
    if changed:
        graph.eliminate_dead_code()
    return module


@functools.cache
def _is_factory(target):
    """Whether it makes a tensor of none, in the default dtype unless told."""
    if not isinstance(target, torch._ops.OpOverload):
        return False
    arguments = target._schema.arguments
    return any(a.name == "dtype" and a.kwarg_only for a in arguments) and \
        not any("Tensor" in str(a.type) for a in arguments)


def _name_dtype(node):
    """The default dtype is that of the trace."""
    value = node.meta.get("val")
    if isinstance(value, torch.Tensor) and node.kwargs.get("dtype") is None:
        node.kwargs = {**node.kwargs, "dtype": value.dtype}


def _makes_floats(node):
    """Whether a pointwise call makes numbers of the default dtype of integers
    alone, where the default is not f32, the only one that tc's rules know."""
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and \
        value.dtype not in (torch.float32, torch.complex64) and \
        _is_real(value.dtype) and node.op == "call_function" and \
        torch.Tag.pointwise in getattr(node.target, "tags", ()) and \
        node.kwargs.get("dtype") is None and not any(
            _is_real(v.dtype) for v in _tensors(node)) and bool(_tensors(node))


def _is_real(dtype):
    return dtype.is_floating_point or dtype.is_complex


def _tensors(node):
    values = (n.meta.get("val") for n in node.all_input_nodes)
    return [v for v in values if isinstance(v, torch.Tensor)]


def _promote(graph, node):
    """Gives it the numbers in the dtype of its result; not the condition of
    where, which selects."""
    call, dtype = Builder(graph, node), node.meta["val"].dtype
    chooses = node.target.overloadpacket is aten.where
    for number, value in enumerate(node.args):
        if isinstance(value, Node) and isinstance(
                value.meta.get("val"), torch.Tensor) and not (
                    chooses and number == 0):
            node.update_arg(number, call(aten._to_copy.default, value,
                                         dtype=dtype))


class Builder:
    """Calls before a node; values are those of PyTorch's own meta kernels."""

    def __init__(self, graph, node):
        self.graph, self.node = graph, node
        tensor = next(v for n in (node, *node.all_input_nodes)
                      if isinstance(v := n.meta.get("val"), FakeTensor))
        self.mode = tensor.fake_mode

    def __call__(self, target, *args, **kwargs):
        with self.graph.inserting_before(self.node):
            new = self.graph.call_function(target, args, kwargs)
        new.meta.update({k: v for k, v in self.node.meta.items()
                         if k in ("stack_trace", "nn_module_stack")})
        real, words = torch.utils._pytree.tree_map_only(
            Node, lambda n: n.meta["val"], (args, kwargs))
        with self.mode, torch.no_grad():
            new.meta["val"] = target(*real, **words)
        return new


def _results(node):
    """{number: the node that picks it}."""
    return {user.args[1]: user for user in node.users}


def _replace(graph, node, values):
    """Results of `node` by number."""
    for number, user in _results(node).items():
        value = values[number]
        if value.meta["val"].stride() != user.meta["val"].stride():
            with graph.inserting_before(node):  # it lies as eager's does
                value = graph.call_function(aten.clone.default, (value,))
            value.meta.update(user.meta)
        user.replace_all_uses_with(value)
        graph.erase_node(user)
    graph.erase_node(node)
    return True


def _arguments(node):
    """By name, defaults included."""
    names = [a.name for a in node.target._schema.arguments]
    given = {a.name: a.default_value for a in node.target._schema.arguments}
    return given | dict(zip(names, node.args)) | dict(node.kwargs)


def _attention(graph, node):
    """The fused attention of CPUs. Where its log-sum-exp is read (by its
    derivative), in formulas; PyTorch's decomposition gives another value
    there."""
    a = _arguments(node)
    keys, values = (a[n].meta["val"].shape[2] for n in ("key", "value"))
    # The kernel does not ask; the comparison makes it one size, and a guard.
    if a["dropout_p"] != 0 or keys != values:
        return False
    call = Builder(graph, node)
    _share_heads(call, a)
    if 1 not in _results(node):
        mask = a["attn_mask"]
        out = call(aten.scaled_dot_product_attention.default, a["query"],
                   a["key"], a["value"], mask, 0.0, a["is_causal"],
                   scale=a["scale"])
        return _replace(graph, node, {0: out})
    dtype = a["query"].meta["val"].dtype
    scores = _scores(call, a)
    highest = call(aten.amax.default, scores, [-1], True)
    masked = call(aten.eq.Scalar, highest, float("-inf"))
    highest = call(aten.masked_fill.Scalar, highest, masked, 0.0)
    terms = call(aten.exp.default, call(aten.sub.Tensor, scores, highest))
    total = call(aten.sum.dim_IntList, terms, [-1], True)
    safe = call(aten.masked_fill.Scalar, total, masked, 1.0)
    value = _wide(call, a["value"])
    out = call(aten.div.Tensor, call(aten.matmul.default, terms, value), safe)
    if out.meta["val"].dtype != dtype:
        out = call(aten._to_copy.default, out, dtype=dtype)
    log = call(aten.add.Tensor, call(aten.log.default, safe), highest)
    return _replace(graph, node, {
        0: out, 1: call(aten.squeeze.dim, log, -1)})


def _shape(call, node):
    """Its sizes: numbers, and nodes of those that are not known."""
    return [s if isinstance(s, int) else call(aten.sym_size.int, node, d)
            for d, s in enumerate(node.meta["val"].shape)]


def _share_heads(call, a):
    """Heads of keys and values that several heads of queries read, once for
    each of these; how many read one."""
    heads = a["query"].meta["val"].shape[1]
    groups = heads // a["key"].meta["val"].shape[1]
    for name in ("key", "value") if groups > 1 else ():
        b, n, length, width = _shape(call, a[name])
        x = call(aten.unsqueeze.default, a[name], 2)
        x = call(aten.expand.default, x, [b, n, groups, length, width])
        a[name] = call(aten.reshape.default, x, [b, heads, length, width])
    return groups


def _sum_groups(call, grad, groups):
    if groups == 1:
        return grad
    b, n, length, width = _shape(call, grad)
    x = call(aten.reshape.default, grad,
             [b, n // groups, groups, length, width])
    return call(aten.sum.dim_IntList, x, [2])


def _wide(call, node):
    if node.meta["val"].dtype in (torch.bfloat16, torch.float16):
        return call(aten._to_copy.default, node, dtype=torch.float32)
    return node


def _scale(a):
    return a["scale"] if a["scale"] is not None else \
        a["query"].meta["val"].shape[-1] ** -0.5


def _scores(call, a):
    """The scaled and masked products of queries and keys."""
    query, key = _wide(call, a["query"]), _wide(call, a["key"])
    scores = call(aten.matmul.default, query,
                  call(aten.transpose.int, key, -2, -1))
    scores = call(aten.mul.Tensor, scores, _scale(a))
    if a["attn_mask"] is not None:
        mask = a["attn_mask"]
        if mask.meta["val"].dtype == torch.bool:
            return call(aten.where.ScalarOther, mask, scores, float("-inf"))
        return call(aten.add.Tensor, scores, _wide(call, mask))
    if a["is_causal"]:
        rows, columns = _shape(call, scores)[-2:]
        device = scores.meta["val"].device
        row = call(aten.arange.default, rows, device=device)
        column = call(aten.arange.default, columns, device=device)
        kept = call(aten.le.Tensor, column, call(aten.unsqueeze.default, row, 1))
        return call(aten.where.ScalarOther, kept, scores, float("-inf"))
    return scores


def _attention_backward(graph, node):
    """With P = exp(scores - log-sum-exp), which the forward has saved."""
    a = _arguments(node)
    values = [a[n].meta["val"] for n in ("query", "key", "value")]
    if a["dropout_p"] != 0 or not all(map(_is_static, values)):
        return False
    call = Builder(graph, node)
    groups = _share_heads(call, a)
    dtype = values[0].dtype
    log = call(aten.unsqueeze.default, a["logsumexp"], -1)
    p = call(aten.exp.default, call(aten.sub.Tensor, _scores(call, a), log))
    grad, out = _wide(call, a["grad_out"]), _wide(call, a["out"])
    query, key = _wide(call, a["query"]), _wide(call, a["key"])
    value = _wide(call, a["value"])
    transposed = call(aten.transpose.int, p, -2, -1)
    grad_value = call(aten.matmul.default, transposed, grad)
    inner = call(aten.sum.dim_IntList, call(aten.mul.Tensor, grad, out), [-1],
                 True)
    products = call(aten.matmul.default, grad,
                    call(aten.transpose.int, value, -2, -1))
    change = call(aten.mul.Tensor, p,
                  call(aten.sub.Tensor, products, inner))
    change = call(aten.mul.Tensor, change, _scale(a))
    grad_query = call(aten.matmul.default, change, key)
    grad_key = call(aten.matmul.default,
                    call(aten.transpose.int, change, -2, -1), query)
    found = [grad_query, _sum_groups(call, grad_key, groups),
             _sum_groups(call, grad_value, groups)]
    if dtype != grad_query.meta["val"].dtype:
        found = [call(aten._to_copy.default, g, dtype=dtype) for g in found]
    return _replace(graph, node, dict(enumerate(found)))


def _gpu_attention(graph, node):
    """The fused attentions of GPUs, of which no derivative is made: the op that
    they stand for, which lies as they do."""
    a, used = _arguments(node), _results(node)
    query, key = (a[n].meta["val"] for n in ("query", "key"))
    if a["dropout_p"] != 0 or set(used) != {0} or \
            query.shape[1] != key.shape[1]:
        return False
    with graph.inserting_before(node):
        out = graph.call_function(
            aten.scaled_dot_product_attention.default,
            (a["query"], a["key"], a["value"], a.get("attn_bias"), 0.0,
             a["is_causal"]), {"scale": a["scale"]})
    out.meta.update(used[0].meta)
    used[0].replace_all_uses_with(out)
    graph.erase_node(used[0])
    graph.erase_node(node)
    return True


def _frozen_batch_norm(graph, node):
    """Of a GPU, where it gives the statistics that it was given as well: made
    apart, for whom they are."""
    a, used = _arguments(node), _results(node)
    out, mean, _ = node.meta["val"]
    if out.device.type == "cpu" or mean.dim() != 1 or 0 in mean.shape:
        return False
    if set(used) - {0}:
        call = Builder(graph, node)
        kept = [call(aten._to_copy.default, a[name], dtype=mean.dtype)
                for name in ("running_mean", "running_var")]
        kept[1] = call(aten.rsqrt.default,
                       call(aten.add.Tensor, kept[1], a["eps"]))
    for number, user in used.items():
        if number:
            user.replace_all_uses_with(kept[number - 1])
            graph.erase_node(user)
    none = mean.new_empty((0,))
    node.meta["val"] = (out, none, none)
    return True


def _is_plain(node):
    """Dense result of constant sizes on one device."""
    value = node.meta.get("val")
    return type(value) is not None and isinstance(value, torch.Tensor) and \
        all(isinstance(s, int) for s in value.shape) and \
        value.layout == torch.strided and value.is_contiguous()


def _numbers_of_sizes(graph, node):
    return isinstance(node.meta.get("val"), FakeTensor) and \
        size_numbers.replace(Builder(graph, node), node)


def _by_shape(graph, node):
    if not _is_plain(node):
        return False
    value = node.meta["val"]
    with graph.inserting_before(node):
        new = graph.call_function(
            LIKE[node.target], (list(value.shape),),
            {"dtype": value.dtype, "device": value.device})
    new.meta.update(node.meta)
    node.replace_all_uses_with(new)
    graph.erase_node(node)
    return True


def _strided(graph, node):
    return strided.from_dense(Builder(graph, node), node)


def _zeros(graph, node):
    """Zeros without memory, which derivatives in PyTorch are made of, are
    zeros: a piece reads memory."""
    node.target = aten.full.default
    node.args = (node.args[0], 0)
    return False


def draw_mask(size, stride, p, device, dtype=torch.bool):
    """The mask of aten.native_dropout, drawn in the order of its memory."""
    mask = torch.empty_strided(size, stride, dtype=dtype, device=device)
    return mask.bernoulli_(p)


def draw_of_kernel(size, stride, offset, dtype, p, device):
    """The mask of aten.native_dropout as its kernel of GPUs draws it: a thread
    takes as many numbers at a time as elements of such memory are a vector. What
    the memory holds is read, and without effect."""
    extent = offset + 1 + sum((n - 1) * s for n, s in zip(size, stride))
    memory = torch.empty(extent if 0 not in size else 0, dtype=dtype,
                         device=device)
    return torch.native_dropout(memory.as_strided(size, stride, offset), p,
                                True)[1]


draw_mask.tc_name = "aten.bernoulli_.float"
draw_of_kernel.tc_name = "aten.native_dropout.default"
DRAWS = frozenset([draw_mask, draw_of_kernel])
LONGEST_VECTOR = 16  # elements: of bytes, as long as a load


def target_name(node):
    return getattr(node.target, "tc_name", None) or str(node.target)


def _draw_mask(graph, node):
    """native_dropout as PyTorch's kernels have it, the mask drawn by a call of
    its own: x * mask * scale."""
    x, p, train = node.args
    value, mask_value = node.meta["val"]
    old, on_cpu = x.meta["val"], value.device.type == "cpu"
    if train is False or p == 0 or value.dtype != old.dtype:
        return False
    nodes = SizeNodes(graph)
    try:
        shape, strides = (list(map(nodes.of, sizes)) for sizes in (
            value.shape, (mask_value if on_cpu else old).stride()))
    except LookupError:
        return False
    offset = old.storage_offset()
    if not on_cpu and not isinstance(offset, int):
        return False
    drawn = (draw_mask, shape, strides, 1 - p, value.device) if on_cpu else (
        draw_of_kernel, shape, strides, offset % LONGEST_VECTOR, value.dtype,
        p, value.device)
    with graph.inserting_before(node):
        mask = _add(graph, node, mask_value, *drawn)
        kept = _add(graph, node, value, aten.mul.Tensor, x, mask)
        scaled = _add(graph, node, value, aten.mul.Tensor, kept,
                      0.0 if p == 1 else 1 / (1 - p))
    for user in list(node.users):
        user.replace_all_uses_with(mask if user.args[1] else scaled)
        graph.erase_node(user)
    graph.erase_node(node)
    return True


def _is_static(value):
    return all(isinstance(s, int) for s in value.shape)


def _add(graph, like, value, target, *args, **kwargs):
    new = graph.call_function(target, args, kwargs)
    new.meta.update(like.meta)
    new.meta["val"] = value
    return new


def _convert(graph, node):
    """PyTorch's own op for a float that Dynamo passes as a tensor."""
    value, dtype = node.args
    node.target, node.args = aten._to_copy.default, (value,)
    node.kwargs = {"dtype": dtype}
    return True


def _add_product(graph, node):
    """prims.fma(a, b, c) = a * b + c: what Dynamo makes of addcmul_, where b is
    a number (torch/_dynamo/polyfills)."""
    a, b, c = node.args
    if isinstance(b, (int, float)):
        node.target, node.args = aten.add.Tensor, (c, a)
        node.kwargs = {"alpha": b}
        return True
    if not all(isinstance(x, Node) for x in node.args):
        return False
    node.target, node.args = aten.addcmul.default, (c, a, b)
    return True


def _integer_positions(graph, node):
    """Gives positions and counts of unique eager's type, i64, where PyTorch's
    trace, until 2.12, has the elements'. What computes with them was traced in
    that type as well: then it stays, and support.py leaves the call."""
    results, values = _results(node), node.meta["val"]
    readers = [u for n, picked in results.items() if n for u in picked.users]
    if all(v.dtype == torch.int64 for v in values[1:]) or \
            any(u.op != "output" for u in readers):
        return False
    with values[0].fake_mode, torch.no_grad():
        values = (values[0], *(v.to(torch.int64) for v in values[1:]))
    for value, n in [(values, node), *((values[i], n)
                                       for i, n in results.items())]:
        n.meta["val"] = value
    return True


def _conj_of_number(graph, node):
    """The derivative of a product with 1j has conj(1j)."""
    if isinstance(node.args[0], Node):
        return False
    for user in list(node.users):
        user.args = tuple(complex(node.args[0]).conjugate() if a is node else a
                          for a in user.args)
    graph.erase_node(node)
    return True


FMA = getattr(torch.ops.prims, "fma", None)  # newer than PyTorch 2.11
RULES = dict.fromkeys(LIKE, _by_shape) | {
    aten._conj.default: _conj_of_number,
    torch.ops.tc.attention.default: attention.restore,
    getattr(FMA, "default", None): _add_product,
    torch.ops.prims.convert_element_type.default: _convert,
    aten.native_dropout.default: _draw_mask,
    aten._scaled_dot_product_flash_attention_for_cpu.default: _attention,
    aten._scaled_dot_product_flash_attention_for_cpu_backward.default:
        _attention_backward,
    aten._native_batch_norm_legit_no_training.default: _frozen_batch_norm,
    aten._efficientzerotensor.default: _zeros,
    aten.as_strided.default: _strided,
    aten._unique2.default: _integer_positions,
    aten.unique_dim.default: _integer_positions,
    aten.unique_consecutive.default: _integer_positions,
    aten._scaled_dot_product_flash_attention.default: _gpu_attention,
    aten._scaled_dot_product_efficient_attention.default: _gpu_attention,
    aten._scaled_dot_product_cudnn_attention.default: _gpu_attention,
}
