"""PyTorch's tensors in and out: in place, of its own kind, on its threads."""
import os

from Inputs.checks import ADD, need, raises, run, tc

need("torch")
import torch  # noqa: E402

add = tc.compile_text(ADD)
x, y = torch.randn(4, 8), torch.randn(4, 8)

DTYPES = {"f32": torch.float32, "f64": torch.float64, "bf16": torch.bfloat16,
          "f16": torch.float16, "i64": torch.int64, "i32": torch.int32,
          "i16": torch.int16, "i8": torch.int8, "ui8": torch.uint8,
          "complex<f32>": torch.complex64, "complex<f64>": torch.complex128}


def test_results():
    z = add(x, y)
    assert type(z) is torch.Tensor and torch.equal(z, x + y)
    assert z.untyped_storage().resizable() and not z.requires_grad
    parameter = torch.nn.Parameter(x)
    assert torch.equal(add(parameter, y), x + y)
    with torch.inference_mode():
        assert torch.equal(add(x, y), x + y)


def flags_of_mapping(address):
    """The kernel's flags of the mapping that holds an address."""
    inside = False
    with open("/proc/self/smaps", encoding="utf-8") as file:
        for line in file:
            head = line.split(None, 1)[0]
            if "-" in head and not head.endswith(":"):
                low, high = (int(x, 16) for x in head.split("-"))
                inside = low <= address < high
            elif inside and head == "VmFlags:":
                return line.split()[1:]
    return []


def test_large_results_are_in_huge_pages():
    if not os.path.exists("/sys/kernel/mm/transparent_hugepage"):
        return
    large = torch.zeros(9, 1 << 20)
    program = tc.compile_text("""
      func.func @main(%x: tensor<9x1048576xf32>) -> tensor<9x1048576xf32> {
        %0 = prim.neg %x : tensor<9x1048576xf32>
        return %0 : tensor<9x1048576xf32>
      }""")
    for array, found in ((program(large), True), (torch.neg(large), False)):
        middle = array.data_ptr() + array.nbytes // 2
        assert ("hg" in flags_of_mapping(middle)) == found
    assert torch.equal(program(large), -large)


def test_every_dtype():
    for name, dtype in DTYPES.items():
        program = tc.compile_text(f"""
          func.func @main(%x: tensor<3x5x{name}>) -> tensor<3x5x{name}> {{
            %0 = prim.add %x, %x : tensor<3x5x{name}>
            return %0 : tensor<3x5x{name}>
          }}""")
        a = (torch.randn(3, 5) * 4).to(dtype)
        z = program(a)
        assert z.dtype == dtype and torch.equal(z, a + a), name
        out = torch.empty_like(a)
        assert program.call([a], [out])[0] is out and torch.equal(out, a + a)


def test_sizes_are_symbols():
    program = tc.compile_text("""
      func.func @main(%x: tensor<?x?xf32, #tc.dims<[m, n]>>)
          -> (tensor<?x?xf32, #tc.dims<[n, m]>>
                {tc.layout = #tc.layout<order = [1, 0]>}) {
        %0 = prim.transpose %x [1, 0] : tensor<?x?xf32, #tc.dims<[m, n]>>
        return %0 : tensor<?x?xf32, #tc.dims<[n, m]>>
      }""")
    for m, n in ((3, 5), (1, 7), (0, 4), (64, 1), (2, 2)):
        a = torch.randn(m, n)
        z = program(a)
        assert z.shape == (n, m) and torch.equal(z, a.t())
        assert m < 2 or n < 2 or z.stride() == (1, n)


def test_allocator():
    asked = []

    def allocate(index, sizes, strides, dtype):
        asked.append((index, sizes, strides, dtype))
        return torch.empty_strided(sizes, strides)

    z, = add.call([x, y], allocator=allocate)
    assert torch.equal(z, x + y) and asked == [(0, (4, 8), (8, 1), "f32")]
    raises(1506, add.call, [x, y],
           allocator=lambda *_: torch.empty(8, 4).t())


def test_other_results():
    assert isinstance(add.call([x, y], results="array")[0], tc.Array)
    z = torch.from_dlpack(add.call([x, y], results="array")[0])
    assert torch.equal(z, x + y)


def test_mutated():
    program = tc.compile_text("""
      func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>)
          -> (tensor<8xf32> {tc.ties = 0}) {
        %0 = prim.add %x, %y : tensor<8xf32>
        return %0 : tensor<8xf32>
      }""")
    a, b = torch.ones(8), torch.arange(8.0)
    storage = torch.zeros(16)
    for target in (a, storage[8:]):
        target.fill_(1)
        assert program(target, b) is target
        assert torch.equal(target, b + 1)
    assert storage[:8].sum() == 0
    raises(1508, program, a, a)
    raises(1508, program, storage[:8], storage[4:12])


def test_refused():
    """Tensors that have no memory of what they stand for."""
    from torch._subclasses.fake_tensor import FakeTensorMode
    with FakeTensorMode():
        fake = torch.empty(4, 8)
    for tensor in (fake, x.to("meta"), x.to_sparse(),
                   torch._neg_view(x)):
        raises(1751, add, x, tensor)
    raises(1509, add, x, torch._to_functional_tensor(x))
    for transform in (torch.func.vmap, lambda f: torch.func.grad(
            lambda t: f(t).sum())):
        raises(1751, transform(lambda t: add(t, t)), torch.randn(3, 4, 8))
    raises(1506, add, x, torch.randn(8, 4).t())
    program = tc.compile_text("""
      func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
        %0 = prim.add %x, %x : tensor<4xcomplex<f32>>
        return %0 : tensor<4xcomplex<f32>>
      }""")
    z = torch.randn(4, dtype=torch.complex64)
    raises(1751, program, z.conj())
    assert torch.equal(program(z.conj().resolve_conj()), 2 * z.conj())


def test_threads_are_torchs():
    """Its number of threads is obeyed, and results do not depend on it."""
    program = tc.compile_text("""
      func.func @main(%x: tensor<512x512xf32>, %y: tensor<512x512xf32>)
          -> tensor<512x512xf32> {
        %0 = prim.dot_general %x, %y batch [], [] contract [1], [0]
            : tensor<512x512xf32>, tensor<512x512xf32>
        return %0 : tensor<512x512xf32>
      }""")
    a, b = torch.randn(512, 512), torch.randn(512, 512)
    results = []
    before = torch.get_num_threads()
    for threads in (1, 2, 3):
        torch.set_num_threads(threads)
        results += [program(a, b), program.call([a, b], pool="tc")[0],
                    program.call([a, b], pool="serial")[0]]
    torch.set_num_threads(before)
    assert all(torch.equal(r, results[0]) for r in results)
    assert (results[0] - a @ b).abs().max() < 1e-3


def test_many_callers():
    """Eight threads call one program on PyTorch's threads."""
    import threading
    program = tc.compile_text("""
      func.func @main(%x: tensor<300x300xf32>) -> tensor<300x300xf32> {
        %0 = prim.exp %x : tensor<300x300xf32>
        return %0 : tensor<300x300xf32>
      }""")
    wrong = []

    def work(seed):
        generator = torch.Generator().manual_seed(seed)
        for _ in range(20):
            a = torch.randn(300, 300, generator=generator)
            if not torch.allclose(program(a), a.exp(), rtol=1e-5):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_workers_of_a_data_loader():
    class Data(torch.utils.data.Dataset):

        def __len__(self):
            return 8

        def __getitem__(self, index):
            return add(torch.full((4, 8), float(index)), y)

    add(x, y)
    torch.randn(300, 300) @ torch.randn(300, 300)  # its threads have run
    loader = torch.utils.data.DataLoader(Data(), batch_size=4, num_workers=2)
    for batch, tensors in enumerate(loader):
        for i, tensor in enumerate(tensors):
            assert torch.equal(tensor, y + float(4 * batch + i))


if __name__ == "__main__":
    run(globals())
