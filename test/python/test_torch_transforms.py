"""Derivatives that users take of a compiled function in other ways than by
backward: forward-mode, and of a batch of tangents at once. And arguments that
no program can read are no failure of tc's."""
import unittest
import warnings

from Inputs.torch_case import Case
from tc.torch import report
import torch
from torch.autograd import forward_ad
from torch._subclasses import FakeTensorMode

ROUTES = {"route": "direct"}, {"route": "aot"}


def swirl(x):
    return x.sin() * x.flip(0)


class Transforms(Case):
    def each_route(self, test):
        for options in ROUTES:
            for requires_grad in (False, True):
                with self.subTest(options, requires_grad=requires_grad):
                    torch._dynamo.reset()
                    test(torch.compile(swirl, backend="tc", options=options),
                         torch.randn(4, requires_grad=requires_grad))
                    self.assertGreater(report.state.graphs, 0)
                    self.assertFalse(report.state.failures)

    def test_forward_mode(self):
        """A result without its tangent would be differentiated to 0."""
        def test(call, x):
            for _ in range(2):
                with forward_ad.dual_level():
                    dual = forward_ad.make_dual(x, torch.ones(4))
                    got, want = (forward_ad.unpack_dual(f(dual)).tangent
                                 for f in (call, swirl))
                    self.assertIsNotNone(got)
                    self.close(got, want)
                call(x)  # and is compiled for others
        self.each_route(test)
        self.assertGreater(report.state.launches, 0)

    def test_tangents_in_a_batch(self):
        def test(call, x):
            x = x.detach().requires_grad_()
            got, want = (torch.autograd.grad(
                f(x), x, torch.eye(4), is_grads_batched=True)[0]
                for f in (call, swirl))
            self.close(got, want)
            for derivative in (torch.autograd.functional.jacobian,
                               torch.autograd.functional.hessian):
                got, want = (derivative(
                    lambda x: f(x).sum(), x, vectorize=True)
                    for f in (call, swirl))
                self.close(got, want)
        self.each_route(test)

    def test_fake_tensors(self):
        call = torch.compile(swirl, backend="tc")
        call(torch.ones(4))
        with FakeTensorMode(), warnings.catch_warnings():
            warnings.simplefilter("error", report.Warning)
            self.assertEqual(call(torch.empty(4)).shape, (4,))

    def test_an_error_of_the_user_is_eagers_alone(self):
        """It is not told as a failure, to be reported, as well."""
        def pick(x, i):
            return x[i] + 1
        call = torch.compile(pick, backend="tc")
        call(torch.ones(4), torch.tensor([1, 3]))
        with warnings.catch_warnings():
            warnings.simplefilter("error", report.Warning)
            with self.assertRaisesRegex(IndexError, "index 7 is out of bounds"):
                call(torch.ones(4), torch.tensor([1, 7]))
        self.assertFalse(report.state.failures)


if __name__ == "__main__":
    unittest.main()
