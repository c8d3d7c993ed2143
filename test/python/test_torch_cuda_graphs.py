"""Programs called on CUDA tensors as CUDA graphs of tc's own (set_graphs):
results when sizes, addresses, streams and threads change, errors of kernels, and
calls that the user captures. Needs a GPU (exit code 77 without)."""
import sys
import threading
import unittest

import Inputs.torch_case  # noqa: F401
import tc
import torch

if not torch.cuda.is_available():
    print("skipped: no GPU")
    sys.exit(77)

CUDA = torch.device("cuda", 0)
SLEEP = 50_000_000  # cycles: about a fortieth of a second

SIZED = "tensor<?x64xf32, #tc.dims<[n, 64]>>"
LINE = "tensor<?xf32, #tc.dims<[n]>>"
COLUMNS = "tensor<64xf32>"


def chain(steps):
    """A hundredth of the sums of rows and of columns by turns, each subtracted
    from what it is the sum of: launches that need each other."""
    lines = [f"func.func @main(%x0: {SIZED}) -> {SIZED} {{",
             "  %c = prim.constant dense<0.01> : tensor<f32>",
             f"  %h = prim.broadcast_in_dim %c [] : tensor<f32> to {SIZED}"]
    for i in range(steps):
        line = (COLUMNS, LINE)[i % 2]
        lines += [f"  %s{i} = prim.sum %x{i} [{i % 2}] : {SIZED}",
                  f"  %b{i} = prim.broadcast_in_dim %s{i} [{1 - i % 2}] : {line} to {SIZED}",
                  f"  %m{i} = prim.mul %b{i}, %h : {SIZED}",
                  f"  %x{i + 1} = prim.sub %x{i}, %m{i} : {SIZED}"]
    return "\n".join(lines + [f"  return %x{steps} : {SIZED}", "}"])


def chained(x, steps):
    """The same in f64."""
    x = x.double()
    for i in range(steps):
        x = x - 0.01 * x.sum(i % 2, keepdim=True)
    return x


PRODUCT = """
func.func @main(%x: tensor<1024x1024xbf16>, %w: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>
  return %0 : tensor<1024x1024xbf16>
}"""
ROWS = """
func.func @main(%x: tensor<8x64xf32>, %i: tensor<16xi64>) -> tensor<16x64xf32> {
  %0 = prim.index %x[%i] [0] : tensor<8x64xf32>, tensor<16xi64>
  return %0 : tensor<16x64xf32>
}"""
COUNTED = """
func.func @main(%x: tensor<8xi64>) -> tensor<i64> {
  %n = prim.sum %x [0] : tensor<8xi64>
  %y = prim.range_to %n : tensor<i64> to tensor<?xi64, #tc.dims<[u]>>
  %z = prim.sum %y [0] : tensor<?xi64, #tc.dims<[u]>>
  return %z : tensor<i64>
}"""
SCALED = """
func.func @main(%x: tensor<64x64xf32>, %a: tensor<f32>) -> tensor<64x64xf32> {
  %0 = prim.broadcast_in_dim %a [] : tensor<f32> to tensor<64x64xf32>
  %1 = prim.mul %x, %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}"""


class Graphs(unittest.TestCase):
    def compile(self, text, **options):
        program = tc.compile_text(text, target="cuda")
        program.set_graphs(**options)
        return program

    def near(self, got, want):
        error = (got.double() - want).norm() / want.norm()
        self.assertLess(error.item(), 1e-5)

    def calls(self, program, replayed, launched):
        stats = program.graph_stats
        self.assertEqual((stats["replayed"], stats["launched"]),
                         (replayed, launched), stats)
        self.assertEqual(stats["failed"], 0, stats)

    def test_sizes_and_addresses(self):
        program = self.compile(chain(6), most=2, after=0)
        kept = []
        for n in [100, 3, 100, 100, 257, 3, 100]:
            kept.append(torch.randn(n, 64, device=CUDA))
            self.near(program(kept[-1]), chained(kept[-1], 6))
        self.calls(program, 7, 0)
        self.assertEqual(program.graph_stats["kept"], 2)
        self.assertGreater(program.graph_stats["evicted"], 0)
        program.set_graphs(most=0)
        self.near(program(kept[0]), chained(kept[0], 6))

    def test_same_results_as_launches(self):
        """To the last bit, kernels that overlap their beginnings included."""
        program = self.compile(chain(40), most=0)
        x = torch.randn(512, 64, device=CUDA)
        want = program(x)
        program.set_graphs(after=0)
        for _ in range(50):
            self.assertTrue(torch.equal(program(x), want))
        self.calls(program, 50, 0)

    def test_written_between_calls(self):
        """What is in the stream before a graph is done before it."""
        program = self.compile(chain(4), after=1)
        x = torch.zeros(100, 64, device=CUDA)
        for i in range(5):
            torch.cuda._sleep(SLEEP // 10)
            x.copy_(torch.randn(100, 64, device=CUDA))
            got = program(x)
            got2 = got.clone()
            self.near(got2, chained(x, 4))
        self.calls(program, 4, 1)

    def test_tensor_maps(self):
        program = self.compile(PRODUCT, after=0)
        kept = []
        for _ in range(4):
            kept.append([torch.randn(1024, 1024, device=CUDA, dtype=torch.bfloat16)
                         for _ in range(2)])
            got, want = program(*kept[-1]), kept[-1][0] @ kept[-1][1]
            torch.testing.assert_close(got, want, rtol=2e-2, atol=0.5)
        self.calls(program, 4, 0)
        self.assertGreater(program.graph_stats["updated"], 0)

    def test_numbers_of_the_host(self):
        program = self.compile(SCALED, after=0)
        x = torch.randn(64, 64, device=CUDA)
        for i in range(5):
            self.assertTrue(torch.equal(program(x, float(i)), x * i))
        self.calls(program, 5, 0)

    def test_host_memory(self):
        program = self.compile(chain(6), after=0)
        for _ in range(3):
            x = torch.randn(100, 64)
            self.near(program(x), chained(x, 6))
        self.calls(program, 3, 0)

    def test_errors_of_kernels(self):
        program = self.compile(ROWS, after=0)
        x = torch.randn(8, 64, device=CUDA)
        good = torch.arange(16, device=CUDA) % 8
        self.assertTrue(torch.equal(program(x, good), x[good]))
        program(x, good + 1)
        with self.assertRaises(tc.Error) as caught:
            program.synchronize(0)
        self.assertEqual(caught.exception.number, 1520)
        self.assertTrue(torch.equal(program(x, good), x[good]))
        program.synchronize(0)
        self.calls(program, 3, 0)

    def test_data_decides(self):
        program = self.compile(COUNTED, after=0)
        for n in (3, 5):
            self.assertEqual(program(torch.full([8], n, device=CUDA)).item(),
                             sum(range(8 * n)))
        self.calls(program, 0, 2)
        self.assertIn("decides", program.graph_stats["why"])

    def test_streams(self):
        program = self.compile(chain(20), after=0)
        xs = [torch.randn(300, 64, device=CUDA) for _ in range(3)]
        streams = [torch.cuda.Stream() for _ in xs]
        torch.cuda.synchronize()
        for _ in range(10):
            got = []
            for x, stream in zip(xs, streams):
                with torch.cuda.stream(stream):
                    got.append(program(x))
            torch.cuda.synchronize()
            for x, result in zip(xs, got):
                self.near(result, chained(x, 20))
        self.calls(program, 30, 0)
        self.assertEqual(program.graph_stats["made"], 3)

    def test_threads(self):
        program = self.compile(chain(20), after=1)
        failures = []

        def work(own):
            stream = torch.cuda.Stream() if own else torch.cuda.current_stream()
            with torch.cuda.stream(stream):
                for n in (50, 120) * 20:
                    x = torch.randn(n, 64, device=CUDA)
                    got, want = program(x), chained(x, 20)
                    error = (got.double() - want).norm() / want.norm()
                    failures.extend([error.item()] if error > 1e-5 else [])
        threads = [threading.Thread(target=work, args=[k % 2]) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        stats = program.graph_stats
        self.assertEqual(stats["replayed"] + stats["launched"], 160)
        self.assertEqual(stats["failed"], 0, stats)

    def test_captured_by_the_user(self):
        """The launches are in the user's graph, whether or not ours are asked
        for."""
        own = torch.cuda.Stream()
        for most, said in ((0, None), (4, None), (0, own.cuda_stream)):
            program = self.compile(chain(8), most=most, after=0)
            x = torch.randn(200, 64, device=CUDA)
            program(x)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=own):
                captured, = program.call([x], stream=said)
            for _ in range(3):
                x.copy_(torch.randn(200, 64, device=CUDA))
                graph.replay()
                self.near(captured, chained(x, 8))
            self.near(program(x), chained(x, 8))

    def test_not_for_captures(self):
        """Of which nothing is left."""
        counted, x = self.compile(COUNTED), torch.ones(8, device=CUDA).long()
        counted(x)
        product = self.compile(PRODUCT)
        memory = torch.zeros(1024 * 1024 + 8, device=CUDA, dtype=torch.bfloat16)
        shifted = memory[1:1024 * 1024 + 1].view(1024, 1024)
        result, own = torch.empty_like(shifted), torch.cuda.Stream()
        beside = torch.cuda.Stream()
        torch.cuda.synchronize()

        def copies():
            with torch.cuda.stream(beside):  # PyTorch's allocator is not asked
                product.call([shifted, shifted], [result],
                             stream=own.cuda_stream)
        for call in (lambda: counted(x), copies):
            graph = torch.cuda.CUDAGraph()
            with self.assertRaises(tc.Error) as caught:
                with torch.cuda.graph(graph, stream=own):
                    call()
            self.assertEqual(caught.exception.number, 1551)
            torch.cuda.synchronize()
        self.assertEqual(counted(x).item(), 28)
        self.assertFalse(product(shifted, shifted).any())

    def test_beside_a_capture(self):
        """A graph is made on one stream while another is captured."""
        for most in (4, 0):
            self.beside_a_capture(self.compile(chain(6), most=most, after=0))

    def beside_a_capture(self, program):
        other = torch.cuda.Stream()
        x = torch.randn(100, 64, device=CUDA)
        y, result = torch.zeros(8, device=CUDA), torch.empty_like(x)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, capture_error_mode="global"):
            y += 1
            program.call([x], [result], stream=other.cuda_stream)
        torch.cuda.synchronize()
        self.near(result, chained(x, 6))
        graph.replay()
        self.assertEqual(y[0].item(), 1)


if __name__ == "__main__":
    unittest.main()
