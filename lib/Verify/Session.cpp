// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Session.h"
#include "lib/OpModel/Elements.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/bounds/CheckBounds.h"
#include "lib/Verify/match/Attributes.h"
#include "lib/Verify/match/ProgramMatcher.h"
#include "lib/Verify/permissions/Pins.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Returns the policy of the input, else the policy of the output.
static PolicyAttr findPolicy(const Record &record, ModuleOp output) {
  if (record.policy)
    return record.policy;
  return output->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
}

Session::Session(const Record &record, const ProgramGraph &graph)
    : record(record),
      types(findPolicy(record, graph.getModule()), record.argumentReaders),
      isApplied(record.moduleAttributes.contains(AmpDialect::appliedAttrName)),
      graph(graph), output(graph.getModule()) {
  for (const Record::Entry &entry : record.entries)
    if (entry.symbol)
      originals[entry.symbol] = &entry;
}

bool Session::standsFor(StringAttr symbol, StringAttr input) {
  if (symbol == input)
    return true;
  // A symbol of the input denotes only itself.
  if (originals.contains(symbol) || !originals.contains(input))
    return false;
  return copies.insert({symbol, input}).first->second == input;
}

static std::string describe(const Record::Entry *entry, const Record &record) {
  if (entry == record.entries.end())
    return "nothing more";
  if (entry->symbol)
    return ("'@" + entry->symbol.getValue() + "'").str();
  return ("'" + record.ops[entry->firstOp].name.getStringRef() + "'").str();
}

/// Checks that results of a public function have the policy's `io` type, even
/// if the signature did not change.
static LogicalResult checkResults(FunctionOpInterface function,
                                  const TypeRules &types) {
  for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
    if (Type expected = types.atInterface(type);
        function.isPublic() && expected != type)
      return breaks(function, Guarantee::signatures)
             << "expects result #" << number << " to be " << expected
             << ", by the policy's io, but got " << type;
  return success();
}

/// Matches in place first, by address. If an op moved, matches again with a map
/// from output values to input values.
LogicalResult Session::match(Operation *op, const Record::Entry &entry) {
  if (auto function = dyn_cast<FunctionOpInterface>(op);
      function && failed(checkResults(function, types)))
    return failure();
  functionAround = entry.symbol ? entry.symbol.getValue() : StringRef();
  if (record.ops[entry.firstOp].op == op) {
    ProgramMatcher inPlace(*this, entry, /*inPlace=*/true);
    LogicalResult result = inPlace.match(op);
    if (!inPlace.hasMoved())
      return result;
  }
  return ProgramMatcher(*this, entry, /*inPlace=*/false).match(op);
}

/// Matches the ops of the module body with those of the input, in order.
/// Appends ops without an original to `others`.
LogicalResult Session::matchOriginals(SmallVector<Operation *> &others) {
  const Record::Entry *entry = record.entries.begin();
  for (Operation &op : *output.getBody()) {
    StringAttr symbol = symbolOf(&op);
    if (isConstant(&op))
      continue;
    if (symbol && !originals.contains(symbol)) {
      others.push_back(&op);
      continue;
    }
    if (entry == record.entries.end() || entry->symbol != symbol)
      return breaks(&op, Guarantee::signatures)
             << "expects " << describe(entry, record) << " here";
    if (failed(match(&op, *entry++)))
      return failure();
  }
  if (entry == record.entries.end())
    return success();
  return breaks(output, Guarantee::signatures)
         << "expects " << describe(entry, record) << " at its end";
}

/// Matches the private copies. `copies` grows: copies call other copies.
LogicalResult Session::matchCopies(ArrayRef<Operation *> others) {
  llvm::DenseMap<StringAttr, Operation *> bySymbol;
  for (Operation *op : others)
    bySymbol[symbolOf(op)] = op;
  for (size_t i = 0; i < copies.size(); ++i) {
    auto [copy, original] = copies.begin()[i];
    Operation *op = bySymbol.lookup(copy);
    if (!op)
      continue; // undefined callee, which MLIR's verifier rejects
    if (SymbolTable::getSymbolVisibility(op) !=
        SymbolTable::Visibility::Private)
      return breaks(op, Guarantee::signatures)
             << "expects a copy of '@" << original.getValue()
             << "' to be private";
    if (failed(match(op, *originals.lookup(original))))
      return failure();
  }
  for (Operation *op : others)
    if (!copies.contains(symbolOf(op)))
      return breaks(op, Guarantee::signatures)
             << "expects a symbol of the input, or a copy that is called in "
                "the "
                "place of one";
  return success();
}

LogicalResult Session::run() {
  if (!areEqualIgnoringAmpAttrs(record.moduleAttributes,
                                output->getAttrDictionary()))
    return breaks(output, Guarantee::signatures)
           << "expects the attributes " << record.moduleAttributes
           << ", but got " << output->getAttrDictionary();
  SmallVector<Operation *> others;
  if (failed(matchOriginals(others)))
    return failure();
  if (failed(matchCopies(others)))
    return failure();
  return success(succeeded(checkExtrema(roles)) &&
                 succeeded(statedRanges.check(graph, roles)) &&
                 succeeded(checkStructure(graph, roles)) &&
                 succeeded(checkPins()));
}

/// Returns the low-precision type in the output; null if no value became low.
static FloatType findLowType(const Roles &roles) {
  for (Value value : roles.lowValues)
    return dyn_cast<FloatType>(elementOf(value.getType()));
  for (Operation *op : roles.lowReaders)
    for (Value operand : op->getOperands())
      if (auto type = dyn_cast<FloatType>(elementOf(operand.getType()));
          type && type.getWidth() == 16)
        return type;
  return {};
}

LogicalResult Session::checkPins() {
  FloatType low = findLowType(roles);
  if (!low)
    return success();
  InputGraph input(graph, roles, types.permissions);
  return success(
      succeeded(checkOrigins(input)) && succeeded(checkUpdates(input)) &&
      succeeded(checkCounters(input, low)) &&
      succeeded(checkUnroundedData(input)) &&
      succeeded(checkToleranceLoops(input)) &&
      succeeded(checkDecayingStates(input)) &&
      succeeded(checkExponents(input, low)) &&
      succeeded(checkIdioms(input, statedRanges, low)) &&
      succeeded(checkBounds(output, input, roles, statedRanges, low)));
}
