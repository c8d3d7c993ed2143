"""python3 -m capture.cases [CASE...] [--out DIR]: writes DIR/fx, DIR/wide."""
import argparse
import pathlib
import sys
import warnings

from . import CASES, load
from ..capture import capture


def main():
    load()
    parser = argparse.ArgumentParser(prog="capture.cases", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--out", type=pathlib.Path, default="test/exec")
    options = parser.parse_args()
    unknown = set(options.cases) - set(CASES)
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}")
    warnings.filterwarnings("ignore")
    failed = 0
    for name in options.cases or CASES:
        room = options.out / CASES[name].room
        room.mkdir(parents=True, exist_ok=True)
        try:
            text = capture(name, CASES[name])
        except Exception as error:  # one bad case must not hide the others
            failed += 1
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
            continue
        (room / f"{name}.mlir").write_text(text)
    print(f"{len(options.cases or CASES) - failed} written, {failed} failed")
    return failed > 0


sys.exit(main())
