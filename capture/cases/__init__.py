"""Small programs that are captured as tests: what PyTorch means by views,
mutation, layouts, types and single ops. `python3 -m capture.cases` writes each
to test/exec/fx/NAME.mlir with its expected results (those of wide.py, which
nothing promises yet, to test/exec/wide)."""
import importlib

CASES = {}


def load():
    """Enters every case in CASES."""
    for room in ("backward", "boundaries", "control", "data_sizes", "fourier", "layers", "models", "ops", "overloads", "sizes", "special", "types",
                 "wide"):
        importlib.import_module(f".{room}", __name__)
    return CASES
