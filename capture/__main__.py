"""python3 -m capture [MODEL...] [--out DIR]: writes examples/MODEL.mlir."""
import argparse
import pathlib
import warnings

from .capture import capture
from .models import MODELS
from .training import curves


def main():
    parser = argparse.ArgumentParser(prog="capture", description=__doc__)
    parser.add_argument("models", nargs="*", metavar="MODEL",
                        help=f"of {', '.join(MODELS)}; all if none is named")
    parser.add_argument("--out", type=pathlib.Path, default="examples")
    options = parser.parse_args()
    unknown = set(options.models) - set(MODELS)
    if unknown:
        parser.error(f"no model {', '.join(sorted(unknown))}")
    warnings.filterwarnings("ignore")
    for name in options.models or MODELS:
        text = capture(name, MODELS[name])
        (options.out / f"{name}.mlir").write_text(text)
        if MODELS[name].training:
            (options.out / f"{name}.curve").write_text(curves(MODELS[name]))
        print(f"{name}.mlir: {text.count(chr(10))} lines")


main()
