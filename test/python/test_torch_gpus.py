"""torch.compile(backend="tc") on several GPUs: a GPU that is not the current
one, models that span two, threads with a GPU each, processes with a GPU each
(DDP and FSDP over NCCL). Needs two GPUs (exit code 77 without)."""
import copy
import subprocess
import sys
import tempfile
import threading
import unittest

from Inputs import torch_case
import torch
if torch.cuda.device_count() < 2:
    print("skipped: fewer than two GPUs")
    sys.exit(77)

from torch import nn  # noqa: E402
from tc.torch import report  # noqa: E402

FIRST, SECOND = torch.device("cuda", 0), torch.device("cuda", 1)


class Half(nn.Module):  # of which Dynamo takes the forward, hooked or not
    def __init__(self, inputs, outputs):
        super().__init__()
        self.norm = nn.LayerNorm(inputs)
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x):
        return nn.functional.gelu(self.linear(self.norm(x)))


class Halves(nn.Module):
    """The first half on one GPU, the second on the other."""

    def __init__(self, devices=(FIRST, SECOND)):
        super().__init__()
        self.devices = devices
        self.a = Half(48, 96).to(devices[0])
        self.b = Half(96, 8).to(devices[1])

    def forward(self, x):
        return self.b(self.a(x.to(self.devices[0])).to(self.devices[1]))


def step(model, call, x):
    model.zero_grad()
    y = call(x)
    y.square().sum().backward()
    return [y.detach(), *(p.grad for p in model.parameters())]


class Devices(torch_case.Case):
    def same(self, got, want):
        self.assertEqual(len(got), len(want))
        for a, b in zip(got, want):
            self.assertEqual(a.device, b.device)
            torch.testing.assert_close(a, b)

    def assert_compiled(self):
        self.assertGreater(report.state.ops_compiled, 0)
        self.assertFalse(report.state.failures)

    def test_not_the_current_one(self):
        for route in ("auto", "aot"):
            model = Halves((SECOND, SECOND))
            x = torch.randn(5, 48, device=SECOND)
            f = torch.compile(model, backend="tc", options={"route": route})
            with torch.no_grad():
                self.same([f(x)], [model(x)])
            self.same(step(model, f, x), step(model, model, x))
            self.assertEqual(torch.cuda.current_device(), 0)
        self.assert_compiled()

    def test_one_function_on_both(self):
        f = torch.compile(lambda x: (x @ x.T).softmax(-1), backend="tc")
        for device in (FIRST, SECOND, FIRST):
            x = torch.randn(33, 20, device=device)
            self.same([f(x)], [(x @ x.T).softmax(-1)])
        self.assert_compiled()

    def test_a_model_over_both(self):
        model = Halves()
        x = torch.randn(5, 48)
        f = torch.compile(model, backend="tc")
        with torch.no_grad():
            self.same([f(x)], [model(x)])
        self.same(step(model, f, x), step(model, model, x))
        self.assert_compiled()

    def test_threads(self):
        f = torch.compile(lambda x: (x * 2 + 1).softmax(-1), backend="tc")
        errors = []

        def work(device):
            try:
                with torch.cuda.device(device), \
                        torch.cuda.stream(torch.cuda.Stream(device)):
                    for k in range(50):
                        x = torch.full((64, 64), float(k), device=device)
                        x[0, 0] = 0
                        torch.testing.assert_close(
                            f(x), (x * 2 + 1).softmax(-1))
            except Exception as error:
                errors.append(error)
        threads = [threading.Thread(target=work, args=(d,))
                   for d in (FIRST, SECOND) * 2]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertFalse(errors)


class Processes(unittest.TestCase):
    def ranks(self, kind):
        """Two processes, one a GPU; each compares itself with eager."""
        with tempfile.TemporaryDirectory() as folder:
            ranks = [subprocess.Popen(
                [sys.executable, __file__, "--rank", kind, str(i), folder],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                for i in range(2)]
            texts = [rank.communicate(timeout=300)[0] for rank in ranks]
        for rank, text in zip(ranks, texts):
            self.assertEqual(rank.returncode, 0, text[-3000:])

    def test_data_parallel(self):
        self.ranks("ddp")

    def test_fully_sharded(self):
        self.ranks("fsdp")


def wrap(kind, model, device):
    if kind == "ddp":
        return nn.parallel.DistributedDataParallel(model, [device])
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard
    mesh = init_device_mesh("cuda", (2,))
    for layer in (model.a, model.b):
        fully_shard(layer, mesh=mesh)
    return fully_shard(model, mesh=mesh)


def whole(parameter):
    value = parameter.detach()
    return value.full_tensor() if hasattr(value, "full_tensor") else value


def run_rank(kind, rank, folder):
    """Trains on this rank's samples; the parameters are those that eager has
    after training on all."""
    device = torch.device("cuda", rank)
    torch.cuda.set_device(device)
    torch.distributed.init_process_group(
        "nccl", init_method=f"file://{folder}/meet", rank=rank, world_size=2,
        device_id=device)
    torch.manual_seed(0)
    plain = Halves((device, device))
    wrapped = wrap(kind, copy.deepcopy(plain), device)
    f = torch.compile(wrapped, backend="tc")
    optimizers = [torch.optim.SGD(m.parameters(), 0.1)
                  for m in (plain, wrapped)]
    for _ in range(3):
        x = torch.randn(2, 6, 48, device=device)  # the same on both ranks
        for call, optimizer, mine in ((plain, optimizers[0], x.flatten(0, 1)),
                                      (f, optimizers[1], x[rank])):
            optimizer.zero_grad()
            call(mine).square().mean().backward()
            optimizer.step()
    for a, b in zip(wrapped.parameters(), plain.parameters()):
        torch.testing.assert_close(whole(a), b.detach())
    assert report.state.ops_compiled and not report.state.failures
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--rank"]:
        run_rank(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        unittest.main()
