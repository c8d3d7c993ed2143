"""The back end's record of its work: counters since the last reset, a record
of each graph for tc.explain, and numbered warnings."""
import collections
import contextlib
import copy
import hashlib
import logging
import os
import pathlib
import tempfile
import threading
import warnings

import torch
from torch._functorch.aot_autograd import make_boxed_func

log = logging.getLogger("tc")


class Warning(UserWarning):
    """What tc could not do itself; the framework's kernels did it."""


def _metrics():
    """PyTorch's records of compilations, of which it keeps the last 64."""
    from torch._dynamo import utils
    return utils.get_compilation_metrics()


def note_recompiles():
    """Keeps why Dynamo compiled code again, or did not capture it, before PyTorch
    drops its records."""
    with state.lock:
        found = []
        for metric in reversed(_metrics()):
            if metric is state.last_metric:
                break
            found.append(metric)
        if found:
            state.last_metric = found[0]
        found.reverse()
        state.recompiles += [m.recompile_reason for m in found
                             if m.recompile_reason and not m.fail_type]
        state.skipped.update((_frame_of(m), m.fail_reason or m.fail_type)
                             for m in found if m.fail_type and m.co_name)


def _frame_of(metric):
    return f"{metric.co_name} ({metric.co_filename}:{metric.co_firstlineno})"


def skipped():
    """{function: why Dynamo has not captured it}, since the last reset; it runs
    in eager mode."""
    note_recompiles()
    return dict(state.skipped)


def recompiles():
    """Why Dynamo compiled code again, since the last reset."""
    note_recompiles()
    return list(state.recompiles)


def _graph_breaks():
    """PyTorch's count of graph breaks by reason, since it was loaded or reset."""
    from torch._dynamo import utils
    return collections.Counter(utils.counters["graph_break"])


def graph_breaks():
    """{reason: count} since the last reset."""
    return dict(_graph_breaks() - state.last_breaks)


def note_break(module):
    """Keeps the line of the graph break that ends one of Dynamo's graphs."""
    reason = getattr(module, "compile_subgraph_reason", None)
    if reason is None or not reason.graph_break or not reason.user_stack:
        return
    frame = reason.user_stack[-1]
    with state.lock:
        lines = state.break_lines.setdefault(in_short(reason.reason), [])
        line = f"{frame.filename}:{frame.lineno}, in {frame.name}"
        if line not in lines:
            lines.append(line)


def in_short(reason):
    """PyTorch's reason in a line, without what is for its developers."""
    return " ".join(reason.partition("Developer debug")[0].split())


class OptionError(ValueError):
    """A mode or option that there is not."""

    def __init__(self, number, message):
        super().__init__(f"[TC-{number}] {message}")
        self.number = number


class FallbackError(RuntimeError):
    """What options={"fallback": False} raises."""


class State:
    """Since the last reset. `lock` guards all of it."""

    def __init__(self):
        self.lock = threading.RLock()
        self.clear()

    def clear(self):
        self.graphs = 0
        self.ops_compiled = 0
        self.fallback_ops = collections.Counter()
        self.last_metric = next(reversed(_metrics()), None)
        self.recompiles = []  # reasons
        self.skipped = {}  # function: reason
        self.last_breaks = _graph_breaks()
        self.break_lines = {}  # reason in short: the user's lines
        self.compile_seconds = 0.0
        self.kernels = 0
        self.launches = 0
        self.pieces = 0
        self.cache_hits = 0
        self.double_backwards = 0
        self.failures = collections.Counter()
        self.records = []  # GraphRecord
        self.codes = collections.Counter()


state = State()


def counters():
    """What was done since the last tc.reset(): `graphs` compiled, `pieces` of
    them, `ops_compiled`, `fallback_ops` (name of the overload -> how often it
    stands in graphs for the framework), `failures` (number -> count),
    `recompiles` (reasons), `compile_seconds`, `kernels`, `launches` (calls of
    compiled pieces), `cache_hits`, `double_backwards` (create_graph=True, which
    PyTorch computes)."""
    with state.lock:
        return {
            "graphs": state.graphs, "pieces": state.pieces,
            "ops_compiled": state.ops_compiled,
            "fallback_ops": dict(state.fallback_ops),
            "failures": dict(state.failures),
            "recompiles": recompiles(),
            "compile_seconds": state.compile_seconds,
            "kernels": state.kernels, "launches": state.launches,
            "cache_hits": state.cache_hits,
            "double_backwards": state.double_backwards,
        }


def reproducer(text):
    """Writes the text of a graph that failed where its user finds it."""
    folder = pathlib.Path(os.environ.get("TC_REPRODUCER_DIR",
                                         tempfile.gettempdir()))
    name = hashlib.sha256(text.encode()).hexdigest()[:12]
    path = folder / f"tc-{os.getuid()}-{name}.mlir"
    try:
        path.write_text(text)
    except OSError as error:
        return f"(no reproducer: {error})"
    return str(path)


def warn(number, message, text=None):
    """One warning a number and message; with `text` a reproducer."""
    with state.lock:
        state.failures[f"TC-{number}"] += 1
        first = state.failures[f"TC-{number}"] == 1
    where = f"; to see it again: tc-compile {reproducer(text)}" if text else ""
    log.warning("TC-%s %s%s", number, message, where)
    if first:
        warnings.warn(f"[TC-{number}] {message}{where}", Warning, stacklevel=2)


class GraphRecord:
    """One graph, for tc.explain. `fallbacks` and `copies` (between
    devices, and what waits) are (target, why, source); `sizes`: the expressions
    of the sizes of its values."""

    def __init__(self, kind, graph):
        self.kind = kind
        self.nodes = sum(n.op == "call_function" for n in graph.nodes)
        self.sizes = {size.node.expr for n in graph.nodes for size in
                      getattr(n.meta.get("val"), "shape", ())
                      if isinstance(size, torch.SymInt)}
        self.pieces = []
        self.fallbacks = []
        self.copies = []
        self.notes = []

    def lines(self):
        yield (f"{self.kind} graph: {self.nodes} nodes, {len(self.pieces)} "
               f"compiled pieces with {sum(self.pieces)} ops, "
               f"{len(self.fallbacks)} ops in the framework")
        yield from ("  " + note for note in self.notes)
        for target, why, source in [*self.fallbacks, *self.copies]:
            yield f"  {target}: {why}" + (f" ({source})" if source else "")


def account(record):
    """Counts a graph and keeps what is said of it."""
    with state.lock:
        state.graphs += 1
        state.pieces += len(record.pieces)
        state.ops_compiled += sum(record.pieces)
        state.fallback_ops.update(name for name, *_ in record.fallbacks)
        state.records.append(record)
        del state.records[:-1000]


def account_again(record):
    """The same of a graph that was captured again for a size 0 or 1."""
    again = copy.copy(record)
    again.notes = [*record.notes, "of a size that is 0 or 1: runs what was "
                   "compiled for all sizes"]
    account(again)


@contextlib.contextmanager
def recorded():
    """The list of the records that are made meanwhile, complete at the end."""
    before, found = set(map(id, state.records)), []
    yield found
    found += [r for r in state.records if id(r) not in before]


def source_of(node):
    """"model.py:12, in forward" of a node: the innermost line of its user."""
    trace = node.meta.get("stack_trace") or ""
    found = ""
    for line in trace.splitlines():
        line = line.strip()
        if line.startswith('File "'):
            found = line
    if not found:
        return ""
    path, _, rest = found[6:].partition('", line ')
    return f"{path}:{rest}"


def whole_graph(module, kind, error, boxed=True):
    """The function of a graph that the framework runs as a whole."""
    record = GraphRecord(kind, module.graph)
    with state.lock:
        for node in module.graph.nodes:
            if node.op == "call_function":
                state.fallback_ops[str(node.target)] += 1
                record.fallbacks.append((str(node.target), repr(error),
                                         source_of(node)))
        state.records.append(record)
    return make_boxed_func(module.forward) if boxed else module.forward
