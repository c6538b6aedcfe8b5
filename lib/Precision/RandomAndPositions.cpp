// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values computed from random bits or positions are f32, up to ops that also
// use data.
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/Structure.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

static bool isScalar(Type of) {
  auto type = dyn_cast<ShapedType>(of);
  return !type || (type.hasStaticShape() && type.getNumElements() == 1);
}

static bool isScalar(Value value) { return isScalar(value.getType()); }

/// Returns true if an argument or result of a function is a scalar.
static bool isScalarCarriedValue(FunctionOpInterface function, unsigned slot) {
  unsigned arguments = function.getNumArguments();
  return isScalar(slot < arguments
                      ? function.getArgumentTypes()[slot]
                      : function.getResultTypes()[slot - arguments]);
}

llvm::BitVector amp::precision::findParameters(const SlotGraph &graph) {
  llvm::BitVector found(graph.nodes.size());
  SmallVector<unsigned> work;
  auto isOne = [](const SlotNode &node) {
    if (auto function = dyn_cast<FunctionOpInterface>(node.op))
      return isScalarCarriedValue(function, node.slot);
    return !node.isContraction && node.op->getNumResults() == 1 &&
           isScalar(node.op->getResult(0));
  };
  auto readsOnlyThem = [&](const SlotNode &node) {
    if (isa<FunctionOpInterface>(node.op))
      return true;
    return node.row &&
           llvm::is_contained({OpClass::layout, OpClass::elementwise},
                              node.row->opClass) &&
           llvm::all_of(node.op->getOperands(), [&](Value operand) {
             return !isF32(operand.getType()) || isScalar(operand) ||
                    graph.nodeOf(operand);
           });
  };
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    // Scalars of calls whose signature is fixed have no node.
    bool readsScalars = !isa<FunctionOpInterface>(node.op) &&
                        graph.definitionsOf(number).empty() &&
                        llvm::any_of(node.op->getOperandTypes(), isF32) &&
                        readsOnlyThem(node);
    if (isConstantLike(node.op) || isOne(node) || readsScalars) {
      found.set(number);
      work.push_back(number);
    }
  }
  while (!work.empty())
    for (unsigned reader : graph.usersOf(work.pop_back_val()))
      if (!found.test(reader) && readsOnlyThem(graph.nodes[reader]) &&
          llvm::all_of(graph.definitionsOf(reader),
                       [&](unsigned maker) { return found.test(maker); })) {
        found.set(reader);
        work.push_back(reader);
      }
  return found;
}

/// Pins values computed from sources and parameters alone: every f32 operand of
/// their ops is such a value. Returns their nodes.
static llvm::BitVector pinMadeOf(SlotGraph &graph, llvm::BitVector isParameter,
                                 function_ref<bool(const SlotNode &)> isSource,
                                 ReasonKind kind, StringRef why) {
  SmallVector<unsigned> work;
  llvm::BitVector isMade(graph.nodes.size());
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (isSource(node)) {
      isMade.set(number);
      work.push_back(number);
    }
  // Function arguments without a node are data, unless they are scalars.
  auto readsArgument = [&](const SlotNode &node) {
    return !carriesValues(node.row) && !isa<FunctionOpInterface>(node.op) &&
           llvm::any_of(node.op->getOperands(), [&](Value operand) {
             return isF32(operand.getType()) && !isScalar(operand) &&
                    !graph.nodeOf(operand);
           });
  };
  auto isMadeOfThem = [&](unsigned n) {
    return isMade.test(n) || isParameter.test(n);
  };
  // A select between parameters by a comparison with such a value counts as a
  // parameter: coefficients of a series, the two values of a mask.
  auto passChoices = [&](SlotNode &comparison) {
    for (Operation *user : comparison.op->getUsers()) {
      std::optional<unsigned> choice;
      if (user->getNumResults() == 1)
        choice = graph.nodeOf(user->getResult(0));
      if (!choice || !graph.nodes[*choice].row ||
          graph.nodes[*choice].row->opClass != OpClass::select ||
          isParameter.test(*choice) ||
          !llvm::all_of(graph.definitionsOf(*choice), isMadeOfThem))
        continue;
      isParameter.set(*choice);
      work.push_back(*choice);
    }
  };
  while (!work.empty())
    for (unsigned reader : graph.usersOf(work.pop_back_val())) {
      SlotNode &node = graph.nodes[reader];
      bool comparesNow = !isa<FunctionOpInterface>(node.op) &&
                         llvm::none_of(node.op->getResultTypes(), isF32);
      if (isMade.test(reader) ||
          (node.isContraction && !isOuterProduct(node.op)))
        continue;
      ArrayRef<unsigned> makers = graph.definitionsOf(reader);
      if (!comparesNow &&
          (readsArgument(node) || !llvm::all_of(makers, isMadeOfThem) ||
           llvm::none_of(makers, [&](unsigned n) { return isMade.test(n); })))
        continue;
      isMade.set(reader);
      if (comparesNow)
        passChoices(node);
      else
        work.push_back(reader);
    }
  // Parameters that these values use are pinned: -0.99999994 must not become
  // -1.
  isMade |= graph.reach(llvm::to_vector_of<unsigned>(isMade.set_bits()),
                        /*forward=*/false,
                        [&](unsigned n) { return isParameter.test(n); });
  for (unsigned node : isMade.set_bits())
    if (kind == ReasonKind::random || !graph.nodes[node].isForced)
      pin(graph.nodes[node], kind, why);
  return isMade;
}

/// Ops of class `bits` without f32 operands convert random bits or integers.
bool amp::precision::isRandomSource(const SlotNode &node) {
  return node.row && (node.row->opClass == OpClass::random ||
                      (node.row->opClass == OpClass::bits &&
                       llvm::none_of(node.op->getOperandTypes(), isF32) &&
                       node.op->getNumOperands() > 0));
}

void amp::precision::pinRandom(PinState &state) {
  pinMadeOf(state.graph, state.parameters, isRandomSource, ReasonKind::random,
            "made of random bits");
}

static bool isPosition(const SlotNode &node) {
  return makesPositions(node.op, node.row);
}

void amp::precision::pinPositions(PinState &state) {
  llvm::BitVector positions =
      pinMadeOf(state.graph, state.parameters, isPosition,
                ReasonKind::structure, "made of positions or counts alone");
  SlotGraph &graph = state.graph;
  state.positions = positions;
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (node.isContraction && !node.isForced && isOuterProduct(node.op) &&
        llvm::any_of(graph.definitionsOf(number),
                     [&](unsigned maker) { return positions.test(maker); }))
      for (unsigned n = number;
           n < graph.nodes.size() && graph.nodes[n].op == node.op; ++n)
        pin(graph.nodes[n], ReasonKind::structure, "multiplies positions");
}
