// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/permissions/Conditions.h"
#include "lib/Verify/solution/Certificate.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool isLowPin(Pin pin) { return pin == Pin::forced || pin == Pin::low; }

OpSet verify::findStrict(const PricedProgram &program,
                         const Certificate &certificate) {
  OpSet strict;
  size_t size = std::min(program.variables.size(), certificate.pins.size());
  for (size_t number = 0; number < size; ++number)
    if (certificate.pins[number] & strictBit)
      strict.insert(program.variables[number].op);
  return strict;
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

namespace {
/// The lists of a policy, and the constraints of ops.
class Lists {
public:
  explicit Lists(PolicyAttr policy) {
    for (ListKind list : PolicyAttr::allLists)
      for (Attribute entry : policy.getList(list))
        if (auto name = dyn_cast<StringAttr>(entry))
          byName[name] = list;
    auto find = [&](StringRef name) {
      return lookup(StringAttr::get(policy.getContext(), name));
    };
    for (uint32_t i = 0; i < byClass.size(); ++i)
      byClass[i] = find(stringifyOpClass(static_cast<OpClass>(i)));
    contractionResult = find("contraction.result");
  }

  /// Returns the list of a variable, by the constraint, the name or the class
  /// of its op.
  std::optional<ListKind> find(const Variable &variable);

private:
  std::optional<ListKind> lookup(StringAttr name) const {
    auto entry = byName.find(name);
    return entry == byName.end() ? std::nullopt
                                 : std::optional<ListKind>(entry->second);
  }

  llvm::DenseMap<StringAttr, ListKind> byName;
  std::array<std::optional<ListKind>, getMaxEnumValForOpClass() + 1> byClass;
  std::optional<ListKind> contractionResult;
};
} // namespace

std::optional<ListKind> Lists::find(const Variable &variable) {
  Operation *op = variable.op;
  const OpRow *row = lookupRow(op);
  OpClass opClass = isa<FunctionOpInterface>(op) ? OpClass::control
                    : row                        ? classOf(op, row)
                                                 : OpClass::opaque;
  if (opClass == OpClass::contraction && variable.slot != 0)
    return contractionResult;
  if (auto constraint =
          op->getAttrOfType<RequireAttr>(AmpDialect::requireAttrName))
    return constraint.getList();
  if (auto byOp = lookup(op->getName().getIdentifier()))
    return byOp;
  return byClass[static_cast<size_t>(opClass)];
}

namespace {
/// Sources of decisions that outrank the lists.
class Rules {
public:
  Rules(const ProgramGraph &graph, PolicyAttr policy)
      : graph(graph), areEverywhere(policy.hasConditions() ||
                                    graph.getModule()
                                        .walk([](Operation *op) {
                                          return findCompositeName(op)
                                                     ? WalkResult::interrupt()
                                                     : WalkResult::advance();
                                        })
                                        .wasInterrupted()) {}

  /// Returns true if a rule, condition or composite may allow or force an op.
  bool mayAllow() const { return areEverywhere; }

  /// Returns true if a rule, condition, composite or outer op may deny `op`.
  bool mayDeny(Operation *op) {
    if (areEverywhere)
      return true;
    if (!off)
      off = findOffOps(graph.getModule(),
                       [&]() -> const ProgramGraph & { return graph; });
    return off->contains(op);
  }

private:
  const ProgramGraph &graph;
  bool areEverywhere;
  std::optional<DenseSet<Operation *>> off; ///< computed on demand
};
} // namespace

/// Returns true if a region of `op` is part of the computation of `op`.
static bool hasBody(Operation *op) {
  const OpRow *row = lookupRow(op);
  return row && row->regions == RegionRule::body &&
         llvm::any_of(op->getRegions(),
                      [](Region &region) { return !region.empty(); });
}

static LogicalResult checkListed(const Variable &variable, Pin pin,
                                 Lists &lists, Rules &rules) {
  std::optional<ListKind> list = lists.find(variable);
  bool mayBeLow = list && *list != ListKind::deny && *list != ListKind::tf32;
  if (pin == Pin::list && mayBeLow)
    return variable.op->emitOpError("is pinned to f32 by a list in slot ")
           << variable.slot << ", but list '" << stringifyListKind(*list)
           << "' permits the low format";
  if (pin == Pin::body && !hasBody(variable.op))
    return variable.op->emitOpError("is pinned to f32 by its body in slot ")
           << variable.slot << ", but has none";
  if (pin == Pin::rule && !rules.mayDeny(variable.op))
    return variable.op->emitOpError("is pinned to f32 by a rule in slot ")
           << variable.slot << ", but the policy has no rule";
  if (pin == Pin::forced && !rules.mayAllow() && list != ListKind::force)
    return variable.op->emitOpError("is pinned low by force in slot ")
           << variable.slot << ", but nothing forces the op";
  return success();
}

//===----------------------------------------------------------------------===//
// Exact groups
//===----------------------------------------------------------------------===//

namespace {
/// Classes of variables: a maximum or minimum, and comparisons of its result.
class ExactClasses {
public:
  explicit ExactClasses(const PricedProgram &program);
  bool areOne(unsigned a, unsigned b) const {
    return classes.findLeader(a) == classes.findLeader(b);
  }

private:
  void join(Operation *op, unsigned with);
  void joinTests(Value chosen, unsigned variable);

  const PricedProgram &program;
  llvm::DenseMap<Operation *, unsigned> firstOf;
  llvm::IntEqClasses classes;
};
} // namespace

void ExactClasses::join(Operation *op, unsigned with) {
  auto first = firstOf.find(op);
  if (first == firstOf.end())
    return;
  for (unsigned variable = first->second; variable < program.variables.size() &&
                                          program.variables[variable].op == op;
       ++variable)
    classes.join(variable, with);
}

/// Joins the comparisons of `chosen`, directly or through casts and layout ops.
void ExactClasses::joinTests(Value chosen, unsigned variable) {
  SmallVector<Value> work = {chosen};
  llvm::SmallDenseSet<Operation *> seen;
  while (!work.empty())
    for (Operation *user : work.pop_back_val().getUsers()) {
      const OpRow *row = lookupRow(user);
      bool moves =
          isa<CastOp>(user) || (row && row->opClass == OpClass::layout);
      bool tests = row && row->opClass == OpClass::select &&
                   llvm::none_of(user->getResultTypes(), isFloat);
      if (!(moves || tests) || !seen.insert(user).second)
        continue;
      join(user, variable);
      if (moves)
        llvm::append_range(work, user->getResults());
    }
}

ExactClasses::ExactClasses(const PricedProgram &program)
    : program(program), classes(program.variables.size()) {
  for (unsigned number = program.variables.size(); number-- > 0;)
    firstOf[program.variables[number].op] = number;
  for (auto [number, variable] : llvm::enumerate(program.variables))
    if (choosesAmongMany(variable.op, lookupRow(variable.op)))
      for (Value result : variable.op->getResults())
        joinTests(result, number);
}

/// Returns true for ops that round nothing: data movement, and select.
static bool onlyMoves(Operation *op) {
  const OpRow *row = lookupRow(op);
  return (row && row->opClass == OpClass::layout) ||
         namedKindOf(op) == OpKind::select;
}

/// Returns true for ops whose values have the precision of a producer or user.
static bool mayFollow(Operation *op) {
  return isa<FunctionOpInterface>(op) || carriesValues(lookupRow(op)) ||
         onlyMoves(op);
}

static LogicalResult checkExact(ModuleOp module, const PricedProgram &program,
                                const Certificate &certificate,
                                PinCounts &counts) {
  if (certificate.exact.empty())
    return success();
  ExactClasses classes(program);
  size_t size = program.variables.size();
  for (size_t i = 0; i < certificate.exact.size(); i += 2) {
    uint32_t a = certificate.exact[i], b = certificate.exact[i + 1];
    if (a >= size || b >= size || a == b)
      return module.emitError()
             << "expects pairs of two of " << size
             << " slots in 'flow_exact', but got " << certificate.exact[i]
             << " and " << certificate.exact[i + 1];
    const Variable &one = program.variables[a], &other = program.variables[b];
    bool isExact = classes.areOne(a, b);
    counts.trusted += !isExact;
    if (!isExact && !mayFollow(one.op))
      return one.op
                 ->emitOpError("expects no precision in common with another "
                               "op: no maximum or minimum is compared here")
                 .attachNote(other.op->getLoc())
             << "paired with this op in 'flow_exact'";
    if (one.holdsLow != other.holdsLow && (!onlyMoves(one.op) || one.holdsLow))
      return one.op
                 ->emitOpError("expects the precision of the op whose result "
                               "it is compared with")
                 .attachNote(other.op->getLoc())
             << "this op";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Pins
//===----------------------------------------------------------------------===//

static LogicalResult checkPlaced(const Variable &variable, Pin pin) {
  if (variable.holdsLow && variable.holdsF32 && pin != Pin::low)
    return variable.op->emitOpError("expects one precision in slot ")
           << variable.slot << ", but got two";
  if (pin == Pin::free || variable.holdsLow == isLowPin(pin))
    return success();
  return variable.op->emitOpError("expects ")
         << (isLowPin(pin) ? "the low format" : "f32") << " in slot "
         << variable.slot << ", which the solution pins, but got "
         << (isLowPin(pin) ? "f32" : "the low format");
}

FailureOr<PinCounts> verify::checkPins(ModuleOp module,
                                       const PricedProgram &program,
                                       const Certificate &certificate,
                                       PolicyAttr policy) {
  PinCounts counts;
  if (!certificate.isProof)
    return counts;
  if (certificate.pins.size() != program.variables.size()) {
    module.emitError() << "expects " << program.variables.size()
                       << " slots in 'flow_pins', but got "
                       << certificate.pins.size();
    return failure();
  }
  Lists lists(policy);
  Rules rules(program.getGraph(), policy);
  for (auto [number, variable] : llvm::enumerate(program.variables)) {
    Pin pin = certificate.pinOf(number);
    if (pin < Pin::free || pin > Pin::body) {
      variable.op->emitOpError(
          "expects a pin of 0 to 9 in 'flow_pins', but got ")
          << static_cast<int>(certificate.pins[number]);
      return failure();
    }
    if (certificate.pins[number] & strictBit &&
        policy.getF32() == F32Mode::keep) {
      variable.op->emitOpError(
          "is priced without TF32, but the policy does not ask for f32");
      return failure();
    }
    if (failed(checkPlaced(variable, pin)) ||
        failed(checkListed(variable, pin, lists, rules)))
      return failure();
    if (pin == Pin::list || (pin == Pin::forced && !rules.mayAllow()))
      ++counts.rechecked;
    else if (pin != Pin::free)
      ++counts.trusted;
  }
  if (failed(checkExact(module, program, certificate, counts)))
    return failure();
  return counts;
}
