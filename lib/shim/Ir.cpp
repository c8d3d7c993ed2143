// Implements ir/shim.h: MLIR's C++ API where the C API lacks it.
#include "mlir/CAPI/IR.h"
#include "ir/hooks.h"
#include "ir/shim.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/RegionUtils.h"
#include "support/memory.h"
#include "llvm/Support/ErrorHandling.h"

#include <new>

using namespace mlir;

//===- Asking -------------------------------------------------------------===//

bool tcOpIsPure(MlirOperation op) { return isPure(unwrap(op)); }

bool tcOpIsMemoryEffectFree(MlirOperation op) {
  return isMemoryEffectFree(unwrap(op));
}

bool tcOpIsTriviallyDead(MlirOperation op) {
  return isOpTriviallyDead(unwrap(op));
}

bool tcOpHasTrait(MlirOperation op, TcTrait trait) {
  Operation *self = unwrap(op);
  switch (trait) {
  case TC_TRAIT_TERMINATOR:
    return self->hasTrait<OpTrait::IsTerminator>();
  case TC_TRAIT_CONSTANT_LIKE:
    return self->hasTrait<OpTrait::ConstantLike>();
  case TC_TRAIT_COMMUTATIVE:
    return self->hasTrait<OpTrait::IsCommutative>();
  case TC_TRAIT_ISOLATED_FROM_ABOVE:
    return self->hasTrait<OpTrait::IsIsolatedFromAbove>();
  case TC_TRAIT_SYMBOL:
    return isa<SymbolOpInterface>(self);
  case TC_TRAIT_SYMBOL_TABLE:
    return self->hasTrait<OpTrait::SymbolTable>();
  case TC_TRAIT_RETURN_LIKE:
    return self->hasTrait<OpTrait::ReturnLike>();
  }
  return false;
}

MlirOperation tcOpGetPrev(MlirOperation op) {
  return wrap(unwrap(op)->getPrevNode());
}

bool tcOpIsBefore(MlirOperation op, MlirOperation other) {
  return unwrap(op)->isBeforeInBlock(unwrap(other));
}

MlirAttribute tcOpGetAttrs(MlirOperation op) {
  return wrap(static_cast<Attribute>(unwrap(op)->getAttrDictionary()));
}

MlirAttribute tcValueGetConstant(MlirValue value) {
  Attribute constant;
  if (!matchPattern(unwrap(value), m_Constant(&constant)))
    return wrap(Attribute());
  return wrap(constant);
}

struct TcDominance {
  DominanceInfo info;
};

TcDominance *tcDominanceCreate(MlirOperation root) {
  return new TcDominance{DominanceInfo(unwrap(root))};
}

void tcDominanceDestroy(TcDominance *dominance) { delete dominance; }

bool tcDominanceCheck(TcDominance *dominance, MlirValue value,
                      MlirOperation op) {
  return dominance->info.properlyDominates(unwrap(value), unwrap(op));
}

bool tcSymbolForEachUse(MlirOperation symbol, MlirOperation scope,
                        TcSymbolUseVisitor *visit, void *userData) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(unwrap(symbol), unwrap(scope));
  if (!uses)
    return false;
  for (SymbolTable::SymbolUse use : *uses)
    if (!visit(wrap(use.getUser()), userData))
      break;
  return true;
}

//===- Changing -----------------------------------------------------------===//

struct TcMapping {
  IRMapping map;
};

TcMapping *tcMappingCreate(void) { return new TcMapping; }

void tcMappingDestroy(TcMapping *mapping) { delete mapping; }

void tcMappingAdd(TcMapping *mapping, MlirValue from, MlirValue to) {
  mapping->map.map(unwrap(from), unwrap(to));
}

MlirValue tcMappingGet(const TcMapping *mapping, MlirValue from) {
  return wrap(mapping->map.lookupOrNull(unwrap(from)));
}

MlirOperation tcOpClone(MlirOperation op, TcMapping *mapping) {
  return wrap(unwrap(op)->clone(mapping->map));
}

void tcRegionCloneInto(MlirRegion from, MlirRegion to, TcMapping *mapping) {
  unwrap(from)->cloneInto(unwrap(to), mapping->map);
}

static SmallVector<Value> unwrapValues(intptr_t n, const MlirValue *values) {
  SmallVector<Value> unwrapped;
  for (intptr_t i = 0; i < n; ++i)
    unwrapped.push_back(unwrap(values[i]));
  return unwrapped;
}

void tcBlockInlineBefore(MlirBlock block, MlirOperation before,
                         intptr_t numArgs, const MlirValue *args) {
  IRRewriter rewriter(unwrap(before)->getContext());
  rewriter.inlineBlockBefore(unwrap(block), unwrap(before),
                             unwrapValues(numArgs, args));
}

void tcBlockCloneBefore(MlirBlock block, MlirOperation before,
                        TcMapping *mapping) {
  OpBuilder builder(unwrap(before));
  for (Operation &op : *unwrap(block))
    if (!op.hasTrait<OpTrait::IsTerminator>())
      builder.clone(op, mapping->map);
}

void tcOpReplace(MlirOperation op, intptr_t numValues,
                 const MlirValue *values) {
  unwrap(op)->replaceAllUsesWith(unwrapValues(numValues, values));
  unwrap(op)->erase();
}

void tcEraseDeadOps(MlirOperation root) {
  IRRewriter rewriter(unwrap(root)->getContext());
  (void)runRegionDCE(rewriter, unwrap(root)->getRegions());
}

bool tcOpFold(MlirOperation op, const MlirAttribute *constants,
              TcFolded *results) {
  Operation *self = unwrap(op);
  SmallVector<Attribute> operands;
  for (unsigned i = 0, e = self->getNumOperands(); i < e; ++i)
    operands.push_back(unwrap(constants[i]));
  SmallVector<OpFoldResult> folded;
  if (failed(self->fold(operands, folded)) ||
      folded.size() != self->getNumResults())
    return false;
  for (auto [i, result] : llvm::enumerate(folded)) {
    results[i] = {MlirValue{nullptr}, MlirAttribute{nullptr}};
    if (auto value = llvm::dyn_cast<Value>(result))
      results[i].value = wrap(value);
    else
      results[i].attribute = wrap(cast<Attribute>(result));
  }
  return true;
}

//===- Memory -------------------------------------------------------------===//

void tcSetNoMemoryHandler(void (*handler)(void)) {
  tcMemorySetHandler(handler);
  std::set_new_handler(handler);
  llvm::install_bad_alloc_error_handler(
      [](void *data, const char *, bool) {
        reinterpret_cast<void (*)()>(data)();
      },
      reinterpret_cast<void *>(handler));
}

//===- Parsing ------------------------------------------------------------===//

MlirModule tcModuleParse(MlirContext ctx, MlirStringRef text,
                         MlirStringRef name) {
  return wrap(parseSourceString<ModuleOp>(
                  unwrap(text), ParserConfig(unwrap(ctx)), unwrap(name))
                  .release());
}
