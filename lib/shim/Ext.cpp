// The registry of prim.ext, an interface of dialect prim and so one per
// context, and the libraries that fill it. See tc/ext.h.
#include "shim/Ext.h"
#include "tc/ext.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectInterface.h"

#include <dlfcn.h>
#include <mutex>
#include <vector>

using namespace mlir;

namespace {
struct Registry : DialectInterface::Base<Registry> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Registry)
  Registry(Dialect *dialect) : Base(dialect) {}
  mutable std::mutex lock;
  mutable llvm::StringMap<TcExtOp> ops;
};

using Extension = void (*)(MlirContext);
struct Libraries {
  std::mutex lock;
  std::vector<Extension> all;
};
} // namespace

static Libraries &libraries() {
  static Libraries loaded;
  return loaded;
}

void tc::addExtRegistry(Dialect &prim) { prim.addInterfaces<Registry>(); }

void tc::fillExtRegistry(MLIRContext *context) {
  std::vector<Extension> all;
  {
    std::lock_guard<std::mutex> guard(libraries().lock);
    all = libraries().all;
  }
  for (Extension extension : all)
    extension(wrap(context));
}

static const Registry *registryOf(MlirContext context) {
  Dialect *prim = unwrap(context)->getOrLoadDialect("prim");
  return prim ? prim->getRegisteredInterface<Registry>() : nullptr;
}

TcStatus tcExtRegister(MlirContext context, const TcExtOp *op) {
  if (op->structSize < sizeof(TcExtOp) || !op->name || !op->decompose ||
      !llvm::StringRef(op->name).contains('.'))
    return tcStatusMake(1590,
                        "an op for prim.ext needs the size of its struct, "
                        "a name \"ns.name\" and a decomposition");
  const Registry *registry = registryOf(context);
  if (!registry)
    return tcStatusMake(1590, "the context knows no dialect prim: call "
                              "tcRegisterDialects before");
  std::lock_guard<std::mutex> guard(registry->lock);
  if (!registry->ops.try_emplace(op->name, *op).second)
    return tcStatusMake(1590, "prim.ext \"%s\" is registered twice", op->name);
  return TC_OK;
}

const TcExtOp *tcExtLookup(MlirContext context, MlirStringRef name) {
  const Registry *registry = registryOf(context);
  if (!registry)
    return nullptr;
  std::lock_guard<std::mutex> guard(registry->lock);
  auto found = registry->ops.find(unwrap(name));
  return found == registry->ops.end() ? nullptr : &found->second;
}

TcStatus tcExtLoad(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return tcStatusMake(2510, "no extension: %s", dlerror());
  auto extension = reinterpret_cast<Extension>(dlsym(library, "tcExtension"));
  if (!extension)
    return tcStatusMake(2510, "%s does not define tcExtension", path);
  std::lock_guard<std::mutex> guard(libraries().lock);
  libraries().all.push_back(extension);
  return TC_OK;
}
