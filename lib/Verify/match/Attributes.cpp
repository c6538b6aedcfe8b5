// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/match/Attributes.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Attributes.h"
#include "lib/Verify/Guarantees.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Attribute in which upstream's structured ops cache their indexing maps.
static constexpr StringLiteral memoizedMaps =
    linalg::LinalgDialect::kMemoizedIndexingMapsAttrName;

bool amp::verify::areEqualIgnoringAmpAttrs(DictionaryAttr a, DictionaryAttr b) {
  auto isNote = [](NamedAttribute attribute) {
    StringRef name = attribute.getName().getValue();
    return name.starts_with("amp.") || name == memoizedMaps;
  };
  auto keep = [&](DictionaryAttr dictionary) {
    SmallVector<NamedAttribute> kept;
    llvm::copy_if(dictionary, std::back_inserter(kept),
                  [&](NamedAttribute attribute) { return !isNote(attribute); });
    return kept;
  };
  return a == b || keep(a) == keep(b);
}

namespace {
class AttributeMatcher {
public:
  AttributeMatcher(Session &session, Operation *op)
      : session(session), op(op) {}

  LogicalResult match(StringAttr name, Attribute was, Attribute now);

private:
  bool refusesTf32(StringAttr name, Attribute was, Attribute now);
  LogicalResult matchSignature(FunctionOpInterface function, Attribute was);

  Session &session;
  Operation *op;
};
} // namespace

LogicalResult AttributeMatcher::matchSignature(FunctionOpInterface function,
                                               Attribute was) {
  auto before = cast<FunctionType>(cast<TypeAttr>(was).getValue());
  auto expect = [&](StringRef side, TypeRange was,
                    TypeRange now) -> LogicalResult {
    if (was.size() != now.size())
      return breaks(op, Guarantee::signatures)
             << "expects " << was.size() << " " << side << "s, but got "
             << now.size();
    for (auto [number, a, b] : llvm::enumerate(was, now))
      if (Type expected = session.types.atInterface(a);
          function.isPrivate() ? a != b && !session.types.mayChange({a, b})
                               : b != expected)
        return breaks(op, Guarantee::signatures)
               << "expects " << side << " #" << number << " to be " << expected
               << (expected == a ? ", as in the input" : ", by the policy's io")
               << ", but got " << b;
    return success();
  };
  if (failed(
          expect("argument", before.getInputs(), function.getArgumentTypes())))
    return failure();
  return expect("result", before.getResults(), function.getResultTypes());
}

/// Returns true if only the output disables TF32 for an f32 contraction.
bool AttributeMatcher::refusesTf32(StringAttr name, Attribute was,
                                   Attribute now) {
  Attribute highest = makeHighestPrecision(op->getContext());
  auto isHighest = [&](Attribute precision) { return precision == highest; };
  auto asked = dyn_cast_if_present<ArrayAttr>(was);
  auto asks = dyn_cast_if_present<ArrayAttr>(now);
  return session.types.permissions.getF32() != F32Mode::keep &&
         name == "precision_config" && isF32(op->getOperand(0).getType()) &&
         asks && llvm::all_of(asks, isHighest) &&
         (!was || (asked && llvm::none_of(asked, isHighest)));
}

/// Checks that a contraction that stayed f32 disables TF32 under f32=strict, if
/// the op has an attribute for it.
static LogicalResult checkStrict(Session &session, Operation *op) {
  auto model = dyn_cast<ModelOp>(op);
  const OpRow *row = lookupRow(op);
  if (!model || !row || !isF32(op->getOperand(0).getType()) ||
      model.getTf32() != Tf32::unlessRefused ||
      session.types.permissions.mayUseTf32(op, *row))
    return success();
  return breaks(op, Guarantee::policy)
         << "expects a contraction that no chip may cut to TF32, because f32 "
            "is strict in the policy";
}

LogicalResult AttributeMatcher::match(StringAttr name, Attribute was,
                                      Attribute now) {
  if (was == now || (!session.isApplied && refusesTf32(name, was, now)))
    return success();
  if (!session.isApplied && was && now) {
    if (name == SymbolTable::getSymbolAttrName() &&
        session.standsFor(cast<StringAttr>(now), cast<StringAttr>(was)))
      return success();
    if (auto function = dyn_cast<FunctionOpInterface>(op);
        function && now == TypeAttr::get(function.getFunctionType()))
      return matchSignature(function, was);
    auto callee = dyn_cast<FlatSymbolRefAttr>(now);
    auto original = dyn_cast<FlatSymbolRefAttr>(was);
    if (callee && original && findCallee(op) &&
        session.standsFor(callee.getAttr(), original.getAttr()))
      return success();
    ConstantMatch bound = matchValues(was, now);
    if (bound == ConstantMatch::rounded)
      return success();
    if (bound == ConstantMatch::wrong) {
      auto diagnostic = breaks(op, Guarantee::constants)
                        << "'" << name.getValue() << "' ";
      describeWrong(was, now, diagnostic);
      return diagnostic;
    }
  }
  auto guarantee =
      isa<FunctionOpInterface>(op) ? Guarantee::signatures : Guarantee::input;
  auto diagnostic = breaks(op, guarantee) << "expects '" << name.getValue();
  if (was)
    diagnostic << "' to be " << was << ", but got ";
  else
    diagnostic << "' to be absent, but got ";
  if (now)
    return diagnostic << now;
  return diagnostic << "none";
}

static DictionaryAttr dictionaryOf(Attribute properties, MLIRContext *context) {
  auto dictionary = dyn_cast_if_present<DictionaryAttr>(properties);
  return dictionary ? dictionary : DictionaryAttr::get(context);
}

/// Registers the input's attributes of `op` with the permissions.
static void record(Session &session, Operation *op, const Record::Op &was) {
  bool isOff = session.record.off.contains(was.op);
  Permissions &permissions = session.types.permissions;
  if (!permissions.isHeard(was.attributes, isOff))
    return;
  auto role = was.attributes.getAs<StringAttr>(AmpDialect::roleAttrName);
  permissions.record({op, lookupRow(op), was.attributes,
                      role ? role.getValue() : StringRef(), was.loc,
                      session.functionAround, was.op},
                     isOff);
}

LogicalResult amp::verify::matchAttributes(Session &session, Operation *op,
                                           size_t before) {
  const Record::Op &was = session.record.ops[before];
  record(session, op, was);
  session.statedRanges.record(op, was.attributes);
  if (!areEqualIgnoringAmpAttrs(was.attributes, op->getRawDictionaryAttrs()))
    return breaks(op, Guarantee::input)
           << "expects the attributes " << was.attributes << ", but got "
           << op->getRawDictionaryAttrs();
  if (session.types.permissions.getF32() == F32Mode::strict &&
      failed(checkStrict(session, op)))
    return failure();
  if (op->getPropertiesStorageSize() == 0 ||
      was.properties == static_cast<size_t>(op->hashProperties()))
    return success();
  auto known = session.record.properties.find(before);
  if (known == session.record.properties.end())
    return breaks(op, Guarantee::input)
           << "expects its own attributes as they were, but got "
           << op->getPropertiesAsAttribute();
  MLIRContext *context = op->getContext();
  DictionaryAttr a = dictionaryOf(known->second, context);
  DictionaryAttr b = dictionaryOf(op->getPropertiesAsAttribute(), context);
  AttributeMatcher matcher(session, op);
  for (NamedAttribute attribute : a)
    if (failed(matcher.match(attribute.getName(), attribute.getValue(),
                             b.get(attribute.getName()))))
      return failure();
  for (NamedAttribute attribute : b)
    if (!a.contains(attribute.getName()))
      return matcher.match(attribute.getName(), nullptr, attribute.getValue());
  return success();
}
