// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_EXPLANATIONS_H
#define AMP_MUTATE_EXPLANATIONS_H

#include "Campaign.h"
#include "llvm/Support/Error.h"

namespace mlir::amp::mutate {

/// Known survivors. A line of the file is `CHECKER OPERATOR OP REASON…`, where
/// the OP `*` matches any op. Lines that start with # are comments.
class Explanations {
public:
  /// An error names the malformed line. An empty path gives no explanations.
  static llvm::Expected<Explanations> read(StringRef path);

  /// Returns the reason of a survivor, or "".
  StringRef find(StringRef checker, const Survivor &survivor) const;

private:
  struct Row {
    std::string checker, op, name, reason;
  };
  std::vector<Row> rows;
};

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_EXPLANATIONS_H
