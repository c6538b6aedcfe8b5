// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CPU time limit of a child process. A wall-clock limit would report slow
// programs on a loaded machine as findings.
#ifndef TOOLS_AMP_FUZZ_TIMELIMIT_H
#define TOOLS_AMP_FUZZ_TIMELIMIT_H

#include <csignal>
#include <sys/time.h>
#include <unistd.h>

namespace mlir::amp::fuzz {

/// Terminates this process by SIGPROF after `seconds` of CPU time, and by
/// SIGALRM after 20 times as long if it sleeps. 0 removes the limit.
inline void limitTime(unsigned seconds) {
  itimerval time = {{0, 0}, {time_t(seconds), 0}};
  setitimer(ITIMER_PROF, &time, nullptr);
  alarm(20 * seconds);
}

inline bool isTimeLimit(int signal) {
  return signal == SIGPROF || signal == SIGALRM;
}

} // namespace mlir::amp::fuzz

#endif // TOOLS_AMP_FUZZ_TIMELIMIT_H
