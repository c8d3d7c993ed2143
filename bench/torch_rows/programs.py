"""Programs that are no networks: optimizers, decoding, simulation, quantised
arithmetic, signals."""
import math

import torch
from torch import nn
from torch.nn import functional as F

from . import row


def parameters():
    """Those of four layers of a transformer of width 256, with gradients."""
    torch.manual_seed(0)
    sizes = [(256, 768), (768,), (256, 256), (256,), (256, 1024), (1024,),
             (1024, 256), (256,), (256,), (256,), (256,), (256,)] * 4
    found = [nn.Parameter(torch.randn(s)) for s in sizes]
    for p in found:
        p.grad = torch.randn_like(p) * 1e-3
    return found


def step_of(make):
    optimizer = make(parameters())

    def step():
        optimizer.step()
    step()
    return step, ()


@row()
def adamw():
    return step_of(lambda p: torch.optim.AdamW(
        p, foreach=True, capturable=False))


@row()
def sgd():
    return step_of(lambda p: torch.optim.SGD(p, lr=1e-3, momentum=0.9,
                                             foreach=True))


@row()
def clip_gradients():
    grads = [p.grad for p in parameters()]

    def clip(*grads):
        norm = torch.stack([g.norm() for g in grads]).norm()
        scale = (1 / (norm + 1e-6)).clamp(max=1)
        return [g * scale for g in grads]
    return clip, tuple(grads)


@row()
def beams():
    """One step of a beam search."""
    def step(logits, scores):
        total = logits.log_softmax(-1) + scores[:, None]
        best, index = total.view(2, -1).topk(8)
        return best, index // logits.shape[-1], index % logits.shape[-1]
    return step, (torch.randn(8, 32000), torch.randn(8))


@row()
def nucleus():
    """The probabilities that top-p sampling draws from."""
    def step(logits):
        values, index = (logits / 0.8).sort(descending=True)
        p = values.softmax(-1)
        values = values.masked_fill(p.cumsum(-1) - p > 0.9, -math.inf)
        return torch.full_like(logits, -math.inf).scatter(
            1, index, values).softmax(-1)
    return step, (torch.randn(4, 32000),)


@row()
def nms_scores():
    """Boxes against boxes: what non-maximum suppression reads."""
    def overlaps(boxes):
        area = ((boxes[:, 2] - boxes[:, 0])
                * (boxes[:, 3] - boxes[:, 1]))
        low = torch.maximum(boxes[:, None, :2], boxes[None, :, :2])
        high = torch.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
        both = (high - low).clamp(min=0).prod(-1)
        return both / (area[:, None] + area - both)
    return overlaps, (torch.rand(1000, 2).repeat(1, 2)
                      + torch.tensor([0, 0, .1, .1]),)


@row(train=True)
def black_scholes():
    def price(s, k, t, r, v):
        d = (torch.log(s / k) + (r + v * v / 2) * t) / (v * t.sqrt())
        e = d - v * t.sqrt()
        phi = [0.5 * (1 + torch.erf(x / math.sqrt(2))) for x in (d, e)]
        return s * phi[0] - k * (-r * t).exp() * phi[1]
    return price, tuple((torch.rand(1 << 18) + 0.5).requires_grad_()
                        for _ in range(5))


@row()
def black_scholes_f64():
    price, arguments = black_scholes()
    return price, tuple(a.detach().double() for a in arguments)


@row()
def bodies_f64():
    """Accelerations of bodies by their masses."""
    def accelerate(x, m):
        d = x[None] - x[:, None]
        r = (d.square().sum(-1) + 1e-3).pow(-1.5)
        return (d * (r * m)[..., None]).sum(1)
    return accelerate, (torch.randn(768, 3, dtype=torch.float64),
                        torch.rand(768, dtype=torch.float64))


@row()
def heat():
    """Steps of a five-point stencil with periodic borders."""
    def steps(x):
        for _ in range(4):
            x = x + 0.1 * (x.roll(1, 0) + x.roll(-1, 0) + x.roll(1, 1)
                           + x.roll(-1, 1) - 4 * x)
        return x
    return steps, (torch.randn(1024, 1024),)


@row()
def stencil_slices():
    def step(x):
        inside = (x[1:-1, 1:-1] + x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2]
                  + x[1:-1, 2:]) / 5
        return F.pad(inside, (1, 1, 1, 1))
    return step, (torch.randn(1024, 1024),)


@row()
def fractal():
    def steps(c):
        z, count = torch.zeros_like(c), torch.zeros(c.shape[1:])
        for _ in range(20):
            x, y = z
            z = torch.stack([x * x - y * y, 2 * x * y]) + c
            count = count + (z.square().sum(0) < 4)
        return count
    return steps, (torch.rand(2, 512, 512) * 3 - 2,)


@row()
def filter_signal():
    """A window over a signal, as sums of products of slices."""
    def run(x, taps):
        return (x.unfold(-1, 64, 1) * taps).sum(-1)
    return run, (torch.randn(4, 8192), torch.randn(64))


@row()
def frames():
    """Overlapping windowed frames times a matrix of waves."""
    window = torch.hann_window(400)
    angles = torch.arange(400)[:, None] * torch.arange(201) * (
        2 * math.pi / 400)
    waves = torch.cat([angles.cos(), angles.sin()], 1)

    def power(x):
        y = (x.unfold(-1, 400, 160) * window) @ waves
        return (y[..., :201].square() + y[..., 201:].square() + 1e-6).log()
    return power, (torch.randn(1, 32000),)


@row()
def int8_weights():
    """A linear layer whose weights are bytes with a scale for each row."""
    def linear(x, w, scale):
        return x @ (w.to(x.dtype) * scale[:, None]).T
    return linear, (torch.randn(1, 2048),
                    torch.randint(-127, 128, (4096, 2048), dtype=torch.int8),
                    torch.rand(4096) / 127)


@row()
def int8_weights_many():
    linear, (_, w, scale) = int8_weights()
    return linear, (torch.randn(64, 2048), w, scale)


@row()
def quantise():
    def quantised(x):
        scale = x.abs().amax(-1, keepdim=True) / 127
        q = (x / scale).round().clamp(-128, 127).to(torch.int8)
        return q, scale
    return quantised, (torch.randn(1024, 1024),)


@row(train=True)
def fake_quantise():
    def quantised(x):
        scale = x.detach().abs().amax() / 127
        return x + ((x / scale).round().clamp(-128, 127) * scale - x).detach()
    return quantised, (torch.randn(1024, 1024, requires_grad=True),)


@row()
def normalise_images():
    mean, deviation = torch.rand(3, 1, 1), torch.rand(3, 1, 1) + 0.1

    def prepare(x):
        x = x.permute(0, 3, 1, 2).float() / 255
        return (x.flip(-1) - mean) / deviation
    return prepare, (torch.randint(0, 256, (8, 224, 224, 3),
                                   dtype=torch.uint8),)


@row()
def advantages():
    """Generalised advantages of a rollout, in reverse."""
    def run(rewards, values, done):
        out, last = [], torch.zeros(rewards.shape[1])
        for t in reversed(range(rewards.shape[0])):
            delta = rewards[t] + 0.99 * values[t + 1] * done[t] - values[t]
            last = delta + 0.95 * 0.99 * done[t] * last
            out.append(last)
        return torch.stack(out[::-1])
    return run, (torch.randn(64, 256), torch.randn(65, 256),
                 (torch.rand(64, 256) > 0.05).float())


@row()
def k_means():
    """One step: distances, nearest, means."""
    def step(x, centres):
        distance = (x.square().sum(1)[:, None] - 2 * x @ centres.T
                    + centres.square().sum(1))
        nearest = distance.argmin(1)
        count = torch.zeros(len(centres)).index_add(
            0, nearest, torch.ones(len(x)))
        total = torch.zeros_like(centres).index_add(0, nearest, x)
        return total / count.clamp(min=1)[:, None], nearest
    return step, (torch.randn(8192, 64), torch.randn(64, 64))


@row()
def histogram():
    def counts(x):
        bins = (x * 256).long().clamp(0, 255)
        return torch.zeros(256).scatter_add(0, bins, torch.ones_like(x))
    return counts, (torch.rand(1 << 20),)


@row()
def rotary():
    def rotate(q, cos, sin):
        a, b = q.chunk(2, -1)
        return q * cos + torch.cat([-b, a], -1) * sin
    return rotate, (torch.randn(1, 16, 512, 64), torch.randn(512, 64),
                    torch.randn(512, 64))


@row()
def rotary_complex():
    def rotate(q, angles):
        x = torch.view_as_complex(q.view(*q.shape[:-1], 32, 2))
        return torch.view_as_real(
            x * torch.polar(torch.ones_like(angles), angles)).flatten(-2)
    return rotate, (torch.randn(1, 16, 512, 64), torch.randn(512, 32))
