"""tc: a compiler for tensor programs.

`compile_text(text)` makes a `Program` of MLIR text, `Module` reads, verifies,
transforms and walks it; both run in a worker process. `load(path)` is a program
that tc-compile wrote. Nothing here imports PyTorch or NumPy.
"""
import importlib

from tc import _core
from tc._core import Array, Error, Program, ValueInfo, __version__
from tc._core import compile as compile_text
from tc._core import load
from tc.ir import Block, Module, Op, Value

TYPE_CHECKING = False  # type checkers take it for typing's
if TYPE_CHECKING:
    from tc.torch import (ExportError, Explanation, FallbackError, OptionError,
                          Warning, compile, counters, explain, export,
                          list_modes, list_options, reset, to_fx)

# Names that need PyTorch, and where they are.
_lazy = dict.fromkeys((
    "Explanation", "ExportError", "FallbackError", "OptionError", "Warning", "compile",
    "counters", "explain", "export", "list_modes", "list_options", "reset", "to_fx"), "tc.torch")

__all__ = ["Array", "Block", "Error", "Module", "Op", "Program", "Value",
           "ValueInfo", "compile_text", "load", *_lazy]


def __getattr__(name):
    if name in _lazy:
        value = getattr(importlib.import_module(_lazy[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'tc' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *_lazy])
