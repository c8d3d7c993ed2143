"""doc_snippets.py PAGE: each code block of a page that stands under the name of
a file is in that file."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLOCK = re.compile(r"^([\w./-]+\.\w+):\n\n```\w*\n(.*?)```", re.M | re.S)

with open(sys.argv[1], encoding="utf-8") as page:
    blocks = BLOCK.findall(page.read())
missing = []
for name, text in blocks:
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        if text not in file.read():
            missing.append(f"{name} does not have this any more:\n{text}")
print("\n".join(missing) or f"{len(blocks)} snippets")
sys.exit(bool(missing) or not blocks)
