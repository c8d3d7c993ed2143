"""What a user of autograd may do with a compiled model, compared with eager:
gradients that are retained, accumulated, frozen, of views and tied weights,
tangents of any layout, saved tensors. Of any order: test_torch_higher_gradients;
autocast and grad modes: test_torch_training_modes."""
import unittest

from Inputs.training_case import Both, gradients, network, through_aotautograd
import tc
from tc.torch import report
import torch
from torch import nn


class Zeros(nn.Module):
    def forward(self, x):
        return x.sin() + torch._efficientzerotensor((3,))


class Gradients(Both):
    def test_attention_of_unknown_sizes(self):
        def f(x):
            rows, length, _ = x.shape
            q, k, v = x.view(rows, length, 3, 2, 16).permute(2, 0, 3, 1, 4)
            return nn.functional.scaled_dot_product_attention(q, k, v)
        compiled = torch.compile(f, backend="tc", dynamic=True)
        for sizes in ((4, 9), (3, 17), (1, 5)):
            x = torch.randn(*sizes, 96, requires_grad=True)
            mine, = torch.autograd.grad(compiled(x).square().sum(), x)
            eager, = torch.autograd.grad(f(x).square().sum(), x)
            torch.testing.assert_close(mine, eager, rtol=1e-4, atol=1e-5)

    def test_derivatives_of_complex_functions(self):
        for function in torch.tanh, torch.sigmoid:
            compiled = torch.compile(function, backend="tc")
            x = torch.randn(3, 4, dtype=torch.complex64, requires_grad=True)
            tangent = torch.randn(3, 4, dtype=torch.complex64)
            want, got = (torch.autograd.grad(f(x), x, tangent)[0]
                         for f in (function, compiled))
            self.close(got, want)
            self.assertFalse(tc.counters()["fallback_ops"])

    def test_retain_graph(self):
        def step(call, model, x):
            loss = call(x).square().sum()
            loss.backward(retain_graph=True)
            loss.backward()
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=network())

    def test_a_second_backward_without_retain_graph_is_an_error(self):
        loss = torch.compile(network(), backend="tc")(torch.randn(3, 6)).sum()
        loss.backward()
        with self.assertRaisesRegex(RuntimeError, "second time"):
            loss.backward()

    def test_accumulation(self):
        def step(call, model, *batches):
            for x in batches:
                call(x).square().mean().backward()
            return gradients(model.parameters())
        self.both(step, *(torch.randn(3, 6) for _ in range(3)),
                  module=network())

    def test_inputs_and_values_that_are_no_leaves(self):
        def step(call, model, x):
            y = (x * 2).tanh()
            y.retain_grad()
            z = call(y)
            z.retain_grad()
            z.square().sum().backward()
            return x.grad, y.grad, z.grad
        self.both(step, torch.randn(3, 6, requires_grad=True),
                  module=network())

    def test_some_results_without_gradient(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = nn.Linear(6, 4), nn.Linear(6, 4)

            def forward(self, x):
                y = self.a(x)
                return y, self.b(x), y.argmax(-1), y.detach() + 1, y.mean()

        def step(call, model, x):
            first, second, index, cut, mean = call(x)
            assert not index.requires_grad and not cut.requires_grad
            (first.sum() + mean).backward()
            return [index, cut, *gradients(model.parameters()), x.grad]
        found = self.both(step, torch.randn(3, 6, requires_grad=True),
                          module=Net())
        self.assertIsNotNone(found[1][2])

    def test_tangents_that_are_not_contiguous(self):
        def step(call, model, x, weight):
            y = call(x)
            y.backward(weight.t()[:, ::2])
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), torch.randn(8, 3),
                  module=network())

    def test_tangents_that_are_expanded(self):
        def step(call, model, x):
            call(x).sum().backward()
            call(x).backward(torch.ones(1, 1).expand(3, 4))
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=network())

    def test_tangents_that_are_lazily_conjugated_or_negated(self):
        x = torch.randn(3, 4, dtype=torch.complex64, requires_grad=True)
        compiled = torch.compile(lambda x: (x * 2, (x * x).real),
                                 backend="tc")
        tangent = torch.randn(3, 4, dtype=torch.complex64)
        negated = torch.randn(3, 4, dtype=torch.complex64).conj().imag
        self.assertTrue(negated.is_neg())
        found = []
        for f in (compiled, lambda x: (x * 2, (x * x).real)):
            found += torch.autograd.grad(f(x), x, (tangent.conj(), negated))
        self.close(*(g.resolve_conj() for g in found))
        self.assertFalse(report.state.failures)

    def test_arguments_that_become_conjugated(self):
        compiled = torch.compile(lambda x: x * 2 + 1, backend="tc")
        x = torch.randn(3, 4, dtype=torch.complex64)
        for y in (x, x.conj(), x.imag, x.conj().imag):
            self.close(compiled(y).resolve_conj(), (y * 2 + 1).resolve_conj())
        self.assertFalse(report.state.failures)

    def test_tied_weights(self):
        class Tied(nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding = nn.Embedding(9, 5)
                self.head = nn.Linear(5, 9, bias=False)
                self.head.weight = self.embedding.weight

            def forward(self, i):
                return self.head(self.embedding(i).tanh())

        def step(call, model, i):
            call(i).square().mean().backward()
            return gradients(model.parameters())
        found = self.both(step, torch.randint(0, 9, (3, 4)), module=Tied())
        self.assertEqual(len(found[0]), 1)

    def test_frozen_parameters(self):
        model = network()
        model[0].requires_grad_(False)

        def step(call, model, x):
            call(x).sum().backward()
            return gradients(model.parameters())
        found = self.both(step, torch.randn(3, 6), module=model)
        self.assertIsNone(found[1][0])

    def test_saved_tensor_hooks(self):
        def step(call, model, x):
            packed = []

            def pack(tensor):
                packed.append(tensor)
                return len(packed) - 1
            with torch.autograd.graph.saved_tensors_hooks(
                    pack, lambda i: packed[i]):
                loss = call(x).square().sum()
            assert packed
            loss.backward()
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=network())

    def test_positions_of_pools_are_saved_in_few_bytes(self):
        pool = torch.nn.MaxPool2d(3, 2, 1)
        for sizes, dtype in (((2, 3, 21, 20), torch.int16),
                             ((1, 2, 3, 20000), torch.int32)):
            whole = []

            def pack(tensor, whole=whole):
                if not tensor.is_floating_point():
                    whole.append(tensor.dtype)
                return tensor

            def step(call, x, pack=pack):
                x = x.requires_grad_(True)
                with torch.autograd.graph.saved_tensors_hooks(
                        pack, lambda tensor: tensor):
                    loss = call(x).square().sum()
                return torch.autograd.grad(loss, x)
            compiled = torch.compile(lambda x: pool(x.sin()), backend="tc",
                                     dynamic=False, options={"route": "aot"})
            x = torch.randn(sizes)
            found = step(compiled, x.clone())
            self.assertEqual(whole, [dtype])
            want = step(lambda x: pool(x.sin()), x.clone())
            torch.testing.assert_close(found, want)

    def test_saved_tensors_that_change_are_an_error(self):
        x = torch.randn(3, 6, requires_grad=True)
        y = x * 1
        z = torch.compile(lambda y: torch.sin(y) * y, backend="tc")(y)
        with torch.no_grad():
            y.add_(1)
        with self.assertRaisesRegex(RuntimeError, "inplace operation"):
            z.sum().backward()

    def test_what_eager_has_saved_of_a_mutated_input(self):
        """The compiled call's write must be seen by eager's version check."""
        x = torch.randn(4, requires_grad=True)
        y = x * 1
        z = torch.exp(x) * y  # saves y
        write = torch.compile(lambda t: t.detach().mul_(2), backend="tc")
        write(y)
        with self.assertRaisesRegex(RuntimeError, "inplace operation"):
            z.sum().backward()
        y = torch.ones(4)
        before = y._version
        torch.compile(lambda t: t.mul_(2), backend="tc")(y)
        self.assertGreater(y._version, before)

    def test_a_mutated_input_has_a_gradient(self):
        def step(call, model, x):
            y = x * 1
            y2 = torch.compile(lambda t: t.mul_(3), backend="tc")(y) \
                if isinstance(call, torch._dynamo.OptimizedModule) \
                else y.mul_(3)
            (y.sin() + y2 + call(y)[:, :1]).sum().backward()
            return x.grad, y
        self.both(step, torch.randn(3, 6, requires_grad=True),
                  module=network())

    def test_results_that_are_views_of_an_input(self):
        class Views(nn.Module):
            def forward(self, x):
                return x.view(-1), x.t(), x * 2

        def step(call, model, x):
            y = x * 1
            a, b, c = call(y)
            assert a._is_view() and a._base is y and b._base is y
            a.mul_(2)
            (b.sin().sum() + c.sum()).backward()
            return x.grad, y, a, b
        self.both(step, torch.randn(3, 6, requires_grad=True), module=Views())

    def test_zeros_without_memory(self):
        """PyTorch's derivatives of functions that torch.func has derived
        begin with them."""
        self.both(lambda call, _, x: [call(x)],
                  torch.randn(3, requires_grad=True), module=Zeros())


GradientsThroughAOTAutograd = through_aotautograd(Gradients)


if __name__ == "__main__":
    unittest.main()
