"""Shares a list of work among processes, each of which takes what is next."""
import multiprocessing
import sys


def taken(todo, place):
    """The items that this process gets; `place` is common to all."""
    while True:
        with place.get_lock():
            number, place.value = place.value, place.value + 1
        if number >= len(todo):
            return
        yield todo[number]


def share(count, todo, work):
    """Runs `work(items)` in `count` processes; the worst of its results."""
    if count <= 1:
        return work(todo)
    context = multiprocessing.get_context("fork")
    place = context.Value("l", 0)

    def run():
        sys.exit(work(taken(todo, place)))
    processes = [context.Process(target=run) for _ in range(count)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    codes = [process.exitcode for process in processes]
    if any(code < 0 for code in codes):
        print(f"exit codes of processes: {codes}", flush=True)
    return max(map(abs, codes))
