// Dialects by namespace, so that a C pass can name those it needs.
#include "shim/DialectTable.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "shim/Dialects.h"
#include "shim/Ext.h"

using namespace mlir;

namespace {
struct Entry {
  StringRef ns;
  void (*insert)(DialectRegistry &);
};
} // namespace

template <typename D> static constexpr Entry entry(const char *ns) {
  return {ns, [](DialectRegistry &registry) { registry.insert<D>(); }};
}

static const Entry own[] = {
    entry<tc::TcDialect>("tc"),
    entry<tc::fx::FxDialect>("fx"),
    entry<tc::prim::PrimDialect>("prim"),
    entry<tc::loop::LoopDialect>("loop"),
};

// The dialects that lowering and code generation produce.
static const Entry upstream[] = {
    entry<affine::AffineDialect>("affine"),
    entry<arith::ArithDialect>("arith"),
    entry<bufferization::BufferizationDialect>("bufferization"),
    entry<cf::ControlFlowDialect>("cf"),
    entry<complex::ComplexDialect>("complex"),
    entry<DLTIDialect>("dlti"),
    entry<func::FuncDialect>("func"),
    entry<gpu::GPUDialect>("gpu"),
    entry<index::IndexDialect>("index"),
    entry<linalg::LinalgDialect>("linalg"),
    entry<LLVM::LLVMDialect>("llvm"),
    entry<math::MathDialect>("math"),
    entry<memref::MemRefDialect>("memref"),
    entry<NVVM::NVVMDialect>("nvvm"),
    entry<ROCDL::ROCDLDialect>("rocdl"),
    entry<scf::SCFDialect>("scf"),
    entry<tensor::TensorDialect>("tensor"),
    entry<ub::UBDialect>("ub"),
    entry<vector::VectorDialect>("vector"),
    entry<x86vector::X86VectorDialect>("x86vector"),
};

static bool insertFrom(ArrayRef<Entry> table, DialectRegistry &registry,
                       StringRef ns) {
  for (const Entry &dialect : table) {
    if (dialect.ns != ns)
      continue;
    dialect.insert(registry);
    return true;
  }
  return false;
}

bool tc::insertDialect(DialectRegistry &registry, StringRef ns) {
  return insertFrom(own, registry, ns) || insertFrom(upstream, registry, ns);
}

void tc::insertOwnDialects(DialectRegistry &registry) {
  for (const Entry &dialect : own)
    dialect.insert(registry);
  registry.addExtension(+[](MLIRContext *context, prim::PrimDialect *) {
    tc::fillExtRegistry(context);
  });
}

void tc::insertAllDialects(DialectRegistry &registry) {
  insertOwnDialects(registry);
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
}
