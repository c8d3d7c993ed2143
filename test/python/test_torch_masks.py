"""Attention that PyTorch runs: a mask that is causal for every argument is asked
for as `is_causal`, forward and backward; others stay. And what pieces hold: all
that is split leaves as views of one result; what arguments give is computed in
the piece that reads it."""
import unittest
import unittest.mock

from Inputs import torch_case  # noqa: F401  the package's path
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from tc.torch import masks
from tc.torch.partition import partition

aten = torch.ops.aten
FORWARD = aten._scaled_dot_product_cudnn_attention.default
BACKWARD = aten._scaled_dot_product_cudnn_attention_backward.default
HALF = torch.bfloat16


def trace(function, *shapes):
    with FakeTensorMode():
        return make_fx(function)(*[torch.empty(s, dtype=HALF)
                                   for s in shapes])


def attend(mask, rows=16, keys=16):
    """The attention of a graph whose mask is mask(q): (its mask, is_causal)."""
    def f(q, k):
        return FORWARD(q, k, k, mask(q), True)[0]
    module = trace(f, (2, 3, rows, 8), (2, 3, keys, 8))
    with FakeTensorMode():  # as AOTAutograd compiles
        masks.simplify(module, {})
    call, = module.graph.find_nodes(op="call_function", target=FORWARD)
    return call.args[3], len(call.args) > 6 and call.args[6] or \
        call.kwargs.get("is_causal", False)


def truth(q):
    """As Hugging Face's models and PyTorch's conversion for cuDNN have it."""
    at = torch.arange(16)
    each = at.expand(2, 16)
    packs = (each.diff(prepend=each[:, :1] - 1, dim=-1) != 1).cumsum(-1)
    batch, rows = torch.arange(2)[:, None, None, None], at[:, None]
    kept = (at <= rows) & (packs[batch, rows] == packs[batch, at])
    return torch.where(kept, torch.scalar_tensor(0.0, dtype=HALF),
                       torch.scalar_tensor(-65504.0, dtype=HALF))


def bias(kept):
    return torch.where(kept, 0.0, float("-inf")).to(HALF)


def positions(n):
    return torch.arange(n)[:, None], torch.arange(n)


class Masks(unittest.TestCase):
    def test_causal(self):
        def mask(q, least=float("-inf")):
            rows, keys = positions(16)
            return torch.where(keys <= rows, 0.0, least).to(HALF).expand(
                2, 1, 16, 16)
        self.assertEqual(attend(mask), (None, True))
        self.assertEqual(
            attend(lambda q: mask(q, torch.finfo(HALF).min)), (None, True))

    def test_of_truth_values(self):
        self.assertEqual(attend(truth), (None, True))
        with unittest.mock.patch.object(masks, "CUDNN", set()):
            self.assertEqual(attend(truth)[1], False)

    def test_repeated_for_each_head(self):
        def mask(q):
            rows, keys = positions(16)
            return bias(keys <= rows).expand(2, 3, 16, 16)
        with unittest.mock.patch.object(masks, "MOST_ELEMENTS", 256):
            self.assertEqual(attend(mask), (None, True))
        with unittest.mock.patch.object(masks, "MOST_ELEMENTS", 255):
            self.assertEqual(attend(mask)[1], False)

    def test_nothing_is_masked(self):
        self.assertEqual(attend(lambda q: bias(torch.arange(16) >= 0).expand(
            2, 1, 16, 16)), (None, False))

    def test_others_stay(self):
        def window(q):
            rows, keys = positions(16)
            return bias((keys <= rows) & (keys > rows - 4))

        def strict(q):
            rows, keys = positions(16)
            return bias(keys < rows)

        def weak(q):
            rows, keys = positions(16)
            return torch.where(keys <= rows, 0.0, -10.0).to(HALF)

        def of_argument(q):
            return window(q) + q[:, :, :1, :1]

        def chance(q):
            return bias(torch.rand(16, 16) > 0.5)
        for mask in (window, strict, weak, of_argument, chance):
            found, causal = attend(mask)
            self.assertIsNotNone(found, mask.__name__)
            self.assertFalse(causal, mask.__name__)

    def test_fewer_queries_than_keys(self):
        found, causal = attend(
            lambda q: bias(torch.ones(4, 16).tril() > 0), 4, 16)
        self.assertIsNotNone(found)
        self.assertFalse(causal)

    def test_backward_is_told_by_name(self):
        def f(dy, q, lse, seed, mask):
            return BACKWARD(dy, q, q, q, dy, lse, seed, seed, mask, seed, seed,
                            16, 16, 0.0, False)
        shape = (2, 3, 16, 8)
        for known, want in (({}, False), ({"mask_1": "causal"}, True)):
            module = trace(f, shape, shape, (2, 3, 16, 1), (1,), (16, 16))
            masks.simplify(module, dict(known))
            call, = module.graph.find_nodes(
                op="call_function", target=BACKWARD)
            self.assertEqual(call.args[14], want)
            self.assertEqual(call.args[8] is None, want)


class Pieces(unittest.TestCase):
    def computed(self, function):
        """The targets of each piece; PyTorch runs sines."""
        graph = trace(function, (4, 12), (4, 12)).graph
        sines = graph.find_nodes(op="call_function",
                                 target=aten.sin.default)
        parts = partition(graph, {n: "left" for n in sines}).parts
        return [[str(n.target).split(".")[1] for n in part.nodes]
                for part in parts]

    def test_what_arguments_give_is_computed_where_it_is_read(self):
        def f(x, y):
            return x.float() + (y * 2).sin()
        self.assertEqual(self.computed(f), [["mul"], ["_to_copy", "add"]])

    def test_what_is_smaller_than_its_arguments_is_computed_early(self):
        def f(x, y):
            return x.sum(1, keepdim=True) + (y * 2).sin()
        self.assertEqual(self.computed(f), [["sum", "mul"], ["add"]])

    def test_what_pytorch_reads_is_computed_before(self):
        def f(x, y):
            z = x * 2
            return z.sin() + z
        self.assertEqual(self.computed(f), [["mul"], ["add"]])


class Splits(unittest.TestCase):
    def outputs(self, function):
        part, = partition(trace(function, (4, 12)).graph, {}).parts
        return [tuple(n.meta["val"].shape) for n in part.outputs]

    def test_all_that_is_split_leaves(self):
        def f(x):
            q, k, v = (x * 2).split(4, 1)
            return [q.transpose(0, 1), k.view(4, 2, 2), v]
        self.assertEqual(self.outputs(f), [(4, 12)])

    def test_a_part_does_not_keep_the_whole(self):
        def f(x):
            q, k, v = (x * 2).split(4, 1)
            return [q.transpose(0, 1), k + v]
        self.assertEqual(self.outputs(f), [(4, 4), (4, 4)])


if __name__ == "__main__":
    unittest.main()
