// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// infer, "elementwise", low   ==>   elementwise is on the infer list, and this
//                                   op reads 16-bit values
#include "lib/Report/Words.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
struct Sentence {
  ReasonKind kind;
  StringLiteral low;  ///< '%' stands for the entry
  StringLiteral wide; ///< of an op that is not 16-bit; the same if empty
};
} // namespace

// clang-format off
static constexpr Sentence sentences[] = {
    {ReasonKind::allow,     "% is on the allow list",
                            "% is on the allow list, but something beside it must stay f32"},
    {ReasonKind::infer,     "% is on the infer list, and this op reads 16-bit values",
                            "% is on the infer list, but this op reads no 16-bit value"},
    {ReasonKind::clear,     "% is on the clear list, and this op stands beside 16-bit ops",
                            "% is on the clear list, but no 16-bit op stands beside this one"},
    {ReasonKind::deny,      "% is on the deny list", ""},
    {ReasonKind::path,      "% is denied, and this op follows it", ""},
    {ReasonKind::structure, "f32 by the structure of a training step: %", ""},
    {ReasonKind::exact,     "an exact comparison needs one precision on both sides", ""},
    {ReasonKind::random,    "made of random bits alone", ""},
    {ReasonKind::given,     "the program itself fixes its types: %", ""},
    {ReasonKind::body,      "its body must stay f32: it %", ""},
    {ReasonKind::unlisted,  "on no list, so it keeps its types", ""},
    {ReasonKind::force,     "% is on the force list", ""},
    {ReasonKind::rule,      "a rule of the policy says so: %", ""},
    {ReasonKind::require,   "the program asks for it: amp.require = %", ""},
    {ReasonKind::cost,      "% may be 16-bit, but is faster in f32 than with the casts it would need", ""},
    {ReasonKind::tf32,      "% is on the tf32 list", ""},
    {ReasonKind::range,     "16 bits hold its values, although % is denied, and this op follows it",
                            "16 bits cannot hold its values: %"},
};
// clang-format on

std::string amp::inWords(ReasonAttr reason, bool low) {
  StringRef entry = reason.getEntry() ? reason.getEntry().getValue() : "";
  const Sentence *found = llvm::find_if(
      sentences, [&](const Sentence &s) { return s.kind == reason.getKind(); });
  if (found == std::end(sentences))
    return (stringifyReasonKind(reason.getKind()) + ": " + entry).str();
  StringRef text = low || found->wide.empty() ? found->low : found->wide;
  auto [before, after] = text.split('%');
  return (before + (text.contains('%') ? entry : "") + after).str();
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

// By hand: the printer of locations starts anew for each, which takes longer
// than the rest of a row.
void amp::writeLocation(llvm::raw_ostream &os, Location location) {
  if (auto file = dyn_cast<FileLineColLoc>(location)) {
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn();
  } else if (auto name = dyn_cast<NameLoc>(location)) {
    os << name.getName().getValue();
    if (isa<UnknownLoc>(name.getChildLoc()))
      return;
    os << " at ";
    writeLocation(os, name.getChildLoc());
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    writeLocation(os, call.getCallee());
    os << " called from ";
    writeLocation(os, call.getCaller());
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    llvm::interleave(
        fused.getLocations(), os,
        [&](Location part) { writeLocation(os, part); }, " and ");
  } else {
    os << "unknown";
  }
}
