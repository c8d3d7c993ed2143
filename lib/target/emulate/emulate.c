// The target "emulate": GPU kernels as CPU functions that run thread by thread,
// for tests without a GPU. Artifacts need the functions of
// test/gpu/Inputs/threads.c, which run the threads of a block; they are slow.
#include "target/cpu/cpu.h"
#include "target/gpu/vendor.h"

static void initialize(void) {}

const TcGpuVendor tcEmulateVendor = {.name = "emulate",
                                     .initialize = initialize,
                                     .hasMaximum = true,
                                     .emulated = true};

static TcStatus toObject(MlirOperation module, const TcTarget *target,
                         const TcObjectOptions *options, TcBytes *object,
                         TcObjectStats *stats) {
  static const char *const externs[] = {"tcEmulateBlocks",
                                        "tcEmulateBarrier",
                                        "tcEmulateShuffle",
                                        "tcEmulateCopy",
                                        "tcEmulateCommit",
                                        "tcEmulateWait",
                                        "tcEmulateLoadMatrix",
                                        "tcEmulateMultiply",
                                        "tcEmulateWaveMultiply",
                                        "tcEmulateDoubleMultiply",
                                        "tcEmulateGroupMultiply",
                                        "tcEmulateGroupMultiplyRows",
                                        "tcEmulateShuffleFrom",
                                        "tcEmulateMatch",
                                        "tcEmulateMost",
                                        "tcEmulateBarrierInit",
                                        "tcEmulateBarrierArrive",
                                        "tcEmulateBarrierCopied",
                                        "tcEmulateBarrierAwait",
                                        "tcEmulateBarrierExpect",
                                        "tcEmulateTensorCopy",
                                        "tcEmulateImageCopy",
                                        NULL};
  TcObjectOptions more = *options;
  more.externs = externs;
  // LLVM's fast code generator: compiling takes 0.6 of the time, and tests
  // run as long, most of which is the judge's.
  more.codegenLevel = 0;
  return tcCpuBackend.moduleToObject(module, target, &more, object, stats);
}

const TcTargetBackend tcEmulateBackend = {
    .name = "emulate", .gpu = &tcEmulateVendor, .moduleToObject = toObject};

TcStatus tcEmulateTarget(TcTarget *target) {
  TC_RETURN_IF_ERROR(tcCpuTargetByName("host", target));
  target->backend = &tcEmulateBackend;
  target->waveThreads = 32;
  target->sharedBytes = 227 << 10;
  target->units = 90;
  target->doubleUnits = 90;
  target->tensorMaps = 1;
  target->cores = 2; // tests have more tiles than it holds blocks at once
  return TC_OK;
}
