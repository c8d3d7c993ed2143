// Size expressions in assembly text. The grammar is the size algebra's
// (lib/support/size.c); here MLIR's tokens are only put together again as
// text, up to the comma or bracket that ends the expression.
#include "shim/SizeText.h"
#include "ir/size_text.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace tc;

// Appends the next token if it can be part of an expression.
static bool takeToken(AsmParser &parser, std::string &text, int &depth) {
  APInt integer;
  StringRef word;
  OptionalParseResult number = parser.parseOptionalInteger(integer);
  if (number.has_value()) {
    if (failed(*number))
      return false;
    SmallString<20> digits;
    integer.toString(digits, 10, /*Signed=*/true);
    text += digits.str();
  } else if (succeeded(parser.parseOptionalKeyword(&word))) {
    text += word;
  } else if (succeeded(parser.parseOptionalPlus())) {
    text += '+';
  } else if (succeeded(parser.parseOptionalMinus())) {
    text += '-';
  } else if (succeeded(parser.parseOptionalStar())) {
    text += '*';
  } else if (succeeded(parser.parseOptionalLParen())) {
    text += '(';
    ++depth;
  } else if (depth > 0 && succeeded(parser.parseOptionalRParen())) {
    text += ')';
    --depth;
  } else if (depth > 0 && succeeded(parser.parseOptionalComma())) {
    text += ',';
  } else {
    return false;
  }
  text += ' ';
  return true;
}

FailureOr<SizeAttr> tc::parseSize(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  std::string text, why;
  int depth = 0;
  while (takeToken(parser, text, depth))
    ;
  if (SizeAttr size = getSize(parser.getContext(), text, &why))
    return size;
  return parser.emitError(loc) << why;
}

FailureOr<DimsAttr> tc::parseSizeList(AsmParser &parser) {
  SmallVector<SizeAttr> sizes;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<SizeAttr> size = parseSize(parser);
    if (failed(size))
      return failure();
    sizes.push_back(*size);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  return DimsAttr::get(parser.getContext(), sizes);
}

SizeAttr tc::getSize(MLIRContext *context, StringRef text, std::string *why) {
  std::string out;
  auto append = [](MlirStringRef part, void *to) {
    static_cast<std::string *>(to)->append(part.data, part.length);
  };
  if (tcSizeTextCanonical(wrap(text), append, &out))
    return SizeAttr::get(context, out);
  if (why)
    *why = out;
  return {};
}

std::optional<int64_t> tc::getConstant(SizeAttr size) {
  int64_t value;
  if (size.getText().getAsInteger(10, value))
    return std::nullopt;
  return value;
}

void tc::printSizes(AsmPrinter &printer, ArrayRef<SizeAttr> sizes) {
  printer << '[';
  llvm::interleaveComma(sizes, printer,
                        [&](SizeAttr size) { printer << size.getText(); });
  printer << ']';
}
