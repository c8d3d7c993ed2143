// Text of fx.graph and of the calls. A call prints its argument tree with the
// operands in their places:
//
//   fx.call "aten.add.Tensor"(%x, [1, %y], alpha = 2) : (TYPE, TYPE) -> TYPE
//
// In the IR the operands are flat; the tree is two attributes, `args` and
// `kwargs`, in which #fx.arg<i> stands for operand i.
#include "mlir/AsmParser/AsmParser.h"
#include "shim/FxOps.h"
#include "shim/Signature.h"
#include "llvm/ADT/StringSwitch.h"
#include <complex>
#include <optional>

using namespace mlir;
using namespace tc;
using namespace tc::fx;

//===- Reading a tree -----------------------------------------------------===//

namespace {
class TreeParser {
public:
  explicit TreeParser(OpAsmParser &parser) : parser(parser) {}

  // `( arg, ..., key = arg, ... )`.
  ParseResult parseArguments();

  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Attribute> args;
  NamedAttrList kwargs;

private:
  ParseResult parseArgument();
  ParseResult parseValue(Attribute &value);
  ParseResult parseComplex(Attribute &value);
  ParseResult parseList(Attribute &value);
  ParseResult parseWord(StringRef word, SMLoc loc, Attribute &value);
  ParseResult parseKeyword(StringRef key);
  ParseResult parsePositional(Attribute value);

  OpAsmParser &parser;
};
} // namespace

ParseResult TreeParser::parseArguments() {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                        [&] { return parseArgument(); });
}

// A word or a string may be a key: what follows tells.
ParseResult TreeParser::parseArgument() {
  SMLoc loc = parser.getCurrentLocation();
  std::string text;
  StringRef word;
  Attribute value;
  if (succeeded(parser.parseOptionalString(&text))) {
    if (succeeded(parser.parseOptionalEqual()))
      return parseKeyword(text);
    return parsePositional(parser.getBuilder().getStringAttr(text));
  }
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    if (succeeded(parser.parseOptionalEqual()))
      return parseKeyword(word);
    return failure(parseWord(word, loc, value) || parsePositional(value));
  }
  return failure(parseValue(value) || parsePositional(value));
}

ParseResult TreeParser::parsePositional(Attribute value) {
  if (!kwargs.empty())
    return parser.emitError(parser.getCurrentLocation())
           << "[TC-0110] an argument without a key stands after one with a "
              "key: give it a key, or put it before";
  args.push_back(value);
  return success();
}

ParseResult TreeParser::parseKeyword(StringRef key) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute value;
  if (kwargs.get(key))
    return parser.emitError(loc)
           << "[TC-0111] the key '" << key << "' is given twice";
  if (parseValue(value))
    return failure();
  kwargs.append(key, value);
  return success();
}

ParseResult TreeParser::parseValue(Attribute &value) {
  SMLoc loc = parser.getCurrentLocation();
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
  if (isOperand.has_value()) {
    value = ArgAttr::get(parser.getContext(), operands.size());
    operands.push_back(operand);
    return *isOperand;
  }
  if (succeeded(parser.parseOptionalLSquare()))
    return parseList(value);
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word)))
    return parseWord(word, loc, value);
  return parser.parseAttribute(value);
}

// After `[`.
ParseResult TreeParser::parseList(Attribute &value) {
  SmallVector<Attribute> elements;
  if (failed(parser.parseOptionalRSquare())) {
    auto parseOne = [&] { return parseValue(elements.emplace_back()); };
    if (parser.parseCommaSeparatedList(parseOne) || parser.parseRSquare())
      return failure();
  }
  value = parser.getBuilder().getArrayAttr(elements);
  return success();
}

// After `complex(`: the parts of a number.
ParseResult TreeParser::parseComplex(Attribute &value) {
  FloatAttr re, im;
  if (parser.parseAttribute(re) || parser.parseComma() ||
      parser.parseAttribute(im) || parser.parseRParen())
    return failure();
  std::complex<APFloat> number(re.getValue(), im.getValue());
  if (!re.getType().isF64() || !im.getType().isF64())
    return parser.emitError(parser.getCurrentLocation())
           << "[TC-0112] the parts of a complex number must be f64";
  Type type = ComplexType::get(re.getType());
  value = DenseElementsAttr::get(RankedTensorType::get({}, type), number);
  return success();
}

ParseResult TreeParser::parseWord(StringRef word, SMLoc loc, Attribute &value) {
  Builder &builder = parser.getBuilder();
  if (word == "none")
    value = builder.getUnitAttr();
  else if (word == "true" || word == "false")
    value = builder.getBoolAttr(word == "true");
  if (value)
    return success();
  Type type;
  if (word == "complex" && succeeded(parser.parseOptionalLParen()))
    return parseComplex(value);
  if (word == "complex") {
    if (parser.parseLess() || parser.parseType(type) || parser.parseGreater())
      return failure();
    type = ComplexType::getChecked([&] { return parser.emitError(loc); }, type);
    value = type ? TypeAttr::get(type) : TypeAttr();
    return success(!!type);
  }
  type = llvm::StringSwitch<Type>(word)
             .Case("f64", builder.getF64Type())
             .Case("f32", builder.getF32Type())
             .Case("f16", builder.getF16Type())
             .Case("bf16", builder.getBF16Type())
             .Case("i64", builder.getI64Type())
             .Case("i32", builder.getI32Type())
             .Case("i16", builder.getIntegerType(16))
             .Case("i8", builder.getI8Type())
             .Case("ui8", builder.getIntegerType(8, /*isSigned=*/false))
             .Case("i1", builder.getI1Type())
             .Default(Type());
  if (!type)
    return parser.emitError(loc)
           << "[TC-0112] '" << word
           << "' is no argument: a number, a string, true, false, none, an "
              "element type, #tc.size<...>, %value, or a list of these";
  value = TypeAttr::get(type);
  return success();
}

//===- Writing a tree -----------------------------------------------------===//

// Numbers of Python's types stand without type; special floats need theirs.
static bool isPlainNumber(Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getType().isSignlessInteger(64);
  auto number = dyn_cast<FloatAttr>(value);
  return number && number.getType().isF64() && number.getValue().isFinite();
}

// The number that dense elements of one complex<f64> are.
static std::optional<std::complex<APFloat>> complexNumber(Attribute value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || dense.getType().getRank() != 0)
    return std::nullopt;
  auto type = dyn_cast<ComplexType>(dense.getElementType());
  if (!type || !type.getElementType().isF64())
    return std::nullopt;
  return *dense.value_begin<std::complex<APFloat>>();
}

static void printTree(OpAsmPrinter &p, OperandRange operands, Attribute value) {
  if (auto arg = dyn_cast<ArgAttr>(value)) {
    if (arg.getPosition() >= 0 &&
        arg.getPosition() < static_cast<int64_t>(operands.size()))
      p << operands[arg.getPosition()];
    else // Only in IR that does not verify.
      p.printAttribute(arg);
  } else if (auto list = dyn_cast<ArrayAttr>(value)) {
    p << '[';
    llvm::interleaveComma(
        list, p, [&](Attribute element) { printTree(p, operands, element); });
    p << ']';
  } else if (isa<UnitAttr>(value)) {
    p << "none";
  } else if (auto number = complexNumber(value)) {
    Type f64 = Float64Type::get(value.getContext());
    p << "complex(";
    printTree(p, operands, FloatAttr::get(f64, number->real()));
    p << ", ";
    printTree(p, operands, FloatAttr::get(f64, number->imag()));
    p << ")";
  } else if (isPlainNumber(value)) {
    p.printAttributeWithoutType(value);
  } else {
    p.printAttribute(value);
  }
}

//===- The ops ------------------------------------------------------------===//

static ParseResult parseCall(OpAsmParser &parser, OperationState &result) {
  StringAttr target;
  TreeParser tree(parser);
  FunctionType type;
  if (parser.parseAttribute(target, "target", result.attributes) ||
      tree.parseArguments() || parser.parseOptionalAttrDict(result.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type) ||
      parser.resolveOperands(tree.operands, type.getInputs(), loc,
                             result.operands))
    return failure();
  MLIRContext *context = parser.getContext();
  result.addAttribute("args", ArrayAttr::get(context, tree.args));
  if (!tree.kwargs.empty())
    result.addAttribute("kwargs", tree.kwargs.getDictionary(context));
  result.addTypes(type.getResults());
  return success();
}

template <typename Call> static void printCall(OpAsmPrinter &p, Call op) {
  OperandRange operands = op->getOperands();
  p << ' ' << op.getTargetAttr() << '(';
  llvm::interleaveComma(
      op.getArgs(), p, [&](Attribute value) { printTree(p, operands, value); });
  StringRef separator = op.getArgs().empty() ? "" : ", ";
  if (DictionaryAttr kwargs = op.getKwargsAttr())
    for (NamedAttribute attr : kwargs) {
      p << separator;
      p.printKeywordOrString(attr.getName());
      p << " = ";
      printTree(p, operands, attr.getValue());
      separator = ", ";
    }
  p << ')';
  p.printOptionalAttrDict(op->getDiscardableAttrDictionary().getValue());
  p << " : ";
  p.printFunctionalType(op);
}

ParseResult CallOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCall(parser, result);
}
void CallOp::print(OpAsmPrinter &p) { printCall(p, *this); }

ParseResult CallMethodOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCall(parser, result);
}
void CallMethodOp::print(OpAsmPrinter &p) { printCall(p, *this); }

ParseResult CallModuleOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCall(parser, result);
}
void CallModuleOp::print(OpAsmPrinter &p) { printCall(p, *this); }

ParseResult GraphOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseSignature(parser, result, arguments) ||
                 parseBody(parser, result, arguments));
}

// Placeholders print under the names that they were captured with.
void GraphOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  ArrayAttr attrs = getArgAttrsAttr();
  if (!attrs || attrs.size() != region.getNumArguments())
    return;
  for (auto [argument, entry] : llvm::zip(region.getArguments(), attrs))
    if (auto dictionary = dyn_cast<DictionaryAttr>(entry))
      if (auto name = dictionary.getAs<StringAttr>("fx.name"))
        setName(argument, name);
}

void GraphOp::print(OpAsmPrinter &p) {
  printSignature(p, *this);
  printBody(p, *this);
}
