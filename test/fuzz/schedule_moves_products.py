"""Changes of how a CPU's phase multiplies in tiles that keep it legal
(docs/ir/schedule.md)."""


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
    if unit == SLICES:
        return  # tasks pack both
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
                        ("packing_between", [1, 2, 3, 100]),
                        ("between", [product.get("between"), 32]),
                        ("ahead", [1, 3, 32])):
        if key in product and draw.random() < .3:
            del product[key]
        elif key in product or key == "ahead" and draw.random() < .3 and \
                product.get("columns_from") == "panels":
            product[key] = draw.choice(values)
    key = draw.choice(sorted(CODE))
    if draw.random() < .5 and (key != SELDOM or key in product):
        product[key] = draw.choice(CODE[key])
    else:
        product.pop(key, None)


# Of a product's code: what there is where nothing is said, or nothing; and what
# each may be.
CODE = {"iteration": [1, 2, 3, 5, 8], "unroll": [1, 2, 9, 16],
        "packing_unroll": [1, 3, 25], "steps_ahead": [1, 64, 500],
        "packing_ahead": [1, 32], "maps": ["loop"]}
# A unit that splits factors into slices.
SLICES = "amx.bf16x6"
# Only where columns are whole pages apart, rows lie across, or sums end inside.
SELDOM = "packing_ahead"


def parts_of_sum(draw, product):
    if "parts" not in product or draw.random() < .5:
        product.pop("blocks", None)
        product["steps"] = max(1, product.get("steps", 1) // draw.choice(
            [1, 2, 3]))
    else:
        for one in ("parts", "blocks", "steps"):
            product.pop(one, None)


def has_no_code(product, unit):
    """Entries that nothing is compiled for beside the others, which is an error
    (passes/lower/cpu/product_loops.c, product_division.c, product_ahead.c,
    product_pack.c)."""
    columns, tiles = product.get("columns_from"), unit.startswith("amx")
    ahead, inner = "packs_ahead" in product, "panels_inner" in product
    cut = any(key in product for key in ("blocks", "parts", "inside",
                                         "segments"))
    if not tiles or columns or cut:
        yield "packs_ahead"
        ahead = False
    if "blocks" in product or not tiles and columns != "panels" and (
            columns or cut or product.get("rows_from") in ("lines", "images")):
        yield "panels_inner"
        inner = False
    if columns or product["panels"] == 1 or (ahead or inner if tiles
                                             else not inner) or \
            "packing_between" in product:
        yield "together"
    if columns == "panels" and not ahead:
        yield "packing_unroll"
        yield "packing_ahead"
    if columns != "panels" or unit:
        yield "steps_ahead"
    if unit:
        yield "iteration"
        yield "unroll"
    if product["vectors"] == 1:
        yield "maps"


def division(draw, product, unit):
    """How a phase's product is divided, and no entry that has no code then."""
    old = dict(product)
    change(draw, product, unit)
    for key in list(has_no_code(product, unit)):
        product.pop(key, None)
    return product != old


def change(draw, product, unit):
    """Fewer tiles or panels a task, other tiles, other ways of operands to them,
    the other order of a task's loops, panels that are packed by tasks of their
    own or not, or others at once, the sum in other parts."""
    key = draw.choice(["tiles", "panels"] * 2 + sorted({*product, "unroll"}))
    value = product.get(key)
    if key in ("rows", "vectors"):
        shape_of_tile(draw, product, unit)
    elif key in ("rows_from", "columns_from", "stores", "column"):
        operands(draw, product, unit)
    elif key in ("terms", "between", "ahead", "packing_between") or key in CODE:
        between(draw, product)
    elif value is None or key == "segments":
        del product[key]
    elif key in ("tiles", "panels"):
        flag = draw.choice(["panels_inner", "packs_ahead"])
        if product.get("rows_from") in ("lines", "strip"):
            key = "panels"  # there tiles are whole lines
        if draw.random() < .15 and product.get(flag, 0) == 0:
            product[flag] = None
        elif draw.random() < .1 and product["panels"] != 1:
            product["together"] = 2
        elif isinstance(product[key], int):
            product[key] = draw.randint(1, product[key])
        else:
            product[key] = draw.choice([1, 2, 3, 5, 7, 100])
    elif key == "together":
        product[key] = draw.choice([2, 3, 4, 8])
    elif key == "parts":
        product[key] = max(2, draw.choice([value // 2, value * 2, value + 1]))
    else:
        parts_of_sum(draw, product)
