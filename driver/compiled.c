// Writes what is compiled to files, loads it, and says what it took. See
// compiled.h.
#include "driver/compiled.h"

#include "support/file.h"
#include "target/gpu/vendor.h"
#include "target/header.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool tcCompiledHasImages(const TcCompiled *c) {
  const TcGpuVendor *gpu = c->target.backend->gpu;
  return gpu && !gpu->emulated;
}

void tcCompiledFree(TcCompiled *c) {
  if (!c)
    return;
  tcCompiledFree(c->next);
  tcJitFree(c->jit);
  tcKernelsFree(&c->kernels);
  if (!mlirModuleIsNull(c->module))
    mlirModuleDestroy(c->module);
  mlirContextDestroy(c->ctx);
  tcArenaFree(&c->arena);
  free(c);
}

//===- Using it -----------------------------------------------------------===//

// The CPU target of a GPU program's tables: the baseline, so that any CPU of
// this kind can load it.
static TcStatus loaderTarget(const TcCompiled *c, TcTarget *target) {
  *target = c->target;
  return tcCompiledHasImages(c) ? tcTargetParse("x86-64", target) : TC_OK;
}

// The symbol of variant number `index`'s descriptor.
static const char *symbolOf(TcCompiled *first, size_t index) {
  return index
             ? tcArenaPrintf(&first->arena, TC_DESCRIPTOR_SYMBOL "_%zu", index)
             : TC_DESCRIPTOR_SYMBOL;
}

// The table of variant number `index`.
static TcStatus writeTable(TcCompiled *first, const TcCompiled *c, size_t index,
                           TcBytes *object) {
  TcTarget loader;
  const char *symbol = symbolOf(first, index);
  const char *other = c->next ? symbolOf(first, index + 1) : NULL;
  TC_RETURN_IF_ERROR(tcArenaStatus(&first->arena));
  TC_RETURN_IF_ERROR(loaderTarget(c, &loader));
  return tcDescriptorToObject(c->descriptor, &loader, symbol, other, object);
}

TcStatus tcCompiledWrite(TcCompiled *first, const char *path) {
  static const char *const exports[] = {TC_DESCRIPTOR_SYMBOL, NULL};
  size_t variants = 0, n = 0;
  for (TcCompiled *c = first; c; c = c->next, ++variants)
    n += tcCompiledHasImages(c) ? 0 : c->kernels.numObjects;
  TcBytes *objects = TC_ARENA_ARRAY(&first->arena, TcBytes, variants + n);
  TcStatus status = tcArenaStatus(&first->arena);
  size_t tables = 0, at = variants; // those first, which are freed
  for (TcCompiled *c = first; c && !status; c = c->next) {
    for (size_t i = 0; !tcCompiledHasImages(c) && i < c->kernels.numObjects;
         ++i)
      objects[at++] = c->kernels.objects[i];
    status = writeTable(first, c, tables, &objects[tables]);
    tables += !status;
  }
  if (!status)
    status = tcLinkShared(objects, variants + n, NULL, exports, NULL, path);
  for (size_t i = 0; i < tables; ++i)
    tcBytesFree(&objects[i]);
  return status;
}

static bool isText(const TcBytes *bytes) {
  return bytes->size < 4 || memcmp(bytes->data,
                                   "\x7f"
                                   "ELF",
                                   4);
}

// A text to a file, or to standard output if `path` is "-". Frees it.
static TcStatus writeText(TcStrBuf *text, const char *path) {
  TcStatus status = tcStrBufStatus(text);
  if (!status && strcmp(path, "-"))
    status = tcFileWrite(path, tcStrBufText(text), text->size);
  else if (!status &&
           (fwrite(tcStrBufText(text), 1, text->size, stdout) != text->size ||
            fflush(stdout)))
    status =
        tcStatusMake(TC_ERROR_FILE_WRITE, "cannot write to standard output: %s",
                     strerror(errno));
  tcStrBufFree(text);
  return status;
}

static TcStatus writeTexts(TcCompiled *c, const char *path) {
  TcStrBuf all = {0};
  const char *comment = c->emit.llvmIr ? ";" : "//";
  for (size_t i = 0; i < c->kernels.numObjects; ++i) {
    const TcBytes *text = &c->kernels.objects[i];
    tcStrBufPrintf(&all, "%s ---- kernel %s\n", comment, c->kernels.names[i]);
    tcStrBufAppendN(&all, text->data, strnlen(text->data, text->size));
  }
  return writeText(&all, path);
}

static TcStatus writeImage(TcCompiled *c, size_t i, const char *folder) {
  const TcBytes *image = &c->kernels.objects[i];
  const TcTargetBackend *backend = c->target.backend;
  const char *kind = !backend->gpu                    ? "o"
                     : !strcmp(backend->name, "cuda") ? "cubin"
                                                      : "hsaco";
  const char *path =
      tcArenaPrintf(&c->arena, "%s/%s.%s", folder, c->kernels.names[i], kind);
  if (isText(image))
    return tcStatusMake(TC_ERROR_ASSEMBLER_MISSING,
                        "no ptxas to make cubins with: put it into PATH, or "
                        "set CUDA_HOME");
  return tcFileWrite(path, image->data, image->size);
}

TcStatus tcCompiledWriteKernels(TcCompiled *c, const char *path) {
  if (c->emit.assembly || c->emit.llvmIr)
    return writeTexts(c, path);
  if (mkdir(path, 0777) && errno != EEXIST)
    return tcStatusMake(TC_ERROR_FILE_WRITE, "cannot make the folder %s: %s",
                        path, strerror(errno));
  for (size_t i = 0; i < c->kernels.numObjects; ++i)
    TC_RETURN_IF_ERROR(writeImage(c, i, path));
  return TC_OK;
}

TcStatus tcCompiledWriteHeader(TcCompiled *c, const char *path) {
  TcStrBuf text = {0};
  TcStatus status = tcDescriptorWriteHeader(c->descriptor, &text);
  if (!status)
    status = tcFileWrite(path, tcStrBufText(&text), text.size);
  tcStrBufFree(&text);
  return status;
}

static void appendText(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

TcStatus tcCompiledWritePlan(TcCompiled *c, const char *path) {
  TcStrBuf text = {0};
  mlirOperationPrint(mlirModuleGetOperation(c->module), appendText, &text);
  return writeText(&text, path);
}

TcStatus tcCompiledLoad(TcCompiled *c, const TcProgramDescriptor **descriptor) {
  if (!c->jit && !tcCompiledHasImages(c)) {
    TC_RETURN_IF_ERROR(
        tcJitCreate(c->kernels.objects, c->kernels.numObjects, &c->jit));
    for (int s = 0; s < TC_SECTION_COUNT; ++s) {
      const TcSection *section = &c->descriptor->sections[s];
      TC_RETURN_IF_ERROR(
          tcJitBindSteps(c->jit, (TcStep *)section->steps, section->numSteps));
    }
  }
  *descriptor = c->descriptor;
  return TC_OK;
}

TcCompileStats tcCompiledStats(const TcCompiled *c) {
  TcCompileStats stats = c->stats;
  stats.translate = c->kernels.stats.translate;
  stats.optimize = c->kernels.stats.optimize;
  stats.codegen = c->kernels.stats.codegen;
  stats.numKernels = c->kernels.numKernels;
  stats.numDifferent = c->kernels.numObjects;
  return stats;
}
