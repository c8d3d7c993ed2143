"""A training step through torch.compile: every op of AOTAutograd's forward and
backward graphs has a rule, nothing is left to the framework, and gradients are
eager's. Skipped (exit code 77) without PyTorch."""
import pathlib
import sys
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build/python"))
try:
    import torch
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)

import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402
import tc.torch  # noqa: E402

warnings.filterwarnings("ignore")


class Model(nn.Module):
    """Convolution, three norms, pools, an embedding, attention, a loss."""

    def __init__(self):
        super().__init__()
        self.convolution = nn.Conv2d(3, 8, 3, padding=1)
        self.batch, self.group = nn.BatchNorm2d(8), nn.GroupNorm(2, 8)
        self.layer, self.embedding = nn.LayerNorm(8), nn.Embedding(10, 8)
        self.qkv, self.out = nn.Linear(8, 24), nn.Linear(8, 5)

    def forward(self, x, i):
        y = F.silu(self.batch(self.convolution(x)))
        y = F.max_pool2d(F.gelu(self.group(y)), 2)
        t = self.layer(y.flatten(2).mT) + self.embedding(i)[:, None]
        q, k, v = (p[:, None] for p in self.qkv(t).chunk(3, -1))
        a = F.scaled_dot_product_attention(q, k, v, is_causal=True)[:, 0]
        logits = self.out(F.avg_pool1d(a.mT, 2).mT.mean(1))
        return F.cross_entropy(logits, i % 5)


def step(model, call, *inputs):
    model.zero_grad()
    loss = call(*inputs)
    loss.backward()
    return loss.detach(), {n: p.grad.clone()
                           for n, p in model.named_parameters()}


def main():
    torch.manual_seed(0)
    model = Model()
    inputs = torch.randn(4, 3, 8, 8), torch.tensor([1, 2, 3, 4])
    loss, gradients = step(model, model, *inputs)
    compiled, ours = step(model, torch.compile(model, backend="tc"), *inputs)
    wrong = [n for n in gradients
             if not torch.allclose(ours[n], gradients[n], 1e-4, 1e-6)]
    report = str(tc.torch.explain(model, *inputs))
    print(report, *wrong, sep="\n")
    return bool(wrong) or not torch.allclose(loss, compiled) \
        or " 0 run by PyTorch" not in report


if __name__ == "__main__":
    sys.exit(main())
