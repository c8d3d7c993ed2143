// Properties of ops that are not attributes, such as the overflow flags of the
// llvm dialect: the C API neither reads nor writes them.
#include "ir/access.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

static DictionaryAttr propertiesOf(Operation *op) {
  return dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
}

MlirAttribute tcOpProperty(MlirOperation op, const char *property) {
  if (mlirOperationIsNull(op))
    return wrap(Attribute());
  DictionaryAttr all = propertiesOf(unwrap(op));
  return wrap(all ? all.get(property) : Attribute());
}

bool tcOpSetProperty(MlirOperation op, const char *property,
                     MlirAttribute value) {
  if (mlirOperationIsNull(op))
    return false;
  Operation *o = unwrap(op);
  NamedAttrList all(propertiesOf(o));
  all.set(property, unwrap(value));
  return succeeded(o->setPropertiesFromAttribute(
      all.getDictionary(o->getContext()), [o] { return o->emitError(); }));
}
