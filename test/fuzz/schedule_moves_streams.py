"""Changes of a GPU's launch whose products are streamed that keep it legal
(docs/ir/schedule.md). Each gives False where it does not apply."""
from schedule_moves_launches import WAVE, points
from schedule_parts import inner


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
