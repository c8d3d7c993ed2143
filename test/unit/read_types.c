// Types that only upstream's reader of bytecode makes, which checks none: a
// negative size, and #tc.dims that does not fit its tensor.
#include "ir/read_types.h"
#include "check.h"
#include "ir/attrs.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "tc/mlir.h"

static MlirContext context;
static int numErrors;

static MlirLogicalResult count(MlirDiagnostic why, void *user) {
  (void)why, (void)user;
  ++numErrors;
  return mlirLogicalResultSuccess();
}

// A tensor as bytecode may have it: not checked.
static MlirType tensor(int64_t first, intptr_t numDims) {
  MlirStringRef name = mlirStringRefCreateFromCString("n");
  MlirAttribute sizes[3] = {tcSizeAttrGetConstant(context, 2),
                            tcSizeAttrGet(context, name),
                            tcSizeAttrGet(context, name)};
  int64_t shape[2] = {first, mlirShapedTypeGetDynamicSize()};
  return mlirRankedTensorTypeGet(2, shape, mlirF32TypeGet(context),
                                 numDims
                                     ? tcDimsAttrGet(context, numDims, sizes)
                                     : mlirAttributeGetNull());
}

// Whether a module is accepted in which a block of an op has that argument.
static bool isFine(MlirType type) {
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirModule module = mlirModuleCreateEmpty(loc);
  MlirBlock body = mlirModuleGetBody(module);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("builtin.module"), loc);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, mlirBlockCreate(1, &type, &loc));
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&state));
  numErrors = 0;
  bool result = mlirLogicalResultIsSuccess(
      tcCheckReadTypes(mlirModuleGetOperation(module)));
  CHECK(result == (numErrors == 0));
  mlirModuleDestroy(module);
  return result;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tcRegisterDialects(registry);
  context = mlirContextCreateWithRegistry(registry, false);
  mlirContextLoadAllAvailableDialects(context);
  mlirContextAttachDiagnosticHandler(context, count, NULL, NULL);
  CHECK(isFine(tensor(2, 0)));
  CHECK(isFine(tensor(2, 2)));
  CHECK(!isFine(tensor(2, 1))); // names one size of two
  CHECK(!isFine(tensor(2, 3))); // names three
  CHECK(!isFine(tensor(3, 2))); // says 2 where the tensor has 3
  CHECK(!isFine(tensor(-5, 0)));
  CHECK(!isFine(tensor(-5, 2)));
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return checkReport();
}
