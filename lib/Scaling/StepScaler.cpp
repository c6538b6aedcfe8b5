// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %seed = amp.seed %one       ==>   %seed = amp.scale %one by %scale
// %g = amp.gradients %0       ==>   %g, %found = amp.unscale %0 by %scale
// %w1 = amp.state (%new) else (%w)
//                             ==>   %w1 = amp.guard %found, (%new) else (%w)
#include "lib/Scaling/StepScaler.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/Traits.h"
#include "lib/Scaling/states/Native.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

StepScaler::StepScaler(const Step &step, const DegreeAnalysis &degrees,
                       ScalerAttr scaler)
    : step(step), degrees(degrees), scaler(scaler),
      scalings(step.groups.size()), tests(step.gradients.size()) {}

//===----------------------------------------------------------------------===//
// The scale
//===----------------------------------------------------------------------===//

/// Adds the scaler's function arguments and threads them to the home of the
/// group.
void StepScaler::enter(const Group &group, Scaling &scaling) {
  FunctionOpInterface function = step.function;
  Block *entry = &function.getFunctionBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(entry);
  scaling.slots = listSlots(group, scaler);
  scaling.values = appendArguments(function, scaling.slots);
  if (scaler.isStatic())
    scaling.scale = GraphBuilder(builder, function.getLoc())
                        .constant(DenseElementsAttr::get(
                            RankedTensorType::get({}, builder.getF32Type()),
                            scaler.getInit().getValue()));
  SmallVector<Block *> blocks;
  for (Block *block = group.home; block != entry;
       block = block->getParentOp()->getBlock())
    blocks.push_back(block);
  for (Block *block : llvm::reverse(blocks)) {
    if (scaler.isStatic())
      scaling.scale =
          threads.into(scaling.scale, block->getParentOp()->getBlock(), block);
    scaling.around.push_back({block, threads.carry(block, scaling.values)});
    scaling.values = scaling.around.back().second.values;
  }
  if (!scaler.isStatic())
    scaling.scale = scaling.values[scaler.findState("scale")];
}

Value StepScaler::scaleIn(unsigned group, Block *block) {
  Block *home = step.groups[group].home;
  if (block == home)
    return scalings[group].scale;
  auto known = scalings[group].scaleIn.find(block);
  if (known != scalings[group].scaleIn.end())
    return known->second;
  Block *outer = block->getParentOp()->getBlock();
  Value scale = threads.into(scaleIn(group, outer), outer, block);
  scalings[group].scaleIn[block] = scale;
  return scale;
}

//===----------------------------------------------------------------------===//
// Seeds, gradients, and what leaks
//===----------------------------------------------------------------------===//

void StepScaler::scaleSeed(SeedOp seed) {
  unsigned group = step.groupOf(seed.getGroupAttr());
  if (degrees.of(seed.getValue()).degree == Degree::ofGroup(group))
    return; // in the backward pass of another seed
  OpBuilder builder(seed);
  Value scale = scaleIn(group, seed->getBlock());
  Value scaled =
      ScaleOp::create(builder, seed.getLoc(), seed.getValue().getType(),
                      seed.getValue(), scale);
  seed.getValueMutable().assign(scaled);
  ++counts.seeds;
}

/// Returns true if a state may be computed from `value`. Conservative: all
/// results of control flow that uses `value` count.
static bool reachesState(Value value) {
  SmallVector<Value> work = {value};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (Operation *user : next.getUsers()) {
      if (isa<StateOp>(user))
        return true;
      Operation *op = isTerminator(user) ? user->getParentOp() : user;
      if (isa<FunctionOpInterface>(op))
        continue;
      llvm::append_range(work, op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::append_range(work, block.getArguments());
    }
  }
  return false;
}

/// Unscales each leaking value once, at its definition. Values that reach a
/// state are tested like gradients: a mask may hide their overflow from the
/// gradients.
void StepScaler::unscaleLeaks() {
  for (const Leak &leak : degrees.leaks)
    scaleIn(
        leak.degree.group,
        threads.current(leak.op)->getOperand(leak.operand).getParentBlock());
  llvm::DenseMap<Value, Value> unscaled;
  for (const Leak &leak : degrees.leaks) {
    Operation *op = threads.current(leak.op);
    Value value = op->getOperand(leak.operand);
    Value &known = unscaled[value];
    if (!known) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfterValue(value);
      Value scale = scaleIn(leak.degree.group, value.getParentBlock());
      // In nested control flow, a leak may occur many times.
      bool isTested =
          value.getParentBlock() == step.groups[leak.degree.group].home &&
          reachesState(value);
      native::Unscaled made =
          native::unscale(builder, op->getLoc(), value, scale);
      known = made.values[0];
      if (Block *block = value.getParentBlock(); isTested)
        leakTests.push_back(
            {leak.degree.group, {block, {{block, Handle(made.foundInf)}}}});
      ++counts.leaks;
    }
    op->setOperand(leak.operand, known);
  }
}

/// Unscales the gradients that have the scale, and tests all gradients.
LogicalResult StepScaler::unscaleGradients(unsigned number) {
  GradientsOp mark = step.gradients[number];
  unsigned group = step.groupOf(mark.getGroupAttr());
  Block *block = mark->getBlock();
  SmallVector<unsigned> scaled, plain;
  for (OpOperand &value : mark->getOpOperands()) {
    Degree degree = degrees.of(value.get()).degree;
    bool isOwn = degree == Degree::ofGroup(group) || degree.isAny();
    (isOwn ? scaled : plain).push_back(value.getOperandNumber());
  }
  OpBuilder builder(mark);
  SmallVector<Value> founds;
  auto unscale = [&](ArrayRef<unsigned> some, Value scale) {
    SmallVector<Value> values;
    for (unsigned i : some)
      values.push_back(mark->getOperand(i));
    native::Unscaled made =
        native::unscale(builder, mark.getLoc(), values, scale);
    for (auto [i, value] : llvm::zip_equal(some, made.values))
      mark->setOperand(i, value);
    founds.push_back(made.foundInf);
  };
  if (!scaled.empty())
    unscale(scaled, scaleIn(group, block));
  if (!plain.empty())
    unscale(plain, GraphBuilder(builder, mark.getLoc())
                       .scalar(builder.getF32FloatAttr(1)));
  counts.gradients += scaled.size();
  Value flag = native::either(builder, mark.getLoc(), founds);
  for (Operation *around = mark->getParentOp(); around;
       around = isa<FunctionOpInterface>(around) ? nullptr
                                                 : around->getParentOp()) {
    FailureOr<DenseElementsAttr> devices = native::findDevices(around);
    if (failed(devices))
      return failure();
    if (!*devices)
      continue;
    flag = native::acrossDevices(builder, mark.getLoc(), flag, *devices, "or");
    break;
  }
  tests[number] = {block, {{block, Handle(flag)}}};
  return success();
}

/// Returns the flag of a test in `block`, threaded out of nested control flow.
Handle StepScaler::flagIn(Test &test, Block *block) {
  auto known = test.flags.find(block);
  if (known != test.flags.end())
    return known->second;
  Block *inside = test.block;
  while (inside->getParentOp()->getBlock() != block)
    inside = inside->getParentOp()->getBlock();
  Handle flag = threads.flagOut(inside, flagIn(test, inside).get());
  test.flags[block] = flag;
  return flag;
}

/// Returns the tests of the gradient marks in `marks`, and of the group's
/// leaks.
SmallVector<StepScaler::Test *> StepScaler::testsOf(uint64_t marks,
                                                    unsigned group) {
  SmallVector<Test *> found;
  for (auto [number, gradients] : llvm::enumerate(step.gradients))
    if (marks & step.bitOf(gradients))
      found.push_back(&tests[number]);
  for (auto &[of, test] : leakTests)
    if (of == group)
      found.push_back(&test);
  return found;
}

//===----------------------------------------------------------------------===//
// The scaler
//===----------------------------------------------------------------------===//

LogicalResult StepScaler::updateScale(const Group &group, Scaling &scaling) {
  uint64_t marks = 0;
  for (GradientsOp mark : group.gradients)
    marks |= step.bitOf(mark);
  unsigned number = &group - step.groups.begin();
  SmallVector<Test *> tested = testsOf(marks, number);
  for (Test *test : tested) // first everything that rebuilds control flow
    flagIn(*test, group.home);
  SmallVector<Value> founds;
  for (Test *test : tested)
    founds.push_back(flagIn(*test, group.home).get());
  Location loc = group.gradients.front()->getLoc();
  OpBuilder builder(group.home->getTerminator());
  Value flag = native::either(builder, loc, founds);
  SmallVector<Value> next;
  if (!scaler.isStatic()) {
    ValueRange states = ArrayRef(scaling.values).drop_back();
    auto update = UpdateScaleOp::create(builder, loc, states, flag, scaler);
    next.assign(update->result_begin(), update->result_end());
    GraphBuilder graph(builder, loc);
    Value count = scaling.values.back();
    Value one = graph.convert(flag, elementOf(count.getType()));
    next.push_back(graph.apply("add", {count, one}));
  }
  for (auto &[block, carried] : llvm::reverse(scaling.around)) {
    threads.leave(block, carried, next);
    for (auto [value, result] : llvm::zip_equal(next, carried.results))
      value = result.get();
  }
  Handle any(flag);
  for (auto &[block, carried] : llvm::reverse(scaling.around))
    any = threads.flagOut(block, any.get());
  found.push_back({flagSlot(group), any});
  scaling.values = next;
  return success();
}

void StepScaler::returnScalers() {
  SmallVector<Slot> slots, carriedSlots;
  SmallVector<Value> values;
  unsigned flag = 0;
  for (auto [group, scaling] : llvm::zip_equal(step.groups, scalings)) {
    if (!group.isScaled())
      continue;
    for (auto [number, slot] : llvm::enumerate(scaling.slots)) {
      slots.push_back(slot);
      values.push_back(
          scaling.around.empty()
              ? scaling.values[number]
              : scaling.around.front().second.results[number].get());
    }
    llvm::append_range(carriedSlots, scaling.slots);
    slots.push_back(found[flag].first);
    values.push_back(found[flag++].second.get());
  }
  appendResults(step.function, slots, values);
  if (!carriedSlots.empty())
    addInitializer(step.function, carriedSlots);
}

LogicalResult StepScaler::run() {
  for (auto [group, scaling] : llvm::zip_equal(step.groups, scalings))
    if (group.isScaled())
      enter(group, scaling);
  unscaleLeaks();
  for (const Group &group : step.groups)
    for (SeedOp seed : group.seeds)
      scaleSeed(seed);
  for (unsigned i = 0; i < step.gradients.size(); ++i)
    if (failed(unscaleGradients(i)))
      return failure();
  for (const Group &group : step.groups)
    for (StateOp mark : group.states)
      if (failed(guard(mark)))
        return failure();
  for (auto [group, scaling] : llvm::zip_equal(step.groups, scalings))
    if (group.isScaled() && failed(updateScale(group, scaling)))
      return failure();
  returnScalers();
  return success();
}

//===----------------------------------------------------------------------===//
// A state is updated unless one of its gradients is infinite or NaN. A state
// that no gradient reaches depends on all gradients of its group.
//===----------------------------------------------------------------------===//

uint64_t StepScaler::decidingMarks(StateOp mark, unsigned state) {
  uint64_t reaching =
      degrees.of(mark.getValues()[state]).marks & (Step::bitOf(0u) - 1);
  if (reaching)
    return reaching;
  uint64_t own = 0, all = 0;
  for (GradientsOp gradients : step.gradients) {
    all |= step.bitOf(gradients);
    if (gradients.getGroupAttr() == mark.getGroupAttr())
      own |= step.bitOf(gradients);
  }
  return own ? own : all;
}

/// Returns the last definition of `flags` in `block`.
static Operation *findLast(Block *block, ArrayRef<Value> flags) {
  Operation *last = nullptr;
  for (Value flag : flags)
    if (Operation *op = flag.getDefiningOp();
        op && op->getBlock() == block && (!last || last->isBeforeInBlock(op)))
      last = op;
  return last;
}

LogicalResult StepScaler::guardSome(StateOp mark, uint64_t marks,
                                    ArrayRef<unsigned> states,
                                    Operation *&behind) {
  Block *block = mark->getBlock();
  SmallVector<Test *> tested =
      testsOf(marks, step.groupOf(mark.getGroupAttr()));
  for (Test *test : tested) // first everything that rebuilds control flow
    flagIn(*test, commonBlock(test->block, block));
  SmallVector<Value> flags;
  for (Test *test : tested) {
    Block *common = commonBlock(test->block, block);
    Value flag = flagIn(*test, common).get();
    Operation *ancestor = common->findAncestorOpInBlock(*mark);
    Operation *maker = flag.getDefiningOp();
    if (common != block && maker && ancestor->isBeforeInBlock(maker)) {
      InFlightDiagnostic error = mark.emitError();
      error << "expects " << mark.describe(states.front())
            << " to be marked behind the gradients that decide about it";
      error.attachNote(flag.getLoc()) << "gradients";
      return error;
    }
    flags.push_back(threads.into(flag, common, block));
  }
  Operation *last = findLast(block, flags);
  if (!last || last->isBeforeInBlock(behind))
    last = behind;
  OpBuilder builder(mark->getContext());
  builder.setInsertionPointAfter(last);
  SmallVector<Value> updated, previous;
  for (unsigned state : states) {
    updated.push_back(mark->getResult(state));
    previous.push_back(mark.getOld()[state]);
  }
  Value flag = native::either(builder, mark.getLoc(), flags);
  auto guarded =
      GuardOp::create(builder, mark.getLoc(), flag, updated, previous);
  // Users of a state before the flag keep the unguarded new value.
  for (auto [from, to] : llvm::zip_equal(updated, guarded.getGuarded()))
    from.replaceUsesWithIf(to, [&](OpOperand &use) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      return user != guarded && guarded->isBeforeInBlock(user);
    });
  behind = guarded;
  counts.states += states.size();
  return success();
}

/// Returns true if stablehlo.select supports values of this type.
static bool isSelectable(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && !tensor.getElementType().isIndex();
}

LogicalResult StepScaler::guard(StateOp mark) {
  llvm::MapVector<uint64_t, SmallVector<unsigned>> byMarks;
  for (unsigned state = 0; state < mark.getNumResults(); ++state)
    if (!mark.alwaysAdvances(state))
      if (uint64_t marks = decidingMarks(mark, state)) {
        Type type = mark.getOld()[state].getType();
        if (!isSelectable(type))
          return mark.emitError()
                 << "expects " << mark.describe(state)
                 << " to be a tensor of numbers with a width, so that a "
                    "skipped step can keep it, but got "
                 << type << "; convert it with stablehlo.convert";
        byMarks[marks].push_back(state);
      }
  Operation *behind = mark;
  for (auto &[marks, states] : byMarks)
    if (failed(guardSome(mark, marks, states, behind)))
      return failure();
  return success();
}
