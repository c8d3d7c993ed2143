// Size expressions in assembly text. The grammar is the size algebra's
// (lib/support/size.c); here MLIR's tokens are only put together again as
// text, up to the comma or bracket that ends the expression.
#include "shim/SizeText.h"
#include "ir/size_text.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace tc;

namespace {
// Takes the tokens of one expression. Two operands never stand side by side, so
// that a word after the expression (`take k reads(...)`) is left alone.
class SizeTokens {
public:
  explicit SizeTokens(AsmParser &parser) : parser(parser) {}
  std::string take();

private:
  bool takeOperand();
  bool takeOperator();
  bool takeInteger();
  bool takeWord();
  bool add(StringRef token, bool operandNext);

  AsmParser &parser;
  std::string text;
  int depth = 0;
  bool wantOperand = true, afterWord = false;
};
} // namespace

std::string SizeTokens::take() {
  while (wantOperand ? takeOperand() : takeOperator())
    ;
  return text;
}

bool SizeTokens::add(StringRef token, bool operandNext) {
  text += token;
  text += ' ';
  wantOperand = operandNext;
  afterWord = false;
  return true;
}

bool SizeTokens::takeInteger() {
  APInt integer;
  OptionalParseResult number = parser.parseOptionalInteger(integer);
  if (!number.has_value() || failed(*number))
    return false;
  SmallString<20> digits;
  integer.toString(digits, 10, /*Signed=*/true);
  return add(digits, false);
}

bool SizeTokens::takeWord() {
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return false;
  add(word, false);
  afterWord = true;
  return true;
}

bool SizeTokens::takeOperand() {
  // First: as part of an integer a minus would not do before a word.
  if (succeeded(parser.parseOptionalMinus()))
    return add("-", true);
  if (takeInteger() || takeWord())
    return true;
  if (failed(parser.parseOptionalLParen()))
    return false;
  ++depth;
  return add("(", true);
}

bool SizeTokens::takeOperator() {
  if (succeeded(parser.parseOptionalPlus()))
    return add("+", true);
  if (succeeded(parser.parseOptionalMinus()))
    return add("-", true);
  if (succeeded(parser.parseOptionalStar()))
    return add("*", true);
  for (StringRef infix : {"floordiv", "ceildiv", "mod"})
    if (succeeded(parser.parseOptionalKeyword(infix)))
      return add(infix, true);
  if (afterWord && succeeded(parser.parseOptionalLParen())) {
    ++depth;
    return add("(", true);
  }
  if (depth > 0 && succeeded(parser.parseOptionalComma()))
    return add(",", true);
  if (depth > 0 && succeeded(parser.parseOptionalRParen())) {
    --depth;
    return add(")", false);
  }
  return false;
}

FailureOr<SizeAttr> tc::parseSize(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  std::string why;
  std::string text = SizeTokens(parser).take();
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
