# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""generate.py ROOT BUILD OUT: the pages of docs/ and the generated reference, in one folder for Sphinx.

  .td files       mlir-tblgen -gen-pass-doc and -gen-dialect-doc: a page per pass, one for the dialect
  amp-opt --help  options of the pipelines
  presets, Scalers.cpp, --amp-print-op-model, --help of amp-run, docstrings of python/
"""

import ast
import pathlib
import re
import shutil
import subprocess
import sys

TABLEGEN = "/usr/lib/llvm-22/bin/mlir-tblgen"
INCLUDES = "/usr/lib/llvm-22/include"
GROUPS = {
    "include/amp/Passes.td": "Mixed precision",
    "include/amp/ReportPasses.td": "Explanation of decisions",
    "include/amp/ScalingPasses.td": "Loss scaling",
    "include/amp/ShapesPasses.td": "Alignment",
    "lib/Lowering/Common/Passes.td": "Lowering for the CPU and the GPU",
    "lib/Lowering/Cpu/Passes.td": "Lowering for the CPU",
    "lib/Lowering/Gpu/Passes.td": "Lowering for GPUs",
    "lib/Lowering/Gpu/TensorCore/Passes.td": "Tensor cores",
    "lib/Lowering/Gpu/Attention/Passes.td": "Attention",
    "lib/Lowering/Gpu/Library/Passes.td": "Library calls",
}
PIPELINES = {
    "amp": "Mixed precision from model graph to model graph, in the same dialect.",
    "amp-to-cpu": "StableHLO to the LLVM dialect with calls of the runtime, for the CPU.",
    "amp-to-gpu": "StableHLO to kernels for NVIDIA GPUs, with host code in the LLVM dialect.",
}
DIALECT = ("AmpAttributeDefs.td", "AmpOps.td", "AmpTraining.td", "AmpMarks.td", "AmpAttention.td")
PYTHON = ("jax/__init__.py", "jax/step.py", "marks.py", "jax/scaler.py", "errors.py")
SITE = (
    ("Start", ("getting-started", "limits", "results", "changelog")),
    ("Concepts", tuple(f"concepts/{name}" for name in ("policy", "solver", "ranges", "scaling", "threshold-weights", "alignment", "checkers"))),
    ("How to", tuple(f"how-to/{name}" for name in ("write-a-policy", "explain", "pytorch", "onnx", "train", "embed", "gpu", "read-a-report", "migrate"))),
    ("Reference", ("reference/index",)),
    ("Development", ("architecture/index", "contributing")),
)
LINES_OF_TEST = 120


def fail(message):
    sys.exit(f"generate.py: {message}")


def output(*command, stdin=None):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, input=stdin, check=False)
    return done.stdout + done.stderr if done.returncode == 0 else fail(f"{command[0]} failed: {done.stderr.strip()}")


def table(header, rows):
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in (header, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(header), *lines[1:]]) + "\n"


def code(text, language="text"):
    return f"````{language}\n{text.strip()}\n````\n"


def toctree(*pages, caption="", hidden=True):
    options = f":hidden:\n:caption: {caption}\n" if caption else ":hidden:\n" if hidden else ""
    return "```{toctree}\n" + options + "\n" + "\n".join(pages) + "\n```\n"


class Site:
    """The folder that Sphinx reads."""

    def __init__(self, root, build, out):
        self.root, self.build, self.out = root, build, out
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(root / "docs", out, ignore=shutil.ignore_patterns("conf.py", "__pycache__"))

    def write(self, name, *parts):
        path = self.out / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(parts) + "\n")

    def tablegen(self, generator, td, *options):
        folders = [f"-I{folder}" for folder in (INCLUDES, self.root, self.root / "include")]
        return output(TABLEGEN, generator, *options, *folders, td)

    def tests_of(self, description):
        """The tests that a description names, as sections."""
        parts = []
        for name in re.findall(r"\btest/[\w/-]+\.(?:mlir|test)\b", description):
            path = self.root / name
            if not path.is_file():
                fail(f"a pass names '{name}', which does not exist")
            lines = path.read_text().splitlines()
            rest = f"\nThe first {LINES_OF_TEST} of {len(lines)} lines.\n" if len(lines) > LINES_OF_TEST else ""
            parts.append(f"## {name}\n{rest}\n{code(chr(10).join(lines[:LINES_OF_TEST]), 'mlir')}")
        return "\n".join(parts)

    def passes(self):
        parts, pages = ["# Passes\n\nEach page ends with the test that shows the pass at work.\n"], []
        for td, title in GROUPS.items():
            rows = []
            for section in re.split(r"^### ", self.tablegen("-gen-pass-doc", self.root / td), flags=re.M)[1:]:
                name = re.match(r"`-([\w-]+)`\n", section)[1]
                body = re.sub(r"^####", "##", section.partition("\n")[2], flags=re.M)
                body = re.sub(r"(## Options\n+)```\n(.*?)```", self.options, body, flags=re.S)
                body = re.sub(r"(## Statistics\n+)```\n(.*?)```", self.options, body, flags=re.S)
                summary = re.search(r"_(.*?)_\n", body, re.S)[1]
                rows.append((f"[{name}]({name}.md)", summary))
                pages.append(name)
                self.write(f"reference/passes/{name}", f"# {name}\n", body, self.tests_of(body))
            if not rows:
                fail(f"no pass in {td}")
            parts.append(f"## {title}\n\n`{td}`\n\n{table(('pass', 'effect'), rows)}")
        self.write("reference/passes/index", *parts, toctree(*sorted(pages)))

    @staticmethod
    def options(match):
        rows = [[cell.strip() for cell in line.split(":", 1)] for line in match[2].strip().splitlines()]
        return match[1] + table(("name", "meaning"), [(f"`{name.lstrip('-')}`", meaning) for name, meaning in rows])

    def dialect(self):
        td = self.out / "all.td"
        td.write_text("".join(f'include "dialects/amp/IR/{name}"\n' for name in DIALECT))
        text = self.tablegen("-gen-dialect-doc", td, "-dialect=amp")
        td.unlink()
        text = re.sub(r"^# .*", "# The amp dialect", text.replace("[TOC]\n", ""), count=1, flags=re.M)
        self.write("reference/dialect", text.partition("-->\n")[2])
        text = self.tablegen("-gen-op-interface-docs", self.root / "dialects/amp/IR/AmpInterfaces.td")
        self.write("reference/interfaces", text.partition("-->\n")[2].replace("# OpInterface definitions", "# Op interfaces"))

    def pipelines(self):
        text = output(self.build / "bin/amp-opt", "--help")
        defaults = self.defaults()
        lists = text.partition("Pass Pipelines:\n")[2] or fail("amp-opt --help lists no pass pipelines")
        for name, summary in PIPELINES.items():
            section = re.search(rf"^ +--{name} +- .*\n((?: {{8}}--.*\n)*)", lists, re.M) or fail(f"amp-opt --help has no --{name}")
            rows = [re.match(r"--([\w-]+)(\S*) +- (.*)", line.strip()).groups() for line in section[1].splitlines()]
            known = table(
                ("option", "value", "default", "meaning"),
                [(f"`{o}`", f"`{v[1:]}`" if v else "flag", defaults.get((name, o), ""), m) for o, v, m in rows],
            )
            self.write(f"reference/pipelines/{name}", f"# `--{name}`\n\n{summary}\n", known if rows else "This pipeline has no options.")
        links = [(f"[--{name}]({name}.md)", summary) for name, summary in PIPELINES.items()]
        self.write("reference/pipelines/index", "# Pipelines\n", table(("pipeline", "effect"), links), toctree(*PIPELINES))

    def defaults(self):
        """Default of each option of a pipeline, which --help does not print."""
        found = {}
        header = (self.root / "include/amp/Pipelines.h").read_text()
        for pipeline, body in re.findall(r"/// Options of `--([\w-]+)`\.\nstruct(.*?)\n};", header, re.S):
            for option, value in re.findall(r'\*this, "([\w-]+)", llvm::cl::init\((.*?)\)', body):
                found[pipeline, option] = f"`{value.strip(chr(34))}`"
        return found or fail("include/amp/Pipelines.h has no defaults")

    def presets(self):
        names = []
        for path in sorted((self.root / "lib/Policy/presets").glob("*.policy")):
            text = path.read_text()
            head = re.match(r"(//.*\n)+", text)[0]
            names.append((path.stem, " ".join(line[2:].strip() for line in head.splitlines()).split(". ")[0].rstrip(".")))
            prose = re.sub(r"^// ?", "", head, flags=re.M)
            use = f'`--amp="compute=bf16 preset={path.stem}"`; in Python, `policy="{path.stem}"`.'
            self.write(f"reference/presets/{path.stem}", f"# {path.stem}\n\n{use}\n\n{prose}\n## Policy\n", code(text[len(head) :], "mlir"))
        rows = [(f"[{name}]({name}.md)", summary) for name, summary in names]
        self.write("reference/presets/index", "# Presets\n", table(("preset", "follows"), rows), toctree(*(name for name, _ in names)))

    def scalers(self):
        text = (self.root / "lib/Scaling/Scalers.cpp").read_text()
        rows = re.findall(r'((?: +//.*\n)+) +\{"([\w-]+)",\s*((?:"[^"]*"\s*)+)\}', text) or fail("Scalers.cpp has no rows")
        cells = []
        for comment, name, strings in rows:
            why = " ".join(line.strip()[2:].strip() for line in comment.splitlines())
            parameters = "".join(re.findall(r'"([^"]*)"', strings))
            cells.append((f"`{name}`", f"`{parameters}`" if parameters else "", why))
        self.write(
            "reference/scalers",
            "# Scalers\n\n`scaler=NAME`, or `scaler=NAME,parameter=value,…`. `#amp.scaler` (see [the dialect](dialect.md)) explains the",
            "parameters. Unless a row states otherwise: first scale 65536, growth by 2 after 2,000 steps without overflow, a half",
            "after an overflow. `default` is used if `scaler` is not given.\n",
            table(("name", "parameters", "source, and differences"), cells),
        )

    def op_model(self):
        text = output(self.build / "bin/amp-opt", "-", "--amp-print-op-model", "-o", "/dev/null", stdin="module {}")
        self.write(
            "reference/op-model",
            "# Op model\n\nName, class, slots of operands and results, region rule, operations per element, and reason, per op.",
            "Operands and results of one letter share a float type; `.` keeps its type.\n",
            code(text),
        )

    def tools(self):
        own = output(self.build / "bin/amp-opt", "--help").partition("Color Options:")[0]
        self.write("reference/amp-opt", "# amp-opt\n", code(own))
        self.write("reference/amp-run", "# amp-run\n", code(output(self.build / "bin/amp-run", "--help")))

    def python(self):
        package = self.root / "python/src/mlir_amp"
        parts = ["# Python\n\n`import mlir_amp.jax as amp`. Names that start with an underscore are private.\n"]
        options = ast.parse((package / "options.py").read_text())
        known = next(node for node in options.body if isinstance(node, ast.Assign) and node.targets[0].id == "HELP")
        rows = [(f"`{name}`", meaning) for name, meaning in ast.literal_eval(known.value).items()]
        for name in PYTHON:
            module = ast.parse((package / name).read_text())
            dotted = f"mlir_amp.{name.removesuffix('.py').replace('/', '.').removesuffix('.__init__')}"
            parts.append(f"## {dotted}\n\n{code(ast.get_docstring(module) or '')}")
            parts += [self.definition(node) for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        parts.append(f"## Options\n\nKeyword arguments of `jit` besides `compute`:\n\n{table(('option', 'meaning'), rows)}")
        self.write("reference/python", *filter(None, parts))

    def definition(self, node, owner=""):
        """A public function or class with its docstring, and the methods of the class."""
        if node.name.startswith("_") and node.name != "__call__":
            return ""
        text = ast.get_docstring(node)
        if not text:
            return ""
        shown = f"({ast.unparse(node.args)})" if isinstance(node, ast.FunctionDef) else ""
        parts = [f"### {owner}{node.name}\n\n{code(f'{owner}{node.name}{shown}', 'python')}\n{code(text)}"]
        if isinstance(node, ast.ClassDef):
            parts += [self.definition(member, f"{node.name}.") for member in node.body if isinstance(member, ast.FunctionDef)]
        return "\n".join(filter(None, parts))

    def index(self):
        pages = {
            "passes/index": "all passes, with their options and tests",
            "pipelines/index": "`--amp`, `--amp-to-cpu` and `--amp-to-gpu`",
            "presets/index": "policies that are part of the tool",
            "scalers": "rules of the loss scale",
            "dialect": "ops and attributes of the `amp` dialect",
            "interfaces": "interfaces for ops of other dialects",
            "op-model": "class, slots and cost of every op",
            "report": "JSON schema of the report",
            "amp-opt": "command line",
            "amp-run": "command line",
            "python": "package `mlir_amp`",
        }
        rows = [(f"[{name.removesuffix('/index')}]({name}.md)", content) for name, content in pages.items()]
        self.write(
            "reference/index", "# Reference\n\nGenerated from the sources of this version.\n", table(("page", "content"), rows), toctree(*pages)
        )
        for name, parts in (("index", SITE), ("architecture/index", (("", ("dialect", "ranges", "scaling", "marks")),))):
            path = self.out / f"{name}.md"
            path.write_text(path.read_text() + "\n" + "\n".join(toctree(*pages, caption=caption) for caption, pages in parts))


def main(root, build, out):
    site = Site(pathlib.Path(root).resolve(), pathlib.Path(build).resolve(), pathlib.Path(out).resolve())
    for make in (site.passes, site.dialect, site.pipelines, site.presets, site.scalers, site.op_model, site.tools, site.python, site.index):
        make()


if __name__ == "__main__":
    main(*sys.argv[1:])
