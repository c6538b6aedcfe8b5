# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx configuration of the site that `tools/dev docs` builds from these pages and the generated reference."""

import os

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

project = "amp-opt"
version = release = os.environ["AMP_VERSION"]
copyright = "the amp-opt authors, Apache-2.0 WITH LLVM-exception"
extensions = ["myst_parser"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4
nitpicky = True
html_theme = "furo"
html_title = f"amp-opt {version}"
html_copy_source = False
html_show_sourcelink = False


class MlirLexer(RegexLexer):
    """Highlights MLIR text: ops, values, types, attributes and symbols."""

    name = "MLIR"
    aliases = ["mlir", "policy"]
    tokens = {
        "root": [
            (r"//.*?$", Comment.Single),
            (r'"(\\.|[^"\\])*"', String),
            (r"%[\w$.#-]+", Name.Variable),
            (r"@[\w$.-]+", Name.Function),
            (r"#[\w$.]+", Name.Decorator),
            (r"\^[\w$.-]+", Name.Label),
            (r"(tensor|memref|vector|complex)(<)", bygroups(Keyword.Type, Punctuation)),
            (words(("bf16", "f16", "f32", "f64", "index", "none"), prefix=r"(?<![a-z])", suffix=r"\b"), Keyword.Type),
            (r"(?<![\w.])[su]?i\d+\b", Keyword.Type),
            (r"(?<=x)(bf16|f16|f32|f64|[su]?i\d+)\b", Keyword.Type),
            (r"\b(module|func|return|attributes|loc|dense|array|affine_map|true|false|unit|public|private)\b", Keyword),
            (r"-?0x[0-9a-fA-F]+|-?\d+(\.\d+([eE][-+]?\d+)?)?", Number),
            (r"[a-zA-Z_$][\w$]*(\.[\w$]+)+", Name.Builtin),
            (r"[a-zA-Z_$][\w$]*", Name),
            (r"->|[=:?*+-]", Operator),
            (r"[()<>{}\[\],]", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


def setup(app):
    app.add_lexer("mlir", MlirLexer)
    app.add_lexer("policy", MlirLexer)
