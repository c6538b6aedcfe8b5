// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Joints.h"
#include "lib/Recognize/Scene.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

/// Entries of entries of … are not looked for deeper.
static constexpr unsigned maxNested = 16;

void Scene::noteControl(Operation *op) {
  for (const Joint &joint : findHandovers(op)) {
    Value other;
    unsigned others = 0;
    for (OpOperand *input : joint.inputs)
      if (!llvm::is_contained(joint.values, input->get())) {
        other = input->get();
        ++others;
      }
    for (Value value : joint.values)
      if (others == 1)
        handed[value] = other;
      else if (others == 2 && joint.values.size() > 1)
        carried[value] = other;
  }
}

/// Returns true if `part` is one entry of `stack`: all dimensions but the
/// first.
static bool isEntry(Value part, Value stack) {
  auto small = dyn_cast<RankedTensorType>(part.getType());
  auto large = dyn_cast<RankedTensorType>(stack.getType());
  return small && large && small.getRank() == large.getRank() &&
         small.getRank() > 0 && small.getDimSize(0) == 1 &&
         small.getShape().drop_front() == large.getShape().drop_front();
}

/// Returns the value that another loop wrote to the stack from which `slice`
/// reads an entry, if all entries that this block reads have one index.
Ref Scene::takeOff(Operation *slice, const Frame *frame) {
  if (nested == maxNested ||
      !isEntry(slice->getResult(0), slice->getOperand(0)))
    return {};
  llvm::SaveAndRestore deeper(nested, nested + 1);
  Ref stack = look({slice->getOperand(0), frame}).first;
  Value next =
      isa<OpResult>(stack.value) ? carried.lookup(stack.value) : Value();
  if (!next)
    return {};
  auto [update, kind] = look({next, stack.frame});
  Operation *put = update.value.getDefiningOp();
  if (kind != Kind::update || !isEntry(put->getOperand(1), update.value))
    return {};
  Value before = look({put->getOperand(0), update.frame}).first.value;
  Value index = look({slice->getOperand(1), frame}).first.value;
  if (carried.lookup(before) != next)
    return {};
  Value putIndex = look({put->getOperand(2), update.frame}).first.value;
  Value &knownPut = stacked[next.getParentBlock()];
  Value &known = indices[{next.getParentBlock(), index.getParentBlock()}];
  if ((known && known != index) || (knownPut && knownPut != putIndex))
    return {};
  known = index;
  knownPut = putIndex;
  ++taken;
  return {put->getOperand(1), update.frame};
}

void Scene::linkStacks() {
  if (carried.empty())
    return;
  for (Operation *op : takers)
    for (Value result : op->getResults()) {
      unsigned before = taken;
      Ref base = look({result}).first;
      if (taken > before && !base.frame)
        again[base.value].push_back(result);
    }
}

ArrayRef<Value> Scene::unstacked(Value value) const {
  auto found = again.find(value);
  return found == again.end() ? ArrayRef<Value>() : found->second;
}
