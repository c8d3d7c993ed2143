// The code shared by the GPU back ends, and the struct that describes a vendor.
// Vendor-specific code is in lib/target/nvptx and lib/target/amdgpu.
#ifndef TC_TARGET_GPU_VENDOR_H
#define TC_TARGET_GPU_VENDOR_H

#include "target/target.h"

#include <llvm-c/TargetMachine.h>

/// One kind of chip.
typedef struct TcGpuChip {
  const char *name;     ///< as LLVM calls it: "sm_90a", "gfx942"
  const char *features; ///< of LLVM
  uint32_t waveThreads; ///< that run in step
  uint32_t units;       ///< of a usual card
  uint32_t sharedBytes; ///< that one block may have
  uint32_t matrixUnits; ///< their generation: TcTarget.units
  uint32_t dependentLaunch, tensorMaps;
  uint32_t doubleUnits; ///< TcTarget.doubleUnits
  /// Multiply-adds a cycle of one multiprocessor: of f32, and of bf16 on its
  /// matrix unit, without sparsity (0: it has none that is used).
  uint32_t fmas, halves;
} TcGpuChip;

typedef struct TcGpuVendor {
  const char *name; ///< of the target: "cuda"
  const char *triple;
  const TcGpuChip *chips;   ///< the first is the default; ends with no name
  void (*initialize)(void); ///< LLVM's back end; safe to call again
  LLVMCodeGenFileType file; ///< what LLVM makes for `finish`
  /// MLIR passes over a gpu.module; "%s" is the chip.
  const char *lowering;
  bool roundsToBf16; ///< chips have an instruction for it
  bool hasMaximum;   ///< of f32, NaN if either operand is
  /// LLVM's intrinsics for 2^x and 1/x of f32, within 2^-22 and 2^-23; or NULL,
  /// both.
  const char *exp2, *reciprocal;
  bool emulated; ///< kernels become CPU functions: most of this is not there
  /// Prefixes of intrinsics that the back end can select.
  const char *const *intrinsics;
  /// Works around bugs in the next tool by editing LLVM's assembly; may be
  /// NULL.
  TcStatus (*fixAssembly)(TcBytes *assembly);
  /// Turns LLVM's output, which it takes over, into the image that a driver
  /// loads.
  TcStatus (*finish)(const TcTarget *target, TcBytes *made, TcBytes *image);
  /// The program that makes machine code in `finish`, into `path` (4096 bytes):
  /// false if none is installed. NULL: LLVM makes it.
  bool (*findAssembler)(char *path);
} TcGpuVendor;

/// Fills in a target of the vendor; "" is the default chip, "native" that of
/// the machine's first GPU. TC-2602 if there is no such chip, TC-7550 or
/// TC-7551 if the machine has no such GPU.
TcStatus tcGpuTargetByName(const TcGpuVendor *vendor, const char *chip,
                           TcTarget *target) TC_MUST_USE;

/// tcTargetBackend's functions for a vendor.
TcStatus tcGpuModuleToImage(const TcGpuVendor *vendor, MlirOperation module,
                            const TcTarget *target,
                            const TcObjectOptions *options, TcBytes *image,
                            TcObjectStats *stats) TC_MUST_USE;

extern const TcGpuVendor tcNvptxVendor, tcAmdgpuVendor;
extern const TcTargetBackend tcNvptxBackend, tcAmdgpuBackend, tcEmulateBackend;

/// The target "emulate".
TcStatus tcEmulateTarget(TcTarget *target) TC_MUST_USE;

#endif // TC_TARGET_GPU_VENDOR_H
