"""Compiles one functional graph of AOTAutograd to a function of a boxed list."""
from operator import getitem as _getitem
from logging import DEBUG
import re
import time

import torch
from tc import Error

from . import fourier, inplace, logs, outer, report, saved
from .freeze import freeze
from .graphs import static_inputs
from .importer import Unsupported
from .partition import Part, partition
from .piece import Piece, cache
from .piece_text import module_text
from .place import move_constructors, transfers
from .prepare import prepare, target_name
from .refused import Refused
from .support import CPU, DRAWN, block_device, block_target, device_of

ROUNDS = 16
PATIENCE = 3  # rounds in which only the very calls that fail are left out
UNKNOWN_TARGETS = 4101
UNKNOWN_CHIP = 2602
NO_DEVICE = {UNKNOWN_CHIP, 5551, 7550, 7551}  # no driver, no such GPU
# Failures that are nobody's op: the compiler's own, a limit, a lost worker.
NODE = re.compile(r'loc\("n(\d+)"')
TARGET = re.compile(r"\b((?:\w+\.)+\w+) \(\d+\)")


def compile_graph(module, kind, options, note=None, direct=False, pieces_of=None,
                  written=None):
    """The compiled function of `module` (a functional torch.fx.GraphModule
    with fake tensors in meta["val"]). Never fails because of tc: what tc does
    not compile, the framework runs; with `direct` what AOTAutograd's graph may
    do better, and a piece that fails, is Refused. `note` is said of it by
    tc.explain. `pieces_of` (training.Pieces) checks a plan and
    makes the Piece of each part and its text; it says what is left, too, and
    what cannot be compiled as it plans is Refused. None where it leaves all. `written`: the arguments
    whose new values are the last results, None of those that are written in
    place, whose numbers are `in_place` of the function."""
    start = time.perf_counter()
    prepare(module)
    move_constructors(module)
    record = report.GraphRecord(kind, module.graph)
    record.notes += [note] if note else []
    leave = frozenset(options.get("leave", ()))
    forbidden = dict(pieces_of.left) if pieces_of else {}
    forbidden |= {n: "options leave it to PyTorch"
                  for n in module.graph.nodes if str(n.target) in leave}
    forbidden |= fourier.left(module.graph, options)
    static = static_inputs(module, kind) if options.get("cuda_graphs") else None
    finals = inplace.candidates(module.graph, written, static)
    for number in range(ROUNDS):
        known = set(forbidden)
        plan = partition(module.graph, forbidden, finals,
                         shared=kind == "inference")
        small = pieces_of and pieces_of.leave_small(plan, options)
        if small:
            forbidden |= small
            continue
        if pieces_of and pieces_of.small and not plan.parts:
            record.notes = ["captured by Dynamo alone, and run by PyTorch"]
            _account(record, plan, [])
            return None
        inplace.choose(plan, dict(finals))
        if direct:
            _refuse_left(plan.reasons, options)
        if pieces_of:
            pieces_of.check(plan, options)
        pieces = [_compile(part, _visible(plan, module.graph, part), forbidden,
                           options, direct, pieces_of)
                  for part in plan.parts]
        if None not in pieces:
            break
        if direct:
            _refuse({n: forbidden[n] for n in forbidden if n not in known})
        if number >= PATIENCE:
            _forbid_alike(module.graph, set(forbidden) - known, forbidden)
    else:
        if pieces_of:
            raise Refused("the graph was cut too often")
        for node in module.graph.nodes:
            forbidden.setdefault(node, "the graph was cut too often")
        plan, pieces = partition(module.graph, forbidden), []
    if plan.reasons and not options.get("fallback", True):
        raise report.FallbackError(_refusal(plan.reasons))
    for piece in pieces:
        piece.check = kind == "backward"
    if options.get("freeze") and kind == "inference":
        inputs = [n for n in module.graph.nodes if n.op == "placeholder"]
        weights = {inputs[i] for i in static_inputs(module, kind)}
        pieces = [freeze(piece, weights, options) for piece in pieces]
    if kind == "forward":
        saved.tell(module, pieces, written)
    in_place = inplace.drop_results(module.graph, plan, written)
    run = outer.write(module, plan, pieces)
    run.in_place = in_place
    _account(record, plan, pieces)
    logs.graphs.info("%s graph in %.3f s: %s", kind,
                     time.perf_counter() - start, "\n".join(record.lines()))
    logs.code.debug("%s", run.source)
    run._boxed_call = True
    return run


def _refuse(reasons):
    for node, why in reasons.items():
        raise Refused(f"{target_name(node)}: {why}").at(node)


def _refuse_left(reasons, options):
    """Of the calls that PyTorch would run: random numbers, calls on GPUs, and
    all of them where they are an error."""
    _refuse({n: why for n, why in reasons.items() if why == DRAWN or
             not options.get("fallback", True) or any(
                 device_of(v) not in (CPU, None)
                 for v in (n, *n.all_input_nodes))})


def _forbid_alike(graph, found, forbidden):
    """Forbids all calls of an op after several of them have failed."""
    why = {node.target: forbidden[node] for node in found
           if node.target is not _getitem}
    for node in graph.nodes:
        if node.target in why:
            forbidden.setdefault(node, why[node.target])


def _refusal(reasons):
    lines = [f"  {target_name(n)}: {why} {report.source_of(n)}"
             for n, why in reasons.items()]
    return "\n".join([f"[TC-8112] {len(lines)} ops are not compiled, and "
                      "options has fallback=False:", *lines])


def _visible(plan, graph, part):
    """The values that the outer function has names for before the part, in
    order."""
    found = [n for n in graph.nodes if n.op in ("placeholder", "get_attr")]
    for step in plan.steps:
        if step is part:
            break
        found += [*step.outputs, *step.views] if isinstance(step, Part) else \
            [step]
    return found


def _compile(part, visible, forbidden, options, direct, pieces_of):
    """The Piece, or None after it has put the nodes that cannot be compiled
    into `forbidden`."""
    try:
        text, symbols = module_text(part)
    except Unsupported as error:
        forbidden[error.node] = error.why
        return None
    part.sizes = sizes = [_find_size(visible, s, part) for s in symbols]
    if None in sizes:
        _forbid_sized(part, symbols[sizes.index(None)], forbidden)
        return None
    logs.pieces.debug("piece of %d nodes\n%s", len(part.nodes), text)
    try:
        if pieces_of:
            return pieces_of.build(part, text, symbols, options)
        program = cache.get(text, options, part.device, part, symbols)
    except Error as error:
        # What AOTAutograd's graph does is warned of, if it fails too.
        if direct or pieces_of:
            raise Refused(str(error).strip().splitlines()[0][:300]) from error
        _blame(part, text, error, forbidden, options)
        return None
    if logs.fusion.isEnabledFor(DEBUG) and part.device.type == "cpu":
        _log_fusion(part, text, options)
    if part.device.type != "cpu" and program.synchronizes:
        _forbid_waits(part, options, forbidden)
        return None
    return Piece(part, text, program, symbols)


def _log_fusion(part, text, options):
    sources = {i: report.source_of(n) for i, n in
               enumerate(part.nodes, len(part.inputs))}
    for line in logs.describe_fusion(
            text, options.get("pipeline", "tc-cpu"), sources):
        logs.fusion.debug("%s", line)


def _find_size(visible, symbol, part):
    """What has the symbol's value: a node, or (node, dimension)."""
    inside = set(part.nodes)
    for node in visible:
        value = node.meta.get("val")
        if node in inside:
            continue
        if isinstance(value, torch.SymInt) and value.node.expr == symbol:
            return node
        if isinstance(value, torch.Tensor):
            for dim, size in enumerate(value.shape):
                if isinstance(size, torch.SymInt) and \
                        size.node.expr == symbol:
                    return node, dim
    return None


def _forbid_sized(part, symbol, forbidden):
    for node in part.nodes:
        forbidden[node] = f"the value of the size {symbol} is not at hand"


def _each_alone(part, options):
    """(node, its program, or the error) of the nodes by themselves."""
    for node in part.nodes:
        one = Part()
        one.nodes = one.outputs = [node]
        one.inputs = [n for n in node.all_input_nodes
                      if isinstance(n.meta.get("val"), torch.Tensor)]
        if node.target is _getitem or \
                isinstance(node.meta["val"], (list, tuple)):
            continue
        try:
            yield node, cache.get(module_text(one)[0], options, part.device)
        except (Error, Unsupported) as error:
            yield node, error


def _alone(part, options):
    """The nodes that cannot be compiled by themselves either."""
    return [node for node, program in _each_alone(part, options)
            if isinstance(program, Exception)]


def _forbid_waits(part, options, forbidden):
    """Leaves calls that would wait for the GPU to PyTorch."""
    found = [node for node, program in _each_alone(part, options)
             if getattr(program, "synchronizes", False)]
    for node in found or part.nodes:
        forbidden[node] = "a call would wait for the GPU to go on"


def _blame(part, text, error, forbidden, options):
    """The nodes that the error names; all of them if it names none."""
    message, number = str(error), getattr(error, "number", 0)
    if number in NO_DEVICE:
        if number != UNKNOWN_CHIP or "target" not in options:
            block_device(part.device, message.strip())
        found = part.nodes
    elif number == UNKNOWN_TARGETS:
        names = set(TARGET.findall(message))
        for name in names:
            block_target(name, "tc has no rule for it")
        found = [n for n in part.nodes if str(n.target) in names]
    else:
        found = [part.nodes[int(i)] for i in _numbers(part, message)]
    why = message.strip().splitlines()[0][:500] if message else "it failed"
    if number in NO_DEVICE:
        report.warn(8104, f"nothing is compiled for {part.device}: {why}")
    elif not found or number >= 9000:
        if not found and len(part.nodes) > 1:
            found = _alone(part, options)
        report.warn(8101, f"tc could not compile {len(found or part.nodes)} ops, which "
                    f"the framework runs instead: {why}", text)
    for node in found or part.nodes:
        forbidden[node] = why


def _numbers(part, message):
    count = len(part.inputs)
    for number in dict.fromkeys(map(int, NODE.findall(message))):
        if 0 <= number - count < len(part.nodes):
            yield number - count


def _account(record, plan, pieces):
    record.pieces += [sum(n.target is not _getitem for n in piece.nodes)
                      for piece in pieces]
    for node, why in plan.reasons.items():
        record.fallbacks.append((target_name(node), why,
                                 report.source_of(node)))
    calls = [s for s in plan.steps if not isinstance(s, Part)]
    for node, what in transfers(calls):
        record.copies.append((target_name(node), what,
                              report.source_of(node)))
    report.account(record)
