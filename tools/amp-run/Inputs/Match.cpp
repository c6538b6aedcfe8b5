// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Inputs/Match.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

const char *Argument::atStep(uint64_t step) const {
  uint64_t slice = slices ? step % slices : 0;
  return array.data.get() + slice * (slices ? array.bytes() / slices : 0);
}

/// Returns 3 for in_3 and arg3.
static std::optional<unsigned> numberOf(StringRef name) {
  unsigned number;
  if ((!name.consume_front("in_") && !name.consume_front("arg")) ||
      name.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

/// Returns the name of each argument's array, or "" for a missing optional one.
static Expected<llvm::SmallVector<StringRef>>
findNames(const InputFile &file, const Signature &signature,
          const llvm::BitVector &optional) {
  llvm::SmallVector<StringRef> names(signature.arguments.size());
  auto takes = [&] {
    return "'" + signature.name + "' takes " + std::to_string(names.size()) +
           (names.size() == 1 ? " array, but " : " arrays, but ");
  };
  for (StringRef name : file.names()) {
    auto number = numberOf(name);
    if (!number)
      continue;
    if (*number >= names.size())
      return createStringError(takes() + "the inputs have " + name);
    if (names[*number].empty() || name.starts_with("in_"))
      names[*number] = name;
  }
  for (auto [i, name] : llvm::enumerate(names))
    if (name.empty() && !optional[i])
      return createStringError(
          takes() + "the inputs have no in_" + Twine(i) +
          (file.names().empty() ? "" : ": they have ") +
          llvm::join(llvm::ArrayRef(file.names()).take_front(8), ", ") +
          (file.names().size() > 8 ? ", ..." : ""));
  return names;
}

/// Sign-extends small integers in bytes. A writer of raw bits may have omitted
/// the sign.
static bool signExtend(Array &array, const Element &wanted) {
  unsigned bits = wanted.bits;
  bool isNumber = array.element->descr == "|i1";
  for (uint64_t i = 0; i < array.bytes(); ++i) {
    char &byte = array.data.get()[i];
    unsigned low = byte & ((1 << bits) - 1);
    char value =
        wanted.kind == Kind::Signed ? llvm::SignExtend32(low, bits) : int(low);
    if (byte != value && (isNumber || uint8_t(byte) != low))
      return false;
    byte = value;
  }
  return true;
}

/// Returns true if `found` can hold `wanted`: NumPy's type for raw bits of
/// types that it lacks, or a byte for types of fewer bits.
static bool standsFor(const Element &found, const Element &wanted) {
  if (&found == &wanted)
    return true;
  bool isOwnType =
      wanted.descr.starts_with("<") || wanted.descr.starts_with("|");
  if (isOwnType || found.bytes != wanted.bytes)
    return false;
  return found.descr == "<u2" || found.descr == "|u1" ||
         (found.descr == "|i1" && wanted.kind == Kind::Signed);
}

static Expected<Argument> matchArgument(Array array, StringRef name,
                                        unsigned number,
                                        const Signature &signature,
                                        bool allowsSlices) {
  RankedTensorType type = signature.arguments[number];
  const Element &wanted = *findElement(type.getElementType());
  auto fail = [&](const Twine &found) {
    return createStringError("argument " + Twine(number) + " of '" +
                             signature.name + "' expects " + wanted.numpy +
                             " " + describeShape(type.getShape()) +
                             (allowsSlices ? ", or slices of that," : ",") +
                             " but " + name + " " + found);
  };
  llvm::ArrayRef<int64_t> shape = array.shape;
  bool isSliced = allowsSlices && shape.size() == type.getShape().size() + 1 &&
                  shape.drop_front() == type.getShape() && shape[0] > 0;
  if (!standsFor(*array.element, wanted) ||
      (!isSliced && shape != type.getShape()))
    return fail("is " + array.describe());
  if (wanted.bits < 8 && wanted.kind != Kind::Bool &&
      wanted.kind != Kind::Float && !signExtend(array, wanted))
    return fail("holds larger numbers");
  array.element = &wanted;
  Argument argument{std::move(array)};
  argument.slices = isSliced ? argument.array.shape[0] : 0;
  return argument;
}

Expected<std::vector<Argument>>
amp::runner::loadArguments(const InputFile &file, const Signature &signature,
                           bool allowsSlices, llvm::BitVector &optional) {
  auto names = findNames(file, signature, optional);
  if (!names)
    return names.takeError();
  std::vector<Argument> arguments;
  StringRef sliced;
  int64_t slices = 0;
  for (auto [i, name] : llvm::enumerate(*names)) {
    if (name.empty()) {
      RankedTensorType type = signature.arguments[i];
      arguments.push_back({Array::shaped(*findElement(type.getElementType()),
                                         type.getShape())});
      continue;
    }
    optional.reset(i);
    auto array = file.load(name);
    if (!array)
      return array.takeError();
    auto argument =
        matchArgument(std::move(*array), name, i, signature, allowsSlices);
    if (!argument)
      return argument.takeError();
    if (argument->slices && slices && argument->slices != slices)
      return createStringError(name + " has " + Twine(argument->slices) +
                               " slices, but " + sliced + " has " +
                               Twine(slices));
    if (argument->slices) {
      slices = argument->slices;
      sliced = name;
    }
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

Expected<bool> amp::runner::isGivenAs(const InputFile &file,
                                      const Signature &signature,
                                      unsigned number, RankedTensorType type) {
  llvm::BitVector all(signature.arguments.size(), true);
  auto names = findNames(file, signature, all);
  if (!names)
    return names.takeError();
  if ((*names)[number].empty())
    return false;
  auto array = file.load((*names)[number]);
  if (!array)
    return array.takeError();
  return array->element == findElement(type.getElementType()) &&
         llvm::ArrayRef<int64_t>(array->shape) == type.getShape();
}
