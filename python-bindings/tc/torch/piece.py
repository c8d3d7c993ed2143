"""One piece of a graph: its text, its program, and its call."""
import functools
import operator
import threading
import time

import sympy
import torch
from tc import Error, Module, compile_text

from . import logs, report
from .buffers import Overlap
from .derivative import has_tangents
from .options import of_compiler
from .outer import run_nodes
from .piece_text import dense_order, module_text
from .reuse import Instances
from .support import is_lazy, overlaps

profiled = torch._C._autograd._profiler_enabled
EARLIER = 1550  # what a GPU told after the call that failed was over
BEFORE = range(1500, 1510)  # what a call checks before it begins
OVERLAP = 1508
NO_MEMORY = 1751  # of fake tensors, of batches of gradients


class Cache:
    """Programs by text: equal layers, and graphs that PyTorch traces again,
    are compiled once a process; for the sizes 0 and 1 not again (reuse.py)."""
    LIMIT = 1024

    def __init__(self):
        self.programs = {}
        self.instances = Instances(
            lambda part, values: module_text(part, values=values))
        self.lock = threading.Lock()

    def get(self, text, options, device, part=None, symbols=(), joint=None):
        """`part`, which takes `symbols` beside its tensors: what the text is
        of, if it is a whole piece. With `joint`, the passes that differentiate
        it and split what they made, the programs of the two halves."""
        target, given = of_compiler(options, device)
        key = text, target, repr(given), joint
        with self.lock:
            if key in self.programs:
                report.state.cache_hits += 1
                self.know(part, symbols, key)
                return self.programs[key]
            program = part and self.instances.get(part, text, key[1:])
            if program:
                report.state.cache_hits += 1
                self.programs[key] = program
                return program
        start = time.perf_counter()
        programs = halves(text, joint, target, given) if joint else \
            [build(text, target, given)]
        for program in programs:
            program.set_weights({})  # makes what depends on constants alone
        made = tuple(programs) if joint else program
        with self.lock:
            if len(self.programs) >= self.LIMIT:
                self.programs.pop(next(iter(self.programs)))
                self.instances.clear()
            self.programs[key] = made
            self.know(part, symbols, key)
        with report.state.lock:
            report.state.compile_seconds += time.perf_counter() - start
            report.state.kernels += sum(_count(p, "kernels")
                                        for p in programs)
        return made

    def know(self, part, symbols, key):
        """That the program is of the part."""
        if part:
            self.instances.add(part, symbols, key[0], key[1:],
                               self.programs[key])

    def clear(self):
        with self.lock:
            self.programs.clear()
            self.instances.clear()


def halves(text, joint, target, options):
    """The programs of the forward and the backward half of a differentiated
    text. Backward reads what forward saves in the order of dimensions that
    was chosen for forward."""
    if target != "cpu":  # rules of gradients may depend on it
        text = text.replace("{tc.version", f'{{tc.target = "{target}", tc.version', 1)
    module = Module.parse(text).run(joint)
    forward = build(module.clone().run(
        "tc-select-entry{entry=main.forward}").bytecode, target, options)
    orders = {i: dense_order(r.sizes, r.strides) for i, r in
              enumerate(forward.results) if r.strides}
    chosen = ",".join(f"{i}:{'.'.join(map(str, order))}"
                      for i, order in orders.items()
                      if order and order != sorted(order))
    module.run("tc-select-entry{entry=main.backward},"
               f"prim-order-saved{{orders={chosen}}}")
    return [forward, build(module.bytecode, target, options)]


def build(text, target, options):
    """Compiles a text, and reports progress if that takes long."""
    ops = f"{text.count('fx.call')} ops" if isinstance(text, str) else "a half"
    with logs.patience(f"{ops} for {target}"):
        program = compile_text(text, target=target, options=options)
    logs.kernels.info(
        "%s kernels in %s launches, %.3f s", program.kernels,
        program.launches, program.compile_seconds)
    broken = program.stats.get("schedules_broken", 0)
    if broken:
        report.warn(1610, f"{broken} files of schedules are broken, or hold "
                    "what is not allowed, and are ignored: remove them")
    wrong = program.stats.get("schedules_wrong", 0)
    if wrong:
        report.warn(1613, f"{wrong} schedules gave wrong results and are not "
                    "used: programs wrong-*.mlir beside the finds repeat it")
    return program


def value_of(size, known):
    return size if isinstance(size, int) else int(
        sympy.sympify(size.node.expr).subs(known))


def _count(program, name):
    value = getattr(program, name, 0)
    return value if isinstance(value, int) else 0


cache = Cache()


@functools.cache
def _one(device):
    """What the arguments that carry sizes are views of."""
    return torch.zeros(1, dtype=torch.int8, device=device)


class Piece:
    """A compiled piece. Called with the tensors of part.inputs, then with the
    values of the sizes that these do not give."""

    def __init__(self, part, text, program, symbols):
        self.text = text
        self.program = program
        self.symbols = symbols
        self.count = len(part.inputs)
        self.nodes = part.nodes
        self.part = part
        self.conj = [i for i, n in enumerate(part.inputs)
                     if is_lazy(n.meta["val"])]
        self.tied = [(i, part.inputs.index(part.written[n])) for i, n in
                     enumerate(part.outputs) if n in part.written]
        self.relay = [(i, n.meta["val"]) for i, n in enumerate(part.outputs)
                      if n not in part.written and
                      (overlaps(n.meta["val"]) or is_empty(n.meta["val"]))]
        self.device = part.device
        self.name = name_of(part.nodes)
        # Dynamo guards that arguments are conjugated and negated lazily as
        # when traced; nobody does so of the tangents that a user gives.
        self.check = True
        self.eager = None

    def __call__(self, *args, packed=None):
        """`packed`: a Frozen, to run instead of the program."""
        if profiled():
            with torch.profiler.record_function(self.name):
                return self.call(args, packed)
        return self.call(args, packed)

    def call(self, args, packed):
        state = report.state
        state.launches += 1
        if self.is_for_framework(args):
            return self.run_counted(args)
        inputs = args
        if self.symbols or self.conj:
            inputs = self.prepare(args)
        try:
            if packed:
                results = packed.run(inputs)
            else:
                results = self.program.call(inputs, results="torch",
                                            check=self.check)
        except Error as error:
            return self.recover(args, inputs, error)
        for i, value in self.relay:
            results[i] = lie_as(results[i], value)
        return results

    def is_for_framework(self, args):
        """Whether a number of the user that stands for a size is none, or an
        argument has a tangent of forward-mode differentiation."""
        return any(n < 0 for n in args[self.count:]) or \
            has_tangents(args)

    def prepare(self, args):
        inputs = list(args)
        for i in self.conj:
            inputs[i] = inputs[i].resolve_conj().resolve_neg()
        for i in range(self.count, len(inputs)):
            inputs[i] = _one(self.device).expand(inputs[i])
        return inputs

    def recover(self, args, inputs, error):
        """After an error: tensors whose layout differs from PyTorch's trace
        are copied; if the call still fails, PyTorch runs the piece."""
        refuse_earlier(error)
        if self.tied and error.number == OVERLAP:
            raise Overlap(str(error)) from error
        self.refuse_written(args, error)
        try:
            return self.put(args, self.program.call(self.relaid(inputs),
                                                    results="torch"))
        except Error as second:
            self.refuse_written(args, second)
            error = second
        if any(n.meta["val"].dtype != a.dtype
               for n, a in zip(self.part.inputs, args)):
            return self.run_counted(args)  # PyTorch's own trace is wrong
        results = self.run_counted(args)  # or the user's error, as eager's
        self.warn(error)
        return results

    def warn(self, error):
        """Unless an argument has no memory, as under PyTorch's modes: no
        program could have read it."""
        if error.number == NO_MEMORY:
            report.log.info("run by the framework: %s", error)
            return
        report.warn(8102, "a compiled piece failed and was run by the "
                    f"framework instead: {error}", self.text)

    def refuse_written(self, args, error):
        """What fails when it has begun to write to arguments cannot be run
        again. The error is PyTorch's own if it has one, too."""
        if not self.tied or error.number in BEFORE:
            return
        self.run_eager(args)
        raise RuntimeError(
            "[TC-8107] a compiled piece failed while it was writing to "
            f"arguments, which now may hold some of their new values: {error}"
        ) from error

    def put(self, args, results):
        """The results, of which those that belong there are in arguments."""
        for i, number in self.tied:
            if results[i].data_ptr() != args[number].data_ptr():
                args[number].copy_(results[i])
            results[i] = args[number]
        return results

    def run_counted(self, args):
        with report.state.lock:
            for node in self.nodes:
                report.state.fallback_ops[str(node.target)] += 1
        with torch.no_grad():
            return self.put(args, self.run_eager(args))

    def run_eager(self, args):
        """Runs the piece with PyTorch's kernels."""
        sizes = list(dict.fromkeys(
            s for n in self.nodes for s in n.all_input_nodes
            if isinstance(s.meta.get("val"), (int, torch.SymInt))))
        if self.eager is None:
            self.eager = run_nodes(self.nodes, [*self.part.inputs, *sizes],
                                   self.part.outputs)
        known = self.bindings(args)
        return self.eager(*self.relaid(args[:self.count], known),
                          *[value_of(n.meta["val"], known) for n in sizes])

    def bindings(self, args):
        """{size symbol: its value in this call}."""
        known = dict(zip(self.symbols, args[self.count:]))
        for node, tensor in zip(self.part.inputs, args):
            for size, value in zip(node.meta["val"].shape, tensor.shape):
                if isinstance(size, torch.SymInt):
                    known.setdefault(size.node.expr, value)
        return known

    def relaid(self, inputs, known=None):
        """Copies in the layouts that were traced, where those are known;
        `known`: sizes."""
        fixed = list(inputs)
        for i, node in enumerate(self.part.inputs):
            value = node.meta["val"]
            tensor = inputs[i].resolve_conj().resolve_neg()
            static = all(isinstance(s, int) for s in value.stride())
            if static:
                fixed[i] = lie_as(tensor, value)
            else:
                fixed[i] = tensor if known and lies_as(tensor, value, known) \
                    else tensor.contiguous()
        return fixed


def lies_as(tensor, value, known):
    """Whether it has the strides of the traced `value`, which need sizes."""
    strides = (s.node.expr.xreplace(known) if isinstance(s, torch.SymInt) else s
               for s in value.stride())
    return all(n == 1 or s == mine for n, s, mine in
               zip(tensor.shape, strides, tensor.stride()))


def refuse_earlier(error):
    """What a GPU tells of a call before is no reason to run this one again."""
    if error.number == EARLIER:
        raise RuntimeError(str(error)) from error


def name_of(nodes):
    """What a profiler calls it."""
    names = [getattr(n.target, "_opname", n.target.__name__) for n in nodes
             if n.target is not operator.getitem]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"tc: {', '.join(names[:3])}{more}"


def is_empty(value):
    return all(isinstance(s, int) for s in (*value.shape, *value.stride())) \
        and 0 in value.shape


def lie_as(tensor, value):
    """The tensor with the strides of the traced `value`, whose elements along
    a stride of 0 are equal."""
    if is_empty(value):  # not a view: users may write to it in place
        return torch.empty_strided(tuple(value.shape), value.stride(),
                                   dtype=tensor.dtype, device=tensor.device)
    one = tensor
    for dim, stride in enumerate(value.stride()):
        if type(stride) is int and stride == 0 and tensor.shape[dim] > 1:
            one = one.narrow(dim, 0, 1)
    if all(type(s) is int for s in value.stride()) and \
            one.stride() != value.stride():
        one = torch.empty_strided(one.shape, value.stride(),
                                  dtype=tensor.dtype,
                                  device=tensor.device).copy_(one)
    return one.expand(tensor.shape)
