"""Programs that are compiled, called and freed by eight threads at once: each
its own, and all of them one, at many sizes. scripts/tsan.sh runs this too."""
import array
import concurrent.futures
import threading

from Inputs.checks import run, tc

THREADS, CALLS = 8, 20


def adding(number):
    return tc.compile_text(f"""
      func.func @main(%x: tensor<?xf32, #tc.dims<[n]>>)
          -> tensor<?xf32, #tc.dims<[n]>> {{
        %c = prim.constant dense<{number}.0> : tensor<f32>
        %y = prim.broadcast_in_dim %c [] : tensor<f32>
          to tensor<?xf32, #tc.dims<[n]>>
        %z = prim.add %x, %y : tensor<?xf32, #tc.dims<[n]>>
        return %z : tensor<?xf32, #tc.dims<[n]>>
      }}""")


def check(program, number, size):
    [found] = program.call([array.array("f", range(size))])
    assert memoryview(found).tolist() == [i + number for i in range(size)]


def test_threads():
    shared, start = adding(100), threading.Barrier(THREADS)

    def work(number):
        start.wait()
        own = adding(number)
        for size in range(1, CALLS):
            check(own, number, size)
            check(shared, 100, size + 1000 * number)
        del own  # while others call theirs
        check(adding(number + THREADS), number + THREADS, 3)
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))


if __name__ == "__main__":
    run(globals())
