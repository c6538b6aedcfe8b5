// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot_general %x, transpose(%w)   ==>   operand 1, dims [1, 0] of %w
#include "lib/Graph/ContractionSearch.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <queue>

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Value that holds elements of a parameter. Maps each of its dimensions to a
/// dimension of the parameter; -1 for none.
struct View {
  Value value;
  SmallVector<int64_t, 4> dims;
  Operation *unknown = nullptr; ///< first op with an unknown dimension mapping
  SmallVector<Operation *, 2> calls = {}; ///< call stack of the value
};

/// Breadth-first search over the users of a parameter, in program order within
/// one block.
class ReaderSearch {
public:
  ReaderSearch(const SymbolTable &symbols) : symbols(symbols) {}

  std::optional<ContractionRead> find(Value value);

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

/// Returns the view of the result of a data-movement op.
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
    // The reshape may only add or drop unit dimensions.
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
    for (const CarriedValue &carried : findAllCarriedValues(around))
      if (llvm::is_contained(carried.inputs, &use)) {
        for (Value value : carried.values)
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

/// Returns the uses in block order of the ops that contain them.
static SmallVector<OpOperand *> listUses(Value value) {
  SmallVector<std::pair<Operation *, OpOperand *>> uses;
  Region *region = value.getParentRegion();
  for (OpOperand &use : value.getUses())
    uses.push_back({region->findAncestorOpInRegion(*use.getOwner()), &use});
  std::reverse(uses.begin(), uses.end()); // use lists are in reverse order
  if (region->hasOneBlock())
    llvm::stable_sort(uses, [](auto &a, auto &b) {
      return a.first != b.first && a.first->isBeforeInBlock(b.first);
    });
  return llvm::map_to_vector(uses, [](auto &use) { return use.second; });
}

std::optional<ContractionRead> ReaderSearch::find(Value value) {
  View whole{value, {}};
  for (int64_t i = 0; i < cast<RankedTensorType>(value.getType()).getRank();
       ++i)
    whole.dims.push_back(i);
  add(value, whole);
  for (; !work.empty(); work.pop()) {
    View view = std::move(work.front());
    for (OpOperand *use : listUses(view.value)) {
      Operation *user = use->getOwner();
      if (classOf(user, lookupRow(user)) == OpClass::contraction)
        return ContractionRead{use, view.dims, view.unknown};
      follow(*use, view);
    }
  }
  return std::nullopt;
}

std::optional<ContractionRead>
amp::findFirstContraction(Value value, const SymbolTable &symbols) {
  return ReaderSearch(symbols).find(value);
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

std::optional<SmallVector<bool>> amp::findResultDims(OpOperand &operand) {
  auto model = dyn_cast<SharedDimsOp>(operand.getOwner());
  if (!model)
    return std::nullopt;
  SmallVector<SharedDim> shared = model.getSharedDims();
  SmallVector<bool> isKept;
  auto type = cast<RankedTensorType>(operand.get().getType());
  for (int64_t i = 0; i < type.getRank(); ++i)
    isKept.push_back(isInResult(shared, operand.getOperandNumber(), i));
  return isKept;
}
