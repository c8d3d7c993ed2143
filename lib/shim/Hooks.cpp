// Forwards MLIR's C++ op interfaces to the C functions of the rows.
#include "shim/Hooks.h"

using namespace mlir;

void tcTypeSinkPush(TcTypeSink *sink, MlirType type) {
  sink->types.push_back(unwrap(type));
}

MlirAttribute tcInferArgsGetAttr(const TcInferArgs *args, const char *name) {
  return wrap(cast<DictionaryAttr>(unwrap(args->attributes)).get(name));
}

MlirOperation tcSymbolTablesLookup(TcSymbolTables *tables, MlirOperation from,
                                   MlirAttribute symbol) {
  auto name = llvm::dyn_cast_or_null<SymbolRefAttr>(unwrap(symbol));
  if (!name)
    return {nullptr};
  return wrap(tables->tables.lookupNearestSymbolFrom(unwrap(from), name));
}

// Builders may hand inherent attributes over as plain ones or as properties;
// C sees one dictionary.
static Attribute mergeDictionaries(MLIRContext *context, DictionaryAttr plain,
                                   Attribute properties) {
  auto inherent = llvm::dyn_cast_or_null<DictionaryAttr>(properties);
  if (!inherent || inherent.empty())
    return plain ? plain : DictionaryAttr::get(context);
  if (!plain || plain.empty())
    return inherent;
  NamedAttrList all(plain);
  for (NamedAttribute attr : inherent)
    all.set(attr.getName(), attr.getValue());
  return all.getDictionary(context);
}

LogicalResult tc::hooks::infer(TcInferFn *fn, StringRef opName,
                               MLIRContext *context,
                               std::optional<Location> location,
                               ValueRange operands, DictionaryAttr attributes,
                               Attribute properties, RegionRange regions,
                               SmallVectorImpl<Type> &types,
                               const TcRelate *relate) {
  SmallVector<MlirValue> values;
  for (Value value : operands)
    values.push_back(wrap(value));
  SmallVector<MlirRegion> wrappedRegions;
  for (Region *region : regions)
    wrappedRegions.push_back(wrap(region));
  TcInferArgs args = {wrap(context),
                      location ? wrap(*location) : MlirLocation{nullptr},
                      wrap(opName),
                      static_cast<intptr_t>(values.size()),
                      values.data(),
                      wrap(mergeDictionaries(context, attributes, properties)),
                      static_cast<intptr_t>(wrappedRegions.size()),
                      wrappedRegions.data(),
                      relate};
  TcTypeSink sink{types};
  if (failed(unwrap(fn(&args, &sink))))
    return failure();
  // A type that could not be made: a size did not fit, or memory ran out.
  if (llvm::all_of(types, [](Type type) { return bool(type); }))
    return success();
  return emitOptionalError(location, "[TC-6001] the type of a result of '",
                           opName, "' cannot be made: out of memory");
}

MlirLogicalResult tcInferOpTypes(TcInferFn *fn, MlirOperation op,
                                 const TcRelate *relate, MlirType *types) {
  Operation *self = unwrap(op);
  SmallVector<Type> found;
  LogicalResult result = tc::hooks::infer(
      fn, self->getName().getStringRef(), self->getContext(), self->getLoc(),
      self->getOperands(), self->getDiscardableAttrDictionary(),
      self->getPropertiesAsAttribute(), self->getRegions(), found, relate);
  if (failed(result) || found.size() != self->getNumResults())
    return wrap(failure());
  for (auto [i, type] : llvm::enumerate(found))
    types[i] = wrap(type);
  return wrap(success());
}

void tc::hooks::effects(
    TcEffectsFn *fn, Operation *op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &out) {
  unsigned mask = fn(wrap(op));
  if (mask & TC_EFFECT_READ)
    out.emplace_back(MemoryEffects::Read::get());
  if (mask & TC_EFFECT_WRITE)
    out.emplace_back(MemoryEffects::Write::get());
  if (mask & TC_EFFECT_ALLOCATE)
    out.emplace_back(MemoryEffects::Allocate::get());
  if (mask & TC_EFFECT_FREE)
    out.emplace_back(MemoryEffects::Free::get());
}

OpFoldResult tc::hooks::fold(TcFoldFn *fn, Operation *op,
                             ArrayRef<Attribute> constants) {
  SmallVector<MlirAttribute> wrapped;
  for (Attribute constant : constants)
    wrapped.push_back(wrap(constant));
  TcFolded folded = {MlirValue{nullptr}, MlirAttribute{nullptr}};
  if (!fn(wrap(op), wrapped.size(), wrapped.data(), &folded))
    return nullptr;
  if (folded.value.ptr)
    return unwrap(folded.value);
  return unwrap(folded.attribute);
}
