// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/Table.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

/// Limit on the printed rows of one kind.
static constexpr unsigned mostRows = 12;

Location amp::scaling::locationOf(FunctionOpInterface function) {
  Region &body = function.getFunctionBody();
  return body.empty() ? function.getLoc() : body.front().front().getLoc();
}

/// Prints `line 12`, in the innermost file that a location names.
static void printLine(llvm::raw_ostream &os, Location loc) {
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    os << "line " << file.getLine();
  else
    os << "no line";
}

/// Prints the op, with its number if it is a literal.
static void printOp(llvm::raw_ostream &os, Operation *op) {
  os << op->getName();
  auto splat = dyn_cast_if_present<SplatElementsAttr>(findConstantValue(op));
  if (splat && isa<FloatType>(splat.getElementType())) {
    SmallString<16> digits;
    splat.getSplatValue<APFloat>().toString(digits);
    os << " " << digits;
  }
}

static void printSeed(llvm::raw_ostream &os, const StepGraph &graph,
                      const Seed &seed) {
  printLine(os, graph.locOf(seed.value));
  os << ": ";
  if (graph.isArgument(seed.value))
    os << "argument " << seed.value;
  else
    printOp(os, graph.definitionOf(seed.value).op);
  os << " : " << graph.typeOf(seed.value);
  if (!seed.slots.empty())
    os << ", " << seed.slots.size() << " of its "
       << graph.slotsOf(seed.value).size() << " uses";
}

namespace {
class Rows {
public:
  Rows(llvm::raw_ostream &os, StringRef title) : os(os), title(title) {}
  ~Rows() {
    if (count > mostRows)
      os << "\n             and " << count - mostRows << " more";
  }

  bool next() {
    if (++count > mostRows)
      return false;
    os << "\n  " << llvm::formatv("{0,-11}", count == 1 ? title : StringRef());
    return true;
  }

private:
  llvm::raw_ostream &os;
  StringRef title;
  unsigned count = 0;
};
} // namespace

/// Prints gradients, with the states that they update.
static void printGradients(llvm::raw_ostream &os, const StepGraph &graph,
                           const Inference &found,
                           ArrayRef<unsigned> gradients) {
  llvm::DenseMap<unsigned, SmallVector<const StatePair *, 3>> updated;
  for (auto [pair, terms] : llvm::zip_equal(found.states.pairs, found.termsOf))
    for (unsigned term : terms)
      updated[term].push_back(&pair);
  Rows rows(os, "gradients");
  for (unsigned gradient : gradients) {
    if (!rows.next())
      continue;
    printLine(os, graph.locOf(gradient));
    os << ": " << graph.typeOf(gradient);
    unsigned term = gradient;
    for (unsigned i = 0; i < 8 && !updated.contains(term); ++i) {
      const StepGraph::Node &node = graph.definitionOf(term);
      if (node.numOperands == 0)
        break;
      term = graph.operandsOf(node).front();
    }
    llvm::ListSeparator comma;
    auto known = updated.find(term);
    if (known == updated.end())
      continue;
    os << " -> ";
    for (const StatePair *pair : known->second)
      os << comma << "argument " << pair->argument << " (result "
         << pair->result << ")";
  }
}

/// Prints states without gradients: counters, keys, statistics, averages.
static void printOthers(llvm::raw_ostream &os, const StepGraph &graph,
                        const Inference &found) {
  Rows rows(os, "states");
  for (auto [pair, terms] :
       llvm::zip_equal(found.states.pairs, found.termsOf)) {
    if (!terms.empty() || !rows.next())
      continue;
    Type type = graph.typeOf(pair.argument);
    Type element = elementOf(type);
    os << "argument " << pair.argument << " (result " << pair.result
       << "): " << type;
    if (element.isUnsignedInteger())
      os << ", a key or counter";
    else if (element.isIntOrIndex())
      os << ", a counter";
  }
}

static void printCopies(llvm::raw_ostream &os, const Inference &found) {
  Rows rows(os, "copies");
  for (const StateCopy &copy : found.states.copies)
    if (rows.next())
      os << "result " << copy.result << " follows result " << copy.original;
}

/// Prints results that have the type of an unpaired argument: they may be
/// states.
static void printLeft(llvm::raw_ostream &os, const StepGraph &graph,
                      const Inference &found) {
  if (found.kind != ProgramKind::trainingStep)
    return;
  Rows rows(os, "not marked");
  llvm::DenseSet<unsigned> arguments, results;
  for (const StatePair &pair : found.states.pairs) {
    arguments.insert(pair.argument);
    results.insert(pair.result);
  }
  for (const StateCopy &copy : found.states.copies)
    results.insert(copy.result);
  if (found.loss)
    results.insert(*found.loss);
  llvm::DenseSet<Type> left;
  for (unsigned i = 0; i < graph.numArguments(); ++i)
    if (!arguments.contains(i))
      left.insert(graph.typeOf(i));
  for (auto [result, value] : llvm::enumerate(graph.getReturned())) {
    Type type = graph.typeOf(value);
    if (left.contains(type) && !results.contains(result) && rows.next())
      os << "result " << result << ": " << type;
  }
}

std::string amp::scaling::formatTable(const StepGraph &graph,
                                      const Inference &found,
                                      ArrayRef<unsigned> gradients) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "inferred marks: " << gradients.size() << " gradients, "
     << found.states.pairs.size() << " states; '"
     << graph.getFunction().getName() << "' is a " << nameOf(found.kind);
  {
    Rows rows(os, "seed");
    for (const Seed &seed : found.seeds.all)
      if (rows.next())
        printSeed(os, graph, seed);
  }
  os << "\n  loss       ";
  if (found.loss) {
    os << "result " << *found.loss << ", ";
    printLine(os, graph.locOf(graph.getReturned()[*found.loss]));
  } else if (found.losses.empty()) {
    os << "not returned";
  } else {
    llvm::ListSeparator comma;
    os << "not marked: it may be result ";
    for (unsigned result : found.losses)
      os << comma << result;
  }
  printGradients(os, graph, found, gradients);
  printOthers(os, graph, found);
  printCopies(os, found);
  printLeft(os, graph, found);
  return text;
}
