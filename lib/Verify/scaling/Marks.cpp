// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/scaling/Marks.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

std::optional<unsigned> Marks::find(Operation *op,
                                    const CallFrame *frame) const {
  for (auto [number, mark] : llvm::enumerate(gradients))
    if (mark.op == op && mark.frame == frame)
      return number;
  return std::nullopt;
}

namespace {
class Reader {
public:
  explicit Reader(Program &program) : program(program) {}

  LogicalResult read(Region &region, const CallFrame *frame);

  Marks marks;

private:
  bool isMarked(Operation *function);
  unsigned add(StringAttr group);

  Program &program;
  llvm::DenseMap<Operation *, bool> marked;
};
} // namespace

unsigned Reader::add(StringAttr group) {
  unsigned number = marks.groupOf(group);
  if (number == marks.groups.size())
    marks.groups.push_back(group);
  return number;
}

/// Returns true if there are marks in `function` or in its callees.
bool Reader::isMarked(Operation *function) {
  auto [known, isNew] = marked.try_emplace(function, false);
  if (!isNew)
    return known->second;
  bool found = function
                   ->walk([&](Operation *op) {
                     bool isMark = isMarkOp(op);
                     FunctionOpInterface callee = program.calleeOf(op);
                     return isMark || (callee && isMarked(callee))
                                ? WalkResult::interrupt()
                                : WalkResult::advance();
                   })
                   .wasInterrupted();
  return marked[function] = found;
}

LogicalResult Reader::read(Region &region, const CallFrame *frame) {
  for (Block &block : region)
    for (Operation &op : block) {
      if (auto loss = dyn_cast<LossOp>(op))
        add(loss.getGroupAttr());
      else if (auto seed = dyn_cast<SeedOp>(op))
        add(seed.getGroupAttr());
      else if (auto state = dyn_cast<StateOp>(op))
        add(state.getGroupAttr());
      else if (auto gradients = dyn_cast<GradientsOp>(op))
        marks.gradients.push_back(
            {gradients, frame, add(gradients.getGroupAttr())});
      for (Region &inner : op.getRegions())
        if (failed(read(inner, frame)))
          return failure();
      FunctionOpInterface callee = program.calleeOf(&op);
      if (!callee || !isMarked(callee))
        continue;
      const CallFrame *inside = program.frameOf(&op, frame);
      if (!inside)
        return op.emitError() << "expects no recursion in a marked step, but '"
                              << callee.getName() << "' calls itself";
      if (failed(read(callee.getFunctionBody(), inside)))
        return failure();
    }
  return success();
}

FailureOr<Marks> verify::readMarks(Program &program,
                                   FunctionOpInterface function) {
  Reader reader(program);
  if (failed(reader.read(function.getFunctionBody(), nullptr)))
    return failure();
  return std::move(reader.marks);
}
