"""The option `atomics`: sums on GPUs by atomic additions, which the caller permits.
What needs a GPU is skipped without."""
import math
import unittest
from unittest import mock

from Inputs.torch_case import Case
import torch
import tc
from tc.torch.options import of_compiler, resolve
from tc.torch.report import OptionError

SHAPE = 2, 2, 512, 128
TEXT = """
module attributes {{tc.version = "0.1"}} {{
fx.graph @main(%a0: {t}, %a1: {t}, %a2: {t}, %a3: {t}, %a4: {t}, %a5: {r}) -> ({t}, {t}, {t}) {{
  %0:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%a0, %a1, %a2, %a3, %a4, %a5, 0.0, {causal}) : ({t}, {t}, {t}, {t}, {t}, {r}) -> ({t}, {t}, {t})
  fx.output %0#0, %0#1, %0#2 : {t}, {t}, {t}
}}
}}
"""


def text(causal):
    sizes = "x".join(map(str, SHAPE))
    rows = "x".join(map(str, SHAPE[:3]))
    return TEXT.format(t=f"tensor<{sizes}xbf16>", r=f"tensor<{rows}xf32>",
                       causal=str(causal).lower())


def exact(do, q, k, v, causal):
    """Attention, log-sum-exp and gradients, in f64."""
    do, q, k, v = (x.double() for x in (do, q, k, v))
    scale = 1 / math.sqrt(SHAPE[-1])
    scores = q @ k.mT * scale
    if causal:
        scores = scores.masked_fill(
            torch.ones_like(scores, dtype=torch.bool).triu(1), -math.inf)
    lse = scores.logsumexp(-1)
    p = (scores - lse[..., None]).exp()
    dp = do @ v.mT
    ds = p * (dp - (p * dp).sum(-1, keepdim=True)) * scale
    return p @ v, lse, (ds @ k, ds.mT @ q, p.mT @ do)


class Options(unittest.TestCase):
    def test_only_where_asked_for_and_on_gpus(self):
        cuda, cpu = torch.device("cuda", 0), torch.device("cpu")
        asked = resolve(None, {"atomics": True})
        self.assertEqual(of_compiler(asked, cuda)[1]["atomics"], True)
        self.assertNotIn("atomics", of_compiler(asked, cpu)[1] or {})
        for options in (None, {"atomics": False}):
            given = of_compiler(resolve(None, options), cuda)[1]
            self.assertNotIn("atomics", given)

    def backward(self, route, flags):
        """Whether the compiler is asked for them, on a GPU, by what is captured
        and run backward with these values of the flag."""
        asked = []

        def of(options, device):
            given = of_compiler(options, torch.device("cuda", 0))[1]
            asked.append("atomics" in given)
            return of_compiler(options, device)
        f = torch.compile(lambda x: (x.sin() @ x.mT).tanh(), backend="tc",
                          options={"atomics": True, "route": route})
        x = torch.randn(8, 8, requires_grad=True)
        torch._dynamo.reset()
        self.addCleanup(torch.use_deterministic_algorithms, False)
        with mock.patch("tc.torch.piece.of_compiler", of):
            torch.use_deterministic_algorithms(flags[0])
            y = f(x).sum()
            torch.use_deterministic_algorithms(flags[1])
            y.backward()
        return set(asked)

    def test_not_where_algorithms_are_deterministic(self):
        for route in ("aot", "direct"):
            for flags in ((True, True), (True, False)):
                self.assertEqual(self.backward(route, flags), {False})
            self.assertEqual(self.backward(route, (False, False)), {True})

    def test_backward_alone_is_deterministic(self):
        with mock.patch("tc.torch.training.permits_atomics", lambda *_: True), \
                mock.patch("tc.torch.training.Halves.gradients") as gradients:
            self.backward("direct", (False, True))
        gradients.assert_not_called()

    def test_true_or_false(self):
        with self.assertRaisesRegex(OptionError, "True or False"):
            resolve(None, {"atomics": "yes"})

    def test_on_a_cpu_it_says_nothing(self):
        f = torch.compile(lambda x: x @ x.mT, backend="tc",
                          options={"atomics": True})
        x = torch.randn(8, 8)
        torch.testing.assert_close(f(x), x @ x.mT)


@unittest.skipUnless(torch.cuda.is_available() and
                     torch.cuda.get_device_capability()[0] == 9,
                     "no GPU whose matrix units are of warp groups")
class Gradients(Case):
    def gradients(self, causal, options):
        torch.manual_seed(1)
        do, q, k, v = (torch.randn(SHAPE, device="cuda", dtype=torch.bfloat16)
                       for _ in range(4))
        o, lse, wanted = exact(do, q, k, v, causal)
        program = tc.compile_text(text(causal), target="cuda", options=options)
        given = [do, q, k, v, o.bfloat16(), lse.float()]
        return program, program(*given), program(*given), wanted

    def test_right(self):
        for causal in (False, True):
            two, plain, again, wanted = self.gradients(causal, None)
            one, got, _, _ = self.gradients(causal, {"atomics": True})
            # One kernel in place of two.
            self.assertEqual(one.kernels, two.kernels - 1)
            for x, y in zip(plain, again):  # deterministic without
                self.assertTrue(torch.equal(x, y))
            for x, y, z in zip(got, plain, wanted):
                error, allowed = ((w.double() - z).norm() for w in (x, y))
                self.assertLess(error, 1.1 * allowed)


if __name__ == "__main__":
    unittest.main()
