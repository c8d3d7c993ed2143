"""Modes and options of the back end."""
import functools

import torch
from tc import Error, _core

from .report import OptionError

OPTIONS = {
    "time_limit": "seconds that one piece may take to compile (default 300); "
                  "then the framework runs it",
    "memory_limit": "bytes that the compiler may use",
    "threads": "threads of the compiler (default: one per CPU)",
    "target": "what to compile for: host (default), x86-64-v3, ... for CPU "
              "tensors; cuda,tune=sm_80, ... for CUDA tensors",
    "pipeline": "the passes from graph to launches, as tc-opt takes them",
    "decompose": "False: PyTorch's own decompositions are not used for what tc "
                 "has no rule for",
    "leave": "overloads that PyTorch runs though tc has a rule, as "
             "[\"aten.mm.default\"]",
    "least_ops": "of graphs that are cut by calls of PyTorch's, pieces with "
                 "gradients that have fewer ops, on small tensors, are "
                 "PyTorch's, too (default 8; 0: none)",
    "cuda_graphs": "True: calls on CUDA tensors are recorded and replayed "
                   "(mode reduce-overhead)",
    "freeze": "True: without gradients, weights on the CPU are packed at the "
              "first call; that they are written to since is seen, but by p.data",
    "autotune_seconds": "seconds that one piece may take to measure schedules of "
                        "its kernels (mode max-autotune: 60); what is found is "
                        "kept in files",
    "schedules": "the folder of these files (default: tc/schedules in "
                 "$XDG_CACHE_HOME or ~/.cache); alone: what it holds is used",
    "atomics": "True: kernels on CUDA tensors may add sums up by atomic "
               "additions, whose last bits differ from call to call; without "
               "effect under torch.use_deterministic_algorithms(True)",
    "route": "aot: through AOTAutograd; direct: Dynamo's graph alone, an error "
             "where that cannot be (TC-8113); auto (default): direct where it "
             "can be",
    "fallback": "False: an op that tc does not compile is an error",
}


def _is_switch(value):
    return isinstance(value, bool)


def _is_number(kinds):
    return lambda value: isinstance(value, kinds) and \
        not isinstance(value, bool) and value >= 0


def _is_text(value):
    return isinstance(value, str)


def _are_overloads(value):
    return isinstance(value, (list, tuple, set, frozenset)) and \
        all(map(_is_overload, value))


def _is_overload(name):
    parts = name.split(".") if isinstance(name, str) else ()
    packet = getattr(getattr(torch.ops, parts[0]), parts[1], None) \
        if len(parts) == 3 else None
    return isinstance(packet, torch._ops.OpOverloadPacket) and \
        parts[2] in packet.overloads()


_WHOLE = "a whole number, 0 or more", _is_number(int)
_SWITCH = "True or False", _is_switch
# Option -> its values in words, and whether a value is one of them.
VALUES = {
    "time_limit": ("a number of seconds, 0 or more", _is_number((int, float))),
    "autotune_seconds": ("a number of seconds, 0 or more",
                         _is_number((int, float))),
    "schedules": ("a str", _is_text),
    "memory_limit": _WHOLE, "threads": _WHOLE, "least_ops": _WHOLE,
    "target": ("a str", _is_text), "pipeline": ("a str", _is_text),
    "decompose": _SWITCH, "cuda_graphs": _SWITCH, "freeze": _SWITCH,
    "fallback": _SWITCH, "atomics": _SWITCH,
    "leave": ("a list of overloads that there are, as [\"aten.mm.default\"]",
              _are_overloads),
    "route": ("\"aot\", \"direct\" or \"auto\"",
              lambda value: value in ("aot", "direct", "auto")),
}
MODES = {
    "default": {},
    "reduce-overhead": {"cuda_graphs": True},
    "max-autotune": {"autotune_seconds": 60},
    "max-autotune-no-cudagraphs": {"autotune_seconds": 60},  # PyTorch's name
}


def resolve(mode, options):
    """The options of both; an OptionError for a name or a value that there is
    not."""
    if mode is not None and mode not in MODES:
        raise OptionError(8110, f"no mode {mode!r}: tc.list_modes() has "
                          + ", ".join(map(repr, MODES)))
    unknown = set(options or ()) - set(OPTIONS)
    if unknown:
        raise OptionError(8111, f"no option {sorted(unknown)[0]!r}: "
                          "tc.list_options() has " + ", ".join(OPTIONS))
    for name, value in (options or {}).items():
        words, holds = VALUES[name]
        if not holds(value):
            raise OptionError(8114, f"option {name!r} is {value!r}, and has "
                              f"to be {words}")
    given = dict(MODES[mode or "default"]) | dict(options or {})
    refuse_unknown(given.get("target", "host"), given.get("pipeline"))
    return given


# What the compiler says of a target or a pipeline that there is not.
UNKNOWN = {1014: "pipeline", 1600: "target", 2600: "target", 2602: "target"}
EMPTY = "func.func @main() { return }"


@functools.lru_cache
def refuse_unknown(target, pipeline):
    """An OptionError for a target or a pipeline that the compiler does not know.
    What it compiles for GPUs without a name of their chip depends on the GPU."""
    if (target, pipeline) == ("host", None):
        return
    chip = target if target not in ("cuda", "rocm") else "host"
    try:
        _core.compile(EMPTY, target=chip, options={"pipeline": pipeline}
                      if pipeline is not None else None)
    except Error as error:
        name = UNKNOWN.get(error.number)
        if name:
            value = target if name == "target" else pipeline
            raise OptionError(8114, f"option {name!r} is {value!r}: "
                              + str(error).strip()) from error


def of_graph(options):
    """The options for a graph that is being captured. Dynamo guards the flag, and
    captures a graph anew when it changes; AOTAutograd compiles its backward
    half when that first runs, whatever the flag is by then."""
    deterministic = torch.are_deterministic_algorithms_enabled()
    return options | {"atomics": False} \
        if deterministic and options.get("atomics") else options


def permits_atomics(options, device):
    return "atomics" in (of_compiler(options, device)[1] or ())


def of_compiler(options, device):
    """(target, options) of tc._core.compile for a torch.device."""
    names = ("time_limit", "memory_limit", "threads", "pipeline",
             "autotune_seconds", "schedules")
    given = {k: options[k] for k in names if k in options}
    target = options.get("target", "cpu")
    if device.type == "cuda":  # AMD's are called so, too
        vendor = "rocm" if torch.version.hip else "cuda"
        target = target if target.startswith(vendor) else vendor
        given["device"] = device.index or 0
        if options.get("atomics"):
            given["atomics"] = True
    elif target.startswith(("cuda", "rocm")):
        target = "cpu"
    return target, given or None
