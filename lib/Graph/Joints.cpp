// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Joints.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// Returns the terminator of a region with one block; null for an empty one.
static Operation *terminatorOf(Region &region) {
  return region.empty() || region.front().empty() ? nullptr
                                                  : &region.front().back();
}

static void addInput(Joint &joint, Operation *op, unsigned index) {
  if (op && index < op->getNumOperands())
    joint.inputs.push_back(&op->getOpOperand(index));
}

static void addArgument(Joint &joint, Region &region, unsigned index) {
  if (!region.empty() && index < region.getNumArguments())
    joint.values.push_back(region.getArgument(index));
}

/// Result i is operand i.
static SmallVector<Joint> passThrough(Operation *op) {
  SmallVector<Joint> joints(op->getNumResults());
  for (auto [i, joint] : llvm::enumerate(joints)) {
    joint.values.push_back(op->getResult(i));
    addInput(joint, op, i);
  }
  return joints;
}

/// Result i is what one of the regions yields at i.
static SmallVector<Joint> branches(Operation *op) {
  SmallVector<Joint> joints(op->getNumResults());
  for (auto [i, joint] : llvm::enumerate(joints)) {
    joint.values.push_back(op->getResult(i));
    for (Region &region : op->getRegions())
      addInput(joint, terminatorOf(region), i);
  }
  return joints;
}

/// A loop whose last region yields the next values; `operands` and `arguments`
/// come before the carried ones.
static SmallVector<Joint> loop(Operation *op, unsigned operands,
                               unsigned arguments) {
  SmallVector<Joint> joints(op->getNumResults());
  Region &body = op->getRegion(op->getNumRegions() - 1);
  for (auto [i, joint] : llvm::enumerate(joints)) {
    joint.values.push_back(op->getResult(i));
    for (Region &region : op->getRegions())
      addArgument(joint, region, arguments + i);
    addInput(joint, op, operands + i);
    addInput(joint, terminatorOf(body), i);
  }
  return joints;
}

static SmallVector<Joint> whileLoop(Operation *op) { return loop(op, 0, 0); }

/// Bounds and step come first; the induction variable leads the arguments.
static SmallVector<Joint> forLoop(Operation *op) { return loop(op, 3, 1); }

/// Arguments of the first region are set on entry and by the second one;
/// results and arguments of the second are set by the condition.
static SmallVector<Joint> scfWhile(Operation *op) {
  Region &before = op->getRegion(0), &after = op->getRegion(1);
  SmallVector<Joint> joints(op->getNumResults());
  for (auto [i, joint] : llvm::enumerate(joints)) {
    joint.values.push_back(op->getResult(i));
    addArgument(joint, after, i);
    addInput(joint, terminatorOf(before), i + 1);
  }
  for (unsigned i = 0; i < before.getNumArguments(); ++i) {
    Joint &joint = joints.emplace_back();
    addArgument(joint, before, i);
    addInput(joint, op, i);
    addInput(joint, terminatorOf(after), i);
  }
  return joints;
}

/// The region runs once, in the place of the op.
static SmallVector<Joint> inlined(Operation *op) {
  Region &region = op->getRegion(0);
  SmallVector<Joint> joints(region.getNumArguments());
  for (auto [i, joint] : llvm::enumerate(joints)) {
    addArgument(joint, region, i);
    addInput(joint, op, i);
  }
  joints.append(branches(op));
  return joints;
}

namespace {
struct JointFinder {
  OpKind kind;
  SmallVector<Joint> (*find)(Operation *);
};
} // namespace

static constexpr JointFinder finders[] = {
    {OpKind::case_, branches},
    {OpKind::do_while, scfWhile},
    {OpKind::execute_region, branches},
    {OpKind::for_, forLoop},
    {OpKind::if_, branches},
    {OpKind::manual_computation, inlined},
    {OpKind::optimization_barrier, passThrough},
    {OpKind::while_, whileLoop},
};

bool amp::handsOn(const OpRow *row) {
  return row &&
         (llvm::any_of(row->results, [](char slot) { return slot == '='; }) ||
          row->regions == RegionRule::inlined);
}

bool amp::hasSingleBlocks(Operation *op) {
  return llvm::all_of(op->getRegions(), [](Region &region) {
    return region.empty() || region.hasOneBlock();
  });
}

SmallVector<Joint> amp::findHandovers(Operation *op) {
  static const KindMap<JointFinder> byKind(finders);
  const JointFinder *finder = byKind.lookup(kindOf(op));
  return finder && hasSingleBlocks(op) ? finder->find(op)
                                       : SmallVector<Joint>();
}

SmallVector<OpOperand *> amp::findDeciders(Operation *op,
                                           ArrayRef<Joint> joints) {
  llvm::SmallPtrSet<OpOperand *, 16> inputs;
  for (const Joint &joint : joints)
    inputs.insert(joint.inputs.begin(), joint.inputs.end());
  SmallVector<OpOperand *> deciders;
  auto add = [&](Operation *owner) {
    for (OpOperand &operand : owner->getOpOperands())
      if (!inputs.contains(&operand))
        deciders.push_back(&operand);
  };
  add(op);
  for (Region &region : op->getRegions())
    if (Operation *end = terminatorOf(region))
      add(end);
  return deciders;
}

SmallVector<Joint> amp::findJoints(Operation *op, const OpRow *row) {
  return handsOn(row) ? findHandovers(op) : SmallVector<Joint>();
}

/// Operands of a call that come before those that it passes.
static unsigned firstArgumentOf(Operation *op) {
  auto call = dyn_cast<CallOpInterface>(op);
  return call && !call.getArgOperands().empty()
             ? call.getArgOperands().getBeginOperandIndex()
             : 0;
}

SmallVector<Joint> amp::findJoints(FunctionOpInterface function,
                                   ArrayRef<Operation *> calls) {
  Region &body = function.getFunctionBody();
  unsigned numArguments = function.getNumArguments();
  SmallVector<Joint> joints(numArguments + function.getNumResults());
  for (auto [i, joint] : llvm::enumerate(joints)) {
    if (i < numArguments) {
      addArgument(joint, body, i);
      for (Operation *call : calls)
        addInput(joint, call, firstArgumentOf(call) + i);
      continue;
    }
    unsigned result = i - numArguments;
    for (Operation *call : calls)
      joint.values.push_back(call->getResult(result));
    for (Block &block : body)
      if (block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
        addInput(joint, block.getTerminator(), result);
  }
  return joints;
}
