// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on the solver's certificate, independent of its fields.
#include "Operator.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

namespace {
/// Changes leaf number `site` of nested dictionary and array attributes.
class LeafChange {
public:
  using Change = function_ref<Attribute(Attribute)>;
  LeafChange(unsigned site, Change change) : site(site), change(change) {}

  Attribute run(Attribute attribute);
  unsigned seen = 0;

private:
  Attribute runLeaf(Attribute leaf);
  unsigned site;
  Change change;
};
} // namespace

Attribute LeafChange::runLeaf(Attribute leaf) {
  return seen++ == site ? change(leaf) : leaf;
}

Attribute LeafChange::run(Attribute attribute) {
  MLIRContext *context = attribute.getContext();
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    SmallVector<NamedAttribute> entries;
    for (NamedAttribute entry : dictionary)
      if (Attribute value = run(entry.getValue()))
        entries.emplace_back(entry.getName(), value);
    return DictionaryAttr::get(context, entries);
  }
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    SmallVector<Attribute> entries;
    for (Attribute entry : array)
      if (Attribute value = run(entry))
        entries.push_back(value);
    return ArrayAttr::get(context, entries);
  }
  auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute);
  if (!numbers)
    return runLeaf(attribute);
  SmallVector<int64_t> values;
  for (int64_t value : numbers.asArrayRef())
    if (auto number = cast_if_present<IntegerAttr>(
            runLeaf(IntegerAttr::get(IntegerType::get(context, 64), value))))
      values.push_back(number.getInt());
  return DenseI64ArrayAttr::get(context, values);
}

/// Maximum number of leaves that are sites; larger certificates are sampled.
static constexpr unsigned maxSites = 4096;

static DictionaryAttr solutionOf(Operation *op) {
  return isa<ModuleOp>(op)
             ? op->getAttrOfType<DictionaryAttr>(AmpDialect::solutionAttrName)
             : DictionaryAttr();
}

static unsigned countLeaves(Operation *op) {
  DictionaryAttr solution = solutionOf(op);
  if (!solution)
    return 0;
  LeafChange counter(~0u, [](Attribute leaf) { return leaf; });
  counter.run(solution);
  return std::min(counter.seen, maxSites);
}

static LogicalResult changeLeaf(Operation *op, unsigned site,
                                LeafChange::Change change) {
  DictionaryAttr solution = solutionOf(op);
  LeafChange counter(~0u, [](Attribute leaf) { return leaf; });
  counter.run(solution);
  uint64_t stride = std::max(1u, counter.seen / maxSites);
  Attribute changed = LeafChange(site * stride, change).run(solution);
  if (changed == solution)
    return failure();
  op->setAttr(AmpDialect::solutionAttrName, changed);
  return success();
}

//===----------------------------------------------------------------------===//
// change-certificate, drop-certificate
//===----------------------------------------------------------------------===//

static unsigned countNumbers(Operation *op, const Facts &) {
  return 4 * countLeaves(op);
}

static LogicalResult changeNumber(Operation *op, unsigned variant,
                                  const Facts &) {
  return changeLeaf(op, variant / 4, [&](Attribute leaf) -> Attribute {
    auto number = dyn_cast<IntegerAttr>(leaf);
    if (!number)
      return leaf;
    int64_t value = number.getInt();
    int64_t changes[] = {value + 1, value - 1, 2 * value, 0};
    return IntegerAttr::get(number.getType(), changes[variant % 4]);
  });
}

static unsigned countEntries(Operation *op, const Facts &) {
  return countLeaves(op);
}

static LogicalResult dropEntry(Operation *op, unsigned variant, const Facts &) {
  return changeLeaf(op, variant, [](Attribute) { return Attribute(); });
}

//===----------------------------------------------------------------------===//
// scale-certificate: time and flow changed by the same amount
//===----------------------------------------------------------------------===//

static unsigned countScales(Operation *op, const Facts &) {
  return solutionOf(op) ? 6 : 0;
}

static LogicalResult shiftTimes(Operation *op, unsigned variant,
                                const Facts &) {
  static constexpr int64_t shifts[] = {1, -1, 1000, -1000, 1000000, -1000000};
  DictionaryAttr solution = solutionOf(op);
  SmallVector<NamedAttribute> entries;
  for (NamedAttribute entry : solution) {
    auto number = dyn_cast<IntegerAttr>(entry.getValue());
    bool isTime = entry.getName() == "time" || entry.getName() == "flow";
    if (number && isTime)
      entry.setValue(IntegerAttr::get(number.getType(),
                                      number.getInt() + shifts[variant]));
    entries.push_back(entry);
  }
  op->setAttr(AmpDialect::solutionAttrName,
              DictionaryAttr::get(op->getContext(), entries));
  return success();
}

static constexpr unsigned S = solutionChecker;

static const Operator table[] = {
    {"change-certificate", S, true, countNumbers, changeNumber,
     "a number of the certificate is another"},
    {"drop-certificate", S, true, countEntries, dropEntry,
     "an entry of the certificate is gone"},
    {"shift-time", S, true, countScales, shiftTimes,
     "time and flow are changed alike"},
};

ArrayRef<Operator> amp::mutate::solutionOperators() { return table; }
