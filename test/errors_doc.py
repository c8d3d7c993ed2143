"""Every error number in the code has one line in docs/errors.md, every line there
is a number in the code, and stands in a test: as TC-1234, in C and Python also as
1234."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ("passes", "dialects", "lib", "driver", "tools", "include",
         "python-bindings")
# How numbers stand in code: in a message, as an argument, as a constant.
FORMS = (r'TC-(\d{4})[\]"]', r"\bTC-(\d{4}) ",
         r"\btc(?:StatusMake|StatusMakeV|Fail\w*|Error\w*)\(\s*(?:[^(),]+,\s*)?"
         r"(\d{3,4}),", r"\b\w*Fail\w*\([^;]*?\b(\d{4}),\s*\"",
         r"\bTC_ERROR_\w+ = (\d{3,4})\b", r"\b[A-Z_]+ = (61\d|29\d)\b", r"\bfail\w*\(\s*\w+,\s*(\d{4}),",
         r"tcEmitI64\(e, (30\d)\)", r"TC_ERROR_WORD\((\d+)",
         r"\b(?:report\.warn|OptionError|ExportError)\((\d{4}),")


def files_of(*rooms):
    return subprocess.run(["git", "ls-files", *rooms], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout.split()


def in_tests():
    found = set()
    for name in files_of("test"):
        form = r"\b(?:TC-)?(\d{3,4})\b" if name.endswith((".c", ".py")) else \
            r"\bTC-(\d{4})\b"
        path = os.path.join(ROOT, name)
        if os.path.samefile(path, __file__) or not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            found.update(map(int, re.findall(form, file.read())))
    return found


def in_code():
    found = {}
    for name in files_of(*ROOMS):
        if not name.endswith((".c", ".h", ".cpp", ".td", ".inc", ".py")):
            continue
        with open(os.path.join(ROOT, name)) as file:
            text = file.read()
        for form in FORMS:
            for number in re.findall(form, text, re.S):
                found.setdefault(int(number), set()).add(name)
    return found


def main():
    code = in_code()
    code.pop(123, None)  # the example in lib/ir/collect.c
    with open(os.path.join(ROOT, "docs/errors.md")) as file:
        rows = [int(n) for n in re.findall(r"^\| TC-(\d{4}) \|", file.read(),
                                           re.M)]
    bad = [f"TC-{n:04}: two lines in docs/errors.md"
           for n in sorted(set(rows)) if rows.count(n) > 1]
    bad += [f"TC-{n:04}: no line in docs/errors.md; {sorted(code[n])[0]}"
            for n in sorted(set(code) - set(rows))]
    bad += [f"TC-{n:04}: a line in docs/errors.md, but no code gives it"
            for n in sorted(set(rows) - set(code))]
    tested = in_tests()
    bad += [f"TC-{n:04}: no test has it; {sorted(code[n])[0]}"
            for n in sorted(set(code) - tested)]
    print("\n".join(bad) or f"{len(rows)} numbers")
    sys.exit(bool(bad))


main()
