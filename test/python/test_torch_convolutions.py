"""Convolutions of 1 to 3 dimensions and both their gradients against eager in
f64: odd sizes, strides, dilations, padding, groups, depthwise, few and many
channels, whatever order of dimensions the operands lie in; and averages of
windows."""
import unittest

from Inputs.torch_case import Case
import torch
import torch.nn.functional as F

# (input, weight, stride, padding, dilation, groups)
CASES = [
    ((2, 32, 14, 14), (48, 32, 3, 3), 1, 1, 1, 1),
    ((2, 20, 13, 17), (33, 20, 3, 3), 2, 1, 1, 1),
    ((1, 16, 20, 20), (64, 16, 5, 5), 1, 0, 2, 1),
    ((2, 3, 33, 35), (32, 3, 7, 7), 2, 3, 1, 1),
    ((3, 40, 7, 7), (40, 40, 1, 1), 1, 0, 1, 1),
    ((2, 24, 9, 9), (56, 24, 1, 1), 2, 0, 1, 1),
    ((2, 32, 10, 12), (64, 8, 3, 3), 1, 1, 1, 4),
    ((2, 37, 15, 15), (37, 1, 5, 5), 2, 2, 1, 37),
    ((2, 24, 11, 11), (48, 1, 3, 3), 1, 1, 1, 24),
    ((2, 16, 9, 9), (24, 16, 3, 3), 2, 3, 1, 1),
    ((2, 16, 14, 12), (24, 8, 2, 3), (3, 2), 1, 2, 2),
    ((1, 4, 40, 40), (6, 4, 3, 3), 9, 1, 1, 1),
    ((3, 19, 50), (35, 19, 5), 2, 2, 1, 1),
    ((2, 32, 40), (32, 1, 7), 1, 3, 1, 32),
    ((1, 16, 6, 9, 9), (32, 16, 3, 3, 3), 1, 1, 1, 1),
    ((1, 18, 5, 8, 8), (18, 1, 3, 3, 3), (1, 2, 2), 1, 1, 18),
]
CONVOLVE = {3: F.conv1d, 4: F.conv2d, 5: F.conv3d}


def operands(shape, weight, last):
    x, w = torch.randn(shape), torch.randn(weight)
    if last:
        n = len(shape)
        x = x.permute(0, *range(2, n), 1).contiguous().permute(
            0, n - 1, *range(1, n - 1))
    return x, w


def results(call, cases, given, dtype):
    """All results and gradients, of random weights of the results' elements."""
    given = [[t.detach().to(dtype).requires_grad_() for t in pair]
             for pair in given]
    made = call(cases, given)
    tangents = []
    for i, y in enumerate(made):
        torch.manual_seed(i)
        tangents.append(torch.randn(y.shape).to(dtype))
    torch.autograd.backward(made, tangents)
    return [t.detach() for t in made] + [
        t.grad for pair in given for t in pair]


def convolve(cases, given):
    return [CONVOLVE[x.dim()](x, w, None, *case[2:])
            for case, (x, w) in zip(cases, given)]


class Convolutions(Case):
    def check(self, last, route):
        torch.manual_seed(0)
        torch._dynamo.reset()
        given = [operands(*case[:2], last) for case in CASES]
        compiled = torch.compile(convolve, backend="tc",
                                 options={"route": route})
        got = results(compiled, CASES, given, torch.float32)
        want = results(convolve, CASES, given, torch.float64)
        for i, (ours, exact) in enumerate(zip(got, want)):
            with self.subTest(result=i):
                error = (ours.double() - exact).norm() / exact.norm()
                self.assertLess(error, 1e-6)
        self.compiled()

    def test_direct(self):
        self.check(False, "direct")

    def test_traced(self):
        self.check(False, "aot")

    def test_channels_last(self):
        self.check(True, "direct")

    def test_windows_larger_than_images(self):
        cases = [(n, k, s, p, ceil, pad) for n in (1, 4) for k in (3, 9)
                 for s in (1, 2, k) for p in (0, 1) for ceil in (False, True)
                 for pad in (False, True)
                 if n + 2 * p + ceil * (s - 1) >= k]

        def average(images):
            return [F.avg_pool2d(x, *case[1:])
                    for case, x in zip(cases, images)]
        images = [torch.randn(2, 3, n, n + 1, requires_grad=True)
                  for n, *_ in cases]
        found = []
        for call in (average, torch.compile(average, backend="tc")):
            made = call(images)
            found.append([*made, *torch.autograd.grad(
                [y.square().sum() for y in made], images)])
        for case, got, want in zip(cases + cases, *found):
            with self.subTest(case=case):
                torch.testing.assert_close(got, want)


if __name__ == "__main__":
    unittest.main()
