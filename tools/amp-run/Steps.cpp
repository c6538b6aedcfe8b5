// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <chrono>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using llvm::createStringError;

static std::optional<unsigned> resultNumber(llvm::StringRef name,
                                            size_t results) {
  unsigned number;
  if (!name.consume_front("out_") || name.getAsInteger(10, number) ||
      number >= results)
    return std::nullopt;
  return number;
}

llvm::Expected<History> History::make(const Signature &signature,
                                      llvm::ArrayRef<std::string> kept,
                                      uint64_t steps) {
  History history;
  for (const std::string &name : kept) {
    auto number = resultNumber(name, signature.results.size());
    if (!number)
      return createStringError("--keep expects results of '" + signature.name +
                               "' (out_0 to out_" +
                               std::to_string(signature.results.size() - 1) +
                               "), but got '" + name + "'");
    history.results.push_back(*number);
  }
  for (auto [i, type] : llvm::enumerate(signature.results))
    if (kept.empty() && type.getRank() == 0)
      history.results.push_back(i);
  if (history.results.empty())
    return createStringError("--history keeps scalar results, but '" +
                             signature.name +
                             "' has none: name others with --keep");
  for (unsigned result : history.results) {
    RankedTensorType type = signature.results[result];
    llvm::SmallVector<int64_t> shape = {int64_t(steps)};
    shape.append(type.getShape().begin(), type.getShape().end());
    history.stacks.push_back(
        Array::make(*findElement(type.getElementType()), shape));
  }
  return history;
}

void History::record(uint64_t step, llvm::ArrayRef<Array> from) {
  for (auto [result, stack] : llvm::zip_equal(results, stacks)) {
    uint64_t bytes = from[result].bytes();
    std::memcpy(stack.data.get() + step * bytes, from[result].data.get(),
                bytes);
  }
}

Buffers::Buffers(std::vector<Argument> given, const Signature &signature)
    : arguments(std::move(given)) {
  for (RankedTensorType type : signature.results)
    results.push_back(
        Array::shaped(*findElement(type.getElementType()), type.getShape()));
}

llvm::ArrayRef<Array> Buffers::fetchAll() {
  return fetch(llvm::to_vector(llvm::seq<unsigned>(results.size())));
}

CpuBuffers::CpuBuffers(Program program, std::vector<Argument> arguments,
                       const Signature &signature)
    : Buffers(std::move(arguments), signature), program(std::move(program)) {
  for (Array &result : results)
    result.allocate();
}

double CpuBuffers::run(uint64_t step) {
  llvm::SmallVector<const void *> from;
  llvm::SmallVector<void *> to;
  for (const Argument &argument : arguments)
    from.push_back(argument.atStep(step));
  for (const Array &result : results)
    to.push_back(result.data.get());
  auto start = std::chrono::steady_clock::now();
  program.run(from, to);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

void CpuBuffers::feedBack(const States &states) {
  for (States::Pair pair : states.pairs)
    std::swap(arguments[pair.argument].array, results[pair.result]);
}
