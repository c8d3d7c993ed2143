"""Captures PyTorch programs as text of the `fx` dialect.

`python3 -m capture` writes examples/, `python3 -m capture.cases` writes
test/exec/fx/, `python3 -m capture.eager MODEL` times PyTorch on a captured
model. Nothing that tc compiles or runs needs this package."""
import pathlib
import sys

# The importer is the back end's, which is built but need not be installed.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] /
                    "build/python"))
