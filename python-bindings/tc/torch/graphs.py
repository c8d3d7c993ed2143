"""mode="reduce-overhead": calls of a graph recorded as CUDA graphs, by
PyTorch's own cudagraph trees: they own the memory, copy what is no parameter
into it, compare the addresses of parameters, and record anew when those, or
the sizes, change."""
from types import SimpleNamespace

import torch

from . import logs, report

# Calls that warm up, record and replay for the first time: until then a failure
# can be undone.
TRIALS = 3


class Recorder:
    """Of the forward and backward graphs of one captured graph. `static`:
    numbers of the parameters; AOTAutograd knows those of its own graphs."""

    def __init__(self, static=None):
        self.static = static
        self.is_on = True
        self.device = None

    def wrap(self, run, module, kind):
        """`run`, or what records and replays it."""
        nodes = list(module.graph.nodes)
        static = static_inputs(module, kind) if self.static is None \
            else self.static
        return self.wrap_call(
            run, kind, [n for n in nodes if n.op == "placeholder"],
            nodes[-1].args[0], static, nodes)

    def wrap_call(self, run, kind, inputs, results, static, nodes):
        """The same of a function of the values of the nodes `inputs`, of which
        those of the numbers `static` are where they were. `results`: their
        nodes, or None; `nodes`: all whose values it has."""
        try:
            return self._wrap(run, kind, inputs, results, static, nodes)
        except Exception as error:  # PyTorch's parts are not public ones
            self.is_on = False
            report.warn(8105, f"a {kind} graph is called without CUDA graphs: "
                        f"{error!r}")
            return run

    def _wrap(self, run, kind, inputs, results, static, nodes):
        why = _why_not(nodes)
        if why or not self.is_on:
            self.is_on = False
            why = why or "its forward has none"
            report.state.records[-1].notes.append(f"no CUDA graph: {why}")
            logs.graphs.info("no CUDA graph of a %s graph: %s", kind, why)
            return self._skipped_backward(run) if kind == "backward" else run
        from torch._inductor.cudagraph_trees import cudagraphify_impl
        from torch._inductor.cudagraph_utils import to_placeholder_info
        self.device = _device(nodes).index or 0
        settings = dict(
            device_index=self.device, is_backward=kind == "backward",
            is_inference=kind == "inference",
            stack_traces=[getattr(n, "stack_trace", None) for n in results],
            placeholders=list(map(to_placeholder_info, inputs)),
            mutated_input_idxs=getattr(run, "in_place", ()))
        # It looks for sizes among the arguments: numbers, in a call.
        return _guarded(lambda watched, args: cudagraphify_impl(
            watched, args, static, **settings), run, kind)

    def _skipped_backward(self, run):
        """The forward's memory must not be used again before it."""
        if self.device is None:
            return run
        from torch._inductor.cudagraph_trees import get_manager

        def call(args):
            manager = get_manager(self.device, create_if_none_exists=False)
            if manager is not None:
                manager.set_to_running_backward()
            return run(args)
        call._boxed_call = True
        return call


class _Watched:
    """A run that notes, in a trial, whether it has begun and what came out of
    it; while it is recorded, nothing runs."""
    _boxed_call = True

    def __init__(self, run):
        self.run = run
        self.trial(False)

    def trial(self, on):
        self.tried, self.begun, self.results = on, False, None

    def __call__(self, args):
        if not self.tried or torch.cuda.is_current_stream_capturing():
            return self.run(args)
        self.begun = True
        self.results = self.run(args)
        return self.results

    def again(self, args, error):
        """Results after a trial that failed: those of its run, copied from the
        memory that recordings share, or, if nothing has run, of a run now. What
        failed while it ran has written part of what it writes."""
        if not self.begun:
            return self.run(args)
        if self.results is None:
            raise error
        return [r.clone() if isinstance(r, torch.Tensor) else r
                for r in self.results]


def _guarded(make, run, kind):
    """What make(run, arguments of the first call) gives; what fails in the first
    calls is done without graphs. Nothing runs twice: it may write to its
    arguments."""
    left, replay, watched = TRIALS, None, _Watched(run)

    def call(args):
        nonlocal left, replay
        if left <= 0:
            return (replay if left == 0 else run)(args)
        kept = list(args)
        watched.trial(True)
        try:
            replay = replay or make(watched, args)
            results = replay(args)
        except (torch.OutOfMemoryError, KeyboardInterrupt):
            raise
        except Exception as error:
            left = -1
            results = watched.again(kept, error)
            report.warn(8105, f"a {kind} graph could not be recorded as a CUDA "
                        f"graph, and is called without: {error!r}")
            return results
        finally:
            watched.trial(False)
        left -= 1
        return results
    call._boxed_call = True
    return call


def static_numbers(module):
    """Numbers of the arguments that Dynamo knows to be parameters and buffers."""
    inputs = (n for n in module.graph.nodes if n.op == "placeholder")
    return [i for i, n in enumerate(inputs) if n.meta.get(
        "tensor_dict", {}).get("_dynamo_static_input_type")]


def _tensors(nodes):
    for node in nodes:
        value = node.meta.get("val")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(one, torch.Tensor):
                yield node, one


def _device(nodes):
    return next(v.device for _, v in _tensors(nodes))


def _why_not(nodes):
    devices = {}
    for node, value in _tensors(nodes):
        devices.setdefault(value.device, node)
    if len(devices) != 1 or next(iter(devices)).type != "cuda":
        return "its tensors are on " + (", ".join(sorted(map(str, devices)))
                                        or "no device")
    from torch._inductor.utils import get_first_incompatible_cudagraph_node
    node = get_first_incompatible_cudagraph_node(SimpleNamespace(
        graph=SimpleNamespace(nodes=nodes)))
    return f"{node.target} cannot be recorded" if node else None


def static_inputs(module, kind):
    """Numbers of the inputs that are where they were: parameters; of a
    backward graph what forward has saved."""
    if kind == "backward":
        from torch._inductor.utils import count_tangents
        return range(count_tangents(module))
    context = torch._guards.TracingContext.try_get()
    if context is None or context.fw_metadata is None:
        return ()
    return context.fw_metadata.static_input_indices
