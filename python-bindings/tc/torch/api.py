"""What users call: tc.compile, tc.explain, tc.counters, tc.reset,
tc.list_modes, tc.list_options."""
import functools

import torch

from . import captured_again, options as known_options, report, sizes
from .piece import cache
from .support import unblock_devices


def compile(model=None, *, fullgraph=False, dynamic=None, backend="tc",
            mode=None, options=None, disable=False):
    """torch.compile with tc as its back end: of a module or function, or as a
    decorator. The arguments mean what they mean there; `mode` is one of
    tc.list_modes(), `options` a dict of tc.list_options(), which go before
    what the mode stands for. With dynamic=None one capture serves all sizes, 0
    and 1 included, but where the model does something else at these. Results
    have eager's shapes, dtypes and strides.
    Raises OptionError (TC-8110, TC-8111, TC-8114) for a mode, an option or a
    value of one that there is not; a call raises FallbackError (TC-8112) if
    options has fallback=False and an op is not compiled, and otherwise only
    what the model raises."""
    if backend == "tc":
        resolved = known_options.resolve(mode, options)
        if mode is not None and options is not None:  # PyTorch takes one
            mode, options = None, resolved
    if backend == "tc" and dynamic is None and not disable:
        return _for_all_sizes(model, fullgraph, mode, options)
    return torch.compile(model, fullgraph=fullgraph, dynamic=dynamic,
                         backend=backend, mode=mode, options=options,
                         disable=disable)


def _for_all_sizes(model, fullgraph, mode, options):
    """torch.compile, tracing as sizes.py says."""
    if model is None:
        return functools.partial(_for_all_sizes, fullgraph=fullgraph,
                                 mode=mode, options=options)
    wrapper = torch._TorchCompileWrapper("tc", mode, options, None)
    context = torch._dynamo.optimize(wrapper, nopython=fullgraph)
    context.callback = sizes.Oblivious(context.callback)
    return context(model)


def list_modes():
    """{mode: the options that it stands for}."""
    return {k: dict(v) for k, v in known_options.MODES.items()}


def list_options():
    """{option: what it does}."""
    return dict(known_options.OPTIONS)


def reset():
    """Forgets all compiled code, Dynamo's too, and starts counting anew."""
    torch._dynamo.reset()
    cache.clear()
    captured_again.clear()
    unblock_devices()
    report.state.clear()


class Explanation:
    """What was compiled, what was not, why, and where in the user's source.
    `graphs` are report.GraphRecords, `breaks` {reason: count} of Dynamo's
    graph breaks, `break_lines` the lines of those behind which a graph ended,
    `skipped` {function: why Dynamo captures nothing of it}; str() is the report
    for people."""

    def __init__(self, graphs, breaks, break_lines, counts, skipped=()):
        self.graphs = graphs
        self.breaks = breaks
        self.break_lines = break_lines
        self.counters = counts
        self.skipped = dict(skipped)

    def __str__(self):
        compiled = sum(sum(g.pieces) for g in self.graphs)
        left = sum(len(g.fallbacks) for g in self.graphs)
        lines = [f"{len(self.graphs)} graphs: {compiled} ops compiled, "
                 f"{left} run by PyTorch, {len(self.breaks)} graph breaks"]
        for number, graph in enumerate(self.graphs):
            lines += [("" if i else f"{number}: ") + line
                      for i, line in enumerate(graph.lines())]
        for reason, count in self.breaks.items():
            why = report.in_short(reason)
            where = "; ".join(self.break_lines.get(why, ()))
            lines.append(f"graph break ({count})" +
                         (f" at {where}: " if where else ": ") + why[:400])
        lines += [f"not captured, runs in eager mode: {name}: " +
                  report.in_short(why)[:400]
                  for name, why in self.skipped.items()]
        return "\n".join(lines)


def explain(function=None, *args, **kwargs):
    """The Explanation of a call of `function` (a function or module, compiled
    anew), or, without one, of all that was compiled since tc.reset(). Runs the
    function, and drops what Dynamo has compiled before."""
    if function is not None:
        torch._dynamo.reset()
        report.state.clear()
        torch.compile(function, backend="tc")(*args, **kwargs)
    with report.state.lock:
        graphs = list(report.state.records)
        lines = {k: list(v) for k, v in report.state.break_lines.items()}
    return Explanation(graphs, report.graph_breaks(), lines, report.counters(),
                       report.skipped())

