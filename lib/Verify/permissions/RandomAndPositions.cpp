// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// iota : f32 -> add %iota, 1.0 : f16   ==>   breaks "… stay f32"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
/// Search for values computed only from sources of one kind and parameters.
class OriginSearch {
public:
  OriginSearch(const InputGraph &graph,
               function_ref<bool(const ProgramNode &)> isSource);

  llvm::BitVector derived; ///< including the parameters that they use

private:
  bool isParameter(const ProgramNode &node) const;
  void findParameters();
  void visit(unsigned reader);
  void chooseByComparison(Operation *comparison);

  const InputGraph &graph;
  llvm::BitVector parameters;
  SmallVector<unsigned> work;
};
} // namespace

static bool isScalar(Value value) {
  return countElements(value.getType()) == 1.0;
}

/// Returns true for a call of a shared function. Neither the operands that its
/// results depend on nor the arguments of other calls are known.
static bool isSharedCall(const ProgramNode &node) {
  return node.isShared && isCallLike(node.op);
}

/// Returns true if `node` is a constant, or an op with one scalar result.
bool OriginSearch::isParameter(const ProgramNode &node) const {
  return node.isConstant() ||
         (!node.isProduct &&
          !(node.isCarried && isa<FunctionOpInterface>(node.op)) &&
          node.op->getNumResults() == 1 && isScalar(node.op->getResult(0)));
}

/// Collects the parameters, and the values that data movement and elementwise
/// ops compute from parameters alone.
void OriginSearch::findParameters() {
  parameters.resize(graph.size());
  for (unsigned n = 0; n < graph.size(); ++n)
    if (isParameter(graph.nodes[n])) {
      parameters.set(n);
      work.push_back(n);
    }
  while (!work.empty())
    for (unsigned reader : graph.usersOf(work.pop_back_val())) {
      const ProgramNode &node = graph.nodes[reader];
      bool isFunction = node.isCarried && isa<FunctionOpInterface>(node.op);
      bool passes =
          isFunction || (node.row && !node.isCarried &&
                         (node.row->opClass == OpClass::layout ||
                          node.row->opClass == OpClass::elementwise) &&
                         !node.readsArguments);
      if (parameters.test(reader) || !passes ||
          !llvm::all_of(graph.definitionsOf(reader),
                        [&](unsigned m) { return parameters.test(m); }))
        continue;
      parameters.set(reader);
      work.push_back(reader);
    }
}

/// Marks selects among derived values or parameters as parameters.
void OriginSearch::chooseByComparison(Operation *comparison) {
  for (Operation *user : comparison->getUsers()) {
    if (user->getNumResults() != 1)
      continue;
    std::optional<unsigned> choice = graph.nodeOf(user->getResult(0));
    if (!choice || parameters.test(*choice) || !graph.nodes[*choice].row ||
        graph.nodes[*choice].row->opClass != OpClass::select ||
        !llvm::all_of(graph.definitionsOf(*choice), [&](unsigned m) {
          return derived.test(m) || parameters.test(m);
        }))
      continue;
    parameters.set(*choice);
    work.push_back(*choice);
  }
}

/// Marks `reader` as derived if at least one producer is derived, and all
/// others are derived or parameters.
void OriginSearch::visit(unsigned reader) {
  const ProgramNode &node = graph.nodes[reader];
  if (derived.test(reader) || node.isProduct || isSharedCall(node))
    return;
  if (!node.isCarried && !node.makesF32) {
    derived.set(reader);
    return chooseByComparison(node.op);
  }
  auto isKnown = [&](unsigned maker) {
    return derived.test(maker) || parameters.test(maker);
  };
  ArrayRef<unsigned> makers = graph.definitionsOf(reader);
  bool readsData = !node.isCarried && node.readsArguments;
  if (readsData || !llvm::all_of(makers, isKnown) ||
      llvm::none_of(makers, [&](unsigned m) { return derived.test(m); }))
    return;
  derived.set(reader);
  work.push_back(reader);
}

OriginSearch::OriginSearch(const InputGraph &graph,
                           function_ref<bool(const ProgramNode &)> isSource)
    : derived(graph.size()), graph(graph) {
  for (unsigned n = 0; n < graph.size(); ++n)
    if (isSource(graph.nodes[n]))
      derived.set(n);
  if (derived.none())
    return;
  findParameters();
  work.assign(derived.set_bits_begin(), derived.set_bits_end());
  while (!work.empty())
    for (unsigned reader : graph.usersOf(work.pop_back_val()))
      visit(reader);
  SmallVector<unsigned> found(derived.set_bits_begin(), derived.set_bits_end());
  derived |= graph.reach(found, /*forward=*/false, [&](unsigned n) {
    return parameters.test(n) && !isSharedCall(graph.nodes[n]);
  });
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static bool countsPlaces(const ProgramNode &node) {
  return !node.isCarried && node.makesF32 && makesPositions(node.op, node.row);
}

/// Returns true for random numbers, and for integers bitcast to floats.
static bool drawsRandom(const ProgramNode &node) {
  if (node.isCarried || !node.row || !node.makesF32)
    return false;
  return node.row->opClass == OpClass::random ||
         (node.row->opClass == OpClass::bits && node.op->getNumOperands() > 0 &&
          llvm::none_of(node.op->getOperandTypes(), isFloat));
}

llvm::BitVector amp::verify::findPossibleOrigins(const InputGraph &graph) {
  return OriginSearch(graph,
                      [](const ProgramNode &node) {
                        return node.isShared || countsPlaces(node) ||
                               drawsRandom(node);
                      })
      .derived;
}

LogicalResult amp::verify::checkOrigins(const InputGraph &graph) {
  OriginSearch positions(graph, countsPlaces);
  for (unsigned n : positions.derived.set_bits())
    if (graph.nodes[n].isLow && !graph.nodes[n].isAsked)
      return breaks(graph.nodes[n].op, Guarantee::structure)
             << "expects f32 where a value is computed from positions or "
                "counts alone";
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (node.isProduct && node.isLow && !node.isAsked && !node.isForced &&
        isOuterProduct(node.op) &&
        llvm::any_of(graph.definitionsOf(number),
                     [&](unsigned m) { return positions.derived.test(m); }))
      return breaks(node.op, Guarantee::structure)
             << "expects f32 where positions are multiplied";
  OriginSearch random(graph, drawsRandom);
  for (unsigned n : random.derived.set_bits())
    if (graph.nodes[n].isLow)
      return breaks(graph.nodes[n].op, Guarantee::structure)
             << "expects f32 where all that it reads is random";
  return success();
}
