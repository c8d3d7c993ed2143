"""mode="reduce-overhead" of the direct route with gradients: both halves of a
piece are recorded as CUDA graphs. What forward saves lies in the memory that
they share, where backward reads it."""
import torch

from .graphs import Recorder


class Recording:
    """Of a training.Halves on a GPU. `static`: the nodes of parameters and
    buffers, which are read where they are; other arguments are copied."""

    def __init__(self, halves, static):
        part = halves.part
        self.bindings = halves.bindings if halves.symbols or any(
            isinstance(s, torch.SymInt) for n in part.inputs
            for s in n.meta["val"].shape) else None
        recorder = Recorder()
        tangents = [part.outputs[number] for kind, number in halves.reads
                    if kind == "cotangent"]
        saved = len(halves.reads) - len(tangents)
        self.forward = recorder.wrap_call(
            without_sizes(halves.launch, halves.count + len(halves.symbols)),
            "forward", part.inputs, [*part.outputs, *[None] * saved],
            [i for i, n in enumerate(part.inputs) if n in static],
            [*part.inputs, *part.outputs])
        # PyTorch is told the lines of arguments; hidden results have none, and
        # are said to be of a result's.
        self.backward = recorder.wrap_call(
            without_sizes(halves.launch_backward, len(halves.reads)),
            "backward", [part.inputs[number] if kind == "argument" and
                         number < halves.count else part.outputs[0]
                         for kind, number in halves.reads],
            [part.inputs[number] for number in halves.found],
            [i for i, (kind, _) in enumerate(halves.reads)
             if kind != "cotangent"], [*part.inputs, *tangents])

    def sizes(self, args):
        """Numbers behind the arguments: recordings of other sizes are others."""
        return list(self.bindings(args).values()) if self.bindings else []


def without_sizes(run, count):
    """Empties the list, as what is recorded must: it keeps no argument."""
    def call(args):
        given = args[:count]
        args.clear()
        return run(given)
    call._boxed_call = True
    return call
