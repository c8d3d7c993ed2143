"""Whether a session (torch_session.py) gives the same compiled as in eager mode:
after each step values, dtypes, shapes, strides, which values are the same object or
share memory and where, which were written to by the step (version counters), what
requires a gradient, gradients, and the state of the random generator."""
import functools

import torch

import tc
from compare import compare, strides
from torch_session import values_of

COMPILE = functools.partial(torch.compile, backend="tc")
WAYS = {"tc.compile": tc.compile, "torch.compile": COMPILE,
        "dynamic=True": functools.partial(COMPILE, dynamic=True),
        "mode=reduce-overhead": functools.partial(
            COMPILE, mode="reduce-overhead"),
        "route=aot": functools.partial(COMPILE, options={"route": "aot"}),
        "dynamic=True, route=aot": functools.partial(
            COMPILE, dynamic=True, options={"route": "aot"})}
OPEN = {way: (True,) for way in WAYS if "dynamic" in way}  # else none at first


class Look:
    """What is seen of a session after a step: `values` by name (copies), `facts`
    by name, `versions`."""

    def __init__(self, scope, before):
        self.values, self.facts, self.versions = {}, {}, {}
        objects, places = {}, {}
        for name, value in values_of(scope).items():
            if not isinstance(value, torch.Tensor):
                self.values[name] = value
                continue
            same = objects.setdefault(id(value), name)
            first, offset = places.setdefault(
                value.untyped_storage()._cdata, (name, value.storage_offset()))
            facts = {"dtype": value.dtype, "shape": tuple(value.shape)}
            if "." not in name:  # a gradient may lie anywhere
                if value.numel():  # nothing can be written to one of the others
                    facts |= {
                        "object": same, "strides": strides(value),
                        "memory": (first, value.storage_offset() - offset)}
                facts |= {
                    "requires_grad": value.requires_grad,
                    "is_leaf": value.is_leaf, "inference": value.is_inference()}
                if not value.is_inference():
                    self.versions[name] = value._version
                if value.numel() and before and name in before.versions:
                    facts["written"] = value._version > before.versions[name]
            self.facts[name] = facts
            self.values[name] = value.detach().clone()
        self.random = torch.get_rng_state()


def looks(session, compiler=lambda f: f, wide=False):
    """A Look after each step; ends with an error's text if there is one."""
    torch.manual_seed(0)
    found, before = [], None
    try:
        for scope in session.run(compiler, wide):
            before = Look(scope, before)
            found.append(before)
    except Exception as error:  # pylint: disable=broad-except
        found.append(f"{type(error).__name__}: {str(error)[:300]}")
    return found


def difference(session, want, got, exact):
    """Of the looks after a step, or None."""
    if isinstance(got, str):
        return got
    for name, facts in want.facts.items():
        seen = got.facts.get(name)
        if seen is None:
            return f"no tensor: {name}"
        for what, fact in facts.items():
            if seen.get(what) != fact:
                return f"{what} of {name}: {seen.get(what)}, eager {fact}"
    why = value_difference(session, want, got, exact)
    if not why and not torch.equal(want.random, got.random):
        return "state of the random generator"
    return why


def value_difference(session, want, got, exact):
    for name, value in want.values.items():
        if not isinstance(value, torch.Tensor):
            if type(got.values[name]) is not type(value) or \
                    got.values[name] != value:
                return f"value of {name}: {got.values[name]}, eager {value}"
        elif session.smooth:
            wide = exact.values[name]
            why = compare([got.values[name]], [value], [wide],
                          slack=[slack(session, value, wide)])
            if why:
                return f"value of {name}: {why}"
        elif not torch.equal(got.values[name], value):
            return f"value of {name}: {got.values[name].flatten()[:8].tolist()}" \
                   f", eager {value.flatten()[:8].tolist()}"
    return None


def slack(session, value, exact):
    """Roundings add up over the lines that ran, of eager and of tc."""
    if not value.is_floating_point() or not value.numel():
        return 0.0
    lines = sum(len(f.program.lines) for f in session.functions)
    return 4 * (lines + 1) * len(session.steps) * torch.finfo(
        value.dtype).eps * exact.abs().max().item()


class SessionJudge:
    def __init__(self):
        self.way = "tc.compile"

    def why(self, session):
        """What differs from eager, or None."""
        want = looks(session)
        if isinstance(want[-1], str):
            return None
        exact = looks(session, wide=True) if session.smooth else want
        why = self.held(session, WAYS[self.way], want, exact)
        # What PyTorch's own trace does otherwise is not of tc's making.
        for dynamic in OPEN.get(self.way, (None, True)):
            if why and self.held(session, functools.partial(
                    torch.compile, backend="aot_eager", dynamic=dynamic),
                    want, exact):
                return None
        return why

    def held(self, session, compiler, want, exact):
        torch._dynamo.reset()
        got = looks(session, compiler)
        for step, w, g, e in zip(session.steps, want, got, exact):
            why = difference(session, w, g, e)
            if why:
                return f"{why} (after {step})"
        return None
