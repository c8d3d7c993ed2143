"""The direct route with gradients: Dynamo's graph as one autograd function,
whose forward and backward are the halves of the joint graph that tc derives
(prim-autodiff, prim-partition). Backward reads arguments, results and hidden
results of forward, which save_for_backward keeps. Derivatives of derivatives, and
calls that fail, are PyTorch's (derivative.py)."""
import torch
from tc import Error, Module

from . import autocast, report
from .compiler import compile_graph
from .derivative import Captured, differentiate, versions, zeros
from .gradients import (
    is_float, read_positions, refuse_on_gpus, refuse_untested)
from .piece import Piece, cache, lie_as, refuse_earlier
from .prepare import draw_mask, prepare
from .refused import Refused
from .support import CPU

# Products of widened floats have the gradients that they have in eager, wide ones.
JOINT = ("tc-to-prim,func.func(prim-simplify{{disable=dotOfWidened}}),"
         "prim-autodiff{{results={results} wrt={inputs} unit=false}},"
         "tc-clean-up,func.func(prim-simplify),prim-partition{{any-order=true}}")


def compile_training(lowering, module, graph, options):
    """The function of Dynamo's graph `module`, lowered to `graph`."""
    placeholders = [n for n in graph.graph.nodes if n.op == "placeholder"]
    count = len(placeholders) - len(lowering.twins)
    inputs = [n for n in placeholders[:count] if is_float(n.meta["val"]) and
              n.meta["val"].requires_grad]
    if not lowering.with_gradient:
        raise Refused("the results with a gradient are views of arguments")
    prepare(graph)
    read_positions(graph.graph)
    refuse_untested(graph.graph, inputs)
    refuse_on_gpus(graph.graph, options)
    joint = Joint(graph, inputs, lowering)
    run = compile_graph(graph, "training", options, "captured by Dynamo alone, "
                        "differentiated by tc", whole=True, build=joint.build)
    if joint.halves is None:
        raise Refused("nothing is compiled")
    trained = Trained(run, joint, module, placeholders, lowering)
    apply = autocast.without(_Function.apply) if autocast.is_on() else \
        _Function.apply

    def call(*args):
        if trained.written and trained.written.overlap(args):
            return trained.captured.run(args)
        state = torch.get_rng_state() if trained.captured.random else None
        try:
            results = lowering.views.give(args, apply(trained, state, *args))
            return trained.written.give(args, results) if trained.written \
                else results
        except Error as error:
            report.warn(8102, "a compiled piece failed and was run by the "
                        f"framework instead: {error}", joint.halves.text)
        if state is not None:
            torch.set_rng_state(state)
        return trained.captured.run(args)
    return call


class Joint:
    """`results`: numbers of the graph's results that have a gradient."""

    def __init__(self, graph, inputs, lowering):
        self.graph, self.inputs = graph.graph, inputs
        self.results, self.written = lowering.with_gradient, lowering.written
        self.halves = None

    def build(self, part, text, symbols, options):
        """The two halves of the only piece."""
        if self.halves is not None:
            raise Refused("the graph is more than one piece")
        output = next(iter(reversed(self.graph.nodes)))
        made = list(output.args[0])
        chosen = [made[i] for i in self.results]
        if len(set(chosen)) < len(chosen) or \
                not set(chosen) <= set(part.outputs):
            raise Refused("a result is an argument, or another result")
        numbers = [part.outputs.index(n) for n in chosen]
        inputs = [i for i, n in enumerate(part.inputs) if n in self.inputs]
        self.order = dict(zip(numbers, self.results))
        programs = cache.get(text, options, part.device, joint=JOINT.format(
            results=",".join(map(str, numbers)),
            inputs=",".join(map(str, inputs))))
        if part.device != CPU and any(p.synchronizes for p in programs):
            raise Refused("a call would wait for the GPU to go on")
        self.halves = Halves(part, text, symbols, programs)
        self.refuse_lost()
        with self.graph.inserting_before(output):
            tape = self.graph.call_function(_tape)
        tape.meta["val"] = None
        part.outputs.append(tape)
        output.args = ([*made, tape],)
        return self.halves

    def refuse_lost(self):
        """Where backward reads an argument as it was before it was written."""
        inputs = [n for n in self.graph.nodes if n.op == "placeholder"]
        written = self.written.of(inputs) if self.written else ()
        if not self.halves.saved().isdisjoint(written):
            raise Refused("the gradient of an argument that is written to "
                          "afterwards")


def _tape():
    """Stands for what the backward half reads."""


class Halves(Piece):
    """Gives the results, and the tensors that backward reads beside tangents:
    arguments and results of forward, in the order of `reads`."""

    def __init__(self, part, text, symbols, programs):
        forward, self.backward = programs
        super().__init__(part, text, forward, symbols)
        self.reads = [i.name.partition(".")[::2] for i in self.backward.inputs]
        self.own = len(part.outputs)

    def call(self, args, packed):
        report.state.launches += 1
        inputs = self.prepare(args) if self.symbols or self.conj else args
        try:
            results = self.program.call(inputs, results="torch",
                                        check=self.check)
        except Error as error:
            refuse_earlier(error)
            inputs = self.relaid(inputs)
            results = self.program.call(inputs, results="torch")
        kept = [(inputs if kind == "argument" else results)[int(number)]
                for kind, number in self.reads if kind != "cotangent"]
        for i, value in self.relay:
            results[i] = lie_as(results[i], value)
        return [*results[:self.own], kept]

    def saved(self):
        """The arguments that backward reads (sizes come after them)."""
        return {self.part.inputs[int(number)] for kind, number in self.reads
                if kind == "argument" and int(number) < self.count}

    def gradients(self, kept, tangents):
        """{number of an argument: its gradient}; `tangents` by number of a
        result."""
        report.state.launches += 1
        kept = iter(kept)
        inputs = [tangents[int(number)].resolve_conj().resolve_neg()
                  .contiguous() if kind == "cotangent" else next(kept)
                  for kind, number in self.reads]
        try:
            found = self.backward.call(inputs, results="torch")
        except Error as error:
            refuse_earlier(error)
            raise
        return {int(info.name.partition(".")[2]): value for info, value in
                zip(self.backward.results, found)}


class Trained:
    """A compiled graph. `needs`: for each argument with a gradient, the
    results that depend on it. `can_repeat`: arguments are written to, and the
    results do not depend on what was there before."""

    def __init__(self, run, joint, module, placeholders, lowering):
        self.run, self.halves, self.order = run, joint.halves, joint.order
        self.twins, self.written = lowering.twins, lowering.written
        self.captured = Captured(module)
        self.captured.random = any(n.target is draw_mask
                                   for n in joint.graph.nodes)
        self.with_gradient = joint.results
        self.places = {i: placeholders.index(n) for i, n in
                       enumerate(joint.halves.part.inputs)
                       if n.op == "placeholder"}
        self.needs = _needs(joint)
        self.can_repeat = bool(self.written) and not self.written.is_read(
            joint.graph, joint.results)

    def gradients(self, ctx, grads):
        missing = {i for i in self.with_gradient if grads[i] is None}
        tangents = {number: zeros(ctx, i) if i in missing else grads[i]
                    for number, i in self.order.items()}
        found = [None] * self.captured.inputs
        for number, grad in self.halves.gradients(ctx.saved_tensors,
                                                  tangents).items():
            place = self.places[number]
            # As in eager: an optimizer passes over what a loss has not used.
            if not self.needs[place] <= missing:
                found[place] = grad
        return found


def _needs(joint):
    output = next(iter(reversed(joint.graph.nodes)))
    made = output.args[0]
    numbers = {n: i for i, n in enumerate(joint.graph.nodes)
               if n.op == "placeholder"}
    sources = {n: frozenset([i]) for n, i in numbers.items()}
    for node in joint.graph.nodes:
        if node not in sources:
            sources[node] = frozenset().union(
                *(sources[n] for n in node.all_input_nodes))
    return {i: {r for r in joint.results if i in sources[made[r]]}
            for i in numbers.values()}


class _Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx, trained, state, *args):
        given = [*args, *[args[i] for i in trained.twins]]
        before = versions(args)
        *results, kept = trained.run(given)
        if trained.written:
            results = trained.written.copy_to(args, results)
        ctx.save_for_backward(*kept)
        ctx.set_materialize_grads(False)
        ctx.mark_non_differentiable(*[
            r for i, r in enumerate(results) if i not in trained.with_gradient
            and isinstance(r, torch.Tensor)])
        ctx.trained, ctx.again = trained, (args, before, state)
        return tuple(results)

    # Called inside of a frame that Dynamo traces, it is none of the user's code.
    @staticmethod
    @torch._dynamo.disable
    def backward(ctx, *grads):
        trained, again = ctx.trained, ctx.again
        if not torch.is_grad_enabled():
            try:
                found = trained.gradients(ctx, grads)
                if not torch._C._autograd._get_current_graph_task_keep_graph():
                    ctx.again = None
                return None, None, *found
            except Error as error:
                report.warn(8102, "a compiled piece failed and was run by the "
                            f"framework instead: {error}",
                            trained.halves.text)
        else:
            report.state.double_backwards += 1
        if trained.can_repeat:
            again = trained.written.apart(again)
        with torch.enable_grad():
            found = differentiate(trained.captured, again, grads,
                                  trained.with_gradient)
        if not torch.is_grad_enabled():
            found = [g if g is None else g.detach() for g in found]
        return None, None, *found
