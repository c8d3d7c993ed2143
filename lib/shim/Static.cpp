// The linker inside of the self-contained tools (tools/static): called by the
// name ld.lld they are LLVM's linker, so that artifacts can be linked where
// none is installed. Not part of libtc.
#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"

LLD_HAS_DRIVER(elf)

extern "C" int tcLinkerMain(int argc, char **argv) {
  llvm::ArrayRef<const char *> args(const_cast<const char **>(argv),
                                    static_cast<size_t>(argc));
  return lld::lldMain(args, llvm::outs(), llvm::errs(),
                      {{lld::Gnu, &lld::elf::link}})
      .retCode;
}
