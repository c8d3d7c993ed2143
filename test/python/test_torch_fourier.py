"""Fourier transforms under torch.compile: eager's values, strides and
gradients, and which of them PyTorch runs, with the reason."""
import unittest

from Inputs.torch_case import Case
import tc
import torch
from tc.torch import fourier


def spectrum(x):
    return torch.fft.rfft(torch.relu(x)).abs()


class Fourier(Case):
    def compiled(self, function, *inputs, **options):
        torch._dynamo.reset()
        call = torch.compile(function, backend="tc", options=options)
        return call(*inputs)

    def alike(self, function, *inputs):
        want = function(*inputs)
        got = self.compiled(function, *inputs, fallback=False)
        self.assertEqual(got.stride(), want.stride())
        self.close(got, want, rtol=1e-10, atol=1e-10)

    def test_all_functions(self):
        x = torch.randn(3, 4, 6, dtype=torch.float64)
        z = torch.randn(3, 4, 6, dtype=torch.complex128)
        for name in ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn"):
            self.alike(getattr(torch.fft, name), z)
            self.alike(getattr(torch.fft, name), z.mT)
        for name in ("rfft", "rfft2", "rfftn", "ihfft", "ihfft2", "ihfftn",
                     "fft", "fftn"):
            self.alike(getattr(torch.fft, name), x)
        for name in ("irfft", "irfft2", "irfftn", "hfft", "hfft2", "hfftn"):
            self.alike(getattr(torch.fft, name), z)
        self.alike(lambda z: torch.fft.fftshift(torch.fft.fft(z, n=9,
                                                              norm="ortho")), z)
        self.alike(lambda z: torch.fft.irfft(z, n=7, dim=0), z)

    def test_windows(self):
        window = torch.hann_window(16, dtype=torch.float64)

        def there(x):
            return torch.stft(x, 16, 4, window=window, return_complex=True)
        x = torch.randn(2, 64, dtype=torch.float64)
        self.alike(lambda x: there(x).abs(), x)
        self.alike(lambda x: torch.istft(there(x), 16, 4, window=window), x)

    def test_gradients(self):
        def step(function, x):
            x = x.detach().requires_grad_()
            function(x).sin().sum().backward()
            return x.grad
        x = torch.randn(3, 4, 6, dtype=torch.float64)
        for function in (
                lambda x: torch.fft.fft2(x).real, lambda x: torch.fft.irfft(
                    torch.fft.rfft(x) * 1.5, n=6, norm="ortho"),
                lambda x: torch.fft.ihfft(x, n=5).abs(),
                lambda x: torch.fft.hfft(torch.complex(x, x * x))):
            torch._dynamo.reset()
            got = step(torch.compile(function, backend="tc"), x)
            self.close(got, step(function, x), rtol=1e-9, atol=1e-9)

    def test_what_a_real_signal_has_not_is_not_read(self):
        for n in (8, 9):
            z = torch.randn(2, n // 2 + 1, dtype=torch.complex128)
            for k in {0, n // 2} if n % 2 == 0 else {0}:
                z.imag[0, k] = float("nan")
            self.alike(lambda z, n=n: torch.fft.irfft(z, n=n), z)

    def test_large_ones_are_pytorchs(self):
        self.assertIn("1 ops in the framework",
                      str(tc.explain(spectrum, torch.randn(64, 1024))))
        self.assertIn(fourier.SLOWER,
                      str(tc.explain(spectrum, torch.randn(64, 1024))))
        self.assertIn("0 ops in the framework",
                      str(tc.explain(spectrum, torch.randn(4, 16))))

    def test_sizes_that_vary(self):
        x = torch.randn(3, 20)
        torch._dynamo.mark_dynamic(x, 0)
        self.assertIn("0 ops in the framework", str(tc.explain(spectrum, x)))
        torch._dynamo.mark_dynamic(x, 1)
        self.assertIn("whose size varies", str(tc.explain(spectrum, x)))


if __name__ == "__main__":
    unittest.main()
