// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// composite "amp.seed" %0 {composite_attributes = {group = "main"}, …}
//   ==>   amp.seed "main" %0
#include "amp/ScalingPasses.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CONVERTMARKS
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Attributes of a composite.
struct CompositeAttrs {
  StringAttr group;
  ArrayAttr names, kinds;
};

/// Conversion of a composite to a mark op.
struct Mark {
  StringLiteral name;
  Operation *(*create)(OpBuilder &, Operation *, const CompositeAttrs &);
};
} // namespace

template <typename MarkT>
static Operation *createOne(OpBuilder &builder, Operation *op,
                            const CompositeAttrs &attrs) {
  return MarkT::create(builder, op->getLoc(), op->getResult(0).getType(),
                       attrs.group, op->getOperand(0));
}

static Operation *createGradients(OpBuilder &builder, Operation *op,
                                  const CompositeAttrs &attrs) {
  return GradientsOp::create(builder, op->getLoc(), op->getResultTypes(),
                             attrs.group, op->getOperands(), attrs.names);
}

static Operation *createState(OpBuilder &builder, Operation *op,
                              const CompositeAttrs &attrs) {
  unsigned count = op->getNumResults();
  return StateOp::create(builder, op->getLoc(), op->getResultTypes(),
                         attrs.group, op->getOperands().take_front(count),
                         op->getOperands().drop_front(count), attrs.names,
                         attrs.kinds);
}

static constexpr Mark marks[] = {
    {GradientsOp::markName, createGradients},
    {LossOp::markName, createOne<LossOp>},
    {SeedOp::markName, createOne<SeedOp>},
    {StateOp::markName, createState},
};

/// Reads the attributes of a composite that `verifyMark` accepts.
static CompositeAttrs readCompositeAttrs(Operation *op) {
  OpBuilder builder(op->getContext());
  auto said = op->getAttrOfType<DictionaryAttr>("composite_attributes");
  if (!said)
    return {builder.getStringAttr("main"), nullptr, nullptr};
  auto group = said.getAs<StringAttr>("group");
  auto kind = said.getAs<StringAttr>("kind");
  auto kinds = said.getAs<ArrayAttr>("kinds");
  if (kind && !kinds)
    kinds =
        builder.getArrayAttr(SmallVector<Attribute>(op->getNumResults(), kind));
  return {group ? group : builder.getStringAttr("main"),
          said.getAs<ArrayAttr>("names"), kinds};
}

static LogicalResult convert(Operation *op, StringRef name) {
  // A foreign StableHLO does not verify marks.
  if (failed(verifyMark(op, name)))
    return failure();
  const Mark *mark =
      llvm::find_if(marks, [&](const Mark &m) { return m.name == name; });
  OpBuilder builder(op);
  Operation *made = mark->create(builder, op, readCompositeAttrs(op));
  op->replaceAllUsesWith(made->getResults());
  op->erase();
  return success();
}

namespace {
struct ConvertMarks : amp::impl::ConvertMarksBase<ConvertMarks> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<std::pair<Operation *, StringRef>> found;
    getOperation().walk([&](Operation *op) {
      if (StringRef name = findMark(op); !name.empty() && findCompositeName(op))
        found.push_back({op, name});
    });
    llvm::SmallSetVector<StringAttr, 8> functions;
    for (auto [op, name] : found) {
      if (auto function = op->getAttrOfType<SymbolRefAttr>("decomposition"))
        functions.insert(function.getRootReference());
      if (failed(convert(op, name)))
        return signalPassFailure();
    }
    numMarks += found.size();
    eraseUnused(functions.getArrayRef());
  }

  /// Erases functions that only served as decompositions of marks.
  void eraseUnused(ArrayRef<StringAttr> names) {
    if (names.empty())
      return;
    SymbolTable symbols(getOperation());
    llvm::DenseSet<StringAttr> used;
    getOperation().walk([&](Operation *op) {
      const OpRow *row = lookupRow(op);
      bool mayMention = !row || row->opClass == OpClass::call ||
                        row->opClass == OpClass::opaque;
      if (mayMention && !isa<FunctionOpInterface>(op))
        op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
          used.insert(symbol.getRootReference());
          return WalkResult::skip();
        });
    });
    for (StringAttr name : names)
      if (auto function = symbols.lookup<FunctionOpInterface>(name);
          function && function.isPrivate() && !used.contains(name))
        symbols.erase(function);
  }
};
} // namespace
