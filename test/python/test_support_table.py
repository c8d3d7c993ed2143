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
