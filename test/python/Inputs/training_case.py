"""Compares what a training program does in eager and compiled."""
import copy
import sys
from unittest import mock

from Inputs.torch_case import Case
from tc.torch import report
from tc.torch.refused import Refused
import torch
from torch import nn


def network(*last):
    return nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.LayerNorm(8),
                         nn.Linear(8, 4), *last)


def gradients(parameters):
    return [None if p.grad is None else p.grad.clone() for p in parameters]


class Both(Case):
    def both(self, function, *inputs, module=None, tolerances=(1e-4, 1e-5)):
        """`function(call, *inputs)` with call = the module (or first input)
        in eager and compiled: a list of tensors, which must be equal."""
        found = []
        for compiled in (False, True):
            mine = copy.deepcopy(module)
            torch.manual_seed(3)
            call = torch.compile(mine, backend="tc") if compiled else mine
            args = [x.detach().clone().requires_grad_(x.requires_grad)
                    for x in inputs]
            found.append(function(call, mine, *args))
        rtol, atol = tolerances
        self.assertEqual(len(found[0]), len(found[1]))
        for want, got in zip(*found):
            self.assertEqual(want is None, got is None)
            if want is not None:
                self.close(got.detach(), want.detach(), rtol=rtol, atol=atol)
        self.assertGreater(report.state.graphs, 0)
        self.assertFalse(report.state.failures)
        return found


def through_aotautograd(case):
    """The same tests on the other route."""
    def set_up(self):
        case.setUp(self)
        other = mock.patch.object(
            sys.modules["tc.torch.backend"], "compile_direct", side_effect=Refused("a test"))
        other.start()
        self.addCleanup(other.stop)
    return type(case.__name__ + "ThroughAOTAutograd", (case,),
                {"setUp": set_up})
