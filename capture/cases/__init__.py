"""Small programs that are captured as tests: what PyTorch means by views,
mutation, layouts, types and single ops. `python3 -m capture.cases` writes each
to test/exec/fx/NAME.mlir with its expected results (those of wide.py, which
nothing promises yet, to test/exec/wide)."""
CASES = {}


def load():
    """Enters every case in CASES."""
    from . import boundaries, control, models, ops, sizes, types, wide  # noqa: F401
    return CASES
