"""with_schedules.py SCHEDULED STREAMED: prints STREAMED, whose kernels have no
schedules, with those of SCHEDULED, in the same order: streams in blocks of a
length for which nothing chooses them."""
import re
import sys

scheduled, streamed = (open(name).read() for name in sys.argv[1:])
schedules = iter(re.findall(r"loop\.schedule = (\{.*\}), loop\.stream = ",
                            scheduled))
print(re.sub(r"loop\.stream = ", lambda found:
             f"loop.schedule = {next(schedules)}, {found[0]}", streamed))
