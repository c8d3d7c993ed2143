// Where values are defined. See region.h.
#include "ir/region.h"

bool tcValueIsInside(MlirValue value, MlirOperation op) {
  MlirOperation owner =
      mlirValueIsABlockArgument(value)
          ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
          : mlirOperationGetParentOperation(mlirOpResultGetOwner(value));
  while (owner.ptr && !mlirOperationEqual(owner, op))
    owner = mlirOperationGetParentOperation(owner);
  return owner.ptr;
}
