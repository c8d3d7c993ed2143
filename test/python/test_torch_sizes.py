"""Sizes that change: how often PyTorch captures, how many kernels tc makes,
and that a capture serves only the sizes for which it is right."""
import math
import unittest
import warnings

from Inputs.torch_case import Case
import tc
from tc.torch import partition, piece, report, reuse
from tc.torch.text import Sizes
import sympy
import torch
from torch import nn
from torch._dynamo.source import ConstantSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic, ShapeEnv, StatelessSymbolicContext)
from torch.nn import functional as F
from torch.utils._sympy.functions import (
    FloatTrueDiv, FloorDiv, Mod, ToFloat, TruncToInt)

BATCHES = (32, 7, 1, 0)
DYNAMIC = StatelessSymbolicContext([DimDynamic.DYNAMIC, DimDynamic.STATIC])


def perceptron():
    return nn.Sequential(nn.Linear(8, 8), nn.Softmax(-1))


class Counts(Case):
    def count(self, function, shapes, compile=tc.compile, **options):
        """(captures, kernels, recompiles); each result is eager's."""
        tc.reset()
        compiled = compile(function, **options)
        with torch.no_grad():
            for shape in shapes:
                x = torch.randn(shape)
                for got, want in zip(*(torch.utils._pytree.tree_leaves(f(x))
                                       for f in (compiled, function))):
                    if isinstance(want, torch.Tensor):
                        self.close(got, want)
                    else:
                        self.assertEqual(got, want)
        counts = tc.counters()
        self.assertFalse(counts["failures"])
        return counts["graphs"], counts["kernels"], len(counts["recompiles"])

    def whole(self, function, shapes, dynamic=True):
        """Nothing falls back, and each result is eager's."""
        self.count(function, shapes, torch.compile, backend="tc",
                   dynamic=dynamic)
        self.assertFalse(tc.counters()["fallback_ops"])

    def test_sizes_that_guards_make_equal(self):
        shapes = [(3, 2, 8, 8), (2, 2, 12, 12)]

        def joined(x):  # 2 * (n // 4) and n // 2
            a = F.max_pool2d(x, 2)
            return torch.cat([F.interpolate(F.max_pool2d(a, 2), scale_factor=2),
                              a], 1)

        def windows(x):  # as many elements as before if n // 2 is even
            y = F.avg_pool2d(x, 2)
            b, c, h, w = y.shape
            return y.reshape(b * c * (h // 2), 2, w // 2, 2).transpose(
                1, 2).reshape(b, c, (h // 2) * (w // 2), 4).sum(2)
        for function in (joined, windows):
            self.whole(function, shapes)

    def test_sizes_from_quotients(self):
        def windows(x):
            y = x.view(-1, 4, 3).exp()
            return y.view(int(y.shape[0] / (8 / 4)), 2, 4, 3).sum(1)

        def halves(x):
            return x[:, :math.ceil(x.shape[1] / 2)].exp(), \
                x.new_zeros(int(x.shape[0] * 1.5)) + x[0, 0]
        self.whole(windows, [(2, 8, 3), (5, 8, 3)])
        self.whole(halves, [(2, 7), (5, 6)])

    def test_a_quotient_that_is_a_number(self):
        """is written as one: as an extent it is no `?`."""
        n, m = sympy.symbols("n m", integer=True, positive=True)
        even = FloorDiv(n, 4) + Mod(2 - Mod(FloorDiv(n, 4), 2), 2)
        for size, text in ((FloorDiv(2 * n, n, evaluate=False), "2"),
                           (FloorDiv(6 * n * m, 2 * m, evaluate=False), "3*n"),
                           (FloorDiv(2 * n, TruncToInt(FloatTrueDiv(
                               ToFloat(4 * n), sympy.Float(4.0)))), "2"),
                           (FloorDiv(n, m, evaluate=False), "floordiv(n, m)"),
                           (FloorDiv(even, FloorDiv(even, 2)), "2")):
            self.assertEqual(Sizes().text(size), text)

    def test_numbers_that_sizes_give(self):
        def scaled(x):
            n, m = x.shape
            return (x * n ** -0.5, x / math.sqrt(m), x.sum() * (1.0 / n),
                    x.half() * (n / m), x.long() * (n / 2), x - 2 * (m / 4),
                    torch.full((n,), n / m), x.clamp(max=n / 8),
                    x ** (n / 3), torch.ops.aten.mul.Scalar(x, n / m))

        def resized(x):
            x = x[None, None]
            return [F.interpolate(x, size=(5, 2 * x.shape[3]), mode=mode)
                    for mode in ("nearest", "bilinear", "bicubic")]
        for function in (scaled, resized):
            self.whole(function, [(3, 5), (7, 4)])

    def test_resampling_is_one_call(self):
        """of one capture, which no size is fixed in."""
        def scaled(x):
            return [F.interpolate(x, scale_factor=factor, mode=mode)
                    for mode in ("nearest", "bilinear", "bicubic")
                    for factor in (2, 0.5, (1.5, 0.75))]

        def sized(x):
            return F.interpolate(x[0], x.shape[3], mode="linear"), \
                F.interpolate(x[None], [2, x.shape[3], 5], mode="trilinear")
        shapes = [(2, 3, 7, 5), (3, 2, 8, 9)]
        for function in (scaled, sized):
            tc.reset()
            self.assertEqual(self.count(function, shapes)[::2], (1, 0))
            self.assertIn("captured by Dynamo alone", str(tc.explain()))

    def test_batches(self):
        model, shapes = perceptron(), [(n, 8) for n in BATCHES]
        _, one, _ = self.count(model, shapes[:1])
        for order in (shapes, shapes[::-1]):
            self.assertEqual(self.count(model, order), (1, one, 0))
        self.assertEqual(self.count(model, shapes, dynamic=True)[::2], (3, 2))
        self.assertEqual(self.count(model, shapes, dynamic=False),
                         (4, 4 * one, 3))

    def test_one_channel(self):
        """PyTorch guards it to be 1 but keeps its symbol."""
        layer = nn.Conv2d(1, 4, 3)
        self.count(lambda x: layer(x.sin()), [(n, 1, 9, 9) for n in (4, 1, 7)])
        self.assertFalse(tc.counters()["fallback_ops"])
        self.count(lambda x: x.squeeze(1) + layer(x).mean(),
                   [(n, 1, 9, 9) for n in (4, 1, 7)])
        self.assertFalse(tc.counters()["fallback_ops"])

    def test_a_shape_from_before_a_graph_break(self):
        def f(x):
            shape = x.shape
            torch._dynamo.graph_break()
            return x.flatten().sin().view(shape)
        self.whole(f, [(n, 3) for n in (4, 6)])

    def test_a_mask_that_picks_nothing(self):
        def f(x, mask, values):
            y = x * 1
            y[mask] = values
            return y * 2
        compiled, x = torch.compile(f, backend="tc"), torch.randn(5)
        for n in (3, 4, 0):
            mask, values = torch.arange(5) < n, torch.randn(n)
            self.close(compiled(x, mask, values), f(x, mask, values))
        self.assertFalse(tc.counters()["failures"])

    def test_an_empty_result_may_be_written_to(self):
        def f(x):
            return x.sin()[:, :0]
        compiled = torch.compile(f, backend="tc")
        y = compiled(torch.randn(3, 4, requires_grad=True))
        self.assertEqual(y.mul_(2).shape, (3, 0))
        y.sum().backward()

    def test_masks_and_eval_dropout(self):
        """Neither `&` and `~` nor the names of arguments are writes, for
        which views and copies would be told apart."""
        def masked(x):
            keep = (x > 0) & ~(x > 1) | (x < -1)
            return F.dropout(x, 0.1, False).masked_fill(keep, 0.0)
        self.assertEqual(
            self.count(masked, [(32, 8), (7, 8), (5, 8)])[0], 1)

    def test_floats_of_modules(self):
        """They are numbers of the graph, until they change."""
        class Scaled(nn.Module):
            scale = 0.5

            def forward(self, x):
                y = F.embedding((x > 0).long(), torch.ones(2, 4), None, None,
                                self.scale)
                return F.layer_norm(y, (4,), eps=self.scale) * self.scale
        module = Scaled()
        compiled = tc.compile(module)
        for scale, captures in ((0.5, 1), (0.25, 2), (0.125, 3), (0.5, 3)):
            module.scale = scale
            for batch in BATCHES[:2]:
                x = torch.randn(batch, 3)
                self.close(compiled(x), module(x))
            self.assertLessEqual(tc.counters()["graphs"], captures)
        self.assertFalse(tc.counters()["failures"])

    def test_batches_by_pytorchs_entry(self):
        model, shapes = perceptron(), [(n, 8) for n in BATCHES]
        found = [self.count(model, shapes, torch.compile, backend="tc",
                            dynamic=d)[::2] for d in (None, True, False)]
        self.assertEqual(found, [(4, 3), (3, 2), (4, 3)])

    def test_no_kernels_of_their_own_for_0_and_1(self):
        model, shapes = perceptron(), [(n, 8) for n in BATCHES]
        one = self.count(model, shapes[:1], torch.compile, backend="tc",
                         dynamic=True)[1]
        found = [self.count(model, shapes, torch.compile, backend="tc",
                            dynamic=d)[:2] for d in (None, True, False)]
        self.assertEqual(found, [(4, 2 * one), (3, one), (4, 4 * one)])

    def test_kernels_for_0_and_1_among_other_sizes(self):
        def function(x):
            y = torch.cat([x, x], 1).softmax(-1)
            return y.sum(1, keepdim=True), y.exp()
        for shapes in ([(3, 5, 8), (1, 6, 8), (3, 1, 8), (1, 1, 8), (0, 6, 8)],
                       [(3, 5, 8), (3, 0, 8), (0, 0, 8)]):
            counts = [self.count(function, s, torch.compile, backend="tc",
                                 dynamic=True)[:2] for s in (shapes[:1], shapes)]
            self.assertEqual(counts, [(1, counts[0][1]),
                                      (len(shapes), counts[0][1])])

    def test_sizes_0_and_1_of_functions_of_sizes(self):
        """max(n, 1) is a size of the result: its text has a comma."""
        def function(x):
            return x.new_ones(torch.sym_max(x.shape[0], 4), 3).cumsum(0) + \
                x.sum()
        shapes = [(6, 8), (1, 8), (0, 8), (3, 8)]
        one = self.count(function, shapes[:1], torch.compile, backend="tc",
                         dynamic=True)[1]
        found = self.count(function, shapes, torch.compile, backend="tc",
                           dynamic=True)
        self.assertEqual(found[:2], (3, one))

    def test_programs_of_other_parts_are_not_instances(self):
        def part(rows, count, op=torch.ops.aten.mul.Tensor):
            mode = FakeTensorMode(shape_env=ShapeEnv())
            graph = torch.fx.Graph()
            x = graph.placeholder("x")
            y = graph.call_function(op, (x, 2))
            x.meta["val"] = mode.from_tensor(
                torch.empty(rows or 5, 8), source=ConstantSource("x"),
                symbolic_context=None if rows else DYNAMIC,
                static_shapes=bool(rows))
            with mode:
                y.meta["val"] = torch.empty(x.meta["val"].shape[0] * count)
            found = partition.Part()
            found.inputs, found.nodes, found.outputs = [x], [y], [y]
            found.graph = graph
            return found

        def write(part, values=None):
            return piece.module_text(part, values=values)
        instances = reuse.Instances(write)
        general = part(None, 8)
        text, symbols = write(general)
        instances.add(general, symbols, text, "cpu", "program")
        for rows, count, where, found in (
                (1, 8, "cpu", "program"), (1, 7, "cpu", None),
                (2, 8, "cpu", None), (1, 8, "cuda", None)):
            one = part(rows, count)
            self.assertEqual(instances.get(one, write(one)[0], where), found,
                             write(one)[0])
        one = part(1, 8, torch.ops.aten.add.Tensor)
        self.assertIsNone(instances.get(one, write(one)[0], "cpu"))

    def test_training(self):
        tc.reset()
        model = perceptron()
        compiled = tc.compile(model)
        for n in BATCHES:
            x = torch.randn(n, 8)
            found = []
            for call in (compiled, model):
                model.zero_grad()
                call(x).square().sum().backward()
                found.append([p.grad.clone() for p in model.parameters()])
            for a, b in zip(*found):
                torch.testing.assert_close(a, b)
        self.assertEqual(tc.counters()["graphs"], 1)  # of both directions

    def test_a_size_that_the_capture_is_wrong_for(self):
        shapes = [(n, 8) for n in BATCHES]
        for function, captures in (
                (lambda x: x[1:] * 2, 2),
                (lambda x: x[:5] * 2, 1),
                (lambda x: torch.cat([x, x[:1]]).sum(0), 2),
                (lambda x: (x[1:].exp(), x[1:].shape[0]), 2),
                (lambda x: x.squeeze(0) * 2, 2),
                (lambda x: x.view(-1, 2, 4).sum(0), 1),
                (lambda x: x + torch.ones(x.shape[0], 1), 1)):
            for order in (shapes, shapes[::-1]):
                with self.subTest(order=order[0]):
                    found = self.count(function, order)
                    self.assertLessEqual(found[0], captures)

    def test_broadcast_from_one(self):
        def function(x):
            return x + torch.ones(7, 8)
        for order in ([(7, 8), (1, 8)], [(1, 8), (7, 8)]):
            self.assertEqual(self.count(function, order)[0], 2)

    def test_broadcast_of_an_argument(self):
        x = torch.randn(4, 4)
        for sizes in ((1, 4), (4, 1)):
            tc.reset()
            compiled = tc.compile(lambda x, y: torch.maximum(x, y))
            for n in sizes:
                y = torch.randn(n)
                self.close(compiled(x, y), torch.maximum(x, y))
            self.assertFalse(tc.counters()["failures"])

    def test_a_shape_changed_in_place(self):
        def function(x):
            y = x.squeeze()
            y.squeeze_()
            return y.abs()
        tc.reset()
        for shape in ((6, 1), (6, 2), (1, 6)):
            x = torch.randn(shape)
            self.close(tc.compile(function)(x), function(x))

    def test_the_switches_are_set_while_tracing_only(self):
        from torch.fx.experimental import _config
        seen = []

        def function(x):
            seen.append(_config.backed_size_oblivious)
            torch._dynamo.graph_break()
            return x + 1
        tc.compile(function)(torch.ones(3))
        self.assertEqual(seen, [False])

    def test_marks(self):
        compiled = torch.compile(lambda x: x.exp(), backend="tc")
        x = torch.randn(5, 8)
        torch._dynamo.mark_dynamic(x, 0)
        compiled(x)
        compiled(torch.randn(9, 8))
        self.assertEqual(report.state.graphs, 1)
        tc.reset()
        compiled = tc.compile(lambda x: x.exp() + 1)
        for n in (5, 6):
            x = torch.randn(n, 8)
            torch._dynamo.mark_static(x)
            compiled(x)
        self.assertEqual(report.state.graphs, 2)


class Modules(Case):
    def test_no_warning_of_sizes_that_no_call_has(self):
        """PyTorch warns of a loss between shapes that are not the same."""
        layer = nn.Linear(3, 1)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            tc.compile(lambda x, y: F.mse_loss(layer(x), y))(
                torch.randn(4, 3), torch.randn(4, 1))
        self.assertFalse([w for w in caught if "size" in str(w.message)])

    def test_lazy_modules(self):
        for compile in (tc.compile,
                        lambda m: torch.compile(m, backend="tc")):
            tc.reset()
            torch.manual_seed(1)
            model = nn.Sequential(nn.LazyLinear(5), nn.ReLU(), nn.LazyLinear(2))
            compiled = compile(model)
            x = torch.randn(3, 7)
            with torch.no_grad():
                got = compiled(x)
                self.close(got, model(x))
            self.assertEqual(model[0].weight.shape, (5, 7))

    def test_meta_device(self):
        with torch.device("meta"):
            model = perceptron()
            x = torch.empty(3, 8)
        got = tc.compile(model)(x)
        self.assertTrue(got.is_meta)
        self.assertEqual(got.shape, (3, 8))

    def test_an_input_without_which_a_piece_has_no_size(self):
        """Made while PyTorch traces, an argument of ours must be a real one."""
        compiled = tc.compile(lambda x: x.view(-1, 2, 4).mean(0))
        for n in (6, 3):
            x = torch.randn(n, 8)
            self.close(compiled(x), x.view(-1, 2, 4).mean(0))
        self.assertFalse(report.state.failures)


class Views(Case):
    """Views of what a piece makes or takes, with sizes of such views."""

    def same(self, function, *arguments):
        tc.reset()
        torch._dynamo.reset()
        for got, want in zip(tc.compile(function)(*arguments),
                             function(*arguments)):
            self.assertTrue(torch.equal(got, want))
        self.assertFalse(tc.counters()["failures"])

    def test_size_of_a_view_in_a_view(self):
        def parts(x):
            first = torch.tensor_split(x, [2, 2], 0)[0]
            return torch.ops.aten.reshape_as.default(first, first), x < 3
        self.same(parts, torch.arange(24).reshape(3, 2, 2, 2) - 9)

    def test_half_that_broadcasts(self):
        def greatest(x, y):
            half = torch.ops.aten.slice_copy.Tensor(x, 0, None, None, 2)
            return (torch.maximum(half, y),)
        self.same(greatest, torch.arange(24).reshape(2, 2, 3, 2),
                  torch.arange(36).reshape(3, 2, 3, 2))

    def test_padding_by_the_size_of_a_window(self):
        def filtered(x):
            return (torch.conv1d(x, x, padding="same"),)
        for window in (3, 5):
            self.same(filtered, torch.randint(
                -4, 4, (2, window, window)).float())


class AllSizes(Case):
    def same(self, function, *shapes, captures=None):
        tc.reset()
        compiled = tc.compile(function)
        for shape in shapes:
            x = torch.randn(shape)
            y = x.clone()
            self.close(compiled(x), function(y))
            self.assertTrue(torch.equal(x, y))
        counts = tc.counters()
        self.assertFalse(counts["failures"])
        if captures:
            self.assertEqual(counts["graphs"], captures)


class Written(AllSizes):
    """Views of arguments that are written to."""

    def test_at_an_offset(self):
        def row(x):
            view = x[1:]
            view.mul_(2)
            return view

        def last(x):
            view = x.narrow(0, -1, 1)
            view.clamp_(min=0.5)
            return view[:, 1:]

        def written_later(x):
            view = x[1:].view(-1)
            x.add_(1)
            return view

        def half(x):
            view = x[1:]
            part = view.chunk(2, 0)[1]
            view[..., 0] = 3
            return part
        for function in (row, last, written_later, half):
            self.same(function, (5, 4), (9, 2), captures=1)

    def test_with_a_size_of_the_view(self):
        def expanded(x):
            view = x[1:]
            same = view.expand_as(view)
            x.add_(1)
            return same
        self.same(expanded, (5,), (9,), captures=1)

    def test_windows_of_a_repeated_tensor(self):
        def windows(x):
            y = x + 1
            return y.expand(2, *y.shape).unfold(0, 2, 1)
        self.same(windows, (6, 4), (3, 5))

    def test_through_a_repeated_tensor(self):
        def repeated(x):
            y = x.expand(2, *x.shape)
            y[1:].zero_()
            return y
        self.same(repeated, (6, 3), (4, 2))

    def test_where_only_some_sizes_are_views(self):
        def flat(x):
            y = x[::2].reshape(-1)
            y.add_(1)
            return y
        self.same(flat, (4, 1), (6, 1), (6, 3), (4, 1))
        self.same(flat, (6, 3), (4, 1), (1, 1))


class Modes(Case):
    """A check of sizes that ends early leaves the modes of the graph."""

    def test_levels_of_vmap(self):
        linear, x = nn.Linear(8, 3), torch.randn(5, 8)
        parameters = dict(linear.named_parameters())

        def function(x):
            return torch.func.vmap(torch.func.grad(
                lambda p, row: torch.func.functional_call(
                    linear, p, (row,)).square().mean()), (None, 0))(
                        parameters, x)
        self.close(tc.compile(function)(x)["bias"], function(x)["bias"])

    def test_autocast(self):
        def function(x):
            with torch.autocast("cpu"):
                return (x @ x.t()).squeeze(0) + 1
        x = torch.randn(5, 8)
        self.close(tc.compile(function)(x), function(x))
        self.assertEqual((x @ x.t()).dtype, torch.float32)


class State(Case):
    """Tensors that the captured graph has as attributes."""

    def test_of_optimizers(self):
        """Is not written to while sizes are checked."""
        found = []
        for entry in (lambda f: f, tc.compile):
            weight = torch.ones(4, 4, requires_grad=True)
            optimizer = torch.optim.Adagrad([weight], 0.1)
            step = entry(lambda: optimizer.step())
            weight.grad = torch.ones(4, 4)
            step()
            found.append(optimizer.state[weight])
        for key, want in found[0].items():
            self.close(found[1][key], want)


class WrittenArguments(AllSizes):
    """A view of an argument that is written to, where PyTorch's own trace with
    open sizes places it by the strides of the new value."""

    def test_transposed(self):
        def function(x):
            view = x.t().expand_as(x.t())
            x.masked_fill_(x > 1, 0)
            return view
        for entry in (tc.compile, lambda f: torch.compile(
                f, backend="tc", dynamic=True)):
            torch._dynamo.reset()
            got, want = torch.arange(18).view(3, 6).t(), \
                torch.arange(18).view(3, 6).t()
            result, expected = entry(function)(got), function(want)
            self.assertEqual(result.stride(), expected.stride())
            self.assertTrue(torch.equal(result, expected))
            self.assertEqual(result.data_ptr(), got.data_ptr())


class Strides(AllSizes):
    """Results lie as eager's at each size, not only at those captured."""

    def test_overlapping(self):
        for function in (lambda x: x.unfold(0, 2, 1) * 2,
                         lambda x: x.unfold(0, 2, 1).long(),
                         lambda x: 1 - x.diagonal(0, 0, 1)):
            for shapes in (((6, 2), (3, 2), (3, 5), (9, 2)),
                           ((3, 5), (9, 2), (2, 2))):
                self.same(function, *shapes)

    def test_transposed(self):
        def function(x):
            return x.t() * 2
        self.same(function, (3, 4), (4, 3), (1, 4), (4, 1), (2, 2),
                  captures=1)


class Numbers(Case):
    """Integers of the user, which a capture for all numbers takes as sizes."""

    def test_negative(self):
        def scaled(x, n):
            return x * float(n), torch.full((2,), n)

        def gradient(x, n):
            return torch.autograd.grad(torch.compile(
                lambda x: x * x * float(n), backend="tc")(x).sum(), x)
        for function in (scaled, gradient):
            torch._dynamo.reset()
            called = torch.compile(function, backend="tc") \
                if function is scaled else function
            for n in (2, 3, -1, -3, 0, 5):
                x = torch.arange(4.0, requires_grad=function is gradient)
                want = function(x, n) if function is scaled else (2 * x * n,)
                for a, b in zip(called(x, n), want):
                    self.assertTrue(torch.equal(a, b), (n, a, b))

    def test_negative_with_transposed(self):
        """Results lie as eager's."""
        function = torch.compile(lambda x, n: x + n, backend="tc", dynamic=True)
        for n in (2, -1):
            x = torch.zeros(3, 4).t()
            self.assertEqual(function(x, n).stride(), x.stride())


if __name__ == "__main__":
    unittest.main()
