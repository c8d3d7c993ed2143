"""Changes of a GPU's schedule that keep it legal (docs/ir/schedule.md): those of
one launch, and those that several have a part in."""
from schedule_moves_launches import (bins, columns, direct, on_units, owners,
                                     points, rows, sorts, windows)
from schedule_moves_streams import streams
from schedule_parts import (chain, copy, form_of_launch, inner, scans,
                            separate)

LAUNCHES = {"points": points, "windows": windows, "rows": rows,
            "columns": columns, "owners": owners, "bins": bins, "sorts": sorts,
            "units": on_units, "direct": direct,
            "streams": streams}


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
