// AMD's back end: LLVM makes an object, ld.lld links it to a code object
// (HSACO).
#include "target/gpu/tool.h"
#include "target/gpu/vendor.h"

#include <llvm-c/Target.h>

#include <pthread.h>

static void initialize(void) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmPrinter();
}

static void initializeOnce(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize);
}

static const TcGpuChip chips[] = {
    {"gfx942", "+wavefrontsize64", 64, 304, 64 << 10, 3, 0, 0, 0, 128, 1024},
    {"gfx90a", "+wavefrontsize64", 64, 110, 64 << 10, 0, 0, 0, 0, 64, 0},
    {"gfx1100", "+wavefrontsize32", 32, 96, 64 << 10, 0, 0, 0, 0, 128, 0},
    {NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0}};

static const char *const places[] = {"/usr/lib/llvm-22/bin/ld.lld", "ld.lld-22",
                                     "ld.lld", "/opt/rocm/llvm/bin/ld.lld",
                                     NULL};
static const char *const options[] = {"-shared", "-z", "notext", NULL};
static const TcTool linker = {"ld.lld", places, "ROCM_LLVM", options};

static TcStatus finish(const TcTarget *target, TcBytes *made, TcBytes *image) {
  char path[4096];
  (void)target;
  if (!tcToolFind(&linker, path))
    return tcStatusMake(TC_ERROR_LINKER_MISSING,
                        "no linker: ld.lld is not in PATH; install the package "
                        "lld-22, or set ROCM_LLVM to a folder that has "
                        "bin/ld.lld");
  return tcToolRun(&linker, path, NULL, made, image);
}

static const char *const intrinsics[] = {"llvm.amdgcn.", NULL};

const TcGpuVendor tcAmdgpuVendor = {
    .name = "rocm",
    .triple = "amdgcn-amd-amdhsa",
    .chips = chips,
    .initialize = initializeOnce,
    .file = LLVMObjectFile,
    .lowering = "convert-scf-to-cf,gpu.module(convert-gpu-to-rocdl{chipset=%s},"
                "reconcile-unrealized-casts)",
    .intrinsics = intrinsics,
    .finish = finish,
};

static TcStatus toImage(MlirOperation module, const TcTarget *target,
                        const TcObjectOptions *options, TcBytes *image,
                        TcObjectStats *stats) {
  return tcGpuModuleToImage(&tcAmdgpuVendor, module, target, options, image,
                            stats);
}

const TcTargetBackend tcAmdgpuBackend = {
    .name = "rocm", .gpu = &tcAmdgpuVendor, .moduleToObject = toImage};
