"""The cells of the table as tests of lit: suite/FAMILY/NAME/COLUMN. Images are
made for one chip of each vendor, another from case to case; the interpreter
and the emulator leave models out."""
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
    """{name: case}, what is known to fail, tools: made once, before
    lit makes processes of itself."""
    tools = columns.find_tools(build)
    tools.all_chips = False
    tools.memory = os.path.join(build, "test", "expected")
    tools.gpu_lock = contextlib.nullcontext()
    rows = {case.name: case for case in cases.all_cases(tools.rows)}
    known = cases.known_failures(rows.values(), columns.COLUMNS)
    columns.find_gpu(tools)
    return rows, known, tools


class Cells(lit.formats.TestFormat):
    def __init__(self, build):
        self.build = build

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        if len(path_in_suite) > 1:
            return
        rows, _, tools = table(self.build)
        for name, case in rows.items():
            for column in columns.COLUMNS:
                if columns.is_again(case, column, tools):
                    continue
                yield lit.Test.Test(
                    suite, path_in_suite + (*name.split("/"), column), config)

    def execute(self, test, lit_config):
        rows, known, tools = table(self.build)
        *name, column = test.path_in_suite[1:]
        case = rows["/".join(name)]
        tools.environment = test.config.environment
        if column == "emulate" and case.family == "models":
            return lit.Test.UNSUPPORTED, "suite.py emulates models"
        reason = known.get((case.name, column))

        def once():
            with tempfile.TemporaryDirectory() as folder:
                result = columns.run(case, column, tools, reason, folder)
            said = "\n".join([*result.commands, result.text])
            return CODES[result.state], said

        return programs.retried(test, once)
