// NVIDIA's back end: LLVM makes PTX, ptxas, if installed, a cubin; else the PTX
// is the image, which the driver compiles when it is loaded.
#include "target/nvptx/nvptx.h"
#include "target/gpu/tool.h"
#include "target/gpu/vendor.h"

#include <llvm-c/Target.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void initialize(void) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

static void initializeOnce(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize);
}

// Units of f64 are named where they are faster than FMA: those of sm_86, sm_87,
// sm_89 and sm_120 on are not (two or four products a cycle), and sm_100's have
// the rate of its FMA.
// PTX 8.1 has additions of vectors to memory.
static const TcGpuChip chips[] = {
    {"sm_90a", "+ptx81", 32, 132, 227 << 10, 90, 1, 1, 90, 128, 2048},
    {"sm_90", "+ptx80", 32, 132, 227 << 10, 80, 1, 1, 90, 128, 2048},
    {"sm_80", "+ptx80", 32, 108, 163 << 10, 80, 0, 0, 80, 64, 1024},
    {"sm_86", "+ptx80", 32, 84, 99 << 10, 80, 0, 0, 0, 128, 512},
    {"sm_89", "+ptx80", 32, 128, 99 << 10, 80, 0, 0, 0, 128, 512},
    {"sm_87", "+ptx80", 32, 16, 163 << 10, 80, 0, 0, 0, 128, 1024},
    {"sm_100a", "+ptx86", 32, 148, 227 << 10, 80, 1, 1, 0, 128, 4096},
    {"sm_103a", "+ptx88", 32, 160, 227 << 10, 80, 1, 1, 0, 128, 4096},
    {"sm_120a", "+ptx87", 32, 170, 99 << 10, 80, 1, 1, 0, 128, 512},
    {"sm_121a", "+ptx88", 32, 48, 99 << 10, 80, 1, 1, 0, 128, 512},
    {NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0}};

// ptxas of the CUDA toolkit, or, next to the Python package (tc/bin), those of
// Triton and of NVIDIA's packages.
static const char *const places[] = {"ptxas",
                                     "/usr/local/cuda/bin/ptxas",
                                     "../../triton/backends/nvidia/bin/ptxas",
                                     "../../nvidia/cuda_nvcc/bin/ptxas",
                                     "../../nvidia/cu13/bin/ptxas",
                                     NULL};
static const char *const options[] = {"-O3", NULL};
static const TcTool ptxas = {"ptxas", places, "CUDA_HOME", options};

// The driver reads text up to a 0.
static TcStatus keepText(TcBytes *made, TcBytes *image) {
  char *text = realloc(made->data, made->size + 1);
  if (!text)
    return tcStatusMake(TC_ERROR_TARGET_NO_MEMORY, "no memory for a kernel");
  text[made->size] = 0;
  *image = (TcBytes){text, made->size + 1};
  *made = (TcBytes){0};
  return TC_OK;
}

static TcStatus finish(const TcTarget *target, TcBytes *made, TcBytes *image) {
  char path[4096], arch[64];
  if (!tcToolFind(&ptxas, path))
    return keepText(made, image);
  snprintf(arch, sizeof arch, "-arch=%s", target->tune);
  return tcToolRun(&ptxas, path, arch, made, image);
}

static bool findAssembler(char *path) { return tcToolFind(&ptxas, path); }

static const char *const intrinsics[] = {"llvm.nvvm.", NULL};

const TcGpuVendor tcNvptxVendor = {
    .name = "cuda",
    .triple = "nvptx64-nvidia-cuda",
    .chips = chips,
    .initialize = initializeOnce,
    .file = LLVMAssemblyFile,
    .lowering = "convert-scf-to-cf,gpu.module(convert-gpu-to-nvvm,"
                "convert-nvvm-to-llvm,reconcile-unrealized-casts)",
    .intrinsics = intrinsics,
    .roundsToBf16 = true,
    .hasMaximum = true,
    .exp2 = "llvm.nvvm.ex2.approx.ftz.f32",
    .reciprocal = "llvm.nvvm.rcp.approx.ftz.f",
    .fixAssembly = tcNvptxFixStores,
    .finish = finish,
    .findAssembler = findAssembler,
};

static TcStatus toImage(MlirOperation module, const TcTarget *target,
                        const TcObjectOptions *options, TcBytes *image,
                        TcObjectStats *stats) {
  return tcGpuModuleToImage(&tcNvptxVendor, module, target, options, image,
                            stats);
}

const TcTargetBackend tcNvptxBackend = {
    .name = "cuda", .gpu = &tcNvptxVendor, .moduleToObject = toImage};
