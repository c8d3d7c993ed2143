// Parsing of size expressions inside assembly text.
#ifndef TC_SHIM_SIZETEXT_H
#define TC_SHIM_SIZETEXT_H

#include "shim/Dialects.h"

namespace tc {

/// Parses one size expression: `2*s + 1`.
mlir::FailureOr<SizeAttr> parseSize(mlir::AsmParser &parser);

/// Parses a bracketed list: `[b, 2*s + 1, 64]`.
mlir::FailureOr<DimsAttr> parseSizeList(mlir::AsmParser &parser);

/// The attribute of an expression in any form; null if it is malformed, with
/// the reason in `why`.
SizeAttr getSize(mlir::MLIRContext *context, llvm::StringRef text,
                 std::string *why = nullptr);

/// The value of a constant size.
std::optional<int64_t> getConstant(SizeAttr size);

void printSizes(mlir::AsmPrinter &printer, llvm::ArrayRef<SizeAttr> sizes);

} // namespace tc

#endif // TC_SHIM_SIZETEXT_H
