// The version of the IR in bytecode: each dialect of ours writes it, and
// refuses a newer one before it reads an op or an attribute. (In text it is the
// module's attribute tc.version.) Bytecode of 0.1 has none.
#include "shim/Version.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "support/version.h"
#include "tc/version.h"

using namespace mlir;

namespace {
struct WrittenVersion : DialectVersion {};

struct Versioned : BytecodeDialectInterface {
  explicit Versioned(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const final {
    writer.writeVarInt(TC_VERSION_MAJOR);
    writer.writeVarInt(TC_VERSION_MINOR);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t major, minor;
    if (failed(reader.readVarInt(major)) || failed(reader.readVarInt(minor)))
      return nullptr;
    if (major == TC_VERSION_MAJOR && minor <= TC_VERSION_MINOR)
      return std::make_unique<WrittenVersion>();
    char text[TC_VERSION_TEXT];
    tcVersionRefusal(static_cast<int>(major), static_cast<int>(minor), text);
    reader.emitError() << "[TC-5002] " << text;
    return nullptr;
  }
};
} // namespace

void tc::addVersion(Dialect &dialect) {
  dialect.addInterface(std::make_unique<Versioned>(&dialect));
}
