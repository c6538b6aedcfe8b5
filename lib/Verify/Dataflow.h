// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dataflow framework of the checkers: a flow graph per function and one
// fixpoint driver, parameterised by a lattice and a transfer function.
//
//   struct Signs {                              // an analysis
//     using Fact = Sign;                        // Fact() is the lattice's
//     bottom static constexpr bool isForward = true; static constexpr bool
//     followsDecisions = false; bool join(Fact &into, const Fact &from);  //
//     least upper bound; changed? void widen(Fact &fact);                   //
//     ends ascending chains Fact unknown(Value value);                // top
//     void transfer(Operation *op, ArrayRef<Fact> inputs,
//                   MutableArrayRef<Fact> outputs, Dataflow<Signs> &flow);
//   };
//
// A forward transfer function computes facts of results from facts of operands,
// a backward one facts of operands from facts of results. Facts of loops,
// branches, manual computations, barriers and calls are computed by the driver.
// With followsDecisions, a forward driver joins the fact of the predicate of a
// branch (the condition of a loop) into all results of the branch (loop).
// A call is analysed per call context: the facts of its operands (results).
// Handed to the transfer function like unknown ops are: indirect calls, calls
// of declarations, and recursive calls. Arguments of blocks other than an entry
// block, and region arguments that no operand sets, are unknown.
#ifndef LIB_VERIFY_DATAFLOW_H
#define LIB_VERIFY_DATAFLOW_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <memory>
#include <vector>

namespace mlir::amp {

/// Flow graph of one region: of a function, or of a body that is part of an op
/// (the body of a reduction). Ops in control flow inside of the region belong
/// to the same graph. Values that control flow makes one value (the result of
/// a loop and the arguments of its regions) share a slot.
class RegionGraph {
public:
  static constexpr unsigned none = ~0u;

  explicit RegionGraph(Region &region);

  /// In program order; control flow itself and terminators are included.
  ArrayRef<Operation *> getOps() const { return ops; }
  /// Whether the driver computes facts of op `i` by edges between slots.
  bool isControl(unsigned i) const { return controls[i]; }
  unsigned numSlots() const { return slots; }
  /// The slot of a value; `none` for values that are defined outside.
  unsigned slotOf(Value value) const;
  /// The slots of the arguments of the region's entry block.
  ArrayRef<unsigned> getArguments() const { return arguments; }
  /// The operands of the terminators that leave the region.
  ArrayRef<Operation *> getExits() const { return exits; }
  /// Values whose facts nothing in the graph sets.
  ArrayRef<Value> getUnknown() const { return unknown; }

  /// The ops that use (forward) or define (backward) values of a slot.
  ArrayRef<unsigned> usersOf(unsigned slot) const { return users[slot]; }
  ArrayRef<unsigned> definersOf(unsigned slot) const { return definers[slot]; }
  /// The slots that receive the values of a slot through control flow, and the
  /// slots that it receives values from.
  ArrayRef<unsigned> targetsOf(unsigned slot) const { return targets[slot]; }
  ArrayRef<unsigned> sourcesOf(unsigned slot) const { return sources[slot]; }
  /// The slots of control flow that a value of this slot decides about.
  ArrayRef<unsigned> decidedBy(unsigned slot) const { return decisions[slot]; }
  /// Whether a loop carries the slot, so that it may need widening.
  bool isLoopCarried(unsigned slot) const { return carried[slot]; }

private:
  /// Lists of numbers per slot, in one array.
  class Adjacency {
  public:
    void add(unsigned from, unsigned to) { pairs.push_back({from, to}); }
    void finish(unsigned numSlots);
    ArrayRef<unsigned> operator[](unsigned slot) const {
      return ArrayRef(list).slice(begin[slot], begin[slot + 1] - begin[slot]);
    }

  private:
    std::vector<std::pair<unsigned, unsigned>> pairs;
    std::vector<unsigned> begin, list;
  };

  void addRegion(Region &region);
  void addOp(Operation *op);
  void addArguments(Block &block, bool areSet);
  void addHandovers(Operation *op);
  void addEdges();
  unsigned numberOf(Value value);

  llvm::DenseMap<Value, unsigned> numbers;
  SmallVector<Operation *, 0> ops;
  std::vector<bool> controls, carried;
  SmallVector<unsigned> arguments;
  SmallVector<Operation *, 1> exits;
  SmallVector<Value, 0> unknown;
  std::vector<std::pair<Value, unsigned>> handovers; ///< input, slot
  std::vector<std::pair<Value, unsigned>> deciders;  ///< predicate, slot
  Adjacency users, definers, targets, sources, decisions;
  unsigned slots = 0;
  Region &region;
};

/// The flow graphs of a module, each built when it is first asked for.
class RegionGraphs {
public:
  explicit RegionGraphs(ModuleOp module) : symbols(module) {}

  const RegionGraph &of(Region &region);
  /// The function that `call` runs, where its operands, results and body let
  /// the driver follow it; else null.
  FunctionOpInterface findCallee(Operation *call) const;

private:
  SymbolTable symbols;
  llvm::DenseMap<Region *, std::unique_ptr<RegionGraph>> graphs;
};

/// Fixpoint driver. Each op is evaluated again only when a fact of its inputs
/// changed, so the time is linear in the ops and in the height of the lattice.
template <typename AnalysisT> class Dataflow {
public:
  using Fact = typename AnalysisT::Fact;
  static constexpr bool isForward = AnalysisT::isForward;
  /// Changes of a loop-carried slot before each further one is widened.
  static constexpr unsigned wideningDelay = 8;
  /// Call contexts per function; further contexts are joined into the last.
  static constexpr unsigned maxContexts = 16;

  /// The fixpoint of one region in one call context.
  struct Solution {
    Solution(const RegionGraph &graph, ArrayRef<Fact> entry)
        : graph(graph), entry(entry), facts(graph.numSlots()),
          changes(graph.numSlots()) {}

    const RegionGraph &graph;
    SmallVector<Fact> entry; ///< of arguments; backward, of returned values
    SmallVector<Fact> exit;  ///< of returned values; backward, of arguments
    std::vector<Fact> facts; ///< by slot
    std::vector<uint8_t> changes;
  };

  Dataflow(ModuleOp module, AnalysisT &analysis)
      : graphs(module), analysis(analysis) {}

  /// Analyses `function` for these facts of its arguments (backward: of the
  /// values that it returns).
  const Solution &solve(FunctionOpInterface function, ArrayRef<Fact> entry) {
    return *solveCall(function, entry);
  }

  /// For transfer functions: analyses a body that is part of an op. Facts of
  /// values from outside of the body are those of the running analysis.
  SmallVector<Fact> solveBody(Region &body, ArrayRef<Fact> entry) {
    Solution solution(graphs.of(body), entry);
    run(solution);
    return solution.exit;
  }

  /// The fact of a value in a solution; of values from outside of a body, in
  /// the running analysis.
  Fact factOf(const Solution &solution, Value value) const {
    unsigned slot = solution.graph.slotOf(value);
    if (slot != RegionGraph::none)
      return solution.facts[slot];
    for (const Solution *outer : llvm::reverse(running))
      if (outer != &solution)
        if (unsigned found = outer->graph.slotOf(value);
            found != RegionGraph::none)
          return outer->facts[found];
    return analysis.unknown(value);
  }

  /// The join of the facts of a value over all call contexts.
  Fact factOf(Value value) const {
    Fact all{};
    for (auto &[function, contexts] : calls)
      for (auto &context : contexts)
        if (unsigned slot = context->graph.slotOf(value);
            slot != RegionGraph::none)
          analysis.join(all, context->facts[slot]);
    return all;
  }

  /// Calls `visit(op, inputs, outputs, solution)` with the final facts of each
  /// op of `root` and, once per call context, of the functions that it calls.
  template <typename VisitT> void forEach(const Solution &root, VisitT visit) {
    SmallVector<const Solution *> work = {&root};
    llvm::SmallPtrSet<const Solution *, 8> seen = {&root};
    for (unsigned next = 0; next < work.size(); ++next) {
      const Solution &solution = *work[next];
      running.push_back(&solution);
      for (Operation *op : solution.graph.getOps()) {
        SmallVector<Fact> operands = factsOf(solution, op->getOperands());
        SmallVector<Fact> results = factsOf(solution, op->getResults());
        auto &inputs = isForward ? operands : results;
        visit(op, inputs, isForward ? results : operands, solution);
        if (FunctionOpInterface callee = graphs.findCallee(op))
          if (const Solution *inside = findContext(callee, inputs);
              inside && seen.insert(inside).second)
            work.push_back(inside);
      }
      running.pop_back();
    }
  }

private:
  SmallVector<Fact> factsOf(const Solution &solution, ValueRange values) const {
    SmallVector<Fact> facts;
    for (Value value : values)
      facts.push_back(factOf(solution, value));
    return facts;
  }

  const Solution *findContext(FunctionOpInterface function,
                              ArrayRef<Fact> entry) const {
    auto known = calls.find(function);
    if (known == calls.end())
      return nullptr;
    for (auto &context : known->second)
      if (ArrayRef<Fact>(context->entry) == entry)
        return context.get();
    return known->second.size() == maxContexts ? known->second.back().get()
                                               : nullptr;
  }

  const Solution *solveCall(FunctionOpInterface function,
                            ArrayRef<Fact> entry) {
    SmallVector<std::unique_ptr<Solution>> &contexts = calls[function];
    for (auto &context : contexts)
      if (ArrayRef<Fact>(context->entry) == entry)
        return context.get();
    SmallVector<Fact> joined(entry);
    if (contexts.size() == maxContexts) {
      for (auto [into, from] : llvm::zip_equal(joined, contexts.back()->entry))
        if (analysis.join(into, from) && contexts.back()->entry != entry)
          analysis.widen(into);
      if (ArrayRef<Fact>(contexts.back()->entry) == ArrayRef<Fact>(joined))
        return contexts.back().get();
      retired.push_back(std::move(contexts.back()));
      contexts.pop_back();
    }
    auto made = std::make_unique<Solution>(
        graphs.of(function.getFunctionBody()), joined);
    inProgress.insert(function);
    // A call does not see the values of its caller.
    SmallVector<const Solution *> callers = std::exchange(running, {});
    run(*made);
    running = std::move(callers);
    inProgress.erase(function);
    calls[function].push_back(std::move(made));
    return calls[function].back().get();
  }

  void raise(Solution &solution, unsigned slot, const Fact &fact) {
    if (!analysis.join(solution.facts[slot], fact))
      return;
    const RegionGraph &graph = solution.graph;
    uint8_t &count = solution.changes[slot];
    if (graph.isLoopCarried(slot) && count++ >= wideningDelay) {
      count = wideningDelay;
      analysis.widen(solution.facts[slot]);
    }
    for (unsigned op : isForward ? graph.usersOf(slot) : graph.definersOf(slot))
      markDirty(op);
    for (unsigned next :
         isForward ? graph.targetsOf(slot) : graph.sourcesOf(slot))
      raised.push_back({next, slot});
    if constexpr (isForward && AnalysisT::followsDecisions)
      for (unsigned next : graph.decidedBy(slot))
        raised.push_back({next, slot});
  }

  void raiseAll(Solution &solution, unsigned slot, const Fact &fact) {
    raise(solution, slot, fact);
    while (!raised.empty()) {
      Raised next = raised.pop_back_val();
      Fact copy = solution.facts[next.from];
      raise(solution, next.slot, copy);
    }
  }

  void markDirty(unsigned op) {
    (*dirty)[op] = true;
    cursor = isForward ? std::min(cursor, op) : std::max(cursor, op + 1);
  }

  void evaluate(Solution &solution, unsigned number) {
    Operation *op = solution.graph.getOps()[number];
    if (solution.graph.isControl(number))
      return;
    ValueRange in = isForward ? ValueRange(op->getOperands())
                              : ValueRange(op->getResults());
    ValueRange out = isForward ? ValueRange(op->getResults())
                               : ValueRange(op->getOperands());
    if (out.empty())
      return;
    SmallVector<Fact> inputs = factsOf(solution, in), outputs(out.size());
    FunctionOpInterface callee = graphs.findCallee(op);
    if (callee && !inProgress.contains(callee))
      outputs = solveCall(callee, inputs)->exit;
    else
      analysis.transfer(op, inputs, outputs, *this);
    for (auto [value, fact] : llvm::zip(out, outputs))
      if (unsigned slot = solution.graph.slotOf(value);
          slot != RegionGraph::none)
        raiseAll(solution, slot, fact);
  }

  void run(Solution &solution) {
    const RegionGraph &graph = solution.graph;
    std::vector<bool> own(graph.getOps().size(), true);
    std::vector<bool> *outerDirty = std::exchange(dirty, &own);
    unsigned outerCursor = cursor;
    running.push_back(&solution);
    for (Value value : graph.getUnknown())
      raiseAll(solution, graph.slotOf(value), analysis.unknown(value));
    if constexpr (isForward) {
      for (auto [slot, fact] : llvm::zip(graph.getArguments(), solution.entry))
        raiseAll(solution, slot, fact);
    } else {
      for (Operation *exit : graph.getExits())
        for (auto [value, fact] :
             llvm::zip(exit->getOperands(), solution.entry))
          if (unsigned slot = graph.slotOf(value); slot != RegionGraph::none)
            raiseAll(solution, slot, fact);
    }
    // Ops in program order; a changed fact takes the cursor back to its users.
    unsigned count = unsigned(own.size());
    cursor = isForward ? 0 : count;
    while (isForward ? cursor < count : cursor > 0) {
      unsigned number = isForward ? cursor++ : --cursor;
      if (!own[number])
        continue;
      own[number] = false;
      evaluate(solution, number);
    }
    finish(solution);
    running.pop_back();
    dirty = outerDirty;
    cursor = outerCursor;
  }

  void finish(Solution &solution) {
    const RegionGraph &graph = solution.graph;
    if constexpr (isForward) {
      for (Operation *exit : graph.getExits()) {
        solution.exit.resize(
            std::max<size_t>(solution.exit.size(), exit->getNumOperands()));
        for (auto [number, value] : llvm::enumerate(exit->getOperands()))
          analysis.join(solution.exit[number], factOf(solution, value));
      }
    } else {
      for (unsigned slot : graph.getArguments())
        solution.exit.push_back(solution.facts[slot]);
    }
  }

  /// A slot that is to receive the fact of another.
  struct Raised {
    unsigned slot, from;
  };

  mutable RegionGraphs graphs;
  AnalysisT &analysis;
  llvm::DenseMap<Operation *, SmallVector<std::unique_ptr<Solution>>> calls;
  SmallVector<std::unique_ptr<Solution>> retired; ///< joined into later ones
  llvm::SmallPtrSet<Operation *, 4> inProgress;
  SmallVector<const Solution *> running; ///< innermost last
  SmallVector<Raised> raised;
  std::vector<bool> *dirty = nullptr; ///< of the innermost running solution
  unsigned cursor = 0;
};

} // namespace mlir::amp

#endif // LIB_VERIFY_DATAFLOW_H
