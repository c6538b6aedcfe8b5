// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exporters name the leaves of pytrees: argument "params['w']" and result
// "result[0]['w']". If a tree of results has the same leaves as a tree of
// arguments, with the same types, the results replace the arguments.
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Scaling/states/StatePairs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

namespace {
struct Leaf {
  StringRef path; ///< `['w']`
  Type type;
  unsigned number;
};
/// By root (`params`, `result[0]`), in order.
using Trees = llvm::MapVector<StringRef, SmallVector<Leaf>>;
} // namespace

static StringRef nameOf(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName();
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (StringRef name = nameOf(part); !name.empty())
        return name;
  return {};
}

static void add(Trees &trees, StringRef name, size_t root, Type type,
                unsigned number) {
  if (!name.empty())
    trees[name.take_front(root)].push_back(
        {name.drop_front(std::min(root, name.size())), type, number});
}

static Trees treesOfArguments(FunctionOpInterface function) {
  Trees trees;
  for (BlockArgument argument : function.getArguments()) {
    StringRef name = nameOf(argument.getLoc());
    add(trees, name, name.find_first_of("[."), argument.getType(),
        argument.getArgNumber());
  }
  return trees;
}

/// Groups results by tree. For a tuple of results, the first index is part of
/// the root.
static Trees treesOfResults(FunctionOpInterface function) {
  Trees trees;
  for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
    if (auto info =
            function.getResultAttrOfType<StringAttr>(number, infoAttrName)) {
      StringRef name = info.getValue();
      size_t root = std::min(name.find('['), name.size());
      size_t close = name.find(']', root);
      StringRef index = name.slice(root + 1, close);
      if (close != StringRef::npos && !index.empty() &&
          llvm::all_of(index, llvm::isDigit))
        root = close + 1;
      add(trees, name, root, type, number);
    }
  return trees;
}

static bool areAlike(ArrayRef<Leaf> a, ArrayRef<Leaf> b) {
  return llvm::equal(a, b, [](const Leaf &x, const Leaf &y) {
    return x.path == y.path && x.type == y.type;
  });
}

/// Returns true if a pair of trees is certain. For a tree that is one leaf,
/// donation has to agree.
static bool isSure(FunctionOpInterface function, ArrayRef<Leaf> argument,
                   ArrayRef<Leaf> result) {
  if (!argument.front().path.empty())
    return true;
  auto alias = function.getArgAttrOfType<IntegerAttr>(argument.front().number,
                                                      "tf.aliasing_output");
  return alias && alias.getValue() == result.front().number;
}

SmallVector<StatePair> amp::scaling::pairByName(FunctionOpInterface function) {
  Trees arguments = treesOfArguments(function);
  SmallVector<StatePair> pairs;
  for (auto &[root, results] : treesOfResults(function))
    for (auto &[argumentRoot, leaves] : arguments) {
      if (leaves.empty() || !areAlike(leaves, results) ||
          !isSure(function, leaves, results))
        continue;
      for (auto [argument, result] : llvm::zip_equal(leaves, results))
        pairs.push_back({argument.number, result.number,
                         (argumentRoot + argument.path).str()});
      leaves.clear(); // taken
      break;
    }
  return pairs;
}

void amp::scaling::markStates(FunctionOpInterface function,
                              ArrayRef<StatePair> pairs, StringAttr group) {
  if (pairs.empty())
    return;
  Operation *end = function.getFunctionBody().front().getTerminator();
  OpBuilder builder(end);
  SmallVector<Value> values, old;
  SmallVector<Attribute> names;
  for (const StatePair &pair : pairs) {
    values.push_back(end->getOperand(pair.result));
    old.push_back(function.getArgument(pair.argument));
    names.push_back(builder.getStringAttr(pair.name));
  }
  auto mark =
      StateOp::create(builder, function.getLoc(), ValueRange(values).getTypes(),
                      group, values, old, builder.getArrayAttr(names), nullptr);
  for (auto [pair, state] : llvm::zip_equal(pairs, mark.getOutputs()))
    end->setOperand(pair.result, state);
}
