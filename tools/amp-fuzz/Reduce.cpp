// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// failing program ==> tree of MLIR's ReductionNodes, each tested in a child
//
// ReductionTreePass itself cannot be used: it also rewrites its root, and then
// accesses the module that the root has released (MLIR 22).
#include "TimeLimit.h"
#include "Worker.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Reducer/ReductionNode.h"
#include "mlir/Transforms/Passes.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static Value ones(OpBuilder &builder, Location loc, Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked || !ranked.hasStaticShape() ||
      !ranked.getElementType().isIntOrFloat())
    return {};
  Type element = ranked.getElementType();
  Attribute number = isa<FloatType>(element)
                         ? Attribute(builder.getFloatAttr(element, 1.0))
                         : Attribute(builder.getIntegerAttr(element, 1));
  return stablehlo::ConstantOp::create(builder, loc, ranked,
                                       DenseElementsAttr::get(ranked, number));
}

/// op(...) ==> constants
static bool becomeConstant(Operation *op) {
  if (op->getNumResults() == 0 || isa<stablehlo::ConstantOp>(op))
    return false;
  OpBuilder builder(op);
  SmallVector<Value> values;
  for (Type type : op->getResultTypes()) {
    values.push_back(ones(builder, op->getLoc(), type));
    if (!values.back())
      return false;
  }
  op->replaceAllUsesWith(values);
  op->erase();
  return true;
}

/// op(a, ...) ==> a, if the types are equal
static bool becomeOperand(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  for (Value operand : op->getOperands())
    if (operand.getType() == op->getResult(0).getType() &&
        operand != op->getResult(0)) {
      op->replaceAllUsesWith(ValueRange(operand));
      op->erase();
      return true;
    }
  return false;
}

/// op without users ==> nothing
static bool disappear(Operation *op) {
  if (!op->use_empty() || isa<FunctionOpInterface, ModuleOp>(op))
    return false;
  op->erase();
  return true;
}

namespace {
using Rewrite = bool (*)(Operation *);

/// Runs a candidate in a child process. Returns true if it still fails with the
/// same finding.
struct CaseTester {
  std::string options;
  uint64_t inputSeed;
  const Finding &finding;
  std::chrono::steady_clock::time_point end =
      std::chrono::steady_clock::now() + std::chrono::seconds(60);

  bool fails(ModuleOp module) const {
    if (std::chrono::steady_clock::now() > end)
      return false;
    bool isCrash = finding.property == "crash";
    pid_t child = fork();
    if (child == 0) {
      for (int signal :
           {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGPROF})
        std::signal(signal, SIG_DFL);
      limitTime(10);
      ScopedDiagnosticHandler quiet(module.getContext(),
                                    [](Diagnostic &) { return success(); });
      if (failed(verify(module)))
        _exit(0);
      Tally tally;
      auto found =
          checkAll(module, options, inputSeed, tally,
                   {isCrash ? StringRef() : StringRef(finding.property)});
      _exit(llvm::any_of(found, [&](const Finding &one) {
        return keyOf(one) == keyOf(finding);
      }));
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!isCrash)
      return WIFEXITED(status) && WEXITSTATUS(status) == 1;
    std::string how =
        !WIFSIGNALED(status) ? ""
        : isTimeLimit(WTERMSIG(status))
            ? "does not end"
            : std::string("ends by ") + strsignal(WTERMSIG(status));
    return keyOf({"crash", how}) == keyOf(finding);
  }
  std::pair<Tester::Interestingness, size_t> test(ModuleOp module) const {
    bool isInteresting = fails(module);
    return {isInteresting ? Tester::Interestingness::True
                          : Tester::Interestingness::False,
            textOf(module).size()};
  }
};
} // namespace

static void applyTo(Region &region, ArrayRef<ReductionNode::Range> ranges,
                    Rewrite rewrite) {
  SmallVector<Operation *> chosen;
  for (auto [index, op] : llvm::enumerate(region.getOps()))
    if (!op.hasTrait<OpTrait::IsTerminator>() &&
        llvm::any_of(ranges, [&, index = int(index)](auto range) {
          return index >= range.first && index < range.second;
        }))
      chosen.push_back(&op);
  for (Operation *op : llvm::reverse(chosen))
    rewrite(op);
}

/// Rewrites as many ops of one region as the failure allows. Returns null if
/// none.
static OwningOpRef<ModuleOp> reduceRegion(ModuleOp module, Region &region,
                                          Rewrite rewrite,
                                          const CaseTester &tester) {
  llvm::SpecificBumpPtrAllocator<ReductionNode> allocator;
  std::vector<ReductionNode::Range> ranges{
      {0, int(std::distance(region.op_begin(), region.op_end()))}};
  auto *root =
      new (allocator.Allocate()) ReductionNode(nullptr, ranges, allocator);
  if (failed(root->initialize(module, region)))
    return {};
  size_t size = textOf(module).size();
  root->update({Tester::Interestingness::True, size});
  ReductionNode *smallest = root;
  using Iterator = ReductionNode::iterator<SinglePath>;
  for (Iterator it(root); it != Iterator::end(); ++it) {
    ReductionNode &node = *it;
    if (&node == root)
      continue;
    applyTo(node.getRegion(), node.getRanges(), rewrite);
    node.update(tester.test(node.getModule()));
    if (node.isInteresting() == Tester::Interestingness::True &&
        node.getSize() < smallest->getSize())
      smallest = &node;
  }
  return smallest == root
             ? OwningOpRef<ModuleOp>()
             : OwningOpRef<ModuleOp>(smallest->getModule().clone());
}

static SmallVector<Region *> regionsOf(ModuleOp module) {
  SmallVector<Region *> regions;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      if (!region.empty() && op != module.getOperation())
        regions.push_back(&region);
  });
  return regions;
}

/// Keeps a single result of @main if the failure persists.
static void keepOneResult(OwningOpRef<ModuleOp> &module,
                          const CaseTester &tester) {
  func::FuncOp main = mainOf(*module);
  for (unsigned k = 0, n = main.getNumResults(); k < n && n > 1; ++k) {
    OwningOpRef<ModuleOp> candidate = module->clone();
    func::FuncOp shorter = mainOf(*candidate);
    Operation *end = shorter.front().getTerminator();
    Value kept = end->getOperand(k);
    end->setOperands(kept);
    shorter.setType(FunctionType::get(
        shorter.getContext(), shorter.getArgumentTypes(), kept.getType()));
    shorter.setAllResultAttrs(
        ArrayRef<DictionaryAttr>{DictionaryAttr::get(shorter.getContext())});
    if (tester.fails(*candidate)) {
      module = std::move(candidate);
      return;
    }
  }
}

static void dropOptions(CaseTester &tester, ModuleOp module) {
  SmallVector<StringRef> words;
  std::string all = tester.options;
  StringRef(all).split(words, ' ', -1, false);
  for (StringRef word : words) {
    StringRef key = word.split('=').first;
    if (key == "compute")
      continue;
    CaseTester fewer = tester;
    fewer.options = withOption(tester.options, key, "");
    if (fewer.fails(module))
      tester.options = fewer.options;
  }
}

/// Runs upstream clean-up passes and keeps their output if the failure
/// persists.
static void clean(OwningOpRef<ModuleOp> &module, const CaseTester &tester) {
  for (bool merges : {false, true}) {
    OwningOpRef<ModuleOp> candidate = module->clone();
    PassManager passes(module->getContext());
    passes.addPass(merges ? createCSEPass() : createSymbolDCEPass());
    if (succeeded(passes.run(*candidate)) && tester.fails(*candidate))
      module = std::move(candidate);
  }
}

/// Removes unused arguments, last first.
static void dropArguments(OwningOpRef<ModuleOp> &module,
                          const CaseTester &tester) {
  for (int i = int(mainOf(*module).getNumArguments()) - 1; i >= 0; --i) {
    if (!mainOf(*module).getArgument(i).use_empty())
      continue;
    OwningOpRef<ModuleOp> candidate = module->clone();
    if (succeeded(mainOf(*candidate).eraseArgument(i)) &&
        tester.fails(*candidate))
      module = std::move(candidate);
  }
}

std::string fuzz::reduceFinding(StringRef file, StringRef options,
                                uint64_t inputSeed, const Finding &finding,
                                MLIRContext *context) {
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, context);
  CaseTester tester{options.str(), inputSeed, finding};
  if (!module || !tester.fails(*module))
    return "";
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  keepOneResult(module, tester);
  dropOptions(tester, *module);
  size_t size = ~size_t(0);
  for (int round = 0; round < 8 && textOf(*module).size() < size; ++round) {
    size = textOf(*module).size();
    for (Rewrite rewrite :
         {disappear, becomeConstant, disappear, becomeOperand, disappear})
      for (size_t i = 0; i < regionsOf(*module).size(); ++i)
        if (auto smaller =
                reduceRegion(*module, *regionsOf(*module)[i], rewrite, tester))
          module = std::move(smaller);
    clean(module, tester);
    dropArguments(module, tester);
  }
  dropOptions(tester, *module);
  return litTest(textOf(*module), tester.options, inputSeed, finding);
}
