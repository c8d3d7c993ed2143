// Dialect tc: text form and rules of its attributes.
#include "dialects/tc/attributes.h"
#include "dialects/tc/version.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/DialectImplementation.h"
#include "shim/SizeText.h"
#include "shim/Version.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tc;

#include "tc/shim/TcDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tc/shim/TcAttrs.cpp.inc"

void TcDialect::initialize() {
  addVersion(*this);
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tc/shim/TcAttrs.cpp.inc"
      >();
}

LogicalResult TcDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  MlirAttribute value = wrap(attribute.getValue());
  if (attribute.getName() == "tc.version")
    return unwrap(tcVersionVerify(wrap(op), value));
  return unwrap(
      tcAttributeVerify(wrap(op), wrap(attribute.getName().strref()), value));
}

LogicalResult TcDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                  unsigned,
                                                  NamedAttribute attribute) {
  return unwrap(tcValueAttributeVerify(wrap(op),
                                       wrap(attribute.getName().strref()),
                                       wrap(attribute.getValue())));
}

LogicalResult TcDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                     unsigned,
                                                     NamedAttribute attribute) {
  return unwrap(tcValueAttributeVerify(wrap(op),
                                       wrap(attribute.getName().strref()),
                                       wrap(attribute.getValue())));
}

//===- #tc.size -----------------------------------------------------------===//

Attribute SizeAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<SizeAttr> size = parseSize(parser);
  if (failed(size) || parser.parseGreater())
    return {};
  return *size;
}

void SizeAttr::print(AsmPrinter &printer) const {
  printer << '<' << getText() << '>';
}

//===- #tc.dims -----------------------------------------------------------===//

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimsAttr> dims = parseSizeList(parser);
  if (failed(dims) || parser.parseGreater())
    return {};
  return *dims;
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printSizes(printer, getSizes());
  printer << '>';
}

LogicalResult
DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                         function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getSizes().size())
    return emitError() << "[TC-0102] #tc.dims names " << getSizes().size()
                       << " sizes, the tensor has " << shape.size()
                       << " dimensions: name each dimension once";
  bool anyDynamic = false;
  for (auto [i, extent, size] : llvm::enumerate(shape, getSizes())) {
    bool dynamic = ShapedType::isDynamic(extent);
    anyDynamic |= dynamic;
    if (dynamic == !getConstant(size) &&
        (dynamic || *getConstant(size) == extent))
      continue;
    auto diag = emitError() << "[TC-0103] dimension " << i << " is ";
    if (dynamic)
      diag << "'?'";
    else
      diag << extent;
    return diag << ", its size in #tc.dims is " << size.getText()
                << ": a constant size stands as the extent, any other as '?'";
  }
  if (!anyDynamic)
    return emitError() << "[TC-0104] all dimensions are constant: leave "
                          "#tc.dims out, so that equal types are one type";
  return success();
}

//===- #tc.layout ---------------------------------------------------------===//

static ParseResult parseLayoutField(AsmParser &parser,
                                    SmallVectorImpl<int64_t> &order,
                                    SmallVectorImpl<SizeAttr> &strides,
                                    SizeAttr &offset) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef field;
  if (parser.parseKeyword(&field) || parser.parseEqual())
    return failure();
  if (field == "order")
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(order.emplace_back());
    });
  if (field == "strides") {
    FailureOr<DimsAttr> sizes = parseSizeList(parser);
    if (failed(sizes))
      return failure();
    llvm::append_range(strides, sizes->getSizes());
    return success();
  }
  if (field == "offset") {
    FailureOr<SizeAttr> size = parseSize(parser);
    if (failed(size))
      return failure();
    offset = *size;
    return success();
  }
  return parser.emitError(loc, "[TC-0105] unknown layout field '")
         << field << "': order, strides or offset";
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> order;
  SmallVector<SizeAttr> strides;
  SizeAttr offset;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&] {
        return parseLayoutField(parser, order, strides, offset);
      }))
    return {};
  if (offset && getConstant(offset) == 0)
    offset = {};
  return parser.getChecked<LayoutAttr>(loc, parser.getContext(), order, strides,
                                       offset);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (getStrides().empty()) {
    printer << "order = [";
    llvm::interleaveComma(getOrder(), printer);
    printer << ']';
  } else {
    printer << "strides = ";
    printSizes(printer, getStrides());
    if (getOffset())
      printer << ", offset = " << getOffset().getText();
  }
  printer << '>';
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> order,
                                 ArrayRef<SizeAttr> strides, SizeAttr offset) {
  if (!order.empty() && (!strides.empty() || offset))
    return emitError() << "[TC-0106] a layout has an order, or strides and "
                          "an offset, not both";
  if (offset && strides.empty())
    return emitError() << "[TC-0106] an offset needs strides beside it";
  SmallVector<bool> seen(order.size(), false);
  for (int64_t dim : order) {
    if (dim < 0 || dim >= static_cast<int64_t>(order.size()) || seen[dim])
      return emitError() << "[TC-0107] the order is no permutation of the "
                            "dimensions 0 to "
                         << order.size() - 1;
    seen[dim] = true;
  }
  return success();
}
