"""What a test costs: processor seconds, its own and those of the processes that
it waited for, which other load on the machine does not change much. They stand in
lit's report as the metric `processor`; report.py makes tables of them. What
outlives its parent is not counted: the compilers (tc-worker) of Python scripts."""
import resource

import lit.Test

elsewhere = [0.0]  # processor seconds of what another process did for this one


def count(seconds):
    elsewhere[0] += seconds


def processor():
    """Processor seconds of this process and of its children that ended."""
    both = (resource.getrusage(who)
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both) + elsewhere[0]


class Measured:
    """A test format that says what each test of another one cost."""

    def __init__(self, tests):
        self.tests = tests

    def getTestsForPath(self, *where):
        return self.tests.getTestsForPath(*where)

    def getTestsInDirectory(self, *where):
        return self.tests.getTestsInDirectory(*where)

    def execute(self, test, lit_config):
        before = processor()
        result = self.tests.execute(test, lit_config)
        if isinstance(result, tuple):
            result = lit.Test.Result(*result)
        result.addMetric("processor",
                         lit.Test.RealMetricValue(processor() - before))
        return result
