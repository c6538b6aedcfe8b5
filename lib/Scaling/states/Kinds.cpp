// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.state (%w1, %key1) else (%w0, %key0)
//   ==>   amp.state (%w1, %key1) else (%w0, %key0) kinds ["parameter", "key"]
#include "lib/OpModel/Kinds.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/Scaling/RandomBits.h"
#include "lib/Scaling/states/Kinds.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static bool isMixing(Operation *op) {
  return isHlo(op, {OpKind::rng_bit_generator, OpKind::shift_left,
                    OpKind::shift_right_logical, OpKind::xor_});
}

/// Returns true if `op`, its regions or its callees mix bits.
static bool mixesBits(Operation *op, const SymbolTable &symbols) {
  llvm::SetVector<Operation *> around;
  around.insert(op);
  for (unsigned i = 0; i < around.size(); ++i) {
    bool found = false;
    around[i]->walk([&](Operation *inner) {
      found |= isMixing(inner);
      if (Operation *callee = findCallee(inner, symbols))
        around.insert(callee);
    });
    if (found)
      return true;
  }
  return false;
}

namespace {
/// Summary of the values from which a new value is computed.
struct Origin {
  bool isOwn = true; ///< its old value and constants
  bool isMixed = false;
};
} // namespace

static Origin originOf(Value value, Value old, const SymbolTable &symbols) {
  static constexpr unsigned most = 4096; // values; keys need fewer
  Origin origin;
  llvm::SetVector<Value> reached;
  reached.insert(value);
  for (unsigned i = 0; i < reached.size() && origin.isOwn; ++i) {
    Value next = reached[i];
    if (next == old)
      continue;
    Operation *op = next.getDefiningOp();
    if (!op) {
      op = next.getParentBlock()->getParentOp();
      origin.isOwn = !isa<FunctionOpInterface>(op) &&
                     !op->isAncestor(old.getParentBlock()->getParentOp());
    }
    if (i == most || !origin.isOwn)
      return {false, false};
    origin.isMixed = origin.isMixed || mixesBits(op, symbols);
    reached.insert(op->operand_begin(), op->operand_end());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (Operation *end = &block.back(); end->getNumOperands())
          reached.insert(end->operand_begin(), end->operand_end());
  }
  return origin;
}

/// Returns the forward slice of `values`, or the backward slice.
static llvm::DenseSet<Value> reachFrom(ValueRange values, bool backward) {
  llvm::DenseSet<Value> seen(values.begin(), values.end());
  SmallVector<Value> work(values.begin(), values.end());
  auto add = [&](ValueRange more) {
    for (Value value : more)
      if (seen.insert(value).second)
        work.push_back(value);
  };
  auto addOp = [&](Operation *op) {
    add(op->getOperands());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.back().getOperands());
  };
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!backward) {
      for (Operation *user : value.getUsers())
        if (user->hasTrait<OpTrait::IsTerminator>() &&
            !isa<FunctionOpInterface>(user->getParentOp()))
          add(user->getParentOp()->getResults());
        else
          add(user->getResults());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op)
      op = value.getParentBlock()->getParentOp();
    if (!isa<FunctionOpInterface>(op))
      addOp(op);
  }
  return seen;
}

namespace {
class Kinds {
public:
  Kinds(FunctionOpInterface function, bool onlyKeys);

  void write(StateOp mark);

private:
  StringRef kindOf(StateOp mark, unsigned number);

  bool onlyKeys;
  ModuleOp module;
  SymbolTable symbols;
  std::optional<ProgramGraph> graph; ///< built for the first candidate
  bool hasGradients = false;
  llvm::DenseSet<Value> fromGradients, toGradients;
};
} // namespace

Kinds::Kinds(FunctionOpInterface function, bool onlyKeys)
    : onlyKeys(onlyKeys), module(function->getParentOfType<ModuleOp>()),
      symbols(module) {
  if (onlyKeys)
    return;
  SmallVector<Value> read, made;
  function.walk([&](GradientsOp mark) {
    llvm::append_range(read, mark.getValues());
    llvm::append_range(made, mark.getOutputs());
  });
  hasGradients = !made.empty();
  fromGradients = reachFrom(made, /*backward=*/false);
  toGradients = reachFrom(read, /*backward=*/true);
}

StringRef Kinds::kindOf(StateOp mark, unsigned number) {
  Value value = mark.getValues()[number], old = mark.getOld()[number];
  Type element = elementOf(value.getType());
  bool isInteger = element.isIntOrIndex();
  bool isScalar = !isa<RankedTensorType>(value.getType()) ||
                  cast<RankedTensorType>(value.getType()).getRank() == 0;
  if (onlyKeys && !element.isUnsignedInteger())
    return "other";
  if (isInteger || isScalar) {
    Origin origin = originOf(value, old, symbols);
    bool mayDraw =
        origin.isOwn && origin.isMixed && element.isUnsignedInteger();
    if (mayDraw && !graph)
      graph.emplace(module);
    Drawing drawing = mayDraw ? findDrawing(mark, number, *graph) : Drawing::no;
    if (drawing == Drawing::yes)
      return keyKind;
    if (drawing == Drawing::unclear && !onlyKeys)
      mark.emitRemark() << "a skipped step keeps state " << number
                        << ", of which no random number generator is known to "
                           "read the bits; kinds with \"key\" advances it";
    if (isInteger || origin.isOwn)
      return onlyKeys ? "other" : "counter";
  }
  if (onlyKeys || !hasGradients)
    return "other";
  if (!fromGradients.contains(value))
    return "statistic";
  return toGradients.contains(old) ? "parameter" : "moment";
}

void Kinds::write(StateOp mark) {
  if (mark.getKindsAttr())
    return;
  SmallVector<StringRef> kinds;
  for (unsigned i = 0; i < mark->getNumResults(); ++i)
    kinds.push_back(kindOf(mark, i));
  if (!onlyKeys || llvm::is_contained(kinds, keyKind))
    mark.setKindsAttr(Builder(mark->getContext()).getStrArrayAttr(kinds));
}

void amp::scaling::recognizeKinds(FunctionOpInterface function, bool onlyKeys) {
  SmallVector<StateOp> marks;
  function.walk([&](StateOp mark) { marks.push_back(mark); });
  if (marks.empty())
    return;
  Kinds kinds(function, onlyKeys);
  for (StateOp mark : marks)
    kinds.write(mark);
}
