// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/MarkWriter.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Scaling/degrees/DegreeRules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;
using Node = StepGraph::Node;

//===----------------------------------------------------------------------===//
// Seeds
//===----------------------------------------------------------------------===//

/// Collects the calls that contain seeds: marks must be in the function itself.
void MarkWriter::findSeedCalls() {
  llvm::SetVector<Operation *> around;
  auto add = [&](uint32_t frame) {
    if (Operation *call = graph.outermostCall(frame))
      around.insert(call);
  };
  for (const Seed &seed : found.seeds.all) {
    if (seed.slots.empty())
      add(graph.definitionOf(seed.value).frame);
    for (unsigned slot : seed.slots)
      add(graph.getNodes()[graph.nodeAt(slot)].frame);
  }
  calls = around.takeVector();
}

void MarkWriter::addSeeds() {
  OpBuilder builder(function.getContext());
  auto make = [&](Value value) {
    seeds.push_back(
        SeedOp::create(builder, value.getLoc(), value.getType(), group, value));
    return seeds.back();
  };
  for (const Seed &seed : found.seeds.all) {
    Value value = graph.valueOf(seed.value);
    if (seed.slots.empty()) {
      builder.setInsertionPointAfterValue(value);
      SeedOp made = make(value);
      value.replaceAllUsesExcept(made.getOutput(), made);
      continue;
    }
    // One mark per value and block serves all uses in the block.
    llvm::MapVector<std::pair<Value, Block *>, SmallVector<OpOperand *>> uses;
    for (unsigned slot : seed.slots) {
      OpOperand *use = graph.operandAt(slot);
      uses[{use->get(), use->getOwner()->getBlock()}].push_back(use);
    }
    for (auto &[where, operands] : uses) {
      Operation *first = operands.front()->getOwner();
      for (OpOperand *use : operands)
        if (use->getOwner()->isBeforeInBlock(first))
          first = use->getOwner();
      builder.setInsertionPoint(first);
      SeedOp made = make(where.first);
      for (OpOperand *use : operands)
        use->set(made.getOutput());
    }
  }
}

void MarkWriter::eraseSeeds() {
  for (SeedOp seed : seeds) {
    seed.getOutput().replaceAllUsesWith(seed.getValue());
    seed.erase();
  }
  seeds.clear();
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// Returns true for a constant, possibly broadcast.
static bool isFactor(Value value) {
  Operation *op = value.getDefiningOp();
  while (isHlo(op, OpKind::broadcast_in_dim))
    op = op->getOperand(0).getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

/// Strips constant factors and divisors, which the optimizer applies.
static Value withoutFactors(Value value, const DegreeAnalysis &degrees) {
  for (;;) {
    Operation *op = value.getDefiningOp();
    bool isProduct = isHlo(op, OpKind::multiply);
    if (!isProduct && !isHlo(op, OpKind::divide))
      return value;
    Value a = op->getOperand(0), b = op->getOperand(1), next;
    if (isFactor(b))
      next = a;
    else if (isProduct && isFactor(a))
      next = b;
    if (!next || !degrees.of(next).degree.isScaled() ||
        next.getDefiningOp<SeedOp>())
      return value;
    value = next;
  }
}

/// Returns whether gradients are computed from results of `op`.
bool MarkWriter::isInside(Operation *op, const llvm::BitVector &inside) const {
  return llvm::any_of(op->getResults(), [&](Value result) {
    return inside[graph.numberOf(result)];
  });
}

/// Returns whether a result of `node` is scaled; true for nodes in callees,
/// whose degrees are unknown.
static bool isScaled(const Node &node, const DegreeAnalysis &degrees) {
  return node.frame != 0 || !node.op ||
         llvm::any_of(node.op->getResults(), [&](Value result) {
           return degrees.of(result).degree.isScaled();
         });
}

/// Returns the terms whose uses depend only on the sign, so that no use leaks.
SmallVector<Value> MarkWriter::listSilent(const DegreeAnalysis &degrees,
                                          llvm::BitVector reaching) const {
  for (unsigned round = 0; round < 2; ++round)
    for (const Node &node : llvm::reverse(graph.getNodes())) {
      bool reaches = false;
      for (unsigned i = 0; i < node.numResults; ++i)
        reaches |= reaching[node.firstResult + i];
      if (reaches && isScaled(node, degrees))
        for (unsigned operand : graph.operandsOf(node))
          reaching.set(operand);
    }
  SmallVector<Value> silent;
  for (unsigned term : found.terms)
    if (!reaching[term] && graph.definitionOf(term).frame == 0)
      silent.push_back(graph.valueOf(term));
  return silent;
}

/// Strips ops that keep the magnitude: abs(convert %g)   ==>   %g
static Value withoutSigns(Value value, const DegreeAnalysis &degrees) {
  for (;;) {
    Operation *op = value.getDefiningOp();
    if (!isHlo(op, {OpKind::abs, OpKind::convert, OpKind::negate}) ||
        !degrees.of(op->getOperand(0)).degree.isScaled())
      return value;
    value = op->getOperand(0);
  }
}

/// Excludes from the backward pass all values computed from the operand of a
/// test for NaN and infinities that affects scaled values. The mark is then
/// before the test, which may hide an overflow.
void MarkWriter::endAtTests(const DegreeAnalysis &degrees,
                            llvm::BitVector &inside) const {
  auto isBackward = [&](unsigned value) { return found.seeds.scaled[value]; };
  for (const Leak &leak : degrees.leaks) {
    if (!testsNonFinite(leak.op))
      continue;
    SmallVector<unsigned> answers =
        llvm::map_to_vector(leak.op->getResults(),
                            [&](Value value) { return graph.numberOf(value); });
    llvm::BitVector governed = forwardSlice(graph, answers);
    if (llvm::none_of(governed.set_bits(), isBackward))
      continue;
    Value value = withoutSigns(leak.op->getOperand(leak.operand), degrees);
    inside.reset(forwardSlice(graph, {graph.numberOf(value)}));
  }
}

/// Returns the values that leave the backward pass, each before any op other
/// than a constant factor changes it. Excludes values that are computed from
/// others.
SmallVector<Value> MarkWriter::listGradients(const DegreeAnalysis &degrees,
                                             const llvm::BitVector &inside) {
  llvm::SetVector<Value> all, inner;
  for (const Leak &leak : degrees.leaks) {
    Value value = leak.op->getOperand(leak.operand);
    bool isReturned = leak.op->hasTrait<OpTrait::IsTerminator>();
    if (testsNonFinite(leak.op))
      value = withoutSigns(value, degrees);
    if (!inside[graph.numberOf(value)])
      all.insert(isReturned ? value : withoutFactors(value, degrees));
    else if (!isInside(leak.op, inside))
      inner.insert(value); // other gradients are computed from it
  }
  llvm::BitVector own(graph.numValues()), derived(graph.numValues());
  for (Value value : all)
    own.set(graph.numberOf(value));
  for (unsigned round = 0; round < 2; ++round)
    for (const Node &node : graph.getNodes())
      for (unsigned operand : graph.operandsOf(node)) {
        bool isDerived =
            (own[operand] || derived[operand]) &&
            !(node.isLoop && operand > node.firstResult) && // its own sum
            isScaled(node, degrees);
        if (isDerived)
          derived.set(node.firstResult, node.firstResult + node.numResults);
      }
  SmallVector<Value> gradients;
  for (Value value : all)
    if (!derived[graph.numberOf(value)])
      gradients.push_back(value);
  llvm::append_range(gradients, inner);
  llvm::append_range(gradients, listSilent(degrees, own));
  return gradients;
}

static Ambiguity scattered() {
  return {"gradients are used in several places, such as a loop and behind it, "
          "before all of them are known",
          "amp.gradients written where they are complete",
          {}};
}

/// Adds one mark per level: a gradient that is computed from states that other
/// gradients update is one level above these.
void MarkWriter::addGradients(ArrayRef<Value> values,
                              const llvm::BitVector &inside) {
  Value any = values.front();
  Block *block = any.getParentBlock();
  for (Value value : values)
    if (value.getParentBlock() != block) {
      ambiguity = scattered();
      doubtOp = value.getDefiningOp();
      return;
    }
  llvm::DenseSet<Value> own(values.begin(), values.end());
  llvm::DenseMap<Operation *, unsigned> levels;
  auto levelOf = [&](Value value) {
    Operation *op = value.getDefiningOp();
    Operation *around = op ? block->findAncestorOpInBlock(*op) : nullptr;
    return around ? levels.lookup(around) : 0;
  };
  for (Operation &op : *block) {
    unsigned level = 0;
    bool isBackward = isInside(&op, inside);
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        level = std::max(level, levelOf(operand) +
                                    (own.contains(operand) && !isBackward));
    });
    levels[&op] = level;
  }
  std::map<unsigned, SmallVector<Value>> byLevel;
  for (Value value : values)
    byLevel[levelOf(value)].push_back(value);
  for (auto &[level, some] : byLevel)
    addMark(some, inside);
}

void MarkWriter::addMark(ArrayRef<Value> values,
                         const llvm::BitVector &inside) {
  Value any = values.front();
  Block *block = any.getParentBlock();
  Operation *last = nullptr;
  for (Value value : values) {
    gradientNumbers.push_back(graph.numberOf(value));
    Operation *op = value.getDefiningOp();
    if (op && (!last || last->isBeforeInBlock(op)))
      last = op;
  }
  OpBuilder builder(function.getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(block);
  auto gradients = GradientsOp::create(
      builder, last ? last->getLoc() : function.getLoc(),
      ValueRange(values).getTypes(), group, values, nullptr);
  moveReaders(gradients, inside);
  for (auto [value, marked] : llvm::zip_equal(values, gradients.getOutputs())) {
    Value from = value;
    from.replaceUsesWithIf(marked, [&](OpOperand &use) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      return user && gradients->isBeforeInBlock(user);
    });
  }
}

/// Moves ops that use some of the gradients after the mark of all of them.
void MarkWriter::moveReaders(GradientsOp gradients,
                             const llvm::BitVector &inside) {
  Block *block = gradients->getBlock();
  llvm::DenseSet<Value> values, moved;
  for (Value value : gradients.getValues())
    values.insert(value);
  SmallVector<Operation *> readers;
  for (Operation &op : *block) {
    if (&op == gradients)
      break;
    if (isInside(&op, inside))
      continue;
    bool reads = op.walk([&](Operation *inner) {
                     for (Value operand : inner->getOperands())
                       if (moved.contains(operand) ||
                           (values.contains(operand) &&
                            !llvm::is_contained(op.getResults(), operand)))
                         return WalkResult::interrupt();
                     return WalkResult::advance();
                   }).wasInterrupted();
    if (!reads)
      continue;
    for (Value result : op.getResults()) {
      if (values.contains(result))
        return; // another gradient needs it
      moved.insert(result);
    }
    readers.push_back(&op);
  }
  Operation *after = gradients;
  for (Operation *op : readers) {
    op->moveAfter(after);
    after = op;
  }
}

/// Checks that scaled values leak in the backward pass only. Outside of it,
/// only marks may use gradients.
void MarkWriter::checkLeaks(const llvm::BitVector &inside) {
  DegreeAnalysis degrees(findStep(function, symbols), nullptr,
                         /*testsLeak=*/true);
  for (const Leak &leak : degrees.leaks) {
    Value value = leak.op->getOperand(leak.operand);
    unsigned number = graph.numberOf(value);
    if (isa<GradientsOp>(leak.op) ||
        (inside[number] && isInside(leak.op, inside)))
      continue;
    ambiguity = scattered();
    doubtOp = leak.op;
    return;
  }
}

void MarkWriter::markGradients() {
  findSeedCalls();
  if (!calls.empty())
    return;
  addSeeds();
  Step step = findStep(function, symbols);
  for (Group &marked : step.groups) // a loop around a seed is no loop of steps
    marked.home = &function.getFunctionBody().front();
  DegreeAnalysis degrees(step, nullptr, /*testsLeak=*/true);
  if (!degrees.calls.empty()) {
    calls = degrees.calls;
    return eraseSeeds();
  }
  // Scaled values that are not gradients yet.
  llvm::BitVector inside = found.seeds.scaled;
  for (unsigned term : found.terms)
    inside.reset(term);
  endAtTests(degrees, inside);
  SmallVector<Value> values = listGradients(degrees, inside);
  if (values.empty()) { // all users are in callees
    for (unsigned term : found.terms)
      calls.push_back(graph.outermostCall(graph.definitionOf(term).frame));
    llvm::sort(calls);
    calls.erase(llvm::unique(calls), calls.end());
    return eraseSeeds();
  }
  addGradients(values, inside);
  if (!ambiguity)
    checkLeaks(inside);
}

//===----------------------------------------------------------------------===//
// States, roles and composites
//===----------------------------------------------------------------------===//

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

/// Marks the states in the body of a loop of steps, if the loop carries all
/// states from the arguments to the results.
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

/// Sets `amp.role` on results computed from gradients, in a function without
/// states.
void MarkWriter::markRoles() {
  llvm::BitVector behind = forwardSlice(graph, found.terms);
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
    ambiguity =
        Ambiguity{"result " + std::to_string(copy.result) +
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
  for (Operation *op : listMarkOps(function))
    writeAsComposite(op, symbols);
}
