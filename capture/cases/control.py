"""Control flow as regions: cond, while_loop, scan, map."""
import torch
from torch import nn
from torch._higher_order_ops.map import map as map_over
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop

from .table import case, reals


@case(reals(3, 4), reals(4))
def cond(x, y):
    return torch.cond(x.sum() > 0, lambda x, y: (x + y, x.t() * 2),
                      lambda x, y: (x - y, x.t().exp()), (x, y))


@case(reals(3, mean=1.0, std=0.1), reals(3))
def while_sum_is_small(x, y):
    def small(i, a):
        return (i < 20) & (a.abs().sum() < 100)

    def step(i, a):
        return i + 1, a * 2 + y

    return while_loop(small, step, (torch.zeros((), dtype=torch.int64), x))


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
