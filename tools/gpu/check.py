# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py --bin FOLDER --graphs FOLDER: run every graph on this machine's GPU and compare it with its processor,
look for bad accesses, and measure steps beside PyTorch's and JAX's, by our own kernels, with products by cuBLASLt, and with convolutions by cuDNN.
Without a GPU: print what it would be asked to do. What is not installed is left out, and said.

The whole ends in --minutes: what is left out then is said. Exit code 1 if a result is wrong or an access bad.
"""
import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
SANITIZED = ["simplenet", "transformer_block", "cnn_digits"]  # small: the sanitizer is a hundred times slower
WAYS = ["products=own", "products=cublaslt", "convolutions=cudnn"]
PROBES = {"products=cublaslt": ("cuBLASLt", "product.mlir"), "convolutions=cudnn": ("cuDNN", "convolution.mlir")}
PEERS = {"torch": ("PyTorch", "torch_peers.py"), "jax": ("JAX", "jax_peers.py")}
BENCHMARKS = {"simplenet_4096": PEERS, "cnn_mnist": {}, "gpt2_124m": PEERS}
# Adam's first step makes a whole step of a gradient whose sign is a matter of rounding, and a library rounds once where the graph rounds twice.
NOT_BY_LIBRARY = ["gpt_tiny_dropout.bf16"]
SLOW = "gpt2_124m"  # a minute of this processor's time, so at the end, and once


class Checker:
    def __init__(self, options):
        self.options = options
        self.end = time.monotonic() + 60 * options.minutes
        self.amp_run = str(options.bin / "amp-run")
        self.failures = []
        self.skipped = []
        self.ways = list(WAYS)
        os.environ["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, [os.environ.get("LD_LIBRARY_PATH"), *library_folders()]))

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
        known = inputs.exists() and not re.search("scaled|shadows", graph.name)  # which add arguments
        return [self.amp_run, str(graph), *(["--inputs=" + str(inputs)] if known else ["--generate"]), *arguments]

    def graphs(self, way):
        """What to run by a way: by cuDNN, those with convolutions."""
        graphs = sorted(self.options.graphs.glob("*.mlir"))
        if way == "products=cublaslt":
            return [graph for graph in graphs if graph.name.removesuffix(".mlir") not in NOT_BY_LIBRARY]
        return [graph for graph in graphs if way != "convolutions=cudnn" or "stablehlo.convolution" in graph.read_text()]

    def has_gpu(self):
        code, output = self.run([self.amp_run, str(HERE / "probe.mlir"), "--target=cuda", "--generate"])
        if code == 0:
            return True
        print(f"no GPU is used: {output.strip()}")
        return False

    def find_libraries(self):
        """Without a library, all is done by kernels of our own."""
        for way, (library, probe) in PROBES.items():
            code, output = self.run([self.amp_run, str(HERE / probe), "--target=cuda", f"--{way}", "--generate"])
            if code == 0:
                continue
            self.ways.remove(way)
            self.skipped.append(f"{way}: {output.strip().splitlines()[-1]}")
            print(f"{library} does not run: {way} is left out (PyTorch and JAX from pip bring this library)")

    def report(self, kind, name, code, output):
        """One line; what a failure said is kept for the end."""
        if code == 124:
            self.skipped.append(f"{kind} {name}: {output}")
        elif code != 0:
            self.failures.append(f"{kind} {name}:\n{output.strip()[-1500:]}")
        verdict = {0: "ok", 124: "left out"}.get(code, "FAILED")
        last = output.strip().splitlines()[-1] if output.strip() else ""
        print(f"  {name:32} {verdict:9} {last[:110]}", flush=True)

    def correctness(self, graphs, way):
        if graphs:
            print(f"\nresults of the GPU against this processor's, {way}")
        for graph in graphs:
            code, output = self.run(self.step(graph, "--target=cuda", f"--{way}", "--check"))
            self.report(f"check {way}", graph.name.removesuffix(".mlir"), code, output)

    def sanitizer(self):
        tool = shutil.which("compute-sanitizer")
        print(f"\nmemory accesses ({'compute-sanitizer' if tool else 'compute-sanitizer is not installed: left out'})")
        for name in SANITIZED if tool else []:
            for graph in sorted(self.options.graphs.glob(name + ".bf16.mlir")):
                command = [tool, "--tool=memcheck", "--error-exitcode=9", *self.step(graph, "--target=cuda", "--products=cublaslt")]
                if "products=cublaslt" in self.ways:
                    self.report("sanitizer", f"{graph.name.removesuffix('.mlir')}, cublaslt", *self.run(command, 60))
            for graph in sorted(self.options.graphs.glob(name + "*.mlir")):
                for check in ("memcheck", "racecheck"):
                    command = [tool, "--tool=" + check, "--error-exitcode=9", *self.step(graph, "--target=cuda")]
                    self.report("sanitizer", f"{graph.name.removesuffix('.mlir')}, {check}", *self.run(command, 60))

    def benchmark(self):
        print("\nmilliseconds a step")
        for name, peers in BENCHMARKS.items():
            graphs = sorted(self.options.graphs.glob(name + "*.mlir"))
            for graph in graphs:
                for way in self.ways:
                    if graph in self.graphs(way):
                        self.measure(graph, way)
            for module, (peer, script) in peers.items() if graphs else ():
                if not importlib.util.find_spec(module):
                    self.skipped.append(f"{peer}, {name}: {sys.executable} has no {module}")
                    print(f"  {peer} is not installed: left out", flush=True)
                    continue
                code, output = self.run([sys.executable, str(HERE / script), name], 150)
                print(output.rstrip() if code == 0 else f"  {peer} cannot run {name}: {output.strip()[-300:]}", flush=True)

    def measure(self, graph, way):
        command = [self.amp_run, str(graph), "--target=cuda", f"--{way}", "--generate", "--time", "--repeat=20"]
        code, output = self.run(command)
        found = re.search(r"^run +([0-9.]+) ms.*", output, re.MULTILINE)
        name = f"{graph.name.removesuffix('.mlir')}, {way}"
        if found:
            print(f"  {name:45} {found[1]:>10}", flush=True)
        else:
            self.report("time", name, code or 1, output)

    def trace(self):
        print("\nwhat a GPU would be asked to do in a step")
        for way in WAYS:
            for graph in self.graphs(way):
                code, output = self.run([self.amp_run, str(graph), "--target=trace", f"--{way}"])
                self.report("trace", f"{graph.name.removesuffix('.mlir')}, {way}", code, output)

    def finish(self):
        for title, texts in (("left out", self.skipped), ("FAILED", self.failures)):
            for text in texts:
                print(f"\n{title}: {text}")
        print(f"\n{len(self.failures)} failures, {len(self.skipped)} left out")
        return 1 if self.failures else 0


def library_folders():
    """Where pip puts NVIDIA's libraries, as PyTorch and JAX bring them."""
    spec = importlib.util.find_spec("nvidia")
    return [str(path) for root in (spec.submodule_search_locations if spec else ()) for path in pathlib.Path(root).glob("*/lib")]


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
    checker.find_libraries()
    for way in checker.ways:
        checker.correctness([graph for graph in checker.graphs(way) if not graph.name.startswith(SLOW)], way)
    checker.sanitizer()
    checker.benchmark()
    checker.correctness([graph for graph in checker.graphs("products=own") if graph.name.startswith(SLOW + ".")], "products=own")
    return checker.finish()


if __name__ == "__main__":
    sys.exit(main())
