// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Axis.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

bool Axis::moves(unsigned access) const {
  return llvm::any_of(
      digits, [&](const Digit &digit) { return digit.strides[access] != 0; });
}

Value Axis::clamp(Code &code, Value position) const {
  return arith::MinUIOp::create(code, position, code.i32(extent() - 1));
}

int64_t Axis::extent() const {
  int64_t extent = 1;
  for (const Digit &digit : digits)
    extent *= digit.size;
  return extent;
}

SmallVector<Axis::Walk> Axis::walksOf(unsigned access) const {
  SmallVector<Walk> walks;
  for (const Digit &digit : digits) {
    Walk walk{digit.size, digit.strides[access]};
    if (!walks.empty() && walks.back().stride == walk.stride * walk.size)
      walk.size *= walks.pop_back_val().size;
    walks.push_back(walk);
  }
  return walks;
}

int64_t Axis::visits(unsigned access) const {
  int64_t visits = 1;
  for (const Walk &walk : walksOf(access))
    visits *= walk.stride ? 1 : walk.size;
  return visits;
}

bool Axis::visitsInRuns(unsigned access) const {
  return llvm::all_of(ArrayRef(walksOf(access)).drop_back(!digits.empty()),
                      [](const Walk &walk) { return walk.stride != 0; });
}

Value Axis::visitAt(Code &code, unsigned access, Value position) const {
  Value visit = code.i32(0);
  int64_t size = 1;
  SmallVector<Walk> walks = walksOf(access);
  for (const Walk &walk : llvm::reverse(walks)) {
    bool isLast = &walk == walks.begin();
    if (!walk.stride) {
      Value here = isLast ? position : code.rem(position, walk.size);
      visit = code.add(code.mul(here, size), visit);
      size *= walk.size;
    }
    if (!isLast)
      position = code.div(position, walk.size);
  }
  return visit;
}

Offset Axis::offset(Code &code, unsigned access, Value position,
                    int64_t step) const {
  SmallVector<Walk> walks = walksOf(access);
  if (walks.empty())
    return {};
  if (walks.size() == 1) {
    int64_t stride = walks[0].stride;
    if (stride == 0)
      return {};
    return {code.mul(position, stride), step * stride};
  }
  Value rest = code.add(position, step), sum;
  for (const Walk &walk : llvm::reverse(walks)) {
    bool isLast = &walk == walks.begin();
    if (walk.stride) {
      Value here =
          code.mul(isLast ? rest : code.rem(rest, walk.size), walk.stride);
      sum = sum ? code.add(sum, here) : here;
    }
    if (!isLast)
      rest = code.div(rest, walk.size);
  }
  return {sum, 0};
}

static bool movesAsOne(const Digit &outer, const Digit &inner) {
  for (auto [far, near] : llvm::zip(outer.strides, inner.strides))
    if (far != near * inner.size)
      return false;
  return true;
}

/// Returns the axis of the loops of `role`, by decreasing stride of access
/// `guide`.
static Axis axisOf(const Contraction &from, Role role, unsigned guide) {
  SmallVector<Digit> digits;
  for (auto [loop, size] : llvm::enumerate(from.sizes)) {
    if (from.roles[loop] != role || size == 1)
      continue;
    Digit digit{size, {}};
    for (const Access &access : from.accesses)
      digit.strides.push_back(access.strides[loop]);
    digits.push_back(std::move(digit));
  }
  llvm::stable_sort(digits, [&](const Digit &a, const Digit &b) {
    return a.strides[guide] > b.strides[guide];
  });
  Axis axis;
  for (Digit &digit : digits) {
    if (axis.digits.empty() || !movesAsOne(axis.digits.back(), digit)) {
      axis.digits.push_back(std::move(digit));
      continue;
    }
    digit.size *= axis.digits.back().size;
    axis.digits.back() = std::move(digit);
  }
  return axis;
}

/// Returns the first of `accesses` that is contiguous along `role`; if none is,
/// the last one.
static unsigned guideOf(const Contraction &from, Role role,
                        ArrayRef<unsigned> accesses) {
  for (unsigned access : accesses)
    for (auto [loop, size] : llvm::enumerate(from.sizes))
      if (from.roles[loop] == role && size != 1 &&
          from.accesses[access].strides[loop] == 1)
        return access;
  return accesses.back();
}

Axes mlir::amp::lowering::axesOf(const Contraction &from) {
  unsigned result = from.stores.empty() ? 0 : from.stores.back().access;
  return {axisOf(from, Role::Batch, 0),
          axisOf(from, Role::Row, guideOf(from, Role::Row, {0, result})),
          axisOf(from, Role::Column, guideOf(from, Role::Column, {result, 1})),
          axisOf(from, Role::Depth, guideOf(from, Role::Depth, {0, 1}))};
}

/// Returns true if the last vector along the axis does not extend into the next
/// row of the buffer.
bool Axes::endsInRow(const Axis &along, const Access &where, unsigned access,
                     int64_t width) const {
  if (where.view || along.digits.size() != 1)
    return false;
  int64_t row = std::numeric_limits<int64_t>::max(); // the next larger stride
  for (const Axis *axis : {&batch, &this->row, &column, &depth})
    for (const Digit &digit : axis->digits)
      if (axis != &along && digit.strides[access])
        row = std::min(row, digit.strides[access]);
  int64_t end = llvm::alignTo(along.digits.back().size, width);
  return row != std::numeric_limits<int64_t>::max() &&
         where.offset % row + end <= row;
}

int64_t Axes::widthAlong(const Axis &along, const Access &where,
                         unsigned access, int64_t most, bool beyond) const {
  if (along.digits.empty() || along.digits.back().strides[access] != 1)
    return 1;
  auto fits = [&](int64_t width) {
    if (where.offset % width || where.offsetStep % width ||
        (along.digits.back().size % width &&
         !(beyond && endsInRow(along, where, access, width))))
      return false;
    unsigned odd = 0; // unaligned strides: the unit stride alone is allowed
    for (const Axis *axis : {&batch, &row, &column, &depth})
      for (const Digit &digit : axis->digits)
        odd += digit.strides[access] % width != 0;
    return odd == 1;
  };
  while (most > 1 && !fits(most))
    most /= 2;
  return most;
}
