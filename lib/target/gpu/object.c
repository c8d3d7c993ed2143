// A gpu.module of the LLVM dialect to an image, by LLVM's back end for the
// vendor and the vendor's last step. See vendor.h.
#include "target/codegen.h"
#include "target/gpu/vendor.h"
#include "target/units.h"
#include "tc/program.h"

#include "mlir-c/BuiltinAttributes.h"
#include <llvm-c/Core.h>

#include <stdio.h>
#include <string.h>

// Infers the address spaces of generic pointers first, from which the other
// passes profit.
static const char passes[] =
    "cgscc(inline),function(sroa,early-cse,infer-address-spaces,"
    "loop(loop-rotate),instcombine<no-verify-fixpoint>,loop-mssa(licm),"
    "loop(indvars),early-cse,instcombine<no-verify-fixpoint>,infer-alignment,"
    "load-store-vectorizer,simplifycfg)";

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

static const TcGpuChip *findChip(const TcGpuVendor *v, const char *name) {
  for (const TcGpuChip *c = v->chips; c->name; ++c)
    if (!*name || !strcmp(c->name, name))
      return c;
  return NULL;
}

uint32_t tcTargetRate(const TcTarget *t, const TcUnit *unit) {
  const TcGpuVendor *v = t->backend->gpu;
  const TcGpuChip *chip = v && v->chips ? findChip(v, t->tune) : NULL;
  if (!chip || !unit)
    return chip ? chip->fmas : 0;
  return (uint32_t)(unit->rate * chip->halves / unit->halves);
}

static TcStatus noChip(const TcGpuVendor *v, const char *name) {
  TcStrBuf names = {0};
  for (const TcGpuChip *c = v->chips; c->name; ++c)
    tcStrBufPrintf(&names, "%s%s", c == v->chips ? "" : ", ", c->name);
  TcStatus status =
      tcStatusMake(TC_ERROR_TARGET_CHIP, "no chip of %s is called '%.40s': %s",
                   v->name, name, tcStrBufText(&names));
  tcStrBufFree(&names);
  return status;
}

TcStatus tcGpuTargetByName(const TcGpuVendor *v, const char *name,
                           TcTarget *t) {
  char here[sizeof t->tune];
  if (!strcmp(name, "native")) {
    TC_RETURN_IF_ERROR(tcGpuChip(v->name, 0, here, sizeof here));
    name = here;
  }
  const TcGpuChip *chip = findChip(v, name);
  if (!chip)
    return noChip(v, name);
  snprintf(t->triple, sizeof t->triple, "%s", v->triple);
  snprintf(t->tune, sizeof t->tune, "%s", chip->name);
  snprintf(t->features, sizeof t->features, "%s", chip->features);
  t->waveThreads = chip->waveThreads;
  t->cores = chip->units;
  t->sharedBytes = chip->sharedBytes;
  t->units = chip->matrixUnits;
  t->dependentLaunch = chip->dependentLaunch;
  t->tensorMaps = chip->tensorMaps;
  t->doubleUnits = chip->doubleUnits;
  t->vectorBits = 32; // a lane is a thread
  t->vectorRegisters = 64;
  t->cacheLineBytes = 128;
  t->hasFma = t->hasF16Convert = true;
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// What can be selected
//===----------------------------------------------------------------------===//

// "llvm.fma" is a prefix of "llvm.fma.f32".
static bool isKnown(const TcGpuVendor *v, const char *name) {
  static const char *const all[] = {"llvm.fma.",
                                    "llvm.fmuladd.",
                                    "llvm.fabs.",
                                    "llvm.copysign.",
                                    "llvm.floor.",
                                    "llvm.ceil.",
                                    "llvm.trunc.",
                                    "llvm.rint.",
                                    "llvm.nearbyint.",
                                    "llvm.roundeven.",
                                    "llvm.sqrt.",
                                    "llvm.maximum.",
                                    "llvm.minimum.",
                                    "llvm.maxnum.f",
                                    "llvm.minnum.f",
                                    "llvm.smax.",
                                    "llvm.smin.",
                                    "llvm.umax.",
                                    "llvm.umin.",
                                    "llvm.abs.",
                                    "llvm.ctlz.",
                                    "llvm.cttz.",
                                    "llvm.ctpop.",
                                    "llvm.fshl.",
                                    "llvm.fshr.",
                                    "llvm.bswap.",
                                    "llvm.bitreverse.",
                                    "llvm.masked.",
                                    "llvm.assume",
                                    "llvm.vector.",
                                    "llvm.fptosi.sat.",
                                    "llvm.fptoui.sat.",
                                    "llvm.lifetime.",
                                    "llvm.scmp.",
                                    "llvm.ucmp.",
                                    "llvm.is.fpclass.",
                                    "llvm.usub.sat.",
                                    "llvm.ssub.sat.",
                                    "llvm.uadd.sat.",
                                    "llvm.sadd.sat.",
                                    "llvm.umul.with.",
                                    "llvm.smul.with.",
                                    "llvm.uadd.with.",
                                    "llvm.sadd.with.",
                                    "llvm.usub.with.",
                                    "llvm.ssub.with.",
                                    NULL};
  for (const char *const *p = all; *p; ++p)
    if (!strncmp(name, *p, strlen(*p)))
      return true;
  for (const char *const *p = v->intrinsics; *p; ++p)
    if (!strncmp(name, *p, strlen(*p)))
      return true;
  return false;
}

// The back ends end the process on intrinsics that they have no instruction for
// (llvm.exp), so these are reported before.
static TcStatus checkCalls(const TcCodegen *job, const TcGpuVendor *v) {
  TcStrBuf names = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(job->module); f;
       f = LLVMGetNextFunction(f)) {
    size_t size;
    const char *name = LLVMGetValueName2(f, &size);
    if (LLVMIsDeclaration(f) && !isKnown(v, name))
      tcStrBufPrintf(&names, "%s%s", names.size ? ", " : "", name);
  }
  TcStatus status = tcStrBufStatus(&names);
  if (!status && names.size)
    status = tcStatusMake(TC_ERROR_KERNEL_CALLS,
                          "the kernel calls %s, which %s has no instruction "
                          "for: expand it before code generation",
                          tcStrBufText(&names), job->target->tune);
  tcStrBufFree(&names);
  return status;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

static TcStatus makeImage(TcCodegen *job, const TcGpuVendor *v,
                          TcBytes *image) {
  LLVMCodeGenFileType type =
      job->options->assembly ? LLVMAssemblyFile : v->file;
  TcBytes made = {0};
  TC_RETURN_IF_ERROR(tcCodegenEmitJob(job, type, &made));
  if (v->fixAssembly && type == LLVMAssemblyFile) {
    TcStatus status = v->fixAssembly(&made);
    if (status) {
      tcBytesFree(&made);
      return status;
    }
  }
  if (job->options->assembly) {
    *image = made;
    return TC_OK;
  }
  TcStatus status = v->finish(job->target, &made, image);
  tcBytesFree(&made);
  return status;
}

static TcStatus run(TcCodegen *job, const TcGpuVendor *v, MlirOperation module,
                    TcBytes *image) {
  double start;
  tcCodegenAddTime(NULL, &start);
  v->initialize();
  TC_RETURN_IF_ERROR(
      tcCodegenMachine(v->triple, job->target->tune, job->target->features,
                       job->options->codegenLevel, &job->machine));
  TC_RETURN_IF_ERROR(tcCodegenTranslate(job, module));
  tcCodegenAddTime(&job->stats->translate, &start);
  TC_RETURN_IF_ERROR(tcCodegenOptimize(job, passes));
  tcCodegenAddTime(&job->stats->optimize, &start);
  if (job->options->llvmIr)
    return tcCodegenPrint(job, image);
  TC_RETURN_IF_ERROR(checkCalls(job, v));
  TC_RETURN_IF_ERROR(makeImage(job, v, image));
  tcCodegenAddTime(&job->stats->codegen, &start);
  return TC_OK;
}

// `op` if it is a gpu.module, else the one inside it.
static MlirOperation gpuModuleOf(MlirOperation op) {
  MlirStringRef gpu = mlirStringRefCreateFromCString("gpu.module");
  if (mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)), gpu))
    return op;
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(op));
  op = mlirBlockGetFirstOperation(body);
  while (!mlirOperationIsNull(op) &&
         !mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)), gpu))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

TcStatus tcGpuModuleToImage(const TcGpuVendor *v, MlirOperation module,
                            const TcTarget *target,
                            const TcObjectOptions *options, TcBytes *image,
                            TcObjectStats *stats) {
  MlirOperation gpu = gpuModuleOf(module);
  if (mlirOperationIsNull(gpu))
    return tcStatusMake(TC_ERROR_KERNEL_TRANSLATE,
                        "the kernel is no gpu.module of the LLVM dialect");
  TcCodegen job = {.target = target, .options = options, .stats = stats};
  TcStatus status = run(&job, v, gpu, image);
  if (status)
    tcBytesFree(image);
  tcCodegenDestroy(&job);
  return status;
}
