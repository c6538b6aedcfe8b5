// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Support/AtomicOutput.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::error_code lastError() {
  return std::error_code(errno, std::generic_category());
}

static llvm::Error cannotWrite(StringRef name, std::error_code code) {
  return llvm::createStringError(code, "cannot write '%s': %s",
                                 name.str().c_str(), code.message().c_str());
}

/// Returns the file that writing to `name` would create or replace.
static llvm::Expected<std::string> followLinks(StringRef name) {
  std::string target = name.str();
  for (int hops = 0; fs::is_symlink_file(target); ++hops) {
    if (hops == 40)
      return cannotWrite(
          name, std::make_error_code(std::errc::too_many_symbolic_link_levels));
    llvm::SmallString<256> link;
    link.resize_for_overwrite(4096);
    ssize_t length = ::readlink(target.c_str(), link.data(), link.size());
    if (length < 0)
      return cannotWrite(name, lastError());
    link.truncate(length);
    if (path::is_relative(link)) {
      llvm::SmallString<256> absolute(path::parent_path(target));
      path::append(absolute, link);
      link = absolute;
    }
    target = link.str().str();
  }
  return target;
}

std::error_code AtomicOutput::openDirectly(StringRef target) {
  std::error_code code;
  owned = std::make_unique<llvm::raw_fd_ostream>(
      target, code, fs::CD_OpenExisting, fs::FA_Write, fs::OF_Append);
  stream = owned.get();
  return code;
}

/// Copies owner and mode. A failure to set the owner, which needs root, is
/// ignored.
static std::error_code keepOwnerAndMode(int fd, const fs::file_status &old) {
  fs::file_status now;
  if (std::error_code code = fs::status(fd, now))
    return code;
  if (now.getUser() != old.getUser() || now.getGroup() != old.getGroup())
    (void)::fchown(fd, old.getUser(), old.getGroup());
  if (now.permissions() == old.permissions())
    return {};
  return fs::setPermissions(fd, old.permissions());
}

std::error_code AtomicOutput::openTemporary(StringRef file) {
  fs::file_status old;
  bool exists = !fs::status(file, old);
  if (exists)
    if (std::error_code code = fs::access(file, fs::AccessMode::Write))
      return code;
  llvm::SmallString<256> model(path::parent_path(file));
  path::append(model, ".amp-opt-%%%%%%%%.tmp");
  llvm::SmallString<256> name;
  if (std::error_code code = fs::createUniqueFile(model, fd, name))
    return code;
  target = file.str();
  temporary = name.str().str();
  llvm::sys::RemoveFileOnSignal(temporary);
  owned = std::make_unique<llvm::raw_fd_ostream>(fd, /*shouldClose=*/true);
  owned->SetBufferSize(1 << 18);
  stream = owned.get();
  return exists ? keepOwnerAndMode(fd, old) : std::error_code();
}

llvm::Expected<std::unique_ptr<AtomicOutput>>
AtomicOutput::open(StringRef name) {
  std::unique_ptr<AtomicOutput> output(new AtomicOutput(name));
  if (name == "-" || name == "/dev/stdout") {
    output->stream = &llvm::outs();
    return output;
  }
  fs::file_status status;
  std::error_code code = fs::status(name, status);
  bool isOpenFile = name.starts_with("/dev/fd/") ||
                    name.starts_with("/dev/std") || name.starts_with("/proc/");
  if (!code && fs::is_directory(status))
    return cannotWrite(name, std::make_error_code(std::errc::is_a_directory));
  if (!code && (isOpenFile || !fs::is_regular_file(status))) {
    code = output->openDirectly(name);
  } else {
    auto file = followLinks(name);
    if (!file)
      return file.takeError();
    code = output->openTemporary(*file);
  }
  if (code)
    return cannotWrite(name, code);
  return output;
}

llvm::Error AtomicOutput::keep(bool isSynced) {
  stream->flush();
  if (isSynced && !temporary.empty() && !stream->has_error() && ::fsync(fd) &&
      errno != EINVAL && errno != ENOTSUP)
    return cannotWrite(path, lastError());
  if (owned) {
    owned->close();
    isClosed = true;
  }
  if (stream->has_error()) {
    std::error_code code = stream->error();
    stream->clear_error();
    return cannotWrite(path, code);
  }
  if (temporary.empty())
    return llvm::Error::success();
  if (std::error_code code = fs::rename(temporary, target))
    return cannotWrite(path, code);
  llvm::sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
  return llvm::Error::success();
}

AtomicOutput::~AtomicOutput() {
  // The destructor of a stream with a pending error aborts the process.
  if (owned && !isClosed)
    owned->close();
  else if (stream)
    stream->flush();
  if (stream && stream->has_error())
    stream->clear_error();
  if (temporary.empty())
    return;
  fs::remove(temporary);
  llvm::sys::DontRemoveFileOnSignal(temporary);
}
