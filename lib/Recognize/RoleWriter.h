// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RECOGNIZE_ROLEWRITER_H
#define LIB_RECOGNIZE_ROLEWRITER_H

#include "lib/Recognize/Match.h"

namespace mlir::amp::recognize {

/// Collects the composites that were found, and writes their roles at the end:
/// an op that several claim belongs to the first one in the grammar. One with
/// ops in a function that several calls run is one only where all runs agree.
/// An op that has a role keeps it.
class RoleWriter {
public:
  explicit RoleWriter(Scene &scene) : scene(scene) {}

  /// `rank`: the first of two composites that end at the same op has the lower
  /// one.
  void add(unsigned rank, StringRef group, ArrayRef<Member> members);

  /// Adds a member to the last one.
  void extend(const Member &member);

  /// Returns how many composites there are.
  unsigned finish();

private:
  struct Group {
    unsigned rank, first, last;
    StringRef name;
  };
  ArrayRef<Member> membersOf(const Group &group) const;
  bool isAgreed(const Group &group);
  void write(const Group &group);
  StringAttr roleOf(StringRef group, Role role);

  Scene &scene;
  SmallVector<Group> groups;
  std::vector<Member> members;
  llvm::DenseSet<Operation *> taken;
  /// Runs in which an op has a role of a group.
  llvm::DenseMap<std::pair<Operation *, StringAttr>, unsigned> votes;
  llvm::DenseMap<std::pair<StringRef, unsigned>, StringAttr> roles;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_ROLEWRITER_H
