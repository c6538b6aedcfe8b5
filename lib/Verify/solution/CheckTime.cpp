// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weak duality, term by term. Each user r pays f_r of a shared cost c:
//   c * [some r is low, the definition is f32]
//     >=  sum of f_r * [r is low]  -  (sum of f_r) * [the definition is low]
// where all f_r >= 0 and their sum <= c. If every shared term is replaced by
// its right side, the variables are independent, and the sum of the cheaper
// sides is a lower bound for every assignment.
#include "lib/Verify/solution/Certificate.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
/// Cost of a value that all its users in one format share.
struct Sharing {
  unsigned definition; ///< a variable, `high`, `low` or `none`
  bool isLow;
  Shared kind;
  int64_t cost;
  ArrayRef<Read> reads;

  unsigned term() const { return 2 * static_cast<unsigned>(kind) + isLow; }
};
using SharingVisitor = function_ref<LogicalResult(const Sharing &)>;

/// Flows by operand and term. Each flow must be used once.
class Flows {
public:
  Flows(ArrayRef<int64_t> edges, int64_t numOperands);
  int64_t use(int64_t operand, unsigned term);
  bool contains(int64_t operand, unsigned term) const;
  /// Returns the first edge that no term has used.
  std::optional<int64_t> findUnused() const;

private:
  ArrayRef<int64_t> edges;
  SmallVector<uint32_t, 0> firstOf; ///< by operand
  llvm::BitVector isUsed;
};

/// The time of an assignment.
class Assignment {
public:
  Assignment(const PricedProgram &program, const Certificate &certificate,
             llvm::BitVector low)
      : program(program), certificate(certificate),
        isLowVariable(std::move(low)) {}

  bool isLow(unsigned variable) const {
    return variable == low || (variable < program.variables.size() &&
                               isLowVariable.test(variable));
  }
  LogicalResult addOwn();
  void add(const Sharing &sharing);

  int64_t time = 0;

private:
  const PricedProgram &program;
  const Certificate &certificate;
  llvm::BitVector isLowVariable;
};

/// The lower bound that a flow proves.
class Bound {
public:
  Bound(ModuleOp module, const PricedProgram &program,
        const Certificate &certificate);

  LogicalResult addOwn();
  LogicalResult add(const Sharing &sharing);
  FailureOr<int64_t> close();

private:
  enum class State : uint8_t { free, high, low };
  /// Variables that have one precision, and their net outgoing flow.
  struct Node {
    OpCost cost;
    int64_t out = 0;
    State state = State::free;
    bool mustBeLow = false, mustBeHigh = false;
  };

  unsigned nodeOf(unsigned variable) const {
    return variable < nodes.size() ? classes.findLeader(variable) : variable;
  }
  State stateOf(unsigned node) const {
    return node == high  ? State::high
           : node == low ? State::low
                         : nodes[node].state;
  }
  void addCost(unsigned node, OpCost cost);
  LogicalResult move(unsigned from, unsigned to, int64_t flow);
  LogicalResult addProduct(const Product &product);
  LogicalResult addExact();
  LogicalResult refuseFlow(int64_t operand, int64_t flow, int64_t capacity);

  ModuleOp module;
  const PricedProgram &program;
  const Certificate &certificate;
  Flows flows;
  llvm::IntEqClasses classes;
  SmallVector<Node, 0> nodes; ///< by the leader of a class
  SmallVector<unsigned> readers;
  int64_t base = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

/// Visits the costs that users of values share.
static LogicalResult visitSharings(const PricedProgram &program,
                                   const CostModel &cost,
                                   SharingVisitor visit) {
  SmallVector<Read> inMemory, late;
  for (auto [number, value] : llvm::enumerate(program.values)) {
    ArrayRef<Read> reads = program.readsOf(number);
    if (value.traffic == Traffic::free || reads.empty())
      continue;
    double times = value.times;
    auto share = [&](unsigned definition, Shared kind, OpCost price,
                     ArrayRef<Read> by) {
      if (by.empty())
        return success();
      return success(
          succeeded(visit({definition, false, kind, price.high, by})) &&
          succeeded(visit({definition, true, kind, price.low, by})));
    };
    OpCost convert =
        OpCost{cost.convert(value.elements), cost.convert(value.elements)} *
        times;
    if (failed(share(value.variable, Shared::conversion, convert, reads)))
      return failure();
    if (value.isConstant)
      continue;
    bool isFused = value.traffic == Traffic::fused;
    inMemory.clear();
    late.clear();
    for (const Read &read : reads) {
      bool isLate = program.livesAtPeak(value, read);
      if (isLate)
        late.push_back(read);
      if (read.traffic == Traffic::memory || (isFused && isLate))
        inMemory.push_back(read);
    }
    OpCost copy =
        isFused ? cost.move(value.elements)
                : OpCost{cost.cast(value.elements), cost.cast(value.elements)};
    if (failed(share(isFused ? none : value.variable, Shared::memory,
                     copy * times, inMemory)) ||
        (isFused && failed(share(none, Shared::peak, copy * times, late))))
      return failure();
  }
  return success();
}

/// Returns true if a contraction result may be low although the operands are
/// f32. Always true for solutions without a proof.
static bool isLowInInput(unsigned sum, const Certificate &certificate) {
  return !certificate.isProof || certificate.pinOf(sum) == Pin::low;
}

LogicalResult Assignment::addOwn() {
  time = program.fixed.high + program.fixed.low;
  for (auto [number, variable] : llvm::enumerate(program.variables))
    time += isLow(number) ? variable.cost.low : variable.cost.high;
  for (const Product &product : program.products) {
    bool readsLow = isLow(product.factors), isSumLow = isLow(product.sum);
    if (isSumLow && !readsLow && !isLowInInput(product.sum, certificate))
      return program.ownerOf(product.operand)
          ->emitOpError("expects low factors of a low sum");
    time += isSumLow   ? (readsLow ? product.cost.low : product.cost.narrow)
            : readsLow ? product.cost.mixed
                       : product.cost.high;
  }
  return success();
}

void Assignment::add(const Sharing &sharing) {
  bool isThere =
      sharing.definition != none && isLow(sharing.definition) == sharing.isLow;
  if (!isThere && llvm::any_of(sharing.reads, [&](const Read &read) {
        return isLow(read.variable) == sharing.isLow;
      }))
    time += sharing.cost;
}

//===----------------------------------------------------------------------===//
// Flows
//===----------------------------------------------------------------------===//

Flows::Flows(ArrayRef<int64_t> edges, int64_t numOperands)
    : edges(edges), firstOf(numOperands + 1), isUsed(edges.size() / 2) {
  size_t next = 0;
  for (int64_t operand = 0; operand <= numOperands; ++operand) {
    while (next < edges.size() && edges[next] < operand * numTerms)
      next += 2;
    firstOf[operand] = next;
  }
}

bool Flows::contains(int64_t operand, unsigned term) const {
  for (size_t i = firstOf[operand]; i < firstOf[operand + 1]; i += 2)
    if (edges[i] == operand * numTerms + term)
      return true;
  return false;
}

int64_t Flows::use(int64_t operand, unsigned term) {
  int64_t edge = operand * numTerms + term;
  for (size_t i = firstOf[operand]; i < firstOf[operand + 1]; i += 2)
    if (edges[i] == edge) {
      isUsed.set(i / 2);
      return edges[i + 1];
    }
  return 0;
}

std::optional<int64_t> Flows::findUnused() const {
  int first = isUsed.find_first_unset();
  return first < 0 ? std::nullopt : std::optional<int64_t>(edges[2 * first]);
}

//===----------------------------------------------------------------------===//
// Bound
//===----------------------------------------------------------------------===//

static bool onlyMoves(Operation *op) {
  const OpRow *row = lookupRow(op);
  return row && row->opClass == OpClass::layout;
}

Bound::Bound(ModuleOp module, const PricedProgram &program,
             const Certificate &certificate)
    : module(module), program(program), certificate(certificate),
      flows(certificate.edges, program.numOperands()),
      classes(program.variables.size()), nodes(program.variables.size()) {
  ArrayRef<int32_t> exact = certificate.exact;
  for (size_t i = 0; i < exact.size(); i += 2)
    if (!onlyMoves(program.variables[exact[i]].op))
      classes.join(exact[i], exact[i + 1]);
  for (unsigned number = 0; number < nodes.size(); ++number) {
    Pin pin = certificate.pinOf(number);
    State &state = nodes[classes.findLeader(number)].state;
    if (pin == Pin::forced || pin == Pin::low)
      state = state == State::high ? State::high : State::low;
    else if (pin != Pin::free)
      state = State::high;
  }
}

void Bound::addCost(unsigned node, OpCost cost) {
  State state = stateOf(node);
  if (state == State::free)
    nodes[node].cost += cost;
  else
    base += state == State::high ? cost.high : cost.low;
}

/// Adds flow from one node to another. The flow of a pinned node is part of the
/// base.
LogicalResult Bound::move(unsigned from, unsigned to, int64_t flow) {
  auto addOut = [&](unsigned node, int64_t more) {
    if (node == none || stateOf(node) != State::free)
      return false;
    return static_cast<bool>(
        llvm::AddOverflow(nodes[node].out, more, nodes[node].out));
  };
  if (addOut(from, flow) || addOut(to, -flow))
    return module.emitError() << "expects flows whose sums fit in 64 bits";
  return success();
}

LogicalResult Bound::refuseFlow(int64_t operand, int64_t flow,
                                int64_t capacity) {
  Operation *op = program.ownerOf(operand);
  return op->emitOpError("expects a flow of 0 to ")
         << capacity << " fs on operand " << program.positionOf(operand)
         << ", but got " << flow;
}

LogicalResult Bound::addProduct(const Product &product) {
  unsigned factors = nodeOf(product.factors), sum = nodeOf(product.sum);
  ProductCost cost = product.cost;
  if (factors == sum) {
    addCost(sum, {cost.high, cost.low});
    return success();
  }
  State ofFactors = stateOf(factors), ofSum = stateOf(sum);
  if (product.sum < nodes.size() && isLowInInput(product.sum, certificate)) {
    addCost(factors, {cost.narrow, cost.low});
  } else if (ofSum == State::high) {
    addCost(factors, {cost.high, cost.mixed});
  } else if (ofFactors == State::low) {
    addCost(sum, {cost.mixed, cost.low});
  } else if (ofSum == State::low) {
    base += cost.low;
    if (ofFactors == State::free)
      nodes[factors].mustBeLow = true;
  } else if (ofFactors == State::high) {
    base += cost.high;
    nodes[sum].mustBeHigh = true;
  } else {
    addCost(factors, {cost.high, 0});
    addCost(sum, {0, cost.low});
    int64_t flow = flows.use(product.operand, productTerm);
    if (flow > cost.mixed)
      return refuseFlow(product.operand, flow, cost.mixed);
    return move(factors, sum, flow);
  }
  return success();
}

/// Adds the exact pairs. Layout ops may stay f32 if the moved value is low.
LogicalResult Bound::addExact() {
  ArrayRef<int32_t> exact = certificate.exact;
  for (size_t i = 0; i < exact.size(); i += 2) {
    const Variable &variable = program.variables[exact[i]];
    unsigned layout = nodeOf(exact[i]), with = nodeOf(exact[i + 1]);
    if (layout == with || !onlyMoves(variable.op) ||
        stateOf(layout) == State::high || stateOf(with) == State::low)
      continue;
    if (stateOf(layout) == State::low && stateOf(with) == State::free) {
      nodes[with].mustBeLow = true;
    } else if (stateOf(with) == State::high && stateOf(layout) == State::free) {
      nodes[layout].mustBeHigh = true;
    } else if (stateOf(layout) == State::free) {
      int64_t operand = program.firstOperandOf(variable);
      int64_t flow = flows.use(operand, lowOnlyWithTerm);
      if (flow < 0)
        return refuseFlow(operand, flow, INT64_MAX);
      if (failed(move(layout, with, flow)))
        return failure();
    }
  }
  return success();
}

LogicalResult Bound::addOwn() {
  base = program.fixed.high + program.fixed.low;
  for (auto [number, variable] : llvm::enumerate(program.variables))
    addCost(nodeOf(number), variable.cost);
  for (const Product &product : program.products)
    if (failed(addProduct(product)))
      return failure();
  return addExact();
}

LogicalResult Bound::add(const Sharing &sharing) {
  State thisFormat = sharing.isLow ? State::low : State::high;
  unsigned definition =
      sharing.definition == none ? none : nodeOf(sharing.definition);
  bool isFree = definition != none && stateOf(definition) == State::free;
  if (definition != none && stateOf(definition) == thisFormat)
    return success();
  readers.clear();
  bool isAlways = false;
  for (const Read &read : sharing.reads) {
    unsigned reader = nodeOf(read.variable);
    isAlways |= stateOf(reader) == thisFormat;
    if (stateOf(reader) == State::free && reader != definition)
      readers.push_back(reader);
  }
  OpCost ofReader =
      sharing.isLow ? OpCost{0, sharing.cost} : OpCost{sharing.cost, 0};
  OpCost ofDefinition =
      sharing.isLow ? OpCost{sharing.cost, 0} : OpCost{0, sharing.cost};
  if (isAlways) {
    if (isFree)
      addCost(definition, ofDefinition);
    else
      base += sharing.cost;
    return success();
  }
  if (readers.empty())
    return success();
  // Calls of one function are several users until its copies are merged.
  bool hasFlow = llvm::any_of(sharing.reads, [&](const Read &read) {
    return flows.contains(read.operand, sharing.term());
  });
  if (!isFree && !hasFlow && llvm::all_equal(readers)) {
    addCost(readers.front(), ofReader);
    return success();
  }
  int64_t total = 0;
  for (const Read &read : sharing.reads) {
    unsigned reader = nodeOf(read.variable);
    if (stateOf(reader) != State::free || reader == definition)
      continue;
    int64_t flow = flows.use(read.operand, sharing.term());
    if (flow < 0 || flow > sharing.cost - total)
      return refuseFlow(read.operand, flow, sharing.cost - total);
    total += flow;
    if (failed(sharing.isLow ? move(reader, definition, flow)
                             : move(definition, reader, flow)))
      return failure();
  }
  // Without a free definition, the flow of f32 users is part of the base.
  if (!sharing.isLow && !isFree)
    base += total;
  return success();
}

/// Returns the bound: for each node, the cheaper side including its outgoing
/// flow. A conserved flow takes no more from the source, or gives no more to
/// the sink, than the difference of the sides. Conservation is the normal form
/// of a proof; the bound itself holds for every flow within the capacities.
FailureOr<int64_t> Bound::close() {
  if (std::optional<int64_t> edge = flows.findUnused()) {
    bool isKnown = *edge / numTerms < program.numOperands();
    Operation *op = isKnown ? program.ownerOf(*edge / numTerms) : module;
    op->emitError() << "expects no flow on edge " << *edge
                    << ", which joins no two free slots";
    return failure();
  }
  int64_t flow = base;
  for (auto [number, node] : llvm::enumerate(nodes)) {
    if (node.state != State::free || classes.findLeader(number) != number)
      continue;
    int64_t more = node.cost.high - node.cost.low;
    int64_t least = node.mustBeHigh ? INT64_MIN : std::min<int64_t>(more, 0);
    int64_t most = node.mustBeLow ? INT64_MAX : std::max<int64_t>(more, 0);
    if (node.mustBeLow)
      least = 0;
    if (node.mustBeHigh)
      most = 0;
    // Merged copies of a function with several calls are exempt: each copy
    // conserved its flow, one towards the source, another towards the sink.
    const Variable &variable = program.variables[number];
    if ((node.out < least || node.out > most) &&
        !program.isCalledOften(variable.op)) {
      variable.op->emitOpError("expects a conserved flow in slot ")
          << variable.slot << ": between " << least << " and " << most
          << " fs more out than in, but got " << node.out;
      return failure();
    }
    flow += node.mustBeHigh                     ? node.cost.high
            : node.mustBeLow || node.out < more ? node.cost.low + node.out
                                                : node.cost.high;
  }
  return flow;
}

//===----------------------------------------------------------------------===//
// Check
//===----------------------------------------------------------------------===//

static LogicalResult compare(ModuleOp module, StringRef what, int64_t said,
                             int64_t found, const Chip &chip) {
  if (said == found)
    return success();
  return module.emitError("expects ")
         << what << " of " << said << " fs on " << chip.name << ", but got "
         << found << " fs";
}

LogicalResult verify::checkTime(ModuleOp module, const PricedProgram &program,
                                const Certificate &certificate,
                                FloatType compute) {
  const Chip &chip = *certificate.chip;
  OpSet strict;
  CostModel cost(chip, compute, strict);
  size_t size = program.variables.size();
  llvm::BitVector placedLow(size), inputLow(size);
  for (auto [number, variable] : llvm::enumerate(program.variables)) {
    placedLow[number] = variable.holdsLow;
    inputLow[number] =
        certificate.isProof && certificate.pinOf(number) == Pin::low;
  }
  Assignment placed(program, certificate, placedLow);
  Assignment allF32(program, certificate, inputLow);
  std::optional<Bound> bound;
  if (certificate.isProof)
    bound.emplace(module, program, certificate);
  if (failed(placed.addOwn()) || (bound && failed(allF32.addOwn())) ||
      (bound && failed(bound->addOwn())))
    return failure();
  if (failed(visitSharings(program, cost, [&](const Sharing &sharing) {
        placed.add(sharing);
        if (bound)
          allF32.add(sharing);
        return bound ? bound->add(sharing) : success();
      })))
    return failure();
  if (failed(compare(module, "a placed program", certificate.time, placed.time,
                     chip)))
    return failure();
  if (!bound)
    return success();
  if (failed(compare(module, "a program in f32", *certificate.f32, allF32.time,
                     chip)))
    return failure();
  FailureOr<int64_t> flow = bound->close();
  if (failed(flow) ||
      failed(compare(module, "a flow", *certificate.flow, *flow, chip)))
    return failure();
  if (*flow == certificate.time)
    return success();
  return module.emitError()
         << "assignment of " << certificate.time
         << " fs is not proven optimal: the flow is " << *flow << " fs";
}
