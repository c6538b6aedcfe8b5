// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Scaling/infer/Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

/// %low = convert %new   ==>   %low = convert %kept, for amp.state %kept of
/// %new
static bool followOriginal(Operation *end, const StateCopy &copy) {
  auto kept = dyn_cast<OpResult>(end->getOperand(copy.original));
  if (!kept || !isa<StateOp>(kept.getOwner()))
    return false;
  Value original =
      cast<StateOp>(kept.getOwner()).getValues()[kept.getResultNumber()];
  SmallVector<Operation *> casts;
  Value from = end->getOperand(copy.result);
  while (from != original) {
    Operation *op = from.getDefiningOp();
    if (!op || op->getNumOperands() != 1 || op->getNumResults() != 1 ||
        op->getNumRegions() != 0 || isCall(lookupRow(op)))
      return false;
    casts.push_back(op);
    from = op->getOperand(0);
  }
  OpBuilder builder(end);
  IRMapping map;
  map.map(original, Value(kept));
  for (Operation *op : llvm::reverse(casts))
    builder.clone(*op, map);
  end->setOperand(copy.result, map.lookup(end->getOperand(copy.result)));
  return true;
}

/// Several steps in a loop: marks the states in its body, if it carries all of
/// them from the arguments to the results.
bool MarkWriter::markCarried() {
  Operation *loop = nullptr;
  function.walk([&](GradientsOp mark) { loop = mark->getParentOp(); });
  if (!loop || !isHlo(loop, OpKind::while_))
    return false;
  Block &body = loop->getRegion(1).front();
  Operation *end = function.getFunctionBody().front().getTerminator();
  SmallVector<Value> values, old;
  SmallVector<Attribute> names;
  SmallVector<unsigned> numbers;
  OpBuilder builder(body.getTerminator());
  for (const StatePair &pair : found.states.pairs) {
    auto result = dyn_cast<OpResult>(end->getOperand(pair.result));
    if (!result || result.getOwner() != loop ||
        loop->getOperand(result.getResultNumber()) !=
            function.getArgument(pair.argument))
      return false;
    numbers.push_back(result.getResultNumber());
    values.push_back(body.getTerminator()->getOperand(numbers.back()));
    old.push_back(body.getArgument(numbers.back()));
    names.push_back(builder.getStringAttr(pair.name));
  }
  auto mark =
      StateOp::create(builder, loop->getLoc(), ValueRange(values).getTypes(),
                      group, values, old, builder.getArrayAttr(names), nullptr);
  for (auto [number, state] : llvm::zip_equal(numbers, mark.getOutputs()))
    body.getTerminator()->setOperand(number, state);
  return true;
}

/// Results that are computed from gradients, in a function without states.
void MarkWriter::markRoles() {
  llvm::BitVector behind = findMadeFrom(graph, found.terms);
  for (auto [result, value] : llvm::enumerate(graph.getReturned())) {
    if (!behind[value] || found.seeds.scaled[value])
      continue;
    auto type = dyn_cast<RankedTensorType>(graph.typeOf(value));
    bool isTensor = type && type.getRank() != 0;
    function.setResultAttr(result, AmpDialect::roleAttrName,
                           StringAttr::get(function.getContext(),
                                           isTensor ? "gradient" : "metric"));
  }
}

void MarkWriter::markRest() {
  if (found.states.pairs.empty())
    markRoles();
  Operation *end = function.getFunctionBody().front().getTerminator();
  if (found.loss) {
    OpBuilder builder(end);
    Value value = end->getOperand(*found.loss);
    auto mark =
        LossOp::create(builder, value.getLoc(), value.getType(), group, value);
    for (OpOperand &operand : end->getOpOperands())
      if (operand.get() == value)
        operand.set(mark.getOutput());
  }
  if (!markCarried())
    markStates(function, found.states.pairs, group);
  for (const StateCopy &copy : found.states.copies) {
    if (followOriginal(end, copy) || !copy.mayBeState)
      continue;
    doubt = Doubt{"result " + std::to_string(copy.result) +
                      " is a copy of the state of result " +
                      std::to_string(copy.original),
                  "the same amp.state, such as \"w\", on the result and on the "
                  "argument that it replaces",
                  {}};
    doubtOp = end->getOperand(copy.result).getDefiningOp();
  }
}

/// amp.seed "main" %0   ==>   composite "amp.seed" %0 {decomposition = …}
static void writeAsComposite(Operation *mark, SymbolTable &symbols) {
  OpBuilder builder(mark->getContext());
  StringRef name = mark->getName().getStringRef();
  Location loc = mark->getLoc();
  auto function = func::FuncOp::create(
      loc, name,
      builder.getFunctionType(mark->getOperandTypes(), mark->getResultTypes()));
  function.setPrivate();
  symbols.insert(function);
  builder.setInsertionPointToStart(function.addEntryBlock());
  func::ReturnOp::create(
      builder, loc,
      ValueRange(function.getArguments()).take_front(mark->getNumResults()));
  NamedAttrList said;
  for (StringRef attribute : {"group", "names"})
    if (Attribute value = mark->getAttr(attribute))
      said.set(attribute, value);
  builder.setInsertionPoint(mark);
  OperationState state(loc, hloName(OpKind::composite), mark->getOperands(),
                       mark->getResultTypes());
  state.addAttribute("name", builder.getStringAttr(name));
  state.addAttribute("composite_attributes",
                     said.getDictionary(mark->getContext()));
  state.addAttribute("decomposition", FlatSymbolRefAttr::get(function));
  state.addAttribute("version", builder.getI32IntegerAttr(1));
  mark->replaceAllUsesWith(builder.create(state));
  mark->erase();
}

void amp::scaling::writeAsComposites(FunctionOpInterface function,
                                     SymbolTable &symbols) {
  SmallVector<Operation *> marks;
  function.walk([&](Operation *op) {
    if (isa<LossOp, SeedOp, GradientsOp, StateOp>(op))
      marks.push_back(op);
  });
  for (Operation *op : marks)
    writeAsComposite(op, symbols);
}
