// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/ProgramDataflow.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/SaveAndRestore.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

/// Limits on call depth and on chains of layout ops, which may be cyclic.
static constexpr unsigned maxDepth = 16, maxSteps = 256;
/// Limit on the call contexts of a function.
static constexpr unsigned maxRuns = 64;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Returns true for a private function with one block.
static bool isInternal(FunctionOpInterface function) {
  return function && function.isPrivate() &&
         function.getFunctionBody().hasOneBlock();
}

ArrayRef<Operation *> ProgramDataflow::callsOf(Operation *function) const {
  bool isKnown = isInternal(dyn_cast_if_present<FunctionOpInterface>(function));
  return isKnown ? graph.callsOf(function) : ArrayRef<Operation *>();
}

ArrayRef<Operation *> ProgramDataflow::callsAround(Operation *op) const {
  return callsOf(op->getParentOfType<FunctionOpInterface>());
}

unsigned ProgramDataflow::countRuns(Operation *op, unsigned depth) const {
  ArrayRef<Operation *> calls = callsAround(op);
  if (calls.empty() || depth == maxDepth)
    return 1;
  unsigned runs = 0;
  for (Operation *call : calls)
    runs += countRuns(call, depth + 1);
  return runs;
}

SmallVector<const Frame *> ProgramDataflow::runsOf(Operation *op,
                                                   unsigned depth) {
  ArrayRef<Operation *> calls = callsAround(op);
  if (calls.empty())
    return {nullptr};
  SmallVector<const Frame *> runs;
  if (depth == maxDepth)
    return runs;
  for (Operation *call : calls)
    for (const Frame *outer : runsOf(call, depth + 1)) {
      if (runs.size() == maxRuns)
        return {};
      runs.push_back(calls.size() > 1 || outer
                         ? frames.of(call, outer, graph.calleeOf(call))
                         : outer);
    }
  return runs;
}

/// Returns the returned value of the callee.
Ref ProgramDataflow::enter(Operation *call, unsigned result,
                           const Frame *frame) {
  FunctionOpInterface function = graph.calleeOf(call);
  unsigned depth = frame ? frame->depth + 1 : 1;
  if (!isInternal(function) || depth > maxDepth)
    return {};
  Block &body = function.getFunctionBody().front();
  if (!body.mightHaveTerminator())
    return {};
  bool needsFrame = graph.callsOf(function).size() > 1 || frame;
  return {body.getTerminator()->getOperand(result),
          needsFrame ? frames.of(call, frame, function) : nullptr};
}

/// Returns the operand of the call for an argument.
Ref ProgramDataflow::leave(BlockArgument argument, const Frame *frame) {
  Block *block = argument.getOwner();
  if (!isa_and_present<FunctionOpInterface>(block->getParentOp()) ||
      !block->isEntryBlock())
    return {};
  unsigned number = argument.getArgNumber();
  if (frame)
    return {frame->call->getOperand(number), frame->outer};
  ArrayRef<Operation *> calls = callsOf(block->getParentOp());
  return calls.size() == 1 ? Ref{calls[0]->getOperand(number)} : Ref();
}

Value ProgramDataflow::passOn(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (kinds.of(op) == Kind::call) {
    FunctionOpInterface function = graph.calleeOf(op);
    return callsOf(function).size() == 1 ? function.getArgument(number)
                                         : Value();
  }
  if (!op->hasTrait<OpTrait::IsTerminator>())
    return {};
  ArrayRef<Operation *> calls = callsOf(op->getParentOp());
  return calls.size() == 1 ? calls[0]->getResult(number) : Value();
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

std::pair<Ref, Kind> ProgramDataflow::look(Ref ref, Axes *axes) {
  Kind kind = Kind::leaf;
  for (unsigned step = 0; step < maxSteps; ++step) {
    Operation *op = ref.value.getDefiningOp();
    Ref behind;
    kind = Kind::leaf;
    if (!op) {
      behind = {handed.lookup(ref.value), ref.frame};
      if (!behind.value)
        behind = leave(cast<BlockArgument>(ref.value), ref.frame);
    } else if ((kind = kinds.of(op)) == Kind::layout) {
      unsigned number = op->getNumResults() == 1
                            ? 0
                            : cast<OpResult>(ref.value).getResultNumber();
      behind = {op->getOperand(number), ref.frame};
      if (axes)
        *axes = axes->ofMoved(op, number, fresh);
    } else if (kind == Kind::call) {
      behind =
          enter(op, cast<OpResult>(ref.value).getResultNumber(), ref.frame);
      kind = Kind::leaf;
    } else if (kind == Kind::slice) {
      behind = takeOff(op, ref.frame);
    } else if (kind == Kind::other) {
      behind = {handed.lookup(ref.value), ref.frame};
    }
    if (!behind.value)
      return {ref, kind};
    ref = behind;
  }
  return {ref, Kind::leaf};
}

static std::optional<double> readNumber(Operation *op) {
  Attribute value = op->getAttr("value");
  if (!value)
    value = op->getAttr("values");
  if (auto elements = dyn_cast_if_present<SplatElementsAttr>(value)) {
    if (isa<FloatType>(elements.getElementType()))
      return elements.getSplatValue<APFloat>().convertToDouble();
    if (isa<IntegerType>(elements.getElementType()))
      return elements.getSplatValue<APInt>().getSExtValue();
  }
  if (auto number = dyn_cast_if_present<FloatAttr>(value))
    return number.getValueAsDouble();
  return std::nullopt;
}

static double compute(Kind kind, double a, double b) {
  switch (kind) {
  case Kind::add:
    return a + b;
  case Kind::sub:
    return a - b;
  case Kind::mul:
    return a * b;
  case Kind::div:
    return a / b;
  case Kind::neg:
    return -a;
  case Kind::recip:
    return 1 / a;
  case Kind::sqrt:
    return std::sqrt(a);
  case Kind::rsqrt:
    return 1 / std::sqrt(a);
  default: // convert
    return a;
  }
}

std::optional<double> ProgramDataflow::findNumber(Ref ref, unsigned depth) {
  auto [base, kind] = look(ref);
  if (kind == Kind::constant)
    return readNumber(base.value.getDefiningOp());
  if (!(numberKinds & setOf(kind)) || depth == 0)
    return std::nullopt;
  Operation *op = base.value.getDefiningOp();
  std::optional<double> first =
      findNumber({op->getOperand(0), base.frame}, depth - 1);
  bool isBinary = kind == Kind::add || kind == Kind::sub || kind == Kind::mul ||
                  kind == Kind::div;
  if (!first || !isBinary)
    return first ? std::optional(compute(kind, *first, 0)) : std::nullopt;
  std::optional<double> second =
      findNumber({op->getOperand(1), base.frame}, depth - 1);
  return second ? std::optional(compute(kind, *first, *second)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Limit on nested stacks.
static constexpr unsigned maxNested = 16;

ProgramDataflow::ProgramDataflow(const ProgramGraph &graph) : graph(graph) {
  for (const CarriedValue &carriedValue : graph.getCarriedValues()) {
    if (carriedValue.owner->getNumRegions() == 0 ||
        isa<FunctionOpInterface>(carriedValue.owner))
      continue;
    Value other;
    unsigned others = 0;
    for (OpOperand *input : carriedValue.inputs)
      if (!llvm::is_contained(carriedValue.values, input->get())) {
        other = input->get();
        ++others;
      }
    for (Value value : carriedValue.values)
      if (others == 1)
        handed[value] = other;
      else if (others == 2 && carriedValue.values.size() > 1)
        carried[value] = other;
  }
  if (!carried.empty())
    linkStacks();
}

/// Returns true if `part` is one entry of `stack`: a slice of size 1 along
/// dimension 0.
static bool isEntry(Value part, Value stack) {
  auto small = dyn_cast<RankedTensorType>(part.getType());
  auto large = dyn_cast<RankedTensorType>(stack.getType());
  return small && large && small.getRank() == large.getRank() &&
         small.getRank() > 0 && small.getDimSize(0) == 1 &&
         small.getShape().drop_front() == large.getShape().drop_front();
}

/// Returns the value that another loop wrote to the stack that `slice` reads,
/// if all reads in this block have one index.
Ref ProgramDataflow::takeOff(Operation *slice, const Frame *frame) {
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

/// Records stack entries and the values they equal; includes results of calls.
void ProgramDataflow::linkStacks() {
  for (const PlacedOp &placed : graph.getOps()) {
    Kind kind = kinds.of(placed.op);
    if (kind != Kind::call && kind != Kind::slice)
      continue;
    for (Value result : placed.op->getResults()) {
      unsigned before = taken;
      Ref base = look({result}).first;
      if (taken > before && !base.frame)
        again[base.value].push_back(result);
    }
  }
}

ArrayRef<Value> ProgramDataflow::unstacked(Value value) const {
  auto found = again.find(value);
  return found == again.end() ? ArrayRef<Value>() : found->second;
}
