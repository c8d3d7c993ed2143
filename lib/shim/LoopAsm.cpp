// Text of loop.kernel and of the stages. What stages share:
//
//   loop.NAME (i, j) ... reads(%a = %x[i, j - 1] : TYPE else 0.0, ...) ...
//
// `(i, j)` are the iterators, `%a` is the body's argument for the element of
// `%x` at `[i, j - 1]`, `else` the value of reads outside of `%x`.
#include "shim/LoopOps.h"
#include "shim/Signature.h"
#include "shim/SizeText.h"

using namespace mlir;
using namespace tc;
using namespace tc::loop;

//===- Names and sizes ----------------------------------------------------===//

// A list of bare words as strings: iterators, kinds of combination.
static ParseResult parseWords(OpAsmParser &parser, OperationState &result,
                              StringRef attrName,
                              AsmParser::Delimiter delimiter) {
  SmallVector<Attribute> words;
  auto parseOne = [&]() -> ParseResult {
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    words.push_back(parser.getBuilder().getStringAttr(word));
    return success();
  };
  if (parser.parseCommaSeparatedList(delimiter, parseOne))
    return failure();
  result.addAttribute(attrName, parser.getBuilder().getArrayAttr(words));
  return success();
}

static ParseResult parseWord(OpAsmParser &parser, OperationState &result,
                             StringRef attrName) {
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  result.addAttribute(attrName, parser.getBuilder().getStringAttr(word));
  return success();
}

static void parseOptionalFlag(OpAsmParser &parser, OperationState &result,
                              StringRef name) {
  if (succeeded(parser.parseOptionalKeyword(name)))
    result.addAttribute(name, parser.getBuilder().getUnitAttr());
}

static void printWords(OpAsmPrinter &p, ArrayAttr words, char open,
                       char close) {
  p << open;
  llvm::interleaveComma(words.getAsRange<StringAttr>(), p,
                        [&](StringAttr word) { p << word.getValue(); });
  p << close;
}

//===- Reads --------------------------------------------------------------===//

namespace {
// One `%a = %x[map] : TYPE else VALUE`.
struct Read {
  OpAsmParser::Argument element;
  OpAsmParser::UnresolvedOperand operand;
  Type type;
  Attribute map, fill;
};
} // namespace

// Without `else`, the unit attribute says that no read falls outside.
static ParseResult parseFill(OpAsmParser &parser, Type element,
                             Attribute &fill) {
  if (succeeded(parser.parseOptionalKeyword("else")))
    return parser.parseAttribute(fill, element);
  fill = parser.getBuilder().getUnitAttr();
  return success();
}

static ParseResult parseRead(OpAsmParser &parser, Read &read) {
  if (parser.parseArgument(read.element) || parser.parseEqual() ||
      parser.parseOperand(read.operand))
    return failure();
  FailureOr<DimsAttr> map = parseSizeList(parser);
  SMLoc loc = parser.getCurrentLocation();
  if (failed(map) || parser.parseColonType(read.type))
    return failure();
  read.map = *map;
  auto tensor = dyn_cast<RankedTensorType>(read.type);
  if (!tensor)
    return parser.emitError(loc)
           << "[TC-0115] a stage reads ranked tensors, not " << read.type;
  read.element.type = tensor.getElementType();
  return parseFill(parser, tensor.getElementType(), read.fill);
}

// `reads(...)`, or nothing: operands, maps, fills, and the body's arguments.
static ParseResult parseReads(OpAsmParser &parser, OperationState &result,
                              SmallVectorImpl<OpAsmParser::Argument> &body) {
  SmallVector<Attribute> maps, fills;
  auto parseOne = [&]() -> ParseResult {
    Read read;
    if (parseRead(parser, read) ||
        parser.resolveOperand(read.operand, read.type, result.operands))
      return failure();
    body.push_back(read.element);
    maps.push_back(read.map);
    fills.push_back(read.fill);
    return success();
  };
  if (succeeded(parser.parseOptionalKeyword("reads")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  result.addAttribute("maps", parser.getBuilder().getArrayAttr(maps));
  result.addAttribute("fills", parser.getBuilder().getArrayAttr(fills));
  return success();
}

static void printReads(OpAsmPrinter &p, OperandRange inputs, ArrayAttr maps,
                       ArrayAttr fills, Region &body) {
  if (inputs.empty())
    return;
  p << " reads(";
  size_t k = 0;
  llvm::interleaveComma(inputs, p, [&](Value input) {
    p << body.getArgument(k) << " = " << input;
    printSizes(p, cast<DimsAttr>(maps[k]).getSizes());
    p << " : " << input.getType();
    if (!isa<UnitAttr>(fills[k])) {
      p << " else ";
      p.printAttributeWithoutType(fills[k]);
    }
    ++k;
  });
  p << ')';
}

//===- Results and regions ------------------------------------------------===//

static ParseResult parseResults(OpAsmParser &parser, OperationState &result) {
  return parser.parseArrowTypeList(result.types);
}

static void printResults(OpAsmPrinter &p, Operation *op) {
  p.printArrowTypeList(op->getResultTypes());
}

// `combine [inits] (%a: f32, ...) { ... }` of reduce and scan, or nothing.
static ParseResult parseCombine(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalKeyword("combine")))
    return success();
  ArrayAttr inits;
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseAttribute(inits, "inits", result.attributes) ||
                 parser.parseArgumentList(arguments,
                                          AsmParser::Delimiter::Paren,
                                          /*allowType=*/true) ||
                 parser.parseRegion(*result.addRegion(), arguments));
}

template <typename Stage> static void printCombine(OpAsmPrinter &p, Stage op) {
  if (op.getCombine().empty())
    return;
  Region &region = op.getCombine().front();
  p << " combine ";
  p.printAttribute(op.getInits() ? Attribute(*op.getInits())
                                 : Builder(op.getContext()).getArrayAttr({}));
  p << " (";
  llvm::interleaveComma(region.getArguments(), p, [&](BlockArgument argument) {
    p.printRegionArgument(argument);
  });
  p << ") ";
  p.printRegion(region, /*printEntryBlockArgs=*/false);
}

template <typename Stage>
static void printStageReads(OpAsmPrinter &p, Stage op) {
  printReads(p, op.getInputs(), op.getMaps(), op.getFills(), op.getBody());
}

static ParseResult parseIters(OpAsmParser &parser, OperationState &result,
                              StringRef attrName = "iters") {
  return parseWords(parser, result, attrName, AsmParser::Delimiter::Paren);
}

static void printIters(OpAsmPrinter &p, ArrayAttr iters) {
  p << ' ';
  printWords(p, iters, '(', ')');
}

// `reads(...) -> TYPES attributes {...}? { body }`.
static ParseResult parseStageEnd(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseReads(parser, result, arguments) ||
                 parseResults(parser, result) ||
                 parseBody(parser, result, arguments));
}

template <typename Stage> static void printStageEnd(OpAsmPrinter &p, Stage op) {
  printStageReads(p, op);
  printResults(p, op);
  printBody(p, op);
}

//===- loop.kernel --------------------------------------------------------===//

// `iters(i = n, j = 768)`: names and extents.
static ParseResult parseExtents(OpAsmParser &parser, OperationState &result) {
  SmallVector<Attribute> names;
  SmallVector<SizeAttr> extents;
  auto parseOne = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    FailureOr<SizeAttr> extent = parseSize(parser);
    if (failed(extent))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    extents.push_back(*extent);
    return success();
  };
  if (parser.parseKeyword("iters") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  result.addAttribute("iters", parser.getBuilder().getArrayAttr(names));
  result.addAttribute("extents", DimsAttr::get(parser.getContext(), extents));
  return success();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseSignature(parser, result, arguments) ||
                 parseExtents(parser, result) ||
                 parseBody(parser, result, arguments));
}

void KernelOp::print(OpAsmPrinter &p) {
  printSignature(p, *this);
  p << " iters(";
  llvm::interleaveComma(
      llvm::zip(getIters().getAsRange<StringAttr>(), getExtents().getSizes()),
      p, [&](auto pair) {
        auto [name, extent] = pair;
        p << name.getValue() << " = " << extent.getText();
      });
  p << ')';
  printBody(p, *this);
}

//===- Stages -------------------------------------------------------------===//

ParseResult MapOp::parse(OpAsmParser &parser, OperationState &result) {
  return failure(parseIters(parser, result) || parseStageEnd(parser, result));
}

void MapOp::print(OpAsmPrinter &p) {
  printIters(p, getIters());
  printStageEnd(p, *this);
}

static ParseResult parseOrdered(OpAsmParser &parser, OperationState &result) {
  parseOptionalFlag(parser, result, "ordered");
  return success();
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return failure(
      parseIters(parser, result) || parser.parseKeyword("over") ||
      parseIters(parser, result, "over") ||
      parseWords(parser, result, "kinds", AsmParser::Delimiter::Square) ||
      parseOrdered(parser, result) || parseStageEnd(parser, result) ||
      parseCombine(parser, result));
}

void ReduceOp::print(OpAsmPrinter &p) {
  printIters(p, getIters());
  p << " over";
  printIters(p, getOver());
  p << ' ';
  printWords(p, getKinds(), '[', ']');
  p << (getOrdered() ? " ordered" : "");
  printStageEnd(p, *this);
  printCombine(p, *this);
}

ParseResult ContractOp::parse(OpAsmParser &parser, OperationState &result) {
  return failure(parseIters(parser, result) || parser.parseKeyword("over") ||
                 parseIters(parser, result, "over") ||
                 parseOrdered(parser, result) || parseStageEnd(parser, result));
}

void ContractOp::print(OpAsmPrinter &p) {
  printIters(p, getIters());
  p << " over";
  printIters(p, getOver());
  p << (getOrdered() ? " ordered" : "");
  printStageEnd(p, *this);
}

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parseIters(parser, result) || parser.parseKeyword("along") ||
      parseWord(parser, result, "along") ||
      parseWords(parser, result, "kinds", AsmParser::Delimiter::Square))
    return failure();
  parseOptionalFlag(parser, result, "exclusive");
  parseOptionalFlag(parser, result, "reverse");
  parseOptionalFlag(parser, result, "ordered");
  return failure(parseStageEnd(parser, result) || parseCombine(parser, result));
}

void ScanOp::print(OpAsmPrinter &p) {
  printIters(p, getIters());
  p << " along " << getAlong() << ' ';
  printWords(p, getKinds(), '[', ']');
  p << (getExclusive() ? " exclusive" : "") << (getReverse() ? " reverse" : "")
    << (getOrdered() ? " ordered" : "");
  printStageEnd(p, *this);
  printCombine(p, *this);
}

ParseResult ScatterOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand base;
  SmallVector<OpAsmParser::Argument> arguments;
  Type type;
  if (parseIters(parser, result) || parser.parseKeyword("into") ||
      parser.parseOperand(base) || parser.parseColonType(type) ||
      parser.resolveOperand(base, type, result.operands) ||
      parser.parseLSquare() || parseWord(parser, result, "kind") ||
      parser.parseRSquare() || parseReads(parser, result, arguments) ||
      parseBody(parser, result, arguments))
    return failure();
  result.addTypes(type);
  return success();
}

void ScatterOp::print(OpAsmPrinter &p) {
  printIters(p, getIters());
  p << " into " << getBase() << " : " << getBase().getType() << " ["
    << getKind() << ']';
  printStageReads(p, *this);
  printBody(p, *this);
}

ParseResult SortOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parseIters(parser, result) || parser.parseKeyword("along") ||
      parseWord(parser, result, "along"))
    return failure();
  parseOptionalFlag(parser, result, "descending");
  if (succeeded(parser.parseOptionalKeyword("take"))) {
    FailureOr<SizeAttr> take = parseSize(parser);
    if (failed(take))
      return failure();
    result.addAttribute("take", *take);
  }
  return parseStageEnd(parser, result);
}

void SortOp::print(OpAsmPrinter &p) {
  printIters(p, getIters());
  p << " along " << getAlong() << (getDescending() ? " descending" : "");
  if (std::optional<SizeAttr> take = getTake())
    p << " take " << take->getText();
  printStageEnd(p, *this);
}

//===- loop.for -----------------------------------------------------------===//

// `carry(%c = %h0 : TYPE, ...)`, or nothing.
static ParseResult parseCarry(OpAsmParser &parser, OperationState &result,
                              SmallVectorImpl<OpAsmParser::Argument> &body) {
  auto parseOne = [&]() -> ParseResult {
    OpAsmParser::Argument &carried = body.emplace_back();
    OpAsmParser::UnresolvedOperand init;
    return failure(parser.parseArgument(carried) || parser.parseEqual() ||
                   parser.parseOperand(init) ||
                   parser.parseColonType(carried.type) ||
                   parser.resolveOperand(init, carried.type, result.operands));
  };
  if (failed(parser.parseOptionalKeyword("carry")))
    return success();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne);
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseWord(parser, result, "iter") ||
                 parseCarry(parser, result, arguments) ||
                 parseResults(parser, result) ||
                 parseBody(parser, result, arguments));
}

void ForOp::print(OpAsmPrinter &p) {
  p << ' ' << getIter();
  if (!getInit().empty()) {
    p << " carry(";
    llvm::interleaveComma(
        llvm::zip(getBody().getArguments(), getInit()), p, [&](auto pair) {
          auto [carried, init] = pair;
          p << carried << " = " << init << " : " << init.getType();
        });
    p << ')';
  }
  printResults(p, *this);
  printBody(p, *this);
}
