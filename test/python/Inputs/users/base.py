"""What the programs of this folder share. A program is a function of a number of
rows; it gives what to compile, its arguments and a module whose parameters are
compared. Tensors are made in the default dtype, which the test sets."""
import torch
from torch import nn

PROGRAMS = {}


def program(run=None, **facts):
    """Adds a program. `facts`: gradients=False if it has none, captured=False
    where Dynamo captures nothing, near: a bound where it computes in a dtype of
    its own, heavy=True: not in the sample."""
    if run is None:
        return lambda run: program(run, **facts)
    PROGRAMS[run.__name__] = (run, facts)
    return run


def leaf(*shape):
    return torch.randn(shape).requires_grad_()


def network(*sizes, act=nn.Tanh):
    layers = []
    for first, second in zip(sizes, sizes[1:]):
        layers += [nn.Linear(first, second), act()]
    return nn.Sequential(*layers[:-1])
