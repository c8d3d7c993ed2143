"""Changes of schedules that keep them legal, by form: what docs/ir/schedule.md
calls free of it."""
from schedule_moves_cpu import move_cpu
from schedule_moves_gpu import move_gpu
from schedule_parts import copy


def for_few_threads(draw, schedule):
    """What is for many threads, for the few that a check has."""
    for version in schedule.get("versions", []):
        for condition in version.get("when", []):
            if condition.get("size") == "threads":
                condition["least"] = draw.choice([2, 3, 8])


def moved(draw, schedule, streams):
    """The schedule with one to three such changes."""
    out = copy(schedule)
    for_few_threads(draw, out)
    for _ in range(draw.randint(1, 3)):
        version = draw.choice(out.get("versions", [out]))
        before = copy(version)
        move = move_gpu if "launches" in version else move_cpu
        if not move(draw, version, streams):
            version.clear()
            version.update(before)
    return out
