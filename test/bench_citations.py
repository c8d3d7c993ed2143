"""Figures name the bench that prints them: each `bench/FILE ...` of a page, of
README.md and of the numbers of heuristics is a file; each option there is one
that the file knows; each other word stands in some bench; the row that a number
names behind a comma is one of the bench's programs. Numbers that are measured
name a bench, or a test, or the number before them."""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "bench"))
import kernels  # noqa: E402
import number_programs  # noqa: E402

PROGRAMS = {"kernels.py": kernels.programs()}
PROGRAMS["vary_numbers.py"] = [
    *PROGRAMS["kernels.py"], *number_programs.on_cpus(), *number_programs.on_gpus()]
NUMBERS = "lib/cost/numbers.inc"
CITED = re.compile(r"`(?:python3 )?bench/([^`\s]+)((?:\s[^`]*)?)`"
                   r"((?:, [a-z][^,.;:()\"|`]*)?)")
MEASURED = re.compile(r'^TC_NUMBER\((\w+), [^,]+, (\w+), "(.*)"\)$', re.M)
SOURCES = re.compile(r"`(?:bench|test)/|\btest/|\bsame\b|`loop-schedule\{")


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def sources():
    """All benches' text, and the names of their programs' files."""
    names = [os.path.relpath(n, ROOT) for part in ("*.py", "torch_rows/*.py")
             for n in glob.glob(os.path.join(ROOT, "bench", part))]
    models = os.listdir(os.path.join(ROOT, "examples"))
    return "\n".join([*map(read, names), *names, *models])


def wrong_words(text, words, everything):
    """Options that the bench does not know, names that none has."""
    for word in words.strip("[] ").replace("'", " ").split():
        word = word.strip("[],")
        name, _, value = word.lstrip("-").partition("=")
        if word.startswith("--"):
            if f'"--{name}"' not in text:
                yield word
        elif not name.isdigit() and name.isidentifier() and \
                name not in everything:
            yield word
        if value and not value[0].isdigit() and value not in everything:
            yield value


def wrong(page, everything):
    text = read(page)
    for name, words, row in CITED.findall(text):
        if not os.path.exists(os.path.join(ROOT, "bench", name)):
            yield f"{page}: there is no bench/{name}"
            continue
        bench = read(f"bench/{name}")
        for word in wrong_words(bench, words, everything):
            yield f"{page}: bench/{name} knows no {word}"
        row = row[2:].strip()
        if page == NUMBERS and row and name in PROGRAMS and not any(
                row in p.name for p in PROGRAMS[name]):
            yield f"{page}: bench/{name} has no row '{row}'"


def unnamed():
    for name, source, meaning in MEASURED.findall(read(NUMBERS)):
        if source == "MEASURED" and not SOURCES.search(meaning):
            yield f"{NUMBERS}: {name} is measured, but by what?"


def main():
    pages = [os.path.relpath(n, ROOT) for n in
             glob.glob(os.path.join(ROOT, "docs/**/*.md"), recursive=True)]
    everything, bad, count = sources(), list(unnamed()), 0
    for page in sorted([*pages, "README.md", NUMBERS]):
        bad += wrong(page, everything)
        count += len(CITED.findall(read(page)))
    print("\n".join(bad) or f"{count} citations of benches")
    sys.exit(bool(bad))


main()
