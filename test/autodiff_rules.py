"""autodiff_rules.py PrimVjp.inc FILES...: every derivative rule is shown by a
test: an op of its name in a function whose joint graph is checked."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    names = [name.lower() for name in
             re.findall(r"^TC_PRIM_VJP\(TC_PRIM_(\w+),", file.read(), re.M)]
shown = set()
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        for part in file.read().split("// -----"):
            if "CHECK-LABEL: func.func @main.joint(" in part:
                code = re.sub(r"//.*", "", part)
                shown |= set(re.findall(r"\bprim\.(\w+)", code))
missing = [name for name in names if name not in shown]
print("\n".join(f"prim.{name}: no test shows its derivative rule"
                for name in missing) or f"{len(names)} rules")
sys.exit(bool(missing))
