"""Arguments that a graph writes to. The graph is functional: their new values
are results of it. A piece computes such a value in the argument's own memory
(`tc.ties` on the piece's result; docs/ir/aliasing.md) where nobody
reads the old one after the piece; else it is copied when the graph has run
(buffers.py). What else is read within the piece, the compiler looks at: it
computes the value elsewhere first, and copies it, where that is needed."""
import torch
from torch._guards import TracingContext
from torch._functorch._aot_autograd.schemas import OutputType
from torch.fx import Node

from .buffers import Written
from .support import is_view, memory_of, overlaps, why_value

COPY = torch.ops.aten.copy_.default
# Results that the caller makes of the argument itself.
OF_ARGUMENTS = (OutputType.is_input, OutputType.alias_of_input)


def take_copies(graph):
    """The Written of a graph of AOTAutograd, whose copies to arguments become
    results; None if there are none."""
    inputs = [n for n in graph.nodes if n.op == "placeholder"]
    found = {}
    output = next(iter(reversed(graph.nodes)))
    results = list(output.args[0])
    given = {}
    for node in reversed(list(graph.nodes)):
        if not _is_copy(node, output, found):
            continue
        argument, new = node.args[:2]
        given |= {i: inputs.index(argument)
                  for i, n in enumerate(results) if n is node}
        results = [new if n is node else n for n in results]
        found[argument] = new
        output.args = ([*results],)
        graph.erase_node(node)
    if not found:
        return None
    numbers = {n: i for i, n in enumerate(inputs)}
    output.args = ([*results, *found.values()],)
    return Written([numbers[n] for n in found], given,
                   given.keys() | _made_of_arguments(), len(inputs))


def _is_copy(node, output, found):
    """Whether it is the last write to an argument, a whole one, which nothing
    reads that follows."""
    return node.target is COPY and len(node.args) == 2 and \
        not node.kwargs and node.args[0].op == "placeholder" and \
        node.args[0] not in found and \
        all(user is output for user in node.users) and \
        isinstance(node.args[1], Node) and \
        _alike(node.args[0].meta["val"], node.args[1].meta["val"])


def _alike(a, b):
    return a.shape == b.shape and a.dtype == b.dtype and a.device == b.device


def _made_of_arguments():
    """Numbers of results that AOTAutograd's caller makes again of an argument,
    as it is after the write."""
    context = TracingContext.try_get()
    if context is None or context.fw_metadata is None:
        return set()
    metadata = context.fw_metadata
    first = metadata.num_mutated_inp_runtime_indices
    return {first + i for i, info in enumerate(metadata.output_info)
            if info.output_type in OF_ARGUMENTS}


def candidates(graph, written, static=None):
    """{new value: its argument} where what is outside of the pieces allows that
    the value is computed in the argument's memory. `static`: numbers of the
    only arguments that may be, or None."""
    if not written:
        return {}
    inputs = [n for n in graph.nodes if n.op == "placeholder"]
    results = next(iter(reversed(graph.nodes))).args[0]
    first = len(results) - len(written.numbers)
    kept = {memory_of(n) for i, n in enumerate(results[:first])
            if isinstance(n, Node) and i not in written.views}
    found, seen = {}, set()
    for number, new in zip(written.numbers, results[first:]):
        argument = inputs[number]
        if new in seen or static is not None and number not in static:
            found.pop(new, None)
        elif _may_lie_in(new, argument) and not {
                memory_of(new), argument}.intersection(kept):
            found[new] = argument
        seen.add(new)
    return found


def _may_lie_in(new, argument):
    value = argument.meta["val"]
    return new.op == "call_function" and new.meta["val"].shape == value.shape \
        and new.meta["val"].dtype == value.dtype and not why_value(value) and \
        not overlaps(value) and not value.is_conj() and not value.is_neg() and \
        memory_of(new) is not argument


def choose(plan, found):
    """Says of each part which of its outputs are computed in arguments
    (`part.written`), which it then reads."""
    _drop_read(plan, found)
    for part in plan.parts:
        part.written = {n: found[n] for n in part.outputs if n in found}
        part.inputs += [a for a in part.written.values()
                        if a not in part.inputs]


def _drop_read(plan, found):
    """Drops the candidates whose argument, or a view of it that the framework
    makes, is read by a step after the piece, or by the piece beside it."""
    made = {n: i for i, step in enumerate(plan.steps)
            if not isinstance(step, Node) for n in step.outputs}
    news = {argument: new for new, argument in found.items()}
    for i, step in enumerate(plan.steps):
        reads = step.inputs if not isinstance(step, Node) else \
            () if is_view(step) else step.all_input_nodes
        for node in reads:
            argument = memory_of(node)
            new = news.get(argument)
            at = made.get(new, i)
            if new and (at < i or at == i and node is not argument):
                found.pop(new, None)


def drop_results(graph, plan, written):
    """Takes the values that are where they belong out of the results; gives the
    numbers of the arguments that they are in."""
    if not written:
        return []
    made = {n for part in plan.parts for n in part.written}
    output = next(iter(reversed(graph.nodes)))
    results = list(output.args[0])
    first, numbers = len(results) - len(written.numbers), []
    for i, number in enumerate(written.numbers, first):
        if results[i] in made:
            results[i] = None
            numbers.append(number)
    output.args = ([*results],)
    writers = [part for part in plan.parts if part.written]
    written.is_checked = len(numbers) == len(written.numbers) and \
        len(writers) == 1
    return numbers
