"""What memory a compiled call on CUDA reads and writes, and when: addresses that
change under recordings, tensors freed or copied on other streams, whole
training steps in a graph of the user's. Needs a GPU (exit code 77 without)."""
import copy
import sys
import unittest

from Inputs.torch_case import Case
import tc
import torch
from torch import nn
import torch.nn.functional as F
from tc.torch import report

if not torch.cuda.is_available():
    print("skipped: no GPU")
    sys.exit(77)

CUDA = torch.device("cuda", 0)
SLEEP = 50_000_000  # cycles: about a fortieth of a second
NEAR = {"rtol": 1e-4, "atol": 1e-4}
ROUTES = "direct", "aot"


def model():
    torch.manual_seed(4)
    return nn.Sequential(nn.Linear(32, 64), nn.GELU(), nn.LayerNorm(64),
                         nn.Linear(64, 8)).to(CUDA)


def images():
    torch.manual_seed(4)
    return nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(),
                         nn.Conv2d(8, 8, 3), nn.AdaptiveAvgPool2d(2),
                         nn.Flatten(), nn.Linear(32, 8)).to(CUDA)


def randn(*sizes):
    return torch.randn(*sizes, device=CUDA)


def compiled(one, route):
    return torch.compile(one, backend="tc", options={"route": route})


def gradients(one):
    return [p.grad for p in one.parameters()]


class Memory(Case):
    def near(self, got, want):
        self.assertEqual(len(got), len(want))
        for a, b in zip(got, want):
            torch.testing.assert_close(a.detach(), b.detach(), **NEAR)
        self.assertFalse(report.state.failures)


class Addresses(Memory):
    """mode="reduce-overhead", parameters elsewhere between calls."""

    def change(self, one):
        """Ways to give parameters new memory; the old is overwritten."""
        state = {k: torch.randn_like(v) if v.is_floating_point() else v.clone()
                 for k, v in one.state_dict().items()}

        def by_data():
            for name, p in one.named_parameters():
                p.data = state[name].clone()

        def by_assignment():
            one.load_state_dict(state, assign=True)

        def by_copy():
            one.load_state_dict(state)

        def by_parameter():
            one[0].weight = nn.Parameter(state["0.weight"].clone())
        yield from (by_data, by_assignment, by_copy, by_parameter)

    def test_inference(self):
        for route in (None, *ROUTES):
            mine = model()
            options = {"cuda_graphs": True} | ({"route": route} if route
                                               else {})
            call = torch.compile(mine, backend="tc", options=options)
            with torch.no_grad(), self.subTest(route):
                torch._dynamo.reset()
                x = randn(16, 32)
                for _ in range(3):
                    call(x)
                for change in self.change(mine):
                    old = [p.data for p in mine.parameters()]
                    change()
                    for memory in old:
                        if all(memory.data_ptr() != p.data_ptr()
                               for p in mine.parameters()):
                            memory.fill_(float("nan"))
                    for _ in range(3):
                        x = randn(16, 32)
                        self.near([call(x)], [mine(x)])

    def test_training(self):
        for route in ROUTES:
            with self.subTest(route):
                torch._dynamo.reset()
                self.change_between_steps(model(), {"cuda_graphs": True,
                                                    "route": route})

    def change_between_steps(self, mine, options):
        call = torch.compile(mine, backend="tc", options=options)
        x = randn(16, 32)
        for _ in range(3):  # gradients are a recording's results
            mine.zero_grad()
            call(x).square().sum().backward()
        for change in self.change(mine):
            change()
            for _ in range(3):
                theirs = copy.deepcopy(mine)
                theirs.zero_grad()
                mine.zero_grad()
                call(x).square().sum().backward()
                theirs(x).square().sum().backward()
                self.near(gradients(mine), gradients(theirs))

    def test_accumulated_gradients(self):
        for route in ROUTES:
            mine, theirs = model(), model()
            call = compiled(mine, route)
            with self.subTest(route):
                for _ in range(5):
                    x = randn(16, 32)
                    call(x).square().mean().backward()
                    theirs(x).square().mean().backward()
                    self.near(gradients(mine), gradients(theirs))


class Graphs(Memory):
    """A graph of the user's around whole steps."""

    def record(self, step):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                step()
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            step()
        return graph

    def test_training_steps(self):
        for build, sizes in ((model, (16, 32)), (images, (4, 3, 12, 12))):
            for route in ROUTES:
                with self.subTest(f"{build.__name__} {route}"):
                    self.train(build, sizes, route)

    def train(self, build, sizes, route):
        mine, theirs = build(), build()
        x, call = randn(*sizes), compiled(mine, route)
        optimizers = [torch.optim.SGD(m.parameters(), 0.01)
                      for m in (mine, theirs)]

        def step(one=call, optimizer=optimizers[0]):
            optimizer.zero_grad(set_to_none=True)
            one(x).square().mean().backward()
            optimizer.step()
        graph = self.record(step)
        for _ in range(4):  # three before, and the recording, which runs not
            graph.replay()
            x.copy_(randn(*sizes))
            theirs.load_state_dict(mine.state_dict())
            graph.replay()
            step(theirs, optimizers[1])
            for a, b in zip(mine.parameters(), theirs.parameters()):
                torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-3)

    def test_graphed_callables(self):
        for route in ROUTES:
            mine, theirs = model(), model()
            call = torch.cuda.make_graphed_callables(
                compiled(mine, route), (randn(16, 32),))
            with self.subTest(route):
                for _ in range(3):
                    x = randn(16, 32)
                    mine.zero_grad()
                    theirs.zero_grad()
                    call(x).square().sum().backward()
                    theirs(x).square().sum().backward()
                    self.near(gradients(mine), gradients(theirs))


class Streams(Memory):
    def test_arguments_freed_early(self):
        """Their memory is another tensor's as soon as PyTorch's allocator may
        give it away: when the stream that reads them is there."""
        one = model()
        for route in ROUTES:
            call, streams = compiled(one, route), [
                torch.cuda.Stream() for _ in range(3)]
            call(randn(4096, 32)).sum().backward()
            torch.cuda.synchronize()
            with self.subTest(route):
                found, wanted = [], []
                for number in range(12):
                    stream = streams[number % 3]
                    x = randn(4096, 32)
                    wanted.append(one(x).detach())
                    stream.wait_stream(torch.cuda.current_stream())
                    with torch.cuda.stream(stream):
                        torch.cuda._sleep(SLEEP)
                        found.append(call(x).detach())
                    x.record_stream(stream)
                    del x
                    randn(4096, 32).fill_(float("nan"))
                torch.cuda.synchronize()
                self.near(found, wanted)

    def test_backward_of_another_stream(self):
        """What forward has saved is freed while backward's kernels wait."""
        for build, sizes in ((model, (512, 32)), (images, (8, 3, 40, 40))):
            for route in ROUTES:
                mine, theirs = build(), build()
                call, stream = compiled(mine, route), torch.cuda.Stream()
                call(randn(*sizes)).sum().backward()
                mine.zero_grad()
                theirs.load_state_dict(mine.state_dict())
                x = randn(*sizes)
                stream.wait_stream(torch.cuda.current_stream())
                with torch.cuda.stream(stream):
                    torch.cuda._sleep(SLEEP)
                    y = call(x)
                    loss = y.square().sum()
                    del y
                loss.backward()
                del loss
                with torch.cuda.stream(stream):
                    for _ in range(8):
                        randn(*sizes).fill_(float("nan"))
                torch.cuda.current_stream().wait_stream(stream)
                theirs(x).square().sum().backward()
                with self.subTest(f"{build.__name__} {route}"):
                    for a, b in zip(gradients(mine), gradients(theirs)):
                        torch.testing.assert_close(a, b, rtol=1e-2, atol=1e-2)

    def test_pinned_batches(self):
        """Copied without waiting, each dropped while it is read."""
        data = torch.utils.data.TensorDataset(torch.randn(640, 32),
                                              torch.arange(640))
        loader = torch.utils.data.DataLoader(data, 64, num_workers=2,
                                             pin_memory=True)
        one = model()
        call = torch.compile(one, backend="tc")
        found, wanted = [], []
        with torch.no_grad():
            for x, numbers in loader:
                torch.cuda._sleep(SLEEP)
                found.append(call(x.to(CUDA, non_blocking=True)) +
                             numbers.to(CUDA, non_blocking=True)[:, None])
                wanted.append((x, numbers))
            self.near(found, [one(x.to(CUDA)) + n.to(CUDA)[:, None]
                              for x, n in wanted])


class Shapes(Memory):
    def test_nothing(self):
        """Sizes of 0, with gradients."""
        def function(x, w):
            return F.gelu(x @ w).sum(0), F.layer_norm(x, (6,)), x.mean(1)
        for route in ROUTES:
            for sizes in ((0, 6), (3, 6), (0, 6)):
                found = []
                for call in (compiled(function, route), function):
                    torch.manual_seed(2)
                    x, w = randn(*sizes).requires_grad_(), randn(
                        6, 4).requires_grad_()
                    results = call(x, w)
                    sum(r.sum() for r in results).backward()
                    found.append([*results, x.grad, w.grad])
                with self.subTest(f"{route} {sizes}"):
                    self.near(*found)

    def test_crooked_tensors(self):
        """Strides, offsets and alignments, also of gradients."""
        base = randn(20 * 33 + 7)
        for crook in (lambda b: b[1:661].view(20, 33),
                      lambda b: b[3:663].view(33, 20).t(),
                      lambda b: b[:640].view(20, 32)[:, 1:],
                      lambda b: b[:660].view(20, 33)[::2],
                      lambda b: b[:33].expand(20, 33),
                      lambda b: b[:660].view(20, 33)[:, ::3]):
            torch._dynamo.reset()
            for route in ROUTES:
                found = []
                for call in (compiled(lambda x: F.softmax(x * 2, -1).exp(),
                                      route),
                             lambda x: F.softmax(x * 2, -1).exp()):
                    leaf = base.clone().requires_grad_()
                    y = call(crook(leaf))
                    y.backward(crook(base) if y.shape[0] != 20 or
                               y.shape[1] != 33 else
                               base[5:665].view(33, 20).t())
                    found.append([y, leaf.grad])
                with self.subTest(route):
                    self.near(*found)

    def test_numbers_of_the_host(self):
        """Tensors without dimensions on the CPU, in training; their gradients
        are on the CPU."""
        def function(x, s, t):
            return (x * s + t).relu()
        for route in ("auto", "aot"):
            found = []
            for call in (compiled(function, route), function):
                x = torch.linspace(-1, 1, 60, device=CUDA).requires_grad_()
                s = torch.tensor(3.0, requires_grad=True)
                call(x, s, torch.tensor(0.5)).sum().backward()
                found.append([x.grad, s.grad])
                self.assertEqual(s.grad.device.type, "cpu")
            with self.subTest(route):
                self.near(*found)


class TensorMaps(Case):
    """Products whose operands the copy engine moves (sm_90): their launches
    hold tensor maps, with addresses in them."""

    def setUp(self):
        super().setUp()
        self.layer = nn.Sequential(
            nn.Linear(768, 3072), nn.GELU(), nn.Linear(3072, 768)).to(
                CUDA, torch.bfloat16)

    def batch(self):
        return randn(1024, 768).bfloat16()

    def moved(self):
        """The parameters at other addresses, with other values."""
        old = [p.data for p in self.layer.parameters()]
        for p in self.layer.parameters():
            p.data = torch.randn_like(p) / p.shape[-1] ** 0.5
        return old

    def near(self, got, want):
        self.close(got, want, rtol=2e-2, atol=2e-2)

    def test_parameters_that_move(self):
        compiled = tc.compile(self.layer, mode="reduce-overhead")
        kept = []
        with torch.no_grad():
            for i in range(10):
                if i in (4, 7):
                    kept.append(self.moved())
                kept.append(self.batch())
                self.near(compiled(kept[-1]).clone(), self.layer(kept[-1]))
        self.assertFalse(report.state.failures)

    def test_graphs_of_other_addresses(self):
        """Each keeps the addresses at which it was recorded."""
        compiled, graphs = tc.compile(self.layer), []
        with torch.no_grad():
            for _ in range(3):
                x, kept = self.batch(), self.moved()
                compiled(x)
                torch.cuda.synchronize()
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    y = compiled(x)
                graphs.append((graph, x, y, kept,
                               [p.data for p in self.layer.parameters()]))
            for graph, x, y, _, weights in graphs + graphs[::-1]:
                x.copy_(self.batch())
                weights[0].mul_(0.9)
                graph.replay()
                for p, w in zip(self.layer.parameters(), weights):
                    p.data = w
                self.near(y, self.layer(x))
        self.assertFalse(report.state.failures)


if __name__ == "__main__":
    unittest.main()
