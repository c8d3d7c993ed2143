"""Control flow as regions: cond, while_loop, scan, map."""
import torch
from torch import nn
from torch._higher_order_ops.map import map as map_over
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop

from .table import case, reals


@case(reals(3, 4), reals(4))
def cond(x, y):
    """The same choice by two conditions of which one holds: both branches run."""
    def choose(which):
        return torch.cond(which, lambda x, y: (x + y, x.t() * 2),
                          lambda x, y: (x - y, x.t().exp()), (x, y))

    return *choose(x.sum() > 0), *choose(x.sum() < 0)


@case(reals(3, mean=1.0, std=0.1), reals(3))
def while_sum_is_small(x, y):
    def small(i, a):
        return (i < 20) & (a.abs().sum() < 100)

    def step(i, a):
        return i + 1, a * 2 + y

    return while_loop(small, step, (torch.zeros((), dtype=torch.int64), x))


@case(reals(6, 6, std=0.3), reals(6, 2))
def while_powers_converge(a, x):
    """Power iteration: a product, a norm and a change in each iteration."""
    def goes_on(i, x, change):
        return (i < 40) & (change > 1e-3)

    def step(i, x, change):
        y = a @ x + x
        y = y / y.square().sum(0).sqrt()
        return i + 1, y, (y - x).abs().max()

    start = torch.zeros((), dtype=torch.int64), x, torch.ones(())
    return while_loop(goes_on, step, start)


@case(reals(5, 2, 4), reals(2, 4))
class scan_recurrence(nn.Module):
    def __init__(self):
        super().__init__()
        self.decay = nn.Parameter(torch.zeros(4))

    def forward(self, xs, state):
        def step(carried, x):
            following = torch.tanh(carried * self.decay + x)
            return following, (carried * x).sum(-1)

        return scan(step, state, xs, dim=0)


@case(reals(5, 2, 4), reals(4))
def map_over_rows(xs, y):
    return map_over(lambda x, y: torch.sin(x) @ y, xs, y)


@case(reals(3, 8), scales=((".*", 0.0, 0.4),), native=True)
class modes(nn.Module):
    """Regions of autocast and of grad modes."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(8, 6), nn.Linear(6, 4)

    def forward(self, x):
        with torch.autocast("cpu", torch.bfloat16):
            y = torch.relu(self.first(x))
            with torch.autocast("cpu", enabled=False):
                z = self.second(y.float())
            scores = torch.einsum("ij,kj->ik", y, self.second.weight)
        with torch.no_grad():
            scale = z.abs().sum(-1, keepdim=True)
        return y, z / scale, scores
