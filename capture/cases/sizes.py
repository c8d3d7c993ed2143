"""D1: symbolic and data-dependent sizes."""
import torch
from torch import nn

from .table import case, ints, reals

BS = {"b": 3, "s": 5}


@case(reals("b", "s", 4), reals("s", 1), reals(4), sizes=BS)
def symbolic_pointwise(x, y, z):
    return torch.tanh(x * y + z), x.mean(1)


@case(reals("b", "s", 4), sizes=BS)
def symbolic_softmax(x):
    return x.softmax(1), torch.softmax(x, -1).sum()


@case(reals("b", "s"), reals("b", "s"), sizes=BS)
def symbolic_cat_grows(x, y):
    z = torch.cat([x, y, x[:, :1]], 1)
    return z, torch.cat([z, z], 0)


@case(reals("b", "s", 4), sizes=BS)
def symbolic_reshape(x):
    flat = x.reshape(-1, 4)
    return flat @ flat.t(), x.view(x.shape[0], -1), x.transpose(0, 1).clone(
        memory_format=torch.contiguous_format).view(-1)


@case(reals("b", "s"), sizes={"b": 2, "s": 7},
      limits={"s": (4, None)})
def symbolic_slices(x):
    return x[:, ::2], x[:, 1:], x[:, :-1] - x[:, 1:], x.unfold(1, 2, 1)


@case(reals("b", "s"), sizes={"b": 2, "s": 7}, limits={"s": (4, None)})
def symbolic_halves(x):
    """PyTorch can't prove that half of a size is at most the size."""
    half = x.shape[1] // 2
    return x[:, :half] * 2, x[:, half:]


@case(reals("b", "s", 8), sizes=BS)
class symbolic_attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(8, 24)
        self.norm = nn.LayerNorm(8)

    def forward(self, x):
        b, s, _ = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, s, 3, 2, 4).unbind(2)
        mask = torch.ones(s, s, dtype=torch.bool, device=x.device).tril()
        out = nn.functional.scaled_dot_product_attention(
            q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), mask)
        return x + out.transpose(1, 2).reshape(b, s, 8)


@case(reals("b", 3, "h", "h"), sizes={"b": 2, "h": 9},
      limits={"h": (6, None)})
class symbolic_convolution(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, stride=2, padding=1)
        self.pool = nn.MaxPool2d(2)

    def forward(self, x):
        return self.pool(torch.relu(self.conv(x)))


@case(reals("b", 3, "h"), reals(4, 3, "k"), reals(4, 1, "k", "k"),
      sizes={"b": 2, "h": 9, "k": 5}, limits={"k": (2, 9), "h": (9, None)})
def symbolic_windows(x, w, v):
    y = torch.conv1d(x, w, padding="same")
    z = torch.conv1d(x, w, padding=w.shape[2] // 2, stride=2)
    return y, z, torch.conv2d(y.unsqueeze(2), v, padding=(w.shape[2], 1),
                              groups=4, dilation=(2, 1))


@case(ints(0, 10, "b", "s"), sizes=BS)
class symbolic_embedding(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 6)
        self.places = nn.Embedding(32, 6)

    def forward(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        return self.words(tokens) + self.places(places)


@case(reals("s"), sizes={"s": 6}, limits={"s": (3, 64)})
def symbolic_factories(x):
    s = x.shape[0]
    return (torch.zeros(s, 2) + x.unsqueeze(1), torch.full((s,), 2.0) * x,
            torch.arange(0, s, 2), x.new_ones(s + 1), torch.ones_like(x) * s)


@case(ints(0, 2, 4, 6))
def nonzero(x):
    return torch.nonzero(x)


@case(reals(20))
def masked_select_sum(x):
    chosen = torch.masked_select(x, x > 0)
    return chosen * 2, chosen.sum()
