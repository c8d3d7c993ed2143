"""Processes around the back end: forked ones, data loaders' workers, Ctrl-C in a
compilation, compilers that are killed while threads compile."""
import os
import random
import signal
import threading
import time
import unittest
from unittest import mock
import warnings

from Inputs.torch_case import Case
import tc
from tc.torch import piece, report
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.set_num_threads(1)  # a fork has no other threads (Dynamo guards on this)
PATIENCE = 60  # seconds after which a child hangs


def double(x):
    return (x * 2).relu() + 1


class Doubled(Dataset):
    """Compiled in each worker that has not got it."""

    def __init__(self):
        self.call = None

    def __len__(self):
        return 16

    def __getitem__(self, i):
        if self.call is None:
            self.call = torch.compile(double, backend="tc")
        return self.call(torch.full((4,), float(i)))

    def __getstate__(self):
        return {"call": None}


def in_child(work):
    """work() in a forked process: 0 if it gives a true value, else the number
    of its exit."""
    child = os.fork()
    if not child:
        try:
            os._exit(0 if work() else 1)
        except BaseException:
            os._exit(2)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found, how = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(how)
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "it hangs"


class Processes(Case):
    def test_forked(self):
        """What was compiled is called, and more is compiled, also derivatives."""
        call = torch.compile(lambda x: x.softmax(-1) * 2, backend="tc")
        x = torch.randn(300, 300)
        want = call(x)

        def work():
            fresh = torch.compile(lambda y: (y * y.exp()).sum(), backend="tc")
            y = torch.randn(4, 5, requires_grad=True)
            fresh(y).backward()
            return torch.equal(call(x), want) and \
                torch.allclose(y.grad, (1 + y) * y.exp()) and \
                not report.state.failures
        self.assertEqual(in_child(work), 0)
        self.assertTrue(torch.equal(call(x), want))

    def test_forked_while_another_thread_compiles(self):
        """What was compiled is called: no lock of a compilation is needed."""
        call = torch.compile(double, backend="tc")
        x = torch.randn(30)
        want = call(x)
        inside, go_on = threading.Event(), threading.Event()
        build = piece.build

        def stay(*args):
            inside.set()
            go_on.wait(PATIENCE)
            return build(*args)
        with mock.patch.object(piece, "build", stay):
            other = threading.Thread(target=torch.compile(
                lambda: torch.ones(3).cos() + 2, backend="tc"))
            other.start()
            self.assertTrue(inside.wait(PATIENCE))
            found = in_child(lambda: torch.equal(call(x), want))
            go_on.set()
            other.join()
        self.assertEqual(found, 0)

    def test_data_loaders(self):
        for context in ("fork", "spawn"):
            data = Doubled()
            if context == "fork":
                data[0]  # its workers get what is compiled here
            found = torch.cat(list(DataLoader(
                data, 4, num_workers=2, multiprocessing_context=context)))
            self.assertTrue(torch.equal(found[:, 0],
                                        torch.arange(16.) * 2 + 1))

    def test_interrupted(self):
        """Ctrl-C ends the call, not the process; the next call compiles."""
        model = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.LayerNorm(5))
        x = torch.randn(3, 4)
        build = piece.build
        for route in ("direct", "aot"):
            torch._dynamo.reset()
            piece.cache.clear()
            call = torch.compile(model, backend="tc",
                                 options={"route": route})

            def interrupt(*args):
                os.kill(os.getpid(), signal.SIGINT)
                return build(*args)
            with mock.patch.object(piece, "build", interrupt), \
                    self.assertRaises(KeyboardInterrupt):
                call(x).sum().backward()
            y = call(x)
            y.sum().backward()
            self.close(y.detach(), model(x).detach())
            self.compiled()

    def test_compilers_that_die_while_threads_compile(self):
        """Everything is right; what they were at is PyTorch's."""
        over, random_number = threading.Event(), random.Random(0)

        def kill():
            while not over.wait(random_number.uniform(0.3, 1)):
                for pid in tc._core.workers()[0]:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except OSError:  # it has ended
                        pass
        wrong = []

        def work(number):
            for width in (6, 7):
                model = nn.Sequential(nn.Linear(5 + number, width), nn.Tanh())
                call = torch.compile(model, backend="tc", dynamic=False)
                x = torch.randn(3, 5 + number)
                y = call(x)
                y.sum().backward()
                if not torch.allclose(y, model(x), atol=1e-5):
                    wrong.append((number, width))
        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        killer = threading.Thread(target=kill)
        with warnings.catch_warnings(), mock.patch.object(
                torch._dynamo.config, "recompile_limit", 64):
            warnings.simplefilter("ignore")
            for thread in (killer, *threads):
                thread.start()
            for thread in threads:
                thread.join()
            over.set()
            killer.join()
        self.assertEqual(wrong, [])
        report.state.clear()
        self.check(lambda x: x.cos() - 1, torch.randn(7))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main()
