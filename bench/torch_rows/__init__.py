"""The rows of bench/torch_models.py: programs in PyTorch as users write them,
with random weights. ROWS is name -> Row, in the order of the files."""
import dataclasses
import importlib
from typing import Callable

ROWS = {}


@dataclasses.dataclass
class Row:
    """build() gives (module or function, arguments) or, third, a function to
    call before each call, outside of the measured time. train: it has a
    gradient worth timing. bf16: its floats may be bf16."""
    build: Callable
    group: str
    train: bool = False
    bf16: bool = False


def row(train=False, bf16=False):
    def declare(build):
        ROWS[build.__name__] = Row(build, build.__module__.split(".")[-1],
                                   train, bf16)
        return build
    return declare


GROUPS = ("transformers", "networks", "recurrent", "programs", "kernels",
          "convolutions", "fourier")
# Rows that are measured only by name or by the name of their group.
ON_REQUEST = ("architectures",)


def load(groups=GROUPS):
    for group in groups:
        importlib.import_module(f"torch_rows.{group}")
    return ROWS
