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
struct Words {
  StringAttr group;
  ArrayAttr names, kinds;
};

/// Conversion of a composite to a mark. The composite has `operandsPerResult`
/// operands for each result: the new value, and for states the old one.
struct Mark {
  StringLiteral name;
  unsigned operandsPerResult;
  bool hasOneResult;
  Operation *(*create)(OpBuilder &, Operation *, const Words &);
};
} // namespace

template <typename MarkT>
static Operation *createOne(OpBuilder &builder, Operation *op,
                            const Words &words) {
  return MarkT::create(builder, op->getLoc(), op->getResult(0).getType(),
                       words.group, op->getOperand(0));
}

static Operation *createGradients(OpBuilder &builder, Operation *op,
                                  const Words &words) {
  return GradientsOp::create(builder, op->getLoc(), op->getResultTypes(),
                             words.group, op->getOperands(), words.names);
}

static Operation *createState(OpBuilder &builder, Operation *op,
                              const Words &words) {
  unsigned count = op->getNumResults();
  return StateOp::create(builder, op->getLoc(), op->getResultTypes(),
                         words.group, op->getOperands().take_front(count),
                         op->getOperands().drop_front(count), words.names,
                         words.kinds);
}

static constexpr Mark marks[] = {
    {GradientsOp::markName, 1, false, createGradients},
    {LossOp::markName, 1, true, createOne<LossOp>},
    {SeedOp::markName, 1, true, createOne<SeedOp>},
    {StateOp::markName, 2, false, createState},
};

/// A mark that fits no op must not reach its builder.
static LogicalResult checkShape(Operation *op, const Mark &mark) {
  unsigned results = op->getNumResults(), operands = op->getNumOperands();
  if (mark.hasOneResult && results != 1)
    return op->emitError() << "expects \"" << mark.name
                           << "\" to have one result, but got " << results;
  if (operands != results * mark.operandsPerResult)
    return op->emitError() << "expects \"" << mark.name << "\" to have "
                           << results * mark.operandsPerResult
                           << " operands for its " << results
                           << " results, but got " << operands;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned result = operand.getOperandNumber() % results;
    if (operand.get().getType() != op->getResult(result).getType())
      return op->emitError()
             << "expects \"" << mark.name << "\" to have operands like result "
             << result << ", " << op->getResult(result).getType()
             << ", but operand " << operand.getOperandNumber() << " is "
             << operand.get().getType();
  }
  return success();
}

static bool areStrings(ArrayAttr all) {
  return llvm::all_of(all, llvm::IsaPred<StringAttr>);
}

/// `names = […]`, or none; an error if it is something else.
static FailureOr<ArrayAttr> readStrings(Operation *op, DictionaryAttr said,
                                        StringRef name) {
  Attribute attr = said ? said.get(name) : nullptr;
  auto all = dyn_cast_if_present<ArrayAttr>(attr);
  if (!attr || (all && areStrings(all)))
    return all;
  return op->emitError() << "expects '" << name
                         << "' of a mark to be an array of strings, but got "
                         << attr;
}

static FailureOr<Words> readWords(Operation *op) {
  OpBuilder builder(op->getContext());
  auto said = op->getAttrOfType<DictionaryAttr>("composite_attributes");
  Attribute group = said ? said.get("group") : nullptr;
  if (group && !isa<StringAttr>(group))
    return op->emitError() << "expects 'group' of a mark to be a string, but "
                              "got "
                           << group;
  FailureOr<ArrayAttr> names = readStrings(op, said, "names");
  FailureOr<ArrayAttr> kinds = readStrings(op, said, "kinds");
  if (failed(names) || failed(kinds))
    return failure();
  auto kind = said ? said.getAs<StringAttr>("kind") : nullptr;
  if (kind && !*kinds)
    kinds =
        builder.getArrayAttr(SmallVector<Attribute>(op->getNumResults(), kind));
  return Words{group ? cast<StringAttr>(group) : builder.getStringAttr("main"),
               *names, *kinds};
}

static LogicalResult convert(Operation *op, StringRef name) {
  const Mark *mark =
      llvm::find_if(marks, [&](const Mark &m) { return m.name == name; });
  if (mark == std::end(marks))
    return op->emitError() << "expects a mark among amp.loss, amp.seed, "
                              "amp.gradients and amp.state, but got \""
                           << name << "\"";
  FailureOr<Words> words = readWords(op);
  if (failed(words) || failed(checkShape(op, *mark)))
    return failure();
  OpBuilder builder(op);
  Operation *made = mark->create(builder, op, *words);
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
      if (StringRef name = findMark(op); !name.empty())
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

  /// Functions that were decompositions of marks, and nothing else.
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
