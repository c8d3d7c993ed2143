// GPU targets: their texts, what is refused before a back end would end the
// process, and images of kernels.
#include "check.h"
#include "target/target.h"

#include "tc/mlir.h"

#include <stdlib.h>

static bool failsWith(TcStatus status, int number, const char *word) {
  char text[1024];
  tcStatusPrint(status, text, sizeof text);
  bool right = tcStatusNumber(status) == number && strstr(text, word);
  if (!right)
    fprintf(stderr, "got: %s\n", text);
  tcStatusFree(status);
  return right;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

static void parses(const char *text, const char *chip, uint32_t wave) {
  TcTarget target, again;
  char first[TC_TARGET_TEXT], second[TC_TARGET_TEXT];
  CHECK(!tcTargetParse(text, &target));
  CHECK(!strcmp(target.tune, chip));
  CHECK(target.waveThreads == wave);
  CHECK(tcTargetPrint(&target, first, sizeof first) < TC_TARGET_TEXT);
  CHECK(!tcTargetParse(first, &again));
  tcTargetPrint(&again, second, sizeof second);
  CHECK(!strcmp(first, second));
}

static void knowsTargets(void) {
  TcTarget target;
  parses("cuda", "sm_90a", 32);
  parses("cuda,tune=sm_80", "sm_80", 32);
  parses("rocm", "gfx942", 64);
  parses("rocm,tune=gfx1100", "gfx1100", 32);
  parses("cuda,tune=sm_80,cores=46", "sm_80", 32);
  CHECK(failsWith(tcTargetParse("cuda,tune=gfx942", &target), 2602, "sm_90a"));
  CHECK(failsWith(tcTargetParse("cuda,tune", &target), 1600, "cuda,tune"));
  CHECK(failsWith(tcTargetParse("rocm,wave=7", &target), 1600, "wave=7"));
  CHECK(failsWith(tcTargetParse("metal", &target), 2600, "metal"));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

// A gpu.module of the LLVM dialect with the body in its one function.
static TcStatus compile(const char *target, const char *convention,
                        const char *body, const TcObjectOptions *options,
                        TcBytes *image) {
  TcTarget t;
  char text[2048];
  TC_RETURN_IF_ERROR(tcTargetParse(target, &t));
  snprintf(text, sizeof text,
           "gpu.module @m { llvm.func @k(%%p: !llvm.ptr<1>, %%x: f32) "
           "attributes {%s} { %s llvm.return } }",
           convention, body);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tcRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  tcContextAddTranslations(context);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  CHECK(!mlirModuleIsNull(module));
  TcStatus status = tcModuleToObject(mlirModuleGetOperation(module), &t,
                                     options, image, NULL);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return status;
}

static const char nvidia[] = "gpu.kernel, nvvm.kernel";
static const char amd[] = "gpu.kernel, rocdl.kernel";
static const char store[] = "llvm.store %x, %p : f32, !llvm.ptr<1>";

static void compiles(void) {
  TcBytes image = {0};
  TcObjectOptions text = tcObjectOptionsDefault();
  text.assembly = true;
  static const char *const chips[] = {"sm_80",   "sm_86",   "sm_87",
                                      "sm_89",   "sm_90a",  "sm_100a",
                                      "sm_103a", "sm_120a", "sm_121a"};
  for (size_t i = 0; i < sizeof chips / sizeof *chips; ++i) {
    char target[64], line[64];
    snprintf(target, sizeof target, "cuda,tune=%s", chips[i]);
    snprintf(line, sizeof line, ".target %s\n", chips[i]);
    CHECK(!compile(target, nvidia, store, &text, &image));
    CHECK(strstr(image.data, line) && strstr(image.data, "st.global"));
    tcBytesFree(&image);
  }
  CHECK(!compile("rocm,tune=gfx90a", amd, store, &text, &image));
  CHECK(strstr(image.data, "global_store_dword"));
  tcBytesFree(&image);
  CHECK(!compile("rocm,tune=gfx942", amd, store, NULL, &image));
  CHECK(image.size > 4 && !memcmp(image.data,
                                  "\x7f"
                                  "ELF",
                                  4));
  tcBytesFree(&image);
}

// LLVM's back ends would end the process at these.
static void refusesCalls(void) {
  TcBytes image;
  const char *exponential = "%y = llvm.intr.exp(%x) : (f32) -> f32 "
                            "llvm.store %y, %p : f32, !llvm.ptr<1>";
  CHECK(failsWith(compile("cuda", nvidia, exponential, NULL, &image), 1604,
                  "llvm.exp.f32"));
  CHECK(!image.data && !image.size);
  CHECK(failsWith(compile("rocm", amd, exponential, NULL, &image), 1604,
                  "llvm.exp.f32"));
}

int main(void) {
  knowsTargets();
  compiles();
  refusesCalls();
  return checkReport();
}
