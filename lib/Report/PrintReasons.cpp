// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// broadcast {amp.reason = #amp.reason<path, "….reduce">}
//   ==>   stablehlo.broadcast_in_dim at model.py:7:3 in @main: f32, because
//         stablehlo.reduce is denied, and this op follows it
//           denied by stablehlo.reduce at model.py:5:3 (reduction is on the …)
#include "amp/ReportPasses.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Report/DenyPaths.h"
#include "lib/Report/Formats.h"
#include "lib/Report/OpFacts.h"
#include "lib/Report/Prices.h"
#include "lib/Report/Words.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Regex.h"

namespace mlir::amp {
#define GEN_PASS_DEF_PRINTREASONS
#include "amp/ReportPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

namespace {
/// Selection of the ops to explain.
class Question {
public:
  explicit Question(const llvm::Regex &pattern) : pattern(pattern) {}
  bool isAbout(const PlacedOp &placed);

private:
  bool matchesText(StringAttr text);
  bool matchesPlace(Location loc);

  const llvm::Regex &pattern;
  llvm::DenseMap<Attribute, bool> known;
};

/// Explanation of one op and its casts.
class Answer {
public:
  Answer(raw_ostream &os, const ProgramGraph &graph);
  void print(const PlacedOp &placed, ReasonAttr reason);

private:
  void printCast(CastOp cast, StringRef verb);
  void printRole(Operation *op);
  void printPath(Operation *op);
  void printPrice(Operation *op);

  raw_ostream &os;
  const ProgramGraph &graph;
  ModuleOp module;
  const Chip *chip = nullptr;
  std::optional<Prices> prices; ///< computed on first use, as are the paths
  std::optional<DenyPaths> paths;
};

struct PrintReasons : amp::impl::PrintReasonsBase<PrintReasons> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static ReasonAttr reasonOf(Operation *op) {
  return op->getAttrOfType<ReasonAttr>(AmpDialect::reasonAttrName);
}

//===----------------------------------------------------------------------===//
// Selection of ops
//===----------------------------------------------------------------------===//

bool Question::matchesText(StringAttr text) {
  if (!text)
    return false;
  auto [found, isNew] = known.try_emplace(text, false);
  if (isNew)
    found->second = pattern.match(text);
  return found->second;
}

bool Question::matchesPlace(Location loc) {
  auto [found, isNew] = known.try_emplace(LocationAttr(loc), false);
  if (!isNew)
    return found->second;
  std::string text;
  llvm::raw_string_ostream os(text);
  writeLocation(os, loc);
  return found->second = pattern.match(text);
}

bool Question::isAbout(const PlacedOp &placed) {
  auto function = placed.function->getAttrOfType<StringAttr>(
      SymbolTable::getSymbolAttrName());
  return matchesText(placed.op->getName().getIdentifier()) ||
         matchesText(function) || matchesPlace(placed.op->getLoc());
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

static void printPlace(raw_ostream &os, Operation *op) {
  os << op->getName().getStringRef() << " at ";
  writeLocation(os, op->getLoc());
}

Answer::Answer(raw_ostream &os, const ProgramGraph &graph)
    : os(os), graph(graph), module(graph.getModule()) {
  auto solution =
      module->getAttrOfType<DictionaryAttr>(AmpDialect::solutionAttrName);
  if (auto name = solution ? solution.getAs<StringAttr>("chip") : nullptr)
    chip = findChip(name);
}

void Answer::print(const PlacedOp &placed, ReasonAttr reason) {
  Operation *op = placed.op;
  printPlace(os, op);
  if (auto name = placed.function->getAttrOfType<StringAttr>(
          SymbolTable::getSymbolAttrName()))
    os << " in @" << name.getValue();
  bool low = handlesLow(op);
  os << ": " << Formats::of(op).inWords() << ", because "
     << inWords(reason, low) << '\n';
  if (!low && reason.getKind() == ReasonKind::path)
    printPath(op);
  if (!low && reason.getKind() == ReasonKind::cost)
    printPrice(op);
  if (std::optional<bool> cut = mayUseTf32(op))
    os << "  a GPU may " << (*cut ? "" : "not ")
       << "round its operands to TF32 (f32 = keep, strict or tf32 in the "
          "policy)\n";
  printRole(op);
  llvm::SmallSetVector<Value, 4> operands(op->operand_begin(),
                                          op->operand_end());
  for (Value operand : operands)
    if (auto cast = operand.getDefiningOp<CastOp>())
      printCast(cast, "operand");
  for (Operation *user : op->getUsers())
    if (auto cast = dyn_cast<CastOp>(user))
      printCast(cast, "result");
}

void Answer::printRole(Operation *op) {
  auto role = op->getAttrOfType<StringAttr>(AmpDialect::roleAttrName);
  if (!role)
    return;
  auto [group, part] = role.getValue().rsplit('.');
  os << "  role: " << part << " of a " << group << '\n';
}

void Answer::printPath(Operation *op) {
  if (!paths)
    paths.emplace(graph);
  SmallVector<Operation *> path = paths->to(op);
  if (path.empty())
    return;
  os << "  denied by ";
  printPlace(os, path.front());
  os << " (" << inWords(reasonOf(path.front()), /*low=*/false) << ')';
  StringRef separator = ", through ";
  for (Operation *between : ArrayRef(path).drop_front()) {
    os << separator;
    printPlace(os, between);
    separator = ", ";
  }
  os << '\n';
}

void Answer::printPrice(Operation *op) {
  auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
  if (!chip || !policy)
    return;
  if (!prices)
    prices.emplace(graph, *chip, cast<FloatType>(policy.getCompute()));
  bool reads = classOf(op, lookupRow(op)) == OpClass::contraction;
  std::optional<int64_t> more = prices->ofLow(op);
  if (!more)
    return;
  os << "  if only this op " << (reads ? "read " : "were ")
     << policy.getCompute() << ", the program would take ";
  if (*more == 0) {
    os << "as long on " << chip->name << '\n';
    return;
  }
  printTime(os, std::abs(*more));
  os << (*more < 0 ? " less" : " more") << " on " << chip->name
     << (*more < 0 ? ", but others must go with it\n" : "\n");
}

void Answer::printCast(CastOp cast, StringRef side) {
  Type from = getElementTypeOrSelf(cast.getInput().getType());
  Type to = getElementTypeOrSelf(cast.getType());
  bool narrows = from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth();
  os << "  " << side << ": cast of " << from << " to " << to << ", of ";
  if (Operation *maker = cast.getInput().getDefiningOp())
    printPlace(os, maker);
  else
    os << "argument "
       << mlir::cast<BlockArgument>(cast.getInput()).getArgNumber();
  os << (narrows ? ", because its user is 16-bit: "
                 : ", because it is 16-bit, and its user is not: ")
     << inWords(cast.getReason(), /*low=*/true) << '\n';
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void PrintReasons::runOnOperation() {
  markAllAnalysesPreserved();
  ModuleOp module = getOperation();
  llvm::Regex regex(pattern);
  if (std::string fault; !regex.isValid(fault)) {
    emitOptionError(module)
        << "expects a regular expression to explain, but got '" << pattern
        << "': " << fault;
    return signalPassFailure();
  }
  if (module->hasAttr(AmpDialect::appliedAttrName)) {
    emitWarning(module.getLoc())
        << "nothing to explain: mixed precision was applied before";
    return;
  }
  Question question(regex);
  std::string text;
  llvm::raw_string_ostream os(text);
  numGraphs += !getCachedAnalysis<ProgramGraph>();
  auto &graph = getAnalysis<ProgramGraph>();
  Answer answer(os, graph);
  for (const PlacedOp &placed : graph.getOps()) {
    ReasonAttr reason = reasonOf(placed.op);
    if (reason && precisionOf(placed.op) && decidesItself(placed.op) &&
        question.isAbout(placed))
      answer.print(placed, reason);
  }
  if (text.empty())
    emitWarning(module.getLoc())
        << "nothing to explain: '" << pattern
        << "' matches no op that was decided, by its name, function, scope or "
           "location";
  printOnStderr(text);
}
