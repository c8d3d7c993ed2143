"""The cells of the table as tests of lit: suite/FAMILY/NAME/COLUMN; where code is
run, those of a program at all its sizes are one. Images are made for one chip of
each vendor, another from case to case; the interpreter and the emulator leave
models out."""
import contextlib
import functools
import os
import tempfile

import lit.formats
import lit.Test
import cases
import columns
import programs

CODES = {columns.RIGHT: lit.Test.PASS, columns.WRONG: lit.Test.FAIL,
         columns.UNSUPPORTED: lit.Test.XFAIL,
         columns.SKIPPED: lit.Test.UNSUPPORTED}


@functools.lru_cache(None)
def table(build):
    """What is known to fail, tools, {(name, column): cases}: made once, before
    lit makes processes of itself."""
    tools = columns.find_tools(build)
    tools.all_chips = False
    tools.memory = os.path.join(build, "test", "expected")
    tools.gpu_lock = contextlib.nullcontext()
    rows = cases.all_cases(tools.rows)
    known = cases.known_failures(rows, columns.COLUMNS)
    columns.find_gpu(tools)
    return known, tools, {
        (name, column): group for column in columns.COLUMNS
        for name, group in columns.groups(rows, column, tools).items()}


class Cells(lit.formats.TestFormat):
    def __init__(self, build):
        self.build = build

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        if len(path_in_suite) > 1:
            return
        _, _, of = table(self.build)
        for name, column in of:
            yield lit.Test.Test(
                suite, path_in_suite + (*name.split("/"), column), config)

    def execute(self, test, lit_config):
        known, tools, of = table(self.build)
        *name, column = test.path_in_suite[1:]
        group = of["/".join(name), column]
        tools.environment = test.config.environment
        if column == "emulate" and group[0].family == "models":
            return lit.Test.UNSUPPORTED, "suite.py emulates models"

        def once():
            with tempfile.TemporaryDirectory() as folder:
                results = columns.run(group, column, tools, known, folder)
            worst = next((r for r in results if r.state == columns.WRONG),
                         results[0])
            said = "\n".join([*worst.commands, worst.text])
            return CODES[worst.state], f"{worst.case}\n{said}"

        return programs.retried(test, once)
