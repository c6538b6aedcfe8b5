# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_peers.py NAME [GRAPHS]: milliseconds of the same training step in PyTorch with automatic mixed precision, the fastest way first; of
attention (with dropout or without) or cross-entropy alone, forward and backward; and of three products that are added."""
import statistics
import sys

import torch
from torch import nn

WARM, SAMPLES, STEPS = 5, 10, 10


class SimpleNet(nn.Module):
    """Three linear layers of 4096, batch 512."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4096, 4096), nn.ReLU(), nn.Linear(4096, 4096), nn.ReLU(), nn.Linear(4096, 4096))

    def inputs(self):
        return torch.randn(512, 4096, device="cuda"), torch.randn(512, 4096, device="cuda")

    def loss(self, x, y):
        return nn.functional.mse_loss(self.layers(x), y)

    def optimizer(self):
        return torch.optim.SGD(self.parameters(), lr=1e-3, fused=True)


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, tokens, width = x.shape
        q, k, v = (t.view(batch, tokens, self.heads, -1).transpose(1, 2) for t in self.qkv(self.norms[0](x)).chunk(3, -1))
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, tokens, width))
        return x + self.down(nn.functional.gelu(self.up(self.norms[1](x)), approximate="tanh"))


class Gpt2(nn.Module):
    """124 million parameters, batch 4, 1024 tokens; the embedding is the last layer too."""

    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(50257, 768), nn.Embedding(1024, 768)
        self.blocks = nn.Sequential(*(Block(768, 12) for _ in range(12)))
        self.norm = nn.LayerNorm(768)

    def inputs(self):
        return tuple(torch.randint(50257, (4, 1024), device="cuda") for _ in range(2))

    def loss(self, tokens, targets):
        x = self.blocks(self.words(tokens) + self.places.weight)
        logits = nn.functional.linear(self.norm(x), self.words.weight)
        return nn.functional.cross_entropy(logits.view(-1, 50257).float(), targets.view(-1))

    def optimizer(self):
        return torch.optim.AdamW(self.parameters(), lr=3e-4, fused=True)


def measure(step):
    """The median of samples of several steps each, by the device's clock."""
    for _ in range(WARM):
        step()
    times = []
    for _ in range(SAMPLES):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(STEPS):
            step()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end) / STEPS)
    return statistics.median(times)


def training_step(model, low, how):
    optimizer = model.optimizer()
    scaler = torch.amp.GradScaler("cuda", enabled=low == torch.float16)
    inputs = model.inputs()

    def loss(*args):
        with torch.autocast("cuda", dtype=low or torch.bfloat16, enabled=low is not None):
            return model.loss(*args)
    if how != "eager":
        loss = torch.compile(loss, mode="reduce-overhead" if how == "compiled, CUDA graphs" else "default")

    def step():
        torch.compiler.cudagraph_mark_step_begin()
        optimizer.zero_grad(set_to_none=True)
        scaler.scale(loss(*inputs)).backward()
        scaler.step(optimizer)
        scaler.update()
    return step


def attention(dropout=0.0, head=64):
    """As in tools/gpu/attention.mlir, or attention_dropout.mlir."""
    q, k, v, do = (torch.randn(4, 1024, 12, head, device="cuda", dtype=torch.bfloat16).transpose(1, 2) for _ in range(4))
    inputs = [x.requires_grad_() for x in (q, k, v)]

    def step():
        out = nn.functional.scaled_dot_product_attention(*inputs, dropout_p=dropout, is_causal=True)
        torch.autograd.grad(out, inputs, do)
    how = f"heads of {head}, " + (f"dropout {dropout}, bf16" if dropout else "bf16")
    print(f"  PyTorch {torch.__version__} scaled_dot_product_attention, {how} {measure(step):10.3f}", flush=True)


def chained():
    """As in tools/gpu/chained.mlir; with the factors beside each other, which a fused projection has."""
    x, w = (torch.randn(*shape, device="cuda", dtype=torch.bfloat16) for shape in ((4096, 3 * 768), (768, 3 * 768)))
    for how, step in (("three matmuls", lambda: sum(a @ b.T for a, b in zip(x.chunk(3, 1), w.chunk(3, 1)))), ("one matmul of factors beside each other", lambda: x @ w.T)):
        print(f"  PyTorch {torch.__version__} {how}, bf16 {measure(step):10.3f}", flush=True)


def cross_entropy():
    """As in tools/gpu/cross_entropy.mlir; autocast computes the logits in bf16 and the loss in f32."""
    x, w = (torch.randn(*shape, device="cuda", dtype=torch.bfloat16, requires_grad=True) for shape in ((4096, 768), (50304, 768)))
    labels = torch.randint(50304, (4096,), device="cuda")

    @torch.compile
    def loss(x, w):
        return nn.functional.cross_entropy(nn.functional.linear(x, w).float(), labels)

    print(f"  PyTorch {torch.__version__} linear and cross_entropy, compiled, bf16 "
          f"{measure(lambda: torch.autograd.grad(loss(x, w), (x, w))):10.3f}", flush=True)


def main(name, graphs=None):
    alone = {"attention": attention, "attention_wide": lambda: attention(head=128), "attention_dropout": lambda: attention(0.1),
             "chained": chained, "cross_entropy": cross_entropy}
    if name in alone:
        return alone[name]()
    make = {"simplenet_4096": SimpleNet, "gpt2_124m": Gpt2}[name]
    torch.backends.cuda.matmul.allow_tf32 = True
    bf16, f16, graphed = torch.bfloat16, torch.float16, "compiled, CUDA graphs"
    for low, how in [(bf16, graphed), (bf16, "compiled"), (bf16, "eager"), (f16, graphed), (None, "eager"), (f16, "eager")]:
        torch.manual_seed(0)
        torch._dynamo.reset()
        time = measure(training_step(make().cuda(), low, how))
        kind = {None: "f32 (TF32)", f16: "AMP f16, GradScaler", bf16: "AMP bf16"}[low]
        print(f"  PyTorch {torch.__version__} {how}, {kind:24} {time:10.3f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
