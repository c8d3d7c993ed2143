"""Arguments of gradient_rules.py, on PyTorch's default device."""
import torch

# Zeros of both signs, equal elements, and what is large for an exponential.
X = torch.tensor([[-3.0, -1.0, -0.5, 0.0, 0.5, 1.0], [2.0, 2.0, -0.0, 1e-3,
                  -7.0, 30.0], [0.25, -0.25, 1.5, -90.0, 1.0, 1.0],
                  [4.0, -4.0, 0.125, 3.0, -2.0, -2.0]], dtype=torch.float64)
Y = X.flip(0).roll(1, 1)
SMALL = torch.linspace(-1, 1, 24, dtype=torch.float64).reshape(4, 6).sin()
CUBE = torch.linspace(-2, 1, 48, dtype=torch.float64).reshape(2, 4, 6).cos()
WEIGHT = torch.linspace(-1, 2, 30, dtype=torch.float64).reshape(5, 6)
INDEX = torch.tensor([[0, 3, 1], [1, 1, 2]])
TARGETS, IGNORED = torch.tensor([1, 0, 2, 5]), torch.tensor([0, -100, 5, -100])
WEIGHTS = torch.tensor([.1, .2, .3, .4, .5, .6], dtype=torch.float64)
# Attention's queries, keys and values without relations, by which the sums of
# their gradients would cancel.
DRAWN = torch.randn(3, 1, *CUBE.shape, dtype=torch.float64, device="cpu",
                    generator=torch.Generator().manual_seed(5)).to(CUBE.device)
KEPT = torch.tensor([[True, False, True, True]])
MASK = X > 0
IMAGE = torch.linspace(-3, 2, 336, dtype=torch.float64).reshape(
    2, 4, 7, 6).sin()
TIES = IMAGE.round(decimals=1)
KERNEL = torch.linspace(-1, 1, 216, dtype=torch.float64).reshape(
    6, 4, 3, 3).cos()
GROUPED = KERNEL[:, :2]
