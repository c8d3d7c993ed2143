"""suite_together.py SUITE BUILD: cells whose code is made together each have a
verdict of their own: of a program that is refused, or gives wrong results, at one
of three sizes."""
import sys
import tempfile

sys.path.insert(0, sys.argv[1])
import cases  # noqa: E402
import columns  # noqa: E402

tools = columns.find_tools(sys.argv[2])
compiled = []


class Cell(columns.Cell):
    def call(self, tool, *arguments, **_):
        programs = [a for a in arguments if a.endswith(".mlir")
                    and not a.startswith("--")]
        self.commands.append(tool)
        compiled.append(len(programs))
        if any("refused" in cases.text_of(p) for p in programs):
            raise columns.Failed("refused", 1)
        return ""


def column(cell):
    artifact, = yield columns.Code(
        (cell.write("program.mlir", cell.case.source()),))
    if "wrong" in cell.case.source():
        raise columns.Failed(artifact)
    try:
        yield columns.Code((cell.write("other.mlir", "refused"),), ("--other",))
    except columns.Failed:
        cell.note = "tried"


def verdicts(*texts):
    compiled.clear()
    with tempfile.TemporaryDirectory() as folder:
        running = columns.run_cells([
            Cell(cases.Case(f"sizes/x@{i}", text=text), tools, folder, f"{i}.")
            for i, text in enumerate(texts)], column)
    return [(bool(one.error), one.cell.note) for one in running]


right, wrong = (False, "tried"), (True, "")
assert verdicts("right", "wrong", "right") == [right, wrong, right]
assert compiled == [3, 2, 1, 1], compiled
assert verdicts("right", "refused", "right") == [right, wrong, right]
assert compiled == [3, 1, 1, 1, 2, 1, 1], compiled
