// The entry points that mlir-opt looks for in a plugin. Its loader does not
// check the LLVM version, and a host of another version would crash later, so
// the plugin refuses to load.
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "shim/DialectTable.h"
#include "shim/Registry.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"
#include <cstdio>
#include <dlfcn.h>

using namespace mlir;

// The loader refuses this one, naming the file.
static constexpr uint32_t refuse = 0;

// Asks through dlsym: a direct call would bind to our own libLLVM, which
// always agrees. Hosts before LLVM 17 have no such function: 0.0.0.
static uint32_t apiVersionFor(uint32_t version) {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  unsigned major = 0, minor = 0, patch = 0;
  if (auto get =
          reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion")))
    get(&major, &minor, &patch);
  if (major == LLVM_VERSION_MAJOR && minor == LLVM_VERSION_MINOR)
    return version;
  // The loader takes no message from a plugin: stderr is the only way.
  std::fprintf(stderr,
               "error: [TC-5001] libtc.so is a plugin for LLVM %d.%d, the host "
               "has LLVM %u.%u: load it into mlir-opt-%d\n",
               LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR, major, minor,
               LLVM_VERSION_MAJOR);
  return refuse;
}

static void registerDialectsAndPasses(DialectRegistry *registry) {
  tc::insertOwnDialects(*registry);
  tc::registerPasses();
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {apiVersionFor(MLIR_PLUGIN_API_VERSION), "tc", LLVM_VERSION_STRING,
          registerDialectsAndPasses};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {apiVersionFor(MLIR_PLUGIN_API_VERSION), "tc", LLVM_VERSION_STRING,
          tc::registerPasses};
}
