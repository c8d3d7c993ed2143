"""docs/pytorch-support.md is what --table writes, and rows of files that are run
again replace those of before."""
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/conformance"))
import table  # noqa: E402

DOCS = ROOT / "docs/pytorch-support.md"
assert table.table([], DOCS) == DOCS.read_text()
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, "again.jsonl")
    rows = [[0, "compiled", "", {}], [1, "wrong", "off", {}]]
    file.write_text(json.dumps({"key": "acos/float32", "gradients": False,
                                "rows": rows}) + "\n")
    again = table.written(table.table([file], DOCS))
before = table.written(DOCS.read_text())
assert again["OpInfo", False].pop("acos") == {"compiled": 1, "wrong": 1}
assert before["OpInfo", False].pop("acos")["compiled"] > 1
assert again == before
# A model is a row of its section, by what became of it.
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, "models.jsonl")
    row = {"name": "a net", "kind": "evaluation mode, gradients", "problem": "",
           "graphs": 1, "fallbacks": {}, "failures": {}, "apart": False}
    file.write_text("".join(json.dumps(row | change) + "\n" for change in (
        {}, {"apart": True}, {"problem": "output 0"})))
    again = table.written(table.table([file], DOCS))
assert again["models", True]["a net"] == {
    "compiled": 1, "traced apart": 1, "wrong": 1}
