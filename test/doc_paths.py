"""Files and folders that pages name are there: each word of README.md and of docs/
that is a path from the root, or a file's name with or without folders before it,
unless it is what a command there writes."""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENDINGS = "c|h|cpp|td|inc|py|mlir|test|sh|cmake|md"
FILE = re.compile(rf"(?<![\w./*{{<~$%@\x22-])((?:[\w.-]+/)*[\w.-]+\.(?:{ENDINGS}))(?![\w/*.]*[\w/*])")
ROOMS = ("bench", "capture", "cmake", "dialects", "docs", "driver", "examples", "include",
         "lib", "passes", "python-bindings", "scripts", "test", "tools")
FOLDER = re.compile(rf"(?<![\w./*{{<~$-])((?:{'|'.join(ROOMS)})(?:/[\w-]+)+)(?![\w.*/{{<-])")
# What examples of commands write or read, generated files, and other projects'.
OTHERS = re.compile(r"^(build|gen|tc/gen|tc/scripts|tc/test)/|\b[A-Z_]{3,}\b|^Prim[A-Z]\w+\.|"
                    r"^(bad|exp|reduced|modeling_fnet|model|net|a|b|f|m|my\w*)\.")


def tracked():
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split()
    ends = set()
    for name in names:
        parts = name.split("/")
        ends |= {"/".join(parts[i:]) for i in range(len(parts))}
        ends |= {"/".join(parts[:i]) for i in range(1, len(parts))}
    return ends


def main():
    ends, bad, count = tracked(), [], 0
    pages = glob.glob(os.path.join(ROOT, "docs/**/*.md"), recursive=True)
    for page in sorted([os.path.join(ROOT, "README.md"), *pages]):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        for path in sorted({*FILE.findall(text), *FOLDER.findall(text)}):
            if OTHERS.search(path):
                continue
            count += 1
            if path.rstrip(".") not in ends:
                bad.append(f"{os.path.relpath(page, ROOT)}: there is no {path}")
    print("\n".join(bad) or f"{count} files and folders")
    sys.exit(bool(bad))


main()
