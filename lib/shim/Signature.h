// The text that fx.graph and loop.kernel share: a name, arguments and results
// with attributes, as func.func writes them.
#ifndef TC_SHIM_SIGNATURE_H
#define TC_SHIM_SIGNATURE_H

#include "mlir/IR/OpImplementation.h"

namespace tc {

/// `private? @name(%x: TYPE {attrs}, ...) -> (TYPE {attrs}, ...)` into the
/// attributes sym_visibility, sym_name, function_type, arg_attrs, res_attrs.
mlir::ParseResult
parseSignature(mlir::OpAsmParser &parser, mlir::OperationState &result,
               llvm::SmallVectorImpl<mlir::OpAsmParser::Argument> &arguments);

/// `op` has these attributes and one region.
void printSignature(mlir::OpAsmPrinter &p, mlir::Operation *op);

/// `attributes {...}? { body }`.
mlir::ParseResult
parseBody(mlir::OpAsmParser &parser, mlir::OperationState &result,
          llvm::ArrayRef<mlir::OpAsmParser::Argument> arguments);
void printBody(mlir::OpAsmPrinter &p, mlir::Operation *op);

} // namespace tc

#endif // TC_SHIM_SIGNATURE_H
