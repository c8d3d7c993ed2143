"""What the direct route knows of gradients: which overloads tc differentiates as
PyTorch does (test/python/test_torch_direct_training.py compares each of them),
calls whose gradient is not that of their value's formula, and values that eager
has cut from the graph."""
from operator import getitem

import torch
from torch.backends import cuda
from torch.fx import Node

from . import autocast
from .importer import result_list
from .prepare import Builder, draw_mask
from .refused import Refused
from .support import CPU

aten = torch.ops.aten

# A test compares the gradient of each of these with PyTorch's.
TESTED = frozenset("aten." + name for name in """
    _adaptive_avg_pool2d.default _adaptive_avg_pool3d.default
    _embedding_bag.default _log_softmax.default
    _native_batch_norm_legit.no_stats
    _native_batch_norm_legit_functional.default _safe_softmax.default
    _scaled_dot_product_attention_math.default
    _softmax.default _to_copy.default _trilinear.default
    _unsafe_index_put.default _unsafe_view.default _weight_norm.default
    abs.default adaptive_avg_pool1d.default add.Scalar add.Tensor
    addbmm.default addcdiv.default addcmul.default addmm.default
    addmv.default alias_copy.default amax.default amin.default
    as_strided.default atan.default atan2.default avg_pool1d.default
    avg_pool2d.default baddbmm.default batch_norm.default
    binary_cross_entropy_with_logits.default bmm.default
    broadcast_to.default cat.default ceil.default chunk.default
    clamp.Tensor clamp.default clamp_max.Tensor clamp_max.default
    clamp_min.Tensor clamp_min.default clip.default clone.default
    col2im.default concat.default constant_pad_nd.default conv1d.default
    conv1d.padding conv2d.default conv2d.padding conv3d.default
    conv3d.padding conv_transpose1d.default conv_transpose2d.input
    conv_transpose3d.input convolution.default copy.default cos.default
    cosh.default cummax.default cummin.default
    cumsum.default diag.default diagonal.default diagonal_copy.default
    diagonal_scatter.default diff.default dist.default div.Scalar
    div.Tensor div.Tensor_mode dot.default einsum.default elu.default
    embedding.default erf.default exp.default exp2.default expand.default
    expand_copy.default expm1.default fill.Scalar fix.default
    flatten.using_ints flip.default floor.default fmax.default fmin.default
    fmod.Scalar fmod.Tensor frac.default gather.default gelu.default
    glu.default grid_sampler_2d.default grid_sampler_3d.default
    group_norm.default hardsigmoid.default hardswish.default
    hardtanh.default hstack.default huber_loss.default hypot.default
    im2col.default index.Tensor index_add.default index_copy.default
    index_fill.int_Scalar index_fill.int_Tensor index_put.default
    index_reduce.default index_select.default kthvalue.default
    layer_norm.default leaky_relu.default lerp.Scalar lerp.Tensor
    linalg_vector_norm.default linear.default log.default log10.default
    log1p.default log2.default log_sigmoid.default
    log_sigmoid_forward.default log_softmax.int logsumexp.default
    masked_fill.Scalar masked_fill.Tensor masked_scatter.default
    matmul.default max.default max.dim max.other
    max_pool2d_with_indices.default max_pool3d_with_indices.default
    maximum.default mean.default mean.dim median.dim min.default min.dim
    min.other minimum.default mish.default mm.default mode.default
    moveaxis.int moveaxis.intlist movedim.int movedim.intlist
    mse_loss.default mul.Scalar mul.Tensor multiply.Tensor mv.default
    nan_to_num.default nanmedian.dim narrow.default
    native_layer_norm.default neg.default nll_loss2d_forward.default
    nll_loss_forward.default norm.ScalarOpt_dim outer.default pad.default
    pairwise_distance.default permute.default permute_copy.default
    pixel_shuffle.default pow.Scalar pow.Tensor_Scalar pow.Tensor_Tensor
    prelu.default prod.default prod.dim_int put.default reciprocal.default
    relu.default relu6.default remainder.Scalar repeat.default
    repeat_interleave.self_int reshape.default rms_norm.default
    roll.default rot90.default round.decimals round.default rsqrt.default
    rsub.Scalar rsub.Tensor scaled_dot_product_attention.default
    scatter.src scatter.value scatter_add.default scatter_reduce.two
    select.int select_scatter.default selu.default sigmoid.default
    sign.default silu.default sin.default sinh.default slice.Tensor
    slice_scatter.default smooth_l1_loss.default softmax.int
    softplus.default sort.default sort.stable split.Tensor
    split_copy.Tensor split_with_sizes.default
    split_with_sizes_copy.default sqrt.default square.default
    squeeze.default squeeze.dim squeeze.dims squeeze_copy.default
    stack.default std.correction std.default std.dim std_mean.correction
    std_mean.default sub.Scalar sub.Tensor subtract.Tensor sum.default
    sum.dim_IntList swapaxes.default swapdims.default t.default
    t_copy.default take.default tan.default tanh.default
    tensor_split.sections threshold.default tile.default topk.default
    trace.default transpose.int transpose_copy.int tril.default
    triu.default true_divide.Tensor trunc.default unbind.int
    unbind_copy.int unfold.default unfold_copy.default unsqueeze.default
    unsqueeze_copy.default upsample_bicubic2d.default
    upsample_bicubic2d.vec upsample_bilinear2d.default
    upsample_bilinear2d.vec upsample_linear1d.default upsample_linear1d.vec
    upsample_nearest1d.default upsample_nearest1d.vec
    upsample_nearest2d.default upsample_nearest2d.vec
    upsample_nearest3d.default upsample_nearest3d.vec
    upsample_trilinear3d.default upsample_trilinear3d.vec var.correction
    var.default var.dim var_mean.correction var_mean.default var_mean.dim
    view.default view_copy.default vstack.default where.ScalarOther
    where.ScalarSelf where.self zero.default""".split())

# Their value says nothing of what their argument's elements are.
CONSTANT = frozenset("zeros_like ones_like full_like empty_like new_zeros "
                     "new_ones new_full new_empty".split())

# Each of their results is computed from one argument.
ONE_BY_ONE = frozenset(["broadcast_tensors", "meshgrid"])


def is_float(value):
    return isinstance(value, torch.Tensor) and (
        value.is_floating_point() or value.is_complex())


def has_gradient(value):
    return isinstance(value, torch.Tensor) and value.requires_grad


def needs_gradient(node):
    """Whether a value of Dynamo's graph has a gradient."""
    value = node.meta.get("example_value")
    return any(map(has_gradient, value if isinstance(value, (list, tuple))
                   else [value]))


class Modes:
    """Whether autograd is on, node by node of Dynamo's graph. Inference mode is
    as no_grad: its values are here such as without gradients. `sets`: the graph
    itself has switched it."""

    def __init__(self):
        self.modes, self.sets = [torch.is_grad_enabled()], False

    @property
    def on(self):
        return self.modes[-1]

    def visit(self, node):
        """Whether the node switches it."""
        name = getattr(node.target, "__name__", "")
        if name == "_set_grad_enabled":
            self.modes[-1], self.sets = node.args[0], True
        elif name == "_enter_inference_mode":
            self.modes.append(self.on and not node.args[0])
        elif name == "_exit_inference_mode":
            self.modes.pop()
        else:
            return False
        return True


def silent(graph):
    """Values that require a gradient, and pass none on: views that are made
    while autograd is off keep the flag of what they are views of, and what is
    computed of these has it, too."""
    found, modes = set(), Modes()
    for node in graph.nodes:
        if modes.visit(node) or node.op == "output":
            continue
        sources = [n for n in node.all_input_nodes if needs_gradient(n)]
        if sources and needs_gradient(node) and (
                not modes.on or found.issuperset(sources)):
            found.add(node)
    return found


def is_cut(name, node, sources, silent):
    """Whether eager's graph ends at this call of Dynamo's (detach, no_grad,
    inference_mode): it has no gradient, though `sources` of its arguments do.
    Refused where it begins, or ends in part."""
    value = node.meta.get("example_value")
    floats = [v for v in (value if isinstance(value, (list, tuple)) else
                          [value]) if is_float(v)]
    if name in CONSTANT or not floats:
        return False
    if node in silent:
        return bool(sources)
    if not sources and any(map(has_gradient, floats)):
        raise Refused(f"{name}: a value that gets a gradient later")
    ends = {v.requires_grad != bool(sources) for v in floats}
    if len(ends) > 1 and name not in ONE_BY_ONE:
        raise Refused(f"{name}: some values without the gradient of its "
                      "arguments")
    return ends == {True}


def read_positions(graph):
    """Of equal elements eager's gradient of max and min along a dimension goes
    to the one whose position was found: what that position holds is read."""
    for node in list(graph.nodes):
        if node.target not in (aten.max.dim, aten.min.dim):
            continue
        x, dim, keeps = (*node.args, False)[:3]
        for user in [n for n in node.users if n.args[1] == 0]:
            build = Builder(graph, user)
            at = build(getitem, node, 1)
            inner = x.meta["val"].dim() > 0 and not keeps
            at = build(aten.unsqueeze.default, at, dim) if inner else at
            found = build(aten.gather.default, x, dim, at)
            user.replace_all_uses_with(
                build(aten.squeeze.dim, found, dim) if inner else found)
            graph.erase_node(user)


# Their gradient is 0, also where the formula of their value would divide by 0.
FLAT = frozenset([aten.div.Tensor_mode])


def number(low, origin, number, like, dtype=None):
    """A tensor of one number, of another's device and type."""
    dtype = dtype or like.dtype
    with like.fake_mode:
        value = torch.empty((), dtype=dtype, device=like.device)
    return low.add(origin, aten.scalar_tensor.default, (number,), {
        "dtype": dtype, "device": like.device}, value)


def flat(low, origin, target, args, kwargs, value):
    """A call of arguments without gradients, made a value that has one, of 0: it
    is never the argument itself."""
    found = low.add(origin, target, [
        low.stop(origin, a) if isinstance(a, Node) and is_float(a.meta["val"])
        else a for a in args], kwargs, value)
    for one in args:
        if isinstance(one, Node) and is_float(one.meta["val"]):
            no = number(low, origin, False, value, torch.bool)
            found = low.add(origin, aten.where.self, (
                no, low.cast(origin, one, value.dtype), found), {}, value)
    return found


# Arguments of a call that have a gradient which is none of the value's.
CANNOT = {
    # Of equal elements eager counts the one that it leaves out, too.
    aten.scatter_reduce.two: (("reduce", "include_self"), lambda how, own:
                              how in ("amax", "amin") and not own),
    aten._embedding_bag.default: (
        ("scale_grad_by_freq", "mode", "sparse"), lambda counts, mode, sparse:
        counts or mode == 2 or sparse),  # 2: the greatest, at its position
}


def _why_arguments(node):
    names, cannot = CANNOT.get(node.target, ((), None))
    given = {a.name: a.default_value for a in node.target._schema.arguments} \
        if names else {}
    given |= dict(zip(given, node.args)) | node.kwargs
    if names and cannot(*(given[n] for n in names)):
        return f"the gradient of {node.target} with these arguments"
    if node.target is aten.linalg_vector_norm.default and \
            node.args[1:2] == (0,):
        return "the gradient of a count, which is None in eager"
    return None


def untested(graph, inputs):
    """(values that have a gradient, {call: why that is PyTorch's own}) where
    gradients of the placeholders `inputs` are asked for."""
    active, left = set(inputs), {}
    for node in graph.nodes:
        sources = active.intersection(node.all_input_nodes)
        if node.op != "call_function" or not sources:
            continue
        name = str(node.target)
        values = [v for v in result_list(node) if is_float(v)]
        if not values or \
                name.partition(".")[2].partition(".")[0] in CONSTANT:
            continue
        active.add(node)
        if node.target is getitem:
            continue
        if any(v.is_complex() for n in (node, *sources)
               for v in result_list(n) if isinstance(v, torch.Tensor)):
            left[node] = "the gradient of complex numbers"
        elif name not in TESTED:
            left[node] = f"the gradient of {name}"
        elif _why_arguments(node):
            left[node] = _why_arguments(node)
    return active, left


def live(results, active):
    """The values with a gradient that those of `results` are computed from.
    (An input that only comparisons and the like read has none in eager.)"""
    queue, found = list(results), set()
    while queue:
        node = queue.pop()
        if node in active and node not in found:
            found.add(node)
            queue += node.all_input_nodes
    return found


HALVES = torch.bfloat16, torch.float16
LONGEST_HEAD = 128
MATH = aten._scaled_dot_product_attention_math.default
ATTENTIONS = aten.scaled_dot_product_attention.default, MATH
# A layer of a transformer saves some 16 halves of each feature, in and between
# its norms and products; of what attention drops, a byte of each key.
KEYS_A_FEATURE = 32


def streams_backward(node):
    """Whether a GPU's matrix units compute the attention's gradients block by
    block; otherwise all scores would lie in memory."""
    values = [n.meta["val"] for n in node.args[:3]]
    return all(v.dtype in HALVES and v.shape[-1] <= LONGEST_HEAD
               for v in values)


def holds_scores(node, active):
    """Whether as many bytes as scores, or more than a layer saves otherwise, lie
    in memory beside: the gradient of a mask, or which probabilities are kept."""
    query, key = (n.meta["val"].shape for n in node.args[:2])
    return not active.isdisjoint(node.args[3:4]) or node.target is MATH and \
        isinstance(key[-2], int) and key[-2] > KEYS_A_FEATURE * query[-1]


def adds_mask(node):
    """Whether the attention, which drops nothing, adds a mask: PyTorch's kernel,
    which AOTAutograd's graph calls, takes half as long as the two that compute
    its gradients (docs/performance.md, "GPU: training")."""
    mask = (*node.args, None, None, None, None)[3]
    return node.target is not MATH and isinstance(mask, Node) and \
        is_float(mask.meta["val"])


def refuse_on_gpus(graph, options, active):
    """What AOTAutograd's graphs do better there: attention whose scores would be
    in memory, and, where nobody asks for the direct route, attention that adds a
    mask, and what has no attention (docs/experiments.md, "GPU: training")."""
    values = [(n, n.meta.get("val")) for n in graph.nodes]
    there = [n for n, value in values
             if isinstance(value, torch.Tensor) and value.device != CPU]
    calls = [n.args[0] if n.target is getitem else n for n in there]
    calls = [call for call in calls if call.target in ATTENTIONS]
    is_asked_for = options.get("route") == "direct"
    if there and not calls and not is_asked_for:
        raise Refused("gradients on a GPU without attention")
    for call in calls:
        if not streams_backward(call) or not is_asked_for and (
                holds_scores(call, active) or adds_mask(call)):
            raise Refused("the gradient of attention on a GPU").at(call)


def embedding(low, node, value, input, weight, padding_idx=None, max_norm=None,
              norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """The padding's row gets no gradient: it is read of the weight under
    another name, of which no gradient is asked for."""
    if max_norm is not None or scale_grad_by_freq or sparse:
        raise Refused("an embedding that counts, or whose gradient is sparse")
    found = low.add(node, aten.embedding.default, (weight, input), {}, value)
    if padding_idx is None:
        return found
    if weight.op != "placeholder":
        raise Refused("the padding of an embedding that is computed")
    rows = weight.meta["val"].shape[0]
    padding = padding_idx if padding_idx >= 0 else rows + padding_idx
    fixed = low.add(node, aten.embedding.default, (low.twin(weight), input),
                    {}, value)
    is_padding = low.compute(node, aten.eq.Scalar, input, padding)
    is_padding = low.compute(node, aten.unsqueeze.default, is_padding, -1)
    return low.add(node, aten.where.self, (is_padding, fixed, found), {},
                   value)


def dropout(low, node, value, input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return input
    if inplace:
        raise Refused("dropout in place")
    if p == 1:  # nothing is drawn
        return low.compute(node, aten.mul.Tensor, input, 0.0)
    with value.fake_mode:
        mask = torch.empty_like(value, dtype=torch.bool)
    pair = low.add(node, aten.native_dropout.default, (input, p, True), {},
                   (value, mask))
    return low.add(node, getitem, (pair, 0), {}, value)


def is_fused(value, given, dropout_p, is_causal, enable_gqa):
    """Whether PyTorch runs attention of the nodes `given` in one kernel of a
    GPU. That draws what it drops; kernels that read a mask take longer."""
    tensors = [n.meta["val"] for n in given]
    with value.fake_mode:
        call = cuda.SDPAParams(*tensors, *[None] * (4 - len(tensors)),
                               dropout_p, is_causal, enable_gqa)
        return cuda.can_use_flash_attention(call) or \
            cuda.can_use_cudnn_attention(call)


def attention(low, node, value, query, key, values, attn_mask=None,
              dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """Attention that drops probabilities, those of a mask that is drawn before:
    on CPUs eager's own, which drops what it computes in f32; eager's kernels of
    GPUs draw numbers of their own, and another route may call them."""
    if not dropout_p:
        return NotImplemented
    if dropout_p == 1:
        raise Refused("attention that drops everything")
    given = tuple(n for n in (query, key, values, attn_mask) if n is not None)
    if autocast.is_on():
        bound = autocast.cast(
            low, node, aten.scaled_dot_product_attention.default, given, {})
        if bound is None:
            raise Refused("attention that drops, under autocast")
        given = bound[0]
    if not low.only and value.device != CPU and is_fused(
            value, given, dropout_p, is_causal, enable_gqa):
        raise Refused("attention that drops, which PyTorch's kernel draws for")
    if value.itemsize == 2 and value.device == CPU:
        given = [low.cast(node, n, torch.float32)
                 if is_float(n.meta["val"]) else n for n in given]
    query, key = (n.meta["val"] for n in given[:2])
    mask = given[3] if attn_mask is not None else None
    if mask is not None and mask.meta["val"].dtype == torch.bool:
        for dim, (size, stride) in enumerate(zip(
                mask.meta["val"].shape, mask.meta["val"].stride())):
            if size != 1 and stride == 0:  # expanded, as attention does as well
                mask = low.compute(node, aten.slice.Tensor, mask, dim, 0, 1)
        mask = low.compute(node, aten.where.ScalarOther, mask, number(
            low, node, 0.0, query), float("-inf"))
    lead = query.shape[:-2] if enable_gqa else \
        torch.broadcast_shapes(query.shape[:-2], key.shape[:-2])
    with value.fake_mode:
        kept = torch.empty(*lead, query.shape[-2], key.shape[-2],
                           dtype=torch.bool, device=value.device)
        found = torch.empty_like(value, dtype=query.dtype)
        shares = torch.empty_like(kept, dtype=query.dtype)
    size, stride = (list(map(low.recorder.argument, part))
                    for part in (kept.shape, kept.stride()))
    kept = low.add(node, draw_mask, (size, stride, 1 - dropout_p,
                                     value.device), {}, kept)
    pair = low.add(
        node, MATH, (*given[:3], mask, dropout_p, is_causal, kept),
        {"scale": scale, "enable_gqa": enable_gqa}, (found, shares))
    found = low.add(node, getitem, (pair, 0), {}, found)
    return found if found.meta["val"].dtype == value.dtype else \
        low.cast(node, found, value.dtype)


CALLS = {torch.nn.functional.embedding: embedding,
         torch.nn.functional.dropout: dropout,
         torch.nn.functional.scaled_dot_product_attention: attention}
