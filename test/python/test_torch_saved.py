"""What a forward graph saves for its backward lies as the compiler chooses,
and is what the backward graph reads; what a caller sees, what PyTorch's own ops
read, and what is counted in memory, lies as eager's. Skipped (exit code 77)
without PyTorch."""
import warnings

from Inputs import torch_case  # noqa: F401  the package's path
import torch
import torch.nn.functional as F
from torch._dynamo.backends.common import aot_autograd
from torch._functorch.aot_autograd import make_boxed_func
from torch._functorch.partitioners import (
    min_cut_rematerialization_partition)
from torch import nn
import tc.torch
from tc.torch import piece
from tc.torch.decompositions import decompositions

warnings.filterwarnings("ignore")
torch.manual_seed(0)
# The GPU's up to its target's own passes, on a CPU.
PIPELINE = (
    "tc-to-prim,func.func(prim-fold-uniform,prim-simplify,"
    "prim-split-convolution,prim-expand-nonzero),prim-prepare,"
    "prim-outline-loops,prim-to-loop,loop-fuse,"
    "tc-clean-up{canonicalize=false},loop-layout{inside=true},"
    "loop-plan-memory")
pieces = []
made = piece.Piece.__init__


def keep(self, *args):
    made(self, *args)
    pieces.append(self)


piece.Piece.__init__ = keep


class Model(nn.Module):
    """`between` stands between a convolution and a norm."""

    def __init__(self, between):
        super().__init__()
        self.first = nn.Conv2d(3, 16, 3, padding=1, bias=False)
        self.second = nn.Conv2d(16, 16, 3, padding=1, bias=False)
        self.norm, self.between = nn.BatchNorm2d(16), between

    def forward(self, x):
        y = self.first(x)
        z = self.norm(self.between(self.second(y.exp())))
        return y.sigmoid(), F.relu(z).mean((2, 3))


class Checked(Model):
    """A call with an effect first: an error if the matrix is singular."""

    def forward(self, x):
        return super().forward(x * torch.linalg.cholesky(torch.ones(1, 1)))


def gradients(model, call, x):
    model.zero_grad()
    y, z = call(x)
    (y.square().mean() + z.square().sum()).backward()
    return y.stride(), [p.grad.clone() for p in model.parameters()]


def check(model, leave, least):
    torch._dynamo.reset()
    pieces.clear()
    x = torch.randn(4, 3, 12, 12)
    strides, want = gradients(model, model, x)
    compiled = torch.compile(model, backend="tc", options={
        "pipeline": PIPELINE, "leave": leave, "route": "aot"})
    found, got = gradients(model, compiled, x)
    assert found == strides, "a result of the user's has other strides"
    for ours, theirs in zip(got, want):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-5)
    backward = pieces[-1].text.partition("\n")[2].partition("\n")[0]
    ordered = backward.count("#tc.layout<order = [0, 2, 3, 1]>")
    assert ordered >= least, backward
    assert not tc.torch.counters()["failures"]


def direct():
    """The halves that tc makes: backward reads what lies channels last."""
    torch._dynamo.reset()
    pieces.clear()
    model, x = Model(nn.Identity()), torch.randn(4, 3, 12, 12)
    strides, want = gradients(model, model, x)
    compiled = torch.compile(model, backend="tc",
                             options={"route": "direct"})
    found, got = gradients(model, compiled, x)
    assert found == strides, "a result of the user's has other strides"
    for ours, theirs in zip(got, want):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-5)
    last = [i.name for i in pieces[-1].backward.inputs
            if i.strides and i.strides[1] == 1 and i.sizes[1] > 1]
    assert any(name.startswith("saved") for name in last), last
    assert not tc.torch.counters()["failures"]


def recomputed():
    """Of x tanh(x) the derivative reads x alone: tanh is made again, though a
    detach stands before its derivative."""
    saved = []

    def forward(half, _):
        saved.extend(next(iter(reversed(half.graph.nodes))).args[0])
        return make_boxed_func(half.forward)
    backend = aot_autograd(
        fw_compiler=forward,
        bw_compiler=lambda half, _: make_boxed_func(half.forward),
        partition_fn=min_cut_rematerialization_partition,
        decompositions=decompositions())
    x = torch.randn(8, 8, requires_grad=True)
    torch.compile(lambda x: x * x.tanh(), backend=backend)(x)
    names = [str(node) for node in saved]
    assert not any("tanh" in name for name in names), names


def main():
    recomputed()
    direct()
    check(Model(nn.Identity()), [], 3)
    # PyTorch's forward reads what is saved: it lies as that expects.
    check(Model(nn.GELU()), ["aten.gelu.default"], 1)
    # PyTorch's backward reads what is saved: a copy of it.
    check(Model(nn.Hardswish()), ["aten.hardswish_backward.default"], 1)
    # Tokens are results too: nothing lies in another order.
    check(Checked(nn.Identity()), [], 0)
    print("ok")


if __name__ == "__main__":
    main()
