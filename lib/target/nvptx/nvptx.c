// NVIDIA: PTX by LLVM, and from it a cubin by ptxas, where that is installed;
// else the text is the image, which the driver compiles when it is loaded.
#include "target/gpu/gpu.h"
#include "target/gpu/tool.h"
#include "target/nvptx/nvptx.h"

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

static const TcGpuChip chips[] = {{"sm_90a", "+ptx80", 32, 132},
                                  {"sm_90", "+ptx80", 32, 132},
                                  {"sm_80", "+ptx80", 32, 108},
                                  {"sm_86", "+ptx80", 32, 84},
                                  {"sm_89", "+ptx80", 32, 128},
                                  {NULL, NULL, 0, 0}};

static const char *const places[] = {"ptxas", "/usr/local/cuda/bin/ptxas",
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
    .mend = tcNvptxMendStores,
    .finish = finish,
};

static TcStatus toImage(MlirOperation module, const TcTarget *target,
                        const TcObjectOptions *options, TcBytes *image,
                        TcObjectStats *stats) {
  return tcGpuModuleToImage(&tcNvptxVendor, module, target, options, image,
                            stats);
}

const TcTargetBackend tcNvptxBackend = {.name = "cuda",
                                        .gpu = &tcNvptxVendor,
                                        .moduleToObject = toImage};
