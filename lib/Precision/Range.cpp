// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Traits.h"
#include "lib/Precision/Limits.h"
#include "lib/Precision/pins/Pins.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Callback for an operand or result of a node, and the sensitivity to its
/// error.
using ValueVisitor = function_ref<void(unsigned, Value, Sensitivity)>;

/// Visits an argument of a function, or the values that it returns.
static void visitFunction(FunctionOpInterface function, unsigned number,
                          unsigned slot, ValueVisitor visit) {
  if (slot < function.getNumArguments())
    return visit(number, function.getArgument(slot), Sensitivity::none);
  for (Block &block : function.getFunctionBody()) {
    Operation *end = block.getTerminator();
    unsigned result = slot - function.getNumArguments();
    if (result < end->getNumOperands())
      visit(number, end->getOperand(result), Sensitivity::none);
  }
}

static void visitOp(const SlotGraph &graph, unsigned first, unsigned last,
                    ValueVisitor visit) {
  const SlotNode &node = graph.nodes[first];
  auto visitAt = [&](std::optional<unsigned> slot, Value value,
                     Sensitivity read) {
    for (unsigned number = first; number < last; ++number)
      if (graph.nodes[number].slot == slot.value_or(SlotNode::fixed))
        return visit(number, value, read);
  };
  for (OpOperand &operand : node.op->getOpOperands())
    if (isF32(operand.get().getType()))
      visitAt(node.row ? slotOf(operand, *node.row) : std::nullopt,
              operand.get(), findSensitivity(operand));
  for (OpResult result : node.op->getResults())
    if (isF32(result.getType()))
      visitAt(node.row ? slotOf(result, *node.row) : std::nullopt, result,
              Sensitivity::none);
}

/// Visits all f32 operands and results of all nodes.
static void visitValues(const SlotGraph &graph, ValueVisitor visit) {
  unsigned last = 0;
  for (unsigned first = 0; first < graph.nodes.size(); first = last) {
    Operation *op = graph.nodes[first].op;
    for (last = first; last < graph.nodes.size() && graph.nodes[last].op == op;)
      ++last;
    if (auto function = dyn_cast<FunctionOpInterface>(op)) {
      for (unsigned number = first; number < last; ++number)
        visitFunction(function, number, graph.nodes[number].slot, visit);
      continue;
    }
    if (!carriesValues(graph.nodes[first].row)) {
      visitOp(graph, first, last, visit);
      continue;
    }
    ArrayRef<CarriedValue> carriedValues =
        *graph.carriedValuesOf(op, graph.nodes[first].row);
    for (unsigned number = first; number < last; ++number) {
      const CarriedValue &carried = carriedValues[graph.nodes[number].slot];
      for (Value value : carried.values)
        visit(number, value, Sensitivity::none);
      // A single input may underflow although the hull of all inputs fits.
      for (OpOperand *input : carried.inputs)
        if (isF32(input->get().getType()))
          visit(number, input->get(), Sensitivity::none);
    }
  }
}

/// Returns the node that defines `value` and, through layout ops, its sources.
static SmallVector<unsigned> findMakers(const SlotGraph &graph, Value value) {
  SmallVector<unsigned> makers;
  while (std::optional<unsigned> maker = graph.nodeOf(value)) {
    makers.push_back(*maker);
    const SlotNode &node = graph.nodes[*maker];
    bool isMoved =
        movesElements(node.op, node.row) && value.getDefiningOp() == node.op;
    if (!isMoved || node.op->getNumOperands() != 1)
      break;
    value = node.op->getOperand(0);
  }
  return makers;
}

/// Returns the op that defines `value`, if it is not that of `node`; null for
/// constants and arguments.
static Operation *findProducer(const SlotNode &node, Value value) {
  Operation *producer = value.getDefiningOp();
  bool isOther = producer && producer != node.op && !isConstantLike(producer);
  return isOther ? producer : nullptr;
}

static bool isPinnable(const SlotNode &node) {
  return !node.isForced && node.colour != Colour::none &&
         node.colour != Colour::deny;
}

static void pinIfLost(SlotNode &node, const Limits &limits, Value value,
                      const Range &range, Sensitivity read, double magnitude,
                      double scale) {
  if (!isPinnable(node))
    return;
  std::string loss = limits.findLoss(range, read, magnitude, scale);
  if (loss.empty())
    return;
  Operation *producer = range.isConstant ? nullptr : findProducer(node, value);
  if (producer)
    loss += (", from '" + producer->getName().getStringRef() + "'").str();
  pin(node, ReasonKind::range, loss);
}

/// Returns the argument that `operand` of a call sets; null for other ops.
static Value findArgument(OpOperand &operand, const ProgramGraph &program) {
  FunctionOpInterface function = program.calleeOf(operand.getOwner());
  unsigned number = operand.getOperandNumber();
  return function && !function.isExternal() &&
                 number < function.getNumArguments()
             ? Value(function.getArgument(number))
             : Value();
}

/// Returns arguments that do not fit in one call of a function, and the values
/// to which layout ops and further calls forward them, with the loss. The range
/// of an argument does not show the loss: it covers all calls.
static llvm::DenseMap<Value, std::string>
findLostArguments(const SlotGraph &graph, const ProgramGraph &program,
                  const RangeAnalysis &ranges, const Magnitudes &magnitudes,
                  const Limits &limits) {
  llvm::DenseMap<Value, std::string> lost;
  SmallVector<Value> work;
  auto add = [&](Value value, const std::string &loss) {
    if (value && isF32(value.getType()) && lost.try_emplace(value, loss).second)
      work.push_back(value);
  };
  for (auto [op, row] : graph.ops) {
    bool isCall = row && row->opClass == OpClass::call;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isCall || !isF32(operand.get().getType()))
        continue;
      std::string loss = limits.findLoss(
          ranges.of(operand.get()), Sensitivity::none,
          magnitudes.of(operand.get()), magnitudes.scaleOf(operand.get()));
      if (!loss.empty())
        add(findArgument(operand, program), loss);
    }
  }
  while (!work.empty()) {
    Value value = work.pop_back_val();
    std::string loss = lost.lookup(value);
    for (OpOperand &use : value.getUses()) {
      const OpRow *row = lookupRow(use.getOwner());
      if (row && row->opClass == OpClass::layout)
        for (Value result : use.getOwner()->getResults())
          add(result, loss);
      else if (row && row->opClass == OpClass::call)
        add(findArgument(use, program), loss);
    }
  }
  return lost;
}

void amp::precision::pinOutOfRange(PinState &state) {
  SlotGraph &graph = state.graph;
  const RangeAnalysis &ranges = state.ranges;
  const Magnitudes &magnitudes = state.magnitudes;
  Limits limits(state.compute);
  unsigned size = graph.nodes.size();
  llvm::BitVector known(size), unproven(size), unfitting(size), guarded(size);
  llvm::DenseMap<Value, std::string> lost =
      findLostArguments(graph, state.program, ranges, magnitudes, limits);
  visitValues(graph, [&](unsigned number, Value value, Sensitivity read) {
    const Range &range = ranges.of(value);
    pinIfLost(graph.nodes[number], limits, value, range, read,
              magnitudes.of(value), magnitudes.scaleOf(value));
    if (auto loss = lost.find(value); loss != lost.end())
      if (isPinnable(graph.nodes[number]))
        pin(graph.nodes[number], ReasonKind::range, loss->second);
    known.set(number);
    if (!limits.holds(range, read))
      unproven.set(number);
    if (!limits.heldSoFar(range, read))
      unfitting.set(number);
    if (range.isGuarded)
      guarded.set(number);
    // A difference that is not zero may be zero if its operands are rounded.
    if (read == Sensitivity::nearZero || read == Sensitivity::angle)
      for (unsigned maker : findMakers(graph, value))
        unfitting.set(maker);
  });
  llvm::BitVector fitting = known;
  state.facts = {known.reset(unproven), fitting.reset(unfitting), guarded};
}

void amp::precision::writeSafety(const SlotGraph &graph,
                                 const RangeFacts &facts, FloatType compute) {
  unsigned next = 0;
  for (auto [op, row] : graph.ops) {
    unsigned first = next;
    while (next < graph.nodes.size() && graph.nodes[next].op == op)
      ++next;
    auto precision =
        op->getAttrOfType<PrecisionAttr>(AmpDialect::precisionAttrName);
    if (!precision || precision.getSlots().empty())
      continue;
    bool isProven = true, isGuarded = false;
    for (unsigned number = first; number < next; ++number) {
      unsigned slot = graph.nodes[number].slot;
      if (slot == SlotNode::fixed || precision.getSlots()[slot] != compute)
        continue;
      isProven &= facts.proven.test(number);
      isGuarded |= facts.guarded.test(number);
    }
    if (isProven || isGuarded)
      op->setDiscardableAttr(
          AmpDialect::precisionAttrName,
          PrecisionAttr::get(op->getContext(), precision.getSlots(),
                             precision.getReason(),
                             isProven ? Safety::proven : Safety::guarded));
  }
}

static LogicalResult checkInterface(FunctionOpInterface function,
                                    const RangeAnalysis &ranges,
                                    const Magnitudes &magnitudes,
                                    const Limits &limits, FloatType io) {
  auto check = [&](Value value, StringRef side, unsigned number) {
    std::string loss =
        limits.findOverflow(ranges.of(value), magnitudes.of(value));
    if (!isF32(value.getType()) || loss.empty())
      return success();
    InFlightDiagnostic error =
        function->emitOpError()
        << "expects values that " << io << " holds at its interface (io=" << io
        << "), but got " << side << " #" << number << " that " << loss
        << "; scale it, or use io=keep";
    if (Operation *producer = value.getDefiningOp())
      error.attachNote(producer->getLoc()) << "computed here";
    return LogicalResult(error);
  };
  for (BlockArgument argument : function.getArguments())
    if (failed(check(argument, "argument", argument.getArgNumber())))
      return failure();
  for (Block &block : function.getFunctionBody())
    if (Operation *end = block.getTerminator();
        end->hasTrait<OpTrait::ReturnLike>())
      for (OpOperand &returned : end->getOpOperands())
        if (failed(
                check(returned.get(), "result", returned.getOperandNumber())))
          return failure();
  return success();
}

LogicalResult amp::precision::checkInterface(ModuleOp module,
                                             const RangeAnalysis &ranges,
                                             const Magnitudes &magnitudes,
                                             FloatType io) {
  Limits limits(io);
  for (auto function : module.getOps<FunctionOpInterface>())
    if (function.isPublic() && !function.isExternal() &&
        failed(::checkInterface(function, ranges, magnitudes, limits, io)))
      return failure();
  return success();
}
