"""Changes of one launch of a GPU's schedule that keep it legal, by form: what
docs/ir/schedule.md calls free of it. Each gives False where it does not apply."""
from schedule_parts import chain, inner

WAVE, MOST_THREADS = 32, 1024


def points(draw, launch):
    """Threads, what each computes at once and in turn, the order of points."""
    loops = chain(launch)
    grid = [n for n in loops if n["to"] == "grid"][-1:]
    threads = [n for n in loops if n["to"] == "thread"]
    if not grid or not threads:
        return False
    grid, thread = grid[0], threads[0]
    lanes = thread["step"]
    leaf = thread["body"]
    if leaf and leaf[0].get("to") == "vector":
        leaf = leaf[0]["body"]
    names = list(grid["for"])
    if draw.random() < .3:
        first = names[:-1]
        draw.shuffle(first)
        names = first + names[-1:]
    lanes = draw.choice([n for n in (1, 2, 4, 8, 16) if lanes % n == 0])
    launch["threads"] = draw.choice([32, 64, 96, 128, 256, 512, 1024])
    width, each = launch["threads"] * lanes, draw.choice([1, 1, 2, 4])
    if lanes > 1:
        leaf = [{"for": names[-1:], "to": "vector", "body": leaf}]
    body = [{"for": names, "step": lanes, "to": "thread", "body": leaf}]
    if each > 1:
        body = [{"for": names, "step": width, "to": "seq", "body": body}]
    grid.update({"for": names, "step": width * each, "body": body})
    return True


def threads_alone(draw, launch, most=MOST_THREADS):
    launch["threads"] = WAVE * draw.randint(1, most // WAVE)
    return True


def aligned(draw, grid, launch):
    """Another vector, other loads at once, other rows in shared memory, or
    none."""
    grid["align"] = draw.choice([2, 4, 4, 8])
    grid["loads"] = draw.choice([1, 2, 3, 4])
    launch["resident"] = draw.choice([1, 2])
    if draw.random() < .5:
        grid["body"] = [n for n in grid["body"]
                        if "copy" not in n or draw.random() < .5]


def beginnings(draw, grid, launch):
    """Of the rows in shared memory the beginnings alone, or all."""
    points = launch["threads"] * grid["align"] * draw.choice([1, 1, 2, 5])
    whole = draw.random() < .5
    for node in grid["body"]:
        if "copy" in node:
            node.pop("points", None)
            if not whole:
                node["points"] = points


def windows(draw, launch):
    """Threads, the points that each has along windows and the steps that are
    written out, vectors, the order of what is reduced, the iterator of the
    points; or a point a thread."""
    nodes = list(inner(launch))
    around, tiles = [n for n in nodes if n.get("to") == "grid"][-2:]
    thread = next(n for n in nodes if n.get("to") == "thread")
    steps = next(n for n in nodes if n.get("to") == "seq")
    if draw.random() < .2:
        return a_point_each(launch, tiles["for"] + around["for"])
    how = draw.choice(["threads", "points", "steps", "vectors", "order",
                       "along"])
    if how == "threads":
        launch["threads"] = WAVE * draw.choice([1, 2, 3, 8, 32])
    elif how == "points":
        tiles["step"] = draw.choice([2, 3, 4, 5, 8, 16])
    elif how == "steps":
        steps["step"] = draw.choice([1, 1, 2, 3, 5, 7])
    elif how == "vectors":
        thread["step"] = draw.choice(
            [n for n in (1, 2, 4, 8) if thread["step"] % n == 0])
        leave_vectors(thread)
    elif how == "order":
        steps.update({"for": draw.sample(steps["for"], len(steps["for"])),
                      "step": 1})
    else:
        swap_points(draw, nodes, around, tiles)
    around["step"] = launch["threads"] * thread["step"]
    return True


def leave_vectors(thread):
    """No loop over lanes where there is one."""
    if thread["step"] == 1 and thread["body"][0].get("to") == "vector":
        thread["body"] = thread["body"][0]["body"]


def swap_points(draw, nodes, around, tiles):
    """Another iterator of the points instead, but for that of vectors."""
    at = draw.randrange(len(around["for"]))
    last, old = at + 1 == len(around["for"]), tiles["for"][0]
    if last and any(n.get("to") == "vector" for n in nodes):
        return
    new = around["for"][at]
    for node in nodes:
        if node.get("to") in ("grid", "thread", "unroll"):
            node["for"] = [{old: new, new: old}.get(name, name)
                           for name in node["for"]]


def a_point_each(launch, names):
    """The launch by points."""
    nodes = list(inner(launch))
    thread = next(n for n in nodes if n.get("to") == "thread")
    body = [n for n in nodes if "run" in n]
    if any(n.get("to") == "vector" for n in nodes):
        body = [{"for": names[-1:], "to": "vector", "body": body}]
    body = [{"for": names, "step": thread["step"], "to": "thread",
             "body": body}]
    body = [{"for": names, "step": launch["threads"] * thread["step"],
             "to": "grid", "body": body}]
    blocks = [n for n in nodes if n.get("to") == "grid"][:-2]
    launch["body"] = [{**blocks[0], "body": body}] if blocks else body
    return True


def rows(draw, launch):
    loops = chain(launch)
    if loops and loops[0].get("step", 1) > 1 and len(loops) > 1 and \
            loops[1].get("step") == 1:
        return short_rows(draw, launch, loops[0])
    if loops and "align" in loops[0] and draw.random() < .7:
        aligned(draw, loops[0], launch)
        threads_alone(draw, launch)
        beginnings(draw, loops[0], launch)
        return True
    elif draw.random() < .3 and loops and len(loops[-1]["body"]) > 1:
        draw.shuffle(loops[0]["for"])
    if draw.random() < .7:  # as sorts must have
        launch["threads"] = WAVE << draw.randint(0, 5)
        return True
    return threads_alone(draw, launch)


def short_rows(draw, launch, grid):
    """Other rows of a block, more or fewer lanes of a wave for each; some that
    are no power of two."""
    lanes = launch["threads"] // grid["step"]
    lanes = draw.choice([lanes] * 4 + [min(2 * lanes, WAVE), lanes // 2 or 1,
                                       lanes + 1])
    grid["step"] = 1 << draw.randint(1, 5)
    launch["threads"] = lanes * grid["step"]
    return True


def sorts(draw, launch):
    """Chunks of a sort, threads, how many runs become one; last merges that
    leave runs, and merges that are the last."""
    nodes = list(inner(launch))
    run = next(n for n in nodes if "combine" in n)
    grid = [n for n in nodes if n.get("to") == "grid"][-1]
    if run["combine"] == "launch":
        launch["threads"] = WAVE << draw.randint(0, 5)
        grid["step"] = draw.choice([1, 7, 64, 100, 500, 1024])
        return True
    launch["threads"] = grid["step"] = WAVE * draw.choice([1, 2, 3, 8, 32])
    if "ways" in run or draw.random() < .03:
        run["ways"] = draw.choice([2, 3, 4, 7, 32])
    return True


def columns(draw, launch):
    """Twice or half as many rows of threads; registers bounded or not."""
    more = draw.choice([1, 2, 4])
    launch["threads"] = launch["threads"] * more if draw.random() < .5 \
        else launch["threads"] // more
    if draw.random() < .5:
        launch["resident"] = draw.choice([1, 2, 3, 4])
    else:
        launch.pop("resident", None)
    return WAVE <= launch["threads"] <= MOST_THREADS and \
        not launch["threads"] % WAVE


def owners(draw, launch):
    if any("combine" in node for node in inner(launch)):
        return False  # the launch behind, of long rows, has one form
    launch["threads"] = WAVE * draw.randint(1, 8)
    points = draw.choice([1, 2, 4, 8, 16, 32, 48, 64])
    for node in inner(launch):
        if node.get("to") == "seq" and node["step"] > 1:  # not the base's rows
            node["step"] = points * launch["threads"]
    if "longer" in launch:
        launch["longer"] = draw.choice([1, 2, 16, 128, 1000])
    return True


def bins(draw, launch):
    nodes = list(inner(launch))
    run = next(node for node in nodes if "shares" in node)
    if run["combine"] == "launch":  # what the blocks of the one before leave
        step = draw.choice([1, 2, 8, 32, 256])
        run["shares"] = launch["threads"] // step
        next(n for n in nodes if n.get("to") == "grid")["step"] = step
        return True
    launch["threads"] = WAVE * draw.choice([1, 2, 4, 8])
    run["shares"] = draw.choice([4, 8, 16, 32, 32])
    for node in nodes:
        if node.get("to") == "seq":
            node["step"] = launch["threads"] * draw.choice([1, 2, 3, 8, 16])
        if "parts" in node:
            node["parts"] = draw.choice([2, 3, 7, 64])
    return True


def on_units(draw, launch):
    """Numbers that no other entry depends on."""
    nodes = [launch, *inner(launch)]
    key = draw.choice(["group", "resident", "ring", "ahead"])
    found = [n for n in nodes if key in n]
    for node in found:
        node[key] = max(1, node[key] + draw.choice([-1, 1, 1]))
    return bool(found)


def direct(draw, launch):
    """Rows, columns and steps of a thread, and how threads share the tile; some
    that there is no code for."""
    nodes = list(inner(launch))
    grid = [n for n in nodes if n.get("to") == "grid"][-2:]
    thread = [n for n in nodes if n.get("to") == "thread" and "step" in n][:2]
    steps = next(n for n in nodes if n.get("to") == "seq")
    shared = [n for n in nodes if "parts" in n]
    if len([n for n in nodes if n.get("to") == "seq"]) > 1:
        return False  # products beside each other
    rows, columns = draw.choice([1, 2, 3, 4, 8]), draw.choice([1, 2, 4, 8])
    slots, wide = draw.choice([1, 1, 2, 3]), WAVE * draw.choice([1, 1, 2])
    if shared:
        shared[0]["parts"] = draw.choice([2, 3, 4, 8])
    parts = shared[0]["parts"] if shared else 1
    grid[0]["step"], grid[1]["step"] = slots * rows, wide * columns
    thread[0]["step"], thread[1]["step"] = rows, columns
    if draw.random() < .15:
        steps["step"] = draw.choice([1, 1, 2, 3])
    launch["threads"] = parts * slots * wide
    return launch["threads"] <= MOST_THREADS
