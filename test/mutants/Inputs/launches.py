"""A mutant whose results are right is called wrong by its launches, where they are
the original's; with libtc.so and with the tools as programs."""
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../suite")]
import columns  # noqa: E402
import library  # noqa: E402
import mutants  # noqa: E402

TEXT = """module {
  func.func @main(%x: tensor<64xf32> {tc.init = {kind = "uniform", mean = 9.0, std = 1.0, stream = 1}}) -> tensor<64xf32> {
  %0 = prim.sqrt %x : tensor<64xf32>
  %1 = prim.cumsum %0 dim 0 : tensor<64xf32>
  %2 = prim.constant dense<ZERO> : tensor<64xf32>
  %3 = prim.mul %1, %2 : tensor<64xf32>
  return %3 : tensor<64xf32>
}
}
"""


def held(judge, text):
    form = mutants.Form(text.replace("ZERO", "1.0"), "", "", ())
    good = judge.lib.expect(form.text)
    known = mutants.Form(form.text, mutants.expected_of(good), "", ())
    assert judge.is_called_wrong(form.text, known) is False
    wrong = form.text.replace("prim.sqrt", "prim.exp")
    assert judge.is_called_wrong(wrong, known) == "results"
    # Where bounds of the whole are far too wide, launches decide.
    nothing = known._replace(expected=re.sub(
        r"bounds = dense<[^>]*>", "bounds = dense<1.0e+30>", known.expected))
    assert nothing != known
    assert judge.is_called_wrong(wrong, nothing) == "launches"
    # Other launches say nothing.
    more = form.text.replace("return %3", "%4 = prim.cumsum %3 dim 0 : "
                             "tensor<64xf32>\n  return %4")
    assert judge.is_called_wrong(more, nothing) is False


tools = columns.find_tools(sys.argv[1])
for of in (library.Library(os.path.join(tools.bin, "../lib/libtc.so")), None):
    with tempfile.TemporaryDirectory() as folder:
        held(mutants.Judge(tools, of or library.Programs(tools, folder),
                           folder), TEXT)
