"""Turns a Plan into one Python function of a boxed list of arguments."""
import functools
import operator

import torch
from torch.fx import Node

from .partition import Part

# Views that need strides as traced, which rewrites (prepare.py) do not keep.
ANYWHERE = {torch.ops.aten.view.default: torch.ops.aten.reshape.default,
            torch.ops.aten._unsafe_view.default:
                torch.ops.aten.reshape.default}


def _of_all(function):
    return lambda *numbers: functools.reduce(function, numbers)


# PyTorch gives sizes that are a sum or a product to one call.
PAIRWISE = {f: _of_all(f) for f in (operator.add, operator.mul)}


class Writer:
    """Source lines of one function, and the objects that they name."""

    def __init__(self):
        self.lines = []
        self.globals = {"getitem": operator.getitem}
        self.names = {}
        self.instead = {}

    def object(self, value, stem="c"):
        name = f"{stem}{len(self.globals)}"
        self.globals[name] = value
        return name

    def name(self, node):
        return self.names.setdefault(node, f"v{len(self.names)}")

    def value(self, value):
        if isinstance(value, Node):
            return self.name(value)
        if isinstance(value, tuple):
            body = ", ".join(map(self.value, value))
            return f"({body},)" if value else "()"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.value, value)) + "]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{k!r}: {self.value(v)}"
                                   for k, v in value.items()) + "}"
        if isinstance(value, slice):
            return (f"slice({self.value(value.start)}, "
                    f"{self.value(value.stop)}, {self.value(value.step)})")
        if value is None or type(value) in (bool, int, str):
            return repr(value)
        return self.object(value)

    def call(self, node):
        args = [self.value(a) for a in node.args]
        args += [f"{k}={self.value(v)}" for k, v in node.kwargs.items()]
        target = self.instead.get(node.target, node.target)
        if target in PAIRWISE and len(args) > 2:
            target = PAIRWISE[target]
        target = self.object(target, "f")
        self.lines.append(f"{self.name(node)} = {target}({', '.join(args)})")


def run_nodes(nodes, inputs, outputs):
    """A function of the values of `inputs` that runs `nodes` one by one and
    gives a list of the values of `outputs`."""
    writer = Writer()
    writer.instead = ANYWHERE
    head = ", ".join(map(writer.name, inputs))
    for node in nodes:
        writer.call(node)
    result = "[" + ", ".join(map(writer.name, outputs)) + "]"
    return _make(writer, f"def run({head}):", result)


def write(graph_module, plan, pieces):
    """The function of the whole graph; pieces[i] is called for plan.parts[i]."""
    graph = graph_module.graph
    writer = Writer()
    writer.instead = ANYWHERE
    placeholders = [n for n in graph.nodes if n.op == "placeholder"]
    names = "".join(writer.name(n) + ", " for n in placeholders)
    if placeholders:
        writer.lines += [f"{names[:-1]} = args"]
    writer.lines += ["args.clear()"]
    for node in graph.nodes:
        if node.op == "get_attr":
            writer.lines.append(f"{writer.name(node)} = " + writer.object(
                _attribute(graph_module, node.target)))
    steps = _live_steps(plan, graph)
    dead = _deaths(steps, graph)
    number = 0
    for step in steps:
        if isinstance(step, Part):
            _piece(writer, step, pieces[number])
            number += 1
        else:
            writer.call(step)
        gone = [writer.name(n) for n in dead.get(step, ())]
        if gone:
            writer.lines.append(" = ".join(gone) + " = None")
    result = writer.value(list(_output(graph).args[0]))
    return _make(writer, "def run(args):", result)


def _attribute(module, path):
    for name in path.split("."):
        module = getattr(module, name)
    return module


def _output(graph):
    return next(iter(reversed(graph.nodes)))


def _piece(writer, part, piece):
    args = list(map(writer.name, part.inputs))
    args += [writer.name(s) if isinstance(s, Node) else
             f"{writer.name(s[0])}.size({s[1]})" for s in part.sizes]
    left = "".join(writer.name(n) + ", " for n in part.outputs)
    left = f"{left[:-1]} = " if left else ""
    writer.lines.append(f"{left}{writer.object(piece, 'p')}"
                        f"({', '.join(args)})")
    for node in part.views:
        writer.call(node)


def _uses(step):
    if isinstance(step, Part):
        nodes = list(step.inputs) + [s if isinstance(s, Node) else s[0]
                                     for s in step.sizes]
        inside = set(step.views)
        return nodes + [n for v in step.views for n in v.all_input_nodes
                        if n not in inside]
    return step.all_input_nodes


def _makes(step):
    return [*step.outputs, *step.views] if isinstance(step, Part) else [step]


def _live_steps(plan, graph):
    """The steps without unused sizes and views."""
    live = set(_output(graph).all_input_nodes)
    kept = []
    for step in reversed(plan.steps):
        pure = isinstance(step, Part) or not step.is_impure()
        if pure and not any(n in live for n in _makes(step)) and \
                not isinstance(step, Part):
            continue
        kept.append(step)
        live.update(_uses(step))
    return kept[::-1]


def _deaths(steps, graph):
    """step -> the tensors that no later step reads."""
    seen = set(_output(graph).all_input_nodes)
    dead = {}
    for step in reversed(steps):
        for node in dict.fromkeys([*_uses(step), *_makes(step)]):
            if node not in seen and node.op != "get_attr":
                seen.add(node)
                dead.setdefault(step, []).append(node)
    return dead


def _make(writer, head, result):
    body = "".join(f"    {line}\n" for line in writer.lines)
    source = f"{head}\n{body}    return {result}\n"
    scope = writer.globals
    scope["torch"] = torch
    exec(compile(source, "<tc graph>", "exec"), scope)
    run = scope["run"]
    run.source = source
    return run
