"""Reads lit's JSON report, shows what failed on about one screen, and ends
with a line of its own: `N passed, N failed, N skipped`. With --slowest it prints
the processor seconds (measured.py) of each folder, and the slowest tests."""
import collections
import json
import sys

SCREEN = 40  # lines for all failures together
PASSED, EXPECTED = {"PASS", "FLAKYPASS"}, {"XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def excerpt(output, room):
    """The lines from the first error on; without one, the last lines."""
    said = [line for line in output.splitlines() if line.strip()]
    first = next((i for i, line in enumerate(said) if "error:" in line), None)
    return said[-room:] if first is None else said[first:first + room]


def main(report, log):
    try:
        with open(report, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError):
        print(open(log, encoding="utf-8", errors="replace").read()[-4000:])
        print("0 passed, 1 failed, 0 skipped")
        return 1
    failed = [t for t in tests if t["code"] not in PASSED | EXPECTED | SKIPPED]
    room = max(2, SCREEN // max(1, len(failed)) - 1)
    for test in failed[:SCREEN // 2]:
        print(f"{test['code']}: {test['name']}")
        print("\n".join("    " + line[:160]
                        for line in excerpt(test["output"], room)))
    if len(failed) > SCREEN // 2:
        print(f"... and {len(failed) - SCREEN // 2} more")
    for test in tests:
        if test["code"] == "FLAKYPASS":
            print(f"ATTENTION, it passed when it was run again: {test['name']}")
            print("\n".join("    " + line[:160]
                            for line in excerpt(test["output"], 4)))
    passed = sum(t["code"] in PASSED for t in tests)
    skipped = sum(t["code"] in SKIPPED for t in tests)
    expected = sum(t["code"] in EXPECTED for t in tests)
    if expected:
        print(f"{expected} failed as expected, which are not counted below")
    print(f"{passed} passed, {len(failed)} failed, {skipped} skipped")
    return 1 if failed or not tests else 0


def folder_of(name):
    """suite/fx/losses/cpu and exec/fx/losses.mlir stand under suite/cpu, exec/fx."""
    parts = name.partition(" :: ")[2].split("/")
    return f"suite/{parts[-1]}" if parts[0] == "suite" \
        else "/".join(parts[:2] if len(parts) > 2 else parts[:1])


def slowest(report, count=25):
    with open(report, encoding="utf-8") as file:
        tests = json.load(file)["tests"]
    seconds = {t["name"]: t.get("metrics", {}).get("processor", 0)
               for t in tests}
    folders = collections.Counter()
    number = collections.Counter(map(folder_of, seconds))
    for name, used in seconds.items():
        folders[folder_of(name)] += used
    print("processor s  tests")
    for folder, used in folders.most_common():
        print(f"{used:11.1f} {number[folder]:6}  {folder}")
    print(f"{sum(seconds.values()):11.1f} {len(seconds):6}  in all")
    for name in sorted(seconds, key=seconds.get, reverse=True)[:count]:
        print(f"{seconds[name]:11.1f}  {name.partition(' :: ')[2]}")
    return 0


if __name__ == "__main__":
    sys.exit(slowest(sys.argv[2]) if sys.argv[1] == "--slowest"
             else main(*sys.argv[1:]))
