"""each_form.py BUILD: each form of a schedule can be left out of what is chosen,
by name; that changes the schedule of some program below, on CPUs or on the
emulated GPU, and no result beyond what the interpreter allows."""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", part)
                for part in ("fuzz", "suite")]
import cases  # noqa: E402
import columns  # noqa: E402
import schedules  # noqa: E402
import worker  # noqa: E402

CPU = ("kernels/long_sums", "kernels/tall_columns", "kernels/scattered_rows",
       "kernels/long_sorts", "kernels/scattered_elements", "sizes/versions@b=1,n=12", "loop/attention")
GPU = ("collapse", "owners", "transposed_rows", "parts_order", "versions",
       "stream_versions", "tf32", "windows")


def names(tools):
    """What the pass may leave out, as it says itself."""
    said = subprocess.run(
        [tools.path("tc-opt"), "--loop-schedule=disable=nobody"],
        input="module {}", capture_output=True, text=True, check=False).stderr
    return re.search(r"there are: (.*)", said)[1].split(", ")


def programs(tools, folder):
    wanted = re.compile("|".join(f"{name}$" for name in CPU))
    found = [(case, "x86-64-v3") for case in cases.all_cases(tools.rows)
             if wanted.match(case.name)]
    found += [(schedules.gpu_form(name), "emulate") for name in GPU]
    for case, target in found:
        with worker.Worker(tools.path("tc-worker")) as compiler:
            yield schedules.Program(tools, case, target, folder, compiler)


def judge(program, text):
    """"" if the program with these schedules gives right results."""
    code, said, artifact = program.compile(text)
    if not code:
        code, said = program.run(artifact)
    return said[-1000:] if code else ""


def main():
    tools = columns.find_tools(sys.argv[1])
    forms, wrong = names(tools), []
    idle = set(forms)
    with tempfile.TemporaryDirectory() as folder:
        tools.memory = os.path.join(folder, "memory")
        for program in programs(tools, folder):
            chosen, _ = program.scheduled("replace=true")
            for form in forms:
                text, _ = program.scheduled(f"replace=true disable={form}")
                if text == chosen:
                    continue
                idle.discard(form)
                print(f"{program.name} without {form}", flush=True)
                said = judge(program, text)
                if said:
                    wrong.append(f"{program.name} without {form}: {said}")
    print("\n".join(wrong))
    print(f"{len(forms)} forms; these change nothing: "
          f"{', '.join(sorted(idle))}")
    print(f"{len(wrong)} wrong")


main()
