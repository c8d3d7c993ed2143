// How an op's C++ class calls the C functions its row names. tblgen pastes the
// TC_*_HOOK lines of TcBase.td into the op definitions.
#ifndef TC_SHIM_HOOKS_H
#define TC_SHIM_HOOKS_H

#include "ir/hooks.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

struct TcTypeSink {
  llvm::SmallVectorImpl<mlir::Type> &types;
};

struct TcSymbolTables {
  mlir::SymbolTableCollection &tables;
};

namespace tc::hooks {

mlir::LogicalResult
infer(TcInferFn *fn, llvm::StringRef opName, mlir::MLIRContext *context,
      std::optional<mlir::Location> location, mlir::ValueRange operands,
      mlir::DictionaryAttr attributes, mlir::Attribute properties,
      mlir::RegionRange regions, llvm::SmallVectorImpl<mlir::Type> &types,
      const TcRelate *relate = nullptr);

void effects(
    TcEffectsFn *fn, mlir::Operation *op,
    llvm::SmallVectorImpl<
        mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>> &out);

mlir::OpFoldResult fold(TcFoldFn *fn, mlir::Operation *op,
                        llvm::ArrayRef<mlir::Attribute> constants);

} // namespace tc::hooks

#define TC_VERIFY_HOOK(Class, Fn)                                              \
  extern "C" TcVerifyFn Fn;                                                    \
  ::llvm::LogicalResult Class::verify() {                                      \
    return unwrap(Fn(wrap(getOperation())));                                   \
  }

#define TC_VERIFY_SYMBOLS_HOOK(Class, Fn)                                      \
  extern "C" TcVerifySymbolsFn Fn;                                             \
  ::llvm::LogicalResult Class::verifySymbolUses(                               \
      ::mlir::SymbolTableCollection &tables) {                                 \
    TcSymbolTables wrapped{tables};                                            \
    return unwrap(Fn(wrap(getOperation()), &wrapped));                         \
  }

#define TC_INFER_HOOK(Class, Fn)                                               \
  extern "C" TcInferFn Fn;                                                     \
  ::llvm::LogicalResult Class::inferReturnTypes(                               \
      ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> loc,     \
      ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,          \
      ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,        \
      ::llvm::SmallVectorImpl<::mlir::Type> &types) {                          \
    ::mlir::Attribute dictionary;                                              \
    if (properties)                                                            \
      dictionary =                                                             \
          getPropertiesAsAttr(context, *properties.as<Properties *>());        \
    return ::tc::hooks::infer(Fn, getOperationName(), context, loc, operands,  \
                              attributes, dictionary, regions, types);         \
  }

#define TC_EFFECTS_HOOK(Class, Fn)                                             \
  extern "C" TcEffectsFn Fn;                                                   \
  void Class::getEffects(                                                      \
      ::llvm::SmallVectorImpl<                                                 \
          ::mlir::SideEffects::EffectInstance<::mlir::MemoryEffects::Effect>>  \
          &out) {                                                              \
    ::tc::hooks::effects(Fn, getOperation(), out);                             \
  }

#define TC_FOLD_HOOK(Class, Fn)                                                \
  extern "C" TcFoldFn Fn;                                                      \
  ::mlir::OpFoldResult Class::fold(FoldAdaptor adaptor) {                      \
    ::llvm::SmallVector<::mlir::Attribute> constants(                          \
        adaptor.getOperands().begin(), adaptor.getOperands().end());           \
    return ::tc::hooks::fold(Fn, getOperation(), constants);                   \
  }

#endif // TC_SHIM_HOOKS_H
