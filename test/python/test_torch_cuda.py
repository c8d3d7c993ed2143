"""torch.compile(backend="tc") on CUDA tensors against eager: results, streams,
graphs that the user records, memory, training. Needs a GPU (exit code 77
without)."""
import ctypes
import os
import sys
import threading
import unittest

from Inputs.torch_case import clone
import tc
import tc.torch
import torch
from torch import nn
import torch.nn.functional as F
from tc.torch import report

if not torch.cuda.is_available():
    print("skipped: no GPU")
    sys.exit(77)

CUDA = torch.device("cuda", 0)
SLEEP = 400_000_000  # cycles: about a fifth of a second


def randn(*sizes, **options):
    return torch.randn(*sizes, device=CUDA, **options)


def leaves(value):
    return [t for t in torch.utils._pytree.tree_leaves(value)
            if isinstance(t, torch.Tensor)]


class Process(ctypes.Structure):
    """nvmlProcessInfo_t"""
    _fields_ = [("pid", ctypes.c_uint), ("used", ctypes.c_ulonglong),
                ("instances", ctypes.c_uint * 2)]


def used_by_process():
    """Bytes of the card that this process has, as the driver counts them; None
    where it does not tell, as in a container that has process ids of its own."""
    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        ask = nvml.nvmlDeviceGetComputeRunningProcesses_v3
    except (OSError, AttributeError):
        return None
    name = f"GPU-{torch.cuda.get_device_properties(0).uuid}".encode()
    card, count = ctypes.c_void_p(), ctypes.c_uint(256)
    processes = (Process * count.value)()
    if nvml.nvmlInit_v2() or \
            nvml.nvmlDeviceGetHandleByUUID(name, ctypes.byref(card)) or \
            ask(card, ctypes.byref(count), processes):
        return None
    return next((p.used for p in processes[:count.value]
                 if p.pid == os.getpid()), None)


def outside_of_the_pool():
    """Bytes in use beside PyTorch's pool: by this process, or, where the driver
    does not tell, by all of the card."""
    torch.cuda.synchronize()
    own, (free, total) = used_by_process(), torch.cuda.mem_get_info()
    return (total - free if own is None else own) - torch.cuda.memory_reserved()


class Case(unittest.TestCase):
    def setUp(self):
        tc.torch.reset()
        torch.manual_seed(0)

    def close(self, got, want, **tolerance):
        self.assertEqual(got.device, want.device)
        self.assertEqual(got.stride(), want.stride())
        torch.testing.assert_close(got, want, equal_nan=True, **tolerance)

    def check(self, function, *args, fallbacks=(), tolerance=None, **options):
        mine, theirs = clone(args), clone(args)
        torch.manual_seed(1)
        want = function(*theirs)
        torch.manual_seed(1)
        got = torch.compile(function, backend="tc", fullgraph=True,
                            **options)(*mine)
        for a, b in zip(leaves((got, mine)), leaves((want, theirs))):
            self.close(a.detach(), b.detach(), **(tolerance or {}))
        self.assertEqual(set(report.state.fallback_ops), set(fallbacks))
        self.assertGreater(report.state.ops_compiled, 0)
        self.assertFalse(report.state.failures)
        return got


class Inference(Case):
    def test_elementwise(self):
        self.check(lambda x, y: (F.gelu(x) * y + 1, (x > y), x.long()),
                   randn(37, 129), randn(129))

    def test_types(self):
        for dtype in (torch.float64, torch.bfloat16, torch.float16,
                      torch.int64, torch.int32, torch.uint8, torch.bool,
                      torch.complex64):
            with self.subTest(dtype):
                tc.torch.reset()
                self.check(lambda x: (x + x, x == x),
                           (randn(5, 6) * 3).to(dtype))

    def test_reductions(self):
        self.check(lambda x: (x.sum(), x.mean(0), x.softmax(-1), x.amax(1),
                              x.var(1), x.argmax(0), x.cumsum(1)),
                   randn(33, 257))

    def test_products(self):
        exact = {"rtol": 1e-4, "atol": 1e-4}
        loose = {"rtol": 2e-2, "atol": 2e-2}
        for dtype, bound in ((torch.float32, exact), (torch.bfloat16, loose),
                             (torch.float16, loose)):
            with self.subTest(dtype):
                tc.torch.reset()
                self.check(lambda x, w, b: F.relu(F.linear(x, w, b)),
                           randn(70, 96, dtype=dtype),
                           randn(130, 96, dtype=dtype) * .1,
                           randn(130, dtype=dtype), tolerance=bound)

    def test_tf32_is_as_flags_say(self):
        """Errors are those of TF32 where a flag allows it, else of f32."""
        x, w = randn(768, 1024), randn(896, 1024)
        y, c = randn(16, 64, 32, 32), randn(96, 64, 3, 3)
        matmul, conv = torch.backends.cuda.matmul, torch.backends.cudnn.conv
        before = matmul.fp32_precision, conv.fp32_precision
        try:
            for products, convolutions in (("ieee", "tf32"), ("tf32", "ieee")):
                matmul.fp32_precision = products
                conv.fp32_precision = convolutions
                for function, args, rounds in (
                        (F.linear, (x, w), products == "tf32"),
                        (F.conv2d, (y, c), convolutions == "tf32")):
                    tc.torch.reset()
                    got = torch.compile(function, backend="tc")(*args)
                    exact = function(*(a.double() for a in args))
                    error = ((got - exact).norm() / exact.norm()).item()
                    low, high = (1e-5, 1e-3) if rounds else (1e-9, 2e-6)
                    self.assertTrue(low < error < high,
                                    (function.__name__, rounds, error))
                    self.assertFalse(report.state.fallback_ops)
        finally:
            matmul.fp32_precision, conv.fp32_precision = before

    def test_normalisation(self):
        self.check(lambda x, w, b: F.layer_norm(x, (96,), w, b),
                   randn(7, 96), randn(96), randn(96))

    def test_convolutions(self):
        for form in (torch.contiguous_format, torch.channels_last):
            with self.subTest(form):
                tc.torch.reset()
                model = nn.Sequential(
                    nn.Conv2d(8, 16, 3, padding=1), nn.BatchNorm2d(16),
                    nn.ReLU(), nn.MaxPool2d(2)).eval().to(
                        CUDA, memory_format=form)
                x = randn(2, 8, 12, 12).contiguous(memory_format=form)
                with torch.no_grad():
                    self.check(lambda x: model(x), x,
                               tolerance={"rtol": 2e-3, "atol": 2e-3})

    def test_gathers(self):
        table = randn(20, 6)
        ids = torch.randint(0, 20, (3, 4), device=CUDA)
        self.check(lambda t, i: (F.embedding(i, t), t[i[0]], t.gather(
            0, i[:, :3].repeat(1, 2))), table, ids)

    def test_sorts(self):
        self.check(lambda x: (x.sort(-1)[0], x.topk(3)[0]), randn(5, 40))

    def test_attention(self):
        q, k, v = (randn(2, 4, 64, 32, dtype=torch.bfloat16)
                   for _ in range(3))
        for causal in (False, True):
            with self.subTest(causal), torch.no_grad():
                tc.torch.reset()
                self.check(lambda q, k, v: F.scaled_dot_product_attention(
                    q, k, v, is_causal=causal) * 2, q, k, v,
                    tolerance={"rtol": 2e-2, "atol": 2e-2})

    def test_where_things_lie(self):
        x = randn(2, 3, 4, 5)
        for f in (lambda x: (x + 1).permute(0, 2, 3, 1),
                  lambda x: (x * 2).transpose(0, 3)[1:],
                  lambda x: (x + 1).expand(3, 2, 3, 4, 5),
                  lambda x: (x * 2, x.view(-1), x[1])):
            tc.torch.reset()
            self.check(f, x)
        base = randn(400)
        for y in (base[1:], base[3:103].view(10, 10).t(), base[::2],
                  base[1:2].expand(7), base[:0]):
            tc.torch.reset()
            f = torch.compile(lambda y: torch.exp(y) + 1, backend="tc")
            self.close(f(y), torch.exp(y) + 1)

    def test_mutated_arguments(self):
        def f(x, y):
            x.mul_(2)
            y[1:].add_(x[0])
            return x + y.sum()
        self.check(f, randn(3, 4), randn(3, 4))

    def test_numbers_of_the_host(self):
        self.check(lambda x, s: x * s + torch.tensor(2.0), randn(5),
                   torch.tensor(3.5))
        tc.torch.reset()
        self.check(lambda x, s: (x * s).to(torch.complex128), randn(5),
                   torch.tensor(1 + 2j, dtype=torch.complex128))

    def test_constructors(self):
        self.check(lambda: torch.arange(7, device=CUDA) * 2)
        tc.torch.reset()
        self.check(lambda x: x + torch.arange(7).to(x.device), randn(7))

    def test_sizes(self):
        f = torch.compile(lambda x: F.softmax(x @ x.t(), -1) + 1,
                          backend="tc", dynamic=True)
        for n in (5, 7, 64, 1, 0):
            x = randn(n, 16)
            self.close(f(x), F.softmax(x @ x.t(), -1) + 1, rtol=1e-4,
                       atol=1e-4)
        self.assertLessEqual(report.state.graphs, 3)

    def test_mixed(self):
        def f(x, y):
            return (x + 1).cpu() * y, (x * 2).sum() + y.to(x.device)
        got = torch.compile(f, backend="tc")(randn(8), torch.ones(8))
        self.assertEqual([t.device.type for t in got], ["cpu", "cuda"])
        text = str(tc.explain())
        self.assertIn("copies from cuda:0, and waits", text)
        self.assertIn("copies from cpu to cuda:0", text)

    def test_masks_of_dropout_are_eagers(self):
        self.check(lambda x: F.dropout(x * 2, 0.5) + 1, randn(100, 10),
                   fallbacks=["aten.native_dropout.default"])

    def test_what_a_kernel_finds_wrong(self):
        f = torch.compile(lambda t, i: F.embedding(i, t) + 1, backend="tc")
        table, ids = randn(10, 4), torch.zeros(3, dtype=torch.int64,
                                               device=CUDA)
        f(table, ids)
        f(table, ids + 10_000)
        torch.cuda.synchronize()
        with self.assertRaisesRegex(RuntimeError, "TC-1550"):
            f(table, ids)
        self.close(f(table, ids), F.embedding(ids, table) + 1)


class Streams(Case):
    def setUp(self):
        super().setUp()
        self.f = torch.compile(lambda x: (x * 2 + 1).softmax(-1),
                               backend="tc")
        self.x = randn(64, 64)
        self.f(self.x)
        torch.cuda.synchronize()

    def ordered(self, stream):
        """What a call reads is written, and what it gives read, in the stream
        alone; and the call does not wait."""
        with torch.cuda.stream(stream):
            x = torch.zeros_like(self.x)
            self.f(x) + 0  # memory of PyTorch's allocator for the stream
            stream.synchronize()
            torch.cuda._sleep(SLEEP)
            x.copy_(self.x)
            y = self.f(x) + 0
            self.assertFalse(stream.query())
        stream.synchronize()
        self.close(y, (self.x * 2 + 1).softmax(-1))

    def test_default(self):
        self.ordered(torch.cuda.default_stream())

    def test_another(self):
        self.ordered(torch.cuda.Stream())

    def test_threads(self):
        def work(i):
            try:
                with torch.cuda.stream(torch.cuda.Stream()):
                    for k in range(50):
                        x = torch.full((64, 64), float(i + k), device=CUDA)
                        x[0, 0] = 0
                        y = self.f(x)
                        torch.testing.assert_close(
                            y, (x * 2 + 1).softmax(-1))
            except Exception as error:
                errors.append(error)
        errors = []
        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertFalse(errors)


class Recorded(Case):
    def record(self, function, *args):
        compiled = torch.compile(function, backend="tc")
        with torch.no_grad():
            compiled(*args)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                result = compiled(*args)
        self.assertFalse(report.state.failures)
        return graph, result

    def test_replayed_on_other_values(self):
        model = nn.Sequential(nn.Linear(32, 64), nn.GELU(), nn.LayerNorm(64),
                              nn.Linear(64, 8)).to(CUDA)
        x = randn(16, 32)
        graph, y = self.record(lambda x: model(x), x)
        for _ in range(3):
            x.normal_()
            graph.replay()
            with torch.no_grad():
                self.close(y, model(x), rtol=1e-4, atol=1e-4)

    def test_numbers_and_crooked_arguments(self):
        base, s = randn(101), torch.tensor(3.0)
        graph, y = self.record(lambda x, s: x * s + 1, base[1:], s)
        s.fill_(0)  # recorded with its value, as in eager
        base.normal_()
        graph.replay()
        self.close(y, base[1:] * 3 + 1)

    def test_pieces_between_calls_of_pytorch(self):
        x = randn(8, 8)
        graph, y = self.record(
            lambda x: torch.fft.fft(x * 2).real + 1, x)
        x.normal_()
        graph.replay()
        self.close(y, torch.fft.fft(x * 2).real + 1, rtol=1e-4, atol=1e-4)


class Overhead(Case):
    """mode="reduce-overhead"."""

    def model(self):
        torch.manual_seed(4)
        return nn.Sequential(nn.Linear(32, 64), nn.GELU(), nn.LayerNorm(64),
                             nn.Linear(64, 8)).to(CUDA)

    def test_inference(self):
        model = self.model()
        compiled = tc.compile(model, mode="reduce-overhead")
        with torch.no_grad():
            for n in (16, 16, 16, 16, 5, 5, 5, 5, 16):
                x = randn(n, 32)
                self.close(compiled(x).clone(), model(x), rtol=1e-4,
                           atol=1e-4)
            for _ in range(3):
                model[0].weight.data = randn(64, 32)
                self.close(compiled(x).clone(), model(x), rtol=1e-4,
                           atol=1e-4)
            model[0].weight.mul_(2)
            self.close(compiled(x).clone(), model(x), rtol=1e-4, atol=1e-4)
        self.assertFalse(report.state.failures)
        self.assertIn("captured by Dynamo alone", str(tc.explain()))

    def test_results_share_memory_as_in_eager(self):
        def function(x, w):
            y = x * w
            return y, y.t(), y + 1
        compiled = tc.compile(function, mode="reduce-overhead")
        with torch.no_grad():
            for _ in range(6):
                x, w = randn(4, 6), randn(6)
                y, t, z = compiled(x, w)
                self.assertEqual(y.data_ptr(), t.data_ptr())
                self.close(t.clone(), (x * w).t())
                self.close(z.clone(), x * w + 1)
        self.assertIn("captured by Dynamo alone", str(tc.explain()))

    def test_training(self):
        mine, theirs = self.model(), self.model()
        compiled = tc.compile(mine, mode="reduce-overhead")
        step = [torch.optim.SGD(m.parameters(), 0.1) for m in (mine, theirs)]
        for _ in range(6):
            x = randn(16, 32)
            for model, optimizer in zip((compiled, theirs), step):
                optimizer.zero_grad()
                model(x).square().mean().backward()
                optimizer.step()
            for a, b in zip(mine.parameters(), theirs.parameters()):
                torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-4)
        self.assertFalse(report.state.failures)


class Training(Case):
    def test_gradients(self):
        mine = nn.Sequential(
            nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(),
            nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(32, 5)).to(CUDA)
        self.same(mine, randn(4, 3, 10, 10), 3e-3)

    def test_transformer(self):
        mine = nn.TransformerEncoderLayer(32, 4, 64, 0.0,
                                          batch_first=True).to(CUDA)
        self.same(mine, randn(3, 10, 32), 1e-3)

    def test_autocast(self):
        mine = nn.Sequential(nn.Linear(32, 64), nn.ReLU(),
                             nn.Linear(64, 8)).to(CUDA)
        with torch.autocast("cuda", torch.bfloat16):
            self.same(mine, randn(16, 32), 3e-2)

    def same(self, mine, x, bound):
        import copy
        theirs = copy.deepcopy(mine)
        compiled = torch.compile(mine, backend="tc")
        for _ in range(2):
            results = []
            for model in (compiled, theirs):
                model.zero_grad()
                y = model(x)
                y.float().square().mean().backward()
                results.append(y)
            torch.testing.assert_close(*results, rtol=bound, atol=bound)
        for (name, a), b in zip(mine.named_parameters(), theirs.parameters()):
            with self.subTest(name):
                torch.testing.assert_close(a.grad, b.grad, rtol=bound,
                                           atol=bound)
        for a, b in zip(mine.buffers(), theirs.buffers()):
            torch.testing.assert_close(a, b, rtol=bound, atol=bound)
        self.assertFalse(report.state.failures)


class Memory(Case):
    @torch._dynamo.config.patch(recompile_limit=64)
    def test_no_second_pool(self):
        x = randn(64, 256)
        (x @ x.t()).softmax(-1).sum(0)  # libraries and their workspaces
        before = outside_of_the_pool()
        kept = [torch.compile(lambda x, i=i: (x @ x.t() + i).softmax(-1).sum(0),
                              backend="tc", dynamic=False)
                for i in range(12)]
        for f in kept:
            f(x)
        self.assertLess(outside_of_the_pool() - before, 48 << 20)

    def test_results_are_freed(self):
        f = torch.compile(lambda x: (x * 2).softmax(-1), backend="tc")
        x = randn(1024, 1024)
        f(x)
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        for _ in range(20):
            f(x)
        self.assertEqual(torch.cuda.memory_allocated(), before)
        self.assertLess(torch.cuda.max_memory_allocated() - before, 13 << 20)


if __name__ == "__main__":
    unittest.main()
