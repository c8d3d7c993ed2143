// Signatures of fx.graph and loop.kernel.
#include "shim/Signature.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;

ParseResult
tc::parseSignature(OpAsmParser &parser, OperationState &result,
                   SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  bool isVariadic = false;
  SmallVector<Type> argTypes, resultTypes;
  SmallVector<DictionaryAttr> resultAttrs;
  (void)impl::parseOptionalVisibilityKeyword(parser, result.attributes);
  if (parser.parseSymbolName(name, "sym_name", result.attributes) ||
      function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, arguments, isVariadic, resultTypes,
          resultAttrs))
    return failure();
  for (const OpAsmParser::Argument &argument : arguments)
    argTypes.push_back(argument.type);
  result.addAttribute("function_type", TypeAttr::get(builder.getFunctionType(
                                           argTypes, resultTypes)));
  call_interface_impl::addArgAndResultAttrs(
      builder, result, arguments, resultAttrs,
      builder.getStringAttr("arg_attrs"), builder.getStringAttr("res_attrs"));
  return success();
}

void tc::printSignature(OpAsmPrinter &p, Operation *op) {
  p << ' ';
  if (auto visibility = op->getAttrOfType<StringAttr>("sym_visibility"))
    p << visibility.getValue() << ' ';
  p.printSymbolName(op->getAttrOfType<StringAttr>("sym_name").getValue());
  auto type = cast<FunctionType>(
      op->getAttrOfType<TypeAttr>("function_type").getValue());
  call_interface_impl::printFunctionSignature(
      p, type.getInputs(), op->getAttrOfType<ArrayAttr>("arg_attrs"),
      /*isVariadic=*/false, type.getResults(),
      op->getAttrOfType<ArrayAttr>("res_attrs"), &op->getRegion(0),
      /*printEmptyResult=*/false);
}

ParseResult tc::parseBody(OpAsmParser &parser, OperationState &result,
                          ArrayRef<OpAsmParser::Argument> arguments) {
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseRegion(*result.addRegion(), arguments));
}

void tc::printBody(OpAsmPrinter &p, Operation *op) {
  p.printOptionalAttrDictWithKeyword(
      op->getDiscardableAttrDictionary().getValue());
  p << ' ';
  p.printRegion(op->getRegion(0), /*printEntryBlockArgs=*/false);
}
