"""torch.compile(model, backend="tc"): Dynamo's graphs through AOTAutograd."""
import os
import threading

import torch
from torch._dynamo import exc
from torch._dynamo.backends.common import aot_autograd

from torch._guards import TracingContext
from torch.fx import Node

from . import (
    attention, captured_again, inplace, masks, own_data, precision, report,
    saved, sizes)
from .buffers import placed_alike
from .derivative import Captured
from .compiler import compile_graph
from .decompositions import decompositions, early
from .direct import compile_direct
from .graphs import Recorder
from .joint import partition
from .options import of_graph, resolve
from .refused import Refused
from .support import memory_of

STRICT = bool(os.environ.get("TC_STRICT"))  # tests: errors of ours are errors
_lock = threading.RLock()
# Dynamo's own way of going back, and what the user asked for.
PASSED_ON = (exc.RestartAnalysis, exc.SkipFrame, report.FallbackError,
             report.OptionError)


def backend(graph_module, example_inputs, *, mode=None, options=None):
    """The back end's entry point, called by Dynamo: compiles a captured graph to a function."""
    options = of_graph(resolve(mode, options))
    own_data.drop_assignments(graph_module)
    sizes.guard(graph_module)
    precision.guard(graph_module)
    report.note_break(graph_module)
    report.note_recompiles()
    try:
        known = captured_again.find(graph_module, options)
    except Exception as error:
        if STRICT:
            raise
        report.log.info("compiled again: %r", error)
        known = None
    if known:
        return known
    with report.recorded() as records:
        made = _compile_captured(graph_module, example_inputs, options)
    return captured_again.keep(graph_module, options, made, records)


def _compile_captured(graph_module, example_inputs, options):
    why = None
    if options.get("route", "auto") != "aot":
        try:
            with _lock:
                return compile_direct(graph_module, options)
        except PASSED_ON:
            raise
        except Exception as error:
            why = _why_not_direct(error, options)
    rules = decompositions() if options.get("decompose", True) else {}
    try:
        return _aot(graph_module, example_inputs, options, rules, why)
    except PASSED_ON:
        raise
    except sizes.Misplaced as error:
        if sizes.is_tracing():
            raise
        return report.whole_graph(graph_module, "captured", error, boxed=False)
    except Exception as error:
        report.log.info("PyTorch's decompositions fail: %r", error)
    try:  # of what PyTorch's own rules cannot decompose, nothing is decomposed
        return _aot(graph_module, example_inputs, options, {}, why)
    except PASSED_ON:
        raise
    except Exception as error:
        if STRICT:
            raise
        report.warn(8103, "AOTAutograd cannot take a graph, which is run "
                    f"as it was captured: {error!r}")
        return report.whole_graph(graph_module, "captured", error, boxed=False)


def _why_not_direct(error, options):
    """The reason in words; an error where the direct route is asked for."""
    if not isinstance(error, Refused):
        if STRICT:
            raise error
        report.log.warning("the direct route fails: %r", error)
    why = str(error) if isinstance(error, Refused) else repr(error)
    if options.get("route") == "direct":
        raise report.OptionError(8113, "the graph is not for route=\"direct\": "
                                 + why) from error
    report.log.info("through AOTAutograd: %s", why)
    return f"traced by AOTAutograd: {why}"


def _aot(graph_module, example_inputs, options, rules, note=None):
    attention.keep_whole(graph_module)
    captured, written = Captured(graph_module), []
    recorder = Recorder() if options.get("cuda_graphs") else None
    known_masks = {}

    def compiler(kind):
        def compile_half(half, examples):
            captured.note(kind, half.graph)
            if kind != "backward":
                sizes.refuse_misplaced(graph_module.graph, _results(half),
                                       TracingContext.get().fw_metadata)
            if kind == "forward":
                _keep(half)
                saved.mark(half, TracingContext.get().fw_metadata)
            if kind == "backward":
                saved.restride(half, examples)
            masks.simplify(half, known_masks)
            if kind == "backward":
                return _compile(kind, options, recorder, half, note)
            written.append(inplace.take_copies(half.graph))
            run = _compile(kind, options, recorder, half, note, written[0])
            return written[0].writing(run) if written[0] else run
        return compile_half
    aot = aot_autograd(
        fw_compiler=compiler("forward"), bw_compiler=compiler("backward"),
        inference_compiler=compiler("inference"),
        partition_fn=partition,
        decompositions=rules,
        keep_inference_input_mutations=True)
    with early():
        run = captured.attach(aot(graph_module, example_inputs))
    known = written[0] if written else None
    # Arguments that overlap from the start are views of one in AOTAutograd's
    # graph, whose arguments then are others. Those of recordings are copies.
    if not known or recorder:
        return run
    if known.count != len(example_inputs):
        return placed_alike(run, captured, example_inputs)
    if not known.is_checked and known.overlap(example_inputs):
        return run
    return known.apart_from(run, captured)


def _results(graph_module):
    return list(next(iter(reversed(graph_module.graph.nodes))).args[0])


def _keep(forward):
    """An argument that the graph writes to is saved for the derivative as it
    was before."""
    metadata = TracingContext.get().fw_metadata
    primals = [n for n in forward.graph.nodes if n.op == "placeholder"]
    written = {n for n, info in zip(primals, metadata.input_info)
               if info.mutates_data}
    output = next(iter(reversed(forward.graph.nodes)))
    results = list(output.args[0])
    for i in range(metadata.num_forward, len(results)):
        if isinstance(results[i], Node) and memory_of(results[i]) in written:
            with forward.graph.inserting_before(output):
                copy = forward.graph.call_function(
                    torch.ops.aten.clone.default, (results[i],))
            copy.meta.update(results[i].meta)
            results[i] = copy
    output.args = (type(output.args[0])(results), *output.args[1:])


def _compile(kind, options, recorder, graph_module, note, written=None):
    with _lock:
        try:
            run = compile_graph(graph_module, kind, options, note,
                                written=written)
            return recorder.wrap(run, graph_module, kind) if recorder else run
        except report.FallbackError:
            raise
        except Exception as error:  # whatever it is, a user's model runs
            if STRICT:
                raise
            report.warn(8100, f"tc could not take a {kind} graph, which the "
                        f"framework runs instead: {error!r}")
            return report.whole_graph(graph_module, kind, error)


def register():
    """Registers backend="tc" unless PyTorch knows the installed package's entry
    point: it imports this module to register what it finds here itself."""
    from torch._dynamo.backends import registry
    if "tc" not in registry._COMPILER_FNS and not registry._BACKENDS.get("tc"):
        torch._dynamo.register_backend(backend, name="tc")


register()
