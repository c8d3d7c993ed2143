"""The ceiling of a model's call on a device: its products (matrix products,
convolutions, attentions, and their gradients) each at the speed at which
PyTorch's library runs it alone, and the bytes of what has to look at whole rows
or at a table (norms, softmaxes, pools, lookups, and casts of weights) at the
speed of a copy. Everything else is taken to cost nothing: it can be fused."""
import itertools
import statistics
import time

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map_only

aten = torch.ops.aten
PRODUCTS = {"mm", "addmm", "bmm", "baddbmm", "convolution",
            "convolution_backward"}
ATTENTION = "_scaled_dot_product_"
ROWS = {"native_layer_norm", "native_layer_norm_backward", "native_group_norm",
        "native_group_norm_backward", "_fused_rms_norm",
        "_fused_rms_norm_backward", "mean", "_softmax", "_log_softmax",
        "_softmax_backward_data", "_log_softmax_backward_data",
        "max_pool2d_with_indices", "max_pool2d_with_indices_backward",
        "avg_pool2d", "_adaptive_avg_pool2d"}
BATCH_NORMS = {"native_batch_norm": 5, "_native_batch_norm_legit": 5,
               "cudnn_batch_norm": 5}  # -> the place of `training`
BATCH_NORM_GRADIENTS = {"native_batch_norm_backward",
                        "cudnn_batch_norm_backward"}
SETS = 16  # of operands, so that a small product finds none in a cache


def tensors(tree):
    return [v for v in tree_flatten(tree)[0] if isinstance(v, torch.Tensor)]


def size(tree):
    return sum(t.numel() * t.element_size() for t in tensors(tree))


def described(tree):
    """What two calls have in common that take the same time."""
    return str(tree_map_only(torch.Tensor, lambda t: (
        tuple(t.shape), t.stride(), t.dtype), tree))


class Recorder(TorchDispatchMode):
    """The products of what runs inside, each kind once with its number of
    calls, and the bytes of the rest that cannot be fused."""

    def __init__(self, parameters):
        super().__init__()
        self.parameters = {p.data_ptr() for p in parameters}
        self.products, self.bytes = {}, 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        name = func.overloadpacket.__name__
        if name in PRODUCTS or name.startswith(ATTENTION):
            key = func, described((args, kwargs))
            call = self.products.setdefault(key, [0, func, args, kwargs])
            call[0] += 1
        else:
            self.bytes += self.moved(name, args, result)
        return result

    def moved(self, name, args, result):
        """Bytes read and written, 0 for what can be fused."""
        if name == "embedding":
            return 2 * size(result)
        if name == "embedding_dense_backward":
            return size(args[0]) + size(result)
        if name == "_to_copy" and args[0].data_ptr() in self.parameters:
            return size(args) + size(result)
        if name in BATCH_NORMS and not args[BATCH_NORMS[name]]:
            return 0
        if name == "mean" and result.dim() == 0:
            return 0
        if name in ROWS | BATCH_NORM_GRADIENTS or name in BATCH_NORMS:
            return size(args) + size(result)
        return 0


def another(t):
    """As `t` lies, with other numbers; whole numbers are seeds and lengths."""
    if not t.is_floating_point():
        return t
    return torch.empty_strided(t.shape, t.stride(), dtype=t.dtype,
                               device=t.device).normal_()


def by_channels(t):
    return t.contiguous(memory_format=torch.channels_last) if t.dim() == 4 \
        else t


def on_gpu(calls, repeat):
    """Milliseconds a call, of a graph that runs all of them."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for call in calls:
            call()
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        for call in calls:
            call()
    times = []
    for _ in range(repeat):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        graph.replay()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) / len(calls))
    return statistics.median(times)


def on_host(calls, repeat):
    times = []
    for _ in range(repeat + 1):
        start = time.perf_counter()
        for call in calls:
            call()
        times.append(1e3 * (time.perf_counter() - start) / len(calls))
    return statistics.median(times[1:])


def alone_ms(func, args, kwargs, repeat=5):
    """The library's time for one call, its operands out of memory; of a
    convolution, the better of the two orders of its axes."""
    layouts = [lambda t: t]
    if func.overloadpacket in (aten.convolution, aten.convolution_backward):
        layouts.append(by_channels)
    measure = on_gpu if any(t.is_cuda for t in tensors(args)) else on_host
    count = max(1, min(SETS, (1 << 28) // max(1, size(args))))
    best = float("inf")
    for layout in layouts:
        sets = [tree_map_only(torch.Tensor, lambda t: layout(another(t)),
                              (args, kwargs)) for _ in range(count)]
        calls = [lambda a=a, k=k: func(*a, **k) for a, k in sets]
        best = min(best, measure(calls, repeat))
    return best


def copy_bytes_per_ms(device):
    """Of a copy that no cache holds: bytes read and written together."""
    source = torch.ones(1 << (29 if device.type == "cuda" else 27),
                        dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    measure = on_gpu if source.is_cuda else on_host
    return 2 * source.numel() / measure([lambda: target.copy_(source)], 5)


def ceiling(model, call):
    """{products_ms, rest_ms, ms} of call(model) in eager mode, where call runs
    the gradients too if they are part of what is measured."""
    with Recorder(model.parameters()) as seen:
        call(model)
    device = next(itertools.chain(model.parameters(), model.buffers())).device
    with torch.no_grad():
        products = sum(
            count * alone_ms(func, args, kwargs)
            for count, func, args, kwargs in seen.products.values())
        rest = seen.bytes / copy_bytes_per_ms(device)
    return {"products_ms": round(products, 3), "rest_ms": round(rest, 3),
            "ms": round(products + rest, 3)}
