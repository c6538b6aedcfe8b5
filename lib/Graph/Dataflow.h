// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dataflow framework of the checkers: a flow graph per function and one
// fixpoint driver, parameterised by a lattice and a transfer function.
//
//   struct Signs {               // an analysis
//     using Fact = Sign;         // Fact() is the bottom of the lattice
//     static constexpr bool followsDecisions = false;
//     bool join(Fact &into, const Fact &from); // least upper bound; changed?
//     void widen(Fact &fact);                  // ends ascending chains
//     Fact unknown(Value value);               // top
//     void transfer(Operation *op, ArrayRef<Fact> operands,
//                   MutableArrayRef<Fact> results, Dataflow<Signs> &flow);
//   };
//
// A transfer function computes facts of results from facts of operands. Facts
// of loops, branches, manual computations, barriers and calls are computed by
// the driver. With followsDecisions, the driver joins the fact of the predicate
// of a branch (the condition of a loop) into all results of the branch (loop).
// A call is analysed per call context: the facts of its operands. Indirect
// calls, calls of declarations and recursive calls are passed to the transfer
// function, as unknown ops are. Arguments of blocks other than an entry block,
// and region arguments without an input, are unknown.
#ifndef LIB_GRAPH_DATAFLOW_H
#define LIB_GRAPH_DATAFLOW_H

#include "lib/Graph/Adjacency.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <memory>
#include <vector>

namespace mlir::amp {

/// Flow graph of one region: a function body, or a region that belongs to an op
/// (the body of a reduction). Ops nested in control flow belong to the graph of
/// the enclosing region. Values of one carried value (the result of a loop and
/// the arguments of its regions) share a slot.
class RegionGraph {
public:
  static constexpr unsigned none = ~0u;

  explicit RegionGraph(Region &region);

  /// Ops in program order, including control flow and terminators.
  ArrayRef<Operation *> getOps() const { return ops; }
  /// Name of the callee of op `i`; null for ops without a callee.
  StringAttr calleeOf(unsigned i) const { return callees.lookup(i); }
  /// Returns true if the driver, not the transfer function, computes the facts
  /// of op `i`, along edges between slots.
  bool isControl(unsigned i) const { return controls[i]; }
  unsigned numSlots() const { return slots; }
  /// Slot of a value; `none` for values that are defined outside.
  unsigned slotOf(Value value) const;
  /// Slots of the arguments of the region's entry block.
  ArrayRef<unsigned> getArguments() const { return arguments; }
  /// Terminators that leave the region.
  ArrayRef<Operation *> getExits() const { return exits; }
  /// Values without a defining op or edge in the graph; their fact is top.
  ArrayRef<Value> getUnknown() const { return unknown; }

  /// Slots of the operands (results) of op `i`.
  ArrayRef<unsigned> operandSlots(unsigned i) const {
    return ArrayRef(slotsOfOps).slice(firstSlot[i], ops[i]->getNumOperands());
  }
  ArrayRef<unsigned> resultSlots(unsigned i) const {
    return ArrayRef(slotsOfOps)
        .slice(firstSlot[i] + ops[i]->getNumOperands(),
               ops[i]->getNumResults());
  }
  /// Ops that use values of a slot.
  ArrayRef<unsigned> usersOf(unsigned slot) const { return users[slot]; }
  /// Slots that receive the values of a slot through control flow.
  ArrayRef<unsigned> targetsOf(unsigned slot) const { return targets[slot]; }
  /// Slots of the control flow whose predicate or condition is in this slot.
  ArrayRef<unsigned> controlDependents(unsigned slot) const {
    return decisions[slot];
  }
  /// Returns true if the slot is loop-carried, so that it may need widening.
  bool isLoopCarried(unsigned slot) const { return carried[slot]; }

private:
  void addRegion(Region &region);
  void addOp(Operation *op);
  void addArguments(Block &block, bool areSet);
  void addHandovers(Operation *op);
  void addEdges();
  unsigned numberOf(Value value);

  /// Facts of the op model about ops of one name, cached.
  struct Traits {
    bool isControl = false, isLoop = false, mayCall = false;
  };
  Traits traitsOf(Operation *op);

  llvm::SmallDenseMap<OperationName, Traits, 64> traits;
  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseMap<unsigned, StringAttr> callees;
  SmallVector<Operation *, 0> ops;
  std::vector<bool> controls, carried;
  SmallVector<unsigned> arguments;
  SmallVector<Operation *, 1> exits;
  SmallVector<Value, 0> unknown;
  std::vector<std::pair<Value, unsigned>> forwardedInputs; ///< input, slot
  std::vector<std::pair<Value, unsigned>> predicates;      ///< predicate, slot
  std::vector<unsigned> slotsOfOps, firstSlot; ///< operands, then results
  Adjacency users, targets, decisions;
  unsigned slots = 0;
  Region &region;
};

/// Flow graphs of the regions of a module, each built on first use.
class RegionGraphs {
public:
  explicit RegionGraphs(ModuleOp module) : symbols(module) {}

  const RegionGraph &of(Region &region);
  /// Returns the function `name` if it has a body and its signature has as many
  /// operands and results as `call`; null otherwise.
  FunctionOpInterface findCallee(Operation *call, StringAttr name) const;

private:
  SymbolTable symbols;
  llvm::DenseMap<Region *, std::unique_ptr<RegionGraph>> graphs;
};

/// Fixpoint driver. It re-evaluates an op only if a fact of its operands
/// changed, so the time is linear in the ops and in the height of the lattice.
template <typename AnalysisT> class Dataflow {
public:
  using Fact = typename AnalysisT::Fact;
  /// Number of changes of a loop-carried slot before widening starts.
  static constexpr unsigned wideningDelay = 8;
  /// Limit on call contexts per function; further contexts join the last one.
  static constexpr unsigned maxContexts = 16;

  /// The fixpoint of one region in one call context.
  struct Solution {
    Solution(const RegionGraph &graph, ArrayRef<Fact> entry)
        : graph(graph), entry(entry), facts(graph.numSlots()),
          changes(graph.numSlots()) {}

    const RegionGraph &graph;
    SmallVector<Fact> entry; ///< of the arguments
    SmallVector<Fact> exit;  ///< of the returned values
    std::vector<Fact> facts; ///< by slot
    std::vector<uint8_t> changes;
  };

  Dataflow(ModuleOp module, AnalysisT &analysis)
      : Dataflow(std::make_shared<RegionGraphs>(module), analysis) {}
  /// Shares the graphs with other analyses of the module.
  Dataflow(std::shared_ptr<RegionGraphs> graphs, AnalysisT &analysis)
      : graphs(std::move(graphs)), analysis(analysis) {}

  /// Drops all solutions; the flow graphs stay.
  void clear() {
    calls.clear();
    retired.clear();
  }

  /// Analyses `function` with the facts `entry` of its arguments.
  const Solution &solve(FunctionOpInterface function, ArrayRef<Fact> entry) {
    return *solveCall(function, entry);
  }

  /// Analyses a region that belongs to an op, on behalf of a transfer function.
  /// Values from outside have the facts of the running analysis.
  SmallVector<Fact> solveBody(Region &body, ArrayRef<Fact> entry) {
    Solution solution(graphs->of(body), entry);
    run(solution);
    return solution.exit;
  }

  /// Returns the fact of a value in a solution. A value from outside of its
  /// region has the fact of the running analysis.
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

  /// Returns the join of the facts of a value over all call contexts.
  Fact factOf(Value value) const {
    Fact all{};
    for (auto &[function, contexts] : calls)
      for (auto &context : contexts)
        if (unsigned slot = context->graph.slotOf(value);
            slot != RegionGraph::none)
          analysis.join(all, context->facts[slot]);
    return all;
  }

  /// Calls `visit(op, solution)` for each op of `root` and of its callees, once
  /// per call context.
  template <typename VisitT> void forEach(const Solution &root, VisitT visit) {
    SmallVector<const Solution *> work = {&root};
    llvm::SmallPtrSet<const Solution *, 8> seen = {&root};
    for (unsigned next = 0; next < work.size(); ++next) {
      const Solution &solution = *work[next];
      running.push_back(&solution);
      for (auto [number, op] : llvm::enumerate(solution.graph.getOps())) {
        visit(op, solution);
        if (FunctionOpInterface callee =
                graphs->findCallee(op, solution.graph.calleeOf(number)))
          if (const Solution *inside =
                  findContext(callee, factsOfOperands(solution, number));
              inside && seen.insert(inside).second)
            work.push_back(inside);
      }
      running.pop_back();
    }
  }

private:
  using Facts = SmallVector<Fact, 4>;

  Facts factsOfOperands(const Solution &solution, unsigned number) const {
    Operation *op = solution.graph.getOps()[number];
    Facts facts;
    for (auto [position, slot] :
         llvm::enumerate(solution.graph.operandSlots(number)))
      facts.push_back(slot != RegionGraph::none
                          ? solution.facts[slot]
                          : factOf(solution, op->getOperand(position)));
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
        graphs->of(function.getFunctionBody()), joined);
    inProgress.insert(function);
    // A callee does not see the values of its callers.
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
    for (unsigned op : graph.usersOf(slot))
      markDirty(op);
    for (unsigned next : graph.targetsOf(slot))
      raised.push_back({next, slot});
    if constexpr (AnalysisT::followsDecisions)
      for (unsigned next : graph.controlDependents(slot))
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
    cursor = std::min(cursor, op);
  }

  void evaluate(Solution &solution, unsigned number) {
    Operation *op = solution.graph.getOps()[number];
    if (solution.graph.isControl(number))
      return;
    if (op->getNumResults() == 0)
      return;
    Facts operands = factsOfOperands(solution, number);
    Facts results(op->getNumResults());
    FunctionOpInterface callee =
        graphs->findCallee(op, solution.graph.calleeOf(number));
    if (callee && !inProgress.contains(callee))
      llvm::copy(solveCall(callee, operands)->exit, results.begin());
    else
      analysis.transfer(op, operands, results, *this);
    for (auto [slot, fact] :
         llvm::zip(solution.graph.resultSlots(number), results))
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
    for (auto [slot, fact] : llvm::zip(graph.getArguments(), solution.entry))
      raiseAll(solution, slot, fact);
    // In program order; a changed fact moves the cursor back to its users.
    unsigned count = unsigned(own.size());
    cursor = 0;
    while (cursor < count) {
      unsigned number = cursor++;
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
    for (Operation *exit : solution.graph.getExits()) {
      solution.exit.resize(
          std::max<size_t>(solution.exit.size(), exit->getNumOperands()));
      for (auto [number, value] : llvm::enumerate(exit->getOperands()))
        analysis.join(solution.exit[number], factOf(solution, value));
    }
  }

  /// Pending propagation of a fact between slots.
  struct Raised {
    unsigned slot, from;
  };

  std::shared_ptr<RegionGraphs> graphs;
  AnalysisT &analysis;
  llvm::DenseMap<Operation *, SmallVector<std::unique_ptr<Solution>>> calls;
  SmallVector<std::unique_ptr<Solution>> retired; ///< replaced by a joined
                                                  ///< context
  llvm::SmallPtrSet<Operation *, 4> inProgress;
  SmallVector<const Solution *> running; ///< innermost last
  SmallVector<Raised> raised;
  std::vector<bool> *dirty = nullptr; ///< of the innermost running solution
  unsigned cursor = 0;
};

} // namespace mlir::amp

#endif // LIB_GRAPH_DATAFLOW_H
