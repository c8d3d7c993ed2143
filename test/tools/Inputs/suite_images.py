"""suite_images.py SUITE BUILD: which chips programs with sizes have images for."""
import collections
import sys

sys.path.insert(0, sys.argv[1])
import cases  # noqa: E402
import columns  # noqa: E402

tools = columns.find_tools(sys.argv[2])
for tools.all_chips in (False, True):
    made = collections.defaultdict(collections.Counter)
    for case in cases.sizes():
        for column, of in (("nvptx", columns.NVIDIA), ("amdgpu", columns.AMD)):
            if not columns.is_again(case, column, tools):
                made[case.program, column].update(columns.chips(
                    columns.Cell(case, tools, ""), of))
    assert len(made) == 2 * len({case.program for case in cases.sizes()})
    for (_, column), chips in made.items():
        every = columns.NVIDIA if column == "nvptx" else columns.AMD
        assert chips == dict.fromkeys(every, 1), (column, chips)
