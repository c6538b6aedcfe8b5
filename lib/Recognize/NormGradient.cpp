// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/NormGradient.h"
#include "lib/OpModel/Elements.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

// Search limits, above the lengths of the chains that autodiff emits.
static constexpr unsigned maxProducts = 2, maxChain = 12, maxAdds = 4;
/// Values with more uses are not characteristic of a norm.
static constexpr unsigned maxReaders = 64;

NormGradient::NormGradient(ProgramDataflow &dataflow, const Matcher &norm,
                           bool hasMean)
    : dataflow(dataflow), hasMean(hasMean), normSum(norm.getSum()) {
  for (const Member &member : norm.getMembers()) {
    if (member.frame)
      return;
    Kind kind = dataflow.kindOf(member.op);
    bool isEnd = &member == &norm.getMembers().front();
    bool isCentred =
        member.role == Role::interior && kind == Kind::sub &&
        dataflow.look({member.op->getOperand(0)}).first == norm.getData();
    if (isCentred)
      mean = dataflow.look({member.op->getOperand(1)}).first;
    if (isEnd || isCentred)
      addData(member.op->getResult(0));
  }
  elements =
      countElements(norm.getMembers().front().op->getResult(0).getType());
  if (Ref ref = norm.getData(); !ref.frame)
    addData(ref.value);
}

void NormGradient::addData(Value value) {
  if (isKnownData.insert(value).second)
    data.push_back(value);
}

bool NormGradient::isData(Value operand) {
  Ref base = dataflow.look({operand}).first;
  return !base.frame && isKnownData.contains(base.value);
}

bool NormGradient::isFull(Value value) const {
  return countElements(value.getType()) == elements;
}

/// Returns true if a sum starts at zero and reduces the dimensions of the
/// forward pass, provided that the data has the same shape.
bool NormGradient::isOverNorm(Operation *reduce) const {
  bool startsElsewhere = reduce->getNumOperands() > 1 &&
                         dataflow.findNumber({reduce->getOperand(1)}) != 0.0;
  if (startsElsewhere || !normSum)
    return !startsElsewhere;
  auto shapeOf = [](Operation *op) {
    return cast<ShapedType>(op->getOperand(0).getType()).getShape();
  };
  return shapeOf(reduce) != shapeOf(normSum) ||
         findReducedDims(reduce) == findReducedDims(normSum);
}

/// Returns the users of `value`, through data movement, single calls and
/// stacks, each with the operand that it uses.
NormGradient::Readers NormGradient::readersOf(Value value) {
  Readers readers;
  SmallVector<Value> work{value};
  for (unsigned seen = 0; !work.empty() && seen < maxReaders; ++seen) {
    Value next = work.pop_back_val();
    llvm::append_range(work, dataflow.unstacked(next));
    for (OpOperand &use : next.getUses()) {
      if (readers.size() > maxReaders)
        return {};
      Operation *reader = use.getOwner();
      if (dataflow.kindOf(reader) == Kind::layout &&
          reader->getNumResults() == 1)
        work.push_back(reader->getResult(0));
      else if (Value passed = dataflow.passOn(use))
        work.push_back(passed);
      else if (reader->getNumResults() == 1)
        readers.emplace_back(reader, next);
    }
  }
  return readers;
}

void NormGradient::add(Operation *op, Role role) {
  if (isMember.insert(op).second)
    members.push_back({op, nullptr, role});
}

static Value otherOperand(Operation *reader, Value operand) {
  return reader->getOperand(reader->getOperand(0) == operand);
}

//===----------------------------------------------------------------------===//
// The sum of products with the data
//===----------------------------------------------------------------------===//

/// Returns true if `op` recomputes the data minus its mean.
bool NormGradient::isCentred(Operation *op) {
  return dataflow.kindOf(op) == Kind::sub && mean.value &&
         isData(op->getOperand(0)) &&
         dataflow.look({op->getOperand(1)}).first == mean;
}

/// Finds sums of `product`, or of its product with a scale, and returns true if
/// there are any. TensorFlow expands the product of g with x − mean and adds
/// its terms first.
bool NormGradient::findSums(Value product, unsigned depth) {
  bool isSummed = false;
  for (auto [reader, operand] : readersOf(product)) {
    Kind kind = dataflow.kindOf(reader);
    if (kind == Kind::sum && isOverNorm(reader) &&
        climb(reader->getResult(0), 0)) {
      add(reader, Role::statistic);
      add(product.getDefiningOp(), Role::statistic);
      sums.insert(reader);
      isSummed = true;
    }
    if (depth == 0 || (kind != Kind::mul && kind != Kind::add))
      continue;
    Ref other = dataflow.look({otherOperand(reader, operand)}).first;
    Operation *made = other.value.getDefiningOp();
    if (kind == Kind::mul && !isData(other.value))
      isSummed |= findSums(reader->getResult(0), depth - 1);
    if (kind == Kind::add && made && !other.frame &&
        dataflow.kindOf(made) == Kind::mul &&
        findSums(reader->getResult(0), depth - 1)) {
      for (Operation *part : {product.getDefiningOp(), made, reader})
        add(part, Role::statistic);
      isSummed = true;
    }
  }
  return isSummed;
}

/// Returns true if `op` multiplies `operand` by a constant; sums may be
/// broadcast first.
bool NormGradient::isScaling(Operation *op, Value operand) {
  Kind kind = dataflow.kindOf(op);
  return (kind == Kind::mul || kind == Kind::div) &&
         dataflow.findNumber({otherOperand(op, operand)}).has_value();
}

/// Returns true if a value computed from `small` is multiplied by the data.
bool NormGradient::climb(Value small, unsigned depth) {
  bool reaches = false;
  if (depth == maxChain)
    return false;
  for (auto [reader, operand] : readersOf(small)) {
    Kind kind = dataflow.kindOf(reader);
    constexpr KindSet chain = setOf(Kind::mul) | setOf(Kind::div) |
                              setOf(Kind::neg) | setOf(Kind::sum) |
                              setOf(Kind::add) | setOf(Kind::sub) |
                              setOf(Kind::select);
    if (!(chain & setOf(kind)))
      continue;
    if (kind == Kind::mul && isFull(reader->getResult(0)) &&
        isData(otherOperand(reader, operand))) {
      weighted.push_back(reader);
      reaches = true;
      continue;
    }
    if (isFull(reader->getResult(0)) && !isScaling(reader, operand))
      continue;
    auto [known, isNew] = climbed.try_emplace(reader, false);
    bool leads = isNew ? climb(reader->getResult(0), depth + 1) : known->second;
    if (leads) {
      climbed[reader] = true;
      add(reader, Role::statistic);
    }
    reaches |= leads;
  }
  return reaches;
}

//===----------------------------------------------------------------------===//
// The sum of the gradient, which stems from the mean
//===----------------------------------------------------------------------===//

/// Returns true if `operand` is small and computed from another sum over the
/// data's dimensions.
bool NormGradient::descend(Value operand, unsigned depth) {
  auto [base, kind] = dataflow.look({operand});
  Operation *op = base.value.getDefiningOp();
  if (base.frame || depth == maxChain || !op)
    return false;
  if (isFull(base.value) && !isScaling(op, op->getOperand(0)) &&
      !isScaling(op, op->getOperand(op->getNumOperands() - 1)))
    return false;
  constexpr KindSet chain = setOf(Kind::mul) | setOf(Kind::div) |
                            setOf(Kind::neg) | setOf(Kind::sum) |
                            setOf(Kind::add) | setOf(Kind::sub);
  if (!(chain & setOf(kind)))
    return false;
  bool comes = false;
  if (kind == Kind::sum && isFull(op->getOperand(0))) {
    if (sums.contains(op) || !isOverNorm(op))
      return false;
    means.insert(op);
    auto [summed, what] = dataflow.look({op->getOperand(0)});
    if (what == Kind::neg && !summed.frame)
      add(summed.value.getDefiningOp(), Role::statistic);
    comes = true;
  } else {
    for (Value part : op->getOperands().take_front(kind == Kind::sum ? 1 : 2))
      comes |= descend(part, depth + 1);
  }
  if (comes)
    add(op, Role::statistic);
  return comes;
}

/// Follows the sums that use the weighted data.
void NormGradient::findMeans(Operation *combined, unsigned depth) {
  if (depth == maxAdds)
    return;
  for (auto [reader, operand] : readersOf(combined->getResult(0))) {
    Kind kind = dataflow.kindOf(reader);
    if (kind != Kind::add && kind != Kind::sub)
      continue;
    Value other = otherOperand(reader, operand);
    bool isMean = descend(other, 0);
    auto [base, what] = dataflow.look({other});
    if (!isMean && !base.frame && (what == Kind::add || what == Kind::sub)) {
      Operation *inner = base.value.getDefiningOp();
      bool ofInner =
          descend(inner->getOperand(0), 0) || descend(inner->getOperand(1), 0);
      if (ofInner)
        add(inner, Role::output);
      isMean = ofInner;
    }
    size_t before = means.size();
    findMeans(reader, depth + 1);
    if (isMean || means.size() > before)
      add(reader, Role::output);
  }
}

SmallVector<Member> NormGradient::find() {
  if (elements <= 0 || data.empty())
    return {};
  SmallVector<Value> products;
  for (unsigned i = 0; i < data.size(); ++i) // grows to at most twice the data
    for (auto [reader, operand] : readersOf(data[i])) {
      if (isCentred(reader))
        addData(reader->getResult(0));
      if (dataflow.kindOf(reader) != Kind::mul ||
          !isFull(reader->getResult(0)) ||
          reader->getOperand(0) == reader->getOperand(1))
        continue;
      if (dataflow.findNumber({otherOperand(reader, operand)}))
        addData(reader->getResult(0));
      else
        products.push_back(reader->getResult(0));
    }
  for (Value product : products)
    findSums(product, maxProducts);
  for (Operation *product : weighted) {
    add(product, Role::interior);
    if (hasMean)
      findMeans(product, 0);
  }
  bool isWhole = !weighted.empty() && (!hasMean || !means.empty());
  return isWhole ? members : SmallVector<Member>();
}
