"""Changes of schedules that keep them legal, by form: what docs/ir/schedule.md
calls free of it. Each gives False where it does not apply."""
WAVE, MOST_THREADS = 32, 1024


def chain(node):
    """The loops of a launch, each alone in the one around it; innermost last."""
    loops = []
    body = node["body"]
    while len(body) == 1 and "body" in body[0]:
        loops.append(body[0])
        body = body[0]["body"]
    return loops


def inner(node):
    """All nodes below one."""
    for one in node.get("body", []):
        yield one
        yield from inner(one)


#===- Forms ----------------------------------------------------------------===


def shares(node):
    return node.get("to") == "thread" and "step" not in node


def scans(node):
    """Adjacent points of a thread, one after the other."""
    return node.get("to") == "thread" and "step" in node and \
        any(n.get("to") == "seq" for n in node["body"][:1]) and \
        not any(n.get("to") == "unroll" for n in inner(node))


def form_of_launch(launch, streams):
    nodes = list(inner(launch))
    units = [n["unit"] for n in nodes if "unit" in n]
    if units:
        direct = "fma" in units and not any("copy" in n for n in nodes)
        return "streams" if streams else "direct" if direct else \
            "products" if "fma" in units else "units"
    if any("shares" in n for n in nodes):
        return "bins"
    if any(n.get("to") == "unroll" for n in nodes):
        return "windows"
    if any("align" in n for n in nodes):
        return "rows"
    if any("copy" in n for n in nodes):
        return "tiles"
    if any(n.get("combine") in ("launch", "merge") for n in nodes):
        return "sorts"
    if any(scans(n) for n in nodes):
        return "rows"
    if not any(map(shares, nodes)):
        return "points"
    if any(n.get("to") == "seq" for n in nodes):
        return "owners"
    return "columns" if any(shares(one) and any(
        n.get("to") == "thread" for n in one["body"]) for one in nodes
        if "body" in one) else "rows"


def form_of_phase(phase, streams):
    for key, form in (("product", "products"), ("owners", "owners"),
                      ("split", "splits")):
        if key in phase:
            return form
    return "streams" if streams else "nests"


def forms(schedule, streams):
    """The forms that a schedule has."""
    versions = schedule.get("versions", [schedule])
    found = {"versions"} if len(versions) > 1 else set()
    for version in versions:
        found.update(form_of_launch(launch, streams)
                     for launch in version.get("launches", []))
        found.update(form_of_phase(phase, streams)
                     for phase in version.get("phases", []))
        found.update("splits" for added in version.get("adds", [])
                     if added["as"] == "partial")
    return found


#===- GPUs -----------------------------------------------------------------===


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


def more_merges(draw, version):
    """Another merge of a sort's runs before one, or one less."""
    at = [i for i, launch in enumerate(version["launches"])
          if form_of_launch(launch, False) == "sorts" and
          any(n.get("combine") == "merge" for n in inner(launch))]
    if not at:
        return False
    i = draw.choice(at)
    added = copy(version["launches"][i])
    run = next(n for n in inner(added) if "combine" in n)
    if "ways" in run and draw.random() < .3:
        del version["launches"][i]
        return True
    run["ways"] = draw.choice([2, 3, 5, 16])
    version["launches"].insert(i, added)
    return True


def scan_points(draw, version):
    """Adjacent points of each thread of scans, and points of their chunks."""
    nodes = [n for launch in version["launches"] for n in inner(launch)
             if scans(n)]
    chunks = [a for a in version.get("adds", []) if "step" in a]
    if chunks and draw.random() < .6:
        chunk = draw.choice(chunks)
        step = draw.choice([1, 5, 16, 100, 300, 2048])
        for launch in version["launches"]:
            for node in inner(launch):
                if node.get("to") == "grid" and node["for"] == chunk["for"] \
                        and node.get("step") == chunk["step"]:
                    node["step"] = step
        chunk["step"] = step
        return True
    for node in nodes:
        node["step"] = draw.choice([2, 3, 4, 8, 16])
    return bool(nodes)


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


#===- Streams on units -----------------------------------------------------===


def shares_of_tile(launch):
    """The loops over warps or warp groups."""
    return [n for n in inner(launch) if n.get("to") in ("warp", "group")]


def tile(draw, launch):
    """Rows of a block of threads, and of a warp."""
    parts, roles = shares_of_tile(launch), launch.get("roles", [])
    groups = parts[0]["to"] == "group"
    each = 64 if groups else draw.choice([16, 32])
    count = draw.choice([1, 2, 3] if groups else [1, 2, 4, 8])
    for node in inner(launch):
        if node.get("for") == parts[0]["for"]:
            node["step"] = each if node in parts else each * count
    launch["threads"] = (4 if groups else 1) * WAVE * count
    for role in roles:
        if role["name"] == "multiply":
            role["warps"] = 4 * count
            role["registers"] = {1: 232, 2: 240, 3: 160}[count]
            launch["threads"] += 4 * WAVE
        else:
            role["registers"] = 32 if count == 3 else 24
    launch["resident"] = draw.choice([1, 1, 2])
    return True


def loop_of(launch):
    """The loop over streamed blocks, and its products."""
    loop = next(n for n in inner(launch) if "ring" in n)
    return loop, [n for n in inner(loop) if "unit" in n]


def ring(draw, launch):
    """Slots; of several contractions, whether a product is issued a block
    ahead."""
    loop, products = loop_of(launch)
    if shares_of_tile(launch)[0]["to"] == "warp" or len(products) == 2:
        loop["ring"] = draw.choice([2, 3, 4])
    else:
        ahead = draw.random() < .5
        loop["ring"] = draw.choice([4, 5] if ahead else [3, 4])
        loop.pop("skew", None)
        loop.update({"skew": 1} if ahead else {})
    launch["resident"] = 1
    return True


def pace(draw, launch):
    """Whether groups meet at each block, or go by turns."""
    loop, _ = loop_of(launch)
    if "roles" not in launch and launch["threads"] <= 4 * WAVE:
        return tile(draw, launch)
    for node in loop["body"]:
        if node.get("to") == "group":
            if node.pop("order", None) is None:
                node["order"] = "turns" if "roles" in launch else "free"
            return True
    return False


def places_of_operands(draw, launch):
    """Rows' operands in registers, or in shared memory; streamed columns in
    shared memory, or from memory."""
    loop, products = loop_of(launch)
    copies = [n for n in loop["body"] if n.get("bytes") == 4]
    if copies and draw.random() < .5:
        loop["body"] = [n for n in loop["body"] if n not in copies]
        return True
    if len(products) == 2 or shares_of_tile(launch)[0]["to"] == "warp":
        return False
    one = products[draw.randrange(len(products) // 2)]
    if one.pop("operands", None) is None:
        one["operands"] = [{"in": "registers", "read": 1}]
    return True


def engine(draw, launch):
    """Of several contractions: whether the copy engine brings the streamed
    operands."""
    loop, products = loop_of(launch)
    if "roles" in launch or len(products) == 2:
        return pace(draw, launch)
    for node in loop["body"]:
        if node.get("engine") == "tma":
            node.update(engine="cp.async", bytes=16)
        elif node.get("bytes") == 16:
            node["engine"] = "tma"
            del node["bytes"]
    return True


def persistence(draw, launch):
    nodes = [n for n in inner(launch) if n.get("to") in ("grid", "persist")]
    if "roles" not in launch:
        return ring(draw, launch)
    for node in nodes:
        node["to"] = "persist" if node["to"] == "grid" else "grid"
    join_tiles(draw, nodes[-1])
    return True


def join_tiles(draw, rows):
    """Whether a tile's first products are issued beside the last ones of the
    tile before; long tiles then may be in pairs with short ones."""
    rows.pop("skew", None)
    if rows.get("order") == "paired":
        rows["order"] = "reverse"
    if rows["to"] == "persist" and draw.random() < .6:
        rows["skew"] = 1
        if rows.get("order") == "reverse" and draw.random() < .6:
            rows["order"] = "paired"


def streams(draw, launch):
    if not shares_of_tile(launch):
        return points(draw, launch)
    return draw.choice([tile, tile, ring, pace, places_of_operands, engine,
                        persistence])(draw, launch)


LAUNCHES = {"points": points, "windows": windows, "rows": rows,
            "columns": columns, "owners": owners, "bins": bins, "sorts": sorts,
            "units": on_units, "direct": direct,
            "streams": streams}


def cut_launch(draw, version):
    """Stages of a launch by points run in two, one after the other."""
    at = draw.randrange(len(version["launches"]))
    launch = version["launches"][at]
    if form_of_launch(launch, False) != "points":
        return False
    loops = chain(launch)
    leaf = (loops[-1] if loops else launch)["body"]
    if len(leaf) < 2:
        return False
    cut = draw.randint(1, len(leaf) - 1)
    second = copy(launch)
    loops = chain(second)
    (loops[-1] if loops else second)["body"] = leaf[cut:]
    del leaf[cut:]
    version["launches"].insert(at + 1, second)
    return True


def parts(draw, version):
    added = [a for a in version.get("adds", []) if "parts" in a and
             a["as"] == "partial"]
    if not added:
        return False
    draw.choice(added)["parts"] = draw.choice([2, 3, 4, 5, 8, 16, 64])
    return True


def overlap(draw, version):
    launch = draw.choice(version["launches"])
    return launch.pop("overlap", None) is not None


def loops_of_thread(draw, launch):
    """Other loops of a thread, or loads before stores."""
    if form_of_launch(launch, False) in ("sorts", "streams", "units",
                                         "products", "direct", "windows"):
        return False
    if form_of_launch(launch, False) == "points" and draw.random() < .3:
        launch["load_words"] = draw.choice([1, 2, 3, 8, 64, 256])
        return launch["load_words"] != 256 or launch.pop("load_words") > 0
    runs = [node["run"] for node in inner(launch) if "run" in node]
    if "nests" not in launch and len(runs) == 1:
        launch["nests"] = [{"stages": runs}]
    if "nests" not in launch:
        return False
    one = draw.choice(launch["nests"])
    keys = [key for key in one if key != "stages"]
    how = draw.random()
    if how < .25:
        return separate(draw, launch["nests"])
    if how < .35 or not keys:
        key = draw.choice(["ranges", "rows", "few", "ahead"])
        one[key] = None if key == "few" else 2
        return True
    key = draw.choice(keys)
    if key == "few" or how < .5:
        del one[key]
    elif key in ("rows", "ranges", "ahead"):
        one[key] = draw.choice([2, 3, 4, 9, 16])
    return True


def move_gpu(draw, version, streams):
    how = draw.random()
    if how > .8 and loops_of_thread(draw, draw.choice(version["launches"])):
        return True
    if how < .15 and parts(draw, version):
        return True
    if how < .3 and cut_launch(draw, version):
        return True
    if how < .35 and overlap(draw, version):
        return True
    if how < .45 and more_merges(draw, version):
        return True
    if how < .6 and scan_points(draw, version):
        return True
    launch = draw.choice(version["launches"])
    move = LAUNCHES.get(form_of_launch(launch, streams))
    return bool(move) and move(draw, launch)


#===- CPUs -----------------------------------------------------------------===


def pack_anew(product):
    """Panels by tasks, in place of such that lie in memory."""
    for key in ("columns_from", "panels_inner", "ahead"):
        product.pop(key, None)


def shape_of_tile(draw, product, unit):
    """Other rows and vectors. Panels in memory have one width; what rows are cut
    from is cut evenly."""
    if product.get("rows_from") in ("lines", "images"):
        product["rows"] = draw.choice(
            [n for n in range(1, product["rows"] + 1)
             if product["rows"] % n == 0])
        return
    vectors = draw.choice([1, 2] if unit.startswith("amx") else [1, 2, 3, 4])
    if vectors != product["vectors"] and draw.random() < .5:
        product["vectors"] = vectors
        if product.get("columns_from") == "panels":
            pack_anew(product)
    if not unit.startswith("amx"):  # two registers above each other
        product["rows"] = draw.randint(1, min(14, 32 // product["vectors"]))


def operands(draw, product, unit):
    """Columns by tasks; rows where they lie, or copied."""
    rows = product.get("rows_from")
    if "columns_from" in product and draw.random() < .5:
        pack_anew(product)
    elif rows in ("steps", "images") or rows == "packed" and \
            draw.random() < .3:
        del product["rows_from"]
    elif not rows and draw.random() < .5:
        product["rows_from"] = "registers" if unit.startswith("amx") else \
            "packed"
    elif "stores" in product:
        del product["stores"]
    else:
        product.pop("column", None)


def between(draw, product):
    """More, less or nothing between the steps of a tile; other accumulators."""
    for key, values in (("terms", [1, 2, 6, 32, 64, 100, 128, 256]),
                        ("between", [product.get("between"), 32]),
                        ("ahead", [1, 3, 32])):
        if key in product and draw.random() < .3:
            del product[key]
        elif key in product or key == "ahead" and draw.random() < .3 and \
                product.get("columns_from") == "panels":
            product[key] = draw.choice(values)
    key = draw.choice(sorted(CODE))
    if draw.random() < .5:
        product[key] = draw.choice(CODE[key])
    else:
        product.pop(key, None)


# Of a product's code: what there is where nothing is said, or nothing; and what
# each may be.
CODE = {"iteration": [1, 2, 3, 5, 8], "unroll": [1, 2, 9, 16],
        "packing_unroll": [1, 3, 25], "steps_ahead": [1, 64, 500],
        "packing_ahead": [1, 32], "maps": ["loop"]}


def parts_of_sum(draw, product):
    if "parts" not in product or draw.random() < .5:
        product.pop("blocks", None)
        product["steps"] = max(1, product.get("steps", 1) // draw.choice(
            [1, 2, 3]))
    else:
        for one in ("parts", "blocks", "steps"):
            product.pop(one, None)


def division(draw, product, unit):
    """Fewer tiles or panels a task, other tiles, other ways of operands to them,
    the other order of a task's loops, panels that are packed by tasks of their
    own or not, or others at once, the sum in other parts."""
    key = draw.choice(["tiles", "panels"] * 2 + sorted({*product, "unroll"}))
    value = product.get(key)
    if key in ("rows", "vectors"):
        shape_of_tile(draw, product, unit)
    elif key in ("rows_from", "columns_from", "stores", "column"):
        operands(draw, product, unit)
    elif key in ("terms", "between", "ahead") or key in CODE:
        between(draw, product)
    elif value is None or key == "segments":
        del product[key]
    elif key in ("tiles", "panels"):
        flag = draw.choice(["panels_inner", "packs_ahead", "inside"])
        if draw.random() < .15 and product.get(flag, 0) == 0:
            product[flag] = None
        elif draw.random() < .1 and product["panels"] != 1:
            product["together"] = 2
        elif isinstance(value, int):
            product[key] = draw.randint(1, value)
        else:
            product[key] = draw.choice([1, 2, 3, 5, 7, 100])
    elif key == "together":
        product[key] = draw.choice([2, 3, 4, 8])
    elif key == "parts":
        product[key] = max(2, draw.choice([value // 2, value * 2, value + 1]))
    else:
        parts_of_sum(draw, product)
    return True


def separate(draw, nests):
    """Stages that share loops no longer do."""
    at = draw.randrange(len(nests))
    stages = nests[at]["stages"]
    if len(stages) < 2:
        return False
    cut = draw.randint(1, len(stages) - 1)
    nests.insert(at + 1, {"stages": stages[cut:]})
    nests[at] = {"stages": stages[:cut]}
    return True


def join(draw, nests):
    """A product's blocks take in stages of another nest, all or one: maps of
    their sums, which run on the accumulators."""
    blocks = [one for one in nests if "columns" in one]
    if not blocks or len(nests) < 2:
        return False
    one = draw.choice(blocks)
    other = draw.choice([n for n in nests if n is not one])
    some = list(other["stages"])
    if len(some) > 1 and draw.random() < .5:
        some = [draw.choice(some)]
    one["stages"] = sorted(one["stages"] + some)
    other["stages"] = [n for n in other["stages"] if n not in some]
    if not other["stages"]:
        nests.remove(other)
    return True


def nest(draw, phase):
    """Other accumulators, lanes, ranges, rows, prefetches of a nest, and stores
    past the caches; its plain form; stages of another nest."""
    if draw.random() < .2 and separate(draw, phase["nests"]):
        return True
    if draw.random() < .2 and join(draw, phase["nests"]):
        return True
    one = draw.choice(phase["nests"])
    keys = [key for key in one if key != "stages"]
    if "past_caches" not in one and draw.random() < .1:
        one["past_caches"] = None
        return True
    if not keys or draw.random() < .2:
        one["lanes"] = draw.choice([1, 2, 4, 8, 16, 32, 64])
        return "columns" not in one and "form" not in one
    key = draw.choice(keys)
    if draw.random() < .25 or key in (
            "unroll", "few", "form", "vector", "past_caches"):
        for other in (key, "columns", "rows")[:3 if key in (
                "columns", "rows", "vector") else 1]:
            one.pop(other, None)
    elif key in ("rows", "columns"):
        other = one.get("columns" if key == "rows" else "rows", 1)
        least = 1 if "columns" in one else 2
        one[key] = draw.randint(least, max(least, min(8, 24 // other)))
    elif key == "ranges":
        one[key] = draw.choice([2, 3, 5, 64])
    elif key == "ahead":
        one[key] = draw.choice([1, 2, 3, 16, 32])
    elif key == "lanes":
        one[key] = draw.choice([2, 4, 8, 16, 32, 64])
    return True


def move_cpu(draw, version, streams):
    """Numbers of a phase, and fewer tasks."""
    phase = draw.choice(version["phases"])
    form = form_of_phase(phase, streams)
    if form == "products" and draw.random() < .8:
        return division(draw, phase["product"], phase.get("unit", ""))
    if form != "products" and draw.random() < .4:
        if "nests" not in phase and len(phase["stages"]) == 1:
            phase["nests"] = [{"stages": list(phase["stages"])}]
        if "nests" in phase:
            return nest(draw, phase)
    keys = [key for key in ("grain", "chunk_size", "split_parts", "owners",
                            "tasks", "lanes", "chunk", "vector")
            if key in phase]
    if form == "products":
        keys = [key for key in keys if key == "grain"]
    if str(phase.get("unit")).startswith("amx"):  # these have the lanes of tasks
        keys = [key for key in keys if not key.startswith("chunk")]
    if not keys:
        return False
    key = draw.choice(keys)
    if key in ("grain", "chunk_size"):
        phase[key] = draw.choice([1, 2, 3, 5, 7, 16, 64, 100, 1000])
    elif key == "split_parts":
        phase[key] = draw.choice([1, 2, 3, 7, 16, 64, 100])
    elif key == "owners":
        phase[key] = draw.choice([2, 4, 8, 64])
    elif key == "lanes":
        phase[key] = draw.choice([2, 4, 8, 16, 32, 64])
    elif key == "tasks":
        names = [n for n in phase[key] if draw.random() < .7]
        draw.shuffle(names)
        phase[key] = names
    elif key == "chunk":
        for one in ("chunk", "chunk_size"):
            phase.pop(one, None)
    elif phase.get("chunk") != phase[key] and form != "splits":
        phase.pop("vector")
        phase.pop("lanes", None)
    else:
        return False
    return True


#===- All ------------------------------------------------------------------===


def copy(value):
    if isinstance(value, dict):
        return {key: copy(one) for key, one in value.items()}
    return [copy(one) for one in value] if isinstance(value, list) else value


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
