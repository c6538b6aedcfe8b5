# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py --bin FOLDER --graphs FOLDER: run every graph on this machine's GPU and compare it with its processor,
look for bad accesses, and measure steps beside PyTorch's and JAX's. Without a GPU: print what it would be asked to do.

The whole ends in --minutes: what is left out then is said. Exit code 1 if a result is wrong or an access bad.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
BENCHMARKS = ["simplenet_4096", "gpt2_124m"]
SANITIZED = ["simplenet", "transformer_block", "cnn_digits"]  # small: the sanitizer is a hundred times slower
SLOW = "gpt2_124m"  # a minute of this processor's time, so at the end, and once


class Checker:
    def __init__(self, options):
        self.options = options
        self.end = time.monotonic() + 60 * options.minutes
        self.amp_run = str(options.bin / "amp-run")
        self.failures = []
        self.skipped = []

    def run(self, command, limit=120):
        """The exit code and the output; 124 where it took too long."""
        limit = min(limit, self.end - time.monotonic())
        if limit < 1:
            return 124, "no time was left"
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return 124, f"took more than {limit:.0f} s"
        return done.returncode, done.stdout

    def step(self, graph, *arguments):
        """How amp-run runs a graph: on its own inputs where they are beside it."""
        name = graph.name.split(".")[0]
        inputs = graph.with_name(name + ".npz")
        known = inputs.exists() and "scaled" not in graph.name
        return [self.amp_run, str(graph), *(["--inputs=" + str(inputs)] if known else ["--generate"]), *arguments]

    def graphs(self):
        return sorted(self.options.graphs.glob("*.mlir"))

    def has_gpu(self):
        code, output = self.run([self.amp_run, str(HERE / "probe.mlir"), "--target=cuda", "--generate"])
        if code == 0:
            return True
        print(f"no GPU is used: {output.strip()}")
        return False

    def report(self, kind, name, code, output):
        """One line; what a failure said is kept for the end."""
        if code == 124:
            self.skipped.append(f"{kind} {name}: {output}")
        elif code != 0:
            self.failures.append(f"{kind} {name}:\n{output.strip()[-1500:]}")
        verdict = {0: "ok", 124: "left out"}.get(code, "FAILED")
        last = output.strip().splitlines()[-1] if output.strip() else ""
        print(f"  {name:32} {verdict:9} {last[:110]}", flush=True)

    def correctness(self, graphs):
        if graphs:
            print("\nresults of the GPU against this processor's")
        for graph in graphs:
            code, output = self.run(self.step(graph, "--target=cuda", "--check"))
            self.report("check", graph.name.removesuffix(".mlir"), code, output)

    def sanitizer(self):
        tool = shutil.which("compute-sanitizer")
        print(f"\nmemory accesses ({'compute-sanitizer' if tool else 'compute-sanitizer is not installed: left out'})")
        for name in SANITIZED if tool else []:
            for graph in sorted(self.options.graphs.glob(name + "*.mlir")):
                for check in ("memcheck", "racecheck"):
                    command = [tool, "--tool=" + check, "--error-exitcode=9", *self.step(graph, "--target=cuda")]
                    self.report("sanitizer", f"{graph.name.removesuffix('.mlir')}, {check}", *self.run(command, 60))

    def benchmark(self):
        print("\nmilliseconds a step")
        for name in BENCHMARKS:
            graphs = sorted(self.options.graphs.glob(name + "*.mlir"))
            for graph in graphs:
                code, output = self.run([self.amp_run, str(graph), "--target=cuda", "--generate", "--time", "--repeat=20"])
                found = re.search(r"^run +([0-9.]+) ms.*", output, re.MULTILINE)
                if found:
                    print(f"  {graph.name.removesuffix('.mlir'):40} {found[1]:>10}", flush=True)
                else:
                    self.report("time", graph.name, code or 1, output)
            for script in ("torch_peers.py", "jax_peers.py") if graphs else ():
                code, output = self.run([sys.executable, str(HERE / script), name], 150)
                print(output.rstrip() if code == 0 else f"  {script} {name}: {output.strip()[-300:]}", flush=True)

    def trace(self):
        print("\nwhat a GPU would be asked to do in a step")
        for graph in self.graphs():
            code, output = self.run([self.amp_run, str(graph), "--target=trace"])
            self.report("trace", graph.name.removesuffix(".mlir"), code, output)

    def finish(self):
        for title, texts in (("left out", self.skipped), ("FAILED", self.failures)):
            for text in texts:
                print(f"\n{title}: {text}")
        print(f"\n{len(self.failures)} failures, {len(self.skipped)} left out")
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--graphs", type=pathlib.Path, required=True)
    parser.add_argument("--minutes", type=float, default=9)
    checker = Checker(parser.parse_args())
    if not checker.has_gpu():
        checker.trace()
        return checker.finish()
    query = "name,driver_version,clocks.sm,clocks.mem,clocks_throttle_reasons.active,power.limit"
    if shutil.which("nvidia-smi"):
        print(time.strftime("%Y-%m-%d"), checker.run(["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader"])[1])
    checker.correctness([graph for graph in checker.graphs() if not graph.name.startswith(SLOW)])
    checker.sanitizer()
    checker.benchmark()
    checker.correctness([graph for graph in checker.graphs() if graph.name.startswith(SLOW + ".")])
    return checker.finish()


if __name__ == "__main__":
    sys.exit(main())
