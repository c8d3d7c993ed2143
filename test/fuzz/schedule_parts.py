"""What of a schedule's text changes of all forms ask for: its loops, forms, and
nests."""


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


def copy(value):
    if isinstance(value, dict):
        return {key: copy(one) for key, one in value.items()}
    return [copy(one) for one in value] if isinstance(value, list) else value


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
