"""Changes of a CPU's schedule that keep it legal (docs/ir/schedule.md). Each gives
False where it does not apply."""
from schedule_moves_products import division
from schedule_parts import form_of_phase, separate


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
