"""The PyTorch side of tc: torch.compile(model, backend="tc"), tc.compile."""
from .api import (Explanation, compile, explain, list_modes, list_options,
                  reset)
from .backend import backend
from .exporting import ExportError, export
from .graph_module import to_fx
from .report import FallbackError, OptionError, Warning, counters

__all__ = ["Explanation", "ExportError", "FallbackError", "OptionError",
           "Warning", "backend", "compile", "counters", "explain", "export",
           "list_modes", "list_options", "reset", "to_fx"]
