# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py --bin FOLDER --graphs FOLDER: run every graph on this machine's GPU, in stages that end within --minutes together, the most telling first:

probe        what GPU and libraries there are
kernels      each call of a step of GPT-2 and SimpleNet, and of attention and cross-entropy by themselves: time, TF/s, GB/s, share of the
             chip's peaks; our kernels of products beside cuBLASLt's, and fused attention beside contractions and softmax
steps        milliseconds of their steps, by our own kernels, with products by cuBLASLt, attention separate, and convolutions by cuDNN,
             where the stage before did not measure them
correctness  functions against f64 or this machine's processor, and results of all graphs (of GPT-2's in bf16) against this machine's processor
peers        the same StableHLO compiled by JAX's XLA, and PyTorch, compiled with CUDA graphs and eager
sanitizer    bad accesses and races of the small graphs

What a stage does not use of its share of the time, the next ones have. What is stopped has printed what it had by then.
Without a GPU: print what it would be asked to do. What is not installed is left out, and said. Exit code 1 if a result is wrong or an access bad.
"""
import argparse
import concurrent.futures
import importlib.util
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
SANITIZED = ["simplenet", "transformer_block", "cnn_digits"]  # small: the sanitizer is a hundred times slower
WAYS = ["products=own", "products=cublaslt", "attention=separate", "convolutions=cudnn"]
PROBES = {"products=cublaslt": ("cuBLASLt", "product.mlir"), "convolutions=cudnn": ("cuDNN", "convolution.mlir")}
PEERS = {"jax": ("JAX", "jax_peers.py"), "torch": ("PyTorch", "torch_peers.py")}
BENCHMARKS = {"gpt2_124m": PEERS, "simplenet_4096": PEERS, "attention": {"torch": PEERS["torch"]},
              "attention_wide": {"torch": PEERS["torch"]}, "attention_dropout": {"torch": PEERS["torch"]},
              "chained": {"torch": PEERS["torch"]}, "cross_entropy": {"torch": PEERS["torch"]}, "cnn_mnist": {"jax": PEERS["jax"]}, "until": {"jax": PEERS["jax"]}}
# A library rounds once where the graph rounds twice.
NOT_BY_LIBRARY = ["gpt_tiny_dropout.bf16"]
ATTENTION = ["attention", "attention_wide", "attention_dropout", "gpt2_124m", "transformer_block"]
# Steps, and the argument of the script of the same name: one in so many numbers of f32; calls.
FUNCTIONS = {"functions": ("rounded to 16 bits, against f64", 1021), "quotients": ("rounded correctly, against this processor", 16)}
SLOW = "gpt2_124m"  # a minute of this processor's time, so at the end, and once
SHARES = {"probe": 0.05, "kernels": 0.2, "steps": 0.15, "correctness": 0.25, "peers": 0.25, "sanitizer": 0.1}


class Checker:
    def __init__(self, options):
        self.options = options
        self.start = time.monotonic()
        self.seconds = 60 * options.minutes
        self.end = self.start + self.seconds
        self.stages = []  # name, seconds it may take by its share, seconds it took
        self.amp_run = str(options.bin / "amp-run")
        self.failures = []
        self.skipped = []
        self.ways = list(WAYS)
        self.milliseconds = {}  # of a step, by graph and way
        self.cache = [f"--cache={options.graphs / 'cache'}"]
        os.environ["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, [os.environ.get("LD_LIBRARY_PATH"), *library_folders()]))

    def stage(self, name, work):
        """Does `work` until the shares up to this one are used up."""
        begin = time.monotonic()
        self.end = self.start + self.seconds * sum(share for other, share in list(SHARES.items())[: list(SHARES).index(name) + 1])
        print(f"\n== {name}: {100 * SHARES[name]:.0f} % of {self.seconds / 60:g} minutes, at most {max(self.end - begin, 0):.0f} s", flush=True)
        work()
        self.stages.append((name, SHARES[name] * self.seconds, time.monotonic() - begin))

    @staticmethod
    def end_group(process, grace=2):
        """Asks for an end first: amp-run then prints the times that it has."""
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(grace)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def run(self, command, limit=120, shows=False):
        """The exit code and the output; 124 where it took too long, with what it had printed by then."""
        limit = min(limit, self.end - time.monotonic())
        if limit < 0.2:
            return 124, "no time was left"
        with tempfile.TemporaryFile("w+", errors="replace") as file:
            process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                self.end_group(process)
                code = 124
            file.seek(0)
            output = file.read()
        if code != 124:
            return code, output
        stopped = f"stopped after {limit:.0f} s"
        return code, f"{output.rstrip()}\n  {stopped}" if shows and output.strip() else stopped

    def step(self, graph, *arguments, command="run"):
        """The amp-run command for a graph: with its own inputs if they are beside it."""
        name = graph.name.split(".")[0]
        inputs = graph.with_name(name + ".npz")
        known = inputs.exists() and not re.search("scaled|shadows", graph.name)  # which add arguments
        return [self.amp_run, command, str(graph), *(["--inputs=" + str(inputs)] if known else ["--generate"]), *self.cache, *arguments]

    def graphs(self, way):
        """The graphs to run in a way: by cuDNN, those with convolutions; with attention separate, those of 16 bits that have it."""
        graphs = sorted(set(self.options.graphs.glob("*.mlir")) - {self.options.graphs / f"{name}.mlir" for name in FUNCTIONS})
        if way == "products=cublaslt":
            return [graph for graph in graphs if graph.name.removesuffix(".mlir") not in NOT_BY_LIBRARY]
        if way == "attention=separate":
            return [graph for graph in graphs if graph.name.split(".")[0] in ATTENTION and ".bf16" in graph.name]
        return [graph for graph in graphs if way != "convolutions=cudnn" or "stablehlo.convolution" in graph.read_text()]

    def has_gpu(self):
        code, output = self.run([self.amp_run, str(HERE / "probe.mlir"), "--target=cuda", "--generate"])
        if code == 0:
            return True
        print(f"no GPU is used: {output.strip()}")
        return False

    def probe(self):
        query = "name,driver_version,clocks.sm,clocks.mem,clocks_throttle_reasons.active,power.limit"
        if shutil.which("nvidia-smi"):
            print(time.strftime("%Y-%m-%d"), self.run(["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader"])[1])
        self.find_libraries()

    def all_correctness(self):
        """GPT-2 last: it takes a minute of this processor."""
        self.functions()
        for way in self.ways:
            self.correctness([graph for graph in self.graphs(way) if not graph.name.startswith(SLOW)], way)
        self.correctness([graph for graph in self.graphs("products=own") if graph.name.startswith(SLOW + ".bf16.")], "products=own")

    def functions(self):
        """Functions that the chip approximates, and quotients and roots that kernels correct."""
        steps = {name: self.options.graphs / f"{name}.mlir" for name in FUNCTIONS}
        steps = {name: step for name, step in steps.items() if step.exists()}
        if steps and not importlib.util.find_spec("numpy"):
            self.skipped.append(f"functions: {sys.executable} has no numpy")
            return print("functions: NumPy is not installed: left out")
        for name, step in steps.items():
            words, argument = FUNCTIONS[name]
            print(f"\n{name} that are {words}")
            code, output = self.run([sys.executable, str(HERE / f"{name}.py"), self.amp_run, str(step), str(argument)])
            print(output.rstrip())
            self.report("functions", name, code, output)

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
        """Several graphs at a time: most of a check is this processor's part."""
        if graphs:
            print(f"\nresults of the GPU against this processor's, {way}")
        jobs = max(1, min(len(graphs), (os.cpu_count() or 1) // 2))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            checks = pool.map(lambda graph: self.run(self.step(graph, "--target=cuda", f"--{way}", command="check")), graphs)
            for graph, (code, output) in zip(graphs, checks):
                self.report(f"check {way}", graph.name.removesuffix(".mlir"), code, output)

    def sanitizer(self):
        tool = shutil.which("compute-sanitizer")
        if not tool:
            return print("memory accesses (compute-sanitizer is not installed: left out)")
        print("memory accesses")
        for name in SANITIZED:
            graphs = [graph for graph in sorted(self.options.graphs.glob("*.mlir")) if graph.name.split(".")[0] == name]
            for graph in graphs:
                for check in ("memcheck", "racecheck"):
                    command = [tool, "--tool=" + check, "--error-exitcode=9", *self.step(graph, "--target=cuda")]
                    self.report("sanitizer", f"{graph.name.removesuffix('.mlir')}, {check}", *self.run(command, 60))
                if graph.name == name + ".bf16.mlir" and "products=cublaslt" in self.ways:
                    command = [tool, "--tool=memcheck", "--error-exitcode=9", *self.step(graph, "--target=cuda", "--products=cublaslt")]
                    self.report("sanitizer", f"{graph.name.removesuffix('.mlir')}, cublaslt", *self.run(command, 60))

    def benchmarks(self):
        """Graphs to measure, the most telling first: as their authors would run them, 16-bit and aligned, before the others."""
        for name in BENCHMARKS:
            graphs = [graph for graph in self.options.graphs.glob("*.mlir") if graph.name.split(".")[0] == name]
            for graph in sorted(graphs, key=lambda graph: (".bf16" not in graph.name, graph.name)):
                yield name, graph

    def kernels(self):
        for name, graph in self.benchmarks():
            tables = {}
            for way in [way for way in self.ways if graph in self.graphs(way)]:
                command = self.step(graph, "--target=cuda", f"--{way}", "--time=kernels", "--repeat=20")
                code, output = self.run(command, shows=True)
                tables[way] = output
                self.milliseconds[graph, way] = step_milliseconds(output)
                title = f"{graph.name.removesuffix('.mlir')}, {way}"
                if code not in (0, 124):
                    self.report("kernels", title, code, output)
                    continue
                print(f"\n{title}", flush=True)
                lines = output.splitlines()
                first = next((i for i, line in enumerate(lines) if line.startswith("kernel ")), len(lines))
                print("\n".join(lines[first : first + 31] + [line for line in lines[first + 31 :] if line.startswith("step: ")]))
                if code == 124:
                    self.skipped.append(f"kernels {title}: {output.strip().splitlines()[-1].strip()}")
                    print("  " + self.skipped[-1], flush=True)
            beside(tables.get("products=own", ""), tables.get("products=cublaslt", ""))
            if "attention=separate" in tables:
                attention_beside(tables["products=own"], tables["attention=separate"])

    def steps(self):
        print("milliseconds a step")
        for _, graph in self.benchmarks():
            for way in self.ways:
                if graph in self.graphs(way):
                    self.measure(graph, way)

    def peers(self):
        print("milliseconds a step of peers")
        for name, peers in BENCHMARKS.items():
            graphs = [graph for graph in sorted(self.options.graphs.glob("*.mlir")) if graph.name.split(".")[0] == name]
            for module, (peer, script) in peers.items() if graphs else ():
                if not importlib.util.find_spec(module):
                    self.skipped.append(f"{peer}, {name}: {sys.executable} has no {module}")
                    print(f"  {peer} is not installed: left out", flush=True)
                    continue
                code, output = self.run([sys.executable, str(HERE / script), name, str(self.options.graphs)], 100, shows=True)
                if code in (0, 124):
                    print(output.rstrip(), flush=True)
                else:
                    print(f"  {peer} cannot run {name}: {output.strip()[-300:]}", flush=True)
                if code == 124:
                    self.skipped.append(f"{peer}, {name}: {output.strip().splitlines()[-1].strip()}")

    def measure(self, graph, way):
        name, known = f"{graph.name.removesuffix('.mlir')}, {way}", self.milliseconds.get((graph, way))
        if not known:
            command = self.step(graph, "--target=cuda", f"--{way}", "--time", "--repeat=20")
            code, output = self.run(command)
            known = step_milliseconds(output)
        if known:
            print(f"  {name:45} {known:>10}", flush=True)
        else:
            self.report("time", name, code or 1, output)

    def trace(self):
        print("\nwhat a GPU would be asked to do in a step")
        for way in WAYS:
            for graph in self.graphs(way):
                code, output = self.run([self.amp_run, "trace", str(graph), f"--{way}"])
                self.report("trace", f"{graph.name.removesuffix('.mlir')}, {way}", code, output)

    def finish(self):
        for title, texts in (("left out", self.skipped), ("FAILED", self.failures)):
            for text in texts:
                print(f"\n{title}: {text}")
        if self.stages:
            print("\nstage        share    took")
        for name, share, took in self.stages:
            print(f"{name:11} {share:5.0f} s {took:5.0f} s")
        print(f"\n{len(self.failures)} failures, {len(self.skipped)} left out")
        return 1 if self.failures else 0


def step_milliseconds(output):
    """The milliseconds of a step, as amp-run printed them; None if it did not."""
    found = re.search(r"^run +([0-9.]+) ms", output, re.MULTILINE)
    return found and found[1]


def products_of(table):
    """Shape of a product, and its microseconds by call and TF/s, in a table of kernels."""
    rows = re.findall(r"^(?:matmul[_ ])(\S*?\d+x\d+x\d+)\S*(?: \S+)? +(\d+) +([0-9.]+) +([0-9.]+) ", table, re.M)
    products = {}
    for shape, calls, microseconds, rate in rows:
        products.setdefault("x".join(re.findall(r"\d+", shape)), (float(microseconds) / int(calls), float(rate)))
    return products


def beside(own, library):
    """Our kernel of each product beside cuBLASLt's, the one that loses most first."""
    ours, theirs = products_of(own), products_of(library)
    both = sorted(ours.keys() & theirs.keys(), key=lambda shape: theirs[shape][0] - ours[shape][0])
    if both:
        print(f"\n{'product':24} {'own us':>10} {'TF/s':>8} {'cuBLASLt us':>12} {'TF/s':>8}")
    for shape in both:
        print(f"{shape:24} {ours[shape][0]:10.2f} {ours[shape][1]:8.2f} {theirs[shape][0]:12.2f} {theirs[shape][1]:8.2f}", flush=True)


def attention_beside(fused, separate):
    """Our kernels of attention, and what a step takes with them and without them."""
    rows = re.findall(r"^(attention_\S+) +(\d+) +([0-9.]+) +([0-9.]+) ", fused, re.M)
    if rows:
        print(f"\n{'attention':48} {'us':>10} {'TF/s':>8}")
    for name, calls, microseconds, rate in rows:
        print(f"{name:48} {float(microseconds) / int(calls):10.2f} {float(rate):8.2f}", flush=True)
    totals = [re.search(r"^step: ([0-9.]+) us", table, re.M) for table in (fused, separate)]
    if rows and all(totals):
        print(f"step, fused and separate: {totals[0][1]} us, {totals[1][1]} us", flush=True)


def library_folders():
    """The folders in which pip installs NVIDIA's libraries for PyTorch and JAX."""
    spec = importlib.util.find_spec("nvidia")
    return [str(path) for root in (spec.submodule_search_locations if spec else ()) for path in pathlib.Path(root).glob("*/lib")]


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--graphs", type=pathlib.Path, required=True)
    parser.add_argument("--minutes", type=float, default=9.5)
    return parser.parse_args()


def main():
    checker = Checker(parse())
    if not checker.has_gpu():
        checker.trace()
        return checker.finish()
    checker.stage("probe", checker.probe)
    checker.stage("kernels", checker.kernels)
    checker.stage("steps", checker.steps)
    checker.stage("correctness", checker.all_correctness)
    checker.stage("peers", checker.peers)
    checker.stage("sanitizer", checker.sanitizer)
    return checker.finish()


if __name__ == "__main__":
    sys.exit(main())
