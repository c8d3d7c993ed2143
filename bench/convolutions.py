"""Convolutions of bf16 that lie by channels, and their gradients, beside cuDNN's
fastest algorithm for each: bench/gpu.py --only convolutions."""
import concurrent.futures

import torch

from gpu_timing import (Compiled, Graph, beginning, error, geometric_mean,
                        interleaved)
from programs import Program, call, tensor

# Of ResNet-50: channels of the image, its side, channels of the result, the
# window's side, its stride.
RESNET50 = [
    (3, 224, 64, 7, 2), (64, 56, 64, 1, 1), (64, 56, 64, 3, 1),
    (64, 56, 256, 1, 1), (256, 56, 64, 1, 1), (256, 56, 128, 1, 1),
    (128, 56, 128, 3, 2), (128, 28, 512, 1, 1), (256, 56, 512, 1, 2),
    (512, 28, 128, 1, 1), (128, 28, 128, 3, 1), (512, 28, 256, 1, 1),
    (256, 28, 256, 3, 2), (256, 14, 1024, 1, 1), (512, 28, 1024, 1, 2),
    (1024, 14, 256, 1, 1), (256, 14, 256, 3, 1), (1024, 14, 512, 1, 1),
    (512, 14, 512, 3, 2), (512, 7, 2048, 1, 1), (1024, 14, 2048, 1, 2),
    (2048, 7, 512, 1, 1), (512, 7, 512, 3, 1)]
BATCHES = (64, 1)
BY_CHANNELS = "tc.layout = #tc.layout<order = [0, 2, 3, 1]>"


class Convolution(Program):
    """All arguments and results lie by channels."""

    def text(self):
        text = super().text()
        head, body = text.split(") -> (", 1)
        head = head.replace("seed = 1}", "seed = 1}, " + BY_CHANNELS)
        types, rest = body.split(")", 1)
        return f"{head}) -> ({types} {{{BY_CHANNELS}}}){rest}"


def sizes(batch, channels, side, out, window, stride):
    """Shapes of the image, the weight and the result, and the padding."""
    padding = window // 2
    small = (side + 2 * padding - window) // stride + 1
    return ([batch, channels, side, side], [out, channels, window, window],
            [batch, out, small, small], padding)


def named(p, kind, shape):
    batch, channels, side, out, window, stride = shape
    x, w, y, _ = sizes(*shape)
    p.name = (f"{kind} {batch}x{channels}x{side} {out} {window}x{window}"
              + (f"/{stride}" if stride > 1 else ""))
    p.group = f"{kind.strip()}, batch {batch}"
    p.flop = 2 * batch * out * y[2] * y[3] * w[1] * window**2
    return p


def forward(shape):
    x, w, y, padding = sizes(*shape)
    stride = shape[-1]
    types = [tensor(s, "bf16") for s in (x, w, y)]
    lines = [call("0", "convolution.default",
                  f"%a0, %a1, none, [{stride}, {stride}], [{padding}, {padding}]"
                  ", [1, 1], false, [0, 0], 1", types[:2], types[2])]
    return named(Convolution(
        "", [(x, "bf16"), (w, "bf16")], lines, [("%0", (y, "bf16"))],
        lambda t, x, w: t.nn.functional.conv2d(x, w, None, stride, padding)),
        "y ", shape)


def gradient(shape, which):
    """Of the image (0) or the weight (1)."""
    x, w, y, padding = sizes(*shape)
    stride = shape[-1]
    dy, image, weight = (tensor(s, "bf16") for s in (y, x, w))
    mask = [which == 0, which == 1, False]
    results = [image if which == 0 else "tensor<0xbf16>",
               weight if which == 1 else "tensor<0xbf16>", "tensor<0xbf16>"]
    lines = [f'%0:3 = fx.call "aten.convolution_backward.default"(%a0, %a1, '
             f"%a2, none, [{stride}, {stride}], [{padding}, {padding}], [1, 1], "
             f"false, [0, 0], 1, {str(mask).lower()}) : "
             f"({dy}, {image}, {weight}) -> ({', '.join(results)})"]

    def eager(t, dy, x, w):
        return t.ops.aten.convolution_backward(
            dy, x, w, None, [stride] * 2, [padding] * 2, [1, 1], False, [0, 0],
            1, mask)[which]
    return named(Convolution(
        "", [(y, "bf16"), (x, "bf16"), (w, "bf16")], lines,
        [(f"%0#{which}", ((x, w)[which], "bf16"))], eager),
        ("dx", "dw")[which], shape)


def programs():
    """Those of one image only forward; the image of a network has no gradient."""
    for batch in BATCHES:
        for shape in RESNET50:
            shape = (batch, *shape)
            yield forward(shape)
            if batch > 1:
                if shape[1] > 3:
                    yield gradient(shape, 0)
                yield gradient(shape, 1)


SETS, BYTES = 16, 1 << 28  # of operands, so that none is in a cache


def by_channels(shape, value=None):
    t = torch.randn(shape, device="cuda") if value is None else torch.full(
        shape, value, device="cuda")
    return t.to(torch.bfloat16).contiguous(memory_format=torch.channels_last)


def measure(p, ours, repeat):
    """Milliseconds of tc's and cuDNN's, each many in one graph, replayed by
    turns; the difference of their results."""
    stream = torch.cuda.Stream()
    (shape, _), = [r for _, r in p.results]
    count = max(1, min(SETS, BYTES // p.bytes()))
    sets = [([by_channels(s) for s, _ in p.arguments],
             by_channels(shape, float("nan"))) for _ in range(count)]
    with beginning(stream):
        calls = [ours.bind(x, [y], stream) for x, y in sets]
        graphs = [Graph(calls, stream),
                  Graph([lambda x=x: p.eager(torch, *x) for x, _ in sets],
                        stream)]
        times = interleaved(*graphs, stream, repeat)
        ours.synchronize(stream)
        wrong = error(sets[0][1], p.eager(torch, *sets[0][0]))
    return *(t / count for t in times), wrong


def bench(names, repeat):
    torch.backends.cudnn.benchmark = True
    chosen = [p for p in programs()
              if not names or any(n in p.name for n in names)]
    print(f"\n{'convolutions, bf16':32} {'tc us':>8} {'TFLOP/s':>8} "
          f"{'cuDNN us':>9} {'TFLOP/s':>8} {'tc/cuDNN':>8} {'difference':>10}")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        compiled = list(pool.map(Compiled, chosen))
    groups = {}
    for p, program in zip(chosen, compiled):
        ours, theirs, wrong = measure(p, program, repeat)
        groups.setdefault(p.group, []).append(theirs / ours)
        print(f"{p.name:32} {1e3 * ours:8.1f} {p.flop / ours * 1e-9:8.0f} "
              f"{1e3 * theirs:9.1f} {p.flop / theirs * 1e-9:8.0f} "
              f"{theirs / ours:8.2f} {wrong:10.1e}", flush=True)
    groups["all"] = [r for rows in groups.values() for r in rows]
    for name, ratios in groups.items():
        print(f"{name:20} geometric mean {geometric_mean(ratios):.2f}, least "
              f"{min(ratios, default=float('nan')):.2f} of {len(ratios)}")
