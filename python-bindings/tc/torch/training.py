"""The direct route with gradients: each piece of Dynamo's lowered graph is an
autograd function, whose forward and backward are the halves of the joint graph
that tc derives (prim-autodiff, prim-partition); eager's autograd joins them with
the calls that are PyTorch's, whose derivatives are its own. Backward reads
arguments, results and hidden results of forward, which save_for_backward keeps.
Derivatives of derivatives, and calls that fail, are PyTorch's: of the overloads
that the piece is made of."""
from operator import getitem

import torch
from tc import Error, Module

from . import autocast, report
from .buffers import copy_all, elements_of
from .compiler import compile_graph
from .derivative import (
    Captured, Orders, differentiate, is_batch, versions, zeros)
from .gradients import (
    is_float, live, read_positions, refuse_on_gpus, untested)
from .graphs import static_numbers
from .importer import result_list
from .options import permits_atomics
from .piece import Piece, cache, lie_as, profiled, refuse_earlier
from .prepare import DRAWS, prepare
from .recorded import Recording
from .refused import Refused
from .support import CPU, is_view

# Products of widened floats have the gradients that they have in eager, wide ones,
# bounds none at NaN, and equal elements share the gradient of their maximum.
JOINT = ("tc-to-prim,func.func(prim-fold-uniform,prim-simplify{{"
         "disable=dotOfWidened,whereOrdered,dotOfJoinedSteps,putOneHot,"
         "amaxOfCat,aminOfCat}}),"
         "prim-autodiff{{results={results} wrt={inputs} unit=false}},"
         "tc-clean-up,func.func(prim-simplify{{disable=dotOfJoinedSteps}}),"
         "prim-partition{{any-order=true}}")

# Pieces whose calls cost no more than those of AOTAutograd's graphs
# (bench/fallback.py).
MOST = 4

# On CPUs, a piece's autograd function takes as long as that many calls of
# PyTorch's and their gradients, on tensors of so few elements that a call is
# most of their time (bench/fallback.py).
LEAST_OPS = 8
FEW_ELEMENTS = 1 << 16


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
    pieces = Pieces(graph.graph, inputs, lowering)
    refuse_on_gpus(graph.graph, options, pieces.active)
    run = compile_graph(graph, "training", options, "captured by Dynamo alone, "
                        "differentiated by tc", pieces_of=pieces)
    if run is None:
        return module.forward
    if options.get("cuda_graphs"):
        static = static_numbers(module)
        static += [count + i for i, number in enumerate(lowering.twins)
                   if number in static]
        pieces.record({placeholders[i] for i in static})
    captured, written, views = Captured(module), lowering.written, lowering.views
    orders = pieces.orders

    def call(*args):
        if orders.are_for_framework() or written and written.overlap(args):
            return captured.run(args)
        results = run([*args, *[args[i].detach() for i in lowering.twins]])
        if written:
            for number in pieces.copied:
                results[number] = None
            results = written.copy_to(args, results)
        results = views.give(args, results)
        return written.give(args, results) if written else results
    if lowering.modes.sets:  # perhaps it is called without gradients
        call = torch.enable_grad()(call)
    return autocast.without(call) if autocast.is_on() else call


class Pieces:
    """Makes the pieces of a graph with gradients of `inputs`. `active`: values
    that have one; `live`: those that a gradient of a result passes; `left`: calls
    whose gradient is PyTorch's, and why; `written`: the new value of an argument
    that is written to, by argument; `copied`: numbers of results that a piece
    has copied to their argument; `orders` of all of them together; `small`: calls
    of pieces that are too small, and why; `halves` of parts with gradients."""

    def __init__(self, graph, inputs, lowering):
        made = graph.output_node().args[0]
        self.active, self.left = untested(graph, inputs)
        self.live = live([made[i] for i in lowering.with_gradient],
                         self.active)
        self.made, self.written = made, {}
        if lowering.written:
            numbers = lowering.written.numbers
            placeholders = [n for n in graph.nodes if n.op == "placeholder"]
            self.written = dict(zip(lowering.written.of(placeholders),
                                    made[len(made) - len(numbers):]))
        self.copied, self.plan, self.small = set(), None, {}
        self.orders, self.halves = Orders(), {}

    def cuts(self, plan):
        """The calls that are left for themselves."""
        return [n for n in plan.reasons if n.target not in DRAWS
                and n not in self.small]

    def is_for_aotautograd(self, plan, options):
        """Its graphs have other derivatives, which tc may compile."""
        left = self.cuts(plan)
        return left and (not options.get("fallback", True) or all(
            plan.reasons[n] == self.left.get(n) for n in left))

    def leave_small(self, plan, options):
        """Of a graph that is cut, the calls of pieces whose autograd function
        takes longer than it saves; where no other piece has a gradient, of all.
        Otherwise not of one that reads an argument that is written to: what
        PyTorch's derivatives save of it would have been modified. Adds them to
        `small`."""
        least = options.get("least_ops", LEAST_OPS)
        if not self.cuts(plan) or self.is_for_aotautograd(plan, options):
            return {}
        active = [p for p in plan.parts if self.live.intersection(p.outputs)]
        small = [p for p in active if is_small(p, least)]
        is_all = small == active
        if not is_all:
            small = [p for p in small if self.written.keys().isdisjoint(p.inputs)]
        found = {n: f"in a piece of {len(work(p))} ops, fewer than "
                 f"least_ops={least}, on small tensors" for p in small
                 for n in p.nodes if n.target is not getitem}
        if is_all and active:
            for part in plan.parts:
                found |= {n: "all pieces with gradients are too small"
                          for n in part.nodes
                          if n.target is not getitem and n not in found}
        self.small |= found
        return found

    def check(self, plan, options):
        """Refuses what AOTAutograd's graphs are better for."""
        self.copied, self.plan = set(), plan
        if self.is_for_aotautograd(plan, options):
            first = self.cuts(plan)[0]
            raise Refused(plan.reasons[first]).at(first)
        if not any(self.live.intersection(p.outputs) for p in plan.parts):
            raise Refused("nothing is compiled")
        if len(plan.parts) > MOST and options.get("route") != "direct":
            raise Refused(f"{len(plan.parts)} pieces, each an autograd function")

    def build(self, part, text, symbols, options):
        reach = Reach(part, self.live)
        if not reach.outputs:
            program = cache.get(text, options, part.device, part, symbols)
            made, programs = Constant(part, text, program, symbols), [program]
        else:
            programs = cache.get(text, options, part.device, part, symbols,
                                 joint=JOINT.format(
                                     results=",".join(map(str, reach.outputs)),
                                     inputs=",".join(map(str, reach.needs))))
            made = Halves(part, text, symbols, programs, reach, self.orders)
            made.atomics = permits_atomics(options, part.device)
            if not made.saved().isdisjoint(self.written):
                raise Refused("the gradient of an argument that is written to "
                              "afterwards")
            made.copies = list(self.copies(part))
            made.written = {i for i, n in enumerate(part.inputs)
                            if n in self.written}
            self.halves[part] = made
        if part.device != CPU and any(p.synchronizes for p in programs):
            raise Refused("a call would wait for the GPU to go on")
        return made

    def record(self, static):
        """Has the pieces on GPUs recorded as CUDA graphs; `static`: parameters
        and buffers."""
        for part, halves in self.halves.items():
            if part not in self.plan.parts:
                continue
            if part.device == CPU:
                report.state.records[-1].notes.append(
                    "no CUDA graph: its tensors are on cpu")
            else:
                halves.recording = Recording(halves, static)

    def copies(self, part):
        """(number of an output, of the argument that it is copied to) where no
        step after the piece reads the argument: as in eager, a checkpoint that
        stops when all is saved has written by then."""
        later = self.plan.steps[self.plan.steps.index(part) + 1:]
        read = {n for step in later for n in (
            step.all_input_nodes if isinstance(step, torch.fx.Node) else
            [s for n in (*step.nodes, *step.views) for s in n.all_input_nodes])}
        for argument, new in self.written.items():
            if new in part.outputs and argument in part.inputs and \
                    argument not in read:
                self.copied.add(len(self.made) - len(self.written) +
                                list(self.written).index(argument))
                yield part.outputs.index(new), part.inputs.index(argument)


def work(part):
    """The calls that compute."""
    return [n for n in part.nodes if n.target is not getitem and
            not is_view(n)]


def is_small(part, least):
    """Whether it is of fewer ops than `least`, and of small tensors."""
    values = [v for n in (*part.inputs, *part.nodes) for v in result_list(n)
              if isinstance(v, torch.Tensor)]
    return part.device == CPU and len(work(part)) < least and all(
        isinstance(n, int) for v in values for n in v.shape) and all(
        v.numel() <= FEW_ELEMENTS for v in values)


class Reach:
    """How gradients pass a piece. `outputs`: numbers of the outputs that have
    one; `needs`: number of an input with a gradient -> the outputs that depend
    on it; `read`: numbers of the inputs whose elements those outputs depend
    on."""

    def __init__(self, part, passed):
        self.outputs = [i for i, n in enumerate(part.outputs) if n in passed]
        self.needs, self.read = {}, set()
        sources = _sources(part, lambda node: node.all_input_nodes
                           if node in passed else ())
        elements = _sources(part, elements_of)
        for i in self.outputs:
            self.read |= elements[part.outputs[i]]
            for number in sources[part.outputs[i]]:
                if part.inputs[number] in passed:
                    self.needs.setdefault(number, set()).add(i)


def _sources(part, reads):
    """{node: numbers of the inputs that it comes from}."""
    found = {n: frozenset([i]) for i, n in enumerate(part.inputs)}
    for node in part.nodes:
        found[node] = frozenset().union(*(found.get(n, ())
                                          for n in reads(node)))
    return found


transforms = torch._C._are_functorch_transforms_active


class Constant(Piece):
    """A piece without gradients."""

    def __call__(self, *args):
        with torch.no_grad():
            return super().__call__(*args)


class Halves(Piece):
    """Gives the results, and the tensors that backward reads beside tangents:
    arguments and results of forward, in the order of `reads`."""

    def __init__(self, part, text, symbols, programs, reach, orders):
        forward, self.backward = programs
        super().__init__(part, text, forward, symbols)
        self.copies, self.written = [], ()
        self.recording = None  # recorded.Recording
        self.orders, self.atomics = orders, False
        self.reach, self.own = reach, len(part.outputs)
        self.without = [i for i in range(self.own) if i not in reach.outputs]
        self.reads = [(kind, int(number)) for kind, _, number in
                      (i.name.partition(".") for i in self.backward.inputs)]
        self.found = [int(r.name.partition(".")[2])
                      for r in self.backward.results]

    def __call__(self, *args):
        if not self.is_for_framework(args):
            try:
                return (_Function.apply if transforms() else _apply)(
                    self, *args)
            except Error as error:
                self.warn(error)
        old = [a.clone() if i in self.written else a  # autograd may keep them
               for i, a in enumerate(args)]
        return self.copy(args, self.run_eager(old))

    def copy(self, args, results):
        """The results, after those that are new values of arguments are there."""
        copy_all([(args[i], results[n]) for n, i in self.copies])
        return results

    def call(self, args, packed=None):
        report.state.launches += 1
        if self.recording:
            made = self.recording.forward([*args, *self.recording.sizes(args)])
        else:
            made = self.launch(args)
        return made[:self.own], made[self.own:]

    def launch(self, args):
        """The results, and what backward reads of them and of arguments."""
        inputs = self.prepare(args) if self.symbols or self.conj else args
        try:
            results = self.program.call(inputs, results="torch",
                                        check=self.check)
        except Error as error:
            refuse_earlier(error)
            inputs = self.relaid(inputs)
            results = self.program.call(inputs, results="torch")
        kept = [(inputs if kind == "argument" else results)[number]
                for kind, number in self.reads if kind != "cotangent"]
        for i, value in self.relay:
            results[i] = lie_as(results[i], value)
        return [*results[:self.own], *kept]

    def saved(self):
        """The arguments that backward reads (sizes come after them)."""
        return {self.part.inputs[number] for kind, number in self.reads
                if kind == "argument" and number < self.count}

    def gradients(self, ctx, grads):
        """Of the arguments of forward."""
        report.state.launches += 1
        missing = {i for i in self.reach.outputs if grads[i] is None}
        kept = iter(ctx.saved_tensors)
        inputs = [self.tangent(ctx, grads, number) if kind == "cotangent"
                  else next(kept) for kind, number in self.reads]
        if self.recording:
            made = self.recording.backward(
                [*inputs, *self.recording.sizes(ctx.again[0])])
        else:
            made = self.launch_backward(inputs)
        found = [None] * len(ctx.needs_input_grad)
        for number, grad in zip(self.found, made):
            # As in eager: an optimizer passes over what a loss has not used.
            if not self.reach.needs[number] <= missing:
                found[number + 1] = grad
        return tuple(found)

    def launch_backward(self, inputs):
        try:
            return self.backward.call(inputs, results="torch")
        except Error as error:
            refuse_earlier(error)
            raise

    def tangent(self, ctx, grads, number):
        if grads[number] is None:
            return zeros(ctx, number)
        return grads[number].resolve_conj().resolve_neg().contiguous()

    def run(self, args):
        """In PyTorch, for its derivatives; whatever autocast is on by then."""
        return autocast.without(self.run_eager)(args)

    def differentiate(self, again, grads, create_graph=True):
        args, before = again
        now = versions(args)
        before = [old if i in self.reach.read else new
                  for i, (old, new) in enumerate(zip(before, now))]
        found = differentiate(self, (args, before, None), grads,
                              self.reach.outputs, create_graph)
        return (None, *found)


class _Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx, halves, *args):
        before = versions(args)
        results, kept = Piece.__call__(halves, *args) if profiled() else \
            halves.call(args)
        halves.copy(args, results)
        ctx.save_for_backward(*kept)
        ctx.set_materialize_grads(False)
        if halves.without:
            ctx.mark_non_differentiable(*[results[i] for i in halves.without])
        ctx.halves, ctx.again = halves, (args, before)
        return tuple(results)

    # Called inside of a frame that Dynamo traces, it is none of the user's code.
    @staticmethod
    @torch._dynamo.disable
    def backward(ctx, *grads):
        halves = ctx.halves
        twice = torch.is_grad_enabled()
        halves.orders.note(ctx, twice)
        late = halves.atomics and torch.are_deterministic_algorithms_enabled()
        if twice or late or any(map(is_batch, grads)):
            return halves.differentiate(ctx.again, grads, twice)
        try:
            found = halves.gradients(ctx, grads)
            if not torch._C._autograd._get_current_graph_task_keep_graph():
                ctx.again = None
            return found
        except Error as error:
            halves.warn(error)
        return halves.differentiate(ctx.again, grads, create_graph=False)


# Without what Python does of functorch first.
_apply = super(torch.autograd.Function, _Function).apply
