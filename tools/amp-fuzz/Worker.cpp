// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// supervisor ==> children of a few hundred programs each ==> findings, summary
#include "Worker.h"
#include "TimeLimit.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <chrono>
#include <csignal>
#include <map>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static constexpr int64_t batchSize = 300;
static constexpr unsigned programSeconds = 20;

namespace {
/// Shared memory with which a running child reports to its supervisor.
struct Shared {
  volatile int64_t current;
};

/// Child process with its range of programs.
struct Job {
  pid_t child = 0;
  int64_t begin = 0, end = 0;
  Shared *shared;
};

class Supervisor {
public:
  Supervisor(const FuzzOptions &options, DialectRegistry &registry)
      : options(options), registry(registry) {}
  int64_t run();

private:
  void start(Job &job);
  void finish(Job &job, int status);
  void runChild(const Job &job);
  void merge(const std::string &file);
  void addFinding(const std::string &file);
  void printSummary();
  void readKnown();
  bool isOver() const;
  std::string path(const Twine &name) const {
    return (options.findings + "/" + name).str();
  }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         began)
        .count();
  }

  const FuzzOptions &options;
  DialectRegistry &registry;
  std::chrono::steady_clock::time_point began =
      std::chrono::steady_clock::now();
  int64_t next = 0;
  std::map<std::string, int64_t> tally;
  FindingCounts findings;
  llvm::StringMap<std::string> known;            ///< key ==> reason
  std::vector<std::pair<int64_t, int64_t>> left; ///< ranges after a crash
};
} // namespace

/// Counts the rows of the op table that occur in a program.
static void countRows(ModuleOp module, Tally &tally) {
  llvm::StringSet<> seen;
  module.walk([&](Operation *op) {
    if (seen.insert(op->getName().getStringRef()).second)
      ++tally[("row: " + op->getName().getStringRef()).str()];
  });
}

static void writeFile(const std::string &name, StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream(name, error) << text;
}

void Supervisor::runChild(const Job &job) {
  Tally counts;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  for (int64_t index = job.begin; index < job.end && !isOver(); ++index) {
    job.shared->current = index;
    limitTime(programSeconds);
    Drawn drawn = drawProgram(&context, options.seed, index);
    Finding finding;
    {
      ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
        finding = {"generator",
                   "the program is not valid: " + diagnostic.str()};
        return success();
      });
      (void)verify(*drawn.module);
    }
    std::vector<Finding> found;
    if (finding.property.empty())
      found = checkAll(*drawn.module, drawn.options, drawn.inputSeed, counts,
                       {"", /*drawsSome=*/true, options.compileEveryNth});
    else
      found.push_back(finding);
    ++counts["programs"];
    countRows(*drawn.module, counts);
    for (auto [k, one] : llvm::enumerate(found))
      writeFile(path("found." + Twine(index) + "." + Twine(k)),
                keyOf(one) + "\n" +
                    litTest(textOf(*drawn.module), drawn.options,
                            drawn.inputSeed, one));
  }
  limitTime(0);
  std::string text;
  for (const auto &count : counts)
    text += std::to_string(count.second) + " " + count.first().str() + "\n";
  writeFile(path("tally." + Twine(job.begin)), text);
}

bool Supervisor::isOver() const {
  return options.minutes > 0 && seconds() > options.minutes * 60;
}

void Supervisor::start(Job &job) {
  if (!left.empty()) {
    std::tie(job.begin, job.end) = left.back();
    left.pop_back();
  } else {
    job.begin = next;
    job.end = next + batchSize;
    if (options.programs)
      job.end = std::min(job.end, options.programs);
    next = job.end;
  }
  if (job.begin >= job.end || isOver())
    return;
  llvm::outs().flush();
  job.shared->current = job.begin;
  job.child = fork();
  if (job.child == 0) {
    // The output of MLIR's own crash handlers is not needed.
    for (int signal :
         {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGPROF})
      std::signal(signal, SIG_DFL);
    runChild(job);
    _exit(0);
  }
}

void Supervisor::finish(Job &job, int status) {
  job.child = 0;
  if (WIFSIGNALED(status) || WEXITSTATUS(status) != 0) {
    int64_t index = job.shared->current;
    bool isSlow = WIFSIGNALED(status) && isTimeLimit(WTERMSIG(status));
    std::string what = isSlow                ? "does not end"
                       : WIFSIGNALED(status) ? std::string("ends by ") +
                                                   strsignal(WTERMSIG(status))
                                             : "exits";
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    Drawn drawn = drawProgram(&context, options.seed, index);
    Finding finding{"crash", what};
    writeFile(path("found." + Twine(index) + ".0"),
              keyOf(finding) + "\n" +
                  litTest(textOf(*drawn.module), drawn.options, drawn.inputSeed,
                          finding));
    left.push_back({index + 1, job.end});
    tally["programs"] += index + 1 - job.begin; // the child's counts are lost
  }
  merge(path("tally." + Twine(job.begin)));
  for (int64_t index = job.begin; index < job.end; ++index)
    for (int k = 0;
         llvm::sys::fs::exists(path("found." + Twine(index) + "." + Twine(k)));
         ++k)
      addFinding(path("found." + Twine(index) + "." + Twine(k)));
}

void Supervisor::merge(const std::string &file) {
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text)
    return;
  SmallVector<StringRef> lines;
  (*text)->getBuffer().split(lines, '\n', -1, false);
  for (StringRef line : lines) {
    auto [count, name] = line.split(' ');
    int64_t number = 0;
    count.getAsInteger(10, number);
    tally[name.str()] += number;
  }
  llvm::sys::fs::remove(file);
}

/// Reduces and prints the first finding of a key; only counts the others.
void Supervisor::addFinding(const std::string &file) {
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text)
    return;
  auto [key, program] = (*text)->getBuffer().split('\n');
  if (known.contains(key.trim())) {
    ++tally["known finding: " + key.str()];
    llvm::sys::fs::remove(file);
    return;
  }
  auto &[times, first] = findings[key.str()];
  std::string test = program.str();
  llvm::sys::fs::remove(file);
  if (++times > 1) {
    if (times <= 4) // a few similar findings, for comparison
      writeFile(first.substr(0, first.size() - 5) + ".also" +
                    std::to_string(times) + ".mlir",
                test);
    return;
  }
  std::string name;
  for (char c : key)
    name += isalnum(c) ? c : '-';
  first = path(Twine(findings.size()) + "-" + name.substr(0, 60) + ".mlir");
  writeFile(first, test);
  llvm::outs() << "\nfinding " << findings.size() << ": " << key << "\n  "
               << first << "\n";
  if (options.reduces) {
    // A child process, so that a crash of the reducer has no other effect.
    std::string arguments[] = {options.self, "--reduce", first};
    SmallVector<StringRef> list(arguments, arguments + 3);
    llvm::sys::ExecuteAndWait(options.self, list, std::nullopt, {},
                              /*SecondsToWait=*/90);
    if (auto reduced = llvm::MemoryBuffer::getFile(first))
      llvm::outs() << (*reduced)->getBuffer() << "\n";
  }
  llvm::outs().flush();
}

void Supervisor::printSummary() {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  fuzz::printSummary(tally, findings, seconds(), &context);
}

void Supervisor::readKnown() {
  if (options.known.empty())
    return;
  auto text = llvm::MemoryBuffer::getFile(options.known);
  if (!text)
    return;
  SmallVector<StringRef> lines;
  (*text)->getBuffer().split(lines, '\n', -1, false);
  for (StringRef line : lines)
    if (auto [key, why] = line.split('#'); !key.trim().empty())
      known[key.trim()] = why.trim().str();
}

int64_t Supervisor::run() {
  readKnown();
  llvm::sys::fs::create_directories(options.findings);
  std::vector<Job> jobs(options.jobs);
  for (Job &job : jobs) {
    job.shared = static_cast<Shared *>(mmap(nullptr, sizeof(Shared),
                                            PROT_READ | PROT_WRITE,
                                            MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    start(job);
  }
  while (llvm::any_of(jobs, [](const Job &job) { return job.child != 0; })) {
    int status;
    pid_t ended = wait(&status);
    for (Job &job : jobs)
      if (job.child == ended) {
        finish(job, status);
        start(job);
      }
  }
  printSummary();
  return findings.size();
}

int64_t fuzz::fuzz(const FuzzOptions &options, DialectRegistry &registry) {
  return Supervisor(options, registry).run();
}
