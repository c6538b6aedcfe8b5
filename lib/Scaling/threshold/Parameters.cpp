// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.state (%new) else (%w),  dot_general %x, transpose(%w)
//   ==>   Parameter{%w, channels of the transposed dimensions}
#include "lib/Scaling/threshold/Parameters.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/Joints.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Scaling/Passage.h"
#include "lib/Scaling/states/Signature.h"
#include "mlir/IR/SymbolTable.h"
#include <queue>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

RankedTensorType Parameter::getScaleType() const {
  SmallVector<int64_t> shape;
  for (int64_t channel : channels)
    shape.push_back(type.getDimSize(channel));
  return RankedTensorType::get(shape, type.getElementType());
}

namespace {
/// Value that holds the elements of a parameter, and the dimension of the
/// parameter that each of its dimensions is; -1 for none.
struct View {
  Value value;
  SmallVector<int64_t, 4> dims;
  Operation *unknown = nullptr; ///< op whose dimensions could not be followed
  SmallVector<Operation *, 2> calls = {}; ///< that lead to the value
};

/// Searches the readers of a parameter, in the order of the program as far as
/// one block goes.
class ReaderSearch {
public:
  ReaderSearch(const SymbolTable &symbols) : symbols(symbols) {}

  /// Returns the first contraction that reads `value`, and how; or none.
  std::optional<std::pair<OpOperand *, View>> find(BlockArgument value);

private:
  void follow(OpOperand &use, const View &view);
  void add(Value value, View view) {
    Operation *call = view.calls.empty() ? nullptr : view.calls.back();
    if (seen.insert({value, call}).second) {
      view.value = value;
      work.push(std::move(view));
    }
  }

  const SymbolTable &symbols;
  llvm::DenseSet<std::pair<Value, Operation *>> seen;
  std::queue<View> work;
};
} // namespace

/// Dimensions behind an op that moves data.
static View moveBehind(Operation *op, const View &view) {
  auto from = dyn_cast<RankedTensorType>(view.value.getType());
  auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  View moved = view;
  if (!from || !to)
    moved.unknown = op;
  if (moved.unknown)
    return moved;
  if (auto order = op->getAttrOfType<DenseI64ArrayAttr>("permutation")) {
    for (auto [i, dim] : llvm::enumerate(order.asArrayRef()))
      moved.dims[i] = view.dims[dim];
    return moved;
  }
  if (isHlo(op, OpKind::reshape)) {
    // Only dimensions of one element come and go.
    moved.dims.clear();
    unsigned next = 0;
    for (int64_t size : to.getShape()) {
      while (next < from.getRank() && from.getDimSize(next) == 1 && size != 1)
        ++next;
      bool isSame = next < from.getRank() && from.getDimSize(next) == size;
      moved.dims.push_back(isSame ? view.dims[next++] : -1);
      if (!isSame && size != 1)
        moved.unknown = op;
    }
    return moved;
  }
  if (from.getRank() != to.getRank() || isHlo(op, OpKind::broadcast_in_dim))
    moved.unknown = op;
  return moved;
}

void ReaderSearch::follow(OpOperand &use, const View &view) {
  Operation *user = use.getOwner();
  for (Operation *around : {user, user->getParentOp()})
    for (const Joint &joint : findHandovers(around))
      if (llvm::is_contained(joint.inputs, &use)) {
        for (Value value : joint.values)
          add(value, view);
        return;
      }
  if (StringAttr name = findCallee(user)) {
    auto callee = symbols.lookup<FunctionOpInterface>(name);
    View inside = view;
    inside.calls.push_back(user);
    if (callee && use.getOperandNumber() < callee.getNumArguments() &&
        !callee.isExternal() && !llvm::is_contained(view.calls, user))
      add(callee.getArgument(use.getOperandNumber()), inside);
    return;
  }
  if (user->hasTrait<OpTrait::IsTerminator>() && !view.calls.empty() &&
      isa<FunctionOpInterface>(user->getParentOp())) {
    View outside = view;
    Operation *call = outside.calls.pop_back_val();
    if (use.getOperandNumber() < call->getNumResults())
      add(call->getResult(use.getOperandNumber()), outside);
    return;
  }
  OpClass opClass = classOf(user, lookupRow(user));
  if ((opClass == OpClass::layout || opClass == OpClass::convert) &&
      use.getOperandNumber() == 0 && user->getNumResults() == 1)
    add(user->getResult(0), moveBehind(user, view));
}

std::optional<std::pair<OpOperand *, View>>
ReaderSearch::find(BlockArgument value) {
  View whole{value, {}};
  for (int64_t i = 0; i < cast<RankedTensorType>(value.getType()).getRank();
       ++i)
    whole.dims.push_back(i);
  add(value, whole);
  for (; !work.empty(); work.pop()) {
    View view = std::move(work.front());
    // Uses are listed from the last one to the first one.
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : view.value.getUses())
      uses.push_back(&use);
    for (OpOperand *use : llvm::reverse(uses)) {
      Operation *user = use->getOwner();
      if (classOf(user, lookupRow(user)) == OpClass::contraction)
        return std::make_pair(use, view);
      follow(*use, view);
    }
  }
  return std::nullopt;
}

/// Returns true if the result of a contraction has this dimension of an
/// operand, directly or as a batch dimension of the other operand.
static bool isInResult(ArrayRef<SharedDim> shared, unsigned operand,
                       int64_t dim) {
  auto meets = [&](ValueDim a, unsigned value, int64_t number) {
    return a.value == value && int64_t(a.dim) == number;
  };
  for (const SharedDim &s : shared) {
    for (auto [one, other] :
         {std::pair(s.first, s.second), std::pair(s.second, s.first)}) {
      if (!meets(one, operand, dim))
        continue;
      if (other.value == 2)
        return true;
      for (const SharedDim &next : shared)
        if (next.second.value == 2 && meets(next.first, other.value, other.dim))
          return true;
    }
  }
  return false;
}

/// Reads fan-in and channels off the contraction. Channels are the dimensions
/// that the contraction does not sum over.
static LogicalResult readContraction(OpOperand &use, const View &view,
                                     bool isPerChannel, Parameter &parameter) {
  Operation *op = use.getOwner();
  auto model = dyn_cast<SharedDimsOp>(op);
  Operation *unknown = model ? view.unknown : op;
  RankedTensorType type = parameter.type;
  SmallVector<bool> isSummed(type.getRank());
  if (!unknown) {
    SmallVector<SharedDim> shared = model.getSharedDims();
    auto operand = cast<RankedTensorType>(use.get().getType());
    for (int64_t i = 0; i < operand.getRank(); ++i) {
      if (isInResult(shared, use.getOperandNumber(), i))
        continue;
      parameter.fanIn *= operand.getDimSize(i);
      if (i < int64_t(view.dims.size()) && view.dims[i] >= 0)
        isSummed[view.dims[i]] = true;
    }
  } else {
    // One output per size of the last dimension, as frameworks lay out.
    parameter.fanIn = type.getNumElements() / type.getShape().back();
  }
  if (!isPerChannel)
    return success();
  if (unknown)
    return unknown->emitError()
           << "expects transposes and slices between parameter '"
           << parameter.pair.name
           << "' and a contraction for scale=channel, but got '"
           << unknown->getName() << "'; write scale=tensor";
  for (auto [i, summed] : llvm::enumerate(isSummed))
    if (!summed)
      parameter.channels.push_back(i);
  return success();
}

static bool isParameter(StateOp mark, unsigned number) {
  ArrayAttr kinds = mark.getKindsAttr();
  return kinds && cast<StringAttr>(kinds[number]).getValue() == "parameter";
}

static LogicalResult checkParameter(const Parameter &parameter,
                                    FunctionOpInterface function,
                                    const ThresholdSpec &spec) {
  StateOp mark = parameter.mark;
  Block *entry = &function.getFunctionBody().front();
  if (mark->getBlock() != entry ||
      mark.getOld()[parameter.number] !=
          entry->getArgument(parameter.pair.argument))
    return mark.emitError()
           << "expects " << mark.describe(parameter.number)
           << " to be updated outside of control flow, but its amp.state is "
              "inside; run one step per call";
  if (!parameter.type.hasStaticShape())
    return mark.emitError()
           << "expects " << mark.describe(parameter.number)
           << " to have a static shape, but got " << parameter.type;
  for (StringRef name : shardingNames)
    if ((spec.isPerChannel || spec.device) &&
        function.getArgAttr(parameter.pair.argument, name))
      return mark.emitError()
             << "expects parameters without a sharding for "
             << (spec.device ? "device=pcm" : "scale=channel") << ", but "
             << mark.describe(parameter.number) << " has '" << name
             << (spec.device ? "'" : "'; write scale=tensor");
  return success();
}

FailureOr<SmallVector<Parameter>>
amp::scaling::findParameters(FunctionOpInterface function,
                             ArrayRef<StatePair> pairs,
                             const ThresholdSpec &spec) {
  SymbolTable symbols(function->getParentOp());
  llvm::DenseMap<unsigned, const StatePair *> byArgument;
  for (const StatePair &pair : pairs)
    byArgument[pair.argument] = &pair;
  SmallVector<StateOp> marks;
  function.walk([&](StateOp mark) { marks.push_back(mark); });
  SmallVector<Parameter> found;
  for (StateOp mark : marks)
    for (unsigned i = 0; i < mark->getNumResults(); ++i) {
      auto type = dyn_cast<RankedTensorType>(mark.getOld()[i].getType());
      BlockArgument argument =
          findArgument(mark.getOld()[i], function, /*always=*/false);
      const StatePair *pair =
          argument ? byArgument.lookup(argument.getArgNumber()) : nullptr;
      if (!isParameter(mark, i) || !pair || !type ||
          !type.getElementType().isF32() || type.getRank() == 0)
        continue;
      auto reader = ReaderSearch(symbols).find(argument);
      if (!reader)
        continue;
      Parameter parameter{*pair, mark, i, type, {}};
      if (failed(checkParameter(parameter, function, spec)) ||
          failed(readContraction(*reader->first, reader->second,
                                 spec.isPerChannel, parameter)))
        return failure();
      found.push_back(std::move(parameter));
    }
  return found;
}
