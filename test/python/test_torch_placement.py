"""What the PyTorch back end makes of graphs on CUDA devices: pieces a device,
constructors moved, copies and waits told. On a machine without a GPU: graphs
are traced with fake tensors, programs are loaded by the stand-in for NVIDIA's
driver (test/gpu), which has one GPU, and not called."""
import operator
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("TC_BUILD", ROOT / "build"))
sys.path.insert(0, str(BUILD / "python"))
DRIVERS = str(BUILD / "test/drivers")
if os.environ.get("LD_LIBRARY_PATH") != DRIVERS:
    os.environ["LD_LIBRARY_PATH"] = DRIVERS
    os.execv(sys.executable, [sys.executable, __file__])
try:
    import torch
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)

from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402
from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402
from torch.fx.experimental.symbolic_shapes import ShapeEnv  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from tc import Module  # noqa: E402
from tc.torch import (  # noqa: E402
    compiler, direct, graphs, piece, prepare, recorded, report, support,
    training)
from tc.torch.partition import Part, partition  # noqa: E402
from tc.torch.piece import cache  # noqa: E402
from tc.torch.place import move_constructors, transfers  # noqa: E402
from tc.torch.refused import Refused  # noqa: E402

os.environ["TC_REPRODUCER_DIR"] = tempfile.gettempdir()


def trace(function, *arguments):
    """The graph of a function of tensors (device, sizes...)."""
    def listed(*args):
        results = function(*args)
        return list(results) if isinstance(results, tuple) else [results]
    with FakeTensorMode(shape_env=ShapeEnv()):
        module = make_fx(listed)(*[torch.empty(sizes, device=device)
                                   for device, *sizes in arguments])
    module.graph.eliminate_dead_code()
    return module


def plan(module):
    move_constructors(module)
    made = partition(module.graph, {})
    calls = [s for s in made.steps if not isinstance(s, Part)]
    return made, [what for _, what in transfers(calls)]


def devices(made):
    return [str(p.device) for p in made.parts]


X, SCALAR, HOST = ("cuda", 4, 8), ("cpu",), ("cpu", 8)


class Placement(unittest.TestCase):
    def setUp(self):
        report.state.clear()
        support.unblock_devices()

    def test_a_piece_has_one_device(self):
        made, moved = plan(trace(lambda x, y, z: (x + 1, y * 2, z - 1),
                                 X, ("cuda:1", 8), HOST))
        self.assertEqual(sorted(devices(made)), ["cpu", "cuda:0", "cuda:1"])
        self.assertFalse(made.reasons or moved)

    def test_views_of_another_device_are_no_piece(self):
        def f(x, i):
            return x * 2, i[0], i[1]
        made, _ = plan(trace(f, X, HOST))
        self.assertEqual(devices(made), ["cuda:0"])
        self.assertTrue(all(p.nodes and p.outputs for p in made.parts))

    def test_frozen_batch_norm_of_a_gpu(self):
        """It gives the statistics, too, which the CPU's does not."""
        norm = torch.ops.aten._native_batch_norm_legit_no_training

        def f(x, mean, var):
            found = norm(x, None, None, mean, var, 0.1, 1e-5)
            return found if self.all_three else found[0]
        for self.all_three in (False, True):
            cache.clear()
            module = trace(f, ("cuda", 2, 8, 3, 3), ("cuda", 8), ("cuda", 8))
            self.assertEqual([tuple(n.meta["val"].shape)
                              for n in module.graph.nodes
                              if n.target is operator.getitem],
                             [(2, 8, 3, 3)] + [(8,), (8,)] * self.all_three)
            compiler.compile_graph(module, "inference", {})
            self.assertFalse(report.state.fallback_ops)
            program, = cache.programs.values()
            self.assertCountEqual(
                [v.sizes for v in program.results],
                [(2, 8, 3, 3)] + [(8,), (8,)] * self.all_three)

    def test_an_op_that_fails_again_and_again(self):
        """is left to PyTorch everywhere, before all of the graph is."""
        def f(x):
            for _ in range(30):
                x = torch.relu(x) + 1
            return x
        module = trace(f, X)

        def fail(part, graph, forbidden, *rest):
            for node in part.nodes:
                if "relu" in str(node.target):
                    forbidden[node] = "it fails"
                    return None
            return whole(part, graph, forbidden, *rest)
        whole = compiler._compile
        with unittest.mock.patch.object(compiler, "_compile", fail):
            compiler.compile_graph(module, "inference", {})
        self.assertEqual(report.state.fallback_ops,
                         {"aten.relu.default": 30})
        self.assertEqual(report.state.ops_compiled, 30)

    def test_numbers_of_the_host_are_arguments(self):
        made, moved = plan(trace(lambda x, s: x * (s * 2), X, SCALAR))
        self.assertEqual(devices(made), ["cpu", "cuda:0"])  # in this order
        self.assertFalse(made.reasons or moved)

    def test_copies_are_the_frameworks_and_told(self):
        made, moved = plan(trace(
            lambda x, y: ((x + 1).cpu() * y, x + y.to(x.device)), X, HOST))
        self.assertEqual(sorted(moved), ["copies from cpu to cuda:0",
                                         "copies from cuda:0, and waits"])
        self.assertEqual(len(made.reasons), 2)

    def test_waits_are_told(self):
        _, moved = plan(trace(lambda x: torch.masked_select(x, x > 0) + 1, X))
        self.assertEqual(moved, ["waits for the GPU"])

    def test_constructors_move(self):
        def f(x):
            places = torch.arange(8)
            return x * (places + 1).to(x.device)
        made, moved = plan(trace(f, X))
        self.assertEqual(devices(made), ["cuda:0"])
        self.assertFalse(made.reasons or moved)

    def test_constructors_that_the_host_reads_stay(self):
        def f(x, y):
            places = torch.arange(8)
            return x * places.to(x.device), y + places
        made, moved = plan(trace(f, X, HOST))
        self.assertIn("cpu", devices(made))
        self.assertEqual(moved, ["copies from cpu to cuda:0"])

    def test_random_numbers_of_the_host_stay(self):
        _, moved = plan(trace(lambda x: x + torch.rand(8).to(x.device), X))
        self.assertEqual(moved, ["copies from cpu to cuda:0"])

    def test_dropout_is_eagers(self):
        made, _ = plan(compiler.prepare(trace(
            lambda x: torch.dropout(x + 1, 0.5, True) * 2, X)))
        self.assertEqual([n.target for n in made.reasons],
                         [prepare.draw_of_kernel])
        self.assertEqual(devices(made), ["cuda:0"])

    def test_attention_without_a_derivative_is_compiled(self):
        def f(q, k, v):
            return torch.ops.aten._scaled_dot_product_flash_attention(
                q, k, v, 0.0, True)[0] * 2
        shape = ("cuda", 2, 4, 16, 32)
        made, _ = plan(compiler.prepare(trace(f, shape, shape, shape)))
        self.assertFalse(made.reasons)
        part, = made.parts
        self.assertEqual(
            [str(n.target) for n in part.nodes],
            ["aten.scaled_dot_product_attention.default", "aten.mul.Tensor"])

    def test_programs_are_loaded_when_they_are_compiled(self):
        cache.clear()
        compiler.compile_graph(trace(lambda x: torch.relu(x) + 1, X),
                               "inference", {})
        program, = cache.programs.values()
        self.assertEqual((program.target, program.chip, program.synchronizes),
                         ("cuda", "sm_90a", False))
        self.assertFalse(report.state.failures)

    def test_weights_of_a_gpu_are_not_packed(self):
        from tc.torch.freeze import freeze
        from tc.torch.piece import Piece
        module = trace(lambda x, w: x @ w, X, ("cuda", 8, 8))
        part, = plan(module)[0].parts
        piece = Piece(part, "", None, [])
        self.assertIs(freeze(piece, set(part.inputs), {}), piece)

    def test_a_gpu_that_is_not_there(self):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            compiler.compile_graph(trace(
                lambda x, y: (x + 1, y + 1), X, ("cuda:1", 4)),
                "inference", {})
        self.assertEqual(len(seen), 1)
        self.assertIn("TC-8104", str(seen[0].message))
        self.assertEqual(report.state.ops_compiled, 1)
        self.assertEqual(report.state.fallback_ops, {"aten.add.Tensor": 1})

    def test_a_chip_that_there_is_not(self):
        """as an option is this graph's mistake: the next is compiled."""
        module = trace(lambda x: x + 1, ("cuda", 4))
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            compiler.compile_graph(module, "inference",
                                   {"target": "cuda,tune=sm_1"})
        self.assertIn("TC-8104", str(seen[0].message))
        self.assertIsNone(support.why_device(torch.device("cuda:0")))

    def test_a_backward_graph_that_is_not_recorded(self):
        """tells the memory of its forward that it runs."""
        from torch._inductor import cudagraph_trees
        recorder, manager = graphs.Recorder(), unittest.mock.Mock()
        recorder.device = 0  # its forward was recorded
        report.state.records.append(report.GraphRecord(
            "backward", trace(lambda x: x + 1, HOST).graph))
        module = trace(lambda x: x + 1, HOST)
        with unittest.mock.patch.object(cudagraph_trees, "get_manager",
                                        return_value=manager):
            run = recorder.wrap(lambda args: [sum(args)], module, "backward")
            self.assertTrue(run._boxed_call)
            self.assertEqual(run([1, 2]), [3])
        manager.set_to_running_backward.assert_called_once()
        self.assertIn("no CUDA graph: its tensors are on cpu",
                      report.state.records[-1].notes)

    def try_to_record(self, replay, run=None):
        """What two calls give of a graph that counts its runs, with what they
        were called with and whether a warning was seen; `replay`: what is
        recorded does, given the graph and the arguments."""
        calls = []

        def count(args):
            calls.append(list(args))
            args.clear()
            return [torch.tensor(len(calls))]
        call = graphs._guarded(
            lambda watched, args: lambda args: replay(watched, args),
            run or count, "forward")
        with warnings.catch_warnings(record=True) as seen, \
                unittest.mock.patch("torch.cuda.is_current_stream_capturing",
                                    return_value=False):
            warnings.simplefilter("always")
            results = [int(call([n])[0]) for n in (7, 8)]
        return results, calls, ["TC-8105" in str(w.message) for w in seen]

    def test_what_cannot_be_recorded_is_called(self):
        def replay(watched, args):
            raise RuntimeError("no graph")
        self.assertEqual(self.try_to_record(replay),
                         ([1, 2], [[7], [8]], [True]))

    def test_what_has_run_does_not_run_again(self):
        """It may have written to its arguments."""
        def replay(watched, args):
            watched(args)
            raise RuntimeError("no graph after a run")
        self.assertEqual(self.try_to_record(replay),
                         ([1, 2], [[7], [8]], [True]))

    def test_what_fails_while_it_runs_is_not_repaired(self):
        run = unittest.mock.Mock(side_effect=RuntimeError("out of range"))
        with self.assertRaisesRegex(RuntimeError, "out of range"):
            self.try_to_record(lambda watched, args: watched(args), run)
        run.assert_called_once()

    def test_graphs_are_of_one_gpu(self):
        for function, arguments, why in (
                (lambda x: x + 1, [X], None),
                (lambda x, y: x + y, [X, SCALAR],
                 "its tensors are on cpu, cuda:0"),
                (lambda x: x + 1, [HOST], "its tensors are on cpu")):
            self.assertEqual(graphs._why_not(
                trace(function, *arguments).graph.nodes), why)


def capture(function, *arguments, static=(), dynamic=None):
    """Dynamo's graph of a function of tensors (device, sizes...), of which
    those of the numbers in `static` stay where they are."""
    found = []

    def keep(module, _):
        found.append(module)
        return module.forward
    torch._dynamo.reset()
    with FakeTensorMode(shape_env=ShapeEnv()), torch.no_grad():
        tensors = [torch.empty(sizes, device=device)
                   for device, *sizes in arguments]
        for number in static:
            torch._dynamo.mark_static_address(tensors[number], guard=False)
        torch.compile(function, backend=keep, fullgraph=True,
                      dynamic=dynamic)(*tensors)
    return found[0]


class Direct(unittest.TestCase):
    """Dynamo's own graphs of CUDA tensors."""

    def setUp(self):
        report.state.clear()

    def compile(self, function, *arguments):
        with torch.no_grad():
            direct.compile_direct(capture(function, *arguments), {})
        return report.state.records[-1]

    def test_one_piece(self):
        def function(x, w):
            y = F.gelu(F.linear(x, w)) + torch.arange(5, device=x.device)
            y.clamp_(max=3)
            return y + torch.tensor(2.0, device=x.device), x.new_ones(3), \
                x.half(), y.t()
        found = self.compile(function, X, ("cuda", 5, 8))
        self.assertEqual(len(found.pieces), 1)
        self.assertFalse(found.fallbacks)

    def test_norms_of_any_size(self):
        """The host's float is an argument of the GPU's piece."""
        class Norm(torch.nn.Module):
            eps = 1e-6

            def forward(self, x, w):
                mean = x.float().pow(2).mean(-1, keepdim=True)
                return (x * torch.rsqrt(mean + self.eps)).half() * w
        with torch.no_grad():
            direct.compile_direct(capture(Norm(), X, ("cuda", 8),
                                          dynamic=True), {})
        found = report.state.records[-1]
        self.assertEqual(len(found.pieces), 1)
        self.assertFalse(found.fallbacks)

    def test_recorded_as_a_cuda_graph(self):
        """mode="reduce-overhead": PyTorch's trees are told the parameters."""
        from torch._inductor import cudagraph_trees
        module = capture(lambda x, w, y: F.gelu(F.linear(x, w)) + y,
                         X, ("cuda", 5, 8), ("cuda", 5), static=(1,))
        with unittest.mock.patch.object(
                cudagraph_trees, "cudagraphify_impl",
                lambda run, args, static, **_: lambda args: list(static)), \
                torch.no_grad():
            call = direct.compile_direct(module, {"cuda_graphs": True})
        self.assertEqual(call(1, 2, 3), [1])
        self.assertFalse(any("no CUDA graph" in note
                             for note in report.state.records[-1].notes))

    def test_what_a_recording_would_copy_is_aotautograds(self):
        module = capture(lambda x: (x.view(-1), x + 1), X)
        with torch.no_grad():
            direct.compile_direct(module, {})
            with self.assertRaises(Refused):
                direct.compile_direct(module, {"cuda_graphs": True})

    def test_values_are_where_eager_has_them(self):
        def function(x):
            return torch.tensor(2.0, device=x.device), x.to(torch.float16), \
                torch.tensor(3.0) * x, x.to("cpu"), x.clone()
        module = direct.Lowering(capture(function, X)).run()
        output = next(iter(reversed(module.graph.nodes)))
        self.assertEqual([str(n.meta["val"].device) for n in output.args[0]],
                         ["cuda:0"] * 3 + ["cpu", "cuda:0"])
        for node in module.graph.nodes:
            if node.target in (torch.ops.aten.scalar_tensor.default,
                               torch.ops.aten._to_copy.default):
                with node.meta["val"].fake_mode:
                    made = node.target(*torch.fx.node.map_arg(
                        node.args, lambda n: n.meta["val"]), **node.kwargs)
                self.assertEqual(made.device, node.meta["val"].device)

    def test_copies_between_devices_are_aotautograds(self):
        for function in (lambda x: x.to("cpu") + 1, lambda x: x.cpu(),
                         lambda x: torch.ones(8) + x.to("cpu")):
            with self.assertRaises(Refused):
                self.compile(function, X)

    def test_autocast(self):
        """What autocast converts on CUDA is not what it converts on CPUs."""
        def function(x, w):
            y = F.linear(x, w)
            return (y.softmax(-1), F.layer_norm(y, (5,)), y.sum(), y ** 2,
                    torch.einsum("ij,kj->ik", x, w), y.norm(dim=1), y.relu())
        torch.set_autocast_enabled("cuda", True)
        torch.set_autocast_dtype("cuda", torch.bfloat16)
        try:
            module = capture(function, X, ("cuda", 5, 8))
            lowered = direct.Lowering(module).run()
            with torch.no_grad():
                direct.compile_direct(module, {})
        finally:
            torch.set_autocast_enabled("cuda", False)
        found = {str(n.target): n for n in lowered.graph.nodes}
        for name, dtype in (("linear", torch.bfloat16),
                            ("einsum", torch.bfloat16),
                            ("layer_norm", torch.float32),
                            ("relu", torch.bfloat16)):
            read = found[f"aten.{name}.default"].all_input_nodes
            self.assertEqual({n.meta["val"].dtype for n in read}, {dtype})
        for name in ("aten._softmax.default", "aten.pow.Tensor_Scalar"):
            self.assertEqual(found[name].args[0].meta["val"].dtype,
                             torch.float32)
        self.assertEqual(found["aten.sum.default"].kwargs["dtype"],
                         torch.float32)

    def test_gradients(self):
        def function(x, w, b):
            y = F.layer_norm(F.linear(x, w), (5,), b).relu()
            return F.cross_entropy(y, torch.arange(4, device=x.device)), y

        def attention(x):
            return F.scaled_dot_product_attention(*[x.view(1, 1, 4, 8)] * 3)

        def convolution(x):
            return F.conv1d(x.view(1, 4, 8), x.view(2, 4, 4))

        def drops(x):
            x = x.to(torch.bfloat16).view(1, 1, 4, 8)
            return F.scaled_dot_product_attention(x, x, x, None, 0.5, True)

        def halves(x):
            return attention(x.to(torch.bfloat16))

        def masked(x):
            x = x.to(torch.bfloat16).view(1, 1, 4, 8)
            return F.scaled_dot_product_attention(x, x, x, x.new_zeros(4, 4))
        arguments = X, ("cuda", 5, 8), ("cuda", 5)
        asked = {"route": "direct"}
        for one, given, options in (
                (function, arguments, asked), (convolution, [X], asked),
                (halves, [X], {}), (drops, [X], {}), (masked, [X], asked),
                (F.dropout, [X], asked)):
            self.differentiate(one, *given, **options)
            found = report.state.records[-1]
            self.assertEqual(found.kind, "training")
            self.assertEqual(len(found.pieces), 1)
        for one, options, why in (
                (attention, {}, "gradient of attention"),
                (masked, {}, "gradient of attention"),
                (convolution, {}, "without attention"),
                (lambda x: F.dropout(x, 0.5, inplace=True), asked, "in place")):
            with self.assertRaisesRegex(Refused, why):
                self.differentiate(one, X, **options)

    def test_halves_are_recorded_as_cuda_graphs(self):
        """Parameters are read where they are, and so is what forward saves."""
        from torch._inductor import cudagraph_trees
        module = self.with_gradients(
            lambda x, w, y: F.gelu(F.linear(x, w)) * y,
            X, ("cuda", 5, 8), ("cuda", 4, 5), static=(1,))
        given, kept = [], []

        def record(run, args, static, *, is_backward, **_):
            given.append((is_backward, list(static), len(args)))
            return lambda args: [None] * 9
        with unittest.mock.patch.object(
                cudagraph_trees, "cudagraphify_impl", record), \
                unittest.mock.patch.object(
                    training, "Recording", lambda *args: kept.append(
                        recorded.Recording(*args)) or kept[-1]):
            direct.compile_direct(module, {"cuda_graphs": True,
                                           "route": "direct"})
        found, = kept
        found.forward([1, 2, 3])
        found.backward([1, 2, 3, 4, 5])
        (_, static, _), (is_backward, saved, _) = given
        self.assertEqual(static, [1])
        self.assertTrue(is_backward)
        self.assertEqual(saved, [0, 1, 2, 3])  # tangents behind
        self.assertFalse(any("no CUDA graph" in note
                             for note in report.state.records[-1].notes))

    def test_masks_are_drawn_as_eagers_kernel_draws(self):
        """In eager's order, in front of the only piece, from memory that lies
        as what eager drops; probabilities of attention from bits."""
        def function(x, y):
            x = F.dropout(x.t(), 0.25)
            q = x.to(torch.bfloat16).reshape(1, 1, 4, 8)
            q = F.scaled_dot_product_attention(q, q, q, None, 0.5)
            return q + F.dropout(y.narrow(0, 1, 8), 0.5).view(1, 1, 4, 8)
        module = self.with_gradients(function, X, ("cuda", 9, 4))
        graph = prepare.prepare(direct.Lowering(module).run()).graph
        cuda = torch.device("cuda", 0)
        self.assertEqual([n.args for n in graph.nodes
                          if n.target in prepare.DRAWS], [
            ([8, 4], [1, 8], 0, torch.float32, 0.25, cuda),
            ([1, 1, 4, 4], [16, 16, 4, 1], 0.5, cuda),
            ([8, 4], [4, 1], 4, torch.float32, 0.5, cuda)])
        direct.compile_direct(module, {})
        found = report.state.records[-1]
        self.assertEqual(len(found.pieces), 1)
        self.assertEqual(len(found.fallbacks), 3)

    def test_the_mask_of_a_kernel(self):
        """(Of CPUs, which draw in the order of memory as well.)"""
        for size, stride, offset in (((8, 4), (1, 8), 0), ((3, 5), (8, 1), 3),
                                     ((2, 0), (1, 1), 0)):
            x = torch.empty(64).as_strided(size, stride, offset)
            masks = []
            for draw in (lambda: torch.native_dropout(x, 0.5, True)[1],
                         lambda: prepare.draw_of_kernel(
                             size, stride, offset, x.dtype, 0.5, x.device)):
                torch.manual_seed(3)
                masks.append(draw())
            self.assertTrue(torch.equal(*masks))
            self.assertEqual(*(m.stride() for m in masks))

    def test_gradients_are_derived_for_the_gpu(self):
        """Of a max pool it gathers; on a CPU it adds at positions."""
        texts, build = [], piece.build

        def note(text, *rest):
            texts.append(str(Module(text)))
            return build(text, *rest)
        with unittest.mock.patch.object(piece, "build", note):
            for device, adds in (("cuda", False), ("cpu", True)):
                self.differentiate(lambda x: F.max_pool2d(x, 3, 2, 1),
                                   (device, 2, 3, 9, 9), route="direct")
                self.assertEqual("prim.index_put" in texts[-1], adds)

    def differentiate(self, function, *arguments, **options):
        """As if captured with gradients, which a PyTorch without CUDA has not
        there."""
        direct.compile_direct(self.with_gradients(function, *arguments),
                              options)

    def with_gradients(self, function, *arguments, **options):
        module = capture(function, *arguments, **options)
        for node in module.graph.nodes:
            value = node.meta.get("example_value")
            if isinstance(value, torch.Tensor) and value.is_floating_point():
                value.requires_grad_()
        return module


if __name__ == "__main__":
    unittest.main()
