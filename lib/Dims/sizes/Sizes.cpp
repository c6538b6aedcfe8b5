// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// (s + 7) / 8 * 8   ==>   s rounded up to a multiple of 8; 1024 where s is 1021
#include "lib/Dims/sizes/Sizes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

SizeId SizeTable::intern(Size size) {
  auto [found, isNew] = known.try_emplace(
      std::make_tuple(size.op, size.number, size.parts), sizes.size());
  if (isNew)
    sizes.push_back(std::move(size));
  return found->second;
}

SizeId SizeTable::given(StringRef name) {
  auto [found, isNew] = names.try_emplace(name, sizes.size());
  if (isNew)
    sizes.push_back({"", 0, {}});
  SizeId id = found->second;
  for (auto other = others.find(id); other != others.end();
       other = others.find(id))
    id = other->second;
  return id;
}

bool SizeTable::unite(SizeId a, SizeId b) {
  if (a == b || !sizes[a].isGiven() || !sizes[b].isGiven())
    return false;
  return others.try_emplace(std::max(a, b), std::min(a, b)).second;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Arithmetic wraps, because integers that are not sizes may overflow.
static int64_t wrap(uint64_t number) { return static_cast<int64_t>(number); }

/// Normalizes a sum or difference: constants are folded into `number`.
SizeId SizeTable::add(SizeId a, SizeId b, int64_t sign) {
  Size left = sizes[a], right = sizes[b];
  if (right.isNumber()) {
    int64_t more = sign < 0 ? wrap(0 - uint64_t(right.number)) : right.number;
    if (left.isNumber())
      return number(wrap(uint64_t(left.number) + more));
    if (left.op == "add" && left.parts.size() == 1) {
      more = wrap(uint64_t(more) + left.number);
      a = left.parts.front();
    }
    return more == 0 ? a : intern({"add", more, {a}});
  }
  if (sign < 0)
    return a == b ? number(0) : intern({"subtract", 0, {a, b}});
  if (left.isNumber() || b < a)
    return add(b, a, sign);
  if (left.op == "subtract" && left.parts[1] == b)
    return left.parts[0];
  if (right.op == "subtract" && right.parts[1] == a)
    return right.parts[0];
  return intern({"add", 0, {a, b}});
}

/// Normalizes a product: a constant factor, and the other factors sorted.
SizeId SizeTable::multiply(SizeId a, SizeId b) {
  Size product{"multiply", 1, {}};
  for (SizeId id : {a, b}) {
    const Size &factor = sizes[id];
    if (factor.isNumber()) {
      product.number = wrap(uint64_t(product.number) * factor.number);
    } else if (factor.op == "multiply") {
      product.number = wrap(uint64_t(product.number) * factor.number);
      product.parts.append(factor.parts.begin(), factor.parts.end());
    } else {
      product.parts.push_back(id);
    }
  }
  if (product.parts.empty() || product.number == 0)
    return number(product.number);
  llvm::sort(product.parts);
  return product.number == 1 && product.parts.size() == 1
             ? product.parts.front()
             : intern(std::move(product));
}

std::optional<SizeId> SizeTable::apply(StringRef op, SizeId a, SizeId b) {
  if (op == "add" || op == "subtract")
    return add(a, b, op == "add" ? 1 : -1);
  if (op == "multiply" && sizes[a].parts.size() + sizes[b].parts.size() <= 8)
    return multiply(a, b);
  if (op == "divide" && sizes[b].isNumber() && sizes[b].number == 1)
    return a;
  for (StringRef name : {"divide", "maximum", "minimum", "remainder"})
    if (op == name)
      return intern({name, 0, {a, b}});
  return std::nullopt;
}

std::optional<std::pair<SizeId, int64_t>> SizeTable::findRounded(SizeId id) {
  const Size &whole = sizes[id];
  if (whole.op != "multiply" || whole.parts.size() != 1)
    return std::nullopt;
  const Size &count = sizes[whole.parts.front()];
  if (whole.number < 2 || count.op != "divide" ||
      !sizes[count.parts[1]].isNumber() ||
      sizes[count.parts[1]].number != whole.number)
    return std::nullopt;
  const Size &sum = sizes[count.parts[0]];
  if (sum.op != "add" || sum.parts.size() != 1)
    return std::nullopt;
  int64_t multiple = whole.number, more = sum.number - (multiple - 1);
  SizeId part = sum.parts.front();
  return std::make_pair(more == 0 ? part : intern({"add", more, {part}}),
                        multiple);
}

//===----------------------------------------------------------------------===//
// Example values
//===----------------------------------------------------------------------===//

void SizeTable::avoid(ModuleOp module) {
  auto add = [&](Value value) {
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      avoided.insert(type.getShape().begin(), type.getShape().end());
  };
  module.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  });
}

static bool isPrime(int64_t number) {
  for (int64_t divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0)
      return false;
  return true;
}

/// Returns a prime whose next multiples equal no other size, and to which no
/// size in the program would be padded.
int64_t SizeTable::nextPrime() {
  auto isNear = [&](int64_t size, int64_t prime) {
    int64_t next = llvm::alignTo(prime, 16);
    return size > 0 && (size % prime == 0 ||
                        (size <= next && prime <= size + size / 16 + 16));
  };
  int64_t prime = llvm::alignTo(lastPrime, 16) + 1;
  while (!isPrime(prime) || llvm::any_of(avoided, [&](int64_t size) {
    return isNear(size, prime);
  }))
    prime += 2;
  return lastPrime = prime;
}

int64_t SizeTable::exampleOf(SizeId id) {
  constexpr int64_t largest = int64_t(1) << 40;
  auto known = examples.find(id);
  if (known != examples.end())
    return known->second;
  Size size = sizes[id];
  int64_t example = 0;
  if (size.isNumber()) {
    example = size.number;
  } else if (auto rounded = findRounded(id)) {
    example = llvm::alignTo(exampleOf(rounded->first), rounded->second);
  } else if (size.op == "multiply" && size.number > 0 &&
             size.number < largest) {
    example = size.number;
    for (SizeId part : size.parts)
      if (example =
              llvm::SaturatingMultiply<uint64_t>(example, exampleOf(part));
          uint64_t(example) > uint64_t(largest)) {
        example = 0;
        break;
      }
  }
  if (example == 0 && !size.isNumber())
    example = nextPrime();
  return examples[id] = example;
}
